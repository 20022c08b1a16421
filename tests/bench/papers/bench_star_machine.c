/* SPDX-License-Identifier: MIT */
/* bench warshall: the tables of the paper on the STAR-machine on a GPU: its
 * profile of WARSHALL's operations and the memory of its tables, beside ours.
 * An operation is timed alone, eight statements in a loop that runs as it is
 * written, and counted as WARSHALL calls it. */
#include "papers/bench_star_machine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench_closure.h"
#include "papers/bench_gpu.h"
#include "values/table.h"

#define PROC(name, statement)                                           \
    "proc " name "(times, i: integer; var P: table; var X: slice;\n"    \
    "  var v, w: word);\n"                                              \
    "var k, n: integer;\n"                                              \
    "begin for k := 1 to times do begin " statement statement statement \
        statement statement statement statement statement "n := 0 end end;\n"

enum { OPERATIONS = 6, SIZES = 2, UNROLLED = 8, REPETITIONS = 5 };

static const char text[] = PROC("GET", "v := ROW(i, P); ")
    PROC("SET_", "ROW(i, P) := v; ") PROC("SOMEX", "if SOME(X) then n := 1; ")
        PROC("FIRST", "n := FND(X); ") PROC("PUT", "X(i) := 1; ")
            PROC("ORV", "v := v or w; ") BENCH_WARSHALL;

/* The paper's profile, as printed (docs/explanation/errata.md). WARSHALL calls
 * an operation so often for each iteration of its inner loop, and for each of
 * its outer one. */
static const struct {
    const char *name, *statement, *proc;
    int inner, outer;
    struct {
        int calls;
        double ms, us;
    } paper[SIZES];
} operations[OPERATIONS] = {
    {"get_row",
     "v := ROW(i, P)",
     "GET",
     1,
     1,
     {{7587, 141.95, 18.71}, {524427, 9700, 18.49}}},
    {"set_row",
     "ROW(i, P) := v",
     "SET_",
     1,
     0,
     {{7487, 31.16, 4.16}, {523870, 5980, 11.23}}},
    {"find",
     "SOME(X)",
     "SOMEX",
     2,
     1,
     {{15174, 34.25, 2.26}, {1048855, 3060, 3.37}}},
    {"first_backward",
     "FND(X)",
     "FIRST",
     2,
     1,
     {{15174, 51.23, 3.38}, {1048855, 3540, 3.37}}},
    {"put",
     "X(i) := 1",
     "PUT",
     1,
     0,
     {{7487, 21.95, 2.93}, {523868, 1540, 2.94}}},
    {"or_long_value",
     "v := v or w",
     "ORV",
     1,
     0,
     {{7487, 13.97, 2.18}, {523870, 1010, 1.93}}},
};

/* Arcs in 10,000, so that there are nearly as many iterations as in the paper.
 */
static const struct {
    int64_t n;
    int arcs;
} sizes[SIZES] = {{100, 810}, {1000, 41}};

enum { QUICK = 8, FULL = 10000 };

typedef struct Work {
    const BenchOptions *options;
    BenchMachine machine;
    StarTable *table;
    StarBits *x, *v, *w;
    const char *proc;
} Work;

/* ---- A machine with one graph ---- */

static bool draw(Work *w, int64_t n, int arcs) {
    uint64_t state = BENCH_SEED;
    if (star_table_fresh(w->machine.be, w->table, STAR_ROWS) != STAR_OK)
        return false;
    for (int64_t i = 0; i < n; i++) {
        uint64_t *row =
            star_table_vector(w->machine.be, w->table, STAR_ROWS, i);
        memset(row, 0, (size_t)star_words(n) * sizeof *row);
        for (int64_t j = 0; j < n; j++)
            if (bench_random(&state) % FULL < (uint64_t)arcs)
                row[j / 64] |= UINT64_C(1) << j % 64;
    }
    return true;
}

/* The iterations of the inner loop. */
static int64_t count(Work *w, int64_t n) {
    int64_t iterations = 0;
    for (int64_t k = 0; k < n; k++) {
        const uint64_t *from =
            star_table_vector(w->machine.be, w->table, STAR_ROWS, k);
        for (int64_t i = 0; i < n; i++) {
            uint64_t *to =
                star_table_vector(w->machine.be, w->table, STAR_ROWS, i);
            if ((to[k / 64] >> k % 64 & 1) == 0)
                continue;
            iterations++;
            for (int64_t q = 0; q < star_words(n); q++)
                to[q] |= from[q];
        }
    }
    return iterations;
}

static void drop(Work *w) {
    StarBackend *be = w->machine.be;
    void *object[] = {w->table, w->x, w->v, w->w};
    for (size_t k = 0; k < sizeof object / sizeof *object && be != NULL; k++)
        star_object_free(be, object[k]);
    bench_close(&w->machine);
}

static bool make(Work *w, int64_t n, DeviceAttach *attach) {
    if (!bench_open_on(&w->machine, text, attach))
        return false;
    StarBackend *be = w->machine.be;
    w->table = bench_table(be, n, n);
    w->x = bench_line(be, n);
    w->v = bench_line(be, n);
    w->w = bench_line(be, n);
    return w->table != NULL && w->x != NULL && w->v != NULL && w->w != NULL;
}

/* ---- The profile ---- */

static double run_operation(void *context, int64_t times) {
    Work *w = context;
    const int64_t loops = (times + UNROLLED - 1) / UNROLLED;
    const StarCell arg[] = {{.i = loops},        {.i = w->x->length / 2},
                            {.table = w->table}, {.bits = w->x},
                            {.bits = w->v},      {.bits = w->w}};
    return bench_call(&w->machine, w->machine.plain, w->proc, arg) *
           (double)times / (double)(loops * UNROLLED);
}

/* Seconds of each operation. X has a 1 in its middle. */
static bool profile(Work *w, double time[OPERATIONS]) {
    for (int k = OPERATIONS; k-- > 0;) { /* PUT comes before FIRST */
        BenchSide side = {.run = run_operation, .context = w};
        w->proc = operations[k].proc;
        if (!bench_measure(w->options, &side, 1, REPETITIONS, 5e-3))
            return false;
        time[k] = side.time;
    }
    return true;
}

static double run_whole(Work *w, const StarProgram *program, int64_t n,
                        int arcs) {
    const StarCell arg[] = {{.i = n}, {.table = w->table}};
    double sample[REPETITIONS];
    for (int k = 0; k < REPETITIONS; k++) {
        if (!draw(w, n, arcs))
            return -1;
        sample[k] = bench_call(&w->machine, program, "WARSHALL", arg);
        if (sample[k] < 0)
            return -1;
    }
    return bench_median(sample, REPETITIONS);
}

typedef struct Measured {
    int64_t n, iterations;
    double time[OPERATIONS]; /* of one call */
    double written, whole;   /* written 0: not measured */
    double sum;              /* of all calls */
} Measured;

static bool measure(const BenchOptions *o, int s, Measured *m) {
    Work w = {.options = o};
    m->n = bench_size(o, sizes[s].n, QUICK);
    const bool good =
        make(&w, m->n, NULL) && draw(&w, m->n, sizes[s].arcs) &&
        ((m->iterations = count(&w, m->n)), profile(&w, m->time)) &&
        (m->written = run_whole(&w, w.machine.plain, m->n, sizes[s].arcs)) >=
            0 &&
        (m->whole = run_whole(&w, w.machine.program, m->n, sizes[s].arcs)) >= 0;
    drop(&w);
    return good;
}

#if STAR_GPU
/* The operations by kernels, a launch for each, as in the paper; WARSHALL as a
 * program gets it. */
static bool measure_device(const BenchOptions *o, int s, Measured *m) {
    Work w = {.options = o};
    m->n = bench_size(o, sizes[s].n, QUICK);
    const bool good =
        bench_gpu_machine(o, m->n, m->time) && make(&w, m->n, device_always) &&
        draw(&w, m->n, sizes[s].arcs) &&
        ((m->iterations = count(&w, m->n)), true) &&
        (m->whole = run_whole(&w, w.machine.program, m->n, sizes[s].arcs)) >= 0;
    drop(&w);
    return good;
}
#else
static bool measure_device(const BenchOptions *o, int s, Measured *m) {
    (void)o, (void)s, (void)m;
    return false;
}
#endif

static int64_t calls(const Measured *m, int k) {
    return operations[k].inner * m->iterations + operations[k].outer * m->n;
}

static void print_profile(int s, Measured *m, Measured *device) {
    double paper = 0;
    printf("\nWARSHALL's operations on %lld vertices\n%33s%30s%s\n"
           "%-15s%8s%9s%8s  %-16s%8s%9s%9s%s\n",
           (long long)m->n, "the paper", "star",
           device != NULL ? "         device" : "", "", "calls", "ms", "us", "",
           "calls", "ms", "us", device != NULL ? "       ms       us" : "");
    m->sum = 0;
    for (int k = 0; k < OPERATIONS; k++) {
        const double own = (double)calls(m, k) * m->time[k];
        m->sum += own;
        paper += operations[k].paper[s].ms;
        printf("%-15s%8d%9.2f%8.2f  %-16s%8lld%9.3f%9.4f", operations[k].name,
               operations[k].paper[s].calls, operations[k].paper[s].ms,
               operations[k].paper[s].us, operations[k].statement,
               (long long)calls(m, k), own * 1e3, m->time[k] * 1e6);
        if (device != NULL) {
            const double its = (double)calls(device, k) * device->time[k];
            device->sum += its;
            printf("%9.1f%9.2f", its * 1e3, device->time[k] * 1e6);
        }
        printf("\n");
    }
    printf("%-15s%17.2f%8s  %-16s%17.3f", "all of them", paper, "", "",
           m->sum * 1e3);
    if (device != NULL)
        printf("%9s%9.1f", "", device->sum * 1e3);
    printf("\n%-42s%-16s%17.3f\n%-42s%-16s%17.3f", "WARSHALL, unfused", "",
           m->written * 1e3, "WARSHALL", "", m->whole * 1e3);
    if (device != NULL)
        printf("%18.3f", device->whole * 1e3);
    printf("\n");
}

/* ---- Memory ---- */

/* The paper's formulas, in bytes: a table of n rows and columns, and the
 * numbers of the ends of m arcs and of n vertices. */
static double adjacency(double n) {
    return 8 * (n * (ceil(n / 64) + 2) + 1);
}

static double arcs(double n, double m) {
    const double columns = ceil(log2(n + 1));
    return 16 * (columns * (ceil(m / 64) + 2) + 1) +
           8 * (columns * (ceil(n / 64) + 2) + 1);
}

static void print_memory(const char *what, double formula, const char *paper,
                         double peak) {
    printf("%-37s%12.0f%12s", what, formula, paper);
    if (peak > 0)
        printf("%14.0f\n", peak);
    else
        printf("%14s\n", "-");
}

/* The most that WARSHALL has in use, with its table; 0 if it fails. */
static double peak_of_closure(const BenchOptions *o, int64_t n) {
    Work w = {.options = o};
    double peak = 0;
    if (bench_open(&w.machine, text)) {
        StarMem *mem = w.machine.be->mem;
        const size_t before = mem->peak = mem->used;
        w.table = bench_table(w.machine.be, n, n);
        if (w.table != NULL && draw(&w, n, 20)) {
            const StarCell arg[] = {{.i = n}, {.table = w.table}};
            if (bench_call(&w.machine, w.machine.program, "WARSHALL", arg) >= 0)
                peak = (double)(mem->peak - before);
        }
    }
    drop(&w);
    return peak;
}

/* The same for tables with the numbers of the ends of m arcs and of n
 * vertices, as columns. */
static double peak_of_arcs(int64_t n, int64_t m) {
    const int64_t rows[] = {m, m, n};
    const int64_t columns = (int64_t)ceil(log2((double)n + 1));
    StarTable *table[3];
    BenchMachine machine;
    double peak = 0;
    if (bench_open(&machine, "")) {
        StarMem *mem = machine.be->mem;
        const size_t before = mem->used;
        bool good = true;
        for (int k = 0; k < 3; k++) {
            table[k] = bench_table(machine.be, rows[k], columns);
            good =
                good && table[k] != NULL &&
                star_table_own(machine.be, table[k], STAR_COLUMNS) == STAR_OK;
        }
        if (good)
            peak = (double)(mem->used - before);
        for (int k = 0; k < 3; k++)
            star_object_free(machine.be, (StarObject *)table[k]);
    }
    bench_close(&machine);
    return peak;
}

static bool memory(const BenchOptions *o) {
    static const int64_t tables[] = {100, 1000, 10000};
    const int64_t n = bench_size(o, 10000, 100), m = 1000 * n;
    char name[40];
    bool good = true;
    printf("\nmemory, bytes%36s%12s%14s\n", "formula", "the paper",
           "star's peak");
    for (int k = 0; k < 3; k++) {
        const int64_t size = bench_size(o, tables[k], QUICK);
        const double peak = peak_of_closure(o, size);
        snprintf(name, sizeof name, "WARSHALL, n = %lld", (long long)size);
        print_memory(name, adjacency((double)size), "-", peak);
        good = good && peak > 0;
    }
    print_memory("adjacency, n = 180,000", adjacency(180000), "3.78 GB", 0);
    const double peak = peak_of_arcs(n, m);
    snprintf(name, sizeof name, "arcs, n = %lld, m = %lld", (long long)n,
             (long long)m);
    print_memory(name, arcs((double)n, (double)m), "2.39 MB", peak);
    print_memory("arcs, n = 96,000,000, m = 418 * 10^6", arcs(96e6, 418e6),
                 "2.63 GB", 0);
    return good && peak > 0;
}

/* ---- All ---- */

int bench_star_machine(const BenchOptions *o) {
    PlotSeries *paper = plot_series(o->plot, PLOT_PAPER, "paper, its GPU");
    PlotSeries *operation = NULL, *whole = NULL;
    bool good = true;
    if (o->device.name[0] != '\0') {
        operation = plot_series(o->plot, PLOT_OURS, "device, unfused");
        whole = plot_series(o->plot, PLOT_OURS, "device, closure");
        printf("\nthe device: %s\n", o->device.name);
    } else
        printf("\nthe paper's device: there is none here\n");
    for (int s = 0; s < SIZES && good; s++) {
        Measured m = {.n = 0}, device = {.n = 0};
        double sum = 0;
        good = measure(o, s, &m) &&
               (whole == NULL || measure_device(o, s, &device));
        if (!good)
            break;
        print_profile(s, &m, whole != NULL ? &device : NULL);
        for (int k = 0; k < OPERATIONS; k++)
            sum += operations[k].paper[s].ms * 1e-3;
        plot_point(paper, (double)sizes[s].n, sum);
        if (whole != NULL) {
            plot_point(operation, (double)m.n, device.sum);
            plot_point(whole, (double)m.n, device.whole);
        }
    }
    good = good && memory(o);
    return good ? 0
                : bench_fail(BENCH_DIFFERS,
                             "an operation or a table of the paper fails");
}

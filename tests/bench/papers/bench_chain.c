/* SPDX-License-Identifier: MIT */
/* bench chain, chain-huge: the matrix chain, both tables, on two threads,
 * beside the algorithm as it is printed in C, which runs once; and the order
 * alone by Hu and Shing. G/s are 10^9 iterations of the innermost loop. */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "papers/bench_gpu.h"
#include "peers/bench_peers.h"

/* The unit only names the library. */
static const char text[] = "uses matchain;\nproc NONE; begin end;\n";

typedef struct Chain {
    BenchMachine machine;
    int64_t n;
    StarArray *p, *m, *s; /* or first, last */
    int64_t *peer[2];     /* C's m and s, entry (i, j) at i * (n + 1) + j */
    StarCell cost;
} Chain;

static double iterations(int64_t n) {
    return (double)n * ((double)n * (double)n - 1) / 6;
}

static double run_tables(Chain *c) {
    const StarCell arg[] = {{.array = c->p}, {.array = c->m}, {.array = c->s}};
    return bench_call(&c->machine, c->machine.program, "MATCHAIN", arg);
}

static double run_order(void *context, int64_t times) {
    Chain *c = context;
    const StarCell arg[] = {
        {.array = c->p}, {.ref = &c->cost}, {.array = c->m}, {.array = c->s}};
    double sum = 0;
    for (; times > 0; times--) {
        const double time =
            bench_call(&c->machine, c->machine.program, "MATCHAIN_COST", arg);
        if (time < 0)
            return time;
        sum += time;
    }
    return sum;
}

/* Lines 1 to 8. */
static double print_algorithm(Chain *c) {
    const int64_t n = c->n, row = n + 1, *p = c->p->ints;
    const double start = bench_now();
    int64_t *m = c->peer[0], *s = c->peer[1];
    for (int64_t i = 1; i <= n; i++)
        for (int64_t j = i; j <= n; j++)
            m[i * row + j] = i == j ? 0 : INT64_MAX;
    for (int64_t l = 2; l <= n; l++)
        for (int64_t i = 1; i <= n - l + 1; i++) {
            const int64_t j = i + l - 1;
            for (int64_t k = i; k < j; k++) {
                const int64_t q = m[i * row + k] + m[(k + 1) * row + j] +
                                  p[i - 1] * p[k] * p[j];
                if (q < m[i * row + j]) {
                    m[i * row + j] = q;
                    s[i * row + j] = k;
                }
            }
        }
    return bench_now() - start;
}

static bool is_same(const Chain *c) {
    for (int64_t i = 1; i <= c->n; i++)
        for (int64_t j = i + 1; j <= c->n; j++) {
            const int64_t k = (i - 1) * c->n + j - 1, l = i * (c->n + 1) + j;
            if (c->m->ints[k] != c->peer[0][l] ||
                c->s->ints[k] != c->peer[1][l])
                return false;
        }
    return true;
}

/* ---- Data ---- */

static bool array(Chain *c, int dims, int64_t low, int64_t n, StarArray **a) {
    const StarDim dim[] = {{low, n}, {low, n}};
    return star_array_new(c->machine.be, STAR_ELEM_INT, dims, dim, NULL, a) ==
           STAR_OK;
}

static bool make(Chain *c, int64_t n, int dims) {
    uint64_t state = BENCH_SEED;
    c->n = n;
    if (!array(c, 1, 0, n + 1, &c->p) || !array(c, dims, 1, n, &c->m) ||
        !array(c, dims, 1, n, &c->s))
        return false;
    for (int64_t i = 0; i <= n; i++)
        c->p->ints[i] = 1 + (int64_t)(bench_random(&state) % 1000);
    return true;
}

static void drop(Chain *c) {
    star_object_free(c->machine.be, (StarObject *)c->p);
    star_object_free(c->machine.be, (StarObject *)c->m);
    star_object_free(c->machine.be, (StarObject *)c->s);
    free(c->peer[0]);
    free(c->peer[1]);
    bench_close(&c->machine);
}

/* ---- Rows ---- */

static bool compare(Chain *c, double *time) {
    const size_t entries = (size_t)((c->n + 1) * (c->n + 1));
    for (int k = 0; k < 2; k++) {
        c->peer[k] = calloc(entries, sizeof *c->peer[k]);
        if (c->peer[k] == NULL)
            return false;
    }
    *time = print_algorithm(c);
    return is_same(c);
}

typedef struct Measured {
    int64_t n;
    double time, peer; /* peer 0: C was not run */
} Measured;

/* Ours, the median of at most MOST runs, with C's where `beside`; `speed` is
 * the target in G/s, or 0. */
enum { MOST = 11, QUICK = 16 };

static int tables(const BenchOptions *o, Measured *found, int count,
                  bool beside, double speed) {
    const int64_t n = found->n = bench_size(o, found->n, QUICK);
    Chain c = {.n = 0};
    char name[32], more[32] = "";
    double sample[MOST], time = 0, peer = 0;
    int status = 0;
    if (!bench_open(&c.machine, text) || !make(&c, n, 2))
        status = bench_fail(BENCH_MEMORY, "no memory");
    c.machine.be->threads.count = 2;
    if (o->quick)
        count = 1;
    for (int k = 0; k < count && status == 0 && time >= 0; k++)
        time = sample[k] = run_tables(&c);
    if (status == 0 && (time < 0 || (beside && !compare(&c, &peer))))
        status = bench_fail(BENCH_DIFFERS,
                            "MATCHAIN fails or gives another result than C");
    if (status == 0) {
        time = bench_median(sample, count);
        snprintf(name, sizeof name, "MATCHAIN %15lld", (long long)n);
        snprintf(more, sizeof more, "%8.2f", iterations(n) / time * 1e-9);
        if (beside)
            snprintf(more + 8, sizeof more - 8, "%8.2f",
                     iterations(n) / peer * 1e-9);
        bench_print(
            o,
            &(BenchRow){.what = name,
                        .ours = time,
                        .peer = peer,
                        .limit = speed > 0 ? iterations(n) / speed * 1e-9 : 0,
                        .more = more});
        found->time = time;
        found->peer = peer;
    }
    drop(&c);
    return status;
}

static int order(const BenchOptions *o, int64_t n) {
    Chain c = {.n = 0};
    BenchSide side = {.run = run_order, .context = &c};
    char name[32];
    int status = 0;
    if (!bench_open(&c.machine, text) || !make(&c, n, 1))
        status = bench_fail(BENCH_MEMORY, "no memory");
    else if (!bench_measure(o, &side, 1, 11, 1e-2))
        status = bench_fail(BENCH_DIFFERS, "MATCHAIN_COST fails");
    snprintf(name, sizeof name, "MATCHAIN_COST %10lld", (long long)n);
    if (status == 0)
        bench_print(
            o, &(BenchRow){.what = name, .ours = side.time, .limit = 3e-3});
    drop(&c);
    return status;
}

#define MORE "     G/s   C G/s"

/* ---- The paper ---- */

enum { THREADS = 2, PAPER = 16384 };

/* In s, on a core of a Core i7 870 and on a GTX 480, with 16384 matrices. */
static const double core = 29282, card = 701.6;

static void draw(const BenchOptions *o, const Measured *m, int count) {
    Plot *plot = o->plot;
    plot_begin(plot, "n, matrices", "chain: both tables of n matrices");
    PlotSeries *ours = plot_series(plot, PLOT_OURS, "star, two threads");
    PlotSeries *c =
        m[0].peer > 0 ? plot_series(plot, PLOT_OURS, "C, one thread") : NULL;
    PlotSeries *bound = plot_series(plot, PLOT_BOUND, "arithmetic alone");
    const double sums = THREADS * bench_rate(bench_peers()->double_sums);
    for (int k = 0; k < count; k++) {
        const double n = (double)m[k].n;
        plot_point(ours, n, m[k].time);
        plot_point(bound, n, iterations(m[k].n) / sums);
        if (c != NULL)
            plot_point(c, n, m[k].peer);
    }
    plot_point(plot_series(plot, PLOT_PAPER, "paper, Core i7 870"), PAPER,
               core);
    plot_point(plot_series(plot, PLOT_PAPER, "paper, GTX 480"), PAPER, card);
}

/* On the device, if there is one; the last of what was measured is the
 * largest. */
static int on_device(const BenchOptions *o, const Measured *m) {
#if STAR_GPU
    if (o->device.name[0] != '\0')
        return bench_gpu_chain(o, m->n, m->time);
#endif
    (void)m;
    if (o->variant == NULL) {
        printf("the paper, n = 16384: %.0f s on a Core i7 870, %.1f s on a "
               "GTX 480\nits kernels: there is no device\n",
               core, card);
        return 0;
    }
    return bench_fail(BENCH_DEVICE, "--variant %s: there is no device",
                      o->variant);
}

static int paper(const BenchOptions *o, Measured *m, int count) {
    draw(o, m, count);
    return on_device(o, &m[count - 1]);
}

int bench_chain(const BenchOptions *o) {
    Measured m[] = {{.n = 1024}, {.n = 2048}, {.n = 4096}};
    int status;
    if (o->variant != NULL) {
        m[0].n = bench_size(o, 4096, QUICK);
        return on_device(o, m);
    }
    bench_head(o, "chain: both tables of n matrices; the order", "C", MORE);
    status = tables(o, &m[0], 11, true, 0);
    if (status == 0)
        status = tables(o, &m[1], 5, true, 0);
    if (status == 0)
        status = tables(o, &m[2], 3, true, 17);
    if (status == 0)
        status = order(o, bench_size(o, 16384, QUICK));
    return status == 0 ? paper(o, m, 3) : status;
}

int bench_chain_huge(const BenchOptions *o) {
    Measured m[] = {{.n = 8192}, {.n = PAPER}};
    int status;
    if (o->variant != NULL) {
        m[0].n = bench_size(o, PAPER, QUICK);
        return on_device(o, m);
    }
    bench_head(o, "chain-huge: both tables of n matrices", "", MORE);
    status = tables(o, &m[0], 1, false, 18);
    if (status == 0)
        status = tables(o, &m[1], 1, false, 18);
    return status == 0 ? paper(o, m, 2) : status;
}

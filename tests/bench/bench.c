/* SPDX-License-Identifier: MIT */
#include "bench.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int bench_fail(BenchExit status, const char *format, ...) {
    va_list args;
    fprintf(stderr, "star-bench: ");
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return status;
}

static void sink(void *context, const char *text, size_t length) {
    fwrite(text, 1, length, context);
}

static void print_report(const StarReport *report, const StarSources *sources) {
    star_report_write(report, sources, (StarStyle){0}, sink, stderr);
}

int64_t bench_size(const BenchOptions *o, int64_t size, int64_t by) {
    return o->quick ? size / by : size;
}

/* ---- Measuring ---- */

double bench_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *sample, int count) {
    qsort(sample, (size_t)count, sizeof *sample, compare);
    return sample[count / 2];
}

/* How often fills a batch; a first run warms up. */
static bool calibrate(BenchSide *side, double batch) {
    double time = side->run(side->context, 1);
    side->times = 1;
    while (time >= 0 && time < batch)
        time = side->run(side->context, side->times *= 2);
    return time >= 0;
}

bool bench_measure(const BenchOptions *o, BenchSide *side, int sides,
                   int repetitions, double batch) {
    double sample[BENCH_SIDES][BENCH_MAX_REPETITIONS];
    if (o->quick) {
        repetitions = 1;
        batch = 0;
    }
    for (int s = 0; s < sides; s++)
        if (!calibrate(&side[s], batch))
            return false;
    for (int r = 0; r < repetitions; r++)
        for (int s = 0; s < sides; s++) {
            double time = side[s].run(side[s].context, side[s].times);
            if (time < 0)
                return false;
            sample[s][r] = time / (double)side[s].times;
        }
    for (int s = 0; s < sides; s++)
        side[s].time = bench_median(sample[s], repetitions);
    return true;
}

/* ---- Tables ---- */

/* Three digits, in the largest unit that the value fills. */
static BenchText scaled(double value, double step, const char *const unit[4]) {
    BenchText t;
    int k = 0;
    for (; k < 3 && value >= 999.5; k++)
        value /= step;
    snprintf(t.text, sizeof t.text, "%.*f %s",
             value < 9.995   ? 2
             : value < 99.95 ? 1
                             : 0,
             value, unit[k]);
    return t;
}

BenchText bench_time(double seconds) {
    static const char *const unit[] = {"ns", "us", "ms", "s"};
    return scaled(seconds * 1e9, 1000, unit);
}

static BenchText quantity(const BenchRow *row, double value) {
    static const char *const unit[] = {"B", "KB", "MB", "GB"};
    return row->bytes ? scaled(value, 1000, unit) : bench_time(value);
}

void bench_head(const BenchOptions *o, const char *title, const char *peer,
                const char *more) {
    printf("%s%s\n%-21s%8s%8s%7s%8s%4s%s\n", title, o->quick ? BENCH_QUICK : "",
           "", "star", peer, "ratio", "target", "met", more);
}

void bench_print(const BenchOptions *o, const BenchRow *row) {
    const double ratio = row->peer > 0 ? row->ours / row->peer : 0;
    BenchText peer = {"-"}, part = {"-"}, target = {"-"};
    const char *met = "-";
    if (row->peer > 0) {
        peer = quantity(row, row->peer);
        snprintf(part.text, sizeof part.text, "%.2f", ratio);
    }
    if (!o->quick && row->limit > 0) {
        target = quantity(row, row->limit);
        met = row->ours <= row->limit ? "yes" : "no";
    } else if (!o->quick && row->most > 0) {
        snprintf(target.text, sizeof target.text, "%.2f", row->most);
        if (row->peer > 0)
            met = ratio <= row->most ? "yes" : "no";
    }
    printf("%-21s%8s%8s%7s%8s%4s%s\n", row->what, quantity(row, row->ours).text,
           peer.text, part.text, target.text, met, row->more ? row->more : "");
    fflush(stdout);
}

void bench_print_loop(const BenchOptions *o, const char *what, double ours,
                      double plain, double peer, double most) {
    char more[32];
    snprintf(more, sizeof more, "%9s%7.2f", bench_time(plain).text,
             plain / peer);
    bench_print(o, &(BenchRow){.what = what,
                               .ours = ours,
                               .peer = peer,
                               .most = most,
                               .more = more});
}

/* ---- Data ---- */

uint64_t bench_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* ---- Machines ---- */

/* NULL after a message. */
static StarProgram *compile(BenchMachine *m, const char *unit,
                            StarCompileOptions how) {
    StarProgram *p =
        star_compile(m->be->mem, &how, "bench", unit, strlen(unit));
    if (p == NULL)
        bench_fail(BENCH_MEMORY, "%s", m->be->mem->error->text);
    else if (p->errors > 0) {
        for (int i = 0; i < p->reports; i++)
            print_report(&p->report[i], &p->sources);
        star_program_free(p);
        p = NULL;
    }
    return p;
}

bool bench_open(BenchMachine *m, const char *unit) {
    return bench_open_on(m, unit, NULL);
}

bool bench_open_on(BenchMachine *m, const char *unit, DeviceAttach *attach) {
    const StarOptions options = {.attach = attach};
    StarError error;
    *m = (BenchMachine){.machine = star_machine_new(&options, &error)};
    if (m->machine == NULL) {
        bench_fail(star_status_exit(error.status), "%s", error.text);
        return false;
    }
    m->be = star_machine_backend(m->machine);
    m->program = compile(m, unit, (StarCompileOptions){0});
    m->bodies = compile(m, unit, (StarCompileOptions){.bodies = true});
    m->plain = compile(m, unit, (StarCompileOptions){.plain = true});
    return m->program != NULL && m->bodies != NULL && m->plain != NULL;
}

void bench_close(BenchMachine *m) {
    star_program_free(m->plain);
    star_program_free(m->bodies);
    star_program_free(m->program);
    star_machine_free(m->machine);
}

double bench_call(BenchMachine *m, const StarProgram *program, const char *proc,
                  const StarCell *args) {
    const StarProc *found = star_program_find(program, proc);
    const double start = bench_now();
    if (star_machine_call(m->machine, program, found, args) != STAR_OK) {
        print_report(star_machine_report(m->machine), &program->sources);
        return -1;
    }
    return bench_now() - start;
}

StarBits *bench_line(StarBackend *be, int64_t length) {
    StarBits *line = star_bits_new(be, STAR_UNSIZED);
    if (line == NULL || star_bits_size(be, line, length) != STAR_OK) {
        star_object_free(be, (StarObject *)line);
        return NULL;
    }
    return line;
}

bool bench_array(StarBackend *be, StarElement element, int64_t n,
                 StarArray **a) {
    const StarDim dim = {1, n};
    star_object_free(be, (StarObject *)*a);
    *a = NULL;
    return star_array_new(be, element, 1, &dim, NULL, a) == STAR_OK;
}

StarTable *bench_table(StarBackend *be, int64_t rows, int64_t cols) {
    StarTable *table = star_table_new(be, STAR_UNSIZED);
    if (table == NULL || star_table_size(be, table, rows, cols) != STAR_OK) {
        star_object_free(be, (StarObject *)table);
        return NULL;
    }
    return table;
}

/* SPDX-License-Identifier: MIT */
/* bench pipeline: what the paper on p-fold pipelines announces, an evaluation
 * of its methods over k, p and n, with the conflicts of memory counted. In C
 * they run one thread's work after the other's; on a device each is a kernel
 * of one block, or of all for a wide p-fold pipeline. */
#include "papers/bench_sdp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "papers/bench_gpu.h"

enum { MOST_K = 256, MOST_N = 1000000, QUICK = 100, RUNS = 3, MINIMUM = 0 };

static const char text[] = "uses pipeline;\nproc NONE; begin end;\n";

static const struct {
    const char *title, *variant;
} methods[BENCH_METHODS] = {[BENCH_SEQUENTIAL] = {"sequential", "sequential"},
                            [BENCH_TOURNAMENT] = {"tournament", "tournament"},
                            [BENCH_PIPELINE] = {"k-stage", "pipeline"},
                            [BENCH_PFOLD] = {"p-fold", "pfold"},
                            [BENCH_TWO] = {"2-by-2", "twobytwo"},
                            [BENCH_OURS] = {"ours", "ours"}};

typedef struct Work {
    const BenchOptions *options;
    BenchMachine machine;
    BenchGpu *gpu; /* NULL: none */
    BenchSdp sdp;
    int64_t a[MOST_K], p; /* p: the most that is right */
    int32_t *given, *expected, *table;
    StarArray *st, *offsets; /* ours */
    StarCell steps;
} Work;

static bool wanted(const Work *w, BenchMethod m) {
    const char *variant = w->options->variant;
    return (variant == NULL || strcmp(variant, methods[m].variant) == 0) &&
           (m != BENCH_PFOLD || w->p > 1);
}

/* ---- The methods in C ---- */

static int32_t least(int32_t x, int32_t y) {
    return x < y ? x : y;
}

/* Figure 1. */
static void sequential(const BenchSdp *s, int32_t *st) {
    for (int64_t i = s->a[0]; i < s->n; i++) {
        int32_t z = st[i - s->a[0]];
        for (int64_t j = 1; j < s->k; j++)
            z = least(z, st[i - s->a[j]]);
        st[i] = z;
    }
}

static void tournament(const BenchSdp *s, int32_t *st) {
    int32_t part[MOST_K] = {0};
    for (int64_t i = s->a[0]; i < s->n; i++) {
        for (int64_t j = 0; j < s->k; j++)
            part[j] = st[i - s->a[j]];
        for (int64_t by = 1; by < s->k; by *= 2)
            for (int64_t j = 0; j + by < s->k; j += 2 * by)
                part[j] = least(part[j], part[j + by]);
        st[i] = part[0];
    }
}

static int64_t within(int64_t x, int64_t low, int64_t high) {
    return x < low ? low : x > high ? high : x;
}

/* Figure 6; with p = 1 Figure 2. At a head, stage j has the p elements up to
 * head - j p. */
static void pfold(const BenchSdp *s, int32_t *st, int64_t p) {
    const int64_t first = s->a[0], n = s->n;
    for (int64_t head = first + p - 1; head < n - 1 + p * s->k; head += p)
        for (int64_t j = 0; j < s->k; j++) {
            const int64_t end = head - j * p + 1;
            const int64_t to = within(end, first, n), a = s->a[j];
            for (int64_t i = within(end - p, first, n); i < to; i++)
                st[i] = j == 0 ? st[i - a] : least(st[i], st[i - a]);
        }
}

/* Thread j has element head - j and its operands 2 j and 2 j + 1. The element
 * that the latter is was begun a[2 j + 1] + j >= k - j - 1 steps before, no
 * less than the half of k, rounded up, that it takes. */
static void two_by_two(const BenchSdp *s, int32_t *st) {
    const int64_t stages = (s->k + 1) / 2;
    for (int64_t head = s->a[0]; head < s->n - 1 + stages; head++)
        for (int64_t j = 0; j < stages; j++) {
            const int64_t i = head - j;
            if (i < s->a[0] || i >= s->n)
                continue;
            int32_t z = st[i - s->a[2 * j]];
            if (j > 0)
                z = least(st[i], z);
            if (2 * j + 1 < s->k)
                z = least(z, st[i - s->a[2 * j + 1]]);
            st[i] = z;
        }
}

static double ours(Work *w) {
    const StarCell arg[] = {{.array = w->st}, {.array = w->offsets},
                            {.i = MINIMUM},   {.i = 0},
                            {.i = 0},         {.ref = &w->steps}};
    return bench_call(&w->machine, w->machine.program, "SDP32", arg);
}

static double run_c(Work *w, BenchMethod m) {
    const BenchSdp *s = &w->sdp;
    const double start = bench_now();
    switch (m) {
    case BENCH_SEQUENTIAL: sequential(s, w->table); break;
    case BENCH_TOURNAMENT: tournament(s, w->table); break;
    case BENCH_TWO: two_by_two(s, w->table); break;
    default: pfold(s, w->table, m == BENCH_PFOLD ? w->p : 1);
    }
    return bench_now() - start;
}

/* ---- Conflicts ---- */

/* Of what the threads of a step of a method read: elements beyond the first
 * thread that reads each; the most that read the same one. */
typedef struct Conflicts {
    int64_t more, most;
} Conflicts;

/* Reads of one moment, at distances before the head. */
typedef struct Reads {
    int32_t *count;
    Conflicts found;
} Reads;

static void read_at(Reads *r, int64_t distance) {
    const int64_t readers = ++r->count[distance];
    r->found.more += readers > 1;
    if (readers > r->found.most)
        r->found.most = readers;
}

static Conflicts conflicts_of(BenchMethod m, const int64_t *a, int64_t k,
                              int64_t p) {
    const int64_t threads = p * k;
    const size_t distances = (size_t)(a[0] + threads);
    Reads r = {.count = calloc(distances, sizeof *r.count)};
    if (r.count == NULL)
        return r.found;
    if (m == BENCH_TWO)
        for (int part = 0; part < 2; part++) {
            memset(r.count, 0, distances * sizeof *r.count);
            for (int64_t j = 0; 2 * j + part < k; j++)
                read_at(&r, j + a[2 * j + part]);
        }
    else
        for (int64_t j = 0; j < threads; j++)
            read_at(&r, j + a[j / p]);
    free(r.count);
    return r.found;
}

/* ---- Problems ---- */

static int falling(const void *x, const void *y) {
    const int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
    return (a < b) - (a > b);
}

/* k offsets from `from` on: in a row if `span` is 0, else at random among the
 * next span. */
static void draw_offsets(Work *w, int64_t k, int64_t from, int64_t span) {
    uint64_t state = BENCH_SEED;
    for (int64_t j = 0; j < k; j++)
        w->a[j] = from + j;
    for (int64_t j = 1; j < k && span > 0;) {
        const int64_t one =
            from + 1 + (int64_t)(bench_random(&state) % (uint64_t)span);
        bool again = false;
        for (int64_t i = 1; i < j; i++)
            again |= w->a[i] == one;
        if (!again)
            w->a[j++] = one;
    }
    qsort(w->a, (size_t)k, sizeof *w->a, falling);
    w->p = w->a[0];
    for (int64_t j = 0; j < k; j++)
        if (w->a[j] / (k - j) < w->p)
            w->p = w->a[j] / (k - j);
}

static bool set_problem(Work *w, int64_t n, int64_t k) {
    w->sdp = (BenchSdp){
        .n = n, .k = k, .a = w->a, .given = w->given, .expected = w->expected};
    memcpy(w->expected, w->given, (size_t)n * sizeof *w->given);
    sequential(&w->sdp, w->expected);
    if (!bench_array(w->machine.be, STAR_ELEM_LONG, n, &w->st) ||
        !bench_array(w->machine.be, STAR_ELEM_INT, k, &w->offsets)) {
        bench_fail(BENCH_MEMORY, "no memory");
        return false;
    }
    memcpy(w->offsets->ints, w->a, (size_t)k * sizeof *w->a);
    return true;
}

/* ---- Times ---- */

/* The time of an element, in ns, or a negative number after a message. */
static double time_c(Work *w, BenchMethod m) {
    const size_t bytes = (size_t)w->sdp.n * sizeof *w->given;
    const int runs = w->options->quick ? 1 : RUNS;
    double sample[RUNS];
    for (int r = 0; r < runs; r++) {
        void *table = m == BENCH_OURS ? (void *)w->st->longs : w->table;
        memcpy(table, w->given, bytes);
        sample[r] = m == BENCH_OURS ? ours(w) : run_c(w, m);
        if (sample[r] < 0)
            return -1;
        if (memcmp(table, w->expected, bytes) != 0) {
            bench_fail(BENCH_DIFFERS, "%s gives another table than C",
                       methods[m].title);
            return -1;
        }
    }
    return bench_median(sample, runs) * 1e9 / (double)(w->sdp.n - w->sdp.a[0]);
}

#if STAR_GPU
/* The paper's methods take half a microsecond an element, and more: on a
 * part. */
static double time_gpu(Work *w, BenchMethod m) {
    enum { PART = 20000 };
    BenchSdp part = w->sdp;
    if (m != BENCH_OURS && part.n > part.a[0] + PART)
        part.n = part.a[0] + PART;
    const double time =
        bench_gpu_sdp(w->gpu, &part, m, m == BENCH_PFOLD ? w->p : 1);
    return time * 1e9 / (double)(part.n - part.a[0]);
}
#else
static double time_gpu(Work *w, BenchMethod m) {
    (void)w, (void)m;
    return -1;
}
#endif

/* The times of all methods; 0: not measured. */
typedef struct Times {
    double of[BENCH_METHODS];
} Times;

static bool time_all(Work *w, bool gpu, Times *t) {
    for (int m = 0; m < BENCH_METHODS; m++) {
        t->of[m] = 0;
        if (wanted(w, (BenchMethod)m))
            t->of[m] =
                gpu ? time_gpu(w, (BenchMethod)m) : time_c(w, (BenchMethod)m);
        if (t->of[m] < 0)
            return false;
    }
    return true;
}

/* ---- Tables ---- */

static void head(const char *title, const char *place) {
    printf("\n%s, ns an element, %s\n%8s%5s  %-14s%7s", title, place, "n", "k",
           "offsets", "p");
    for (int m = 0; m < BENCH_METHODS; m++)
        printf("%11s", methods[m].title);
    printf("\n");
}

static void problem(const Work *w) {
    char offsets[48], p[24] = "-";
    snprintf(offsets, sizeof offsets, "%lld..%lld",
             (long long)w->sdp.a[w->sdp.k - 1], (long long)w->sdp.a[0]);
    if (w->p > 1)
        snprintf(p, sizeof p, "%lld", (long long)w->p);
    printf("%8lld%5lld  %-14s%7s", (long long)w->sdp.n, (long long)w->sdp.k,
           offsets, p);
}

static void row(const Work *w, const Times *t) {
    problem(w);
    for (int m = 0; m < BENCH_METHODS; m++)
        if (t->of[m] > 0)
            printf("%11.2f", t->of[m]);
        else
            printf("%11s", "-");
    printf("\n");
    fflush(stdout);
}

/* Offsets in a row, and far ones. */
static const int64_t ks[] = {4, 16, 64, 256};

enum { KS = sizeof ks / sizeof *ks, FAR = 10000, SPAN = 100000 };

static bool set_k(Work *w, int64_t k, bool far) {
    const BenchOptions *o = w->options;
    if (far)
        draw_offsets(w, k, bench_size(o, FAR, QUICK),
                     bench_size(o, SPAN, QUICK));
    else
        draw_offsets(w, k, 1, 0);
    return set_problem(w, bench_size(o, MOST_N, QUICK), k);
}

static void conflicts(Work *w) {
    static const BenchMethod counted[] = {BENCH_PIPELINE, BENCH_PFOLD,
                                          BENCH_TWO};
    printf("\nreads of an element that another thread of the step reads, and "
           "most of one\n%8s%5s  %-14s%7s%18s%18s%18s\n",
           "n", "k", "offsets", "p", "k-stage", "p-fold", "2-by-2");
    for (int far = 0; far < 2; far++)
        for (int k = 0; k < KS; k++) {
            if (!set_k(w, ks[k], far))
                return;
            problem(w);
            for (int m = 0; m < 3; m++) {
                const Conflicts c =
                    conflicts_of(counted[m], w->a, ks[k],
                                 counted[m] == BENCH_PFOLD ? w->p : 1);
                if (counted[m] == BENCH_PFOLD && w->p == 1)
                    printf("%18s", "-");
                else
                    printf("%11lld of %4lld", (long long)c.more,
                           (long long)c.most);
            }
            printf("\n");
        }
}

/* The series of the plot: far offsets over k. */
static void start_plot(Work *w, const char *place) {
    Plot *plot = w->options->plot;
    plot_begin(plot, "k, operands of an element",
               "pipeline: an element of a table, far offsets, %s", place);
    for (int m = BENCH_METHODS; m-- > 0;)
        plot_series(plot, m == BENCH_OURS ? PLOT_OURS : PLOT_PAPER,
                    methods[m].title);
}

/* A copy of the table, which any method reads and writes. */
static void plot_bound(Work *w) {
    const size_t bytes = MOST_N * sizeof *w->table;
    double sample[RUNS];
    for (int r = 0; r < RUNS; r++) {
        const double start = bench_now();
        memcpy(w->table, w->given, bytes);
        sample[r] = bench_now() - start;
    }
    PlotSeries *s =
        plot_series(w->options->plot, PLOT_BOUND, "a copy of the table");
    for (int k = 0; k < KS; k++)
        plot_point(s, (double)ks[k], bench_median(sample, RUNS) / MOST_N);
}

static bool over_k(Work *w, bool gpu, const char *place) {
    PlotSeries *series = w->options->plot->series;
    start_plot(w, place);
    head("over k", place);
    for (int far = 0; far < 2; far++)
        for (int k = 0; k < KS; k++) {
            Times t;
            if (!set_k(w, ks[k], far) || !time_all(w, gpu, &t))
                return false;
            row(w, &t);
            for (int m = 0; m < BENCH_METHODS && far; m++)
                if (t.of[m] > 0)
                    plot_point(&series[BENCH_METHODS - 1 - m], (double)ks[k],
                               t.of[m] * 1e-9);
        }
    if (!gpu)
        plot_bound(w);
    return true;
}

static bool over_n(Work *w, bool gpu, const char *place) {
    enum { K = 16, LEAST = 500, RANGE = 3500 };
    const BenchOptions *o = w->options;
    head("over n", place);
    for (int64_t n = 10000; n <= MOST_N; n *= 10) {
        Times t;
        draw_offsets(w, K, bench_size(o, LEAST, 20), bench_size(o, RANGE, 20));
        if (!set_problem(w, bench_size(o, n, 10), K) || !time_all(w, gpu, &t))
            return false;
        row(w, &t);
    }
    return true;
}

/* The pipelines alone, p to the most that is right. */
static bool over_p(Work *w, bool gpu, const char *place) {
    const int64_t k = 16;
    if (!set_k(w, k, true))
        return false;
    const int64_t most = w->p, cells = w->sdp.n - w->sdp.a[0];
    printf(
        "\nover p, %lld offsets from %lld to %lld, %s\n%8s%12s%12s%16s%14s\n",
        (long long)k, (long long)w->a[k - 1], (long long)w->a[0], place, "p",
        "threads", "steps", "conflicts", "ns an element");
    for (int64_t p = 1;; p = p * 4 < most ? p * 4 : most) {
        const Conflicts c = conflicts_of(BENCH_PFOLD, w->a, k, p);
        w->p = p;
        const double time =
            gpu ? time_gpu(w, BENCH_PFOLD) : time_c(w, BENCH_PFOLD);
        if (time < 0)
            return false;
        printf("%8lld%12lld%12lld%16lld%14.2f\n", (long long)p,
               (long long)(p * k), (long long)((cells + p - 1) / p + k - 1),
               (long long)c.more, time);
        fflush(stdout);
        if (p == most)
            return true;
    }
}

static bool tables(Work *w, bool gpu, const char *place) {
    return over_k(w, gpu, place) &&
           (w->options->variant != NULL || over_p(w, gpu, place)) &&
           over_n(w, gpu, place);
}

/* ---- All ---- */

static bool make(Work *w) {
    uint64_t state = BENCH_SEED;
    w->given = malloc(3 * MOST_N * sizeof *w->given);
    if (w->given == NULL) {
        bench_fail(BENCH_MEMORY, "no memory");
        return false;
    }
    w->expected = w->given + MOST_N;
    w->table = w->expected + MOST_N;
    for (int i = 0; i < MOST_N; i++)
        w->given[i] = (int32_t)(bench_random(&state) % INT32_MAX);
    return true;
}

static bool on_device(Work *w) {
    const char *name = w->options->device.name;
    if (*name == '\0') {
        printf("\non a device: there is none\n");
        return true;
    }
#if STAR_GPU
    w->gpu = bench_gpu_open();
    if (w->gpu == NULL)
        return false;
#endif
    return tables(w, true, name);
}

int bench_sdp(const BenchOptions *o) {
    static Work w;
    w = (Work){.options = o};
    bool good = bench_open(&w.machine, text) && make(&w);
    printf("the paper's methods on tables of minima%s\n",
           o->quick ? BENCH_QUICK : "");
    if (good) {
        conflicts(&w);
        good = tables(&w, false, "C on a processor") && on_device(&w);
    }
#if STAR_GPU
    bench_gpu_close(w.gpu);
#endif
    star_object_free(w.machine.be, (StarObject *)w.st);
    star_object_free(w.machine.be, (StarObject *)w.offsets);
    free(w.given);
    bench_close(&w.machine);
    return good ? 0 : BENCH_DIFFERS;
}

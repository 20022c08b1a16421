/* SPDX-License-Identifier: MIT */
/* bench kleene: the experiment of "Acceleration of the computation of the
 * Kleene star in max-plus algebra using CUDA": arcs i -> i + 1, others forward
 * with probability 1/2, weights of the normal distribution, vertices
 * relabelled, floats. The paper's times, its algorithm in scalar C, KLEENE and
 * GraphBLAS. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "peers/bench_graphblas.h"
#include "peers/bench_peers.h"

static const char text[] =
    "uses maxplus;\n"
    "proc STARS(n: integer; var A: array[l1..u1: integer; l2..u2: integer]\n"
    "           of single);\n"
    "begin KLEENE(n, A, maxplus) end;\n";

enum {
    SIZES = 4,
    CONVERT = 0,
    SORT,
    INITIALIZE,
    UPDATE,
    STAGES,
    TOTAL = STAGES,
    ROWS
};

static const int sizes[SIZES] = {500, 1000, 2000, 4000};

enum { QUICK = 10 };

static const char *const stages[ROWS] = {"convert CCS", "topological sort",
                                         "initialize W", "update W", "total"};

/* Tables 2 and 3, in ms, as printed; docs/explanation/errata.md: the totals. */
static const double xeon[ROWS][SIZES] = {{1.6, 12.3, 47.6, 226.0},
                                         {0.3, 1.2, 4.3, 17.2},
                                         {0.1, 0.4, 2.1, 8.9},
                                         {142.0, 1067.8, 8338.1, 66997.8},
                                         {143.9, 1081.6, 8392.1, 67249.1}};
static const double tesla[ROWS][SIZES] = {{1.6, 12.3, 47.3, 223.7},
                                          {0.3, 1.2, 4.3, 17.1},
                                          {0.1, 0.4, 2.2, 9.0},
                                          {20.0, 64.4, 311.8, 2040.9},
                                          {22.0, 78.2, 365.7, 2292.5}};

typedef struct Work {
    const BenchOptions *options;
    int n, arcs;
    float *matrix;   /* row i: the arcs to i */
    StarArray *star; /* what KLEENE makes of it */
    float *c;        /* what C makes of it */
    float *value;    /* C's arcs, column after column */
    int *head, *column, *order, *path, *next;
    BenchMachine machine, device; /* device.machine NULL: there is none */
    BenchGraphBLAS *graphblas;    /* NULL: it is not there */
    double c_time[STAGES];        /* in s */
} Work;

/* ---- The matrices ---- */

static double uniform(uint64_t *state) {
    return ((double)(bench_random(state) >> 11) + 0.5) * 0x1p-53;
}

static float normal(uint64_t *state) {
    const double r = sqrt(-2 * log(uniform(state)));
    return (float)(r * cos(6.283185307179586 * uniform(state)));
}

static void draw(Work *w) {
    const int n = w->n;
    uint64_t state = BENCH_SEED;
    for (int i = 0; i < n; i++)
        w->order[i] = i;
    for (int i = n - 1; i > 0; i--) {
        const int j = (int)(bench_random(&state) % (uint64_t)(i + 1));
        const int other = w->order[i];
        w->order[i] = w->order[j];
        w->order[j] = other;
    }
    for (size_t k = 0; k < (size_t)n * (size_t)n; k++)
        w->matrix[k] = -INFINITY;
    for (int j = 0; j < n; j++)
        for (int i = j + 1; i < n; i++)
            if (i == j + 1 || bench_random(&state) >> 40 & 1)
                w->matrix[(size_t)w->order[i] * (size_t)n +
                          (size_t)w->order[j]] = normal(&state);
}

/* ---- The paper's algorithm in C ---- */

static void convert(Work *w) {
    const size_t n = (size_t)w->n;
    w->arcs = 0;
    for (size_t l = 0; l < n; l++) {
        w->column[l] = w->arcs;
        for (size_t i = 0; i < n; i++)
            if (w->matrix[i * n + l] != -INFINITY) {
                w->value[w->arcs] = w->matrix[i * n + l];
                w->head[w->arcs++] = (int)i;
            }
    }
    w->column[n] = w->arcs;
}

/* Depth-first; next[v] is the arc of v that is looked at next, -1 before. */
static void sort(Work *w) {
    int left = w->n;
    for (int v = 0; v < w->n; v++)
        w->next[v] = -1;
    for (int root = 0; root < w->n; root++) {
        int depth = 0, v = root;
        if (w->next[root] >= 0)
            continue;
        w->next[v] = w->column[v];
        w->path[depth++] = v;
        while (depth > 0) {
            v = w->path[depth - 1];
            if (w->next[v] == w->column[v + 1]) {
                w->order[--left] = v;
                depth--;
            } else {
                v = w->head[w->next[v]++];
                if (w->next[v] < 0) {
                    w->next[v] = w->column[v];
                    w->path[depth++] = v;
                }
            }
        }
    }
}

static void initialize(Work *w) {
    const size_t n = (size_t)w->n;
    for (size_t k = 0; k < n * n; k++)
        w->c[k] = -INFINITY;
    for (size_t i = 0; i < n; i++)
        w->c[i * n + i] = 0;
}

static void update(Work *w) {
    const size_t n = (size_t)w->n;
    for (size_t k = 0; k < n; k++) {
        const int l = w->order[k];
        const float *from = w->c + (size_t)l * n;
        for (int arc = w->column[l]; arc < w->column[l + 1]; arc++) {
            float *to = w->c + (size_t)w->head[arc] * n;
            const float x = w->value[arc];
            for (size_t j = 0; j < n; j++) {
                if (from[j] != -INFINITY && x + from[j] > to[j])
                    to[j] = x + from[j];
                /* Keeps compilers from making vectors. */
                __asm__("" : "+r"(j));
            }
        }
    }
}

static void run_c(Work *w) {
    static void (*const run[STAGES])(Work *) = {convert, sort, initialize,
                                                update};
    for (int k = 0; k < STAGES; k++) {
        const double start = bench_now();
        run[k](w);
        w->c_time[k] = bench_now() - start;
    }
}

/* ---- KLEENE ---- */

/* From the host's memory into the host's memory. */
static double run_on(Work *w, BenchMachine *m, int64_t times) {
    const size_t bytes = (size_t)w->n * (size_t)w->n * sizeof *w->matrix;
    const StarCell arg[] = {{.i = w->n}, {.array = w->star}};
    double sum = 0;
    for (; times > 0; times--) {
        if (star_object_sync(m->be, &w->star->head, STAR_OVERWRITE) != STAR_OK)
            return -1;
        memcpy(w->star->data, w->matrix, bytes);
        const double start = bench_now();
        if (bench_call(m, m->program, "STARS", arg) < 0 ||
            star_object_sync(m->be, &w->star->head, STAR_READ) != STAR_OK)
            return -1;
        sum += bench_now() - start;
        if (memcmp(w->star->data, w->c, bytes) != 0)
            return -1;
    }
    return sum;
}

static double run_star(Work *w, int64_t times, uint32_t threads) {
    w->machine.be->threads.count = threads;
    return run_on(w, &w->machine, times);
}

BENCH_ONE_AND_TWO(run_star)

static double run_device(void *context, int64_t times) {
    Work *w = context;
    return run_on(w, &w->device, times);
}

/* ---- The table ---- */

typedef struct Times {
    double c[ROWS][SIZES], one[SIZES], two[SIZES]; /* in ms */
    double device[SIZES], graphblas[SIZES];        /* or 0 */
} Times;

/* On two threads; larger graphs would take half a minute and more. */
static bool run_graphblas(Work *w, Times *t, int k) {
    t->graphblas[k] = 0;
    if (w->graphblas != NULL && w->n <= 1000)
        t->graphblas[k] =
            1e3 * bench_graphblas_star(w->graphblas, 2, w->n, w->matrix, w->c);
    return t->graphblas[k] >= 0;
}

/* The sides, the star in memory of one machine. */
static bool run_sides(Work *w, BenchMachine *m, BenchSide *side, int sides) {
    const StarDim dim[] = {{1, w->n}, {1, w->n}};
    if (star_array_new(m->be, STAR_ELEM_SINGLE, 2, dim, NULL, &w->star) !=
        STAR_OK)
        return false;
    const bool good = bench_measure(w->options, side, sides, 11, 1e-2);
    star_object_free(m->be, &w->star->head);
    return good;
}

static int measure(Work *w, Times *t, int k) {
    BenchSide side[] = {{.run = run_one, .context = w},
                        {.run = run_two, .context = w}};
    BenchSide device = {.run = run_device, .context = w};
    w->n = (int)bench_size(w->options, sizes[k], QUICK);
    draw(w);
    run_c(w);
    if (!run_sides(w, &w->machine, side, 2) || !run_graphblas(w, t, k) ||
        (w->device.machine != NULL && !run_sides(w, &w->device, &device, 1)))
        return bench_fail(BENCH_DIFFERS,
                          "KLEENE or GraphBLAS fails or gives another star "
                          "than C");
    t->c[TOTAL][k] = 0;
    for (int s = 0; s < STAGES; s++) {
        t->c[s][k] = 1e3 * w->c_time[s];
        t->c[TOTAL][k] += t->c[s][k];
    }
    t->one[k] = 1e3 * side[0].time;
    t->two[k] = 1e3 * side[1].time;
    t->device[k] = 1e3 * device.time;
    return 0;
}

/* A figure of the paper, which is of other sizes if ours are quick, and ours,
 * or their ratios to others; 0: there is none. */
static void cell(double ms, double by) {
    if (ms == 0)
        printf("%8s", "-");
    else
        printf("%8.1f", by == 0 ? ms : ms / by);
}

static void line(const BenchOptions *o, const char *what, const double *paper,
                 const double *by, const double *ours, const double *ours_by) {
    printf("%-16s", what);
    for (int k = 0; k < SIZES; k++) {
        cell(paper == NULL || o->quick ? 0 : paper[k], by ? by[k] : 0);
        cell(ours == NULL ? 0 : ours[k], ours_by ? ours_by[k] : 0);
    }
    printf("\n");
}

static void head(const BenchOptions *o, const char *title) {
    printf("%s\n%-16s", title, "n");
    for (int k = 0; k < SIZES; k++)
        printf("%16lld", (long long)bench_size(o, sizes[k], QUICK));
    printf("\n%-16s", "");
    for (int k = 0; k < SIZES; k++)
        printf("%8s%8s", "paper", "here");
    printf("\n");
}

static void print(const BenchOptions *o, const Times *t) {
    printf("kleene: the paper's matrices of n vertices, floats; ms%s\n",
           o->quick ? BENCH_QUICK : "");
    head(o, "Table 2, a processor: a Xeon E5645, its algorithm in C here");
    for (int s = 0; s < ROWS; s++)
        line(o, stages[s], xeon[s], NULL, t->c[s], NULL);
    line(o, "KLEENE on 1", NULL, NULL, t->one, NULL);
    line(o, "KLEENE on 2", NULL, NULL, t->two, NULL);
    line(o, "GraphBLAS on 2", NULL, NULL, t->graphblas, NULL);
    line(o, "total / on 2", xeon[TOTAL], t->two, t->c[TOTAL], t->two);
    if (!o->quick)
        printf("target, n = 4000: 200 ms on 2, met: %s\n",
               t->two[SIZES - 1] <= 200 ? "yes" : "no");
    printf("\nTable 3, a device: a Tesla C2075, %s here\n",
           o->device.name[0] != '\0' ? o->device.name : "none");
    for (int s = 0; s < ROWS; s++)
        line(o, stages[s], tesla[s], NULL, s == TOTAL ? t->device : NULL, NULL);
    line(o, "effect", xeon[TOTAL], tesla[TOTAL],
         t->device[0] > 0 ? t->c[TOTAL] : NULL, t->device);
}

/* ---- The plot ---- */

static void draw_series(const BenchOptions *o, PlotKind kind, const char *name,
                        const double *ms) {
    PlotSeries *s = plot_series(o->plot, kind, name);
    for (int k = 0; k < SIZES; k++)
        if (ms[k] > 0)
            plot_point(s,
                       (double)(kind == PLOT_PAPER
                                    ? sizes[k]
                                    : bench_size(o, sizes[k], QUICK)),
                       ms[k] * 1e-3);
}

static void draw_all(const BenchOptions *o, const Times *t) {
    double sums[SIZES];
    const double rate = 2 * bench_rate(bench_peers()->float_sums);
    for (int k = 0; k < SIZES; k++) {
        const double n = (double)bench_size(o, sizes[k], QUICK);
        sums[k] = n * n * n / 12 / rate * 1e3;
    }
    plot_begin(o->plot, "n, vertices", "kleene: the star of n vertices");
    draw_series(o, PLOT_OURS, "star, two threads", t->two);
    draw_series(o, PLOT_OURS, "star, one thread", t->one);
    draw_series(o, PLOT_OURS, "star, device", t->device);
    draw_series(o, PLOT_OURS, "C, the paper's way", t->c[TOTAL]);
    draw_series(o, PLOT_OURS, "GraphBLAS, two", t->graphblas);
    draw_series(o, PLOT_PAPER, "paper, Xeon E5645", xeon[TOTAL]);
    draw_series(o, PLOT_PAPER, "paper, Tesla C2075", tesla[TOTAL]);
    draw_series(o, PLOT_BOUND, "arithmetic, two threads", sums);
}

int bench_kleene(const BenchOptions *o) {
    const size_t most = (size_t)sizes[SIZES - 1], cells = most * most;
    Work w = {.options = o, .graphblas = bench_graphblas_open()};
    Times t;
    int status = 0;
    const bool opened = bench_open(&w.machine, text) &&
                        (o->device.name[0] == '\0' ||
                         bench_open_on(&w.device, text, device_always));
    float *numbers = malloc(3 * cells * sizeof *numbers);
    int *heads = malloc((cells + 4 * most + 1) * sizeof *heads);
    if (opened && numbers != NULL && heads != NULL) {
        float **number[] = {&w.matrix, &w.c, &w.value};
        int **vertices[] = {&w.order, &w.path, &w.next, &w.column};
        for (size_t k = 0; k < 3; k++)
            *number[k] = numbers + k * cells;
        for (size_t k = 0; k < 4; k++)
            *vertices[k] = heads + cells + k * most;
        w.head = heads;
    } else
        status = bench_fail(BENCH_MEMORY, "no memory");
    for (int k = 0; k < SIZES && status == 0; k++)
        status = measure(&w, &t, k);
    if (status == 0) {
        print(o, &t);
        draw_all(o, &t);
    }
    free(heads);
    free(numbers);
    bench_graphblas_close(w.graphblas);
    bench_close(&w.device);
    bench_close(&w.machine);
    return status;
}

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
#include "bench_graphblas.h"

static const char text[] =
    "uses maxplus;\n"
    "proc STARS(n: integer; var A: array[l1..u1: integer; l2..u2: integer]\n"
    "           of single);\n"
    "begin KLEENE(n, A, maxplus) end;\n";

enum { SIZES = 4, CONVERT = 0, SORT, INITIALIZE, UPDATE, STAGES };

static const int sizes[SIZES] = {500, 1000, 2000, 4000};

enum { QUICK = 10 };

static const char *const stages[STAGES] = {"convert", "sort", "initialize",
                                           "update"};

/* Tables 2 and 3, in ms. */
static const double xeon[STAGES][SIZES] = {{1.6, 12.3, 47.6, 226.0},
                                           {0.3, 1.2, 4.3, 17.2},
                                           {0.1, 0.4, 2.1, 8.9},
                                           {142.0, 1067.8, 8338.1, 66997.8}};
static const double tesla[STAGES][SIZES] = {{1.6, 12.3, 47.3, 223.7},
                                            {0.3, 1.2, 4.3, 17.1},
                                            {0.1, 0.4, 2.2, 9.0},
                                            {20.0, 64.4, 311.8, 2040.9}};

typedef struct Work {
    const BenchOptions *options;
    int n, arcs;
    float *matrix;   /* row i: the arcs to i */
    StarArray *star; /* what KLEENE makes of it */
    float *c;        /* what C makes of it */
    float *value;    /* C's arcs, column after column */
    int *head, *column, *order, *path, *next;
    BenchMachine machine;
    BenchGraphBLAS *graphblas; /* NULL: it is not there */
    double c_time[STAGES];     /* in s */
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

static double run_star(Work *w, int64_t times, int threads) {
    const size_t bytes = (size_t)w->n * (size_t)w->n * sizeof *w->matrix;
    const StarCell arg[] = {{.i = w->n}, {.array = w->star}};
    double sum = 0;
    w->machine.be->threads.count = threads;
    for (; times > 0; times--) {
        memcpy(w->star->data, w->matrix, bytes);
        const double time =
            bench_call(&w->machine, w->machine.program, "STARS", arg);
        if (time < 0 || memcmp(w->star->data, w->c, bytes) != 0)
            return -1;
        sum += time;
    }
    return sum;
}

static double run_one(void *context, int64_t times) {
    return run_star(context, times, 1);
}

static double run_two(void *context, int64_t times) {
    return run_star(context, times, 2);
}

/* ---- The table ---- */

typedef struct Times {
    double c[STAGES][SIZES], one[SIZES], two[SIZES]; /* in ms */
    double graphblas[SIZES];                         /* or 0 */
} Times;

/* On two threads; larger graphs would take half a minute and more. */
static bool run_graphblas(Work *w, Times *t, int k) {
    t->graphblas[k] = 0;
    if (w->graphblas != NULL && w->n <= 1000)
        t->graphblas[k] =
            1e3 * bench_graphblas_star(w->graphblas, 2, w->n, w->matrix, w->c);
    return t->graphblas[k] >= 0;
}

static int measure(Work *w, Times *t, int k) {
    BenchSide side[] = {{.run = run_one, .context = w},
                        {.run = run_two, .context = w}};
    const BenchOptions *o = w->options;
    const int64_t n = bench_size(o, sizes[k], QUICK);
    const StarDim dim[] = {{1, n}, {1, n}};
    StarBackend *be = w->machine.be;
    if (star_array_new(be, STAR_ELEM_SINGLE, 2, dim, NULL, &w->star) != STAR_OK)
        return bench_fail(STAR_MEMORY, "no memory");
    w->n = (int)n;
    draw(w);
    run_c(w);
    const bool ok =
        bench_measure(o, side, 2, 11, 1e-2) && run_graphblas(w, t, k);
    star_object_free(be, &w->star->head);
    if (!ok)
        return bench_fail(STAR_BYTECODE,
                          "KLEENE or GraphBLAS fails or gives another star "
                          "than C");
    for (int s = 0; s < STAGES; s++)
        t->c[s][k] = 1e3 * w->c_time[s];
    t->one[k] = 1e3 * side[0].time;
    t->two[k] = 1e3 * side[1].time;
    return 0;
}

static void line(const char *what, const double *ms, const double *by) {
    printf("%-21s", what);
    for (int k = 0; k < SIZES; k++)
        if (ms[k] == 0)
            printf("%10s", "-");
        else
            printf("%10.1f", by == NULL ? ms[k] : ms[k] / by[k]);
    printf("\n");
}

/* The stages and their sum, which is stored. */
static void part(const char *title, const double ms[STAGES][SIZES],
                 double total[SIZES]) {
    char name[32];
    for (int k = 0; k < SIZES; k++) {
        total[k] = 0;
        for (int s = 0; s < STAGES; s++)
            total[k] += ms[s][k];
    }
    for (int s = 0; s < STAGES; s++) {
        snprintf(name, sizeof name, "%s, %s", title, stages[s]);
        line(name, ms[s], NULL);
    }
    line(title, total, NULL);
}

static void print(const BenchOptions *o, const Times *t) {
    double cpu[SIZES], gpu[SIZES], c[SIZES];
    printf("kleene: the paper's matrices of n vertices, floats; ms%s\n%-21s",
           o->quick ? BENCH_QUICK : "", "n");
    for (int k = 0; k < SIZES; k++)
        printf("%10lld", (long long)bench_size(o, sizes[k], QUICK));
    printf("\n");
    if (!o->quick) {
        part("Xeon", xeon, cpu);
        part("Tesla", tesla, gpu);
    }
    part("C", t->c, c);
    line("star on 1", t->one, NULL);
    line("star on 2", t->two, NULL);
    if (!o->quick) {
        line("Xeon / star on 2", cpu, t->two);
        line("Tesla / star on 2", gpu, t->two);
    }
    line("C / star on 2", c, t->two);
    line("GraphBLAS on 2", t->graphblas, NULL);
    line("its / star on 2", t->graphblas, t->two);
    if (!o->quick)
        printf("target, n = 4000: 200 ms on 2, met: %s\n",
               t->two[SIZES - 1] <= 200 ? "yes" : "no");
}

int bench_kleene(const BenchOptions *o) {
    const size_t most = (size_t)sizes[SIZES - 1], cells = most * most;
    Work w = {.options = o, .graphblas = bench_graphblas_open()};
    Times t;
    int status = 0;
    const bool opened = bench_open(&w.machine, text);
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
        status = bench_fail(STAR_MEMORY, "no memory");
    for (int k = 0; k < SIZES && status == 0; k++)
        status = measure(&w, &t, k);
    if (status == 0)
        print(o, &t);
    free(heads);
    free(numbers);
    bench_graphblas_close(w.graphblas);
    bench_close(&w.machine);
    return status;
}

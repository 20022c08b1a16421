/* SPDX-License-Identifier: MIT */
/* bench arcs: breadth-first search on arc lists, ARC_LEVELS of the library
 * beside a queue in C: on R-MAT graphs (a, b, c = 0.57, 0.19, 0.19) of seven
 * levels or so, and on a grid, whose levels are twice as many as its side. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "cpu/simd/simd.h"
#include "values/table.h"

static const char text[] = "uses sparse;\nproc NONE; begin end;\n";

enum { SCALE = 20, DEGREE = 16, SIDE = 512, REPETITIONS = 5 };

/* The graph as tables of a machine. */
typedef struct Lists {
    BenchMachine machine;
    StarTable *left, *right, *levels;
} Lists;

typedef struct Work {
    int64_t n, arcs;
    int cols;
    uint32_t source;
    uint32_t *from, *into; /* arcs, vertices from 0 */
    uint32_t *head, *next; /* for C: head[i].. are the next vertices of i */
    uint32_t *queue, *level, *name;
    Lists host, device;
    uint64_t sum; /* of what was decoded */
} Work;

/* ---- Graphs ---- */

static void relabel(Work *w, uint64_t *state) {
    for (int64_t i = 0; i < w->n; i++) {
        const uint64_t j = bench_random(state) % (uint64_t)(i + 1);
        w->name[i] = w->name[j];
        w->name[j] = (uint32_t)i;
    }
    for (int64_t e = 0; e < w->arcs; e++) {
        w->from[e] = w->name[w->from[e]];
        w->into[e] = w->name[w->into[e]];
    }
}

/* Each arc goes down a quadrant of the adjacency matrix at a time. */
static void draw_rmat(Work *w, int scale) {
    uint64_t state = BENCH_SEED;
    for (int64_t e = 0; e < w->arcs; e++) {
        uint32_t i = 0, j = 0;
        for (int k = 0; k < scale; k++) {
            const uint64_t percent = bench_random(&state) % 100;
            i = 2 * i + (percent >= 76);
            j = 2 * j + (percent >= 95 || (percent >= 57 && percent < 76));
        }
        w->from[e] = i;
        w->into[e] = j;
    }
    relabel(w, &state);
    w->source = w->from[0];
}

/* Arcs to and fro between neighbours; the source is a corner. */
static void draw_grid(Work *w, int64_t side) {
    int64_t e = 0;
    for (int64_t i = 0; i < side * side; i++)
        for (int down = 0; down < 2; down++) {
            const int64_t j = down ? i + side : i + 1;
            if (down ? j >= side * side : j % side == 0)
                continue;
            w->from[e] = w->into[e + 1] = (uint32_t)i;
            w->into[e] = w->from[e + 1] = (uint32_t)j;
            e += 2;
        }
    w->source = 0;
}

/* head and next from the arcs, by counting. */
static void sort_arcs(Work *w) {
    memset(w->head, 0, (size_t)(w->n + 2) * sizeof *w->head);
    for (int64_t e = 0; e < w->arcs; e++)
        w->head[w->from[e] + 2]++;
    for (int64_t i = 2; i <= w->n + 1; i++)
        w->head[i] += w->head[i - 1];
    for (int64_t e = 0; e < w->arcs; e++)
        w->next[w->head[w->from[e] + 1]++] = w->into[e];
}

/* Columns of numbers from 1. */
static void fill(const Work *w, StarTable *t, const uint32_t *number) {
    StarBackend *be = w->host.machine.be;
    for (int64_t e = 0; e < w->arcs; e++)
        for (int j = 0; j < w->cols; j++)
            star_table_vector(be, t, STAR_COLUMNS, w->cols - 1 - j)[e / 64] |=
                (uint64_t)((number[e] + 1) >> j & 1) << e % 64;
}

static bool make_lists(Work *w, Lists *l, DeviceAttach *attach) {
    if (!bench_open_on(&l->machine, text, attach))
        return false;
    StarBackend *be = l->machine.be;
    l->left = bench_table(be, w->arcs, w->cols);
    l->right = bench_table(be, w->arcs, w->cols);
    l->levels = star_table_new(be, STAR_ELASTIC);
    if (l->left == NULL || l->right == NULL || l->levels == NULL ||
        star_table_own(be, l->left, STAR_COLUMNS) != STAR_OK ||
        star_table_own(be, l->right, STAR_COLUMNS) != STAR_OK) {
        bench_fail(BENCH_MEMORY, "no memory");
        return false;
    }
    fill(w, l->left, w->from);
    fill(w, l->right, w->into);
    return true;
}

static void free_lists(Lists *l) {
    if (l->machine.machine == NULL)
        return;
    star_object_free(l->machine.be, (StarObject *)l->left);
    star_object_free(l->machine.be, (StarObject *)l->right);
    star_object_free(l->machine.be, (StarObject *)l->levels);
    bench_close(&l->machine);
}

/* ---- The sides ---- */

static double run_c(void *context, int64_t times) {
    Work *w = context;
    const double start = bench_now();
    for (; times > 0; times--) {
        int64_t first = 0, behind = 1;
        memset(w->level, 0xff, (size_t)w->n * sizeof *w->level);
        w->level[w->source] = 0;
        w->queue[0] = w->source;
        for (; first < behind; first++) {
            const uint32_t i = w->queue[first];
            for (uint32_t e = w->head[i]; e < w->head[i + 1]; e++) {
                const uint32_t j = w->next[e];
                if (w->level[j] != UINT32_MAX)
                    continue;
                w->level[j] = w->level[i] + 1;
                w->queue[behind++] = j;
            }
        }
    }
    return bench_now() - start;
}

/* True if the levels are those of C, whose greatest number says none. */
static bool is_same(const Work *w, const Lists *l) {
    StarBackend *be = l->machine.be;
    StarTable *t = l->levels;
    const uint32_t none = (UINT32_C(1) << t->cols) - 1;
    if (star_table_need(be, t, STAR_COLUMNS) != STAR_OK ||
        star_object_sync(be, &t->head, STAR_READ) != STAR_OK)
        return false;
    for (int64_t i = 0; i < w->n; i++) {
        uint32_t level = 0;
        for (int64_t j = 0; j < t->cols; j++)
            level =
                2 * level +
                (star_table_vector(be, t, STAR_COLUMNS, j)[i / 64] >> i % 64 &
                 1);
        if (level != (w->level[i] < none ? w->level[i] : none))
            return false;
    }
    return true;
}

static double run_star(Work *w, Lists *l, int64_t times) {
    const StarCell arg[] = {{.i = w->n},
                            {.i = w->source + 1},
                            {.table = l->left},
                            {.table = l->right},
                            {.table = l->levels}};
    double sum = 0;
    for (; times > 0; times--) {
        const double time =
            bench_call(&l->machine, l->machine.program, "ARC_LEVELS", arg);
        if (time < 0 || !is_same(w, l))
            return -1;
        sum += time;
    }
    return sum;
}

static double run_one(void *context, int64_t times) {
    Work *w = context;
    w->host.machine.be->threads.count = 1;
    return run_star(w, &w->host, times);
}

static double run_two(void *context, int64_t times) {
    Work *w = context;
    w->host.machine.be->threads.count = 2;
    return run_star(w, &w->host, times);
}

static double run_device(void *context, int64_t times) {
    Work *w = context;
    return run_star(w, &w->device, times);
}

/* The numbers of both tables, on one thread. */
static double run_decode(void *context, int64_t times) {
    Work *w = context;
    StarBackend *be = w->host.machine.be;
    StarTable *const table[] = {w->host.left, w->host.right};
    _Alignas(64) uint32_t number[STAR_TILE];
    const double start = bench_now();
    for (; times > 0; times--)
        for (int k = 0; k < 2; k++)
            for (int64_t e = 0; e < w->arcs; e += STAR_TILE) {
                const int64_t words = star_words(w->arcs - e);
                be->isa->numbers(
                    number,
                    star_table_vector(be, table[k], STAR_COLUMNS, w->cols - 1) +
                        e / 64,
                    -table[k]->image[STAR_COLUMNS].stride, w->cols,
                    words < STAR_TILE / 64 ? words : STAR_TILE / 64);
                w->sum += number[0];
            }
    return bench_now() - start;
}

/* ---- The table ---- */

static bool measure(const BenchOptions *o, Work *w, const char *what,
                    double limit) {
    const bool device = o->device.name[0] != '\0';
    BenchSide side[] = {{.run = run_c, .context = w},
                        {.run = run_two, .context = w},
                        {.run = run_one, .context = w},
                        {.run = run_decode, .context = w},
                        {.run = run_device, .context = w}};
    char more[48];
    sort_arcs(w);
    if (!make_lists(w, &w->host, NULL) ||
        (device && !make_lists(w, &w->device, device_always)))
        return false;
    run_c(w, 1);
    if (!bench_measure(o, side, device ? 5 : 4, REPETITIONS, 1e-3)) {
        bench_fail(BENCH_DIFFERS, "ARC_LEVELS fails or differs from C");
        return false;
    }
    snprintf(more, sizeof more, "%9s%9s%9s", bench_time(side[2].time).text,
             bench_time(side[3].time).text,
             device ? bench_time(side[4].time).text : "-");
    bench_print(o, &(BenchRow){.what = what,
                               .ours = side[1].time,
                               .peer = side[0].time,
                               .limit = limit,
                               .more = more});
    free_lists(&w->host);
    free_lists(&w->device);
    w->host = w->device = (Lists){.left = NULL};
    return true;
}

static int bits_of(int64_t n) {
    int bits = 0;
    while (n >> bits > 0)
        bits++;
    return bits;
}

static bool measure_both(const BenchOptions *o, Work *w) {
    const int scale = o->quick ? 10 : SCALE;
    const int64_t side = bench_size(o, SIDE, 16);
    char what[32];
    w->n = INT64_C(1) << scale;
    w->arcs = DEGREE * w->n;
    w->cols = bits_of(w->n);
    draw_rmat(w, scale);
    snprintf(what, sizeof what, "R-MAT 2^%d x %d", scale, DEGREE);
    if (!measure(o, w, what, 0.4))
        return false;
    w->n = side * side;
    w->arcs = 4 * side * (side - 1);
    w->cols = bits_of(w->n);
    draw_grid(w, side);
    snprintf(what, sizeof what, "grid %lld x %lld", (long long)side,
             (long long)side);
    return measure(o, w, what, 2);
}

int bench_arcs(const BenchOptions *o) {
    enum { MOST_N = 1 << SCALE, MOST_ARCS = DEGREE * MOST_N };
    Work w = {.n = 0};
    uint32_t **array[] = {&w.head, &w.queue, &w.level, &w.name,
                          &w.from, &w.into,  &w.next};
    int status = 0;
    for (size_t k = 0; k < sizeof array / sizeof *array; k++) {
        *array[k] = calloc(k < 4 ? MOST_N + 2 : MOST_ARCS, sizeof **array[k]);
        if (*array[k] == NULL)
            status = bench_fail(BENCH_MEMORY, "no memory");
    }
    bench_head(o, "arcs: breadth-first search, on two threads", "C",
               "     on 1   decode   device");
    if (status == 0 && !measure_both(o, &w))
        status = BENCH_DIFFERS;
    free_lists(&w.host);
    free_lists(&w.device);
    for (size_t k = 0; k < sizeof array / sizeof *array; k++)
        free(*array[k]);
    return status;
}

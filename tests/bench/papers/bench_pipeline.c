/* SPDX-License-Identifier: MIT */
/* bench pipeline: tables that are filled from their first elements (S-DP),
 * knapsacks and sums of subsets, beside the algorithm as it is printed, in C.
 * G/s are 10^9 operations on cells. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "papers/bench_sdp.h"

enum { CELLS = 10000000, ITEMS = 1000, CAPACITY = 1000000 };

/* What divides them where they should be small. */
enum { FEWER_CELLS = 50, FEWER_ITEMS = 10, LESS_CAPACITY = 100 };

/* The unit only names the library. */
static const char text[] = "uses pipeline;\nproc NONE; begin end;\n";

enum { DEAR = 1000, MAXIMUM = 1 };

typedef struct Work {
    BenchMachine machine;
    const BenchOptions *options;
    int64_t cells, items, capacity;
    StarArray *st, *a, *w, *v;
    StarBits *x, *sums;
    StarCell result[2];
    const char *proc;
    StarCell arg[6];
    int32_t *cell; /* C's */
    uint64_t *bit;
    int threads;
} Work;

/* ---- The sides ---- */

static void first_sum(const Work *w, uint64_t *word) {
    memset(word, 0, (size_t)star_words(w->capacity + 1) * sizeof *word);
    word[0] = 1;
}

static double run_star(void *context, int64_t times) {
    Work *w = context;
    double sum = 0;
    w->machine.be->threads.count = w->threads;
    for (; times > 0; times--) {
        first_sum(w, w->sums->word);
        const double time =
            bench_call(&w->machine, w->machine.program, w->proc, w->arg);
        if (time < 0)
            return time;
        sum += time;
    }
    return sum;
}

static void fill(Work *w) {
    const int64_t *a = w->a->ints, k = w->a->count;
    int32_t *st = w->cell;
    for (int64_t i = a[0]; i < w->cells; i++) {
        int32_t v = st[i - a[0]];
        for (int64_t j = 1; j < k; j++)
            v = v > st[i - a[j]] ? v : st[i - a[j]];
        st[i] = v;
    }
}

static void pack(Work *w) {
    int32_t *b = w->cell;
    memset(b, 0, (size_t)(w->capacity + 1) * sizeof *b);
    for (int64_t i = 0; i < w->items; i++)
        for (int64_t j = w->capacity, k = w->w->ints[i]; j >= k; j--) {
            const int32_t with = b[j - k] + (int32_t)w->v->ints[i];
            b[j] = with > b[j] ? with : b[j];
        }
}

static void add_up(Work *w) {
    uint64_t *x = w->bit;
    first_sum(w, x);
    for (int64_t i = 0; i < w->items; i++) {
        const int64_t far = w->w->ints[i] / 64;
        const int by = (int)(w->w->ints[i] % 64);
        for (int64_t q = star_words(w->capacity + 1) - 1; q >= far; q--) {
            uint64_t more = x[q - far] << by;
            if (by > 0 && q > far)
                more |= x[q - far - 1] >> (64 - by);
            x[q] |= more;
        }
    }
    x[w->capacity / 64] &= star_last_mask(w->capacity + 1);
}

static double run_peer(void *context, int64_t times) {
    Work *w = context;
    const double start = bench_now();
    for (; times > 0; times--)
        if (strcmp(w->proc, "SDP32") == 0)
            fill(w);
        else if (strcmp(w->proc, "SUBSETSUM") == 0)
            add_up(w);
        else
            pack(w);
    return bench_now() - start;
}

/* ---- Data ---- */

static bool make(Work *w) {
    uint64_t state = BENCH_SEED;
    w->cells = bench_size(w->options, CELLS, FEWER_CELLS);
    w->items = bench_size(w->options, ITEMS, FEWER_ITEMS);
    w->capacity = bench_size(w->options, CAPACITY, LESS_CAPACITY);
    /* The capacity is half of the sum of the weights. */
    const uint64_t heavy = (uint64_t)(4 * w->capacity / w->items);
    w->cell = calloc((size_t)w->cells, sizeof *w->cell);
    w->bit = calloc((size_t)star_words(w->capacity + 1), sizeof *w->bit);
    w->x = bench_line(w->machine.be, w->items);
    w->sums = bench_line(w->machine.be, w->capacity + 1);
    if (w->cell == NULL || w->bit == NULL || w->x == NULL || w->sums == NULL ||
        !bench_array(w->machine.be, STAR_ELEM_LONG, w->cells, &w->st) ||
        !bench_array(w->machine.be, STAR_ELEM_INT, w->items, &w->w) ||
        !bench_array(w->machine.be, STAR_ELEM_INT, w->items, &w->v))
        return false;
    for (int64_t i = 0; i < w->items; i++) {
        w->w->ints[i] = 1 + (int64_t)(bench_random(&state) % heavy);
        w->v->ints[i] = 1 + (int64_t)(bench_random(&state) % DEAR);
    }
    return true;
}

static void drop(Work *w) {
    void *object[] = {w->st, w->a, w->w, w->v, w->x, w->sums};
    for (size_t k = 0; k < sizeof object / sizeof *object; k++)
        star_object_free(w->machine.be, object[k]);
    free(w->cell);
    free(w->bit);
    bench_close(&w->machine);
}

/* ---- Rows ---- */

static bool same(const Work *w) {
    const size_t bytes = (size_t)star_words(w->capacity + 1) * sizeof *w->bit;
    if (strcmp(w->proc, "SDP32") == 0)
        return memcmp(w->st->longs, w->cell,
                      (size_t)w->cells * sizeof *w->cell) == 0;
    if (strcmp(w->proc, "SUBSETSUM") == 0)
        return memcmp(w->sums->word, w->bit, bytes) == 0;
    return w->result[0].i == w->cell[w->capacity];
}

static int measure(Work *w, const char *name, double operations,
                   double target) {
    BenchSide side[] = {{.run = run_star, .context = w},
                        {.run = run_peer, .context = w}};
    const BenchOptions *o = w->options;
    char more[32];
    if (!bench_measure(o, side, 2, 7, 1e-3) || !same(w))
        return bench_fail(BENCH_DIFFERS,
                          "%s fails or gives another result than C", name);
    snprintf(more, sizeof more, "%8.2f%8.2f", operations / side[0].time * 1e-9,
             operations / side[1].time * 1e-9);
    bench_print(o, &(BenchRow){.what = name,
                               .ours = side[0].time,
                               .peer = side[1].time,
                               .limit = target,
                               .more = more});
    return 0;
}

static const struct {
    int64_t least, most;
    int offsets; /* 0: those of `some` */
    int64_t some[3];
    double speed; /* the target, in G/s of operations, or of cells */
    bool cells;
} problems[] = {
    {.some = {2, 1}, .offsets = 2, .speed = 0.7, .cells = true},
    {.some = {5, 3, 1}, .offsets = 3, .speed = 0.7, .cells = true},
    {.least = 1, .most = 64, .offsets = 8, .speed = 0.7, .cells = true},
    {.least = 16, .most = 1024, .offsets = 16},
    {.least = 64, .most = 4096, .offsets = 16, .speed = 24},
    {.least = 64, .most = 4096, .offsets = 32, .speed = 24},
    {.least = 5000, .most = 1000000, .offsets = 16, .speed = 18}};

enum { PROBLEMS = sizeof problems / sizeof *problems };

static int falling(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x < y) - (x > y);
}

/* Random offsets within bounds, the least among them. */
static void draw(const BenchOptions *o, int64_t *a, int p, uint64_t *state) {
    const int64_t least = problems[p].least, k = problems[p].offsets;
    const int64_t most = problems[p].most;
    const uint64_t span =
        (uint64_t)((most > 5000 ? bench_size(o, most, FEWER_CELLS) : most) -
                   least);
    bool again = true;
    while (again) {
        again = false;
        for (int64_t j = 0; j < k - 1; j++)
            a[j] = least + 1 + (int64_t)(bench_random(state) % span);
        a[k - 1] = least;
        qsort(a, (size_t)k, sizeof *a, falling);
        for (int64_t j = 1; j < k; j++)
            again |= a[j] == a[j - 1];
    }
}

static int measure_sdp(Work *w, int p) {
    uint64_t state = BENCH_SEED;
    const int64_t k = problems[p].offsets;
    char name[32];
    if (!bench_array(w->machine.be, STAR_ELEM_INT, k, &w->a))
        return bench_fail(BENCH_MEMORY, "no memory");
    if (problems[p].least > 0)
        draw(w->options, w->a->ints, p, &state);
    else
        memcpy(w->a->ints, problems[p].some, (size_t)k * sizeof(int64_t));
    for (int64_t i = 0; i < w->a->ints[0]; i++)
        w->st->longs[i] = w->cell[i] =
            (int32_t)(bench_random(&state) % INT32_MAX);
    w->proc = "SDP32";
    w->threads = 1;
    memcpy(w->arg,
           (StarCell[]){{.array = w->st},
                        {.array = w->a},
                        {.i = MAXIMUM},
                        {.i = 0},
                        {.i = 0},
                        {.ref = &w->result[1]}},
           sizeof w->arg);
    const double cells = (double)(w->cells - w->a->ints[0]);
    const double operations = cells * (double)k;
    snprintf(name, sizeof name, "%lld of %lld..%lld", (long long)k,
             (long long)w->a->ints[k - 1], (long long)w->a->ints[0]);
    return measure(w, name, operations,
                   problems[p].speed > 0
                       ? (problems[p].cells ? cells : operations) * 1e-9 /
                             problems[p].speed
                       : 0);
}

static int measure_items(Work *w, const char *proc, int threads,
                         double target) {
    char name[32];
    w->proc = proc;
    w->threads = threads;
    memcpy(w->arg,
           (StarCell[]){{.array = w->w},
                        {.array = w->v},
                        {.i = w->capacity},
                        {.ref = &w->result[0]},
                        {.bits = w->x},
                        {.i = 0}},
           sizeof w->arg);
    if (strcmp(proc, "SUBSETSUM") == 0)
        w->arg[1].bits = w->sums;
    snprintf(name, sizeof name, "%s, on %d", proc, threads);
    return measure(w, name, (double)(w->items * w->capacity), target);
}

static int solvers(const BenchOptions *o) {
    static Work w;
    w.options = o;
    int status = bench_open(&w.machine, text) && make(&w)
                     ? 0
                     : bench_fail(BENCH_MEMORY, "no memory");
    bench_head(o, "pipeline: 10^7 maxima at offsets; 1000 items, capacity 10^6",
               "C", "     G/s   C G/s");
    for (int p = 0; p < PROBLEMS && status == 0; p++)
        status = measure_sdp(&w, p);
    if (status == 0)
        status = measure_items(&w, "KNAPSACK", 1, 0);
    if (status == 0)
        status = measure_items(&w, "KNAPSACK", 2, 35e-3);
    if (status == 0)
        status = measure_items(&w, "KNAPSACK_ITEMS", 2, 45e-3);
    if (status == 0)
        status = measure_items(&w, "SUBSETSUM", 1, 3e-3);
    drop(&w);
    return status;
}

int bench_pipeline(const BenchOptions *o) {
    int status = 0;
    if (o->variant == NULL) {
        status = solvers(o);
        printf("\n");
    }
    return status == 0 ? bench_sdp(o) : status;
}

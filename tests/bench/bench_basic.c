/* SPDX-License-Identifier: MIT */
/* bench basic: the basic procedures on a table of 10^8 rows and 32 columns,
 * on one thread and on two, beside C, a column after the other. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "peers/bench_peers.h"
#include "values/table.h"

enum { ROWS = 100000000, QUICK = 625, COLS = 32 };

/* The unit only names the library. */
static const char text[] = "uses basic;\nproc NONE; begin end;\n";

typedef struct Work {
    BenchMachine machine;
    const BenchOptions *options;
    int64_t size;                  /* rows */
    const char *proc, *parameters; /* of the row */
    BenchLoop *peer;
    StarTable *t, *r, *s, *own;    /* own: C's s */
    StarBits *w, *x, *z, *line[3]; /* line: C's z and room */
    BenchLines lines;
} Work;

#define PEER(name) offsetof(BenchPeers, name)

/* The arguments: T R tables, w a word, X a slice; Z, S results. */
static const struct {
    const char *proc, *parameters;
    size_t peer;  /* offset in BenchPeers */
    double limit; /* on two threads, of the best program that is known */
} rows[] = {{"MATCH", "TXwZ", PEER(match), 4.7e-3},
            {"MIN", "TXZ", PEER(min), 0},
            {"ADDV", "TRXS", PEER(addv), 16e-3}};

enum { PROCEDURES = sizeof rows / sizeof *rows };

/* ---- The sides ---- */

static double run_star(Work *w, int64_t times, int threads) {
    StarCell arg[4];
    double sum = 0;
    const char *p = w->parameters;
    for (int k = 0; p[k] != '\0'; k++)
        arg[k].object = p[k] == 'T'   ? (void *)w->t
                        : p[k] == 'R' ? (void *)w->r
                        : p[k] == 'S' ? (void *)w->s
                        : p[k] == 'w' ? (void *)w->w
                        : p[k] == 'X' ? (void *)w->x
                                      : (void *)w->z;
    w->machine.be->threads.count = threads;
    for (; times > 0; times--) {
        const double time =
            bench_call(&w->machine, w->machine.program, w->proc, arg);
        if (time < 0)
            return time;
        sum += time;
    }
    return sum;
}

BENCH_ONE_AND_TWO(run_star)

static double run_peer(void *context, int64_t times) {
    Work *w = context;
    const double start = bench_now();
    for (; times > 0; times--)
        w->peer(&w->lines);
    return bench_now() - start;
}

/* ---- Data ---- */

/* Numbers of 31 bits, so that sums fit. */
static void fill(uint64_t *columns, int64_t words, int64_t stride,
                 uint64_t seed) {
    for (int64_t j = 1; j < COLS; j++)
        for (int64_t i = 0; i < words; i++)
            columns[j * stride + i] = bench_random(&seed);
}

static bool make(Work *w) {
    StarBackend *be = w->machine.be;
    StarTable **table[] = {&w->t, &w->r, &w->s, &w->own};
    StarBits **line[] = {&w->x, &w->z, &w->line[0], &w->line[1], &w->line[2]};
    for (int k = 0; k < 4; k++) {
        *table[k] = bench_table(be, w->size, COLS);
        if (*table[k] == NULL ||
            star_table_own(be, *table[k], STAR_COLUMNS) != STAR_OK)
            return false;
    }
    for (int k = 0; k < 5; k++) {
        *line[k] = bench_line(be, w->size);
        if (*line[k] == NULL)
            return false;
    }
    w->w = bench_line(be, COLS);
    if (w->w == NULL)
        return false;
    const int64_t words = star_words(w->size);
    const int64_t stride = w->t->image[STAR_COLUMNS].stride;
    fill(w->t->image[STAR_COLUMNS].word, words, stride, 1);
    fill(w->r->image[STAR_COLUMNS].word, words, stride, 2);
    memset(w->x->word, 0xff, (size_t)w->size / 8);
    w->w->word[0] = 0x2aaaaaaa;
    w->lines = (BenchLines){.table = w->t->image[STAR_COLUMNS].word,
                            .lines = COLS,
                            .stride = stride,
                            .words = words,
                            .key = w->w->word,
                            .x = w->x->word,
                            .z = w->line[0]->word,
                            .room = {w->line[1]->word, w->line[2]->word},
                            .other = w->r->image[STAR_COLUMNS].word,
                            .sum = w->own->image[STAR_COLUMNS].word};
    return true;
}

static void drop(Work *w) {
    StarBackend *be = w->machine.be;
    void *object[] = {w->t, w->r, w->s,       w->own,     w->w,
                      w->x, w->z, w->line[0], w->line[1], w->line[2]};
    for (size_t k = 0; k < sizeof object / sizeof *object; k++)
        star_object_free(be, object[k]);
}

/* ---- The table ---- */

static bool same(const Work *w, char result) {
    const size_t words = (size_t)w->lines.words;
    const int64_t stride = w->lines.stride;
    const uint64_t *s = w->s->image[STAR_COLUMNS].word;
    if (result == 'Z')
        return memcmp(w->z->word, w->lines.z, words * sizeof *s) == 0;
    for (int64_t j = 0; j < COLS; j++)
        if (memcmp(s + j * stride, w->lines.sum + j * stride,
                   words * sizeof *s) != 0)
            return false;
    return true;
}

static int measure(Work *w, int row) {
    enum { REPETITIONS = 11 };
    BenchSide side[] = {{.run = run_one, .context = w},
                        {.run = run_peer, .context = w},
                        {.run = run_two, .context = w}};
    const char *p = rows[row].parameters;
    char name[32];
    const BenchOptions *o = w->options;
    w->proc = rows[row].proc;
    w->parameters = p;
    memcpy(&w->peer, (const char *)bench_peers() + rows[row].peer,
           sizeof w->peer);
    if (!bench_measure(o, side, 3, REPETITIONS, 1e-2) ||
        !same(w, p[strlen(p) - 1]))
        return bench_fail(BENCH_DIFFERS,
                          "%s fails or gives another result than C", w->proc);
    snprintf(name, sizeof name, "%s, on 1", w->proc);
    bench_print(o, &(BenchRow){.what = name,
                               .ours = side[0].time,
                               .peer = side[1].time,
                               .most = 1});
    snprintf(name, sizeof name, "%s, on 2", w->proc);
    bench_print(
        o,
        &(BenchRow){.what = name,
                    .ours = side[2].time,
                    .peer = side[1].time,
                    .limit = rows[row].limit > 0 ? 1.15 * rows[row].limit : 0});
    return 0;
}

int bench_basic(const BenchOptions *o) {
    static Work w;
    w.options = o;
    w.size = bench_size(o, ROWS, QUICK);
    int status = bench_open(&w.machine, text) && make(&w)
                     ? 0
                     : bench_fail(BENCH_MEMORY, "no memory");
    bench_head(o, "basic procedures: 10^8 rows of 32 bits", "C on 1", "");
    for (int k = 0; k < PROCEDURES && status == 0; k++)
        status = measure(&w, k);
    drop(&w);
    bench_close(&w.machine);
    return status;
}

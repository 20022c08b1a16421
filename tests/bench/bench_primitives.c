/* SPDX-License-Identifier: MIT */
/* bench primitives: operations on slices, each through an instruction of
 * the virtual machine, star_prim_run and the bare vector kernel, beside a
 * function in plain C. */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "peers/bench_peers.h"
#include "cpu/simd/simd.h"

/* An operation, as a statement in STAR on slices Z, X, Y; the lines it reads
 * and writes; whether it looks for a 1 in X, which is 0, but for its last
 * component. */
typedef struct Row {
    const char *name;
    StarPrim prim;
    const char *statement;
    size_t peer; /* offset in BenchPeers */
    int lines;
    bool looks, last;
} Row;

#define PEER(name) offsetof(BenchPeers, name)

static const Row rows[] = {
    {"and", STAR_PRIM_AND, "Z := X and Y;", PEER(band), 3, false, false},
    {"or", STAR_PRIM_OR, "Z := X or Y;", PEER(bor), 3, false, false},
    {"xor", STAR_PRIM_XOR, "Z := X xor Y;", PEER(bxor), 3, false, false},
    {"not", STAR_PRIM_NOT, "Z := not X;", PEER(bnot), 2, false, false},
    {"NUMB", STAR_PRIM_NUMB, "n := NUMB(X);", PEER(count), 1, false, false},
    {"PREFIX_OR", STAR_PRIM_PREFIX_OR, "Z := PREFIX_OR(X);", PEER(prefix_or), 2,
     false, false},
    {"PREFIX_XOR", STAR_PRIM_PREFIX_XOR, "Z := PREFIX_XOR(X);",
     PEER(prefix_xor), 2, false, false},
    {"COMPRESS", STAR_PRIM_COMPRESS, "Z := COMPRESS(X, Y);", PEER(compress), 3,
     false, false},
    {"EXPAND", STAR_PRIM_EXPAND, "Z := EXPAND(X, Y);", PEER(expand), 3, false,
     false},
    {"FND, last", STAR_PRIM_FND, "n := FND(X%d);", PEER(find), 1, true, true},
    {"SOME, none", STAR_PRIM_SOME, "if SOME(X%d) then n := 1;", PEER(find), 1,
     true, false},
};

/* Statements in a loop's body; statements that look. */
enum { ROWS = sizeof rows / sizeof *rows, UNROLLED = 8, LOOKS = 256 };

typedef struct Work {
    BenchMachine machine;
    const Row *row;
    char proc[16];
    StarBits *z, *x, *y;
    StarBits view[LOOKS]; /* all of x */
    int64_t words;
    BenchPeer *peer;
    volatile int64_t sink;
} Work;

/* ---- What is measured ---- */

static double call(Work *w, const char *proc, const StarCell *args) {
    return bench_call(&w->machine, w->machine.plain, proc, args);
}

static double run_loop(Work *w, int64_t times) {
    const int64_t loops = (times + UNROLLED - 1) / UNROLLED;
    StarCell args[] = {
        {.i = loops}, {.bits = w->z}, {.bits = w->x}, {.bits = w->y}};
    return call(w, w->proc, args) * (double)times / (double)(loops * UNROLLED);
}

/* FND and SOME go on from where they stopped, so that each in its turn gets
 * a line of its own. Calling a procedure is measured too, and subtracted. */
static double run_looks(Work *w, int64_t times) {
    const int64_t calls = (times + LOOKS - 1) / LOOKS;
    StarCell args[LOOKS + 1] = {{.i = 0}};
    double sum = 0;
    for (int64_t c = 0; c < calls; c++) {
        double all, rest;
        for (int k = 0; k < LOOKS; k++) {
            w->view[k] = *w->x;
            w->view[k].first = 0;
            args[k].bits = &w->view[k];
        }
        rest = call(w, "nothing", args);
        all = call(w, w->proc, args);
        if (rest < 0 || all < 0)
            return -1;
        sum += all - rest;
    }
    return (sum > 0 ? sum : 0) * (double)times / (double)(calls * LOOKS);
}

static double run_machine(void *context, int64_t times) {
    Work *w = context;
    return w->row->looks ? run_looks(w, times) : run_loop(w, times);
}

static double run_prim(void *context, int64_t times) {
    Work *w = context;
    const double start = bench_now();
    for (; times > 0; times--) {
        StarCell arg[] = {{.bits = w->z}, {.bits = w->x}, {.bits = w->y}};
        w->x->first = 0;
        if (star_prim_run(w->machine.be, w->row->prim, arg, NULL) != STAR_OK)
            return -1;
    }
    return bench_now() - start;
}

#define REPEAT(expression)        \
    for (; times > 0; times--) {  \
        expression;               \
        __asm__("" ::: "memory"); \
    }                             \
    break

static double run_kernel(void *context, int64_t times) {
    Work *w = context;
    const StarIsa *isa = w->machine.be->isa;
    uint64_t *z = w->z->word, *x = w->x->word, *y = w->y->word;
    const int64_t n = w->words;
    const double start = bench_now();
    switch (w->row->prim) {
    case STAR_PRIM_AND: REPEAT(isa->and (z, x, y, n));
    case STAR_PRIM_OR: REPEAT(isa->or (z, x, y, n));
    case STAR_PRIM_XOR: REPEAT(isa->xor (z, x, y, n));
    case STAR_PRIM_NOT: REPEAT(isa->not(z, x, n));
    case STAR_PRIM_NUMB: REPEAT(w->sink = isa->count(x, n));
    case STAR_PRIM_PREFIX_XOR: REPEAT(isa->parity(z, x, n, 0));
    case STAR_PRIM_COMPRESS: REPEAT(w->sink = isa->compress(z, 0, x, y, n));
    case STAR_PRIM_EXPAND: REPEAT(w->sink = isa->expand(z, x, y, n, 0, n));
    default: REPEAT(w->sink = isa->find(x, 0, n));
    }
    return bench_now() - start;
}

static double run_peer(void *context, int64_t times) {
    Work *w = context;
    uint64_t *z = w->z->word, *x = w->x->word, *y = w->y->word;
    const double start = bench_now();
    for (; times > 0; times--)
        w->sink = w->peer(z, x, y, w->words);
    return bench_now() - start;
}

/* ---- The unit ---- */

typedef struct Text {
    char text[40000];
    size_t length;
} Text;

__attribute__((format(printf, 2, 3))) static void add(Text *t,
                                                      const char *format, ...) {
    va_list args;
    va_start(args, format);
    t->length += (size_t)vsnprintf(t->text + t->length,
                                   sizeof t->text - t->length, format, args);
    va_end(args);
}

/* A text again and again, its %d being 1, 2 ... */
static void add_numbered(Text *t, const char *text) {
    const char *number = strstr(text, "%d");
    for (int k = 1; number != NULL && k <= LOOKS; k++)
        add(t, "%.*s%d%s\n", (int)(number - text), text, k, number + 2);
}

static void add_loop(Text *t, int row) {
    add(t,
        "proc row%d(times: integer; var Z, X, Y: slice);\n"
        "var i, n: integer;\n"
        "begin\n"
        "  for i := 1 to times do begin\n",
        row);
    for (int k = 0; k < UNROLLED; k++)
        add(t, "    %s\n", rows[row].statement);
    add(t, "  end\nend;\n");
}

static void add_looks(Text *t, const char *name, const char *statement) {
    add(t, "proc %s(", name);
    add_numbered(t, "var X%d: slice; ");
    add(t, "n: integer);\nbegin\n");
    add_numbered(t, statement);
    add(t, "end;\n");
}

static void make_unit(Text *t) {
    char name[16];
    t->length = 0;
    add_looks(t, "nothing", "");
    for (int k = 0; k < ROWS; k++)
        if (rows[k].looks) {
            snprintf(name, sizeof name, "row%d", k);
            add_looks(t, name, rows[k].statement);
        } else
            add_loop(t, k);
}

/* ---- The table ---- */

static void print(const BenchOptions *o, const Work *w, int64_t bits,
                  const BenchSide *side) {
    const double ours = side[0].time;
    char what[32], more[64];
    snprintf(what, sizeof what, "%-11s %9lld", w->row->name, (long long)bits);
    snprintf(more, sizeof more, "%9s%8s%7.1f", bench_time(side[1].time).text,
             bench_time(side[2].time).text,
             (double)(w->row->lines * w->words * 8) / ours * 1e-9);
    bench_print(o, &(BenchRow){.what = what,
                               .ours = ours,
                               .peer = side[3].time,
                               .most = bits <= 4096 ? 2 : 1 / 0.9,
                               .more = more});
}

static void fill(Work *w, int64_t bits) {
    memset(w->y->word, 0x55, (size_t)(bits / 8));
    memset(w->x->word, w->row->looks ? 0 : 0x33, (size_t)(bits / 8));
    if (w->row->last)
        w->x->word[w->words - 1] = UINT64_C(1) << (bits - 1) % 64;
}

static bool measure(const BenchOptions *o, Work *w, int64_t bits) {
    enum { REPETITIONS = 101 };
    BenchSide side[] = {{.run = run_machine, .context = w},
                        {.run = run_prim, .context = w},
                        {.run = run_kernel, .context = w},
                        {.run = run_peer, .context = w}};
    StarBackend *be = w->machine.be;
    bool good;
    w->z = bench_line(be, bits);
    w->x = bench_line(be, bits);
    w->y = bench_line(be, bits);
    w->words = star_words(bits);
    good = w->z != NULL && w->x != NULL && w->y != NULL;
    if (good) {
        fill(w, bits);
        good = bench_measure(o, side, 4, REPETITIONS, 2e-4);
        if (good)
            print(o, w, bits, side);
    }
    star_object_free(be, (StarObject *)w->z);
    star_object_free(be, (StarObject *)w->x);
    star_object_free(be, (StarObject *)w->y);
    return good;
}

int bench_primitives(const BenchOptions *o) {
    static const int64_t bits[] = {64, 256, 1024, 4096, 1000000, 10000000};
    Text unit;
    Work w;
    bool good;
    make_unit(&unit);
    good = bench_open(&w.machine, unit.text);
    bench_head(o, "primitives: one operation on slices of so many components",
               "C", " prim_run  kernel   GB/s");
    for (int r = 0; r < ROWS && good; r++) {
        w.row = &rows[r];
        memcpy(&w.peer, (const char *)bench_peers() + rows[r].peer,
               sizeof w.peer);
        snprintf(w.proc, sizeof w.proc, "row%d", r);
        for (int k = 0; k < (int)(sizeof bits / sizeof *bits) && good; k++)
            good = measure(o, &w, bits[k]);
    }
    bench_close(&w.machine);
    return good ? 0 : bench_fail(BENCH_DIFFERS, "a primitive failed");
}

/* bench primitives: operations on slices, each through an instruction of
 * the virtual machine, star_prim_run and the bare vector kernel, beside a
 * function in plain C. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "bench_peers.h"
#include "isa.h"

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
    {"FND, last", STAR_PRIM_FND, "n := FND(X);", PEER(find), 1, true, true},
    {"SOME, none", STAR_PRIM_SOME, "if SOME(X) then n := 1;", PEER(find), 1,
     true, false},
};

enum { ROWS = sizeof rows / sizeof *rows, UNROLLED = 8, UNIT = 16384 };

/* FND and SOME go on from where they stopped. Before each of them stands
 * what makes it begin again, which is measured alone and subtracted: a copy
 * of another slice, or, for long ones, a component that becomes 1. */
enum { COPIED, TOUCHED, WAYS };

static const char *const rewinds[WAYS] = {"X := Y;", "X(1) := 1; X(1) := 0;"};

enum { SHORT = 4096 }; /* components */

typedef struct Work {
    BenchMachine machine;
    const Row *row;
    StarLine *z, *x, *y;
    int64_t words;
    BenchPeer *peer;
    volatile int64_t sink;
    char proc[16]; /* the statement's procedure, and that without it */
    char rewind[16];
} Work;

/* ---- What is measured ---- */

static double call(Work *w, const char *proc, int64_t times) {
    const int64_t loops = (times + UNROLLED - 1) / UNROLLED;
    StarCell args[] = {
        {.i = loops}, {.line = w->z}, {.line = w->x}, {.line = w->y}};
    return bench_call(&w->machine, w->machine.plain, proc, args) *
           (double)times / (double)(loops * UNROLLED);
}

static double run_machine(void *context, int64_t times) {
    Work *w = context;
    const double all = call(w, w->proc, times);
    double rewind;
    if (all < 0 || !w->row->looks)
        return all;
    rewind = call(w, w->rewind, times);
    if (rewind < 0)
        return rewind;
    return all > rewind ? all - rewind : 0;
}

static double run_prim(void *context, int64_t times) {
    Work *w = context;
    const double start = bench_now();
    for (; times > 0; times--) {
        StarCell arg[] = {{.line = w->z}, {.line = w->x}, {.line = w->y}};
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
    char text[UNIT];
    int length;
} Text;

/* A loop of one statement, or two, unrolled. */
static void add_proc(Text *t, const char *name, const char *rewind,
                     const char *statement) {
    const char *format = "proc %s(times: integer; var Z, X, Y: slice);\n"
                         "var i, n: integer;\n"
                         "begin\n"
                         "  for i := 1 to times do begin\n";
    t->length += snprintf(t->text + t->length,
                          sizeof t->text - (size_t)t->length, format, name);
    for (int k = 0; k < UNROLLED; k++)
        t->length +=
            snprintf(t->text + t->length, sizeof t->text - (size_t)t->length,
                     "    %s %s\n", rewind, statement);
    t->length += snprintf(t->text + t->length,
                          sizeof t->text - (size_t)t->length, "  end\nend;\n");
}

static void name_procs(Work *w, int row, int way) {
    w->row = &rows[row];
    snprintf(w->proc, sizeof w->proc, "row%d_%d", row, way);
    snprintf(w->rewind, sizeof w->rewind, "rewind_%d", way);
}

static void make_unit(Text *t) {
    Work w;
    t->length = 0;
    for (int way = 0; way < WAYS; way++) {
        for (int k = 0; k < ROWS; k++) {
            name_procs(&w, k, way);
            add_proc(t, w.proc, rows[k].looks ? rewinds[way] : "",
                     rows[k].statement);
        }
        add_proc(t, w.rewind, rewinds[way], "");
    }
}

/* ---- The table ---- */

static void print(const Work *w, int64_t bits, const BenchSide *side) {
    const double ours = side[0].time;
    char what[32], more[64];
    snprintf(what, sizeof what, "%-11s %9lld", w->row->name, (long long)bits);
    snprintf(more, sizeof more, "%9s%8s%7.1f", bench_time(side[1].time).text,
             bench_time(side[2].time).text,
             (double)(w->row->lines * w->words * 8) / ours * 1e-9);
    bench_print(&(BenchRow){.what = what,
                            .ours = ours,
                            .peer = side[3].time,
                            .most = bits <= SHORT ? 2 : 1 / 0.9,
                            .more = more});
}

static void fill(Work *w, int64_t bits) {
    memset(w->x->word, w->row->looks ? 0 : 0x33, (size_t)(bits / 8));
    memset(w->y->word, w->row->looks ? 0 : 0x55, (size_t)(bits / 8));
    if (w->row->last)
        w->x->word[w->words - 1] = w->y->word[w->words - 1] =
            UINT64_C(1) << (bits - 1) % 64;
}

static bool measure(Work *w, int64_t bits) {
    enum { ROUNDS = 101 };
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
        good = bench_measure(side, 4, ROUNDS, 2e-4);
        if (good)
            print(w, bits, side);
    }
    star_object_free(be, (StarObject *)w->z);
    star_object_free(be, (StarObject *)w->x);
    star_object_free(be, (StarObject *)w->y);
    return good;
}

int bench_primitives(void) {
    static const int64_t bits[] = {64, 256, 1024, 4096, 1000000, 10000000};
    Text unit;
    Work w;
    bool good;
    make_unit(&unit);
    good = bench_open(&w.machine, unit.text);
    bench_head("primitives: one operation on slices of so many components", "C",
               " prim_run  kernel   GB/s");
    for (int r = 0; r < ROWS && good; r++) {
        memcpy(&w.peer, (const char *)bench_peers() + rows[r].peer,
               sizeof w.peer);
        for (int k = 0; k < (int)(sizeof bits / sizeof *bits) && good; k++) {
            name_procs(&w, r, bits[k] <= SHORT ? COPIED : TOUCHED);
            good = measure(&w, bits[k]);
        }
    }
    bench_close(&w.machine);
    return good ? 0 : bench_fail(STAR_BYTECODE, "a primitive failed");
}

/* bench primitives: operations on slices, each through an instruction of
 * the virtual machine, star_prim_run and the bare vector kernel, beside a
 * function in plain C. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "bench_peers.h"
#include "isa.h"

/* An operation, as a statement in STAR on slices Z, X, Y; what must come
 * before it each time, to be measured alone and subtracted; the lines it
 * reads and writes; whether X is 0, but for its last component. */
typedef struct Row {
    const char *name;
    StarPrim prim;
    const char *statement, *before;
    size_t peer; /* offset in BenchPeers */
    int lines;
    bool zero, last;
} Row;

/* FND and SOME remember where they stopped, until a component becomes 1. */
#define REWIND "X(1) := 1; X(1) := 0;"
#define PEER(name) offsetof(BenchPeers, name)

static const Row rows[] = {
    {"and", STAR_PRIM_AND, "Z := X and Y;", "", PEER(band), 3, false, false},
    {"or", STAR_PRIM_OR, "Z := X or Y;", "", PEER(bor), 3, false, false},
    {"xor", STAR_PRIM_XOR, "Z := X xor Y;", "", PEER(bxor), 3, false, false},
    {"not", STAR_PRIM_NOT, "Z := not X;", "", PEER(bnot), 2, false, false},
    {"NUMB", STAR_PRIM_NUMB, "n := NUMB(X);", "", PEER(count), 1, false, false},
    {"FND, last", STAR_PRIM_FND, "n := FND(X);", REWIND, PEER(find), 1, true,
     true},
    {"SOME, none", STAR_PRIM_SOME, "if SOME(X) then n := 1;", REWIND,
     PEER(find), 1, true, false},
};

enum { ROWS = sizeof rows / sizeof *rows, UNROLLED = 8, UNIT = 16384 };

typedef struct Work {
    BenchMachine machine;
    const Row *row;
    StarLine *z, *x, *y;
    int64_t words;
    BenchPeer *peer;
    volatile int64_t sink;
    char proc[16]; /* the statement's procedure, and that without it */
    char before[16];
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
    double before;
    if (all < 0 || *w->row->before == '\0')
        return all;
    before = call(w, w->before, times);
    if (before < 0)
        return before;
    return all > before ? all - before : 0;
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
static void add_proc(Text *t, char kind, int row, const char *before,
                     const char *statement) {
    const char *format = "proc %c%d(times: integer; var Z, X, Y: slice);\n"
                         "var i, n: integer;\n"
                         "begin\n"
                         "  for i := 1 to times do begin\n";
    t->length +=
        snprintf(t->text + t->length, sizeof t->text - (size_t)t->length,
                 format, kind, row);
    for (int k = 0; k < UNROLLED; k++)
        t->length +=
            snprintf(t->text + t->length, sizeof t->text - (size_t)t->length,
                     "    %s %s\n", before, statement);
    t->length += snprintf(t->text + t->length,
                          sizeof t->text - (size_t)t->length, "  end\nend;\n");
}

static void make_unit(Text *t) {
    t->length = 0;
    for (int k = 0; k < ROWS; k++) {
        add_proc(t, 's', k, rows[k].before, rows[k].statement);
        add_proc(t, 'b', k, rows[k].before, "");
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
                            .most = bits <= 4096 ? 2 : 1 / 0.9,
                            .more = more});
}

static void fill(Work *w, int64_t bits) {
    memset(w->y->word, 0x55, (size_t)(bits / 8));
    memset(w->x->word, w->row->zero ? 0 : 0x33, (size_t)(bits / 8));
    if (w->row->last)
        w->x->word[w->words - 1] = UINT64_C(1) << (bits - 1) % 64;
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
        w.row = &rows[r];
        memcpy(&w.peer, (const char *)bench_peers() + rows[r].peer,
               sizeof w.peer);
        snprintf(w.proc, sizeof w.proc, "s%d", r);
        snprintf(w.before, sizeof w.before, "b%d", r);
        for (int k = 0; k < (int)(sizeof bits / sizeof *bits) && good; k++)
            good = measure(&w, bits[k]);
    }
    bench_close(&w.machine);
    return good ? 0 : bench_fail(STAR_BYTECODE, "a primitive failed");
}

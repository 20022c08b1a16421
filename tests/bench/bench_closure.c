/* SPDX-License-Identifier: MIT */
#include "bench_closure.h"

#include <string.h>

#include "peers/bench_peers.h"
#include "values/table.h"

static const char text[] =
    BENCH_WARSHALL "proc WARSHALL-1(n: integer; var P: table);\n"
                   "var X: word; v, w: slice; i, k: integer;\n"
                   "begin\n"
                   "  for k := 1 to n do begin\n"
                   "    X := ROW(k, P);\n"
                   "    w := COL(k, P);\n"
                   "    i := STEP(X);\n"
                   "    while i > 0 do begin\n"
                   "      v := COL(i, P);\n"
                   "      v := v or w;\n"
                   "      COL(i, P) := v;\n"
                   "      i := STEP(X)\n"
                   "    end\n"
                   "  end\n"
                   "end;\n";

/* For WARSHALL-1, whose table is the transposed matrix, a row of arcs is a
 * column. */
typedef struct Matrix {
    BenchMachine machine;
    BenchTeam team;    /* for C */
    int dir;           /* of the lines of the table that are rows of arcs */
    int64_t n, words;  /* rows, and words of each */
    uint64_t *arcs;    /* the matrix to begin with */
    uint64_t *closure; /* what C makes of it */
    StarTable *table;  /* what STAR makes of it */
} Matrix;

static size_t size(const Matrix *m) {
    return (size_t)(m->n * m->words);
}

/* Each arc is there with probability 0.1. */
static void random_arcs(Matrix *m) {
    uint64_t state = BENCH_SEED;
    for (int64_t i = 0; i < m->n; i++)
        for (int64_t j = 0; j < m->n; j++)
            if (bench_random(&state) % 10 == 0)
                m->arcs[i * m->words + j / 64] |= UINT64_C(1) << j % 64;
}

static bool set_table(Matrix *m) {
    if (star_table_fresh(m->machine.be, m->table, m->dir) != STAR_OK)
        return false;
    for (int64_t i = 0; i < m->n; i++)
        memcpy(star_table_vector(m->machine.be, m->table, m->dir, i),
               m->arcs + i * m->words, (size_t)m->words * sizeof *m->arcs);
    return true;
}

static bool is_same(const Matrix *m) {
    if (star_table_need(m->machine.be, m->table, m->dir) != STAR_OK)
        return false;
    for (int64_t i = 0; i < m->n; i++)
        if (memcmp(star_table_vector(m->machine.be, m->table, m->dir, i),
                   m->closure + i * m->words,
                   (size_t)m->words * sizeof *m->arcs) != 0)
            return false;
    return true;
}

/* ---- The sides ---- */

static double run_star(Matrix *m, int64_t times, const StarProgram *program,
                       int threads) {
    const char *proc = m->dir == STAR_ROWS ? "WARSHALL" : "WARSHALL-1";
    double sum = 0;
    m->machine.be->threads.count = threads;
    for (; times > 0; times--) {
        const StarCell args[] = {{.i = m->n}, {.table = m->table}};
        const double time =
            set_table(m) ? bench_call(&m->machine, program, proc, args) : -1;
        if (time < 0 || !is_same(m))
            return -1;
        sum += time;
    }
    return sum;
}

static double run_sweeps(void *context, int64_t times) {
    Matrix *m = context;
    return run_star(m, times, m->machine.bodies, 1);
}

static double run_sweeps_2(void *context, int64_t times) {
    Matrix *m = context;
    return run_star(m, times, m->machine.bodies, 2);
}

static double run_unfused(void *context, int64_t times) {
    Matrix *m = context;
    return run_star(m, times, m->machine.plain, 1);
}

static double run_kernel(void *context, int64_t times) {
    Matrix *m = context;
    return run_star(m, times, m->machine.program, 1);
}

static void close_part(void *context, int part) {
    Matrix *m = context;
    bench_peers()->warshall(m->closure, m->n, m->words, &m->team, part);
}

static double run_vectors(Matrix *m, int64_t times, int threads) {
    double sum = 0;
    m->team.threads = threads;
    for (; times > 0; times--) {
        memcpy(m->closure, m->arcs, size(m) * sizeof *m->arcs);
        const double start = bench_now();
        if (!bench_team(&m->team, close_part, m))
            return -1;
        sum += bench_now() - start;
    }
    return sum;
}

static double run_c(void *context, int64_t times) {
    return run_vectors(context, times, 1);
}

static double run_c_2(void *context, int64_t times) {
    return run_vectors(context, times, 2);
}

static double run_words(void *context, int64_t times) {
    Matrix *m = context;
    double sum = 0;
    for (; times > 0; times--) {
        memcpy(m->closure, m->arcs, size(m) * sizeof *m->arcs);
        const double start = bench_now();
        bench_warshall_words(m->closure, m->n, m->words);
        sum += bench_now() - start;
    }
    return sum;
}

static int measure(const BenchOptions *o, Matrix *m, int repetitions,
                   unsigned closers, double time[BENCH_CLOSERS]) {
    static BenchRun *const run[] = {[BENCH_C] = run_c,
                                    [BENCH_STAR] = run_sweeps,
                                    [BENCH_C_2] = run_c_2,
                                    [BENCH_STAR_2] = run_sweeps_2,
                                    [BENCH_UNFUSED] = run_unfused,
                                    [BENCH_KERNEL] = run_kernel,
                                    [BENCH_WORDS] = run_words};
    BenchSide side[BENCH_SIDES];
    int sides = 0;
    for (int k = 0; k < BENCH_CLOSERS; k++)
        if (closers >> k & 1)
            side[sides++] = (BenchSide){.run = run[k], .context = m};
    if (!bench_measure(o, side, sides, repetitions, 1e-3))
        return bench_fail(BENCH_DIFFERS,
                          "WARSHALL fails or gives another closure than C");
    for (int k = BENCH_CLOSERS; k-- > 0;)
        if (closers >> k & 1)
            time[k] = side[--sides].time;
    return 0;
}

int bench_closure(const BenchOptions *o, int dir, int64_t n, int repetitions,
                  unsigned closers, double time[BENCH_CLOSERS]) {
    Matrix m = {.dir = dir, .n = n, .words = star_words(n)};
    StarBackend *be;
    int status;
    if (!bench_open(&m.machine, text)) {
        bench_close(&m.machine);
        return bench_fail(BENCH_DIFFERS, "no machine");
    }
    be = m.machine.be;
    m.arcs = be->ops.alloc(be, size(&m), true);
    m.closure = be->ops.alloc(be, size(&m), true);
    m.table = bench_table(be, n, n);
    if (m.arcs != NULL && m.closure != NULL && m.table != NULL) {
        random_arcs(&m);
        status = measure(o, &m, repetitions, closers, time);
    } else
        status = bench_fail(BENCH_MEMORY, "no memory");
    star_object_free(be, (StarObject *)m.table);
    be->ops.release(be, m.closure, size(&m));
    be->ops.release(be, m.arcs, size(&m));
    bench_close(&m.machine);
    return status;
}

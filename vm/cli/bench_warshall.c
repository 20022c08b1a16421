/* bench warshall: the published transitive closure on random matrices,
 * beside plain C with the same row operations. */
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "bench_peers.h"
#include "table.h"

static const char text[] = "proc WARSHALL(n: integer; var P: table);\n"
                           "var X: slice(P); v, w: word; i, k: integer;\n"
                           "begin\n"
                           "  for k := 1 to n do begin\n"
                           "    X := COL(k, P);\n"
                           "    w := ROW(k, P);\n"
                           "    while SOME(X) do begin\n"
                           "      i := STEP(X);\n"
                           "      v := ROW(i, P);\n"
                           "      v := v or w;\n"
                           "      ROW(i, P) := v\n"
                           "    end\n"
                           "  end\n"
                           "end;\n";

typedef struct Matrix {
    BenchMachine machine;
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
    uint64_t state = UINT64_C(88172645463325252);
    for (int64_t i = 0; i < m->n; i++)
        for (int64_t j = 0; j < m->n; j++) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            if (state % 10 == 0)
                m->arcs[i * m->words + j / 64] |= UINT64_C(1) << j % 64;
        }
}

static bool set_table(Matrix *m) {
    if (star_table_fresh(m->machine.be, m->table, STAR_ROWS) != STAR_OK)
        return false;
    for (int64_t i = 0; i < m->n; i++)
        memcpy(star_table_line(m->machine.be, m->table, STAR_ROWS, i),
               m->arcs + i * m->words, (size_t)m->words * sizeof *m->arcs);
    return true;
}

static bool is_same(const Matrix *m) {
    if (star_table_need(m->machine.be, m->table, STAR_ROWS) != STAR_OK)
        return false;
    for (int64_t i = 0; i < m->n; i++)
        if (memcmp(star_table_line(m->machine.be, m->table, STAR_ROWS, i),
                   m->closure + i * m->words,
                   (size_t)m->words * sizeof *m->arcs) != 0)
            return false;
    return true;
}

static double run_star(Matrix *m, int64_t times, const StarProgram *program) {
    double sum = 0;
    for (; times > 0; times--) {
        const StarCell args[] = {{.i = m->n}, {.table = m->table}};
        const double time =
            set_table(m) ? bench_call(&m->machine, program, "WARSHALL", args)
                         : -1;
        if (time < 0)
            return time;
        sum += time;
    }
    return sum;
}

static double run_fused(void *context, int64_t times) {
    Matrix *m = context;
    return run_star(m, times, m->machine.program);
}

static double run_plain(void *context, int64_t times) {
    Matrix *m = context;
    return run_star(m, times, m->machine.plain);
}

static double run_c(Matrix *m, int64_t times,
                    void (*warshall)(uint64_t *, int64_t, int64_t)) {
    double sum = 0;
    for (; times > 0; times--) {
        memcpy(m->closure, m->arcs, size(m) * sizeof *m->arcs);
        const double start = bench_now();
        warshall(m->closure, m->n, m->words);
        sum += bench_now() - start;
    }
    return sum;
}

static double run_vectors(void *context, int64_t times) {
    return run_c(context, times, bench_peers()->warshall);
}

static double run_words(void *context, int64_t times) {
    return run_c(context, times, bench_warshall_words);
}

/* The sides; a table is compared with what C made of the same arcs. */
enum { FUSED, PLAIN, WORDS, VECTORS, SIDES };

static void print(int64_t n, const BenchSide side[SIDES], int peer,
                  double most) {
    char what[32], more[32];
    snprintf(what, sizeof what, "n = %lld, C %s", (long long)n,
             peer == WORDS ? "words" : "vectors");
    snprintf(more, sizeof more, "%9s%7.2f", bench_time(side[PLAIN].time).text,
             side[PLAIN].time / side[peer].time);
    bench_print(&(BenchRow){.what = what,
                            .ours = side[FUSED].time,
                            .peer = side[peer].time,
                            .most = most,
                            .more = more});
}

static int measure(Matrix *m, int rounds, double most) {
    BenchSide side[SIDES] = {{.run = run_fused, .context = m},
                             {.run = run_plain, .context = m},
                             {.run = run_words, .context = m},
                             {.run = run_vectors, .context = m}};
    for (int k = 0; k < 2; k++)
        if (side[k].run(m, 1) < 0 || run_vectors(m, 1) < 0 || !is_same(m))
            return bench_fail(STAR_BYTECODE,
                              "WARSHALL fails or gives another closure than "
                              "C");
    if (!bench_measure(side, SIDES, rounds, 1e-3))
        return bench_fail(STAR_BYTECODE, "WARSHALL failed");
    print(m->n, side, WORDS, most);
    print(m->n, side, VECTORS, most);
    return 0;
}

static int measure_size(Matrix *m, int64_t n, int rounds, double most) {
    StarBackend *be = m->machine.be;
    int status;
    m->n = n;
    m->words = star_words(n);
    m->arcs = be->alloc(be, size(m), true);
    m->closure = be->alloc(be, size(m), true);
    m->table = bench_table(be, n, n);
    if (m->arcs != NULL && m->closure != NULL && m->table != NULL) {
        random_arcs(m);
        status = measure(m, rounds, most);
    } else
        status = bench_fail(STAR_MEMORY, "no memory");
    star_object_free(be, (StarObject *)m->table);
    be->release(be, m->closure, size(m));
    be->release(be, m->arcs, size(m));
    return status;
}

int bench_warshall(void) {
    static const struct {
        int64_t n;
        int rounds;
        double most;
    } sizes[] = {{100, 51, 12}, {1000, 21, 6}, {4096, 5, 3}};
    Matrix m;
    int status = bench_open(&m.machine, text)
                     ? 0
                     : bench_fail(STAR_BYTECODE, "no machine");
    bench_head("warshall: n vertices, each arc with probability 0.1", "C",
               "  unfused  ratio");
    for (int k = 0; k < 3 && status == 0; k++)
        status = measure_size(&m, sizes[k].n, sizes[k].rounds, sizes[k].most);
    bench_close(&m.machine);
    return status;
}

/* SPDX-License-Identifier: MIT */
/* A pair loop beside plain C, and beside the rate of AND, a count of ones and
 * an addition on registers alone. */
#include "bench.h"

#include <stdio.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "peers/bench_peers.h"
#include "values/table.h"

static const char text[] =
    "proc PAIRS(n, limit: integer; T: table; var k: integer);\n"
    "var i, j: integer;\n"
    "begin\n"
    "  k := 0;\n"
    "  for i := 1 to n - 1 do\n"
    "    for j := i + 1 to n do\n"
    "      if NUMB(ROW(i, T) and ROW(j, T)) > limit then k := k + 1\n"
    "end;\n";

typedef struct Pairs {
    BenchMachine machine;
    StarTable *table;
    int64_t n, limit, words;
    int64_t wanted; /* what C has counted, or -1 */
} Pairs;

static double run_star(Pairs *p, int64_t times, int threads) {
    double sum = 0;
    p->machine.be->threads.count = threads;
    for (; times > 0; times--) {
        StarCell count = {.i = 0};
        const StarCell args[] = {
            {.i = p->n}, {.i = p->limit}, {.table = p->table}, {.ref = &count}};
        const double time =
            bench_call(&p->machine, p->machine.program, "PAIRS", args);
        if (time < 0 || (p->wanted >= 0 && count.i != p->wanted))
            return -1;
        sum += time;
    }
    return sum;
}

BENCH_ONE_AND_TWO(run_star)

static double run_c(void *context, int64_t times) {
    Pairs *p = context;
    const StarImage *image = &p->table->image[STAR_ROWS];
    const BenchLines rows = {.table = image->word,
                             .lines = p->n,
                             .stride = image->stride,
                             .words = p->words,
                             .least = p->limit};
    const double start = bench_now();
    for (; times > 0; times--)
        p->wanted = bench_peers()->pairs(&rows);
    return bench_now() - start;
}

/* Pairs of bits a second; 0 if this processor does not count in vectors. */
#ifdef __x86_64__
__attribute__((target("avx512f,avx512vpopcntdq"))) static int64_t
count_in_registers(int64_t times) {
    __m512i a[4], b[4], sum[16];
    for (int k = 0; k < 4; k++) {
        a[k] = _mm512_set1_epi64(times + k);
        b[k] = _mm512_set1_epi64(times * k);
    }
    for (int k = 0; k < 16; k++)
        sum[k] = _mm512_setzero_si512();
    for (int64_t t = 0; t < times; t++) {
        __asm__ volatile("" : "+v"(a[0]), "+v"(a[1]), "+v"(a[2]), "+v"(a[3]));
        __asm__ volatile("" : "+v"(b[0]), "+v"(b[1]), "+v"(b[2]), "+v"(b[3]));
#pragma GCC unroll 16
        for (int k = 0; k < 16; k++)
            sum[k] = _mm512_add_epi64(
                sum[k],
                _mm512_popcnt_epi64(_mm512_and_si512(a[k / 4], b[k % 4])));
    }
#pragma GCC unroll 16
    for (int k = 1; k < 16; k++)
        sum[0] = _mm512_add_epi64(sum[0], sum[k]);
    return _mm512_reduce_add_epi64(sum[0]) >= 0 ? 16 * 512 * times : 0;
}

static double limit_rate(void) {
    return __builtin_cpu_supports("avx512vpopcntdq")
               ? bench_rate(count_in_registers)
               : 0;
}
#else
static double limit_rate(void) {
    return 0;
}
#endif

static void print(const BenchOptions *o, const Pairs *p, int threads,
                  const BenchSide *ours, double c, double limit) {
    const double bits =
        (double)p->n * (double)(p->n - 1) / 2 * (double)p->table->cols;
    char what[40], more[40] = "";
    snprintf(what, sizeof what, "%lld bits, threads %d",
             (long long)p->table->cols, threads);
    if (limit > 0)
        snprintf(more, sizeof more, "%8.3f  %5.2f", bits / ours->time * 1e-12,
                 bits / ours->time / (limit * threads));
    bench_print(
        o,
        &(BenchRow){.what = what, .ours = ours->time, .peer = c, .more = more});
}

static int measure(const BenchOptions *o, Pairs *p, double limit) {
    BenchSide side[] = {{.run = run_c, .context = p},
                        {.run = run_one, .context = p},
                        {.run = run_two, .context = p}};
    uint64_t state = BENCH_SEED;
    for (int64_t i = 0; i < p->n; i++)
        for (int64_t w = 0; w < p->words; w++)
            star_table_vector(p->machine.be, p->table, STAR_ROWS, i)[w] =
                bench_random(&state) & bench_random(&state);
    p->limit = p->table->cols / 16 + p->table->cols / 256;
    if (!bench_measure(o, side, 3, 5, 1e-3))
        return bench_fail(BENCH_DIFFERS, "PAIRS gives another count than C");
    print(o, p, 1, &side[1], side[0].time, limit);
    print(o, p, 2, &side[2], 0, limit);
    return 0;
}

int bench_pairs(const BenchOptions *o) {
    static const int64_t columns[] = {1024, 4992, 16384};
    const double limit = limit_rate();
    int status = 0;
    bench_head(o, "Pairs of 2048 rows", "C", "   10^12/s  part");
    for (int k = 0; k < 3 && status == 0; k++) {
        Pairs p = {.n = bench_size(o, 2048, 16),
                   .words = columns[k] / 64,
                   .wanted = -1};
        if (bench_open(&p.machine, text)) {
            p.table = bench_table(p.machine.be, p.n, columns[k]);
            status = p.table != NULL && star_table_own(p.machine.be, p.table,
                                                       STAR_ROWS) == STAR_OK
                         ? measure(o, &p, limit)
                         : bench_fail(BENCH_MEMORY, "no memory");
            star_object_free(p.machine.be, (StarObject *)p.table);
        } else {
            status = bench_fail(BENCH_DIFFERS, "no machine");
        }
        bench_close(&p.machine);
    }
    return status;
}

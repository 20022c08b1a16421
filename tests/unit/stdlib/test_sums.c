/* SPDX-License-Identifier: MIT */
/* SUMV and DOTV against sums of numbers, a row at a time: their bodies, and the
 * kernels of every instruction set, on one thread and on several, from every
 * image of a table, sums over maxint among them. */
#include "machine_test.h"

#include "values/table.h"

enum { MAX_ROWS = 70000, GRAIN = 16 };

typedef __uint128_t Sum;

typedef struct Side {
    StarMachine *machine;
    StarBackend *be;
    StarProgram *program;
    StarTest random;
} Side;

static Side start(StarIsaLevel isa, int threads, bool bodies) {
    static const char text[] =
        "proc SUMV_OF(T: table; X: slice; var k: integer);"
        "begin k := SUMV(T, X) end;"
        "proc DOTV_OF(T, R: table; X: slice; var k: integer);"
        "begin k := DOTV(T, R, X) end;";
    const StarOptions options = {.isa = isa, .threads = (uint32_t)threads};
    const StarCompileOptions how = {.bodies = bodies};
    Side side = {.machine = star_test_machine(&options), .random = {.seed = 3}};
    side.be = star_machine_backend(side.machine);
    side.be->threads.grain = GRAIN;
    side.program = star_test_compile(side.be->mem, &how, text);
    return side;
}

static void end(Side *side) {
    star_program_free(side->program);
    star_machine_free(side->machine);
}

/* Numbers of so many digits, at most 62 of which are not 0. */
static StarTable *table_of(Side *s, int64_t *number, int64_t rows, int cols) {
    StarTable *t = star_table_new(s->be, STAR_ELASTIC);
    const int zeros = cols < 62 ? 0 : cols - 62;
    assert_int_equal(star_table_size(s->be, t, rows, cols), STAR_OK);
    assert_int_equal(star_table_own(s->be, t, STAR_COLUMNS), STAR_OK);
    memset(number, 0, (size_t)rows * sizeof *number);
    for (int j = 0; j < cols; j++) {
        uint64_t *column = star_table_vector(s->be, t, STAR_COLUMNS, j);
        if (j >= zeros)
            star_fill(&s->random, column, rows, STAR_FILL_RANDOM);
        for (int64_t i = 0; i < rows; i++)
            number[i] = 2 * number[i] + (column[i / 64] >> i % 64 & 1);
    }
    if (star_random(&s->random, 3) == 0)
        assert_int_equal(star_table_own(s->be, t, STAR_ROWS), STAR_OK);
    return t;
}

/* True if the sum fits, which the call must give. */
static bool calls(Side *s, const char *name, StarCell *arg, StarCell *k,
                  Sum sum) {
    const StarProc *proc = star_program_find(s->program, name);
    const StarStatus status =
        star_machine_call(s->machine, s->program, proc, arg);
    const bool fits = sum <= INT64_MAX;
    assert_int_equal(status, fits ? STAR_OK : STAR_OVERFLOW);
    if (fits)
        assert_int_equal(k->i, (int64_t)sum);
    return fits;
}

/* How many of two sums do not fit. */
static int run(Side *s, int64_t rows, int cols, int others) {
    static int64_t a[MAX_ROWS], b[MAX_ROWS];
    StarTable *t = table_of(s, a, rows, cols),
              *r = table_of(s, b, rows, others);
    StarBits *x = star_bits_new(s->be, STAR_ELASTIC);
    Sum numbers = 0, products = 0;
    StarCell k = {.i = -1};
    assert_int_equal(star_bits_size(s->be, x, rows), STAR_OK);
    star_fill(&s->random, x->word, rows, STAR_FILL_RANDOM);
    for (int64_t i = 0; i < rows; i++)
        if (star_bits_get(x, i + 1)) {
            numbers += (Sum)a[i];
            products += (Sum)a[i] * (Sum)b[i];
        }
    StarCell one[] = {{.table = t}, {.bits = x}, {.ref = &k}};
    StarCell two[] = {{.table = t}, {.table = r}, {.bits = x}, {.ref = &k}};
    const int fit = calls(s, "SUMV_OF", one, &k, numbers) +
                    calls(s, "DOTV_OF", two, &k, products);
    star_object_free(s->be, &t->head);
    star_object_free(s->be, &r->head);
    star_object_free(s->be, &x->head);
    return 2 - fit;
}

static void run_all(StarIsaLevel isa, int threads, bool bodies) {
    static const int32_t sizes[] = {0,   1,   2,    63,    64,    65,    511,
                                    512, 513, 1400, 32767, 32768, 32769, 66000};
    static const int8_t widths[] = {0, 1, 2, 4, 24, 31, 32, 46, 60, 62, 64, 70};
    int wrong = 0;
    if (!star_isa_available(isa))
        skip();
    Side s = start(isa, threads, bodies);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t j = 0; j < sizeof widths; j++)
            wrong += run(&s, sizes[i], widths[j],
                         widths[(size_t)star_random(&s.random, sizeof widths)]);
    assert_in_range(wrong, 20, 200);
    end(&s);
}

#define RUN(name, isa, threads, bodies) \
    TEST(name) {                        \
        run_all(isa, threads, bodies);  \
    }

RUN(in_bodies, STAR_ISA_BEST, 1, true)
RUN(in_plain_c, STAR_ISA_PORTABLE, 1, false)
RUN(with_neon, STAR_ISA_NEON, 1, false)
RUN(with_avx2, STAR_ISA_AVX2, 1, false)
RUN(with_avx512, STAR_ISA_AVX512, 1, false)
RUN(on_three_threads, STAR_ISA_BEST, 3, false)

TEST_MAIN

/* SPDX-License-Identifier: MIT */
/* Every primitive with every instruction set against the reference kernels.
 * Operands come from the signatures, so that a new row is tested as soon as
 * it stands in primitives.def. */
#include "walk.h"
#include "cpu/simd/parallel.h"

static const int64_t lengths[] = {0,    1,    2,      5,      63,    64,  65,
                                  127,  128,  129,    511,    512,   513, 4095,
                                  4096, 4097, 262143, 262144, 262145};
static const int64_t sides[] = {0, 1, 7, 63, 64, 65, 130, 513};

enum {
    LENGTHS = sizeof lengths / sizeof *lengths,
    SIDES = sizeof sides / sizeof *sides
};

/* So small a grain that a few words are shared among threads. */
enum { GRAIN = 16 };

static void test_level(StarIsaLevel level, int threads) {
    StarTest t, reference;
    if (!star_isa_available(level))
        skip();
    star_test_open(&t, level);
    t.be.threads.count = threads;
    t.be.threads.grain = threads > 1 ? GRAIN : STAR_GRAIN;
    star_test_open(&reference, STAR_ISA_PORTABLE);
    memset(reference.be.ops.kernel, 0, sizeof reference.be.ops.kernel);
    for (int p = 0; p < STAR_PRIM_COUNT; p++) {
        const StarPrim prim = (StarPrim)p;
        if (prim == STAR_PRIM_FUSE || star_prims[p].kind >= STAR_NATIVE)
            continue;
        if (has_table(prim)) {
            for (int i = 0; i < SIDES; i++)
                for (int j = 0; j < SIDES; j++)
                    walk_size(&t, &reference, prim, 1, sides[i], sides[j]);
            continue;
        }
        for (int i = 0; i < LENGTHS; i++)
            walk_size(&t, &reference, prim, lengths[i], 0, 0);
        for (int i = 0; i < 20; i++)
            walk_size(&t, &reference, prim, star_random(&t, 3000), 0, 0);
    }
    star_test_close(&t);
    star_test_close(&reference);
}

TEST(portable) {
    test_level(STAR_ISA_PORTABLE, 1);
}

TEST(neon) {
    test_level(STAR_ISA_NEON, 1);
}

TEST(avx2) {
    test_level(STAR_ISA_AVX2, 1);
}

TEST(avx512) {
    test_level(STAR_ISA_AVX512, 1);
}

TEST(two_threads) {
    test_level(STAR_ISA_BEST, 2);
}

TEST(three_threads) {
    test_level(STAR_ISA_BEST, 3);
}

/* ---- Expressions ---- */

TEST(expressions) {
    StarIsaLevel level = STAR_ISA_BEST;
    StarTest t, reference;
    star_test_open(&reference, STAR_ISA_PORTABLE);
    memset(reference.be.ops.kernel, 0, sizeof reference.be.ops.kernel);
    while (star_test_next(&t, &level)) {
        t.be.threads.count = (int)level;
        t.be.threads.grain = level > STAR_ISA_PORTABLE ? GRAIN : STAR_GRAIN;
        for (int i = 0; i < LENGTHS; i++)
            for (int k = 0; k < 12; k++)
                walk_fuse(
                    &t, &reference,
                    &(FuseCase){.n = lengths[i],
                                .operands = 5,
                                .deep = k == 0 && lengths[i] < 5000 ? 300 : 0,
                                .alias = (int)star_random(&t, 6)});
        for (int i = 0; i < 300; i++)
            walk_fuse(&t, &reference,
                      &(FuseCase){.n = star_random(&t, 700),
                                  .operands = 5,
                                  .alias = (int)star_random(&t, 6)});
        star_test_close(&t);
    }
    star_test_close(&reference);
}

/* ---- Sizes beyond any cache ---- */

enum { HUGE = (4 << 20) + 37 }; /* words */

/* Operators on huge words, z apart from its operands or not, against the
 * kernels of plain C. */
static void run_huge(StarTest *t, uint64_t *const word[4], int64_t n, int op,
                     int64_t shift) {
    star_parallel_bits(&t->be, op, word[2] + shift, word[0], word[1],
                       n - shift);
    star_isa_bits(&star_isa_portable, op, word[3], word[0], word[1], n);
    assert_int_equal(
        memcmp(word[2] + shift, word[3], (size_t)(n - shift) * sizeof **word),
        0);
}

TEST(huge_lines_are_written_whole) {
    for (int threads = 1; threads <= 3; threads++) {
        StarTest t;
        uint64_t *word[4];
        star_test_open(&t, STAR_ISA_BEST);
        t.be.threads.count = threads;
        for (int k = 0; k < 4; k++)
            assert_non_null(word[k] = t.be.ops.alloc(&t.be, HUGE, true));
        star_fill(&t, word[0], INT64_C(64) * HUGE, STAR_FILL_RANDOM);
        star_fill(&t, word[1], INT64_C(64) * HUGE, STAR_FILL_RANDOM);
        for (int op = STAR_FUSE_AND; op <= STAR_FUSE_OPERAND; op++)
            run_huge(&t, word, HUGE - op, op, op % 2);
        star_parallel_bits(&t.be, STAR_FUSE_NOT, word[3], word[0], word[0],
                           HUGE);
        star_parallel_bits(&t.be, STAR_FUSE_XOR, word[3], word[3], word[0],
                           HUGE);
        assert_int_equal(star_parallel_count(&t.be, word[3], HUGE),
                         INT64_C(64) * HUGE);
        for (int k = 0; k < 4; k++)
            t.be.ops.release(&t.be, word[k], HUGE);
        star_test_close(&t);
    }
}

TEST(huge_expressions) {
    const uint8_t code[] = {
        5, 6, STAR_FUSE_AND, 7, STAR_FUSE_NOT, STAR_FUSE_XOR};
    const StarFuse fuse = {
        .length = sizeof code, .operands = 3, .depth = 2, .code = code};
    StarTest t;
    star_test_open(&t, STAR_ISA_BEST);
    t.be.threads.count = 2;
    StarCell arg[5] = {{.bits = star_bits_new(&t.be, STAR_ELASTIC)},
                       {.fuse = &fuse}};
    for (int k = 2; k < 5; k++)
        arg[k].bits =
            star_line_random(&t, INT64_C(64) * HUGE - 5, STAR_FILL_RANDOM);
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_FUSE, arg, NULL));
    assert_line_valid(arg[0].bits);
    for (int64_t i = 0; i < HUGE - 1; i++)
        assert_true(arg[0].bits->word[i] ==
                    ((arg[2].bits->word[i] & arg[3].bits->word[i]) ^
                     ~arg[4].bits->word[i]));
    for (int k = 0; k < 5; k++)
        if (k != 1)
            star_free(&t, arg[k].object);
    star_test_close(&t);
}

/* ---- Levels ---- */

TEST(levels_have_names) {
    StarIsaLevel level;
    for (int i = STAR_ISA_BEST; i <= STAR_ISA_AVX512; i++) {
        assert_true(star_isa_parse(star_isa_name((StarIsaLevel)i), &level));
        assert_int_equal(level, i);
    }
    assert_true(star_isa_parse("AVX2", &level));
    assert_false(star_isa_parse("mmx", &level));
    assert_true(star_isa_available(STAR_ISA_BEST));
    assert_true(star_isa_available(STAR_ISA_PORTABLE));
}

TEST_MAIN

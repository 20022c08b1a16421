/* SPDX-License-Identifier: MIT */
/* GATHER and SCATTER against arithmetic on numbers: their bodies, and the
 * kernels of every instruction set, on one thread and on several, from every
 * image of a table, results that are operands too and numbers that no component
 * has among them. */
#include "machine_test.h"

#include "cpu/cpu.h"
#include "values/table.h"

enum { MAX_ROWS = 1400, MAX_LENGTH = 2000, GRAIN = 16 };

/* One call: Y or Z has a component for each row, X or Z for each number. */
typedef struct Case {
    bool scatter, by_rows, alone; /* the result is the other bit vector */
    int64_t rows, cols, length;
    uint64_t number[MAX_ROWS];
    bool e[MAX_ROWS], v[MAX_LENGTH + 1]; /* by rows, by numbers */
    bool fails;
} Case;

typedef struct Side {
    StarMachine *machine;
    StarBackend *be;
    StarProgram *program;
    bool bodies; /* else kernels, which do what they can */
} Side;

static Side start(StarIsaLevel isa, int threads, bool bodies) {
    static const char text[] = "uses basic; proc NOTHING; begin end;";
    const StarOptions options = {.isa = isa, .threads = (uint32_t)threads};
    const StarCompileOptions how = {.bodies = bodies};
    Side side = {.machine = star_test_machine(&options), .bodies = bodies};
    side.be = star_machine_backend(side.machine);
    side.be->threads.grain = GRAIN;
    side.program = star_test_compile(side.be->mem, &how, text);
    return side;
}

static void end(Side *side) {
    star_program_free(side->program);
    star_machine_free(side->machine);
}

/* A number beside those of components: 0, the one behind the last, the
 * greatest, or one that 32 bits do not tell from a component's. */
static uint64_t beside(StarTest *t, int64_t cols, int64_t length,
                       uint64_t most) {
    switch (star_random(t, 4)) {
    case 0: return 0;
    case 1: return (uint64_t)length < most ? (uint64_t)length + 1 : 0;
    case 2: return cols > 32 ? (UINT64_C(1) << 32) + 1 : most;
    default: return most;
    }
}

/* Numbers that are often out of range in one row of few calls. */
static void fill(Case *c, StarTest *t) {
    const uint64_t most =
        c->cols < 64 ? (UINT64_C(1) << c->cols) - 1 : UINT64_MAX;
    const int64_t density = star_random(t, 101);
    const int64_t wrong = star_random(t, 6) == 0 ? star_random(t, c->rows) : -1;
    const uint64_t top =
        most < (uint64_t)c->length ? most : (uint64_t)c->length;
    c->fails = false;
    for (int64_t k = 1; k <= c->length; k++)
        c->v[k] = star_random(t, 100) < density;
    for (int64_t i = 0; i < c->rows; i++) {
        c->e[i] = c->alone ? c->v[i + 1] : star_random(t, 100) < density;
        c->number[i] = i == wrong ? beside(t, c->cols, c->length, most)
                                  : 1 + star_random_bits(t) % top;
        if (c->number[i] < 1 || c->number[i] > (uint64_t)c->length)
            c->fails |= !c->scatter || c->e[i];
    }
}

static StarBits *line(const Side *s, const bool *value, int64_t n) {
    StarBits *x = star_bits_new(s->be, STAR_ELASTIC);
    assert_int_equal(star_bits_size(s->be, x, n), STAR_OK);
    star_fill(&(StarTest){0}, x->word, n, STAR_FILL_ZERO);
    for (int64_t i = 0; i < n; i++)
        x->word[i / 64] |= (uint64_t)value[i] << i % 64;
    while (x->first < n / 64 && x->word[x->first] == 0)
        x->first++;
    return x;
}

static StarTable *table(const Side *s, const Case *c) {
    StarTable *t = star_table_new(s->be, STAR_ELASTIC);
    assert_int_equal(star_table_size(s->be, t, c->rows, c->cols), STAR_OK);
    assert_int_equal(star_table_own(s->be, t, STAR_COLUMNS), STAR_OK);
    for (int64_t j = 0; j < c->cols && j < 64; j++) {
        uint64_t *column =
            star_table_vector(s->be, t, STAR_COLUMNS, c->cols - 1 - j);
        for (int64_t i = 0; i < c->rows; i++)
            column[i / 64] |= (c->number[i] >> j & 1) << i % 64;
    }
    if (c->by_rows)
        assert_int_equal(star_table_own(s->be, t, STAR_ROWS), STAR_OK);
    return t;
}

static void check(const StarBits *z, const bool *value, int64_t n) {
    assert_true(star_object_valid(&z->head));
    assert_int_equal(z->length, n);
    for (int64_t i = 0; i < n; i++)
        assert_int_equal(star_bits_get(z, i + 1), value[i]);
}

/* One call, and what it shall give. */
static void run(const Side *s, Case *c) {
    StarTable *t = table(s, c);
    StarBits *e = line(s, c->e, c->rows), *v = line(s, c->v + 1, c->length);
    StarBits *from = c->scatter ? e : v, *to = c->scatter ? v : e;
    const char *name = c->scatter ? "SCATTER" : "GATHER";
    StarCell arg[] = {
        {.bits = c->alone ? to : from}, {.table = t}, {.bits = to}};
    const StarProc *proc = star_program_find(s->program, name);
    const StarStatus status =
        s->bodies || c->fails || c->cols > 32
            ? star_machine_call(s->machine, s->program, proc, arg)
        : c->scatter ? star_cpu_SCATTER(s->be, arg)
                     : star_cpu_GATHER(s->be, arg);
    assert_int_equal(status, c->fails ? STAR_INDEX : STAR_OK);
    if (!c->fails) {
        for (int64_t i = 0; i < c->rows; i++)
            if (!c->scatter)
                c->e[i] = c->v[c->number[i]];
            else if (c->e[i])
                c->v[c->number[i]] = true;
    }
    check(to, c->scatter ? c->v + 1 : c->e, c->scatter ? c->length : c->rows);
    star_object_free(s->be, &t->head);
    star_object_free(s->be, &e->head);
    star_object_free(s->be, &v->head);
}

static void run_all(StarIsaLevel isa, int threads, bool bodies) {
    static const int16_t sizes[] = {1, 63, 64, 65, 511, 512, 513, 1399};
    static const int8_t widths[] = {1, 2, 7, 11, 12, 31, 32, 33, 64, 65, 70};
    static Case c;
    StarTest random = {.seed = 7};
    int failed = 0, all = 0;
    if (!star_isa_available(isa))
        skip();
    Side s = start(isa, threads, bodies);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (size_t j = 0; j < sizeof widths; j++)
            for (int again = 0; again < 8; again++, all++) {
                c.scatter = again % 2 == 1;
                c.by_rows = star_random(&random, 3) == 0;
                c.alone = star_random(&random, 4) == 0;
                c.rows = sizes[k];
                c.cols = widths[j];
                c.length =
                    c.alone ? c.rows : 1 + star_random(&random, MAX_LENGTH);
                fill(&c, &random);
                failed += c.fails;
                run(&s, &c);
            }
    assert_in_range(failed, all / 30, all / 4);
    end(&s);
}

TEST(bodies) {
    run_all(STAR_ISA_BEST, 1, true);
}

TEST(portable) {
    run_all(STAR_ISA_PORTABLE, 1, false);
}

TEST(neon) {
    run_all(STAR_ISA_NEON, 1, false);
}

TEST(avx2) {
    run_all(STAR_ISA_AVX2, 1, false);
}

TEST(avx512) {
    run_all(STAR_ISA_AVX512, 1, false);
}

TEST(threads) {
    run_all(STAR_ISA_BEST, 3, false);
}

TEST_MAIN

/* Every primitive with every instruction set against the reference kernels.
 * Operands come from the signatures, so that a new row is tested as soon as
 * it stands in primitives.def. */
#include "star_test.h"

#include "table.h"
#include "wide.h"

/* A case: the sizes its letters stand for, the contents of operands, and
 * which operand is the result too (0: none). */
typedef struct Case {
    StarPrim prim;
    int64_t n, rows, cols;
    int64_t a, z; /* a range within n */
    StarFill fill;
    int alias;
    uint64_t seed;
} Case;

/* The operands of a case in one backend. */
typedef struct Operands {
    StarCell arg[STAR_MAX_OPERANDS];
    StarObject *object[STAR_MAX_OPERANDS]; /* owned */
} Operands;

static int64_t size_of(const Case *c, char letter) {
    switch (letter) {
    case 'r': return c->rows;
    case 'c': return c->cols;
    case '#': return c->z - c->a + 1;
    case 'e': return c->n / 2 * 2;
    default: return c->n;
    }
}

/* A table that is valid as columns, as rows or as both. */
static StarTable *table_of(StarTest *t, const Case *c) {
    StarTable *table = star_table_new(&t->be, STAR_UNSIZED);
    const int64_t images = star_random(t, 3);
    assert_ok(t, star_table_size(&t->be, table, c->rows, c->cols));
    for (int64_t j = 0; j < c->cols; j++)
        star_fill(t, star_table_line(&t->be, table, STAR_COLUMNS, j), c->rows,
                  c->fill);
    if (images > 0)
        assert_ok(t, star_table_need(&t->be, table, STAR_ROWS));
    if (images > 1)
        assert_ok(t, star_table_own(&t->be, table, STAR_ROWS));
    return table;
}

/* A line with its cursor as far as it may be. */
static StarLine *line_of(StarTest *t, int64_t length, StarFill fill) {
    StarLine *line = star_line_random(t, length, fill);
    while (line->first < star_words(length) && line->word[line->first] == 0)
        line->first++;
    return line;
}

/* A result before it is computed: unsized, with the right size and old
 * contents, or of any size. */
static StarObject *result_of(StarTest *t, const Case *c, const StarOperand *o) {
    const int64_t kind = star_random(t, 3);
    const int64_t n = size_of(c, o->size[0]);
    StarSizing sizing = kind == 0 ? STAR_UNSIZED : STAR_ELASTIC;
    if (o->letter == 'T') {
        StarTable *table = star_table_new(&t->be, sizing);
        if (kind == 2)
            assert_ok(t, star_table_size(&t->be, table, c->rows, c->cols));
        return &table->head;
    }
    if (kind == 1)
        return &line_of(t, n, c->fill)->head;
    StarLine *line = star_line_new(&t->be, sizing);
    if (kind == 2)
        assert_ok(t, star_line_size(&t->be, line, star_random(t, 100)));
    return &line->head;
}

static StarCell operand_of(StarTest *t, const Case *c, const StarOperand *o) {
    StarCell cell = {.i = 0};
    switch (o->letter) {
    case 'i': cell.i = 1 + star_random(t, size_of(c, o->size[0])); break;
    case 'a': cell.i = c->a; break;
    case 'z': cell.i = c->z; break;
    case 'b':
    case 'd': cell.i = star_random(t, 2); break;
    case 'k': cell.i = star_random(t, 2 * c->n + 2); break;
    case 'I':
    case 'B': break;
    case 't':
    case 'm': cell.table = table_of(t, c); break;
    case 'l':
    case 's':
    case 'w':
    case 'u': cell.line = line_of(t, size_of(c, o->size[0]), c->fill); break;
    default: cell.object = result_of(t, c, o); break;
    }
    return cell;
}

static bool is_object(char letter) {
    return strchr("iazbdkIB", letter) == NULL;
}

static void build(StarTest *t, const Case *c, Operands *all) {
    StarOperand o[STAR_MAX_OPERANDS];
    const int count = star_signature(star_prims[c->prim].signature, o);
    memset(all, 0, sizeof *all);
    t->seed = c->seed;
    for (int k = 0; k < count; k++) {
        all->arg[k] = operand_of(t, c, &o[k]);
        if (is_object(o[k].letter))
            all->object[k] = all->arg[k].object;
    }
    if (c->alias > 0) {
        all->arg[0] = all->arg[c->alias];
        all->arg[0].line->head.sizing = STAR_ELASTIC;
    }
}

static void discard(StarTest *t, Operands *all) {
    for (int k = 0; k < STAR_MAX_OPERANDS; k++)
        star_free(t, all->object[k]);
}

static void assert_table_equal(StarTest *t, StarTable *x, StarTest *u,
                               StarTable *y) {
    assert_true(star_object_valid(&x->head));
    assert_true(star_object_valid(&y->head));
    assert_int_equal(x->rows, y->rows);
    assert_int_equal(x->cols, y->cols);
    for (int dir = STAR_COLUMNS; dir <= STAR_ROWS; dir++) {
        const int64_t n = star_words(star_table_length(x, dir));
        assert_ok(t, star_table_need(&t->be, x, dir));
        assert_ok(u, star_table_need(&u->be, y, dir));
        for (int64_t i = 0; n > 0 && i < star_table_lines(x, dir); i++)
            assert_memory_equal(star_table_line(&t->be, x, dir, i),
                                star_table_line(&u->be, y, dir, i),
                                (size_t)n * 8);
    }
}

static void run_case(StarTest *t, StarTest *reference, const Case *c) {
    StarOperand o[STAR_MAX_OPERANDS];
    const int count = star_signature(star_prims[c->prim].signature, o);
    Operands x, y;
    build(t, c, &x);
    build(reference, c, &y);
    assert_ok(t, star_prim_run(&t->be, c->prim, x.arg, NULL));
    assert_ok(reference, star_prim_run(&reference->be, c->prim, y.arg, NULL));
    for (int k = 0; k < count; k++)
        if (!is_object(o[k].letter))
            assert_int_equal(x.arg[k].i, y.arg[k].i);
        else if (strchr("tmT", o[k].letter) != NULL)
            assert_table_equal(t, x.arg[k].table, reference, y.arg[k].table);
        else
            assert_line_equal(x.arg[k].line, y.arg[k].line);
    discard(t, &x);
    discard(reference, &y);
}

/* Whether operand k can be the result too: it is read and of its kind. */
static bool can_be_result(const StarOperand *o, int k) {
    return k == 0 || (o[0].letter == 'L' && o[k].letter == 'l') ||
           (o[0].letter == 'T' && o[k].letter == 't');
}

/* Whether an index of a case has something to select from. */
static bool has_indices(const Case *c, const StarOperand *o, int count) {
    for (int k = 0; k < count; k++)
        if (o[k].letter == 'i' && size_of(c, o[k].size[0]) == 0)
            return false;
    return true;
}

/* One primitive, all contents and aliases, at one size. */
static void run_size(StarTest *t, StarTest *reference, StarPrim prim, int64_t n,
                     int64_t rows, int64_t cols) {
    StarOperand o[STAR_MAX_OPERANDS];
    const int count = star_signature(star_prims[prim].signature, o);
    for (int fill = 0; fill < (n > 10000 ? 1 : STAR_FILLS); fill++)
        for (int alias = 0; alias < count; alias++) {
            Case c = {.prim = prim,
                      .n = n,
                      .rows = rows,
                      .cols = cols,
                      .fill = (StarFill)fill,
                      .alias = alias};
            c.seed = star_random_bits(t);
            c.a = 1 + star_random(t, n + 1);
            c.z = c.a - 1 + star_random(t, n - c.a + 2);
            if (star_random(t, 4) == 0)
                c.a = 1, c.z = n;
            if (can_be_result(o, alias) && has_indices(&c, o, count)) {
                const uint64_t seed = t->seed;
                run_case(t, reference, &c);
                t->seed = seed;
            }
        }
}

static bool has_table(StarPrim prim) {
    return strpbrk(star_prims[prim].signature, "tmT") != NULL;
}

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
    memset(reference.be.kernel, 0, sizeof reference.be.kernel);
    for (int p = 0; p < STAR_PRIM_COUNT; p++) {
        const StarPrim prim = (StarPrim)p;
        if (prim == STAR_PRIM_FUSE || star_prims[p].class == STAR_NATIVE)
            continue;
        if (has_table(prim)) {
            for (int i = 0; i < SIDES; i++)
                for (int j = 0; j < SIDES; j++)
                    run_size(&t, &reference, prim, 1, sides[i], sides[j]);
            continue;
        }
        for (int i = 0; i < LENGTHS; i++)
            run_size(&t, &reference, prim, lengths[i], 0, 0);
        for (int i = 0; i < 20; i++)
            run_size(&t, &reference, prim, star_random(&t, 3000), 0, 0);
    }
    star_test_close(&t);
    star_test_close(&reference);
}

static void portable(void **state) {
    (void)state;
    test_level(STAR_ISA_PORTABLE, 1);
}

static void avx2(void **state) {
    (void)state;
    test_level(STAR_ISA_AVX2, 1);
}

static void avx512(void **state) {
    (void)state;
    test_level(STAR_ISA_AVX512, 1);
}

static void two_threads(void **state) {
    (void)state;
    test_level(STAR_ISA_BEST, 2);
}

static void three_threads(void **state) {
    (void)state;
    test_level(STAR_ISA_BEST, 3);
}

/* ---- Expressions ---- */

enum { OPERANDS = 5, CODE = 700 };

/* Random code that leaves one value; `deep` pushes everything first. */
static StarFuse random_fuse(StarTest *t, uint8_t code[CODE], bool deep) {
    StarFuse fuse = {.operands = OPERANDS, .code = code};
    const int pushes = deep ? 300 : 1 + (int)star_random(t, 12);
    int left = pushes, top = 0;
    while (left > 0 || top > 1) {
        uint8_t *next = &code[fuse.length++];
        const bool push =
            left > 0 && (deep || top < 2 || star_random(t, 2) == 0);
        if (push) {
            *next = (uint8_t)(STAR_FUSE_OPERAND + star_random(t, OPERANDS));
            left--;
            top++;
        } else {
            *next = (uint8_t)star_random(t, STAR_FUSE_NOT);
            top--;
        }
        if (top > fuse.depth)
            fuse.depth = (uint16_t)top;
        if (star_random(t, 4) == 0 && fuse.length < CODE - 350)
            code[fuse.length++] = STAR_FUSE_NOT;
    }
    return fuse;
}

static void run_fuse(StarTest *t, StarTest *reference, int64_t n, int64_t alias,
                     bool deep) {
    uint8_t code[CODE];
    const StarFuse fuse = random_fuse(t, code, deep);
    StarCell x[2 + OPERANDS] = {{.line = NULL}, {.fuse = &fuse}};
    StarCell y[2 + OPERANDS] = {{.line = NULL}, {.fuse = &fuse}};
    for (int k = 2; k < 2 + OPERANDS; k++) {
        x[k].line = star_line_random(t, n, STAR_FILL_RANDOM);
        y[k].line = star_line_new(&reference->be, STAR_UNSIZED);
        assert_ok(t,
                  star_object_copy(&reference->be, y[k].object, x[k].object));
    }
    x[0].line = star_line_new(&t->be, STAR_ELASTIC);
    y[0].line = star_line_new(&reference->be, STAR_UNSIZED);
    StarLine *own[] = {x[0].line, y[0].line};
    if (alias > 0)
        x[0] = x[1 + alias], y[0] = y[1 + alias];
    assert_ok(t, star_prim_run(&t->be, STAR_PRIM_FUSE, x, NULL));
    assert_ok(reference,
              star_prim_run(&reference->be, STAR_PRIM_FUSE, y, NULL));
    for (int k = 0; k < 2 + OPERANDS; k++)
        if (k != 1)
            assert_line_equal(x[k].line, y[k].line);
    for (int k = 2; k < 2 + OPERANDS; k++) {
        star_free(t, x[k].object);
        star_free(reference, y[k].object);
    }
    star_free(t, own[0]);
    star_free(reference, own[1]);
}

static void expressions(void **state) {
    StarTest t, reference;
    (void)state;
    star_test_open(&reference, STAR_ISA_PORTABLE);
    memset(reference.be.kernel, 0, sizeof reference.be.kernel);
    for (int level = STAR_ISA_PORTABLE; level <= STAR_ISA_AVX512; level++) {
        if (!star_isa_available((StarIsaLevel)level))
            continue;
        star_test_open(&t, (StarIsaLevel)level);
        t.be.threads.count = level;
        t.be.threads.grain = level > 1 ? GRAIN : STAR_GRAIN;
        for (int i = 0; i < LENGTHS; i++)
            for (int k = 0; k < 12; k++)
                run_fuse(&t, &reference, lengths[i],
                         star_random(&t, OPERANDS + 1),
                         k == 0 && lengths[i] < 5000);
        for (int i = 0; i < 300; i++)
            run_fuse(&t, &reference, star_random(&t, 700),
                     star_random(&t, OPERANDS + 1), false);
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
    star_wide_bits(&t->be, op, word[2] + shift, word[0], word[1], n - shift);
    star_isa_bits(&star_isa_portable, op, word[3], word[0], word[1], n);
    assert_int_equal(
        memcmp(word[2] + shift, word[3], (size_t)(n - shift) * sizeof **word),
        0);
}

static void huge_lines_are_written_whole(void **state) {
    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        StarTest t;
        uint64_t *word[4];
        star_test_open(&t, STAR_ISA_BEST);
        t.be.threads.count = threads;
        for (int k = 0; k < 4; k++)
            assert_non_null(word[k] = t.be.alloc(&t.be, HUGE, true));
        star_fill(&t, word[0], INT64_C(64) * HUGE, STAR_FILL_RANDOM);
        star_fill(&t, word[1], INT64_C(64) * HUGE, STAR_FILL_RANDOM);
        for (int op = STAR_FUSE_AND; op <= STAR_FUSE_OPERAND; op++)
            run_huge(&t, word, HUGE - op, op, op % 2);
        star_wide_bits(&t.be, STAR_FUSE_NOT, word[3], word[0], word[0], HUGE);
        star_wide_bits(&t.be, STAR_FUSE_XOR, word[3], word[3], word[0], HUGE);
        assert_int_equal(star_wide_count(&t.be, word[3], HUGE),
                         INT64_C(64) * HUGE);
        for (int k = 0; k < 4; k++)
            t.be.release(&t.be, word[k], HUGE);
        star_test_close(&t);
    }
}

static void huge_expressions(void **state) {
    const uint8_t code[] = {
        5, 6, STAR_FUSE_AND, 7, STAR_FUSE_NOT, STAR_FUSE_XOR};
    const StarFuse fuse = {
        .length = sizeof code, .operands = 3, .depth = 2, .code = code};
    StarTest t;
    (void)state;
    star_test_open(&t, STAR_ISA_BEST);
    t.be.threads.count = 2;
    StarCell arg[5] = {{.line = star_line_new(&t.be, STAR_ELASTIC)},
                       {.fuse = &fuse}};
    for (int k = 2; k < 5; k++)
        arg[k].line =
            star_line_random(&t, INT64_C(64) * HUGE - 5, STAR_FILL_RANDOM);
    assert_ok(&t, star_prim_run(&t.be, STAR_PRIM_FUSE, arg, NULL));
    assert_line_valid(arg[0].line);
    for (int64_t i = 0; i < HUGE - 1; i++)
        assert_true(arg[0].line->word[i] ==
                    ((arg[2].line->word[i] & arg[3].line->word[i]) ^
                     ~arg[4].line->word[i]));
    for (int k = 0; k < 5; k++)
        if (k != 1)
            star_free(&t, arg[k].object);
    star_test_close(&t);
}

/* ---- Levels ---- */

static void levels_have_names(void **state) {
    StarIsaLevel level;
    (void)state;
    for (int i = STAR_ISA_BEST; i <= STAR_ISA_AVX512; i++) {
        assert_true(star_isa_parse(star_isa_name((StarIsaLevel)i), &level));
        assert_int_equal(level, i);
    }
    assert_true(star_isa_parse("AVX2", &level));
    assert_false(star_isa_parse("mmx", &level));
    assert_true(star_isa_available(STAR_ISA_BEST));
    assert_true(star_isa_available(STAR_ISA_PORTABLE));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_have_names),
        cmocka_unit_test(portable),
        cmocka_unit_test(avx2),
        cmocka_unit_test(avx512),
        cmocka_unit_test(two_threads),
        cmocka_unit_test(three_threads),
        cmocka_unit_test(expressions),
        cmocka_unit_test(huge_lines_are_written_whole),
        cmocka_unit_test(huge_expressions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

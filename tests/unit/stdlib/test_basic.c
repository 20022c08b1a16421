/* SPDX-License-Identifier: MIT */
/* The basic procedures against arithmetic on numbers, a row at a time: their
 * bodies, and the kernels of every instruction set, on one thread and on
 * several, from every state of a table's images, results that are operands
 * too among them. */
#include "machine_test.h"

#include "values/table.h"

enum { MAX_ROWS = 1400, GRAIN = 16 };

/* A row of every operand and result; tables and words are numbers of `cols`
 * bits. */
typedef struct Row {
    uint64_t t, r, f, w; /* f: a table that is changed */
    bool x;
    bool first; /* of MIN and MAX: whether it is one */
    uint64_t most;
    bool z, y;
    uint64_t s;
    bool fails; /* the result does not fit */
} Row;

typedef void Expected(Row *row);

/* Letters are the parameters: T R F tables, w a word, X a slice, Z Y result
 * slices, S a result table. */
typedef struct Procedure {
    const char *name, *parameters;
    Expected *expected;
} Procedure;

#define EXPECTED(name, body)              \
    static void expect_##name(Row *row) { \
        Row *a = row;                     \
        body;                             \
    }

EXPECTED(match, a->z = a->x && a->t == a->w)
EXPECTED(gel, a->z = a->t > a->w; a->y = a->t < a->w)
EXPECTED(less, a->z = a->x && a->t < a->w)
EXPECTED(great, a->z = a->x && a->t > a->w)
EXPECTED(extreme, a->z = a->first)
EXPECTED(setmin, a->z = a->x && a->t < a->r)
EXPECTED(setmax, a->z = a->x && a->t > a->r)
EXPECTED(hit, a->z = a->x && a->t == a->r)
EXPECTED(tmerge, a->s = a->x ? a->t : a->f)
EXPECTED(wmerge, a->s = a->x ? a->w : a->f)
EXPECTED(wcopy, a->s = a->x ? a->w : 0)
EXPECTED(tcopy, a->s = a->t)
EXPECTED(clear, a->s = 0)
EXPECTED(addv, a->s = a->x ? a->t + a->r : 0; a->fails = a->s > a->most)
EXPECTED(subtv, a->fails = a->x && a->t < a->r; a->s = a->x ? a->t - a->r : 0)
EXPECTED(addc, a->s = a->x ? a->t + a->w : 0; a->fails = a->s > a->most)
EXPECTED(subtc, a->fails = a->x && a->t < a->w; a->s = a->x ? a->t - a->w : 0)
EXPECTED(addc1, a->s = a->x ? a->f + a->w : a->f; a->fails = a->s > a->most)
EXPECTED(subtc1, a->fails = a->x && a->t < a->w;
         a->s = a->x ? a->t - a->w : a->t)
EXPECTED(multv, a->s = a->x ? a->t * a->r : 0; a->fails = a->s > a->most)
EXPECTED(multc, a->s = a->x ? a->t * a->w : 0; a->fails = a->s > a->most)
EXPECTED(divc, a->fails = a->w == 0; a->s = a->x && a->w != 0 ? a->t / a->w : 0)
EXPECTED(tmin, a->s = a->x ? a->t < a->r ? a->t : a->r : 0)
EXPECTED(tmax, a->s = a->x ? a->t > a->r ? a->t : a->r : 0)

static const Procedure procedures[] = {
    {"MATCH", "TXwZ", expect_match},   {"GEL", "TwZY", expect_gel},
    {"LESS", "TXwZ", expect_less},     {"GREAT", "TXwZ", expect_great},
    {"MIN", "TXZ", expect_extreme},    {"MAX", "TXZ", expect_extreme},
    {"SETMIN", "TRXZ", expect_setmin}, {"SETMAX", "TRXZ", expect_setmax},
    {"HIT", "TRXZ", expect_hit},       {"TMERGE", "TXF", expect_tmerge},
    {"WMERGE", "wXF", expect_wmerge},  {"WCOPY", "wXS", expect_wcopy},
    {"TCOPY", "TS", expect_tcopy},     {"CLEAR", "F", expect_clear},
    {"ADDV", "TRXS", expect_addv},     {"SUBTV", "TRXS", expect_subtv},
    {"ADDC", "TwXS", expect_addc},     {"SUBTC", "TXwS", expect_subtc},
    {"ADDC1", "XwF", expect_addc1},    {"SUBTC1", "TXwS", expect_subtc1},
    {"MULTV", "TRXS", expect_multv},   {"MULTC", "TwXS", expect_multc},
    {"DIVC", "TwXS", expect_divc},     {"TMIN", "TRXS", expect_tmin},
    {"TMAX", "TRXS", expect_tmax},
};

enum { PROCEDURES = sizeof procedures / sizeof *procedures };

typedef struct Fixture {
    StarTest t; /* its random numbers */
    StarMachine *machine;
    StarBackend *be;
    StarProgram *program;
    Row row[MAX_ROWS];
    int64_t rows;
    int cols;
} Fixture;

/* ---- Data ---- */

/* Numbers that are often equal, and small enough that some sums fit. */
static uint64_t number(Fixture *f, uint64_t most, int64_t kind) {
    const uint64_t random = star_random_bits(&f->t);
    return kind == 0   ? random & most
           : kind == 1 ? random % 4 & most
                       : random & most >> 1;
}

static void fill(Fixture *f, const Procedure *p) {
    const uint64_t most = (UINT64_C(1) << f->cols) - 1;
    const int64_t kind = star_random(&f->t, 4), some = star_random(&f->t, 100);
    const uint64_t w = number(f, most, kind);
    uint64_t best = p->name[1] == 'I' ? most : 0;
    for (int64_t i = 0; i < f->rows; i++) {
        Row *a = &f->row[i];
        *a = (Row){.t = number(f, most, kind),
                   .r = number(f, most, star_random(&f->t, 3)),
                   .f = number(f, most, kind),
                   .w = w,
                   .x = star_random(&f->t, 100) < some,
                   .most = most};
        if (kind == 3) { /* most results fit */
            a->r %= a->t + 1;
            a->w = w % 3 & most;
        }
        if (a->x && (p->name[1] == 'I' ? a->t < best : a->t > best))
            best = a->t;
    }
    for (int64_t i = 0; i < f->rows; i++) {
        f->row[i].first = f->row[i].x && f->row[i].t == best;
        p->expected(&f->row[i]);
    }
}

static StarBits *slice_of(Fixture *f) {
    StarBits *x = star_bits_new(f->be, STAR_UNSIZED);
    assert_int_equal(star_bits_size(f->be, x, f->rows), STAR_OK);
    for (int64_t i = 0; i < f->rows; i++)
        x->word[i / 64] |= (uint64_t)f->row[i].x << i % 64;
    return x;
}

static StarBits *word_of(Fixture *f) {
    StarBits *w = star_bits_new(f->be, STAR_UNSIZED);
    assert_int_equal(star_bits_size(f->be, w, f->cols), STAR_OK);
    for (int j = 0; j < f->cols; j++)
        w->word[0] |= (f->row[0].w >> (f->cols - 1 - j) & 1) << j;
    return w;
}

static StarTable *table_of(Fixture *f, size_t field) {
    StarTable *t = star_table_new(f->be, STAR_UNSIZED);
    assert_int_equal(star_table_size(f->be, t, f->rows, f->cols), STAR_OK);
    assert_int_equal(star_table_own(f->be, t, STAR_COLUMNS), STAR_OK);
    for (int64_t i = 0; i < f->rows; i++) {
        uint64_t value;
        memcpy(&value, (const char *)&f->row[i] + field, sizeof value);
        for (int j = 0; j < f->cols; j++)
            star_table_vector(f->be, t, STAR_COLUMNS, j)[i / 64] |=
                (value >> (f->cols - 1 - j) & 1) << i % 64;
    }
    if (star_random(&f->t, 3) == 0)
        assert_int_equal(star_table_own(f->be, t, STAR_ROWS), STAR_OK);
    return t;
}

/* ---- Runs ---- */

static void wrong(const Fixture *f, const Procedure *p, int64_t i) {
    fail_msg("%s of %d rows, %d columns: row %d", p->name, (int)f->rows,
             f->cols, (int)i + 1);
}

static void check_slice(const Fixture *f, const Procedure *p, const StarBits *z,
                        bool second) {
    assert_true(star_object_valid(&z->head));
    assert_int_equal(z->length, f->rows);
    for (int64_t i = 0; i < f->rows; i++)
        if ((z->word[i / 64] >> i % 64 & 1) !=
            (second ? f->row[i].y : f->row[i].z))
            wrong(f, p, i);
}

static void check_table(const Fixture *f, const Procedure *p, StarTable *s) {
    assert_true(star_object_valid(&s->head));
    assert_int_equal(s->rows, f->rows);
    assert_int_equal(star_table_need(f->be, s, STAR_COLUMNS), STAR_OK);
    for (int64_t i = 0; i < f->rows; i++) {
        uint64_t value = 0;
        for (int j = 0; j < f->cols; j++)
            value = 2 * value +
                    (star_table_vector(f->be, s, STAR_COLUMNS, j)[i / 64] >>
                         i % 64 &
                     1);
        if (value != f->row[i].s)
            wrong(f, p, i);
    }
}

typedef struct Call {
    StarCell arg[4];
    StarObject *own[4];
    int n;
} Call;

/* A result is a new variable, or now and then an operand of its kind. */
static StarObject *result_of(Fixture *f, const Procedure *p, const Call *c) {
    const char *kind = p->parameters[c->n] == 'S' ? "TR" : "X";
    for (int k = 0; k < c->n; k++)
        if (strchr(kind, p->parameters[k]) != NULL &&
            star_random(&f->t, 4) == 0)
            return c->own[k];
    return NULL;
}

static void prepare(Fixture *f, const Procedure *p, Call *c) {
    *c = (Call){.n = 0};
    for (const char *letter = p->parameters; *letter != '\0'; letter++) {
        const bool table = *letter == 'S';
        StarObject *o = NULL;
        switch (*letter) {
        case 'T': o = &table_of(f, offsetof(Row, t))->head; break;
        case 'R': o = &table_of(f, offsetof(Row, r))->head; break;
        case 'F': o = &table_of(f, offsetof(Row, f))->head; break;
        case 'w': o = &word_of(f)->head; break;
        case 'X': o = &slice_of(f)->head; break;
        default: c->arg[c->n].object = result_of(f, p, c);
        }
        if (c->arg[c->n].object == NULL) {
            if (o == NULL && table)
                o = &star_table_new(f->be, STAR_ELASTIC)->head;
            else if (o == NULL)
                o = &star_bits_new(f->be, STAR_ELASTIC)->head;
            c->arg[c->n].object = c->own[c->n] = o;
        }
        c->n++;
    }
}

static void run(Fixture *f, const Procedure *p) {
    const StarProc *proc = star_program_find(f->program, p->name);
    bool fails = false;
    Call c;
    StarStatus status;
    assert_non_null(proc);
    fill(f, p);
    prepare(f, p, &c);
    for (int64_t i = 0; i < f->rows; i++)
        fails |= f->row[i].fails;
    status = star_machine_call(f->machine, f->program, proc, c.arg);
    if (fails)
        assert_int_equal(status,
                         p->name[0] == 'D' ? STAR_DIVISION : STAR_OVERFLOW);
    else if (status != STAR_OK)
        fail_msg("%s", star_machine_report(f->machine)->text);
    for (int k = 0; k < c.n && !fails; k++) {
        if (p->parameters[k] == 'Z' || p->parameters[k] == 'Y')
            check_slice(f, p, c.arg[k].bits, p->parameters[k] == 'Y');
        if (p->parameters[k] == 'S' || p->parameters[k] == 'F')
            check_table(f, p, c.arg[k].table);
    }
    for (int k = 0; k < c.n; k++)
        if (c.own[k] != NULL)
            star_object_free(f->be, c.own[k]);
}

/* A machine with the library; its seed is always the same. */
static void open_fixture(Fixture *f, StarIsaLevel isa, int threads,
                         StarCompileOptions how) {
    static const char text[] = "uses basic; proc NOTHING; begin end;";
    const StarOptions options = {.isa = isa, .threads = (uint32_t)threads};
    *f = (Fixture){.t = {.seed = 1}};
    f->machine = star_test_machine(&options);
    f->be = star_machine_backend(f->machine);
    f->program = star_test_compile(f->be->mem, &how, text);
}

static void close_fixture(Fixture *f) {
    star_program_free(f->program);
    star_machine_free(f->machine);
}

static void run_all(StarIsaLevel isa, int threads, bool bodies) {
    static const int16_t sizes[] = {1,   2,   63,  64,  65,   127, 128,
                                    130, 511, 512, 513, 1000, 1399};
    static const int8_t widths[] = {1, 2, 3, 5, 8, 13, 21, 30};
    static Fixture f;
    if (!star_isa_available(isa))
        skip();
    open_fixture(&f, isa, threads,
                 (StarCompileOptions){.bodies = bodies, .plain = threads > 1});
    f.be->threads.grain = GRAIN;
    for (int p = 0; p < PROCEDURES; p++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            for (size_t j = 0; j < sizeof widths; j++) {
                f.rows = sizes[k];
                f.cols = widths[j];
                run(&f, &procedures[p]);
            }
    close_fixture(&f);
}

/* ---- Tables larger than tiles and caches ---- */

/* Random numbers of 31 bits. */
static StarTable *large_table(Fixture *f, int64_t rows) {
    StarTable *t = star_table_new(f->be, STAR_UNSIZED);
    assert_int_equal(star_table_size(f->be, t, rows, 32), STAR_OK);
    assert_int_equal(star_table_own(f->be, t, STAR_COLUMNS), STAR_OK);
    for (int64_t j = 1; j < 32; j++)
        star_fill(&f->t, star_table_vector(f->be, t, STAR_COLUMNS, j), rows,
                  STAR_FILL_RANDOM);
    return t;
}

/* A sum of what all results hold, by kernels or by bodies. */
static uint64_t run_large(bool bodies) {
    const int64_t rows = 64 * ((INT64_C(1) << 17) + 5) + 37;
    static Fixture fixture;
    Fixture *f = &fixture;
    open_fixture(f, STAR_ISA_BEST, 2, (StarCompileOptions){.bodies = bodies});
    StarTable *t = large_table(f, rows), *r = large_table(f, rows);
    StarTable *s = star_table_new(f->be, STAR_ELASTIC);
    StarBits *x = star_bits_new(f->be, STAR_UNSIZED);
    StarBits *w = star_bits_new(f->be, STAR_UNSIZED);
    StarBits *z = star_bits_new(f->be, STAR_ELASTIC);
    const struct {
        const char *name;
        StarCell arg[4];
    } call[] = {
        {"MATCH", {{.table = t}, {.bits = x}, {.bits = w}, {.bits = z}}},
        {"LESS", {{.table = t}, {.bits = x}, {.bits = w}, {.bits = z}}},
        {"MAX", {{.table = t}, {.bits = x}, {.bits = z}, {.i = 0}}},
        {"ADDV", {{.table = t}, {.table = r}, {.bits = x}, {.table = s}}},
        {"SUBTV", {{.table = s}, {.table = r}, {.bits = x}, {.table = s}}}};
    uint64_t sum = 0;
    assert_int_equal(star_bits_size(f->be, x, rows), STAR_OK);
    assert_int_equal(star_bits_size(f->be, w, 32), STAR_OK);
    star_fill(&f->t, x->word, rows, STAR_FILL_RANDOM);
    x->word[rows / 128] |= 1;
    for (int j = 0; j < 32; j++) /* one row is equal to w */
        w->word[0] |=
            (star_table_vector(f->be, t, STAR_COLUMNS, j)[rows / 128] & 1) << j;
    for (size_t k = 0; k < sizeof call / sizeof *call; k++) {
        const StarProc *proc = star_program_find(f->program, call[k].name);
        if (star_machine_call(f->machine, f->program, proc, call[k].arg) !=
            STAR_OK)
            fail_msg("%s", star_machine_report(f->machine)->text);
        assert_true(k > 0 || z->word[rows / 128] & 1);
        for (int64_t i = 0; i < star_words(rows); i++)
            sum = sum * 31 + z->word[i];
        for (int j = 0; j < 32 && k >= 3; j++)
            for (int64_t i = 0; i < star_words(rows); i++)
                sum =
                    sum * 31 + star_table_vector(f->be, s, STAR_COLUMNS, j)[i];
    }
    star_object_free(f->be, &t->head);
    star_object_free(f->be, &r->head);
    star_object_free(f->be, &s->head);
    star_object_free(f->be, &x->head);
    star_object_free(f->be, &w->head);
    star_object_free(f->be, &z->head);
    close_fixture(f);
    return sum;
}

TEST(kernels_past_the_caches) {
    assert_true(run_large(false) == run_large(true));
}

#define RUN(name, isa, threads, bodies) \
    TEST(name) {                        \
        run_all(isa, threads, bodies);  \
    }

RUN(bodies_fused, STAR_ISA_BEST, 1, true)
RUN(bodies_unfused, STAR_ISA_PORTABLE, 2, true)
RUN(kernels_in_plain_c, STAR_ISA_PORTABLE, 1, false)
RUN(kernels_with_neon, STAR_ISA_NEON, 1, false)
RUN(kernels_with_avx2, STAR_ISA_AVX2, 1, false)
RUN(kernels_with_avx512, STAR_ISA_AVX512, 1, false)
RUN(kernels_on_three_threads, STAR_ISA_BEST, 3, false)

TEST_MAIN

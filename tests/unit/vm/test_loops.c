/* SPDX-License-Identifier: MIT */
/* Responder loops on random tables: the published closures against one on
 * booleans, and what a loop that fails leaves behind. Every loop runs as one
 * operation and as instructions, from every state of a table's images. */
#include "machine_test.h"

#include "values/table.h"

enum { MAX_VERTICES = 200 };

static const char closures[] =
    STAR_TEST_WARSHALL "proc WARSHALL-1(n:integer; var P: table);\n"
                       "/* Here n is the number of graph vertices.\n"
                       "   P is transposed adjacency matrix. */\n"
                       "var X: word; v,w: Slice; i,k: integer;\n"
                       "begin for k:=1 to n do\n"
                       "  begin\n"
                       "    x := ROW(k,P);\n"
                       "    w := COL(k,P);\n"
                       "    i := STEP(X);\n"
                       "    while i>0 do\n"
                       "    begin\n"
                       "      v := COL(i,P);\n"
                       "      v := v or w;\n"
                       "      COL(i,P) := v;\n"
                       "      i := STEP(X);\n"
                       "    end;\n"
                       "  end;\n"
                       "end;\n";

static void start(StarTestRun *f, StarIsaLevel isa, bool plain,
                  const char *text) {
    const StarOptions options = {.isa = isa};
    const StarCompileOptions how = {.plain = plain};
    star_test_start(f, &options, &how, text);
}

/* ---- Tables as booleans ---- */

typedef struct Matrix {
    int64_t n;
    bool bit[MAX_VERTICES][MAX_VERTICES];
} Matrix;

static void random_matrix(StarTest *t, Matrix *a, int64_t n, int64_t percent) {
    a->n = n;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            a->bit[i][j] = star_random(t, 100) < percent;
}

static void close_matrix(Matrix *a) {
    for (int64_t k = 0; k < a->n; k++)
        for (int64_t i = 0; i < a->n; i++)
            for (int64_t j = 0; a->bit[i][k] && j < a->n; j++)
                a->bit[i][j] |= a->bit[k][j];
}

/* Which images of a table are valid. */
typedef enum Images { COLUMNS, ROWS, COLUMNS_AND_ROWS, IMAGES } Images;

static StarTable *new_table(StarTestRun *f, const Matrix *a, bool transposed,
                            Images images) {
    StarTable *p = star_table_new(f->be, STAR_UNSIZED);
    assert_non_null(p);
    assert_int_equal(star_table_size(f->be, p, a->n, a->n), STAR_OK);
    assert_int_equal(star_table_own(f->be, p, STAR_COLUMNS), STAR_OK);
    for (int64_t i = 0; i < a->n; i++)
        for (int64_t j = 0; j < a->n; j++) {
            uint64_t *column = star_table_vector(f->be, p, STAR_COLUMNS, j);
            bool bit = transposed ? a->bit[j][i] : a->bit[i][j];
            column[i / 64] |= (uint64_t)bit << i % 64;
        }
    if (images == ROWS)
        assert_int_equal(star_table_own(f->be, p, STAR_ROWS), STAR_OK);
    if (images == COLUMNS_AND_ROWS)
        assert_int_equal(star_table_need(f->be, p, STAR_ROWS), STAR_OK);
    return p;
}

static bool get(const StarTable *p, int dir, int64_t i, int64_t j) {
    const StarImage *image = &p->image[dir];
    const int64_t line = dir == STAR_ROWS ? i : j;
    const int64_t bit = dir == STAR_ROWS ? j : i;
    return image->word[line * image->stride + bit / 64] >> bit % 64 & 1;
}

static void assert_table(const StarTable *p, const Matrix *a, bool transposed) {
    assert_true(star_object_valid(&p->head));
    for (int dir = STAR_COLUMNS; dir <= STAR_ROWS; dir++)
        for (int64_t i = 0; p->image[dir].valid && i < a->n; i++)
            for (int64_t j = 0; j < a->n; j++)
                if (get(p, dir, i, j) !=
                    (transposed ? a->bit[j][i] : a->bit[i][j]))
                    fail_msg("%d vertices: (%d, %d)", (int)a->n, (int)i + 1,
                             (int)j + 1);
}

/* ---- Closures ---- */

static void check_closure(StarTestRun *f, const char *name, const Matrix *arcs,
                          const Matrix *paths) {
    const bool transposed = strcmp(name, "WARSHALL-1") == 0;
    for (Images images = COLUMNS; images < IMAGES; images++) {
        StarTable *p = new_table(f, arcs, transposed, images);
        const StarCell args[] = {{.i = arcs->n}, {.table = p}};
        assert_calls(f, name, args);
        assert_table(p, paths, transposed);
        star_object_free(f->be, &p->head);
    }
}

static void check_closures(StarTestRun *f, int64_t n) {
    static const uint8_t percents[] = {0, 1, 2, 5, 20, 60, 100};
    static Matrix arcs, paths;
    const int64_t k = star_random(&f->t, 8);
    random_matrix(&f->t, &arcs, n, k < 7 ? percents[k] : 120 / n + 1);
    paths = arcs;
    close_matrix(&paths);
    check_closure(f, "WARSHALL", &arcs, &paths);
    check_closure(f, "WARSHALL-1", &arcs, &paths);
}

static void closures_of(StarIsaLevel isa, bool plain) {
    StarTestRun f = {.t = {.seed = 1}};
    if (!star_isa_available(isa))
        return;
    start(&f, isa, plain, closures);
    for (uint32_t k = 0; k < f.program->notes; k++)
        assert_true(f.program->note[k].fused);
    assert_int_equal(f.program->plans, plain ? 0 : 4);
    for (int64_t n = 1; n <= MAX_VERTICES;
         n += n < 20 || n % 64 > 61 || n % 64 < 2 ? 1 : 5)
        check_closures(&f, n);
    check_closures(&f, MAX_VERTICES);
    star_test_end(&f);
}

TEST(closures_with_plain_c) {
    closures_of(STAR_ISA_PORTABLE, false);
}

TEST(closures_with_neon) {
    closures_of(STAR_ISA_NEON, false);
}

TEST(closures_with_avx2) {
    closures_of(STAR_ISA_AVX2, false);
}

TEST(closures_with_avx512) {
    closures_of(STAR_ISA_AVX512, false);
}

TEST(closures_unoptimised) {
    closures_of(STAR_ISA_BEST, true);
}

/* ---- Loops that fail ---- */

/* The operands of a failing loop: some 40 responders up to 100, of which the
 * rows above 70 are not there. */
typedef struct Objects {
    StarTable *P;
    StarBits *X, *Y, *w;
    StarCell n;
} Objects;

static const char heading[] =
    "proc q(var P: table; var X, Y: slice; var w: word; var n: integer);\n"
    "var i: integer; u: word(P); v: word;\n"
    "begin\n"
    "  while SOME(X) do begin\n"
    "    i := STEP(X);\n";

/* A loop's body, n before it, and the status it ends with. */
typedef struct Failure {
    const char *body;
    int64_t n;
    StarStatus status;
} Failure;

static const Failure failures[] = {
    {"ROW(i, P) := ROW(i, P) xor w", 0, STAR_INDEX},
    {"Y(i) := 1; n := n + i; u := ROW(i, P); ROW(i, P) := not u", 0,
     STAR_INDEX},
    {"n := n + NUMB(ROW(i, P)); w := w xor ROW(i, P); Y(i) := 0", 5,
     STAR_INDEX},
    {"n := n + 1; COL(i, P) := COL(i, P)", 0, STAR_INDEX},
    {"n := n + 1; Y(i) := 1; if Y(i) <> '1' then Y(i) := 0 else\n"
     "if ROW(i, P) <> w then ROW(i, P) := w",
     0, STAR_INDEX},
    {"Y(i) := 1; n := n + 2147483647", INT64_MAX - 20000000000, STAR_OVERFLOW},
    {"Y(i) := 0; n := n - i", 1000 - INT64_MAX, STAR_OVERFLOW},
    {"if Y(i) = 1 then n := n + 1", STAR_UNDEFINED_INT, STAR_UNDEFINED},
    {"COL(i, P) := Y; n := n - 1", 0, STAR_LENGTHS},
    {"if Y(i) = 1 then COL(i, P) := Y else n := n + 1", 0, STAR_LENGTHS},
    {"n := n + i; v := w; v := CONVERT(Y)", 0, STAR_LENGTHS},
    {"n := n - i; if Y(i) = 1 then w := w and CONVERT(Y)", 0, STAR_LENGTHS},
};

static void run_failing(StarTestRun *f, const Failure *failure, Objects *o,
                        bool plain, StarIsaLevel isa, Images images) {
    static Matrix a;
    char text[1000];
    f->t.seed = 7 * (uint64_t)images + 1;
    strcpy(text, heading);
    strcat(text, failure->body);
    strcat(text, " end end;");
    start(f, isa, plain, text);
    assert_int_equal(f->program->plans, !plain);
    f->t.be = *f->be;
    random_matrix(&f->t, &a, 70, 30);
    o->P = new_table(f, &a, false, images);
    o->X = star_line_random(&f->t, 100, STAR_FILL_RANDOM);
    o->Y = star_line_random(&f->t, 120, STAR_FILL_RANDOM);
    o->w = star_line_random(&f->t, 70, STAR_FILL_RANDOM);
    o->n.i = failure->n;
    const StarCell args[] = {{.table = o->P},
                             {.bits = o->X},
                             {.bits = o->Y},
                             {.bits = o->w},
                             {.ref = &o->n}};
    assert_int_equal(star_test_call(f, "q", args), failure->status);
}

static void end_failing(StarTestRun *f, Objects *o) {
    star_object_free(f->be, &o->P->head);
    star_object_free(f->be, &o->X->head);
    star_object_free(f->be, &o->Y->head);
    star_object_free(f->be, &o->w->head);
    star_test_end(f);
}

static void assert_same(const Objects *x, const Objects *y) {
    static Matrix a;
    const int dir = x->P->image[STAR_ROWS].valid;
    a.n = x->P->rows;
    for (int64_t i = 0; i < a.n; i++)
        for (int64_t j = 0; j < a.n; j++)
            a.bit[i][j] = get(x->P, dir, i, j);
    assert_table(y->P, &a, false);
    assert_line_equal(x->X, y->X);
    assert_line_equal(x->Y, y->Y);
    assert_line_equal(x->w, y->w);
    assert_int_equal(x->n.i, y->n.i);
}

static void check_failure(const Failure *failure, Images images) {
    Objects wanted, found;
    StarTestRun plain, f;
    run_failing(&plain, failure, &wanted, true, STAR_ISA_BEST, images);
    for (StarIsaLevel isa = STAR_ISA_BEST; isa <= STAR_ISA_AVX512; isa++) {
        if (!star_isa_available(isa))
            continue;
        run_failing(&f, failure, &found, false, isa, images);
        assert_same(&wanted, &found);
        assert_string_equal(star_machine_report(plain.machine)->text,
                            star_machine_report(f.machine)->text);
        end_failing(&f, &found);
    }
    end_failing(&plain, &wanted);
}

TEST(failing_loops_leave_the_same_state) {
    for (size_t k = 0; k < sizeof failures / sizeof *failures; k++)
        for (Images images = COLUMNS; images < IMAGES; images++)
            check_failure(&failures[k], images);
}

/* ---- A table that leaves in the middle of a loop ---- */

static const char leaving[] =
    "program p; var T: table(600, 600); X: word(600); v, w: slice(600); "
    "i, k: integer; begin "
    "for i := 1 to 599 do ROW(i, T) := SHIFT(MASK(ROW(1, T), 1, 1), down, i); "
    "ROW(600, T) := MASK(ROW(1, T), 1, 1); "
    "for k := 1 to 600 do begin X := ROW(k, T); w := COL(k, T); "
    "while SOME(X) do begin i := STEP(X); v := COL(i, T); v := v or w; "
    "COL(i, T) := v end end; writeln(i) end.";

/* A device that only closes tables: the host's copy is then all 0. */
typedef struct Device {
    StarTestText out;
    StarKernel *closure, *row;
    uint64_t *block, copy[600 * 10];
} Device;

static StarStatus sync_to_host(StarBackend *be, uint64_t *block,
                               StarAccess access) {
    Device *d = be->device;
    if (block == d->block && be->resident > 0) {
        memcpy(block, d->copy, sizeof d->copy);
        be->resident = 0;
    }
    (void)access;
    return STAR_OK;
}

static StarStatus close_on_device(StarBackend *be, StarCell *arg) {
    Device *d = be->device;
    STAR_TRY(d->closure(be, arg));
    d->block = arg[1].table->image[STAR_ROWS].word;
    memcpy(d->copy, d->block, sizeof d->copy);
    memset(d->block, 0, sizeof d->copy);
    be->resident = 1;
    return STAR_OK;
}

static StarStatus row_of(StarBackend *be, StarCell *arg) {
    Device *d = be->device;
    STAR_TRY(star_object_sync(be, arg[2].object, STAR_READ));
    return d->row(be, arg);
}

static StarStatus attach(StarBackend *be, void *context) {
    Device *d = be->device = context;
    d->closure = be->ops.kernel[STAR_PRIM_CLOSURE];
    d->row = be->ops.kernel[STAR_PRIM_ROW];
    be->ops.kernel[STAR_PRIM_CLOSURE] = close_on_device;
    be->ops.kernel[STAR_PRIM_ROW] = row_of;
    be->ops.sync_to_host = sync_to_host;
    return STAR_OK;
}

TEST(the_row_behind_a_closure_is_the_new_one) {
    Device device = {.block = NULL};
    const StarOptions options = {
        .attach = attach, .write = star_test_write, .context = &device};
    const StarCompileOptions how = {.plain = false};
    StarTestRun f;
    star_test_start(&f, &options, &how, leaving);
    assert_int_equal(star_machine_run(f.machine, f.program), STAR_OK);
    assert_non_null(device.block);
    assert_string_equal(device.out.text, "600\n");
    star_test_end(&f);
}

TEST_MAIN

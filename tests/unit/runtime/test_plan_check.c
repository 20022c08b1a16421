/* SPDX-License-Identifier: MIT */
/* Which plans may run. Objects have sizes alone, so that these may be any. */
#include "plan/plan_check.h"

#include "test.h"

enum { N, M, X, Y, SHORT, UNSIZED, T, U, EMPTY, HUGE_LINE, WIDE, CELLS };

static StarCell R[CELLS];
static StarPlanTrips trips;
static StarPairArea area;
static int64_t totals[STAR_PAIR_TOTALS];

static StarBits line[CELLS];
static StarTable table[CELLS];

static void set_line(int cell, int64_t length) {
    line[cell] =
        (StarBits){.head = {STAR_BIT_VECTOR, STAR_FIXED}, .length = length};
    R[cell].bits = &line[cell];
}

static void set_table(int cell, int64_t rows, int64_t cols) {
    table[cell] = (StarTable){
        .head = {STAR_TABLE, STAR_FIXED}, .rows = rows, .cols = cols};
    R[cell].table = &table[cell];
}

/* Eight iterations, of a loop or of pairs. */
static void begin(bool pairs) {
    R[N].i = R[M].i = 1;
    set_line(X, 8);
    set_line(Y, 8);
    set_line(SHORT, 7);
    set_line(UNSIZED, 0);
    line[UNSIZED].head.sizing = STAR_UNSIZED;
    set_table(T, 8, 8);
    set_table(U, 8, 9);
    set_table(EMPTY, 8, 0);
    set_line(HUGE_LINE, INT64_C(1) << 40);
    set_table(WIDE, 8, INT64_C(1) << 31);
    area = (StarPairArea){.rows = {0, 8}, .columns = {0, 8}, .total = totals};
    trips = (StarPlanTrips){.last = 8,
                            .set = STAR_NO_CELL,
                            .fuel = 1000,
                            .area = pairs ? &area : NULL};
}

static bool may(const StarPlanOp *op, size_t ops) {
    const StarPlan plan = {.ops = (uint16_t)ops, .op = op};
    return star_plan_may_run(&plan, R, &trips);
}

#define MAY(...)                           \
    may((const StarPlanOp[]){__VA_ARGS__}, \
        sizeof((const StarPlanOp[]){__VA_ARGS__}) / sizeof(StarPlanOp))

/* Of one operand, and of two. */
#define OF(use_, cell_)                               \
    .fuse = {.length = 1, .operands = 1, .depth = 1}, \
    .operand = (const StarPlanOperand[]) {            \
        { STAR_PLAN_##use_, cell_ }                   \
    }
#define OF_TWO(use_, cell_, other_, cell2_)           \
    .fuse = {.length = 3, .operands = 2, .depth = 2}, \
    .operand = (const StarPlanOperand[]) {            \
        {STAR_PLAN_##use_, cell_}, {                  \
            STAR_PLAN_##other_, cell2_                \
        }                                             \
    }
#define OP(op_, ...) \
    { .op = STAR_PLAN_##op_, __VA_ARGS__ }

TEST(vectors_fit_together) {
    begin(false);
    assert_true(MAY(OP(CHECK, OF_TWO(ROW, T, WHOLE, Y))));
    assert_false(MAY(OP(CHECK, OF_TWO(ROW, T, ROW, U))));
    assert_false(MAY(OP(CHECK, OF(ROW, EMPTY))));
    assert_false(MAY(OP(CHECK, OF(WHOLE, UNSIZED))));
    assert_true(MAY(OP(IF, OF(WHOLE, Y))));
    assert_false(MAY(OP(IF, OF(WHOLE, SHORT))));
    trips.last = 9;
    assert_false(MAY(OP(CHECK, OF(ROW, U))));
    assert_true(MAY(OP(CHECK, OF(COLUMN, U))));
}

TEST(targets_take_them) {
    begin(false);
    assert_true(MAY(OP(STORE, .use = STAR_PLAN_ROW, .target = T, OF(ROW, T))));
    assert_false(MAY(OP(STORE, .use = STAR_PLAN_ROW, .target = T, OF(ROW, U))));
    assert_true(MAY(OP(SET_BIT, .target = Y)));
    assert_false(MAY(OP(SET_BIT, .target = SHORT)));
    assert_false(MAY(OP(STORE_BIT, .target = SHORT, OF(WHOLE, Y))));
    assert_true(MAY(OP(REDUCE, .target = Y, OF(ROW, T))));
    assert_false(MAY(OP(REDUCE, .target = UNSIZED, OF(ROW, T))));
    /* What has no size takes that of its first value, as all. */
    const StarPlanOp first = OP(CHECK_BITS, .target = UNSIZED, OF(ROW, T));
    assert_true(MAY(first, first));
    assert_false(MAY(first, OP(CHECK_BITS, .target = UNSIZED, OF(ROW, U))));
    assert_true(MAY(OP(CHECK_BITS, .target = Y, OF(ROW, T)),
                    OP(CHECK, OF(ROW, U)),
                    OP(CHECK_BITS, .target = UNSIZED, OF(ROW, U))));
}

TEST(names_are_not_told_apart) {
    const StarPlanOp reads = OP(CHECK, OF(WHOLE, Y)),
                     writes = OP(REDUCE, .target = X, OF(ROW, T));
    begin(false);
    assert_true(MAY(reads, writes));
    R[X] = R[Y];
    assert_false(MAY(reads, writes));
    assert_false(MAY(writes, OP(REDUCE, .target = Y, OF(ROW, T))));
    begin(false);
    trips.set = X;
    assert_true(MAY(reads));
    R[X] = R[Y];
    assert_false(MAY(reads));
    /* Pairs do not read what their instructions write. */
    begin(true);
    assert_false(MAY(OP(CHECK, OF(WHOLE, Y)), OP(PAIR_WRITES, .target = Y)));
    assert_true(MAY(OP(CHECK, OF(WHOLE, X)), OP(PAIR_WRITES, .target = Y)));
}

TEST(fuel_suffices) {
    const StarPlanOp fuel = OP(FUEL, .fuel = 100), much = OP(FUEL, .fuel = 200),
                     most = OP(FUEL, .fuel = INT32_MAX);
    begin(false);
    assert_true(MAY(fuel));
    assert_false(MAY(much));
    assert_false(MAY(OP(MIN, .target = N, .fuel = 200)));
    assert_true(MAY(OP(MAX, .target = N, .fuel = 100)));
    R[N].i = STAR_UNDEFINED_INT;
    assert_false(MAY(OP(MAX, .target = N, .fuel = 100)));
    /* Within an inner loop it is taken for all of its iterations, too. */
    assert_true(MAY(OP(INNER, .body = 1, OF(WHOLE, Y)), OP(FUEL, .fuel = 15)));
    assert_false(MAY(OP(INNER, .body = 1, OF(WHOLE, Y)), OP(FUEL, .fuel = 16)));
    assert_true(MAY(OP(INNER, OF(WHOLE, Y)), fuel));
    trips.fuel = INT64_MAX;
    trips.last = INT64_C(1) << 32;
    assert_true(MAY(most));
    assert_false(MAY(most, most));
    assert_false(MAY(OP(INNER, .body = 1, OF(WHOLE, HUGE_LINE)), fuel, fuel));
    assert_false(MAY(OP(INNER, .body = 1, OF(WHOLE, HUGE_LINE)), most));
}

TEST(sums_fit) {
    const StarPlanOp inner = OP(INNER, .body = 1, OF(WHOLE, HUGE_LINE));
#define SUM_OF(factor_, term_) \
    OP(SUM, .target = N, .factor = factor_, .term = STAR_PLAN_##term_)
#define ONES_OF(factor_)                                            \
    OP(SUM, .target = N, .factor = factor_, .term = STAR_PLAN_ONES, \
       OF(WHOLE, HUGE_LINE))
    begin(false);
    assert_true(MAY(SUM_OF(-3, CONSTANT)));
    assert_true(MAY(SUM_OF(3, NUMBER)));
    assert_true(MAY(OP(INNER, .body = 1, OF(WHOLE, Y)), SUM_OF(3, NUMBER),
                    SUM_OF(3, CONSTANT)));
    R[N].i = STAR_UNDEFINED_INT;
    assert_false(MAY(SUM_OF(3, CONSTANT)));
    R[N].i = INT64_MAX - 23;
    assert_false(MAY(SUM_OF(3, CONSTANT)));
    R[N].i = -INT64_MAX + 24;
    assert_true(MAY(SUM_OF(3, CONSTANT)));
    R[N].i = 1;
    assert_true(MAY(ONES_OF(INT64_C(1) << 18)));
    assert_false(MAY(ONES_OF(INT64_C(1) << 30)));
    assert_false(MAY(ONES_OF(INT64_C(1) << 20)));
    assert_false(MAY(ONES_OF(INT64_C(1) << 19), OP(CHECK, OF(WHOLE, Y))));
    trips.last = INT64_C(1) << 30;
    assert_false(MAY(inner, SUM_OF(3, CONSTANT)));
}

/* The operations of pairs. */
#define SIDES(x_, y_) OP(PAIR_X, x_), OP(PAIR_Y, y_)
#define TERM(factor_, scalar_, sum_) \
    OP(PAIR_TERM, .factor = factor_, .scalar = scalar_, .sum = sum_)
#define NUMBER(factor_) TERM(factor_, STAR_NO_CELL, STAR_NO_SUM)
#define ADD OP(PAIR_ADD, .target = N)

TEST(sides_have_one_length) {
    begin(true);
    assert_true(MAY(SIDES(OF(OUTER_ROW, T), OF(ROW, T))));
    assert_false(MAY(SIDES(OF(OUTER_ROW, T), OF(ROW, U))));
    assert_false(MAY(SIDES(OF(OUTER_ROW, T), OF(ROW, EMPTY))));
    assert_true(MAY(SIDES(OF(OUTER_ROW, T), .fuse.length = 0)));
    assert_true(MAY(SIDES(.fuse.length = 0, OF(ROW, U))));
    assert_false(MAY(SIDES(OF(OUTER_ROW, WIDE), OF(ROW, WIDE))));
    area.rows.from = -1;
    assert_false(MAY(SIDES(OF(OUTER_ROW, T), OF(ROW, T))));
    area.rows.from = 0;
    area.columns.from = -1;
    assert_false(MAY(SIDES(OF(OUTER_ROW, T), OF(ROW, T))));
}

TEST(forms_fit) {
    const int64_t half = INT64_MAX / 2;
    begin(true);
    assert_true(MAY(SIDES(OF(OUTER_ROW, T), OF(ROW, T)), TERM(-2, N, 0), ADD));
    assert_true(MAY(SIDES(OF(OUTER_ROW, T), .fuse.length = 0), TERM(2, N, 0)));
    assert_true(MAY(NUMBER(half / 4)));
    assert_false(MAY(NUMBER(half / 4), NUMBER(half / 4), NUMBER(half / 4)));
    assert_false(MAY(NUMBER(INT64_MIN)));
    assert_false(MAY(NUMBER(INT64_MAX)));
    assert_false(MAY(NUMBER(half / 4), NUMBER(INT64_MAX)));
    assert_false(MAY(NUMBER(0), NUMBER(half)));
    R[N].i = STAR_UNDEFINED_INT;
    assert_false(MAY(TERM(2, N, STAR_NO_SUM)));
    R[N].i = INT64_MAX;
    assert_false(MAY(TERM(2, N, STAR_NO_SUM)));
    R[N].i = half / 2;
    assert_false(MAY(SIDES(OF(OUTER_ROW, T), OF(ROW, T)), TERM(1, N, 0)));
    R[N].i = 0;
    assert_false(MAY(SIDES(OF(OUTER_ROW, T), OF(ROW, T)), TERM(-half, N, 0)));
    assert_false(MAY(TERM(INT64_MIN, N, STAR_NO_SUM)));
}

TEST(totals_fit) {
    const int64_t form = INT64_MAX / 200;
    begin(true);
    assert_true(MAY(NUMBER(5), ADD));
    assert_true(MAY(NUMBER(form / 64), ADD, NUMBER(form / 64), ADD));
    assert_false(MAY(NUMBER(2 * form), ADD));
    assert_true(MAY(NUMBER(form), ADD));
    assert_false(MAY(NUMBER(form), ADD, NUMBER(form), ADD));
    R[N].i = -5;
    assert_true(MAY(NUMBER(5), ADD));
    R[N].i = INT64_MAX - 1;
    assert_false(MAY(NUMBER(5), ADD));
    R[N].i = STAR_UNDEFINED_INT;
    assert_false(MAY(NUMBER(5), ADD));
    R[N].i = 1;
    area.rows.to = area.columns.to = INT64_C(1) << 32;
    assert_false(MAY(NUMBER(5), ADD));
}

TEST_MAIN

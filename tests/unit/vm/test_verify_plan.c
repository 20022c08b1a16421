/* SPDX-License-Identifier: MIT */
/* What plans the verifier lets pass. */
#include "verify_test.h"

#include <stdio.h>

#include "plan/pairs.h"

/* A plan over the ones of a line with these operations; an argument is another
 * line. */
static void assert_said(const char *message, StarPlan plan) {
    const bool ones = plan.space <= STAR_SPACE_INDEX_ONES;
    StarInstr code[] = {I(MOVE, CELLS, LINE, 0),
                        I(PLAN, INT, 0, ones ? LINE : INT), I(HALT, 0, 0, 0)};
    Made m;
    make(&m, code, 3);
    m.plan = plan;
    assert_verdict(&m.program, message);
}

static void assert_plan(const char *message, StarPlan plan) {
    char text[200];
    snprintf(text, sizeof text, "instruction 1, PLAN of 'p': %s", message);
    assert_said(message[0] != '\0' ? text : NULL, plan);
}

#define OPS(message, ...)                                                \
    do {                                                                 \
        const StarPlanOp op_[] = {__VA_ARGS__};                          \
        assert_plan(message, (StarPlan){.space = STAR_SPACE_ONES,        \
                                        .ops = sizeof op_ / sizeof *op_, \
                                        .op = op_});                     \
    } while (0)

/* A line, and a row of a table, as operand 0. */
static const StarPlanOperand whole = {STAR_PLAN_WHOLE, LINE};
static const StarPlanOperand own = {STAR_PLAN_ROW, TABLE};
static const StarPlanOperand outer = {STAR_PLAN_OUTER_ROW, TABLE};
static const StarPlanOperand wrong = {STAR_PLAN_ROW, LINE};
static const StarPlanOperand beyond = {STAR_PLAN_OUTER_COLUMN + 1, TABLE};
static const StarPlanOperand empty = {STAR_PLAN_WHOLE, CELLS + 1};
static const StarPlanOperand many[STAR_PLAN_MAX_OPERANDS + 1];

#define EXPR(o)    \
    .operand = &o, \
    .fuse = {      \
        .length = 1, .operands = 1, .depth = 1, .code = (const uint8_t *)"\5"}

#define OF_TWO(operands_, code_)                  \
    .operand = operands_, .fuse = {.length = 3,   \
                                   .operands = 2, \
                                   .depth = 2,    \
                                   .code = (const uint8_t *)code_}

TEST(loops) {
    const StarPlanOp count = {.op = STAR_PLAN_SUM, .factor = 1};
    const StarPlanOp when = {.op = STAR_PLAN_IF, EXPR(whole)};
    const StarPlanOp end = {.op = STAR_PLAN_END};
    const StarPlanOp in = {.op = STAR_PLAN_INNER, .body = 1, EXPR(own)};
    OPS("", count);
    OPS("", when, count, end);
    OPS("", in, count);
    OPS("", in, {.op = STAR_PLAN_REDUCE, .target = LINE, EXPR(outer)});
    OPS("", {.op = STAR_PLAN_CHECK, EXPR(own)});
    OPS("", {.op = STAR_PLAN_LAST_VALUE, .factor = INT64_MAX});
    OPS("operation 23", {.op = STAR_PLAN_PAIR_X});
    OPS("operation 30", {.op = STAR_PLAN_PAIR_WRITES});
    OPS("operation 0", {.op = STAR_PLAN_MAP, .target = LINE, EXPR(whole)});
    OPS("fuel 2147483648", {.op = STAR_PLAN_FUEL, .fuel = UINT32_C(1) << 31});
    OPS("use 0", {.op = STAR_PLAN_STORE, .target = TABLE, EXPR(own)});
    OPS("operator 4", {.op = STAR_PLAN_REDUCE,
                       .target = LINE,
                       .apply = STAR_FUSE_NOT,
                       EXPR(own)});
    OPS("term 3", {.op = STAR_PLAN_SUM, .term = STAR_PLAN_NUMBER + 1});
    OPS("term 0", {.op = STAR_PLAN_SUM, .factor = INT64_C(1) << 31});
    OPS("term 0", {.op = STAR_PLAN_LAST_VALUE, .factor = INT64_MIN});
    OPS("cell 3 holds a line", {.op = STAR_PLAN_SUM, .target = LINE});
    OPS("cell 3 holds a line", {.op = STAR_PLAN_MIN, .beside = LINE});
    OPS("cell 3 holds a line", {.op = STAR_PLAN_CHECK, EXPR(wrong)});
    OPS("cell 0 holds an ordinal",
        {.op = STAR_PLAN_CHECK_BITS, .target = INT, EXPR(own)});
    OPS("an expression without operands",
        {.op = STAR_PLAN_MAX, .term = STAR_PLAN_ONES});
    OPS("an expression without operands", {.op = STAR_PLAN_IFSOME}, end);
    OPS("an expression of 33 operands",
        {.op = STAR_PLAN_IFZERO,
         .operand = many,
         .fuse = {.length = 1,
                  .operands = STAR_PLAN_MAX_OPERANDS + 1,
                  .code = (const uint8_t *)"\5"}});
    OPS("an expression of 0 operands",
        {.op = STAR_PLAN_IFZERO,
         .fuse = {.length = 1,
                  .depth = STAR_PLAN_MAX_DEPTH + 1,
                  .code = (const uint8_t *)"\5"}});
    OPS("operand 0 of an operation", {.op = STAR_PLAN_IF, EXPR(own)}, end);
    OPS("operand 0 of an operation", {.op = STAR_PLAN_IFSOME, EXPR(outer)},
        end);
    OPS("operation 13 within an inner loop", in, in, count);
    OPS("inner loop of 2 operations",
        {.op = STAR_PLAN_INNER, .body = 2, EXPR(own)}, count);
    OPS("operand 0 of an operation", {.op = STAR_PLAN_CHECK, EXPR(beyond)});
    OPS("cell 10 holds nothing", {.op = STAR_PLAN_CHECK, EXPR(empty)});
    OPS("term 0", {.op = STAR_PLAN_SUM, .factor = -(INT64_C(1) << 31)});
    OPS("term 2", {.op = STAR_PLAN_LAST_VALUE,
                   .term = STAR_PLAN_NUMBER,
                   .factor = INT64_C(1) << 31});
    OPS("operation 5 within an inner loop", in,
        {.op = STAR_PLAN_SET_BIT, .target = LINE});
    OPS("operation 14 within an inner loop", in,
        {.op = STAR_PLAN_INNER_COUNT, EXPR(own)});
    OPS("operation 15 within an inner loop", in,
        {.op = STAR_PLAN_CHECK, EXPR(own)});
    OPS("operation 16 within an inner loop", in,
        {.op = STAR_PLAN_CHECK_BITS, .target = LINE, EXPR(own)});
    OPS("operation 21 without a condition", end);
    OPS("operation 20 without a condition", {.op = STAR_PLAN_ELSE});
    OPS("operation 21 without a condition", when, in, end);
    OPS("a condition without an end", when, count);
}

/* vector i := vector i op w */
TEST(updates) {
    const StarPlanOperand two[] = {own, whole}, swapped[] = {whole, own};
    OPS("", {.op = STAR_PLAN_UPDATE,
             .use = STAR_PLAN_ROW,
             .target = TABLE,
             .apply = STAR_FUSE_OR,
             OF_TWO(two, "\5\6\1")});
    OPS("operator 1", {.op = STAR_PLAN_UPDATE,
                       .use = STAR_PLAN_ROW,
                       .target = TABLE,
                       .apply = STAR_FUSE_OR,
                       OF_TWO(swapped, "\5\6\1")});
    OPS("operator 0", {.op = STAR_PLAN_UPDATE,
                       .use = STAR_PLAN_ROW,
                       .target = TABLE,
                       .apply = STAR_FUSE_AND,
                       OF_TWO(two, "\5\6\1")});
    OPS("operator 1", {.op = STAR_PLAN_UPDATE,
                       .use = STAR_PLAN_COLUMN,
                       .target = TABLE,
                       .apply = STAR_FUSE_OR,
                       OF_TWO(two, "\5\6\1")});
    const StarPlanOp only = {.op = STAR_PLAN_UPDATE_ONLY,
                             .use = STAR_PLAN_ROW,
                             .target = TABLE,
                             .apply = STAR_FUSE_OR,
                             OF_TWO(two, "\5\6\1")};
    OPS("", {.op = STAR_PLAN_CHECK, EXPR(own)}, only);
    OPS("", {.op = STAR_PLAN_CHECK_BITS, .target = LINE, EXPR(own)}, only);
    OPS("an only update beside others", only, {.op = STAR_PLAN_FUEL});
    OPS("operator 2", {.op = STAR_PLAN_UPDATE_ONLY,
                       .use = STAR_PLAN_ROW,
                       .target = TABLE,
                       .apply = STAR_FUSE_XOR,
                       OF_TWO(two, "\5\6\2")});
}

/* Each part of what an update is may be another one. */
TEST(other_updates) {
    const StarPlanOperand two[] = {own, whole, whole}, both[] = {own, own},
                          of_other[] = {{STAR_PLAN_ROW, CELLS}, whole};
    const StarPlanOp update = {.op = STAR_PLAN_UPDATE,
                               .use = STAR_PLAN_ROW,
                               .target = TABLE,
                               .apply = STAR_FUSE_OR,
                               OF_TWO(two, "\5\6\1\4")};
    StarPlanOp s = update;
    OPS("", s);
    s.fuse.length = 4;
    OPS("operator 1", s);
    s = update;
    s.fuse.operands = 3;
    OPS("operator 1", s);
    s = update;
    s.operand = of_other;
    OPS("operator 1", s);
    s.operand = both;
    OPS("operator 1", s);
    s = update;
    s.apply = STAR_FUSE_ANDN;
    s.fuse.code = (const uint8_t *)"\5\6\3";
    OPS("operator 3", s);
}

#define COUNT_OF(...) \
    { .op = STAR_PLAN_COUNT, .factor = 1, .term = STAR_PLAN_ONES, __VA_ARGS__ }

TEST(counts) {
    const StarPlanOperand masked[] = {own, whole}, swapped[] = {whole, own},
                          both[] = {own, own}, of_outer[] = {own, outer};
    const StarPlanOp in = {.op = STAR_PLAN_INNER_COUNT, .body = 1, EXPR(own)};
    OPS("", COUNT_OF(EXPR(own)));
    OPS("", COUNT_OF(OF_TWO(masked, "\5\6\0")));
    OPS("a count of other vectors", COUNT_OF(EXPR(whole)));
    OPS("a count of other vectors", COUNT_OF(OF_TWO(masked, "\5\6\1")));
    OPS("a count of other vectors", COUNT_OF(OF_TWO(swapped, "\5\6\0")));
    OPS("a count of other vectors", COUNT_OF(OF_TWO(both, "\5\6\0")));
    OPS("a count of other vectors", {.op = STAR_PLAN_COUNT, .factor = 1});
    OPS("a count of other vectors",
        COUNT_OF(.operand = &own, .fuse = {.length = 2,
                                           .operands = 1,
                                           .depth = 1,
                                           .code = (const uint8_t *)"\5\4"}));
    OPS("", in, COUNT_OF(OF_TWO(of_outer, "\5\6\0")));
    OPS("an inner loop that does not count", in,
        COUNT_OF(OF_TWO(masked, "\5\6\0")));
    OPS("an inner loop that does not count", in, COUNT_OF(EXPR(own)));
    OPS("an inner loop that does not count", in,
        {.op = STAR_PLAN_SUM,
         .factor = 1,
         .term = STAR_PLAN_ONES,
         OF_TWO(of_outer, "\5\6\0")});
    OPS("an inner loop that does not count",
        {.op = STAR_PLAN_INNER_COUNT, .body = 2, EXPR(own)},
        COUNT_OF(OF_TWO(of_outer, "\5\6\0")), {.op = STAR_PLAN_FUEL});
}

/* X := col(T, k); w := row(T, k); row(T, i) |= w for the ones of X. There is
 * one line here, so that they cannot be told apart. */
TEST(orders) {
    static const StarPlanOperand column = {STAR_PLAN_COLUMN, TABLE};
    const StarPlanOperand two[] = {own, whole};
    StarPlanOp op[] = {{.op = STAR_PLAN_MAP, .target = LINE, EXPR(column)},
                       {.op = STAR_PLAN_MAP, .target = CELLS, EXPR(own)},
                       {.op = STAR_PLAN_INNER, .body = 1, EXPR(whole)},
                       {.op = STAR_PLAN_UPDATE_ONLY,
                        .use = STAR_PLAN_ROW,
                        .target = TABLE,
                        .apply = STAR_FUSE_OR,
                        OF_TWO(two, "\5\6\1")}};
    const StarPlanOperand with_w[] = {own, {STAR_PLAN_WHOLE, CELLS}};
    const StarPlan plan = {.space = STAR_SPACE_ORDER, .ops = 4, .op = op};
    assert_plan("iterations in order", plan);
    op[3].operand = with_w;
    assert_plan("", plan);
    op[2].body = 0;
    assert_plan("iterations in order", plan);
    op[2].body = 1;
    op[0].operand = &own;
    assert_plan("iterations in order", plan);
    op[0].op = STAR_PLAN_SUM;
    assert_plan("cell 3 holds a line", plan);
    op[0].op = STAR_PLAN_END;
    assert_plan("operation 21", plan);
}

/* Each part of them may be another one. */
TEST(other_orders) {
    static const StarPlanOperand column = {STAR_PLAN_COLUMN, TABLE},
                                 other = {STAR_PLAN_WHOLE, CELLS},
                                 of_other = {STAR_PLAN_COLUMN, CELLS};
    const StarPlanOperand two[] = {own, other}, same[] = {own, whole},
                          third[] = {{STAR_PLAN_ROW, CELLS}, other};
    const StarPlanOp order[] = {
        {.op = STAR_PLAN_MAP, .target = LINE, EXPR(column)},
        {.op = STAR_PLAN_MAP, .target = CELLS, EXPR(own)},
        {.op = STAR_PLAN_INNER, .body = 2, EXPR(whole)},
        {.op = STAR_PLAN_UPDATE_ONLY,
         .use = STAR_PLAN_ROW,
         .target = TABLE,
         .apply = STAR_FUSE_OR,
         OF_TWO(two, "\5\6\1")},
        {.op = STAR_PLAN_CHECK, EXPR(own)}};
    enum { X, W, LOOP, UPDATE, CHECK, OPERATIONS };
    StarPlanOp op[OPERATIONS];
    const StarPlan plan = {
        .space = STAR_SPACE_ORDER, .ops = OPERATIONS, .op = op};
    const StarFuse inverted = {2, 1, 1, (const uint8_t *)"\5\4"};
#define ORDER(...)                                \
    do {                                          \
        memcpy(op, order, sizeof op);             \
        __VA_ARGS__;                              \
        assert_plan("iterations in order", plan); \
    } while (0)
    ORDER(op[X].fuse = inverted);
    ORDER(op[X].operand = &of_other);
    ORDER(op[X].op = STAR_PLAN_LAST_BITS);
    ORDER(op[W].op = STAR_PLAN_LAST_BITS);
    ORDER(op[W].operand = &column);
    ORDER(op[LOOP].op = STAR_PLAN_CHECK);
    ORDER(op[LOOP].fuse = inverted);
    ORDER(op[LOOP].operand = &other);
    ORDER(op[LOOP].operand = &own);
    ORDER(op[UPDATE] = op[CHECK]);
    ORDER(op[CHECK].op = STAR_PLAN_REDUCE, op[CHECK].target = LINE);
    ORDER(op[UPDATE].apply = STAR_FUSE_AND,
          op[UPDATE].fuse.code = (const uint8_t *)"\5\6\0");
    ORDER(op[W].target = LINE, op[UPDATE].operand = same);
    /* The kind of an argument is the callee's. */
    ORDER(op[UPDATE].target = CELLS, op[UPDATE].operand = third,
          op[X].operand = &other);
    memcpy(op, order, sizeof op);
    op[CHECK].op = STAR_PLAN_CHECK_BITS;
    op[CHECK].target = LINE;
    assert_plan("", plan);
}

/* Pairs of i from 1 on, with these operations. */
static void assert_pairs(const char *why, uint8_t space, const StarPlanOp *op,
                         int n) {
    StarPlan plan = {.space = space,
                     .ops = (uint16_t)n,
                     .op = op,
                     .row = INT,
                     .column = INT,
                     .from = {STAR_NO_CELL, 1},
                     .to = {INT, 0}};
    while (2 * plan.sums < n && op[2 * plan.sums].op == STAR_PLAN_PAIR_X)
        plan.sums++;
    assert_plan(why, plan);
}

#define PAIRS_IN(space, why, ...)                                  \
    {                                                              \
        const StarPlanOp ops[] = {__VA_ARGS__};                    \
        assert_pairs(why, space, ops, sizeof ops / sizeof ops[0]); \
    }
#define PAIRS(...) PAIRS_IN(STAR_SPACE_FIND_COLUMN, __VA_ARGS__)

TEST(pairs) {
    static const StarPlanOperand of_i = {STAR_PLAN_OUTER_ROW, TABLE},
                                 of_j = {STAR_PLAN_ROW, TABLE};
    const StarPlanOp
        x = {.op = STAR_PLAN_PAIR_X, EXPR(of_i)},
        y = {.op = STAR_PLAN_PAIR_Y, EXPR(of_j)},
        x_of_j = {.op = STAR_PLAN_PAIR_X, EXPR(of_j)},
        y_of_i = {.op = STAR_PLAN_PAIR_Y, EXPR(of_i)},
        no_x = {.op = STAR_PLAN_PAIR_X}, no_y = {.op = STAR_PLAN_PAIR_Y},
        term = {.op = STAR_PLAN_PAIR_TERM, .scalar = INT, .factor = 2},
        of_line = {.op = STAR_PLAN_PAIR_TERM, .scalar = LINE, .factor = 2},
        least = {.op = STAR_PLAN_PAIR_TERM, .factor = INT64_MIN},
        second = {.op = STAR_PLAN_PAIR_TERM, .scalar = INT, .sum = 1},
        when = {.op = STAR_PLAN_PAIR_IF},
        any = {.op = STAR_PLAN_PAIR_IF, .relation = STAR_PAIR_ANY},
        share = {.op = STAR_PLAN_PAIR_SHARE},
        equal = {.op = STAR_PLAN_PAIR_SHARE, .relation = STAR_PAIR_EQUAL},
        add = {.op = STAR_PLAN_PAIR_ADD, .target = INT},
        line = {.op = STAR_PLAN_PAIR_WRITES, .target = LINE},
        table = {.op = STAR_PLAN_PAIR_WRITES, .target = TABLE},
        ordinal = {.op = STAR_PLAN_PAIR_WRITES, .target = INT},
        nowhere = {.op = STAR_PLAN_PAIR_ADD, .target = STAR_NO_CELL};
    PAIRS("", x, y, term, when);
    PAIRS("", x, no_y, no_x, y, second, when);
    PAIRS("pairs with 1 conditions, 1 sums", x, y, term, when, add);
    PAIRS("pairs with 0 conditions, 0 sums", x, y);
    PAIRS("operation 26 behind a check", x, y, term, line, term, when);
    PAIRS("", x, y, term, when, line, table);
    PAIRS("cell 0 holds an ordinal", x, y, term, when, ordinal);
    PAIRS("1 sums of pairs", x);
    PAIRS("operand 0 of an operation", x_of_j, y, term, when);
    PAIRS("operand 0 of an operation", x, y_of_i, term, when);
    PAIRS("a sum without sides", no_x, no_y, term, when);
    PAIRS("sum 1", x, y, second, when);
    PAIRS("a factor of a form", x, y, least, when);
    PAIRS("a form without use", x, y, term);
    PAIRS("relation 4", x, y, term, any);
    PAIRS("", x, y, term, share);
    PAIRS("relation 2", x, y, term, equal);
    PAIRS("pairs with 0 conditions, 1 sums", x, y, nowhere);
    PAIRS("operation 2 of pairs", x, y, {.op = STAR_PLAN_UPDATE});
    PAIRS("cell 3 holds a line", x, y, of_line, when);
    PAIRS("", x, y, term, when,
          {.op = STAR_PLAN_CHECK_BITS, .target = LINE, EXPR(of_j)});
    PAIRS("operation 28 behind a check", x, y, term, when, line, add);
    PAIRS("9 sums of pairs", x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y, x,
          y, term, when);
    PAIRS_IN(STAR_SPACE_PAIRS, "", x, y, term, add);
    PAIRS_IN(STAR_SPACE_PAIRS, "pairs with 1 conditions, 0 sums", x, y, term,
             when);
    PAIRS_IN(STAR_SPACE_PAIRS, "pairs with 0 conditions, 17 sums", x, y, term,
             add, add, add, add, add, add, add, add, add, add, add, add, add,
             add, add, add, add);
}

/* i, j and the bounds of j are ordinals. */
TEST(numbers_of_pairs) {
    const StarPlanOp op[] = {
        {.op = STAR_PLAN_PAIR_X, EXPR(outer)},
        {.op = STAR_PLAN_PAIR_Y, EXPR(own)},
        {.op = STAR_PLAN_PAIR_TERM, .scalar = INT, .factor = 1},
        {.op = STAR_PLAN_PAIR_TERM, .factor = 1, .sum = STAR_NO_SUM},
        {.op = STAR_PLAN_PAIR_ADD, .target = INT}};
    const StarPlan good = {.space = STAR_SPACE_PAIRS,
                           .ops = 5,
                           .op = op,
                           .sums = 1,
                           .from = {STAR_NO_CELL, 1},
                           .to = {STAR_NO_CELL, 1}};
    StarPlan plan = good;
    assert_plan("", plan);
    plan.row = LINE;
    assert_plan("cell 3 holds a line", plan);
    plan = good;
    plan.column = LINE;
    assert_plan("cell 3 holds a line", plan);
    plan = good;
    plan.from.cell = LINE;
    assert_plan("cell 3 holds a line", plan);
    plan = good;
    plan.to.cell = LINE;
    assert_plan("cell 3 holds a line", plan);
}

/* Operations that there are not, and an expression without code. */
TEST(other_pairs) {
    const StarPlanOp none[] = {{.op = STAR_PLAN_OPS}};
    const StarPlanOp x[] = {
        {.op = STAR_PLAN_PAIR_X, .operand = &whole, .fuse.operands = 1},
        {.op = STAR_PLAN_PAIR_Y, EXPR(own)},
        {.op = STAR_PLAN_PAIR_TERM, .scalar = INT, .factor = 1},
        {.op = STAR_PLAN_PAIR_ADD, .target = INT}};
    StarInstr code[] = {I(PLAN, INT, 0, INT), I(HALT, 0, 0, 0)};
    StarPlan plan = {
        .space = STAR_SPACE_PAIRS, .ops = 1, .op = none, .row = STAR_NO_CELL};
    Made m;
    make(&m, code, 2);
    m.plan = plan;
    assert_verified(&m.program,
                    "instruction 0, PLAN of 'p': operation 31 of pairs");
    plan.ops = 4;
    plan.op = x;
    plan.sums = 1;
    assert_said("a fused expression leaves 0 values", plan);
}

/* What an instruction names. */
TEST(plans) {
    const StarPlanOp count = {.op = STAR_PLAN_SUM, .factor = 1};
    StarInstr code[] = {I(PLAN, INT, 0, INT), I(HALT, 0, 0, 0)};
    Made m;
    make(&m, code, 2);
    assert_verdict(&m.program, "instruction 0, PLAN of 'p': an expression of "
                               "1 operations");
    m.map.target = INT;
    m.map.op = STAR_PLAN_SUM;
    assert_verified(&m.program, "instruction 0, PLAN of 'p': an expression of "
                                "1 operations");
    m.plan = (StarPlan){.space = STAR_SPACE_NONE, .ops = 2, .op = &m.map};
    assert_verified(&m.program, "instruction 0, PLAN of 'p': an expression of "
                                "2 operations");
    m.plan = (StarPlan){.space = STAR_SPACE_ONES, .ops = 1, .op = &count};
    assert_verdict(&m.program,
                   "instruction 0, PLAN of 'p': cell 0 holds an ordinal");
    m.plan.space = STAR_SPACE_RANGE;
    assert_verdict(&m.program, NULL);
    code[0].a = LINE;
    assert_verdict(&m.program,
                   "instruction 0, PLAN of 'p': cell 3 holds a line");
    code[0].a = INT;
    m.plan.space = STAR_SPACE_FIND_COLUMN + 1;
    assert_verdict(&m.program, "instruction 0, PLAN of 'p': space 9");
    code[0].b = 1;
    assert_verdict(&m.program, "instruction 0, PLAN of 'p': plan 1");
}

TEST_MAIN

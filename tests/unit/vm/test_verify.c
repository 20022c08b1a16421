/* SPDX-License-Identifier: MIT */
#include "star_test.h"

#include "plan/pairs.h"

#include <stdio.h>

#include "bytecode/bytes/program_bytes.h"

/* A program of one procedure: cell k holds an object or scalar of kind k
 * (StarCellKind), and two cells are for the arguments of calls. */
enum { CELLS = STAR_CELL_SET + 1, ARGUMENTS = 2 };

static const StarCellInfo cells[CELLS] = {
    {.kind = STAR_CELL_INT, .name = "int"},
    {.kind = STAR_CELL_REAL, .name = "real"},
    {.kind = STAR_CELL_REF, .name = "ref"},
    {.kind = STAR_CELL_BITS, .name = "bits"},
    {.kind = STAR_CELL_TABLE, .name = "table"},
    {.kind = STAR_CELL_ARRAY, .name = "array", .own = true},
    {.kind = STAR_CELL_STRING, .name = "string"},
    {.kind = STAR_CELL_RECORD, .name = "record"},
    {.kind = STAR_CELL_SET, .name = "set"}};

enum { INT, REAL, REF, LINE, TABLE, ARRAY, STRING, RECORD, SET };

typedef struct Made {
    StarProc proc[2];
    StarConstant constant[2];
    StarPlan plan;
    StarPlanOp map;
    StarSource source;
    StarProgram program;
} Made;

static StarProgram *make(Made *m, StarInstr *code, uint32_t length) {
    static const uint8_t fused[] = {STAR_FUSE_OPERAND, STAR_FUSE_NOT};
    static StarPlanOperand operand[STAR_FUSE_MAX_OPERANDS + 1];
    static StarSpan span[100];
    for (int k = 0; k <= STAR_FUSE_MAX_OPERANDS; k++)
        operand[k] = (StarPlanOperand){STAR_PLAN_WHOLE, LINE};
    *m = (Made){.source = {.path = "p", .text = ""}};
    m->proc[0] = (StarProc){.name = "p",
                            .end = length,
                            .cells = CELLS,
                            .arguments = ARGUMENTS,
                            .cell = cells};
    m->map = (StarPlanOp){
        .op = STAR_PLAN_MAP,
        .target = LINE,
        .fuse = {.length = 2, .operands = 1, .depth = 1, .code = fused},
        .operand = operand};
    m->plan = (StarPlan){.space = STAR_SPACE_NONE, .ops = 1, .op = &m->map};
    m->program = (StarProgram){.code = code,
                               .span = span,
                               .length = length,
                               .sources = {.file = &m->source, .count = 1},
                               .proc = m->proc,
                               .procs = 1,
                               .constant = m->constant,
                               .constants = 2,
                               .plan = &m->plan,
                               .plans = 1};
    return &m->program;
}

/* The byte form of the program is read if there is no message; else that is a
 * part of what is said of it. */
static void assert_bytes(const StarProgram *p, const char *message) {
    StarError error = {0};
    StarMem mem;
    uint8_t *bytes;
    size_t size;
    star_mem_init(&mem, &error, SIZE_MAX);
    assert_int_equal(star_program_write(p, &mem, &bytes, &size), STAR_OK);
    StarProgram *read = star_program_read(&mem, bytes, size);
    if ((read == NULL) != (message != NULL))
        fail_msg("%s", read ? message : error.text);
    if (message != NULL)
        assert_non_null(strstr(error.text, message));
    star_program_free(read);
    star_mem_free(&mem, bytes, size, 1);
    assert_int_equal(mem.used, 0);
}

/* Asserts what the verifier says; NULL: nothing. */
static void assert_verdict(const StarProgram *p, const char *message) {
    StarError error = {0};
    StarMem mem;
    star_mem_init(&mem, &error, SIZE_MAX);
    StarStatus status = star_verify(p, &mem);
    assert_int_equal(mem.used, 0);
    if (message == NULL && status != STAR_OK)
        fail_msg("%s", error.text);
    assert_int_equal(status, message ? STAR_BYTECODE : STAR_OK);
    assert_string_equal(error.text, message ? message : "");
    assert_bytes(p, message);
}

/* The same for instructions before a HALT. */
#define assert_code(message, ...)                                         \
    do {                                                                  \
        StarInstr code_[] = {__VA_ARGS__, {STAR_OP_HALT, 0, 0, 0}};       \
        Made made_;                                                       \
        assert_verdict(make(&made_, code_, sizeof code_ / sizeof *code_), \
                       message);                                          \
    } while (0)

#define I(op, a, b, c) \
    { STAR_OP_##op, a, b, c }
#define P(prim, a, b, c) \
    { STAR_OP_PRIM + STAR_PRIM_##prim, a, b, c }

TEST(good_programs_pass) {
    assert_code(NULL, I(ADD, INT, INT, INT), I(FADD, REAL, REAL, REAL),
                I(LOADI, INT, 0xffff, 0xffff), I(LOADK, INT, 0, 1),
                I(RANGE, INT, 0, 0), I(JMP, 0, 0xffff, 0xfffa));
    assert_code(NULL, I(LOAD, INT, REF, 0), I(SCOPY, STRING, STRING, 0),
                I(WRITEI, INT, STAR_NO_CELL, 0), I(JT, INT, 0, 0));
    assert_code(NULL, I(MOVE, CELLS, LINE, 0),
                I(MOVE, CELLS + ARGUMENTS - 1, INT, 0), I(PROC, INT, 0, 0));
    assert_code(NULL, I(PLAN, LINE, 0, STAR_NO_CELL), I(LDI2, INT, ARRAY, INT),
                I(ARGS, INT, 0, 0), P(TRIM, LINE, INT, INT),
                I(ARGS, LINE, 0, 0));
    assert_code(NULL, I(NEWARR, ARRAY, STAR_ELEM_INT, 2),
                I(ARGS, INT, INT, INT), I(ARGS, INT, 0, 0));
    assert_code(NULL, P(ROW, LINE, INT, TABLE), P(SET, LINE, 0, 0));
    assert_code(NULL, I(LDFI, INT, RECORD, 0), I(EOR, SET, SET, SET),
                I(BRANGE, INT, 0, 0));
}

TEST(opcodes_and_cells) {
    assert_code("instruction 0: there is no opcode 60000", {60000, 0, 0, 0});
    assert_code("instruction 1, ADD of 'p': cell 11 of 9", I(NEG, INT, INT, 0),
                I(ADD, INT, INT, CELLS + ARGUMENTS));
    assert_code("instruction 0, ADD of 'p': cell 1 holds a real",
                I(ADD, INT, REAL, INT));
    assert_code("instruction 0, ADD of 'p': cell 3 holds a line",
                I(ADD, LINE, INT, INT));
    assert_code("instruction 0, FADD of 'p': cell 0 holds an ordinal",
                I(FADD, REAL, REAL, INT));
    assert_code("instruction 0, LOAD of 'p': cell 0 holds an ordinal",
                I(LOAD, INT, INT, 0));
    assert_code("instruction 0, SCOPY of 'p': cell 4 holds a table",
                I(SCOPY, STRING, TABLE, 0));
    assert_code("instruction 0, PART of 'p': cell 6 holds a string",
                I(PART, STRING, ARRAY, INT));
    assert_code("instruction 0, GIVE of 'p': cell 2 holds an address",
                I(GIVE, INT, REF, 0));
    assert_code("instruction 0, LDFI of 'p': cell 5 holds an array",
                I(LDFI, INT, ARRAY, 0));
    assert_code("instruction 0, EADD of 'p': cell 7 holds a record",
                I(EADD, RECORD, INT, INT));
    assert_code("instruction 0, RCOPY of 'p': cell 8 holds a set",
                I(RCOPY, RECORD, SET, 0));
    assert_code("instruction 0, WRITEI of 'p': cell 1 holds a real",
                I(WRITEI, INT, REAL, 0));
    assert_code("instruction 0, ROW of 'p': cell 5 holds an array",
                P(ROW, LINE, INT, ARRAY));
    assert_code("instruction 0, GETG of 'p': cell 9 of the program",
                I(GETG, INT, CELLS, 0));
}

TEST(jumps) {
    assert_code("instruction 0, JMP of 'p': jump to 2", I(JMP, 0, 0, 1));
    assert_code("instruction 0, JMP of 'p': jump to -1",
                I(JMP, 0, 0xffff, 0xfffe));
    assert_code("instruction 0, JMP of 'p': jump to -2147483647",
                I(JMP, 0, 0x8000, 0));
    assert_code(NULL, I(GOTO, 0, 0, 1));
    assert_code("instruction 0, GOTO of 'p': goto 2", I(GOTO, 0, 0, 2));
    assert_code("instruction 0, GOTO of 'p': goto 1", I(GOTO, 1, 0, 1));
    assert_code("instruction 0, JT of 'p': jump to 2", I(JT, INT, 0, 1));
    assert_code("instruction 1, JT of 'p': jump to -1", I(JT, INT, 0, 0),
                I(JT, INT, 0, 0xfffd));
}

TEST(tables_of_the_program) {
    assert_code("instruction 0, LOADK of 'p': constant 2 of 2",
                I(LOADK, INT, 0, 2));
    assert_code("instruction 0, NEWREC of 'p': layout 65536",
                I(NEWREC, RECORD, 1, 0));
    assert_code("instruction 0, ERANGE of 'p': constant 1 of 2",
                I(ERANGE, SET, 0, 1));
    assert_code("instruction 0, RANGE of 'p': constant 1 of 2",
                I(RANGE, INT, 0, 1));
    assert_code("instruction 0, LOADK of 'p': constant 4294967295 of 2",
                I(LOADK, INT, 0xffff, 0xffff));
    assert_code("instruction 0, RANGE of 'p': constant 4294967295 of 2",
                I(RANGE, INT, 0xffff, 0xffff));
    assert_code("instruction 0, PLAN of 'p': plan 1",
                I(PLAN, LINE, 1, STAR_NO_CELL));
    assert_code("instruction 0, CALL of 'p': procedure 65536",
                I(CALL, CELLS, 1, 0));
    assert_code("instruction 0, CALL of 'p': the frame has 9 cells",
                I(CALL, CELLS - 1, 0, 0));
    assert_code("instruction 0, CALLP of 'p': the frame has 9 cells",
                I(CALLP, CELLS + 1, REF, 0));
    assert_code("instruction 0, PROC of 'p': procedure 1", I(PROC, INT, 0, 1));
}

TEST(further_operands) {
    assert_code("instruction 0, LDI2 of 'p': expected 1 ARGS words",
                I(LDI2, INT, ARRAY, INT));
    assert_code("instruction 0, LDI2 of 'p': cell 1 holds a real",
                I(LDI2, INT, ARRAY, INT), I(ARGS, REAL, 0, 0));
    assert_code("instruction 0, NEWARR of 'p': 0 dimensions of elements 0",
                I(NEWARR, ARRAY, STAR_ELEM_INT, 0));
    assert_code("instruction 0, NEWARR of 'p': 17 dimensions of elements 0",
                I(NEWARR, ARRAY, STAR_ELEM_INT, STAR_MAX_DIMS + 1));
    assert_code("instruction 0, NEWARR of 'p': 1 dimensions of elements 7",
                I(NEWARR, ARRAY, STAR_ELEM_OBJECT + 1, 1));
    assert_code("instruction 0, NEWARR of 'p': expected 2 ARGS words",
                I(NEWARR, ARRAY, STAR_ELEM_INT, 2), I(ARGS, INT, INT, INT));
    assert_code("instruction 0, MIN of 'p': no NATIVE before it",
                P(MIN, TABLE, LINE, LINE));
    assert_code("instruction 0, NATIVE of 'p': no primitive follows",
                I(NATIVE, 0, 0, 0));
    assert_code("instruction 0, NATIVE of 'p': jump to 5", I(NATIVE, 0, 0, 4),
                P(MIN, TABLE, LINE, LINE));
    assert_code(NULL, I(NATIVE, 0, 0, 1), P(MIN, TABLE, LINE, LINE));
    assert_code("instruction 2, JMP of 'p': jump to 0", I(NATIVE, 0, 0, 1),
                P(MIN, TABLE, LINE, LINE), I(JMP, 0, 0xffff, 0xfffd));
    assert_code("instruction 0, RAISE of 'p': status 0",
                I(RAISE, 0, STRING, STRING));
    assert_code("instruction 0, RAISE of 'p': cell 0 holds an ordinal",
                I(RAISE, 1, STRING, INT));
    assert_code("instruction 0, REP of 'p': cell 0 holds an ordinal",
                P(REP, LINE, INT, INT), I(ARGS, LINE, INT, 0));
    /* The words may not lie behind the end of the procedure. */
    StarInstr code[] = {I(LDI2, INT, ARRAY, INT)};
    Made m;
    assert_verdict(make(&m, code, 1),
                   "instruction 0, LDI2 of 'p': expected 1 ARGS words");
}

TEST(procedures) {
    StarInstr code[] = {I(ADD, INT, INT, INT), I(HALT, 0, 0, 0),
                        I(RET, 0, 0, 0)};
    Made m;
    assert_verdict(make(&m, code, 1),
                   "instruction 0, ADD of 'p': the last instruction does "
                   "not end it");
    make(&m, code, 2);
    m.proc[1] = m.proc[0];
    m.proc[1].name = "q";
    m.proc[1].level = 1;
    m.proc[1].entry = m.proc[1].end = 2;
    m.program.procs = 2;
    assert_verdict(&m.program, "procedure 1 has no instructions");
    m.proc[1].end = 3;
    assert_verdict(&m.program, "procedure 1 has no instructions");
    m.program.length = 3;
    assert_verdict(&m.program, NULL);
    /* A jump stays within its own procedure. */
    code[0] = (StarInstr)I(JMP, 0, 0, 1);
    assert_verdict(&m.program, "instruction 0, JMP of 'p': jump to 2");
    /* One to another stays within the code, whatever that one claims. */
    code[0] = (StarInstr)I(GOTO, 0, 0, 5);
    m.proc[1].end = 9;
    assert_verdict(&m.program, "instruction 0, GOTO of 'p': goto 5");
}

static void assert_fused(const char *message, const char *bytes, size_t length,
                         StarFuse fuse) {
    StarInstr code[] = {I(PLAN, LINE, 0, STAR_NO_CELL), I(HALT, 0, 0, 0)};
    Made m;
    make(&m, code, 2);
    fuse.code = (const uint8_t *)bytes;
    fuse.length = (uint16_t)length;
    m.map.fuse = fuse;
    assert_verdict(&m.program, message);
}

TEST(fused_expressions) {
    const StarFuse two = {.operands = 2, .depth = 2};
    /* Operand 0 is byte 5. */
    assert_fused(NULL, "\5\6\0", 3, two);
    assert_fused(NULL, "\5\4", 2, two);
    assert_fused("byte 0 of a fused expression", "\0", 1, two);
    assert_fused("byte 1 of a fused expression", "\5\0", 2, two);
    assert_fused("byte 0 of a fused expression", "\4", 1, two);
    assert_fused("byte 0 of a fused expression", "\7", 1, two);
    assert_fused("byte 2 of a fused expression", "\5\6\5", 3, two);
    assert_fused("a fused expression leaves 2 values", "\5\6", 2, two);
    assert_fused("a fused expression leaves 0 values", "", 0, two);
    assert_fused(
        "a fused expression leaves 1 values", "\5", 1,
        (StarFuse){.operands = STAR_FUSE_MAX_OPERANDS + 1, .depth = 1});
}

/* A plan over the ones of a line with these operations; an argument is another
 * line. */
static void assert_plan(const char *message, StarPlan plan) {
    const bool ones = plan.space <= STAR_SPACE_INDEX_ONES;
    StarInstr code[] = {I(MOVE, CELLS, LINE, 0),
                        I(PLAN, INT, 0, ones ? LINE : INT), I(HALT, 0, 0, 0)};
    char text[200];
    Made m;
    make(&m, code, 3);
    m.plan = plan;
    snprintf(text, sizeof text, "instruction 1, PLAN of 'p': %s", message);
    assert_verdict(&m.program, message[0] != '\0' ? text : NULL);
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
    OPS("an only update beside others", only, {.op = STAR_PLAN_FUEL});
    OPS("operator 2", {.op = STAR_PLAN_UPDATE_ONLY,
                       .use = STAR_PLAN_ROW,
                       .target = TABLE,
                       .apply = STAR_FUSE_XOR,
                       OF_TWO(two, "\5\6\2")});
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
    OPS("", in, COUNT_OF(OF_TWO(of_outer, "\5\6\0")));
    OPS("an inner loop that does not count", in,
        COUNT_OF(OF_TWO(masked, "\5\6\0")));
    OPS("an inner loop that does not count", in, COUNT_OF(EXPR(own)));
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

/* Pairs of i from 1 on, with these operations. */
static void assert_pairs(const char *why, const StarPlanOp *op, int n) {
    StarPlan plan = {.space = STAR_SPACE_FIND_COLUMN,
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

#define PAIRS(why, ...)                                     \
    {                                                       \
        const StarPlanOp ops[] = {__VA_ARGS__};             \
        assert_pairs(why, ops, sizeof ops / sizeof ops[0]); \
    }

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
}

/* What an instruction names. */
TEST(plans) {
    const StarPlanOp count = {.op = STAR_PLAN_SUM, .factor = 1};
    StarInstr code[] = {I(PLAN, INT, 0, INT), I(HALT, 0, 0, 0)};
    Made m;
    make(&m, code, 2);
    assert_verdict(&m.program, "instruction 0, PLAN of 'p': an expression of "
                               "1 operations");
    m.plan = (StarPlan){.space = STAR_SPACE_ONES, .ops = 1, .op = &count};
    assert_verdict(&m.program,
                   "instruction 0, PLAN of 'p': cell 0 holds an ordinal");
    m.plan.space = STAR_SPACE_RANGE;
    assert_verdict(&m.program, NULL);
    m.plan.space = STAR_SPACE_FIND_COLUMN + 1;
    assert_verdict(&m.program, "instruction 0, PLAN of 'p': space 9");
    code[0].b = 1;
    assert_verdict(&m.program, "instruction 0, PLAN of 'p': plan 1");
}

TEST_MAIN

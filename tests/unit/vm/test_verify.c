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
    StarFuseInfo fuse;
    StarSource source;
    StarProgram program;
} Made;

static StarProgram *make(Made *m, StarInstr *code, uint32_t length) {
    static const uint8_t fused[] = {STAR_FUSE_OPERAND, STAR_FUSE_NOT};
    static const StarSpan fuse_span[8] = {{0}};
    static StarSpan span[100];
    *m = (Made){.fuse.span = fuse_span, .source = {.path = "p", .text = ""}};
    m->proc[0] = (StarProc){.name = "p",
                            .end = length,
                            .cells = CELLS,
                            .arguments = ARGUMENTS,
                            .cell = cells};
    m->fuse.fuse =
        (StarFuse){.length = 2, .operands = 1, .depth = 1, .code = fused};
    m->program = (StarProgram){.code = code,
                               .span = span,
                               .length = length,
                               .sources = {.file = &m->source, .count = 1},
                               .proc = m->proc,
                               .procs = 1,
                               .constant = m->constant,
                               .constants = 2,
                               .fuse = &m->fuse,
                               .fuses = 1};
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

static void good_programs_pass(void **state) {
    (void)state;
    assert_code(NULL, I(ADD, INT, INT, INT), I(FADD, REAL, REAL, REAL),
                I(LOADI, INT, 0xffff, 0xffff), I(LOADK, INT, 0, 1),
                I(RANGE, INT, 0, 0), I(JMP, 0, 0xffff, 0xfffa));
    assert_code(NULL, I(LOAD, INT, REF, 0), I(SCOPY, STRING, STRING, 0),
                I(WRITEI, INT, STAR_NO_CELL, 0), I(JT, INT, 0, 0));
    assert_code(NULL, I(MOVE, CELLS, LINE, 0),
                I(MOVE, CELLS + ARGUMENTS - 1, INT, 0), I(PROC, INT, 0, 0));
    assert_code(NULL, I(FUSE, LINE, 0, 1), I(ARGS, LINE, 0, 0),
                I(LDI2, INT, ARRAY, INT), I(ARGS, INT, 0, 0),
                P(TRIM, LINE, INT, INT), I(ARGS, LINE, 0, 0));
    assert_code(NULL, I(NEWARR, ARRAY, STAR_ELEM_INT, 2),
                I(ARGS, INT, INT, INT), I(ARGS, INT, 0, 0));
    assert_code(NULL, P(ROW, LINE, INT, TABLE), P(SET, LINE, 0, 0));
    assert_code(NULL, I(LDFI, INT, RECORD, 0), I(EOR, SET, SET, SET),
                I(BRANGE, INT, 0, 0));
}

static void opcodes_and_cells(void **state) {
    (void)state;
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

static void jumps(void **state) {
    (void)state;
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

static void tables_of_the_program(void **state) {
    (void)state;
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
    assert_code("instruction 0, FUSE of 'p': expression 1", I(FUSE, LINE, 1, 1),
                I(ARGS, LINE, 0, 0));
    assert_code("instruction 0, CALL of 'p': procedure 65536",
                I(CALL, CELLS, 1, 0));
    assert_code("instruction 0, CALL of 'p': the frame has 9 cells",
                I(CALL, CELLS - 1, 0, 0));
    assert_code("instruction 0, CALLP of 'p': the frame has 9 cells",
                I(CALLP, CELLS + 1, REF, 0));
    assert_code("instruction 0, PROC of 'p': procedure 1", I(PROC, INT, 0, 1));
}

static void further_operands(void **state) {
    (void)state;
    assert_code("instruction 0, LDI2 of 'p': expected 1 ARGS words",
                I(LDI2, INT, ARRAY, INT));
    assert_code("instruction 0, LDI2 of 'p': cell 1 holds a real",
                I(LDI2, INT, ARRAY, INT), I(ARGS, REAL, 0, 0));
    assert_code("instruction 0, FUSE of 'p': 2 operands", I(FUSE, LINE, 0, 2),
                I(ARGS, LINE, LINE, 0));
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

static void procedures(void **state) {
    (void)state;
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
    StarInstr code[] = {I(HALT, 0, 0, 0)};
    Made m;
    make(&m, code, 1);
    fuse.code = (const uint8_t *)bytes;
    fuse.length = (uint16_t)length;
    m.fuse.fuse = fuse;
    assert_verdict(&m.program, message);
}

static void fused_expressions(void **state) {
    (void)state;
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

/* A LOOP over the ones of a line with these steps. */
static void assert_steps(const char *message, const StarLoopOp *step,
                         uint16_t steps) {
    StarInstr code[] = {I(LOOP, 0, INT, LINE), I(HALT, 0, 0, 0)};
    StarLoop loop = {.form = STAR_LOOP_WHILE, .ops = steps, .op = step};
    char text[200];
    Made m;
    make(&m, code, 2);
    m.program.loop = &loop;
    m.program.loops = 1;
    snprintf(text, sizeof text, "instruction 0, LOOP of 'p': %s", message);
    assert_verdict(&m.program, message[0] != '\0' ? text : NULL);
}

#define STEPS(message, ...)                                         \
    do {                                                            \
        const StarLoopOp step_[] = {__VA_ARGS__};                   \
        assert_steps(message, step_, sizeof step_ / sizeof *step_); \
    } while (0)

/* A line, and a row of a table, as operand 0. */
static const StarLoopOperand whole = {STAR_LOOP_WHOLE, LINE};
static const StarLoopOperand own = {STAR_LOOP_ROW, TABLE};
static const StarLoopOperand outer = {STAR_LOOP_OUTER_ROW, TABLE};
static const StarLoopOperand wrong = {STAR_LOOP_ROW, LINE};
static const StarLoopOperand many[STAR_LOOP_MAX_OPERANDS + 1];

#define EXPR(o)    \
    .operand = &o, \
    .fuse = {      \
        .length = 1, .operands = 1, .depth = 1, .code = (const uint8_t *)"\5"}

static void loops(void **state) {
    (void)state;
    const StarLoopOp count = {.op = STAR_LOOP_SUM, .value = 1};
    const StarLoopOp when = {.op = STAR_LOOP_IF, EXPR(whole)};
    const StarLoopOp end = {.op = STAR_LOOP_END};
    const StarLoopOp in = {.op = STAR_LOOP_INNER, .value = 1, EXPR(own)};
    STEPS("", count);
    STEPS("", when, count, end);
    STEPS("", in, count);
    STEPS("", in, {.op = STAR_LOOP_REDUCE, .target = LINE, EXPR(outer)});
    STEPS("", {.op = STAR_LOOP_CHECK, .target = STAR_NO_CELL, EXPR(own)});
    STEPS("", {.op = STAR_LOOP_LAST_VALUE, .value = INT64_MAX});
    STEPS("step 15", {.op = STAR_LOOP_PAIR_ROWS});
    STEPS("step 14", {.op = STAR_LOOP_FUEL, .value = -1});
    STEPS("step 0", {.op = STAR_LOOP_STORE, .target = TABLE, EXPR(own)});
    STEPS("step 6", {.op = STAR_LOOP_REDUCE,
                     .target = LINE,
                     .reduce = STAR_FUSE_NOT,
                     EXPR(own)});
    STEPS("step 2", {.op = STAR_LOOP_SUM, .term = STAR_LOOP_NUMBER + 1});
    STEPS("step 2", {.op = STAR_LOOP_SUM, .value = INT64_C(1) << 31});
    STEPS("step 3", {.op = STAR_LOOP_LAST_VALUE, .value = INT64_MIN});
    STEPS("cell 3 holds a line", {.op = STAR_LOOP_SUM, .target = LINE});
    STEPS("cell 3 holds a line", {.op = STAR_LOOP_MIN, .also = LINE});
    STEPS("cell 3 holds a line",
          {.op = STAR_LOOP_CHECK, .target = STAR_NO_CELL, EXPR(wrong)});
    STEPS("a step without its expression",
          {.op = STAR_LOOP_MAX, .term = STAR_LOOP_ONES});
    STEPS("a step without its expression", {.op = STAR_LOOP_IFSOME}, end);
    STEPS("a step of 33 operands",
          {.op = STAR_LOOP_IFZERO,
           .operand = many,
           .fuse = {.length = 1,
                    .operands = STAR_LOOP_MAX_OPERANDS + 1,
                    .code = (const uint8_t *)"\5"}});
    STEPS("a step of 0 operands", {.op = STAR_LOOP_IFZERO,
                                   .fuse = {.length = 1,
                                            .depth = STAR_LOOP_MAX_DEPTH + 1,
                                            .code = (const uint8_t *)"\5"}});
    STEPS("operand 0 of a step", {.op = STAR_LOOP_IF, EXPR(own)}, end);
    STEPS("operand 0 of a step", {.op = STAR_LOOP_IFSOME, EXPR(outer)}, end);
    STEPS("step 7 within an inner loop",
          {.op = STAR_LOOP_INNER, .value = 1, EXPR(own)}, in);
    STEPS("inner loop of 2 steps",
          {.op = STAR_LOOP_INNER, .value = 2, EXPR(own)}, count);
    STEPS("inner loop of -1 steps",
          {.op = STAR_LOOP_INNER, .value = -1, EXPR(own)}, count);
    STEPS("step 13 without a condition", end);
    STEPS("step 12 without a condition", {.op = STAR_LOOP_ELSE});
    STEPS("step 13 without a condition", when, in, end);
    STEPS("a condition without an end", when, count);
}

/* A pair loop of these operations, with its three first ones before them. */
static void assert_pairs(const char *why, const StarLoopOp *more, int n) {
    StarLoopOp op[12] = {{.op = STAR_LOOP_PAIR_ROWS, .target = INT},
                         {.op = STAR_LOOP_PAIR_FROM,
                          .target = STAR_NO_CELL,
                          .also = INT,
                          .value = 1},
                         {.op = STAR_LOOP_PAIR_TO, .target = INT}};
    const StarLoop loop = {
        .form = STAR_LOOP_FIND_PAIRS, .ops = (uint16_t)(3 + n), .op = op};
    StarInstr code[] = {I(PAIRCOL, 0, INT, INT), I(HALT, 0, 0, 0)};
    char text[200];
    Made m;
    memcpy(op + 3, more, (size_t)n * sizeof *more);
    make(&m, code, 2);
    m.program.loop = (StarLoop *)&loop;
    m.program.loops = 1;
    snprintf(text, sizeof text, "instruction 0, PAIRCOL of 'p': %s", why);
    assert_verdict(&m.program, why[0] != '\0' ? text : NULL);
}

#define PAIRS(why, ...)                                     \
    {                                                       \
        const StarLoopOp ops[] = {__VA_ARGS__};             \
        assert_pairs(why, ops, sizeof ops / sizeof ops[0]); \
    }

static void pair_loops(void **state) {
    (void)state;
    static const StarLoopOperand of_i = {STAR_LOOP_OUTER_ROW, TABLE},
                                 of_j = {STAR_LOOP_ROW, TABLE};
    const StarLoopOp
        x = {.op = STAR_LOOP_PAIR_X, .target = STAR_NO_CELL, EXPR(of_i)},
        y = {.op = STAR_LOOP_PAIR_Y, .target = STAR_NO_CELL, EXPR(of_j)},
        x_of_j = {.op = STAR_LOOP_PAIR_X, .target = STAR_NO_CELL, EXPR(of_j)},
        y_of_i = {.op = STAR_LOOP_PAIR_Y, .target = STAR_NO_CELL, EXPR(of_i)},
        no_x = {.op = STAR_LOOP_PAIR_X, .target = STAR_NO_CELL},
        no_y = {.op = STAR_LOOP_PAIR_Y, .target = STAR_NO_CELL},
        term = {.op = STAR_LOOP_PAIR_TERM, .target = INT, .value = 2},
        of_line = {.op = STAR_LOOP_PAIR_TERM, .target = LINE, .value = 2},
        least = {.op = STAR_LOOP_PAIR_TERM, .target = INT, .value = INT64_MIN},
        second = {.op = STAR_LOOP_PAIR_TERM, .target = INT, .also = 1},
        when = {.op = STAR_LOOP_PAIR_IF, .target = STAR_NO_CELL},
        any = {.op = STAR_LOOP_PAIR_IF,
               .target = STAR_NO_CELL,
               .reduce = STAR_PAIR_ANY},
        add = {.op = STAR_LOOP_PAIR_ADD, .target = INT},
        line = {.op = STAR_LOOP_CHECK, .target = LINE},
        table = {.op = STAR_LOOP_CHECK, .use = STAR_LOOP_ROW, .target = TABLE},
        ordinal = {.op = STAR_LOOP_CHECK, .target = INT},
        nowhere = {.op = STAR_LOOP_PAIR_ADD, .target = STAR_NO_CELL};
    PAIRS("", x, y, term, when);
    PAIRS("", x, no_y, no_x, y, second, when);
    PAIRS("a pair loop of form 4 with 1 conditions", x, y, term, when, add);
    PAIRS("a pair loop of form 4 with 0 conditions", x, y);
    PAIRS("step 21 behind a check", x, y, term, line, term, when);
    PAIRS("", x, y, term, when, line, table);
    PAIRS("cell 0 holds an ordinal", x, y, term, when, ordinal);
    PAIRS("a pair loop of 4 steps", x);
    PAIRS("operand 0 of a step", x_of_j, y, term, when);
    PAIRS("operand 0 of a step", x, y_of_i, term, when);
    PAIRS("a sum of a pair loop without sides", no_x, no_y, term, when);
    PAIRS("step 20 of a pair loop", x, y, second, when);
    PAIRS("step 20 of a pair loop", x, y, least, when);
    PAIRS("step 20 of a pair loop", x, y, term);
    PAIRS("step 21 of a pair loop", x, y, term, any);
    PAIRS("step 22 of a pair loop", x, y, nowhere);
    PAIRS("step 15 of a pair loop", x, y, {.op = STAR_LOOP_PAIR_ROWS});
    PAIRS("cell 3 holds a line", x, y, of_line, when);
}

static void sweeps(void **state) {
    (void)state;
    const StarLoopOperand two[] = {own, whole};
    StarLoopOp step[] = {
        {.op = STAR_LOOP_STORE,
         .use = STAR_LOOP_ROW,
         .target = TABLE,
         .operand = two,
         .fuse = {.length = 3,
                  .operands = 2,
                  .depth = 2,
                  .code = (const uint8_t *)"\5\6\1"}},
        {.op = STAR_LOOP_CHECK, .target = STAR_NO_CELL, EXPR(own)}};
    StarInstr code[] = {I(SWEEP, 0, INT, 2), I(ARGS, LINE, LINE, TABLE),
                        I(LOOP, 0, INT, LINE), I(HALT, 0, 0, 0)};
    StarLoop loop[] = {{.form = STAR_LOOP_WHILE, .ops = 2, .op = step},
                       {.form = STAR_LOOP_FIND_PAIRS + 1}};
    Made m;
    make(&m, code, 4);
    m.program.loop = loop;
    m.program.loops = 2;
    assert_verdict(&m.program, NULL);
    step[0].fuse.code = (const uint8_t *)"\5\6\3";
    assert_verdict(&m.program,
                   "instruction 0, SWEEP of 'p': a sweep without an update");
    step[1] = (StarLoopOp){.op = STAR_LOOP_SUM};
    assert_verdict(&m.program,
                   "instruction 0, SWEEP of 'p': step 2 in a sweep");
    code[0].c = 1;
    assert_verdict(&m.program,
                   "instruction 0, SWEEP of 'p': a sweep without its loop");
    code[0].c = 0x8000;
    assert_verdict(&m.program,
                   "instruction 0, SWEEP of 'p': a sweep without its loop");
    StarInstr before[] = {I(LOOP, 0, INT, LINE), I(SWEEP, 0, INT, 0xffff),
                          I(ARGS, LINE, LINE, TABLE), I(HALT, 0, 0, 0)};
    m.program.code = before;
    assert_verdict(&m.program,
                   "instruction 1, SWEEP of 'p': a sweep without its loop");
    m.program.code = code;
    code[0] = (StarInstr)I(LOOP, 0, INT, INT);
    assert_verdict(&m.program,
                   "instruction 0, LOOP of 'p': cell 0 holds an ordinal");
    code[0] = (StarInstr)I(PAIRROW, 0, INT, INT);
    assert_verdict(&m.program, "instruction 0, PAIRROW of 'p': loop of form 0");
    code[0] = (StarInstr)I(LOOP, 1, INT, LINE);
    assert_verdict(&m.program, "instruction 0, LOOP of 'p': loop of form 5");
    code[0] = (StarInstr)I(LOOP, 2, INT, LINE);
    assert_verdict(&m.program, "instruction 0, LOOP of 'p': loop 2");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_programs_pass),
        cmocka_unit_test(opcodes_and_cells),
        cmocka_unit_test(jumps),
        cmocka_unit_test(tables_of_the_program),
        cmocka_unit_test(further_operands),
        cmocka_unit_test(procedures),
        cmocka_unit_test(fused_expressions),
        cmocka_unit_test(loops),
        cmocka_unit_test(pair_loops),
        cmocka_unit_test(sweeps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

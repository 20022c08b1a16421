/* SPDX-License-Identifier: MIT */
/* What the verifier says of the values that go through a procedure: cells
 * without names are followed, variables hold what their types say. */
#include "star_test.h"

#include <stdio.h>

#include "bytecode/program.h"

enum { CELLS = 12, ARGUMENTS = 3 };

/* Temporaries of each kind; an array and a record that are owned; variables. */
enum {
    INT,
    REAL,
    REF,
    LINE,
    ARRAY,
    STRING,
    OWN_ARRAY,
    OWN_RECORD,
    RECORD,
    OTHER_ARRAY,
    NUMBER,
    BYTES
};

static const StarType integer = {.kind = STAR_TYPE_INTEGER};
static const StarType bytes = {.kind = STAR_TYPE_ARRAY,
                               .index = &integer,
                               .element = &integer,
                               .stored = STAR_ELEM_BYTE};

static const StarCellInfo cells[CELLS] = {
    [INT] = {.kind = STAR_CELL_INT},
    [REAL] = {.kind = STAR_CELL_REAL},
    [REF] = {.kind = STAR_CELL_REF},
    [LINE] = {.kind = STAR_CELL_BITS},
    [ARRAY] = {.kind = STAR_CELL_ARRAY},
    [STRING] = {.kind = STAR_CELL_STRING},
    [OWN_ARRAY] = {.kind = STAR_CELL_ARRAY, .own = true},
    [OWN_RECORD] = {.kind = STAR_CELL_RECORD, .own = true},
    [RECORD] = {.kind = STAR_CELL_RECORD},
    [OTHER_ARRAY] = {.kind = STAR_CELL_ARRAY, .own = true},
    [NUMBER] = {.kind = STAR_CELL_INT, .name = "n", .type = &integer},
    [BYTES] = {
        .kind = STAR_CELL_ARRAY, .own = true, .name = "b", .type = &bytes}};

/* function f(i: integer; var x: integer): integer. */
static const StarCellInfo f_cells[] = {
    {.kind = STAR_CELL_INT, .name = "f", .type = &integer},
    {.kind = STAR_CELL_INT, .name = "i", .type = &integer},
    {.kind = STAR_CELL_REF, .name = "x", .type = &integer}};
static const StarParam f_params[] = {
    {.name = "i", .type = &integer},
    {.name = "x", .type = &integer, .var = true}};

static const StarField fields[] = {
    {.name = "n", .part = STAR_NO_PART},
    {.name = "r", .kind = STAR_FIELD_REAL, .part = STAR_NO_PART}};
static const StarLayout layout = {.name = "t", .fields = 2, .field = fields};

/* Asserts what is said of instructions of the program, a HALT behind them; ""
 * if nothing. */
static void assert_flow(const char *message, const StarInstr *code,
                        uint32_t length) {
    static StarSpan span[40];
    static StarInstr all[40];
    static const StarLayout *layouts[] = {&layout};
    static StarConstant constant[] = {{.kind = STAR_CELL_STRING},
                                      {.kind = STAR_CELL_INT}};
    StarProc proc[] = {{.name = "p",
                        .end = length + 1,
                        .cells = CELLS,
                        .arguments = ARGUMENTS,
                        .cell = cells},
                       {.name = "f",
                        .entry = length + 1,
                        .end = length + 2,
                        .cells = 3,
                        .level = 1,
                        .function = true,
                        .params = 2,
                        .param = f_params,
                        .cell = f_cells}};
    const StarProgram p = {.code = all,
                           .span = span,
                           .length = length + 2,
                           .proc = proc,
                           .procs = 2,
                           .constant = constant,
                           .constants = 2,
                           .layout = layouts,
                           .layouts = 1};
    StarError error = {0};
    StarMem mem;
    memcpy(all, code, length * sizeof *code);
    all[length] = (StarInstr){.op = STAR_OP_HALT};
    all[length + 1] = (StarInstr){.op = STAR_OP_RET};
    star_mem_init(&mem, &error, SIZE_MAX);
    const StarStatus status = star_verify(&p, &mem);
    if ((status == STAR_OK) != (*message == '\0') ||
        strstr(error.text, message) == NULL)
        fail_msg("'%s' in place of '%s'", error.text, message);
    assert_int_equal(mem.used, 0);
}

#define FLOW(message, ...)                                         \
    do {                                                           \
        const StarInstr code_[] = {__VA_ARGS__};                   \
        assert_flow(message, code_, sizeof code_ / sizeof *code_); \
    } while (0)

#define I(op, a, b, c) \
    { STAR_OP_##op, a, b, c }

TEST(cells_are_written_before_they_are_read) {
    FLOW("instruction 0, NEG of 'p': cell 0 holds nothing",
         I(NEG, NUMBER, INT, 0));
    FLOW("", I(LOADI, INT, 0, 1), I(NEG, NUMBER, INT, 0));
    FLOW("", I(NEG, INT, NUMBER, 0));
    FLOW("cell 5 holds nothing", I(WRITES, STRING, STAR_NO_CELL, 0));
    FLOW("", I(LOADK, STRING, 0, 0), I(WRITES, STRING, STAR_NO_CELL, 0));
}

TEST(ways_meet) {
    FLOW("instruction 2, NEG of 'p': cell 0 holds nothing", I(JT, NUMBER, 0, 1),
         I(LOADI, INT, 0, 1), I(NEG, NUMBER, INT, 0));
    FLOW("", I(JT, NUMBER, 0, 2), I(LOADI, INT, 0, 1), I(JMP, 0, 0, 1),
         I(LOADI, INT, 0, 2), I(NEG, NUMBER, INT, 0));
    FLOW("", I(NEWREC, OWN_RECORD, 0, 0), I(LOADI, INT, 0, 1),
         I(JT, NUMBER, 0, 1), I(LDFI, INT, OWN_RECORD, 0),
         I(NEG, NUMBER, INT, 0));
    /* What a jump back brings is seen when it is walked again. */
    FLOW("instruction 1, LDB of 'p': cell 4 holds nothing",
         I(MOVE, ARRAY, BYTES, 0), I(LDB, INT, ARRAY, NUMBER),
         I(NEWARR, OWN_ARRAY, STAR_ELEM_BYTE, 1), I(ARGS, NUMBER, NUMBER, 0),
         I(MOVE, ARRAY, OWN_ARRAY, 0), I(JT, NUMBER, 0, 0xfffb));
    FLOW("", I(JMP, 0, 0, 1), I(NEG, NUMBER, INT, 0), I(LOADI, INT, 0, 1));
}

TEST(kinds_stay) {
    FLOW("cell 3 gets another kind", I(MOVE, LINE, NUMBER, 0));
    FLOW("cell 0 gets another kind", I(LOADK, INT, 0, 0));
    FLOW("cell 11 has an object of its own", I(MOVE, ARRAY, BYTES, 0),
         I(MOVE, BYTES, ARRAY, 0));
    FLOW("", I(REF, REF, NUMBER, 0), I(LOAD, INT, REF, 0));
    FLOW("cell 2 is the address of something else", I(REF, REF, NUMBER, 0),
         I(LOAD, REAL, REF, 0));
    FLOW("no scalar to refer to", I(REF, REF, BYTES, 0));
    FLOW("constant 0 is no bound", I(RANGE, NUMBER, 0, 0));
}

TEST(arrays_have_elements_of_a_kind) {
    FLOW("", I(LDB, INT, BYTES, NUMBER), I(STB, BYTES, NUMBER, NUMBER));
    FLOW("elements of another kind", I(LDI, INT, BYTES, NUMBER));
    FLOW("elements of another kind", I(STI, BYTES, NUMBER, NUMBER));
    FLOW("elements without an address", I(ADR, REF, BYTES, NUMBER));
    FLOW("cell 11 owns another object", I(NEWARR, BYTES, STAR_ELEM_INT, 1),
         I(ARGS, NUMBER, NUMBER, 0));
    FLOW("cell 6 holds nothing", I(LDI, INT, OWN_ARRAY, NUMBER));
    FLOW("", I(NEWARR, OWN_ARRAY, STAR_ELEM_INT, 1), I(ARGS, NUMBER, NUMBER, 0),
         I(ADR, REF, OWN_ARRAY, NUMBER), I(LOAD, INT, REF, 0));
}

/* What lies within an object is gone with it. */
TEST(objects_are_replaced) {
    FLOW("instruction 5, LOAD of 'p': cell 2 holds nothing",
         I(NEWARR, OWN_ARRAY, STAR_ELEM_INT, 1), I(ARGS, NUMBER, NUMBER, 0),
         I(ADR, REF, OWN_ARRAY, NUMBER), I(NEWARR, OWN_ARRAY, STAR_ELEM_INT, 1),
         I(ARGS, NUMBER, NUMBER, 0), I(LOAD, INT, REF, 0));
    FLOW("", I(MOVE, ARRAY, BYTES, 0), I(NEWARR, OWN_ARRAY, STAR_ELEM_INT, 1),
         I(ARGS, NUMBER, NUMBER, 0), I(LDB, INT, ARRAY, NUMBER));
    FLOW("cell 7 holds nothing", I(NEWREC, OWN_RECORD, 0, 0),
         I(NEW, INT, OWN_RECORD, 0), I(LDFI, INT, OWN_RECORD, 0));
    FLOW("cell 5 must not change", I(LOADK, STRING, 0, 0),
         I(SCHAR, STRING, NUMBER, 0));
}

TEST(records_have_fields) {
    FLOW("", I(NEWREC, OWN_RECORD, 0, 0), I(LDFI, INT, OWN_RECORD, 0),
         I(LDFR, REAL, OWN_RECORD, 1), I(STFR, OWN_RECORD, 1, REAL),
         I(ADRF, REF, OWN_RECORD, 1), I(LOAD, REAL, REF, 0));
    FLOW("field 1 is of another kind", I(NEWREC, OWN_RECORD, 0, 0),
         I(LDFI, INT, OWN_RECORD, 1));
    FLOW("no field 2", I(NEWREC, OWN_RECORD, 0, 0),
         I(LDFI, INT, OWN_RECORD, 2));
    FLOW("field 0 is of another kind", I(NEWREC, OWN_RECORD, 0, 0),
         I(LDFR, REAL, OWN_RECORD, 1), I(STFR, OWN_RECORD, 0, REAL));
    FLOW("no part 0", I(NEWREC, OWN_RECORD, 0, 0), I(TIE, OWN_RECORD, 0, 0));
}

TEST(arguments_are_what_a_procedure_takes) {
    FLOW("", I(MOVE, CELLS + 1, NUMBER, 0), I(REF, CELLS + 2, NUMBER, 0),
         I(CALL, CELLS, 0, 1), I(MOVE, INT, CELLS, 0));
    FLOW("cell 13 holds nothing", I(REF, CELLS + 2, NUMBER, 0),
         I(CALL, CELLS, 0, 1));
    FLOW("cell 14 holds another value", I(MOVE, CELLS + 1, NUMBER, 0),
         I(MOVE, CELLS + 2, NUMBER, 0), I(CALL, CELLS, 0, 1));
    FLOW("cell 13 holds nothing", I(MOVE, CELLS + 1, NUMBER, 0),
         I(REF, CELLS + 2, NUMBER, 0), I(CALL, CELLS, 0, 1),
         I(MOVE, INT, CELLS + 1, 0));
    FLOW("no room for the arguments", I(CALL, CELLS, 0, 0));
    FLOW("cell 2 is no procedure", I(REF, REF, NUMBER, 0),
         I(CALLP, CELLS, REF, 0));
}

TEST(what_only_a_place_allows) {
    FLOW("the program does not return", I(RET, 0, 0, 0));
    FLOW("a negative number of steps", I(STEPS, 0, 0xffff, 0xffff));
    FLOW("no frame 1 levels out", I(LINK, REF, 1, 0));
    FLOW("no cell 0 in that frame", I(GETU, INT, 1, 0));
}

TEST_MAIN

/* SPDX-License-Identifier: MIT */
/* Programs by hand, and what the verifier says of them. */
#ifndef STAR_TESTS_VERIFY_TEST_H
#define STAR_TESTS_VERIFY_TEST_H

#include "star_test.h"

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

static inline StarProgram *make(Made *m, StarInstr *code, uint32_t length) {
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
static inline void assert_bytes(const StarProgram *p, const char *message) {
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
static inline void assert_verified(const StarProgram *p, const char *message) {
    StarError error = {0};
    StarMem mem;
    star_mem_init(&mem, &error, SIZE_MAX);
    StarStatus status = star_verify(p, &mem);
    assert_int_equal(mem.used, 0);
    if (message == NULL && status != STAR_OK)
        fail_msg("%s", error.text);
    assert_int_equal(status, message ? STAR_BYTECODE : STAR_OK);
    assert_string_equal(error.text, message ? message : "");
}

/* And that the byte form is read or not. */
static inline void assert_verdict(const StarProgram *p, const char *message) {
    assert_verified(p, message);
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

#endif

/* SPDX-License-Identifier: MIT */
#include "verify_test.h"

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
    assert_code(NULL, I(FLOAD, TABLE, STRING, 0), I(ARGS, INT, STRING, 0),
                I(LAYOUT, TABLE, 0, 0), I(GETG, INT, INT, 0),
                I(RAISE, 1, STRING, STRING));
    assert_code(NULL, I(NATIVE, 1, 0, 2), P(TCOPY3, TABLE, INT, INT),
                I(ARGS, TABLE, 0, 0));
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
    assert_code("instruction 0, JMP of 'p': jump to 2", I(JMP, 0, 0, 1),
                I(NATIVE, 0, 0, 1), P(MIN, TABLE, LINE, LINE));
    assert_code("instruction 1: there is no opcode 60000", I(JMP, 0, 0, 0),
                {60000, 0, 0, 0});
    assert_code("instruction 2, GOTO of 'p': goto 1", I(LDI2, INT, ARRAY, INT),
                I(ARGS, INT, 0, 0), I(GOTO, 0, 0, 1));
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
    assert_code("instruction 0, NEWARR of 'p': cell 99 of 9",
                I(NEWARR, ARRAY, STAR_ELEM_INT, 1), I(ARGS, 99, INT, 0));
    assert_code("instruction 0, TCOPY3 of 'p': no NATIVE before it",
                P(TCOPY3, TABLE, INT, INT), I(ARGS, TABLE, 0, 0));
    assert_code("instruction 1, MIN of 'p': no NATIVE before it",
                I(NEG, INT, INT, 0), P(MIN, TABLE, LINE, LINE));
    assert_code("instruction 0, NATIVE of 'p': no primitive follows",
                I(NATIVE, 2, 0, 1), P(MIN, TABLE, LINE, LINE));
    assert_code("instruction 0, NATIVE of 'p': no primitive follows",
                I(NATIVE, 0, 0, 1), P(TCOPY3, TABLE, INT, INT),
                I(ARGS, TABLE, 0, 0));
    assert_code("instruction 0, NATIVE of 'p': no primitive follows",
                I(NATIVE, 0, 0, 0), {60000, 0, 0, 0});
    assert_code("instruction 0, NATIVE of 'p': no primitive follows",
                I(NATIVE, 0, 0, 1), P(SET, LINE, 0, 0));
    assert_code("instruction 0, FLOAD of 'p': layout 65535",
                I(FLOAD, TABLE, STRING, 65535));
    assert_code("instruction 0, LAYOUT of 'p': layout 65535",
                I(LAYOUT, TABLE, 65535, 0));
    assert_code("instruction 0, RAISE of 'p': status 0",
                I(RAISE, 0, STRING, STRING));
    assert_code("instruction 0, RAISE of 'p': status 65535",
                I(RAISE, 65535, STRING, STRING));
    assert_code("instruction 0, RAISE of 'p': cell 0 holds an ordinal",
                I(RAISE, 1, STRING, INT));
    assert_code("instruction 0, REP of 'p': cell 0 holds an ordinal",
                P(REP, LINE, INT, INT), I(ARGS, LINE, INT, 0));
    /* The words may not lie behind the end of the procedure. */
    StarInstr code[] = {I(LDI2, INT, ARRAY, INT)};
    Made m;
    assert_verdict(make(&m, code, 1),
                   "instruction 0, LDI2 of 'p': expected 1 ARGS words");
    StarInstr native[] = {I(NEG, INT, INT, 0), I(NATIVE, 0, 0, 0xfffe)};
    assert_verdict(make(&m, native, 2),
                   "instruction 1, NATIVE of 'p': no primitive follows");
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
    m.proc[1].level = 0;
    assert_verified(&m.program, "instruction 0, GOTO of 'p': goto 5");
    /* It leads out of a call. */
    code[0] = code[1];
    code[2] = (StarInstr)I(GOTO, 1, 0, 2);
    m.proc[1].end = 3;
    m.proc[1].level = 1;
    assert_verdict(&m.program, "instruction 2, GOTO of 'q': goto 2");
    /* Nor to what is no instruction. */
    StarInstr far[] = {I(LDI2, INT, ARRAY, INT), I(ARGS, INT, 0, 0),
                       I(HALT, 0, 0, 0), I(GOTO, 1, 0, 1)};
    m.program.code = far;
    m.program.length = m.proc[1].end = 4;
    m.proc[0].end = m.proc[1].entry = 3;
    assert_verdict(&m.program, "instruction 3, GOTO of 'q': goto 1");
    /* A loop without an end ends a procedure, too. */
    StarInstr loop[] = {I(JMP, 0, 0xffff, 0xffff)};
    assert_verdict(make(&m, loop, 1), NULL);
}

/* What the cells of a session hold is not known. */
TEST(sessions) {
    StarInstr code[] = {I(MOVE, INT, CELLS, 0), I(HALT, 0, 0, 0)};
    Made m;
    make(&m, code, 2);
    assert_verdict(&m.program, "instruction 0, MOVE of 'p': cell 9 holds "
                               "nothing");
    m.program.grows = true;
    assert_verified(&m.program, NULL);
}

/* Where gotos lead is noted. */
TEST(gotos_want_memory) {
    StarInstr code[] = {I(GOTO, 0, 0, 1), I(GOTO, 0, 0, 2), I(HALT, 0, 0, 0)};
    StarError error = {0};
    StarMem mem;
    Made m;
    make(&m, code, 3);
    assert_verdict(&m.program, NULL);
    star_mem_init(&mem, &error, 2);
    assert_int_equal(star_verify(&m.program, &mem), STAR_MEMORY);
    assert_int_equal(mem.used, 0);
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

TEST_MAIN

/* SPDX-License-Identifier: MIT */
#include "star_test.h"

#include "bytecode/opcodes.h"

/* Every letter that opcodes.def explains, and '*', which ends a list. */
static const char letters_known[] = "IiRrPpCcLlTtAaSsDdEeOofwg#ujJX%KBnGyF-*";

/* Letters that take b and c. */
static const char wide[] = "JX%KBFy";

TEST(every_opcode_has_a_row) {
    for (unsigned op = 0; op < STAR_OP_COUNT; op++) {
        const StarOpInfo *info = &star_ops[op];
        const size_t length = strlen(info->sentence);
        assert_true(info->name[0] != '\0');
        assert_true(length > 1 && info->sentence[length - 1] == '.');
        assert_int_equal(info->operands == NULL, op >= STAR_OP_PRIM);
        if (op >= STAR_OP_PRIM)
            continue;
        const size_t n = strlen(info->operands);
        assert_int_equal(strspn(info->operands, letters_known), n);
        assert_true(n >= 2 && n <= STAR_MAX_OPERANDS);
    }
}

TEST(names_are_different) {
    for (unsigned a = 0; a < STAR_OP_PRIM; a++)
        for (unsigned b = 0; b < a; b++)
            assert_string_not_equal(star_ops[a].name, star_ops[b].name);
}

/* A 32-bit operand stands second and last; nothing else has two letters. */
TEST(operands_fill_an_instruction) {
    for (unsigned op = 0; op < STAR_OP_PRIM; op++) {
        const char *operands = star_ops[op].operands;
        size_t first = strcspn(operands, wide);
        if (operands[first] != '\0') {
            assert_int_equal(first, 1);
            assert_int_equal(strlen(operands), 2);
        } else {
            assert_true(strlen(operands) >= 3);
        }
        size_t star = strcspn(operands, "*");
        assert_true(operands[star] == '\0' || operands[star + 1] == '\0');
    }
}

/* Capitals are written, those that take b and c come last in the enumeration,
 * and a letter that is no cell allows none. */
TEST(letters_are_understood) {
    for (unsigned op = 0; op < STAR_OP_PRIM; op++) {
        const char *letter = star_ops[op].operands;
        const StarOpForm form = star_op_form(op);
        assert_int_equal(form.list, strchr(letter, '*') != NULL);
        assert_int_equal(form.count, strcspn(letter, "*"));
        for (int k = 0; k < form.count; k++) {
            const StarOpOperand o = form.operand[k];
            assert_int_equal(o.kind == STAR_OPERAND_NONE, letter[k] == '-');
            assert_int_equal(o.kind >= STAR_OPERAND_LONG_JUMP,
                             strchr(wide, letter[k]) != NULL);
            assert_int_equal(o.kind == STAR_OPERAND_CELL, o.cells != 0);
            assert_int_equal(o.written,
                             strchr("IRPCLTASDEOf", letter[k]) != NULL);
            assert_int_equal(o.optional, strchr("wn", letter[k]) != NULL);
        }
    }
}

static void assert_same_operands(const StarOpForm *x, const StarOpForm *y) {
    for (int k = 0; k < STAR_MAX_OPERANDS; k++) {
        assert_int_equal(x->operand[k].kind, y->operand[k].kind);
        assert_int_equal(x->operand[k].cells, y->operand[k].cells);
        assert_int_equal(x->operand[k].written, y->operand[k].written);
    }
}

/* A primitive has as many operands as its signature, and the same kinds
 * whether its own opcode runs it or a faster one. */
TEST(primitives_follow_their_signatures) {
    for (int p = 0; p < STAR_PRIM_COUNT; p++) {
        const unsigned own = STAR_OP_PRIM + (unsigned)p;
        const StarOp op = star_op_prim((StarPrim)p);
        StarOperand operand[STAR_MAX_OPERANDS];
        const int n = star_signature(star_prims[p].signature, operand);
        const StarOpForm form = star_op_form(own), faster = star_op_form(op);
        assert_string_equal(star_ops[own].name, star_prims[p].name);
        assert_int_equal(star_op_runs(own), p);
        assert_int_equal(form.count, n);
        assert_true(op < STAR_OP_COUNT);
        assert_int_equal(star_op_runs(op), p);
        assert_same_operands(&form, &faster);
    }
}

/* The message of a check needs the operator; a check that is all that an opcode
 * does writes nothing. */
TEST(columns_fit_each_other) {
    for (unsigned op = 0; op < STAR_OP_PRIM; op++) {
        const StarOpInfo *info = &star_ops[op];
        const bool sign = info->fails == STAR_FAILS_OVERFLOW ||
                          info->fails == STAR_FAILS_DIVISION ||
                          info->fails == STAR_FAILS_REAL;
        assert_int_equal(info->sign != NULL, sign);
        const StarOpOperand a = star_op_form(op).operand[0];
        assert_true(!info->checks || !a.written ||
                    info->changes == STAR_CHANGES_PARTS);
        assert_true(!info->lends || !info->copies);
    }
}

TEST(wide_operands_are_put_together) {
    StarInstr in = {STAR_OP_JMP, 0, 0x1234, 0x5678};
    assert_int_equal(star_instr_bc(in), 0x12345678);
    in.b = in.c = 0xffff;
    assert_int_equal(star_instr_jump(in), -1);
    assert_int_equal(sizeof in, 8);
}

TEST_MAIN

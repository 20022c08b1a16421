#include "star_test.h"

#include "bytecode/opcodes.h"

/* Every letter that opcodes.def explains, and '*', which ends a list. */
static const char letters_known[] = "IiRrPpCcltasdefowg#ujJX%KBEGFy-*";

/* Letters that take b and c. */
static const char wide[] = "JX%KBFy";

static void every_opcode_has_a_row(void **state) {
    (void)state;
    for (unsigned op = 0; op < STAR_OP_COUNT; op++) {
        char letters[8];
        StarOpInfo info = star_op_info(op, letters);
        size_t length = strlen(info.sentence);
        assert_true(info.name[0] != '\0');
        assert_true(length > 1 && info.sentence[length - 1] == '.');
        size_t n = strlen(info.operands);
        assert_int_equal(strspn(info.operands, letters_known), n);
        assert_true(n >= 2 && n <= 6);
    }
}

static void names_are_different(void **state) {
    char letters[8];
    (void)state;
    for (unsigned a = 0; a < STAR_OP_PRIM; a++)
        for (unsigned b = 0; b < a; b++)
            assert_string_not_equal(star_op_info(a, letters).name,
                                    star_op_info(b, letters).name);
}

/* A 32-bit operand stands second and last; nothing else has two letters. */
static void operands_fill_an_instruction(void **state) {
    (void)state;
    for (unsigned op = 0; op < STAR_OP_COUNT; op++) {
        char letters[8];
        const char *operands = star_op_info(op, letters).operands;
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

/* A primitive has as many operands as its signature, and the same kinds
 * whether its own opcode runs it or a faster one. */
static void primitives_follow_their_signatures(void **state) {
    (void)state;
    for (int p = 0; p < STAR_PRIM_COUNT; p++) {
        StarOperand operand[STAR_MAX_OPERANDS];
        char letters[8], faster[8];
        int n = star_signature(star_prims[p].signature, operand);
        StarOpInfo info = star_op_info(STAR_OP_PRIM + (unsigned)p, letters);
        size_t found = strcspn(info.operands, "-");
        assert_string_equal(info.name, star_prims[p].name);
        if (p == STAR_PRIM_FUSE)
            continue; /* its operands are in the fused expression */
        assert_int_equal(found, n);
        StarOp op = star_op_prim((StarPrim)p);
        assert_true(op < STAR_OP_COUNT);
        assert_string_equal(star_op_info(op, faster).operands, info.operands);
    }
}

static void wide_operands_are_put_together(void **state) {
    (void)state;
    StarInstr in = {STAR_OP_JMP, 0, 0x1234, 0x5678};
    assert_int_equal(star_instr_bc(in), 0x12345678);
    in.b = in.c = 0xffff;
    assert_int_equal(star_instr_jump(in), -1);
    assert_int_equal(sizeof in, 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_opcode_has_a_row),
        cmocka_unit_test(names_are_different),
        cmocka_unit_test(operands_fill_an_instruction),
        cmocka_unit_test(primitives_follow_their_signatures),
        cmocka_unit_test(wide_operands_are_put_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* The postfix machine, beside code that is read from its end. */
#include "test.h"
#include "values/postfix.h"

enum { OPERANDS = 4, CODE = 64 };

/* Bit i of word k is operand k of case i: all sixteen of four operands. */
static const uint64_t value[OPERANDS] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};

static uint64_t run(const uint8_t *code, int length) {
    StarBits line[OPERANDS];
    StarCell operand[OPERANDS];
    uint64_t word[OPERANDS][2], stack[CODE];
    const StarFuse fuse = {
        .length = (uint16_t)length, .operands = OPERANDS, .code = code};
    for (int k = 0; k < OPERANDS; k++) {
        word[k][0] = 0;
        word[k][1] = value[k];
        line[k] = (StarBits){.word = word[k]};
        operand[k].bits = &line[k];
    }
    return star_fuse_word(&fuse, operand, 1, stack) & 0xffff;
}

TEST(test_operators) {
    static const struct {
        uint8_t op;
        uint64_t result;
    } rows[] = {{STAR_FUSE_AND, 0x8888},
                {STAR_FUSE_OR, 0xeeee},
                {STAR_FUSE_XOR, 0x6666},
                {STAR_FUSE_ANDN, 0x2222}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const uint8_t code[] = {STAR_FUSE_OPERAND, STAR_FUSE_OPERAND + 1,
                                rows[k].op};
        assert_int_equal(run(code, 3), rows[k].result);
        assert_int_equal(star_fuse_takes(rows[k].op), 2);
    }
    const uint8_t not [] = {STAR_FUSE_OPERAND + 3, STAR_FUSE_NOT};
    assert_int_equal(run(not, 2), 0x00ff);
    assert_int_equal(run(not, 1), 0xff00);
    assert_int_equal(star_fuse_takes(STAR_FUSE_NOT), 1);
    assert_int_equal(star_fuse_takes(STAR_FUSE_OPERAND), 0);
}

/* Case `i` of the expression that ends before *end, which is moved to where it
 * begins. */
static int read_back(const uint8_t *code, int *end, int i) {
    const uint8_t byte = code[--*end];
    if (byte >= STAR_FUSE_OPERAND)
        return i >> (byte - STAR_FUSE_OPERAND) & 1;
    const int right = read_back(code, end, i);
    if (byte == STAR_FUSE_NOT)
        return !right;
    const int left = read_back(code, end, i);
    return byte == STAR_FUSE_AND   ? left && right
           : byte == STAR_FUSE_OR  ? left || right
           : byte == STAR_FUSE_XOR ? left != right
                                   : left && !right;
}

static uint32_t next_random(uint32_t *seed) {
    *seed = *seed * 1664525 + 1013904223;
    return *seed >> 16;
}

/* Random code of at most CODE bytes that leaves one value. */
static int random_code(uint32_t *seed, uint8_t *code) {
    int length = 0, depth = 0, left = 1 + (int)(next_random(seed) % 12);
    while (left > 0 || depth > 1) {
        const bool push = left > 0 && (depth < 2 || next_random(seed) % 2 == 0);
        code[length++] =
            (uint8_t)(push ? STAR_FUSE_OPERAND + next_random(seed) % OPERANDS
                           : next_random(seed) % STAR_FUSE_NOT);
        depth += 1 - star_fuse_takes(code[length - 1]);
        left -= push;
        if (next_random(seed) % 4 == 0)
            code[length++] = STAR_FUSE_NOT;
    }
    return length;
}

TEST(test_expressions) {
    uint32_t seed = 1;
    uint8_t code[CODE];
    for (int n = 0; n < 10000; n++) {
        const int length = random_code(&seed, code);
        uint64_t expected = 0;
        for (int i = 0; i < 1 << OPERANDS; i++) {
            int end = length;
            expected |= (uint64_t)read_back(code, &end, i) << i;
            assert_int_equal(end, 0);
        }
        assert_int_equal(run(code, length), expected);
    }
}

TEST_MAIN

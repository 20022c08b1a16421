/* SPDX-License-Identifier: MIT */
/* Tables as text. */
#include <stdlib.h>
#include <string.h>

#include "io_test.h"

static void test_good(void **state) {
    static const struct {
        const char *text, *rows;
    } cases[] = {
        {"", ""},
        {"\n \t\r\n", ""},
        {"# none\n%\n", ""},
        {"1", "1"},
        {"01\n10\n", "01 10"},
        {"01\r\n10\r\n", "01 10"},
        {" 0 1\t1 \n\n# a comment\n  % 0 1\n110 # 1\n000%\n", "011 110 000"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        io_good(*state, "a.txt", cases[k].text, cases[k].rows);
}

static void test_bad(void **state) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"012\n", "1:3: expected 0 or 1, found '2'"},
        {"01\n\nx10\n", "3:1: expected 0 or 1, found 'x10'"},
        {"01,10\n", "1:3: expected 0 or 1, found ',10'"},
        {"01\r10\n", "1:3: expected 0 or 1, found '\\x0d10'"},
        {"\x1b[31m01\n", "1:1: expected 0 or 1, found '\\x1b[31m01'"},
        {"01\n1\n", "2:2: expected 2 digits, found 1"},
        {"01\n110 # more\n", "2:5: expected 2 digits, found 3"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        io_bad(*state, "a.txt", cases[k].text, cases[k].message);
}

static void test_nul_bytes(void **state) {
    IoTest *t = *state;
    assert_int_equal(io_load(t, "a.txt", "01\0001\n", 5), STAR_FORMAT);
    assert_non_null(
        strstr(t->error.text, ":1:3: expected 0 or 1, found '\\x001'"));
    assert_int_equal(io_load(t, "a.txt", "\0", 1), STAR_FORMAT);
    assert_non_null(
        strstr(t->error.text, ":1:1: expected 0 or 1, found '\\x00'"));
}

/* Rows longer than any buffer. */
static void test_long_rows(void **state) {
    IoTest *t = *state;
    enum { COLUMNS = 200000 };
    char *text = malloc(2 * COLUMNS + 2);
    assert_non_null(text);
    for (int k = 0; k < COLUMNS; k++) {
        text[k] = (char)('0' + (k % 7 == 0));
        text[k + COLUMNS + 1] = (char)('0' + (k % 5 == 0));
    }
    text[COLUMNS] = text[2 * COLUMNS + 1] = '\n';
    assert_int_equal(io_load(t, "a.txt", text, 2 * COLUMNS + 2), STAR_OK);
    assert_int_equal(t->table->rows, 2);
    assert_int_equal(t->table->cols, COLUMNS);
    for (int k = 0; k < COLUMNS; k++) {
        assert_int_equal(io_get(t->table, 1, k + 1), k % 7 == 0);
        assert_int_equal(io_get(t->table, 2, k + 1), k % 5 == 0);
    }
    strcpy(text + COLUMNS + 1 + COLUMNS / 2, "?");
    io_bad(t, "a.txt", text, "2:100001: expected 0 or 1, found '?'");
    free(text);
}

static void test_round_trips(void **state) {
    io_round_trips(*state, "a.txt");
}

static void test_without_memory(void **state) {
    IoTest *t = *state;
    enum { SIZE = 400 };
    char text[SIZE * (SIZE + 1) + 1];
    memset(text, '1', sizeof text);
    for (int i = 0; i < SIZE; i++)
        text[(SIZE + 1) * i + SIZE] = '\n';
    text[sizeof text - 1] = 0;
    io_load_without_memory(t, "a.txt", text);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, io_setup, io_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_good),      TEST(test_bad),         TEST(test_nul_bytes),
        TEST(test_long_rows), TEST(test_round_trips), TEST(test_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

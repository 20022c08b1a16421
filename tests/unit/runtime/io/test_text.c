/* SPDX-License-Identifier: MIT */
/* Tables as text. */
#include <stdlib.h>
#include <string.h>

#include "io_test.h"

IO_TEST(test_good) {
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
        io_good(t, "a.txt", cases[k].text, cases[k].rows);
}

IO_TEST(test_bad) {
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
        io_bad(t, "a.txt", cases[k].text, cases[k].message);
}

IO_TEST(test_nul_bytes) {
    assert_int_equal(io_load(t, "a.txt", "01\0001\n", 5), STAR_FORMAT);
    assert_non_null(
        strstr(t->error.text, ":1:3: expected 0 or 1, found '\\x001'"));
    assert_int_equal(io_load(t, "a.txt", "\0", 1), STAR_FORMAT);
    assert_non_null(
        strstr(t->error.text, ":1:1: expected 0 or 1, found '\\x00'"));
}

/* Rows longer than any buffer. */
IO_TEST(test_long_rows) {
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

IO_TEST(test_round_trips) {
    io_round_trips(t, "a.txt");
}

IO_TEST(test_without_memory) {
    enum { SIZE = 400 };
    char text[SIZE * (SIZE + 1) + 1];
    memset(text, '1', sizeof text);
    for (int i = 0; i < SIZE; i++)
        text[(SIZE + 1) * i + SIZE] = '\n';
    text[sizeof text - 1] = 0;
    io_load_without_memory(t, "a.txt", text);
}

TEST_MAIN

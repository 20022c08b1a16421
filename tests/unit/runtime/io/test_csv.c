/* SPDX-License-Identifier: MIT */
/* Tables as comma separated values. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io_test.h"

IO_TEST(test_good) {
    static const struct {
        const char *text, *rows;
    } cases[] = {
        {"", ""},
        {"\n# none\n%\n \t\n", ""},
        {"1", "1"},
        {"0,1\n1,0\n", "01 10"},
        {"0,1\r\n1,0\r\n", "01 10"},
        {"\xef\xbb\xbf"
         "0,1\n",
         "01"},
        {" 0 ,\t1 ,2\n\n# a comment\n-1,,0.0\n,,\n", "011 100 000"},
        {"0;1\n1;0\n", "01 10"},
        {"0\t1\r\n1\t0\n", "01 10"},
        {"0 1\n1   0\n", "01 10"},
        {"\"1\",\"0\"\n\"0.0\" , \"-2\"\n", "10 01"},
        {"\"\",1\n,\"0\"\n", "01 00"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        io_good(t, "a.csv", cases[k].text, cases[k].rows);
    t->kind = STAR_TABLE_MATRIX;
    io_good(t, "a.csv", "1e9,-.5,00,123456789012345678901234567890,inf\n",
            "11011");
    io_good(t, "a.csv", "x,\"y\n,\",z\n1,0,0\n0,0,7\n", "100 001");
    io_good(t, "a.csv", "x;y;z,u\n1;0;0\n0;0;7\n", "100 001");
    io_good(t, "a.tsv", "1\t2\t0\n", "110");
    io_good(t, "a.tsv", "1\t \t 2\n", "101");
    io_good(t, "a.txt", "1 2 0\n0 0 5\n", "110 001");
}

IO_TEST(test_bad) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"1,2\n1,x,2\n", "2:3: expected a number, found 'x'"},
        {"1,2\n1 2,3\n",
         "2:3: expected a comma or the end of the line, found '2'"},
        {"1,2\n1;2\n", "2:1: expected a number, found '1;2'"},
        {"1,2\n\"x\",1\n", "2:1: expected a number, found 'x'"},
        {"1,2\n\"1\n", "2:1: expected a quotation mark at the end of this "
                       "field, found the end of the file"},
        {"1,2\n\n1\n", "3:2: expected 2 fields, found 1"},
        {"1\n1 2\n", "2:4: expected 1 fields, found 2"},
        {"1,x\n2,3\n", "1:3: expected a number, found 'x'"},
        {"0;1,5;2\n3;0;1\n1;4;0\n", "1:3: expected a number, found '1,5'"},
        {",\"5\",\"x\"\n1,2,3\n", "1:6: expected a number, found 'x'"},
        {"1,2\n1,\r2\n", "2:3: expected a number, found '\\x0d2'"},
    };
    ((IoTest *)t)->kind = STAR_TABLE_MATRIX;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        io_bad(t, "a.csv", cases[k].text, cases[k].message);
}

/* Whole numbers are weights however they are written. */
IO_TEST(test_weights) {
    static const struct {
        const char *text, *rows;
    } good[] = {
        {"5\n", "101"},
        {"+5.0\n", "101"},
        {"50e-1\n", "101"},
        {"0.005e3\n", "101"},
        {".5E+1\n", "101"},
        {"0005.000000000000000000000000000\n", "101"},
        {"0.0e99\n", "1"},
        {"-0\n", "1"},
        {",1\n0,\n", "1111 0111"},
    };
    static const struct {
        const char *text, *found;
    } bad[] = {
        {"-5\n", "'-5'"},
        {"0.5\n", "'0.5'"},
        {"5e-1\n", "'5e-1'"},
        {"5e18\n", "'5e18'"},
        {"5e99999999999999999999\n", "'5e99999999999999999999'"},
        {"1000000000000000000\n", "'1000000000000000000'"},
        {"1000000000000000001\n", "'1000000000000000001'"},
        {"inf\n", "'inf'"},
        {"nan\n", "'nan'"},
    };
    t->layout = STAR_LAYOUT_WEIGHTS;
    t->kind = STAR_TABLE_MATRIX;
    for (size_t k = 0; k < sizeof good / sizeof *good; k++)
        io_good(t, "a.csv", good[k].text, good[k].rows);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        char message[160];
        snprintf(message, sizeof message,
                 "1:1: expected a whole weight in 0..999999999999999999, "
                 "found %s",
                 bad[k].found);
        io_bad(t, "a.csv", bad[k].text, message);
    }
    io_good(t, "a.csv", "999999999999999999\n",
            "110111100000101101101011001110100111011000111111111111111111");
}

IO_TEST(test_saved) {
    io_good(t, "a.txt", "0100\n1001\n", "0100 1001");
    io_write(t, "a.csv", "", 0);
    assert_int_equal(
        star_table_save(&t->be, t->table, t->path, STAR_FORMAT_AUTO), STAR_OK);
    char *text = io_read(t, "a.csv");
    assert_string_equal(text, "0,1,0,0\n1,0,0,1\n");
    free(text);
    io_remove(t, "a.csv");
    io_write(t, "a.tsv", "", 0);
    assert_int_equal(
        star_table_save(&t->be, t->table, t->path, STAR_FORMAT_AUTO), STAR_OK);
    text = io_read(t, "a.tsv");
    assert_string_equal(text, "0\t1\t0\t0\n1\t0\t0\t1\n");
    free(text);
    assert_int_equal(io_load_again(t), STAR_OK);
    assert_int_equal(t->table->cols, 4);
    io_remove(t, "a.tsv");
}

IO_TEST(test_round_trips) {
    io_round_trips(t, "a.csv");
}

IO_TEST(test_blank_field) {
    io_bad(t, "a.csv", "a,b, ",
           "1:1: which columns have the arcs? There are a, b, ");
}

IO_TEST(test_compact) {
    t->compact = true;
    io_bad(t, "a.txt", "010\n101\n", " 2 x 3 numbers are no square matrix");
}

IO_TEST(test_tabs_and_exponents) {
    t->kind = STAR_TABLE_MATRIX;
    io_good(t, "a.csv", "1,0\n0\t,1\n", "10 01");
    io_good(t, "a.csv", "1 \t0\n0\t1\n", "10 01");
    io_good(t, "a.csv", "\"1e5\",0\n\"0E5\",1\n", "10 01");
    t->layout = STAR_LAYOUT_WEIGHTS;
    t->bits = 3;
    io_bad(t, "a.csv", "0,\"9\"\n1,0\n",
           "1:3: expected a whole weight in 0..6, found '9'");
    io_bad(t, "a.csv", "0,\"-1\"\n1,0\n",
           "1:3: expected a whole weight in 0..6, found '-1'");
}

/* The first line is longer than what tells names from numbers, which ends
 * within a number, and the file than what is read at once. */
IO_TEST(test_long_rows) {
    enum { SIZE = 300 };
    static char text[SIZE * 4 * SIZE];
    char *p = text;
    for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j < SIZE; j++)
            p += sprintf(p, j == 0 ? "%d" : ",%de0", i == j);
        *p++ = '\n';
    }
    assert_int_equal(io_load(t, "a.csv", text, (size_t)(p - text)), STAR_OK);
    assert_int_equal(t->table->cols, SIZE);
    for (int i = 1; i <= SIZE; i++)
        assert_int_equal(io_get(t->table, i, i), 1);
}

/* A byte 0 is no separator, nor the end of a field. */
IO_TEST(test_zero_bytes) {
    static const char row[] = "1,0\n1,\0\n", names[] = "from,to\na\0b,c\n";
    t->kind = STAR_TABLE_MATRIX;
    assert_int_equal(io_load(t, "a.csv", row, sizeof row - 1), STAR_FORMAT);
    assert_non_null(strstr(t->error.text, "expected a number, found '\\x00'"));
    t->kind = STAR_TABLE_ARCS;
    assert_int_equal(io_load(t, "a.csv", names, sizeof names - 1), STAR_OK);
    assert_int_equal(t->table->rows, 2);
}

IO_TEST(test_without_memory) {
    io_load_without_memory(t, "a.csv", "1,1\n0,1\n");
}

TEST_MAIN

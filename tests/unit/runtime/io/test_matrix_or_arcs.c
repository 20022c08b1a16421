/* SPDX-License-Identifier: MIT */
/* A list of arcs is never taken for a matrix, nor a matrix for arcs: where a
 * file may be both, its user is asked. */
#include <stdio.h>
#include <string.h>

#include "io_test.h"

enum { VALUES = 5, SIDE = 3 };

static bool is_refused(IoTest *t, const char *name, const char *text) {
    const StarStatus status = io_load(t, name, text, strlen(text));
    if (status == STAR_OK)
        return false;
    assert_int_equal(status, STAR_FORMAT);
    assert_non_null(strstr(t->error.text, "a matrix, or a list of arcs?"));
    assert_non_null(strstr(t->error.hint, ":matrix or :arcs"));
    return true;
}

static void write_table(char *text, const int *value, int n, char separator) {
    for (int k = 0; k < n * n; k++)
        text +=
            sprintf(text, "%d%c", value[k], k % n == n - 1 ? '\n' : separator);
}

/* A matrix of 0 and 1 with a diagonal of zeros or ones. */
static bool is_plain(const int *value, int n) {
    int ones = 0;
    for (int k = 0; k < n * n; k++)
        if (value[k] > 1)
            return false;
    for (int k = 0; k < n; k++)
        ones += value[k * n + k];
    return ones == 0 || ones == n;
}

/* In all forms of a file, or in form number `turn`. */
static void check(IoTest *t, const int *value, int n, int turn) {
    static const struct {
        const char *name;
        char separator;
    } as[] = {{"a.csv", ','}, {"a.csv", ';'}, {"a.tsv", '\t'}, {"a.txt", ' '}};
    char text[4 * SIDE * SIDE];
    const bool plain = is_plain(value, n);
    for (int k = 0; k < 4; k++) {
        if (turn >= 0 && turn != k)
            continue;
        write_table(text, value, n, as[k].separator);
        if (is_refused(t, as[k].name, text) == plain)
            fail_msg("%s as %s", text, as[k].name);
        if (!plain)
            continue;
        assert_int_equal(t->table->rows, n);
        for (int i = 0; i < n * n; i++)
            assert_int_equal(io_get(t->table, i / n + 1, i % n + 1), value[i]);
    }
}

static int power(int base, int exponent) {
    return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

/* The numbers of a table, digits of k to a base. */
static void digits(int *value, int numbers, int k, int base) {
    for (int i = 0; i < numbers; i++, k /= base)
        value[i] = k % base;
}

/* All of 2 x 2, and all of 3 x 3 whose numbers are 0, 1 or more, where the
 * latter are 2, 3 and 4 in turn and the forms of a file too: which of them it
 * is makes no difference. */
IO_TEST(test_small) {
    int value[SIDE * SIDE], next = 0;
    for (int k = 0; k < power(VALUES, 4); k++) {
        digits(value, 4, k, VALUES);
        check(t, value, 2, -1);
    }
    for (int k = 0; k < power(3, SIDE * SIDE); k++) {
        digits(value, SIDE * SIDE, k, 3);
        for (int i = 0; i < SIDE * SIDE; i++)
            value[i] += value[i] < 2 ? 0 : next++ % 3;
        check(t, value, 3, k % 4);
    }
}

/* Really all of 3 x 3: test_io_matrix_or_arcs all. */
static bool all;

IO_TEST(test_all) {
    int value[SIDE * SIDE];
    const int tables = power(VALUES, SIDE * SIDE);
    if (!all)
        skip();
    for (int k = 0; k < tables; k++) {
        digits(value, SIDE * SIDE, k, VALUES);
        check(t, value, SIDE, k % 4);
    }
    printf("%d tables of 3 x 3\n", tables);
}

/* What cannot be arcs is a matrix, what cannot be a matrix is refused. */
IO_TEST(test_others) {
    static const struct {
        const char *name, *text, *rows;
    } good[] = {
        {"a.csv", "0,,5\n5,0,2\n,2,0\n", "001 101 010"},
        {"a.csv", "0,.5\n5,0\n", "01 10"},
        {"a.csv", "0,-1\n5,0\n", "01 10"},
        {"a.csv", "0,1,2,3\n1,0,2,3\n1,2,0,3\n1,2,3,0\n",
         "0111 1011 1101 1110"},
        {"a.csv", "0,1\n1,1\n0,0\n", "01 11 00"},
        {"a.txt", "01\n01\n", "01 01"},
    };
    static const struct {
        const char *name, *text, *message;
    } bad[] = {
        {"a.csv", "1,2,3\n", " 1 x 3 numbers are no square matrix"},
        {"a.csv", "1,2\n2,3\n3,1\n", " 3 x 2 numbers are no square matrix"},
        {"a.csv", "1,2,3,4\n5,6,7,8\n", " 2 x 4 numbers are no square matrix"},
        {"a.csv", "1.0,2.0\n2.0,1.0\n",
         " 2 x 2 numbers: a matrix, or a list of arcs?"},
        {"a.csv", "\"1\",\"2\"\n\"2\",\"1\"\n",
         " 2 x 2 numbers: a matrix, or a list of arcs?"},
        {"a.txt", "10 11\n11 10\n10 10\n11 11\n",
         " 4 x 4 numbers: a matrix, or a list of arcs?"},
        {"a", "7 8\n8 7\n", " 2 x 2 numbers: a matrix, or a list of arcs?"},
    };
    for (size_t k = 0; k < sizeof good / sizeof *good; k++)
        io_good(t, good[k].name, good[k].text, good[k].rows);
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        io_bad(t, bad[k].name, bad[k].text, bad[k].message);
    t->layout = STAR_LAYOUT_LEFT;
    io_bad(t, "a.csv", "0,1\n1,1\n0,0\n",
           " 3 x 2 numbers are no square matrix");
    io_bad(t, "a.txt", "01\n11\n00\n", " 3 x 2 numbers are no square matrix");
}

/* Files that say themselves what they are. */
IO_TEST(test_kinds) {
    t->kind = STAR_TABLE_ARCS;
    io_good(t, "a.gr", "p sp 1 0\n", "0");
    io_bad(t, "a.mtx", "%%MatrixMarket matrix array integer general\n1 1\n1\n",
           " a file of the format mtx is read without arcs");
    io_good(t, "a.edges", "7 8\n8 9\n", "010 001 000");
    io_good(t, "a.txt", "1 10\n", "01 00");
    t->columns = "1,2";
    io_bad(t, "a.gr", "p sp 1 0\n",
           " a file of the format gr is read without arcs");
    t->columns = NULL;
    t->kind = STAR_TABLE_MATRIX;
    io_bad(t, "a.gr", "p sp 1 0\n",
           " a file of the format gr is read without matrix");
    io_bad(t, "a.edges", "7 8\n",
           " a file of the format edges is read without matrix");
}

/* Numbers from 1 in a list that begins at 0. */
IO_TEST(test_vertex_0) {
    io_good(t, "a.edges", "1 2\n", "000 001 000");
    assert_int_equal(t->warning.status, STAR_GAPS);
    assert_non_null(strstr(t->warning.text, "vertex 0, the first of 3,"));
    io_good(t, "a.edges", "1 0\n", "00 10");
    assert_int_equal(t->warning.status, STAR_OK);
    io_good(t, "a.edges", "# none\n", "");
    assert_int_equal(t->warning.status, STAR_OK);
    t->compact = true;
    io_good(t, "a.edges", "1 2\n", "01 00");
    assert_int_equal(t->warning.status, STAR_OK);
}

int main(int argc, char **argv) {
    all = argc == 2 && strcmp(argv[1], "all") == 0;
    return tests_run(NULL, NULL);
}

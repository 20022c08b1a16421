/* SPDX-License-Identifier: MIT */
/* Vertices without arcs: they are counted, or left out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io_test.h"

/* The file is read, and so many of n vertices are said to have no arc; 0:
 * nothing is said. */
static void assert_idle(IoTest *t, const char *name, const char *text,
                        const char *idle, int n) {
    char wanted[400];
    assert_int_equal(io_load(t, name, text, strlen(text)), STAR_OK);
    if (idle == NULL) {
        assert_int_equal(t->warning.status, STAR_OK);
        return;
    }
    snprintf(wanted, sizeof wanted, "%s: %s of %d vertices have no arc",
             t->path, idle, n);
    assert_int_equal(t->warning.status, STAR_GAPS);
    assert_string_equal(t->warning.text, wanted);
}

#define MTX "%%MatrixMarket matrix coordinate pattern "

/* More than half of them, in each layout that does not leave them out. */
IO_TEST(test_idle) {
    for (int k = 0; k < STAR_LAYOUT_COUNT; k++) {
        t->layout = (StarGraphLayout)k;
        t->compact = true;
        assert_idle(t, "a.edges", "0 6\n1 6\n", NULL, 0);
        t->compact = false;
        if (t->layout == STAR_LAYOUT_NAMES) {
            assert_idle(t, "a.edges", "0 6\n1 6\n", NULL, 0);
            continue;
        }
        assert_idle(t, "a.edges", "0 4\n1 4\n", NULL, 0);
        assert_idle(t, "a.edges", "0 5\n1 5\n", NULL, 0);
        assert_idle(t, "a.edges", "0 6\n1 6\n", "4", 7);
        assert_idle(t, "a.edges", "0 6\n", "5", 7);
        assert_idle(t, "a.edges", "0 7\n", "at least 6", 8);
        assert_idle(t, "a.edges", "0 1000\n1 2\n", "at least 997", 1001);
        assert_idle(t, "a.edges", "3 3\n", "3", 4);
        assert_idle(t, "a.edges", "", NULL, 0);
    }
}

/* Of lists of arcs only, and of graphs; arcs that are put into a table at once
 * are all counted. */
IO_TEST(test_formats) {
    static const char gr[] = "p sp 200 1\na 1 2 1\n";
    assert_idle(t, "a.gr", gr, "198", 200);
    assert_idle(t, "a.gr", "p sp 4 1\na 1 2 1\n", NULL, 0);
    assert_idle(t, "a.gr", "p sp 5 1\na 1 2 1\n", "3", 5);
    assert_idle(t, "a.gr", "p sp 3 0\n", NULL, 0);
    assert_idle(t, "a.mtx", MTX "symmetric\n200 200 2\n3 1\n4 4\n", "197", 200);
    assert_idle(t, "a.mtx", MTX "general\n3 9 1\n1 2\n", NULL, 0);
    assert_idle(t, "a.txt", "0000\n0000\n0000\n0001\n", NULL, 0);
    assert_idle(t, "a.csv", "0,0,0\n0,0,1\n0,0,0\n", NULL, 0);
    t->layout = STAR_LAYOUT_LEFT;
    assert_idle(t, "a.gr", gr, "at least 198", 200);
    assert_idle(t, "a.mtx", MTX "general\n3 9 3\n1 1\n2 2\n3 3\n", "6", 9);
}

/* In all formats and from both ways to keep arcs; a matrix that is not square
 * is that of a graph then. */
IO_TEST(test_compact) {
    t->compact = true;
    io_good(t, "a.edges", "70 4\n4 200\n", "001 100 000");
    io_good(t, "a.edges", "9 9\n", "1");
    io_good(t, "a.edges", "", "");
    io_good(t, "a.gr", "p sp 100 2\na 100 7 1\na 7 7 1\n", "10 10");
    io_good(t, "a.mtx", MTX "general\n9 3 2\n9 1\n1 3\n", "010 000 100");
    io_good(t, "a.mtx", MTX "symmetric\n9 9 1\n9 2\n", "01 10");
    io_good(t, "a.txt", "000\n001\n000\n", "01 00");
    io_good(t, "a.csv", "0,0,0\n,,.5\n0,0,0\n", "01 00");
    io_bad(t, "a.mtx", MTX "general\n9 9 3\n9 1\n1 3\n9 1\n",
           "5:1: expected every entry once, found (9, 1) again");
}

/* The numbers of the file: from 0 in edge lists, else from 1. */
IO_TEST(test_names) {
    t->layout = STAR_LAYOUT_NAMES;
    for (int k = 0; k < 2; k++) {
        t->compact = k;
        io_good(t, "a.edges", "6 0\n5 6\n", "000 101 110");
        io_good(t, "a.edges", "0 0\n", "0");
        io_good(t, "a.edges", "", "");
        io_good(t, "a.gr", "p sp 9 1\na 7 8 1\n", "0111 1000");
        io_good(t, "a.mtx", MTX "general\n9 2 1\n4 2\n", "010 100");
        io_good(t, "a.txt", "000\n001\n000\n", "10 11");
    }
    io_good(t, "a.edges", "2147483646 0\n",
            "0000000000000000000000000000000 1111111111111111111111111111110");
}

/* Many vertices, at random, against a list of them. */
IO_TEST(test_many) {
    enum { MOST = 3000, ARCS = 400 };
    static char text[ARCS * 16];
    static int from[ARCS], to[ARCS], place[MOST];
    unsigned seed = 1;
    size_t length = 0;
    int count = 0;
    memset(place, 0, sizeof place);
    for (int k = 0; k < ARCS; k++) {
        seed = seed * 1103515245 + 12345;
        from[k] = (int)(seed >> 8) % MOST;
        seed = seed * 1103515245 + 12345;
        to[k] = (int)(seed >> 8) % MOST;
        place[from[k]] = place[to[k]] = 1;
        length += (size_t)sprintf(text + length, "%d %d\n", from[k], to[k]);
    }
    for (int v = 0; v < MOST; v++)
        place[v] = place[v] ? ++count : 0;
    t->compact = true;
    assert_int_equal(io_load(t, "a.edges", text, length), STAR_OK);
    assert_int_equal(t->table->rows, count);
    assert_int_equal(t->table->cols, count);
    for (int k = 0; k < ARCS; k++)
        assert_int_equal(io_get(t->table, place[from[k]], place[to[k]]), 1);
    t->layout = STAR_LAYOUT_NAMES;
    assert_int_equal(io_load(t, "a.edges", text, length), STAR_OK);
    assert_int_equal(t->table->rows, count);
    for (int v = 0; v < MOST; v++)
        for (int64_t j = 1, bits = t->table->cols; place[v] && j <= bits; j++)
            assert_int_equal(io_get(t->table, place[v], j),
                             v >> (bits - j) & 1);
}

IO_TEST(test_without_memory) {
    for (int k = 0; k < 3; k++) {
        t->compact = k == 1;
        t->layout = k == 2 ? STAR_LAYOUT_NAMES : STAR_LAYOUT_ADJACENCY;
        io_load_without_memory(t, "a.edges", "5 700\n");
        io_load_without_memory(t, "a.gr", "p sp 99 1\na 3 9 1\n");
    }
}

TEST_MAIN

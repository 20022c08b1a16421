/* SPDX-License-Identifier: MIT */
/* Lists of arcs: DIMACS .gr and SNAP. */
#include <stdlib.h>
#include <string.h>

#include "io_test.h"

IO_TEST(test_good_gr) {
    static const struct {
        const char *text, *rows;
    } cases[] = {
        {"p sp 0 0\n", ""},
        {"p sp 2 0", "00 00"},
        {"c comment\n\nc\np sp 3 2\nc more\na 1 3 7\n\na 3 3 0\nc end\n",
         "001 000 001"},
        {"c x\r\np sp 2 1\r\na 2 1 -1.5\r\n", "00 10"},
        {"P\tSP 2 3\n A\t1 2 1\na 1 2 1\na 1  2 9 \n", "01 00"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        io_good(t, "a.gr", cases[k].text, cases[k].rows);
    io_good(t, "a.graph", "p sp 1 1\na 1 1 1\n", "1");
}

IO_TEST(test_bad_gr) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "1:1: expected a line 'p sp VERTICES ARCS', found the end of the "
             "file"},
        {"c p\na 1 2 3\n",
         "2:1: expected a line 'p sp VERTICES ARCS', found 'a'"},
        {"p edge 2 1\n", "1:3: expected sp, found 'edge'"},
        {"p sp\n", "1:5: expected a number of vertices in 0..2147483647, found "
                   "the end of the line"},
        {"p sp 2147483648 1\n", "1:6: expected a number of vertices in "
                                "0..2147483647, found '2147483648'"},
        {"p sp 2 -1\n", "1:8: expected a number of arcs in "
                        "0..9223372036854775807, found '-1'"},
        {"p sp 2 1 3\n", "1:10: expected the end of the line, found '3'"},
        {"p sp 2 2\na 1 2 3\nc\n", "4:1: expected arc 2 of 2, 'a FROM TO "
                                   "WEIGHT', found the end of the file"},
        {"p sp 2 1\ne 1 2\n",
         "2:1: expected arc 1 of 1, 'a FROM TO WEIGHT', found 'e'"},
        {"p sp 2 1\na 1 2 3\na 2 1 3\n",
         "3:1: expected the end of the file after arc 1, found 'a'"},
        {"p sp 2 1\na 0 2 3\n", "2:3: expected a vertex in 1..2, found '0'"},
        {"p sp 2 1\na 1 3 3\n", "2:5: expected a vertex in 1..2, found '3'"},
        {"p sp 2 1\na 1 2\n",
         "2:6: expected a number, found the end of the line"},
        {"p sp 2 1\na 1 2 3 4\n",
         "2:9: expected the end of the line, found '4'"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        io_bad(t, "a.gr", cases[k].text, cases[k].message);
}

IO_TEST(test_good_edges) {
    static const struct {
        const char *text, *rows;
    } cases[] = {
        {"", ""},
        {"# nothing\n\n", ""},
        {"0 1\n", "01 00"},
        {"# Nodes: 9\r\n0\t1\r\n\r\n2\t2\r\n% end\n0 1", "010 000 001"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        io_good(t, "a.edges", cases[k].text, cases[k].rows);
    io_good(t, "a.edges", " 1 0 -3.5\n0 1 1e9\n", "01 10");
    /* Under other names. */
    io_good(t, "a.txt", "# bits or vertices?\n0 1\n0 2\n2 2\n", "011 000 001");
    io_good(t, "a", "# Directed graph\n0 1\n", "01 00");
    io_good(t, "a.txt", "0 1\n1 0\n", "01 10");
    io_good(t, "a.txt", "01\n11\n", "01 11");
}

IO_TEST(test_bad_edges) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"https://snap\n0 1\n",
         "1:1: expected a vertex in 0..2147483646, found 'https://snap'"},
        {"3\n0 1\n", "1:2: expected a vertex in 0..2147483646, found the end "
                     "of the line"},
        {"0 -1\n", "1:3: expected a vertex in 0..2147483646, found '-1'"},
        {"2147483647 0\n", "1:1: expected a vertex in 0..2147483646, found "
                           "'2147483647'"},
        {"0,1\n", "1:1: expected a vertex in 0..2147483646, found '0,1'"},
        {"0 1 x\n", "1:5: expected a number, found 'x'"},
        {"0 1 2 3\n", "1:7: expected the end of the line, found '3'"},
        {"0 1\n1 2 3\n", "2:5: expected the end of the line, found '3'"},
        {"0 1 2\n1 2\n", "2:4: expected a number, found the end of the line"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        io_bad(t, "a.edges", cases[k].text, cases[k].message);
}

/* A table of so many vertices needs more memory than there is. */
IO_TEST(test_large) {
    static const char gr[] = "p sp 2147483647 0\n";
    static const char edges[] = "0 2147483646\n";
    assert_int_equal(io_load(t, "a.gr", gr, strlen(gr)), STAR_MEMORY);
    assert_int_equal(io_load(t, "a.edges", edges, strlen(edges)), STAR_MEMORY);
    t->layout = STAR_LAYOUT_RIGHT;
    io_good(t, "a.edges", edges, "1111111111111111111111111111111");
}

static void assert_saved(IoTest *t, const char *name, const char *expected) {
    io_good(t, "a.txt", "010\n001\n100\n", "010 001 100");
    io_write(t, name, "", 0);
    assert_int_equal(
        star_table_save(&t->be, t->table, t->path, STAR_FORMAT_AUTO), STAR_OK);
    char *text = io_read(t, name);
    assert_string_equal(text, expected);
    free(text);
    io_remove(t, name);
}

IO_TEST(test_saved) {
    assert_saved(t, "a.gr", "p sp 3 3\na 1 2 1\na 2 3 1\na 3 1 1\n");
    assert_saved(t, "a.edges",
                 "# Directed graph\n# Nodes: 3 Edges: 3\n"
                 "# FromNodeId\tToNodeId\n0\t1\n1\t2\n2\t0\n");
    io_good(t, "a.txt", "01\n", "01");
    assert_int_equal(
        star_table_save(&t->be, t->table, "a.gr.gz", STAR_FORMAT_AUTO),
        STAR_LENGTHS);
    assert_string_equal(t->error.text,
                        "the table is 1 x 2: only a square one is saved as gr");
}

IO_TEST(test_round_trips) {
    io_round_trips(t, "a.gr");
    io_round_trips(t, "a.edges");
    io_round_trips(t, "a.gr.gz");
}

/* Arcs that come again, in no order, are one; the weight may be any where a
 * layout has none. */
IO_TEST(test_again) {
    io_good(t, "a.edges", "2 3\n1 2\n1 2\n2 3\n1 2\n", "0000 0010 0001 0000");
    io_bad(t, "a.mtx",
           "%%MatrixMarket matrix coordinate pattern general\n"
           "3 3 5\n2 3\n1 2\n1 2\n2 3\n1 2\n",
           "5:1: expected every entry once, found (1, 2) again");
    t->layout = STAR_LAYOUT_LEFT;
    io_good(t, "a.gr", "p sp 2 1\na 1 2 9999999999\n", "01");
}

IO_TEST(test_without_memory) {
    for (int k = 0; k < STAR_LAYOUT_COUNT; k++) {
        t->layout = (StarGraphLayout)k;
        /* So large that the backend keeps no image for the next one. */
        io_load_without_memory(t, "a.gr", "p sp 300 2\na 1 2 3\na 2 3 1\n");
        io_load_without_memory(t, "a.edges", "1 2\n2 3\n");
        io_load_without_memory(t, "a.edges", "2 3\n1 2\n");
        io_load_without_memory(t, "a.mtx",
                               "%%MatrixMarket matrix coordinate pattern "
                               "symmetric\n3 3 2\n2 1\n3 3\n");
        io_load_without_memory(t, "a.csv", "1,0\n0,1\n");
        io_load_without_memory(t, "a.txt", "10\n01\n");
    }
}

TEST_MAIN

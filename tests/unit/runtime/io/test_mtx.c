/* SPDX-License-Identifier: MIT */
/* Matrix Market files, good and bad. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io_test.h"

#define GENERAL "%%MatrixMarket matrix coordinate pattern general\n"
#define SYMMETRIC "%%MatrixMarket matrix coordinate pattern symmetric\n"
#define REAL "%%MatrixMarket matrix coordinate real general\n"
#define ARRAY "%%MatrixMarket matrix array real "

IO_TEST(test_coordinates) {
    static const struct {
        const char *text, *rows;
    } cases[] = {
        {GENERAL "2 3 2\n1 2\n2 3\n", "010 001"},
        {GENERAL "2 3 2\n1 2\n2 3", "010 001"},
        {GENERAL "2 3 2\r\n1 2\r\n2 3\r\n", "010 001"},
        {GENERAL "2 3 0\n", "000 000"},
        {GENERAL "0 0 0\n", ""},
        {GENERAL "%%GraphBLAS type gunk\n%\n\n  % more\n2 2 1\n%\n\n"
                 "\t2  1 \n\n% end\n",
         "00 10"},
        {"%%matrixmarket MATRIX Coordinate Pattern  GENERAL \n1 1 1\n1 1\n",
         "1"},
        {REAL "2 2 4\n1 1 0\n1 2 -1.5e-3\n2 1 inf\n2 2 NaN\n", "11 11"},
        {REAL "1 3 3\n1 1 .5\n1 2 1.\n1 3 +Infinity\n", "111"},
        {"%%MatrixMarket matrix coordinate integer general\n"
         "1 2 1\n1 1 18446744073709551615\n",
         "10"},
        {"%%MatrixMarket matrix coordinate complex general\n"
         "1 2 1\n1 2 0 0E9\n",
         "01"},
        {SYMMETRIC "3 3 3\n1 1\n2 1\n2 3\n", "110 101 010"},
        {"%%MatrixMarket matrix coordinate real skew-symmetric\n"
         "2 2 1\n2 1 5\n",
         "01 10"},
        {"%%MatrixMarket matrix coordinate complex hermitian\n"
         "2 2 2\n2 1 5 1\n2 2 1 0\n",
         "01 11"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        io_good(t, "a.mtx", cases[k].text, cases[k].rows);
}

IO_TEST(test_arrays) {
    static const struct {
        const char *text, *rows;
    } cases[] = {
        {ARRAY "general\n2 3\n1\n0\n0.0\n-0\n2e-9\n0e5\n", "101 000"},
        {ARRAY "general\n0 3\n", ""},
        {ARRAY "symmetric\n3 3\n1\n2\n0\n0\n3\n0\n", "110 101 010"},
        {ARRAY "skew-symmetric\n3 3\n1\n0\n2\n", "010 101 010"},
        {"%%MatrixMarket matrix array complex hermitian\n"
         "2 2\n0 0\n0 1\n1 0\n",
         "01 11"},
        {"%%MatrixMarket matrix array integer general\n1 1\n7\n", "1"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        io_good(t, "a.mtx", cases[k].text, cases[k].rows);
}

static const struct {
    const char *text, *message;
} malformed[] = {
    /* The banner. */
    {"", "1:1: expected %%MatrixMarket, found the end of the file"},
    {"3 3\n", "1:1: expected %%MatrixMarket, found '3'"},
    {"\x7f"
     "ELF\x02\n",
     "1:1: expected %%MatrixMarket, found '\\x7fELF\\x02'"},
    {"%%MatrixMarketing matrix\n",
     "1:1: expected %%MatrixMarket, found '%%MatrixMarketing'"},
    {"%%MatrixMarket vector\n", "1:16: expected matrix, found 'vector'"},
    {"%%MatrixMarket\n", "1:15: expected matrix, found the end of the line"},
    {"%%MatrixMarket matrix sparse\n",
     "1:23: expected coordinate or array, found 'sparse'"},
    {"%%MatrixMarket matrix coordinate rational general\n",
     "1:34: expected real, integer, complex or pattern, found "
     "'rational'"},
    {"%%MatrixMarket matrix array pattern general\n",
     "1:29: expected real, integer or complex, found 'pattern'"},
    {"%%MatrixMarket matrix coordinate pattern skew-symmetric\n",
     "1:42: expected general or symmetric, found 'skew-symmetric'"},
    {"%%MatrixMarket matrix coordinate real hermitian\n",
     "1:39: expected general, symmetric or skew-symmetric, found "
     "'hermitian'"},
    {"%%MatrixMarket matrix coordinate complex diagonal\n",
     "1:42: expected general, symmetric, skew-symmetric or hermitian, "
     "found 'diagonal'"},
    {"%%MatrixMarket matrix coordinate real general 3 3 3\n",
     "1:47: expected the end of the line, found '3'"},
    /* The size. */
    {GENERAL "% no more\n", "3:1: expected a number of rows in "
                            "0..2147483647, found the end of the file"},
    {GENERAL "-3 3 3\n",
     "2:1: expected a number of rows in 0..2147483647, found '-3'"},
    {GENERAL "3 2147483648 3\n", "2:3: expected a number of columns in "
                                 "0..2147483647, found '2147483648'"},
    {GENERAL "3\n", "2:2: expected a number of columns in "
                    "0..2147483647, found the end of the line"},
    {GENERAL "3 4\r\n", "2:4: expected a number of entries in 0..12, "
                        "found the end of the line"},
    {GENERAL "3 4 13\n",
     "2:5: expected a number of entries in 0..12, found '13'"},
    {GENERAL "3 4 99999999999999999999999999999\n",
     "2:5: expected a number of entries in 0..12, found "
     "'999999999999999999999999...'"},
    {GENERAL "3 4 5 6\n", "2:7: expected the end of the line, found '6'"},
    {SYMMETRIC "3 4 1\n", "2:1: expected a square matrix, found 3 x 4"},
    {SYMMETRIC "3 3 7\n",
     "2:5: expected a number of entries in 0..6, found '7'"},
    {"%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 4\n",
     "2:5: expected a number of entries in 0..3, found '4'"},
    /* Entries. */
    {GENERAL "3 4 2\n1 1\n\n",
     "5:1: expected entry 2 of 2, found the end of the file"},
    {GENERAL "3 4 1\n1 1\n\n 2 2\n",
     "5:2: expected the end of the file after entry 1, found '2'"},
    {GENERAL "3 4 1\n0 1\n", "3:1: expected a row in 1..3, found '0'"},
    {GENERAL "3 4 1\n4 1\n", "3:1: expected a row in 1..3, found '4'"},
    {GENERAL "3 4 1\n3 5\n", "3:3: expected a column in 1..4, found '5'"},
    {GENERAL "3 4 1\n1x 5\n", "3:1: expected a row in 1..3, found '1x'"},
    {GENERAL "3 4 1\n1\r5\n", "3:1: expected a row in 1..3, found '1\\x0d5'"},
    {GENERAL "3 4 1\n1 one\xc3\xa9\n",
     "3:3: expected a column in 1..4, found 'one\\xc3\\xa9'"},
    {GENERAL "3 4 1\n1\n2\n",
     "3:2: expected a column in 1..4, found the end of the line"},
    {GENERAL "3 4 1\n1 2 1.0\n",
     "3:5: expected the end of the line, found '1.0'"},
    {REAL "3 4 1\n1 2\n", "3:4: expected a number, found the end of the line"},
    {REAL "3 4 1\n1 2 pi\n", "3:5: expected a number, found 'pi'"},
    {REAL "3 4 1\n1 2 1e\n", "3:5: expected a number, found '1e'"},
    {REAL "3 4 1\n1 2 .\n", "3:5: expected a number, found '.'"},
    {REAL "3 4 1\n1 2 +\n", "3:5: expected a number, found '+'"},
    {REAL "3 4 1\n1 2 0x10\n", "3:5: expected a number, found '0x10'"},
    {REAL "3 4 1\n1 2 infinite\n", "3:5: expected a number, found 'infinite'"},
    {REAL "3 4 1\n1 2 1 0\n", "3:7: expected the end of the line, found '0'"},
    {GENERAL "3 4 3\n2 2\n1 1\n 2 2\n",
     "5:2: expected every entry once, found (2, 2) again"},
    {SYMMETRIC "3 3 2\n1 2\n2 1\n",
     "4:1: expected every entry once, found (2, 1) again"},
    {SYMMETRIC "3 3 2\n2 2\n2 2\n",
     "4:1: expected every entry once, found (2, 2) again"},
    {"%%MatrixMarket matrix coordinate real skew-symmetric\n"
     "3 3 1\n2 2 0\n",
     "3:1: expected no diagonal in a skew-symmetric "
     "matrix, found (2, 2)"},
    /* Arrays. */
    {ARRAY "general\n2 2 4\n", "2:5: expected the end of the line, found '4'"},
    {ARRAY "general\n2 2\n1\n2\n3\n",
     "6:1: expected entry 4 of 4, found the end of the file"},
    {ARRAY "general\n1 1\n1 2\n",
     "3:3: expected the end of the line, found '2'"},
    {ARRAY "symmetric\n2 2\n1\n2\n3\n4\n",
     "6:1: expected the end of the file after entry 3, found '4'"},
    {ARRAY "skew-symmetric\n1 2\n",
     "2:1: expected a square matrix, found 1 x 2"},
    {"%%MatrixMarket matrix array complex general\n1 1\n1\n",
     "3:2: expected a number, found the end of the line"},
};

IO_TEST(test_bad) {
    for (size_t k = 0; k < sizeof malformed / sizeof *malformed; k++)
        io_bad(t, "a.mtx", malformed[k].text, malformed[k].message);
}

IO_TEST(test_nul_bytes) {
    static const char number[] = GENERAL "3 4 1\n1\0002 2\n";
    static const char blank[] = GENERAL "3 4 1\n\0\n1 2\n";
    assert_int_equal(io_load(t, "a.mtx", number, sizeof number - 1),
                     STAR_FORMAT);
    assert_non_null(strstr(t->error.text, ":3:1: expected a row in 1..3, "
                                          "found '1\\x002'"));
    assert_int_equal(io_load(t, "a.mtx", blank, sizeof blank - 1), STAR_FORMAT);
    assert_non_null(strstr(t->error.text, ":3:1: expected a row in 1..3, "
                                          "found '\\x00'"));
}

/* Tokens, line ends and comments meet the ends of the reader's buffer at
 * every offset. */
IO_TEST(test_long_file) {
    enum { SIZE = 300, LINE = 40 };
    char *text = malloc(SIZE * SIZE * LINE + 200);
    char *end = text;
    assert_non_null(text);
    end += sprintf(end, "%s%d %d %d\n", REAL, SIZE, SIZE, SIZE * SIZE);
    for (int k = 0; k < SIZE * SIZE; k++)
        end +=
            sprintf(end, "%s%d  %d\t%d.25%s%s", k % 3 == 0 ? "% 1 1 1\n" : "",
                    k / SIZE + 1, k % SIZE + 1, k, k % 5 == 0 ? " " : "",
                    k % 7 == 0 ? "\r\n" : "\n");
    assert_int_equal(io_load(t, "a.mtx", text, (size_t)(end - text)), STAR_OK);
    for (int64_t i = 1; i <= SIZE; i++)
        for (int64_t j = 1; j <= SIZE; j++)
            assert_int_equal(io_get(t->table, i, j), 1);
    sprintf(end, "5\n");
    io_bad(t, "a.mtx", text,
           "120003:1: expected the end of the file after entry 90000, "
           "found '5'");
    free(text);
}

IO_TEST(test_long_tokens) {
    enum { LONG = 100000 };
    static const char start[] = REAL "1 1 1\n1 1 ";
    char *text = malloc(LONG + sizeof start + 2);
    assert_non_null(text);
    strcpy(text, start);
    memset(text + sizeof start - 1, '7', LONG);
    strcpy(text + sizeof start - 1 + LONG, "\n");
    io_bad(t, "a.mtx", text,
           "3:5: expected a number, found '777777777777777777777777...'");
    t->layout = STAR_LAYOUT_WEIGHT;
    io_bad(t, "a.mtx", text,
           "3:5: expected a whole weight in 0..999999999999999999, found "
           "'777777777777777777777777...'");
    io_good(t, "a.mtx", REAL "1 1 1\n1 1 2.50e1", "11001");
    t->layout = STAR_LAYOUT_ADJACENCY;
    strcpy(text + sizeof start - 1 + 1000, "\n");
    io_good(t, "a.mtx", text, "1");
    free(text);
}

IO_TEST(test_sizes) {
    static const char huge[] = GENERAL "1000000000 1000000000 0\n";
    static const char most[] = GENERAL "2147483647 2147483647 0\n";
    static const char small[] = GENERAL "2 3 0\n";
    assert_int_equal(io_load(t, "a.mtx", huge, strlen(huge)), STAR_MEMORY);
    assert_int_equal(io_load(t, "a.mtx", most, strlen(most)), STAR_MEMORY);

    t->mem.limit = (size_t)1 << 20;
    assert_int_equal(io_load(t, "a.mtx", most, strlen(most)), STAR_MEMORY);
    assert_int_equal(io_load(t, "a.mtx", small, strlen(small)), STAR_OK);
}

/* A table that has a size keeps it, and is unchanged after an error. */
IO_TEST(test_sized_table) {
    StarTable *table = star_table_new(&t->be, STAR_UNSIZED);
    static const char good[] = GENERAL "2 3 1\n2 3\n";
    static const char bad[] = GENERAL "2 3 2\n1 1\n";
    static const char other[] = GENERAL "3 2 1\n2 1\n";
    char expected[400];
    assert_non_null(table);
    assert_int_equal(star_table_size(&t->be, table, 2, 3), STAR_OK);

    io_write(t, "a.mtx", good, strlen(good));
    assert_int_equal(
        star_table_load(
            &t->be, table,
            &(StarTableFile){.path = t->path, .format = STAR_FORMAT_MTX}),
        STAR_OK);
    assert_int_equal(io_get(table, 2, 3), 1);
    io_write(t, "a.mtx", bad, strlen(bad));
    assert_int_equal(
        star_table_load(
            &t->be, table,
            &(StarTableFile){.path = t->path, .format = STAR_FORMAT_MTX}),
        STAR_FORMAT);
    assert_int_equal(io_get(table, 2, 3), 1);
    assert_int_equal(io_get(table, 1, 1), 0);
    io_write(t, "a.mtx", other, strlen(other));
    assert_int_equal(
        star_table_load(
            &t->be, table,
            &(StarTableFile){.path = t->path, .format = STAR_FORMAT_MTX}),
        STAR_LENGTHS);
    snprintf(expected, sizeof expected, "the table is 2 x 3, %s is 3 x 2",
             t->path);
    assert_string_equal(t->error.text, expected);
    assert_int_equal(io_get(table, 2, 3), 1);

    table->head.sizing = STAR_ELASTIC;
    assert_int_equal(
        star_table_load(
            &t->be, table,
            &(StarTableFile){.path = t->path, .format = STAR_FORMAT_MTX}),
        STAR_OK);
    assert_int_equal(table->head.sizing, STAR_ELASTIC);
    assert_int_equal(table->rows, 3);
    star_object_free(&t->be, &table->head);
    io_remove(t, "a.mtx");
}

IO_TEST(test_saved) {
    char *text;
    io_good(t, "a.txt", "0100\n1001\n0000\n", "0100 1001 0000");
    io_write(t, "a.mtx", "", 0);
    assert_int_equal(
        star_table_save(&t->be, t->table, t->path, STAR_FORMAT_AUTO), STAR_OK);
    text = io_read(t, "a.mtx");
    assert_string_equal(text, GENERAL "3 4 3\n1 2\n2 1\n2 4\n");
    free(text);
    io_remove(t, "a.mtx");
}

IO_TEST(test_round_trips) {
    io_round_trips(t, "a.mtx");
}

/* Arcs of a list, in no order: two that come again are noticed at the same
 * time. */
IO_TEST(test_listed) {
    t->layout = STAR_LAYOUT_LEFT;
    io_bad(t, "a.mtx", GENERAL "3 3 4\n2 1\n1 1\n2 1\n1 1\n",
           "5:1: expected every entry once, found (2, 1) again");
    io_good(t, "a.mtx", GENERAL "2 3 1\n1 3\n", "01");
    io_good(t, "a.mtx", GENERAL "3 2 1\n3 1\n", "11");
}

/* A thousand entries from the last row to the first one. */
static void write_entries(char *text) {
    text = stpcpy(text, GENERAL "1000 1000 1000\n");
    for (int i = 1000; i > 0; i--)
        text += sprintf(text, "%d 1\n", i);
}

/* Stops the run where the keys of entries get more room. */
static void *allocate(void *context, size_t bytes) {
    if (bytes == 2 * 1024 * sizeof(uint64_t))
        star_stop(context, STAR_INTERRUPTED);
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

static void release(void *context, void *block, size_t bytes) {
    (void)context, (void)bytes;
    free(block);
}

IO_TEST(test_listed_many) {
    static char text[1 << 14];
    StarError error;
    StarMem mem;
    StarBackend be;
    const StarAllocator stopping = {allocate, release, &mem};
    write_entries(text);
    t->layout = STAR_LAYOUT_LEFT;
    io_load_without_memory(t, "a.mtx", text);
    io_write(t, "a.mtx", text, strlen(text));
    star_mem_init(&mem, &error, (size_t)1 << 30);
    mem.allocator = &stopping;
    assert_int_equal(star_cpu_open(&be, &mem, STAR_ISA_BEST), STAR_OK);
    StarTable *table = star_table_new(&be, STAR_UNSIZED);
    const StarTableFile file = {.path = t->path, .layout = STAR_LAYOUT_LEFT};
    assert_int_equal(star_table_load(&be, table, &file), STAR_INTERRUPTED);
    star_stop(&mem, STAR_OK);
    star_object_free(&be, &table->head);
    be.ops.close(&be);
    io_remove(t, "a.mtx");
}

IO_TEST(test_without_memory) {
    io_load_without_memory(t, "a.mtx", SYMMETRIC "3 3 2\n1 2\n3 3\n");
    io_load_without_memory(t, "a.mtx", ARRAY "general\n2 1\n1\n0\n");
}

TEST_MAIN

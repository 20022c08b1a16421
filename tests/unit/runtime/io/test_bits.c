/* SPDX-License-Identifier: MIT */
/* Tables as memory has them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bits_checksum.h"
#include "io/file.h"
#include "io_test.h"
#include "memory/map.h"
#include "values/table.h"

enum { HEADER = 512, BLOCK = 1 << 17, VERSION = 1, ROWS, COLS, LINES, STRIDE };
enum { MOST = HEADER + 2 * BLOCK };

static uint64_t file[MOST];

static void seal(void) {
    file[HEADER - 1] = bits_checksum(file, HEADER - 1, 0);
}

/* Makes a file of a table of zeros; how many words it has. */
static size_t make(int64_t rows, int64_t cols, int dir, int64_t stride) {
    const size_t words =
        (size_t)(dir == STAR_COLUMNS ? cols : rows) * (size_t)stride;
    size_t end = HEADER + words;
    memset(file, 0, sizeof file);
    memcpy(file, "STARbits", 8);
    file[VERSION] = 2;
    file[ROWS] = (uint64_t)rows;
    file[COLS] = (uint64_t)cols;
    file[LINES] = (uint64_t)dir;
    file[STRIDE] = (uint64_t)stride;
    seal();
    for (size_t at = 0; at < words; at += BLOCK)
        file[end++] = bits_checksum(
            file + HEADER + at, words - at < BLOCK ? words - at : BLOCK, at);
    return end;
}

/* The same for a table of few rows, of which word k has `bits[k]`. */
static size_t make_of(int64_t rows, int64_t cols, int dir, int64_t stride,
                      const uint64_t *bits) {
    const size_t end = make(rows, cols, dir, stride);
    memcpy(file + HEADER, bits, 8 * (end - HEADER - 1));
    file[end - 1] = bits_checksum(file + HEADER, end - HEADER - 1, 0);
    return end;
}

static void good(IoTest *t, size_t words, const char *rows) {
    char seen[64] = "";
    size_t used = 0;
    assert_int_equal(io_load(t, "a.bits", (const char *)file, 8 * words),
                     STAR_OK);
    for (int64_t i = 1; i <= t->table->rows; i++) {
        for (int64_t j = 1; j <= t->table->cols; j++)
            seen[used++] = (char)('0' + io_get(t->table, i, j));
        seen[used++] = ' ';
        assert_true(used < sizeof seen / 2);
    }
    assert_string_equal(seen, rows);
}

static void bad(IoTest *t, size_t bytes, const char *message) {
    assert_int_equal(io_load(t, "a.bits", (const char *)file, bytes),
                     STAR_FORMAT);
    assert_int_equal(strncmp(t->error.text, t->path, strlen(t->path)), 0);
    assert_string_equal(t->error.text + strlen(t->path), message);
    assert_int_equal(t->table->rows, 0);
}

IO_TEST(test_good) {
    good(t, make(0, 0, STAR_COLUMNS, 0), "");
    good(t, make(2, 0, STAR_COLUMNS, 1), "  ");
    good(t, make_of(2, 3, STAR_COLUMNS, 1, (uint64_t[]){1, 2, 3}), "101 011 ");
    assert_true(t->table->image[STAR_COLUMNS].valid);
    assert_false(t->table->image[STAR_ROWS].valid);
    good(t, make_of(2, 3, STAR_ROWS, 1, (uint64_t[]){1, 6}), "100 011 ");
    assert_true(t->table->image[STAR_ROWS].valid);
    good(t, make_of(2, 3, STAR_ROWS, 2, (uint64_t[]){1, 0, 6, 0}), "100 011 ");
    t->layout = STAR_LAYOUT_LEFT;
    good(t, make_of(2, 3, STAR_ROWS, 1, (uint64_t[]){1, 6}), "01 10 10 ");
    t->layout = STAR_LAYOUT_RIGHT;
    good(t, make_of(2, 3, STAR_COLUMNS, 1, (uint64_t[]){1, 2, 3}),
         "01 10 11 11 ");
}

IO_TEST(test_header) {
    const size_t bytes = 8 * make(2, 3, STAR_COLUMNS, 1);
    memcpy(file, "STARbots", 8);
    bad(t, bytes, ": no file of bits: it does not begin with STARbits");
    make(2, 3, STAR_COLUMNS, 1);
    file[VERSION] = 3;
    bad(t, bytes,
        ": version 3 of the format bits, but this STAR reads version 2: "
        "another STAR wrote it, or a machine with another byte order");
    make(2, 3, STAR_COLUMNS, 1);
    for (int k = ROWS; k < HEADER; k += 100) {
        file[k] ^= 1;
        bad(t, bytes, ": the header is damaged: its checksum is wrong");
        file[k] ^= 1;
    }
}

IO_TEST(test_sizes) {
    static const struct {
        uint64_t rows, cols, lines, stride;
        const char *said;
    } cases[] = {
        {UINT64_MAX, 0, 0, 1, "-1 rows and 0 columns in lines of 1 words"},
        {0, UINT64_MAX, 0, 1, "0 rows and -1 columns in lines of 1 words"},
        {65, 1, 0, 1, "65 rows and 1 columns in lines of 1 words"},
        {1, 65, 1, 1, "1 rows and 65 columns in lines of 1 words"},
        {1, 1, 2, 1, "1 rows and 1 columns in lines of 1 words"},
        {1, 1, 0, UINT64_MAX, "1 rows and 1 columns in lines of -1 words"},
        {1, UINT64_C(1) << 60, 0, 64,
         "1 rows and 1152921504606846976 columns in lines of 64 words"},
        {1, UINT64_C(1) << 61, 0, 1,
         "1 rows and 2305843009213693952 columns in lines of 1 words"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char message[160];
        make(0, 0, STAR_COLUMNS, 0);
        file[ROWS] = cases[k].rows;
        file[COLS] = cases[k].cols;
        file[LINES] = cases[k].lines;
        file[STRIDE] = cases[k].stride;
        seal();
        snprintf(message, sizeof message, ": there is no table of %s",
                 cases[k].said);
        bad(t, 8 * HEADER, message);
    }
    make(1, 1, STAR_COLUMNS, 1);
    file[COLS] = UINT64_C(1) << 50;
    seal();
    assert_int_equal(io_load(t, "a.bits", (const char *)file, 8 * HEADER),
                     STAR_MEMORY);
    make(0, 0, STAR_COLUMNS, 0);
    file[COLS] = UINT64_C(1) << 62; /* no bits: nothing to count */
    seal();
    assert_int_equal(io_load(t, "a.bits", (const char *)file, 8 * HEADER),
                     STAR_OK);
    t->layout = STAR_LAYOUT_WEIGHTS;
    bad(t, 8 * HEADER, ": expected a graph of at most 2147483648 vertices");
    make(0, 0, STAR_ROWS, 0);
    file[ROWS] = UINT64_C(1) << 32;
    seal();
    bad(t, 8 * HEADER, ": expected a graph of at most 2147483648 vertices");
}

IO_TEST(test_lines) {
    const size_t bytes = 8 * make(64, BLOCK + 1, STAR_COLUMNS, 1);
    assert_int_equal(io_load(t, "a.bits", (const char *)file, bytes), STAR_OK);
    for (size_t cut = 8; cut <= 12 * HEADER; cut += 8 * HEADER / 8)
        bad(t, cut, ": the file ends too early");
    bad(t, bytes - 1, ": the file ends too early");
    bad(t, bytes + 8, ": something follows the last checksum");
    file[HEADER] ^= 1;
    bad(t, bytes, ": block 1 of 2 is damaged: its checksum is wrong");
    file[HEADER] ^= 1;
    file[HEADER + BLOCK] ^= UINT64_C(1) << 63;
    bad(t, bytes, ": block 2 of 2 is damaged: its checksum is wrong");
    bad(t, 8 * make_of(3, 3, STAR_COLUMNS, 1, (uint64_t[]){1, 9, 3}),
        ": line 2 has ones behind its end");
    bad(t, 8 * make_of(2, 3, STAR_ROWS, 2, (uint64_t[]){1, 0, 3, 1}),
        ": line 2 has ones behind its end");
}

/* The bits that two changes of a chain share do not cancel. */
IO_TEST(test_two_changes) {
    const size_t bytes = 8 * make(64, 64, STAR_COLUMNS, 1);
    for (int bit = 0; bit < 64; bit++) {
        file[HEADER] ^= UINT64_C(1) << bit;
        file[HEADER + 8] ^= UINT64_C(1) << bit;
        bad(t, bytes, ": block 1 of 1 is damaged: its checksum is wrong");
        file[HEADER] ^= UINT64_C(1) << bit;
        file[HEADER + 8] ^= UINT64_C(1) << bit;
    }
}

/* What is saved is the image that is there, as the format says. */
IO_TEST(test_saved) {
    for (int dir = STAR_COLUMNS; dir <= STAR_ROWS; dir++) {
        const size_t words = make_of(3, 3, dir, 1, (uint64_t[]){1, 6, 3});
        assert_int_equal(io_load(t, "a.bits", (char *)file, 8 * words),
                         STAR_OK);
        assert_int_equal(
            star_table_save(&t->be, t->table, t->path, STAR_FORMAT_AUTO),
            STAR_OK);
        FILE *saved = fopen(t->path, "rb");
        uint64_t found[HEADER + 5];
        assert_non_null(saved);
        assert_int_equal(fread(found, 8, HEADER + 5, saved), words);
        fclose(saved);
        assert_memory_equal(found, file, 8 * words);
        io_remove(t, "a.bits");
    }
}

IO_TEST(test_round_trips) {
    io_round_trips(t, "a.bits");
    io_round_trips(t, "a.bits.gz");
}

static void load_large(IoTest *t, const char *strange, StarStatus wanted) {
    star_object_free(&t->be, &t->table->head);
    t->table = star_table_new(&t->be, STAR_UNSIZED);
    assert_non_null(t->table);
    const StarStatus status =
        star_table_load(&t->be, t->table,
                        &(StarTableFile){.path = t->path, .strange = strange});
    assert_int_equal(status, wanted);
}

static void patch(const IoTest *t, int64_t at, int byte) {
    FILE *patched = fopen(t->path, "r+b");
    assert_non_null(patched);
    assert_int_equal(fseek(patched, (long)at, SEEK_SET), 0);
    assert_int_equal(fputc(byte, patched), byte);
    assert_int_equal(fclose(patched), 0);
}

/* A file that a table has is written by a program: without memory for the
 * table's rows it stays as it is. */
static void rewrites(IoTest *t) {
    struct rlimit before, none;
    struct stat found;
    char message[TEMPORARY_PATH + 100];
    StarFile *f = star_file_new(&t->be);
    assert_non_null(f);
    assert_int_equal(star_file_shape(&t->be, f, STAR_FILE_CHAR, NULL), STAR_OK);
    f->external = true;
    f->path = t->path;
    snprintf(message, sizeof message, "no memory to open %s", t->path);
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    none = before;
    none.rlim_cur = 1;
    if (t->mem.map != NULL) {
        assert_int_equal(setrlimit(RLIMIT_AS, &none), 0);
        const StarStatus status = star_file_rewrite(&t->be, f);
        assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
        assert_int_equal(status, STAR_MEMORY);
        assert_string_equal(t->error.text, message);
        assert_int_equal(stat(t->path, &found), 0);
        assert_true(found.st_size > 1 << 25);
    }
    assert_int_equal(star_file_rewrite(&t->be, f), STAR_OK);
    assert_null(t->mem.map);
    assert_int_equal(stat(t->path, &found), 0);
    assert_int_equal(found.st_size, 0);
    star_object_free(&t->be, &f->head);
}

/* A file that is mapped where memory is, or read: what is written to the table
 * stays there, and damage is found at the beginning and at the end. */
IO_TEST(test_large) {
    enum { ROW_COUNT = 65536, COL_COUNT = 8300 };
    t->table = star_table_new(&t->be, STAR_UNSIZED);
    assert_int_equal(star_table_size(&t->be, t->table, ROW_COUNT, COL_COUNT),
                     STAR_OK);
    const int64_t stride = t->table->image[STAR_COLUMNS].stride;
    for (int64_t j = 0; j < COL_COUNT; j++)
        t->table->image[STAR_COLUMNS].word[j * stride + j % 1024] = (uint64_t)j;
    io_write(t, "a.bits", "", 0);
    assert_int_equal(
        star_table_save(&t->be, t->table, t->path, STAR_FORMAT_BITS), STAR_OK);
    for (int k = 0; k < 4; k++) {
        t->mem.maps = k > 0;
        load_large(t, k < 3 ? NULL : strrchr(t->path, '/') + 1, STAR_OK);
        uint64_t *word = t->table->image[STAR_COLUMNS].word;
        for (int64_t j = 0; j < COL_COUNT; j++)
            assert_int_equal(word[j * stride + j % 1024], j);
        word[0] = 77;
        word[COL_COUNT * stride - 9] = 77;
    }
    patch(t, 4096, 1);
    load_large(t, NULL, STAR_FORMAT);
    assert_non_null(strstr(t->error.text, ": block 1 of 66 is damaged"));
    patch(t, 4096, 0);
    patch(t, 4096 + 8 * COL_COUNT * stride - 1, 1);
    load_large(t, NULL, STAR_FORMAT);
    assert_non_null(strstr(t->error.text, ": block 66 of 66 is damaged"));
    patch(t, 4096 + 8 * COL_COUNT * stride - 1, 0);
    load_large(t, NULL, STAR_OK);
    uint64_t *word = t->table->image[STAR_COLUMNS].word;
    word[1] = 78;
    rewrites(t);
    assert_int_equal(word[1], 78);
    assert_int_equal(word[stride * (COL_COUNT - 1) + (COL_COUNT - 1) % 1024],
                     COL_COUNT - 1);
    io_remove(t, "a.bits");
}

/* Rows that have no columns, and columns that have no rows. */
IO_TEST(test_no_columns) {
    StarTable *table = star_table_new(&t->be, STAR_UNSIZED);
    assert_non_null(table);
    assert_int_equal(star_table_size(&t->be, table, 5, 0), STAR_OK);
    io_write(t, "a.bits", "", 0);
    assert_int_equal(star_table_save(&t->be, table, t->path, STAR_FORMAT_AUTO),
                     STAR_OK);
    for (int image = 0; image < 3; image++) {
        t->image = image;
        assert_int_equal(io_load_again(t), STAR_OK);
        assert_int_equal(t->table->rows, 5);
    }
    t->image = 0;
    t->layout = STAR_LAYOUT_LEFT;
    assert_int_equal(io_load_again(t), STAR_OK);
    assert_int_equal(t->table->rows, 0);
    io_remove(t, "a.bits");
    good(t, make(0, 5, STAR_COLUMNS, 0), "");
    star_object_free(&t->be, &table->head);
}

/* Every allocation fails once, in both ways to read and in writing. */
IO_TEST(test_without_memory) {
    for (int stride = 1; stride <= 2; stride++) {
        const size_t words = make(3, 3, STAR_ROWS, stride);
        StarStatus status = STAR_MEMORY;
        for (int64_t k = 1; status != STAR_OK; k++) {
            assert_true(k < 20);
            t->mem.count = 0;
            t->mem.fail_at = k + 1; /* behind the one for the table */
            status = io_load(t, "a.bits", (char *)file, 8 * words);
            t->mem.fail_at = 0;
            assert_true(status == STAR_OK || status == STAR_MEMORY);
        }
    }
    StarStatus status = STAR_MEMORY;
    for (int64_t k = 1; status != STAR_OK; k++) {
        assert_true(k < 20);
        t->mem.count = 0;
        t->mem.fail_at = k;
        status = star_table_save(&t->be, t->table, t->path, STAR_FORMAT_AUTO);
        t->mem.fail_at = 0;
        assert_true(status == STAR_OK || access(t->path, F_OK) != 0);
    }
    io_remove(t, "a.bits");
}

TEST_MAIN

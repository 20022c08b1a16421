/* SPDX-License-Identifier: MIT */
/* Compressed files. */
#include <string.h>
#include <zlib.h>

#include "io_test.h"

enum { ROOM = 1 << 16 };

static const char text[] = "p sp 3 3\na 1 2 1\na 2 3 1\na 3 1 1\n";

/* A text compressed by zlib's own writer. */
static size_t compressed(char bytes[ROOM], const char *from, size_t length) {
    z_stream z = {.next_in = (Bytef *)from, .avail_in = (uInt)length};
    z.next_out = (Bytef *)bytes;
    z.avail_out = ROOM;
    assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 31, 9, 0), Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return ROOM - z.avail_out;
}

static void assert_read(IoTest *t, const char *bytes, size_t length) {
    if (io_load(t, "a.gr.gz", bytes, length) != STAR_OK)
        fail_msg("%s", t->error.text);
    assert_int_equal(t->table->rows, 3);
    for (int i = 1; i <= 3; i++)
        for (int j = 1; j <= 3; j++)
            assert_int_equal(io_get(t->table, i, j), j == i % 3 + 1);
}

IO_TEST(test_good) {
    char bytes[ROOM];
    size_t length = compressed(bytes, text, strlen(text));
    assert_read(t, bytes, length);
    memset(bytes + length, 0, 1000);
    assert_read(t, bytes, length + 1000);
    /* Several, one behind the other. */
    length = compressed(bytes, text, 15);
    length += compressed(bytes + length, text, 0);
    length += compressed(bytes + length, text + 15, strlen(text) - 15);
    assert_read(t, bytes, length);
    /* The name does not matter; plain text under this one is read too. */
    assert_read(t, text, strlen(text));
    length = compressed(bytes, "01\n10\n", 6);
    assert_int_equal(io_load(t, "a", bytes, length), STAR_OK);
    assert_int_equal(t->table->rows, 2);
}

static void assert_refused(IoTest *t, const char *bytes, size_t length,
                           const char *message) {
    assert_int_equal(io_load(t, "a.gr.gz", bytes, length), STAR_FORMAT);
    const char *seen = t->error.text + strlen(t->path);
    if (strstr(seen, message) == NULL)
        fail_msg("%s", t->error.text);
}

IO_TEST(test_cut) {
    char bytes[ROOM];
    const size_t length = compressed(bytes, text, strlen(text));
    for (size_t k = 2; k < length; k++)
        assert_refused(t, bytes, k,
                       ": the compressed data end here, unfinished");
    assert_refused(t, bytes, length - 1, ":5:1: the compressed data end");
}

IO_TEST(test_damaged) {
    char bytes[ROOM];
    const size_t length = compressed(bytes, text, strlen(text));
    bytes[length - 8] ^= 1; /* the checksum */
    assert_refused(t, bytes, length, ": the compressed data are damaged here");
    bytes[length - 8] ^= 1;
    strcpy(bytes + length, "more");
    assert_refused(t, bytes, length + 4,
                   ": the compressed data end here, but something else "
                   "follows them");
    strcpy(bytes + length, "\x1f and more");
    assert_refused(t, bytes, length + 10,
                   ": the compressed data are damaged here");
}

/* A mistake in what was compressed is where it is there. */
IO_TEST(test_places) {
    char bytes[ROOM];
    const size_t length = compressed(bytes, "p sp 1 1\na 1 2 3\n", 17);
    assert_refused(t, bytes, length,
                   ":2:5: expected a vertex in 1..1, found '2'");
}

/* More than any buffer, through our writer and zlib's reader. */
IO_TEST(test_large) {
    StarTable *table = io_random(t, 3000, 1000);
    io_write(t, "a.txt.gz", "", 0);
    assert_int_equal(star_table_save(&t->be, table, t->path, STAR_FORMAT_AUTO),
                     STAR_OK);
    gzFile file = gzopen(t->path, "rb");
    char line[1010];
    assert_non_null(file);
    for (int i = 1; i <= 3000; i++) {
        assert_non_null(gzgets(file, line, sizeof line));
        for (int j = 1; j <= 1000; j++)
            assert_int_equal(line[j - 1] - '0', io_get(table, i, j));
    }
    assert_null(gzgets(file, line, sizeof line));
    gzclose(file);
    star_object_free(&t->be, &table->head);
    io_progress(t);
    io_remove(t, "a.txt.gz");
}

IO_TEST(test_round_trips) {
    io_round_trips(t, "a.csv.gz");
}

static void load_without_memory(IoTest *t) {
    for (int64_t k = 1; k < 20; k++) {
        t->mem.count = 0;
        t->mem.fail_at = k;
        StarStatus status = star_table_load(&t->be, t->table,
                                            &(StarTableFile){.path = t->path});
        const bool failed = t->mem.count >= k;
        t->mem.fail_at = 0;
        assert_int_equal(status, failed ? STAR_MEMORY : STAR_OK);
        assert_true(failed || k > 4);
    }
}

/* Of a file that is longer than the buffer zlib keeps what it has read. */
IO_TEST(test_without_memory) {
    static char comments[1 << 18];
    char bytes[ROOM];
    size_t length = compressed(bytes, text, strlen(text));
    assert_read(t, bytes, length);
    io_write(t, "a.gr.gz", bytes, length);
    load_without_memory(t);
    memset(comments, '\n', sizeof comments - sizeof text);
    strcpy(comments + sizeof comments - sizeof text, text);
    length = compressed(bytes, comments, sizeof comments - 1);
    io_write(t, "a.gr.gz", bytes, length);
    load_without_memory(t);
    for (int64_t k = 1; k < 20; k++) {
        StarTable *table = io_random(t, 9, 9);
        t->mem.count = 0;
        t->mem.fail_at = k;
        StarStatus status =
            star_table_save(&t->be, table, t->path, STAR_FORMAT_AUTO);
        const bool failed = t->mem.count >= k;
        t->mem.fail_at = 0;
        assert_int_equal(status, failed ? STAR_MEMORY : STAR_OK);
        assert_true(failed || k > 4);
        star_object_free(&t->be, &table->head);
    }
    io_remove(t, "a.gr.gz");
}

TEST_MAIN

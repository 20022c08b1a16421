/* SPDX-License-Identifier: MIT */
/* Files of values. */
#include <string.h>

#include "io/records/fields.h"
#include "io_test.h"

/* The values read so far, each with a bar behind it. */
typedef struct Seen {
    IoTest *t;
    char text[256];
} Seen;

static StarStatus take(void *context, const char *text, size_t length) {
    Seen *seen = context;
    assert_int_equal(strlen(text), length);
    if (strcmp(text, "bad") == 0)
        return star_raise(&seen->t->error, STAR_INPUT, "this is %s", text);
    if (strcmp(text, "worse") == 0)
        return star_raise(&seen->t->error, STAR_LENGTHS, "too long");
    strcat(strcat(seen->text, text), "|");
    return STAR_OK;
}

static StarStatus read_text(IoTest *t, const char *text, Seen *seen,
                            int64_t *rows, int64_t *cols) {
    *seen = (Seen){.t = t};
    io_write(t, "a.csv", text, strlen(text));
    StarStatus status =
        star_fields_read(&t->mem, t->path, take, seen, rows, cols);
    io_remove(t, "a.csv");
    return status;
}

IO_TEST(test_good) {
    static const struct {
        const char *text, *seen;
        int64_t rows, cols;
    } cases[] = {
        {"", "", 0, 0},
        {"# 1\n\n%\n", "", 0, 0},
        {"1", "1|", 1, 1},
        {"1,2\n3,4\n", "1|2|3|4|", 2, 2},
        {" 1 , 2\r\n\r\n3\t4,\r\n", "1|2|3|4|", 2, 2},
        {"1,2\n3\n4,5\n", "1|2|3|4|5|", 3, -1},
        {",1,,'x'\n", "|1||'x'|", 1, 4},
        {"\xef\xbb\xbf-1.5e3 red", "-1.5e3|red|", 1, 2},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        Seen seen;
        int64_t rows, cols;
        assert_int_equal(read_text(t, cases[k].text, &seen, &rows, &cols),
                         STAR_OK);
        assert_string_equal(seen.text, cases[k].seen);
        assert_int_equal(rows, cases[k].rows);
        assert_int_equal(cols, cases[k].cols);
    }
}

IO_TEST(test_bad) {
    Seen seen;
    int64_t rows, cols;
    assert_int_equal(read_text(t, "1,2\n3, bad\n", &seen, &rows, &cols),
                     STAR_FORMAT);
    assert_string_equal(t->error.text + strlen(t->path), ":2:4: this is bad");
    assert_int_equal(read_text(t, "worse", &seen, &rows, &cols), STAR_LENGTHS);
    assert_string_equal(t->error.text, "too long");
    assert_int_equal(
        star_fields_read(&t->mem, "no/such", take, &seen, &rows, &cols),
        STAR_OPEN);
}

static StarStatus measure(void *context, const char *text, size_t length) {
    assert_int_equal(strlen(text), length);
    *(size_t *)context = length;
    return STAR_OK;
}

IO_TEST(test_long) {
    char text[1100];
    memset(text, 'x', sizeof text);
    for (size_t length = 1022; length <= 1024; length++) {
        size_t seen = 0;
        int64_t rows, cols;
        io_write(t, "a.csv", text, length);
        StarStatus status =
            star_fields_read(&t->mem, t->path, measure, &seen, &rows, &cols);
        io_remove(t, "a.csv");
        assert_int_equal(status, length < 1024 ? STAR_OK : STAR_FORMAT);
        assert_int_equal(seen, length < 1024 ? length : 0);
    }
    assert_string_equal(t->error.text + strlen(t->path),
                        ":1:1: a value has more than 1023 characters");
}

IO_TEST(test_without_memory) {
    StarStatus status = STAR_MEMORY;
    io_write(t, "a.csv", "1,2\n", 4);
    for (int64_t k = 1; status != STAR_OK; k++) {
        Seen seen = {.t = t};
        int64_t rows, cols;
        t->mem.count = 0;
        t->mem.fail_at = k;
        status = star_fields_read(&t->mem, t->path, take, &seen, &rows, &cols);
        t->mem.fail_at = 0;
        assert_true(status == STAR_OK || status == STAR_MEMORY);
        assert_true(k < 10);
    }
    io_remove(t, "a.csv");
}

TEST_MAIN

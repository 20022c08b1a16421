/* SPDX-License-Identifier: MIT */
#include "star_test.h"

#include "io/console.h"

#include <math.h>
#include <stdlib.h>

/* A console over two texts. */
typedef struct Fixture {
    StarTest t;
    StarConsole *console;
    char out[10000];
    size_t length;
    const char *in;
    size_t piece; /* bytes of input at once */
    int calls, fail_at;
    bool cannot_read; /* at the end of `in` */
} Fixture;

static bool take(void *context, const char *text, size_t length) {
    Fixture *f = context;
    if (++f->calls == f->fail_at)
        return false;
    if (f->length + length < sizeof f->out)
        memcpy(f->out + f->length, text, length);
    f->length += length;
    return true;
}

static size_t give(void *context, char *text, size_t most) {
    Fixture *f = context;
    size_t length = strlen(f->in);
    if (length == 0 && f->cannot_read)
        return STAR_CONSOLE_FAULT;
    if (length > f->piece)
        length = f->piece;
    if (length > most)
        length = most;
    memcpy(text, f->in, length);
    f->in += length;
    return length;
}

static void open(Fixture *f, const char *in, size_t piece) {
    memset(f, 0, sizeof *f);
    star_test_open(&f->t, STAR_ISA_BEST);
    f->in = in;
    f->piece = piece;
    f->console = calloc(1, sizeof *f->console);
    f->console->error = &f->t.error;
    f->console->write = take;
    f->console->read = give;
    f->console->context = f;
}

static void close(Fixture *f) {
    free(f->console);
    star_test_close(&f->t);
}

static void assert_out(Fixture *f, const char *text) {
    assert_int_equal(star_console_flush(f->console), STAR_OK);
    assert_true(f->length < sizeof f->out);
    f->out[f->length] = '\0';
    assert_string_equal(f->out, text);
    f->length = 0;
}

TEST(integers) {
    static const struct {
        int64_t value, width;
        const char *text;
    } cases[] = {
        {0, STAR_NO_WIDTH, "0"},
        {-7, STAR_NO_WIDTH, "-7"},
        {7, 1, "7"},
        {7, 3, "  7"},
        {-123, 2, "-123"},
        {123, 3, "123"},
        {INT64_MAX, 20, " 9223372036854775807"},
        {-INT64_MAX, 1, "-9223372036854775807"},
    };
    Fixture f;
    open(&f, "", 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_ok(&f.t, star_write_integer(f.console, cases[i].value,
                                           cases[i].width));
        assert_out(&f, cases[i].text);
    }
    assert_raises(&f.t, star_write_integer(f.console, 1, 0), STAR_WIDTH,
                  "the field width is 0: it must be at least 1");
    assert_int_equal(star_write_integer(f.console, 1, -5), STAR_WIDTH);
    assert_out(&f, "");
    close(&f);
}

TEST(reals) {
    enum { NO = -1 };
    static const struct {
        double value;
        int64_t width, decimals;
        const char *text;
    } cases[] = {
        {1.5, NO, NO, " 1.5000000000000000e+000"},
        {-1.5, NO, NO, "-1.5000000000000000e+000"},
        {0, NO, NO, " 0.0000000000000000e+000"},
        {1e300, NO, NO, " 1.0000000000000001e+300"},
        {-2.5e-7, 12, NO, "-2.5000e-007"},
        {1.25, 1, NO, " 1.3e+000"},
        {1.25, 9, NO, " 1.3e+000"},
        {1.25, 10, NO, " 1.25e+000"},
        {1.25, 1, 1, "1.3"},
        {-0.25, 1, 1, "-0.3"},
        {0.35, 1, 1, "0.3"},
        {2.675, 1, 2, "2.67"},
        {-0.04, 1, 1, "0.0"},
        {-0.0, 1, NO, " 0.0e+000"},
        {9.95e9, 1, NO, " 1.0e+010"},
        {8.5e22, 1, NO, " 8.5e+022"},
        {1.25, 6, 2, "  1.25"},
        {-1.25, 1, 4, "-1.2500"},
        {1e15, 1, 1, "1000000000000000.0"},
        {0.5, 4, 1, " 0.5"},
    };
    Fixture f;
    open(&f, "", 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t w = cases[i].width, d = cases[i].decimals;
        assert_ok(&f.t, star_write_real(f.console, cases[i].value,
                                        w == NO ? STAR_NO_WIDTH : w,
                                        d == NO ? STAR_NO_WIDTH : d));
        assert_out(&f, cases[i].text);
    }
    assert_int_equal(star_write_real(f.console, 1, 0, STAR_NO_WIDTH),
                     STAR_WIDTH);
    assert_raises(&f.t, star_write_real(f.console, 1, 5, 0), STAR_WIDTH,
                  "the number of decimals is 0: it must be at least 1");
    assert_ok(&f.t, star_write_real(f.console, INFINITY, 5, 2));
    assert_ok(&f.t, star_write_real(f.console, -INFINITY, 5, 2));
    assert_ok(&f.t, star_write_real(f.console, NAN, 5, 2));
    assert_out(&f, "  inf -inf  nan");
    /* Wide fields and many decimals stay within their buffers. */
    assert_ok(&f.t, star_write_real(f.console, -1e308, 1511, 1200));
    assert_int_equal(star_console_flush(f.console), STAR_OK);
    assert_int_equal(f.length, 1511);
    f.length = 0;
    assert_ok(&f.t, star_write_real(f.console, 1.0 / 3, 1500, STAR_NO_WIDTH));
    assert_int_equal(star_console_flush(f.console), STAR_OK);
    assert_int_equal(f.length, 1500);
    close(&f);
}

/* As many decimals as were asked for: those of the number, then zeros. The
 * least number has 1074, the last of which is a 5. */
TEST(decimals_without_end) {
    static const struct {
        double value;
        int64_t width, decimals;
        size_t length, zeros; /* in all, and at the end of the digits */
    } cases[] = {
        {0x1p-1074, 1, 1073, 1075, 0},
        {0x1p-1074, 1, 1074, 1076, 0},
        {0x1p-1074, 1, 1075, 1077, 1},
        {0x1p-1074, 1, 1500, 1502, 426},
        {0.75, 1, 1074, 1076, 1072},
        {0.75, 1, 1075, 1077, 1073},
        {0.75, 1, 9000, 9002, 8998},
        {0.75, 9005, 9000, 9005, 8998},
        {0.75, 9001, 9000, 9002, 8998},
        {-0.75, 1, 2000, 2003, 1998},
        {0x1p-1074, 758, STAR_NO_WIDTH, 758, 0},
        {0x1p-1074, 1083, STAR_NO_WIDTH, 1083, 325},
        {-1.5, 5000, STAR_NO_WIDTH, 5000, 4991},
    };
    Fixture f;
    open(&f, "", 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        f.length = 0;
        assert_ok(&f.t, star_write_real(f.console, cases[i].value,
                                        cases[i].width, cases[i].decimals));
        assert_int_equal(star_console_flush(f.console), STAR_OK);
        assert_int_equal(f.length, cases[i].length);
        size_t end = f.length, zeros = 0;
        if (cases[i].decimals == STAR_NO_WIDTH)
            end -= 5;
        while (f.out[end - zeros - 1] == '0')
            zeros++;
        assert_int_equal(zeros, cases[i].zeros);
    }
    f.length = 0;
    close(&f);
}

TEST(texts_are_cut) {
    Fixture f;
    open(&f, "", 1);
    assert_ok(&f.t, star_write_text(f.console, "abc", 3, STAR_NO_WIDTH));
    assert_ok(&f.t, star_write_text(f.console, "abc", 3, 5));
    assert_ok(&f.t, star_write_text(f.console, "abc", 3, 2));
    assert_ok(&f.t, star_write_text(f.console, "", 0, 1));
    assert_ok(&f.t, star_write_newline(f.console));
    assert_out(&f, "abc  abcab \n");
    assert_int_equal(star_write_text(f.console, "abc", 3, 0), STAR_WIDTH);
    close(&f);
}

TEST(lines_and_tables) {
    Fixture f;
    open(&f, "", 1);
    StarBits *line = star_line_of(&f.t, "0110");
    assert_ok(&f.t, star_write_line(f.console, line, STAR_NO_WIDTH));
    assert_ok(&f.t, star_write_line(f.console, line, 6));
    assert_ok(&f.t, star_write_line(f.console, line, 2));
    assert_out(&f, "0110  01100110");
    StarTable *table = star_table_new(&f.t.be, STAR_UNSIZED);
    assert_int_equal(star_write_table(f.console, &f.t.be, table, 1),
                     STAR_NOSIZE);
    assert_ok(&f.t, star_table_size(&f.t.be, table, 2, 3));
    assert_ok(&f.t, star_write_table(f.console, &f.t.be, table, 4));
    assert_out(&f, " 000\n 000\n");
    StarBits *none = star_bits_new(&f.t.be, STAR_UNSIZED);
    assert_int_equal(star_write_line(f.console, none, 1), STAR_NOSIZE);
    star_free(&f.t, none);
    star_free(&f.t, line);
    star_free(&f.t, table);
    close(&f);
}

TEST(output_is_buffered) {
    Fixture f;
    open(&f, "", 1);
    for (int i = 0; i < 2 * STAR_CONSOLE_BUFFER; i++)
        assert_ok(&f.t, star_write_text(f.console, "x", 1, 1));
    assert_true(f.calls <= 2);
    assert_int_equal(star_console_flush(f.console), STAR_OK);
    assert_int_equal(f.length, 2 * STAR_CONSOLE_BUFFER);
    close(&f);
}

TEST(what_waits_can_be_shown) {
    Fixture f;
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    open(&f, "", 1);
    f.console->lock = &lock;
    star_console_show(f.console);
    assert_int_equal(f.calls, 0);
    assert_ok(&f.t, star_write_text(f.console, "abc", 3, STAR_NO_WIDTH));
    star_console_show(f.console);
    star_console_show(f.console);
    assert_int_equal(f.calls, 1);
    assert_ok(&f.t, star_write_text(f.console, "de", 2, STAR_NO_WIDTH));
    assert_out(&f, "abcde");
    f.fail_at = f.calls + 1;
    assert_ok(&f.t, star_write_text(f.console, "f", 1, STAR_NO_WIDTH));
    star_console_show(f.console); /* in vain */
    assert_out(&f, "f");
    close(&f);
}

TEST(failing_output_is_an_error) {
    Fixture f;
    open(&f, "", 1);
    f.fail_at = 1;
    assert_ok(&f.t, star_write_text(f.console, "x", 1, 1));
    assert_raises(&f.t, star_console_flush(f.console), STAR_WRITE,
                  "the output cannot be written");
    f.fail_at = 2;
    StarStatus status = STAR_OK;
    for (int i = 0; i <= STAR_CONSOLE_BUFFER && status == STAR_OK; i++)
        status = star_write_text(f.console, "x", 1, 1);
    assert_int_equal(status, STAR_WRITE);
    close(&f);
}

/* The same input in pieces of any size. */
TEST(values_are_read) {
    for (size_t piece = 1; piece < 12; piece++) {
        Fixture f;
        int64_t i;
        double r;
        open(&f, " 12\n-3 +4 1.5e1 x\r\n 0110 rest\nline\n", piece);
        assert_ok(&f.t, star_read_integer(f.console, &i));
        assert_int_equal(i, 12);
        assert_ok(&f.t, star_read_eoln(f.console, &i));
        assert_int_equal(i, 1);
        assert_ok(&f.t, star_read_integer(f.console, &i));
        assert_int_equal(i, -3);
        assert_ok(&f.t, star_read_integer(f.console, &i));
        assert_int_equal(i, 4);
        assert_ok(&f.t, star_read_real(f.console, &r));
        assert_true(r == 15);
        assert_ok(&f.t, star_read_char(f.console, &i));
        assert_int_equal(i, ' ');
        assert_ok(&f.t, star_read_char(f.console, &i));
        assert_int_equal(i, 'x');
        assert_ok(&f.t, star_read_char(f.console, &i));
        assert_int_equal(i, ' '); /* the line end of two characters */
        StarBits *line = star_bits_new(&f.t.be, STAR_UNSIZED);
        assert_ok(&f.t, star_read_line(f.console, &f.t.be, line));
        assert_line(line, "0110");
        star_free(&f.t, line);
        assert_ok(&f.t, star_read_newline(f.console));
        StarString *s = star_string_new(&f.t.be, STAR_UNSIZED);
        assert_ok(&f.t, star_read_string(f.console, &f.t.be, s));
        assert_int_equal(s->length, 4);
        assert_memory_equal(s->text, "line", 4);
        assert_ok(&f.t, star_read_eof(f.console, &i));
        assert_int_equal(i, 0);
        assert_ok(&f.t, star_read_newline(f.console));
        assert_ok(&f.t, star_read_eof(f.console, &i));
        assert_int_equal(i, 1);
        assert_int_equal(star_read_string(f.console, &f.t.be, s),
                         STAR_ENDINPUT);
        star_free(&f.t, s);
        close(&f);
    }
}

/* A carriage return ends a line, with a newline behind it or without. */
TEST(ends_of_lines) {
    for (size_t piece = 1; piece < 12; piece++) {
        Fixture f;
        int64_t i;
        open(&f, "a\rb\r\rc\r\n\nd\r", piece);
        for (const char *p = "a b  c  d "; *p != '\0'; p++) {
            assert_ok(&f.t, star_read_char(f.console, &i));
            assert_int_equal(i, *p);
        }
        assert_ok(&f.t, star_read_newline(f.console)); /* there is none */
        assert_ok(&f.t, star_read_eof(f.console, &i));
        assert_int_equal(i, 1);
        close(&f);
    }
}

TEST(failing_input_is_an_error) {
    Fixture f;
    int64_t i;
    open(&f, "1 2", 5);
    f.cannot_read = true;
    assert_ok(&f.t, star_read_integer(f.console, &i));
    for (int k = 0; k < 2; k++)
        assert_raises(&f.t, star_read_integer(f.console, &i), STAR_OPEN,
                      "the input cannot be read");
    close(&f);
}

TEST(tables_are_read) {
    Fixture f;
    open(&f, "010\n111\n\n01\n0\n", 3);
    StarTable *table = star_table_new(&f.t.be, STAR_UNSIZED);
    assert_ok(&f.t, star_read_table(f.console, &f.t.be, table));
    assert_int_equal(table->rows, 2);
    assert_int_equal(table->cols, 3);
    assert_ok(&f.t, star_write_table(f.console, &f.t.be, table, STAR_NO_WIDTH));
    assert_out(&f, "010\n111\n");
    star_free(&f.t, table);
    table = star_table_new(&f.t.be, STAR_UNSIZED);
    assert_raises(&f.t, star_read_table(f.console, &f.t.be, table), STAR_INPUT,
                  "row 2 has 1 columns, row 1 has 2");
    star_free(&f.t, table);
    close(&f);
}

static void assert_no_integer(const char *text, StarStatus status,
                              const char *message) {
    Fixture f;
    int64_t i;
    open(&f, text, 5);
    assert_raises(&f.t, star_read_integer(f.console, &i), status, message);
    close(&f);
}

TEST(what_is_no_value_is_named) {
    assert_no_integer("  seven", STAR_INPUT,
                      "expected an integer, found 'seven'");
    assert_no_integer(" \n ", STAR_ENDINPUT,
                      "expected an integer, found the end of the "
                      "input");
    assert_no_integer("- 1", STAR_INPUT, "expected an integer, found a blank");
    assert_no_integer("\t a_word_of_24_characters.", STAR_INPUT,
                      "expected an integer, found 'a_word_of_24_charact'");
    assert_no_integer("caf\xc3\xa9", STAR_INPUT,
                      "expected an integer, found 'caf\xc3\xa9'");
    assert_no_integer("a_word_of_20_letters\x80\x80\x80\x80", STAR_INPUT,
                      "expected an integer, found "
                      "'a_word_of_20_letters\x80\x80\x80'");
    assert_no_integer("-\t1", STAR_INPUT,
                      "expected an integer, found character 9");
    assert_no_integer("\x7f", STAR_INPUT,
                      "expected an integer, found character 127");
    assert_no_integer("9223372036854775808", STAR_INPUT,
                      "the number is outside -maxint..maxint");
    assert_no_integer("100000000000000000000", STAR_INPUT,
                      "the number is outside -maxint..maxint");
    Fixture f;
    double r;
    open(&f, "1e5e 1e+", 5);
    assert_ok(&f.t, star_read_real(f.console, &r));
    assert_true(r == 1e5);
    int64_t e;
    assert_ok(&f.t, star_read_char(f.console, &e));
    assert_int_equal(e, 'e');
    assert_raises(&f.t, star_read_real(f.console, &r), STAR_INPUT,
                  "expected a digit behind '1e+'");
    close(&f);
}

TEST_MAIN

/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "machine_test.h"
#include "report/escape.h"
#include "report/report.h"

typedef struct Fixture {
    StarError error;
    StarMem mem;
    StarSources sources;
    StarTestText out;
} Fixture;

static void open(Fixture *f, const char *path, const char *text,
                 size_t length) {
    uint32_t number;
    memset(f, 0, sizeof *f);
    star_mem_init(&f->mem, &f->error, (size_t)1 << 20);
    f->sources.mem = &f->mem;
    assert_int_equal(star_source_add(&f->sources, path, text, length, &number),
                     STAR_OK);
    assert_int_equal(number, 0);
}

static void close(Fixture *f) {
    star_source_free(&f->sources);
    assert_int_equal(f->mem.used, 0);
}

/* Asserts what is shown of bytes start..end-1 of a text, below a message
 * "sentence" at `place`. */
static void assert_shown(const char *text, uint32_t start, uint32_t end,
                         const char *place, const char *shown) {
    char wanted[2000];
    Fixture f;
    open(&f, "f.star", text, strlen(text));
    const StarReport report = {.status = STAR_TYPES,
                               .placed = true,
                               .span = {0, start, end},
                               .text = "sentence"};
    star_report_write(&report, &f.sources, (StarStyle){0}, star_test_sink,
                      &f.out);
    snprintf(wanted, sizeof wanted,
             "f.star:%s: error: sentence [type-mismatch]\n%s", place, shown);
    assert_string_equal(f.out.text, wanted);
    close(&f);
}

TEST(the_span_is_underlined) {
    assert_shown("one\n  two three\nfour", 6, 9, "2:3",
                 "     2 |   two three\n"
                 "       |   ^~~\n");
    assert_shown("one", 0, 1, "1:1", "     1 | one\n       | ^\n");
    assert_shown("one\n", 0, 3, "1:1", "     1 | one\n       | ^~~\n");
}

TEST(places_at_the_ends) {
    assert_shown("", 0, 0, "1:1", "     1 | \n       | ^\n");
    assert_shown("one", 3, 3, "1:4", "     1 | one\n       |    ^\n");
    assert_shown("one\n", 4, 4, "2:1", "     2 | \n       | ^\n");
    assert_shown("a\r\nb\r\n", 3, 4, "2:1", "     2 | b\n       | ^\n");
}

/* Only the first line of a span is shown. */
TEST(long_spans_end_with_the_line) {
    assert_shown("x := (1 +\n2)", 5, 12, "1:6",
                 "     1 | x := (1 +\n"
                 "       |      ^~~~~\n");
}

TEST(tabs_and_control_characters) {
    assert_shown("\tx\ty", 3, 4, "1:4", "     1 |  x y\n       |    ^\n");
    assert_shown("a\033[1mb\177\a", 5, 6, "1:6",
                 "     1 | a?[1mb??\n       |      ^\n");
}

/* Columns count characters, and so does the caret. */
TEST(utf8) {
    assert_shown("'\xc3\xa9\xe2\x82\xac' x", 8, 9, "1:6",
                 "     1 | '\xc3\xa9\xe2\x82\xac' x\n"
                 "       |      ^\n");
    assert_shown("'\xc3\xa9' + 1", 0, 4, "1:1",
                 "     1 | '\xc3\xa9' + 1\n"
                 "       | ^~~\n");
    /* Bytes that are no UTF-8 do no harm. */
    assert_shown("\xff\xfe x", 3, 4, "1:4",
                 "     1 | \xff\xfe x\n       |    ^\n");
}

/* A terminal gives some characters two columns, and marks none of their own:
 * the caret stands where the character does. */
TEST(wide_characters_and_marks) {
    /* A kanji and a full-width letter; an emoji; a kana with a mark of its own
     * and e with an accent. */
    assert_shown("'\xe6\xbc\xa2\xef\xbc\xa1' x", 9, 10, "1:6",
                 "     1 | '\xe6\xbc\xa2\xef\xbc\xa1' x\n"
                 "       |        ^\n");
    assert_shown("'\xf0\x9f\x98\x80' x", 7, 8, "1:5",
                 "     1 | '\xf0\x9f\x98\x80' x\n"
                 "       |      ^\n");
    assert_shown("'\xe3\x81\x8b\xe3\x82\x99"
                 "e\xcc\x81' x",
                 12, 13, "1:8",
                 "     1 | '\xe3\x81\x8b\xe3\x82\x99"
                 "e\xcc\x81' x\n"
                 "       |       ^\n");
    /* The underlined ones themselves; a mark alone has a caret, too. */
    assert_shown("'\xe6\xbc\xa2' x", 0, 5, "1:1",
                 "     1 | '\xe6\xbc\xa2' x\n"
                 "       | ^~~~\n");
    assert_shown("\xe6\xbc\xa2 x", 0, 3, "1:1",
                 "     1 | \xe6\xbc\xa2 x\n"
                 "       | ^~\n");
    assert_shown("e\xcc\x81", 1, 3, "1:2",
                 "     1 | e\xcc\x81\n"
                 "       |  ^\n");
}

/* A long line is cut between its characters: before the place, whose column
 * counts what is shown, and behind it. */
TEST(wide_lines_are_cut) {
    for (uint32_t before = 30; before < 60; before++) {
        char text[400] = "", shown[400];
        for (uint32_t k = 0; k < before; k++)
            strcat(text, "\xe6\xbc\xa2");
        const uint32_t at = 3 * before + before % 3;
        strcat(text, &"  x"[2 - before % 3]);
        for (uint32_t k = 0; k < 40; k++)
            strcat(text, "\xe6\xbc\xa2");
        Fixture f;
        open(&f, "f", text, strlen(text));
        const StarReport report = {
            .placed = true, .span = {0, at, at + 1}, .text = ""};
        star_report_write(&report, &f.sources, (StarStyle){0}, star_test_sink,
                          &f.out);
        const char *line = strstr(f.out.text, " | ") + 3;
        const size_t length = strcspn(line, "\n");
        uint32_t code;
        int columns = 0, place = -1;
        for (size_t i = 0; i < length;) {
            const int n = star_escape_character(line + i, length - i, &code);
            assert_true(n > 0);
            place = line[i] == 'x' ? columns : place;
            columns += n == 3 ? 2 : 1;
            i += (size_t)n;
        }
        snprintf(shown, sizeof shown, "       | %*s\n", place + 1, "^");
        assert_string_equal(line + length + 1, shown);
        close(&f);
    }
}

/* Whatever the length of a line, its message is short and the caret stands
 * below the byte it is about. */
TEST(long_lines_are_cut) {
    char text[5000];
    for (uint32_t at = 0; at < 4000; at += 7) {
        Fixture f;
        memset(text, '.', sizeof text);
        text[at] = 'x';
        open(&f, "f", text, sizeof text);
        const StarReport report = {
            .placed = true, .span = {0, at, at + 300}, .text = ""};
        star_report_write(&report, &f.sources, (StarStyle){0}, star_test_sink,
                          &f.out);
        const char *line = strstr(f.out.text, " | "), *mark;
        assert_non_null(line);
        mark = strstr(line + 1, " | ");
        assert_non_null(mark);
        assert_true(f.out.length < 400);
        assert_int_equal(line[strchr(mark, '^') - mark], 'x');
        close(&f);
    }
}

TEST(hints_and_notes) {
    Fixture f;
    open(&f, "f.star", "one two", 7);
    const StarReport report = {
        .severity = STAR_WARNING,
        .status = STAR_UNREAD,
        .placed = true,
        .span = {0, 4, 7},
        .text = "a",
        .hint = "b",
        .notes = 3,
        .note = {{{0, 0, 1}, "c"}, {{0, 2, 3}, "d"}, {{0, 2, 3}, "e"}}};
    star_report_write(&report, &f.sources, (StarStyle){0}, star_test_sink,
                      &f.out);
    assert_string_equal(f.out.text, "f.star:1:5: warning: a [never-read]\n"
                                    "     1 | one two\n"
                                    "       |     ^~~\n"
                                    "       hint: b\n"
                                    "f.star:1:1: note: c\n"
                                    "     1 | one two\n"
                                    "       | ^\n"
                                    "f.star:1:3: note: d\n"
                                    "     1 | one two\n"
                                    "       |   ^\n"
                                    "f.star:1:3: note: e\n");
    close(&f);
}

TEST(forms) {
    Fixture f;
    open(&f, "f.star", "one\ntwo", 7);
    const StarReport report = {.status = STAR_UNDECLARED,
                               .placed = true,
                               .span = {0, 4, 7},
                               .text = "a",
                               .expected = "b",
                               .found = "c",
                               .suggestion = "d",
                               .notes = 1,
                               .note = {{{0, 0, 1}, "e"}}};
    star_report_write(&report, &f.sources, (StarStyle){.form = STAR_SHORT},
                      star_test_sink, &f.out);
    assert_string_equal(f.out.text, "f.star:2:1: error: a [undeclared]\n");
    f.out.length = 0;
    star_report_write(&report, &f.sources, (StarStyle){.form = STAR_JSON},
                      star_test_sink, &f.out);
    assert_string_equal(
        f.out.text,
        "{\"file\": \"f.star\", \"line\": 2, \"column\": 1, "
        "\"end_line\": 2, \"end_column\": 4, \"severity\": \"error\", "
        "\"code\": \"undeclared\", \"message\": \"a\", "
        "\"expected\": \"b\", \"found\": \"c\", \"suggestion\": \"d\", "
        "\"hint\": null, \"labels\": [{\"file\": \"f.star\", \"line\": 1, "
        "\"column\": 1, \"end_line\": 1, \"end_column\": 2, "
        "\"message\": \"e\"}]}\n");
    f.out.length = 0;
    star_report_write(&report, &f.sources, (StarStyle){.colour = true},
                      star_test_sink, &f.out);
    assert_string_equal(f.out.text, "f.star:2:1: \033[1;31merror:\033[0m a "
                                    "[undeclared]\n"
                                    "     2 | two\n"
                                    "       | \033[1;31m^~~\033[0m\n"
                                    "       hint: did you mean 'd'?\n"
                                    "f.star:1:1: \033[1;36mnote:\033[0m e\n"
                                    "     1 | one\n"
                                    "       | \033[1;36m^\033[0m\n");
    close(&f);
}

/* Bytes that are no UTF-8 are replaced, in any source. */
TEST(json_is_utf8_without_control_characters) {
    static const struct {
        const char *text, *json;
    } row[] = {
        {"\"\\/", "\\\"\\\\/"},
        {"\n\033\t\177", "\\u000a\\u001b\\u0009\\u007f"},
        {"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80",
         "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"},
        {"\xc2\x9b \xe2\x80\xae \xe2\x81\xa6 \xd8\x9c",
         "\\u009b \\u202e \\u2066 \\u061c"},
        {"\xff", "\\ufffd"},
        {"\xc3", "\\ufffd"},
        {"\xc0\x80", "\\ufffd\\ufffd"},
        {"\xe0\x80\x80", "\\ufffd\\ufffd\\ufffd"},
        {"\xed\xa0\x80", "\\ufffd\\ufffd\\ufffd"},
        {"\xf4\x90\x80\x80", "\\ufffd\\ufffd\\ufffd\\ufffd"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char wanted[100];
        Fixture f = {0};
        const StarReport report = {.text = row[i].text};
        star_report_write(&report, NULL, (StarStyle){.form = STAR_JSON},
                          star_test_sink, &f.out);
        snprintf(wanted, sizeof wanted, "\"message\": \"%s\",", row[i].json);
        assert_non_null(strstr(f.out.text, wanted));
    }
}

TEST(messages_without_a_place) {
    Fixture f;
    open(&f, "f.star", "", 0);
    const StarReport report = {.status = STAR_MEMORY, .text = "too much"};
    star_report_write(&report, NULL, (StarStyle){0}, star_test_sink, &f.out);
    assert_string_equal(f.out.text, "star: error: too much [memory-limit]\n");
    f.out.length = 0;
    const StarReport note = {.severity = STAR_NOTE, .text = "and more"};
    star_report_write(&note, NULL, (StarStyle){0}, star_test_sink, &f.out);
    assert_string_equal(f.out.text, "star: note: and more\n");
    close(&f);
}

TEST(every_status_is_described) {
    for (int a = 0; a < STAR_STATUS_COUNT; a++) {
        const char *sentence = star_status_sentence((StarStatus)a);
        int status = star_status_exit((StarStatus)a);
        assert_int_equal(sentence[strlen(sentence) - 1], '.');
        assert_true(status <= 6 || status == 70 || status == 130);
        for (int b = 0; b < a; b++)
            assert_string_not_equal(star_status_name((StarStatus)a),
                                    star_status_name((StarStatus)b));
    }
}

TEST(sources_are_numbered) {
    Fixture f;
    open(&f, "0", "text", 4);
    for (uint32_t i = 1; i < 20; i++) {
        char path[8];
        uint32_t number;
        snprintf(path, sizeof path, "%u", i);
        assert_int_equal(star_source_add(&f.sources, path, path, 1, &number),
                         STAR_OK);
        assert_int_equal(number, i);
    }
    assert_string_equal(f.sources.file[0].text, "text");
    assert_string_equal(f.sources.file[19].path, "19");
    uint32_t number;
    assert_int_equal(star_source_add(&f.sources, "f", "",
                                     (size_t)STAR_MAX_SOURCE + 1, &number),
                     STAR_SOURCE);
    const char *text;
    assert_int_equal(
        star_source_text(&f.sources, (StarSpan){0, 1, 4}, 2, &text), 2);
    assert_memory_equal(text, "ex", 2);
    close(&f);
}

TEST_MAIN

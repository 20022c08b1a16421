/* SPDX-License-Identifier: MIT */
/* Messages through a pipe. */
#include "test.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "faults.h"
#include "wire/wire.h"

/* A wire that reads what is written to `to`. */
typedef struct Line {
    Wire wire;
    int in, to;
} Line;

static Line line_open(const char *text, size_t length) {
    Line l;
    int end[2];
    assert_int_equal(pipe(end), 0);
    l.in = end[0];
    l.to = end[1];
    fcntl(l.to, F_SETFL, O_NONBLOCK);
    if (length > 0)
        assert_int_equal(write(l.to, text, length), length);
    wire_open(&l.wire, l.in, l.to);
    return l;
}

static void no_more(Line *l) {
    close(l->to);
    l->to = -1;
}

static void line_close(Line *l) {
    wire_close(&l->wire);
    close(l->in);
    if (l->to >= 0)
        close(l->to);
}

static void gives(Line *l, const char *json) {
    json_t *message;
    assert_int_equal(wire_read(&l->wire, &message), WIRE_MESSAGE);
    char *text = json_text(message);
    assert_string_equal(text, json);
    free(text);
    json_decref(message);
}

static void bytes_fail(const char *text, size_t length, WireGot got,
                       const char *wrong) {
    Line l = line_open(text, length);
    json_t *message;
    no_more(&l);
    assert_int_equal(wire_read(&l.wire, &message), got);
    assert_non_null(strstr(l.wire.wrong, wrong));
    line_close(&l);
}

static void fails(const char *text, WireGot got, const char *wrong) {
    bytes_fail(text, strlen(text), got, wrong);
}

TEST(messages_follow_each_other) {
    static const char text[] = "Content-Length: \t7\r\n\r\n{\"a\":1}"
                               "content-length:2\r\nContent-Type: x\r\n\r\n{}";
    Line l = line_open(text, sizeof text - 1);
    json_t *message;
    assert_true(wire_waits(&l.wire));
    gives(&l, "{\"a\":1}");
    assert_true(wire_waits(&l.wire));
    gives(&l, "{}");
    assert_false(wire_waits(&l.wire));
    no_more(&l);
    assert_true(wire_waits(&l.wire));
    assert_int_equal(wire_read(&l.wire, &message), WIRE_END);
    line_close(&l);
}

/* Byte by byte it takes a process that writes while this one reads. */
TEST(a_message_comes_in_parts) {
    static const char text[] = "Content-Length: 7\r\n\r\n{\"a\":1}";
    Line l = line_open(text, 0);
    if (fork() == 0) {
        for (size_t k = 0; k < sizeof text - 1; k++) {
            usleep(200);
            if (write(l.to, text + k, 1) != 1)
                _exit(1);
        }
        _exit(0);
    }
    gives(&l, "{\"a\":1}");
    line_close(&l);
}

TEST(what_is_written_is_read) {
    static char many[30000], more[200000];
    Line l = line_open("", 0);
    memset(many, 'x', sizeof many - 1);
    assert_true(wire_write(&l.wire, json_pack("{s:s}", "\xC3\xA4", many)));
    assert_true(wire_write(&l.wire, json_object()));
    json_t *message;
    assert_int_equal(wire_read(&l.wire, &message), WIRE_MESSAGE);
    assert_string_equal(json_string_value(json_get(message, "\xC3\xA4")), many);
    json_decref(message);
    gives(&l, "{}");
    memset(more, 'x', sizeof more - 1); /* than the pipe takes */
    assert_false(wire_write(&l.wire, json_string(more)));
    line_close(&l);
}

TEST(other_json_leaves_the_next_message) {
    static const char text[] = "Content-Length: 2\r\n\r\n{]"
                               "Content-Length: 2\r\n\r\n[]"
                               "Content-Length: 2\r\n\r\n{}";
    Line l = line_open(text, sizeof text - 1);
    json_t *message;
    assert_int_equal(wire_read(&l.wire, &message), WIRE_NO_JSON);
    assert_true(*l.wire.wrong != '\0');
    assert_int_equal(wire_read(&l.wire, &message), WIRE_NO_JSON);
    assert_string_equal(l.wire.wrong, "the message is no object");
    gives(&l, "{}");
    line_close(&l);
}

TEST(what_has_no_length_ends_it) {
    char text[WIRE_HEADER_BYTES + 100];
    fails("", WIRE_END, "");
    fails("Content-Le", WIRE_BROKEN, "ends in a header");
    fails("Content-Length: 3\r\n\r\n{}", WIRE_BROKEN, "ends in a message");
    fails("Length: 2\r\n\r\n{}", WIRE_BROKEN, "no Content-Length");
    fails("\r\n\r\n{}", WIRE_BROKEN, "no Content-Length");
    fails("Content-Length: 2x\r\n\r\n{}", WIRE_BROKEN, "no Content-Length");
    fails("Content-Length: -1\r\n\r\n{}", WIRE_BROKEN, "no Content-Length");
    fails("Content-Length: \r\n\r\n2\r\n", WIRE_BROKEN, "no Content-Length");
    bytes_fail("X\0Y\r\nContent-Length: 2", 22, WIRE_BROKEN, "in a header");
    bytes_fail("X\0Y\r\n\r\n{}", 9, WIRE_BROKEN, "no Content-Length");
    snprintf(text, sizeof text, "Content-Length: %d\r\n\r\n",
             WIRE_MESSAGE_BYTES + 1);
    fails(text, WIRE_BROKEN, "too long");
    snprintf(text, sizeof text, "Content-Length: %d\r\n\r\n",
             WIRE_MESSAGE_BYTES);
    fails(text, WIRE_BROKEN, "ends in a message");
    fails("Content-Length: 99999999999999999999999\r\n\r\n{}", WIRE_BROKEN,
          "too long");
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    fails(text, WIRE_BROKEN, "header is too long");
}

static void becomes(const char *text, size_t length, const char *wanted) {
    json_t *string = wire_text(text, length);
    assert_int_equal(json_string_length(string), strlen(wanted));
    assert_string_equal(json_string_value(string), wanted);
    json_decref(string);
}

TEST(any_byte_may_stand_in_a_header) {
    static const char text[] = "X\0Y\r\nContent-Length: 2\r\n\r\n{}";
    Line l = line_open(text, sizeof text - 1);
    gives(&l, "{}");
    line_close(&l);
}

TEST(any_bytes_become_a_string) {
    becomes("", 0, "");
    becomes("a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80", 10,
            "a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80");
    becomes("a\xFF\x80z", 4, "a\xEF\xBF\xBD\xEF\xBF\xBDz");
    becomes("\xC3(", 2, "\xEF\xBF\xBD(");
    becomes("\xC3", 1, "\xEF\xBF\xBD");
    becomes("\xC0\x80", 2, "\xEF\xBF\xBD\xEF\xBF\xBD");
    becomes("\xE0\xA4\x84\xED\x95\x9C\xF4\x80\x80\x80", 10,
            "\xE0\xA4\x84\xED\x95\x9C\xF4\x80\x80\x80");
    becomes("\xE0\x80\x80", 3, "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    becomes("\xF0\x80\x80\x80", 4,
            "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    becomes("\xED\xA0\x80", 3, "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    becomes("\xF4\x90\x80\x80", 4,
            "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
}

/* A signal interrupts a call; another one does a part. */
TEST(calls_are_made_again) {
    static const char text[] = "Content-Length: 2\r\n\r\n{}";
    static const int faults[] = {EINTR, FAULTS_PART};
    for (int k = 0; k < 2; k++) {
        Line l = line_open(text, sizeof text - 1);
        faults_next = faults[k];
        gives(&l, "{}");
        faults_next = faults[k];
        assert_true(wire_write(&l.wire, json_array()));
        no_more(&l);
        json_t *message;
        assert_int_equal(wire_read(&l.wire, &message), WIRE_NO_JSON);
        line_close(&l);
    }
}

TEST(calls_may_fail) {
    Line l = line_open("Content", 7);
    json_t *message;
    faults_next = EIO;
    assert_false(wire_write(&l.wire, json_object()));
    assert_false(wire_write(&l.wire, NULL));
    faults_next = EIO;
    assert_int_equal(wire_read(&l.wire, &message), WIRE_END);
    line_close(&l);
}

TEST(there_may_be_no_memory) {
    static const char text[] = "Content-Length: 5000\r\n\r\n";
    json_t *message;
    for (int left = 0; left < 2; left++) {
        Line l = line_open(text, sizeof text - 1);
        faults_left = left;
        assert_int_equal(wire_read(&l.wire, &message), WIRE_BROKEN);
        faults_left = -1;
        assert_string_equal(l.wire.wrong, "there is no memory");
        line_close(&l);
    }
    faults_left = 0;
    json_t *none = wire_text("a", 1);
    faults_left = -1;
    assert_null(none);
}

TEST_MAIN

/* SPDX-License-Identifier: MIT */
/* Words, and texts as tokens. */
#include <ctype.h>
#include <stdio.h>

#include "library.h"
#include "star_test.h"
#include "tools/tokens.h"

/* A letter for each token's kind, with its text: w(begin)n(x)... */
typedef struct Seen {
    const char *text;
    char out[2000];
    uint32_t end;
    int others;
} Seen;

static void take(void *context, const TokenSpan *t) {
    Seen *s = context;
    char piece[100];
    assert_true(t->start >= s->end && t->end > t->start);
    for (; s->end < t->start; s->end++)
        assert_true(isspace((unsigned char)s->text[s->end]));
    s->end = t->end;
    s->others += t->kind == TOKEN_OTHER;
    snprintf(piece, sizeof piece, "%c(%.*s)", "wn1't{?"[t->kind],
             (int)(t->end - t->start), s -> text + t -> start);
    if (strlen(s->out) + strlen(piece) < sizeof s->out)
        strcat(s->out, piece);
}

static Seen scan(const char *text, size_t length) {
    StarError error;
    StarMem mem;
    Seen s = {.text = text};
    star_mem_init(&mem, &error, SIZE_MAX);
    assert_int_equal(tokens_scan(&mem, text, length, take, &s), STAR_OK);
    assert_int_equal(mem.used, 0);
    for (; s.end < length; s.end++)
        assert_true(isspace((unsigned char)text[s.end]));
    return s;
}

static void assert_tokens(const char *text, const char *wanted) {
    const Seen s = scan(text, strlen(text));
    assert_string_equal(s.out, wanted);
}

TEST(kinds_and_spans) {
    assert_tokens("", "");
    assert_tokens("  \n", "");
    assert_tokens("BEGIN x := 12 + 1.5e3",
                  "w(BEGIN)n(x)t(:=)1(12)t(+)1(1.5e3)");
    assert_tokens("y:='it''s'", "n(y)t(:=)'('it''s')");
    assert_tokens("SET(X)", "n(SET)t(()n(X)t())");
    assert_tokens("set of char", "w(set)w(of)n(char)");
    assert_tokens("x xor y; xor", "n(x)w(xor)n(y)t(;)n(xor)");
}

TEST(comments_of_all_kinds) {
    assert_tokens("{ a } x (* b *) y", "{({ a })n(x){((* b *))n(y)");
    assert_tokens("{ a *) x", "{({ a *))n(x)");
    assert_tokens("/* } */ x // y\nz", "{(/* } */)n(x){(// y)n(z)");
    assert_tokens("x { open", "n(x){({ open)");
    assert_tokens("(* *", "{((* *)");
    assert_tokens("#!/usr/bin/star\nx", "{(#!/usr/bin/star)n(x)");
    assert_tokens("x\n#! y", "n(x)?(#)?(!)?(y)");
}

TEST(mistakes_do_no_harm) {
    assert_tokens("x := 'open\ny", "n(x)t(:=)'('open)n(y)");
    assert_tokens("x $ y", "n(x)?($)n(y)");
}

TEST(the_library_has_no_mistakes) {
    for (const StarUnit *u = star_units; u->name != NULL; u++)
        assert_int_equal(scan(u->text, u->length).others, 0);
}

TEST(words_are_the_grammars) {
    const char *word;
    bool begin = false, uses = false;
    int k = 0;
    for (; (word = tokens_word(k)) != NULL; k++) {
        for (const char *c = word; *c != '\0'; c++)
            assert_true(islower((unsigned char)*c));
        begin |= strcmp(word, "begin") == 0;
        uses |= strcmp(word, "uses") == 0;
    }
    assert_true(begin && uses && k > 30);
}

TEST(no_memory_is_said) {
    static const char text[] = "x := 1";
    StarError error;
    StarMem mem;
    for (size_t limit = 0;; limit += 1000) {
        Seen s = {.text = text};
        star_mem_init(&mem, &error, limit);
        const StarStatus status =
            tokens_scan(&mem, text, strlen(text), take, &s);
        assert_int_equal(mem.used, 0);
        if (status == STAR_OK)
            break;
        assert_int_equal(status, STAR_MEMORY);
        assert_true(limit < 1000000);
    }
}

TEST_MAIN

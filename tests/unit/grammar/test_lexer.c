/* SPDX-License-Identifier: MIT */
#include "grammar_test.h"

#include <ctype.h>

#include "syntax/lexer.h"
#include "syntax/token_names.h"

enum { MOST = 64 };

typedef struct Tokens {
    Fixture f;
    Token token[MOST];
    int count; /* without the end of the file */
} Tokens;

static void read_bytes(Tokens *t, const char *text, size_t length) {
    Lexer lexer = {
        .arena = &t->f.arena, .diag = &t->f.diag, .names = &t->f.names};
    fixture_open(&t->f);
    t->count = 0;
    lexer_begin(&lexer, text, (StarSpan){0, 0, (uint32_t)length});
    for (;; t->count++) {
        Token *token = &t->token[t->count];
        assert_true(t->count < MOST);
        token->kind = parse_lex(&token->value, &token->span, &lexer);
        if (token->kind == 0)
            break;
    }
    lexer_end(&lexer);
}

static void read_text(Tokens *t, const char *text) {
    read_bytes(t, text, strlen(text));
}

static void close_tokens(Tokens *t) {
    fixture_close(&t->f);
}

/* Asserts the kinds of all tokens of a text without mistakes, or that it has
 * none (0). */
#define assert_kinds(text, ...)                              \
    do {                                                     \
        const int kinds_[] = {__VA_ARGS__, 0};               \
        Tokens t_;                                           \
        int n_ = 0;                                          \
        read_text(&t_, text);                                \
        assert_int_equal(t_.f.diag.count, 0);                \
        for (; n_ < t_.count && kinds_[n_] != 0; n_++)       \
            assert_int_equal(t_.token[n_].kind, kinds_[n_]); \
        assert_int_equal(t_.count, n_);                      \
        assert_int_equal(kinds_[n_], 0);                     \
        close_tokens(&t_);                                   \
    } while (0)

/* Asserts the only message of a text and where it stands. */
static void assert_mistake(const char *text, StarStatus status,
                           uint32_t start) {
    Tokens t;
    read_text(&t, text);
    assert_int_equal(t.f.diag.count, 1);
    assert_report(&t.f, 0, status, start);
    close_tokens(&t);
}

TEST(places) {
    static const uint32_t place[][2] = {{0, 1}, {3, 5}, {6, 9}, {10, 11}};
    Tokens t;
    read_text(&t, "x  := 'a' \n");
    assert_int_equal(t.count, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(t.token[i].span.start, place[i][0]);
        assert_int_equal(t.token[i].span.end, place[i][1]);
    }
    /* The end of the file is an empty place at its end. */
    assert_int_equal(t.token[3].span.start, 11);
    assert_int_equal(t.token[3].span.end, 11);
    close_tokens(&t);
}

TEST(words_and_signs) {
    assert_kinds("BeGin eNd", T_BEGIN, T_END);
    assert_kinds("begins _end x1", T_IDENT, T_IDENT, T_IDENT);
    assert_kinds("(.1.) ^ @ <> <= >= < .. .", '[', T_INTEGER, ']', '^', '^',
                 T_NE, T_LE, T_GE, '<', T_DOTDOT, '.');
    assert_kinds(":=:=", T_ASSIGN, T_ASSIGN);
    assert_kinds("", 0);
}

TEST(names_keep_their_spelling) {
    Tokens t;
    read_text(&t, "Count COUNT");
    assert_int_equal(t.count, 2);
    assert_ptr_equal(t.token[0].value.name.id, t.token[1].value.name.id);
    assert_string_equal(t.token[0].value.name.spelled, "Count");
    assert_string_equal(t.token[1].value.name.spelled, "COUNT");
    close_tokens(&t);
}

TEST(comments) {
    assert_kinds("{ a } 1 (* b *) 2 /* c */ 3 // d\n4", T_INTEGER, T_INTEGER,
                 T_INTEGER, T_INTEGER);
    assert_kinds("{ a *) 1 (* b } 2", T_INTEGER, T_INTEGER);
    assert_kinds("{ (* { } 1 (***) 2 /***/ 3 {}", T_INTEGER, T_INTEGER,
                 T_INTEGER);
    assert_kinds("// at the end", 0);
    assert_mistake("1 { never", STAR_COMMENT, 2);
    assert_mistake("1 (* never }{", STAR_COMMENT, 12);
    assert_mistake("1 /* never * /", STAR_COMMENT, 2);
}

TEST(numbers) {
    Tokens t;
    read_text(&t, "9223372036854775807 1.5e-3 2E10 1..5 007");
    assert_int_equal(t.f.diag.count, 0);
    assert_int_equal(t.count, 7);
    assert_true(t.token[0].value.integer == INT64_MAX);
    assert_true(t.token[1].value.real == 1.5e-3);
    assert_int_equal(t.token[2].kind, T_REAL);
    assert_true(t.token[2].value.real == 2e10);
    assert_int_equal(t.token[3].kind, T_INTEGER);
    assert_int_equal(t.token[4].kind, T_DOTDOT);
    assert_int_equal(t.token[5].value.integer, 5);
    assert_int_equal(t.token[6].value.integer, 7);
    close_tokens(&t);
    assert_mistake("1 9223372036854775808", STAR_HUGEINTEGER, 2);
    assert_mistake("1e999", STAR_HUGEREAL, 0);
}

TEST(literals) {
    Tokens t;
    read_text(&t, "'it''s' '' '''' 'a'");
    assert_int_equal(t.f.diag.count, 0);
    assert_int_equal(t.count, 4);
    assert_int_equal(t.token[0].value.text.length, 4);
    assert_memory_equal(t.token[0].value.text.bytes, "it's", 4);
    assert_int_equal(t.token[1].value.text.length, 0);
    assert_int_equal(t.token[2].value.text.length, 1);
    assert_memory_equal(t.token[2].value.text.bytes, "'", 1);
    close_tokens(&t);
    assert_mistake("x 'open\n", STAR_OPENQUOTE, 2);
    assert_mistake("x 'it''", STAR_OPENQUOTE, 2);
}

/* STAR's words are keywords only where nothing else can stand. */
TEST(contextual_words) {
    assert_kinds("proc p", T_PROCEDURE, T_IDENT);
    assert_kinds("proc := 1", T_IDENT, T_ASSIGN, T_INTEGER);
    assert_kinds("uses u", T_USES, T_IDENT);
    assert_kinds("x xor y", T_IDENT, T_XOR, T_IDENT);
    assert_kinds("xor := xor xor xor", T_IDENT, T_ASSIGN, T_IDENT, T_XOR,
                 T_IDENT);
    assert_kinds("(x) xor '1' xor 1", '(', T_IDENT, ')', T_XOR, T_TEXT, T_XOR,
                 T_INTEGER);
    assert_kinds("set of", T_SET, T_OF);
    assert_kinds("SET(Y)", T_IDENT, '(', T_IDENT, ')');
    assert_kinds("slice word table string", T_IDENT, T_IDENT, T_IDENT, T_IDENT);
}

TEST(characters_without_meaning) {
    assert_mistake("x $ y", STAR_CHARACTER, 2);
    assert_mistake("\"", STAR_DOUBLEQUOTE, 0);
    assert_mistake("x \"text\"", STAR_DOUBLEQUOTE, 2);
    assert_mistake("x \xc3\xa9 y", STAR_CHARACTER, 2);
    assert_mistake("\xff", STAR_CHARACTER, 0);
    Tokens t;
    read_bytes(&t, "x\0y", 3);
    assert_int_equal(t.count, 2);
    assert_int_equal(t.f.diag.count, 1);
    assert_report(&t.f, 0, STAR_CHARACTER, 1);
    close_tokens(&t);
}

/* Their name means something to sema only. */
TEST(braces_behind_a_type_are_of_its_token) {
    Tokens t;
    read_text(&t, "Slice{left}; slice {left}");
    assert_int_equal(t.count, 3);
    assert_int_equal(t.token[0].kind, T_IDENT);
    assert_string_equal(t.token[0].value.name.spelled, "Slice");
    assert_int_equal(t.token[1].kind, ';');
    assert_int_equal(t.f.diag.count, 0);
    close_tokens(&t);
}

/* xor is an operator of primitives.def. */
TEST(words_are_explained) {
    static const char *const known[] = {
        "xor",
#define WORD(name, sentence) name,
#include "syntax/words.def"
#undef WORD
    };
    for (int k = 0; k < parser_tokens(); k++) {
        const char *name = parser_token_name(k);
        size_t i = 0;
        if (name == NULL || !isalpha((unsigned char)*name) ||
            strchr(name, ' ') != NULL)
            continue;
        while (i < sizeof known / sizeof *known && strcmp(known[i], name) != 0)
            i++;
        if (i == sizeof known / sizeof *known)
            fail_msg("%s", name);
    }
}

TEST_MAIN

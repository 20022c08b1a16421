/* SPDX-License-Identifier: MIT */
#include "grammar_test.h"

#include <pthread.h>
#include <stdlib.h>

#include "syntax/parser.h"

/* A text under construction. */
typedef struct Text {
    char *bytes;
    size_t length, room;
} Text;

static void add(Text *t, const char *piece, int times) {
    size_t length = strlen(piece);
    for (; times > 0; times--) {
        while (t->room - t->length < length + 1) {
            t->room = t->room ? 2 * t->room : 1024;
            t->bytes = realloc(t->bytes, t->room);
        }
        memcpy(t->bytes + t->length, piece, length + 1);
        t->length += length;
    }
}

static Module *parse_bytes(Fixture *f, const char *text, size_t length) {
    fixture_open(f);
    return parser_run(&f->arena, &f->diag, &f->names, text,
                      (StarSpan){0, 0, (uint32_t)length}, NULL);
}

static Module *parse(Fixture *f, const char *text) {
    return parse_bytes(f, text, strlen(text));
}

/* Asserts the first message, or that there is none (STAR_OK). */
static void assert_first(const char *text, StarStatus status, uint32_t start) {
    Fixture f;
    Module *m = parse(&f, text);
    if (status == STAR_OK) {
        assert_int_equal(f.diag.count, 0);
        assert_non_null(m);
    } else {
        assert_report(&f, 0, status, start);
        assert_null(m);
    }
    fixture_close(&f);
}

TEST(programs_and_units) {
    Fixture f;
    const Module *m = parse(&f, "program Cut(input); uses a, b; begin end.");
    assert_non_null(m);
    assert_true(m->program);
    assert_string_equal(m->name, "Cut");
    assert_string_equal(m->uses->name, "a");
    assert_string_equal(m->uses->next->name, "b");
    fixture_close(&f);
    m = parse(&f, "const c = 1; proc p; begin end; type t = 1..2;");
    assert_non_null(m);
    assert_false(m->program);
    assert_string_equal(m->block->decls->name, "c");
    assert_string_equal(m->block->decls->next->name, "p");
    assert_string_equal(m->block->decls->next->next->name, "t");
    assert_null(m->block->body);
    fixture_close(&f);
}

/* How deep `open ... middle ... close` may be repeated. */
typedef struct Nest {
    const char *before, *open, *middle, *close, *after;
    int around; /* levels that stand around the construct, or within it */
} Nest;

static StarStatus nested(const Nest *n, int depth) {
    Text t = {0};
    Fixture f;
    add(&t, n->before, 1);
    add(&t, n->open, depth - n->around);
    add(&t, n->middle, 1);
    add(&t, n->close, depth - n->around);
    add(&t, n->after, 1);
    const Module *m = parse_bytes(&f, t.bytes, t.length);
    StarStatus status = f.diag.count > 0 ? f.diag.report[0].status : STAR_OK;
    assert_int_equal(m != NULL, status == STAR_OK);
    if (status != STAR_OK)
        assert_int_equal(f.diag.count, 1);
    fixture_close(&f);
    free(t.bytes);
    return status;
}

TEST(nesting_has_a_limit) {
    static const Nest nest[] = {
        {"const c = ", "(", "1", ")", ";", 0},
        {"const c = ", "not ", "true", "", ";", 0},
        {"program p; begin x := ", "a[", "1", "]", " end.", 1},
        {"program p; begin x := ", "f(", "1", ")", " end.", 1},
        {"program p; begin ", "begin ", "", " end", " end.", 0},
        {"program p; begin ", "if a then ", "", "", " end.", 0},
        {"program p; begin ", "while a do ", "", "", " end.", 0},
        {"program p; begin ", "repeat ", "", " until a", " end.", 0},
        {"program p; begin ", "for i := 1 to 2 do ", "", "", " end.", 0},
        {"program p; begin ", "case a of 1: ", "", " end", " end.", 0},
        {"type t = ", "array[1..2] of ", "char", "", ";", 0},
        {"type t = ", "record a: ", "char", " end", ";", 0},
        {"type t = record ", "case a of 1: (", "", ")", " end;", 1},
        {"program p; begin ", "with r do ", "", "", " end.", 0},
        {"program p; begin x := ", "[", "1", "]", " end.", 1},
        {"program p; begin x := p", "^", "", "", " end.", 1},
        {"program p; begin x := p", ".f", "", "", " end.", 1},
    };
    for (size_t i = 0; i < sizeof nest / sizeof *nest; i++) {
        assert_int_equal(nested(&nest[i], PARSER_NESTING - 1), STAR_OK);
        assert_int_equal(nested(&nest[i], PARSER_NESTING), STAR_OK);
        assert_int_equal(nested(&nest[i], PARSER_NESTING + 1), STAR_NESTING);
        assert_int_equal(nested(&nest[i], 2 * PARSER_NESTING), STAR_NESTING);
    }
}

/* At every depth the thread's stack is small. */
static void *parse_deep(void *context) {
    static const char *const open[] = {"(", "not ", "f(", "a[", "1 + ("};
    (void)context;
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
        const Nest nest = {
            "program p; begin x := ", open[i], "1", "", " end.", 0};
        assert_int_equal(nested(&nest, 200000), STAR_NESTING);
    }
    const Nest begins = {"program p; begin ", "begin ", "", "", "", 0};
    assert_int_equal(nested(&begins, 200000), STAR_NESTING);
    const Nest procs = {"program p; ", "proc q; ", "", "", "", 0};
    assert_int_equal(nested(&procs, 200000), STAR_NESTING);
    return NULL;
}

TEST(depth_does_not_use_the_stack) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 256 << 10);
    assert_int_equal(pthread_create(&thread, &attributes, parse_deep, NULL), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
}

/* A chain that leans to the left, or a list, may have any length. */
TEST(length_is_no_depth) {
    static const Nest nest[] = {
        {"const c = 1", " + 1", "", "", ";", 0},
        {"const c = 1", " * 1", "", "", ";", 0},
        {"program p; begin ", "x := 1; ", "", "", " end.", 0},
        {"type t = (a", ", b", "", "", ");", 0},
        {"program p; begin f(a", ", b", "", "", ") end.", 0},
    };
    for (size_t i = 0; i < sizeof nest / sizeof *nest; i++)
        assert_int_equal(nested(&nest[i], 50000), STAR_OK);
}

TEST(a_surplus_end_is_named) {
    assert_first("proc p; begin end; end;", STAR_SURPLUSEND, 19);
    assert_first("program p; begin end; end.", STAR_SURPLUSEND, 22);
    assert_first("program p; proc q; begin end; end; begin end.",
                 STAR_SURPLUSEND, 30);
}

TEST(a_missing_semicolon_stands_behind_the_statement) {
    /*            0         1         2  */
    assert_first("program p; begin x := 1\n y := 2 end.", STAR_MISSINGSEMICOLON,
                 23);
    assert_first("program p; begin f(1)  if x then end.", STAR_MISSINGSEMICOLON,
                 21);
}

TEST(names_with_a_hyphen) {
    Fixture f;
    const Module *m = parse(&f, "program p;\n"
                                "proc W-1(n: t); begin end;\n"
                                "proc w-two; begin end;\n"
                                "begin w-1(3); W-1 ; w-2 end.");
    assert_non_null(m);
    const Decl *d = m->block->decls;
    assert_string_equal(d->name, "w-1");
    assert_string_equal(d->spelled, "W-1");
    assert_string_equal(d->next->name, "w-two");
    const Stmt *s = m->block->body->body;
    assert_int_equal(s->kind, STMT_CALL);
    assert_int_equal(s->value->kind, EXPR_CALL);
    assert_ptr_equal(s->value->left->name, d->name);
    assert_ptr_equal(s->next->value->name, d->name);
    fixture_close(&f);
    /* In an expression it is a subtraction. */
    assert_first("program p; begin x := w-1 end.", STAR_OK, 0);
}

TEST(mistakes) {
    /*            0         1         2         3 */
    assert_first("program p; begin x = 1 end.", STAR_EQUALS, 19);
    assert_first("program p; begin x : 1 end.", STAR_EQUALS, 19);
    assert_first("program p; begin if x := 1 then y end.", STAR_ASSIGNS, 22);
    assert_first("program p; begin end;", STAR_PERIOD, 20);
    assert_first("program p; begin end", STAR_PERIOD, 20);
    assert_first("program p begin end.", STAR_MISSINGSEMICOLON, 9);
    assert_first("program p; begin x := 1 + ; y := 2 end.", STAR_OPERAND, 26);
    assert_first("program p; begin x := (1 + 2; y end.", STAR_PARENTHESIS, 28);
    assert_first("program p; begin x := a[1; y end.", STAR_BRACKET, 25);
    assert_first("program p; begin if x then y; else z end.",
                 STAR_SEMICOLONELSE, 30);
    assert_first("program p; begin if x y end.", STAR_MISSINGTHEN, 22);
    assert_first("program p; begin while x y end.", STAR_MISSINGDO, 25);
    assert_first("program p; begin while x then y end.", STAR_MISSINGDO, 25);
    assert_first("program p; begin case x 1: y end end.", STAR_MISSINGOF, 24);
    assert_first("program p; begin repeat y end.", STAR_MISSINGUNTIL, 26);
    assert_first("program p; var n: integer; x := 1 end.", STAR_MISSINGBEGIN,
                 27);
    assert_first("program p; var n: ; begin x end.", STAR_MISSINGTYPE, 18);
    assert_first("program p; var end: integer; begin x end.", STAR_RESERVED,
                 15);
    assert_first("program p; begin", STAR_MISSINGEND, 16);
    assert_first("program p; proc q; begin x; proc r; begin end; begin end.",
                 STAR_MISSINGEND, 28);
    assert_first("proc p;", STAR_SYNTAX, 7);
    assert_first("const c := 1;", STAR_ASSIGNS, 8);
    assert_first("program p; begin x := 'open end.", STAR_OPENQUOTE, 22);
}

/* Each mistake is one message, and the next ones are found too, with or without
 * a correction of the first. */
TEST(it_goes_on_after_a_mistake) {
    Fixture f;
    assert_null(parse(&f, "program p; begin x := ; y := 1; z := ) end."));
    assert_int_equal(f.diag.errors, 2);
    assert_report(&f, 0, STAR_OPERAND, 22);
    assert_report(&f, 1, STAR_OPERAND, 37);
    fixture_close(&f);
    assert_null(parse(&f, "program p; begin x := ]]]] of; y := 1; z = 1; a;"
                          "b; c; d; e end."));
    assert_int_equal(f.diag.errors, 2);
    assert_report(&f, 0, STAR_OPERAND, 22);
    assert_report(&f, 1, STAR_EQUALS, 41);
    fixture_close(&f);
}

/* A word that is almost another is one mistake. */
TEST(misspelled_words) {
    static const char *const text[] = {
        "program p; bgein x := 1; y := 2; z := 3; x := 4; y := 5 end.",
        "program p; begin whlie x do y end.",
        "program p; begin if x thne y else z end.",
        "program p; begin if x then y esle z end.",
        "program p; begin for i := 1 ot 3 do y end.",
        "program p; var n: integer; porcedure q; begin end; begin end.",
        "program p; begin repeat x utnil y; z; x; y; z; x; y; z; x end.",
        "progam p; begin x; y; z end.",
    };
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        Fixture f;
        assert_null(parse(&f, text[i]));
        assert_int_equal(f.diag.errors, 1);
        assert_non_null(f.diag.report[0].suggestion);
        fixture_close(&f);
    }
}

/* Every beginning of a text is read to its end, whatever it lacks. */
TEST(no_beginning_is_too_short) {
    static const char text[] =
        "program p; uses u; const c = 'it''s'; type t = (a, b);\n"
        "var x: array[1..2] of slice(T); { no } y: word(3);\n"
        "proc W-1(var T: table; n: 1..3); (* yes *) begin end;\n"
        "function f: integer; forward;\n"
        "begin if x[1](2) = 1 then ROW(i, T) := not y else begin\n"
        "for i := 1.5e3 downto -2 do case i of 1, 2..3: ; otherwise\n"
        "repeat until false end end; while x xor y do writeln(x:3:2) end.";
    for (size_t n = 0; n < sizeof text; n++) {
        Fixture f;
        parse_bytes(&f, text, n);
        fixture_close(&f);
    }
    assert_first(text, STAR_OK, 0);
}

TEST_MAIN

/* SPDX-License-Identifier: MIT */
/* Constructs of other languages. Each is reported at the token that cannot
 * stand, and the parser's state continues as if the construct were STAR's. */
#include <string.h>

#include "syntax/recovery/error_recovery.h"
#include "syntax/recovery/foreign.h"

/* ---- The lists ---- */

static const ForeignSign signs[] = {
#define SIGN(spelling, token, hint) {spelling, token, hint},
#define WORD(name, hint)
#define TYPE(name, meant)
#include "syntax/recovery/foreign.def"
#undef SIGN
#undef WORD
#undef TYPE
};

static const struct {
    const char *name, *hint;
} words[] = {
#define SIGN(spelling, token, hint)
#define WORD(name, hint) {name, hint},
#define TYPE(name, meant)
#include "syntax/recovery/foreign.def"
#undef SIGN
#undef WORD
#undef TYPE
};

static const struct {
    const char *name, *meant;
} types[] = {
#define SIGN(spelling, token, hint)
#define WORD(name, hint)
#define TYPE(name, meant) {name, meant},
#include "syntax/recovery/foreign.def"
#undef SIGN
#undef WORD
#undef TYPE
};

const ForeignSign *foreign_sign(const char *text, size_t length) {
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strlen(signs[i].spelling) == length &&
            memcmp(signs[i].spelling, text, length) == 0)
            return &signs[i];
    return NULL;
}

const char *foreign_word(Name name) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].name, name) == 0)
            return words[i].hint;
    return NULL;
}

const char *foreign_type(Name name) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, name) == 0)
            return types[i].meant;
    return NULL;
}

/* ---- Mistakes ---- */

static int kind_at(const Diagnosis *d, int at) {
    return at >= 0 && at < d->count ? d->token[at].kind : 0;
}

/* The text of tokens `first` to `last`. */
static const char *text_of(const Diagnosis *d, int first, int last) {
    const StarSpan a = d->token[first].span, b = d->token[last].span;
    return arena_text(d->lexer->arena, d->lexer->text + a.start,
                      b.end - a.start);
}

static StarSpan span_of(const Diagnosis *d, int first, int last) {
    StarSpan span = d->token[first].span;
    span.end = d->token[last].span.end;
    return span;
}

static bool adjacent(const Diagnosis *d, int at) {
    return d->token[at].span.end == d->token[at + 1].span.start;
}

static bool same_line(const Diagnosis *d, int first, int last) {
    const StarSpan a = d->token[first].span, b = d->token[last].span;
    return memchr(d->lexer->text + a.end, '\n', b.start - a.end) == NULL;
}

static void shift(Diagnosis *d, const int *kind, int count) {
    for (int i = 0; i < count; i++)
        recovery_insert(d, &d->before, kind[i]);
}

static bool begins_operand(int kind) {
    return kind == T_IDENT || kind == T_INTEGER || kind == T_REAL ||
           kind == T_TEXT || kind == T_NIL || kind == T_NOT;
}

/* True if token `at` is the first of a statement. */
static bool first_of_statement(const Diagnosis *d, int at) {
    static const int before[] = {';',  T_BEGIN,  T_THEN,     T_ELSE,
                                 T_DO, T_REPEAT, T_OTHERWISE};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if (kind_at(d, at - 1) == before[i])
            return true;
    return false;
}

/* The token that ends the statement around token `at`. */
static int end_of_statement(const Diagnosis *d, int at) {
    while (at < d->count - 1 && kind_at(d, at) != ';' &&
           kind_at(d, at) != T_END && kind_at(d, at) != T_ELSE &&
           kind_at(d, at) != T_UNTIL)
        at++;
    return at;
}

/* return n, print x, let x = 1, writeln x: a word before what it takes. */
static int word_alone(Diagnosis *d) {
    const int at = d->error - 1;
    const char *hint;
    if (!begins_operand(kind_at(d, d->error)) || kind_at(d, at) != T_IDENT ||
        !first_of_statement(d, at) || !same_line(d, at, at + 1))
        return -1;
    const Name name = d->token[at].name;
    const int end = end_of_statement(d, d->error);
    const char *rest = text_of(d, d->error, end - 1);
    const char *word = text_of(d, at, at);
    if (recovery_predeclared(name)) {
        StarReport *r = diag_error(
            d->lexer->diag, d->token[d->error].span,
            MSG_EXPECTED_PARENTHESIS(text_of(d, d->error, d->error)));
        diag_hint(d->lexer->diag, r, "write %s(%s)", word, rest);
        diag_fix(r, span_of(d, at, end - 1),
                 arena_printf(d->lexer->arena, "%s(%s)", word, rest));
    } else if ((hint = foreign_word(name)) != NULL) {
        StarReport *r = diag_error(d->lexer->diag, d->token[at].span,
                                   MSG_NOT_IN_STAR(word));
        diag_hint(d->lexer->diag, r, "%s", hint);
    } else {
        return -1;
    }
    return end;
}

/* var x: integer; or another declaration among statements. */
static int misplaced(Diagnosis *d) {
    int at = d->error + 1;
    const int kind = kind_at(d, d->error);
    if ((kind != T_VAR && kind != T_CONST && kind != T_TYPE &&
         kind != T_USES) ||
        !recovery_accepts(d, T_IF) || kind_at(d, at) != T_IDENT)
        return -1;
    const int end = end_of_statement(d, at);
    const bool complete =
        kind_at(d, end) == ';' &&
        (kind == T_USES || kind_at(d, at + 1) == (kind == T_VAR ? ':' : '='));
    StarReport *r = diag_error(d->lexer->diag, d->token[d->error].span,
                               MSG_DECLARATION_MISPLACED());
    diag_hint(d->lexer->diag, r, "write %s before this 'begin'",
              complete ? text_of(d, d->error, end)
              : kind == T_VAR
                  ? arena_printf(d->lexer->arena, "var %s: integer;",
                                 text_of(d, at, at))
                  : "the declaration");
    at = end;
    while (kind_at(d, at) == ';' && kind_at(d, at + 1) == T_IDENT &&
           (kind_at(d, at + 2) == ':' || kind_at(d, at + 2) == ','))
        at = end_of_statement(d, at + 1);
    return at;
}

/* True if the text declares a procedure or function of this name with
 * parameters. */
static bool has_parameters(const Diagnosis *d, Name name) {
    for (int i = 1; i + 1 < d->count; i++)
        if (d->token[i].name == name && kind_at(d, i + 1) == '(' &&
            (kind_at(d, i - 1) == T_PROCEDURE ||
             kind_at(d, i - 1) == T_FUNCTION))
            return true;
    return false;
}

/* f() */
static int empty_parentheses(Diagnosis *d) {
    const int at = d->error;
    static const int operand = T_IDENT;
    if (at < 2 || kind_at(d, at) != ')' || kind_at(d, at - 1) != '(' ||
        kind_at(d, at - 2) != T_IDENT || kind_at(d, at - 3) == T_OF ||
        !recovery_accepts(d, T_NOT))
        return -1;
    const char *name = text_of(d, at - 2, at - 2);
    const Name id = d->token[at - 2].name;
    const char *hint = foreign_word(id);
    StarReport *r;
    if (has_parameters(d, id)) {
        r = diag_error(d->lexer->diag, d->token[at].span,
                       MSG_EXPECTED_ARGUMENT(name));
        diag_hint(d->lexer->diag, r, "'%s' is declared with parameters", name);
    } else if (hint != NULL || recovery_predeclared(id)) {
        r = diag_error(d->lexer->diag, d->token[at].span,
                       MSG_EXPECTED_ARGUMENT(name));
        if (hint != NULL)
            diag_hint(d->lexer->diag, r, "%s", hint);
    } else {
        r = diag_error(d->lexer->diag, span_of(d, at - 1, at),
                       MSG_EMPTY_PARENTHESES());
        diag_hint(d->lexer->diag, r, "write %s", name);
        diag_fix(r, span_of(d, at - 1, at), "");
    }
    shift(d, &operand, 1);
    return at;
}

/* x <- 1, x =: 1, x : = 1 */
static int arrow(Diagnosis *d) {
    const int at = d->error, kind = kind_at(d, at), next = kind_at(d, at + 1);
    static const int assign = T_ASSIGN;
    if (kind == ':' && next == '=' && recovery_accepts(d, T_ASSIGN)) {
        diag_fix(diag_error(d->lexer->diag, span_of(d, at, at + 1),
                            MSG_BLANK_IN_ASSIGNMENT()),
                 span_of(d, at, at + 1), ":=");
        shift(d, &assign, 1);
        return at + 2;
    }
    if (!((kind == '<' && next == '-') || (kind == '=' && next == ':')) ||
        !adjacent(d, at) || !recovery_accepts(d, T_ASSIGN))
        return -1;
    StarReport *r = diag_error(d->lexer->diag, span_of(d, at, at + 1),
                               MSG_NOT_IN_STAR(text_of(d, at, at + 1)));
    diag_hint(d->lexer->diag, r, "a value is assigned with ':='");
    diag_fix(r, span_of(d, at, at + 1), ":=");
    shift(d, &assign, 1);
    return at + 2;
}

/* T(:, 1) */
static int whole_line(Diagnosis *d) {
    const int at = d->error, before = kind_at(d, at - 1);
    static const int index = T_INTEGER;
    if (kind_at(d, at) != ':' ||
        (before != '(' && before != '[' && before != ',') ||
        !recovery_accepts(d, T_NOT))
        return -1;
    StarReport *r = diag_error(d->lexer->diag, d->token[at].span,
                               MSG_NO_COLON_FOR_INDICES());
    diag_hint(d->lexer->diag, r, "a row is ROW(i, T), a column COL(i, T)");
    shift(d, &index, 1);
    return at + 1;
}

/* x ^ 2 */
static int power(Diagnosis *d) {
    const int at = d->error, kind = kind_at(d, at);
    static const int times = '*';
    if (at < 2 || kind_at(d, at - 1) != '^' ||
        (kind != T_INTEGER && kind != T_REAL && kind != T_IDENT) ||
        !same_line(d, at - 2, at) || !recovery_accepts(d, '*'))
        return -1;
    StarReport *r =
        diag_error(d->lexer->diag, d->token[at - 1].span, MSG_NO_POWER());
    diag_hint(d->lexer->diag, r, "%s", foreign_word("pow"));
    shift(d, &times, 1);
    return at;
}

/* .5 */
static int point_first(Diagnosis *d) {
    const int at = d->error;
    static const int real = T_REAL;
    if (kind_at(d, at) != '.' || kind_at(d, at + 1) != T_INTEGER ||
        !adjacent(d, at) || !recovery_accepts(d, T_REAL))
        return -1;
    StarReport *r = diag_error(d->lexer->diag, span_of(d, at, at + 1),
                               MSG_REAL_WITHOUT_DIGITS());
    diag_hint(d->lexer->diag, r, "write 0%s", text_of(d, at, at + 1));
    diag_fix(r, r->span,
             arena_printf(d->lexer->arena, "0%s", text_of(d, at, at + 1)));
    shift(d, &real, 1);
    return at + 2;
}

/* for i in ..., for (i = 0; ...) */
static int loop_head(Diagnosis *d) {
    static const int head[] = {T_IDENT, T_ASSIGN,  T_INTEGER,
                               T_TO,    T_INTEGER, T_DO};
    const int at = d->error, kind = kind_at(d, at);
    const bool c = kind == '(' && kind_at(d, at - 1) == T_FOR;
    int end = at, depth = 0;
    if (!c && (kind != T_IN || kind_at(d, at - 2) != T_FOR))
        return -1;
    const int name = c ? at + 1 : at - 1;
    StarReport *r =
        diag_error(d->lexer->diag, d->token[at].span, MSG_FOR_COUNTS());
    diag_hint(d->lexer->diag, r, "write for %s := 1 to n do",
              kind_at(d, name) == T_IDENT ? text_of(d, name, name) : "i");
    for (; end < d->count - 1 && same_line(d, end, end + 1); end++) {
        const int k = kind_at(d, end);
        depth += (k == '(' || k == '[') - (k == ')' || k == ']');
        if (k == T_DO || (depth == 0 && (k == ':' || (c && k == ')'))))
            break;
    }
    shift(d, head + !c, 6 - !c);
    return end + 1 + (c && kind_at(d, end + 1) == T_DO);
}

/* for i := 1 to n step 2 do */
static int loop_step(Diagnosis *d) {
    const int at = d->error;
    int end = at;
    if (kind_at(d, at) != T_IDENT || !recovery_accepts(d, T_DO) ||
        (strcmp(d->token[at].name, "step") != 0 &&
         strcmp(d->token[at].name, "by") != 0))
        return -1;
    while (end < d->count - 1 && kind_at(d, end) != T_DO &&
           kind_at(d, end) != ';')
        end++;
    if (kind_at(d, end) != T_DO)
        return -1;
    diag_hint(d->lexer->diag,
              diag_error(d->lexer->diag, d->token[at].span, MSG_FOR_STEP()),
              "write for k := 0 to n do, and in it i := first + k * %s",
              end > at + 1 ? text_of(d, at + 1, end - 1) : "2");
    return end;
}

/* a, b := b, a */
static int several_targets(Diagnosis *d) {
    static const int value[] = {T_ASSIGN, T_INTEGER};
    const int at = d->error, end = end_of_statement(d, at);
    if (kind_at(d, at) != ',' || kind_at(d, at - 1) != T_IDENT ||
        kind_at(d, at + 1) != T_IDENT || !first_of_statement(d, at - 1) ||
        (kind_at(d, at + 2) != T_ASSIGN && kind_at(d, at + 2) != '='))
        return -1;
    const char *a = text_of(d, at - 1, at - 1);
    const char *b = text_of(d, at + 1, at + 1);
    diag_hint(
        d->lexer->diag,
        diag_error(d->lexer->diag, d->token[at].span, MSG_SEVERAL_TARGETS()),
        "to exchange values write t := %s; %s := %s; %s := t", a, a, b, b);
    shift(d, value, 2);
    return end;
}

/* x := 1 if b else 2 */
static int value_if(Diagnosis *d) {
    const int at = d->error;
    int end = at, before = kind_at(d, at - 1);
    if (kind_at(d, at) != T_IF || !same_line(d, at - 1, at) ||
        (before != T_IDENT && before != T_INTEGER && before != ')' &&
         before != T_TEXT))
        return -1;
    while (end < d->count - 1 && kind_at(d, end) != T_ELSE &&
           kind_at(d, end) != T_THEN && kind_at(d, end) != ';')
        end++;
    if (kind_at(d, end) != T_ELSE)
        return -1;
    diag_hint(
        d->lexer->diag,
        diag_error(d->lexer->diag, d->token[at].span, MSG_IF_WITHOUT_VALUE()),
        "%s", foreign_sign("?", 1)->hint);
    return end_of_statement(d, end + 1);
}

/* case x of 1: ...; else ... end */
static int case_else(Diagnosis *d) {
    static const int otherwise = T_OTHERWISE;
    const int at = d->error;
    if (kind_at(d, at) != T_ELSE || !recovery_accepts(d, T_OTHERWISE))
        return -1;
    StarReport *r =
        diag_error(d->lexer->diag, d->token[at].span, MSG_CASE_ELSE());
    diag_hint(d->lexer->diag, r, "%s", foreign_word("default"));
    diag_fix(r, r->span, "otherwise");
    shift(d, &otherwise, 1);
    return at + 1;
}

/* array of integer */
static int without_indices(Diagnosis *d) {
    static const int indices[] = {'[', T_IDENT, ']'};
    const int at = d->error;
    if (kind_at(d, at) != T_OF || kind_at(d, at - 1) != T_ARRAY)
        return -1;
    StarReport *r =
        diag_error(d->lexer->diag, d->token[at].span,
                   MSG_EXPECTED_SYNTAX(STAR_BRACKET, "'['", "'of'"));
    diag_expected(r, "'['", "'of'");
    diag_hint(d->lexer->diag, r,
              "an array's indices stand in brackets: array [1..10] of");
    shift(d, indices, 3);
    return at;
}

/* do ... while */
static int do_loop(Diagnosis *d) {
    static const int repeat = T_REPEAT;
    const int at = d->error;
    if (kind_at(d, at) != T_DO || !first_of_statement(d, at))
        return -1;
    diag_hint(d->lexer->diag,
              diag_error(d->lexer->diag, d->token[at].span, MSG_DO_BEGINS()),
              "write repeat ... until, or while ... do");
    for (int i = at; i < d->count; i++) /* its condition ends it */
        if (kind_at(d, i) == T_DO && i > at)
            break;
        else if (kind_at(d, i) == T_WHILE &&
                 kind_at(d, end_of_statement(d, i)) == ';')
            d->token[i].kind = T_UNTIL;
    shift(d, &repeat, 1);
    return at + 1;
}

int recovery_foreign(Diagnosis *d) {
    static int (*const fault[])(Diagnosis *) = {
        word_alone, misplaced,   empty_parentheses, arrow,     whole_line,
        power,      point_first, loop_head,         loop_step, several_targets,
        value_if,   case_else,   without_indices,   do_loop};
    int next = -1;
    for (size_t i = 0; i < sizeof fault / sizeof *fault && next < 0; i++)
        next = fault[i](d);
    return next;
}

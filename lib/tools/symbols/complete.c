/* SPDX-License-Identifier: MIT */
#include "tools/symbols/complete.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "tools/tokens.h"

/* Who is told, and of what. */
typedef struct Complete {
    StarSession *session;
    CompleteOffer *offer;
    void *context;
} Complete;

static void keywords(const Complete *c) {
    const char *name;
    for (int k = 0; (name = tokens_word(k)) != NULL; k++)
        c->offer(c->context, name, "keyword");
}

static const char *kind_name(StarSymbolKind kind) {
    static const char *const names[] = {[STAR_SYMBOL_CONSTANT] = "constant",
                                        [STAR_SYMBOL_TYPE] = "type",
                                        [STAR_SYMBOL_VARIABLE] = "variable",
                                        [STAR_SYMBOL_PROCEDURE] = "procedure",
                                        [STAR_SYMBOL_PRIMITIVE] = "primitive",
                                        [STAR_SYMBOL_REQUIRED] = "predeclared"};
    return names[kind];
}

static void declared(const Complete *c) {
    uint32_t at = 0;
    StarSymbol s;
    while (star_session_next(c->session, &at, &s))
        c->offer(c->context, s.name, kind_name(s.kind));
}

static void library(const Complete *c) {
    const char *name;
    for (int k = 0; (name = docs_name(DOCS_PROCEDURE, k)) != NULL; k++)
        c->offer(c->context, name, "library");
}

/* ---- What stands before the word ---- */

enum { MAX_PARENS = 32, MAX_NAME = 64 };

/* A text up to the word that is completed. */
typedef struct Before {
    const char *text;
    bool uses;    /* behind that word, and no ';' yet */
    bool var;     /* among declarations of variables, */
    bool routine; /* or in a heading */
    bool typed;   /* behind a ':' that is in no call */
    TokenSpan last;
    int parens; /* that are open, */
    struct {
        TokenSpan name; /* that stands before each */
        int commas;
    } paren[MAX_PARENS];
} Before;

static bool is_sign(const Before *b, const TokenSpan *t, const char *sign) {
    return t->kind == TOKEN_SIGN && t->end - t->start == strlen(sign) &&
           memcmp(b->text + t->start, sign, t->end - t->start) == 0;
}

static void note_sign(Before *b, const TokenSpan *t) {
    const int top = b->parens <= MAX_PARENS ? b->parens - 1 : -1;
    if (is_sign(b, t, "(") || is_sign(b, t, "[")) {
        if (b->parens < MAX_PARENS) {
            b->paren[b->parens].name = b->last;
            b->paren[b->parens].commas = 0;
        }
        b->parens++;
    } else if (is_sign(b, t, ")") || is_sign(b, t, "]")) {
        b->parens -= b->parens > 0;
    } else if (is_sign(b, t, ",") && top >= 0) {
        b->paren[top].commas++;
    } else if (is_sign(b, t, ";") && b->parens == 0) {
        b->uses = false;
    }
}

static bool is_word(const Before *b, const TokenSpan *t, const char *word) {
    return t->end - t->start == strlen(word) &&
           strncasecmp(b->text + t->start, word, strlen(word)) == 0;
}

static void note_word(Before *b, const TokenSpan *t) {
    static const char *const parts[] = {"uses",      "const",   "type",
                                        "var",       "begin",   "proc",
                                        "procedure", "function"};
    const size_t count = sizeof parts / sizeof *parts;
    size_t k = 0;
    while (k < count && !is_word(b, t, parts[k]))
        k++;
    if (k == count || b->parens > 0)
        return;
    b->uses = k == 0;
    b->var = k == 3;
    b->routine = k > 4;
}

static void note(void *context, const TokenSpan *t) {
    Before *b = context;
    if (t->kind == TOKEN_COMMENT)
        return;
    note_word(b, t);
    note_sign(b, t);
    b->typed = is_sign(b, t, ":") && (b->parens == 0 || b->routine);
    b->last = *t;
}

/* ---- Arguments ---- */

static size_t name_length(const char *text) {
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    return length;
}

static const char *alternative(const char *type) {
    const char *next = strstr(type, " or ");
    return next != NULL ? next + 4 : NULL;
}

/* True if one type, such as `slice(8)`, `1..9` or `slice or word`, begins like
 * another, `wanted`. */
static bool begins(const char *wanted, const char *type) {
    const bool whole = strchr("-0123456789", *type) != NULL ||
                       strncmp(type, "integer", 7) == 0;
    const size_t length = name_length(type);
    if (whole && (*wanted == '0' || strncmp(wanted, "integer", 7) == 0))
        return true;
    if ((whole || strncmp(type, "real", 4) == 0) &&
        (strncmp(wanted, "real", 4) == 0 || strncmp(wanted, "number", 6) == 0))
        return true;
    return length > 0 && strncasecmp(wanted, type, length) == 0 &&
           name_length(wanted) == length;
}

/* True if a value of a type, as a session or a heading shows it, may be what a
 * heading asks for. */
static bool fits(const char *wanted, const char *type) {
    for (; wanted != NULL; wanted = alternative(wanted))
        for (const char *t = type; t != NULL; t = alternative(t))
            if (begins(wanted, t))
                return true;
    return false;
}

/* Behind what is in parentheses, or brackets; from the opening one on. */
static const char *behind(const char *at) {
    int depth = 0;
    do {
        depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
        at++;
    } while (depth > 0 && *at != '\0');
    return at;
}

/* The type of parameter k, from 0, in a heading `NAME(a, b: T; var c: U)`;
 * NULL: it has none. *var: it is one. */
static const char *parameter(const char *heading, int k, bool *var) {
    const char *at = strchr(heading, '(');
    while (at != NULL && *at != ')' && *at != '\0') {
        *var = strncmp(at + 1 + strspn(at + 1, " "), "var ", 4) == 0;
        for (at++; *at != ':' && *at != '\0'; at++)
            k -= *at == ',';
        if (*at == '\0')
            break;
        const char *type = at + 1 + strspn(at + 1, " ");
        if (k-- <= 0)
            return type;
        for (at = type; strchr(";)", *at) == NULL;)
            at = *at == '(' || *at == '[' ? behind(at) : at + 1;
    }
    return NULL;
}

/* The type of a function's result in its heading, or NULL. */
static const char *result(const char *heading) {
    const char *open = strchr(heading, '(');
    const char *at = open != NULL ? behind(open) : strchr(heading, ':');
    return at != NULL && *at == ':' ? at + 1 + strspn(at + 1, " ") : NULL;
}

/* Headings that a name may have. */
enum { CALLS = 4 };

typedef struct Wanted {
    const char *type[CALLS]; /* in the headings */
    int types;
    bool var; /* a variable, no value */
} Wanted;

static bool is_wanted(const Wanted *w, const char *type) {
    for (int k = 0; k < w->types && type != NULL; k++)
        if (fits(w->type[k], type))
            return true;
    return false;
}

static void want(Wanted *w, const char *heading, int k) {
    bool var;
    const char *type = parameter(heading, k, &var);
    if (type != NULL && w->types < CALLS) {
        w->type[w->types++] = type;
        w->var |= var;
    }
}

/* Variables, constants and functions that fit; false: there is none. */
static bool offer_wanted(const Complete *c, const Wanted *w) {
    uint32_t at = 0;
    bool any = false;
    StarSymbol s;
    const char *name;
    while (star_session_next(c->session, &at, &s)) {
        const bool function = s.kind == STAR_SYMBOL_PROCEDURE;
        if (s.kind != STAR_SYMBOL_VARIABLE &&
            (w->var || (s.kind != STAR_SYMBOL_CONSTANT && !function)))
            continue;
        if (is_wanted(w, function ? result(s.type) : s.type)) {
            c->offer(c->context, s.name, kind_name(s.kind));
            any = true;
        }
    }
    for (int k = 0; !w->var && (name = docs_name(DOCS_PRIMITIVE, k)); k++) {
        unsigned which = 0;
        Docs d;
        while (docs_next(name, &which, &d)) /* operators stand in between */
            if (strchr(d.heading, '(') != NULL &&
                is_wanted(w, result(d.heading))) {
                c->offer(c->context, name, "primitive");
                any = true;
            }
    }
    return any;
}

/* The headings that a name has: how many there are. */
static int find_headings(StarSession *session, const char *name,
                         Docs d[CALLS]) {
    unsigned at = 0;
    int count = 0;
    StarSymbol s;
    if (star_session_find(session, name, &s) && s.own) {
        snprintf(d[0].heading, sizeof d[0].heading, "%s", s.type);
        return s.kind == STAR_SYMBOL_PROCEDURE;
    }
    while (count < CALLS && docs_next(name, &at, &d[count]))
        count++;
    return count;
}

/* Those of what stands before the last open parenthesis. */
static int headings(const Complete *c, const Before *b, Docs d[CALLS]) {
    char name[MAX_NAME];
    if (b->parens == 0 || b->parens > MAX_PARENS)
        return 0;
    const TokenSpan *t = &b->paren[b->parens - 1].name;
    const uint32_t length = t->end - t->start;
    if ((t->kind != TOKEN_NAME && t->kind != TOKEN_WORD) || length >= MAX_NAME)
        return 0;
    memcpy(name, b->text + t->start, length);
    name[length] = '\0';
    return find_headings(c->session, name, d);
}

/* What fits there; false: the headings have no types, or nothing fits. */
static bool arguments(const Complete *c, const Before *b) {
    Wanted w = {.types = 0};
    Docs d[CALLS];
    const int count = headings(c, b, d);
    for (int k = 0; k < count; k++)
        want(&w, d[k].heading, b->paren[b->parens - 1].commas);
    return w.types > 0 && offer_wanted(c, &w);
}

static void types(const Complete *c) {
    static const char *const words[] = {
        "slice",  "word",   "table", "integer", "real",   "boolean", "char",
        "string", "single", "array", "set",     "record", "file",    "text"};
    uint32_t at = 0;
    StarSymbol s;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        c->offer(c->context, words[k], "type");
    while (star_session_next(c->session, &at, &s))
        if (s.kind == STAR_SYMBOL_TYPE)
            c->offer(c->context, s.name, "type");
}

static void units(const Complete *c) {
    const char *name;
    for (int k = 0; (name = docs_unit(k)) != NULL; k++)
        c->offer(c->context, name, "unit");
}

/* Units, and their procedures, which need not be known here. */
static void documented(const Complete *c) {
    const char *name;
    for (int u = 0; docs_unit(u) != NULL; u++)
        for (int k = 0; (name = docs_procedure(u, k)) != NULL; k++)
            c->offer(c->context, name, docs_unit(u));
}

static void all_names(const Complete *c) {
    declared(c);
    keywords(c);
    library(c);
}

static bool scan(const Complete *c, const char *text, size_t begin, Before *b) {
    StarMem *mem = star_session_program(c->session)->arena.mem;
    *b = (Before){.text = text};
    return tokens_scan(mem, text, begin, note, b) == STAR_OK;
}

/* By what stands before. */
static void names(const Complete *c, const char *text, size_t begin) {
    Before b;
    if (!scan(c, text, begin, &b))
        return;
    if (b.typed)
        types(c);
    if (b.uses)
        units(c);
    else if (!b.typed && arguments(c, &b))
        return;
    else if (!b.typed || !(b.var || b.routine)) /* maybe behind a label */
        all_names(c);
}

void complete_entry(StarSession *session, const char *text, size_t begin,
                    CompleteOffer *offer, void *context) {
    const Complete c = {session, offer, context};
    names(&c, text, begin);
}

bool complete_call(StarSession *session, const char *text, size_t begin,
                   char heading[DOCS_HEADING]) {
    const Complete c = {.session = session};
    Before b;
    Docs d[CALLS];
    if (!scan(&c, text, begin, &b) || headings(&c, &b, d) == 0)
        return false;
    memcpy(heading, d[0].heading, DOCS_HEADING);
    return true;
}

bool complete_heading(StarSession *session, const char *name,
                      char heading[DOCS_HEADING]) {
    Docs d[CALLS];
    if (find_headings(session, name, d) == 0 ||
        strchr(d[0].heading, '(') == NULL)
        return false;
    memcpy(heading, d[0].heading, DOCS_HEADING);
    return true;
}

void complete_names(StarSession *session, CompleteOffer *offer, void *context) {
    const Complete c = {session, offer, context};
    all_names(&c);
    documented(&c);
    units(&c);
}

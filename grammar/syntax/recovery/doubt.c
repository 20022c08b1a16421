/* SPDX-License-Identifier: MIT */
#include "syntax/recovery/doubt.h"

/* Of each token: its part of the text, a statement or a declaration, as the
 * number of the part's first token, and whether it is in doubt. */
typedef struct Part {
    int first;
    bool declares;
    bool doubt;
} Part;

typedef struct Doubts {
    const Diagnosis *d;
    Part *part;
    uint32_t structure; /* where blocks were corrected; UINT32_MAX: nowhere */
    bool nameless;      /* any name may have a declaration */
} Doubts;

static bool is_one_of(int kind, const int *kinds, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (kinds[i] == kind)
            return true;
    return false;
}

#define ONE_OF(kind, ...)                       \
    is_one_of(kind, (const int[]){__VA_ARGS__}, \
              sizeof(const int[]){__VA_ARGS__} / sizeof(int))

/* Begins a part of its own behind it. */
static bool divides(int kind) {
    return ONE_OF(kind, ';', T_BEGIN, T_END, T_THEN, T_DO, T_ELSE, T_OF,
                  T_REPEAT, T_UNTIL, T_VAR, T_CONST, T_TYPE, T_LABEL, T_USES,
                  T_RECORD);
}

static bool declares(int kind, bool before) {
    if (ONE_OF(kind, T_VAR, T_CONST, T_TYPE, T_LABEL, T_USES, T_PROCEDURE,
               T_FUNCTION, T_PROGRAM, T_RECORD, T_END))
        return true;
    return before &&
           !ONE_OF(kind, T_BEGIN, T_THEN, T_DO, T_ELSE, T_REPEAT, T_UNTIL, T_IF,
                   T_WHILE, T_FOR, T_WITH, T_GOTO, T_ASSIGN);
}

/* Opens or closes what holds declarations or statements. */
static bool is_structure(int kind) {
    return ONE_OF(kind, T_BEGIN, T_END, T_CASE, T_RECORD, T_PROCEDURE,
                  T_FUNCTION, T_PROGRAM, T_USES);
}

static void divide(Doubts *s) {
    const RecoveryToken *t = s->d->token;
    bool now = true;
    for (int i = 0, first = 0; i < s->d->count; i++) {
        now = declares(t[i].read, now);
        s->part[i] = (Part){.first = first, .declares = now};
        if (divides(t[i].read) && !(now && t[i].read == T_OF))
            first = i + 1;
    }
}

static int kind_at(const Doubts *s, int at) {
    return at >= 0 && at < s->d->count ? s->d->token[at].read : 0;
}

/* True if a declaration may declare the name that token `at` is. */
static bool is_declared(const Doubts *s, int at) {
    const int before = kind_at(s, at - 1), next = kind_at(s, at + 1);
    if (s->d->token[at].kind != T_IDENT || !s->part[at].declares ||
        ONE_OF(before, ':', T_OF, '^', T_DOTDOT))
        return false;
    return ONE_OF(before, T_PROCEDURE, T_FUNCTION, T_VAR, T_CONST, T_TYPE) ||
           !ONE_OF(next, ';', T_DOTDOT);
}

/* The names that part `first` declares, and the procedure that it is within
 * the heading or the declarations of, are in doubt. */
static void doubt_names(Doubts *s, int first) {
    const RecoveryToken *t = s->d->token;
    if (!s->part[first].declares)
        return;
    for (int i = first; i < s->d->count && s->part[i].first == first; i++)
        if (is_declared(s, i))
            *names_doubtful(t[i].name) = true;
    for (int i = first; i > 0 && t[i].read != T_BEGIN && t[i].read != T_END;
         i--)
        if (t[i].kind == T_IDENT &&
            ONE_OF(t[i - 1].read, T_PROCEDURE, T_FUNCTION)) {
            *names_doubtful(t[i].name) = true;
            break;
        }
}

static void doubt_part(Doubts *s, int at) {
    const int first = s->part[at].first;
    if (s->part[first].doubt)
        return;
    for (int i = first; i < s->d->count && s->part[i].first == first; i++)
        s->part[i].doubt = true;
    doubt_names(s, first);
}

/* Parts with names in doubt are in doubt, and the names that they declare; any
 * name may be a field of a record that is. */
static void spread(Doubts *s) {
    const RecoveryToken *t = s->d->token;
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < s->d->count; i++)
            if (t[i].read == T_WITH && s->part[i].doubt)
                s->nameless = true;
            else if (t[i].kind == T_IDENT && !s->part[i].doubt &&
                     *names_doubtful(t[i].name)) {
                doubt_part(s, i);
                more = true;
            }
    }
}

/* Where the procedure of the outermost level begins that stands before or
 * around the place where blocks were corrected; 0: none does. */
static uint32_t beginning(const Doubts *s) {
    const RecoveryToken *t = s->d->token;
    uint32_t start = 0;
    int open = 0, level = 0; /* of begin and the like, of procedures */
    for (int i = 0; i < s->d->count && t[i].span.start < s->structure; i++) {
        const int kind = t[i].read;
        if (ONE_OF(kind, T_PROCEDURE, T_FUNCTION) && t[i - (i > 0)].read != '(')
            start = level++ == 0 ? t[i].span.start : start;
        open += ONE_OF(kind, T_BEGIN, T_CASE, T_RECORD);
        open -= kind == T_END && open > 0;
        if (kind == T_END && open == 0 && kind_at(s, i + 1) == ';')
            level -= level > 0;
    }
    return start;
}

/* A change of the tokens from `at` to `end` of the text into some of the
 * correction. */
typedef struct Change {
    int at, end;
    const Token *insert;
    int inserts;
} Change;

/* True if a change leaves no doubt what is meant: := for =, a word that is
 * misspelled, a ';' that is missing at the end of a line. */
static bool is_plain(const Doubts *s, const Change *c) {
    const RecoveryToken *t = s->d->token;
    const int removed = c->end - c->at, was = t[c->at].read;
    const int is = c->inserts > 0 ? c->insert->kind : 0;
    if (removed > 1 || c->inserts > 1)
        return false;
    if (removed == 0)
        return (is == ';' && recovery_begins_line(s->d, c->at)) ||
               (is == '.' && t[c->at].read == 0);
    if (c->inserts == 0)
        return was == ';' && t[c->end].read == T_ELSE;
    return (was == '=' && is == T_ASSIGN) || (was == T_ASSIGN && is == '=') ||
           (ONE_OF(was, T_THEN, T_DO) && ONE_OF(is, T_THEN, T_DO)) ||
           (was == T_IDENT && !is_structure(is) &&
            !ONE_OF(is, T_NOT, T_DIV, T_MOD, T_AND, T_OR, T_XOR, T_IN) &&
            parser_token_name(is) != NULL &&
            recovery_word(t[c->at].name, is) != NULL);
}

static void change(Doubts *s, const Change *c) {
    const RecoveryToken *t = s->d->token;
    const bool removed = c->end > c->at;
    bool structure = false;
    if (is_plain(s, c))
        return;
    for (int i = c->at; i < c->end; i++)
        structure |= is_structure(t[i].read);
    for (int i = 0; i < c->inserts; i++) {
        structure |= is_structure(c->insert[i].kind);
        s->nameless |= ONE_OF(c->insert[i].kind, T_IDENT, T_INTEGER) &&
                       s->part[c->at].declares;
    }
    s->nameless |= (structure || removed) && s->part[c->at].declares;
    for (int i = c->at - (c->at > 0); i <= c->end && i < s->d->count; i++)
        doubt_part(s, i);
    for (int i = c->at; i < c->end; i++)
        if (t[i].kind == T_IDENT && s->part[i].declares)
            *names_doubtful(t[i].name) = true;
    if (structure && t[c->at].span.start < s->structure)
        s->structure = t[c->at].span.start;
}

/* Goes through both lists of tokens. */
static void compare(Doubts *s, int count) {
    const RecoveryToken *t = s->d->token;
    const Token *c = s->d->corrected;
    for (int i = 0, k = 0; i < s->d->count || k < count;) {
        Change it = {.at = i, .insert = c + k};
        while (k < count && c[k].span.start == c[k].span.end)
            k++;
        it.inserts = (int)(c + k - it.insert);
        while (i < s->d->count && t[i].read != 0 &&
               (k == count || t[i].span.start < c[k].span.start))
            i++;
        it.end = i;
        while (it.inserts > 0 && it.insert[it.inserts - 1].kind == 0)
            it.inserts--;
        if (it.end > it.at || it.inserts > 0)
            change(s, &it);
        i++, k++;
    }
}

/* Messages of the lexer and of actions: what a token means is in doubt. */
static void doubt_reports(Doubts *s) {
    const Diag *diag = s->d->lexer->diag;
    const RecoveryToken *t = s->d->token;
    for (int k = 0; k < diag->count; k++) {
        const StarReport *r = &diag->report[k];
        int at = 0;
        if (r->severity != STAR_ERROR || r->span.file != t[0].span.file ||
            r->status == STAR_EXTENSION || r->status == STAR_EQUALS ||
            r->status == STAR_ASSIGNS || r->status == STAR_MISSPELLED ||
            r->status == STAR_MISSINGSEMICOLON ||
            r->status == STAR_SEMICOLONELSE)
            continue;
        while (at < s->d->count - 1 && t[at].span.start < r->span.start)
            at++;
        if (at > 0)
            doubt_part(s, at - 1);
        doubt_part(s, at);
        if (r->status == STAR_DIRECTIVE && t[at].kind == T_IDENT)
            *names_doubtful(t[at].name) = true;
        if ((r->status == STAR_COMMENT || r->status == STAR_OPENQUOTE) &&
            r->span.start < s->structure)
            s->structure = r->span.start;
    }
}

static void doubt_all(Doubt *out, Doubts *s) {
    const RecoveryToken *t = s->d->token;
    Arena *arena = s->d->lexer->arena;
    uint32_t room = 0;
    out->nameless = s->nameless;
    if (s->structure != UINT32_MAX)
        out->from = beginning(s);
    for (int i = 0; i < s->d->count; i++)
        if (is_declared(s, i))
            *names_doubtful(t[i].name) = true;
    for (int i = 0; i < s->d->count; i++) {
        if (!s->part[i].doubt &&
            (t[i].span.start < out->from || t[i].kind != T_IDENT ||
             !*names_doubtful(t[i].name)))
            continue;
        out->region = arena_grow(arena, out->region, out->regions, &room,
                                 sizeof *out->region);
        out->region[out->regions++] = t[i].span;
    }
}

Doubt doubt_find(const Diagnosis *d, int count) {
    const size_t tokens = (size_t)d->count;
    Doubt out = {.errors = true, .from = UINT32_MAX};
    Doubts s = {.d = d, .structure = UINT32_MAX};
    s.part = arena_alloc(d->lexer->arena, tokens, sizeof *s.part);
    divide(&s);
    compare(&s, count);
    doubt_reports(&s);
    spread(&s);
    doubt_all(&out, &s);
    for (int i = 0; i < d->count; i++)
        if (d->token[i].kind == T_IDENT)
            *names_doubtful(d->token[i].name) = false;
    return out;
}

/* What is missing may be in a part that was left out. */
static bool misses(StarStatus status) {
    return status == STAR_FORWARD || status == STAR_NEVERRESULT ||
           status == STAR_LABELPLACE || status == STAR_LABELBLOCK;
}

bool doubt_has(const Doubt *doubt, const StarReport *r) {
    if (misses(r->status) ||
        (r->status == STAR_UNDECLARED ? doubt->nameless
                                      : r->span.start >= doubt->from))
        return true;
    for (uint32_t k = 0; k < doubt->regions; k++)
        if (doubt->region[k].start <= r->span.end &&
            r->span.start <= doubt->region[k].end)
            return true;
    return false;
}

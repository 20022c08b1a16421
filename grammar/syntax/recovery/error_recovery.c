/* SPDX-License-Identifier: MIT */
/* Error recovery. A text that cannot be parsed is read again by the automaton
 * without actions. Where it stops, the search finds the cheapest correction of
 * a token or two that lets it continue. The correction decides the message,
 * and the text behind it is read as if it were corrected. So one mistake is
 * one message. */
#include "syntax/recovery/error_recovery.h"

#include <string.h>
#include <strings.h>

#include "builtins.h"
#include "primitives/primitives.h"
#include "syntax/recovery/doubt.h"

/* Tokens before the error where corrections are tried; tokens behind it that a
 * correction should make readable, and the least number that it must. */
enum { TOKENS_BEFORE = 6, TOKENS_BEHIND = 12, MIN_TOKENS_READ = 3 };

/* The most messages about one text; the most attempts of skipping to
 * continue. */
enum { MAX_MESSAGES = 10, MAX_SKIP_TRIES = 2000 };

/* The most tokens that close what is open at the end of a text. */
enum { MAX_CLOSERS = 4 * PARSER_NESTING };

typedef struct Search {
    Diagnosis d;
    ParserStack now;
    ParserStack earlier[TOKENS_BEFORE +
                        1]; /* before token i: at i % (TOKENS_BEFORE + 1) */
    int first;              /* token with an earlier state */
    Correction best;
    int owed; /* the end of the bracket that the last correction inserted */
} Search;

static ParserStack new_stack(Arena *arena) {
    return (ParserStack){.depth = 1,
                         .state = arena_alloc(arena, PARSER_STACK, sizeof(int)),
                         .first =
                             arena_alloc(arena, PARSER_STACK, sizeof(int))};
}

static void copy(ParserStack *to, const ParserStack *from) {
    to->depth = from->depth;
    to->shifted = from->shifted;
    memcpy(to->state, from->state, (size_t)from->depth * sizeof *to->state);
    memcpy(to->first, from->first, (size_t)from->depth * sizeof *to->first);
}

static int symbol(const RecoveryToken *t) {
    return t->starts ? T_START : t->kind;
}

static void keep(Diagnosis *d, int at, Token token) {
    d->corrected = arena_grow(d->lexer->arena, d->corrected, (uint32_t)at,
                              &d->room, sizeof *d->corrected);
    d->corrected[at] = token;
}

/* The value of a token that is left out. */
static PARSE_STYPE no_value(const Diagnosis *d, int kind) {
    PARSE_STYPE value = {.integer = 1};
    if (kind == T_IDENT)
        value.name = (Ident){names_intern(d->lexer->names, "", 0), ""};
    else if (kind == T_TEXT)
        value.text.bytes = "", value.text.length = 0;
    else if (kind == T_REAL)
        value.real = 1;
    return value;
}

bool recovery_shift(Diagnosis *d, ParserStack *stack, const RecoveryToken *t) {
    const int at = stack->shifted, kind = symbol(t);
    if (!parser_shift(stack, kind))
        return false;
    Token token = {kind, t->value, t->span};
    if (t->kind != t->read && !t->starts) {
        token.value = no_value(d, t->kind);
        token.span.end = token.span.start;
    }
    keep(d, at, token);
    return true;
}

bool recovery_insert(Diagnosis *d, ParserStack *stack, int kind) {
    const int at = stack->shifted;
    StarSpan span = d->token[0].span;
    span.start = span.end = at > 0 ? d->corrected[at - 1].span.end : span.start;
    if (!parser_shift(stack, kind))
        return false;
    keep(d, at, (Token){kind, no_value(d, kind), span});
    return true;
}

/* The words that a token's name stands for begin with a letter; "a name" and
 * the like hold a blank. */
static bool is_word(int kind) {
    const char *name = parser_token_name(kind);
    return name != NULL && name[0] >= 'a' && name[0] <= 'z' &&
           strchr(name, ' ') == NULL;
}

static bool is_operator(int kind) {
    static const int operators[] = {'+',  '-',   '*',  '/',   '<',   '>',
                                    T_NE, T_LE,  T_GE, T_DIV, T_MOD, T_AND,
                                    T_OR, T_XOR, T_IN, T_NOT};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (kind == operators[i])
            return true;
    return false;
}

/* How unlikely it is that a token was left out. */
static int missing(int kind) {
    switch (kind) {
    case T_THEN:
    case T_DO:
    case T_OF: return 1;
    case ';':
    case ')':
    case ']':
    case '.': return 2;
    case T_END:
    case T_ASSIGN:
    case ':':
    case '=':
    case ',': return 3;
    case T_IDENT:
    case T_BEGIN:
    case T_VAR:
    case T_IF:
    case T_WHILE:
    case T_FOR:
    case '(':
    case '[': return 4;
    default: return is_operator(kind) ? 5 : 6;
    }
}

/* Words that shape a text are hardly names. */
static bool shapes(int kind) {
    return kind == T_BEGIN || kind == T_END || kind == T_THEN ||
           kind == T_ELSE || kind == T_DO || kind == T_OF || kind == T_UNTIL;
}

static int surplus(int kind) {
    return kind == T_END || kind == ';' ? 3 : kind == ')' ? 4 : 5;
}

const char *recovery_word(Name name, int kind) {
    const char *word = parser_token_name(kind);
    int most = strlen(name) < 4 ? 1 : 2;
    if (kind == T_PROCEDURE && names_distance(name, "proc", 1) <= 1)
        return "proc";
    return names_distance(name, word, most) <= most ? word : NULL;
}

bool recovery_predeclared(Name name) {
    for (int i = 0; i < STAR_PRIM_COUNT; i++)
        if (strcasecmp(name, star_prims[i].name) == 0)
            return true;
    for (int i = 0; i < BUILTIN_COUNT; i++)
        if (strcmp(name, builtins[i].name) == 0)
            return true;
    return false;
}

/* True if a name that occurs only here is a misspelling of the word. */
static bool misspelled(const Search *s, int at, int kind) {
    const RecoveryToken *t = s->d.token;
    if (recovery_word(t[at].name, kind) == NULL ||
        recovery_predeclared(t[at].name))
        return false;
    for (int i = 0; i < s->d.count; i++)
        if (i != at && t[i].name == t[at].name)
            return false;
    return true;
}

static bool is_relation(int kind) {
    return kind == '=' || kind == '<' || kind == '>' || kind == T_NE ||
           kind == T_LE || kind == T_GE;
}

/* How unlikely it is that token `at` was meant to be another, or -1. */
static int instead(const Search *s, int at, int kind) {
    static const struct {
        int found, meant, cost;
    } usual[] = {
        {'=', T_ASSIGN, 1}, {T_ASSIGN, '=', 1},  {':', T_ASSIGN, 2},
        {':', '=', 2},      {'=', ':', 2},       {T_ASSIGN, ':', 2},
        {T_THEN, T_DO, 2},  {T_DO, T_THEN, 2},   {')', ']', 2},
        {']', ')', 2},      {'(', '[', 2},       {'[', '(', 2},
        {';', ',', 4},      {',', ';', 3},       {';', ':', 5},
        {';', T_THEN, 3},   {';', T_DO, 3},      {';', T_OF, 3},
        {';', '.', 5},      {'.', ';', 3},       {'.', ',', 3},
        {',', T_DOTDOT, 3}, {'.', T_DOTDOT, 3},  {':', T_DOTDOT, 4},
        {':', ';', 3},      {T_TO, T_DOTDOT, 4}, {T_DOTDOT, T_TO, 4},
        {T_OF, T_DO, 4},    {T_DO, T_OF, 4},     {T_IN, '=', 6},
    };
    int found = s->d.token[at].kind;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (usual[i].found == found && usual[i].meant == kind)
            return usual[i].cost;
    if (kind == '+' && is_relation(found)) /* a < b < c */
        return 1;
    if (kind == T_INTEGER && found == T_IDENT) /* goto name */
        return s->d.token[at].label ? 0 : 5;
    if (kind == T_IDENT)
        return shapes(found) ? 6 : is_word(found) ? 3 : -1;
    if (found == T_IDENT && is_word(kind) && misspelled(s, at, kind))
        return 0;
    return -1;
}

/* The token up to which the text can be read with a correction, at most `end`;
 * 0 if the correction itself cannot stand. */
static int reach(Search *s, const Correction *r, int end) {
    int at = r->at + r->removed;
    copy(&s->d.trial, &s->earlier[r->at % (TOKENS_BEFORE + 1)]);
    for (int i = 0; i < r->inserts; i++)
        if (!parser_shift(&s->d.trial, r->insert[i]))
            return 0;
    while (at < end && parser_shift(&s->d.trial, symbol(&s->d.token[at])))
        at++;
    return at;
}

/* The token that an entry begins with is not the user's. */
static bool is_piece(const RecoveryToken *t) {
    return t->kind == T_ENTRY || t->kind == T_EXPRESSION;
}

static void consider(Search *s, Correction r) {
    int end = s->d.error + TOKENS_BEHIND < s->d.count
                  ? s->d.error + TOKENS_BEHIND
                  : s->d.count;
    if (r.at + r.removed >= s->d.count || is_piece(&s->d.token[r.at]))
        return;
    r.cost += s->d.error - r.at;
    if (s->best.cost >= 0 && r.cost >= s->best.cost)
        return;
    int reached = reach(s, &r, end);
    r.cost += 2 * (end - reached);
    if ((reached == end || reached >= s->d.error + MIN_TOKENS_READ) &&
        (s->best.cost < 0 || r.cost < s->best.cost))
        s->best = r;
}

/* Common corrections of two tokens. */
static void consider_pairs(Search *s, int at, bool fresh) {
    static const int left_out[][2] = {{T_END, ';'},
                                      {T_END, '.'},
                                      {')', ';'},
                                      {T_UNTIL, T_IDENT},
                                      {':', T_IDENT}};
    const RecoveryToken *t = &s->d.token[at];
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
        consider(s,
                 (Correction){.at = at,
                              .inserts = 2,
                              .insert = {left_out[i][0], left_out[i][1]},
                              .cost = left_out[i][0] == ':' && fresh ? 6 : 3});
    if (t->kind == T_IDENT &&
        (strcmp(t->name, "elseif") == 0 || strcmp(t->name, "elsif") == 0 ||
         strcmp(t->name, "elif") == 0))
        consider(s, (Correction){.at = at,
                                 .removed = 1,
                                 .inserts = 2,
                                 .insert = {T_ELSE, T_IF}});
    if (at + 1 < s->d.count &&
        ((t[0].kind == T_END && (t[1].kind == ';' || t[1].kind == '.')) ||
         (t[0].kind == ';' && t[1].kind == T_END)))
        consider(s, (Correction){.at = at, .removed = 2, .cost = 3});
}

bool recovery_begins_line(const Diagnosis *d, int at) {
    const RecoveryToken *t = &d->token[at];
    const char *text = d->lexer->text;
    return at > 0 && memchr(text + t[-1].span.end, '\n',
                            t->span.start - t[-1].span.end) != NULL;
}

static void consider_all(Search *s, int at) {
    const bool fresh = recovery_begins_line(&s->d, at);
    for (int kind = 1; kind < parser_tokens(); kind++) {
        if (parser_token_name(kind) == NULL)
            continue;
        int cost = instead(s, at, kind);
        int absent = missing(kind);
        if (fresh && absent == 3 &&
            kind != T_END) /* hardly the middle of something */
            absent = 5;
        if (kind == '.' && s->d.token[at].kind != 0)
            absent = 6; /* not the end of a program, but before a field */
        if (kind == ';' && s->d.token[at].kind == T_BEGIN)
            absent = 4; /* 'end;' is more likely missing before 'begin' */
        consider(s,
                 (Correction){
                     .at = at, .inserts = 1, .insert = {kind}, .cost = absent});
        if (cost >= 0)
            consider(s, (Correction){.at = at,
                                     .removed = 1,
                                     .inserts = 1,
                                     .insert = {kind},
                                     .cost = cost});
    }
    consider(s, (Correction){.at = at,
                             .removed = 1,
                             .cost = surplus(s->d.token[at].kind)});
    consider_pairs(s, at, fresh);
}

/* Without a correction, the text is skipped up to a place where one of the open
 * constructs can continue; the end of the file ends them all. */
static int skip(Search *s) {
    int tries = MAX_SKIP_TRIES;
    for (int at = s->d.error + 1; at < s->d.count - 1 && tries > 0; at++) {
        int kind = s->d.token[at].kind;
        if (kind != ';' && kind != T_END && kind != T_PROCEDURE &&
            kind != T_FUNCTION && kind != T_VAR && kind != T_BEGIN)
            continue;
        for (int depth = s->d.before.depth; depth > 0 && tries-- > 0; depth--) {
            int end = at;
            copy(&s->d.trial, &s->d.before);
            s->d.trial.depth = depth;
            while (end < s->d.count && end < at + TOKENS_BEHIND / 2 &&
                   parser_shift(&s->d.trial, symbol(&s->d.token[end])))
                end++;
            if (end < s->d.count && end < at + TOKENS_BEHIND / 2)
                continue;
            copy(&s->now, &s->d.before);
            if (depth < s->now.depth)
                s->now.shifted = s->now.first[depth];
            s->now.depth = depth;
            return at;
        }
    }
    return s->d.count;
}

/* True if the correction follows from one that was reported: it inserts the end
 * of an inserted bracket, or a label has a name. */
static bool belongs(const Search *s) {
    const Correction *r = &s->best;
    if (r->removed == 1)
        return r->insert[0] == T_INTEGER && s->d.token[r->at].label;
    return r->cost >= 0 && r->removed == 0 && r->insert[0] == s->owed;
}

/* Inserts a token before token `at`. At the end of the text it stands there,
 * behind the blanks: what is written next comes before it. */
static void insert(Search *s, int kind, int at) {
    recovery_insert(&s->d, &s->now, kind);
    if (at == s->d.count - 1)
        s->d.corrected[s->now.shifted - 1].span = s->d.token[at].span;
}

/* Reports the error at token d.error and returns the token to continue
 * with. */
static int recover(Search *s) {
    const int known = recovery_known_fault(&s->d);
    if (known >= 0) {
        copy(&s->now, &s->d.before);
        return known;
    }
    s->best = (Correction){.cost = -1};
    for (int at = s->d.error; at >= s->first && at >= 0; at--)
        consider_all(s, at);
    if (!belongs(s))
        recovery_report(&s->d, &s->best);
    const int added = s->best.inserts == 1 ? s->best.insert[0] : 0;
    s->owed = s->best.cost < 0 || s->best.removed > 0 ? 0
              : added == '('                          ? ')'
              : added == '['                          ? ']'
                                                      : 0;
    if (s->best.cost < 0)
        return skip(s);
    copy(&s->now, &s->earlier[s->best.at % (TOKENS_BEFORE + 1)]);
    for (int i = 0; i < s->best.inserts; i++)
        insert(s, s->best.insert[i], s->best.at);
    return s->best.at + s->best.removed;
}

static void read_all(Search *s) {
    int at = 0, messages = 0;
    while (at < s->d.count) {
        ParserStack *here = &s->earlier[at % (TOKENS_BEFORE + 1)];
        if (at - s->first > TOKENS_BEFORE)
            s->first = at - TOKENS_BEFORE;
        copy(here, &s->now);
        if (recovery_shift(&s->d, &s->now, &s->d.token[at])) {
            at++;
            continue;
        }
        copy(&s->now, here);
        if (messages++ == MAX_MESSAGES)
            return;
        s->d.error = at;
        copy(&s->d.before, here);
        s->first =
            at - TOKENS_BEFORE > s->first ? at - TOKENS_BEFORE : s->first;
        at = s->first = recover(s);
    }
}

/* A text may stop anywhere: what is open is closed, in the shortest way. The
 * first of these that can stand is taken. */
static void complete(Search *s) {
    static const int closers[] = {0,        T_END,  ')',       ']',  T_BEGIN,
                                  T_DO,     T_THEN, T_OF,      T_TO, T_UNTIL,
                                  T_IDENT,  ':',    T_ASSIGN,  '=',  ';',
                                  T_DOTDOT, '[',    T_INTEGER, ',',  '.'};
    enum { CLOSERS = sizeof closers / sizeof *closers };
    for (int taken = 0; taken < MAX_CLOSERS; taken++) {
        int k = 0;
        copy(&s->d.before, &s->now);
        while (k < CLOSERS && !recovery_accepts(&s->d, closers[k]))
            k++;
        if (k == CLOSERS)
            return;
        insert(s, closers[k], s->d.count - 1);
        if (closers[k] == 0)
            return;
    }
}

static const Token *corrected(Search *s) {
    const int n = s->now.shifted;
    if (n == 0 || s->d.corrected[n - 1].kind != 0)
        complete(s);
    /* One that is not complete is as wrong as the text. */
    keep(&s->d, s->now.shifted, (Token){.kind = 0});
    return s->d.corrected;
}

bool recovery_accepts(Diagnosis *d, int kind) {
    copy(&d->trial, &d->before);
    return parser_shift(&d->trial, kind);
}

/* Reads all tokens; messages of the lexer are new behind the place where the
 * parser stopped. */
static void read_tokens(Diagnosis *d, StarSpan part) {
    Diag silent = {.arena = d->lexer->arena};
    Lexer lexer = {.arena = d->lexer->arena,
                   .diag = &silent,
                   .names = d->lexer->names,
                   .piece = d->lexer->piece};
    RecoveryToken *tokens = NULL;
    uint32_t count = 0, room = 0;
    PARSE_STYPE value;
    StarSpan span;
    int kind;
    lexer_begin(&lexer, d->lexer->text, part);
    do {
        if (lexer.offset >= d->lexer->offset)
            lexer.diag = d->lexer->diag;
        kind = parse_lex(&value, &span, &lexer);
        tokens = arena_grow(lexer.arena, tokens, count, &room, sizeof *tokens);
        tokens[count++] = (RecoveryToken){
            .kind = kind == T_START ? T_IDENT : kind,
            .read = kind,
            .value = value,
            .starts = kind == T_START,
            .span = span,
            .name = kind == T_IDENT || kind == T_START ? value.name.id
                    : is_word(kind)                    ? parser_token_name(kind)
                                                       : NULL};
    } while (kind != 0);
    lexer_end(&lexer);
    d->token = tokens;
    d->count = (int)count;
    d->known = d->lexer->diag->count;
}

static const Token *diagnose(Lexer *lexer, StarSpan part, Arena *stacks,
                             Doubt *doubt) {
    Search s = {.d = {.lexer = lexer,
                      .before = new_stack(stacks),
                      .trial = new_stack(stacks)},
                .now = new_stack(stacks)};
    for (int i = 0; i <= TOKENS_BEFORE; i++)
        s.earlier[i] = new_stack(stacks);
    read_tokens(&s.d, part);
    read_all(&s);
    diag_sort(lexer->diag, part.file);
    const Token *tokens = corrected(&s);
    if (doubt != NULL)
        *doubt = doubt_find(&s.d, s.now.shifted);
    return tokens;
}

/* NULL if the memory did not suffice. */
static const Token *try_diagnose(Lexer *lexer, StarSpan part, Arena *stacks,
                                 Doubt *doubt) {
    jmp_buf jump;
    stacks->exhausted = lexer->arena->exhausted = &jump;
    if (setjmp(jump) != 0)
        return NULL;
    return diagnose(lexer, part, stacks, doubt);
}

/* The stacks are large, and a session may see many mistakes. */
const Token *parser_diagnose(Lexer *lexer, StarSpan part, Doubt *doubt) {
    jmp_buf *outer = lexer->arena->exhausted;
    Arena stacks = {.mem = lexer->arena->mem};
    const Token *tokens = try_diagnose(lexer, part, &stacks, doubt);
    lexer->arena->exhausted = outer;
    arena_free(&stacks);
    if (tokens == NULL)
        longjmp(*outer, 1);
    return tokens;
}

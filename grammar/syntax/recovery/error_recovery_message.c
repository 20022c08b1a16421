/* SPDX-License-Identifier: MIT */
/* The messages of error recovery. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "syntax/recovery/error_recovery.h"
#include "syntax/recovery/foreign.h"

/* The text of a token, quoted; the end of the file has no text. */
static const char *quoted(const Diagnosis *d, const RecoveryToken *t) {
    const char *text = d->lexer->text + t->span.start;
    uint32_t length = t->span.end - t->span.start;
    if (length == 0)
        return "the end of the file";
    return arena_printf(d->lexer->arena, "'%.*s'%s",
                        (int)(length < 40 ? length : 40), text,
                        length < 40 ? "" : "...");
}

/* Where an operator may stand, what would end the expression says more. */
static bool goes_on(int kind) {
    static const int kinds[] = {
        '+',   '-',   '*',  '/',  '=',   '<', '>', T_NE, T_LE, T_GE,    T_DIV,
        T_MOD, T_AND, T_OR, T_IN, T_XOR, '(', '[', '^',  '.',  T_DOTDOT};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kind == kinds[i])
            return true;
    return false;
}

static const char *listed(Arena *arena, int kind) {
    const char *name = parser_token_name(kind);
    bool sign = name[0] == '\'' || strchr(name, ' ') != NULL;
    return sign ? name : arena_printf(arena, "'%s'", name);
}

/* A short phrase for what could stand here: a category where one fits, else
 * the tokens, which `only` gets if it is one. */
static const char *wanted(Diagnosis *d, int *only) {
    Arena *arena = d->lexer->arena;
    const char *text = "";
    int choice[4] = {0}, choices = 0;
    *only = 0;
    if (recovery_accepts(d, T_BEGIN) && recovery_accepts(d, T_CONST))
        return "a declaration or 'begin'";
    if (recovery_accepts(d, T_CONST))
        return "a declaration";
    if (recovery_accepts(d, T_BEGIN) && recovery_accepts(d, T_IF))
        return "a statement";
    if (recovery_accepts(d, T_ARRAY))
        return recovery_accepts(d, T_IDENT) ? "a type" : "a structured type";
    if (recovery_accepts(d, T_INTEGER) && recovery_accepts(d, T_IDENT))
        return "an expression";
    for (int kind = 0; kind < parser_tokens() && choices < 4; kind++)
        if (parser_token_name(kind) != NULL && !goes_on(kind) &&
            recovery_accepts(d, kind))
            choice[choices++] = kind;
    if (choices == 0) /* else it begins a field */
        choice[choices++] = '.';
    if (choices == 1)
        *only = choice[0];
    for (int i = 0; i < choices; i++)
        text = arena_printf(arena, "%s%s%s", text,
                            i == 0             ? ""
                            : i == choices - 1 ? " or "
                                               : ", ",
                            listed(arena, choice[i]));
    return text;
}

/* Right behind the token before token `at`, where something is missing. */
static StarSpan behind(const Diagnosis *d, int at) {
    StarSpan span = d->token[at].span;
    if (at > 0)
        span.start = d->token[at - 1].span.end;
    span.end = span.start + (span.start < d->lexer->offset);
    return span;
}

/* True for an error that follows from one that the lexer has reported: on a
 * line, or right behind it, with an open quote or a character without meaning,
 * and in the rest of an open comment. */
static bool known(const Diagnosis *d) {
    const RecoveryToken *t = &d->token[d->error];
    const char *text = d->lexer->text;
    uint32_t at = t->span.start, near = d->error > 0 ? t[-1].span.start : at;
    for (int i = 0; i < d->known; i++) {
        const StarReport *r = &d->lexer->diag->report[i];
        uint32_t start = r->span.start, end = start;
        if (r->span.file != t->span.file)
            continue;
        end += (uint32_t)strcspn(text + start, "\n");
        if (r->status == STAR_OPENQUOTE || r->status == STAR_CHARACTER ||
            r->status == STAR_FOREIGN)
            while (start > 0 && text[start - 1] != '\n')
                start--;
        else if (r->status == STAR_COMMENT)
            end = UINT32_MAX;
        else
            continue;
        if ((start <= at && at <= end) || (start <= near && near <= end))
            return true;
    }
    return false;
}

/* How far the line of a token is indented. */
static int indent(const Diagnosis *d, int at) {
    const char *text = d->lexer->text, *line = text + d->token[at].span.start;
    while (line > text && line[-1] != '\n')
        line--;
    return (int)strspn(line, " \t");
}

/* The innermost token that opens something and is not closed before token
 * `until`: a parenthesis or bracket, or what 'end' closes. Of the latter
 * one that a less indented 'end' closes is the likelier. */
static int opener(const Diagnosis *d, int until, bool bracket) {
    int *open = arena_alloc(d->lexer->arena, (size_t)until + 1, sizeof *open);
    int depth = 0, likely = -1;
    for (int i = 0; i < until; i++) {
        int kind = d->token[i].kind;
        bool opens =
            bracket ? kind == '(' || kind == '['
                    : kind == T_BEGIN || kind == T_CASE || kind == T_RECORD;
        bool closes = bracket ? kind == ')' || kind == ']' : kind == T_END;
        if (opens)
            open[depth++] = i;
        else if (closes && depth > 0 &&
                 indent(d, open[--depth]) > indent(d, i) && likely < 0)
            likely = open[depth];
    }
    return likely >= 0 && !bracket ? likely : depth > 0 ? open[depth - 1] : -1;
}

static void note_opener(const Diagnosis *d, StarReport *r, int until,
                        bool bracket) {
    int at = opener(d, until, bracket);
    if (at >= 0)
        diag_note(d->lexer->diag, r, d->token[at].span, "%s is opened here",
                  quoted(d, &d->token[at]));
}

static StarReport *say(const Diagnosis *d, StarStatus status, StarSpan span,
                       const char *expected, const char *found) {
    StarReport *r = diag_error(d->lexer->diag, span,
                               MSG_EXPECTED_SYNTAX(status, expected, found));
    diag_expected(r, expected, found);
    return r;
}

/* True if the heading of a function ends before token `at`. */
static bool of_function(const Diagnosis *d, int at) {
    int depth = 0;
    while (at > 1) {
        int kind = d->token[--at].kind;
        depth += (kind == ')') - (kind == '(');
        if (depth == 0 && kind == T_IDENT)
            return d->token[at - 1].kind == T_FUNCTION;
        if (depth == 0 && kind != '(')
            return false;
    }
    return false;
}

/* True if the name of a procedure or function stands before token `at`. */
static bool after_heading(const Diagnosis *d, int at) {
    const RecoveryToken *t = &d->token[at];
    return at > 1 && t[-1].kind == T_IDENT &&
           (t[-2].kind == T_PROCEDURE || t[-2].kind == T_FUNCTION);
}

/* A heading with its 'var' beside it: parameters without a parenthesis. The
 * text is read on as if they were variables of the block. */
static bool bare_parameters(const Diagnosis *d, int at) {
    const RecoveryToken *t = &d->token[at];
    const char *text = d->lexer->text;
    return t->kind == T_VAR && after_heading(d, at) &&
           memchr(text + t[-1].span.end, '\n',
                  t->span.start - t[-1].span.end) == NULL;
}

/* Corrects by the tokens that are inserted behind token p->at - 1, if each has
 * one spelling. */
static void fix_left_out(const Diagnosis *d, const Correction *p,
                         StarReport *r) {
    Arena *arena = d->lexer->arena;
    StarSpan at = d->token[p->at].span;
    if (p->at > 0)
        at.start = at.end = d->token[p->at - 1].span.end;
    else
        at.end = at.start;
    const char *text = "";
    for (int i = 0; i < p->inserts; i++) {
        const char *token = parser_spelling(d->lexer, p->insert[i], at);
        if (token == NULL)
            return;
        const bool word = isalpha((unsigned char)token[strspn(token, " ")]);
        text = arena_printf(arena, "%s%s%s", text,
                            word && *token != ' ' ? " " : "", token);
    }
    diag_fix(r, at, text);
}

/* The code of a token that is missing. */
static StarStatus lack(int kind) {
    switch (kind) {
    case ';': return STAR_MISSINGSEMICOLON;
    case ':': return STAR_COLON;
    case ',': return STAR_COMMA;
    case '.': return STAR_PERIOD;
    case '(':
    case ')': return STAR_PARENTHESIS;
    case '[':
    case ']': return STAR_BRACKET;
    case T_IDENT: return STAR_MISSINGNAME;
    case T_BEGIN: return STAR_MISSINGBEGIN;
    case T_END: return STAR_MISSINGEND;
    case T_THEN: return STAR_MISSINGTHEN;
    case T_DO: return STAR_MISSINGDO;
    case T_OF: return STAR_MISSINGOF;
    case T_UNTIL: return STAR_MISSINGUNTIL;
    default: return STAR_SYNTAX;
    }
}

static void left_out(Diagnosis *d, const Correction *p, const char *want,
                     const char *found) {
    Diag *diag = d->lexer->diag;
    const int kind = bare_parameters(d, p->at) ? '(' : p->insert[0];
    StarSpan at = d->token[p->at].span;
    const char *name = listed(d->lexer->arena, kind);
    StarStatus status = lack(kind);
    if (kind == ';' || kind == '.')
        at = behind(d, p->at);
    if (kind == ';' && recovery_accepts(d, T_END))
        name = "';' between statements";
    if (kind == ':' && p->inserts == 2) {
        status = of_function(d, p->at) ? STAR_RESULTTYPE : STAR_MISSINGTYPE;
        name = "':' and a type";
    }
    if (kind == T_IDENT && p->at == d->error) {
        name = want;
        status = recovery_accepts(d, T_ARRAY)     ? STAR_MISSINGTYPE
                 : recovery_accepts(d, T_INTEGER) ? STAR_OPERAND
                                                  : STAR_MISSINGNAME;
    }
    StarReport *r = say(d, status, at, name, found);
    if (kind == p->insert[0])
        fix_left_out(d, p, r);
    if (kind == ';')
        diag_hint(diag, r, "add ';' here");
    else if (kind == '.')
        diag_hint(diag, r, "a program ends with 'end.'");
    else if (kind == T_END)
        note_opener(d, r, p->at, false);
    else if (kind == ')' || kind == ']')
        note_opener(d, r, p->at, true);
    else if (kind == '(' && after_heading(d, p->at))
        diag_hint(diag, r, "parameters stand in parentheses");
    else if (kind == '[' && p->at > 0 && d->token[p->at - 1].kind == T_ARRAY)
        diag_hint(diag, r,
                  "an array's indices stand in brackets: "
                  "array [1..10]");
}

/* True if the same reserved word was reported as a name before. */
static bool repeated(const Diagnosis *d, const RecoveryToken *t) {
    const char *text = d->lexer->text;
    for (int i = d->known; i < d->lexer->diag->count; i++) {
        const StarReport *r = &d->lexer->diag->report[i];
        if (r->status == STAR_RESERVED &&
            r->span.end - r->span.start == t->span.end - t->span.start &&
            strncasecmp(text + r->span.start, text + t->span.start,
                        t->span.end - t->span.start) == 0)
            return true;
    }
    return false;
}

static void mistaken(Diagnosis *d, const Correction *p, const char *found) {
    Diag *diag = d->lexer->diag;
    const RecoveryToken *t = &d->token[p->at];
    const char *name = listed(d->lexer->arena, p->insert[0]);
    StarReport *r;
    if (p->insert[0] == '+') {
        r = diag_error(diag, t->span, MSG_COMPARISON_CHAINED(found));
        diag_hint(diag, r,
                  "beside 'and' and 'or' comparisons need "
                  "parentheses: (a < b) and (b < c)");
    } else if (p->insert[0] == T_ASSIGN) {
        r = say(d, STAR_EQUALS, t->span, name, found);
        diag_hint(diag, r, "a value is assigned with ':='");
        diag_fix(r, t->span, ":=");
    } else if (t->kind == T_ASSIGN && p->insert[0] == '=') {
        r = say(d, STAR_ASSIGNS, t->span, name, found);
        diag_hint(diag, r, "'=' compares and declares, ':=' assigns");
        diag_fix(r, t->span, "=");
    } else if (t->kind == T_IDENT && p->insert[0] != T_INTEGER) {
        const char *word =
            p->inserts == 2 ? "else if" : recovery_word(t->name, p->insert[0]);
        r = say(d, STAR_MISSPELLED, t->span,
                arena_printf(d->lexer->arena, "'%s'", word), found);
        diag_suggest(r, word);
    } else if (p->insert[0] == T_IDENT) {
        if (repeated(d, t))
            return;
        r = diag_error(diag, t->span, MSG_RESERVED_WORD(found));
        diag_expected(r, name, found);
    } else if (p->insert[0] == '.') {
        r = say(d, STAR_PERIOD, t->span, name, found);
        diag_hint(diag, r, "a program ends with 'end.'");
        diag_fix(r, t->span, ".");
    } else {
        r = say(d, lack(p->insert[0]), t->span, name, found);
        diag_fix(r, t->span, parser_spelling(d->lexer, p->insert[0], t->span));
    }
}

/* The last loop before a surplus 'end' that repeats one statement, where more
 * stand as if it repeated them: on its line, or indented like the first. */
static void note_loop(const Diagnosis *d, StarReport *r, int until) {
    for (int i = until - 1; i > 0; i--) {
        const int next = d->token[i + 1].kind;
        int end = i + 1;
        if (d->token[i].kind != T_DO || next == T_BEGIN)
            continue;
        while (end < until && d->token[end].kind != ';')
            end++;
        if (end + 1 >= until || d->token[end + 1].kind == T_END ||
            indent(d, end + 1) != indent(d, i + 1) ||
            (recovery_begins_line(d, i + 1) &&
             indent(d, i + 1) == indent(d, i)))
            return;
        diag_note(d->lexer->diag, r, d->token[i].span,
                  "this 'do' repeats one statement: several stand between "
                  "begin and end");
        return;
    }
}

static void too_much(Diagnosis *d, const Correction *p, const char *want,
                     const char *found) {
    const RecoveryToken *t = &d->token[p->at];
    StarReport *r;
    StarSpan removed = t->span;
    removed.end = t[p->removed - 1].span.end;
    if (t->kind == ';' && t[1].kind == T_END && p->removed == 2)
        t++;
    if (t->kind == T_END) {
        r = diag_error(d->lexer->diag, t->span, MSG_SURPLUS_END());
        diag_hint(d->lexer->diag, r, "remove this 'end'");
        diag_fix(r, removed, "");
        note_loop(d, r, (int)(t - d->token));
    } else if (t->kind == ';' && t[1].kind == T_ELSE) {
        r = say(d, STAR_SEMICOLONELSE, t[1].span, "a statement",
                quoted(d, &t[1]));
        diag_hint(d->lexer->diag, r, "no ';' may stand before 'else'");
        diag_fix(r, t->span, "");
    } else if (p->at == d->error) {
        diag_fix(say(d, STAR_SYNTAX, t->span, want, found), removed, "");
    } else {
        r = say(d, STAR_SYNTAX, d->token[d->error].span, want,
                quoted(d, &d->token[d->error]));
        diag_hint(d->lexer->diag, r, "is %s before it meant?", found);
    }
}

/* The error has no correction. */
static void lost(Diagnosis *d, const char *want, int only) {
    int at = d->error, kind = d->token[at].kind;
    bool ends = kind == '.' || kind == T_PROCEDURE || kind == T_FUNCTION;
    bool open = ends && recovery_accepts(d, T_END);
    bool operand =
        recovery_accepts(d, T_INTEGER) && recovery_accepts(d, T_IDENT);
    if (kind == 0 && opener(d, at, false) >= 0) {
        open = true;
        want = "'end'";
        at -= at > 0 && d->token[at - 1].kind == '.';
    }
    StarReport *r = say(d,
                        open      ? STAR_MISSINGEND
                        : operand ? STAR_OPERAND
                                  : lack(only),
                        d->token[at].span, want, quoted(d, &d->token[at]));
    if (open)
        note_opener(d, r, at, false);
}

/* Reports (p)^, nil^, (a)[1] as the error; false for other errors. */
static bool part_of_value(Diagnosis *d) {
    const RecoveryToken *t = &d->token[d->error];
    int before = d->error > 0 ? t[-1].kind : 0;
    StarReport *r;
    if ((t->kind != '^' && t->kind != '[') ||
        (before != ')' && before != T_NIL && before != T_TEXT &&
         before != T_INTEGER && before != T_REAL))
        return false;
    r = diag_error(d->lexer->diag, t->span, MSG_PART_OF_VALUE(quoted(d, t)));
    if (before == ')')
        diag_hint(d->lexer->diag, r, "leave out the parentheses");
    else if (t->kind == '^' && (before == T_INTEGER || before == T_REAL))
        diag_hint(d->lexer->diag, r, "%s", foreign_word("pow"));
    return true;
}

/* The `end` of the record whose second variant part begins at token `at`. */
static int end_of_record(const Diagnosis *d, int at) {
    for (int records = 0; at < d->count; at++) {
        records += d->token[at].kind == T_RECORD;
        if (d->token[at].kind == T_END && records-- == 0)
            break;
    }
    return at;
}

static int second_part(Diagnosis *d) {
    const RecoveryToken *t = &d->token[d->error];
    StarReport *r =
        diag_error(d->lexer->diag, t->span, MSG_SECOND_VARIANT_PART());
    diag_hint(d->lexer->diag, r,
              "variants may have variant parts; a field may be a record");
    return end_of_record(d, d->error);
}

/* label a: the name is that of a label wherever that helps. */
static int named_label(Diagnosis *d) {
    RecoveryToken *t = &d->token[d->error];
    if (!t->label)
        diag_hint(d->lexer->diag,
                  say(d, STAR_SYNTAX, t->span, "a number", quoted(d, t)),
                  "a label is a number, as in label 1");
    for (int i = 0; i < d->count; i++)
        d->token[i].label |= d->token[i].name == t->name;
    t->kind = T_INTEGER;
    return d->error;
}

int recovery_known_fault(Diagnosis *d) {
    const int kind = d->token[d->error].kind;
    if (kind == T_CASE && recovery_accepts(d, T_END) &&
        recovery_accepts(d, T_INTEGER) && !recovery_accepts(d, T_OTHERWISE) &&
        !recovery_accepts(d, T_IF))
        return second_part(d);
    if (kind == T_IDENT && d->error > 0 &&
        (d->token[d->error - 1].kind == T_LABEL ||
         d->token[d->error - 1].kind == T_GOTO ||
         (d->token[d->error - 1].kind == ',' &&
          recovery_accepts(d, T_INTEGER) && !recovery_accepts(d, T_REAL))))
        return named_label(d);
    return known(d) ? -1 : recovery_foreign(d);
}

/* Adds a hint if a comment stands before the error that other languages would
 * read as code. */
static void hint_comment(Diagnosis *d, StarReport *r) {
    const RecoveryToken *t = &d->token[d->error];
    if (d->error == 0)
        return;
    const char *text = d->lexer->text + t[-1].span.end;
    const int length = (int)(t->span.start - t[-1].span.end);
    const int blank = (int)strspn(text, " ");
    const int line = (int)strcspn(text, "\r\n");
    const int inner = (int)strcspn(text, "=,;");
    if (text[blank] == '{' && inner < length)
        diag_hint(d->lexer->diag, r,
                  "{ } enclose a comment: statements stand between begin and "
                  "end, bits between quotes");
    else if (strncmp(text + blank, "//", 2) == 0 && line < length && line > 0 &&
             text[line - 1] == ';')
        diag_hint(d->lexer->diag, r,
                  "// begins a comment: the quotient of integers is a div b");
}

void recovery_report(Diagnosis *d, const Correction *p) {
    int only;
    if (known(d) || part_of_value(d))
        return;
    const int before = d->lexer->diag->count;
    const char *want = wanted(d, &only);
    const char *found = quoted(d, &d->token[p->cost < 0 ? d->error : p->at]);
    if (p->cost < 0)
        lost(d, want, only);
    else if (p->removed == 0)
        left_out(d, p, want, found);
    else if (p->inserts == 0)
        too_much(d, p, want, found);
    else
        mistaken(d, p, found);
    if (d->lexer->diag->count > before)
        hint_comment(d, d->lexer->diag->last);
}

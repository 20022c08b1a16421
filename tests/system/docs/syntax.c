/* SPDX-License-Identifier: MIT */
/* star_syntax FOLDER <star.output: from bison's report of the grammar, writes
 * docs/reference/syntax.md to FOLDER, and the diagrams in syntax/ there.
 *
 * The rules become those of EBNF: a rule that calls itself at its left is a
 * loop, alternatives share what they begin and end with, and small rules that
 * are used once stand where they are used. A token without a spelling is in no
 * text; alternatives with one are left out. */
#include "syntax.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { RULES = 200, PARTS = 40, SMALL = 7 };

/* An alternative: its symbols in order. */
typedef struct Row {
    Syntax *symbol[PARTS];
    int length;
} Row;

typedef struct Rule {
    const char *name;
    Row row[PARTS];
    int rows;
    Syntax *syntax;
    bool gone; /* it stands in other rules */
} Rule;

typedef struct Grammar {
    Arena arena;
    Rule rule[RULES];
    int rules;
} Grammar;

static void die(const char *what, const char *where) {
    fprintf(stderr, "star_syntax: %s: %s\n", what, where);
    exit(1);
}

static Rule *find(Grammar *g, const char *name) {
    for (int k = 0; k < g->rules; k++)
        if (strcmp(g->rule[k].name, name) == 0)
            return &g->rule[k];
    return NULL;
}

/* ---- Trees ---- */

static Syntax *leaf(Grammar *g, SyntaxKind kind, const char *text) {
    Syntax *s = arena_alloc(&g->arena, 1, sizeof *s);
    *s = (Syntax){.kind = kind, .text = text};
    return s;
}

static Syntax *node(Grammar *g, SyntaxKind kind, Syntax **part, int parts) {
    Syntax *s = leaf(g, kind, NULL);
    s->part = arena_alloc(&g->arena, (size_t)parts, sizeof *s->part);
    memcpy(s->part, part, (size_t)parts * sizeof *part);
    s->parts = parts;
    return s;
}

static bool same(const Syntax *a, const Syntax *b) {
    return a->kind == b->kind && strcmp(a->text, b->text) == 0;
}

static bool is(const Syntax *s, const Rule *rule) {
    return s->kind == SYNTAX_RULE && strcmp(s->text, rule->name) == 0;
}

/* ---- Reading ---- */

/* The symbol at the beginning of a text, which is moved behind it. */
static Syntax *symbol(Grammar *g, char **at) {
    const char quote = **at;
    char *from = *at;
    if (quote != '"' && quote != '\'') {
        *at += strcspn(*at, " \n");
        return leaf(g, SYNTAX_RULE,
                    arena_text(&g->arena, from, (size_t)(*at - from)));
    }
    *at = strchr(from + 1, quote) + 1;
    const char *text =
        arena_text(&g->arena, from + 1, (size_t)(*at - from - 2));
    if (strncmp(text, "a ", 2) == 0)
        return leaf(g, SYNTAX_TOKEN, text + 2);
    return leaf(g, SYNTAX_LITERAL, text);
}

static void read_row(Grammar *g, Rule *rule, char *at) {
    Row *row = &rule->row[rule->rows++];
    for (at += strspn(at, " \n"); *at != '\0'; at += strspn(at, " \n")) {
        if (rule->rows == PARTS || row->length == PARTS)
            die("a rule with too many parts", rule->name);
        if (strncmp(at, "\u03b5", 2) == 0 || *at == '%')
            return; /* it is empty */
        row->symbol[row->length++] = symbol(g, &at);
    }
}

/* Lines like "   14 decl: ..." and "   15     | ...", up to the tokens. */
static void read_grammar(Grammar *g, FILE *from) {
    char line[2000];
    while (fgets(line, sizeof line, from) && strncmp(line, "Terminals", 9)) {
        char *at = line + strspn(line, " 0123456789");
        char *colon = strchr(at, ':');
        if (at == line || *at == '\n' || *at == '$')
            continue;
        if (*at != '|') {
            if (colon == NULL || g->rules == RULES)
                die("this is no rule", at);
            g->rule[g->rules++].name =
                arena_text(&g->arena, at, (size_t)(colon - at));
            at = colon;
        }
        read_row(g, &g->rule[g->rules - 1], at + 1);
    }
}

/* ---- Rules into loops ---- */

static void drop(Rule *rule, int k) {
    memmove(&rule->row[k], &rule->row[k + 1],
            (size_t)(--rule->rows - k) * sizeof *rule->row);
}

static void drop_unspelled(Grammar *g) {
    for (int i = 0; i < g->rules; i++)
        for (int k = g->rule[i].rows; k-- > 0;) {
            const Row *row = &g->rule[i].row[k];
            bool spelled = true;
            for (int s = 0; s < row->length; s++)
                if (row->symbol[s]->kind == SYNTAX_RULE)
                    spelled &= find(g, row->symbol[s]->text) != NULL;
            if (!spelled)
                drop(&g->rule[i], k);
        }
}

/* Rows that begin with `first` begin with its rows. */
static void unfold(Rule *rule, const Rule *first) {
    for (int k = 0; k < rule->rows; k++) {
        const Row row = rule->row[k];
        if (row.length == 0 || !is(row.symbol[0], first))
            continue;
        drop(rule, k);
        for (int i = 0; i < first->rows; i++) {
            Row *to = &rule->row[k + i];
            if (rule->rows == PARTS)
                die("a rule with too many rows", rule->name);
            memmove(to + 1, to,
                    (size_t)(rule->rows++ - k - i) * sizeof *rule->row);
            *to = first->row[i];
            for (int s = 1; s < row.length; s++)
                to->symbol[to->length++] = row.symbol[s];
        }
        k += first->rows - 1;
    }
}

static bool begins_with(const Rule *rule, const Rule *first) {
    for (int k = 0; k < rule->rows; k++)
        if (rule->row[k].length > 0 && is(rule->row[k].symbol[0], first))
            return true;
    return false;
}

/* A rule that begins with an earlier one, which begins with it, stands there
 * and wherever a rule begins with it. */
static void unfold_pairs(Grammar *g) {
    for (int i = 0; i < g->rules; i++)
        for (int k = i + 1; k < g->rules; k++) {
            Rule *later = &g->rule[k];
            if (!begins_with(&g->rule[i], later) ||
                !begins_with(later, &g->rule[i]))
                continue;
            for (int j = 0; j < g->rules; j++)
                if (j != k)
                    unfold(&g->rule[j], later);
            later->gone = true;
        }
}

static Row cut(const Row *row, int from, int to) {
    Row part = {.length = to - from};
    memcpy(part.symbol, row->symbol + from,
           (size_t)part.length * sizeof *part.symbol);
    return part;
}

static Syntax *alternatives(Grammar *g, const Row *row, int rows);

/* How many symbols all rows begin with, or end with. */
static int common(const Row *row, int rows, bool at_end) {
    for (int n = 0;; n++)
        for (int k = 0; k < rows; k++) {
            const int last = row[k].length - 1, first = row[0].length - 1;
            if (n > last || n > first ||
                !same(row[0].symbol[at_end ? first - n : n],
                      row[k].symbol[at_end ? last - n : n]))
                return n;
        }
}

/* The common beginning of all rows, the rest as alternatives, the common end.
 */
static Syntax *shared(Grammar *g, const Row *row, int rows, int first,
                      int last) {
    Row *rest = arena_alloc(&g->arena, (size_t)rows, sizeof *rest);
    Syntax *part[2 * PARTS];
    int parts = 0;
    for (int k = 0; k < rows; k++)
        rest[k] = cut(&row[k], first, row[k].length - last);
    for (int k = 0; k < first; k++)
        part[parts++] = row[0].symbol[k];
    Syntax *middle = alternatives(g, rest, rows);
    if (middle->kind != SYNTAX_SEQUENCE) {
        part[parts++] = middle;
    } else {
        memcpy(part + parts, middle->part,
               (size_t)middle->parts * sizeof *part);
        parts += middle->parts;
    }
    for (int k = 0; k < last; k++)
        part[parts++] = row[0].symbol[row[0].length - last + k];
    return node(g, SYNTAX_SEQUENCE, part, parts);
}

/* Rows in groups that begin alike. */
static Syntax *groups(Grammar *g, const Row *row, int rows) {
    Syntax *part[PARTS];
    Row *group = arena_alloc(&g->arena, (size_t)rows, sizeof *group);
    int parts = 0;
    bool empty = false;
    for (int k = 0; k < rows; k++) {
        int size = 0;
        bool seen = row[k].length == 0;
        empty |= seen;
        for (int i = 0; i < k && !seen; i++)
            seen =
                row[i].length > 0 && same(row[i].symbol[0], row[k].symbol[0]);
        for (int i = k; i < rows && !seen; i++)
            if (row[i].length > 0 && same(row[i].symbol[0], row[k].symbol[0]))
                group[size++] = row[i];
        if (size > 0)
            part[parts++] = alternatives(g, group, size);
    }
    Syntax *s = parts == 1 ? part[0] : node(g, SYNTAX_CHOICE, part, parts);
    return empty ? node(g, SYNTAX_OPTION, &s, 1) : s;
}

static Syntax *alternatives(Grammar *g, const Row *row, int rows) {
    if (rows == 1 && row->length == 1)
        return row->symbol[0];
    if (rows == 1)
        return node(g, SYNTAX_SEQUENCE, (Syntax **)row->symbol, row->length);
    const int first = common(row, rows, false);
    int last = common(row, rows, true);
    for (int k = 0; k < rows; k++)
        if (last > row[k].length - first)
            last = row[k].length - first;
    return first + last > 0 ? shared(g, row, rows, first, last)
                            : groups(g, row, rows);
}

/* One row `more`, which goes on from a list: is it a separator and what the
 * list begins with? */
static bool is_separated(const Row *base, const Row *more) {
    return more->length == base->length + 1 &&
           common((Row[]){*base, cut(more, 1, more->length)}, 2, false) ==
               base->length;
}

static Syntax *loop(Grammar *g, const Row *base, int bases, const Row *more,
                    int mores) {
    Syntax *again = alternatives(g, more, mores);
    Syntax *part[2];
    if (bases == 1 && mores == 1 && base->length > 0) {
        part[0] = alternatives(g, base, 1);
        part[1] = more->symbol[0];
        if (is_separated(base, more))
            return node(g, SYNTAX_LOOP, part, 2);
        if (more->length == base->length &&
            common((Row[]){*base, *more}, 2, false) == base->length)
            return node(g, SYNTAX_LOOP, part, 1);
    }
    part[1] = node(g, SYNTAX_LOOP, &again, 1);
    part[1] = node(g, SYNTAX_OPTION, &part[1], 1);
    if (bases == 1 && base->length == 0)
        return part[1];
    part[0] = alternatives(g, base, bases);
    return node(g, SYNTAX_SEQUENCE, part, 2);
}

static void shape(Grammar *g, Rule *rule) {
    Row base[PARTS], more[PARTS];
    int bases = 0, mores = 0;
    for (int k = 0; k < rule->rows; k++) {
        const Row *row = &rule->row[k];
        if (row->length > 0 && is(row->symbol[0], rule))
            more[mores++] = cut(row, 1, row->length);
        else
            base[bases++] = *row;
    }
    rule->syntax = mores > 0 ? loop(g, base, bases, more, mores)
                             : alternatives(g, base, bases);
}

/* ---- Small rules into others ---- */

static int size_of(const Syntax *s) {
    int size = s->parts == 0;
    for (int k = 0; k < s->parts; k++)
        size += size_of(s->part[k]);
    return size;
}

static int uses(const Syntax *s, const Rule *rule) {
    int n = s->parts == 0 && is(s, rule);
    for (int k = 0; k < s->parts; k++)
        n += uses(s->part[k], rule);
    return n;
}

static Syntax *put(Grammar *g, Syntax *s, const Rule *rule) {
    if (s->parts == 0)
        return is(s, rule) ? rule->syntax : s;
    Syntax *part[2 * PARTS];
    int parts = 0;
    for (int k = 0; k < s->parts; k++) {
        Syntax *p = put(g, s->part[k], rule);
        if (p->kind == s->kind &&
            (p->kind == SYNTAX_SEQUENCE || p->kind == SYNTAX_CHOICE))
            for (int i = 0; i < p->parts; i++)
                part[parts++] = p->part[i];
        else
            part[parts++] = p;
    }
    return node(g, s->kind, part, parts);
}

static bool put_one(Grammar *g) {
    for (int k = 1; k < g->rules; k++) {
        Rule *rule = &g->rule[k];
        int n = 0;
        for (int i = 0; i < g->rules; i++)
            if (!g->rule[i].gone)
                n += uses(g->rule[i].syntax, rule);
        const int size = size_of(rule->syntax);
        if (rule->gone || uses(rule->syntax, rule) > 0 ||
            (n > 0 && size > 1 && (n > 1 || size > SMALL)))
            continue;
        rule->gone = true;
        for (int i = 0; i < g->rules; i++)
            if (!g->rule[i].gone)
                g->rule[i].syntax = put(g, g->rule[i].syntax, rule);
        return true;
    }
    return false;
}

/* ---- EBNF ---- */

typedef struct Line {
    FILE *to;
    int column;
} Line;

/* A word, on a new line if this one is full. */
static void word(Line *l, const char *before, const char *text,
                 const char *after) {
    const int length = (int)(strlen(before) + strlen(text) + strlen(after));
    if (l->column + length + 1 > 78) {
        fputs("\n   ", l->to);
        l->column = 3;
    }
    fprintf(l->to, " %s%s%s", before, text, after);
    l->column += length + 1;
}

static void token(Line *l, const char *text) {
    char name[40];
    size_t k = 0;
    for (; text[k] != '\0' && k + 1 < sizeof name; k++)
        name[k] = text[k] == ' ' ? '_' : (char)toupper((unsigned char)text[k]);
    name[k] = '\0';
    word(l, name, "", "");
}

static void ebnf(Line *l, const Syntax *s, bool within);

static void bracket(Line *l, const char *open, const Syntax *s,
                    const char *close) {
    word(l, open, "", "");
    ebnf(l, s, false);
    word(l, close, "", "");
}

static void ebnf_loop(Line *l, const Syntax *s) {
    ebnf(l, s->part[0], true);
    word(l, "{", "", "");
    if (s->parts > 1)
        ebnf(l, s->part[1], true);
    ebnf(l, s->part[0], s->parts > 1);
    word(l, "}", "", "");
}

/* Within a sequence a choice has parentheses. */
static void ebnf(Line *l, const Syntax *s, bool within) {
    const Syntax *p = s->parts > 0 ? s->part[0] : NULL;
    const char *quote =
        s->parts == 0 && strchr(s->text, '"') != NULL ? "'" : "\"";
    switch (s->kind) {
    case SYNTAX_LITERAL: word(l, quote, s->text, quote); break;
    case SYNTAX_TOKEN: token(l, s->text); break;
    case SYNTAX_RULE: word(l, s->text, "", ""); break;
    case SYNTAX_SEQUENCE:
        for (int k = 0; k < s->parts; k++)
            ebnf(l, s->part[k], true);
        break;
    case SYNTAX_CHOICE:
        if (within) {
            bracket(l, "(", s, ")");
            break;
        }
        for (int k = 0; k < s->parts; k++) {
            if (k > 0)
                word(l, "|", "", "");
            ebnf(l, s->part[k], false);
        }
        break;
    case SYNTAX_OPTION:
        if (p->kind == SYNTAX_LOOP && p->parts == 1)
            bracket(l, "{", p->part[0], "}");
        else
            bracket(l, "[", p, "]");
        break;
    case SYNTAX_LOOP: ebnf_loop(l, s); break;
    }
}

/* A choice has a line for each alternative. */
static void ebnf_rule(FILE *to, const Rule *rule) {
    const Syntax *s = rule->syntax;
    Line l = {.to = to};
    fprintf(to, "%s =", rule->name);
    l.column = (int)strlen(rule->name) + 2;
    if (s->kind != SYNTAX_CHOICE) {
        ebnf(&l, s, false);
    } else {
        for (int k = 0; k < s->parts; k++) {
            if (k > 0) {
                fputs("\n    |", to);
                l.column = 5;
            }
            ebnf(&l, s->part[k], false);
        }
    }
    word(&l, ";", "", "");
    fputc('\n', to);
}

/* ---- The page ---- */

static FILE *create(const char *folder, const char *name,
                    const char *extension) {
    char path[4000];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, extension);
    FILE *to = fopen(path, "w");
    if (to == NULL)
        die("cannot be written", path);
    return to;
}

static void write_rule(FILE *page, const char *folder, const Rule *rule) {
    char name[200];
    snprintf(name, sizeof name, "syntax/%s", rule->name);
    fprintf(page,
            "\n## %s\n\n![diagram of %s, which the rule below says as "
            "text](%s.svg)\n\n```ebnf\n",
            rule->name, rule->name, name);
    ebnf_rule(page, rule);
    fputs("```\n", page);
    FILE *diagram = create(folder, name, ".svg");
    railroad_draw(diagram, rule->syntax);
    fclose(diagram);
}

static void write_page(const Grammar *g, const char *folder) {
    FILE *page = create(folder, "syntax", ".md");
    fputs("# Syntax\n\n"
          "The grammar of STAR, made from `grammar/syntax/star.y` by "
          "`tests/system/docs/syntax.c`; what\nthe rules mean is in "
          "language.md. In "
          "the diagrams follow the line from left to\nright. Rounded boxes are "
          "what a program has: as it stands there or, in italics, a\nname, a "
          "number and the like. Other boxes are rules.\n\n"
          "Below each diagram the rule stands in EBNF: `[ ]` is what may be "
          "left out, `{ }`\nwhat comes any number of times, `|` separates "
          "alternatives, words in capitals are\nnames, numbers and the like. "
          "In programs upper and lower case are the same,\n`proc` is "
          "`procedure`, and words such as `slice` and `SOME` are names.\n",
          page);
    for (int k = 0; k < g->rules; k++)
        if (!g->rule[k].gone)
            write_rule(page, folder, &g->rule[k]);
    fclose(page);
}

int main(int argc, char **argv) {
    static Grammar g;
    StarError error;
    StarMem mem;
    jmp_buf exhausted;
    if (argc != 2)
        die("expected", "a folder");
    star_mem_init(&mem, &error, SIZE_MAX);
    g.arena = (Arena){.mem = &mem, .exhausted = &exhausted};
    if (setjmp(exhausted) != 0)
        die("there is", "no memory");
    read_grammar(&g, stdin);
    drop_unspelled(&g);
    unfold_pairs(&g);
    for (int k = 0; k < g.rules; k++)
        shape(&g, &g.rule[k]);
    while (put_one(&g))
        ;
    write_page(&g, argv[1]);
    arena_free(&g.arena);
    return 0;
}

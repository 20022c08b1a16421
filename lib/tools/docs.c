/* SPDX-License-Identifier: MIT */
#include "tools/docs.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "builtins.h"
#include "primitives.h"
#include "tools/docs/docs_parts.h"
#include "tools/similar.h"

/* The type of a primitive's operand, and its name unless it is a result or
 * a line, by its letter. */
static const struct {
    char letter;
    const char *type, *name;
} letters[] = {
    {'I', "integer", ""},       {'B', "boolean", ""},
    {'L', "slice or word", ""}, {'X', "word or slice", ""},
    {'S', "slice", ""},         {'W', "word", ""},
    {'T', "table", ""},         {'l', "slice or word", ""},
    {'u', "slice or word", ""}, {'s', "slice", "Y"},
    {'w', "word", "w"},         {'t', "table", "T"},
    {'m', "table", "T"},        {'i', "integer", "i"},
    {'a', "integer", "i"},      {'z', "integer", "j"},
    {'k', "integer", "k"},      {'b', "0..1", "b"},
    {'d', "up or down", "d"},
};

static const struct {
    const char *name, *sentence;
} words[] = {
#define WORD(name, sentence) {name, sentence},
#include "syntax/words.def"
#undef WORD
};

enum { WORDS = sizeof words / sizeof *words };

/* ---- Primitives ---- */

static int row(const StarOperand *operand) {
    int k = 0;
    while (letters[k].letter != operand->letter)
        k++;
    return k;
}

static bool is_line(const StarOperand *operand) {
    return operand->letter == 'l' || operand->letter == 'u';
}

/* Lines are called Y, or X and Y; behind a range i..j w, or v and w. */
static const char *name_of(const StarOperand *operand, int n, int at) {
    static const char *const names[2][2] = {{"X", "Y"}, {"v", "w"}};
    int later = 0;
    if (!is_line(&operand[at]))
        return letters[row(&operand[at])].name;
    for (int k = at + 1; k < n; k++)
        later += is_line(&operand[k]);
    return names[operand[1].letter == 'a'][1 - later];
}

static const char *type_of(const StarOperand *operand) {
    return letters[row(operand)].type;
}

static void append(Docs *d, const char *format, const char *a, const char *b,
                   const char *c) {
    const size_t length = strlen(d->heading);
    snprintf(d->heading + length, sizeof d->heading - length, format, a, b, c);
}

/* STEP(Y: slice or word): integer, or X and Y: slice or word. */
static void primitive(const StarPrimInfo *prim, Docs *d) {
    StarOperand operand[STAR_MAX_OPERANDS];
    int n = star_signature(prim->signature, operand);
    int first = operand[0].access == STAR_OVERWRITE;
    *d = (Docs){.kind = DOCS_PRIMITIVE,
                .name = prim->name,
                .text = prim->sentence,
                .length = (int)strlen(prim->sentence)};
    if (prim->kind == STAR_OPERATOR)
        append(d, "%s%s%s Y", n == 3 ? "X " : "", prim->name, "");
    else
        append(d, "%s(%s%s", prim->name, "", "");
    for (int k = first; prim->kind != STAR_OPERATOR && k < n; k++)
        append(d, "%s: %s%s", name_of(operand, n, k), type_of(&operand[k]),
               k < n - 1 ? "; " : ")");
    if (first)
        append(d, "%s%s%s", ": ", type_of(&operand[0]), "");
}

static bool has_word(const StarPrimInfo *prim) {
    return prim->kind < STAR_INTERNAL;
}

/* True if a program can write a primitive by its name: an internal one only
 * if another has the same. */
static bool has_name(const StarPrimInfo *prim) {
    for (int i = 0; i < STAR_PRIM_COUNT; i++)
        if (has_word(&star_prims[i]) &&
            strcmp(star_prims[i].name, prim->name) == 0)
            return true;
    return false;
}

/* ---- Procedures of the library ---- */

static int length_of(const char *heading) {
    int n = 0, depth = 0;
    for (; depth > 0 || heading[n] != ';'; n++)
        depth += (heading[n] == '(') - (heading[n] == ')');
    return n;
}

/* Its heading and the comment before it. */
static bool procedure(const StarUnit *unit, const char *name, Docs *d) {
    const char *heading = docs_heading(unit, name), *comment = heading;
    if (heading == NULL)
        return false;
    while (*comment != '{')
        comment--;
    comment += 2;
    const int length = (int)strcspn(comment, "}");
    const StarPrim prim = star_prim_procedure(name);
    *d = (Docs){.kind = DOCS_PROCEDURE,
                .name = name,
                .text = comment,
                .length = length - (comment[length - 1] == ' '),
                .unit = unit->name};
    snprintf(d->heading, sizeof d->heading, "%.*s", length_of(heading),
             heading);
    if (prim < STAR_PRIM_COUNT) {
        docs_formula(name, d->formula);
        d->kernel = star_prims[prim].kind == STAR_NATIVE;
    }
    return true;
}

/* ---- All ---- */

static void sentence(DocsKind kind, const char *name, const char *text,
                     Docs *d) {
    *d = (Docs){
        .kind = kind, .name = name, .text = text, .length = (int)strlen(text)};
}

/* Returns the next entry, in the order of the units, the primitives, the
 * required names and the words; *at counts through them. */
bool docs_next(const char *name, unsigned *at, Docs *d) {
    unsigned begin = 0;
    for (const StarUnit *u = star_units; u->name != NULL; u++, begin++)
        if (*at == begin && ++*at && procedure(u, name, d))
            return true;
    for (int i = 0; i < STAR_PRIM_COUNT; i++, begin++)
        if (*at == begin && ++*at &&
            strcasecmp(star_prims[i].name, name) == 0 &&
            has_name(&star_prims[i])) {
            primitive(&star_prims[i], d);
            return true;
        }
    for (int i = 0; i < BUILTIN_COUNT; i++, begin++)
        if (*at == begin && ++*at && strcasecmp(builtins[i].name, name) == 0) {
            sentence(DOCS_REQUIRED, builtins[i].name, builtins[i].sentence, d);
            return true;
        }
    for (int i = 0; i < WORDS; i++, begin++)
        if (*at == begin && ++*at && strcasecmp(words[i].name, name) == 0) {
            sentence(DOCS_WORD, words[i].name, words[i].sentence, d);
            return true;
        }
    return false;
}

static const char *primitive_name(int k) {
    for (int i = 0; i < STAR_PRIM_COUNT; i++)
        if (has_word(&star_prims[i]) && k-- == 0)
            return star_prims[i].name;
    return NULL;
}

/* All but that for the library alone. */
static const char *required_name(int k) {
    k += k >= BUILTIN_FAIL;
    return k < BUILTIN_COUNT ? builtins[k].name : NULL;
}

const char *docs_name(DocsKind kind, int k) {
    switch (kind) {
    case DOCS_PROCEDURE: return star_basic[k];
    case DOCS_PRIMITIVE: return primitive_name(k);
    case DOCS_REQUIRED: return required_name(k);
    default: return k < WORDS ? words[k].name : NULL;
    }
}

const char *docs_unit(int k) {
    return star_units[k].name;
}

const char *docs_similar(const char *name) {
    static const DocsKind order[] = {DOCS_PRIMITIVE, DOCS_REQUIRED, DOCS_WORD,
                                     DOCS_PROCEDURE};
    const char *candidate;
    Similar similar = similar_to(name, strlen(name));
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        for (int k = 0; (candidate = docs_name(order[i], k)) != NULL; k++)
            similar_consider(&similar, candidate);
    similar_consider(&similar, builtins[BUILTIN_FAIL].name);
    return similar.best;
}

/* ---- Messages ---- */

static void message(StarStatus status, DocsMessage *m) {
    *m = (DocsMessage){.code = star_status_name(status),
                       .exit = star_status_exit(status),
                       .sentence = star_status_sentence(status),
                       .explanation = star_status_explanation(status),
                       .mistake = star_status_mistake(status),
                       .correction = star_status_correction(status)};
}

bool docs_message_at(int k, DocsMessage *out) {
    if (k >= STAR_STATUS_COUNT - 1)
        return false;
    message((StarStatus)(k + 1), out);
    return true;
}

bool docs_message(const char *code, DocsMessage *out) {
    const StarStatus status = star_status_find(code);
    if (status != STAR_OK)
        message(status, out);
    return status != STAR_OK;
}

/* SPDX-License-Identifier: MIT */
#include "tools/docs/docs_parts.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "primitives/primitives.h"

const char *docs_heading(const StarUnit *unit, const char *name) {
    const size_t length = strlen(name);
    const char *at = unit->text;
    while ((at = strchr(at, '\n')) != NULL) {
        at++;
        if (strncmp(at, "proc ", 5) != 0 && strncmp(at, "function ", 9) != 0)
            continue;
        at = strchr(at, ' ') + 1;
        if (strncasecmp(at, name, length) == 0 && at[length] == '(')
            return at;
    }
    return NULL;
}

/* ---- Rows, by the names of parameters ---- */

typedef struct Row {
    const char *heading;
    StarOperand operand[STAR_MAX_OPERANDS];
    int operands;
    bool function; /* the first operand is the result */
    char *text;    /* what is written, */
    int length;    /* up to here */
} Row;

static void put(Row *r, const char *format, const char *text, int length) {
    r->length +=
        snprintf(r->text + r->length, (size_t)(DOCS_FORMULA - r->length),
                 format, length, text);
}

static int word_length(const char *at) {
    int n = 0;
    while (isalnum((unsigned char)at[n]) || at[n] == '_')
        n++;
    return n;
}

/* Where the name of operand k begins: names stand behind '(', ';' and ',' where
 * no other parenthesis or bracket is open. */
static const char *parameter(const Row *r, int k) {
    int depth = 0;
    k -= r->function;
    for (const char *at = r->heading;; at++) {
        depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
        if (depth != 1 || strchr("(;,", *at) == NULL || k-- > 0)
            continue;
        at += 1 + strspn(at + 1, " \n");
        return strncmp(at, "var ", 4) == 0 ? at + 4 : at;
    }
}

/* The size of operand k, its rows if it is a table, or columns. */
static void put_size(Row *r, int k, bool columns) {
    const char *name = parameter(r, k);
    put(r, columns ? "SIZE(%.*s)" : "LENGTH(%.*s)", name, word_length(name));
}

/* (u - l + 1), of array[l..u: integer]. */
static void put_elements(Row *r, int k) {
    const char *low = strchr(parameter(r, k), '[') + 1;
    const char *high = strstr(low, "..") + 2;
    put(r, "(%.*s - ", high, word_length(high));
    put(r, "%.*s + 1)", low, word_length(low));
}

static void put_factor(Row *r, char letter) {
    const int number = letter - 'A';
    for (int k = 0; letter >= 'a' && k < r->operands; k++) {
        const char *size = r->operand[k].size;
        if (size[0] == letter || size[1] == letter) {
            put_size(r, k, size[0] != letter);
            return;
        }
    }
    const char *name = parameter(r, number);
    if (r->operand[number].kind == STAR_SIG_ARRAY)
        put_elements(r, number);
    else
        put(r, "%.*s", name, word_length(name));
}

/* A row's formula, its factors apart, equal ones as a power. */
static void put_row(Row *r, const char *s) {
    const char *const formula = s;
    while (*s != '\0') {
        const int digits = (int)strspn(s, "0123456789");
        const int equal = (int)strspn(s, (char[]){*s, '\0'});
        if (*s == ' ') {
            put(r, "%.*s", " + ", 3);
            s += 3;
            continue;
        }
        if (s > formula && s[-1] != ' ')
            put(r, "%.*s", *s == '/' ? " div " : " ", *s == '/' ? 5 : 1);
        if (*s == '/') {
            put_factor(r, s[1]);
            s += 2;
        } else if (digits > 0) {
            put(r, "%.*s", s, digits);
            s += digits;
        } else {
            put_factor(r, *s);
            s += equal;
            if (equal > 1)
                put(r, "^%.*s", (char[]){(char)('0' + equal), '\0'}, 1);
        }
    }
}

/* ---- Comments ---- */

/* Returns the text behind "Operations:" or "Operations at most:", up to a comma
 * or the end of the sentence. */
static const char *of_comment(const StarUnit *unit, const char *heading,
                              char text[DOCS_FORMULA]) {
    static const char word[] = "Operations";
    const char *at = heading;
    int length = 0;
    while (at > unit->text && *at != '{')
        at--;
    at = strstr(at, word);
    if (at == NULL || at > heading)
        return NULL;
    at += strlen(word);
    for (at += *at == ' '; *at != ',' && *at != '.'; at++) {
        const bool blank = isspace((unsigned char)*at);
        if (*at != ':' && length < DOCS_FORMULA - 1 &&
            !(blank && (length == 0 || text[length - 1] == ' ')))
            text[length++] = blank ? ' ' : *at;
    }
    text[length] = '\0';
    return text;
}

static const char *in_unit(const StarUnit *unit, const char *name,
                           char text[DOCS_FORMULA]) {
    const StarPrim prim = star_prim_procedure(name);
    const char *heading = docs_heading(unit, name);
    if (heading == NULL)
        return NULL;
    if (prim == STAR_PRIM_COUNT)
        return of_comment(unit, heading, text);
    Row r = {.heading = heading, .text = text};
    r.operands = star_signature(star_prims[prim].signature, r.operand);
    r.function = r.operand[0].access == STAR_OVERWRITE;
    put_row(&r, star_prim_formula(prim));
    return text;
}

const char *docs_formula(const char *name, char text[DOCS_FORMULA]) {
    const char *found = NULL;
    for (const StarUnit *u = star_units; u->name != NULL && !found; u++)
        found = in_unit(u, name, text);
    return found;
}

const char *docs_formula_in(const char *name, const char *file,
                            char text[DOCS_FORMULA]) {
    for (const StarUnit *u = star_units; u->name != NULL; u++)
        if (strcmp(u->text, file) == 0)
            return in_unit(u, name, text);
    return NULL;
}

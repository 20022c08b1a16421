/* SPDX-License-Identifier: MIT */
#include "prim_heading.h"

#include <stdio.h>
#include <string.h>

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
    {'d', "up or down", "d"},   {'p', "real", "p"},
};

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
    return names[n > 1 && operand[1].letter == 'a'][1 - later];
}

static const char *type_of(const StarOperand *operand) {
    return letters[row(operand)].type;
}

/* Text that ends before `room`. */
typedef struct Heading {
    char *text;
    size_t room;
} Heading;

static void append(const Heading *h, const char *format, const char *a,
                   const char *b, const char *c) {
    const size_t length = strlen(h->text);
    snprintf(h->text + length, h->room - length, format, a, b, c);
}

void prim_heading(const StarPrimInfo *prim, char *text, size_t room) {
    const Heading h = {text, room};
    StarOperand operand[STAR_MAX_OPERANDS];
    const int n = star_signature(prim->signature, operand);
    const int first = operand[0].access == STAR_OVERWRITE;
    *text = '\0';
    if (prim->kind == STAR_OPERATOR)
        append(&h, "%s%s%s Y", n == 3 ? "X " : "", prim->name, "");
    else
        append(&h, "%s(%s%s", prim->name, "", "");
    for (int k = first; prim->kind != STAR_OPERATOR && k < n; k++)
        append(&h, "%s: %s%s", name_of(operand, n, k), type_of(&operand[k]),
               k < n - 1 ? "; " : ")");
    if (first)
        append(&h, "%s%s%s", ": ", type_of(&operand[0]), "");
}

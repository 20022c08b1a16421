/* doc: what the tables of the language say about a name. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "builtins.h"
#include "commands/command.h"
#include "commands/doc.h"
#include "tools/formula.h"
#include "library.h"
#include "message.h"
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

/* STEP(Y: slice or word): integer, or X and Y: slice or word. */
static void show_primitive(const StarPrimInfo *prim) {
    StarOperand operand[STAR_MAX_OPERANDS];
    int n = star_signature(prim->signature, operand);
    int first = isupper((unsigned char)operand[0].letter) != 0;
    if (prim->class == STAR_OPERATOR)
        printf("%s%s Y", n == 3 ? "X " : "", prim->name);
    else
        printf("%s(", prim->name);
    for (int k = first; prim->class != STAR_OPERATOR && k < n; k++)
        printf("%s: %s%s", name_of(operand, n, k), type_of(&operand[k]),
               k < n - 1 ? "; " : ")");
    printf("%s%s\n    %s\n", first ? ": " : "",
           first ? type_of(&operand[0]) : "", prim->sentence);
}

static bool has_word(const StarPrimInfo *prim) {
    return prim->class < STAR_INTERNAL;
}

/* Whether a program can write a primitive by its name: an internal one only
 * if another has the same. */
static bool has_name(const StarPrimInfo *prim) {
    for (int i = 0; i < STAR_PRIM_COUNT; i++)
        if (has_word(&star_prims[i]) &&
            strcmp(star_prims[i].name, prim->name) == 0)
            return true;
    return false;
}

static int length_of(const char *heading) {
    int n = 0, depth = 0;
    for (; depth > 0 || heading[n] != ';'; n++)
        depth += (heading[n] == '(') - (heading[n] == ')');
    return n;
}

/* Its heading and the comment before it. */
static int show_procedure(const StarUnit *unit, const char *name) {
    const char *heading = formula_heading(unit, name), *comment = heading;
    char text[FORMULA_ROOM];
    if (heading == NULL)
        return 0;
    while (*comment != '{')
        comment--;
    printf("%.*s\n    ", length_of(heading), heading);
    for (comment += 2; *comment != '}'; comment++)
        if (*comment == '\n')
            printf("\n  "); /* after the two blanks that are there */
        else if (comment[0] != ' ' || comment[1] != '}')
            putchar(*comment);
    const StarPrim prim = star_prim_procedure(name);
    if (prim < STAR_PRIM_COUNT)
        printf("\n    Operations: %s.%s", formula_text(name, text),
               star_prims[prim].class == STAR_NATIVE
                   ? " A kernel stands in for the body."
                   : "");
    printf("\n    In the unit %s.\n", unit->name);
    return 1;
}

static int show(const char *name) {
    int found = 0;
    for (const StarUnit *u = star_units; u->name != NULL; u++)
        found += show_procedure(u, name);
    for (int i = 0; i < STAR_PRIM_COUNT; i++)
        if (strcasecmp(star_prims[i].name, name) == 0 &&
            has_name(&star_prims[i])) {
            show_primitive(&star_prims[i]);
            found++;
        }
    for (int i = 0; i < BUILTIN_COUNT; i++)
        if (strcasecmp(builtins[i].name, name) == 0) {
            printf("%s\n", builtins[i].sentence);
            found++;
        }
    for (int i = 0; i < WORDS; i++)
        if (strcasecmp(words[i].name, name) == 0) {
            printf("%s\n    %s\n", words[i].name, words[i].sentence);
            found++;
        }
    return found;
}

static int unknown(const char *name) {
    Similar similar = similar_to(name, strlen(name));
    for (int i = 0; i < STAR_PRIM_COUNT; i++)
        if (has_name(&star_prims[i]))
            similar_consider(&similar, star_prims[i].name);
    for (int i = 0; i < BUILTIN_COUNT; i++)
        similar_consider(&similar, builtins[i].name);
    for (int i = 0; i < WORDS; i++)
        similar_consider(&similar, words[i].name);
    for (const char *const *p = star_basic; *p != NULL; p++)
        similar_consider(&similar, *p);
    if (star_status_find(name) != STAR_OK)
        return message_usage("doc",
                             "'%s' is the code of a message: star "
                             "explain %s",
                             name, name);
    return message_usage("doc", "nothing is known about '%s'%s", name,
                         similar_text(&similar, ""));
}

/* Writes a word of a list, on a new line where the old one is full. */
static void list(const char *word, int *column) {
    int length = (int)strlen(word) + 1;
    if (*column + length > 78)
        *column = 0;
    printf(*column > 0 ? " %s" : "\n    %s", word);
    *column = *column > 0 ? *column + length : length + 3;
}

static void list_all(void) {
    int column = 0;
    printf("Operations on slices, words and tables:");
    for (int i = 0; i < STAR_PRIM_COUNT; i++)
        if (has_word(&star_prims[i]))
            list(star_prims[i].name, &column);
    column = 0;
    printf("\nProcedures of the library:");
    for (const char *const *p = star_basic; *p != NULL; p++)
        list(*p, &column);
    column = 0;
    printf("\nFunctions and procedures of Pascal, input and output:");
    for (int i = 0; i < BUILTIN_COUNT; i++)
        if (i != BUILTIN_FAIL)
            list(builtins[i].name, &column);
    column = 0;
    printf("\nWords of the language, its types and constants:");
    for (int i = 0; i < WORDS; i++)
        list(words[i].name, &column);
    printf("\n");
}

bool doc_show(const char *name) {
    return show(name) > 0 || unknown(name) == 0;
}

int cmd_doc(const Options *o) {
    if (o->operands > 0)
        return doc_show(o->operand[0]) ? 0 : EXIT_USAGE;
    list_all();
    return 0;
}

/* Variables by name, and conditions on them. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "step.h"

static size_t name_length(const char *text) {
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_')
        n++;
    return n;
}

static const char *skip(const char *text) {
    return text + strspn(text, " \t");
}

static bool find_in(const Step *s, unsigned frame, const char *name,
                    size_t length, StepPlace *place) {
    const StarView view = star_history_frame(s->history, frame);
    for (unsigned k = 0; k < view.proc->cells; k++) {
        StarVariable v;
        if (star_variable(&view, k, &v) && strlen(v.name) == length &&
            strncasecmp(v.name, name, length) == 0) {
            place->frame = frame;
            place->cell = k;
            return true;
        }
    }
    return false;
}

/* Whether a text begins with the name of a variable of some procedure. */
static bool is_known(const Step *s, const char *text) {
    const StarProgram *p = s->loaded->program;
    const size_t length = name_length(text);
    for (uint32_t k = 0; k < p->procs; k++)
        for (unsigned c = 0; c < p->proc[k].cells; c++) {
            const char *name = p->proc[k].cell[c].name;
            if (name != NULL && strlen(name) == length &&
                strncasecmp(name, text, length) == 0)
                return true;
        }
    return false;
}

/* Finds the variable that a text begins with, in the newest call or around it;
 * if there is none *wrong says so. */
static bool find(const Step *s, const char *text, StepPlace *place,
                 const char **wrong) {
    const size_t length = name_length(text);
    const unsigned depth = star_history_depth(s->history);
    bool found = false;
    if (depth > 0 && length > 0) {
        found = find_in(s, depth - 1, text, length, place) ||
                find_in(s, 0, text, length, place);
        for (unsigned k = depth - 1; k-- > 1 && !found;)
            found = find_in(s, k, text, length, place);
    }
    place->rest = text + length;
    *wrong = found ? NULL : "there is no such variable here; vars lists them";
    return found;
}

/* ---- Parts ---- */

/* Types of what has no description of its own. */
static const StarType bit_type = {.kind = STAR_TYPE_INTEGER, .high = 1};

static bool number(const char **text, int64_t *value) {
    char *end;
    errno = 0;
    *value = strtoll(skip(*text), &end, 10);
    if (end == skip(*text) || errno != 0)
        return false;
    *text = skip(end);
    return true;
}

static const char *component(StarVariable *v, const char *rest) {
    int64_t k;
    if ((v->type->kind != STAR_TYPE_SLICE && v->type->kind != STAR_TYPE_WORD) ||
        v->value.object == NULL)
        return NULL;
    rest++;
    if (!number(&rest, &k) || *rest != ')' || k < 1 ||
        k > v->value.line->length)
        return NULL;
    v->value.i = star_line_get(v->value.line, k);
    v->type = &bit_type;
    return rest + 1;
}

/* Elements that are scalars; of those that are objects the array owns one. */
static const char *element(StarVariable *v, const char *rest) {
    const StarArray *a = v->value.array;
    int64_t at = 0, k;
    int dims = 0;
    if (v->type->kind != STAR_TYPE_ARRAY || a == NULL)
        return NULL;
    do {
        rest++;
        if (dims == a->dims || !number(&rest, &k) || k < a->dim[dims].low ||
            k - a->dim[dims].low >= a->dim[dims].count)
            return NULL;
        at = at * a->dim[dims].count + (k - a->dim[dims].low);
        v->type = v->type->element;
        dims++;
        if (rest[0] == ']' && rest[1] == '[')
            rest++;
    } while (*rest == ',' || *rest == '[');
    if (*rest != ']' || dims != a->dims)
        return NULL;
    if (a->element == STAR_ELEM_OBJECT)
        v->value.object = a->objects[at];
    else
        v->value = star_array_get(a, at);
    return rest + 1;
}

static const char *field(StarVariable *v, const char *rest) {
    const size_t length = name_length(rest + 1);
    const StarLayout *l = v->type->layout;
    if (v->type->kind != STAR_TYPE_RECORD || v->value.record == NULL)
        return NULL;
    for (unsigned k = 0; k < l->fields; k++)
        if (l->field[k].name != NULL && strlen(l->field[k].name) == length &&
            strncasecmp(l->field[k].name, rest + 1, length) == 0) {
            v->value = v->value.record->cell[k];
            v->type = v->type->field[k];
            return rest + 1 + length;
        }
    return NULL;
}

bool step_value(const Step *s, const StepPlace *place, StarVariable *v,
                const char **wrong) {
    const char *rest = skip(place->rest);
    *wrong = "it has gone";
    if (place->frame >= star_history_depth(s->history))
        return false;
    const StarView view = star_history_frame(s->history, place->frame);
    if (place->cell >= view.proc->cells ||
        !star_variable(&view, place->cell, v))
        return false;
    *wrong = "it has no such part now";
    while (rest != NULL && *rest != '\0' && strchr("([.", *rest) != NULL) {
        rest = *rest == '('   ? component(v, rest)
               : *rest == '[' ? element(v, rest)
                              : field(v, rest);
        rest = rest != NULL ? skip(rest) : NULL;
    }
    return rest != NULL;
}

/* Behind the name and its parts. */
static const char *behind(const char *text) {
    size_t n = name_length(text);
    for (;;) {
        n += strspn(text + n, " \t");
        if (text[n] == '.')
            n += 1 + name_length(text + n + 1);
        else if (text[n] == '(' || text[n] == '[')
            n += strcspn(text + n, ")]") + (strpbrk(text + n, ")]") != NULL);
        else
            return text + n;
    }
}

bool step_find(const Step *s, const char *text, StepPlace *place,
               StarVariable *v, const char **wrong) {
    if (!find(s, text, place, wrong))
        return false;
    *wrong = "expected a variable or a part of it: X(3), a[2], r.x";
    return *behind(text) == '\0' && step_value(s, place, v, wrong);
}

/* ---- Conditions ---- */

static int order(double a, double b) {
    return (a > b) - (a < b);
}

/* An ordinal as its type writes it: a name, a character, a number. */
static bool ordinal(const StarType *t, const char *text, int64_t *value) {
    char room[STAR_VALUE_ROOM];
    if (t->names == NULL && t->kind != STAR_TYPE_CHAR)
        return number(&text, value) && *text == '\0';
    if (t->kind == STAR_TYPE_CHAR) {
        *value = (unsigned char)text[1];
        return text[0] == '\'' && text[1] != '\0' && strcmp(text + 2, "'") == 0;
    }
    for (*value = 0; *value <= t->last; ++*value)
        if (strcasecmp(star_value_text(t, (StarCell){.i = *value}, room),
                       text) == 0)
            return true;
    return false;
}

/* Strings, slices and words: 0 if they are the same, else 1. */
static int differ(const StarVariable *v, const char *text, size_t length) {
    const StarLine *line = v->value.line;
    if (v->type->kind == STAR_TYPE_STRING)
        return v->value.string->length != (int64_t)length ||
               memcmp(v->value.string->text, text, length) != 0;
    if (line->length != (int64_t)length)
        return 1;
    for (int64_t k = 0; k < line->length; k++)
        if (star_line_get(line, k + 1) != text[k] - '0')
            return 1;
    return 0;
}

/* How a value compares with a constant; *wrong if it cannot. */
static bool compare(const StarVariable *v, const char *text, int *result,
                    bool *equality, const char **wrong) {
    const size_t n = strlen(text);
    char *end;
    int64_t value;
    *equality = false;
    *wrong = "the constant does not fit the variable's type";
    switch (v->type->kind) {
    case STAR_TYPE_INTEGER:
    case STAR_TYPE_BOOLEAN:
    case STAR_TYPE_CHAR:
    case STAR_TYPE_ENUM:
        if (!ordinal(v->type, text, &value))
            return false;
        *wrong = NULL;
        *result = (v->value.i > value) - (v->value.i < value);
        return v->value.i != STAR_UNDEFINED_INT;
    case STAR_TYPE_REAL: {
        const double real = strtod(text, &end);
        if (end == text || *end != '\0')
            return false;
        *wrong = NULL;
        *result = order(v->value.r, real);
        return v->value.bits != STAR_UNDEFINED_REAL;
    }
    case STAR_TYPE_STRING:
    case STAR_TYPE_SLICE:
    case STAR_TYPE_WORD:
        if (n < 2 || text[0] != '\'' || text[n - 1] != '\'')
            return false;
        *wrong = NULL;
        *equality = true;
        if (v->value.object == NULL)
            return false;
        *result = differ(v, text + 1, n - 2);
        return true;
    default: *wrong = "values of its type cannot be compared"; return false;
    }
}

bool step_holds(const Step *s, const char *condition, const char **wrong) {
    static const struct {
        const char *text;
        bool less, equal, greater;
    } operator[] = {{"<>", true, false, true}, {"<=", true, true, false},
                    {">=", false, true, true}, {"=", false, true, false},
                    {"<", true, false, false}, {">", false, false, true}};
    enum { OPERATORS = sizeof operator/ sizeof * operator};
    const char *at = behind(condition);
    StepPlace place;
    StarVariable v;
    unsigned k = 0;
    int result;
    bool equality;
    while (k < OPERATORS &&
           strncmp(at, operator[k].text, strlen(operator[k].text)) != 0)
        k++;
    *wrong = "a condition is NAME = CONSTANT, or with <>, <, <=, > or >=";
    if (k == OPERATORS)
        return false;
    if (!find(s, condition, &place, wrong) ||
        !step_value(s, &place, &v, wrong)) {
        if (is_known(s, condition))
            *wrong = NULL;
        return false;
    }
    if (!compare(&v, skip(at + strlen(operator[k].text)), &result, &equality,
                 wrong))
        return false;
    if (equality && operator[k].less != operator[k].greater)
        *wrong = "it can only be compared by = and <>";
    return *wrong == NULL && (result < 0   ? operator[k].less
                              : result > 0 ? operator[k].greater
                                           : operator[k].equal);
}

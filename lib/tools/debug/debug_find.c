/* SPDX-License-Identifier: MIT */
/* Variables by name, and conditions on them. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tools/debug/debug_parts.h"

static size_t name_length(const char *text) {
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_')
        n++;
    return n;
}

static const char *skip(const char *text) {
    return text + strspn(text, " \t");
}

static bool find_in(const Debug *d, unsigned frame, const char *name,
                    size_t length, DebugPlace *place) {
    const StarView view = star_history_frame(d->history, frame);
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

/* Finds the variable that a text begins with, in the newest call or around it;
 * if there is none *wrong says so. */
static bool find(const Debug *d, const char *text, DebugPlace *place,
                 const char **wrong) {
    const size_t length = name_length(text);
    const unsigned depth = star_history_depth(d->history);
    bool found = false;
    if (depth > 0 && length > 0) {
        found = find_in(d, depth - 1, text, length, place) ||
                find_in(d, 0, text, length, place);
        for (unsigned k = depth - 1; k-- > 1 && !found;)
            found = find_in(d, k, text, length, place);
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
        k > v->value.bits->length)
        return NULL;
    v->value.i = star_bits_get(v->value.bits, k);
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

bool debug_value(const Debug *d, const DebugPlace *place, StarVariable *v,
                 const char **wrong) {
    const char *rest = skip(place->rest);
    *wrong = "it has gone";
    if (place->frame >= star_history_depth(d->history))
        return false;
    const StarView view = star_history_frame(d->history, place->frame);
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

bool debug_is_place(const Debug *d, const char *text) {
    DebugPlace place;
    const char *wrong;
    return isalpha((unsigned char)*text) && *behind(text) == '\0' &&
           (text[name_length(text)] == '\0' || find(d, text, &place, &wrong));
}

bool debug_find(const Debug *d, const char *text, DebugPlace *place,
                StarVariable *v, const char **wrong) {
    if (!find(d, text, place, wrong))
        return false;
    *wrong = "expected a variable or a part of it: X(3), a[2], r.x";
    return *behind(text) == '\0' && debug_value(d, place, v, wrong);
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
    const StarBits *line = v->value.bits;
    if (v->type->kind == STAR_TYPE_STRING)
        return v->value.string->length != (int64_t)length ||
               memcmp(v->value.string->text, text, length) != 0;
    if (line->length != (int64_t)length)
        return 1;
    for (int64_t k = 0; k < line->length; k++)
        if (star_bits_get(line, k + 1) != text[k] - '0')
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
        return v->value.raw != STAR_UNDEFINED_REAL;
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

typedef struct Operator {
    const char *text;
    bool less, equal, greater;
} Operator;

static const Operator operators[] = {
    {"<>", true, false, true}, {"<=", true, true, false},
    {">=", false, true, true}, {"=", false, true, false},
    {"<", true, false, false}, {">", false, false, true}};

/* The operator that a text begins with, or NULL. */
static const Operator *operator_of(const char *text, const char **wrong) {
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
        if (strncmp(text, operators[k].text, strlen(operators[k].text)) == 0)
            return &operators[k];
    *wrong = "a condition is NAME = CONSTANT, or with <>, <, <=, > or >=";
    return NULL;
}

static bool holds(const StarVariable *v, const Operator *o, const char *text,
                  const char **wrong) {
    int result;
    bool equality;
    const bool valued = compare(v, text, &result, &equality, wrong);
    if (*wrong == NULL && equality && o->less != o->greater)
        *wrong = "it can only be compared by = and <>";
    return valued && *wrong == NULL &&
           (result < 0   ? o->less
            : result > 0 ? o->greater
                         : o->equal);
}

bool debug_holds(const Debug *d, const char *condition, const char **wrong) {
    const char *at = behind(condition);
    const Operator *o = operator_of(at, wrong);
    DebugPlace place;
    StarVariable v;
    if (o == NULL)
        return false;
    if (!find(d, condition, &place, wrong) ||
        !debug_value(d, &place, &v, wrong)) {
        *wrong = NULL;
        return false;
    }
    return holds(&v, o, skip(at + strlen(o->text)), wrong);
}

/* ---- Conditions that are set, before their variables are there ---- */

/* The procedure that has a statement on this line, or the program. */
static const StarProc *proc_at(const StarProgram *p, uint32_t file, int line) {
    for (uint32_t k = 0; k < p->procs; k++)
        for (uint32_t at = p->proc[k].entry; at < p->proc[k].end; at++)
            if (p->code[at].op == STAR_OP_STEPS && p->span[at].file == file &&
                star_source_place(&p->sources, p->span[at]).row == line)
                return &p->proc[k];
    return &p->proc[0];
}

static const StarType *type_in(const StarProc *proc, const char *name) {
    const size_t length = name_length(name);
    for (unsigned k = 0; k < proc->cells; k++) {
        const StarCellInfo *c = &proc->cell[k];
        if (c->name != NULL && c->type != NULL && strlen(c->name) == length &&
            strncasecmp(c->name, name, length) == 0)
            return c->type;
    }
    return NULL;
}

/* The type of a variable as statements of the procedure see it: its own, one of
 * the program's, or of a procedure around, which is before it in the text. */
static const StarType *type_of(const StarProgram *p, const StarProc *proc,
                               const char *name) {
    const StarType *t = type_in(proc, name);
    unsigned level = proc->level;
    for (const StarProc *q = proc; t == NULL && level > 1;) {
        const StarProc *around = NULL;
        for (uint32_t k = 1; k < p->procs; k++)
            if (p->proc[k].level == level - 1 &&
                p->proc[k].span.file == proc->span.file &&
                p->proc[k].span.start < q->span.start &&
                (around == NULL || p->proc[k].span.start > around->span.start))
                around = &p->proc[k];
        if (around == NULL)
            break;
        t = type_in(around, name);
        q = around;
        level--;
    }
    return t != NULL ? t : type_in(&p->proc[0], name);
}

static const StarType *element_type(const StarType *t, const char **rest) {
    int64_t k;
    do {
        ++*rest;
        if (t->kind != STAR_TYPE_ARRAY || !number(rest, &k) ||
            (t->index != NULL && !t->index->dynamic &&
             (k < t->index->low || k > t->index->high)))
            return NULL;
        t = t->element;
        if ((*rest)[0] == ']' && (*rest)[1] == '[')
            ++*rest;
    } while (**rest == ',' || **rest == '[');
    return *(*rest)++ == ']' ? t : NULL;
}

static const StarType *field_type(const StarType *t, const char **rest) {
    const char *name = *rest + 1;
    const size_t length = name_length(name);
    *rest = name + length;
    if (t->kind != STAR_TYPE_RECORD)
        return NULL;
    for (unsigned k = 0; k < t->layout->fields; k++)
        if (t->layout->field[k].name != NULL &&
            strlen(t->layout->field[k].name) == length &&
            strncasecmp(t->layout->field[k].name, name, length) == 0)
            return t->field[k];
    return NULL;
}

static const StarType *component_type(const StarType *t, const char **rest) {
    int64_t k;
    ++*rest;
    if ((t->kind != STAR_TYPE_SLICE && t->kind != STAR_TYPE_WORD) ||
        !number(rest, &k) || k < 1 || *(*rest)++ != ')')
        return NULL;
    return &bit_type;
}

bool debug_fits(const Debug *d, uint32_t file, int line, const char *condition,
                const char **wrong) {
    const StarProgram *p = d->program;
    const char *at = behind(condition);
    const char *rest = skip(condition + name_length(condition));
    const Operator *o = operator_of(at, wrong);
    StarVariable v = {.type = type_of(p, proc_at(p, file, line), condition)};
    if (o == NULL)
        return false;
    *wrong = "there is no such variable there";
    if (v.type == NULL)
        return false;
    *wrong = "it has no such part";
    while (*rest != '\0' && strchr("([.", *rest) != NULL) {
        v.type = *rest == '('   ? component_type(v.type, &rest)
                 : *rest == '[' ? element_type(v.type, &rest)
                                : field_type(v.type, &rest);
        if (v.type == NULL)
            return false;
        rest = skip(rest);
    }
    if (v.type->kind == STAR_TYPE_REAL)
        v.value.raw = STAR_UNDEFINED_REAL;
    else if (v.type->kind <= STAR_TYPE_ENUM)
        v.value.i = STAR_UNDEFINED_INT;
    *wrong = NULL;
    holds(&v, o, skip(at + strlen(o->text)), wrong);
    return *wrong == NULL;
}

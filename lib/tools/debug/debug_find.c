/* SPDX-License-Identifier: MIT */
/* Variables by name, and conditions on them. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tools/debug/debug_parts.h"
#include "values/table.h"

static size_t name_length(const char *text) {
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_')
        n++;
    return n;
}

static const char *skip(const char *text) {
    return text + strspn(text, " \t");
}

static bool number(const char **text, int64_t *value) {
    char *end;
    errno = 0;
    *value = strtoll(skip(*text), &end, 10);
    if (end == skip(*text) || errno != 0)
        return false;
    *text = skip(end);
    return true;
}

static bool find_name(const Debug *d, unsigned frame, const char *name,
                      size_t length, DebugPlace *place) {
    const StarView view = star_history_frame(d->history, frame);
    for (unsigned k = 0; k < view.proc->cells; k++) {
        StarVariable v;
        if (star_inspect_variable(&view, k, &v) && strlen(v.name) == length &&
            strncasecmp(v.name, name, length) == 0) {
            place->frame = frame;
            place->cell = k;
            return true;
        }
    }
    return false;
}

/* Takes ROW(i, or COL(i, before the name of a table. */
static const char *vector_of(const char *text, DebugPlace *place) {
    const bool column = strncasecmp(text, "COL", 3) == 0;
    place->column = column;
    place->vector = 0;
    if (!column && strncasecmp(text, "ROW", 3) != 0)
        return text;
    const char *at = skip(text + 3);
    int64_t k;
    if (*at++ != '(' || !number(&at, &k) || *at != ',' || k < 1)
        return text;
    place->vector = k;
    return skip(at + 1);
}

/* Finds the variable that a text begins with, in the newest call or around it,
 * or in one frame; if there is none *wrong says so. */
static bool find(const Debug *d, const unsigned *frame, const char *text,
                 DebugPlace *place, const char **wrong) {
    const char *name = vector_of(text, place);
    const size_t length = name_length(name);
    const unsigned depth = star_history_depth(d->history);
    bool found = false;
    if (frame != NULL) {
        found = *frame < depth && find_name(d, *frame, name, length, place);
    } else if (depth > 0 && length > 0) {
        found = find_name(d, depth - 1, name, length, place) ||
                find_name(d, 0, name, length, place);
        for (unsigned k = depth - 1; k-- > 1 && !found;)
            found = find_name(d, k, name, length, place);
    }
    place->rest = name + length;
    *wrong = found ? NULL : "there is no such variable here; vars lists them";
    return found;
}

/* ---- Parts ---- */

/* Types of what has no description of its own. */
static const StarType bit_type = {.kind = STAR_TYPE_INTEGER, .high = 1};
static const StarType row_type = {.kind = STAR_TYPE_WORD};
static const StarType column_type = {.kind = STAR_TYPE_SLICE};

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
            (uint64_t)k - (uint64_t)a->dim[dims].low >=
                (uint64_t)a->dim[dims].count)
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

/* A variable that is no record is the only field of one. */
static const char *pointee(const Debug *d, StarVariable *v, const char *rest) {
    const StarType *to = v->type->element;
    if (v->type->kind != STAR_TYPE_POINTER || to == NULL ||
        v->value.i == STAR_NIL_POINTER)
        return NULL;
    StarRecord *r = star_heap_find(star_history_heap(d->history), v->value.i);
    if (r == NULL)
        return NULL;
    v->type = to;
    v->value =
        to->kind == STAR_TYPE_RECORD ? (StarCell){.record = r} : r->cell[0];
    return rest + 1;
}

/* Behind the parts of a variable, which it becomes; NULL: it has no such. */
static const char *parts(const Debug *d, StarVariable *v, const char *rest) {
    rest = skip(rest);
    while (rest != NULL && *rest != '\0' && strchr("([.^", *rest) != NULL) {
        rest = *rest == '('   ? component(v, rest)
               : *rest == '[' ? element(v, rest)
               : *rest == '^' ? pointee(d, v, rest)
                              : field(v, rest);
        rest = rest != NULL ? skip(rest) : NULL;
    }
    return rest;
}

/* ---- Rows and columns ---- */

static bool size_vector(Debug *d, int64_t length) {
    StarBits *b = &d->vector;
    const size_t words = (size_t)star_words(length);
    if (words > b->capacity) {
        star_mem_free(&d->mem, b->word, b->capacity, sizeof *b->word);
        b->word = star_mem_alloc(&d->mem, words, sizeof *b->word);
        b->capacity = b->word != NULL ? words : 0;
    }
    b->head = (StarObject){STAR_BIT_VECTOR, STAR_FIXED};
    b->length = length;
    return words <= b->capacity;
}

/* Copies vector k of an image, or gathers it from the other one. */
static void copy_vector(StarBits *to, const StarTable *t, int dir, int64_t k) {
    const StarImage *image = &t->image[dir], *other = &t->image[!dir];
    const size_t words = (size_t)star_words(to->length);
    if (image->valid) {
        memcpy(to->word, image->word + k * image->stride,
               words * sizeof *to->word);
        return;
    }
    memset(to->word, 0, words * sizeof *to->word);
    for (int64_t j = 0; j < to->length; j++)
        to->word[j / 64] |=
            (other->word[j * other->stride + k / 64] >> k % 64 & 1) << j % 64;
}

static bool take_vector(Debug *d, const DebugPlace *place, StarVariable *v) {
    const StarTable *t = v->value.table;
    const int dir = place->column ? STAR_COLUMNS : STAR_ROWS;
    if (v->type->kind != STAR_TYPE_TABLE || t == NULL ||
        place->vector > star_table_vectors(t, dir) ||
        !size_vector(d, star_table_length(t, dir)))
        return false;
    copy_vector(&d->vector, t, dir, place->vector - 1);
    v->type = place->column ? &column_type : &row_type;
    v->value.bits = &d->vector;
    return true;
}

bool debug_value(Debug *d, const DebugPlace *place, StarVariable *v,
                 const char **wrong) {
    *wrong = "it has gone";
    if (place->frame >= star_history_depth(d->history))
        return false;
    const StarView view = star_history_frame(d->history, place->frame);
    if (place->cell >= view.proc->cells ||
        !star_inspect_variable(&view, place->cell, v))
        return false;
    *wrong = "it has no such part now";
    const char *rest = parts(d, v, place->rest);
    if (rest != NULL && place->vector > 0)
        rest = *rest == ')' && take_vector(d, place, v) ? parts(d, v, rest + 1)
                                                        : NULL;
    return rest != NULL;
}

/* Behind a bracket and what it encloses, or at the end. */
static size_t enclosed(const char *text) {
    int open = 0;
    for (size_t n = 0; text[n] != '\0'; n++) {
        open += strchr("([", text[n]) != NULL;
        open -= strchr(")]", text[n]) != NULL;
        if (open == 0)
            return n + 1;
    }
    return strlen(text);
}

/* Behind the name and its parts. */
static const char *behind(const char *text) {
    size_t n = name_length(text);
    for (;;) {
        n += strspn(text + n, " \t");
        if (text[n] == '.')
            n += 1 + name_length(text + n + 1);
        else if (text[n] == '(' || text[n] == '[')
            n += enclosed(text + n);
        else if (text[n] == '^')
            n++;
        else
            return text + n;
    }
}

bool debug_is_place(const Debug *d, const char *text) {
    DebugPlace place;
    const char *wrong;
    return isalpha((unsigned char)*text) && *behind(text) == '\0' &&
           (text[name_length(text)] == '\0' ||
            find(d, NULL, text, &place, &wrong));
}

static bool find_value(Debug *d, const unsigned *frame, const char *text,
                       DebugPlace *place, StarVariable *v, const char **wrong) {
    if (!find(d, frame, text, place, wrong))
        return false;
    *wrong = "expected a variable or a part of it: X(3), a[2], r.x";
    return *behind(text) == '\0' && debug_value(d, place, v, wrong);
}

bool debug_find(Debug *d, const char *text, DebugPlace *place, StarVariable *v,
                const char **wrong) {
    return find_value(d, NULL, text, place, v, wrong);
}

bool debug_find_in(Debug *d, unsigned frame, const char *text,
                   DebugPlace *place, StarVariable *v, const char **wrong) {
    return find_value(d, &frame, text, place, v, wrong);
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

bool debug_holds(Debug *d, const char *condition, const char **wrong) {
    const char *at = behind(condition);
    const Operator *o = operator_of(at, wrong);
    DebugPlace place;
    StarVariable v;
    if (o == NULL)
        return false;
    if (!find(d, NULL, condition, &place, wrong) ||
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

static const StarType *part_types(const StarType *t, const char **rest) {
    *rest = skip(*rest);
    while (t != NULL && **rest != '\0' && strchr("([.^", **rest) != NULL) {
        if (**rest == '^') {
            t = t->kind == STAR_TYPE_POINTER ? t->element : NULL;
            ++*rest;
        } else {
            t = **rest == '('   ? component_type(t, rest)
                : **rest == '[' ? element_type(t, rest)
                                : field_type(t, rest);
        }
        *rest = skip(*rest);
    }
    return t;
}

bool debug_fits(const Debug *d, uint32_t file, int line, const char *condition,
                const char **wrong) {
    const StarProgram *p = d->program;
    const char *at = behind(condition);
    const Operator *o = operator_of(at, wrong);
    DebugPlace place;
    const char *name = vector_of(condition, &place);
    const char *rest = name + name_length(name);
    StarVariable v = {.type = type_of(p, proc_at(p, file, line), name)};
    if (o == NULL)
        return false;
    *wrong = "there is no such variable there";
    if (v.type == NULL)
        return false;
    *wrong = "it has no such part";
    v.type = part_types(v.type, &rest);
    if (v.type != NULL && place.vector > 0) {
        const bool closed = *rest++ == ')' && v.type->kind == STAR_TYPE_TABLE;
        v.type =
            closed ? part_types(place.column ? &column_type : &row_type, &rest)
                   : NULL;
    }
    if (v.type == NULL)
        return false;
    if (v.type->kind == STAR_TYPE_REAL)
        v.value.raw = STAR_UNDEFINED_REAL;
    else if (v.type->kind <= STAR_TYPE_ENUM)
        v.value.i = STAR_UNDEFINED_INT;
    *wrong = NULL;
    holds(&v, o, skip(at + strlen(o->text)), wrong);
    return *wrong == NULL;
}

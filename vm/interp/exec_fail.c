/* SPDX-License-Identifier: MIT */
/* The messages of failed checks. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "interp/exec.h"
#include "io/formats/matrix.h"

StarStatus exec_no_value(StarMachine *m, const StarInstr *at, uint16_t cell,
                         const char *what) {
    const char *name = exec_name(m, at, cell);
    return star_raise(&m->error, MSG_NO_VALUE(name ? name : what));
}

/* The file whose buffer was loaded just before, or NULL. */
static const char *buffer_of(const StarMachine *m, const StarInstr *at,
                             uint16_t cell) {
    const StarInstr *load = at - 1, *from = at - 2;
    return from >= m->program->code && load->op == STAR_OP_LOAD &&
                   load->a == cell && from->op == STAR_OP_FBUF &&
                   from->a == load->b
               ? exec_name(m, from, from->b)
               : NULL;
}

StarStatus exec_undefined(StarMachine *m, const StarInstr *at, uint16_t cell) {
    const char *file = buffer_of(m, at, cell);
    if (file != NULL)
        return star_raise(&m->error, MSG_NO_VALUE_IN_BUFFER(file));
    return exec_no_value(m, at, cell, "this variable");
}

/* An index of the array as a program has it. */
static const char *index_text(const StarCellInfo *array, int dim, int64_t index,
                              char room[STAR_VALUE_ROOM]) {
    static const StarType integer = {.kind = STAR_TYPE_INTEGER};
    const StarType *type = array != NULL ? array->type : NULL;
    while (dim-- > 0 && type != NULL)
        type = type->element;
    if (type == NULL || type->kind != STAR_TYPE_ARRAY || type->index == NULL)
        return star_value_text(&integer, (StarCell){.i = index}, room);
    return star_value_text(type->index, (StarCell){.i = index}, room);
}

StarStatus exec_no_element(StarMachine *m, const StarInstr *at,
                           const StarCell *R) {
    const StarCellInfo *array = exec_variable(m, at, at->b);
    const char *name = array != NULL && array->name ? array->name : "element ";
    char room[2][STAR_VALUE_ROOM];
    const char *i = index_text(array, 0, R[at->c].i, room[0]);
    if (star_op_form(at->op).count > 3)
        return star_raise(
            &m->error,
            MSG_NO_VALUE_AT_2(name, i,
                              index_text(array, 1, R[at[1].a].i, room[1])));
    return star_raise(&m->error, MSG_NO_VALUE_AT(name, i));
}

/* r.x, q^.x, q^, or the field alone. */
StarStatus exec_no_field(StarMachine *m, const StarInstr *at,
                         const StarLayout *layout) {
    const char *field = layout->field[at->c].name;
    const char *name = exec_name(m, at, at->b), *arrow = "";
    if (name == NULL && at[-1].op == STAR_OP_DEREF && at[-1].a == at->b) {
        name = exec_name(m, at - 1, at[-1].b);
        arrow = "^";
    }
    if (name == NULL)
        return field ? star_raise(&m->error, MSG_NO_VALUE_IN_FIELD(field))
                     : star_raise(&m->error, MSG_NO_VALUE("this variable"));
    return star_raise(&m->error, MSG_NO_VALUE_IN_PART(name, arrow, field));
}

StarStatus exec_pointer(StarMachine *m, const StarInstr *at, uint16_t cell,
                        int64_t pointer) {
    const char *name = exec_name(m, at, cell);
    return star_heap_refuse(&m->be, pointer, name ? name : "this pointer");
}

StarStatus exec_dangling_field(StarMachine *m, const StarInstr *at,
                               const StarCell *R) {
    const StarRecord *r = R[at->b].record;
    const char *field = r->layout->field[at->c].name;
    return star_heap_refuse(&m->be, r->cell[at->c].i,
                            field ? field : "this pointer");
}

StarStatus exec_unsized(StarMachine *m, const StarInstr *at) {
    const char *name = exec_name(m, at, at->a);
    star_raise(&m->error, MSG_NO_SIZE(name ? name : "this variable"));
    star_hint(&m->error, "it takes the size of the first value assigned");
    return star_subject(&m->error, name, NULL);
}

/* A parameter's name, or what was passed for one of the library. */
static const char *parameter(const StarMachine *m, const StarInstr *at,
                             char room[EXEC_NAME]) {
    const char *passed = exec_argument_name(m, at, at->a, room);
    const char *name = passed != NULL ? passed : exec_name(m, at, at->a);
    return name != NULL ? name : "the parameter";
}

StarStatus exec_no_fit_line(StarMachine *m, const StarInstr *at,
                            const StarCell *R) {
    const long long needed = R[at->b].i, found = R[at->a].bits->length;
    char room[EXEC_NAME];
    star_raise(&m->error,
               MSG_LINE_MUST_HAVE(parameter(m, at, room), needed, found));
    star_expected(&m->error, "%lld", needed);
    return star_found(&m->error, "%lld", found);
}

StarStatus exec_no_fit_table(StarMachine *m, const StarInstr *at,
                             const StarCell *R) {
    const StarTable *t = R[at->a].table;
    const long long rows = R[at->b].i, cols = R[at->c].i;
    char room[EXEC_NAME];
    star_raise(&m->error, MSG_TABLE_MUST_BE(parameter(m, at, room), rows, cols,
                                            t->rows, t->cols));
    star_expected(&m->error, "%lld x %lld", rows, cols);
    return star_found(&m->error, "%lld x %lld", (long long)t->rows,
                      (long long)t->cols);
}

static bool is_param(const StarProc *proc, uint16_t cell) {
    const unsigned first = (proc->level >= 2) + proc->function;
    return cell >= first && cell < first + proc->params;
}

/* Copies what is passed by value to the parameter's own object, or stands for
 * that. */
static bool copies_in(const StarProc *proc, const StarInstr *at) {
    const StarOpInfo *info = &star_ops[at->op];
    const StarPrim prim = star_op_runs(at->op);
    if (info->lends)
        return is_param(proc, at->a) && at->a == at->b;
    return (info->copies || prim == STAR_PRIM_COPY ||
            prim == STAR_PRIM_TCOPY) &&
           at->a != at->b && proc->cell[at->a].name != NULL &&
           proc->cell[at->a].name == proc->cell[at->b].name;
}

StarStatus exec_wrong_layout(StarMachine *m, const char *name, int layout,
                             const char *proc, int needed) {
    const char *has = star_layout_name((StarGraphLayout)layout);
    const char *wants = star_layout_name((StarGraphLayout)needed);
    const bool wide = needed == STAR_LAYOUT_WEIGHTS;
    star_raise(&m->error, MSG_OTHER_LAYOUT(name != NULL ? name : "this table",
                                           has, proc, wants));
    star_expected(&m->error, "%s", wants);
    star_found(&m->error, "%s", has);
    star_hint(&m->error, "load(%s, 'file', %s%s), or %s=@file:%s for star call",
              name != NULL ? name : "T", wants, wide ? ", h" : "",
              name != NULL ? name : "T", wants);
    return star_subject(&m->error, name, NULL);
}

/* The instruction LAYOUT that failed: NATIVE looks at those before the body. */
static const StarInstr *failed_layout(const StarMachine *m, const StarCell *R) {
    const StarInstr *at = m->at;
    if (at->op == STAR_OP_NATIVE)
        at += 1 + at->c;
    while (exec_fits_layout(R[at->a].table, at->b))
        at++;
    return at;
}

/* The parameter whose argument is to blame, or STAR_NO_CELL. */
static uint16_t blamed(const StarMachine *m, const StarProc *proc) {
    if (m->error.status != STAR_UNDEFINED && m->error.status != STAR_NOSIZE)
        return STAR_NO_CELL;
    return copies_in(proc, m->at) ? m->at->b : STAR_NO_CELL;
}

/* The instruction that passes an argument to the callee of the last frame. */
static const StarInstr *passes(const Frame *f, uint16_t argument) {
    const ptrdiff_t cell = f->cell - f[-1].cell + argument;
    const StarInstr *at = f->back - 1; /* the call */
    while (at->op != STAR_OP_MOVE || at->a != cell)
        at--;
    return at;
}

static void leave_to(StarMachine *m, const StarInstr *at) {
    exec_leave(m);
    m->depth--;
    m->at = at;
}

StarStatus exec_wrong_vertices(StarMachine *m, const char *one,
                               const StarNames *first, const char *other,
                               const StarNames *second) {
    star_raise(&m->error, MSG_OTHER_VERTICES(one != NULL ? one : "a table",
                                             star_names_file(first),
                                             other != NULL ? other : "another",
                                             star_names_file(second)));
    star_hint(&m->error, "load both from one file, or from files whose "
                         "vertices have the same names");
    return star_subject(&m->error, other, NULL);
}

static void blame_vertices(StarMachine *m) {
    const Frame *f = &m->frame[m->depth - 1];
    uint16_t pair[2];
    exec_other_vertices(m->at, f->cell, pair);
    const StarNames *first = f->cell[pair[0]].table->names;
    const StarNames *second = f->cell[pair[1]].table->names;
    const StarInstr *one = passes(f, pair[0]), *other = passes(f, pair[1]);
    leave_to(m, other);
    exec_wrong_vertices(m, exec_name(m, one, one->b), first,
                        exec_name(m, other, other->b), second);
}

void exec_blame_argument(StarMachine *m) {
    const Frame *f = &m->frame[m->depth - 1];
    const StarStatus status = m->error.status;
    if (m->depth < 2u + (m->run.wanted != NULL))
        return;
    if (status == STAR_OTHERVERTICES) {
        blame_vertices(m);
        return;
    }
    const StarInstr *check =
        status == STAR_WRONGLAYOUT ? failed_layout(m, f->cell) : NULL;
    const uint16_t argument = check != NULL ? check->a : blamed(m, f->proc);
    if (argument == STAR_NO_CELL)
        return;
    const int layout = check != NULL ? f->cell[argument].table->layout - 1 : -1;
    const StarProc *proc = f->proc;
    leave_to(m, passes(f, argument));
    const char *name = exec_name(m, m->at, m->at->b);
    if (check != NULL) {
        exec_wrong_layout(m, name, layout, proc->name, check->b);
        return;
    }
    const char *said = name ? name : "this argument";
    if (status == STAR_UNDEFINED) {
        star_raise(&m->error, MSG_NO_VALUE(said));
        return;
    }
    star_raise(&m->error, MSG_NO_SIZE(said));
    star_hint(&m->error, "it takes the size of the first value assigned");
    star_subject(&m->error, name, NULL);
}

StarStatus exec_too_deep(StarMachine *m, const StarProc *callee) {
    return star_raise(&m->error,
                      MSG_CALLS_NESTED(m->max_depth - 1, callee->name));
}

StarStatus exec_stack_full(StarMachine *m, const StarProc *callee,
                           int64_t cells) {
    return star_raise(&m->error, MSG_STACK_FULL(cells, callee->name, m->depth));
}

StarStatus exec_no_steps(StarMachine *m, int64_t steps) {
    m->fuel.lacking = steps;
    if (m->fuel.pauses)
        return STAR_STEPS;
    return star_raise(&m->error, MSG_STEPS(m->fuel.most));
}

StarStatus exec_no_result(StarMachine *m) {
    return star_raise(&m->error,
                      MSG_NO_RESULT(m->frame[m->depth - 1].proc->name));
}

static int64_t count(const char *const *names) {
    int64_t n = 0;
    while (names[n] != NULL)
        n++;
    return n;
}

const char *exec_value(const StarConstant *bound, int64_t value,
                       char room[STAR_VALUE_ROOM]) {
    if (bound->names != NULL && value >= 0 && value < count(bound->names))
        return bound->names[value];
    if (bound->type != STAR_TYPE_CHAR)
        snprintf(room, STAR_VALUE_ROOM, "%lld", (long long)value);
    else if (value > ' ' && value < 127)
        snprintf(room, STAR_VALUE_ROOM, "'%c'", (char)value);
    else
        snprintf(room, STAR_VALUE_ROOM, "chr(%lld)", (long long)value);
    return room;
}

StarStatus exec_range(StarMachine *m, int64_t value, uint32_t constant) {
    const StarConstant *bound = &m->program->constant[constant];
    char room[3][STAR_VALUE_ROOM];
    const char *low = exec_value(bound, bound[0].cell.i, room[0]);
    const char *high = exec_value(bound, bound[1].cell.i, room[1]);
    const char *found = exec_value(bound, value, room[2]);
    if (bound->names != NULL && (value < 0 || found == room[2]))
        return value < 0 ? star_raise(&m->error, MSG_NOTHING_BEFORE(low))
                         : star_raise(&m->error, MSG_NOTHING_AFTER(high));
    star_raise(&m->error, MSG_SUBRANGE_BOUNDS(found, low, high));
    star_expected(&m->error, "%s..%s", low, high);
    return star_found(&m->error, "%s", found);
}

bool exec_has_statement(const StarMachine *m, uint32_t instruction) {
    const StarProc *now = m->frame[0].proc;
    return m->run.wanted == NULL && instruction >= now->entry &&
           instruction < now->end;
}

StarStatus exec_no_statements(StarMachine *m) {
    if (m->run.wanted == NULL)
        return star_raise(&m->error, MSG_LABEL_OF_ENTRY());
    return star_raise(&m->error, MSG_LABEL_OF_PROGRAM(m->run.wanted->name));
}

StarStatus exec_no_case(StarMachine *m, int64_t value, uint32_t constant) {
    char room[STAR_VALUE_ROOM];
    star_raise(&m->error, MSG_NO_CASE(exec_value(
                              &m->program->constant[constant], value, room)));
    return star_hint(&m->error, "'otherwise' takes what is left");
}

/* One of the indices is outside; the first is reported. */
StarStatus exec_index(StarMachine *m, const StarInstr *at,
                      const StarArray *array, int64_t i, int64_t j) {
    const bool store = star_ops[at->op].changes == STAR_CHANGES_ELEMENT;
    const StarCellInfo *v = exec_variable(m, at, store ? at->a : at->b);
    const char *name = v != NULL ? v->name : NULL;
    const StarDim *d = array->dim;
    char room[3][STAR_VALUE_ROOM];
    const int k =
        array->dims > 1 && (uint64_t)i - (uint64_t)d->low < (uint64_t)d->count;
    d += k;
    const char *index = index_text(v, k, k ? j : i, room[0]);
    if (d->count == 0)
        return star_raise(&m->error,
                          MSG_INDEX_OF_NONE(index, name ? name : "the array"));
    const char *low = index_text(v, k, d->low, room[1]);
    const char *high = index_text(
        v, k, (int64_t)((uint64_t)d->low + (uint64_t)d->count - 1), room[2]);
    star_raise(&m->error, MSG_INDEX_OF(name, index, low, high));
    star_expected(&m->error, "%s..%s", low, high);
    star_found(&m->error, "%s", index);
    return star_subject(&m->error, name, NULL);
}

/* ---- Messages of the library ---- */

/* Adds to the text what fits. */
static void add(char *text, size_t room, const char *more, size_t length) {
    const size_t has = strlen(text);
    if (length > room - 1 - has)
        length = room - 1 - has;
    memcpy(text + has, more, length);
    text[has + length] = '\0';
}

/* A variable's value: a number, or a string. */
static void add_value(char *text, size_t room, const StarCellInfo *info,
                      StarCell cell) {
    char number[24];
    if (info->kind == STAR_CELL_STRING) {
        add(text, room, cell.string->text, (size_t)cell.string->length);
        return;
    }
    if (info->kind == STAR_CELL_REF)
        cell = *cell.ref;
    snprintf(number, sizeof number, "%lld", (long long)cell.i);
    add(text, room, number, strlen(number));
}

/* {x}: what the user passed for the procedure's x; {=x}: the value of x. */
static void add_variable(StarMachine *m, char *text, size_t room,
                         const char *name, size_t length) {
    const bool value = *name == '=';
    char passed[EXEC_NAME];
    const ExecCell x = exec_find(m, name + value, length - value);
    if (x.info == NULL)
        add(text, room, name, length);
    else if (value)
        add_value(text, room, x.info, x.frame->cell[x.cell]);
    else {
        const char *said = exec_passed_name(m, x, passed);
        add(text, room, said, strlen(said));
    }
}

static void fill(StarMachine *m, const StarString *from, char *text,
                 size_t room) {
    const char *s = from->text, *end = s + from->length;
    *text = '\0';
    while (s < end) {
        const char *close =
            *s == '{' ? memchr(s, '}', (size_t)(end - s)) : NULL;
        if (close == NULL) {
            add(text, room, s++, 1);
            continue;
        }
        add_variable(m, text, room, s + 1, (size_t)(close - s - 1));
        s = close + 1;
    }
}

StarStatus exec_RAISE(StarMachine *m, const StarInstr *at, StarCell *R) {
    char text[STAR_ERROR_TEXT], hint[STAR_ERROR_PART];
    m->at = at;
    fill(m, R[at->b].string, text, sizeof text);
    star_raise(&m->error, MSG_OF_LIBRARY((StarStatus)at->a, text));
    if (at->c == at->b)
        return m->error.status;
    fill(m, R[at->c].string, hint, sizeof hint);
    return star_hint(&m->error, "%s", hint);
}

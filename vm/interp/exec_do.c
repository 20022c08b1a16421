/* What instructions do that is more than a line. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "interp/exec.h"
#include "io/matrix.h"
#include "values/table.h"

#define A (R[at->a])
#define B (R[at->b])
#define C (R[at->c])

/* ---- Frames ---- */

StarStatus exec_own(StarMachine *m, const StarProc *proc, StarCell *cell) {
    for (unsigned k = proc->made; k < proc->owned; k++)
        cell[proc->own[k]].object = NULL;
    return m->program->code[proc->entry].op == STAR_OP_NATIVE
               ? STAR_OK
               : exec_make(m, proc, cell);
}

/* Unsized; arrays, and records without a layout here, are made by their
 * instructions. */
StarStatus exec_make(StarMachine *m, const StarProc *proc, StarCell *cell) {
    for (unsigned k = proc->made; k < proc->owned; k++) {
        const StarCellInfo *info = &proc->cell[proc->own[k]];
        StarCell *own = &cell[proc->own[k]];
        StarSizing sizing = (StarSizing)info->sizing;
        if (info->kind == STAR_CELL_LINE)
            own->line = star_line_new(&m->be, sizing);
        else if (info->kind == STAR_CELL_TABLE)
            own->table = star_table_new(&m->be, sizing);
        else if (info->kind == STAR_CELL_STRING)
            own->string = star_string_new(&m->be, sizing);
        else if (info->kind == STAR_CELL_SET)
            own->set = star_set_new(&m->be, sizing);
        else if (info->kind == STAR_CELL_RECORD && info->layout == NULL)
            continue;
        else if (info->kind == STAR_CELL_RECORD)
            STAR_TRY(star_record_new(&m->be, info->layout, &own->record));
        else if (info->kind == STAR_CELL_FILE)
            own->file = star_file_new(&m->be);
        else if (info->name != NULL)
            own->array = star_array_view(&m->be); /* empty until NEWARR */
        else
            continue;
        if (own->object == NULL)
            return STAR_MEMORY;
    }
    return STAR_OK;
}

void exec_leave(StarMachine *m) {
    const Frame *frame = &m->frame[m->depth - 1];
    if (m->heap.holds > frame->holds) /* left by goto or an error */
        star_heap_keep(&m->be, &m->heap, frame->holds, frame->pins);
    for (unsigned k = frame->proc->lasting; k < frame->proc->owned; k++)
        star_object_free(&m->be, frame->cell[frame->proc->own[k]].object);
}

/* ---- Primitives ---- */

/* A primitive that fails is run again with the names of its operands, for
 * the message: its checks come before its effects. */
static StarStatus run(StarMachine *m, StarPrim prim, const StarInstr *at,
                      StarCell *arg, const uint16_t *cell, unsigned n) {
    const char *name[STAR_FUSE_MAX_OPERANDS + 2];
    m->at = at;
    StarStatus status = exec_run_prim(m, prim, arg, NULL);
    if (status == STAR_OK)
        return star_stopped(&m->mem);
    if (status == STAR_MEMORY || status == STAR_DEVICE)
        return status;
    for (unsigned k = 0; k < n; k++)
        name[k] = exec_operand_name(m, at, cell[k]);
    return exec_run_prim(m, prim, arg, name);
}

/* Takes the steps of a row, unless those of a procedure around it are taken
 * already or nobody counts. */
static StarStatus charge(StarMachine *m, StarPrim prim, const StarCell *arg) {
    if (!m->program->charges || m->charged != 0)
        return STAR_OK;
    int64_t steps = star_prim_charge(prim, arg);
    if (m->max_steps == INT64_MAX && steps > m->steps)
        steps = m->steps;
    if (steps > m->steps)
        return exec_no_steps(m);
    m->steps -= steps;
    return STAR_OK;
}

/* STAR_DECLINED if there is no kernel, if it declined, or if sizes do not fit:
 * the body will find that too, and say where. It counts nothing more. */
StarStatus exec_native(StarMachine *m, const StarInstr *at, StarCell *R) {
    uint16_t cell[STAR_MAX_OPERANDS];
    StarCell arg[STAR_MAX_OPERANDS];
    const StarPrim prim = (StarPrim)(at[1].op - STAR_OP_PRIM);
    StarStatus status = STAR_DECLINED;
    if (m->bodies)
        return status;
    for (const StarInstr *body = at + 1 + at->c; body->op == STAR_OP_LAYOUT;
         body++)
        STAR_TRY(exec_layout(m, body, R));
    exec_operands(at + 1, R, m->operands[prim], cell, arg);
    STAR_TRY(charge(m, prim, arg));
    if (at->a == 0) {
        m->at = at + 1;
        status = exec_run_prim(m, prim, arg, NULL);
        star_work(&m->mem, 0);
    }
    if (status == STAR_OK)
        return star_stopped(&m->mem);
    if (status == STAR_NOSIZE || status == STAR_LENGTHS) {
        m->error = (StarError){0};
        status = STAR_DECLINED;
    }
    if (status == STAR_DECLINED && m->program->charges && m->charged == 0) {
        m->charged = m->depth;
        m->kept = m->steps;
        m->steps = INT64_MAX;
    }
    return status;
}

/* fail('code', 'text', i, 'text') of the library. */
StarStatus exec_raise(StarMachine *m, const StarInstr *at, StarCell *R) {
    const StarString *text = B.string, *rest = R[at[1].a].string;
    return star_raise(&m->error, (StarStatus)at->a, "%.*s%lld%.*s",
                      (int)text->length, text->text, (long long)C.i,
                      (int)rest->length, rest->text);
}

StarStatus exec_prim(StarMachine *m, StarPrim prim, const StarInstr *at,
                     StarCell *R) {
    uint16_t cell[STAR_MAX_OPERANDS];
    StarCell arg[STAR_MAX_OPERANDS];
    const unsigned n = m->operands[prim];
    exec_operands(at, R, n, cell, arg);
    STAR_TRY(run(m, prim, at, arg, cell, n));
    if (m->scalar[prim])
        A = arg[0];
    return STAR_OK;
}

StarStatus exec_fuse(StarMachine *m, const StarInstr *at, StarCell *R) {
    uint16_t cell[STAR_FUSE_MAX_OPERANDS + 2] = {at->a, STAR_NO_CELL};
    StarCell arg[STAR_FUSE_MAX_OPERANDS + 2];
    const uint16_t *word = &at[1].a;
    arg[0] = A;
    arg[1].fuse = &m->program->fuse[at->b].fuse;
    for (unsigned k = 0; k < at->c; k++) {
        /* Operands stand three a word, behind its opcode. */
        cell[k + 2] = word[k + k / 3];
        arg[k + 2] = R[cell[k + 2]];
    }
    return run(m, STAR_PRIM_FUSE, at, arg, cell, at->c + 2u);
}

/* b and not c has no primitive of its own: it is the shortest fused
 * expression. */
StarStatus exec_and_not(StarMachine *m, const StarInstr *at, StarCell *R) {
    static const uint8_t code[] = {STAR_FUSE_OPERAND, STAR_FUSE_OPERAND + 1,
                                   STAR_FUSE_ANDN};
    const StarFuse fuse = {
        .length = 3, .operands = 2, .depth = 2, .code = code};
    const uint16_t cell[] = {at->a, STAR_NO_CELL, at->b, at->c};
    StarCell arg[] = {A, {.fuse = &fuse}, B, C};
    return run(m, STAR_PRIM_FUSE, at, arg, cell, 4);
}

/* ---- Objects ---- */

StarStatus exec_new_array(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarDim dim[STAR_MAX_DIMS];
    const uint16_t *word = &at[1].a;
    unsigned dims = at->c, last = 2 * dims;
    const StarObject *prototype = NULL;
    StarArray *array;
    for (unsigned k = 0; k < dims; k++) {
        unsigned l = 2 * k, h = 2 * k + 1;
        int64_t low = R[word[l + l / 3]].i, high = R[word[h + h / 3]].i;
        if (high < low - 1)
            return star_raise(&m->error, STAR_FILESIZE,
                              "the bounds %lld..%lld are not in order",
                              (long long)low, (long long)high);
        dim[k] = (StarDim){low, (int64_t)((uint64_t)high - (uint64_t)low) + 1};
    }
    if (at->b == STAR_ELEM_OBJECT)
        prototype = R[word[last + last / 3]].object;
    STAR_TRY(star_array_new(&m->be, (StarElement)at->b, (int)dims, dim,
                            prototype, &array));
    star_object_free(&m->be, A.object);
    A.array = array;
    return STAR_OK;
}

/* What has a value in no part of it has none to be copied. */
StarStatus exec_copy(StarMachine *m, const StarInstr *at, StarCell *R) {
    const StarObject *from = B.object;
    StarObject *copy;
    if (!star_object_defined(from))
        return exec_undefined(m, at, at->b);
    if (at->op == STAR_OP_ACOPY || at->op == STAR_OP_RCOPY)
        return star_object_copy(&m->be, A.object, from);
    STAR_TRY(star_object_clone(&m->be, from, &copy));
    star_object_free(&m->be, A.object);
    A.object = copy;
    return STAR_OK;
}

/* Whether an address lies within the elements. */
static bool has_part(const StarArray *array, const void *address) {
    const uintptr_t at = (uintptr_t)address - (uintptr_t)array->data;
    return at < star_array_bytes(array);
}

/* The var parameter is an object of the parameter's kind, or, beside an array,
 * an address. */
static bool shares(const StarMachine *m, const StarInstr *at,
                   const StarCell *R) {
    const Frame *frame = &m->frame[m->depth - 1];
    if (A.line->head.kind != STAR_ARRAY)
        return A.object == C.object;
    if (frame->proc->cell[at->c].kind == STAR_CELL_REF)
        return has_part(A.array, C.ref);
    return has_part(A.array, C.array->data) || has_part(C.array, A.array->data);
}

StarStatus exec_apart(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarObject *copy;
    if (!shares(m, at, R))
        return STAR_OK;
    STAR_TRY(star_object_clone(&m->be, A.object, &copy));
    star_object_free(&m->be, B.object);
    A.object = B.object = copy;
    return STAR_OK;
}

StarStatus exec_part(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarArray *view = A.array;
    if (view != NULL && view->owner) {
        star_object_free(&m->be, &view->head);
        A.array = view = NULL;
    }
    if (view == NULL) {
        view = star_array_view(&m->be);
        if (view == NULL)
            return STAR_MEMORY;
        A.array = view;
    }
    const StarStatus status = star_array_part(&m->be, B.array, C.i, view);
    return status == STAR_INDEX ? exec_index(m, at, B.array, C.i, 0) : status;
}

/* One of the two arrays takes part from the index on, the other as a whole. */
StarStatus exec_pack(StarMachine *m, StarArray *to, const StarArray *from,
                     int64_t index, const StarArray *part) {
    const StarDim *d = part->dim, *whole = part == to ? from->dim : to->dim;
    int64_t first = (int64_t)((uint64_t)index - (uint64_t)d->low);
    if ((uint64_t)first >= (uint64_t)d->count ||
        d->count - first < whole->count)
        return star_raise(
            &m->error, STAR_INDEX,
            "%lld elements from index %lld on: the bounds are "
            "%lld..%lld",
            (long long)whole->count, (long long)index, (long long)d->low,
            (long long)((uint64_t)d->low + (uint64_t)d->count - 1));
    return star_array_elements(&m->be, to, part == to ? first : 0, from,
                               part == to ? 0 : first, whole->count);
}

/* Sizes of declared variables. The instruction may run again, for another
 * call uses a new frame but a loop of calls the same cells. */
StarStatus exec_size_line(StarMachine *m, StarLine *line, int64_t length) {
    return star_line_size(&m->be, line, length);
}

StarStatus exec_size_table(StarMachine *m, StarTable *table, int64_t rows,
                           int64_t cols) {
    return star_table_size(&m->be, table, rows, cols);
}

StarStatus exec_fit_line(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarLine *line = A.line;
    const char *name = exec_name(m, at, at->a);
    if (line->head.sizing == STAR_UNSIZED)
        return star_line_size(&m->be, line, B.i);
    if (line->length == B.i)
        return STAR_OK;
    star_raise(
        &m->error, STAR_LENGTHS, "%s must have %lld components, but has %lld",
        name ? name : "the parameter", (long long)B.i, (long long)line->length);
    star_expected(&m->error, "%lld", (long long)B.i);
    return star_found(&m->error, "%lld", (long long)line->length);
}

StarStatus exec_fit_table(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarTable *table = A.table;
    const char *name = exec_name(m, at, at->a);
    if (table->head.sizing == STAR_UNSIZED)
        return star_table_size(&m->be, table, B.i, C.i);
    if (table->rows == B.i && table->cols == C.i)
        return STAR_OK;
    star_raise(&m->error, STAR_LENGTHS,
               "%s must be %lld x %lld, but is %lld x %lld",
               name ? name : "the parameter", (long long)B.i, (long long)C.i,
               (long long)table->rows, (long long)table->cols);
    star_expected(&m->error, "%lld x %lld", (long long)B.i, (long long)C.i);
    return star_found(&m->error, "%lld x %lld", (long long)table->rows,
                      (long long)table->cols);
}

/* ---- Strings ---- */

static StarStatus from_chars(StarMachine *m, StarString *to,
                             const StarArray *from) {
    STAR_TRY(star_string_set(&m->be, to, NULL, 0));
    for (int64_t i = 0; i < from->count; i++) {
        int64_t c = star_array_get(from, i).i;
        if (c == STAR_UNDEFINED_INT)
            return star_raise(&m->error, STAR_UNDEFINED,
                              "character %lld has no value yet",
                              (long long)(from->dim[0].low + i));
        STAR_TRY(star_string_append(&m->be, to, (char)c));
    }
    return STAR_OK;
}

static StarStatus to_chars(StarMachine *m, StarArray *to,
                           const StarString *from) {
    if (to->count != from->length)
        return star_raise(&m->error, STAR_LENGTHS,
                          "the array has %lld characters, the text %lld",
                          (long long)to->count, (long long)from->length);
    for (int64_t i = 0; i < to->count; i++)
        star_array_put(to, i, (StarCell){.i = (unsigned char)from->text[i]});
    return STAR_OK;
}

static StarStatus check_string(StarMachine *m, const StarInstr *at,
                               uint16_t cell, const StarString *s) {
    if (s->head.sizing != STAR_UNSIZED)
        return STAR_OK;
    return exec_no_value(m, at, cell, "this string");
}

static StarStatus concatenate(StarMachine *m, StarString *to,
                              const StarString *a, const StarString *b) {
    StarString *joined = star_string_new(&m->be, STAR_ELASTIC);
    StarStatus status = STAR_MEMORY;
    if (joined == NULL)
        return status;
    status = star_string_set(&m->be, joined, a->text, a->length);
    for (int64_t i = 0; i < b->length && status == STAR_OK; i++)
        status = star_string_append(&m->be, joined, b->text[i]);
    if (status == STAR_OK)
        status = star_string_set(&m->be, to, joined->text, joined->length);
    star_object_free(&m->be, &joined->head);
    return status;
}

static int64_t compare(const StarString *a, const StarString *b) {
    int64_t n = a->length < b->length ? a->length : b->length;
    int order = n > 0 ? memcmp(a->text, b->text, (size_t)n) : 0;
    if (order == 0)
        return (a->length > b->length) - (a->length < b->length);
    return order < 0 ? -1 : 1;
}

static StarStatus check_position(StarMachine *m, const StarInstr *at,
                                 uint16_t cell, const StarString *s,
                                 int64_t i) {
    if (i >= 1 && i <= s->length)
        return STAR_OK;
    const char *name = exec_name(m, at, cell);
    star_raise(&m->error, STAR_INDEX, "%s%sindex %lld is outside 1..%lld",
               name ? name : "", name ? ": " : "", (long long)i,
               (long long)s->length);
    star_expected(&m->error, "1..%lld", (long long)s->length);
    star_found(&m->error, "%lld", (long long)i);
    return star_subject(&m->error, name, NULL);
}

StarStatus exec_string(StarMachine *m, const StarInstr *at, StarCell *R) {
    char c;
    switch (at->op) {
    case STAR_OP_SCOPY:
        STAR_TRY(check_string(m, at, at->b, B.string));
        return star_string_set(&m->be, A.string, B.string->text,
                               B.string->length);
    case STAR_OP_SCHAR:
        c = (char)B.i;
        return star_string_set(&m->be, A.string, &c, 1);
    case STAR_OP_SCHARS: return from_chars(m, A.string, B.array);
    case STAR_OP_ACHARS:
        STAR_TRY(check_string(m, at, at->b, B.string));
        return to_chars(m, A.array, B.string);
    case STAR_OP_SCAT:
        STAR_TRY(check_string(m, at, at->b, B.string));
        STAR_TRY(check_string(m, at, at->c, C.string));
        return concatenate(m, A.string, B.string, C.string);
    case STAR_OP_SCMP:
        STAR_TRY(check_string(m, at, at->b, B.string));
        STAR_TRY(check_string(m, at, at->c, C.string));
        A.i = compare(B.string, C.string);
        return STAR_OK;
    case STAR_OP_SLEN:
        STAR_TRY(check_string(m, at, at->b, B.string));
        A.i = B.string->length;
        return STAR_OK;
    case STAR_OP_SGET:
        STAR_TRY(check_string(m, at, at->b, B.string));
        STAR_TRY(check_position(m, at, at->b, B.string, C.i));
        A.i = (unsigned char)B.string->text[C.i - 1];
        return STAR_OK;
    default:
        STAR_TRY(check_string(m, at, at->a, A.string));
        STAR_TRY(check_position(m, at, at->a, A.string, B.i));
        A.string->text[B.i - 1] = (char)C.i;
        return STAR_OK;
    }
}

/* ---- Reals ---- */

static StarStatus to_integer(StarMachine *m, double x, int64_t *to) {
    if (!(x > -0x1p63 && x < 0x1p63))
        return star_raise(&m->error, STAR_OVERFLOW,
                          "%g is outside -maxint..maxint", x);
    *to = (int64_t)x;
    return STAR_OK;
}

StarStatus exec_real(StarMachine *m, const StarInstr *at, StarCell *R) {
    double x = B.r;
    switch (at->op) {
    case STAR_OP_SQRT:
        if (x < 0)
            return star_raise(&m->error, STAR_ROOT,
                              "the square root of %g: it must not be "
                              "negative",
                              x);
        A.r = sqrt(x);
        return STAR_OK;
    case STAR_OP_LN:
        if (x <= 0)
            return star_raise(&m->error, STAR_LOGARITHM,
                              "the logarithm of %g: it must be positive", x);
        A.r = log(x);
        return STAR_OK;
    case STAR_OP_EXP:
        A.r = exp(x);
        return isfinite(A.r)
                   ? STAR_OK
                   : star_raise(&m->error, STAR_REALOVERFLOW,
                                "exp(%g) is greater than any real", x);
    case STAR_OP_TRUNC: return to_integer(m, trunc(x), &A.i);
    default: return to_integer(m, round(x), &A.i);
    }
}

/* ---- Input and output ---- */

static int64_t width(const StarCell *R, uint16_t cell) {
    return cell == STAR_NO_CELL ? STAR_NO_WIDTH : R[cell].i;
}

StarStatus exec_write(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarConsole *c = exec_to(m);
    int64_t w = width(R, at->b);
    StarStatus status;
    char character;
    switch (at->op) {
    case STAR_OP_WRITEI: return star_write_integer(c, A.i, w);
    case STAR_OP_WRITER: return star_write_real(c, A.r, w, width(R, at->c));
    case STAR_OP_WRITEB:
        return star_write_text(c, A.i ? "true" : "false", A.i ? 4 : 5, w);
    case STAR_OP_WRITEC:
        character = (char)A.i;
        return star_write_text(c, &character, 1, w);
    case STAR_OP_WRITES:
        STAR_TRY(check_string(m, at, at->a, A.string));
        return star_write_text(c, A.string->text, A.string->length, w);
    case STAR_OP_WRITEL: status = star_write_line(c, A.line, w); break;
    default: status = star_write_table(c, &m->be, A.table, w);
    }
    return status == STAR_NOSIZE ? exec_unsized(m, at) : status;
}

StarStatus exec_read(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarConsole *c = exec_from(m);
    switch (at->op) {
    case STAR_OP_READI: return star_read_integer(c, &A.i);
    case STAR_OP_READR: return star_read_real(c, &A.r);
    case STAR_OP_READC: return star_read_char(c, &A.i);
    case STAR_OP_READS: return star_read_string(c, &m->be, A.string);
    case STAR_OP_READL: return star_read_line(c, &m->be, A.line);
    default: return star_read_table(c, &m->be, A.table);
    }
}

enum { PATH = 4096 };

/* The path of a file, and the end of it that came from the program, if no link
 * may be followed there; else NULL. */
typedef struct Path {
    char text[PATH];
    const char *strange;
} Path;

static StarStatus may_open(StarMachine *m, Path *path, bool read) {
    const StarPermit may = m->may_open == NULL
                               ? STAR_PERMIT_ANY
                               : m->may_open(m->console.context, path->text);
    if (may == STAR_PERMIT_ANY)
        path->strange = NULL;
    return may == STAR_PERMIT_ANY || (may == STAR_PERMIT_BENEATH && read)
               ? STAR_OK
               : star_raise(
                     &m->error, STAR_FORBIDDEN, "the program may not %s %s",
                     may == STAR_PERMIT_NONE ? "open" : "write", path->text);
}

/* Makes the path of a file to be read or written: one that is relative begins
 * at the machine's folder. */
static StarStatus file_path(StarMachine *m, const StarString *name, bool read,
                            Path *path) {
    const char *folder = m->folder != NULL ? m->folder : "";
    const char *slash = "/";
    if (*folder == '\0' || (name->length > 0 && name->text[0] == '/'))
        folder = slash = "";
    const size_t before = strlen(folder) + strlen(slash);
    const size_t length = (size_t)name->length;
    if (before + length >= PATH || length == 0 ||
        memchr(name->text, '\0', length) != NULL)
        return star_raise(&m->error, STAR_OPEN,
                          "this is no file's name: %lld characters",
                          (long long)name->length);
    snprintf(path->text, PATH, "%s%s%.*s", folder, slash, (int)length,
             name->text);
    path->strange = path->text + before;
    return may_open(m, path, read);
}

static bool is_end(int layout) {
    return layout == STAR_LAYOUT_LEFT || layout == STAR_LAYOUT_RIGHT;
}

/* Edges have no direction: either end may be called left. */
bool exec_fits_layout(const StarTable *t, int needed) {
    const int layout = t->layout - 1;
    return layout < 0 || layout == needed || (is_end(layout) && is_end(needed));
}

StarStatus exec_layout(StarMachine *m, const StarInstr *at, StarCell *R) {
    const StarProc *proc = m->frame[m->depth - 1].proc;
    if (exec_fits_layout(A.table, at->b))
        return STAR_OK;
    const int layout = star_table_layout(&m->be, A.table);
    return layout < 0 ? STAR_OK
                      : exec_wrong_layout(m, proc->cell[at->a].name, layout,
                                          proc->name, at->b);
}

StarStatus exec_load(StarMachine *m, const StarInstr *at, StarCell *R) {
    const bool save = at->op == STAR_OP_FSAVE;
    Path path;
    STAR_TRY(check_string(m, at, at->b, B.string));
    STAR_TRY(file_path(m, B.string, !save, &path));
    if (save)
        return star_table_save(&m->be, A.table, path.text, (StarFormat)at->c);
    StarError warning = {.status = STAR_OK};
    StarTableFile file = {.path = path.text,
                          .strange = path.strange,
                          .layout =
                              (StarGraphLayout)(at->c % STAR_LAYOUT_COMPACT),
                          .compact = at->c >= STAR_LAYOUT_COMPACT,
                          .warning = &warning};
    if (at->op != STAR_OP_FLOAD) {
        file.compact = at->op == STAR_OP_FLOADC;
        if (C.i < 1 || C.i > STAR_WEIGHT_BITS)
            return star_raise(&m->error, STAR_DOMAIN,
                              "weights have 1 to %d bits, not %lld",
                              STAR_WEIGHT_BITS, (long long)C.i);
        file.layout = STAR_LAYOUT_WEIGHTS;
        file.bits = C.i;
    }
    STAR_TRY(star_table_load(&m->be, A.table, &file));
    exec_warn(m, at, &warning);
    return STAR_OK;
}

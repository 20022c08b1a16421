/* SPDX-License-Identifier: MIT */
/* Checks and runs primitives by their signatures. */
#include <assert.h>

#include "backend.h"
#include "memory/spares.h"
#include "primitives/primitives.h"
#include "primitives/reference.h"
#include "values/kinds.h"
#include "values/names.h"
#include "values/table.h"

enum {
    N = STAR_SIZE_N,
    R = STAR_SIZE_ROWS,
    C = STAR_SIZE_COLS,
    SPAN = STAR_SIZE_SPAN,
    SIZES = STAR_SIZES
};

/* One run of a primitive. */
typedef struct Run {
    StarBackend *be; /* none where nothing is run: foresee */
    StarPrimFault *fault;
    StarPrim prim;
    const StarForm *form;
    StarCell *arg;
    int64_t size[SIZES];
    int by[SIZES]; /* the operand that gave a size; -1: not given yet */
    StarObject *result[STAR_MAX_OPERANDS]; /* see prepare() */
} Run;

typedef struct StarCheck Check;

/* ---- Signatures ---- */

/* A line, table or array. */
static bool is_object(uint8_t kind) {
    return star_sig_has_bits(kind) || kind == STAR_SIG_ARRAY;
}

static uint8_t size_number(char letter) {
    switch (letter) {
    case 'r': return R;
    case 'c': return C;
    case '#': return SPAN;
    default: return N;
    }
}

/* Operands are checked in this order: those that give sizes, scalars, those
 * whose size depends on scalars, results. */
enum { GIVES, SCALAR, DEPENDS, RESULT };

static uint8_t rank(const StarOperand *o) {
    if (!is_object(o->kind))
        return SCALAR;
    if (o->access == STAR_OVERWRITE)
        return RESULT;
    return o->size[0] == '#' ? DEPENDS : GIVES;
}

/* Scalar results, variables, and integers, arrays and results without a size
 * are not; a range is where it ends. */
static bool is_checked(const StarOperand *o) {
    if (is_object(o->kind) || o->letter == 'i')
        return o->size[0] != 0;
    return o->kind != STAR_SIG_VARIABLE && o->letter != 'a' &&
           !star_operand_is_scalar_result(o);
}

static void prepare_form(StarForm *form, const char *signature) {
    StarOperand o[STAR_MAX_OPERANDS];
    const int operands = star_signature(signature, o);
    bool plain = true;
    *form = (StarForm){.count = 0};
    for (int k = 0; k < operands; k++) {
        form->from += star_operand_is_scalar_result(&o[k]);
        plain &= star_operand_is_scalar_result(&o[k]) ||
                 (o[k].kind == STAR_SIG_BITS && o[k].size[0] == 'n');
    }
    form->lines = plain ? (uint8_t)(operands - form->from) : 0;
    for (uint8_t r = GIVES; r <= RESULT; r++)
        for (int k = 0; k < operands; k++)
            if (rank(&o[k]) == r && is_checked(&o[k]))
                form->check[form->count++] =
                    (Check){.letter = o[k].letter,
                            .kind = o[k].kind,
                            .access = o[k].access,
                            .rank = r,
                            .arg = (uint8_t)k,
                            .size = {size_number(o[k].size[0]),
                                     size_number(o[k].size[1])},
                            .even = o[k].size[0] == 'e',
                            .plus = o[k].plus};
}

void star_backend_open(StarBackend *be) {
    for (int p = 0; p < STAR_PRIM_COUNT; p++)
        prepare_form(&be->common.form[p], star_prims[p].signature);
    be->threads =
        (StarThreads){.count = 1, .grain = STAR_GRAIN, .mem = be->mem};
}

void star_backend_close(StarBackend *be) {
    star_threads_stop(&be->threads);
    star_names_free_all(be->names);
    be->names = NULL;
    star_spares_end(be->mem);
}

/* ---- Checks ---- */

/* Notes the check that failed, for its message. */
static StarStatus fail(Run *run, StarPrimCheck check, int size, int k,
                       int64_t found) {
    *run->fault = (StarPrimFault){.prim = run->prim,
                                  .check = check,
                                  .size = (uint8_t)size,
                                  .operand = k,
                                  .by = run->by[size],
                                  .found = found,
                                  .needed = run->size[size]};
    return star_prim_status(check);
}

/* Operand k has `value` for a size; equal letters are equal sizes. */
static StarStatus unify(Run *run, int size, int k, int64_t value) {
    if (run->by[size] < 0) {
        run->by[size] = k;
        run->size[size] = value;
    }
    return run->size[size] == value
               ? STAR_OK
               : fail(run, STAR_CHECK_SIZE, size, k, value);
}

static StarStatus check_object(Run *run, const Check *c) {
    const StarObject *object = run->arg[c->arg].object;
    const StarBits *line = (const StarBits *)object;
    const StarTable *table = (const StarTable *)object;
    if (object->kind == STAR_ARRAY)
        return unify(run, c->size[0], c->arg,
                     ((const StarArray *)object)->count);
    if (object->sizing == STAR_UNSIZED)
        return fail(run, STAR_CHECK_SIZED, N, c->arg, 0);
    if (object->kind == STAR_TABLE) {
        STAR_TRY(unify(run, c->size[0], c->arg, table->rows));
        return unify(run, c->size[1], c->arg, table->cols);
    }
    STAR_TRY(unify(run, c->size[0], c->arg, line->length));
    if (c->even && line->length % 2 != 0)
        return fail(run, STAR_CHECK_EVEN, N, c->arg, line->length);
    return STAR_OK;
}

/* Operands c->arg - 1 and c->arg are a range; its length is size #. */
static StarStatus check_range(Run *run, const Check *c) {
    const int64_t n = run->size[c->size[0]];
    const int64_t a = run->arg[c->arg - 1].i, z = run->arg[c->arg].i;
    if (a >= 1 && z <= n && z >= a - 1)
        return unify(run, SPAN, c->arg - 1, z - a + 1);
    return fail(run, STAR_CHECK_RANGE, c->size[0], c->arg, z);
}

static inline bool is_probability(double p) {
    return p >= 0 && p <= 1;
}

static StarStatus check_scalar(Run *run, const Check *c) {
    const int64_t i = run->arg[c->arg].i;
    const uint8_t size = c->size[0];
    if (c->letter == 'z')
        return check_range(run, c);
    if (c->letter == 'i')
        return i >= 1 && i <= run->size[size]
                   ? STAR_OK
                   : fail(run, STAR_CHECK_INDEX, size, c->arg, i);
    if (c->letter == 'k')
        return i >= 0 ? STAR_OK : fail(run, STAR_CHECK_COUNT, N, c->arg, i);
    if (c->letter == 'p')
        return is_probability(run->arg[c->arg].r)
                   ? STAR_OK
                   : fail(run, STAR_CHECK_PROBABILITY, N, c->arg, i);
    return i == 0 || i == 1 ? STAR_OK : fail(run, STAR_CHECK_BIT, N, c->arg, i);
}

/* True if the object of operand k is another operand too. */
static bool is_operand(const Run *run, int k) {
    for (int i = 0; i < run->form->count; i++) {
        const Check *c = &run->form->check[i];
        if (c->arg != k && is_object(c->kind) && c->access == STAR_READ &&
            run->arg[c->arg].object == run->arg[k].object)
            return true;
    }
    return false;
}

/* Gives a result its size. One that is an operand too, of another size, is
 * replaced by a new object until finish(). */
static StarStatus prepare(Run *run, const Check *c) {
    StarBackend *be = run->be;
    StarCell *arg = &run->arg[c->arg];
    const bool table = c->letter == 'T';
    const int64_t a = run->size[c->size[0]];
    const int64_t b = table ? run->size[c->size[1]] + c->plus : 0;
    const int64_t has_a = table ? arg->table->rows : arg->bits->length;
    const int64_t has_b = table ? arg->table->cols : 0;
    if (has_a == a && has_b == b) {
        if (arg->bits->head.sizing != STAR_UNSIZED)
            return STAR_OK;
    } else if (arg->bits->head.sizing == STAR_FIXED) {
        if (has_a != a)
            return fail(run, STAR_CHECK_SIZE, c->size[0], c->arg, has_a);
        if (c->plus == 0)
            return fail(run, STAR_CHECK_SIZE, c->size[1], c->arg, has_b);
        run->size[c->size[1]] += c->plus;
        return fail(run, STAR_CHECK_COLUMNS, c->size[1], c->arg, has_b);
    } else if (is_operand(run, c->arg)) {
        StarObject *own = arg->object;
        StarObject *other = table
                                ? (StarObject *)star_table_new(be, STAR_ELASTIC)
                                : (StarObject *)star_bits_new(be, STAR_ELASTIC);
        if (other == NULL)
            return STAR_MEMORY;
        run->result[c->arg] = own;
        arg->object = other;
    }
    return table ? star_table_size(be, arg->table, a, b)
                 : star_bits_size(be, arg->bits, a);
}

/* Moves results that were computed elsewhere to where they belong. */
static StarStatus finish(Run *run, StarStatus status) {
    for (int k = 0; k < STAR_MAX_OPERANDS; k++) {
        StarObject *own = run->result[k], *other;
        if (own == NULL)
            continue;
        other = run->arg[k].object;
        if (status == STAR_OK && own->kind == STAR_TABLE) {
            StarTable table = *(StarTable *)own;
            *(StarTable *)own = *(StarTable *)other;
            *(StarTable *)other = table;
        } else if (status == STAR_OK) {
            status =
                star_bits_move(run->be, (StarBits *)own, (StarBits *)other);
        }
        star_object_free(run->be, other);
        run->arg[k].object = own;
    }
    return status;
}

static StarStatus check(Run *run) {
    for (int i = 0; i < run->form->count; i++) {
        const Check *c = &run->form->check[i];
        if (c->rank == RESULT)
            STAR_TRY(prepare(run, c));
        else if (c->rank == SCALAR)
            STAR_TRY(check_scalar(run, c));
        else
            STAR_TRY(check_object(run, c));
    }
    return STAR_OK;
}

/* ---- Before a run ---- */

static StarStatus foresee_size(Run *run, int size, int k, int64_t value) {
    return value < 0 ? STAR_OK : unify(run, size, k, value);
}

static StarStatus foresee_object(Run *run, const Check *c) {
    const StarCell arg = run->arg[c->arg];
    if (((const StarObject *)arg.object)->kind == STAR_TABLE) {
        STAR_TRY(foresee_size(run, c->size[0], c->arg, arg.table->rows));
        return c->plus != 0
                   ? STAR_OK
                   : foresee_size(run, c->size[1], c->arg, arg.table->cols);
    }
    return arg.bits->length < 0 ? STAR_OK
           : c->rank == RESULT
               ? unify(run, c->size[0], c->arg, arg.bits->length)
               : check_object(run, c);
}

/* An index needs the size, a range both ends too. */
static StarStatus foresee_scalar(Run *run, const Check *c, unsigned known) {
    const bool open = c->letter == 'k' || run->by[c->size[0]] >= 0;
    const bool range = c->letter != 'z' || (known >> (c->arg - 1) & 1) != 0;
    return open && range ? check_scalar(run, c) : STAR_OK;
}

StarStatus star_prim_foresee(StarError *error, StarPrim prim, StarCell *arg,
                             const char *const *name, unsigned known,
                             int64_t size[2]) {
    StarForm form;
    StarPrimFault fault;
    Run run = {.fault = &fault,
               .prim = prim,
               .form = &form,
               .arg = arg,
               .by = {-1, -1, -1, -1}};
    StarStatus status = STAR_OK;
    size[0] = size[1] = -1;
    if (known == 0)
        return STAR_OK;
    prepare_form(&form, star_prims[prim].signature);
    for (int i = 0; i < run.form->count && status == STAR_OK; i++) {
        const Check *c = &run.form->check[i];
        for (int k = 0; k < 2 && c->rank == RESULT; k++)
            if (run.by[c->size[k]] >= 0)
                size[k] = run.size[c->size[k]] + (k == 1 ? c->plus : 0);
        if ((known >> c->arg & 1) == 0)
            continue;
        status = c->rank == SCALAR ? foresee_scalar(&run, c, known)
                                   : foresee_object(&run, c);
    }
    if (status != STAR_OK)
        star_prim_message(&fault, &form, arg, name, error);
    return status;
}

/* FUSE takes as many operands as its code has. */
static StarStatus check_fuse(Run *run) {
    Check c = {.letter = 'l'};
    for (int k = 0; k < run->arg[1].fuse->operands; k++) {
        c.arg = (uint8_t)(2 + k);
        STAR_TRY(check_object(run, &c));
    }
    c = (Check){.letter = 'L'};
    return prepare(run, &c);
}

static StarKernel *kernel_of(const StarBackend *be, StarPrim prim) {
    StarKernel *kernel = be->ops.kernel[prim];
    return kernel != NULL ? kernel : star_reference[prim];
}

/* ROW(i, T) := w gives a table without a size its columns, and rows up to i. */
static StarStatus grow(StarBackend *be, const StarCell *arg) {
    const StarBits *w = arg[2].bits;
    return w->head.sizing == STAR_UNSIZED
               ? STAR_OK
               : star_table_grow(be, arg[0].table, arg[1].i, w->length);
}

/* Checks one operand after the other, then runs. */
__attribute__((noinline)) static StarStatus
run_slowly(StarBackend *be, StarPrim prim, StarCell *arg) {
    Run run = {.be = be,
               .fault = &be->common.fault,
               .prim = prim,
               .form = &be->common.form[prim],
               .arg = arg,
               .by = {-1, -1, -1, -1}};
    StarStatus status = prim == STAR_PRIM_SETROW ? grow(be, arg) : STAR_OK;
    if (status == STAR_OK)
        status = prim == STAR_PRIM_FUSE ? check_fuse(&run) : check(&run);
    if (status == STAR_OK)
        status = kernel_of(be, prim)(be, arg);
    return finish(&run, status);
}

/* ---- Nothing to do but run ----
 *
 * Most operands are right and most results have their size. These functions
 * only test that; run_slowly() does everything else, sizes of 0 included. An
 * unsized bit vector has length 0. */

/* True if all operands are bit vectors of one size. */
static inline bool is_plain(const StarForm *form, const StarCell *arg) {
    const StarCell *line = arg + form->from;
    int64_t differs = 0, n;
    if (form->lines == 0)
        return false;
    n = line[0].bits->length;
    switch (form->lines) {
    case 3: differs |= n ^ line[2].bits->length; /* fall through */
    case 2: differs |= n ^ line[1].bits->length; /* fall through */
    default: return differs == 0 && n > 0;
    }
}

static inline bool fits(int64_t *size, int64_t value) {
    if (*size == 0)
        *size = value;
    return value > 0 && *size == value;
}

static inline bool is_ready(const StarForm *form, const StarCell *arg) {
    int64_t size[SIZES] = {0};
    for (int i = 0; i < form->count; i++) {
        const Check *c = &form->check[i];
        const StarCell *x = &arg[c->arg];
        bool ready;
        switch (c->letter) {
        case 'i':
            ready = (uint64_t)x->i - 1 < (uint64_t)size[c->size[0]];
            break;
        case 'z':
            ready = x[-1].i >= 1 && x->i <= size[c->size[0]] &&
                    x->i >= x[-1].i && fits(&size[SPAN], x->i - x[-1].i + 1);
            break;
        case 'b':
        case 'd': ready = (uint64_t)x->i <= 1; break;
        case 'k': ready = x->i >= 0; break;
        case 'p': ready = is_probability(x->r); break;
        case 't':
        case 'm':
        case 'T':
            ready = fits(&size[c->size[0]], x->table->rows) &&
                    fits(&size[c->size[1]], x->table->cols - c->plus);
            break;
        default:
            ready = fits(&size[c->size[0]], x->bits->length) &&
                    (!c->even || x->bits->length % 2 == 0);
        }
        if (!ready)
            return false;
    }
    return true;
}

static inline bool is_fuse_ready(const StarCell *arg) {
    const int64_t n = arg[0].bits->length;
    int64_t differs = 0;
    for (int k = 0; k < arg[1].fuse->operands; k++)
        differs |= n ^ arg[2 + k].bits->length;
    return differs == 0 && n > 0;
}

/* Apart, so that star_prim_run needs no frame. */
__attribute__((noinline)) static StarStatus
run_mixed(StarBackend *be, StarPrim prim, StarCell *arg) {
    const bool ready = prim == STAR_PRIM_FUSE
                           ? is_fuse_ready(arg)
                           : is_ready(&be->common.form[prim], arg);
    return ready ? kernel_of(be, prim)(be, arg) : run_slowly(be, prim, arg);
}

#ifndef NDEBUG
static bool is_valid(StarPrim prim, const StarForm *form, const StarCell *arg) {
    if (prim == STAR_PRIM_FUSE)
        return star_object_valid(arg[0].object);
    for (int i = 0; i < form->count; i++)
        if (star_sig_has_bits(form->check[i].kind) &&
            form->check[i].access != STAR_READ &&
            !star_object_valid(arg[form->check[i].arg].object))
            return false;
    return true;
}
#endif

StarStatus star_prim_try(StarBackend *be, StarPrim prim, StarCell *arg) {
    const StarForm *form = &be->common.form[prim];
    StarStatus status = is_plain(form, arg) ? kernel_of(be, prim)(be, arg)
                                            : run_mixed(be, prim, arg);
    assert(status != STAR_OK || star_stopped(be->mem) != STAR_OK ||
           be->resident > 0 || is_valid(prim, form, arg));
    return status;
}

StarStatus star_prim_run(StarBackend *be, StarPrim prim, StarCell *arg,
                         const char *const *name) {
    const StarStatus status = star_prim_try(be, prim, arg);
    if (status != STAR_OK)
        star_prim_explain(be, arg, name);
    return status;
}

/* SPDX-License-Identifier: MIT */
/* The messages of primitives whose checks failed, made of the operands and of
 * what prim_run.c noted. */
#include "backend.h"
#include "primitives/primitives.h"

/* A fault, its operands, and what they are called. */
typedef struct Fault {
    StarPrimFault f;
    const StarForm *form;
    const StarCell *arg;
    const char *const *name;
    StarError *error;
} Fault;

StarStatus star_prim_status(StarPrimCheck check) {
    static const StarStatus status[] = {[STAR_CHECK_SIZE] = STAR_LENGTHS,
                                        [STAR_CHECK_SIZED] = STAR_NOSIZE,
                                        [STAR_CHECK_EVEN] = STAR_ODDLENGTH,
                                        [STAR_CHECK_COLUMNS] = STAR_LENGTHS,
                                        [STAR_CHECK_INDEX] = STAR_INDEX,
                                        [STAR_CHECK_RANGE] = STAR_INDEX,
                                        [STAR_CHECK_COUNT] = STAR_DOMAIN,
                                        [STAR_CHECK_BIT] = STAR_RANGE,
                                        [STAR_CHECK_PROBABILITY] = STAR_DOMAIN};
    return status[check];
}

/* ---- Names ---- */

/* How operand k is checked, or NULL. */
static const struct StarCheck *check_of(const Fault *t, int k) {
    for (int i = 0; i < t->form->count; i++)
        if (t->form->check[i].arg == k)
            return &t->form->check[i];
    return NULL;
}

static char letter_of(const Fault *t, int k) {
    const struct StarCheck *c = check_of(t, k);
    return c != NULL ? c->letter : '\0';
}

/* The k-th operand by its part. */
static const char *part(const Fault *t, int k) {
    const struct StarCheck *c = check_of(t, k);
    int lines = 0, before = 0;
    if (t->f.prim == STAR_PRIM_FUSE)
        return k == 0   ? "the result"
               : k == 2 ? "the first operand"
                        : "another operand";
    if (c != NULL && c->access == STAR_OVERWRITE)
        return "the result";
    if (c != NULL && c->kind == STAR_SIG_TABLE)
        return "the table";
    for (int i = 0; i < t->form->count; i++) {
        c = &t->form->check[i];
        if (c->kind == STAR_SIG_BITS && c->access == STAR_READ) {
            lines++;
            before += c->arg < k;
        }
    }
    return lines < 2     ? "the operand"
           : before == 0 ? "the left operand"
                         : "the right operand";
}

/* The name of the operand, or NULL. */
static const char *variable(const Fault *t, int k) {
    return t->name != NULL && k >= 0 ? t->name[k] : NULL;
}

/* It shall not be named beside another one. */
static bool is_silent(const Fault *t, int k) {
    return variable(t, k) != NULL && *variable(t, k) == '\0';
}

static const char *name_of(const Fault *t, int k) {
    return variable(t, k) != NULL && !is_silent(t, k) ? variable(t, k)
                                                      : part(t, k);
}

/* ---- Sizes ---- */

/* The unit of a size, for messages. */
static const char *unit(int size, int64_t value) {
    static const char *const one[] = {"component", "row", "column",
                                      "component"};
    static const char *const many[] = {"components", "rows", "columns",
                                       "components"};
    return (value == 1 ? one : many)[size];
}

/* The unit in which operand k has the size: that of a line is components. */
static int unit_of(const Fault *t, int k) {
    const StarObject *object = t->arg[k].object;
    return object->kind == STAR_TABLE ? t->f.size : STAR_SIZE_N;
}

static void parts(const Fault *t, long long expected, long long found) {
    star_expected(t->error, "%lld", expected);
    star_found(t->error, "%lld", found);
}

/* The range of an index, found, not the variable's. */
static void range_size(const Fault *t) {
    const long long found = t->f.found;
    const StarCell *from = &t->arg[t->f.by];
    star_raise(t->error, MSG_RANGE_SIZE(name_of(t, t->f.operand), found,
                                        from[0].i, from[1].i, t->f.needed));
    star_subject(t->error, variable(t, t->f.operand), NULL);
}

/* One of two operands has a name to be told: it is to blame. */
static void size_of_one(const Fault *t, int k, long long has,
                        long long needed) {
    star_raise(t->error, MSG_SIZE_NEEDED(name_of(t, k), needed,
                                         unit(unit_of(t, k), needed), has));
    parts(t, needed, has);
    star_subject(t->error, variable(t, k), NULL);
}

/* The operand that stands first comes first. */
static void sizes(const Fault *t) {
    const bool swap = t->f.by > t->f.operand;
    const int first = swap ? t->f.operand : t->f.by;
    const int second = swap ? t->f.by : t->f.operand;
    const long long a = swap ? t->f.found : t->f.needed;
    const long long b = swap ? t->f.needed : t->f.found;
    const int first_unit = unit_of(t, first);
    const bool same = unit_of(t, second) == first_unit;
    if (is_silent(t, first) != is_silent(t, second)) {
        if (is_silent(t, first))
            size_of_one(t, second, b, a);
        else
            size_of_one(t, first, a, b);
        return;
    }
    star_raise(t->error,
               MSG_SIZES_DIFFER(name_of(t, first), a, unit(first_unit, a),
                                name_of(t, second), b,
                                same ? "" : unit(unit_of(t, second), b)));
    parts(t, a, b);
    star_subject(t->error, variable(t, first), variable(t, second));
}

static void no_size(const Fault *t) {
    const int k = t->f.operand;
    const char *name = name_of(t, k);
    star_raise(t->error, MSG_NO_SIZE(name));
    if (letter_of(t, k) == 'u')
        star_hint(t->error, "declare it with a size: %s: slice(n), or word(n)",
                  name);
    else if (letter_of(t, k) == 'm')
        star_hint(t->error, "declare it with a size: %s: table(rows, cols)",
                  name);
    else
        star_hint(t->error, "it takes the size of the first value assigned");
    star_subject(t->error, variable(t, k), NULL);
}

/* ---- Scalars ---- */

/* The index by its name, where the object has none to be told. */
static void number_outside(const Fault *t) {
    star_raise(t->error, MSG_NAMED_INDEX_BOUNDS(variable(t, t->f.operand),
                                                t->f.found, t->f.needed));
}

static void index_outside(const Fault *t) {
    static const char *const what[] = {"", "row ", "column ", ""};
    const char *name = variable(t, t->f.by), *index = variable(t, t->f.operand);
    const long long n = t->f.needed, i = t->f.found;
    if (name == NULL)
        name = "";
    if (*name == '\0' && index != NULL && *index != '\0')
        number_outside(t);
    else
        star_raise(t->error,
                   MSG_OPERAND_INDEX_BOUNDS(name, what[t->f.size], i, n));
    star_expected(t->error, "1..%lld", n);
    star_found(t->error, "%lld", i);
    star_subject(t->error, variable(t, t->f.by), NULL);
}

/* From operand k - 1 to operand k. */
static void range_outside(const Fault *t) {
    const char *name = variable(t, t->f.by);
    const long long n = t->f.needed, z = t->f.found;
    const long long a = t->arg[t->f.operand - 1].i;
    const bool order = a >= 1 && a <= n && z < a;
    if (name == NULL)
        name = "";
    star_raise(t->error, MSG_RANGE_BOUNDS(name, a, z, order, n));
    star_expected(t->error, "1..%lld", n);
    star_found(t->error, "%lld..%lld", a, z);
    star_subject(t->error, variable(t, t->f.by), NULL);
}

void star_prim_message(const StarPrimFault *fault, const StarForm *form,
                       const StarCell *arg, const char *const *name,
                       StarError *error) {
    const Fault t = {*fault, form, arg, name, error};
    const long long found = t.f.found;
    const char *prim = star_prims[t.f.prim].name;
    switch (t.f.check) {
    case STAR_CHECK_NONE: break;
    case STAR_CHECK_SIZE:
        if (t.f.size == STAR_SIZE_SPAN)
            range_size(&t);
        else
            sizes(&t);
        break;
    case STAR_CHECK_SIZED: no_size(&t); break;
    case STAR_CHECK_EVEN:
        star_raise(t.error,
                   MSG_SIZE_ODD(name_of(&t, t.f.operand), found, prim));
        break;
    case STAR_CHECK_COLUMNS:
        star_raise(t.error, MSG_RESULT_SIZE(name_of(&t, t.f.operand), found,
                                            unit(t.f.size, found), t.f.needed));
        break;
    case STAR_CHECK_INDEX: index_outside(&t); break;
    case STAR_CHECK_RANGE: range_outside(&t); break;
    case STAR_CHECK_COUNT:
        star_raise(t.error, MSG_MOVE_NEGATIVE(prim, found));
        break;
    case STAR_CHECK_BIT: star_raise(t.error, MSG_NOT_A_BIT(found)); break;
    case STAR_CHECK_PROBABILITY:
        star_raise(t.error, MSG_NO_PROBABILITY(prim, arg[t.f.operand].r));
    }
}

void star_prim_explain(StarBackend *be, const StarCell *arg,
                       const char *const *name) {
    const StarPrimFault fault = be->common.fault;
    be->common.fault.check = STAR_CHECK_NONE;
    star_prim_message(&fault, &be->common.form[fault.prim], arg, name,
                      be->mem->error);
}

/* SPDX-License-Identifier: MIT */
/* The steps of loops: what exec_loop.c and run_loop.c take for granted. */
#include "bytecode/verify.h"
#include "plan/pair_forms.h"

/* True if a step has a target, and then its kind. */
static bool has_target(const StarLoopOp *s, StarCellKind *kind) {
    switch ((StarLoopOpcode)s->op) {
    case STAR_LOOP_STORE: *kind = STAR_CELL_TABLE; return true;
    case STAR_LOOP_CHECK:
        *kind = STAR_CELL_BITS;
        return s->target != STAR_NO_CELL;
    case STAR_LOOP_STORE_BIT:
    case STAR_LOOP_REDUCE: *kind = STAR_CELL_BITS; return true;
    case STAR_LOOP_SUM:
    case STAR_LOOP_LAST_VALUE:
    case STAR_LOOP_MIN:
    case STAR_LOOP_MAX:
    case STAR_LOOP_INNER: *kind = STAR_CELL_INT; return true;
    default: return false;
    }
}

static bool is_scalar(const StarLoopOp *s) {
    return s->op == STAR_LOOP_SUM || s->op == STAR_LOOP_LAST_VALUE ||
           star_loop_is_extreme(s);
}

static bool needs_expression(const StarLoopOp *s) {
    return is_scalar(s)
               ? s->term == STAR_LOOP_ONES
               : s->op != STAR_LOOP_STORE_BIT && s->op < STAR_LOOP_ELSE;
}

/* Numbers that the steps' arithmetic and tables can take. */
static bool fields_fit(const StarLoopOp *s) {
    if (s->op == STAR_LOOP_FUEL)
        return s->value >= 0 && s->value <= INT32_MAX;
    if (s->op > STAR_LOOP_FUEL ||
        (s->op == STAR_LOOP_STORE && !star_loop_is_private(s->use)))
        return false;
    if (s->op == STAR_LOOP_REDUCE)
        return s->reduce <= STAR_FUSE_ANDN || s->reduce == STAR_FUSE_OPERAND;
    return !is_scalar(s) ||
           (s->term <= STAR_LOOP_NUMBER && s->value != STAR_UNDEFINED_INT &&
            ((s->term == STAR_LOOP_CONSTANT && s->op != STAR_LOOP_SUM) ||
             (s->value <= INT32_MAX && s->value >= -INT32_MAX)));
}

static StarStatus check_operands(const Verify *v, const StarLoopOp *s) {
    const bool bits = s->op == STAR_LOOP_IF || s->op == STAR_LOOP_STORE_BIT;
    if (needs_expression(s) && s->fuse.length == 0)
        return verify_refuse(v, "a step without its expression");
    if (s->fuse.operands > STAR_LOOP_MAX_OPERANDS ||
        s->fuse.depth > STAR_LOOP_MAX_DEPTH)
        return verify_refuse(v, "a step of %u operands", s->fuse.operands);
    for (int i = 0; i < s->fuse.operands; i++) {
        const StarLoopOperand *o = &s->operand[i];
        if (o->use > STAR_LOOP_OUTER_COLUMN ||
            (bits && o->use != STAR_LOOP_WHOLE))
            return verify_refuse(v, "operand %d of a step", i);
        STAR_TRY(verify_cell(
            v, o->use == STAR_LOOP_WHOLE ? STAR_CELL_BITS : STAR_CELL_TABLE,
            o->cell));
    }
    return s->fuse.length > 0 ? verify_fuse(&s->fuse, v->error) : STAR_OK;
}

static StarStatus check_step(const Verify *v, const StarLoopOp *s) {
    StarCellKind kind;
    if (!fields_fit(s))
        return verify_refuse(v, "step %u", s->op);
    if (has_target(s, &kind))
        STAR_TRY(verify_cell(v, kind, s->target));
    if (star_loop_has_also(s))
        STAR_TRY(verify_cell(v, STAR_CELL_INT, s->also));
    return check_operands(v, s);
}

/* Conditions nest; what belongs to an inner loop is whole and fits there. */
static StarStatus check_nesting(const Verify *v, const StarLoopOp *s, int steps,
                                bool inner) {
    int depth = 0;
    for (int k = 0; k < steps; k++) {
        const bool outside = s[k].op <= STAR_LOOP_STORE_BIT ||
                             s[k].op == STAR_LOOP_CHECK ||
                             s[k].op == STAR_LOOP_INNER;
        if (inner && outside)
            return verify_refuse(v, "step %u within an inner loop", s[k].op);
        if ((s[k].op == STAR_LOOP_ELSE || s[k].op == STAR_LOOP_END) &&
            depth == 0)
            return verify_refuse(v, "step %u without a condition", s[k].op);
        depth += s[k].op >= STAR_LOOP_IF && s[k].op <= STAR_LOOP_IFZERO;
        depth -= s[k].op == STAR_LOOP_END;
        for (int i = 0; i < s[k].fuse.operands && !inner; i++)
            if (s[k].operand[i].use > STAR_LOOP_COLUMN)
                return verify_refuse(v, "operand %d of a step", i);
        if (s[k].op != STAR_LOOP_INNER)
            continue;
        if (s[k].value < 0 || s[k].value >= steps - k)
            return verify_refuse(v, "inner loop of %lld steps",
                                 (long long)s[k].value);
        STAR_TRY(check_nesting(v, &s[k + 1], (int)s[k].value, true));
        k += (int)s[k].value;
    }
    return depth == 0 ? STAR_OK
                      : verify_refuse(v, "a condition without an end");
}

/* A sweep takes up a LOOP behind it whose effect is one update of lines; what
 * stands before the LOOP is looked at. */
static StarStatus check_sweep(const Verify *v, const StarLoop *loop) {
    const StarInstr *code = v->program->code, *in = &code[v->at];
    const int64_t with = (int64_t)v->at + (int16_t)in->c;
    const StarLoopOp *set = NULL;
    if ((int16_t)in->c < 2 || with >= v->proc->end ||
        code[with].op != STAR_OP_LOOP || code[with].a != in->a)
        return verify_refuse(v, "a sweep without its loop");
    for (int k = 0; k < loop->ops; k++)
        if (loop->op[k].op == STAR_LOOP_STORE && set == NULL)
            set = &loop->op[k];
        else if (loop->op[k].op != STAR_LOOP_CHECK)
            return verify_refuse(v, "step %u in a sweep", loop->op[k].op);
    return set != NULL && set->fuse.length == 3 &&
                   set->fuse.code[2] <= STAR_FUSE_XOR
               ? STAR_OK
               : verify_refuse(v, "a sweep without an update");
}

/* ---- Pair loops ---- */

static StarStatus check_side(const Verify *v, const StarLoopOp *s) {
    if (s->fuse.operands > STAR_LOOP_MAX_OPERANDS ||
        s->fuse.depth > STAR_LOOP_MAX_DEPTH ||
        (s->fuse.length > 0) != (s->fuse.operands > 0))
        return verify_refuse(v, "a step of %u operands", s->fuse.operands);
    for (int i = 0; i < s->fuse.operands; i++) {
        const StarLoopOperand *o = &s->operand[i];
        const bool row = o->use > STAR_LOOP_COLUMN;
        if (o->use > STAR_LOOP_OUTER_COLUMN ||
            (s->op == STAR_LOOP_PAIR_X && star_loop_is_private(o->use)) ||
            (s->op == STAR_LOOP_PAIR_Y && row))
            return verify_refuse(v, "operand %d of a step", i);
        STAR_TRY(verify_cell(
            v, o->use == STAR_LOOP_WHOLE ? STAR_CELL_BITS : STAR_CELL_TABLE,
            o->cell));
    }
    return s->fuse.length > 0 ? verify_fuse(&s->fuse, v->error) : STAR_OK;
}

static StarStatus check_pair_step(const Verify *v, const StarLoop *loop, int k,
                                  int sums) {
    const StarLoopOp *s = &loop->op[k];
    const bool first = k < STAR_PAIR_SIDES,
               side = !first && k < STAR_PAIR_SIDES + 2 * sums;
    bool fits = first ? s->op == STAR_LOOP_PAIR_ROWS + k
                : side
                    ? s->op == STAR_LOOP_PAIR_X + (k - STAR_PAIR_SIDES) % 2
                    : s->op >= STAR_LOOP_PAIR_TERM || s->op == STAR_LOOP_CHECK;
    if (s->op == STAR_LOOP_PAIR_TERM)
        fits = fits && k + 1 < loop->ops && s->value != INT64_MIN &&
               (s->also == STAR_NO_CELL || s->also < sums);
    if (s->op == STAR_LOOP_PAIR_IF)
        fits = fits && s->reduce <= STAR_PAIR_DIFFERENT;
    if (s->op == STAR_LOOP_PAIR_ADD)
        fits = fits && s->target != STAR_NO_CELL;
    if (!fits)
        return verify_refuse(v, "step %u of a pair loop", s->op);
    if (s->target != STAR_NO_CELL)
        STAR_TRY(verify_cell(v,
                             s->op != STAR_LOOP_CHECK    ? STAR_CELL_INT
                             : s->use == STAR_LOOP_WHOLE ? STAR_CELL_BITS
                                                         : STAR_CELL_TABLE,
                             s->target));
    if (star_loop_has_also(s))
        STAR_TRY(verify_cell(v, STAR_CELL_INT, s->also));
    return check_side(v, s);
}

/* Sums have a side; CHECKs, which come last, name what is written. */
static StarStatus check_pairs(const Verify *v, const StarLoop *loop) {
    const int sums = star_pair_sums(loop);
    int adds = 0, conditions = 0;
    bool checks = false;
    if (loop->ops < STAR_PAIR_SIDES + 2 * sums || sums > STAR_PAIR_PRODUCTS)
        return verify_refuse(v, "a pair loop of %u steps", loop->ops);
    for (int k = 0; k < loop->ops; k++) {
        const uint8_t op = loop->op[k].op;
        STAR_TRY(check_pair_step(v, loop, k, sums));
        if (op == STAR_LOOP_CHECK && loop->op[k].use != STAR_LOOP_WHOLE &&
            loop->op[k].fuse.length > 0)
            return verify_refuse(v, "step %u of a pair loop", op);
        if (checks && (op == STAR_LOOP_PAIR_IF || op == STAR_LOOP_PAIR_ADD))
            return verify_refuse(v, "step %u behind a check", op);
        checks |= op == STAR_LOOP_CHECK;
        adds += op == STAR_LOOP_PAIR_ADD;
        conditions += op == STAR_LOOP_PAIR_IF;
    }
    if (loop->form == STAR_LOOP_FIND_PAIRS ? conditions == 0 || adds > 0
                                           : adds == 0)
        return verify_refuse(v, "a pair loop of form %u with %d conditions",
                             loop->form, conditions);
    for (int k = 0; k < sums; k++) {
        const StarLoopOp *x = &loop->op[STAR_PAIR_SIDES + 2 * k];
        if (x->fuse.length == 0 && x[1].fuse.length == 0)
            return verify_refuse(v, "a sum of a pair loop without sides");
    }
    return adds <= STAR_PAIR_TOTALS
               ? STAR_OK
               : verify_refuse(v, "a pair loop that adds to %d", adds);
}

StarStatus verify_loop(const Verify *v, uint16_t number) {
    const StarInstr *in = &v->program->code[v->at];
    const StarLoop *loop;
    if (number >= v->program->loops)
        return verify_refuse(v, "loop %u", number);
    loop = &v->program->loop[number];
    const bool finds = in->op == STAR_OP_PAIRROW || in->op == STAR_OP_PAIRCOL;
    if (loop->form > STAR_LOOP_FIND_PAIRS ||
        (finds && loop->form != STAR_LOOP_FIND_PAIRS) ||
        (in->op == STAR_OP_SWEEP && star_loop_is_pairs(loop->form)))
        return verify_refuse(v, "loop of form %u", loop->form);
    if (star_loop_is_pairs(loop->form)) {
        STAR_TRY(check_pairs(v, loop));
        return verify_cell(v, STAR_CELL_INT, in->c);
    }
    for (int k = 0; k < loop->ops; k++)
        STAR_TRY(check_step(v, &loop->op[k]));
    STAR_TRY(check_nesting(v, loop->op, loop->ops, false));
    if (in->op == STAR_OP_SWEEP)
        return check_sweep(v, loop);
    return verify_cell(
        v, loop->form == STAR_LOOP_FOR ? STAR_CELL_INT : STAR_CELL_BITS, in->c);
}

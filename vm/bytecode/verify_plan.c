/* SPDX-License-Identifier: MIT */
/* Plans: what exec_loop.c, exec_pairs.c and the backends take for granted. An
 * operation's operands are checked by their letters in plan.def. */
#include "bytecode/verify.h"
#include "plan/pairs.h"
#include "plan/rewrite/rewrite.h"
#include "values/postfix.h"

#define REFUSE_UNLESS(condition, v, ...)          \
    do {                                          \
        if (!(condition))                         \
            return verify_refuse(v, __VA_ARGS__); \
    } while (0)

/* ---- Expressions ---- */

static StarStatus check_code(const StarFuse *f, StarError *error) {
    int depth = 0;
    for (uint16_t k = 0; k < f->length; k++) {
        const uint8_t byte = f->code[k];
        const int takes = star_fuse_takes(byte);
        const bool bad =
            depth < takes || byte - STAR_FUSE_OPERAND >= f->operands;
        depth += 1 - takes;
        if (bad || depth > f->depth)
            return star_raise(error, MSG_FUSE_BYTE(k));
    }
    if (depth != 1 || f->operands > STAR_FUSE_MAX_OPERANDS)
        return star_raise(error, MSG_FUSE_VALUES(depth));
    return STAR_OK;
}

/* The uses that the operands of an operation may have, a bit each. */
static unsigned uses(const StarPlan *plan, const StarPlanOp *s, bool inner) {
    enum {
        WHOLE = 1u << STAR_PLAN_WHOLE,
        PRIVATE = 1u << STAR_PLAN_ROW | 1u << STAR_PLAN_COLUMN,
        OUTER = 1u << STAR_PLAN_OUTER_ROW | 1u << STAR_PLAN_OUTER_COLUMN
    };
    if (plan->space == STAR_SPACE_NONE || star_plan_has(s, 'c'))
        return WHOLE;
    if (s->op == STAR_PLAN_PAIR_X)
        return WHOLE | OUTER;
    if (s->op == STAR_PLAN_PAIR_Y)
        return WHOLE | PRIVATE;
    return WHOLE | PRIVATE | (inner ? OUTER : 0);
}

static StarStatus check_expression(const Verify *v, const StarPlan *plan,
                                   const StarPlanOp *s, bool inner) {
    const StarFuse *f = &s->fuse;
    const unsigned allowed = uses(plan, s, inner);
    REFUSE_UNLESS(plan->space == STAR_SPACE_NONE ||
                      (f->operands <= STAR_PLAN_MAX_OPERANDS &&
                       f->depth <= STAR_PLAN_MAX_DEPTH),
                  v, "an expression of %u operands", f->operands);
    REFUSE_UNLESS(f->operands > 0, v, "an expression without operands");
    for (int k = 0; k < f->operands; k++) {
        const StarPlanOperand *o = &s->operand[k];
        REFUSE_UNLESS(o->use <= STAR_PLAN_OUTER_COLUMN && allowed >> o->use & 1,
                      v, "operand %d of an operation", k);
        STAR_TRY(verify_cell(
            v, o->use == STAR_PLAN_WHOLE ? STAR_CELL_BITS : STAR_CELL_TABLE,
            o->cell));
    }
    return check_code(f, v->error);
}

/* ---- Operations ---- */

/* Sums count in factors of 32 bits. */
static bool is_factor(const StarPlanOp *s) {
    const int64_t f = s->factor;
    return s->op == STAR_PLAN_PAIR_TERM
               ? f != INT64_MIN
               : f != STAR_UNDEFINED_INT &&
                     ((s->term == STAR_PLAN_CONSTANT &&
                       s->op != STAR_PLAN_SUM) ||
                      (f <= INT32_MAX && f >= -INT32_MAX));
}

/* Vector i, op, a bit vector: in this order, whatever that of the code. */
static bool is_update(const StarPlanOp *s) {
    return s->apply <= STAR_FUSE_XOR && s->fuse.length == 3 &&
           s->fuse.operands == 2 && s->fuse.code[2] == s->apply &&
           s->operand[0].use == s->use && s->operand[0].cell == s->target &&
           s->operand[1].use == STAR_PLAN_WHOLE;
}

/* Vector i, or it and a vector that is the same for all i. */
static bool is_count(const StarPlanOp *s) {
    const StarFuse *f = &s->fuse;
    const bool masked = f->operands == 2;
    return s->term == STAR_PLAN_ONES && f->length == (masked ? 3 : 1) &&
           star_plan_is_private(s->operand[0].use) &&
           (!masked || (f->code[2] == STAR_FUSE_AND &&
                        !star_plan_is_private(s->operand[1].use)));
}

/* A COUNT with a vector of the outer loop. */
static bool counts_inner(const StarPlanOp *inner) {
    const StarPlanOp *s = inner + 1;
    return inner->body == 1 && s->op == STAR_PLAN_COUNT &&
           s->fuse.operands == 2 && s->operand[1].use != STAR_PLAN_WHOLE;
}

/* An object is a bit vector or a table. */
static StarStatus check_object(const Verify *v, uint16_t cell) {
    StarError error = {0};
    const Verify quiet = {v->program, v->proc, &error, v->at, v->flow};
    return verify_cell(&quiet, STAR_CELL_TABLE, cell) == STAR_OK
               ? STAR_OK
               : verify_cell(v, STAR_CELL_BITS, cell);
}

static StarStatus check_optional(const Verify *v, uint16_t cell) {
    return cell == STAR_NO_CELL ? STAR_OK : verify_cell(v, STAR_CELL_INT, cell);
}

static StarStatus check_field(const Verify *v, const StarPlan *plan,
                              const StarPlanOp *s, char letter, bool inner) {
    switch (letter) {
    case 'L':
    case 'm': return verify_cell(v, STAR_CELL_BITS, s->target);
    case 'T': return verify_cell(v, STAR_CELL_TABLE, s->target);
    case 'I': return verify_cell(v, STAR_CELL_INT, s->target);
    case 'w': return check_object(v, s->target);
    case 'J': return check_optional(v, s->beside);
    case 'i': return check_optional(v, s->scalar);
    case 'v':
        REFUSE_UNLESS(star_plan_is_private(s->use), v, "use %u", s->use);
        return STAR_OK;
    case 'e':
    case 'c': return check_expression(v, plan, s, inner);
    case 'x':
        return s->fuse.length > 0 || s->fuse.operands > 0
                   ? check_expression(v, plan, s, inner)
                   : STAR_OK;
    case 's':
        REFUSE_UNLESS(s->term <= STAR_PLAN_NUMBER && is_factor(s), v, "term %u",
                      s->term);
        if (s->term == STAR_PLAN_ONES)
            STAR_TRY(check_expression(v, plan, s, inner));
        REFUSE_UNLESS(s->op != STAR_PLAN_COUNT || is_count(s), v,
                      "a count of other vectors");
        return STAR_OK;
    case 'o':
        REFUSE_UNLESS(
            s->apply <= STAR_FUSE_ANDN &&
                (!star_plan_is_update(s) || is_update(s)) &&
                (s->op != STAR_PLAN_UPDATE_ONLY || s->apply != STAR_FUSE_XOR),
            v, "operator %u", s->apply);
        return STAR_OK;
    case 'q':
        REFUSE_UNLESS(s->op == STAR_PLAN_PAIR_SHARE
                          ? s->relation == STAR_PAIR_GREATER
                          : s->relation < STAR_PAIR_ANY,
                      v, "relation %u", s->relation);
        return STAR_OK;
    case 'u':
        REFUSE_UNLESS(s->fuel <= INT32_MAX, v, "fuel %u", s->fuel);
        return STAR_OK;
    case 'f':
        REFUSE_UNLESS(is_factor(s), v, "a factor of a form");
        return STAR_OK;
    case 'k':
        REFUSE_UNLESS(s->sum == STAR_NO_SUM || s->sum < plan->sums, v, "sum %u",
                      s->sum);
        return STAR_OK;
    default: return STAR_OK; /* any value will do */
    }
}

static StarStatus check_operation(const Verify *v, const StarPlan *plan,
                                  const StarPlanOp *s, bool inner) {
    for (const char *l = star_plan_letters[s->op]; *l != '\0'; l++)
        STAR_TRY(check_field(v, plan, s, *l, inner));
    return STAR_OK;
}

/* ---- Loops ---- */

/* What an inner loop has not. */
static bool is_outside(unsigned op) {
    return op <= STAR_PLAN_SET_BIT || op == STAR_PLAN_CHECK ||
           op == STAR_PLAN_CHECK_BITS || op == STAR_PLAN_INNER ||
           op == STAR_PLAN_INNER_COUNT;
}

/* Conditions nest; what belongs to an inner loop is whole and fits there. */
static StarStatus check_loop(const Verify *v, const StarPlan *plan,
                             const StarPlanOp *s, int ops, bool inner) {
    int depth = 0, effects = 0;
    bool only = false;
    for (int k = 0; k < ops; k++) {
        const uint8_t op = s[k].op;
        only |= op == STAR_PLAN_UPDATE_ONLY;
        effects += op != STAR_PLAN_CHECK && op != STAR_PLAN_CHECK_BITS;
        REFUSE_UNLESS(op > STAR_PLAN_MAP && op <= STAR_PLAN_FUEL, v,
                      "operation %u", op);
        REFUSE_UNLESS(!inner || !is_outside(op), v,
                      "operation %u within an inner loop", op);
        REFUSE_UNLESS((op != STAR_PLAN_ELSE && op != STAR_PLAN_END) ||
                          depth > 0,
                      v, "operation %u without a condition", op);
        depth += op >= STAR_PLAN_IF && op <= STAR_PLAN_IFZERO;
        depth -= op == STAR_PLAN_END;
        STAR_TRY(check_operation(v, plan, &s[k], inner));
        if (!star_plan_is_inner(&s[k]))
            continue;
        REFUSE_UNLESS(s[k].body < ops - k, v, "inner loop of %u operations",
                      s[k].body);
        STAR_TRY(check_loop(v, plan, &s[k + 1], s[k].body, true));
        REFUSE_UNLESS(op != STAR_PLAN_INNER_COUNT || counts_inner(&s[k]), v,
                      "an inner loop that does not count");
        k += s[k].body;
    }
    REFUSE_UNLESS(depth == 0, v, "a condition without an end");
    REFUSE_UNLESS(!only || effects == 1, v, "an only update beside others");
    return STAR_OK;
}

/* What exec_loop.c runs, and nothing else. */
static StarStatus check_order(const Verify *v, const StarPlan *plan) {
    for (int k = 0; k < plan->ops; k++) {
        REFUSE_UNLESS(plan->op[k].op <= STAR_PLAN_CHECK_BITS, v, "operation %u",
                      plan->op[k].op);
        STAR_TRY(check_operation(v, plan, &plan->op[k], false));
    }
    REFUSE_UNLESS(star_rule_closure(plan->op, plan->ops), v,
                  "iterations in order");
    return STAR_OK;
}

/* ---- Pairs ---- */

/* Sums have a side; what is written comes last, each form has its use. */
static StarStatus check_parts(const Verify *v, const StarPlan *plan) {
    int adds = 0, conditions = 0;
    bool checks = false;
    for (int k = 0; k < plan->ops; k++) {
        const uint8_t op = plan->op[k].op;
        const bool side = k < star_plan_forms(plan);
        REFUSE_UNLESS(side ? op == STAR_PLAN_PAIR_X + k % 2
                           : (op > STAR_PLAN_PAIR_Y && op < STAR_PLAN_OPS) ||
                                 op == STAR_PLAN_CHECK_BITS,
                      v, "operation %u of pairs", op);
        REFUSE_UNLESS(op != STAR_PLAN_PAIR_TERM || k + 1 < plan->ops, v,
                      "a form without use");
        REFUSE_UNLESS(!checks || (!star_plan_is_condition(&plan->op[k]) &&
                                  op != STAR_PLAN_PAIR_ADD),
                      v, "operation %u behind a check", op);
        checks |= op == STAR_PLAN_CHECK_BITS || op >= STAR_PLAN_PAIR_FITS;
        adds += op == STAR_PLAN_PAIR_ADD;
        conditions += star_plan_is_condition(&plan->op[k]);
        if (side && k % 2 == 1)
            REFUSE_UNLESS(plan->op[k - 1].fuse.length > 0 ||
                              plan->op[k].fuse.length > 0,
                          v, "a sum without sides");
    }
    REFUSE_UNLESS(plan->space == STAR_SPACE_PAIRS
                      ? adds > 0 && adds <= STAR_PAIR_TOTALS
                      : adds == 0 && conditions > 0,
                  v, "pairs with %d conditions, %d sums", conditions, adds);
    return STAR_OK;
}

static StarStatus check_pairs(const Verify *v, const StarPlan *plan) {
    REFUSE_UNLESS(plan->sums <= STAR_PAIR_PRODUCTS &&
                      star_plan_forms(plan) <= plan->ops,
                  v, "%u sums of pairs", plan->sums);
    STAR_TRY(check_optional(v, plan->row));
    if (plan->row != STAR_NO_CELL) {
        STAR_TRY(verify_cell(v, STAR_CELL_INT, plan->column));
        STAR_TRY(check_optional(v, plan->from.cell));
        STAR_TRY(check_optional(v, plan->to.cell));
    }
    STAR_TRY(check_parts(v, plan));
    for (int k = 0; k < plan->ops; k++)
        STAR_TRY(check_operation(v, plan, &plan->op[k], true));
    return STAR_OK;
}

/* ---- All plans ---- */

StarStatus verify_plan(const Verify *v, uint16_t number) {
    const StarInstr *in = &v->program->code[v->at];
    REFUSE_UNLESS(number < v->program->plans, v, "plan %u", number);
    const StarPlan *plan = &v->program->plan[number];
    if (plan->space == STAR_SPACE_NONE) {
        REFUSE_UNLESS(plan->ops == 1 && plan->op->op == STAR_PLAN_MAP &&
                          plan->op->target == in->a,
                      v, "an expression of %u operations", plan->ops);
        return check_operation(v, plan, plan->op, false);
    }
    REFUSE_UNLESS(plan->space <= STAR_SPACE_FIND_COLUMN, v, "space %u",
                  plan->space);
    STAR_TRY(verify_cell(v, STAR_CELL_INT, in->a));
    STAR_TRY(verify_cell(v,
                         plan->space <= STAR_SPACE_INDEX_ONES ? STAR_CELL_BITS
                                                              : STAR_CELL_INT,
                         in->c));
    if (star_plan_is_pairs(plan->space))
        return check_pairs(v, plan);
    return plan->space == STAR_SPACE_ORDER
               ? check_order(v, plan)
               : check_loop(v, plan, plan->op, plan->ops, false);
}

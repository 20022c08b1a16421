/* SPDX-License-Identifier: MIT */
/* From the plan of a loop to that of a rank: by the row of each operation in
 * plan.def. */
#include "partition/ranks_plan.h"

static const uint8_t part_of[] = {
#define PLAN_OP(name, letters, part, ...) STAR_PART_##part,
#include "plan/plan.def"
#undef PLAN_OP
};

typedef struct Maker {
    const Ranks *r;
    RanksPlan *plan;
    const StarCell *R;
    bool inner; /* i is the number of an inner loop */
} Maker;

/* ---- Cells ---- */

/* The local cell of a loop's cell; -1 if it has another meaning or other rows,
 * or there are too many. */
static int cell_of(const Maker *m, uint16_t of, RanksMeaning meaning) {
    RanksPlan *p = m->plan;
    int k = 0;
    while (k < p->cells && p->use[k].of != of)
        k++;
    if (k < p->cells)
        return p->use[k].meaning == meaning ? k : -1;
    StarObject *object = meaning == RANKS_SCALAR ? NULL : m->R[of].object;
    if (k == RANKS_CELLS ||
        (meaning <= RANKS_ROWS && ranks_rows(object) != p->rows))
        return -1;
    p->divided |= meaning == RANKS_ROWS && ranks_is_divided(m->r, object);
    p->use[k] = (RanksUse){.of = of, .meaning = meaning, .object = object};
    p->cell[k] = m->R[of];
    return p->cells++;
}

/* A local cell for a number, which is none of the loop's. */
static int new_cell(const Maker *m) {
    RanksPlan *p = m->plan;
    if (p->cells == RANKS_CELLS)
        return -1;
    p->use[p->cells] = (RanksUse){.of = STAR_NO_CELL, .meaning = RANKS_SCALAR};
    p->cell[p->cells].i = 0;
    return p->cells++;
}

/* The meaning of an operand: component i, row i, or the same for all i of the
 * rows; -1 if it is another one. */
static int meaning_of(const Maker *m, StarPlanPart part, uint8_t use) {
    const bool own = star_plan_is_private(use) && !m->inner;
    if (use == STAR_PLAN_WHOLE)
        return part == STAR_PART_BIT && !m->inner ? RANKS_COMPONENTS
                                                  : RANKS_SAME;
    if (star_plan_is_private(use) && m->inner)
        return RANKS_SAME;
    return star_plan_direction(use) == STAR_ROWS && (own || m->inner)
               ? RANKS_ROWS
               : -1;
}

static bool map_operands(const Maker *m, StarPlanOp *to) {
    RanksPlan *p = m->plan;
    const StarPlanOperand *from = to->operand;
    if (p->operands + to->fuse.operands > RANKS_OPERANDS)
        return false;
    to->operand = p->operand + p->operands;
    for (int k = 0; k < to->fuse.operands; k++) {
        const uint8_t use = from[k].use;
        const int meaning = meaning_of(m, part_of[to->op], use);
        const int cell =
            meaning < 0 ? -1 : cell_of(m, from[k].cell, (RanksMeaning)meaning);
        if (cell < 0)
            return false;
        p->use[cell].dir = star_plan_direction(use);
        p->operand[p->operands++] = (StarPlanOperand){use, (uint16_t)cell};
    }
    return true;
}

/* ---- Operations ---- */

static StarPlanOp *append(const Maker *m, const StarPlanOp *s) {
    RanksPlan *p = m->plan;
    if (p->loop.ops == RANKS_OPS)
        return NULL;
    p->op[p->loop.ops] = *s;
    return &p->op[p->loop.ops++];
}

/* Adds up numbers of iterations of this rank: for each of them as much more as
 * it is less than that of all. */
static bool append_shift(const Maker *m, const StarPlanOp *sum) {
    const StarPlanOp more = {.op = STAR_PLAN_SUM,
                             .term = STAR_PLAN_CONSTANT,
                             .target = sum->target,
                             .factor = sum->factor * m->plan->low};
    return append(m, &more) != NULL;
}

/* Notes in a cell the iteration that an operation is done for last. */
static bool append_number(const Maker *m, int cell) {
    const StarPlanOp number = {.op = STAR_PLAN_LAST_VALUE,
                               .term = STAR_PLAN_NUMBER,
                               .target = (uint16_t)cell,
                               .factor = 1};
    return append(m, &number) != NULL;
}

bool ranks_joins(const RanksResult *result) {
    return result->part == STAR_PART_JOIN;
}

bool ranks_joins_by_xor(const RanksResult *result) {
    return result->op->op == STAR_PLAN_REDUCE &&
           result->op->apply == STAR_FUSE_XOR;
}

/* True if two operations on one target have one result: sums, and bit vectors
 * that are joined in one way. */
static bool is_one(const RanksResult *a, const RanksResult *b) {
    return a->part == b->part &&
           (a->part == STAR_PART_SUM ||
            (a->op->op == STAR_PLAN_REDUCE && b->op->op == STAR_PLAN_REDUCE &&
             a->op->apply == b->op->apply));
}

/* Notes a result; false if the target has another one. */
static bool note(const Maker *m, const RanksResult *result) {
    RanksPlan *p = m->plan;
    for (int k = 0; k < p->results; k++)
        if (p->result[k].cell == result->cell)
            return is_one(&p->result[k], result);
    p->result[p->results++] = *result;
    return true;
}

/* Puts the result of an operation, `to`, into a local cell. */
static bool take_result(const Maker *m, const StarPlanOp *s, StarPlanOp *to) {
    RanksPlan *p = m->plan;
    const StarPlanPart part = (StarPlanPart)part_of[s->op];
    const bool bits = part == STAR_PART_JOIN, own = !m->inner;
    const bool numbers = s->term == STAR_PLAN_NUMBER && own && !bits;
    const int cell = cell_of(m, s->target, bits ? RANKS_SAME : RANKS_SCALAR);
    int at = -1;
    if (cell < 0)
        return false;
    if (part == STAR_PART_EXTREME || s->op == STAR_PLAN_LAST_BITS) {
        at = new_cell(m);
        if (at < 0 || (bits && !append_number(m, at)))
            return false;
    }
    const RanksResult result = {
        .op = s,
        .part = part == STAR_PART_INNER ? STAR_PART_LAST : part,
        .cell = (uint16_t)cell,
        .at = at < 0 ? STAR_NO_CELL : (uint16_t)at,
        .shift = numbers && part != STAR_PART_SUM ? s->factor * p->low : 0,
        .at_shift = own ? p->low : 0};
    to->target = (uint16_t)cell;
    if (part == STAR_PART_LAST || part == STAR_PART_INNER)
        p->cell[cell].i = STAR_UNDEFINED_INT;
    if (part == STAR_PART_EXTREME)
        to->beside = result.at;
    if (part == STAR_PART_EXTREME)
        p->cell[cell].i = s->op == STAR_PLAN_MIN ? INT64_MAX : INT64_MIN;
    if (part == STAR_PART_SUM)
        p->cell[cell].i = 0;
    return note(m, &result) &&
           (part != STAR_PART_SUM || !numbers || append_shift(m, to));
}

/* Row i of a table, or component i of a bit vector. */
static bool take_target(const Maker *m, const StarPlanOp *s, StarPlanOp *to) {
    const bool bit = part_of[s->op] == STAR_PART_BIT;
    const int cell =
        bit || s->use == STAR_PLAN_ROW
            ? cell_of(m, s->target, bit ? RANKS_COMPONENTS : RANKS_ROWS)
            : -1;
    if (cell < 0)
        return false;
    m->plan->use[cell].written = true;
    to->target = (uint16_t)cell;
    return true;
}

static bool take_all(const Maker *m, const StarPlanOp *s, int64_t ops);

/* Takes an operation, with those within it. Steps that are taken for each new
 * extreme depend on the ranks before this one. */
static bool take(const Maker *m, const StarPlanOp *s) {
    const StarPlanPart part = (StarPlanPart)part_of[s->op];
    if (part == STAR_PART_SKIP)
        return true;
    StarPlanOp *to =
        part == STAR_PART_WHOLE || (part == STAR_PART_EXTREME && s->fuel > 0)
            ? NULL
            : append(m, s);
    if (to == NULL || !map_operands(m, to))
        return false;
    if (part == STAR_PART_ROW || part == STAR_PART_BIT)
        return !star_plan_writes_object(s) || take_target(m, s, to);
    if (!take_result(m, s, to))
        return false;
    if (part != STAR_PART_INNER)
        return true;
    Maker inner = *m;
    inner.inner = true;
    if (!take_all(&inner, s + 1, s->body))
        return false;
    to->body = (uint16_t)(&m->plan->op[m->plan->loop.ops] - (to + 1));
    return true;
}

static bool take_all(const Maker *m, const StarPlanOp *s, int64_t ops) {
    for (int64_t k = 0; k < ops; k++) {
        if (!take(m, &s[k]))
            return false;
        if (part_of[s[k].op] == STAR_PART_INNER)
            k += s[k].body;
    }
    return true;
}

/* The rows of a table of which row i is used; -1: there is none. */
static int64_t rows_of(const StarPlan *loop, const StarCell *R) {
    int64_t own = 0; /* the operation behind the inner loop */
    for (int64_t k = 0; k < loop->ops; k++) {
        const StarPlanOp *s = &loop->op[k];
        const uint8_t use = k < own ? STAR_PLAN_OUTER_ROW : STAR_PLAN_ROW;
        for (int o = 0; o < s->fuse.operands; o++)
            if (s->operand[o].use == use)
                return R[s->operand[o].cell].table->rows;
        if (part_of[s->op] == STAR_PART_ROW && star_plan_writes_object(s))
            return R[s->target].table->rows;
        if (part_of[s->op] == STAR_PART_INNER)
            own = k + 1 + s->body;
    }
    return -1;
}

bool ranks_plan(const Ranks *r, RanksPlan *p, const StarPlan *loop,
                const StarCell *R) {
    const Maker m = {.r = r, .plan = p, .R = R};
    const int64_t rows = rows_of(loop, R);
    if (rows < 0)
        return false;
    p->rows = rows;
    p->low = star_partition_part(&r->partition, rows).low;
    p->loop = (StarPlan){.space = loop->space, .op = p->op};
    p->operands = p->cells = p->results = 0;
    p->divided = false;
    return take_all(&m, loop->op, loop->ops) && p->divided;
}

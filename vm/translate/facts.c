/* SPDX-License-Identifier: MIT */
#include "translate/facts.h"

#include <string.h>

static bool writes(const StarInstr *in, uint16_t cell) {
    const StarOpForm form = star_op_form(in->op);
    bool written = false;
    for (int k = 0; k < form.count; k++)
        written |= form.operand[k].kind == STAR_OPERAND_CELL &&
                   form.operand[k].written && cells_operand(in, k) == cell;
    return written;
}

/* The constant that a cell gets in a row of instructions before another one,
 * into which no jump leads. */
static bool constant_before(const Cells *c, const StarProc *proc, uint32_t at,
                            uint16_t cell, int64_t *value) {
    const StarProgram *p = c->p;
    while (at-- > proc->entry) {
        const StarInstr in = p->code[at];
        const StarOpForm form = star_op_form(in.op);
        uint32_t to;
        if (in.op == STAR_OP_ARGS)
            continue;
        if (form.operand[1].kind == STAR_OPERAND_LONG_SIGNED && in.a == cell) {
            *value = star_instr_jump(in);
            return form.operand[0].written;
        }
        if (c->target[at] || star_instr_jumps(p->code, at, &to) ||
            star_ops[in.op].flow == STAR_FLOW_CALL ||
            writes(&p->code[at], cell))
            return false;
    }
    return false;
}

FactShape facts_made(const Cells *c, const StarProc *proc, uint32_t at) {
    const StarInstr *in = &c->p->code[at];
    FactShape shape = {.known = in->c <= 2};
    for (int k = 0; k < in->c && shape.known; k++) {
        int64_t low = 0, high = 0;
        shape.known =
            constant_before(c, proc, at, cells_operand(in + 1, 2 * k), &low) &&
            constant_before(c, proc, at, cells_operand(in + 1, 2 * k + 1),
                            &high);
        shape.dim[k] = (StarDim){low, high - low + 1};
    }
    return shape;
}

/* True if an instruction may put another object into a cell. */
static bool changes(const StarInstr *in, uint16_t cell) {
    const uint8_t flow = star_ops[in->op].flow;
    return writes(in, cell) && flow != STAR_FLOW_ELEMENT &&
           flow != STAR_FLOW_COPY;
}

FactShape facts_variable(const Cells *c, const StarProc *proc, uint16_t cell) {
    const StarProgram *p = c->p;
    FactShape shape = {.known = false};
    uint32_t to;
    bool straight = true;
    if (!proc->cell[cell].own)
        return shape;
    for (uint32_t at = proc->entry; at < proc->end; at = cells_next(p, at)) {
        const StarInstr *in = &p->code[at];
        if (changes(in, cell)) {
            if (shape.known || !straight ||
                star_ops[in->op].flow != STAR_FLOW_ARRAY)
                return (FactShape){.known = false};
            shape = facts_made(c, proc, at);
            if (!shape.known)
                return shape;
        }
        straight &= !c->target[at] && !star_instr_jumps(p->code, at, &to) &&
                    star_ops[in->op].flow != STAR_FLOW_CALL;
    }
    return shape;
}

/* ---- Signs ---- */

bool facts_is_natural(const Facts *f, const StarInstr *at, int k) {
    const StarOpOperand o = star_op_form(at->op).operand[k];
    const uint16_t cell = cells_operand(at, k);
    if (o.kind == STAR_OPERAND_SIGNED)
        return (int16_t)cell >= 0;
    return o.kind == STAR_OPERAND_CELL && f->natural[cell];
}

/* How a result is not negative. */
typedef enum Natural {
    NATURAL_ALWAYS,
    NATURAL_OF_BOTH, /* if the operands b and c are not */
    NATURAL_OF_FIRST
} Natural;

/* By what the row of an instruction says. */
static const struct {
    const char *row;
    Natural natural;
} naturals[] = {{"op_mod(", NATURAL_ALWAYS},
                {"op_abs(", NATURAL_ALWAYS},
                {"op_odd(", NATURAL_ALWAYS},
                {"op_notb(", NATURAL_ALWAYS},
                {"op_eqi(", NATURAL_ALWAYS},
                {"op_nei(", NATURAL_ALWAYS},
                {"op_in(", NATURAL_ALWAYS},
                {"bytes", NATURAL_ALWAYS},
                {"A.i = STAR_UNDEFINED", NATURAL_ALWAYS},
                {"op_add(", NATURAL_OF_BOTH},
                {"op_mul(", NATURAL_OF_BOTH},
                {"op_div(", NATURAL_OF_BOTH},
                {"A = B;", NATURAL_OF_FIRST}};

/* True if the instruction, which writes a, leaves no negative number there. */
static bool keeps_natural(const Facts *f, const StarInstr *at) {
    const char *row = cells_row(f->cells->p, at);
    if (row == NULL)
        return cells_fast_row(at) != NULL; /* a bit, its number, how many */
    if (star_op_form(at->op).operand[1].kind == STAR_OPERAND_LONG_SIGNED)
        return star_instr_jump(*at) >= 0;
    for (size_t k = 0; k < sizeof naturals / sizeof *naturals; k++)
        if (strstr(row, naturals[k].row) != NULL)
            return naturals[k].natural == NATURAL_ALWAYS ||
                   (facts_is_natural(f, at, 1) &&
                    (naturals[k].natural == NATURAL_OF_FIRST ||
                     facts_is_natural(f, at, 2)));
    return false;
}

/* A counter of a loop downward, which is at least its end, is written though
 * its letter does not say so. */
static bool is_count_down(const StarProgram *p, const StarInstr *at) {
    const char *row = cells_row(p, at);
    return row != NULL && strstr(row, "A.i--") != NULL;
}

/* Takes from what is natural what an instruction may make negative. */
static bool take(Facts *f, const StarInstr *at) {
    const StarOpForm form = star_op_form(at->op);
    bool taken = false;
    for (int k = 0; k < form.count; k++) {
        const uint16_t cell = cells_operand(at, k);
        if (form.operand[k].kind != STAR_OPERAND_CELL || cell == STAR_NO_CELL ||
            !f->natural[cell])
            continue;
        if ((form.operand[k].written && (k > 0 || !keeps_natural(f, at))) ||
            (k == 0 && is_count_down(f->cells->p, at) &&
             !facts_is_natural(f, at, 1)))
            taken = !(f->natural[cell] = false);
    }
    return taken;
}

/* Plans and what stands for a body may write any variable. */
static bool writes_all(const StarInstr *at) {
    const uint8_t flow = star_ops[at->op].flow;
    return flow == STAR_FLOW_PLAN || flow == STAR_FLOW_NATIVE;
}

/* A variable that another one gets in a later statement wants one pass more:
 * who has long chains of them does without the facts. */
enum { PASSES = 10 };

void facts_find(Facts *f, const Cells *cells, const StarProc *proc) {
    const TranslateProc *own = &cells->proc[proc - cells->p->proc];
    const unsigned first =
        (unsigned)((proc->level >= 2) + proc->function) + proc->params;
    int passes = 0;
    bool more = !cells->p->grows; /* other entries write the variables too */
    f->cells = cells;
    f->proc = proc;
    for (unsigned k = 0; k < (unsigned)proc->cells + proc->arguments; k++)
        f->natural[k] = more && k < proc->cells && k >= first &&
                        proc->cell[k].kind == STAR_CELL_INT &&
                        (own->cell[k] & CELL_IN_FRAME) == 0;
    for (uint32_t at = proc->entry; at < proc->end;
         at = cells_next(cells->p, at))
        if (writes_all(&cells->p->code[at]))
            memset(f->natural, 0, proc->cells * sizeof *f->natural);
    while (more && passes++ < PASSES) {
        more = false;
        for (uint32_t at = proc->entry; at < proc->end;
             at = cells_next(cells->p, at))
            more |= take(f, &cells->p->code[at]);
    }
    if (more)
        memset(f->natural, 0, proc->cells * sizeof *f->natural);
}

const char *facts_function(const Facts *f, const StarInstr *at,
                           const char *function, size_t length) {
    static const struct {
        const char *function, *of_first, *of_both;
    } known[] = {{"op_add", "fact_add", "fact_add"},
                 {"op_sub", "fact_sub", "fact_sub"},
                 {"op_mul", NULL, "fact_mul"},
                 {"op_div", NULL, "fact_div"},
                 {"op_mod", "fact_mod", "fact_mod"}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strlen(known[k].function) == length &&
            strncmp(known[k].function, function, length) == 0)
            return !facts_is_natural(f, at, 1)  ? NULL
                   : facts_is_natural(f, at, 2) ? known[k].of_both
                                                : known[k].of_first;
    return NULL;
}

bool facts_apply(const Facts *f, const StarInstr *at) {
    const char *row = cells_row(f->cells->p, at);
    const char *function = row == NULL ? NULL : strstr(row, "op_");
    return function != NULL &&
           facts_function(f, at, function, strcspn(function, "(")) != NULL;
}

bool facts_is_short(const Facts *f, uint32_t at, uint32_t to) {
    enum { SHORT = 10000000 }; /* instructions that are short themselves */
    const StarProgram *p = f->cells->p;
    const StarInstr *loop = &p->code[at];
    const char *row = cells_row(p, loop);
    int64_t end;
    uint32_t other;
    if (row == NULL || strstr(row, "A.i++") == NULL ||
        !facts_is_natural(f, loop, 0) ||
        !constant_before(f->cells, f->proc, to, loop->b, &end) ||
        end > SHORT / (at - to + 1))
        return false;
    for (uint32_t k = to; k < at; k = cells_next(p, k))
        if ((star_instr_jumps(p->code, k, &other) && other <= k) ||
            writes(&p->code[k], loop->b) || writes(&p->code[k], loop->a) ||
            (cells_row(p, &p->code[k]) == NULL &&
             star_ops[p->code[k].op].flow != STAR_FLOW_STEPS))
            return false;
    return true;
}

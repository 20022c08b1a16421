/* SPDX-License-Identifier: MIT */
#include "bytecode/plan_print.h"

#include "values/postfix.h"

typedef struct Plan {
    const PlanText *text;
    const StarPlan *plan;
    uint16_t index, outer; /* i; in an inner loop j, and i around it */
    int depth;             /* of lines */
} Plan;

static void put(const Plan *p, const char *text) {
    report_put(&p->text->out, "%s", text);
}

static void name(const Plan *p, uint16_t cell) {
    p->text->name(p->text->context, &p->text->out, cell);
}

static void begin_line(const Plan *p) {
    report_put(&p->text->out, "%*s", p->text->indent + 2 * p->depth, "");
}

/* ---- Expressions ---- */

/* The code of an expression whose operands are vectors, or their components i
 * (`bits`). */
typedef struct Code {
    const uint8_t *code;
    const StarPlanOperand *operand;
    bool bits;
} Code;

static void call(const Plan *p, const char *function, uint16_t table,
                 uint16_t index) {
    report_put(&p->text->out, "%s(", function);
    name(p, table);
    put(p, ", ");
    name(p, index);
    put(p, ")");
}

static void vector(const Plan *p, uint8_t use, uint16_t table) {
    call(p, star_plan_direction(use) == STAR_ROWS ? "row" : "col", table,
         star_plan_is_private(use) ? p->index : p->outer);
}

static void component(const Plan *p, uint16_t bits) {
    name(p, bits);
    put(p, "(");
    name(p, p->index);
    put(p, ")");
}

static void operand(const Plan *p, const Code *c, int k) {
    if (c->operand[k].use != STAR_PLAN_WHOLE)
        vector(p, c->operand[k].use, c->operand[k].cell);
    else if (c->bits)
        component(p, c->operand[k].cell);
    else
        name(p, c->operand[k].cell);
}

/* How tightly an operator binds, by its byte; an operand most of all. */
static int binds(uint8_t byte) {
    static const uint8_t as[] = {[STAR_FUSE_AND] = 3,
                                 [STAR_FUSE_OR] = 1,
                                 [STAR_FUSE_XOR] = 2,
                                 [STAR_FUSE_ANDN] = 3,
                                 [STAR_FUSE_NOT] = 4};
    return byte < STAR_FUSE_OPERAND ? as[byte] : 5;
}

static int begin_of(const uint8_t *code, int end) {
    int need = 1;
    while (need > 0)
        need += star_fuse_takes(code[--end]) - 1;
    return end;
}

/* The expression that ends before `end`, in parentheses if it binds less
 * tightly than `least`. */
static void infix(const Plan *p, const Code *c, int end, int least) {
    static const char *const sign[] = {[STAR_FUSE_AND] = " & ",
                                       [STAR_FUSE_OR] = " | ",
                                       [STAR_FUSE_XOR] = " ^ ",
                                       [STAR_FUSE_ANDN] = " & ~"};
    const uint8_t byte = c->code[end - 1];
    if (byte >= STAR_FUSE_OPERAND) {
        operand(p, c, byte - STAR_FUSE_OPERAND);
        return;
    }
    const bool parens = binds(byte) < least;
    put(p, parens ? "(" : "");
    if (byte == STAR_FUSE_NOT) {
        put(p, "~");
        infix(p, c, end - 1, 4);
    } else {
        infix(p, c, begin_of(c->code, end - 1), binds(byte));
        put(p, sign[byte]);
        infix(p, c, end - 1, byte == STAR_FUSE_ANDN ? 4 : binds(byte) + 1);
    }
    put(p, parens ? ")" : "");
}

static void code(const Plan *p, const StarPlanOp *s, bool bits, int least) {
    enum { MAX_CODE = 250 }; /* longer ones are elided; infix recurs */
    const Code c = {s->fuse.code, s->operand, bits};
    if (s->fuse.length == 0 || s->fuse.length > MAX_CODE)
        put(p, "...");
    else
        infix(p, &c, s->fuse.length, least);
}

static void expression(const Plan *p, const StarPlanOp *s, int least) {
    code(p, s, false, least);
}

/* ---- Scalars ---- */

static void term(const Plan *p, const StarPlanOp *s) {
    if (s->term == STAR_PLAN_CONSTANT)
        report_put(&p->text->out, "%lld", (long long)s->factor);
    else if (s->factor == -1)
        put(p, "-");
    else if (s->factor != 1)
        report_put(&p->text->out, "%lld * ", (long long)s->factor);
    if (s->term == STAR_PLAN_NUMBER)
        name(p, p->index);
    if (s->term != STAR_PLAN_ONES)
        return;
    put(p, "count(");
    expression(p, s, 0);
    put(p, ")");
}

static void reduction(const Plan *p, const StarPlanOp *s) {
    static const char *const sign[] = {[STAR_FUSE_AND] = "&= ",
                                       [STAR_FUSE_OR] = "|= ",
                                       [STAR_FUSE_XOR] = "^= ",
                                       [STAR_FUSE_ANDN] = "&= ~"};
    put(p, sign[s->apply]);
    if (star_plan_is_update(s))
        name(p, s->operand[1].cell);
    else
        expression(p, s, s->apply == STAR_FUSE_ANDN ? 4 : 0);
}

static void beside(const Plan *p, const StarPlanOp *s) {
    if (s->beside != STAR_NO_CELL) {
        put(p, ", ");
        name(p, s->beside);
        put(p, s->last ? " := its last " : " := its first ");
        name(p, p->index);
    }
    if (s->fuel > 0)
        report_put(&p->text->out, ", fuel %u", s->fuel);
}

/* ---- Pairs ---- */

/* One of the terms of a form; `first`: none stands before it. */
static void form_term(const Plan *p, const StarPlanOp *s, bool first) {
    const bool scalar = s->scalar != STAR_NO_CELL, sum = s->sum != STAR_NO_SUM;
    const int64_t size = s->factor < 0 ? -s->factor : s->factor;
    put(p, s->factor < 0 ? first ? "-" : " - " : first ? "" : " + ");
    if (size != 1 || (!scalar && !sum))
        report_put(&p->text->out, scalar || sum ? "%lld * " : "%lld",
                   (long long)size);
    if (scalar)
        name(p, s->scalar);
    if (sum)
        report_put(&p->text->out, scalar ? " * n%u" : "n%u", s->sum);
}

static void form(const Plan *p, const StarPlanOp *s) {
    const StarPlanOp *from = s;
    while (from > p->plan->op && from[-1].op == STAR_PLAN_PAIR_TERM)
        from--;
    for (const StarPlanOp *t = from; t < s; t++)
        form_term(p, t, t == from);
    put(p, from == s ? "0" : "");
}

/* The sum of an X and a Y. */
static void sum(const Plan *p, const StarPlanOp *y) {
    const StarPlanOp *x = y - 1;
    const bool both = x->fuse.length > 0 && y->fuse.length > 0;
    report_put(&p->text->out, "n%d := count(", (int)(x - p->plan->op) / 2);
    if (x->fuse.length > 0)
        expression(p, x, both ? 3 : 0);
    put(p, both ? " & " : "");
    if (y->fuse.length > 0)
        expression(p, y, both ? 4 : 0);
    put(p, ")");
}

static void bound(const Plan *p, const StarPlanBound *b) {
    const bool scalar = b->cell != STAR_NO_CELL;
    if (scalar)
        name(p, b->cell);
    if (!scalar || b->offset != 0)
        report_put(
            &p->text->out,
            !scalar          ? "%lld"
            : b->offset >= 0 ? " + %lld"
                             : " - %lld",
            (long long)(scalar && b->offset < 0 ? -b->offset : b->offset));
}

/* ---- Operations ---- */

static void field(const Plan *p, const StarPlanOp *s, char letter) {
    static const char *const relation[] = {">", ">=", "=", "<>"};
    switch (letter) {
    case 't': name(p, s->target); break;
    case 'v': vector(p, s->use, s->target); break;
    case 'b': component(p, s->target); break;
    case 'e': expression(p, s, 0); break;
    case 'c': code(p, s, true, 0); break;
    case 's': term(p, s); break;
    case 'o': reduction(p, s); break;
    case 'a': beside(p, s); break;
    case 'n': put(p, s->bit ? "1" : "0"); break;
    case 'u': report_put(&p->text->out, "%u", s->fuel); break;
    case 'k': sum(p, s); break;
    case 'f': form(p, s); break;
    default: put(p, relation[s->relation]);
    }
}

static void operation(Plan *p, const StarPlanOp *s) {
    static const char *const texts[] = {
#define PLAN_OP(name, letters, part, text, sentence) text,
#include "plan/plan.def"
#undef PLAN_OP
    };
    const char *text = texts[s->op];
    if (text[0] == '%' && text[1] == '<') {
        p->depth--;
        text += 2;
    }
    if (*text == '\0')
        return;
    begin_line(p);
    for (; *text != '\0'; text++)
        if (*text != '%')
            report_put(&p->text->out, "%c", *text);
        else if (*++text == '>')
            p->depth++;
        else
            field(p, s, *text);
    put(p, "\n");
}

static void operations(Plan *p, const StarPlanOp *s, int count) {
    for (int k = 0; k < count; k++) {
        operation(p, &s[k]);
        if (!star_plan_is_inner(&s[k]))
            continue;
        Plan inner = *p;
        inner.outer = p->index;
        inner.index = s[k].target;
        inner.depth++;
        operations(&inner, &s[k + 1], s[k].body);
        k += s[k].body;
    }
}

/* ---- The iteration space ---- */

static void range(const Plan *p, const PlanSpace *space) {
    name(p, space->first);
    put(p, "..");
    name(p, space->last);
}

/* With STEP at the end, the first iteration is that of the index as it is. */
static void ones_of(const Plan *p, const PlanSpace *space) {
    if (p->plan->space == STAR_SPACE_INDEX_ONES) {
        name(p, p->index);
        put(p, ", ");
    }
    put(p, "ones(");
    name(p, space->last);
    put(p, ")");
}

static void space_line(Plan *p, const PlanSpace *space) {
    const StarPlan *l = p->plan;
    const bool pairs = star_plan_is_pairs(l->space),
               rows = pairs && l->row != STAR_NO_CELL;
    begin_line(p);
    put(p, l->space == STAR_SPACE_FIND ? "find " : "for ");
    put(p, pairs ? "pairs (" : "");
    if (rows) {
        p->outer = space->index;
        p->index = l->column;
        name(p, p->outer);
        put(p, ", ");
    }
    name(p, p->index);
    put(p, pairs ? ") in " : " in ");
    if (l->space <= STAR_SPACE_INDEX_ONES)
        ones_of(p, space);
    else
        range(p, space);
    put(p, l->space == STAR_SPACE_ORDER ? " in order" : "");
    if (rows) {
        put(p, ", ");
        bound(p, &l->from);
        put(p, "..");
        bound(p, &l->to);
    }
    put(p, "\n");
    p->depth++;
}

void plan_print(const PlanText *text, const StarPlan *plan,
                const PlanSpace *space) {
    Plan p = {.text = text, .plan = plan, .index = space->index};
    if (plan->space != STAR_SPACE_NONE)
        space_line(&p, space);
    operations(&p, plan->op, plan->ops);
}

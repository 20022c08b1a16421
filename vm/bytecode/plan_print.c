/* SPDX-License-Identifier: MIT */
#include "bytecode/plan_print.h"

#include "plan/pair_forms.h"
#include "values/postfix.h"

typedef struct Plan {
    const PlanText *text;
    const StarLoop *loop;
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
 * (`bits`); or cells alone. */
typedef struct Code {
    const uint8_t *code;
    const StarLoopOperand *operand;
    const uint16_t *cell; /* in place of `operand` */
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
    call(p, star_loop_direction(use) == STAR_ROWS ? "row" : "col", table,
         star_loop_is_private(use) ? p->index : p->outer);
}

static void component(const Plan *p, uint16_t bits) {
    name(p, bits);
    put(p, "(");
    name(p, p->index);
    put(p, ")");
}

static void operand(const Plan *p, const Code *c, int k) {
    if (c->cell != NULL)
        name(p, c->cell[k]);
    else if (c->operand[k].use != STAR_LOOP_WHOLE)
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

static void code(const Plan *p, const StarFuse *f, Code c, int least) {
    enum { MAX_CODE = 250 }; /* longer ones are elided; infix recurs */
    c.code = f->code;
    if (f->length == 0 || f->length > MAX_CODE)
        put(p, "...");
    else
        infix(p, &c, f->length, least);
}

static void expression(const Plan *p, const StarLoopOp *s, int least) {
    code(p, &s->fuse, (Code){.operand = s->operand}, least);
}

static void components(const Plan *p, const StarLoopOp *s) {
    if (s->fuse.length > 0)
        code(p, &s->fuse, (Code){.operand = s->operand, .bits = true}, 0);
    else
        report_put(&p->text->out, "%d", (int)(s->value & 1));
}

/* ---- Scalars ---- */

static void term(const Plan *p, const StarLoopOp *s) {
    if (s->term == STAR_LOOP_CONSTANT)
        report_put(&p->text->out, "%lld", (long long)s->value);
    else if (s->value == -1)
        put(p, "-");
    else if (s->value != 1)
        report_put(&p->text->out, "%lld * ", (long long)s->value);
    if (s->term == STAR_LOOP_NUMBER)
        name(p, p->index);
    if (s->term != STAR_LOOP_ONES)
        return;
    put(p, "count(");
    expression(p, s, 0);
    put(p, ")");
}

static void reduction(const Plan *p, const StarLoopOp *s) {
    static const char *const sign[] = {[STAR_FUSE_AND] = "&= ",
                                       [STAR_FUSE_OR] = "|= ",
                                       [STAR_FUSE_XOR] = "^= ",
                                       [STAR_FUSE_ANDN] = "&= ~"};
    const bool last = s->reduce == STAR_FUSE_OPERAND;
    put(p, last ? ":= last(" : sign[s->reduce]);
    expression(p, s, s->reduce == STAR_FUSE_ANDN ? 4 : 0);
    put(p, last ? ")" : "");
}

static void beside(const Plan *p, const StarLoopOp *s) {
    if (s->also != STAR_NO_CELL) {
        put(p, ", ");
        name(p, s->also);
        put(p, s->equal ? " := its last " : " := its first ");
        name(p, p->index);
    }
    if (s->charge > 0)
        report_put(&p->text->out, ", fuel %u", s->charge);
}

/* ---- Pairs ---- */

/* One of the terms of a form; `first`: none stands before it. */
static void form_term(const Plan *p, const StarLoopOp *s, bool first) {
    const bool scalar = s->target != STAR_NO_CELL,
               sum = s->also != STAR_NO_CELL;
    const int64_t size = s->value < 0 ? -s->value : s->value;
    put(p, s->value < 0 ? first ? "-" : " - " : first ? "" : " + ");
    if (size != 1 || (!scalar && !sum))
        report_put(&p->text->out, scalar || sum ? "%lld * " : "%lld",
                   (long long)size);
    if (scalar)
        name(p, s->target);
    if (sum)
        report_put(&p->text->out, scalar ? " * n%u" : "n%u", s->also);
}

/* True if terms stand before an operation. */
static bool has_form(const Plan *p, const StarLoopOp *s) {
    return s > p->loop->op && s[-1].op == STAR_LOOP_PAIR_TERM;
}

static void form(const Plan *p, const StarLoopOp *s) {
    const StarLoopOp *from = s;
    while (has_form(p, from))
        from--;
    for (const StarLoopOp *t = from; t < s; t++)
        form_term(p, t, t == from);
    put(p, from == s ? "0" : "");
}

/* The sum of an X and a Y. */
static void sum(const Plan *p, const StarLoopOp *y) {
    const StarLoopOp *x = y - 1;
    const bool both = x->fuse.length > 0 && y->fuse.length > 0;
    report_put(&p->text->out, "n%d := count(",
               (int)(x - p->loop->op - STAR_PAIR_SIDES) / 2);
    if (x->fuse.length > 0)
        expression(p, x, both ? 3 : 0);
    put(p, both ? " & " : "");
    if (y->fuse.length > 0)
        expression(p, y, both ? 4 : 0);
    put(p, ")");
}

static void bound(const Plan *p, const StarLoopOp *s) {
    const bool scalar = s->target != STAR_NO_CELL;
    if (scalar)
        name(p, s->target);
    if (!scalar || s->value != 0)
        report_put(&p->text->out,
                   !scalar         ? "%lld"
                   : s->value >= 0 ? " + %lld"
                                   : " - %lld",
                   (long long)(scalar && s->value < 0 ? -s->value : s->value));
}

/* ---- Operations ---- */

static void check(const Plan *p, const StarLoopOp *s) {
    if (has_form(p, s))
        form(p, s);
    if (s->target != STAR_NO_CELL)
        name(p, s->target);
    if (s->target != STAR_NO_CELL && s->fuse.length > 0)
        put(p, " := ");
    if (s->fuse.length > 0)
        expression(p, s, 0);
}

static void field(const Plan *p, const StarLoopOp *s, char letter) {
    static const char *const relation[] = {">", ">=", "=", "<>", "any"};
    switch (letter) {
    case 't': name(p, s->target); break;
    case 'v': vector(p, s->use, s->target); break;
    case 'b': component(p, s->target); break;
    case 'e': expression(p, s, 0); break;
    case 'c': components(p, s); break;
    case 's': term(p, s); break;
    case 'r': reduction(p, s); break;
    case 'a': beside(p, s); break;
    case 'n': report_put(&p->text->out, "%lld", (long long)s->value); break;
    case 'k': sum(p, s); break;
    case 'f': form(p, s); break;
    case 'q': put(p, relation[s->reduce]); break;
    default: check(p, s);
    }
}

static void operation(Plan *p, const StarLoopOp *s) {
    static const char *const texts[] = {
#define PLAN_OP(name, part, text, sentence) text,
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

static void operations(Plan *p, const StarLoopOp *s, int count) {
    for (int k = 0; k < count; k++) {
        operation(p, &s[k]);
        if (s[k].op != STAR_LOOP_INNER)
            continue;
        Plan inner = *p;
        inner.outer = p->index;
        inner.index = s[k].target;
        inner.depth++;
        operations(&inner, &s[k + 1], (int)s[k].value);
        k += (int)s[k].value;
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
    if (p->loop->form == STAR_LOOP_WHILE_INDEX) {
        name(p, p->index);
        put(p, ", ");
    }
    put(p, "ones(");
    name(p, space->last);
    put(p, ")");
}

static void space_line(Plan *p, const PlanSpace *space) {
    const StarLoop *l = p->loop;
    const bool pairs = star_loop_is_pairs(l->form),
               rows = pairs && l->op[0].target != STAR_NO_CELL;
    begin_line(p);
    put(p, l->form == STAR_LOOP_FIND_PAIRS ? "find " : "for ");
    put(p, pairs ? "pairs (" : "");
    if (rows) {
        p->outer = space->index;
        p->index = l->op[1].also;
        name(p, p->outer);
        put(p, ", ");
    }
    name(p, p->index);
    put(p, pairs ? ") in " : " in ");
    if (l->form <= STAR_LOOP_WHILE_INDEX)
        ones_of(p, space);
    else
        range(p, space);
    if (rows) {
        put(p, ", ");
        bound(p, &l->op[1]);
        put(p, "..");
        bound(p, &l->op[2]);
    }
    put(p, "\n");
    p->depth++;
}

void plan_print(const PlanText *text, const StarLoop *loop,
                const PlanSpace *space) {
    Plan p = {.text = text, .loop = loop, .index = space->index};
    space_line(&p, space);
    operations(&p, loop->op, loop->ops);
}

void plan_print_fuse(const PlanText *text, uint16_t target,
                     const StarFuse *fuse, const uint16_t *cell) {
    const Plan p = {.text = text};
    begin_line(&p);
    name(&p, target);
    put(&p, " := ");
    code(&p, fuse, (Code){.cell = cell}, 0);
    put(&p, "\n");
}

static void read_vector(const Plan *p, uint16_t target, const char *function,
                        uint16_t table) {
    begin_line(p);
    name(p, target);
    put(p, " := ");
    call(p, function, table, p->index);
    put(p, "\n");
}

void plan_print_reads(const PlanText *text, const StarLoop *loop, uint16_t k,
                      const StarInstr *args) {
    const Plan p = {.text = text, .index = k};
    const StarLoopOp *set = loop->op;
    while (set->op != STAR_LOOP_STORE)
        set++;
    const bool rows = set->use == STAR_LOOP_ROW;
    read_vector(&p, args->a, rows ? "col" : "row", args->c);
    read_vector(&p, args->b, rows ? "row" : "col", args->c);
}

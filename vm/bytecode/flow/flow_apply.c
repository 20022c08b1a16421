/* SPDX-License-Identifier: MIT */
/* What an instruction needs of the values in its cells, and leaves there. */
#include "bytecode/flow/flow_cells.h"

/* ---- Other frames ---- */

/* The variable that an instruction names: cell c of the frame b levels out, or
 * cell b of the program's. What a frame is about to have is not seen. */
static StarStatus outer(const FlowStep *s, FlowValue *value) {
    const Flow *f = s->f;
    const StarProgram *p = f->v->program;
    const bool global = s->form.operand[1].kind == STAR_OPERAND_GLOBAL;
    const uint16_t cell = global ? s->in->b : s->in->c;
    const StarProc *proc = global ? &p->proc[0]
                           : s->in->b < flow_proc(f)->level
                               ? flow_around(p, flow_proc(f), s->in->b)
                               : NULL;
    if (proc == NULL || cell >= proc->cells)
        return verify_refuse(f->v, "no cell %u in that frame", cell);
    *value = flow_at_entry(p, proc, cell);
    if (flow_is_scalar(value->kind) || flow_is_copy(proc, cell))
        value->is = FLOW_VALUE;
    else if (flow_is_followed(proc, cell) && value->is != FLOW_VALUE)
        return verify_refuse(f->v, "cell %u of that frame holds nothing", cell);
    value->origin = FLOW_LASTS;
    return STAR_OK;
}

/* The address of a scalar that is in a variable or an element. */
static FlowValue address(FlowValue of) {
    const FlowValue none = {.is = FLOW_NOTHING};
    if (!flow_is_scalar(of.kind) && of.kind != STAR_CELL_INT)
        return none;
    return (FlowValue){.is = FLOW_VALUE,
                       .kind = STAR_CELL_REF,
                       .part = of.kind,
                       .origin = of.origin};
}

static StarStatus of_outer(const FlowStep *s, uint8_t flow) {
    Flow *f = s->f;
    FlowValue value, mine;
    if (flow == STAR_FLOW_ADDRESS &&
        s->form.operand[2].kind == STAR_OPERAND_NONE &&
        s->form.operand[1].kind == STAR_OPERAND_CELL)
        value = f->now[s->in->b];
    else
        STAR_TRY(outer(s, &value));
    if (flow == STAR_FLOW_GET)
        return flow_write(f, s->in->a, value);
    if (flow == STAR_FLOW_ADDRESS) {
        const bool pair =
            value.kind == STAR_CELL_INT && value.part == FLOW_PAIR;
        if (!flow_is_scalar(value.kind))
            return verify_refuse(f->v, "no scalar to refer to");
        value = address(value);
        value.origin = FLOW_LASTS;
        value.part = pair ? FLOW_PAIR : value.part;
        return flow_write(f, s->in->a, value);
    }
    STAR_TRY(flow_read(f, s->in->a, UINT16_MAX, &mine));
    if (!flow_is_scalar(value.kind) || mine.kind != value.kind)
        return verify_refuse(f->v, "a variable gets another kind");
    return STAR_OK;
}

static StarStatus through_address(const FlowStep *s, bool load) {
    Flow *f = s->f;
    const uint16_t at = load ? s->in->b : s->in->a;
    const uint16_t cell = load ? s->in->a : s->in->b;
    FlowValue to, value;
    STAR_TRY(flow_read(f, at, 1u << STAR_CELL_REF, &to));
    if (load)
        value = flow_scalar(cell < flow_proc(f)->cells
                                ? (StarCellKind)flow_proc(f)->cell[cell].kind
                            : to.part == STAR_CELL_REAL ? STAR_CELL_REAL
                                                        : STAR_CELL_INT);
    else
        STAR_TRY(flow_read(f, cell, UINT16_MAX, &value));
    if (!flow_is_scalar(value.kind) ||
        (to.part != FLOW_ANY && to.part != value.kind))
        return verify_refuse(f->v, "cell %u is the address of something else",
                             at);
    return load ? flow_write(f, cell, value) : STAR_OK;
}

/* ---- Calls ---- */

/* True if TAKE is the next instruction, or the one behind HELD. */
static bool is_taken(const StarInstr *next, uint32_t cell) {
    next += star_ops[next->op].flow == STAR_FLOW_HELD;
    return star_ops[next->op].flow == STAR_FLOW_TAKE && next->b == cell;
}

/* Arguments are in the first cells of the callee's frame; an inner procedure
 * sees the variables. Behind the call only its result is there. */
static StarStatus call(Flow *f, const StarInstr *in) {
    const StarProgram *p = f->v->program;
    const StarProc *callee = &p->proc[star_instr_bc(*in)];
    const uint32_t result = callee->level >= 2, base = flow_proc(f)->cells;
    const uint32_t head = result + callee->function + callee->params;
    if (callee->level == 0 || base + head > f->cells)
        return verify_refuse(f->v, "no room for the arguments");
    for (uint32_t k = 0; k < head; k++) {
        const bool gets = callee->function && k == result;
        const FlowValue wanted = flow_at_entry(p, callee, k);
        if (gets)
            continue;
        STAR_TRY(flow_expect(f, base + k, wanted));
        if (!wanted.fixed && f->now[base + k].fixed)
            return verify_refuse(f->v, "argument %u must not change", k);
    }
    for (uint32_t k = 0; k < base && callee->level > flow_proc(f)->level; k++)
        if (flow_is_copy(flow_proc(f), k) && f->now[k].is == FLOW_NOTHING)
            return flow_refuse_value(f, k);
    for (uint32_t k = base; k < f->cells; k++)
        f->now[k].is = FLOW_NOTHING;
    if (callee->function) {
        FlowValue value = flow_at_entry(p, callee, result);
        value.is = flow_is_scalar(value.kind) ? FLOW_VALUE : FLOW_GIVEN;
        value.fixed = false;
        value.origin = FLOW_LASTS;
        f->now[base + result] = value;
        if (value.is == FLOW_GIVEN && !is_taken(in + 1, base + result))
            return verify_refuse(f->v, "the result is not taken");
    }
    return STAR_OK;
}

/* The procedure and its heading are not known: neither are arguments and
 * result. */
static StarStatus call_parameter(Flow *f, const StarInstr *in) {
    FlowValue pair;
    STAR_TRY(flow_read(f, in->b, 1u << STAR_CELL_REF, &pair));
    if (pair.part != FLOW_PAIR)
        return verify_refuse(f->v, "cell %u is no procedure", in->b);
    for (uint32_t k = flow_proc(f)->cells; k < f->cells; k++)
        f->now[k] = (FlowValue){.is = FLOW_ANY};
    return STAR_OK;
}

/* A scalar may be the result of such a procedure, and an argument of the next
 * call. */
static StarStatus move(const FlowStep *s) {
    Flow *f = s->f;
    FlowValue value = f->now[s->in->b];
    if (value.is == FLOW_ANY && s->in->a >= flow_proc(f)->cells) {
        f->now[s->in->a] = value;
        return STAR_OK;
    }
    if (value.is == FLOW_ANY && s->in->a < flow_proc(f)->cells &&
        flow_is_scalar(flow_proc(f)->cell[s->in->a].kind))
        value = flow_scalar((StarCellKind)flow_proc(f)->cell[s->in->a].kind);
    else
        STAR_TRY(flow_read(f, s->in->b, UINT16_MAX, &value));
    return flow_write(f, s->in->a, value);
}

static StarStatus take(const FlowStep *s) {
    Flow *f = s->f;
    FlowValue value = f->now[s->in->b];
    if (value.is == FLOW_ANY && flow_owns(f, s->in->a)) {
        value = flow_scalar((StarCellKind)flow_proc(f)->cell[s->in->a].kind);
        value.part = FLOW_ANY;
    } else if (value.is != FLOW_GIVEN) {
        return flow_refuse_value(f, s->in->b);
    }
    value.is = FLOW_VALUE;
    f->now[s->in->b].is = FLOW_NOTHING;
    return flow_make(f, s->in->a, value);
}

/* The result of a function, which the caller takes. */
static StarStatus give(const FlowStep *s) {
    Flow *f = s->f;
    const StarProc *proc = flow_proc(f);
    FlowValue value;
    STAR_TRY(flow_read(f, s->in->b, UINT16_MAX, &value));
    const FlowValue wanted = flow_at_entry(f->v->program, proc, s->in->a);
    const FlowValue as = {.is = FLOW_VALUE,
                          .kind = wanted.kind,
                          .part = wanted.part,
                          .object = wanted.object,
                          .of = wanted.of};
    const uint16_t next = s->in[1].op;
    if (!proc->function || s->in->a != (proc->level >= 2) ||
        !flow_owns(f, s->in->b) || !flow_fits(value, as) ||
        (star_ops[next].flow != STAR_FLOW_RETURN &&
         star_ops[s->in[2].op].flow != STAR_FLOW_RETURN))
        return verify_refuse(f->v, "cell %u is no result", s->in->a);
    f->now[s->in->a].is = FLOW_GIVEN;
    return STAR_OK;
}

static StarStatus leave(const Flow *f) {
    const StarProc *proc = flow_proc(f);
    const uint32_t result = proc->level >= 2;
    if (proc->level == 0)
        return verify_refuse(f->v, "the program does not return");
    return proc->function && proc->cell[result].kind > STAR_CELL_REF &&
                   f->now[result].is != FLOW_GIVEN
               ? verify_refuse(f->v, "no result is given")
               : STAR_OK;
}

static StarStatus frame_address(const FlowStep *s) {
    Flow *f = s->f;
    const StarProc *proc =
        s->in->b < flow_proc(f)->level
            ? flow_around(f->v->program, flow_proc(f), s->in->b)
            : NULL;
    if (proc == NULL)
        return verify_refuse(f->v, "no frame %u levels out", s->in->b);
    FlowValue value = flow_scalar(STAR_CELL_REF);
    value.part = FLOW_FRAME;
    value.of = proc;
    return flow_write(f, s->in->a, value);
}

/* ---- Objects ---- */

/* Whether an array has elements that the opcode reads or writes. */
static StarStatus element(const FlowStep *s) {
    Flow *f = s->f;
    const bool stores = s->form.operand[0].cells == 1u << STAR_CELL_ARRAY;
    const uint8_t kind = star_ops[s->in->op].element;
    FlowValue array, value;
    STAR_TRY(flow_read(f, stores ? s->in->a : s->in->b, 1u << STAR_CELL_ARRAY,
                       &array));
    if (kind != 0 && array.part != FLOW_ANY && array.part != kind - 1)
        return verify_refuse(f->v, "elements of another kind");
    STAR_TRY(flow_read_operands(s, kind == 0));
    if (kind != 0)
        return flow_write_operands(s, flow_scalar(STAR_CELL_INT));
    if (array.part > STAR_ELEM_REAL && array.part != FLOW_ANY)
        return verify_refuse(f->v, "elements without an address");
    value = array;
    value.kind = STAR_CELL_REF;
    value.part = array.part == FLOW_ANY         ? FLOW_ANY
                 : array.part == STAR_ELEM_REAL ? STAR_CELL_REAL
                                                : STAR_CELL_INT;
    return flow_write(f, s->in->a, value);
}

/* LDO: the object of an element, which the array keeps. */
static StarStatus object(const FlowStep *s) {
    Flow *f = s->f;
    FlowValue array;
    STAR_TRY(flow_read(f, s->in->b, 1u << STAR_CELL_ARRAY, &array));
    if (array.part == FLOW_ANY && s->in->a < flow_proc(f)->cells) {
        array.object = flow_proc(f)->cell[s->in->a].kind;
        array.of = NULL;
    } else if (array.part != STAR_ELEM_OBJECT) {
        return verify_refuse(f->v, "elements of another kind");
    }
    for (int k = 2; k < s->form.count; k++)
        STAR_TRY(flow_read_operand(s, k));
    return flow_write(f, s->in->a, flow_element(array));
}

static StarStatus new_array(const FlowStep *s) {
    Flow *f = s->f;
    FlowValue value = {
        .is = FLOW_VALUE, .kind = STAR_CELL_ARRAY, .part = (uint8_t)s->in->b};
    STAR_TRY(flow_read_operands(s, 1));
    if (s->in->b == STAR_ELEM_OBJECT) {
        FlowValue prototype;
        STAR_TRY(flow_read(f, flow_cell_at(s, 3 + 2 * s->in->c), (uint16_t)~7u,
                           &prototype));
        value.object = prototype.kind;
        value.of = prototype.of;
    }
    return flow_make(f, s->in->a, value);
}

/* A view takes the place of another in a temporary. */
static StarStatus part(const FlowStep *s) {
    Flow *f = s->f;
    FlowValue array;
    STAR_TRY(flow_read_operands(s, 1));
    array = f->now[s->in->b];
    if (!flow_owns(f, s->in->a) || !flow_is_followed(flow_proc(f), s->in->a) ||
        s->in->a == s->in->b)
        return verify_refuse(f->v, "cell %u is no temporary", s->in->a);
    flow_forget(f, s->in->a);
    f->now[s->in->a] = array;
    return STAR_OK;
}

static StarStatus apart(const FlowStep *s) {
    Flow *f = s->f;
    FlowValue a, c;
    STAR_TRY(flow_read(f, s->in->a, (uint16_t)~7u, &a));
    STAR_TRY(flow_read(f, s->in->c, UINT16_MAX, &c));
    if (!flow_owns(f, s->in->b) || flow_owns(f, s->in->a) ||
        s->in->a >= flow_proc(f)->cells || s->in->c >= flow_proc(f)->cells ||
        flow_is_followed(flow_proc(f), s->in->a) ||
        !flow_is_followed(flow_proc(f), s->in->b))
        return verify_refuse(f->v, "cell %u is no parameter", s->in->a);
    flow_forget(f, s->in->b);
    return STAR_OK;
}

static StarStatus same(const FlowStep *s) {
    Flow *f = s->f;
    STAR_TRY(flow_read_operands(s, 0));
    const FlowValue a = f->now[s->in->a], b = f->now[s->in->b];
    if (star_ops[s->in->op].copies ||
        s->form.operand[2].kind == STAR_OPERAND_NONE)
        return flow_expect(f, s->in->b, a);
    return (a.part == STAR_ELEM_OBJECT) == (b.part == STAR_ELEM_OBJECT) &&
                   (a.part == STAR_ELEM_OBJECT ||
                    ((a.part == STAR_ELEM_REAL || a.part == STAR_ELEM_SINGLE) ==
                     (b.part == STAR_ELEM_REAL || b.part == STAR_ELEM_SINGLE)))
               ? STAR_OK
               : verify_refuse(f->v, "elements of another kind");
}

static StarStatus new_record(const FlowStep *s) {
    FlowValue value = {.is = FLOW_VALUE,
                       .kind = STAR_CELL_RECORD,
                       .of = s->f->v->program->layout[star_instr_bc(*s->in)]};
    return flow_make(s->f, s->in->a, value);
}

/* The record in a or b and the number of a field behind it. */
static StarStatus field(const FlowStep *s) {
    Flow *f = s->f;
    const bool second = star_operand_is(s->form.operand[1], STAR_CELL_RECORD);
    const uint16_t cell = second ? s->in->b : s->in->a;
    const uint16_t number = second ? s->in->c : s->in->b;
    FlowValue record, value = {.is = FLOW_NOTHING}, stored;
    STAR_TRY(flow_read(f, cell, 1u << STAR_CELL_RECORD, &record));
    const StarLayout *layout = record.of;
    const StarOpOperand to = s->form.operand[0], from = s->form.operand[2];
    if (layout != NULL) {
        if (number >= layout->fields ||
            (layout->parts > 0 && layout->field[number].name == NULL))
            return verify_refuse(f->v, "no field %u", number);
        value = flow_field(&layout->field[number], record);
    }
    if (!second && from.kind == STAR_OPERAND_CELL) {
        STAR_TRY(flow_read_operand(s, 2));
        stored = f->now[s->in->c];
        if (layout != NULL && stored.kind != value.kind)
            return verify_refuse(f->v, "field %u is of another kind", number);
        return record.fixed
                   ? verify_refuse(f->v, "cell %u must not change", cell)
                   : STAR_OK;
    }
    if (!second)
        return STAR_OK;
    if (star_operand_is(to, STAR_CELL_REF)) {
        FlowValue there = address(value);
        there.part = layout != NULL ? there.part : FLOW_ANY;
        if (layout != NULL && there.is == FLOW_NOTHING)
            return verify_refuse(f->v, "field %u has no address", number);
        there.is = FLOW_VALUE;
        there.kind = STAR_CELL_REF;
        there.origin = record.origin;
        return flow_write(f, s->in->a, there);
    }
    if (layout == NULL) {
        value = record;
        value.part = FLOW_ANY;
        value.kind = s->in->a < flow_proc(f)->cells
                         ? flow_proc(f)->cell[s->in->a].kind
                         : STAR_CELL_INT;
    }
    if (!(to.cells >> value.kind & 1))
        return verify_refuse(f->v, "field %u is of another kind", number);
    return flow_write(f, s->in->a, value);
}

static StarStatus variant(const FlowStep *s) {
    FlowValue record;
    STAR_TRY(flow_read_operands(s, 0));
    record = s->f->now[s->in->a];
    const StarLayout *layout = record.of;
    return layout == NULL || s->in->b < layout->parts
               ? STAR_OK
               : verify_refuse(s->f->v, "no part %u", s->in->b);
}

static StarStatus give_field(const FlowStep *s) {
    Flow *f = s->f;
    FlowValue record;
    STAR_TRY(flow_read(f, s->in->a, 1u << STAR_CELL_RECORD, &record));
    const StarLayout *layout = record.of;
    if (layout == NULL || s->in->b >= layout->fields ||
        !flow_fits(f->now[s->in->c],
                   flow_field(&layout->field[s->in->b], record)))
        return verify_refuse(f->v, "no such array in field %u", s->in->b);
    return flow_lose(f, s->in->c);
}

/* What a pointer or a file leads to is as the cell that gets it says. */
static StarStatus elsewhere(const FlowStep *s) {
    Flow *f = s->f;
    STAR_TRY(flow_read_operands(s, 1));
    FlowValue value =
        flow_scalar(s->in->a < flow_proc(f)->cells
                        ? (StarCellKind)flow_proc(f)->cell[s->in->a].kind
                    : star_operand_is(s->form.operand[0], STAR_CELL_RECORD)
                        ? STAR_CELL_RECORD
                        : STAR_CELL_REF);
    value.part = FLOW_ANY;
    return flow_write(f, s->in->a, value);
}

/* ---- */

/* The kernel has the parameters, and the frame no other objects yet. */
static StarStatus native(const FlowStep *s) {
    return s->f->v->at == flow_proc(s->f)->entry
               ? STAR_OK
               : verify_refuse(s->f->v, "not where the procedure begins");
}

static StarStatus steps(const FlowStep *s) {
    return star_instr_jump(*s->in) >= 0
               ? STAR_OK
               : verify_refuse(s->f->v, "a negative number of steps");
}

static StarStatus program(const Flow *f) {
    return flow_proc(f)->level == 0
               ? STAR_OK
               : verify_refuse(f->v, "not in the program's block");
}

static StarStatus plan(const FlowStep *s) {
    STAR_TRY(verify_plan(s->f->v, s->in->b));
    return flow_read_operands(s, 0);
}

static StarStatus apply(const FlowStep *s, uint8_t flow) {
    Flow *f = s->f;
    FlowValue value;
    switch ((StarOpFlow)flow) {
    case STAR_FLOW_MOVE: return move(s);
    case STAR_FLOW_CONSTANT:
        value = flow_scalar(
            (StarCellKind)f->v->program->constant[star_instr_bc(*s->in)].kind);
        value.fixed = true;
        return flow_write(f, s->in->a, value);
    case STAR_FLOW_GET:
    case STAR_FLOW_PUT:
    case STAR_FLOW_ADDRESS: return of_outer(s, flow);
    case STAR_FLOW_LOAD:
    case STAR_FLOW_STORE: return through_address(s, flow == STAR_FLOW_LOAD);
    case STAR_FLOW_CALL:
        return s->form.operand[1].kind == STAR_OPERAND_PROC
                   ? call(f, s->in)
                   : call_parameter(f, s->in);
    case STAR_FLOW_NUMBER:
        value = flow_scalar(STAR_CELL_INT);
        value.part = FLOW_PAIR;
        return flow_write(f, s->in->a, value);
    case STAR_FLOW_LINK: return frame_address(s);
    case STAR_FLOW_RETURN: return leave(f);
    case STAR_FLOW_GIVE: return give(s);
    case STAR_FLOW_TAKE: return take(s);
    case STAR_FLOW_LEND:
        STAR_TRY(flow_read(f, s->in->a, (uint16_t)~7u, &value));
        return flow_read_operands(s, 1);
    case STAR_FLOW_APART: return apart(s);
    case STAR_FLOW_ARRAY: return new_array(s);
    case STAR_FLOW_CLONE:
        STAR_TRY(flow_read_operands(s, 1));
        return flow_make(f, s->in->a, f->now[s->in->b]);
    case STAR_FLOW_COPY: return same(s);
    case STAR_FLOW_PART: return part(s);
    case STAR_FLOW_OBJECT: return object(s);
    case STAR_FLOW_ELEMENT: return element(s);
    case STAR_FLOW_RECORD: return new_record(s);
    case STAR_FLOW_FIELD: return field(s);
    case STAR_FLOW_GIVE_FIELD: return give_field(s);
    case STAR_FLOW_VARIANT: return variant(s);
    case STAR_FLOW_NEW:
        STAR_TRY(flow_read_operands(s, 1));
        STAR_TRY(flow_lose(f, s->in->b));
        return flow_write_operands(s, flow_scalar(STAR_CELL_INT));
    case STAR_FLOW_ELSEWHERE: return elsewhere(s);
    case STAR_FLOW_NATIVE: return native(s);
    case STAR_FLOW_STEPS: return steps(s);
    case STAR_FLOW_PLAN: return plan(s);
    case STAR_FLOW_BODY:
    case STAR_FLOW_HALT: return program(f);
    case STAR_FLOW_HELD:
    case STAR_FLOW_END:
    case STAR_FLOW_PLAIN: break;
    }
    STAR_TRY(flow_read_operands(s, 0));
    return flow_write_operands(s, flow_scalar(STAR_CELL_INT));
}

StarStatus flow_apply(Flow *f) {
    const StarInstr *in = &f->v->program->code[f->v->at];
    const FlowStep s = {.f = f, .in = in, .form = star_op_form(in->op)};
    return apply(&s, star_ops[in->op].flow);
}

/* SPDX-License-Identifier: MIT */
/* What an instruction needs of the values in its cells, and leaves there. */
#include "bytecode/flow/flow.h"

typedef struct Step {
    Flow *f;
    const StarInstr *in;
    StarOpForm form;
} Step;

static const StarProc *proc_of(const Flow *f) {
    return f->v->proc;
}

static bool is_scalar(unsigned kind) {
    return kind == STAR_CELL_INT || kind == STAR_CELL_REAL;
}

static bool owns(const Flow *f, uint32_t cell) {
    return cell < proc_of(f)->cells && proc_of(f)->cell[cell].own;
}

static StarStatus refuse_value(const Flow *f, uint32_t cell) {
    return f->now[cell].is == FLOW_NOTHING
               ? verify_refuse(f->v, "cell %u holds nothing", cell)
               : verify_refuse(f->v, "cell %u holds another value", cell);
}

/* ---- Reads and writes of cells ---- */

/* The value of a cell, of one of the kinds. */
static StarStatus read(const Flow *f, uint32_t cell, unsigned kinds,
                       FlowValue *value) {
    *value = f->now[cell];
    if (value->is != FLOW_VALUE || !(kinds >> value->kind & 1))
        return refuse_value(f, cell);
    return STAR_OK;
}

static StarStatus fits(const Flow *f, uint32_t cell, FlowValue wanted) {
    return flow_fits(f->now[cell], wanted) ? STAR_OK : refuse_value(f, cell);
}

/* Objects in variables stay there; a scalar's cell takes one of its kind. */
static StarStatus write(Flow *f, uint32_t cell, FlowValue value) {
    const StarProc *proc = proc_of(f);
    if (cell < proc->cells && proc->cell[cell].kind != value.kind)
        return verify_refuse(f->v, "cell %u gets another kind", cell);
    if (is_scalar(value.kind) && value.part != FLOW_PAIR)
        value = flow_scalar((StarCellKind)value.kind);
    if (flow_is_followed(proc, cell) && !owns(f, cell))
        f->now[cell] = value;
    else if (!is_scalar(value.kind))
        return verify_refuse(f->v, "cell %u has an object of its own", cell);
    return STAR_OK;
}

/* The object of a cell is freed, and with it what lies within. */
static void forget(Flow *f, uint32_t cell) {
    for (uint32_t k = 0; k < f->count; k++) {
        FlowValue *value = &f->now[f->followed[k]];
        if (value->origin == cell && !is_scalar(value->kind))
            value->is = FLOW_NOTHING;
    }
}

/* A cell gets another object, which it owns. */
static StarStatus make(Flow *f, uint32_t cell, FlowValue value) {
    const FlowValue before = f->now[cell];
    if (!owns(f, cell) || proc_of(f)->cell[cell].kind != value.kind)
        return verify_refuse(f->v, "cell %u owns no such object", cell);
    forget(f, cell);
    if (flow_is_followed(proc_of(f), cell)) {
        f->now[cell] = value;
        f->now[cell].fixed = false;
        f->now[cell].origin = (uint16_t)cell;
    } else if (!flow_fits(value, before)) {
        return verify_refuse(f->v, "cell %u owns another object", cell);
    }
    return STAR_OK;
}

/* An object that the frame no longer owns. */
static StarStatus lose(Flow *f, uint32_t cell) {
    if (!owns(f, cell) || !flow_is_followed(proc_of(f), cell))
        return verify_refuse(f->v, "cell %u keeps its object", cell);
    forget(f, cell);
    f->now[cell].is = FLOW_NOTHING;
    return STAR_OK;
}

/* ---- Operands by their letters ---- */

static uint16_t cell_at(const Step *s, int k) {
    const uint16_t *word = &s->in->a;
    const uint16_t first[] = {s->in->a, s->in->b, s->in->c};
    return k < 3 ? first[k] : word[4 * (k / 3) + k % 3];
}

static StarStatus read_operand(const Step *s, int k) {
    const StarOpOperand o = s->form.operand[k];
    const uint16_t cell = cell_at(s, k);
    FlowValue value;
    if (o.kind != STAR_OPERAND_CELL || (o.optional && cell == STAR_NO_CELL))
        return STAR_OK;
    if (o.written &&
        (o.cells & ~(1u << STAR_CELL_INT | 1u << STAR_CELL_REAL)) == 0)
        return STAR_OK; /* it is only written */
    STAR_TRY(read(s->f, cell, o.cells, &value));
    if (o.written && value.fixed)
        return verify_refuse(s->f->v, "cell %u must not change", cell);
    return STAR_OK;
}

/* Operands from k on; what is in ARGS words behind a list. */
static StarStatus read_operands(const Step *s, int k) {
    FlowValue value;
    for (; k < s->form.count; k++)
        STAR_TRY(read_operand(s, k));
    if (!s->form.list)
        return STAR_OK;
    const bool array = star_ops[s->in->op].flow == STAR_FLOW_ARRAY;
    const unsigned n = array ? 2u * s->in->c : s->in->c;
    for (unsigned i = 0; i < n; i++)
        STAR_TRY(read(s->f, cell_at(s, 3 + (int)i),
                      1u << (array ? STAR_CELL_INT : STAR_CELL_BITS), &value));
    return STAR_OK;
}

/* Scalars that an instruction writes. */
static StarStatus write_operands(const Step *s, FlowValue value) {
    for (int k = 0; k < s->form.count; k++) {
        const StarOpOperand o = s->form.operand[k];
        for (unsigned kind = STAR_CELL_INT; kind <= STAR_CELL_REAL; kind++)
            if (o.kind == STAR_OPERAND_CELL && o.written &&
                star_operand_is(o, kind)) {
                value.kind = (uint8_t)kind;
                STAR_TRY(write(s->f, cell_at(s, k), value));
            }
    }
    return STAR_OK;
}

/* ---- Other frames ---- */

/* The variable that an instruction names: cell c of the frame b levels out, or
 * cell b of the program's. What a frame is about to have is not seen. */
static StarStatus outer(const Step *s, FlowValue *value) {
    const Flow *f = s->f;
    const StarProgram *p = f->v->program;
    const bool global = s->form.operand[1].kind == STAR_OPERAND_GLOBAL;
    const uint16_t cell = global ? s->in->b : s->in->c;
    const StarProc *proc = global ? &p->proc[0]
                           : s->in->b < proc_of(f)->level
                               ? flow_around(p, proc_of(f), s->in->b)
                               : NULL;
    if (proc == NULL || cell >= proc->cells)
        return verify_refuse(f->v, "no cell %u in that frame", cell);
    *value = flow_at_entry(p, proc, cell);
    if (is_scalar(value->kind) || flow_is_copy(proc, cell))
        value->is = FLOW_VALUE;
    else if (flow_is_followed(proc, cell) && value->is != FLOW_VALUE)
        return verify_refuse(f->v, "cell %u of that frame holds nothing", cell);
    value->origin = FLOW_LASTS;
    return STAR_OK;
}

/* The address of a scalar that is in a variable or an element. */
static FlowValue address(FlowValue of) {
    const FlowValue none = {.is = FLOW_NOTHING};
    if (!is_scalar(of.kind) && of.kind != STAR_CELL_INT)
        return none;
    return (FlowValue){.is = FLOW_VALUE,
                       .kind = STAR_CELL_REF,
                       .part = of.kind,
                       .origin = of.origin};
}

static StarStatus of_outer(const Step *s, uint8_t flow) {
    Flow *f = s->f;
    FlowValue value, mine;
    if (flow == STAR_FLOW_ADDRESS &&
        s->form.operand[2].kind == STAR_OPERAND_NONE &&
        s->form.operand[1].kind == STAR_OPERAND_CELL)
        value = f->now[s->in->b];
    else
        STAR_TRY(outer(s, &value));
    if (flow == STAR_FLOW_GET)
        return write(f, s->in->a, value);
    if (flow == STAR_FLOW_ADDRESS) {
        const bool pair =
            value.kind == STAR_CELL_INT && value.part == FLOW_PAIR;
        if (!is_scalar(value.kind))
            return verify_refuse(f->v, "no scalar to refer to");
        value = address(value);
        value.origin = FLOW_LASTS;
        value.part = pair ? FLOW_PAIR : value.part;
        return write(f, s->in->a, value);
    }
    STAR_TRY(read(f, s->in->a, UINT16_MAX, &mine));
    if (!is_scalar(value.kind) || mine.kind != value.kind)
        return verify_refuse(f->v, "a variable gets another kind");
    return STAR_OK;
}

static StarStatus through_address(const Step *s, bool load) {
    Flow *f = s->f;
    const uint16_t at = load ? s->in->b : s->in->a;
    const uint16_t cell = load ? s->in->a : s->in->b;
    FlowValue to, value;
    STAR_TRY(read(f, at, 1u << STAR_CELL_REF, &to));
    if (load)
        value = flow_scalar(cell < proc_of(f)->cells
                                ? (StarCellKind)proc_of(f)->cell[cell].kind
                            : to.part == STAR_CELL_REAL ? STAR_CELL_REAL
                                                        : STAR_CELL_INT);
    else
        STAR_TRY(read(f, cell, UINT16_MAX, &value));
    if (!is_scalar(value.kind) ||
        (to.part != FLOW_ANY && to.part != value.kind))
        return verify_refuse(f->v, "cell %u is the address of something else",
                             at);
    return load ? write(f, cell, value) : STAR_OK;
}

/* ---- Calls ---- */

/* True if TAKE is the next instruction, or the one behind HELD. */
static bool is_taken(const StarInstr *next, uint32_t cell) {
    next += star_ops[next->op].flow == STAR_FLOW_HELD;
    return star_ops[next->op].flow == STAR_FLOW_TAKE && next->b == cell;
}

/* Arguments are in the first cells of the callee's frame; an inner procedure
 * sees the variables. Behind the call only its result is there. */
StarStatus flow_call(Flow *f, const StarInstr *in) {
    const StarProgram *p = f->v->program;
    const StarProc *callee = &p->proc[star_instr_bc(*in)];
    const uint32_t result = callee->level >= 2, base = proc_of(f)->cells;
    const uint32_t head = result + callee->function + callee->params;
    if (callee->level == 0 || base + head > f->cells)
        return verify_refuse(f->v, "no room for the arguments");
    for (uint32_t k = 0; k < head; k++) {
        const bool gets = callee->function && k == result;
        const FlowValue wanted = flow_at_entry(p, callee, k);
        if (gets)
            continue;
        STAR_TRY(fits(f, base + k, wanted));
        if (!wanted.fixed && f->now[base + k].fixed)
            return verify_refuse(f->v, "argument %u must not change", k);
    }
    for (uint32_t k = 0; k < base && callee->level > proc_of(f)->level; k++)
        if (flow_is_copy(proc_of(f), k) && f->now[k].is == FLOW_NOTHING)
            return refuse_value(f, k);
    for (uint32_t k = base; k < f->cells; k++)
        f->now[k].is = FLOW_NOTHING;
    if (callee->function) {
        FlowValue value = flow_at_entry(p, callee, result);
        value.is = is_scalar(value.kind) ? FLOW_VALUE : FLOW_GIVEN;
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
    STAR_TRY(read(f, in->b, 1u << STAR_CELL_REF, &pair));
    if (pair.part != FLOW_PAIR)
        return verify_refuse(f->v, "cell %u is no procedure", in->b);
    for (uint32_t k = proc_of(f)->cells; k < f->cells; k++)
        f->now[k] = (FlowValue){.is = FLOW_ANY};
    return STAR_OK;
}

/* A scalar may be the result of such a procedure. */
static StarStatus move(const Step *s) {
    Flow *f = s->f;
    FlowValue value = f->now[s->in->b];
    if (value.is == FLOW_ANY && s->in->a < proc_of(f)->cells &&
        is_scalar(proc_of(f)->cell[s->in->a].kind))
        value = flow_scalar((StarCellKind)proc_of(f)->cell[s->in->a].kind);
    else
        STAR_TRY(read(f, s->in->b, UINT16_MAX, &value));
    return write(f, s->in->a, value);
}

static StarStatus take(const Step *s) {
    Flow *f = s->f;
    FlowValue value = f->now[s->in->b];
    if (value.is == FLOW_ANY && owns(f, s->in->a)) {
        value = flow_scalar((StarCellKind)proc_of(f)->cell[s->in->a].kind);
        value.part = FLOW_ANY;
    } else if (value.is != FLOW_GIVEN) {
        return refuse_value(f, s->in->b);
    }
    value.is = FLOW_VALUE;
    f->now[s->in->b].is = FLOW_NOTHING;
    return make(f, s->in->a, value);
}

/* The result of a function, which the caller takes. */
static StarStatus give(const Step *s) {
    Flow *f = s->f;
    const StarProc *proc = proc_of(f);
    FlowValue value;
    STAR_TRY(read(f, s->in->b, UINT16_MAX, &value));
    const FlowValue wanted = flow_at_entry(f->v->program, proc, s->in->a);
    const FlowValue as = {.is = FLOW_VALUE,
                          .kind = wanted.kind,
                          .part = wanted.part,
                          .object = wanted.object,
                          .of = wanted.of};
    const uint16_t next = s->in[1].op;
    if (!proc->function || s->in->a != (proc->level >= 2) ||
        !owns(f, s->in->b) || !flow_fits(value, as) ||
        (star_ops[next].flow != STAR_FLOW_RETURN &&
         star_ops[s->in[2].op].flow != STAR_FLOW_RETURN))
        return verify_refuse(f->v, "cell %u is no result", s->in->a);
    f->now[s->in->a].is = FLOW_GIVEN;
    return STAR_OK;
}

static StarStatus leave(const Flow *f) {
    const StarProc *proc = proc_of(f);
    const uint32_t result = proc->level >= 2;
    if (proc->level == 0)
        return verify_refuse(f->v, "the program does not return");
    return proc->function && proc->cell[result].kind > STAR_CELL_REF &&
                   f->now[result].is != FLOW_GIVEN
               ? verify_refuse(f->v, "no result is given")
               : STAR_OK;
}

static StarStatus frame_address(const Step *s) {
    Flow *f = s->f;
    const StarProc *proc =
        s->in->b < proc_of(f)->level
            ? flow_around(f->v->program, proc_of(f), s->in->b)
            : NULL;
    if (proc == NULL)
        return verify_refuse(f->v, "no frame %u levels out", s->in->b);
    FlowValue value = flow_scalar(STAR_CELL_REF);
    value.part = FLOW_FRAME;
    value.of = proc;
    return write(f, s->in->a, value);
}

/* ---- Objects ---- */

/* Whether an array has elements that the opcode reads or writes. */
static StarStatus element(const Step *s) {
    Flow *f = s->f;
    const bool stores = s->form.operand[0].cells == 1u << STAR_CELL_ARRAY;
    const uint8_t kind = star_ops[s->in->op].element;
    FlowValue array, value;
    STAR_TRY(
        read(f, stores ? s->in->a : s->in->b, 1u << STAR_CELL_ARRAY, &array));
    if (kind != 0 && array.part != FLOW_ANY && array.part != kind - 1)
        return verify_refuse(f->v, "elements of another kind");
    STAR_TRY(read_operands(s, kind == 0));
    if (kind != 0)
        return write_operands(s, flow_scalar(STAR_CELL_INT));
    if (array.part > STAR_ELEM_REAL && array.part != FLOW_ANY)
        return verify_refuse(f->v, "elements without an address");
    value = array;
    value.kind = STAR_CELL_REF;
    value.part = array.part == FLOW_ANY         ? FLOW_ANY
                 : array.part == STAR_ELEM_REAL ? STAR_CELL_REAL
                                                : STAR_CELL_INT;
    return write(f, s->in->a, value);
}

/* LDO: the object of an element, which the array keeps. */
static StarStatus object(const Step *s) {
    Flow *f = s->f;
    FlowValue array;
    STAR_TRY(read(f, s->in->b, 1u << STAR_CELL_ARRAY, &array));
    if (array.part == FLOW_ANY && s->in->a < proc_of(f)->cells) {
        array.object = proc_of(f)->cell[s->in->a].kind;
        array.of = NULL;
    } else if (array.part != STAR_ELEM_OBJECT) {
        return verify_refuse(f->v, "elements of another kind");
    }
    for (int k = 2; k < s->form.count; k++)
        STAR_TRY(read_operand(s, k));
    return write(f, s->in->a, flow_element(array));
}

static StarStatus new_array(const Step *s) {
    Flow *f = s->f;
    FlowValue value = {
        .is = FLOW_VALUE, .kind = STAR_CELL_ARRAY, .part = (uint8_t)s->in->b};
    STAR_TRY(read_operands(s, 1));
    if (s->in->b == STAR_ELEM_OBJECT) {
        FlowValue prototype;
        STAR_TRY(
            read(f, cell_at(s, 3 + 2 * s->in->c), (uint16_t)~7u, &prototype));
        value.object = prototype.kind;
        value.of = prototype.of;
    }
    return make(f, s->in->a, value);
}

/* A view takes the place of another in a temporary. */
static StarStatus part(const Step *s) {
    Flow *f = s->f;
    FlowValue array;
    STAR_TRY(read_operands(s, 1));
    array = f->now[s->in->b];
    if (!owns(f, s->in->a) || !flow_is_followed(proc_of(f), s->in->a) ||
        s->in->a == s->in->b)
        return verify_refuse(f->v, "cell %u is no temporary", s->in->a);
    forget(f, s->in->a);
    f->now[s->in->a] = array;
    return STAR_OK;
}

static StarStatus apart(const Step *s) {
    Flow *f = s->f;
    FlowValue a, c;
    STAR_TRY(read(f, s->in->a, (uint16_t)~7u, &a));
    STAR_TRY(read(f, s->in->c, UINT16_MAX, &c));
    if (!owns(f, s->in->b) || owns(f, s->in->a) ||
        s->in->a >= proc_of(f)->cells || s->in->c >= proc_of(f)->cells ||
        flow_is_followed(proc_of(f), s->in->a) ||
        !flow_is_followed(proc_of(f), s->in->b))
        return verify_refuse(f->v, "cell %u is no parameter", s->in->a);
    forget(f, s->in->b);
    return STAR_OK;
}

static StarStatus same(const Step *s) {
    Flow *f = s->f;
    STAR_TRY(read_operands(s, 0));
    const FlowValue a = f->now[s->in->a], b = f->now[s->in->b];
    if (star_ops[s->in->op].copies ||
        s->form.operand[2].kind == STAR_OPERAND_NONE)
        return fits(f, s->in->b, a);
    return (a.part == STAR_ELEM_OBJECT) == (b.part == STAR_ELEM_OBJECT) &&
                   (a.part == STAR_ELEM_OBJECT ||
                    ((a.part == STAR_ELEM_REAL || a.part == STAR_ELEM_SINGLE) ==
                     (b.part == STAR_ELEM_REAL || b.part == STAR_ELEM_SINGLE)))
               ? STAR_OK
               : verify_refuse(f->v, "elements of another kind");
}

static StarStatus new_record(const Step *s) {
    FlowValue value = {.is = FLOW_VALUE,
                       .kind = STAR_CELL_RECORD,
                       .of = s->f->v->program->layout[star_instr_bc(*s->in)]};
    return make(s->f, s->in->a, value);
}

/* The record in a or b and the number of a field behind it. */
static StarStatus field(const Step *s) {
    Flow *f = s->f;
    const bool second = star_operand_is(s->form.operand[1], STAR_CELL_RECORD);
    const uint16_t cell = second ? s->in->b : s->in->a;
    const uint16_t number = second ? s->in->c : s->in->b;
    FlowValue record, value = {.is = FLOW_NOTHING}, stored;
    STAR_TRY(read(f, cell, 1u << STAR_CELL_RECORD, &record));
    const StarLayout *layout = record.of;
    const StarOpOperand to = s->form.operand[0], from = s->form.operand[2];
    if (layout != NULL) {
        if (number >= layout->fields ||
            (layout->parts > 0 && layout->field[number].name == NULL))
            return verify_refuse(f->v, "no field %u", number);
        value = flow_field(&layout->field[number], record);
    }
    if (!second && from.kind == STAR_OPERAND_CELL) {
        STAR_TRY(read_operand(s, 2));
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
        return write(f, s->in->a, there);
    }
    if (layout == NULL) {
        value = record;
        value.part = FLOW_ANY;
        value.kind = s->in->a < proc_of(f)->cells
                         ? proc_of(f)->cell[s->in->a].kind
                         : STAR_CELL_INT;
    }
    if (!(to.cells >> value.kind & 1))
        return verify_refuse(f->v, "field %u is of another kind", number);
    return write(f, s->in->a, value);
}

static StarStatus variant(const Step *s) {
    FlowValue record;
    STAR_TRY(read_operands(s, 0));
    record = s->f->now[s->in->a];
    const StarLayout *layout = record.of;
    return layout == NULL || s->in->b < layout->parts
               ? STAR_OK
               : verify_refuse(s->f->v, "no part %u", s->in->b);
}

static StarStatus give_field(const Step *s) {
    Flow *f = s->f;
    FlowValue record;
    STAR_TRY(read(f, s->in->a, 1u << STAR_CELL_RECORD, &record));
    const StarLayout *layout = record.of;
    if (layout == NULL || s->in->b >= layout->fields ||
        !flow_fits(f->now[s->in->c],
                   flow_field(&layout->field[s->in->b], record)))
        return verify_refuse(f->v, "no such array in field %u", s->in->b);
    return lose(f, s->in->c);
}

/* What a pointer or a file leads to is as the cell that gets it says. */
static StarStatus elsewhere(const Step *s) {
    Flow *f = s->f;
    STAR_TRY(read_operands(s, 1));
    FlowValue value =
        flow_scalar(s->in->a < proc_of(f)->cells
                        ? (StarCellKind)proc_of(f)->cell[s->in->a].kind
                    : star_operand_is(s->form.operand[0], STAR_CELL_RECORD)
                        ? STAR_CELL_RECORD
                        : STAR_CELL_REF);
    value.part = FLOW_ANY;
    return write(f, s->in->a, value);
}

/* ---- */

/* The kernel has the parameters, and the frame no other objects yet. */
static StarStatus native(const Step *s) {
    return s->f->v->at == proc_of(s->f)->entry
               ? STAR_OK
               : verify_refuse(s->f->v, "not where the procedure begins");
}

static StarStatus apply(const Step *s, uint8_t flow) {
    Flow *f = s->f;
    FlowValue value;
    switch ((StarOpFlow)flow) {
    case STAR_FLOW_MOVE: return move(s);
    case STAR_FLOW_CONSTANT:
        value = flow_scalar(
            (StarCellKind)f->v->program->constant[star_instr_bc(*s->in)].kind);
        value.fixed = true;
        return write(f, s->in->a, value);
    case STAR_FLOW_GET:
    case STAR_FLOW_PUT:
    case STAR_FLOW_ADDRESS: return of_outer(s, flow);
    case STAR_FLOW_LOAD:
    case STAR_FLOW_STORE: return through_address(s, flow == STAR_FLOW_LOAD);
    case STAR_FLOW_CALL:
        return s->form.operand[1].kind == STAR_OPERAND_PROC
                   ? flow_call(f, s->in)
                   : call_parameter(f, s->in);
    case STAR_FLOW_NUMBER:
        value = flow_scalar(STAR_CELL_INT);
        value.part = FLOW_PAIR;
        return write(f, s->in->a, value);
    case STAR_FLOW_LINK: return frame_address(s);
    case STAR_FLOW_RETURN: return leave(f);
    case STAR_FLOW_GIVE: return give(s);
    case STAR_FLOW_TAKE: return take(s);
    case STAR_FLOW_LEND:
        STAR_TRY(read(f, s->in->a, (uint16_t)~7u, &value));
        return read_operands(s, 1);
    case STAR_FLOW_APART: return apart(s);
    case STAR_FLOW_ARRAY: return new_array(s);
    case STAR_FLOW_CLONE:
        STAR_TRY(read_operands(s, 1));
        return make(f, s->in->a, f->now[s->in->b]);
    case STAR_FLOW_COPY: return same(s);
    case STAR_FLOW_PART: return part(s);
    case STAR_FLOW_OBJECT: return object(s);
    case STAR_FLOW_ELEMENT: return element(s);
    case STAR_FLOW_RECORD: return new_record(s);
    case STAR_FLOW_FIELD: return field(s);
    case STAR_FLOW_GIVE_FIELD: return give_field(s);
    case STAR_FLOW_VARIANT: return variant(s);
    case STAR_FLOW_NEW:
        STAR_TRY(read_operands(s, 1));
        STAR_TRY(lose(f, s->in->b));
        return write_operands(s, flow_scalar(STAR_CELL_INT));
    case STAR_FLOW_ELSEWHERE: return elsewhere(s);
    case STAR_FLOW_NATIVE: return native(s);
    case STAR_FLOW_STEPS:
        return star_instr_jump(*s->in) >= 0
                   ? STAR_OK
                   : verify_refuse(f->v, "a negative number of steps");
    case STAR_FLOW_BODY:
    case STAR_FLOW_HALT:
        return proc_of(f)->level == 0
                   ? STAR_OK
                   : verify_refuse(f->v, "not in the program's block");
    case STAR_FLOW_HELD:
    case STAR_FLOW_END:
    case STAR_FLOW_PLAIN: break;
    }
    STAR_TRY(read_operands(s, 0));
    return write_operands(s, flow_scalar(STAR_CELL_INT));
}

StarStatus flow_apply(Flow *f) {
    const StarInstr *in = &f->v->program->code[f->v->at];
    const Step s = {.f = f, .in = in, .form = star_op_form(in->op)};
    for (int k = 0; k < 3; k++)
        if (s.form.operand[k].kind == STAR_OPERAND_LOOP)
            STAR_TRY(verify_loop(f->v, in->a));
    return apply(&s, star_ops[in->op].flow);
}

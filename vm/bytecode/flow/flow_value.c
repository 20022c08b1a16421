/* SPDX-License-Identifier: MIT */
/* What cells, fields and elements hold, by the types of the program. */
#include "bytecode/flow/flow.h"

static const uint8_t cell_kind[] = {
    [STAR_BIT_VECTOR] = STAR_CELL_BITS, [STAR_TABLE] = STAR_CELL_TABLE,
    [STAR_ARRAY] = STAR_CELL_ARRAY,     [STAR_STRING] = STAR_CELL_STRING,
    [STAR_RECORD] = STAR_CELL_RECORD,   [STAR_SET] = STAR_CELL_SET,
    [STAR_FILE] = STAR_CELL_FILE};

static StarCellKind kind_of(const StarType *t) {
    return star_type_cell((StarTypeKind)t->kind, t->small);
}

FlowValue flow_scalar(StarCellKind kind) {
    return (FlowValue){
        .is = FLOW_VALUE, .kind = (uint8_t)kind, .origin = FLOW_LASTS};
}

/* Of a variable of this kind, or whose address is in a cell of it. */
static FlowValue of_type(StarCellKind kind, const StarType *t) {
    FlowValue value = flow_scalar(kind);
    if (kind < STAR_CELL_REF)
        return value;
    value.part = FLOW_ANY;
    if (t == NULL)
        return value;
    if (kind == STAR_CELL_REF)
        value.part =
            t->kind == STAR_TYPE_ROUTINE ? FLOW_PAIR : (uint8_t)kind_of(t);
    if (kind == STAR_CELL_ARRAY) {
        value.part = t->stored;
        while (t->kind == STAR_TYPE_ARRAY)
            t = t->element;
        value.object = (uint8_t)kind_of(t);
    }
    value.of = t->layout;
    return value;
}

FlowValue flow_field(const StarField *field, FlowValue record) {
    FlowValue value = {.is = FLOW_VALUE,
                       .fixed = record.fixed,
                       .origin = record.origin,
                       .of = field->layout};
    if (field->kind < STAR_FIELD_OBJECT) {
        value.kind =
            field->kind == STAR_FIELD_REAL ? STAR_CELL_REAL : STAR_CELL_INT;
        return value;
    }
    value.kind = cell_kind[field->kind - STAR_FIELD_OBJECT];
    value.part = field->element;
    if (field->within >= STAR_FIELD_OBJECT)
        value.object = cell_kind[field->within - STAR_FIELD_OBJECT];
    return value;
}

FlowValue flow_element(FlowValue array) {
    array.kind = array.object;
    array.object = 0;
    array.part = FLOW_ANY;
    return array;
}

bool flow_is_copy(const StarProc *proc, uint32_t cell) {
    const StarCellInfo *info = &proc->cell[cell];
    return info->own && info->kind == STAR_CELL_RECORD && info->name != NULL &&
           info->layout == NULL;
}

bool flow_is_followed(const StarProc *proc, uint32_t cell) {
    if (cell >= proc->cells || proc->cell[cell].name == NULL ||
        flow_is_copy(proc, cell))
        return true;
    return proc->function && cell == (proc->level >= 2) &&
           proc->cell[cell].kind > STAR_CELL_REF;
}

/* The number of a cell as a parameter, or -1. */
static int parameter(const StarProc *proc, uint32_t cell) {
    const int k = (int)cell - (proc->level >= 2) - proc->function;
    return k >= 0 && k < proc->params ? k : -1;
}

FlowValue flow_at_entry(const StarProgram *program, const StarProc *proc,
                        uint32_t cell) {
    if (cell >= proc->cells)
        return (FlowValue){.is = FLOW_NOTHING};
    const StarCellInfo *info = &proc->cell[cell];
    const int param = parameter(proc, cell);
    FlowValue value = of_type((StarCellKind)info->kind, info->type);
    if (info->own)
        value.origin = (uint16_t)cell;
    if (info->layout != NULL)
        value.of = info->layout;
    value.fixed = param >= 0 && !proc->param[param].var;
    if (cell == 0 && proc->level >= 2) {
        value.part = FLOW_FRAME;
        value.of = flow_around(program, proc, 1);
    } else if (flow_is_followed(proc, cell)) {
        const bool made =
            info->own && info->kind != STAR_CELL_ARRAY &&
            (info->kind != STAR_CELL_RECORD || info->layout != NULL);
        if (!made)
            value.is = FLOW_NOTHING;
    }
    return value;
}

bool flow_fits(FlowValue x, FlowValue wanted) {
    if (x.is == FLOW_ANY)
        return wanted.kind <= STAR_CELL_REAL;
    if (x.is != FLOW_VALUE || x.kind != wanted.kind)
        return false;
    if (x.kind == STAR_CELL_ARRAY)
        return x.part == FLOW_ANY || wanted.part == FLOW_ANY ||
               (x.part == wanted.part &&
                (x.part != STAR_ELEM_OBJECT ||
                 (x.object == wanted.object &&
                  (x.object != STAR_CELL_RECORD || x.of == wanted.of))));
    if (x.kind == STAR_CELL_RECORD)
        return x.of == wanted.of || x.of == NULL || wanted.of == NULL;
    if (x.kind == STAR_CELL_REF)
        return x.part == FLOW_ANY || wanted.part == FLOW_ANY ||
               (x.part == wanted.part &&
                (x.part != FLOW_FRAME || x.of == wanted.of));
    return true;
}

const StarProc *flow_around(const StarProgram *p, const StarProc *proc,
                            unsigned levels) {
    for (; levels > 0 && proc != NULL; levels--) {
        const StarProc *next = NULL;
        for (uint32_t k = 0; k < p->procs; k++)
            if (p->proc[k].level + 1 == proc->level &&
                p->proc[k].entry >= proc->end &&
                (next == NULL || p->proc[k].entry < next->entry))
                next = &p->proc[k];
        proc = next;
    }
    return proc;
}

/* SPDX-License-Identifier: MIT */
/* Checks by operands, hardly ever by opcode, what the dispatch loop takes
 * for granted. */
#include "bytecode/verify.h"

#include "bytecode/flow/flow.h"
#include "io/formats/matrix.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

StarStatus verify_refuse(const Verify *v, const char *format, ...) {
    char text[200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return star_raise(
        v->error,
        MSG_BAD_INSTRUCTION(v->at, star_ops[v->program->code[v->at].op].name,
                            v->proc->name, text));
}

static const char *const kinds[] = {
    [STAR_CELL_INT] = "an ordinal",  [STAR_CELL_REAL] = "a real",
    [STAR_CELL_REF] = "an address",  [STAR_CELL_BITS] = "a line",
    [STAR_CELL_TABLE] = "a table",   [STAR_CELL_ARRAY] = "an array",
    [STAR_CELL_STRING] = "a string", [STAR_CELL_RECORD] = "a record",
    [STAR_CELL_SET] = "a set",       [STAR_CELL_FILE] = "a file"};

/* Cells behind the frame are arguments; their kinds are the callee's. */
static StarStatus check_cell(const Verify *v, StarOpOperand o, uint16_t cell) {
    if (o.optional && cell == STAR_NO_CELL)
        return STAR_OK;
    if (cell >= v->proc->cells + v->proc->arguments)
        return verify_refuse(v, "cell %u of %u", cell, v->proc->cells);
    if (cell < v->proc->cells && !(o.cells >> v->proc->cell[cell].kind & 1))
        return verify_refuse(v, "cell %u holds %s", cell,
                             kinds[v->proc->cell[cell].kind]);
    return STAR_OK;
}

StarStatus verify_cell(const Verify *v, StarCellKind kind, uint16_t cell) {
    const StarOpOperand o = {.cells = (uint16_t)(1u << kind)};
    STAR_TRY(check_cell(v, o, cell));
    return v->flow == NULL || flow_holds(v->flow, cell)
               ? STAR_OK
               : verify_refuse(v, "cell %u holds nothing", cell);
}

/* True for a primitive that may decline: NATIVE runs it. */
static bool may_decline(uint16_t op) {
    if (op < STAR_OP_PRIM || op >= STAR_OP_COUNT)
        return false;
    const StarPrimClass class = star_prims[op - STAR_OP_PRIM].kind;
    return class == STAR_NATIVE || class == STAR_BODY;
}

static StarStatus check_jump(const Verify *v, int64_t distance) {
    int64_t to = (int64_t)v->at + 1 + distance;
    if (to < v->proc->entry || to >= v->proc->end ||
        may_decline(v->program->code[to].op) ||
        (to == v->proc->entry && v->program->code[to].op == STAR_OP_NATIVE))
        return verify_refuse(v, "jump to %lld", (long long)to);
    return STAR_OK;
}

/* An instruction in a procedure `out` levels out; 0: in the program. */
static StarStatus check_goto(const Verify *v, uint16_t out, uint32_t to) {
    const StarProgram *p = v->program;
    uint16_t level = v->proc->level;
    for (uint32_t k = 0; k < p->procs && out <= level; k++)
        if (to >= p->proc[k].entry && to < p->proc[k].end &&
            p->proc[k].level == (out == 0 ? 0 : level - out) &&
            to < p->length && p->code[to].op != STAR_OP_ARGS)
            return STAR_OK;
    return verify_refuse(v, "goto %u", to);
}

static StarStatus check_constants(const Verify *v, uint32_t k, uint32_t more) {
    uint32_t last = k + more;
    if (last < k || last >= v->program->constants)
        return verify_refuse(v, "constant %u of %u", k, v->program->constants);
    for (k = more > 0 ? k : last + 1; k <= last; k++)
        if (v->program->constant[k].kind != STAR_CELL_INT)
            return verify_refuse(v, "constant %u is no bound", k);
    return STAR_OK;
}

static StarStatus check_operand(const Verify *v, StarOpOperand o,
                                uint16_t operand) {
    StarInstr in = v->program->code[v->at];
    switch (o.kind) {
    case STAR_OPERAND_CELL: return check_cell(v, o, operand);
    case STAR_OPERAND_GLOBAL:
        if (operand >= v->program->proc[0].cells)
            return verify_refuse(v, "cell %u of the program", operand);
        return STAR_OK;
    case STAR_OPERAND_JUMP: return check_jump(v, (int16_t)operand);
    case STAR_OPERAND_LONG_JUMP: return check_jump(v, star_instr_jump(in));
    case STAR_OPERAND_GOTO: return check_goto(v, in.a, star_instr_bc(in));
    case STAR_OPERAND_CONSTANT: return check_constants(v, star_instr_bc(in), 0);
    case STAR_OPERAND_BOUNDS: return check_constants(v, star_instr_bc(in), 1);
    case STAR_OPERAND_PLAN: return verify_plan(v, operand);
    case STAR_OPERAND_LAYOUT:
        if (star_instr_bc(in) >= v->program->layouts)
            return verify_refuse(v, "layout %u", star_instr_bc(in));
        return STAR_OK;
    case STAR_OPERAND_PROC:
        if (star_instr_bc(in) >= v->program->procs)
            return verify_refuse(v, "procedure %u", star_instr_bc(in));
        return STAR_OK;
    default: return STAR_OK;
    }
}

/* How many ARGS words the instruction needs behind it. */
static uint32_t words(StarInstr in, const StarOpForm *form) {
    if (!form->list)
        return form->count > 3 ? (form->count - 3u + 2) / 3 : 0;
    return (2u * in.c + (in.b == STAR_ELEM_OBJECT) + 2) / 3;
}

/* Operands behind those that the form knows fill the last word. */
static StarStatus check_args(Verify *v, uint32_t count,
                             const StarOpForm *form) {
    static const StarOpOperand any = {.cells = UINT16_MAX};
    const uint32_t first = v->at;
    for (uint32_t k = 1; k <= count; k++) {
        const StarInstr *in = &v->program->code[first + k];
        if (first + k >= v->proc->end || in->op != STAR_OP_ARGS)
            return verify_refuse(v, "expected %u ARGS words", count);
        const uint16_t operand[3] = {in->a, in->b, in->c};
        for (uint32_t i = 0; i < 3; i++) {
            const uint32_t n = 3 * k + i;
            if (form->list)
                STAR_TRY(check_cell(v, any, operand[i]));
            else if (n < form->count)
                STAR_TRY(check_cell(v, form->operand[n], operand[i]));
        }
    }
    return STAR_OK;
}

/* NATIVE may run a primitive that has a kernel, and charge one that charges. */
static bool is_native(const StarInstr *at) {
    if (at[1].op < STAR_OP_PRIM || at[1].op >= STAR_OP_COUNT || at->a > 1)
        return false;
    const StarPrimClass class = star_prims[at[1].op - STAR_OP_PRIM].kind;
    return class == STAR_NATIVE || (class == STAR_BODY && at->a == 1);
}

static StarStatus check_instruction(Verify *v) {
    StarInstr in = v->program->code[v->at];
    if (in.op >= STAR_OP_COUNT)
        return star_raise(v->error, MSG_NO_OPCODE(v->at, in.op));
    const StarOpForm form = star_op_form(in.op);
    STAR_TRY(check_operand(v, form.operand[0], in.a));
    STAR_TRY(check_operand(v, form.operand[1], in.b));
    STAR_TRY(check_operand(v, form.operand[2], in.c));
    if ((in.op == STAR_OP_CALL || in.op == STAR_OP_CALLP) &&
        in.a != v->proc->cells)
        return verify_refuse(v, "the frame has %u cells", v->proc->cells);
    if (in.op == STAR_OP_RAISE && (in.a == 0 || in.a >= STAR_STATUS_COUNT))
        return verify_refuse(v, "status %u", in.a);
    if (may_decline(in.op) &&
        (v->at == v->proc->entry ||
         v->program->code[v->at - 1].op != STAR_OP_NATIVE))
        return verify_refuse(v, "no NATIVE before it");
    if (in.op == STAR_OP_NATIVE &&
        (v->at + 1 >= v->proc->end || !is_native(v->program->code + v->at)))
        return verify_refuse(v, "no primitive follows");
    if (in.op == STAR_OP_FLOAD && !star_layout_is_number(in.c))
        return verify_refuse(v, "layout %u", in.c);
    if (in.op == STAR_OP_LAYOUT && in.b > STAR_LAYOUT_COUNT)
        return verify_refuse(v, "layout %u", in.b);
    if (in.op == STAR_OP_NEWARR &&
        (in.b > STAR_ELEM_OBJECT || in.c < 1 || in.c > STAR_MAX_DIMS))
        return verify_refuse(v, "%u dimensions of elements %u", in.c, in.b);
    return check_args(v, words(in, &form), &form);
}

/* A procedure must not run on into the next. */
static StarStatus check_end(Verify *v) {
    v->at = v->proc->end - 1;
    uint16_t op = v->program->code[v->at].op;
    if (op != STAR_OP_RET && op != STAR_OP_HALT && op != STAR_OP_JMP)
        return verify_refuse(v, "the last instruction does not end it");
    return STAR_OK;
}

static StarStatus check_proc(const StarProgram *program, uint32_t number,
                             StarMem *mem, const bool *goes_to) {
    Verify v = {.program = program,
                .proc = &program->proc[number],
                .error = mem->error};
    if (v.proc->entry >= v.proc->end || v.proc->end > program->length)
        return star_raise(mem->error, MSG_NO_INSTRUCTIONS(number));
    for (v.at = v.proc->entry; v.at < v.proc->end; v.at++)
        STAR_TRY(check_instruction(&v));
    STAR_TRY(check_end(&v));
    return program->grows ? STAR_OK : flow_verify(&v, mem, goes_to);
}

/* Where the gotos of a program lead; NULL if it has none. */
static StarStatus find_gotos(const StarProgram *p, StarMem *mem, bool **to) {
    for (uint32_t k = 0; k < p->length; k++) {
        const StarInstr in = p->code[k];
        if (in.op >= STAR_OP_COUNT || !star_op_has(in.op, STAR_OPERAND_GOTO))
            continue;
        if (*to == NULL)
            *to = star_mem_alloc(mem, p->length, sizeof **to);
        if (*to == NULL)
            return STAR_MEMORY;
        if (star_instr_bc(in) < p->length)
            (*to)[star_instr_bc(in)] = true;
    }
    return STAR_OK;
}

static StarStatus check_procs(const StarProgram *program, uint32_t first,
                              uint32_t end, bool library, StarMem *mem) {
    bool *goes_to = NULL;
    StarStatus status =
        program->grows ? STAR_OK : find_gotos(program, mem, &goes_to);
    for (uint32_t p = first; p < end && status == STAR_OK; p++)
        if (library ||
            !program->sources.file[program->proc[p].span.file].library)
            status = check_proc(program, p, mem, goes_to);
    star_mem_free(mem, goes_to, program->length, sizeof *goes_to);
    return status;
}

StarStatus star_verify(const StarProgram *program, StarMem *mem) {
    return star_verify_more(program, 0, mem);
}

StarStatus star_verify_compiled(const StarProgram *program, StarMem *mem) {
#ifdef NDEBUG
    const bool library = program->sources.file[0].library;
#else
    const bool library = true;
#endif
    return check_procs(program, 0, program->procs, library, mem);
}

StarStatus star_verify_more(const StarProgram *program, uint32_t procs,
                            StarMem *mem) {
    return check_procs(program, procs, program->procs, true, mem);
}

StarStatus star_verify_proc(const StarProgram *program, uint32_t number,
                            StarMem *mem) {
    return check_procs(program, number, number + 1, true, mem);
}

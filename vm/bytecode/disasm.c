/* SPDX-License-Identifier: MIT */
#include "bytecode/disasm.h"

#include <string.h>

#include "bytecode/plan_print.h"

typedef struct Listing {
    Out out;
    const StarProgram *program;
    const StarProc *proc;
} Listing;

/* A variable by its name, a temporary by its number, an argument of a call
 * by its place in it. */
static void cell_name(const void *proc, const Out *out, uint16_t number) {
    const StarProc *p = proc;
    if (number == STAR_NO_CELL)
        report_put(out, "none");
    else if (number >= p->cells)
        report_put(out, "arg%u", number - p->cells);
    else if (p->cell[number].name != NULL)
        report_put(out, "%s", p->cell[number].name);
    else
        report_put(out, "t%u", number);
}

static void cell(const Listing *o, uint16_t number) {
    report_put(&o->out, " ");
    cell_name(o->proc, &o->out, number);
}

static void constant(const Listing *o, uint32_t number) {
    const StarConstant *k = &o->program->constant[number];
    switch (k->kind) {
    case STAR_CELL_REAL: report_put(&o->out, " %.17g", k->cell.r); break;
    case STAR_CELL_BITS: report_put(&o->out, " bits%u", number); break;
    case STAR_CELL_STRING:
        report_put(
            &o->out, " '%.*s'",
            (int)(k->cell.string->length < 30 ? k->cell.string->length : 30),
            k->cell.string->length ? k->cell.string->text : "");
        break;
    default: report_put(&o->out, " %lld", (long long)k->cell.i);
    }
}

static void operand(const Listing *o, uint32_t at, StarOpOperand operand,
                    uint16_t number) {
    const StarInstr *in = &o->program->code[at];
    uint32_t bc = star_instr_bc(*in);
    switch (operand.kind) {
    case STAR_OPERAND_NONE: break;
    case STAR_OPERAND_CELL: cell(o, number); break;
    case STAR_OPERAND_GLOBAL:
        report_put(&o->out, " program.%s",
                   o->program->proc[0].cell[number].name
                       ? o->program->proc[0].cell[number].name
                       : "t");
        break;
    case STAR_OPERAND_SIGNED:
        report_put(&o->out, " #%d", (int16_t)number);
        break;
    case STAR_OPERAND_UNSIGNED: report_put(&o->out, " %u", number); break;
    case STAR_OPERAND_JUMP:
        report_put(&o->out, " -> %u", at + 1 + (uint32_t)(int16_t)number);
        break;
    case STAR_OPERAND_PLAN: report_put(&o->out, " plan%u", number); break;
    case STAR_OPERAND_LONG_JUMP:
        report_put(&o->out, " -> %u", at + 1 + bc);
        break;
    case STAR_OPERAND_GOTO: report_put(&o->out, " -> %u", bc); break;
    case STAR_OPERAND_LONG_SIGNED:
        report_put(&o->out, " #%d", (int32_t)bc);
        break;
    case STAR_OPERAND_CONSTANT: constant(o, bc); break;
    case STAR_OPERAND_BOUNDS:
        constant(o, bc);
        constant(o, bc + 1);
        break;
    case STAR_OPERAND_LAYOUT:
        report_put(&o->out, " %s", o->program->layout[bc]->name);
        break;
    case STAR_OPERAND_PROC:
        report_put(&o->out, " %s", o->program->proc[bc].name);
        break;
    }
}

static void instruction(const Listing *o, uint32_t at) {
    const StarInstr *in = &o->program->code[at];
    const StarOpForm form = star_op_form(in->op);
    report_put(&o->out, "  %5u  %-9s", at, star_ops[in->op].name);
    operand(o, at, form.operand[0], in->a);
    operand(o, at, form.operand[1], in->b);
    operand(o, at, form.operand[2], in->c);
    report_put(&o->out, "\n");
}

/* The plan that an instruction runs, below it; of pairs that are found, once.
 */
static void plan(const Listing *o, uint32_t at) {
    const StarProgram *p = o->program;
    const StarInstr *in = &p->code[at];
    const PlanText text = {o->out, 18, cell_name, o->proc};
    if (in->op == STAR_OP_PLAN && p->plan[in->b].space <= STAR_SPACE_FIND)
        plan_print(&text, &p->plan[in->b], &(PlanSpace){in->a, in->a, in->c});
}

/* The source line of an instruction, when it is another than before. */
static void source(const Listing *o, uint32_t at, int *row) {
    const StarSources *s = &o->program->sources;
    StarPlace p = star_source_place(s, o->program->span[at]);
    if (p.row == *row)
        return;
    *row = p.row;
    report_put(&o->out, "%6d | %.*s\n", p.row, p.length < 200 ? p.length : 200,
               p.line);
}

static void procedure(const Listing *o, uint32_t number) {
    const StarProc *p = o->proc;
    int row = 0;
    report_put(&o->out, "%s %s: %u cells, %u parameters\n",
               number == 0   ? "program"
               : p->function ? "function"
                             : "procedure",
               p->name, p->cells, p->params);
    for (uint32_t at = p->entry; at < p->end; at++) {
        source(o, at, &row);
        instruction(o, at);
        plan(o, at);
    }
    report_put(&o->out, "\n");
}

void star_disassemble_proc(const StarProgram *program, const StarProc *proc,
                           StarSink *sink, void *context) {
    const Listing o = {{sink, context}, program, proc};
    procedure(&o, (uint32_t)(proc - program->proc));
}

void star_disassemble(const StarProgram *program, StarSink *sink,
                      void *context) {
    for (uint32_t k = 0; k < program->procs; k++)
        star_disassemble_proc(program, &program->proc[k], sink, context);
}

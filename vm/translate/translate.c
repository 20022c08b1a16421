/* SPDX-License-Identifier: MIT */
#include "translate/translate.h"

#include <string.h>

#include "interp/exec.h"
#include "translate/built.h"
#include "translate/facts.h"
#include "translate/texts.h"
#include "translate/translate_elided.h"

#define PUT(...) report_put(&w->out, __VA_ARGS__)

/* FUNCTIONs, which may read any cell for a message, as do those that have a
 * fast row and run no primitive. */
enum { OPS = STAR_OP_PRIM };
static const bool is_function[OPS] = {
#define OP(...)
#define FUNCTION(name, ...) [STAR_OP_##name] = true,
#define FAST(...)
#include "bytecode/opcodes.def"
};

/* ---- Parameters and results ---- */

static const char *type_of(unsigned kind) {
    return kind == STAR_CELL_INT    ? "int64_t"
           : kind == STAR_CELL_REAL ? "double"
                                    : "BuiltCell *";
}

static const char *member_of(unsigned kind) {
    return kind == STAR_CELL_INT ? "i" : kind == STAR_CELL_REAL ? "r" : "ref";
}

/* The cells from the link to the last parameter; those of scalars are passed
 * as arguments of C. */
static unsigned parameters(const StarProc *proc) {
    return (proc->level >= 2) + proc->function + proc->params;
}

static bool is_passed(const StarProc *proc, unsigned cell) {
    return cells_is_scalar(proc->cell[cell].kind) &&
           !(proc->function && cell == (proc->level >= 2));
}

/* The kind of the result, if that is a scalar; else STAR_CELL_REF. */
static unsigned result(const StarProc *proc) {
    const unsigned kind =
        proc->function ? proc->cell[proc->level >= 2].kind : STAR_CELL_REF;
    return kind == STAR_CELL_INT || kind == STAR_CELL_REAL ? kind
                                                           : STAR_CELL_REF;
}

static void heading(const Writer *w, const StarProc *proc) {
    const unsigned kind = result(proc);
    PUT("static %s p%u(BuiltRun *s, BuiltCell *R, uint32_t depth",
        kind == STAR_CELL_REF ? "bool" : type_of(kind),
        (unsigned)(proc - w->p->proc));
    for (unsigned k = 0; k < parameters(proc); k++)
        if (is_passed(proc, k))
            PUT(", %s a%u", type_of(proc->cell[k].kind), k);
    PUT(")");
}

/* ---- Variables ---- */

static unsigned all_cells(const StarProc *proc) {
    return (unsigned)proc->cells + proc->arguments;
}

/* The variables that a step may read or change, to the frame or from it. */
static void store_all(const Writer *w, bool to_frame) {
    for (unsigned k = 0; k < w->proc->cells; k++)
        if (writer_is_variable(w, (uint16_t)k))
            PUT(to_frame ? " R[%u] = c%u;" : " c%u = R[%u];", k, k);
}

/* The operands of a row that fails, which wrote none. */
static void store_read(const Writer *w, uint32_t number) {
    const StarInstr *at = &w->p->code[number];
    const StarOpForm form = star_op_form(at->op);
    for (int k = 0; k < form.count; k++) {
        const uint16_t cell = cells_operand(at, k);
        if (cells_may_be_scalar(form.operand[k]) && !form.operand[k].written &&
            writer_is_variable(w, cell))
            PUT(" R[%u] = c%u;", cell, cell);
    }
}

/* The variables among the operands that are read or written. */
static void store_operands(const Writer *w, uint32_t number, bool to_frame) {
    const StarInstr *at = &w->p->code[number];
    const StarOpForm form = star_op_form(at->op);
    for (int k = 0; k < form.count; k++) {
        const StarOpOperand o = form.operand[k];
        const uint16_t cell = cells_operand(at, k);
        if (cells_may_be_scalar(o) && cell != STAR_NO_CELL &&
            (to_frame || o.written) && writer_is_variable(w, cell))
            PUT(to_frame ? " R[%u] = c%u;" : " c%u = R[%u];", cell, cell);
    }
    for (uint32_t args = number + 1;
         form.list && args < cells_next(w->p, number); args++)
        for (int k = 0; k < 3 && to_frame; k++) {
            const uint16_t cell = cells_operand(&w->p->code[args], k);
            if (cell < all_cells(w->proc) && writer_is_variable(w, cell))
                PUT(" R[%u] = c%u;", cell, cell);
        }
}

/* The array that an instruction has put into a cell, or that is there. */
static void view(const Writer *w, unsigned cell, FactShape shape) {
    if ((w->own->cell[cell] & CELL_VIEWED) == 0)
        return;
    if (!shape.known) {
        PUT(" VIEW(%u);", cell);
        return;
    }
    PUT(" SHAPED(%u", cell);
    for (int k = 0; k < 2; k++) {
        PUT(", ");
        writer_integer(w, shape.dim[k].low);
        PUT(", ");
        writer_integer(w, shape.dim[k].count);
    }
    PUT(");");
}

static FactShape shape_of(const Writer *w, uint32_t number) {
    const StarInstr *at = &w->p->code[number];
    const uint8_t flow = star_ops[at->op].flow;
    if (flow == STAR_FLOW_ARRAY)
        return facts_made(w->cells, w->proc, number);
    if (flow != STAR_FLOW_GET)
        return (FactShape){.known = false};
    return star_op_form(at->op).operand[1].kind == STAR_OPERAND_GLOBAL
               ? facts_variable(w->cells, w->p->proc, at->b)
               : facts_variable(w->cells, flow_around(w->p, w->proc, at->b),
                                at->c);
}

static void views(const Writer *w, uint32_t number) {
    const StarInstr *at = &w->p->code[number];
    const StarOpForm form = star_op_form(at->op);
    const uint8_t flow = star_ops[at->op].flow;
    if (flow == STAR_FLOW_ELEMENT || flow == STAR_FLOW_COPY)
        return;
    for (int k = 0; k < form.count; k++)
        if (form.operand[k].kind == STAR_OPERAND_CELL &&
            form.operand[k].written && cells_operand(at, k) < w->proc->cells &&
            (w->own->cell[cells_operand(at, k)] & CELL_VIEWED) != 0)
            view(w, cells_operand(at, k), shape_of(w, number));
}

static void declare(const Writer *w) {
    const StarProc *proc = w->proc;
    PUT("    BuiltCell *const G = s->globals;\n"
        "    const int *const stop = s->stop;\n"
        "    BuiltRun *const be = s;\n"
        "    const StarIsa *const isa = &s->isa;\n"
        "    const int64_t *const resident = s->resident;\n"
        "    const BuiltHeap *const heap = s->heap;\n");
    for (unsigned k = 0; k < all_cells(proc); k++)
        if (k >= proc->cells || writer_is_variable(w, (uint16_t)k))
            PUT("    BuiltCell c%u = {.raw = 0};\n", k);
    for (unsigned k = 0; k < proc->cells; k++)
        if (w->own->cell[k] & CELL_VIEWED)
            PUT("    char *data_%u = NULL;\n"
                "    int64_t low_%u = 0, count_%u = 0, low2_%u = 0, "
                "count2_%u = 0;\n",
                k, k, k, k, k);
    for (unsigned k = 0; k < parameters(proc); k++) {
        if (is_passed(proc, k)) {
            PUT("    ");
            writer_cell(w, (uint16_t)k);
            PUT(".%s = a%u;\n", member_of(proc->cell[k].kind), k);
        }
        if (!(proc->function && k == (proc->level >= 2)) &&
            proc->cell[k].kind == STAR_CELL_ARRAY && !proc->cell[k].own) {
            view(w, k, (FactShape){.known = false});
            PUT("\n");
        }
    }
}

/* ---- Instructions ---- */

/* Returns true if what a MOVE or its like puts into a cell is an object. */
static bool puts_object(const Writer *w, const StarInstr *at) {
    const uint8_t flow = star_ops[at->op].flow;
    const StarOpForm form = star_op_form(at->op);
    unsigned kind = STAR_CELL_INT;
    if (flow == STAR_FLOW_MOVE)
        return at->b < w->proc->cells
                   ? !cells_is_scalar(w->proc->cell[at->b].kind)
                   : w->object[at->b];
    if (flow == STAR_FLOW_CONSTANT)
        kind = w->p->constant[star_instr_bc(*at)].kind;
    else if (flow == STAR_FLOW_GET)
        kind = form.operand[1].kind == STAR_OPERAND_GLOBAL
                   ? w->p->proc[0].cell[at->b].kind
                   : flow_around(w->p, w->proc, at->b)->cell[at->c].kind;
    else
        return flow == STAR_FLOW_OBJECT || flow == STAR_FLOW_FIELD ||
               flow == STAR_FLOW_ELSEWHERE;
    return !cells_is_scalar(kind);
}

/* Notes what the instruction puts into a cell for arguments. */
static void note_argument(Writer *w, const StarInstr *at) {
    const StarOpOperand o = star_op_form(at->op).operand[0];
    if (o.kind != STAR_OPERAND_CELL || !o.written || at->a < w->proc->cells)
        return;
    w->object[at->a] = !cells_may_be_scalar(o) ||
                       (o.cells == UINT16_MAX && puts_object(w, at));
}

static void fails(const Writer *w, uint32_t at, bool operands) {
    PUT("F%u:", (unsigned)at);
    if (operands)
        store_read(w, at);
    PUT(" at = %u; goto failed;\n", (unsigned)at);
}

static void call(Writer *w, uint32_t number) {
    const StarInstr *at = &w->p->code[number];
    const uint32_t to = star_instr_bc(*at);
    const StarProc *callee = &w->p->proc[to];
    const bool framed = w->cells->proc[to].framed;
    const unsigned kind = result(callee);
    const unsigned into = at->a + (callee->level >= 2u);
    if (callee->function)
        w->object[into] = kind == STAR_CELL_REF;
    if (framed && !exec_makes(callee))
        PUT(" ENTER(%u, %u, R + %u, out);", (unsigned)number, (unsigned)to,
            at->a);
    else if (framed)
        PUT(" GO_IF(!s->enter(s, %u, %u, R + %u), out);", (unsigned)number,
            (unsigned)to, at->a);
    else
        PUT(" ROOM(%u, R + %u, F%u);", (unsigned)to, at->a, (unsigned)number);
    if (kind != STAR_CELL_REF)
        PUT(" c%u.%s =", into, member_of(kind));
    else
        PUT(" GO_IF(OP_RARELY(!");
    PUT(" p%u(s, R + %u, depth + 1", (unsigned)to, at->a);
    for (unsigned k = 0; k < parameters(callee); k++)
        if (is_passed(callee, k))
            PUT(", c%u.%s", at->a + k, member_of(callee->cell[k].kind));
    if (kind == STAR_CELL_INT)
        PUT("); GO_IF(OP_RARELY(c%u.i == INT64_MIN) && s->left, ", into);
    else if (kind == STAR_CELL_REAL)
        PUT("); GO_IF(OP_RARELY(c%u.r != c%u.r) && s->left, ", into, into);
    else
        PUT(")), ");
    if (framed)
        PUT("out);\n");
    else
        PUT("U%u);\n", (unsigned)number);
}

/* The frame of a callee without one, which fails. */
static void call_fails(const Writer *w, uint32_t number) {
    if (w->cells->proc[star_instr_bc(w->p->code[number])].framed)
        return;
    fails(w, number, false);
    PUT("U%u: at = %u; goto called;\n", (unsigned)number, (unsigned)number);
}

/* The arguments of a procedure that is a parameter are in its frame; so is its
 * result. */
static void call_parameter(const Writer *w, uint32_t number) {
    const StarInstr *at = &w->p->code[number];
    const unsigned end = all_cells(w->proc);
    for (unsigned k = at->a; k < end; k++)
        if (!w->object[k])
            PUT(" R[%u] = c%u;", k, k);
    PUT(" GO_IF(!s->call(s, %u, R + %u, ", (unsigned)number, at->a);
    writer_cell(w, at->b);
    PUT(".ref), out);");
    if (at->a + 1u < end)
        PUT(" c%u = R[%u];", at->a + 1u, at->a + 1u);
    PUT("\n");
}

static void step(const Writer *w, uint32_t number) {
    const StarInstr *at = &w->p->code[number];
    const StarOpInfo *info = &star_ops[at->op];
    const bool all =
        info->flow == STAR_FLOW_PLAN || info->flow == STAR_FLOW_NATIVE;
    const bool names = cells_fast_row(at) != NULL
                           ? star_op_runs(at->op) == STAR_PRIM_COUNT
                           : at->op < STAR_OP_PRIM && is_function[at->op];
    const uint32_t next = cells_next(w->p, number);
    uint32_t to;
    if (all || names)
        store_all(w, true);
    store_operands(w, number, true);
    PUT(" next = s->step[%u](s, %u, R); GO_IF(OP_RARELY(next < 0), out);",
        at->op, (unsigned)number);
    if (all)
        store_all(w, false);
    store_operands(w, number, false);
    views(w, number);
    if (star_instr_jumps(w->p->code, number, &to)) {
        PUT(" GO_IF(next == %u, ", (unsigned)to);
        writer_target(w, number, to);
        PUT(");");
    }
    if (info->flow == STAR_FLOW_NATIVE)
        PUT(" goto L%u;", (unsigned)cells_next(w->p, next));
    PUT("\n");
}

/* What is fast, in place, or else a step. */
static bool fast(const Writer *w, uint32_t number) {
    PUT(" slow = *resident > 0; if (!OP_RARELY(slow)) {");
    const bool fails =
        writer_row(w, cells_fast_row(&w->p->code[number]), number);
    PUT("} if (OP_RARELY(slow)) {");
    step(w, number);
    PUT("}\n");
    return fails;
}

/* The row and the operation in one, or else one after the other: what is at
 * `number` begins or ends that. */
static bool row_operand(const Writer *w, uint32_t number) {
    const StarInstr *row = &w->p->code[number], *next = row + 1;
    if (row->op != STAR_OP_ROWT) {
        const bool fails = fast(w, number);
        PUT("}\n");
        return fails;
    }
    PUT(" if (OP_RARELY(*resident > 0) || OP_RARELY(!row_%s(isa, ",
        elided_logic(next->op));
    writer_cell(w, next->a);
    PUT(".bits, ");
    writer_cell(w, next->b);
    PUT(".bits, ");
    writer_cell(w, row->b);
    PUT(".i, ");
    writer_cell(w, row->c);
    PUT(".table))) {");
    return fast(w, number);
}

/* Ends the frame; most that make nothing have only NULL then. */
static void leave(const Writer *w) {
    const StarProc *proc = w->proc;
    if (exec_makes(proc)) {
        PUT(" s->leave(s);");
        return;
    }
    for (unsigned k = proc->lasting; k < proc->owned; k++)
        PUT(" if (OP_RARELY(R[%u].object != NULL)) s->leave(s); else",
            proc->own[k]);
    PUT(" LEAVE();");
}

static void give_back(const Writer *w) {
    const unsigned kind = result(w->proc);
    if (w->own->framed)
        leave(w);
    if (kind == STAR_CELL_REF) {
        PUT(" return true;\n");
        return;
    }
    PUT(" return ");
    writer_cell(w, w->proc->level >= 2);
    PUT(".%s;\n", member_of(kind));
}

/* The statements of the program, unless a procedure is called in their place.
 */
static void body(const Writer *w, uint32_t at) {
    PUT(" GO_IF(!s->body(s, %u, R + %u, &called), out);"
        " if (called) return true;\n",
        (unsigned)at, w->proc->cells);
}

/* All functions within the target's frame return; that one goes on. */
static void leave_to(const Writer *w, uint32_t number) {
    const unsigned levels = w->p->code[number].a;
    PUT(" GO_IF(!s->go(s, %u, ", (unsigned)number);
    if (levels == 0)
        PUT("G");
    else
        PUT("outward(R, %u)", levels);
    PUT("), F%u); goto out;\n", (unsigned)number);
}

/* Where gotos lead to in this procedure. */
static void land(const Writer *w) {
    bool any = false;
    for (uint32_t at = w->proc->entry; at < w->proc->end; at++) {
        if (!w->cells->landing[at])
            continue;
        if (!any)
            PUT(" if (s->to == R) switch (s->label) {");
        PUT(" case %u: s->to = NULL; s->left = false; goto L%u;", (unsigned)at,
            (unsigned)at);
        any = true;
    }
    if (any)
        PUT(" }");
    if (w->own->framed)
        PUT(" if (s->to != NULL) s->leave(s);");
}

/* What is left to the interpreter for good: the end of the program in a
 * procedure, errors. */
static bool ends(const Writer *w, const StarInstr *at) {
    const uint8_t flow = star_ops[at->op].flow;
    return (flow == STAR_FLOW_HALT && w->proc != w->p->proc) ||
           (flow == STAR_FLOW_END && cells_row(w->p, at) == NULL);
}

/* Writes an instruction, and then what follows if it fails. */
static void instruction(Writer *w, uint32_t number, bool *stub) {
    const StarInstr *at = &w->p->code[number];
    const char *row = cells_row(w->p, at);
    const uint8_t flow = star_ops[at->op].flow;
    if (w->cells->target[number])
        PUT("L%u:", (unsigned)number);
    note_argument(w, at);
    if (flow == STAR_FLOW_CALL &&
        star_op_form(at->op).operand[1].kind == STAR_OPERAND_PROC) {
        call(w, number);
    } else if (flow == STAR_FLOW_CALL) {
        call_parameter(w, number);
    } else if (flow == STAR_FLOW_RETURN) {
        give_back(w);
    } else if (flow == STAR_FLOW_BODY) {
        body(w, number);
    } else if (at->op == STAR_OP_GOTO) {
        leave_to(w, number);
        *stub = true;
    } else if (ends(w, at)) {
        PUT(" goto F%u;\n", (unsigned)number);
        *stub = true;
    } else if (flow == STAR_FLOW_HALT) {
        PUT(" return true;\n");
    } else if (row != NULL) {
        PUT(" ");
        *stub = writer_row(w, row, number);
        PUT(";");
        views(w, number);
        PUT("\n");
    } else if (elided_part(w, number)) {
        *stub = row_operand(w, number);
    } else if (cells_fast_row(at) != NULL) {
        *stub = fast(w, number);
    } else {
        step(w, number);
    }
}

/* Polls where an instruction jumps back to. */
static void poll(const Writer *w, uint32_t number) {
    PUT("P%u: POLL(S%u); goto L%u;\n"
        "S%u: at = %u; goto failed;\n",
        (unsigned)number, (unsigned)number, (unsigned)number, (unsigned)number,
        (unsigned)number);
}

static void procedure(Writer *w, bool *stub) {
    const StarProc *proc = w->proc;
    const unsigned kind = result(proc);
    memset(w->object, 0, all_cells(proc) * sizeof *w->object);
    facts_find(&w->facts, w->cells, proc);
    heading(w, proc);
    PUT(" {\n    int64_t next;\n    uint32_t at;\n    bool called, slow;\n");
    declare(w);
    if (!exec_makes(proc))
        for (unsigned k = proc->made; k < proc->owned; k++)
            PUT("    R[%u].object = NULL;\n", proc->own[k]);
    for (uint32_t at = proc->entry; at < proc->end; at = cells_next(w->p, at)) {
        stub[at] = false;
        instruction(w, at, &stub[at]);
    }
    for (uint32_t at = proc->entry; at < proc->end; at = cells_next(w->p, at)) {
        const StarInstr *in = &w->p->code[at];
        if (stub[at])
            fails(w, at, true);
        else if (star_op_form(in->op).operand[1].kind == STAR_OPERAND_PROC &&
                 star_ops[in->op].flow == STAR_FLOW_CALL)
            call_fails(w, at);
        if (w->cells->target[at])
            poll(w, at);
    }
    PUT("called: GO_IF(s->to != NULL, out);"
        " s->frame(s, at, depth, R); goto out;\n"
        "failed: s->out(s, at, depth);\n"
        "out:");
    land(w);
    if (w->cells->keeps)
        store_all(w, true);
    PUT(" return %s;\n}\n\n", kind == STAR_CELL_INT    ? "INT64_MIN"
                              : kind == STAR_CELL_REAL ? "LOST_REAL"
                                                       : "false");
}

/* A procedure that is called by its number. */
static void by_number(const Writer *w, const StarProc *proc) {
    const unsigned number = (unsigned)(proc - w->p->proc);
    const unsigned kind = result(proc);
    PUT("static bool n%u(BuiltRun *s, BuiltCell *R, uint32_t depth) {\n    ",
        number);
    if (kind == STAR_CELL_REF)
        PUT("return");
    else
        PUT("R[%u].%s =", proc->level >= 2, member_of(kind));
    PUT(" p%u(s, R, depth", number);
    for (unsigned k = 0; k < parameters(proc); k++)
        if (is_passed(proc, k))
            PUT(", R[%u].%s", k, member_of(proc->cell[k].kind));
    PUT(");\n%s}\n\n", kind == STAR_CELL_REF ? "" : "    return !s->left;\n");
}

/* ---- The text ---- */

const char *const star_translate_options[] = {
    "-std=gnu17", "-w", "-ffp-contract=off", "-fwrapv", "-fno-math-errno",
    "-fno-builtin-sin", "-fno-builtin-cos", "-fno-builtin-atan",
    "-fno-builtin-exp", "-fno-builtin-log", "-funroll-loops",
    /* Procedures are longer than C's by their checks. */
    "--param", "max-inline-insns-auto=200", "--param",
    "max-inline-insns-recursive-auto=3000", NULL};

static bool has_number(const Writer *w, uint32_t k) {
    const TranslateProc *proc = &w->cells->proc[k];
    return proc->reached && (proc->by_number || k == 0);
}

static void table(const Writer *w, bool bytes, size_t size, bool library) {
    PUT("static const BuiltProc procedures[] = {\n");
    for (uint32_t k = 0; k < w->p->procs; k++)
        if (has_number(w, k))
            PUT("    {n%u, %d},\n", (unsigned)k, w->cells->proc[k].framed);
        else
            PUT("    {0, 0},\n");
    PUT("};\n\n%sconst BuiltProgram star_built = {%d, %u, procedures, %s, "
        "%zu};\n",
        library ? "static " : "", BUILT_VERSION, (unsigned)w->p->procs,
        bytes ? "bytes" : "0", size);
}

static void byte_form(const Writer *w, const uint8_t *bytes, size_t size) {
    if (bytes == NULL)
        return;
    PUT("static const unsigned char bytes[] = {");
    for (size_t k = 0; k < size; k++)
        PUT("%s%u,", k % 20 == 0 ? "\n    " : "", bytes[k]);
    PUT("\n};\n\n");
}

static void text(Writer *w, bool *stub) {
    PUT("#define BUILT_TEXT\n");
    w->out.sink(w->out.context, star_translate_head,
                strlen(star_translate_head));
    for (uint32_t k = 0; k < w->p->procs; k++)
        if (w->cells->proc[k].reached) {
            heading(w, &w->p->proc[k]);
            PUT(";\n");
        }
    PUT("\n");
    for (uint32_t k = 0; k < w->p->procs; k++) {
        w->proc = &w->p->proc[k];
        w->own = &w->cells->proc[k];
        if (w->own->reached)
            procedure(w, stub);
        if (has_number(w, k))
            by_number(w, w->proc);
    }
}

StarStatus star_translate(const StarProgram *p, StarMem *mem,
                          const uint8_t *bytes, size_t size, bool library,
                          StarSink *sink, void *context) {
    enum { MOST_CELLS = 2 * (UINT16_MAX + 1) };
    Cells cells;
    StarStatus status = cells_find(&cells, p, NULL, library, mem);
    Writer w = {.out = {sink, context}, .p = p, .cells = &cells};
    w.object = star_mem_alloc(mem, MOST_CELLS, sizeof *w.object);
    w.facts.natural = star_mem_alloc(mem, MOST_CELLS, sizeof *w.facts.natural);
    bool *stub = star_mem_alloc(mem, p->length, sizeof *stub);
    if (w.object == NULL || w.facts.natural == NULL || stub == NULL)
        status = STAR_MEMORY;
    if (status == STAR_OK) {
        text(&w, stub);
        byte_form(&w, bytes, size);
        table(&w, bytes != NULL, size, library);
    }
    star_mem_free(mem, w.object, MOST_CELLS, sizeof *w.object);
    star_mem_free(mem, w.facts.natural, MOST_CELLS, sizeof *w.facts.natural);
    star_mem_free(mem, stub, p->length, sizeof *stub);
    cells_free(&cells, mem);
    return status;
}

#include "disasm.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct Out {
    const StarProgram *program;
    const StarProc *proc;
    StarSink *sink;
    void *context;
} Out;

static void put(const Out *o, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put(const Out *o, const char *format, ...) {
    char text[400];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (n > 0)
        o->sink(o->context, text,
                (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

/* A variable by its name, a temporary by its number, an argument of a call
 * by its place in it. */
static void cell(const Out *o, uint16_t number) {
    const StarProc *p = o->proc;
    if (number == STAR_NO_CELL)
        put(o, " none");
    else if (number >= p->cells)
        put(o, " arg%u", number - p->cells);
    else if (p->cell[number].name != NULL)
        put(o, " %s", p->cell[number].name);
    else
        put(o, " t%u", number);
}

static void constant(const Out *o, uint32_t number) {
    const StarConstant *k = &o->program->constant[number];
    switch (k->kind) {
    case STAR_CELL_REAL: put(o, " %.17g", k->cell.r); break;
    case STAR_CELL_LINE: put(o, " bits%u", number); break;
    case STAR_CELL_STRING:
        put(o, " '%.*s'",
            (int)(k->cell.string->length < 30 ? k->cell.string->length : 30),
            k->cell.string->length ? k->cell.string->text : "");
        break;
    default: put(o, " %lld", (long long)k->cell.i);
    }
}

static void operand(const Out *o, uint32_t at, char letter, uint16_t number) {
    const StarInstr *in = &o->program->code[at];
    uint32_t bc = star_instr_bc(*in);
    switch (letter) {
    case '-': break;
    case '#': put(o, " #%d", (int16_t)number); break;
    case 'u': put(o, " %u", number); break;
    case 'g':
        put(o, " program.%s",
            o->program->proc[0].cell[number].name
                ? o->program->proc[0].cell[number].name
                : "t");
        break;
    case 'G': put(o, " loop%u", number); break;
    case 'E': put(o, " expr%u", number); break;
    case 'y': put(o, " %s", o->program->layout[bc]->name); break;
    case '%': put(o, " #%d", (int32_t)bc); break;
    case 'j': put(o, " -> %u", at + 1 + (uint32_t)(int16_t)number); break;
    case 'J': put(o, " -> %u", at + 1 + bc); break;
    case 'X': put(o, " -> %u", bc); break;
    case 'K': constant(o, bc); break;
    case 'B':
        constant(o, bc);
        constant(o, bc + 1);
        break;
    case 'F': put(o, " %s", o->program->proc[bc].name); break;
    default: cell(o, number);
    }
}

static void instruction(const Out *o, uint32_t at) {
    char letters[8];
    const StarInstr *in = &o->program->code[at];
    StarOpInfo info = star_op_info(in->op, letters);
    put(o, "  %5u  %-9s", at, info.name);
    operand(o, at, info.operands[0], in->a);
    operand(o, at, info.operands[1], in->b);
    if (strchr("JXKBFy%", info.operands[1]) == NULL)
        operand(o, at, info.operands[2], in->c);
    put(o, "\n");
}

/* The source line of an instruction, when it is another than before. */
static void source(const Out *o, uint32_t at, int *row) {
    const StarSources *s = &o->program->sources;
    StarPlace p = star_source_place(s, o->program->span[at]);
    if (p.row == *row)
        return;
    *row = p.row;
    put(o, "%6d | %.*s\n", p.row, p.length < 200 ? p.length : 200, p.line);
}

static void procedure(const Out *o, uint32_t number) {
    const StarProc *p = o->proc;
    int row = 0;
    put(o, "%s %s: %u cells, %u parameters\n",
        number == 0   ? "program"
        : p->function ? "function"
                      : "procedure",
        p->name, p->cells, p->params);
    for (uint32_t at = p->entry; at < p->end; at++) {
        source(o, at, &row);
        instruction(o, at);
    }
    put(o, "\n");
}

void star_disassemble_proc(const StarProgram *program, const StarProc *proc,
                           StarSink *sink, void *context) {
    Out o = {
        .program = program, .proc = proc, .sink = sink, .context = context};
    procedure(&o, (uint32_t)(proc - program->proc));
}

void star_disassemble(const StarProgram *program, StarSink *sink,
                      void *context) {
    for (uint32_t k = 0; k < program->procs; k++)
        star_disassemble_proc(program, &program->proc[k], sink, context);
}

/* SPDX-License-Identifier: MIT */
/* Target bytecode: a text up to the first NUL; what follows changes the
 * program that it becomes, four bytes for each change.
 *
 * If the first of these bytes is even, anything in the instructions may
 * change. If it is odd, changes are such as the verifier often accepts: opcodes
 * are replaced by those with the same operands, cells that are read change
 * places, and numbers change. The verifier and the disassembler must bear all
 * of it, and the machine what the verifier accepts, unless the program has
 * instructions that it believes.
 *
 * What the verifier says of the changed program is what it says where the byte
 * form of that is read; which is what runs. */
#include <signal.h>
#include <string.h>
#include <sys/time.h>

#include "bytecode/disasm.h"
#include "bytecode/bytes/program_bytes.h"
#include "fuzz.h"

enum { CHANGE = 4 }; /* bytes */

/* ---- Changes of any kind ---- */

static void change_field(StarProgram *p, const uint8_t byte[CHANGE]) {
    const uint16_t value = (uint16_t)(byte[2] << 8 | byte[3]);
    StarInstr *in = &p->code[byte[1] % p->length];
    StarProc *proc = &p->proc[byte[1] % p->procs];
    switch (byte[0] / 2 % 8) {
    case 0: in->op = value % STAR_OP_COUNT; break;
    case 1: in->op = value; break;
    case 2: in->a = value; break;
    case 3: in->b = value; break;
    case 4: in->c = value; break;
    case 5: *in = p->code[value % p->length]; break;
    case 6: proc->entry = value; break;
    default: proc->end = value;
    }
}

/* ---- Changes that keep the kinds ---- */

static bool is_plain_operand(StarOpOperand o) {
    static const unsigned kinds = 1u << STAR_CELL_INT | 1u << STAR_CELL_REAL |
                                  1u << STAR_CELL_BITS | 1u << STAR_CELL_TABLE |
                                  1u << STAR_CELL_STRING;
    return o.kind == STAR_OPERAND_CELL
               ? (o.cells & ~kinds) == 0
               : o.kind == STAR_OPERAND_NONE || o.kind == STAR_OPERAND_SIGNED ||
                     o.kind == STAR_OPERAND_JUMP;
}

/* Whether an opcode takes no more than values of the kinds of its operands,
 * and leaves no cell without one. */
static bool is_plain(unsigned op, const StarOpForm *form) {
    bool plain = !form->list && form->count > 0 && op != STAR_OP_STEPS &&
                 op != STAR_OP_NOINT && op != STAR_OP_NOREAL;
    bool empty = true;
    for (int k = 0; k < STAR_MAX_OPERANDS; k++) {
        plain &= is_plain_operand(form->operand[k]);
        empty &= form->operand[k].kind == STAR_OPERAND_NONE;
    }
    return plain && !empty;
}

static bool is_same(const StarOpOperand *a, const StarOpOperand *b) {
    return a->kind == b->kind && a->written == b->written &&
           a->optional == b->optional && a->cells == b->cells;
}

/* The class of a primitive that may decline, which needs NATIVE before it. */
static int declines(unsigned op) {
    const int class =
        op >= STAR_OP_PRIM ? (int)star_prims[op - STAR_OP_PRIM].kind : -1;
    return class == STAR_NATIVE || class == STAR_BODY ? class : -1;
}

static void change_op(StarInstr *in, const StarOpForm *form, unsigned by) {
    for (unsigned k = 0; k < STAR_OP_COUNT; k++) {
        const unsigned op = (by + k) % STAR_OP_COUNT;
        const StarOpForm other = star_op_form(op);
        bool same = op != in->op && is_plain(op, &other) &&
                    declines(op) == declines(in->op);
        for (int i = 0; i < STAR_MAX_OPERANDS; i++)
            same &= is_same(&form->operand[i], &other.operand[i]);
        if (same) {
            in->op = (uint16_t)op;
            return;
        }
    }
}

static void change_kindly(StarProgram *p, const uint8_t byte[CHANGE]) {
    StarInstr *in = &p->code[byte[1] % p->length];
    const StarOpForm form = star_op_form(in->op);
    const uint16_t value = (uint16_t)(byte[2] << 8 | byte[3]);
    const uint16_t b = in->b;
    if (!is_plain(in->op, &form))
        return;
    if (form.operand[1].kind == STAR_OPERAND_SIGNED)
        in->b = value;
    else if (form.operand[2].kind == STAR_OPERAND_SIGNED && byte[0] & 2)
        in->c = value;
    else if (is_same(&form.operand[1], &form.operand[2]) && byte[0] & 2) {
        in->b = in->c;
        in->c = b;
    } else
        change_op(in, &form, value);
}

/* The program by way of its bytes, or NULL: the verifier refuses it, or there
 * is no memory. */
static StarProgram *through_bytes(const StarProgram *p, StarMem *mem,
                                  StarStatus verdict) {
    uint8_t *bytes;
    size_t size;
    if (star_program_write(p, mem, &bytes, &size) != STAR_OK) {
        FUZZ_CHECK(mem->error->status == STAR_MEMORY);
        return NULL;
    }
    StarProgram *read = star_program_read(mem, bytes, size);
    FUZZ_CHECK(read != NULL ? verdict == STAR_OK
                            : mem->error->status == STAR_MEMORY ||
                                  (mem->error->status == STAR_BADPROGRAM &&
                                   verdict != STAR_OK));
    star_mem_free(mem, bytes, size, 1);
    return read;
}

/* True if pointers, files or procedures that are parameters lead somewhere that
 * the program does not say the type of. */
static bool believes(const StarProgram *p) {
    for (uint32_t k = 0; k < p->length; k++) {
        if (p->code[k].op >= STAR_OP_COUNT)
            continue; /* of no procedure */
        const uint8_t flow = star_ops[p->code[k].op].flow;
        const StarOpForm form = star_op_form(p->code[k].op);
        if (flow == STAR_FLOW_ELSEWHERE || flow == STAR_FLOW_VARIANT ||
            (flow == STAR_FLOW_CALL &&
             form.operand[1].kind != STAR_OPERAND_PROC) ||
            form.operand[0].cells == 1u << STAR_CELL_FILE)
            return true;
    }
    return false;
}

/* ---- Runs ---- */

static StarMachine *running;

static void stop(int signal) {
    (void)signal;
    star_machine_stop(running, STAR_TIME);
}

/* A loop may have lost the instruction that counts its steps. */
static void run_for_a_while(StarMachine *machine, const StarProgram *p) {
    const struct itimerval none = {{0, 0}, {0, 0}},
                           soon = {{0, 10000}, {0, 50000}};
    running = machine;
    signal(SIGVTALRM, stop);
    setitimer(ITIMER_VIRTUAL, &soon, NULL);
    fuzz_run(machine, p);
    setitimer(ITIMER_VIRTUAL, &none, NULL);
}

static void change(const uint8_t *data, size_t size) {
    static FuzzRun run;
    const StarCompileOptions options = {.count = true};
    const FuzzParts parts = fuzz_split(data, size);
    const bool kindly = parts.size > 0 && parts.rest[0] & 1;
    StarMachine *machine = fuzz_machine(&run, STAR_ISA_BEST);
    StarProgram *p = fuzz_compile(star_machine_backend(machine), &options,
                                  parts.text, parts.length);
    run = (FuzzRun){.in = parts.rest};
    if (p != NULL) {
        StarError error;
        for (size_t at = 0; at + CHANGE <= parts.size; at += CHANGE)
            (kindly ? change_kindly : change_field)(p, parts.rest + at);
        StarMem mem = star_mem_beside(p->arena.mem, &error);
        const StarStatus status = star_verify(p, &mem);
        StarProgram *read =
            through_bytes(p, star_machine_backend(machine)->mem, status);
        if (read != NULL)
            star_disassemble(read, fuzz_sink, NULL);
        if (read != NULL && !believes(read))
            run_for_a_while(machine, read);
        star_program_free(read);
    }
    star_program_free(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_frees(change, data, size);
}

/* Instructions while blocks of lines or tables are resident on a device. What
 * has a primitive runs as one, wherever its operands are; before anything else
 * touches a line or a table, it is synced to the host. */
#include <string.h>

#include "interp/exec.h"

#define A (R[at->a])

/* Puts another table of labels in the place of the one of now, unless the
 * program shall end. */
static void change(StarMachine *m, const void *const *from,
                   const void *const *to) {
    __atomic_compare_exchange_n(&m->table, &from, to, false, __ATOMIC_SEQ_CST,
                                __ATOMIC_SEQ_CST);
}

void exec_device_begin(StarMachine *m) {
    if (__atomic_load_n(&m->table, __ATOMIC_RELAXED) != m->device_table)
        change(m, m->host_table, m->device_table);
}

/* The primitive whose shorter form an opcode is, or STAR_PRIM_COUNT. */
static StarPrim primitive(unsigned op) {
    switch (op) {
    case STAR_OP_ANDL: return STAR_PRIM_AND;
    case STAR_OP_ORL: return STAR_PRIM_OR;
    case STAR_OP_XORL: return STAR_PRIM_XOR;
    case STAR_OP_NOTL: return STAR_PRIM_NOT;
    case STAR_OP_COPYL: return STAR_PRIM_COPY;
    case STAR_OP_NUMBL: return STAR_PRIM_NUMB;
    case STAR_OP_FNDL: return STAR_PRIM_FND;
    case STAR_OP_PUTL: return STAR_PRIM_PUT;
    case STAR_OP_GETL: return STAR_PRIM_GET;
    case STAR_OP_STEPL: return STAR_PRIM_STEP;
    case STAR_OP_ROWT: return STAR_PRIM_ROW;
    case STAR_OP_SETROWT: return STAR_PRIM_SETROW;
    default: return STAR_PRIM_COUNT;
    }
}

bool exec_touches(unsigned op) {
    char letters[8];
    switch (op) {
    case STAR_OP_FUSE: /* they see to it themselves */
    case STAR_OP_SWEEP:
    case STAR_OP_LENDL:
    case STAR_OP_LENDT:
    case STAR_OP_FITL:
    case STAR_OP_FITT:
    case STAR_OP_LAYOUT:
    case STAR_OP_SIZEL:
    case STAR_OP_SIZET: return false;
    default:
        return op < STAR_OP_PRIM &&
               strpbrk(star_op_info(op, letters).operands, "lt") != NULL;
    }
}

static bool changes(unsigned op) {
    return op != STAR_OP_WRITEL && op != STAR_OP_WRITET && op != STAR_OP_FSAVE;
}

static StarStatus sync_operands(StarMachine *m, const StarInstr *at,
                                StarCell *R) {
    const uint16_t cell[] = {at->a, at->b, at->c};
    char letters[8];
    const char *letter = star_op_info(at->op, letters).operands;
    for (int k = 0; k < 3; k++)
        if (letter[k] == 'l' || letter[k] == 't')
            STAR_TRY(
                star_object_home(&m->be, R[cell[k]].object,
                                 changes(at->op) ? STAR_CHANGE : STAR_READ));
    return STAR_OK;
}

StarStatus exec_device_sync(StarMachine *m, const StarInstr **pc, StarCell *R,
                            bool *done) {
    const StarInstr *at = *pc;
    const StarPrim prim = primitive(at->op);
    StarCell some[] = {{.i = 0}, A};
    *done = false;
    if (m->be.resident == 0) {
        change(m, m->device_table, m->host_table);
        return STAR_OK;
    }
    *done = true;
    if (prim < STAR_PRIM_COUNT) {
        (*pc)++;
        return exec_prim(m, prim, at, R);
    }
    switch (at->op) {
    case STAR_OP_ANDNL: (*pc)++; return exec_and_not(m, at, R);
    case STAR_OP_JSOME:
    case STAR_OP_JZERO:
        if (A.line->head.sizing == STAR_UNSIZED)
            return exec_unsized(m, at);
        m->at = at;
        STAR_TRY(star_prim_run(&m->be, STAR_PRIM_SOME, some, NULL));
        *pc = at + 1 +
              (some[0].i == (at->op == STAR_OP_JSOME) ? (int16_t)at->c : 0);
        return STAR_OK;
    default: *done = false; return sync_operands(m, at, R);
    }
}

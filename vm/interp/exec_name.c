/* SPDX-License-Identifier: MIT */
/* The names of operands in messages. A temporary has the name that the
 * instruction which set it gives: a variable of another frame, or the
 * expression whose span the instruction has. */
#include <string.h>
#include <strings.h>

#include "interp/exec.h"

/* A cell as an instruction of a frame finds it. */
typedef struct Operand {
    const Frame *frame;
    const StarInstr *at;
    uint16_t cell;
} Operand;

/* The origin of an operand: a variable, the result of instruction `set`, or
 * neither. */
typedef struct Origin {
    Operand operand;
    const StarCellInfo *variable;
    const StarInstr *set;
} Origin;

static bool is_library(const StarMachine *m, const Frame *frame) {
    return m->program->sources.file[frame->proc->span.file].library;
}

/* The parameter that a cell is, or is the copy of, or STAR_NO_CELL. */
static uint16_t param_of(const StarProc *proc, uint16_t cell) {
    const unsigned first = (proc->level >= 2) + proc->function;
    const unsigned end = first + proc->params;
    if (cell >= proc->cells || proc->cell[cell].name == NULL)
        return STAR_NO_CELL;
    for (unsigned k = first; k < end; k++)
        if (k == cell || proc->cell[k].name == proc->cell[cell].name)
            return (uint16_t)k;
    return STAR_NO_CELL;
}

/* The library's parameter becomes the argument at the call; false if it is
 * none, or no statement called. */
static bool leave_library(const StarMachine *m, Operand *o) {
    const Frame *f = o->frame;
    const uint16_t param = param_of(f->proc, o->cell);
    if (f < m->frame + 1 + (m->run.wanted != NULL) || !is_library(m, f) ||
        param == STAR_NO_CELL)
        return false;
    *o =
        (Operand){f - 1, f->back - 1, (uint16_t)(f->cell - f[-1].cell + param)};
    return true;
}

static bool sets(const StarInstr *at, uint16_t cell) {
    if (at->op == STAR_OP_CALL || at->op == STAR_OP_CALLP)
        return cell >= at->a; /* the callee's frame */
    if (at->a != cell || at->op == STAR_OP_ARGS)
        return false;
    const StarOpOperand a = star_op_form(at->op).operand[0];
    return a.kind == STAR_OPERAND_CELL && a.written;
}

/* The nearest instruction before that set the cell, or NULL. Temporaries are
 * set and used in the order of the code. */
static const StarInstr *setter(const StarMachine *m, const Operand *o) {
    const StarInstr *first = m->program->code + o->frame->proc->entry;
    for (const StarInstr *at = o->at; at > first; at--)
        if (sets(at - 1, o->cell))
            return at - 1;
    return NULL;
}

/* The frame whose cells the block `levels` outward has. */
static const Frame *outer(const Frame *f, unsigned levels) {
    const StarCell *to = f->cell;
    for (; levels > 0; levels--)
        to = to->ref;
    while (f->cell != to)
        f--;
    return f;
}

/* To what an instruction only passes on; false where it computes. */
static bool follow(const StarMachine *m, Operand *o, const StarInstr *set) {
    const unsigned op = set->op;
    o->at = set;
    o->cell = set->b;
    if (op == STAR_OP_MOVE || op == STAR_OP_REF || op == STAR_OP_LOAD)
        return true;
    if (op == STAR_OP_GETG || op == STAR_OP_REFG) {
        o->frame = m->frame;
    } else if (op == STAR_OP_GETU || op == STAR_OP_REFU) {
        o->frame = outer(o->frame, set->b);
        o->cell = set->c;
    } else {
        return false;
    }
    o->at = m->program->code + o->frame->proc->entry;
    return true;
}

/* An expression that was hoisted out of a loop is copied: the first of its own
 * operands has its size, as where it was not hoisted. */
static bool copies(const StarMachine *m, const Operand *from,
                   const StarInstr *set, Operand *o) {
    if (from->at->op != STAR_OP_COPYL || from->cell != from->at->b)
        return false;
    const StarPrim prim = star_op_runs(set->op);
    const bool fused = exec_expression(m->program, set) != NULL;
    if (fused && set->op == STAR_OP_PLAN)
        o->cell = m->program->plan[set->b].op->operand[0].cell;
    return fused ||
           (prim < STAR_PRIM_COUNT && star_prims[prim].kind == STAR_OPERATOR);
}

static Origin origin(const StarMachine *m, Operand o) {
    Origin found = {.operand = o};
    for (;;) {
        const StarProc *proc = o.frame->proc;
        if (o.cell < proc->cells && proc->cell[o.cell].name != NULL) {
            found = (Origin){o, &proc->cell[o.cell], NULL};
            if (!leave_library(m, &o))
                return found;
        }
        const StarInstr *set = setter(m, &o);
        if (set == NULL)
            return found;
        const Operand here = o;
        if (!follow(m, &o, set) && !copies(m, &here, set, &o)) {
            found.operand = here;
            found.set = set;
            return found;
        }
    }
}

static Operand newest(const StarMachine *m, const StarInstr *at,
                      uint16_t cell) {
    return (Operand){&m->frame[m->depth - 1], at, cell};
}

/* The text of the expression, if it is the user's and short, or NULL. Numbers
 * are none. */
static const char *expression(const StarMachine *m, const StarInstr *set,
                              char room[EXEC_NAME]) {
    const StarSources *sources = &m->program->sources;
    const StarSpan span = m->program->span[set - m->program->code];
    const char *text;
    const int length = star_source_text(sources, span, EXEC_NAME, &text);
    if (length == 0 || length == EXEC_NAME || sources->file[span.file].library)
        return NULL;
    if (strchr("+-0123456789", *text) != NULL ||
        memchr(text, '\n', (size_t)length) != NULL)
        return NULL;
    memcpy(room, text, (size_t)length);
    room[length] = '\0';
    return room;
}

const StarCellInfo *exec_variable(const StarMachine *m, const StarInstr *at,
                                  uint16_t cell) {
    return origin(m, newest(m, at, cell)).variable;
}

const char *exec_name(const StarMachine *m, const StarInstr *at,
                      uint16_t cell) {
    const StarCellInfo *v = exec_variable(m, at, cell);
    return v != NULL ? v->name : NULL;
}

/* NULL: it has none. *inside: only the library knows the name. */
static const char *name_of(const StarMachine *m, Operand o,
                           char room[EXEC_NAME], bool *inside) {
    const Origin from = origin(m, o);
    const char *text = from.set != NULL ? expression(m, from.set, room) : NULL;
    *inside =
        text == NULL && is_library(m, from.operand.frame) &&
        !(from.variable != NULL && param_of(from.operand.frame->proc,
                                            from.operand.cell) != STAR_NO_CELL);
    if (text != NULL)
        return text;
    return from.variable != NULL ? from.variable->name : NULL;
}

ExecCell exec_find(const StarMachine *m, const char *name, size_t length) {
    const Frame *f = &m->frame[m->depth - 1];
    for (;; f = outer(f, 1)) {
        const StarProc *proc = f->proc;
        for (uint16_t k = 0; k < proc->cells; k++) {
            const char *its = proc->cell[k].name;
            if (its != NULL && strlen(its) == length &&
                strncasecmp(its, name, length) == 0)
                return (ExecCell){f, &proc->cell[k], k};
        }
        if (proc->level < 2)
            return (ExecCell){.info = NULL};
    }
}

const char *exec_passed_name(const StarMachine *m, ExecCell x,
                             char room[EXEC_NAME]) {
    bool inside;
    return name_of(m, (Operand){x.frame, m->at, x.cell}, room, &inside);
}

uint16_t exec_negative_factor(const StarMachine *m, const StarInstr *at,
                              uint16_t cell) {
    const Operand o = newest(m, at, cell);
    const StarInstr *set = setter(m, &o);
    return set == NULL || set->op != STAR_OP_MUL ? cell
           : o.frame->cell[set->b].i < 0         ? set->b
                                                 : set->c;
}

const char *exec_argument_name(const StarMachine *m, const StarInstr *at,
                               uint16_t cell, char room[EXEC_NAME]) {
    bool inside;
    const Frame *f = &m->frame[m->depth - 1];
    const char *name = name_of(m, newest(m, at, cell), room, &inside);
    return is_library(m, f) && !inside ? name : NULL;
}

void exec_operand_names(const StarMachine *m, const StarInstr *at,
                        const uint16_t *cell, unsigned n, const char **name,
                        char room[2][EXEC_NAME]) {
    const StarPrimFault *f = &m->be.common.fault;
    const int told[] = {f->by, f->operand};
    bool inside[2] = {false, false};
    for (unsigned k = 0; k < n; k++)
        name[k] = NULL;
    for (int i = 0; i < 2; i++)
        if (told[i] >= 0 && cell[told[i]] != STAR_NO_CELL)
            name[told[i]] =
                name_of(m, newest(m, at, cell[told[i]]), room[i], &inside[i]);
    for (int i = 0; i < 2; i++)
        if (inside[i] && told[1 - i] >= 0 && !inside[1 - i])
            name[told[i]] = "";
}

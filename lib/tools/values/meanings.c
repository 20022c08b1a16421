/* SPDX-License-Identifier: MIT */
#include "tools/values/meanings.h"

#include <stdlib.h>

#include "io/formats/matrix.h"
#include "values/table.h"

/* A call of an entry: the instruction, and the cells of its arguments. */
typedef struct Call {
    const StarProgram *program;
    const StarInstr *at;
    const StarProc *proc;
    const StarCell *cell; /* the session's */
} Call;

/* ---- What an entry does ---- */

static bool is_jump(const StarOpForm *form) {
    for (unsigned k = 0; k < form->count; k++) {
        const uint8_t kind = form->operand[k].kind;
        if (kind == STAR_OPERAND_JUMP || kind == STAR_OPERAND_LONG_JUMP ||
            kind == STAR_OPERAND_GOTO || kind == STAR_OPERAND_PLAN)
            return true;
    }
    return false;
}

static bool has_roles(const StarProc *proc) {
    for (unsigned k = 0; k < proc->params; k++)
        if (proc->param[k].role != STAR_ROLE_NONE)
            return true;
    return false;
}

/* The only call of an entry without branches, if it is of the library. */
static bool only_call(const StarProgram *p, Call *call) {
    *call = (Call){.program = p};
    for (uint32_t k = p->proc[0].entry; k < p->proc[0].end; k++) {
        const StarInstr *at = &p->code[k];
        const StarOpForm form = star_op_form(at->op);
        if (at->op == STAR_OP_CALLP || is_jump(&form))
            return false;
        if (at->op != STAR_OP_CALL)
            continue;
        if (call->at != NULL)
            return false;
        call->at = at;
        call->proc = &p->proc[star_instr_bc(*at)];
    }
    return call->at != NULL && has_roles(call->proc);
}

/* The instruction that passes an argument. */
static const StarInstr *passes(const Call *c, unsigned number) {
    const StarInstr *at = c->at - 1;
    const StarInstr *first = &c->program->code[c->program->proc[0].entry];
    while (at > first && at->a != c->at->a + number)
        at--;
    return at;
}

/* The cell of the variable that is passed as an object; -1: none is. */
static int variable(const Call *c, unsigned number) {
    const StarProc *entry = &c->program->proc[0];
    const StarInstr *at = passes(c, number);
    return at->op == STAR_OP_MOVE && at->a == c->at->a + number &&
                   at->b < entry->cells && entry->cell[at->b].name != NULL
               ? at->b
               : -1;
}

/* True if an instruction may change what is in a cell that it has. */
static bool writes(const StarInstr *at, int cell) {
    const uint16_t operand[] = {at->a, at->b, at->c};
    const StarOpForm form = star_op_form(at->op);
    for (int k = 0; k < 3; k++)
        if (operand[k] == cell && form.operand[k].cells != 0 &&
            (form.operand[k].written || at->op == STAR_OP_ARGS))
            return true;
    return false;
}

/* True if one behind the call may. */
static bool changes(const Call *c, int cell) {
    const StarInstr *end = &c->program->code[c->program->proc[0].end];
    for (const StarInstr *at = c->at + 1; at < end; at++)
        if (writes(at, cell))
            return true;
    return false;
}

/* True if an entry passes a cell to a var parameter of a procedure, or passes
 * it on elsewhere. */
static bool lends(const StarProgram *p, const StarInstr *at, int cell) {
    const StarInstr *end = &p->code[p->proc[0].end], *call = at;
    if (at->op != STAR_OP_MOVE || at->b != cell)
        return false;
    while (call < end && (call->op != STAR_OP_CALL || call->a > at->a))
        call++;
    if (call == end)
        return true;
    const StarProc *proc = &p->proc[star_instr_bc(*call)];
    const int number = at->a - call->a - proc->function;
    return number < 0 || number >= proc->params || proc->param[number].var;
}

/* True if an instruction calls or passes a procedure that is not the library's:
 * who knows what that changes. */
static bool leaves(const StarProgram *p, const StarInstr *at) {
    if (at->op != STAR_OP_CALL && at->op != STAR_OP_PROC)
        return at->op == STAR_OP_CALLP;
    const StarProc *proc = &p->proc[star_instr_bc(*at)];
    return !p->sources.file[proc->span.file].library;
}

/* ---- Arguments ---- */

static bool is_bits(const StarParam *p) {
    return p->type->kind == STAR_TYPE_TABLE || p->type->kind == STAR_TYPE_SLICE;
}

/* Argument `number` of the call as argument `k` of a meaning. */
static bool take(Meaning *m, int k, const Call *c, unsigned number) {
    const int cell = variable(c, number);
    if (cell < 0 || changes(c, cell))
        return false;
    m->cell[k] = cell;
    m->param[k] = c->proc->param[number];
    m->argument[k].value = c->cell[cell];
    m->argument[k].given = true;
    return true;
}

/* The tables with the ends of arcs, as far as they are known. */
static void take_ends(Meaning *m, const Call *c) {
    for (unsigned k = 0; k < c->proc->params; k++)
        for (int end = 0; end < 2; end++)
            if (c->proc->param[k].layout ==
                (end ? STAR_LAYOUT_RIGHT : STAR_LAYOUT_LEFT) + 1)
                take(m, 1 + end, c, k);
}

/* The bias, if there is one; false: it is not known. */
static bool take_bias(Meaning *m, const Call *c) {
    for (unsigned k = 0; k < c->proc->params; k++) {
        const StarInstr *at = passes(c, k);
        if (c->proc->param[k].role != STAR_ROLE_BIAS)
            continue;
        m->param[3] = c->proc->param[k];
        m->argument[3].value.i =
            at->op == STAR_OP_LOADI ? star_instr_jump(*at) : 0;
        return at->op == STAR_OP_LOADI && at->a == c->at->a + k;
    }
    return true;
}

/* The names of the vertices of what is passed, and the decimals of weights. */
static void take_names(const Call *c, Argument *a) {
    for (unsigned k = 0; k < c->proc->params; k++) {
        const int cell = variable(c, k);
        if (cell < 0 || c->proc->param[k].type->kind != STAR_TYPE_TABLE)
            continue;
        const StarTable *t = c->cell[cell].table;
        if (t->decimals > 0)
            a->decimals = t->decimals;
        if (a->names == NULL ||
            (t->names != NULL &&
             star_names_count(t->names) > star_names_count(a->names)))
            a->names = t->names;
    }
    a->weights = true;
}

/* ---- The list ---- */

/* True if an instruction of an entry may change an argument of a meaning. */
static bool may_change(const StarProgram *p, const StarInstr *at,
                       const Meaning *m) {
    for (int k = 0; k < MEANING_ARGUMENTS; k++)
        if (m->argument[k].given &&
            (writes(at, m->cell[k]) || lends(p, at, m->cell[k])))
            return true;
    return leaves(p, at);
}

void meanings_forget(Meanings *m, const StarSession *session) {
    const StarProgram *p = star_session_program(session);
    for (uint32_t i = p->proc[0].entry; i < p->proc[0].end; i++)
        for (int k = 0; k < m->count; k++)
            if (may_change(p, &p->code[i], &m->meaning[k]))
                m->meaning[k--] = m->meaning[--m->count];
}

static void add(Meanings *m, const Meaning *meaning) {
    if (m->count == m->room) {
        const int room = 2 * m->room + 8;
        Meaning *more = realloc(m->meaning, (size_t)room * sizeof *more);
        if (more == NULL)
            return;
        m->meaning = more;
        m->room = room;
    }
    m->meaning[m->count++] = *meaning;
}

void meanings_note(Meanings *meanings, StarSession *session) {
    Call c;
    if (!only_call(star_session_program(session), &c))
        return;
    c.cell = star_session_cells(session);
    for (unsigned k = 0; k < c.proc->params; k++) {
        const StarParam *p = &c.proc->param[k];
        const int cell = variable(&c, k);
        Meaning m = {0};
        if (p->role == STAR_ROLE_NONE || !p->var || !is_bits(p) || cell < 0)
            continue;
        if (!take(&m, 0, &c, k) ||
            (p->role == STAR_ROLE_DISTANCES && !take_bias(&m, &c)))
            continue;
        take_names(&c, &m.argument[0]);
        if (p->role == STAR_ROLE_ARCS)
            take_ends(&m, &c);
        add(meanings, &m);
    }
}

/* A cell may be another variable's meanwhile: it has another object then. */
static bool holds(const Meaning *m, StarSession *session) {
    const StarProc *entry = &star_session_program(session)->proc[0];
    const StarCell *cell = star_session_cells(session);
    for (int k = 0; k < MEANING_ARGUMENTS; k++)
        if (m->argument[k].given &&
            (m->cell[k] >= entry->cells ||
             entry->cell[m->cell[k]].name == NULL ||
             cell[m->cell[k]].object != m->argument[k].value.object))
            return false;
    return true;
}

const Meaning *meanings_find(const Meanings *meanings, StarSession *session,
                             int cell) {
    for (int k = 0; k < meanings->count; k++) {
        Meaning *m = &meanings->meaning[k];
        for (int i = 0; i < MEANING_ARGUMENTS; i++)
            m->argument[i].param = &m->param[i];
        if (m->cell[0] == cell && holds(m, session))
            return m;
    }
    return NULL;
}

void meanings_free(Meanings *meanings) {
    free(meanings->meaning);
    *meanings = (Meanings){0};
}

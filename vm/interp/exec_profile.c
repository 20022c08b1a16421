/* SPDX-License-Identifier: MIT */
#include "interp/exec_profile.h"

#include <string.h>
#include <time.h>

/* The part of an operand that is moved. */
enum { NOTHING, BIT, LINE, ROW, COLUMN, TABLE };

/* ---- The clock ---- */

static int64_t of_clock(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int64_t nanoseconds(void) {
    return of_clock(CLOCK_MONOTONIC);
}

/* How long this thread has not been on a processor, from some moment on. */
static int64_t waited(void) {
    return nanoseconds() - of_clock(CLOCK_THREAD_CPUTIME_ID);
}

static inline uint64_t read_ticks(void) {
#ifdef __x86_64__
    return __builtin_ia32_rdtsc();
#else
    return (uint64_t)nanoseconds();
#endif
}

/* Returns the least number of ticks between two readings of the clock. */
static uint64_t empty(void) {
    uint64_t least = UINT64_MAX;
    for (int k = 0; k < 100; k++) {
        const uint64_t from = read_ticks(), to = read_ticks();
        least = to - from < least ? to - from : least;
    }
    return least;
}

/* ---- The counts of instructions ---- */

static bool is_indexed(const StarOperand *o, int operands, char size) {
    for (int k = 0; k < operands; k++)
        if (o[k].letter == 'i' && o[k].size[0] == size && size != 0)
            return true;
    return false;
}

static uint8_t moves(const StarOperand *o, int operands, int k) {
    const bool first = is_indexed(o, operands, o[k].size[0]);
    if (o[k].kind == STAR_SIG_BITS)
        return first ? BIT : LINE;
    if (o[k].kind == STAR_SIG_TABLE)
        return first                                   ? ROW
               : is_indexed(o, operands, o[k].size[1]) ? COLUMN
                                                       : TABLE;
    return NOTHING;
}

/* Returns the counts of a primitive, or of an opcode that stands for one; the
 * result of a condition is no operand. */
static Weight weight_of(unsigned op, StarPrim prim) {
    StarOperand o[STAR_MAX_OPERANDS];
    const int n = star_signature(star_prims[prim].signature, o);
    const int first =
        o[0].access == STAR_OVERWRITE && !star_op_form(op).operand[0].written;
    Weight w = {.operations = 1};
    if (star_prim_asks_size(prim))
        return (Weight){0};
    for (int k = first; k < n; k++)
        w.moves[k - first] = moves(o, n, k);
    return w;
}

static void weigh(Weight weight[STAR_OP_COUNT]) {
    for (unsigned op = 0; op < STAR_OP_COUNT; op++) {
        const StarPrim prim = star_op_runs(op);
        if (prim != STAR_PRIM_COUNT && prim != STAR_PRIM_FUSE)
            weight[op] = weight_of(op, prim);
    }
}

static int64_t moved(uint8_t how, StarCell cell) {
    switch (how) {
    case BIT: return 1;
    case LINE: return cell.bits->length;
    case ROW: return cell.table->cols;
    case COLUMN: return cell.table->rows;
    case TABLE: return cell.table->rows * cell.table->cols;
    default: return 0;
    }
}

/* ---- The sizes of operands ---- */

static void add_shape(StarProfile *p, StarCost cost, StarPrim prim,
                      int64_t rows, int64_t columns, int64_t count) {
    const StarShape shape = {cost, prim, rows, columns, count};
    if (cost != STAR_COST_NONE && count > 0)
        shapes_add(&p->shapes, (uint32_t)(p->at - p->program->code), &shape);
}

/* Of a table that is one of the operands, else of the longest bit vector. */
static void shape_of(StarProfile *p, uint16_t op, const Weight *w,
                     const StarCell *arg, unsigned n, int64_t operations) {
    const StarPrim prim = star_op_runs(op);
    int64_t rows = 0, columns = 1;
    for (unsigned k = 0; k < n; k++) {
        if (w->moves[k] >= ROW) {
            rows = arg[k].table->rows;
            columns = w->moves[k] == TABLE ? 1 : arg[k].table->cols;
            break;
        }
        if (w->moves[k] != NOTHING && arg[k].bits->length > rows)
            rows = arg[k].bits->length;
    }
    if (op < STAR_OP_PRIM && star_ops[op].lends)
        add_shape(p, STAR_COST_LEND, STAR_PRIM_COUNT, rows, columns,
                  operations);
    else
        add_shape(p, star_prims[prim].cost, prim, rows, columns, operations);
}

const StarPrim exec_fused[STAR_FUSE_OPERAND] = {
    [STAR_FUSE_AND] = STAR_PRIM_AND,
    [STAR_FUSE_OR] = STAR_PRIM_OR,
    [STAR_FUSE_XOR] = STAR_PRIM_XOR,
    [STAR_FUSE_ANDN] = STAR_PRIM_AND,
    [STAR_FUSE_NOT] = STAR_PRIM_NOT};

/* Operators of an expression on operands of a length. */
static int64_t operators(StarProfile *p, const StarFuse *fuse, int64_t length) {
    int64_t count[STAR_FUSE_OPERAND] = {0}, n = 0;
    for (int k = 0; k < fuse->length; k++)
        if (fuse->code[k] < STAR_FUSE_OPERAND)
            count[fuse->code[k]]++;
    count[STAR_FUSE_NOT] += count[STAR_FUSE_ANDN];
    for (int op = 0; op < STAR_FUSE_OPERAND; op++) {
        add_shape(p, STAR_COST_LOGIC, exec_fused[op], length, 1, count[op]);
        n += count[op];
    }
    return n;
}

static void transfer(StarProfile *p, const StarInstr *at) {
    const StarOpForm form = star_op_form(at->op);
    const StarCell cell = p->R[at->a];
    if (form.operand[0].cells == 1u << STAR_CELL_BITS)
        add_shape(p, STAR_COST_TRANSFER, STAR_PRIM_COUNT, cell.bits->length, 1,
                  1);
    else
        add_shape(p, STAR_COST_TRANSFER, STAR_PRIM_COUNT, cell.table->rows, 1,
                  cell.table->cols);
}

/* A primitive, an instruction with its operands, or a kernel. */
static void measure(StarProfile *p, const StarInstr *at, const StarCell *R,
                    unsigned n, StarCount *c) {
    const Weight *w = &p->weight[at->op];
    const bool kernel = at->op >= STAR_OP_PRIM &&
                        star_prims[at->op - STAR_OP_PRIM].kind >= STAR_NATIVE;
    uint16_t cell[STAR_MAX_OPERANDS];
    StarCell arg[STAR_MAX_OPERANDS];
    exec_operands(at, R, n, cell, arg);
    for (unsigned k = 0; k < n; k++)
        c->bits += moved(w->moves[k], arg[k]);
    if (kernel)
        c->operations +=
            star_prim_charge((StarPrim)(at->op - STAR_OP_PRIM), arg);
    else if (w->moves[0] == TABLE)
        c->operations += arg[0].table->cols;
    else
        c->operations += w->operations;
    if (!kernel)
        shape_of(p, at->op, w, arg, n, c->operations);
}

/* Counts the instruction that was completed before `next`. */
static void weigh_one(const StarMachine *m, const StarInstr *next,
                      StarCount *c) {
    StarProfile *p = m->debug.profile;
    const StarInstr *at = p->at;
    const StarFuse *fuse;
    if (at->op >= STAR_OP_PRIM) {
        measure(p, at, p->R, m->prims.operands[at->op - STAR_OP_PRIM], c);
    } else if ((fuse = exec_expression(m->program, at)) != NULL) {
        c->bits += (fuse->operands + 1) * p->R[at->a].bits->length;
        c->operations += operators(p, fuse, p->R[at->a].bits->length);
    } else if (at->op == STAR_OP_NATIVE) {
        const unsigned n = m->prims.operands[at[1].op - STAR_OP_PRIM];
        if (next == at + 2 + (n > 3) || m->fuel.charged != 0)
            measure(p, at + 1, p->R, n, c);
        if (m->fuel.charged != 0) /* the body follows and moves them */
            c->bits = 0;
    } else if (p->weight[at->op].operations > 0) {
        measure(p, at, p->R, 3, c);
    } else if (star_ops[at->op].transfers) {
        transfer(p, at);
    }
}

static void settle(const StarMachine *m, const StarInstr *next, uint64_t now) {
    StarProfile *p = m->debug.profile;
    const Chain *chain = p->chain[p->depth - 1];
    const uint64_t ticks = now - p->since;
    StarCount one = {.runs = 1};
    one.ticks = ticks > p->empty ? (int64_t)(ticks - p->empty) : 0;
    weigh_one(m, next, &one);
    if (p->inside)
        one.operations = 0;
    exec_profile_add(
        &chain->count[p->at - m->program->code - chain->proc->entry], &one);
    exec_profile_add(&p->total, &one);
}

/* ---- Calls ---- */

static Chain *called(StarProfile *p, Chain *caller, const StarProc *proc) {
    Chain *c = caller;
    while (c != NULL && c->proc != proc)
        c = c->caller;
    if (c != NULL)
        return c;
    if (caller != NULL)
        for (c = caller->called; c != NULL; c = c->next)
            if (c->proc == proc)
                return c;
    c = arena_alloc(&p->arena, 1, sizeof *c);
    *c = (Chain){.proc = proc, .caller = caller};
    c->count =
        arena_alloc(&p->arena, proc->end - proc->entry, sizeof *c->count);
    if (caller != NULL) {
        c->next = caller->called;
        caller->called = c;
    }
    return c;
}

static void enter(StarProfile *p, const StarProc *proc) {
    ProcCount *count = &p->proc[proc - p->program->proc];
    Chain *caller = p->depth > 0 ? p->chain[p->depth - 1] : NULL;
    p->chain =
        arena_grow(&p->arena, p->chain, p->depth, &p->room, sizeof *p->chain);
    p->chain[p->depth] = called(p, caller, proc);
    p->depth++;
    count->calls++;
    if (count->active++ == 0)
        count->before = p->total;
}

static void leave(StarProfile *p) {
    const Chain *chain = p->chain[--p->depth];
    ProcCount *count = &p->proc[chain->proc - p->program->proc];
    if (--count->active > 0)
        return;
    count->total.runs += p->total.runs - count->before.runs;
    count->total.operations += p->total.operations - count->before.operations;
    count->total.bits += p->total.bits - count->before.bits;
    count->total.ticks += p->total.ticks - count->before.ticks;
}

static StarStatus follow(StarMachine *m) {
    StarProfile *p = m->debug.profile;
    jmp_buf exhausted;
    for (; p->depth > m->depth;)
        leave(p);
    p->arena.exhausted = &exhausted;
    if (setjmp(exhausted) != 0)
        return STAR_MEMORY;
    while (p->depth < m->depth)
        enter(p, m->frame[p->depth].proc);
    return STAR_OK;
}

/* Makes room for the shapes of an instruction. */
static StarStatus make_room(StarProfile *p) {
    jmp_buf exhausted;
    p->arena.exhausted = &exhausted;
    if (setjmp(exhausted) != 0)
        return STAR_MEMORY;
    shapes_grow(&p->shapes, &p->arena);
    return STAR_OK;
}

StarStatus exec_profile(StarMachine *m, const StarInstr *next, StarCell *R) {
    StarProfile *p = m->debug.profile;
    const uint64_t now = read_ticks();
    if (shapes_full(&p->shapes))
        STAR_TRY(make_room(p));
    if (p->at != NULL)
        settle(m, next, now);
    p->at = NULL;
    if (p->depth != m->depth)
        STAR_TRY(follow(m));
    p->at = next;
    p->R = R;
    p->inside = m->fuel.charged != 0;
    p->since = read_ticks();
    return STAR_OK;
}

/* ---- A run ---- */

StarStatus exec_profile_begin(StarMachine *m) {
    StarProfile *p = m->debug.profile;
    jmp_buf exhausted;
    if (p == NULL)
        return STAR_OK;
    arena_free(&p->arena);
    p->arena = (Arena){.mem = &p->mem, .exhausted = &exhausted};
    p->program = NULL;
    p->chain = NULL;
    p->depth = p->room = 0;
    p->shapes = (Shapes){0};
    p->total = (StarCount){0};
    p->at = NULL;
    if (setjmp(exhausted) != 0)
        return STAR_MEMORY;
    p->proc = arena_alloc(&p->arena, m->program->procs, sizeof *p->proc);
    p->program = m->program;
    p->bodies = m->debug.bodies;
    p->empty = empty();
    p->waited_ns = -waited();
    p->began_ns = nanoseconds();
    p->began = read_ticks();
    return STAR_OK;
}

void exec_profile_end(StarMachine *m) {
    StarProfile *p = m->debug.profile;
    if (p == NULL)
        return;
    const uint64_t ticks = read_ticks() - p->began;
    p->tick = (double)(nanoseconds() - p->began_ns) / (double)(ticks + 1);
    p->waited_ns += waited();
    if (p->waited_ns < 0) /* by less than what the clocks tell */
        p->waited_ns = 0;
    while (p->depth > 0)
        leave(p);
}

StarStatus star_machine_profile(StarMachine *m, bool on) {
    StarMem own = star_mem_beside(&m->mem, &m->error);
    m->labels.host = NULL; /* the tables of labels differ */
    if (m->debug.profile != NULL) {
        arena_free(&m->debug.profile->arena);
        star_mem_free(&own, m->debug.profile, 1, sizeof *m->debug.profile);
        m->debug.profile = NULL;
    }
    if (!on)
        return STAR_OK;
    m->debug.profile = star_mem_alloc(&own, 1, sizeof *m->debug.profile);
    if (m->debug.profile == NULL)
        return STAR_MEMORY;
    m->debug.profile->mem = own;
    m->debug.profile->arena.mem = &m->debug.profile->mem;
    weigh(m->debug.profile->weight);
    return STAR_OK;
}

StarCount star_machine_count(const StarMachine *m) {
    return m->debug.profile != NULL ? m->debug.profile->total : (StarCount){0};
}

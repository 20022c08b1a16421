/* What a program is about to do, as its code says: each instruction from the
 * one of now on counts once, what a condition guards half, and the other
 * rounds of a loop as its first one. Nothing is run. A copy of the frame's
 * cells, behind all frames, shows as far as moves and small sums go which
 * numbers and objects there will be; others are unknown: undefined, NULL. */
#include <string.h>

#include "interp/exec.h"

enum {
    ENOUGH = 4000, /* instructions that are looked at */
    WIDE = 4000,   /* cells of a frame worth a copy */
    DEEP = 40      /* loops, conditions and calls within one another */
};

typedef struct Look {
    const StarMachine *m;
    StarAhead *ahead;
    const StarCell *end; /* of the room for cells */
    StarCell *program;   /* cells of the program's frame, NULL: not a copy */
    int left;            /* of what is enough */
    double now;          /* what the instruction of now is worth */
} Look;

/* A frame, or what will be one. */
typedef struct Place {
    const StarProc *proc;
    StarCell *cell;
    const StarInstr *now; /* that it is at; NULL: it is not called yet */
    int deep;
} Place;

/* The operands of instructions that are no primitives. */
static const char *const letters[STAR_OP_PRIM] = {
#define OP(name, operands, sentence) operands,
#include "bytecode/opcodes.def"
#undef OP
};

static double range(Look *l, Place p, const StarInstr *in,
                    const StarInstr *end);

/* ---- Cells ---- */

static bool is_object(const StarCellInfo *info) {
    return info->kind >= STAR_CELL_LINE;
}

static void forget(const Place *p, uint16_t cell) {
    const bool number =
        cell < p->proc->cells && p->proc->cell[cell].kind == STAR_CELL_INT;
    p->cell[cell].i = number ? STAR_UNDEFINED_INT : 0;
}

/* From cell `first` on. */
static void forget_all(const Place *p, unsigned first) {
    const unsigned all = p->proc->cells + p->proc->arguments;
    for (unsigned k = first; k < all; k++)
        forget(p, (uint16_t)k);
}

static unsigned locals(const StarProc *proc) {
    return (proc->level > 1) + (unsigned)proc->function + proc->params;
}

/* Of objects those last that a frame owns, and its arguments. */
static bool lasts(const StarProc *proc, unsigned cell) {
    return !is_object(&proc->cell[cell]) || proc->cell[cell].own ||
           (cell < locals(proc) && cell + proc->params >= locals(proc));
}

static void copy_cells(const Frame *frame, const Place *p) {
    forget_all(p, frame->proc->cells);
    for (unsigned k = 0; k < frame->proc->cells; k++) {
        p->cell[k] = frame->cell[k];
        if (!lasts(frame->proc, k))
            p->cell[k].object = NULL;
    }
}

static int64_t sum(int64_t a, int64_t b) {
    int64_t s;
    return a == STAR_UNDEFINED_INT || b == STAR_UNDEFINED_INT ||
                   __builtin_add_overflow(a, b, &s)
               ? STAR_UNDEFINED_INT
               : s;
}

static int64_t minus(int64_t a) {
    return a == STAR_UNDEFINED_INT ? a : -a;
}

/* A variable of a frame further out. */
static void fetch(const Place *p, uint16_t to, const StarProc *proc,
                  const StarCell *cell, uint16_t from) {
    p->cell[to] = cell[from];
    if (!lasts(proc, from))
        p->cell[to].object = NULL;
}

/* A frame without cells begins where the next one does. */
static void fetch_up(const Look *l, const Place *p, const StarInstr *in) {
    const StarCell *cell = p->cell;
    for (unsigned k = 0; k < in->b && cell != NULL; k++)
        cell = cell->ref;
    forget(p, in->a);
    for (uint32_t d = 1; d <= l->m->depth && d < DEEP; d++) {
        const Frame *frame = &l->m->frame[l->m->depth - d];
        if (frame->cell == cell && in->c < frame->proc->cells)
            fetch(p, in->a, frame->proc, cell, in->c);
    }
}

static void size(const Place *p, const StarInstr *in, StarPrim prim) {
    const StarCell from = p->cell[in->b];
    forget(p, in->a);
    if (from.object == NULL)
        return;
    p->cell[in->a].i = prim == STAR_PRIM_LENGTH ? from.line->length
                       : prim == STAR_PRIM_ROWS ? from.table->rows
                                                : from.table->cols;
}

static bool writes(const StarMachine *m, const StarInstr *in) {
    return in->op >= STAR_OP_PRIM ? m->scalar[in->op - STAR_OP_PRIM]
                                  : strchr("IRPC", letters[in->op][0]) != NULL;
}

/* Variables of the program, as they are, or as they will be. */
static void global(const Look *l, const Place *p, const StarInstr *in) {
    const Frame *frame = &l->m->frame[0];
    if (in->op == STAR_OP_GETG)
        fetch(p, in->a, frame->proc,
              l->program != NULL ? l->program : frame->cell, in->b);
    else if (l->program != NULL && !is_object(&frame->proc->cell[in->b]))
        l->program[in->b] = p->cell[in->a];
}

/* A scalar of an argument cell, which nobody knows if it is 0. */
static void move(const Place *p, const StarInstr *in) {
    p->cell[in->a] = p->cell[in->b];
    if (in->b >= p->proc->cells && p->cell[in->b].i == 0)
        forget(p, in->a);
}

/* What an instruction leaves in its first cell; an object that is not there yet
 * will be one like another, which is as good. */
static void effect(const Look *l, const Place *p, const StarInstr *in) {
    StarCell *R = p->cell;
    switch (in->op) {
    case STAR_OP_LOADI: R[in->a].i = star_instr_jump(*in); break;
    case STAR_OP_MOVE: move(p, in); break;
    case STAR_OP_GIVE:
    case STAR_OP_LENDL:
    case STAR_OP_LENDT:
    case STAR_OP_LENDO: R[in->a] = R[in->b]; break;
    case STAR_OP_TAKE:
    case STAR_OP_CLONE:
    case STAR_OP_COPYL:
    case STAR_OP_PRIM + STAR_PRIM_TCOPY:
        if (R[in->a].object == NULL)
            R[in->a] = R[in->b];
        break;
    case STAR_OP_LOADK:
        R[in->a] = l->m->program->constant[star_instr_bc(*in)].cell;
        break;
    case STAR_OP_SETG:
    case STAR_OP_GETG: global(l, p, in); break;
    case STAR_OP_REF: /* whoever has it may change it */
        forget(p, in->a);
        if (in->b < p->proc->cells && !is_object(&p->proc->cell[in->b]))
            forget(p, in->b);
        break;
    case STAR_OP_GETU: fetch_up(l, p, in); break;
    case STAR_OP_ADD: R[in->a].i = sum(R[in->b].i, R[in->c].i); break;
    case STAR_OP_SUB: R[in->a].i = sum(R[in->b].i, minus(R[in->c].i)); break;
    case STAR_OP_ADDK: R[in->a].i = sum(R[in->b].i, (int16_t)in->c); break;
    case STAR_OP_PRIM + STAR_PRIM_LENGTH:
    case STAR_OP_PRIM + STAR_PRIM_ROWS:
    case STAR_OP_PRIM + STAR_PRIM_SIZE:
        size(p, in, (StarPrim)(in->op - STAR_OP_PRIM));
        break;
    case STAR_OP_CALLP: /* its result, behind a link or not */
        R[in->a].object = R[in->a + 1].object = NULL;
        break;
    default:
        if (writes(l->m, in))
            forget(p, in->a);
    }
}

/* ---- Primitives ---- */

static bool holds_object(const Place *p, uint16_t cell) {
    return cell < p->proc->cells && is_object(&p->proc->cell[cell]) &&
           p->cell[cell].object != NULL;
}

/* The operands of a primitive; gives one that is a line, or else an object. */
static StarCell operands(const Look *l, const Place *p, const StarInstr *in,
                         StarPrim prim,
                         StarCell arg[STAR_FUSE_MAX_OPERANDS + 2]) {
    const bool fused = prim == STAR_PRIM_FUSE;
    const unsigned n = fused ? in->c + 2u : l->m->operands[prim];
    const uint16_t *word = &in[1].a;
    StarCell like = {.object = NULL};
    for (unsigned k = 0; k < n; k++) {
        const uint16_t cell = fused && k > 1 ? word[k - 2 + (k - 2) / 3]
                              : k < 3        ? (&in->a)[k]
                                             : word[k - 3];
        if (fused && k == 1) {
            arg[k].fuse = &l->m->program->fuse[in->b].fuse;
            continue;
        }
        arg[k] = p->cell[cell];
        if (holds_object(p, cell) &&
            (like.object == NULL || like.line->head.kind != STAR_LINE))
            like = arg[k];
    }
    return like;
}

/* Of a primitive with an object that is known; a result that is not will be
 * like it. */
static double worth(const Look *l, const Place *p, const StarInstr *in) {
    StarCell arg[STAR_FUSE_MAX_OPERANDS + 2];
    const unsigned run = l->m->prim[in->op];
    if (run == 0)
        return 0;
    const StarCell like = operands(l, p, in, (StarPrim)(run - 1), arg);
    if (like.object == NULL)
        return 0;
    if (in->a < p->proc->cells && arg[0].object == NULL &&
        p->proc->cell[in->a].kind == STAR_CELL_LINE &&
        like.line->head.kind == STAR_LINE)
        p->cell[in->a] = like;
    return l->ahead->worth(l->ahead->context, (StarPrim)(run - 1), arg);
}

/* A sweep that runs as a closure does so once; a loop over a range does all
 * rounds but the last. */
static double one(Look *l, const Place *p, const StarInstr *in) {
    const double now = l->now;
    if (in != l->m->at)
        return worth(l, p, in);
    l->now = in->op == STAR_OP_SWEEP ? 0 : now;
    if (in->op == STAR_OP_LOOP &&
        l->m->program->loop[in->a].form == STAR_LOOP_FOR)
        p->cell[in->b] = p->cell[in->c];
    return now;
}

/* ---- Loops ---- */

/* How far an instruction jumps; 0: not at all. */
static int32_t distance(const StarInstr *in) {
    if (in->op >= STAR_OP_PRIM)
        return 0;
    return letters[in->op][1] == 'J'   ? star_instr_jump(*in)
           : letters[in->op][2] == 'j' ? (int16_t)in->c
                                       : 0;
}

/* A side of a comparison: its cell, if it is no constant, its value, and by how
 * much a round changes it. */
typedef struct Side {
    uint16_t cell;
    int64_t value, step;
    bool known;
} Side;

/* A cell that the body changes by one addition at most. */
static Side side(const Look *l, const Place *p, uint16_t cell,
                 const StarInstr *body, const StarInstr *end) {
    const int64_t value = p->cell[cell].i;
    Side s = {cell, value, 0, value != STAR_UNDEFINED_INT};
    for (const StarInstr *in = body; in < end && s.known; in++) {
        if (in->op == STAR_OP_REF && in->b == cell)
            s.known = false;
        if (!writes(l->m, in) || in->a != cell)
            continue;
        s.known = in->op == STAR_OP_ADDK && in->b == cell && s.step == 0;
        s.step = (int16_t)in->c;
    }
    return s;
}

/* What jumps to a loop's body goes on while less < more, or <=. */
static bool compares(const Look *l, const Place *p, const StarInstr *jump,
                     Side *less, Side *more) {
    const StarInstr *body = jump + 1 + distance(jump);
    bool equal = false, falls = false;
    switch (jump->op) {
    case STAR_OP_FORUP:
    case STAR_OP_JLT:
    case STAR_OP_JLTK: break;
    case STAR_OP_JLE:
    case STAR_OP_JLEK: equal = true; break;
    case STAR_OP_JGEK: equal = true; /* fallthrough */
    case STAR_OP_FORDOWN:
    case STAR_OP_JGTK: falls = true; break;
    default: return false;
    }
    const Side a = side(l, p, jump->a, body, jump);
    const Side b = letters[jump->op][1] == 'i'
                       ? side(l, p, jump->b, body, jump)
                       : (Side){STAR_NO_CELL, (int16_t)jump->b, 0, true};
    *less = falls ? b : a;
    *more = falls ? a : b;
    if (equal)
        more->value = sum(more->value, 1);
    less->step += jump->op == STAR_OP_FORUP;
    more->step -= jump->op == STAR_OP_FORDOWN;
    return less->known && more->known;
}

/* Whether there is another way out of a loop. */
static bool leaves(const StarInstr *body, const StarInstr *jump) {
    for (const StarInstr *in = body; in < jump; in++)
        if (in->op == STAR_OP_GOTO || in + distance(in) >= jump)
            return true;
    return false;
}

/* Whether a jump that guards a loop leaves it out. */
static bool leaves_out(const Place *p, const StarInstr *in) {
    if (in->op != STAR_OP_JLT && in->op != STAR_OP_JLE)
        return false;
    const int64_t a = p->cell[in->a].i, b = p->cell[in->b].i;
    return a != STAR_UNDEFINED_INT && b != STAR_UNDEFINED_INT &&
           (a < b || (a == b && in->op == STAR_OP_JLE));
}

/* ---- Instructions ---- */

static double call(Look *l, Place p, const StarInstr *in) {
    const StarProgram *program = l->m->program;
    const StarProc *callee = &program->proc[star_instr_bc(*in)];
    const Place q = {callee, p.cell + in->a, NULL, p.deep + 1};
    const int cells = callee->cells + callee->arguments;
    if (l->end - q.cell <= cells + 1) {
        l->left = 0;
        return 0;
    }
    if (callee->function)
        forget(&q, callee->level > 1);
    for (unsigned k = 0; k < locals(callee); k++)
        if (q.cell[k].i == 0) /* nobody knows, unless it is a true 0 */
            forget(&q, (uint16_t)k);
    forget_all(&q, locals(callee));
    l->left -= cells / 8;
    return range(l, q, program->code + callee->entry,
                 program->code + callee->end);
}

/* What a condition guards; *next is where its ways meet. A jump of a loop, or
 * out of it, is no condition. */
static double branch(Look *l, Place p, const StarInstr *in,
                     const StarInstr *end, const StarInstr **next) {
    const StarInstr *to = in + 1 + distance(in), *last = to - 1;
    const int32_t over = to <= end ? distance(last) : -1;
    *next = to;
    p.deep++;
    if (over < 0) {
        *next = to <= end && leaves_out(&p, in) ? to : in + 1;
        return 0;
    }
    if (last->op != STAR_OP_JMP || to + over > end)
        return range(l, p, in + 1, to) / 2;
    *next = to + over;
    return (range(l, p, in + 1, last) + range(l, p, to, *next)) / 2;
}

/* As it will be so many rounds later. */
static void advance(const Place *p, const Side *side, int64_t rounds) {
    int64_t far, value;
    if (side->cell == STAR_NO_CELL)
        return;
    p->cell[side->cell].i =
        __builtin_mul_overflow(rounds, side->step, &far) ||
                __builtin_add_overflow(side->value, far, &value)
            ? STAR_UNDEFINED_INT
            : value;
}

/* The rounds of a loop behind the first one. */
static double loop(Look *l, Place p, const StarInstr *in) {
    const StarInstr *body = in + 1 + distance(in);
    Side less = {0}, more = {0};
    int64_t gap;
    l->left -= (int)(in - body) / 8;
    if (!compares(l, &p, in, &less, &more) || less.step <= more.step ||
        leaves(body, in) ||
        __builtin_sub_overflow(more.value, less.value, &gap)) {
        l->ahead->more |= body <= p.now && p.now <= in;
        return 0;
    }
    if (gap <= 0)
        return 0;
    const int64_t rounds = (gap - 1) / (less.step - more.step) + 1;
    p.deep++;
    const double all = (double)rounds * range(l, p, body, in);
    advance(&p, &less, rounds);
    advance(&p, &more, rounds);
    return all;
}

static double range(Look *l, Place p, const StarInstr *in,
                    const StarInstr *end) {
    double all = 0;
    if (p.deep > DEEP)
        return 0;
    while (in < end && l->left-- > 0) {
        const int32_t far = distance(in);
        if (in->op == STAR_OP_RET || in->op == STAR_OP_HALT ||
            in->op == STAR_OP_GOTO)
            break;
        if (in->op == STAR_OP_NATIVE && in->a == 0 && !l->m->bodies)
            return all + one(l, &p, in + 1);
        if (in->op == STAR_OP_NATIVE || (in->op == STAR_OP_JMP && far >= 0)) {
            in += 1 + far;
        } else if (far > 0 && in->op != STAR_OP_SWEEP) {
            all += branch(l, p, in, end, &in);
        } else {
            all += in->op == STAR_OP_CALL ? call(l, p, in)
                   : far < 0              ? loop(l, p, in)
                                          : one(l, &p, in);
            effect(l, &p, in++);
        }
    }
    return all;
}

/* Kernels also run where no instruction of the newest frame asked for them: for
 * values that are copied or shown. */
double exec_ahead(void *machine, StarAhead *ahead) {
    const StarMachine *m = machine;
    Look l = {.m = m,
              .ahead = ahead,
              .end = m->stack + EXEC_STACK,
              .left = ENOUGH,
              .now = ahead->now};
    double all = 0;
    if (!m->running || m->depth == 0)
        return ahead->now;
    const Frame *top = &m->frame[m->depth - 1];
    const StarInstr *code = m->program->code, *at = m->at;
    if (at == NULL || at < code + top->proc->entry ||
        at >= code + top->proc->end)
        return ahead->now;
    StarCell *room = top->cell + top->proc->cells + top->proc->arguments;
    for (const Frame *f = top; l.left > 0; at = f->back, f--) {
        const int64_t cells = f->proc->cells + f->proc->arguments;
        const Place p = {f->proc, room, f == top ? at : at - 1, 0};
        if (cells > WIDE || l.end - room <= cells + 1)
            break;
        copy_cells(f, &p);
        l.left -= (int)cells / 8;
        l.program = f == m->frame ? room : NULL;
        all += range(&l, p, at, code + f->proc->end);
        if (f == m->frame)
            break;
    }
    return all > ahead->now ? all : ahead->now;
}

/* SPDX-License-Identifier: MIT */
/* The dispatch loop of the resident interpreter: the meaning of scalar opcodes is that of
 * op_scalar.h, of primitives that of primitives.cuh. */
#ifndef STAR_RESIDENT_INTERPRETER_CUH
#define STAR_RESIDENT_INTERPRETER_CUH

#include "resident/primitives.cuh"

#include "bytecode/op_scalar.h"

/* Work between two questions whether the host asks to end, some milliseconds; jumps between two
 * looks at it. */
enum { BUDGET = 1 << 12, POLLS = 64 };

/* What function_of needs for ANDL and the opcodes behind it, a digit each. */
#define LOGIC_TABLES                                                                        \
    (AND_TABLE | OR_TABLE << 4 | XOR_TABLE << 8 | ANDN_TABLE << 12 | NOT_TABLE << 16 |      \
     LEFT_TABLE << 20)
enum { OP_MASK = (1 << RESIDENT_OP_BITS) - 1 };

typedef char LogicOpcodesInOrder[STAR_OP_ORL == STAR_OP_ANDL + 1 &&
                                         STAR_OP_XORL == STAR_OP_ANDL + 2 &&
                                         STAR_OP_ANDNL == STAR_OP_ANDL + 3 &&
                                         STAR_OP_NOTL == STAR_OP_ANDL + 4 &&
                                         STAR_OP_COPYL == STAR_OP_ANDL + 5
                                     ? 1
                                     : -1];

/* The pool at the beginning. */
DEVICE Pool pool_of(const ResidentJob *job, ResidentObject *object, int64_t objects) {
    Pool p;
    p.object = object;
    p.given = job->given;
    p.room = job->object_room;
    p.objects = objects;
    p.arena = job->arena;
    p.words = job->arena_words;
    p.used = 0;
    for (int k = 0; k <= RESIDENT_CLASSES; k++)
        p.freed[k] = 0;
    return p;
}

/* ---- Frames ---- */

/* The number of the cell that a reference of the machine means, or -1. */
DEVICE int64_t cell_of(const Unit *u, int64_t reference) {
    const uint64_t at = (uint64_t)(reference - u->job->stack) / sizeof(int64_t);
    return at < (uint64_t)u->job->cell_room ? (int64_t)at : -1;
}

/* The frame `levels` out from one, or -1. */
DEVICE int64_t outward(const Unit *u, int64_t base, int levels) {
    for (; levels > 0 && base >= 0; levels--)
        base = cell_of(u, u->cell[base]);
    return base;
}

/* Begins a call with its frame at cell `base`: makes what it owns. The body of a procedure with a
 * kernel, which needs that, is the host's to begin. False: the host does it. */
DEVICE bool call_proc(Unit *u, const ResidentProc *p, int64_t base, int64_t back, int32_t calls,
                      int64_t depth) {
    const ResidentJob *job = u->job;
    const int owned = p->native ? 0 : p->owned;
    if (!p->runs | (calls == RESIDENT_CALLS) | (depth >= job->depth_room) |
        (job->stack_room - base < job->frame_most) |
        (base + p->cells + p->room > job->cell_room) | (u->objects + owned > job->object_room))
        return false;
    for (int k = 0; k < owned; k++) {
        const ResidentOwn own = job->own[p->own + k];
        u->cell[base + own.cell] = own.none ? 0 : make_object(u->pool, own.kind, own.sizing);
    }
    if (owned > 0)
        u->objects = (int)u->pool->objects;
    sync_warp();
    u->call[calls].back = (int32_t)back;
    u->call[calls].base = (int32_t)base;
    u->call[calls].proc = p;
    u->call[calls].owned = owned;
    sync_warp();
    return true;
}

DEVICE void leave_proc(Unit *u, const ResidentCall *c) {
    for (int k = c->owned > 0 ? c->proc->lasting : 0; k < c->owned; k++)
        free_object(u->pool, u->cell[c->base + u->job->own[c->proc->own + k].cell]);
}

/* ---- Arrays ---- */

/* The position of an element of an array of one or two dimensions; -1 if the index is out of
 * bounds, or the device has no elements. */
DEVICE int64_t element_of(Unit *u, int64_t number, int dims, int64_t i, int64_t j,
                          ResidentObject **array) {
    ResidentObject *a = object_of(u, number);
    *array = a;
    if (a == NULL || a->word[0] == NULL || a->kind != STAR_ARRAY) {
        u->end = RESIDENT_ARRAY;
        return -1;
    }
    const uint64_t k = (uint64_t)i - (uint64_t)a->stride[0];
    if (k >= (uint64_t)a->size[0])
        return -1;
    if (dims == 1)
        return (int64_t)k;
    const uint64_t l = (uint64_t)j - (uint64_t)a->stride[1];
    return l < (uint64_t)a->size[1] ? (int64_t)(k * (uint64_t)a->size[1] + l) : -1;
}

/* *value := an element, as a cell has it; false: it is not there, or has no value. */
DEVICE bool load(Unit *u, int element, int64_t number, int dims, int64_t i, int64_t j,
                 int64_t *value) {
    ResidentObject *a;
    const int64_t k = element_of(u, number, dims, i, j, &a);
    if (k < 0)
        return false;
    before_across(u, a);
    const void *at = a->word[0];
    union {
        double real;
        int64_t bits;
    } x;
    switch (element) {
    case STAR_ELEM_INT: *value = ((const int64_t *)at)[k]; return *value != STAR_UNDEFINED_INT;
    case STAR_ELEM_REAL:
        *value = ((const int64_t *)at)[k];
        return (uint64_t)*value != STAR_UNDEFINED_REAL;
    case STAR_ELEM_BYTE: *value = ((const uint8_t *)at)[k]; return *value != UINT8_MAX;
    case STAR_ELEM_SHORT: *value = ((const int16_t *)at)[k]; return *value != INT16_MIN;
    case STAR_ELEM_LONG: *value = ((const int32_t *)at)[k]; return *value != INT32_MIN;
    default:
        x.real = ((const float *)at)[k];
        *value = x.bits;
        return ((const int32_t *)at)[k] != STAR_UNDEFINED_SINGLE;
    }
}

DEVICE bool store(Unit *u, int element, int64_t number, int dims, int64_t i, int64_t j,
                  int64_t value) {
    ResidentObject *a;
    const int64_t k = element_of(u, number, dims, i, j, &a);
    if (k < 0)
        return false;
    before_write(u, a);
    if (owns(0)) {
        void *at = a->word[0];
        union {
            int64_t bits;
            double real;
        } x;
        x.bits = value;
        switch (element) {
        case STAR_ELEM_INT:
        case STAR_ELEM_REAL: ((int64_t *)at)[k] = value; break;
        case STAR_ELEM_BYTE: ((uint8_t *)at)[k] = (uint8_t)value; break;
        case STAR_ELEM_SHORT: ((int16_t *)at)[k] = (int16_t)value; break;
        case STAR_ELEM_LONG: ((int32_t *)at)[k] = (int32_t)value; break;
        default: ((float *)at)[k] = (float)x.real;
        }
    }
    sync_warp();
    a->written = u->barriers;
    a->changed = 1;
    sync_warp();
    return true;
}

/* ---- Primitives ---- */

/* Runs a primitive, whose operands are in the cells of R that the words `in` and `more` of the
 * program name; a scalar result is put into the first. False: the host runs it. */
DEVICE bool run_primitive(Unit *u, int prim, int64_t *R, uint64_t in, uint64_t more) {
#define ARG(k) R[((k) < 3 ? in : more) >> 16 * ((k) % 3 + 1) & 0xffff]
#define RESULT(value)              \
    do {                           \
        const int64_t r_ = value;  \
        sync_warp();               \
        ARG(0) = r_;               \
        return true;               \
    } while (0)
    int table = 0;
    bool same = true, flag = false;
    int64_t other = ARG(2), x = ARG(1), equal = 0, less = 0, greater = 0;
    switch (prim) {
    case STAR_PRIM_SET:
    case STAR_PRIM_CLR: {
        ResidentObject *y = bits_of(u, ARG(0));
        if (y == NULL || is_long(u, words_of(y->size[0])))
            return false;
        fill(u, y, prim == STAR_PRIM_SET);
        return true;
    }
    case STAR_PRIM_GET: {
        ResidentObject *y = bits_of(u, ARG(1));
        if (y == NULL || (uint64_t)ARG(2) - 1 >= (uint64_t)y->size[0])
            return false;
        RESULT(get_bit(u, y, ARG(2)));
    }
    case STAR_PRIM_PUT: {
        ResidentObject *y = bits_of(u, ARG(0));
        if (y == NULL || (uint64_t)ARG(1) - 1 >= (uint64_t)y->size[0] || (uint64_t)ARG(2) > 1)
            return false;
        put_bit(u, y, ARG(1), ARG(2));
        return true;
    }
    case STAR_PRIM_FND:
    case STAR_PRIM_STEP:
    case STAR_PRIM_SOME:
    case STAR_PRIM_ZERO:
    case STAR_PRIM_NUMB:
    case STAR_PRIM_ONE: {
        ResidentObject *y = bits_of(u, ARG(1));
        if (y == NULL || is_long(u, words_of(y->size[0]) / 4))
            return false;
        const bool counts = prim == STAR_PRIM_NUMB || prim == STAR_PRIM_ONE;
        const int64_t r = counts ? count(u, y) : find(u, y);
        if (prim == STAR_PRIM_STEP && r > 0)
            put_bit(u, y, r, 0);
        RESULT(prim == STAR_PRIM_SOME   ? r > 0
               : prim == STAR_PRIM_ZERO ? r == 0
               : prim == STAR_PRIM_ONE  ? r == 1
                                        : r);
    }
    case STAR_PRIM_EQ:
    case STAR_PRIM_NE: {
        const ResidentObject *y = bits_of(u, ARG(1)), *z = bits_of(u, ARG(2));
        if (y == NULL || z == NULL || y->size[0] != z->size[0] ||
            is_long(u, words_of(y->size[0])))
            return false;
        RESULT(differ(u, y, z) == (prim == STAR_PRIM_NE));
    }
    case STAR_PRIM_AND: table = AND_TABLE; break;
    case STAR_PRIM_OR: table = OR_TABLE; break;
    case STAR_PRIM_XOR: table = XOR_TABLE; break;
    case STAR_PRIM_NOT: table = NOT_TABLE, other = x; break;
    case STAR_PRIM_COPY:
    case STAR_PRIM_CONVERT: table = LEFT_TABLE, other = x; break;
    case STAR_PRIM_MASK: return mask(u, ARG(0), ARG(1), ARG(2), ARG(3));
    case STAR_PRIM_FRST: return only_first(u, ARG(0), ARG(1));
    case STAR_PRIM_ROTATE: flag = true; /* fall through */
    case STAR_PRIM_SHIFT: return shift(u, ARG(0), ARG(1), ARG(2), ARG(3), flag);
    case STAR_PRIM_MIRROR: return mirror(u, ARG(0), ARG(1));
    case STAR_PRIM_TRIM: return trim(u, ARG(0), ARG(1), ARG(2), ARG(3));
    case STAR_PRIM_REP: return replace(u, ARG(0), ARG(1), ARG(2), ARG(3), ARG(4));
    case STAR_PRIM_LENGTH:
    case STAR_PRIM_ROWS:
    case STAR_PRIM_SIZE: {
        const ResidentObject *t = object_of(u, ARG(1));
        if (!has_size(t))
            return false;
        RESULT(t->size[prim == STAR_PRIM_SIZE]);
    }
    case STAR_PRIM_ROW: flag = STAR_ROWS; /* fall through */
    case STAR_PRIM_COL: return get_vector(u, ARG(0), ARG(1), ARG(2), flag);
    case STAR_PRIM_SETROW: flag = STAR_ROWS; /* fall through */
    case STAR_PRIM_SETCOL: return set_vector(u, ARG(0), ARG(1), ARG(2), flag);
    case STAR_PRIM_TCOPY: return copy_table(u, ARG(0), ARG(1));
    case STAR_PRIM_MATCH: equal = ARG(3); break;
    case STAR_PRIM_LESS: less = ARG(3); break;
    case STAR_PRIM_GREAT: greater = ARG(3); break;
    case STAR_PRIM_HIT: equal = ARG(3), same = false; break;
    case STAR_PRIM_SETMIN: less = ARG(3), same = false; break;
    case STAR_PRIM_SETMAX: greater = ARG(3), same = false; break;
    case STAR_PRIM_GEL: greater = ARG(2), less = ARG(3); break;
    case STAR_PRIM_MAX: flag = true; /* fall through */
    case STAR_PRIM_MIN: return extreme(u, ARG(0), ARG(1), ARG(2), flag);
    case STAR_PRIM_TMERGE: same = false; /* fall through */
    case STAR_PRIM_WMERGE: flag = true;  /* fall through */
    case STAR_PRIM_WCOPY: return merge(u, ARG(2), ARG(0), same, ARG(1), flag);
    case STAR_PRIM_SUBTV: flag = true; /* fall through */
    case STAR_PRIM_ADDV: return add(u, ARG(0), ARG(1), false, ARG(2), ARG(3), flag);
    case STAR_PRIM_SUBTC: return add(u, ARG(0), ARG(2), true, ARG(1), ARG(3), true);
    case STAR_PRIM_ADDC: return add(u, ARG(0), ARG(1), true, ARG(2), ARG(3), false);
    case STAR_PRIM_TCOPY2: flag = true; /* fall through */
    case STAR_PRIM_TCOPY1: return strip(u, ARG(0), ARG(1), ARG(2), ARG(3), flag);
    case STAR_PRIM_WTRANS: return fields(u, ARG(0), ARG(1), ARG(2));
    case STAR_PRIM_BINARY: return binary(u, ARG(0), ARG(1), ARG(2));
    case STAR_PRIM_VALUE: {
        int64_t value;
        if (!number(u, ARG(1), &value))
            return false;
        RESULT(value);
    }
    default: return false;
    }
    if (table != 0)
        return logic(u, table, ARG(0), x, other);
    if (prim == STAR_PRIM_GEL)
        return greater != less && compare(u, ARG(0), x, true, 0, 0, less, greater);
    /* the second operand of the others stands behind the rows, or before */
    return same ? compare(u, ARG(0), other, true, x, equal, less, greater)
                : compare(u, ARG(0), x, false, other, equal, less, greater);
#undef ARG
#undef RESULT
}

/* True if the host should rather run all iterations of a loop as one: there are many. */
DEVICE bool runs_as_one(Unit *u, const ResidentLoop *loop, int64_t from, int64_t to) {
    enum { MANY = 64 };
    if (loop->form == STAR_LOOP_FOR)
        return to - from >= MANY || from - to >= MANY;
    const ResidentObject *x = bits_of(u, to);
    return x == NULL || count(u, x) >= MANY;
}

DEVICE double real_of(int64_t cell) {
    union {
        int64_t bits;
        double real;
    } x;
    x.bits = cell;
    return x.real;
}

DEVICE int64_t cell_of_real(double real) {
    union {
        int64_t bits;
        double real;
    } x;
    x.real = real;
    return x.bits;
}

/* ---- Dispatch ---- */

/* The usual case of logic(): all three are here, have one length, and each thread has a word at
 * most. Their fields are read at the same time. */
DEVICE bool short_logic(Unit *u, ResidentObject *object, int table, int64_t to, int64_t left,
                        int64_t right) {
    const uint64_t objects = (uint64_t)u->objects;
    if (((uint64_t)to - 1 >= objects) | ((uint64_t)left - 1 >= objects) |
        ((uint64_t)right - 1 >= objects))
        return false;
    ResidentObject *z = &object[to - 1];
    const ResidentObject *x = &object[left - 1], *y = &object[right - 1];
    const int64_t length = x->size[0], words = x->words, w = THREAD;
    if (((words == 0) | (y->words == 0) | (z->words == 0) | (y->size[0] != length) |
         (z->size[0] != length) | (words > THREADS)))
        return false;
    before_write(u, z);
    if (w < words) {
        const uint64_t value = function_of(table, x->word[0][w], y->word[0][w]);
        z->word[0][w] = w == words - 1 ? value & last_mask(length) : value;
    }
    const bool copies = table == LEFT_TABLE;
    wrote_bits(u, z, copies ? x->first : 0, copies ? x->found : -1);
    return true;
}

/* Runs instructions until one is left to the host; the state is up to date then. The job, the cells
 * and the objects are those of the unit: here they are seen to be constant, and shared. */
DEVICE void interpret(Unit *u, const ResidentJob *job, int64_t *cell, ResidentObject *object,
                      ResidentState *s) {
    int32_t pc = (int32_t)s->pc, base = (int32_t)s->base, calls = (int32_t)s->calls;
    int32_t ran = 0, vectors = 0, polls = POLLS;
    int64_t left = job->ending, fuel = s->fuel, statements = s->statements;
    const uint64_t *const code = job->code;
    int64_t *R = cell + base;
#define A R[a]
#define B R[b]
#define C R[c]
#define KB ((int16_t)b)
#define KC ((int16_t)c)
#define LONG ((int32_t)((uint32_t)b << 16 | c))
#define CONSTANT(k) (job->constant[(uint32_t)LONG + (k)])
#define NEXT   \
    {          \
        pc++;  \
        break; \
    }
#define LEAVE goto leave
#define TRY(condition) \
    if (!(condition))  \
    LEAVE
/* All lanes have read the operands before one writes the result. */
#define SET(value)                  \
    {                               \
        const int64_t v_ = (value); \
        sync_warp();                \
        A = v_;                     \
        pc++;                       \
        break;                      \
    }
#define ORDINAL(check)           \
    {                            \
        int64_t r;               \
        TRY(check);              \
        sync_warp();             \
        A = r;                   \
        pc++;                    \
        break;                   \
    }
#define REAL(check)              \
    {                            \
        double r;                \
        TRY(check);              \
        sync_warp();             \
        A = cell_of_real(r);     \
        pc++;                    \
        break;                   \
    }
#define HOLDS(check) \
    {                \
        TRY(check);  \
        pc++;        \
        break;       \
    }
#define JUMP(distance)          \
    {                           \
        pc += 1 + (distance);   \
        goto poll;              \
    }
#define JUMP_IF(condition)                 \
    {                                      \
        pc += (condition) ? 1 + KC : 1;    \
        goto poll;                         \
    }
#define VECTOR(call)  \
    {                 \
        TRY(call);    \
        vectors++;    \
        pc++;         \
        break;        \
    }
    for (;; ran++) {
        sync_warp();
        if (left-- == 0) {
            u->end = RESIDENT_STOPPED;
            break;
        }
        const uint64_t at = FETCH(&code[pc]);
        const unsigned op = at & OP_MASK, a = at >> 16 & 0xffff, b = at >> 32 & 0xffff,
                       c = (unsigned)(at >> 48);
        switch (at >> RESIDENT_OP_BITS & 15) {
        case RESIDENT_HOT_MOVE: SET(B)
        case RESIDENT_HOT_LOADI: SET(LONG)
        case RESIDENT_HOT_ADD: ORDINAL(op_add(B, C, &r))
        case RESIDENT_HOT_ADDK: ORDINAL(op_add(B, KC, &r))
        case RESIDENT_HOT_JMP: JUMP(LONG)
        case RESIDENT_HOT_JLE: JUMP_IF(A <= B)
        case RESIDENT_HOT_JLEK: JUMP_IF(A <= KB)
        case RESIDENT_HOT_FORUP: {
            const bool up = op == STAR_OP_FORUP;
            const int64_t v = A;
            const bool goes = up ? v < B : v > B;
            sync_warp();
            if (goes)
                A = up ? v + 1 : v - 1;
            JUMP_IF(goes)
        }
        case RESIDENT_HOT_JSOME: {
            ResidentObject *x = bits_of(u, A);
            TRY(x != NULL && !is_long(u, words_of(x->size[0]) / 4));
            vectors++;
            const bool some = find(u, x) > 0;
            JUMP_IF(some == (op == STAR_OP_JSOME))
        }
        case RESIDENT_HOT_FNDL: {
            ResidentObject *x = bits_of(u, B);
            TRY(x != NULL && !is_long(u, words_of(x->size[0]) / 4));
            vectors++;
            SET(op == STAR_OP_NUMBL ? count(u, x) : op == STAR_OP_FNDL ? find(u, x) : step(u, x))
        }
        case RESIDENT_HOT_PUTL: {
            ResidentObject *x = bits_of(u, A);
            TRY(x != NULL && (uint64_t)B - 1 < (uint64_t)x->size[0] && (uint64_t)C <= 1);
            put_bit(u, x, B, C);
            vectors++;
            NEXT
        }
        case RESIDENT_HOT_GETL: {
            ResidentObject *x = bits_of(u, B);
            TRY(x != NULL && (uint64_t)C - 1 < (uint64_t)x->size[0]);
            vectors++;
            SET(get_bit(u, x, C))
        }
        case RESIDENT_HOT_CALL: {
            const ResidentProc *p = &job->proc[(uint32_t)LONG];
            TRY(call_proc(u, p, base + (int32_t)a, pc + 1, calls, s->depth + calls));
            calls++;
            base += (int32_t)a;
            R = cell + base;
            pc = (int32_t)p->entry;
            goto poll;
        }
        case RESIDENT_HOT_RET: {
            TRY(calls > 0);
            const ResidentCall *from = &u->call[--calls];
            leave_proc(u, from);
            pc = from->back;
            base = calls > 0 ? u->call[calls - 1].base : s->base;
            R = cell + base;
            break;
        }
        case RESIDENT_HOT_ANDL: {
            const unsigned last = STAR_OP_COPYL; /* CONVERT copies too */
            const int table = LOGIC_TABLES >> 4 * ((op < last ? op : last) - STAR_OP_ANDL) & 15;
            const int64_t to = A, from = B, with = op < STAR_OP_NOTL ? C : B;
            TRY(short_logic(u, object, table, to, from, with) || logic(u, table, to, from, with));
            vectors++;
            NEXT
        }

        default: switch (op) {
        case STAR_OP_LOADK: SET(CONSTANT(0))
        case STAR_OP_NOINT: SET(STAR_UNDEFINED_INT)
        case STAR_OP_NOREAL: SET((int64_t)STAR_UNDEFINED_REAL)
        case STAR_OP_RESINT:
        case STAR_OP_ISINT: HOLDS(op_isint(A))
        case STAR_OP_RESREAL:
        case STAR_OP_ISREAL: HOLDS(op_isreal((uint64_t)A))
        case STAR_OP_GETG: SET(cell[b])
        case STAR_OP_SETG: {
            const int64_t v = A;
            sync_warp();
            cell[b] = v;
            NEXT
        }
        case STAR_OP_REFG: SET(job->stack + (int64_t)b * 8)
        case STAR_OP_REF: SET(job->stack + (base + b) * 8)
        case STAR_OP_GETU:
        case STAR_OP_REFU: {
            const int64_t frame = outward(u, base, (int)b);
            TRY(frame >= 0 && frame + c < job->cell_room);
            SET(op == STAR_OP_GETU ? cell[frame + c] : job->stack + (frame + c) * 8)
        }
        case STAR_OP_SETU: {
            const int64_t frame = outward(u, base, (int)b), v = A;
            TRY(frame >= 0 && frame + c < job->cell_room);
            sync_warp();
            cell[frame + c] = v;
            NEXT
        }
        case STAR_OP_LINK: {
            const int64_t frame = outward(u, base, (int)b);
            TRY(frame >= 0);
            SET(job->stack + frame * 8)
        }
        case STAR_OP_LOAD: {
            const int64_t from = cell_of(u, B);
            TRY(from >= 0);
            SET(cell[from])
        }
        case STAR_OP_STORE: {
            const int64_t to = cell_of(u, A), v = B;
            TRY(to >= 0);
            sync_warp();
            cell[to] = v;
            NEXT
        }

        case STAR_OP_SUB: ORDINAL(op_sub(B, C, &r))
        case STAR_OP_MUL: ORDINAL(op_mul(B, C, &r))
        case STAR_OP_MULK: ORDINAL(op_mul(B, KC, &r))
        case STAR_OP_DIV: ORDINAL(op_div(B, C, &r))
        case STAR_OP_DIVK: ORDINAL(op_div(B, KC, &r))
        case STAR_OP_MOD: ORDINAL(op_mod(B, C, &r))
        case STAR_OP_MODK: ORDINAL(op_mod(B, KC, &r))
        case STAR_OP_NEG: ORDINAL(op_neg(B, &r))
        case STAR_OP_ABS: ORDINAL(op_abs(B, &r))
        case STAR_OP_ODD: ORDINAL(op_odd(B, &r))
        case STAR_OP_NOTB: ORDINAL(op_notb(B, &r))
        case STAR_OP_RANGE: HOLDS(op_range(A, CONSTANT(0), CONSTANT(1)))
        case STAR_OP_EQI: ORDINAL(op_eqi(B, C, &r))
        case STAR_OP_NEI: ORDINAL(op_nei(B, C, &r))
        case STAR_OP_OR: ORDINAL(op_or(B, C, &r))
        case STAR_OP_AND: ORDINAL(op_and(B, C, &r))
        case STAR_OP_ANDN: ORDINAL(op_andn(B, C, &r))
        case STAR_OP_IN: ORDINAL(op_in(B, C, &r))
        case STAR_OP_BITS: {
            int64_t r = A;
            TRY(op_bits(B, C, &r));
            SET(r)
        }
        case STAR_OP_BRANGE: HOLDS(op_brange(A, CONSTANT(0), CONSTANT(1)))

        case STAR_OP_FADD: REAL(op_fadd(real_of(B), real_of(C), &r))
        case STAR_OP_FSUB: REAL(op_fsub(real_of(B), real_of(C), &r))
        case STAR_OP_FMUL: REAL(op_fmul(real_of(B), real_of(C), &r))
        case STAR_OP_FDIV: REAL(op_fdiv(real_of(B), real_of(C), &r))
        case STAR_OP_XADD: REAL(op_xadd(real_of(B), real_of(C), &r))
        case STAR_OP_XSUB: REAL(op_xsub(real_of(B), real_of(C), &r))
        case STAR_OP_XMUL: REAL(op_xmul(real_of(B), real_of(C), &r))
        case STAR_OP_FNEG: REAL(op_fneg(real_of(B), &r))
        case STAR_OP_FABS: REAL(op_fabs(real_of(B), &r))
        case STAR_OP_SQRT: REAL(op_sqrt(real_of(B), &r))
        case STAR_OP_FLOAT: REAL(op_float(B, &r))
        case STAR_OP_SINGLE: REAL(op_single(real_of(B), &r))
        case STAR_OP_TRUNC: ORDINAL(op_trunc(real_of(B), &r))
        case STAR_OP_ROUND: ORDINAL(op_round(real_of(B), &r))

        case STAR_OP_JT: JUMP_IF(A != 0)
        case STAR_OP_JF: JUMP_IF(A == 0)
        case STAR_OP_JEQ: JUMP_IF(A == B)
        case STAR_OP_JNE: JUMP_IF(A != B)
        case STAR_OP_JLT: JUMP_IF(A < B)
        case STAR_OP_JEQK: JUMP_IF(A == KB)
        case STAR_OP_JNEK: JUMP_IF(A != KB)
        case STAR_OP_JLTK: JUMP_IF(A < KB)
        case STAR_OP_JGTK: JUMP_IF(A > KB)
        case STAR_OP_JGEK: JUMP_IF(A >= KB)
        case STAR_OP_JFLT: JUMP_IF(real_of(A) < real_of(B))
        case STAR_OP_JFLE: JUMP_IF(real_of(A) <= real_of(B))
        case STAR_OP_JFEQ: JUMP_IF(real_of(A) == real_of(B))
        case STAR_OP_JFNLT: JUMP_IF(!(real_of(A) < real_of(B)))
        case STAR_OP_JFNLE: JUMP_IF(!(real_of(A) <= real_of(B)))
        case STAR_OP_JFNE: JUMP_IF(real_of(A) != real_of(B))

        case STAR_OP_GIVE: {
            const ResidentObject *x = object_of(u, B);
            TRY(has_size(x));
            const int64_t v = B;
            sync_warp();
            A = v;
            B = 0;
            NEXT
        }
        case STAR_OP_TAKE: {
            ResidentObject *x = object_of(u, B);
            TRY(x != NULL && x->kind == STAR_BIT_VECTOR);
            const int64_t v = B;
            free_object(u->pool, A);
            x->sizing = STAR_ELASTIC;
            sync_warp();
            A = v;
            NEXT
        }
        case STAR_OP_LENDL:
        case STAR_OP_LENDT: HOLDS(has_size(object_of(u, A)))
        case STAR_OP_APART: {
            const ResidentObject *x = object_of(u, A);
            HOLDS(x != NULL && x->kind != STAR_ARRAY && object_of(u, C) != NULL && A != C)
        }
        case STAR_OP_SIZEL:
        case STAR_OP_FITL: {
            ResidentObject *x = object_of(u, A);
            TRY(x != NULL && B > 0);
            if (x->sizing == STAR_UNSIZED) {
                TRY(fits(u, x, B));
                fill(u, x, false);
            } else
                TRY(x->size[0] == B && x->word[0] != NULL);
            if (op == STAR_OP_SIZEL) {
                x->first = 0;
                sync_warp();
            }
            NEXT
        }
        case STAR_OP_FITT: {
            const ResidentObject *t = object_of(u, A);
            HOLDS(has_size(t) && t->size[0] == B && t->size[1] == C)
        }
        case STAR_OP_LAYOUT: {
            const ResidentObject *t = object_of(u, A);
            HOLDS(t != NULL && !t->layout)
        }
        case STAR_OP_LDI:
        case STAR_OP_LDR:
        case STAR_OP_LDB:
        case STAR_OP_LDS:
        case STAR_OP_LDL:
        case STAR_OP_LDF: {
            int64_t v;
            TRY(load(u, (int)(op - STAR_OP_LDI), B, 1, C, 0, &v));
            SET(v)
        }
        case STAR_OP_LDI2:
        case STAR_OP_LDR2:
        case STAR_OP_LDB2:
        case STAR_OP_LDS2:
        case STAR_OP_LDL2:
        case STAR_OP_LDF2: {
            const int64_t j = R[code[pc + 1] >> 16 & 0xffff];
            int64_t v;
            TRY(load(u, (int)(op - STAR_OP_LDI2), B, 2, C, j, &v));
            pc++;
            SET(v)
        }
        case STAR_OP_STI:
        case STAR_OP_STR:
        case STAR_OP_STB:
        case STAR_OP_STS:
        case STAR_OP_STL:
        case STAR_OP_STF:
            HOLDS(store(u, (int)(op - STAR_OP_STI), A, 1, B, 0, C))
        case STAR_OP_STI2:
        case STAR_OP_STR2:
        case STAR_OP_STB2:
        case STAR_OP_STS2:
        case STAR_OP_STL2:
        case STAR_OP_STF2:
            TRY(store(u, (int)(op - STAR_OP_STI2), A, 2, B, C,
                      R[code[pc + 1] >> 16 & 0xffff]));
            pc += 2;
            break;

        case STAR_OP_ROWT: VECTOR(get_vector(u, A, B, C, STAR_ROWS))
        case STAR_OP_SETROWT: VECTOR(set_vector(u, A, B, C, STAR_ROWS))
        case STAR_OP_FUSE: {
            TRY(fuse(u, A, &job->fuse[b], code + pc + 1, base));
            vectors++;
            pc += 1 + (c + 2) / 3;
            break;
        }
        case STAR_OP_LOOP: {
            TRY(!runs_as_one(u, &job->loop[a], B, C));
            NEXT
        }
        case STAR_OP_STEPS:
            TRY(LONG <= fuel);
            fuel -= LONG;
            statements++;
            NEXT
        case STAR_OP_ARGS: NEXT

        default: {
            const bool native = op == STAR_OP_NATIVE;
            const uint64_t in = native ? code[pc + 1] : at;
            const unsigned name = in & OP_MASK;
            const int prim = (int)name - STAR_OP_PRIM;
            TRY(prim >= 0 && !(native && (a != 0 || job->charges ||
                                          (code[pc + 1 + c] & OP_MASK) == STAR_OP_LAYOUT)));
            const int64_t behind = pc + native;
            const bool longer = job->operands[prim] > 3;
            TRY(run_primitive(u, prim, R, in, longer ? code[behind + 1] : 0));
            vectors++;
            pc = behind + 1 + longer;
        }
        }
        }
        continue;
    poll:
        if (--polls > 0)
            continue;
        polls = POLLS;
        if ((u->budget -= POLLS) < 0) {
            sync_warp();
            u->budget = BUDGET;
            if (host_asks(u)) {
                u->end = RESIDENT_STOPPED;
                ran++;
                break;
            }
        }
    }
leave:
    sync_warp();
    s->pc = pc;
    s->base = base;
    if (calls > 0) {
        const ResidentProc *p = u->call[calls - 1].proc;
        s->cells = base + p->cells + p->room;
    }
    s->calls = calls;
    s->objects = u->objects;
    s->fuel = fuel;
    s->statements = statements;
    s->end = u->end;
    s->wanted[0] = u->wanted[0];
    s->wanted[1] = u->wanted[1];
    s->vectors = vectors;
    s->results = u->rounds;
    s->ran = ran;
}

#endif

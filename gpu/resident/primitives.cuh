/* SPDX-License-Identifier: MIT */
/* The primitives of the resident interpreter by their numbers. */
#ifndef STAR_RESIDENT_PRIMITIVES_CUH
#define STAR_RESIDENT_PRIMITIVES_CUH

#include "resident/resident_tables.cuh"

/* Runs a primitive, whose operands are in the cells of R that its instruction `in` and the word
 * `more` behind it name; a scalar result is put into the first. False: the host runs it. */
DEVICE bool run_primitive(Unit *u, int64_t *R, uint64_t in, uint64_t more) {
#define ARG(k) R[((k) < 3 ? in : more) >> 16 * ((k) % 3 + 1) & 0xffff]
#define RESULT(value)             \
    do {                          \
        const int64_t r_ = value; \
        sync_warp();              \
        ARG(0) = r_;              \
        return true;              \
    } while (0)
    const int prim = (int)(in & 0xffff) - STAR_OP_PRIM;
    bool same = true, flag = false;
    const int64_t other = ARG(2), x = ARG(1);
    int64_t equal = 0, less = 0, greater = 0;
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
        if (y == NULL || z == NULL || y->size[0] != z->size[0] || is_long(u, words_of(y->size[0])))
            return false;
        RESULT(differ(u, y, z) == (prim == STAR_PRIM_NE));
    }
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
        if (t == NULL || t->size[0] == 0)
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
    if (prim == STAR_PRIM_GEL)
        return greater != less && compare(u, ARG(0), x, true, 0, 0, less, greater);
    /* the second operand of the others stands behind the rows, or before */
    return same ? compare(u, ARG(0), other, true, x, equal, less, greater)
                : compare(u, ARG(0), x, false, other, equal, less, greater);
#undef ARG
#undef RESULT
}

#endif

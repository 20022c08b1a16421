/* SPDX-License-Identifier: MIT */
#include "primitives/primitives.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

const StarPrimInfo star_prims[STAR_PRIM_COUNT] = {
#define PRIM(id, name, class, cost, ranks, signature, sentence) \
    {name, STAR_##class, STAR_COST_##cost, signature, sentence},
#include "primitives.def"
#undef PRIM
};

const StarCostInfo star_costs[STAR_COSTS] = {
#define ALL true
#define FEW false
#define COST(id, name, lanes, sentence) {name, lanes, sentence},
#include "primitive_costs.def"
#undef COST
#undef ALL
#undef FEW
};

const char *star_prim_formula(StarPrim prim) {
    const char *end = strchr(star_prims[prim].signature, ';');
    return end != NULL ? end + 2 : NULL;
}

StarPrim star_prim_procedure(const char *name) {
    const int first = toupper((unsigned char)*name);
    StarPrim prim = 0;
    while (prim < STAR_PRIM_COUNT && (*star_prims[prim].name != first ||
                                      strcasecmp(star_prims[prim].name, name) ||
                                      star_prim_formula(prim) == NULL))
        prim++;
    return prim;
}

/* The letters of primitives.def that are no number that is read. */
static const StarOperand by_letter[128] = {
    ['I'] = {.kind = STAR_SIG_SCALAR, .access = STAR_OVERWRITE},
    ['B'] = {.kind = STAR_SIG_SCALAR, .access = STAR_OVERWRITE},
    ['L'] = {.kind = STAR_SIG_BITS, .access = STAR_OVERWRITE},
    ['X'] = {.kind = STAR_SIG_BITS, .access = STAR_OVERWRITE},
    ['S'] = {.kind = STAR_SIG_BITS, .access = STAR_OVERWRITE},
    ['W'] = {.kind = STAR_SIG_BITS, .access = STAR_OVERWRITE},
    ['l'] = {.kind = STAR_SIG_BITS, .access = STAR_READ},
    ['s'] = {.kind = STAR_SIG_BITS, .access = STAR_READ},
    ['w'] = {.kind = STAR_SIG_BITS, .access = STAR_READ},
    ['u'] = {.kind = STAR_SIG_BITS, .access = STAR_CHANGE},
    ['T'] = {.kind = STAR_SIG_TABLE, .access = STAR_OVERWRITE},
    ['t'] = {.kind = STAR_SIG_TABLE, .access = STAR_READ},
    ['m'] = {.kind = STAR_SIG_TABLE, .access = STAR_CHANGE},
    ['p'] = {.kind = STAR_SIG_REAL, .access = STAR_READ},
    ['v'] = {.kind = STAR_SIG_ARRAY, .access = STAR_READ},
    ['V'] = {.kind = STAR_SIG_ARRAY, .access = STAR_CHANGE},
    ['r'] = {.kind = STAR_SIG_VARIABLE, .access = STAR_CHANGE}};

int star_signature(const char *signature,
                   StarOperand operand[STAR_MAX_OPERANDS]) {
    const char *s = signature;
    int count = 0;
    if (*s == '*')
        return 0;
    while (*s != '\0' && *s != ';') {
        StarOperand *o = &operand[count++];
        *o = by_letter[(unsigned char)*s];
        o->letter = *s++;
        if (*s == ':') {
            o->size[0] = s[1];
            s += 2;
        }
        if (*s == ',') {
            o->size[1] = s[1];
            s += 2;
        }
        if (*s == '+') {
            o->plus = 1;
            s++;
        }
        s += *s == ' ';
    }
    return count;
}

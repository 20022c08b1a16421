#include "primitives.h"

#include <string.h>
#include <strings.h>

const StarPrimInfo star_prims[STAR_PRIM_COUNT] = {
#define PRIM(id, name, class, signature, sentence) \
    {name, STAR_##class, signature, sentence},
#include "primitives.def"
#undef PRIM
};

const char *star_prim_formula(StarPrim prim) {
    const char *end = strchr(star_prims[prim].signature, ';');
    return end != NULL ? end + 2 : NULL;
}

StarPrim star_prim_procedure(const char *name) {
    StarPrim prim = 0;
    while (prim < STAR_PRIM_COUNT && (star_prim_formula(prim) == NULL ||
                                      strcasecmp(star_prims[prim].name, name)))
        prim++;
    return prim;
}

int star_signature(const char *signature,
                   StarOperand operand[STAR_MAX_OPERANDS]) {
    const char *s = signature;
    int count = 0;
    if (*s == '*')
        return 0;
    while (*s != '\0' && *s != ';') {
        StarOperand *o = &operand[count++];
        *o = (StarOperand){.letter = *s++};
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

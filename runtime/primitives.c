#include "primitives.h"

const StarPrimInfo star_prims[STAR_PRIM_COUNT] = {
#define PRIM(id, name, class, signature, sentence) \
    {name, STAR_##class, signature, sentence},
#include "primitives.def"
#undef PRIM
};

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

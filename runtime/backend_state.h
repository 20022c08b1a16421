/* What the functions of backend.h keep in every backend: signatures for
 * prim_run.c, and what was freed. No one else reads it. */
#ifndef STAR_BACKEND_STATE_H
#define STAR_BACKEND_STATE_H

#include "values/object.h"
#include "primitives.h"

/* A signature in the order of checking it; see prim_run.c. */
typedef struct StarForm {
    uint8_t count; /* operands to check */
    uint8_t lines; /* if not 0: the row has only this many lines of one */
    uint8_t from;  /* size, from this operand on, and a scalar result */
    struct StarCheck {
        char letter;
        uint8_t kind, access; /* StarSigKind, StarAccess */
        uint8_t rank;
        uint8_t arg; /* the operand's number */
        uint8_t size[2];
        bool even;
        uint8_t plus;
    } check[STAR_MAX_OPERANDS];
} StarForm;

/* Headers of lines and small buffers that were freed are kept for the next
 * procedure that needs some. Debug builds keep none, so that sanitizers see
 * every use of what is free. */
enum { STAR_SPARES = 64 };

/* Whether so many that are kept leave room for one more. */
static inline bool star_keeps(int spares) {
#ifdef NDEBUG
    return spares < STAR_SPARES;
#else
    return spares < 0;
#endif
}

typedef struct StarBackendState {
    StarForm form[STAR_PRIM_COUNT];
    StarLine *spare[STAR_SPARES]; /* freed headers, to be used again, */
    int spares;                   /* so many */
} StarBackendState;

#endif

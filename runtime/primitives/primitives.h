/* SPDX-License-Identifier: MIT */
/* The table of primitives in a form that C can walk. */
#ifndef STAR_PRIMITIVES_H
#define STAR_PRIMITIVES_H

#include <stdbool.h>
#include <stdint.h>

#include "prim.h"
#include "values/object.h"

typedef enum StarPrimClass {
    STAR_FUNCTION,
    STAR_PROCEDURE,
    STAR_OPERATOR,
    STAR_INTERNAL,
    STAR_NATIVE,
    STAR_BODY
} StarPrimClass;

/* The rows of primitive_costs.def; behind them, a primitive that takes nothing
 * or has a body. */
typedef enum StarCost {
#define COST(id, name, lanes, sentence) STAR_COST_##id,
#include "primitive_costs.def"
#undef COST
    STAR_COST_NONE,
    STAR_COSTS = STAR_COST_NONE
} StarCost;

typedef struct StarCostInfo {
    const char *name;
    bool lanes; /* done by the lanes of all rows */
    const char *sentence;
} StarCostInfo;

extern const StarCostInfo star_costs[STAR_COSTS];

/* The kind of an operand of a primitive: a number, a real, a slice or word, a
 * table, an array, a variable that is no object. */
typedef enum StarSigKind {
    STAR_SIG_SCALAR,
    STAR_SIG_REAL,
    STAR_SIG_BITS,
    STAR_SIG_TABLE,
    STAR_SIG_ARRAY,
    STAR_SIG_VARIABLE
} StarSigKind;

/* One operand of a signature: its letter, what that says, and its sizes, each a
 * letter, '#' or 0; `plus` is added to the last one. */
typedef struct StarOperand {
    char letter;
    uint8_t kind;   /* StarSigKind */
    uint8_t access; /* StarAccess */
    char size[2];
    uint8_t plus;
} StarOperand;

/* True of a StarSigKind whose objects are made of bits, which a device may
 * have: slices, words and tables. */
static inline bool star_sig_has_bits(uint8_t kind) {
    return kind == STAR_SIG_BITS || kind == STAR_SIG_TABLE;
}

/* True of the result of a primitive that gives a number or a truth value. */
static inline bool star_operand_is_scalar_result(const StarOperand *o) {
    return o->kind == STAR_SIG_SCALAR && o->access == STAR_OVERWRITE;
}

/* True of a primitive that overwrites what its signature says it changes. */
static inline bool star_prim_overwrites(StarPrim prim) {
    return prim == STAR_PRIM_SET || prim == STAR_PRIM_CLR ||
           prim == STAR_PRIM_RANDOM || prim == STAR_PRIM_TRANDOM;
}

/* True of a primitive that reads only sizes, which the objects themselves
 * have. */
static inline bool star_prim_asks_size(StarPrim prim) {
    return prim == STAR_PRIM_LENGTH || prim == STAR_PRIM_ROWS ||
           prim == STAR_PRIM_SIZE;
}

typedef struct StarPrimInfo {
    const char *name;
    StarPrimClass kind;
    StarCost cost;
    const char *signature;
    const char *sentence;
} StarPrimInfo;

extern const StarPrimInfo star_prims[STAR_PRIM_COUNT];

/* The formula in the signature of a NATIVE or BODY row for its charge; NULL for
 * other rows. */
const char *star_prim_formula(StarPrim prim);

/* The NATIVE or BODY row of a procedure of the library, by its name, whatever
 * its case; STAR_PRIM_COUNT if there is none. */
StarPrim star_prim_procedure(const char *name);

/* Splits a signature into its operands; returns how many there are, 0 for
 * "*". Text behind a semicolon is left out. */
int star_signature(const char *signature,
                   StarOperand operand[STAR_MAX_OPERANDS]);

/* The result of the checks of star_prim_run (backend.h) as far as operands are
 * known: bit k of `known` for operand k. Of objects only the kind and the sizes
 * are read, -1 being an unknown size; a result has a fixed size. Sets size to
 * the sizes of the result, -1 for a size that does not follow. Needs no
 * backend: errors go to *error. */
StarStatus star_prim_foresee(StarError *error, StarPrim prim, StarCell *arg,
                             const char *const *name, unsigned known,
                             int64_t size[2]);

#endif

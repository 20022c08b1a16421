/* SPDX-License-Identifier: MIT */
/* Shared by model_read.c, which reads models, and model_write.c, which
 * prices profiles. */
#ifndef STAR_TOOLS_MODEL_PARTS_H
#define STAR_TOOLS_MODEL_PARTS_H

#include "memory/arena.h"
#include "tools/model/formula.h"
#include "tools/model/model.h"

/* [cost.NAME]: formulas of r, c and p. */
typedef struct ModelCost {
    const char *cycles;
    const char *energy; /* in pJ; NULL: not known */
} ModelCost;

/* Names of formulas: r, c, p; rows, columns, arrays, clock; constants. */
enum {
    MODEL_R,
    MODEL_C,
    MODEL_P,
    MODEL_ROWS,
    MODEL_COLUMNS,
    MODEL_ARRAYS,
    MODEL_CLOCK,
    MODEL_CONSTANTS,
    MODEL_NAMES = MODEL_CONSTANTS + 40
};

struct Model {
    StarMem *mem;
    Arena arena;
    const char *title;
    FormulaName name[MODEL_NAMES];
    int names;
    bool clock, energy; /* they are known */
    double power;       /* in W; 0: not known */
    ModelCost cost[STAR_COSTS];
    ModelCost prim[STAR_PRIM_COUNT]; /* cycles NULL: as its kind */
};

/* How many times all lanes of the machine are needed for so many rows. */
double model_passes(const Model *model, int64_t rows);

/* The value of a formula for an operand of a size; NaN: it has none. */
double model_value(const Model *model, const char *formula, int64_t rows,
                   int64_t columns);

#endif

/* SPDX-License-Identifier: MIT */
/* A compiled program: what the front end makes, the verifier checks and the
 * virtual machine runs. */
#ifndef STAR_PROGRAM_H
#define STAR_PROGRAM_H

#include "memory/arena.h"
#include "plan/plan.h"
#include "bytecode/constant.h"
#include "bytecode/opcodes.h"
#include "report/report.h"
#include "bytecode/type.h"

typedef struct StarCellInfo {
    uint8_t kind;             /* StarCellKind */
    uint8_t sizing;           /* STAR_ELASTIC for temporaries, of own objects */
    bool own;                 /* the frame owns the object and frees it */
    const char *name;         /* the variable's, or NULL for a temporary */
    const StarType *type;     /* its type; what it refers to, if it is a REF */
    StarSpan span;            /* of the variable's declaration */
    const StarLayout *layout; /* of a record that exists from the frame's
                                 beginning */
} StarCellInfo;

/* A parameter, as a call from outside needs it. */
typedef struct StarParam {
    const char *name;
    const StarType *type;
    const StarType *of; /* the elements of an array, behind all its index
                           ranges, if these are known; else the type itself */
    bool var;
    bool number;      /* of a generic procedure: the call decides its type */
    uint16_t size[2]; /* of a slice, word or table: the number, from 1 on, of
                         the parameter that is its length, or its rows and its
                         columns; 0: none is */
    uint16_t strips;  /* the same of the parameter by which its rows are
                         multiplied: h of table(n, n * h) */
    uint8_t layout;   /* of the file that it is loaded from, plus 1 */
    uint8_t role;     /* StarRole */
    /* Arrays whose index ranges are known before a block is entered. The
     * first `open` ones are those of the argument: their low is 1 for
     * integers, the least index if that is none. */
    uint8_t element; /* StarElement */
    uint8_t dims, open;
    const StarDim *dim;
} StarParam;

/* A frame, from cell 0 on: the link to the enclosing frame (procedures
 * within procedures only), the result (functions), the parameters, then
 * local variables and temporaries in any order. Cells from `cells` on are the
 * arguments of calls: the beginning of the callee's frame. */
typedef struct StarProc {
    const char *name;
    uint32_t entry, end; /* instructions entry..end-1 */
    uint16_t cells;
    uint16_t arguments;  /* cells beyond `cells` that calls use */
    const uint16_t *own; /* cells with objects that the frame owns */
    uint16_t owned;      /* how many; of a session's entry the first `made`
                            are there already, those before `lasting` stay
                            behind it */
    uint16_t made, lasting;
    uint16_t level; /* 0 the program, 1 its procedures, ... */
    bool function;
    uint8_t instance; /* of one that is generic, for integers; those for
                         32 bits, reals and singles follow: 1, 2, 3 */
    uint16_t params;
    const StarParam *param;
    const StarCellInfo *cell;
    StarSpan span; /* of the name in the heading */
} StarProc;

/* A loop of the source: how it runs as one operation, or why it does not. */
typedef struct StarLoopNote {
    StarSpan loop; /* the statement */
    StarSpan at;   /* what forbids it */
    bool fused;
    const char *text; /* of its plan, each line ended; or the reason */
} StarLoopNote;

/* The result of a compilation: messages, and a program if none of them is an
 * error. The program owns all of it, which is freed with it. Procedure 0 is the
 * program's block.
 *
 * A program is finished when the compiler returns it: it refers to no machine
 * and does not change, so that several machines may run it at the same time,
 * each in a thread. (One that grows, a session's, is changed between entries,
 * and its session's machine is the only one that runs it.) It must be freed
 * before the account of memory that it was made with ends. */
typedef struct StarProgram {
    Arena arena;      /* its account of memory is that of the constants too */
    const char *name; /* NULL for a unit */
    StarInstr *code;
    StarSpan *span; /* one for each instruction */
    uint32_t length;
    StarProc *proc;
    uint32_t procs;
    uint32_t frame_most; /* cells of the largest frame, with arguments */
    StarConstant *constant;
    uint32_t constants;
    const StarLayout **layout;
    uint32_t layouts;
    StarPlan *plan;
    uint32_t plans;
    StarLoopNote *note; /* one for each loop of the source, where wanted */
    uint32_t notes;
    StarSources sources;
    const StarReport *report;
    int reports, errors, warnings; /* the last two: kept or not */
    uint32_t files; /* parameters of the program that are files */
    bool natives;   /* kernels may stand in for what it does */
    bool charges;   /* procedures of the library charge their rows */
    bool verified;  /* the compiler had it checked */
    bool grows;     /* it is a session's: its variables stay from run to run */
    const struct BuiltProgram *built; /* its functions, if it was built; who
                                         set it keeps them */
} StarProgram;

/* Frees a program; NULL is allowed. */
void star_program_free(StarProgram *program);

/* The procedure with this name at level 1, whatever its case, or NULL; one
 * of the file itself hides those of units that it uses. Of a generic one it is
 * that for integers. */
const StarProc *star_program_find(const StarProgram *program, const char *name);

/* The type of what a function gives, which its first cell has that is no link
 * to the frame outside; NULL of a procedure. */
static inline const StarType *star_proc_result(const StarProc *p) {
    return p->function ? p->cell[p->level >= 2].type : NULL;
}

/* Checks a program before its first instruction: operands by their letters,
 * jumps, constants, calls; then the values that go through each procedure, as
 * flow/flow.h says. Raises STAR_BYTECODE with the instruction in the account,
 * of whose memory it needs some for so long; STAR_MEMORY. */
StarStatus star_verify(const StarProgram *program, StarMem *mem);

/* The same of a program from the compiler, without the library's procedures:
 * their code depends on nothing of the program, and is checked where a unit is
 * compiled by itself, and in debug builds. */
StarStatus star_verify_compiled(const StarProgram *program, StarMem *mem);

/* The same for what was added behind so many procedures, and for one
 * procedure. In a program that grows, whose frame may have a cell for each of
 * many entries, no values are followed: it comes from the compiler alone. */
StarStatus star_verify_more(const StarProgram *program, uint32_t procs,
                            StarMem *mem);
StarStatus star_verify_proc(const StarProgram *program, uint32_t number,
                            StarMem *mem);

#endif

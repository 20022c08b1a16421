/* SPDX-License-Identifier: MIT */
/* The inside of a machine, shared by the interpreter, the debugger and the
 * reports. */
#ifndef STAR_EXEC_H
#define STAR_EXEC_H

#include "values/names.h"
#include "values/heap.h"
#include "bytecode/region.h"
#include "debug/history.h"
#include "io/console.h"
#include "machine.h"
#include "plan/pairs.h"

typedef struct StarProfile StarProfile;
typedef struct StarTableHash StarTableHash;

/* Cells of the stack: room for 10,000 calls of 400 cells each; memory that
 * is not touched costs nothing. */
enum { EXEC_STACK = 4000000 };

/* Instructions that warn in a run. */
enum { EXEC_WARNINGS = 16 };

typedef StarFrame Frame;

/* The tables of labels beside the one in use, for exec_run and device_sync.c:
 * POLL_INTERRUPT of interp_macros.h goes to the one in `table`. */
typedef struct ExecLabels {
    const void *const *end;            /* when the program shall end */
    const void *const *host;           /* while no block is on a device; */
    const void *device[STAR_OP_COUNT]; /* while some are, or all is counted or
                                          watched */
    const void *cold[STAR_OP_COUNT];   /* while jumps and calls are counted */
} ExecLabels;

/* The steps of a run, for the opcodes that count, NATIVE and
 * histories. */
typedef struct ExecFuel {
    int64_t left, most; /* to take, and at most */
    uint32_t charged;   /* 0, or the depth of a procedure whose body runs and
                           whose row was charged: nothing else counts, */
    int64_t kept;       /* and these are the steps that are left then */
    bool pauses;        /* where no steps are left, without a message; */
    int64_t lacking;    /* then what needs as many goes on there */
} ExecFuel;

/* The run itself, for its beginning and end: machine.c, BODY. */
typedef struct ExecRun {
    const StarProc *wanted; /* to be called instead of the statements */
    const StarCell *arguments;
    StarStatus status;   /* of the last piece of it, */
    bool paused;         /* which another one may follow */
    bool active;         /* a program runs, which star_machine_stop ends */
    bool begun;          /* the statements are reached */
    bool rests;          /* temporaries of an entry are there */
    int64_t number;      /* of runs that were begun */
    uint32_t *depth_end; /* of the functions of a program that was built: 0
                            has them ask whether it shall end */
} ExecRun;

/* Input and output, for input_output.c and exec_file.c. */
typedef struct ExecIo {
    StarConsole console;
    pthread_mutex_t lock;    /* the console's */
    StarQuota output;        /* of the console */
    StarConsole *to, *from;  /* of the next instruction that writes, reads */
    const char *const *file; /* names for the program's parameters */
    unsigned files;
    const char *folder; /* as in StarOptions */
    StarPermit (*may_open)(void *context, const char *path);
} ExecIo;

/* What signatures say of primitives and kernels of the library, for
 * prim_calls.c and exec_profile.c. */
typedef struct ExecPrims {
    uint8_t operands[STAR_PRIM_COUNT]; /* how many */
    bool scalar[STAR_PRIM_COUNT];      /* whether the result is a scalar */
} ExecPrims;

/* The profile and the history of a run, for exec_profile.c and debug/, and the
 * effects on NATIVE. */
typedef struct ExecDebug {
    StarProfile *profile;  /* counts instructions; NULL: no counts */
    StarTableHash *hashes; /* of a history; else NULL */
    bool unoptimised;      /* no loop becomes one operation */
    bool bodies;           /* no kernel stands in for a procedure, which
                              charges what its body does */
    int64_t statements;    /* and conditions so far, where loops run
                              unfused */
} ExecDebug;

/* Errors and warnings, made by machine.c for the user. */
typedef struct ExecMessages {
    StarReport report;
    StarError error; /* what the report shows */
    char note[STAR_MAX_NOTES][80];
    void (*warn)(void *context, const StarReport *report,
                 const StarSources *sources);
    const StarInstr *warned[EXEC_WARNINGS]; /* that have warned in this run, */
    unsigned warnings;                      /* so many */
} ExecMessages;

/* The area of a pair loop whose pairs are known: see exec_pairs.c. */
enum { PAIR_SCALARS = 64 };

typedef struct PairCache {
    const StarPlanOp *op; /* of the plans of the loop; NULL: none */
    bool declined;        /* all pairs of the loop run */
    StarPairRange rows, columns;
    int64_t size;                 /* pairs of the next area, at most */
    int64_t scalar[PAIR_SCALARS]; /* that the bits are made for */
    uint64_t *bits;
    size_t room; /* words */
} PairCache;

/* Code for the procedures of a program that its statements reach. */
typedef struct StencilCode {
    uint8_t *code;   /* to be run; */
    uint8_t *writes; /* the same memory, to be written */
    size_t size;
    uint32_t begin; /* where the function is that runs it, */
    uint32_t *at;   /* the code of each instruction; 0: there is none */
    uint32_t length;
} StencilCode;

/* For exec_run, and translate/stencils/. */
typedef struct ExecJit {
    StarJit when;
    int64_t cold;       /* jumps and calls until code is made; 0: it never is */
    uint32_t depth_end; /* so deep a frame may be begun by code; 0: the code is
                           left */
    StencilCode code;   /* of the program; at: NULL if there is none */
} ExecJit;

/* A machine. What jumps, calls and returns use comes first; the rest stands by
 * who reads it. (Where `table` was the first member, so that its address was
 * the machine's, gcc's code for a loop took 11 % longer.) */
struct StarMachine {
    const StarProgram *program;
    const void *const *table; /* exec.c: the labels of instructions now */
    StarCell *stack;     /* the frames' cells, one frame behind the other */
    StarCell *stack_end; /* of those that the account of memory knows */
    int64_t frame_most;  /* cells of the program's largest frame */
    Frame *frame;
    uint32_t depth;     /* frames in use, */
    uint32_t depth_end; /* that the account knows, */
    uint32_t max_depth; /* and at most */
    StarHeap heap;
    const StarInstr *at; /* the instruction that failed, or the last that ran a
                            primitive by the backend */
    ExecFuel fuel;
    StarBackend be; /* of all that uses objects, with their account and where
                       errors are raised */
    StarMem mem;
    StarError error;
    ExecRun run;
    ExecDebug debug;
    ExecIo io;
    uint64_t *mask; /* for exec_loop.c, kept between loops */
    size_t mask_words;
    PairCache pairs;
    ExecPrims prims;
    ExecMessages messages;
    ExecLabels labels;
    ExecJit jit;
    void *c_stack; /* of translate/stack.c; NULL: no program was built */
};

/* Returns the machine of a history, to be inspected. */
const StarMachine *star_history_inside(const StarHistory *history);

/* A run in pieces, for history.c. `begin` prepares it. `go` runs from the
 * first instruction, or from `at` on where it ended before, to the end, to a
 * failure, of which the machine then has a report, or to a pause, STAR_STEPS
 * if the machine pauses. `end` leaves all frames and returns what went wrong
 * first. */
StarStatus exec_begin(StarMachine *m, const StarProgram *program,
                      const StarProc *wanted, const StarCell *args);
StarStatus exec_go(StarMachine *m);
StarStatus exec_end(StarMachine *m, StarStatus status);

/* Runs the machine's program from its first instruction, or, if there are
 * frames, from `at` on, to its end. On failure `at` and the frames say
 * where. STAR_DECLINED: it is warm, and exec_stencils goes on. */
StarStatus exec_run(StarMachine *machine);

/* The same as exec_run from the first instruction, by the functions of a
 * program that was built: translate/run.c. */
StarStatus exec_built(StarMachine *m);

/* The same as exec_run by stencils: translate/stencils. */
StarStatus exec_stencils(StarMachine *m);

/* Accounts for more of the stack, for a frame of the callee at `cell`. */
StarStatus exec_more_stack(StarMachine *m, const StarProc *callee,
                           const StarCell *cell);

/* Prepares the cells of a frame that own objects. These exist from the
 * frame's beginning; where a kernel may stand in for the body of a procedure,
 * from where it declines on: exec_declined makes them. A function's kernel
 * needs its result before. */
StarStatus exec_own(StarMachine *m, const StarProc *proc, StarCell *cell);
StarStatus exec_declined(StarMachine *m, StarCell *cell);

/* True if exec_own makes objects for a procedure's frames; where not, all that
 * they own is NULL at first, for temporaries. */
bool exec_makes(const StarProc *proc);

/* Frees the objects of the newest frame. */
void exec_leave(StarMachine *machine);

/* Warns of what an instruction did, unless the error is STAR_OK. */
void exec_warn(StarMachine *m, const StarInstr *at, const StarError *error);

/* A FUNCTION of opcodes.def is done by exec_NAME: `at` is the instruction, R
 * the cells of its frame. Each raises an error in the machine and returns its
 * status. */
#define OP(...)
#define FUNCTION(name, ...) \
    StarStatus exec_##name(StarMachine *m, const StarInstr *at, StarCell *R);
#define FAST(...)
#include "bytecode/opcodes.def"

/* One that is a single call. */
#define EXEC_CALL(name, call)                                                  \
    StarStatus exec_##name(StarMachine *m, const StarInstr *at, StarCell *R) { \
        (void)at;                                                              \
        return call;                                                           \
    }

/* The message of an opcode's check that failed, as its row says: `at` is the
 * instruction, R its frame's cells, as they were before it. */
StarStatus exec_check_failed(StarMachine *m, const StarInstr *at,
                             const StarCell *R);

/* Runs a primitive with the operands of an instruction, of its own opcode or a
 * faster one; ANDNL. */
StarStatus exec_prim(StarMachine *m, StarPrim prim, const StarInstr *at,
                     StarCell *R);
StarStatus exec_prim_failed(StarMachine *m, StarPrim prim, const StarInstr *at,
                            const StarCell *R, StarStatus status);
StarStatus exec_and_not(StarMachine *m, const StarInstr *at, StarCell *R);
/* COPYL where a takes its size. */
StarStatus exec_copy(StarMachine *m, const StarInstr *at, StarCell *R);
/* RCOPY where not all fields are scalars; EIN of a set without a value; FBUF
 * and FGET of other files than input, and behind the end of what is there. */
StarStatus exec_RCOPY(StarMachine *m, const StarInstr *at, StarCell *R);
StarStatus exec_EIN(StarMachine *m, const StarInstr *at, StarCell *R);
StarStatus exec_FBUF(StarMachine *m, const StarInstr *at, StarCell *R);
StarStatus exec_FGET(StarMachine *m, const StarInstr *at, StarCell *R);
StarStatus exec_SIZEL(StarMachine *m, const StarInstr *at, StarCell *R);

/* Runs the plan of an instruction: a fused expression, a loop, or pairs. What a
 * backend declines runs as the instructions of the loop. */
StarStatus exec_plan(StarMachine *m, const StarInstr *at, StarCell *R);
StarStatus exec_loop(StarMachine *m, const StarPlan *plan, const StarInstr *at,
                     StarCell *R);
StarStatus exec_pairs(StarMachine *m, const StarPlan *plan, const StarInstr *at,
                      StarCell *R);

/* The expression of a PLAN or ANDNL, or NULL; the program or the runtime owns
 * it. */
const StarFuse *exec_expression(const StarProgram *program,
                                const StarInstr *at);

/* NATIVE: STAR_DECLINED if the body shall run. */
StarStatus exec_native(StarMachine *m, const StarInstr *at, StarCell *R);

/* FLOAD, whose ARGS word follows. */
StarStatus exec_load(StarMachine *m, const StarInstr *at, StarCell *R);

/* NEWARR, whose ARGS words follow; HELD. */
StarStatus exec_new_array(StarMachine *m, const StarInstr *at, StarCell *R);
void exec_held(StarMachine *m, const StarInstr *at);

/* True if a table may have a layout, a StarGraphLayout or, for any,
 * STAR_LAYOUT_COUNT: the one that it was loaded in, if that is known. */
bool exec_fits_layout(const StarTable *t, int needed);

/* True if two tables that the instruction, NATIVE or LAYOUT, or one of those
 * behind it, looks at have vertices of other names: pair has their cells. */
bool exec_other_vertices(const StarInstr *at, const StarCell *R,
                         uint16_t pair[2]);

/* STAR_UNDEFINED, with the name of the cell, if the string in it has no
 * value. */
StarStatus exec_check_string(StarMachine *m, const StarInstr *at, uint16_t cell,
                             const StarString *s);

/* The message of a small set with an element outside the bounds of the
 * instruction. */
StarStatus exec_no_element_of(StarMachine *m, const StarInstr *at,
                              uint64_t bits);

/* device_sync.c. exec_touches is true if an opcode uses bit vectors or tables
 * other than by star_prim_run. exec_device_sync comes before such an
 * instruction while blocks are resident on a device. It has the device run all
 * instructions from there on that it can, of which *pc is then the next one; or
 * it runs this one there; or it syncs the operands of this one to the host, and
 * only then it is not *done. */
bool exec_touches(unsigned op);
StarStatus exec_device_sync(StarMachine *m, const StarInstr **pc, StarCell *R,
                            bool *done);

/* Has exec_device_sync come before such instructions. */
void exec_device_begin(StarMachine *m);

/* Comes after a call that may give a device its first copy of a block: of a
 * kernel or of run_loop. */
static inline void exec_device_check(StarMachine *m) {
    if (__builtin_expect(m->be.resident > 0, 0))
        exec_device_begin(m);
}

/* Comes after a FUNCTION: one that copies objects may use a kernel. */
static inline StarStatus exec_function(StarMachine *m, StarStatus status) {
    exec_device_check(m);
    return status;
}

/* Runs a primitive by the backend, as star_prim_try. */
static inline StarStatus exec_try_prim(StarMachine *m, StarPrim prim,
                                       StarCell *arg) {
    const StarStatus status = star_prim_try(&m->be, prim, arg);
    exec_device_check(m);
    return status;
}

/* The same, as star_prim_run without names. */
static inline StarStatus exec_run_prim(StarMachine *m, StarPrim prim,
                                       StarCell *arg) {
    const StarStatus status = star_prim_run(&m->be, prim, arg, NULL);
    exec_device_check(m);
    return status;
}

/* exec_profile.c: counts of a run, if the machine has a profile. Between them
 * exec_profile, where there is one, before each instruction: it counts the one
 * before `next`. */
StarStatus exec_profile_begin(StarMachine *m);
StarStatus exec_profile(StarMachine *m, const StarInstr *next, StarCell *R);
void exec_profile_end(StarMachine *m);

/* table_hash.c. exec_tracks_writes is true if an opcode names a row or column
 * of a table or may change tables or arrays. exec_track_writes then updates the
 * hashes of a machine that has them, before the instruction. */
bool exec_tracks_writes(unsigned op);
void exec_track_writes(StarMachine *m, const StarInstr *at, const StarCell *R);

/* exec_file.c: where an instruction writes and reads; the next one does by
 * default. */
StarConsole *exec_to(StarMachine *m);
StarConsole *exec_from(StarMachine *m);

/* exec_fail.c: how an ordinal value is written, of the type that a constant
 * bounds; some need `room`. */
const char *exec_value(const StarConstant *bound, int64_t value,
                       char room[STAR_VALUE_ROOM]);

/* The messages of failed checks. `what` is read for a variable without a
 * name. */
StarStatus exec_no_value(StarMachine *m, const StarInstr *at, uint16_t cell,
                         const char *what);
StarStatus exec_undefined(StarMachine *m, const StarInstr *at, uint16_t cell);
StarStatus exec_no_element(StarMachine *m, const StarInstr *at,
                           const StarCell *R);
StarStatus exec_no_field(StarMachine *m, const StarInstr *at,
                         const StarLayout *layout);
StarStatus exec_pointer(StarMachine *m, const StarInstr *at, uint16_t cell,
                        int64_t pointer);
StarStatus exec_dangling_field(StarMachine *m, const StarInstr *at,
                               const StarCell *R);
/* An argument without a value, found where it is copied to its parameter, or
 * with another layout, or other vertices than another one, is a fault of the
 * call: leaves the callee and says so. */
void exec_blame_argument(StarMachine *m);

/* A slice, word or table without a size; a parameter of another size than its
 * heading asks for, where at is its FITL or FITT. */
StarStatus exec_unsized(StarMachine *m, const StarInstr *at);
StarStatus exec_no_fit_line(StarMachine *m, const StarInstr *at,
                            const StarCell *R);
StarStatus exec_no_fit_table(StarMachine *m, const StarInstr *at,
                             const StarCell *R);

/* A table with this name has another layout than the procedure `proc` needs. */
StarStatus exec_wrong_layout(StarMachine *m, const char *name, int layout,
                             const char *proc, int needed);

/* Two tables with these names, which may be NULL, have different vertices. */
StarStatus exec_wrong_vertices(StarMachine *m, const char *one,
                               const StarNames *first, const char *other,
                               const StarNames *second);
StarStatus exec_too_deep(StarMachine *m, const StarProc *callee);
StarStatus exec_stack_full(StarMachine *m, const StarProc *callee,
                           int64_t cells);
StarStatus exec_no_steps(StarMachine *m, int64_t steps);
StarStatus exec_no_result(StarMachine *m);
StarStatus exec_range(StarMachine *m, int64_t value, uint32_t constant);
StarStatus exec_no_statements(StarMachine *m);

/* True if an instruction is of statements that run: not of those in whose
 * place a procedure was called, nor of an earlier entry. */
bool exec_has_statement(const StarMachine *m, uint32_t instruction);
StarStatus exec_no_case(StarMachine *m, int64_t value, uint32_t constant);
StarStatus exec_index(StarMachine *m, const StarInstr *at,
                      const StarArray *array, int64_t i, int64_t j);

/* exec_name.c: what messages call operands, in the words of the user's program.
 * A parameter of the library is what the user passed for it. */
enum { EXEC_NAME = 48 };

/* The variable that the cell is, or has the value of, at an instruction of the
 * newest frame; NULL if it is none. Its name. */
const StarCellInfo *exec_variable(const StarMachine *m, const StarInstr *at,
                                  uint16_t cell);
const char *exec_name(const StarMachine *m, const StarInstr *at, uint16_t cell);

/* The names of the operands that the failed check of a primitive tells of, in
 * such cells, as star_prim_explain takes them; those of the others are NULL. An
 * expression is its text, in `room`. */
void exec_operand_names(const StarMachine *m, const StarInstr *at,
                        const uint16_t *cell, unsigned n, const char **name,
                        char room[2][EXEC_NAME]);

/* A variable that the newest frame sees, of a procedure of the library, and
 * where: by its name, of so many bytes. `info` is NULL if there is none. */
typedef struct ExecCell {
    const Frame *frame;
    const StarCellInfo *info;
    uint16_t cell;
} ExecCell;

/* Finds it; the name is looked up outward. */
ExecCell exec_find(const StarMachine *m, const char *name, size_t length);

/* The user's variable or expression that was passed for it, or its own name. */
const char *exec_passed_name(const StarMachine *m, ExecCell x,
                             char room[EXEC_NAME]);

/* The cell that makes a size negative, at an instruction of the newest frame:
 * a factor of the cell's value, or the cell. */
uint16_t exec_negative_factor(const StarMachine *m, const StarInstr *at,
                              uint16_t cell);

/* Returns the text that the user passed for cell, at an instruction of the
 * library, if that is one of its parameters, or NULL. */
const char *exec_argument_name(const StarMachine *m, const StarInstr *at,
                               uint16_t cell, char room[EXEC_NAME]);

/* The operands of a primitive, of which it has `n`: their cells and values. */
static inline void exec_operands(const StarInstr *at, const StarCell *R,
                                 unsigned n, uint16_t cell[STAR_MAX_OPERANDS],
                                 StarCell arg[STAR_MAX_OPERANDS]) {
    const uint16_t all[STAR_MAX_OPERANDS] = {
        at->a, at->b, at->c, at[n > 3].a, at[n > 3].b, at[n > 3].c};
    for (unsigned k = 0; k < n; k++) {
        cell[k] = all[k];
        arg[k] = R[cell[k]];
    }
}

#endif

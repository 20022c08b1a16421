/* SPDX-License-Identifier: MIT */
/* From the checked tree to bytecode. Expressions are compiled toward their
 * destination: the caller may name the cell for a value. */
#ifndef STAR_EMIT_H
#define STAR_EMIT_H

#include "diagnostics.h"
#include "io/file.h"
#include "bytecode/program.h"
#include "sema/types.h"

/* A cell's number while a routine is compiled. From ARGUMENT on it is a
 * cell of the callee's frame, which begins behind the caller's: the number
 * is settled when the caller's frame is complete. */
typedef uint16_t Cell;
enum { ARGUMENT = 0x8000, ANY = STAR_NO_CELL };

/* Temporaries of one kind, reused from statement to statement: the first
 * `used` of `count` are in use. */
typedef struct Pool {
    Cell *cell;
    uint32_t count, room;
    uint32_t used;
} Pool;

enum { KINDS = STAR_CELL_FILE + 1 };

/* The state of the pools, to which emit_release returns all of them. */
typedef struct Mark {
    uint32_t used[2][KINDS];
} Mark;

typedef struct Routine {
    Decl *decl; /* NULL: the program */
    uint16_t level;
    StarProc *proc;
    StarCellInfo *cell;
    uint32_t cells, room;
    uint16_t *own;
    uint32_t owned, own_room;
    uint16_t arguments;
    uint32_t first;         /* instruction */
    Pool pool[2][KINDS];    /* [1]: own objects */
    uint16_t holds, pins;   /* that the frame has here: runtime/values/heap.h */
    uint16_t made, lasting; /* of an entry: see StarProc */
} Routine;

/* A procedure that another one replaced. */
typedef struct Renewal {
    uint32_t number;
    StarProc proc;
} Renewal;

/* A loop over pairs whose statements are being compiled. */
typedef struct PairLoop {
    const Stmt *loop, *inner; /* inner: of j, perhaps the same; NULL: none */
    StarPlan plan;            /* its space: STAR_SPACE_NONE without a plan */
} PairLoop;

typedef struct Emit {
    Arena *arena;   /* of what lasts as long as the tree does, */
    Arena *lasting; /* and of lists, and what types are described by */
    Diag *diag;
    StarProgram *program;
    Types *types;
    Arena *scratch;        /* empty between statements */
    Decl *const *standard; /* input and output */
    uint32_t code_room, span_room, constant_room, plan_room, proc_room;
    uint32_t note_room, layout_room;
    bool optimize;      /* loops may become one operation */
    bool heap;          /* the program has references */
    bool dispose;       /* pointers may dangle */
    bool hold;          /* the next variable's object gets a reference, */
    bool stays;         /* unless it is dynamic: nothing disposes of it */
    bool count;         /* the program counts its fuel */
    bool watched;       /* all scalars without a value are marked */
    bool loops;         /* the program says how its loops run */
    bool natives;       /* kernels may stand in for bodies */
    bool charges;       /* procedures with rows charge these */
    Type *pointers;     /* whose variables' types are to be described */
    uint32_t constants; /* where those that may be shared begin */
    Renewal *renewed;   /* procedures whose places were taken */
    uint32_t renewals, renewal_room;
    PairLoop pairs;
    Routine *r;
    StarSpan span; /* of what is being compiled */
} Emit;

/* Jumps to a place that is not known yet. */
typedef struct Label {
    uint32_t *jump; /* instructions */
    uint32_t count, room;
} Label;

/* emit.c: appends an instruction and returns its number; one that carries up
 * to three further operands of the one before; one whose second operand has 32
 * bits. */
uint32_t emit(Emit *e, StarOp op, Cell a, Cell b, Cell c);
void emit_args(Emit *e, Cell a, Cell b, Cell c);
void emit_wide(Emit *e, StarOp op, Cell a, uint32_t bc);

/* Writes the instruction that runs a plan; a and c are its cells. */
void emit_plan(Emit *e, StarPlan plan, Cell a, Cell c);

/* Instructions from here on stand for this part of the text; returns the one
 * before. */
StarSpan emit_at(Emit *e, StarSpan span);

/* If fuel is counted, writes the instruction that takes `steps` units of it;
 * it stands for this part of the text. */
void emit_steps(Emit *e, StarSpan at, uint32_t steps);

/* A new cell of the frame, one that owns its object, for a variable, or a
 * temporary if that is NULL. */
Cell emit_new_cell(Emit *e, StarCellKind kind, bool own, const Decl *variable);
Cell emit_own_cell(Emit *e, Type *type, const Decl *variable);

/* A temporary, one that owns its object: taken until those that were in use at
 * the mark are the only ones again. */
Cell emit_temp(Emit *e, StarCellKind kind);
Cell emit_own_temp(Emit *e, StarCellKind kind);
Mark emit_mark(const Emit *e);
void emit_release(Emit *e, Mark mark);

/* A cell of the frame of the procedure to be called, from 0. */
Cell emit_argument(Emit *e, uint32_t number);

/* The number of a constant of the program, which numbers share. */
uint32_t emit_constant(Emit *e, StarCellKind kind, StarCell value);

/* Loads an integer; lets `op` compare a cell with the bounds of a type. */
void emit_integer(Emit *e, Cell to, int64_t value);
void emit_range(Emit *e, StarOp op, Cell cell, Type *type);

/* A jump to a label; the label is here, or at instruction `to`; a jump to an
 * instruction that stands already. */
void emit_jump(Emit *e, Label *label, StarOp op, Cell a, Cell b);
void emit_label(Emit *e, Label *label);
void emit_label_at(Emit *e, Label *label, uint32_t to);
void emit_jump_back(Emit *e, uint32_t to, StarOp op, Cell a, Cell b);

/* Compiles the modules' blocks, the program's last, as one program. */
void emit_program(Emit *e, Block *const *block, int blocks);

/* The same in parts, for a session: the frame of the globals; the cells of the
 * modules' variables, and their procedures; the entry itself: the statements of
 * the last block if there are any, then an expression, unless that is NULL.
 * emit_run returns the cell of the expression's value. */
void emit_globals(Emit *e, Routine *globals);
void emit_routines(Emit *e, Block *const *block, int blocks);
Cell emit_run(Emit *e, Block *const *block, int blocks, Expr *value);

/* emit_decl.c: gives declarations, or parameters, their cells. */
void emit_declare(Emit *e, Decl *decls);
void emit_params(Emit *e, Decl *params);

/* Writes the code at a block's entry: evaluates sizes, makes objects, copies
 * arguments. */
void emit_elaborate(Emit *e, Decl *decls);

/* Gives an object's cell the object that a type describes. */
void emit_object(Emit *e, Cell cell, Type *type);

/* A scalar has no value here, if that can be noticed. */
void emit_undefined(Emit *e, const Decl *scalar);

/* Hidden cells for the sizes or bounds of a type that only the run knows,
 * and the code that evaluates them. */
void emit_hide(Emit *e, Type *type);
void emit_evaluate(Emit *e, Type *type);

/* emit_stmt.c */
void emit_statements(Emit *e, Stmt *list);

/* The statements of a block, whose labels they lead to. */
void emit_body(Emit *e, const Block *block);

/* emit_expr.c: the value's cell; into `to` unless it is ANY. A scalar is
 * stored there, an object's value is assigned to the object there. */
Cell emit_expr(Emit *e, Expr *x, Cell to);

/* Moves a value from its cell to where it is wanted, if it is elsewhere;
 * an object is assigned to a variable, lent to a callee. */
Cell emit_moved(Emit *e, const Type *type, Cell from, Cell to);

/* A variable's own cell, or one with its value or object; `decl` may be of
 * an outer frame. */
Cell emit_variable(Emit *e, const Decl *decl);

/* The address of a scalar variable or element. */
Cell emit_address(Emit *e, Expr *x, Cell to);

/* Stores a cell's value in an lvalue. */
void emit_store(Emit *e, Expr *lvalue, Cell value);

/* emit_cond.c: jumps to the label if the condition's value is `sense`. */
void emit_condition(Emit *e, Expr *x, bool sense, Label *label);

/* emit_set.c: constructors, operators, comparisons. */
Cell emit_set(Emit *e, Expr *x, Cell to);
Cell emit_set_operation(Emit *e, Expr *x, Cell to);
void emit_set_condition(Emit *e, Expr *x, bool sense, Label *label);

/* emit_type.c: the description of a type, and of a variable or parameter, by
 * which values are shown; the names of an ordinal type's values, NULL at the
 * end, or NULL. */
const StarType *emit_type(Emit *e, Type *type);
const StarType *emit_type_of(Emit *e, const Decl *decl);
const char *const *emit_names(Emit *e, Type *type);

/* emit_heap.c: the record of p^; calls of new and dispose. */
Cell emit_deref(Emit *e, Expr *x);
void emit_new(Emit *e, Expr *x);
void emit_dispose(Emit *e, Expr *x);

/* True if a value is a pointer that must be checked before it is used. */
bool emit_may_dangle(const Emit *e, const Expr *x);

/* From here on the frame has so many references and pins. */
void emit_keep(Emit *e, uint16_t holds, uint16_t pins);

/* True if an expression may read a variable that a call in it disposes of. */
bool emit_risks(const Expr *x);

/* emit_record.c: the layout of a record's cells. */
const StarLayout *emit_layout(Emit *e, Type *type);

/* A field, or the variable of a pointer that is no record: its value, the
 * address of a scalar, a store. */
Cell emit_field(Emit *e, Expr *x, Cell to);
void emit_field_address(Emit *e, Expr *x, Cell to);
void emit_field_store(Emit *e, Expr *x, Cell value);

/* A with statement: refers to its records as long as the body runs. */
void emit_with(Emit *e, Stmt *st);

/* Gives the arrays and the sized slices, words and tables of a new record
 * their sizes. */
void emit_complete_record(Emit *e, Cell cell, Type *type);

/* emit_bits.c: operators on slices and words. */
Cell emit_bits(Emit *e, Expr *x, Cell to);

/* emit_call.c: calls of the program's procedures, of primitives. */
Cell emit_call(Emit *e, Expr *x, Cell to);
Cell emit_prim(Emit *e, Expr *x, Cell to);

/* True if an expression calls a procedure of the program. */
bool emit_calls(const Expr *x);

/* Checks a value, or the elements of a set, against a subrange that it is
 * about to become; true if that is needed. */
void emit_check(Emit *e, const Expr *x, Cell cell, Type *type);
bool emit_checked(const Expr *x, const Type *type);

/* emit_file.c: files as they are declared; those that the command line names
 * are bound, and closed at the end; input and output are files if a program
 * names them. */
void emit_new_file(Emit *e, Cell cell, Type *file);
void emit_bind(Emit *e, const Decl *decls);
void emit_close(Emit *e, const Decl *decls);
void emit_standard(Emit *e);
void emit_open_standard(Emit *e);

/* The buffer of a file: its value, or a scalar's address. */
Cell emit_buffer(Emit *e, Expr *x, Cell to);
void emit_buffer_address(Emit *e, Expr *x, Cell to);

/* emit_builtin.c: calls of required procedures and functions. */
Cell emit_builtin(Emit *e, Expr *x, Cell to);

#endif

/* SPDX-License-Identifier: MIT */
/* The checker of names and types. Sema annotates the tree and reports
 * mistakes; it rewrites the tree only where a function here says so. */
#ifndef STAR_SEMA_H
#define STAR_SEMA_H

#include "extension.h"
#include "sema/scope.h"
#include "xref.h"

/* The greatest depth of nested procedures. */
enum { STAR_MAX_LEVEL = 100 };

/* A module whose names are visible. */
typedef struct Unit {
    const Block *block;
    const char *text;
    bool library;
    ScopeView view;
    uint32_t outer; /* the scope around */
} Unit;

/* The module that is checked. */
typedef struct SemaModule {
    bool library;  /* a unit of ours, */
    bool lazy;     /* and its procedures are checked if they are needed */
    bool entry;    /* an entry, no unit that it uses */
    bool told[2];  /* that it does not name input, output */
    uint32_t uses; /* names used so far, */
    uint32_t uses_outside; /* and before this block */
    const char *text;
    const Module *program; /* if it is one, or NULL */
} SemaModule;

/* The body that is checked. */
typedef struct SemaBody {
    Decl *routine;    /* whose it is; NULL: the program's */
    uint16_t level;   /* of its frame */
    uint16_t changes; /* so far: DeclRoutine.changes */
    bool generic;     /* number is named in this procedure: */
    Type *number;     /* this type */
} SemaBody;

/* The statement that is checked. */
typedef struct SemaStatement {
    const Expr *lvalue; /* of an assignment whose value is checked, or NULL */
    const Reach *reach; /* of its sequence; NULL: one alone */
    const Decl *call;   /* a routine whose arguments are checked, or NULL */
    uint32_t order;     /* statements so far */
    uint32_t calls;     /* of procedures and of dispose so far */
    int unknown; /* with statements around, of what has no fields: a name might
                    be one */
    int dead;    /* branches around that a constant condition rules out */
    int strange_labels; /* of the block, that it does not declare */
} SemaStatement;

typedef struct Sema {
    Arena *arena; /* of what lasts as long as the tree does */
    Diag *diag;
    Names *names;
    Scope scope;
    Types types;
    Xref *xref;   /* NULL: what names mean is not kept */
    bool called;  /* any procedure of the program may be, from outside */
    bool session; /* the program grows: entries to come may change or call
                     all that is declared at level 0 */
    SemaModule module;
    SemaBody body;
    SemaStatement statement;
    struct {            /* what was found, in all modules */
        bool heap;      /* there may be references: a p^, a variant */
        bool dispose;   /* pointers may dangle */
        bool too_deep;  /* a type was, which is reported once */
        Type *pointers; /* whose domain types are still to be found */
    } found;
    struct { /* the modules whose names are visible */
        Unit *unit;
        uint32_t units, unit_room;
    } visible;
} Sema;

/* Makes a checker that knows the predeclared types and no module yet. Its
 * types and names live in the arena. */
void sema_init(Sema *sema, Arena *arena, Diag *diag, Names *names);

/* Checks the declarations and the body of a program or a unit. A unit's
 * names stay visible for the modules that follow. */
void sema_module(Sema *sema, Module *module);

/* Checks what the modules need of the library; their names end. */
void sema_finish(Sema *sema);

/* sema_lazy.c: enters a module's scope; reads and checks the heading of what
 * has only a name so far; makes the next instance of a generic procedure;
 * defers the check of a body until a call needs it, or checks it at once unless
 * the module is lazy. */
void sema_enter(Sema *sema, const Module *module);
void sema_named(Sema *sema, Decl *decl);
void sema_next_instance(Sema *sema, Decl *routine);
void sema_defer(Sema *sema, Decl *routine);

/* sema_strict.c: reports extensions of ISO 7185 if the text is to have none: a
 * name that is used, a constant, a string that is none of ISO's, a part of what
 * may be a result, the order of declarations, input or output of a heading that
 * does not name it. */
void sema_strict_name(Sema *sema, const Decl *decl, StarSpan span);
void sema_strict_constant(Sema *sema, const Expr *constant);
void sema_strict_text(Sema *sema, const Type *type, StarSpan span);
void sema_strict_part(Sema *sema, const Expr *part);
void sema_strict_order(Sema *sema, const Decl *decls);
void sema_strict_file(Sema *sema, bool output, StarSpan span);

/* sema_decl.c */
void sema_routine(Sema *sema, Decl *routine);
void sema_body(Sema *sema, Decl *routine);

/* The type a type expression stands for. */
Type *sema_type(Sema *sema, TypeExpr *type);

/* The type that a name stands for; that of errors after a report. */
Type *sema_type_name(Sema *sema, Expr *name);

/* The type of a variable, parameter or field; subranges with bounds of the
 * run are for indices only. */
Type *sema_value_type(Sema *sema, TypeExpr *type);

/* A type of this kind with nothing else set; it lives in the arena. */
Type *sema_new_type(Sema *sema, int kind);

/* The type, whose parts are nested so deep; or that of errors if this is the
 * most there may be. */
Type *sema_nest(Sema *sema, Type *type, const TypeExpr *expr, int depth);

/* sema_set.c: set types, constructors, operators, a set as a value of another
 * type of sets; false if it does not fit. */
Type *sema_set_type(Sema *sema, TypeExpr *type);
void sema_set(Sema *sema, Expr *expr, Type *want);
Type *sema_set_operator(Sema *sema, Expr *expr);
bool sema_set_fit(Expr *expr, Type *type);

/* sema_record.c. Domain types are found when a type section, or another
 * declaration, ends. */
Type *sema_pointer_type(Sema *sema, TypeExpr *type);
void sema_pointers(Sema *sema);
void sema_nil(Sema *sema, Expr *expr);
void sema_deref(Sema *sema, Expr *expr);
void sema_new(Sema *sema, Expr *call, bool dispose);

/* Record types, left.name, with. */
Type *sema_record(Sema *sema, TypeExpr *type);
void sema_field(Sema *sema, Expr *expr);
void sema_with(Sema *sema, Stmt *statement);

/* sema_stmt.c */
/* Analyses a checked block, unless there were errors. */
void sema_analyse(Sema *sema, Decl *routine, Block *checked);
void sema_alone(Sema *sema, Stmt *statement); /* in no sequence */
void sema_statements(Sema *sema, Stmt *list);

/* Labels of one statement or variant part that were checked. */
typedef struct Labels {
    const CaseLabel **label;
    uint32_t count, room;
} Labels;

/* Appends a label; the greatest value of a label, which is its only one or the
 * end of its range. */
void sema_add_label(Sema *sema, Labels *all, const CaseLabel *label);
int64_t sema_label_high(const CaseLabel *label);

/* Sorts them, labels of variants or of a case statement, and reports those
 * that repeat a value. */
bool sema_repeats(Sema *sema, Labels *all, bool variants);

/* A sequence of statements; `outermost`: a block's own. */
const Reach *sema_sequence(Sema *sema, Stmt *list, bool outermost);
void sema_labelled(Sema *sema, Stmt *statement);
void sema_goto(Sema *sema, Stmt *statement);

/* Checks that every goto of a block leads to a label that it may reach. */
void sema_labels(Sema *sema, const Block *block);

/* sema_expr.c: an expression gets a type, at worst that of errors, which fits
 * everywhere. `want` is the type the context would like, or NULL; it only
 * decides what a quoted literal is. */
void sema_expr(Sema *sema, Expr *expr, Type *want);

/* An expression that must be a constant; false if it is not. */
bool sema_constant(Sema *sema, Expr *expr);

/* An expression of type integer. */
void sema_integer(Sema *sema, Expr *expr);

/* A condition. */
void sema_condition(Sema *sema, Expr *expr);

/* Makes a checked expression fit a type: decides literals, notes
 * conversions, reports what cannot be assigned. `what` names the place. */
bool sema_fit(Sema *sema, Expr *expr, Type *type, const char *what);

/* The same for an argument, of a procedure called `what`. */
bool sema_argument(Sema *sema, Expr *expr, Type *type, const char *what);
bool sema_fit_param(Sema *sema, Expr *expr, const Decl *param);
bool sema_fit_variable(Sema *sema, Expr *expr, Type *type,
                       const Decl *variable);

/* The visible declaration of a name; NULL after a report if there is none. */
Decl *sema_lookup(Sema *sema, Expr *name, ScopeUse use);

/* Notes that a name is used for this declaration. */
void sema_use(Sema *sema, Decl *decl, const Expr *name);

/* Reports why a type expression gives none: the type of errors. */
#define sema_no_type(sema, type, ...) \
    (diag_error((sema)->diag, (type)->span, __VA_ARGS__), &(sema)->types.error)

/* Reports a mismatch and gives the expression the type of errors. sema_wrong
 * does so behind a report. */
#define sema_mismatch(sema, expr, ...) \
    sema_wrong(sema, expr, diag_error((sema)->diag, (expr)->span, __VA_ARGS__))
StarReport *sema_wrong(Sema *sema, Expr *expr, StarReport *report);

/* Adds to a report on two different types the places of their declarations,
 * if both have the same text. */
void sema_two_types(Sema *sema, StarReport *report, const Type *expected,
                    const Type *found);

/* Adds to a report where the program declares a name. */
void sema_declared(Sema *sema, StarReport *report, const Decl *decl);

/* sema_fold.c: gives an operation on constants its value. */
void sema_fold(Sema *sema, Expr *operation);

/* sema_lvalue.c: a variable that is read and written in place, such as a var
 * argument. */
void sema_variable(Sema *sema, Expr *expr);

/* The same for a checked expression: reports it if it is no variable. */
void sema_is_variable(Sema *sema, Expr *expr);

/* Checks the left side of an assignment: a variable, a function's result, a
 * component, an element, ROW or COL of a table. */
void sema_lvalue(Sema *sema, Expr *expr);

/* Notes that the routine may change objects of frames of this level; 0: of any
 * level. */
void sema_changes(Sema *sema, uint16_t level);

/* left[args]; warnings of constants that no array, slice, word or table has as
 * an index: rows are size 0 of a table, columns size 1. */
void sema_index(Sema *sema, Expr *expr);
void sema_check_component(Sema *sema, const Expr *index, const Type *of,
                          int size);

/* The number of components of a slice or word, of rows (0) or columns (1) of a
 * table, if the type has it; else INT64_MAX. */
int64_t sema_size_of(const Type *type, int size);

/* sema_size.c: warnings of known sizes that do not fit; a run that comes to
 * such a place ends there. The sizes are those of a primitive's arguments, an
 * operator, an assignment, a call's arguments, a declared size. */
void sema_prim_sizes(Sema *sema, Expr *call, Expr *args);
void sema_operator_sizes(Sema *sema, Expr *operation);
void sema_assignment_sizes(Sema *sema, const Expr *lvalue, const Expr *value);
void sema_call_sizes(Sema *sema, const Decl *routine, const Expr *args);
void sema_declared_size(Sema *sema, const Expr *size);

/* sema_call.c: a call as a function, or as a statement. */
void sema_call(Sema *sema, Expr *call, Type *want, bool statement);

/* sema_args.c: an argument for a parameter of the program's; `before`: the
 * argument before it in the same section, or NULL. Returns the parameter, or
 * the same one of the instance that the argument selects. */
const Decl *sema_pass(Sema *sema, Expr *argument, const Decl *param,
                      const Expr *before);

/* True if calls of one procedure or function fit another one. */
bool sema_same_heading(const Decl *routine, const Decl *other);

/* sema_file.c */
Type *sema_file_type(Sema *sema, const TypeExpr *type);

/* True if a checked expression is a file, or a text; else reports its type. */
bool sema_is_file(Sema *sema, Expr *expr, bool text);

/* True if a variable that is not checked yet is a file. */
bool sema_names_file(const Sema *sema, const Expr *expr);

/* Rewrites a statement that reads or writes a file of components other than
 * characters as assignments to and from f^; false for other statements. */
bool sema_transfer(Sema *sema, Stmt *statement);

/* sema_builtin.c. The word columns or rows becomes the image's number. */
void sema_image(Sema *sema, Expr *word);
void sema_builtin(Sema *sema, Expr *call, bool statement);

/* True if a row of builtins.def is a function. */
bool sema_builtin_value(unsigned number);

/* sema_hint.c: add to a report the text to write instead. */
void sema_hint_unknown(Sema *s, StarReport *r, const Expr *name, ScopeUse use);
void sema_hint_index(Sema *s, StarReport *r, const Expr *e); /* T[i] */
void sema_hint_type(Sema *s, StarReport *r, const Expr *e);  /* slice[4] */
void sema_hint_bits(Sema *s, StarReport *r, const Expr *e, const Type *to);
void sema_hint_real(Sema *s, StarReport *r, const Expr *e);
void sema_hint_scalar(Sema *s, StarReport *r, const Type *to, const Type *from);
void sema_hint_unary(Sema *s, StarReport *r, const Expr *e);
void sema_hint_binary(Sema *s, StarReport *r, const Expr *e, const Type *a,
                      const Type *b);
void sema_hint_arguments(Sema *s, StarReport *r, const Expr *call,
                         const Decl *called, int missing);
void sema_hint_no_value(Sema *s, StarReport *r, const Expr *call);

/* Corrects an expression by texts before and behind it. */
void sema_fix(Sema *s, StarReport *r, const Expr *e, const char *before,
              const char *behind);

#endif

/* SPDX-License-Identifier: MIT */
/* The syntax tree. Nodes live in the compilation's arena; the parser builds
 * them, sema annotates them, emit reads them. */
#ifndef STAR_AST_H
#define STAR_AST_H

#include "memory/arena.h"
#include "report/source.h"

typedef struct Expr Expr;
typedef struct Stmt Stmt;
typedef struct Decl Decl;
typedef struct TypeExpr TypeExpr;
typedef struct Type Type;
typedef struct Block Block;

/* An interned identifier in lower case: equal names are equal pointers. */
typedef const char *Name;

typedef enum ExprKind {
    EXPR_INTEGER,
    EXPR_REAL,
    EXPR_TEXT, /* a quoted literal: text, or bits of a slice or word */
    EXPR_NAME,
    EXPR_CALL,  /* left(args): call, component, ROW(i, T) */
    EXPR_INDEX, /* left[args] */
    EXPR_FIELD, /* left.name */
    EXPR_DEREF, /* left^ */
    EXPR_NIL,
    EXPR_SET,   /* [args] */
    EXPR_RANGE, /* left..right, an element of a set */
    EXPR_WITH,  /* the record of a with statement: left, once evaluated */
    EXPR_UNARY,
    EXPR_BINARY,
    EXPR_FORMAT /* left:right:third, an argument of write */
} ExprKind;

typedef enum Operator {
    OP_NONE,
    OP_PLUS,
    OP_MINUS,
    OP_TIMES,
    OP_SLASH,
    OP_DIV,
    OP_MOD,
    OP_AND,
    OP_OR,
    OP_XOR,
    OP_NOT,
    OP_EQ,
    OP_NE,
    OP_LT,
    OP_LE,
    OP_GT,
    OP_GE,
    OP_IN
} Operator;

/* The meaning of an expression, by sema. */
typedef enum Meaning {
    MEANS_NOTHING,
    MEANS_CONSTANT,  /* value: integer, real or text below */
    MEANS_VARIABLE,  /* decl: a variable or parameter */
    MEANS_RESULT,    /* decl: the function whose result it is */
    MEANS_ROUTINE,   /* decl: a procedure or function, not called */
    MEANS_CALL,      /* decl: a procedure or function of the program */
    MEANS_PRIM,      /* prim: a primitive */
    MEANS_BUILTIN,   /* builtin: a required procedure or function */
    MEANS_COMPONENT, /* left(args[0]): a component of a slice or word */
    MEANS_ELEMENT,   /* left[args]: of an array or string */
    MEANS_FIELD,     /* left.decl: of a record */
    MEANS_DEREF,     /* left^ */
    MEANS_BUFFER,    /* left^, of a file */
    MEANS_SET,       /* [args] */
    MEANS_WITH,      /* a record of a with statement, in emit.cell */
    MEANS_OPERATION  /* unary or binary */
} Meaning;

/* The conversion of a value for the place of its use. */
typedef enum Conversion {
    CONVERT_NONE,
    CONVERT_REAL,   /* ordinal to real */
    CONVERT_SINGLE, /* number to single */
    CONVERT_STRING, /* character or array of characters to string */
    CONVERT_CHARS,  /* string literal to array of characters */
    CONVERT_WIDE,   /* small set to large */
    CONVERT_NARROW  /* large set to small */
} Conversion;

/* An expression; what one pass notes for itself or for emit, in a group. */
struct Expr {
    ExprKind kind;
    uint8_t op;      /* Operator */
    uint8_t meaning; /* Meaning */
    uint8_t convert; /* Conversion */
    bool parens;     /* stood in parentheses */
    bool constant;   /* a constant whose value is below */
    bool altered;    /* a part of a variable that is changed */
    bool reads;      /* f^ of read(f, v) */
    bool both;       /* 'and', 'or': the right side is evaluated in any case */
    struct {
        bool unproved; /* may be read before it is assigned */
        bool hoisted;  /* no iteration of the loop around changes it */
    } analysis;
    struct {
        bool unchecked; /* what uses the value finds its faults */
        bool chars;     /* an array of characters is used as it is */
        uint16_t cell;  /* of an argument, a record, or a hoisted value */
        uint16_t flag;  /* the cell that is 1 once the value is there */
    } emit;
    uint16_t depth;  /* of nesting below */
    uint16_t number; /* prim or builtin */
    StarSpan span;
    StarSpan at; /* of the operator or the name */
    Type *type;
    Decl *decl;
    Expr *left, *right, *third;
    Expr *args, *next; /* a list of arguments */
    Name name;
    int64_t integer;
    double real;
    const char *text; /* of a literal, not NUL-terminated */
    uint32_t length;
    struct {
        const struct Variant *tie; /* that an argument of new selects */
        Expr *up;                  /* while a chain of operators is walked */
        int64_t size[2]; /* of a slice, word or table, plus 1; 0: not known */
    } sema;
};

typedef enum StmtKind {
    STMT_EMPTY,
    STMT_ASSIGN, /* lvalue := value */
    STMT_CALL,   /* value */
    STMT_BLOCK,  /* body: a list */
    STMT_IF,     /* value, body, other */
    STMT_WHILE,  /* value, body */
    STMT_REPEAT, /* body: a list, value */
    STMT_FOR,    /* lvalue := value to/downto limit, body */
    STMT_CASE,   /* value, arms, other (a list) */
    STMT_LABEL,  /* lvalue: the label; body */
    STMT_GOTO,   /* lvalue: the label */
    STMT_WITH    /* value: a list; body */
} StmtKind;

typedef struct CaseLabel {
    Expr *low, *high; /* high NULL for a single value */
    struct CaseLabel *next;
} CaseLabel;

typedef struct CaseArm {
    CaseLabel *labels;
    Stmt *body;
    struct CaseArm *next;
} CaseArm;

struct Stmt {
    StmtKind kind;
    bool down;      /* for ... downto */
    bool otherwise; /* case has one */
    bool calls;     /* with, by sema: calls a procedure within, or disposes */
    uint16_t depth;
    uint16_t chain; /* of an if: how many else if follow */
    uint32_t order; /* of a goto: its number in the text */
    StarSpan span;
    Expr *lvalue, *value, *limit;
    Stmt *body, *other, *next;
    Stmt *same; /* of a goto: another one to the same label */
    CaseArm *arms;
};

typedef enum TypeExprKind {
    TYPEX_NAME,    /* name, args: integer, slice(T), table(r, c) */
    TYPEX_RANGE,   /* low..high */
    TYPEX_ENUM,    /* names */
    TYPEX_ARRAY,   /* index, a list; element */
    TYPEX_FILE,    /* of element */
    TYPEX_DIM,     /* low..high: element, an index of a conformant array; names:
                      its two bounds */
    TYPEX_SET,     /* of element */
    TYPEX_POINTER, /* to low, a name */
    TYPEX_RECORD   /* fields */
} TypeExprKind;

/* The fields of a record or a variant: fixed ones, then a variant part or
 * NULL. */
typedef struct FieldList {
    Decl *fixed;
    struct VariantPart *part;
    uint16_t depth;
} FieldList;

typedef struct Variant {
    CaseLabel *labels;
    FieldList *fields;
    struct Variant *next;
    struct VariantPart *part; /* by sema: where it stands, and its number */
    uint16_t number;
} Variant;

/* case tag: type of variants. */
typedef struct VariantPart {
    Decl *tag;   /* named or not; its typex is the type */
    bool tagged; /* the tag is a field */
    Variant *list;
    Variant *outer;        /* by sema: the variant it stands in, or NULL */
    uint16_t number, cell; /* of the part; its first one, of two and the tag */
    uint16_t variants;
} VariantPart;

struct TypeExpr {
    TypeExprKind kind;
    bool packed;
    uint16_t depth;
    StarSpan span;
    Expr *low, *high; /* TYPEX_NAME: low is the name or call */
    Decl *names;      /* of an enumeration, of bounds */
    TypeExpr *index, *element, *next;
    FieldList *fields;
    Type *type; /* by sema, once */
};

typedef enum DeclKind {
    DECL_CONST,
    DECL_TYPE,
    DECL_VAR,
    DECL_PARAM,
    DECL_BOUND,  /* of a conformant array: its cell is its type's */
    DECL_FIELD,  /* of a record; in a with statement value is the record */
    DECL_PROC,   /* procedure or function */
    DECL_LABEL,  /* its name is its number, in decimal */
    DECL_PRIM,   /* predeclared: a primitive */
    DECL_BUILTIN /* predeclared: a required procedure or function */
} DeclKind;

/* The statements among which a label stands, as numbers in the text: a goto
 * to it is one of first + 1..last, or the sequence is a block's own. */
typedef struct Reach {
    uint32_t first, last;
    bool outermost;
} Reach;

/* Of a procedure or function, or of a parameter that is one. */
typedef struct DeclRoutine {
    bool function;
    bool forward;          /* declared forward, body still to come */
    bool needed;           /* something calls it: */
    bool deferred;         /* the body is checked only if one does, */
    bool named;            /* and the heading; only name and text are known */
    uint16_t instance;     /* of one that is generic: its type's number */
    uint16_t changes;      /* the least level of objects that it may change
                              other than by its own var parameters; 0 while
                              that is not known */
    uint16_t alters;       /* the same of the sizes in its heading */
    uint32_t body;         /* where the text goes on behind its heading */
    uint32_t proc;         /* its number in the program */
    StarSpan text;         /* all of it */
    StarSpan directive_at; /* where the directive stands: */
    Name directive;        /* `native`, a layout or a role */
    const char *native;    /* the kernel that may stand in for the body */
    Decl *params;
    Block *block;
    Block *waiting; /* the block while it is deferred, or NULL: not read yet */
    Decl *renewed;  /* the one whose place this one takes */
} DeclRoutine;

/* Of a parameter. */
typedef struct DeclParam {
    bool joined;    /* of the section of the one before */
    bool formal;    /* a procedure or function */
    bool selects;   /* the procedure's first one that is a number */
    uint8_t layout; /* that a table's argument must not contradict, + 1 */
    uint8_t role;   /* StarRole */
} DeclParam;

/* Of a label. */
typedef struct DeclLabel {
    const Stmt *stands;  /* the statement that it stands before, */
    const Reach *reach;  /* the sequence of that one, */
    Stmt *gotos;         /* the statements that lead there, */
    struct Label *jumps; /* emit: the same as instructions, */
    uint32_t place;      /* and the one that they lead to */
} DeclLabel;

/* Of a field. */
typedef struct DeclField {
    Variant *variant;  /* that it stands in, or NULL */
    VariantPart *tags; /* the part whose tag it is, or NULL */
} DeclField;

/* The uses of a name, by sema. */
typedef struct DeclUses {
    bool used, assigned, read;
    bool undeclared;    /* it stands for a name that was reported */
    bool captured;      /* a procedure within its block uses it */
    bool is_for;        /* control variable of an active for statement */
    bool controls;      /* control variable of some for statement */
    uint32_t order;     /* the last use's number in the text */
    const Expr *last;   /* and where it is */
    const Expr *threat; /* where a procedure within its block changes it */
} DeclUses;

/* The scope of a name, by scope.c. */
typedef struct DeclScope {
    bool entry;      /* declared by an entry of a session, not a unit */
    uint64_t module; /* a bit for the module, all if predeclared */
    Decl *shadowed;  /* what the name meant outside */
} DeclScope;

/* The state of a variable, by definite_assignment.c. */
typedef struct DeclAnalysis {
    int32_t flow; /* its bit */
    bool wanted;  /* some read of it is unproved */
} DeclAnalysis;

/* A declaration; what only one kind has, or one pass notes, in a group. */
struct Decl {
    DeclKind kind;
    bool var;     /* a var parameter */
    bool section; /* the first of a label, const, type or var section */
    bool library; /* a constant of an enumeration of the library */
    Name name;
    const char *spelled; /* the name as declared */
    StarSpan span;       /* of the name */
    uint16_t number;     /* prim or builtin; constant: see value */
    uint16_t level;      /* of the frame it lives in */
    uint16_t depth;      /* of nesting in a heading */
    uint16_t cell;
    uint16_t external; /* a file of the command line: its number, from 1 */
    DeclParam param;
    Decl *next; /* in the list it was declared in */
    TypeExpr *typex;
    Expr *value; /* of a constant */
    Type *type;
    Decl *owner; /* the procedure it is declared in, or NULL */
    Decl *other; /* of a generic procedure, the next instance; of its
                    parameter, the same one there */
    DeclRoutine routine;
    union { /* by kind */
        DeclLabel label;
        DeclField field;
    };
    DeclAnalysis analysis;
    DeclUses uses;
    DeclScope scope;
};

struct Block {
    Decl *decls;         /* in order */
    Stmt *body;          /* NULL for a unit */
    StarSpan end;        /* the final end */
    uint32_t statements; /* where they begin, behind the declarations */
};

/* A file: a program, or a unit, which has only declarations. */
typedef struct Module {
    bool program;
    Name name;
    StarSpan span;
    Decl *params;   /* program parameters, names only */
    uint16_t files; /* among them */
    Decl *uses;     /* names of units */
    Block *block;
    /* Where in the text the declarations, then the statements begin; not of a
     * unit. */
    uint32_t declarations, statements;
} Module;

/* A list under construction: appended to in constant time. */
typedef struct List {
    void *first, *last;
} List;

/* A new node of a kind for this part of the text, all else 0; it lives in the
 * arena. A declaration is spelled as its name. */
Expr *ast_expr(Arena *arena, ExprKind kind, StarSpan span);
Stmt *ast_stmt(Arena *arena, StmtKind kind, StarSpan span);
TypeExpr *ast_type(Arena *arena, TypeExprKind kind, StarSpan span);
Decl *ast_decl(Arena *arena, DeclKind kind, Name name, StarSpan span);

/* Depth of nesting of the deepest of a list. */
uint16_t ast_depth_exprs(const Expr *list);
uint16_t ast_depth_stmts(const Stmt *list);
uint16_t ast_deeper(uint16_t a, uint16_t b);

/* Gives every declaration of a list the same type. */
void ast_typed(Decl *list, TypeExpr *type);

/* True if a variable is one of a frame of this level; false for a var
 * parameter, which refers to another variable. */
bool ast_is_local(const Decl *variable, uint16_t level);

/* The span from the beginning of one to the end of the other. */
StarSpan ast_join(StarSpan from, StarSpan to);

/* The spelling of an operator. */
const char *ast_operator(Operator op);

#endif

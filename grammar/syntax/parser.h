/* SPDX-License-Identifier: MIT */
/* The actions of star.y: each builds one node, or reports one mistake. */
#ifndef STAR_PARSER_H
#define STAR_PARSER_H

#include "syntax/lexer.h"
#include "syntax/token_names.h"

/* The greatest depth of nested constructs in a source text. */
enum { PARSER_NESTING = 256 };

/* The most else if that may follow one another. */
enum { PARSER_CHAIN = 1000 };

/* What syntax errors leave in doubt, in an arena. */
typedef struct Doubt {
    bool errors;      /* there are some: */
    StarSpan *region; /* places that may mean something else, */
    uint32_t regions; /* in their order; */
    uint32_t from;    /* and from here on, what names mean; */
    bool nameless;    /* any name may be declared */
} Doubt;

/* Parses a part of a text, or all of it, into a module. Where there are errors,
 * which are in diag, it is that of the corrected text, with what is in doubt of
 * it: NULL if that is not understood either, or `doubt` is NULL. */
Module *parser_run(Arena *arena, Diag *diag, Names *names, const char *text,
                   StarSpan part, Doubt *doubt);

/* parser_run for a unit of the library, of whose procedures and functions it
 * has the names and their texts only: parser_again has the rest. */
Module *parser_names_run(Arena *arena, Diag *diag, Names *names,
                         const char *text, StarSpan part);

/* parser_run for an entry of a session, and for one that is an expression. */
Module *parser_entry_run(Arena *arena, Diag *diag, Names *names,
                         const char *text, StarSpan part);
Expr *parser_expression_run(Arena *arena, Diag *diag, Names *names,
                            const char *text, StarSpan part);

/* The result of parsing a text as a file or, by the token `piece`, as an entry
 * or an expression: wrong, the beginning of one, a whole one. */
typedef enum ParserFit { PARSER_WRONG, PARSER_BEGUN, PARSER_WHOLE } ParserFit;
ParserFit parser_fit(Arena *arena, int piece, const char *text, StarSpan part);

/* The offset behind the last ';' of a text that has tokens behind it. */
uint32_t parser_tail(Arena *arena, const char *text, StarSpan part);

/* True if a text begins with the word program. */
bool parser_is_program(Arena *arena, Names *names, const char *text,
                       size_t length);

/* Parses a procedure or function of a text without errors once more, or its
 * heading alone, as if `forward` stood behind. */
Decl *parser_again(Arena *arena, Diag *diag, Names *names, const char *text,
                   const Decl *routine, bool heading);

/* Files and declarations. */
void parser_program(Lexer *lexer, StarSpan span, Decl *name, List params,
                    List uses, Block *block);
void parser_unit(Lexer *lexer, StarSpan span, List uses, List decls);
void parser_entry(Lexer *lexer, StarSpan span, List uses, List decls,
                  List statements);
void parser_parts(Lexer *lexer, uint32_t declarations, uint32_t statements);
Decl *parser_decl(Lexer *lexer, DeclKind kind, Ident name, StarSpan span);
List parser_section(List decls);
Decl *parser_label_decl(Lexer *lexer, Expr *label);
List parser_const(Lexer *lexer, Ident name, StarSpan span, Expr *value);
List parser_type(Lexer *lexer, Ident name, StarSpan span, TypeExpr *type);
Decl *parser_routine(Lexer *lexer, Ident name, StarSpan span, List params);
Decl *parser_function(Lexer *lexer, Ident name, StarSpan span, List params,
                      TypeExpr *type);
Decl *parser_directed(Lexer *lexer, Decl *routine, Name word, StarSpan span,
                      Ident what);
Decl *parser_directive(Lexer *lexer, Decl *routine, Name word, StarSpan span);
List parser_params(List names, TypeExpr *type, bool var);
List parser_formal(Decl *routine);
Block *parser_block(Lexer *lexer, List statements, StarSpan end);

/* Types: a copy of one that has such parts, nested in them; others. */
TypeExpr *parser_type_of(Lexer *lexer, const TypeExpr *parts);
#define TYPEX(what, at, ...) \
    parser_type_of(lexer,    \
                   &(TypeExpr){.kind = TYPEX_##what, .span = at, __VA_ARGS__})
TypeExpr *parser_array(Lexer *lexer, StarSpan span, List index,
                       TypeExpr *element);
TypeExpr *parser_dim(Lexer *lexer, TypeExpr *range, TypeExpr *type);
List parser_fields(List names, TypeExpr *type);
FieldList *parser_field_list(Lexer *lexer, List fixed, VariantPart *part);
VariantPart *parser_part(Lexer *lexer, Decl *tag, bool tagged, TypeExpr *type,
                         List variants);
VariantPart *parser_tagless(Lexer *lexer, Decl *type, List variants);
Variant *parser_variant(Lexer *lexer, List labels, FieldList *fields);

/* Statements, likewise. */
Stmt *parser_stmt(Lexer *lexer, const Stmt *parts);
#define STMT(what, at, ...) \
    parser_stmt(lexer, &(Stmt){.kind = STMT_##what, .span = at, __VA_ARGS__})
Stmt *parser_hyphen_call(Lexer *lexer, StarSpan span, StarSpan name, List args);
Stmt *parser_compound(Lexer *lexer, StarSpan span, Block *block);
Stmt *parser_if(Lexer *lexer, StarSpan span, Expr *condition, Stmt *body,
                Stmt *other);
Stmt *parser_labelled(Lexer *lexer, StarSpan span, Expr *label, Stmt *body);
CaseArm *parser_arm(Lexer *lexer, List labels, Stmt *body);
CaseLabel *parser_label(Lexer *lexer, Expr *low, Expr *high);

/* Expressions. A chain a + b + c leans to the left and is walked by loops,
 * so that it may be as long as it likes: only right operands nest. */
Expr *parser_unary(Lexer *lexer, Operator op, StarSpan at, Expr *operand);
Expr *parser_binary(Lexer *lexer, Operator op, StarSpan at, Expr *left,
                    Expr *right);
Expr *parser_postfix(Lexer *lexer, ExprKind kind, StarSpan span, Expr *left,
                     Expr *args);
Expr *parser_set(Lexer *lexer, StarSpan span, List elements);
Expr *parser_element(Lexer *lexer, StarSpan span, Expr *low, Expr *high);
Expr *parser_field(Lexer *lexer, StarSpan span, Expr *record, Ident name,
                   StarSpan at);
Expr *parser_name(Lexer *lexer, StarSpan span, Ident name);
Expr *parser_label_name(Lexer *lexer, StarSpan span, int64_t number);
Expr *parser_integer(Lexer *lexer, StarSpan span, int64_t value);
Expr *parser_real(Lexer *lexer, StarSpan span, double value);
Expr *parser_text(Lexer *lexer, StarSpan span, const char *bytes,
                  uint32_t length);
Expr *parser_parens(Lexer *lexer, StarSpan span, Expr *inner);
Expr *parser_format(Lexer *lexer, StarSpan span, Expr *value, Expr *width,
                    Expr *decimals);

/* An expression without a statement is nested as if it stood in one: it may
 * turn out to be a call. */
Expr *parser_alone(Lexer *lexer, Expr *value);

/* Lists. */
List parser_append_decl(List list, Decl *node);
List parser_concat_decls(List list, List more);
List parser_append_expr(List list, Expr *node);
List parser_append_stmt(List list, Stmt *node);
List parser_append_type(List list, TypeExpr *node);
List parser_append_arm(List list, CaseArm *node);
List parser_append_variant(List list, Variant *node);
List parser_append_label(List list, CaseLabel *node);

/* The name that a heading or call spells with a hyphen. */
Ident parser_hyphen(Lexer *lexer, StarSpan span);

/* The text that a token of this kind has, with blanks where a word would join
 * what stands beside a span that it replaces; NULL: it may have several. */
const char *parser_spelling(const Lexer *lexer, int kind, StarSpan span);

/* Reports that the parser's stack, or a chain of else if, has ended. */
void parser_exhausted(Lexer *lexer, StarSpan span);

/* The depth of a construct around one of `depth`. Nesting is counted where a
 * node is built, so the message stands at the outermost construct that is too
 * deep, once. */
uint16_t parser_nested(Lexer *lexer, uint16_t depth, StarSpan span);

/* The generated automaton without its actions. */
enum { PARSER_STACK = 10000 };

typedef struct ParserStack {
    int depth;
    int *state;  /* room for PARSER_STACK, the first is 0 */
    int *first;  /* of each: the tokens shifted before its own */
    int shifted; /* tokens */
} ParserStack;

/* Takes a token; false, and an unusable stack, if it cannot stand here. */
bool parser_shift(ParserStack *stack, int token);

/* error_recovery.c: reports the mistakes of a text that could not be parsed.
 * Returns the tokens of its correction, in which one of kind 0 is the last:
 * those of what is left out have empty spans and names. The parser takes
 * them. `doubt`: NULL, or gets what is in doubt of them. */
const Token *parser_diagnose(Lexer *lexer, StarSpan part, Doubt *doubt);

#endif

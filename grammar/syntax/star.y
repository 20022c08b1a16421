/* SPDX-License-Identifier: MIT */
/* The grammar of STAR. Every action builds one node; what the names mean is
 * sema's business. All nodes live in the arena, so that nothing is to be
 * destroyed when an error discards values. */
%require "3.8"
%define api.pure full
%define api.prefix {parse_}
%define api.token.prefix {T_}
%define parse.error custom
%locations
%define api.location.type {StarSpan}
%expect 0
%param { Lexer *lexer }

%code requires {
#include "syntax/intern.h"

typedef struct Lexer Lexer;
}

%code {
#include "syntax/parser.h"

/* All memory is the arena's; the stack's depth bounds nesting. */
#define YYMALLOC(size) arena_alloc(lexer->arena, size, 1)
#define YYFREE(block) ((void)(block))
#define parse_error(span, lexer, text) parser_exhausted(lexer, *(span))

#define YYLLOC_DEFAULT(now, rhs, n)                              \
    do {                                                         \
        if (n) {                                                 \
            (now) = ast_join(YYRHSLOC(rhs, 1), YYRHSLOC(rhs, n)); \
        } else {                                                 \
            (now) = YYRHSLOC(rhs, 0);                            \
            (now).start = (now).end;                             \
        }                                                        \
    } while (0)
}

%union {
    Ident name;
    int64_t integer;
    double real;
    struct { const char *bytes; uint32_t length; } text;
    int op;
    bool flag;
    Expr *expr;
    Stmt *stmt;
    Decl *decl;
    TypeExpr *type;
    Block *block;
    CaseLabel *label;
    CaseArm *arm;
    FieldList *fields;
    VariantPart *part;
    Variant *variant;
    List list;
}

%token ARRAY "array" BEGIN "begin" CASE "case" CONST "const" DO "do"
%token DOWNTO "downto" ELSE "else" END "end" FILE "file" FOR "for"
%token FUNCTION "function" GOTO "goto" IF "if" IN "in" LABEL "label"
%token NIL "nil" OF "of" PACKED "packed" PROCEDURE "procedure"
%token PROGRAM "program" RECORD "record" REPEAT "repeat" SET "set"
%token THEN "then" TO "to" TYPE "type" UNTIL "until" VAR "var"
%token WHILE "while" WITH "with" USES "uses" OTHERWISE "otherwise"
%token DIV "div" MOD "mod" AND "and" OR "or" XOR "xor" NOT "not"
%token ASSIGN ":=" NE "<>" LE "<=" GE ">=" DOTDOT ".."
%token <name> IDENT "a name"
%token <integer> INTEGER "a number"
%token <real> REAL "a real number"
%token <text> TEXT "a quoted literal"
%token <name> START
%token ENTRY EXPRESSION
%token YYEOF 0 "the end of the file"

%type <op> relation addition multiplication
%type <flag> direction
%type <expr> expr sum term factor postfix argument element
%type <expr> start_bound start_term start_factor label
%type <stmt> statement unlabelled labelled target_statement body else_body
%type <type> type structured index_type param_type dim
%type <fields> field_list
%type <part> variant_part
%type <variant> variant
%type <decl> routine directed heading name_decl
%type <name> routine_name hyphenated name
%type <block> block compound
%type <label> case_label
%type <arm> case_arm
%type <list> decls decl names args const_defs const_def type_defs type_def
%type <list> var_decls var_decl params param dims index_types sequence gap
%type <list> statements arms labels uses_part label_decls program_params
%type <list> sections section variants records elements

/* An else belongs to the nearest if. */
%precedence THEN
%precedence ELSE

/* A name behind declarations continues them: in an entry, the first token of the
 * statements is a token of its own. */
%precedence DECLS
%precedence IDENT

%%

/* An entry of a session begins with a token that no text has. */
file:
    PROGRAM name_decl program_params ';' uses_part block '.'
        { parser_program(lexer, @2, $2, $3, $5, $6);
          parser_parts(lexer, @5.end, $6->statements); }
  | uses_part decls
        { parser_unit(lexer, @$, $1, $2); }
  | ENTRY uses_part decls sequence
        { parser_entry(lexer, @$, $2, $3, $4);
          parser_parts(lexer, @2.end, @3.end); }
  | ENTRY uses_part decls gap compound '.'
        { parser_entry(lexer, @$, $2, $3, parser_append_stmt($4,
                       parser_compound(lexer, @5, $5)));
          parser_parts(lexer, @2.end, @3.end); }
  | EXPRESSION expr         { lexer->expr = parser_alone(lexer, $2); }
  | EXPRESSION expr ';'     { lexer->expr = parser_alone(lexer, $2); }
  ;

program_params:
    %empty                  { $$ = (List){0}; }
  | '(' names ')'           { $$ = $2; }
  ;

uses_part:
    %empty                  { $$ = (List){0}; }
  | uses_part USES names ';' { $$ = parser_concat_decls($1, $3); }
  ;

names:
    name_decl               { $$ = parser_append_decl((List){0}, $1); }
  | names ',' name_decl     { $$ = parser_append_decl($1, $3); }
  ;

name_decl:
    IDENT       { $$ = parser_decl(lexer, DECL_VAR, $1, @1); }
  ;

block:
    decls compound { $$ = $2; $$->decls = $1.first; $$->statements = @1.end; }
  ;

compound:
    BEGIN sequence END      { $$ = parser_block(lexer, $2, @3); }
  ;

/* Declarations. */

decls:
    %empty                  { $$ = (List){0}; }
  | decls decl              { $$ = parser_concat_decls($1, $2); }
  ;

decl:
    LABEL label_decls ';'   { $$ = parser_section($2); }
  | CONST const_defs %prec DECLS { $$ = parser_section($2); }
  | TYPE type_defs %prec DECLS { $$ = parser_section($2); }
  | VAR var_decls %prec DECLS { $$ = parser_section($2); }
  | routine
        { $1->routine.text = @1; $$ = parser_append_decl((List){0}, $1); }
  ;

label_decls:
    label
        { $$ = parser_append_decl((List){0}, parser_label_decl(lexer, $1)); }
  | label_decls ',' label
        { $$ = parser_append_decl($1, parser_label_decl(lexer, $3)); }
  ;

label:
    INTEGER                 { $$ = parser_label_name(lexer, @1, $1); }
  ;

const_defs:
    const_def
  | const_defs const_def    { $$ = parser_concat_decls($1, $2); }
  ;

const_def:
    IDENT '=' expr ';'      { $$ = parser_const(lexer, $1, @1, $3); }
  ;

type_defs:
    type_def
  | type_defs type_def      { $$ = parser_concat_decls($1, $2); }
  ;

type_def:
    IDENT '=' type ';'      { $$ = parser_type(lexer, $1, @1, $3); }
  ;

var_decls:
    var_decl
  | var_decls var_decl      { $$ = parser_concat_decls($1, $2); }
  ;

var_decl:
    names ':' type ';'      { ast_typed($1.first, $3); $$ = $1; }
  ;

routine:
    heading ';' block ';'   { $$ = $1; $$->routine.body = @2.end;
                              $$->routine.block = $3; }
  | heading ';' name ';'    { $$ = parser_directive(lexer, $1, $3.id, @3);
                              $$->routine.body = @2.end; }
  | directed block ';'    { $$ = $1; $$->routine.block = $2; }
  ;

/* In the library: native NAME; weights T; distances D; */
directed:
    heading ';' name IDENT ';'
        { $$ = parser_directed(lexer, $1, $3.id, @3, $4);
          $$->routine.body = @2.end; }
  | directed name IDENT ';'
        { $$ = parser_directed(lexer, $1, $2.id, @2, $3); }
  ;

heading:
    PROCEDURE routine_name  { $$ = parser_routine(lexer, $2, @2, (List){0}); }
  | PROCEDURE routine_name '(' params ')'
        { $$ = parser_routine(lexer, $2, @2, $4); }
  | FUNCTION IDENT { $$ = parser_function(lexer, $2, @2, (List){0}, NULL); }
  | FUNCTION IDENT ':' type
        { $$ = parser_function(lexer, $2, @2, (List){0}, $4); }
  | FUNCTION IDENT '(' params ')' ':' type
        { $$ = parser_function(lexer, $2, @2, $4, $7); }
  ;

/* A hyphen occurs in a published name: WARSHALL-1. */
routine_name:
    IDENT
  | hyphenated
  ;

hyphenated:
    name '-' INTEGER        { $$ = parser_hyphen(lexer, @$); }
  | name '-' IDENT          { $$ = parser_hyphen(lexer, @$); }
  ;

name:
    IDENT
  | START
  ;

params:
    param
  | params ';' param        { $$ = parser_concat_decls($1, $3); }
  ;

param:
    names ':' param_type    { $$ = parser_params($1, $3, false); }
  | VAR names ':' param_type { $$ = parser_params($2, $4, true); }
  | heading                 { $$ = parser_formal($1); }
  ;

/* A conformant array takes the bounds of its argument. */
param_type:
    type
  | ARRAY '[' dims ']' OF param_type { $$ = parser_array(lexer, @$, $3, $6); }
  | PACKED ARRAY '[' dim ']' OF type
        { $$ = parser_array(lexer, @$, parser_append_type((List){0}, $4), $7);
          $$->packed = true; }
  ;

dims:
    dim                     { $$ = parser_append_type((List){0}, $1); }
  | dims ';' dim            { $$ = parser_append_type($1, $3); }
  ;

dim:
    index_type ':' IDENT
        { $$ = parser_dim(lexer, $1, TYPEX(NAME, @3,
                          .low = parser_name(lexer, @3, $3))); }
  ;

/* Types. A bound is any expression but a comparison; one that begins with
 * a parenthesis cannot be told from an enumeration. */

type:
    start_bound             { $$ = TYPEX(NAME, @$, .low = $1); }
  | start_bound DOTDOT sum  { $$ = TYPEX(RANGE, @$, .low = $1, .high = $3); }
  | '(' names ')'           { $$ = TYPEX(ENUM, @$, .names = $2.first); }
  | structured
  | PACKED structured       { $$ = $2; $$->packed = true; }
  | '^' IDENT { $$ = TYPEX(POINTER, @$, .low = parser_name(lexer, @2, $2)); }
  ;

structured:
    ARRAY '[' index_types ']' OF type { $$ = parser_array(lexer, @$, $3, $6); }
  | FILE OF type            { $$ = TYPEX(FILE, @$, .element = $3); }
  | SET OF index_type       { $$ = TYPEX(SET, @$, .element = $3); }
  | RECORD field_list END   { $$ = TYPEX(RECORD, @$, .fields = $2); }
  ;

field_list:
    %empty                  { $$ = parser_field_list(lexer, (List){0}, NULL); }
  | sections                { $$ = parser_field_list(lexer, $1, NULL); }
  | sections ';'            { $$ = parser_field_list(lexer, $1, NULL); }
  | sections ';' variant_part { $$ = parser_field_list(lexer, $1, $3); }
  | variant_part            { $$ = parser_field_list(lexer, (List){0}, $1); }
  ;

sections:
    section
  | sections ';' section    { $$ = parser_concat_decls($1, $3); }
  ;

section:
    names ':' type          { $$ = parser_fields($1, $3); }
  ;

variant_part:
    CASE name_decl ':' index_type OF variants
        { $$ = parser_part(lexer, $2, true, $4, $6); }
  | CASE name_decl ':' index_type OF variants ';'
        { $$ = parser_part(lexer, $2, true, $4, $6); }
  | CASE name_decl OF variants { $$ = parser_tagless(lexer, $2, $4); }
  | CASE name_decl OF variants ';' { $$ = parser_tagless(lexer, $2, $4); }
  ;

variants:
    variant                 { $$ = parser_append_variant((List){0}, $1); }
  | variants ';' variant    { $$ = parser_append_variant($1, $3); }
  ;

variant:
    labels ':' '(' field_list ')' { $$ = parser_variant(lexer, $1, $4); }
  ;

index_types:
    index_type              { $$ = parser_append_type((List){0}, $1); }
  | index_types ',' index_type { $$ = parser_append_type($1, $3); }
  ;

index_type:
    start_bound             { $$ = TYPEX(NAME, @$, .low = $1); }
  | start_bound DOTDOT sum  { $$ = TYPEX(RANGE, @$, .low = $1, .high = $3); }
  | '(' names ')'           { $$ = TYPEX(ENUM, @$, .names = $2.first); }
  ;

start_bound:
    start_term
  | '+' term                { $$ = parser_unary(lexer, OP_PLUS, @1, $2); }
  | '-' term                { $$ = parser_unary(lexer, OP_MINUS, @1, $2); }
  | start_bound addition term { $$ = parser_binary(lexer, $2, @2, $1, $3); }
  ;

start_term:
    start_factor
  | start_term multiplication factor
                            { $$ = parser_binary(lexer, $2, @2, $1, $3); }
  ;

start_factor:
    postfix
  | INTEGER                 { $$ = parser_integer(lexer, @1, $1); }
  | REAL                    { $$ = parser_real(lexer, @1, $1); }
  | TEXT      { $$ = parser_text(lexer, @1, $1.bytes, $1.length); }
  ;

/* Statements. */

sequence:
    gap
  | statements
  ;

gap:
    %empty                  { $$ = (List){0}; }
  | gap ';'
  | statements ';'
  ;

statements:
    gap statement           { $$ = parser_append_stmt($1, $2); }
  | gap labelled            { $$ = parser_append_stmt($1, $2); }
  ;

body:
    unlabelled
  | labelled
  ;

unlabelled:
    %empty                  { $$ = ast_stmt(lexer->arena, STMT_EMPTY, @$); }
  | statement
  ;

labelled:
    label ':' unlabelled    { $$ = parser_labelled(lexer, @$, $1, $3); }
  ;

statement:
    target_statement
  | GOTO label              { $$ = STMT(GOTO, @$, .lvalue = $2); }
  | compound                { $$ = parser_compound(lexer, @$, $1); }
  | IF expr THEN body else_body { $$ = parser_if(lexer, @$, $2, $4, $5); }
  | WHILE expr DO body      { $$ = STMT(WHILE, @$, .value = $2, .body = $4); }
  | REPEAT sequence UNTIL expr
        { $$ = STMT(REPEAT, @$, .body = $2.first, .value = $4); }
  | FOR postfix ASSIGN expr direction expr DO body
        { $$ = STMT(FOR, @$, .lvalue = $2, .value = $4, .down = $5, .limit = $6,
                    .body = $8); }
  | WITH records DO body { $$ = STMT(WITH, @$, .value = $2.first, .body = $4); }
  | CASE expr OF arms END
        { $$ = STMT(CASE, @$, .value = $2, .arms = $4.first); }
  | CASE expr OF arms ';' END
        { $$ = STMT(CASE, @$, .value = $2, .arms = $4.first); }
  | CASE expr OF arms OTHERWISE sequence END
        { $$ = STMT(CASE, @$, .value = $2, .arms = $4.first, .otherwise = true,
                    .other = $6.first); }
  | CASE expr OF arms ';' OTHERWISE sequence END
        { $$ = STMT(CASE, @$, .value = $2, .arms = $4.first, .otherwise = true,
                    .other = $7.first); }
  ;

target_statement:
    postfix ASSIGN expr    { $$ = STMT(ASSIGN, @$, .lvalue = $1, .value = $3); }
  | postfix                 { $$ = STMT(CALL, @$, .value = $1); }
  | hyphenated { $$ = parser_hyphen_call(lexer, @$, @$, (List){0}); }
  | hyphenated '(' args ')' { $$ = parser_hyphen_call(lexer, @$, @1, $3); }
  ;

records:
    postfix                 { $$ = parser_append_expr((List){0}, $1); }
  | records ',' postfix     { $$ = parser_append_expr($1, $3); }
  ;

else_body:
    %empty %prec THEN       { $$ = NULL; }
  | ELSE body               { $$ = $2; }
  ;

direction:
    TO                      { $$ = false; }
  | DOWNTO                  { $$ = true; }
  ;

arms:
    case_arm                { $$ = parser_append_arm((List){0}, $1); }
  | arms ';' case_arm       { $$ = parser_append_arm($1, $3); }
  ;

case_arm:
    labels ':' body         { $$ = parser_arm(lexer, $1, $3); }
  ;

labels:
    case_label              { $$ = parser_append_label((List){0}, $1); }
  | labels ',' case_label   { $$ = parser_append_label($1, $3); }
  ;

case_label:
    start_bound             { $$ = parser_label(lexer, $1, NULL); }
  | start_bound DOTDOT sum  { $$ = parser_label(lexer, $1, $3); }
  ;

/* Expressions. */

expr:
    sum
  | sum relation sum        { $$ = parser_binary(lexer, $2, @2, $1, $3); }
  ;

sum:
    term
  | '+' term                { $$ = parser_unary(lexer, OP_PLUS, @1, $2); }
  | '-' term                { $$ = parser_unary(lexer, OP_MINUS, @1, $2); }
  | sum addition term       { $$ = parser_binary(lexer, $2, @2, $1, $3); }
  ;

term:
    factor
  | term multiplication factor { $$ = parser_binary(lexer, $2, @2, $1, $3); }
  ;

factor:
    postfix
  | INTEGER                 { $$ = parser_integer(lexer, @1, $1); }
  | REAL                    { $$ = parser_real(lexer, @1, $1); }
  | TEXT      { $$ = parser_text(lexer, @1, $1.bytes, $1.length); }
  | NOT factor              { $$ = parser_unary(lexer, OP_NOT, @1, $2); }
  | NIL                     { $$ = ast_expr(lexer->arena, EXPR_NIL, @1); }
  | '[' ']'                 { $$ = parser_set(lexer, @$, (List){0}); }
  | '[' elements ']'        { $$ = parser_set(lexer, @$, $2); }
  | '(' expr ')'            { $$ = parser_parens(lexer, @$, $2); }
  ;

postfix:
    name              { $$ = parser_name(lexer, @1, $1); }
  | postfix '(' args ')'
        { $$ = parser_postfix(lexer, EXPR_CALL, @$, $1, $3.first); }
  | postfix '[' args ']'
        { $$ = parser_postfix(lexer, EXPR_INDEX, @$, $1, $3.first); }
  | postfix '.' IDENT       { $$ = parser_field(lexer, @$, $1, $3, @3); }
  | postfix '^'
        { $$ = parser_postfix(lexer, EXPR_DEREF, @$, $1, NULL); }
  ;

args:
    argument                { $$ = parser_append_expr((List){0}, $1); }
  | args ',' argument       { $$ = parser_append_expr($1, $3); }
  ;

elements:
    element                 { $$ = parser_append_expr((List){0}, $1); }
  | elements ',' element    { $$ = parser_append_expr($1, $3); }
  ;

element:
    expr
  | expr DOTDOT expr        { $$ = parser_element(lexer, @$, $1, $3); }
  ;

argument:
    expr
  | expr ':' expr           { $$ = parser_format(lexer, @$, $1, $3, NULL); }
  | expr ':' expr ':' expr  { $$ = parser_format(lexer, @$, $1, $3, $5); }
  ;

relation:
    '='   { $$ = OP_EQ; }
  | NE    { $$ = OP_NE; }
  | '<'   { $$ = OP_LT; }
  | LE    { $$ = OP_LE; }
  | '>'   { $$ = OP_GT; }
  | GE    { $$ = OP_GE; }
  | IN    { $$ = OP_IN; }
  ;

addition:
    '+'   { $$ = OP_PLUS; }
  | '-'   { $$ = OP_MINUS; }
  | OR    { $$ = OP_OR; }
  | XOR   { $$ = OP_XOR; }
  ;

multiplication:
    '*'   { $$ = OP_TIMES; }
  | '/'   { $$ = OP_SLASH; }
  | DIV   { $$ = OP_DIV; }
  | MOD   { $$ = OP_MOD; }
  | AND   { $$ = OP_AND; }
  ;

%%

/* The first error ends the parse: error_recovery.c reports what is wrong. */
static int yyreport_syntax_error(const yypcontext_t *context, Lexer *lexer) {
    (void)context, (void)lexer, (void)yypcontext_expected_tokens;
    return 0;
}

int parser_tokens(void) {
    return YYMAXUTOK + 1;
}

const char *parser_token_name(int token) {
    yysymbol_kind_t symbol = YYTRANSLATE(token);
    return symbol == YYSYMBOL_YYUNDEF || symbol == YYSYMBOL_YYerror ||
                   token == T_START || token == T_ENTRY ||
                   token == T_EXPRESSION || token == T_DECLS
               ? NULL
               : yysymbol_name(symbol);
}

/* The action of a state for a symbol: a state to shift to, minus the rule to
 * reduce by, or 0 for an error. */
static int action(int state, yysymbol_kind_t symbol) {
    if (!yypact_value_is_default(yypact[state])) {
        int n = yypact[state] + symbol;
        if (n >= 0 && n <= YYLAST && yycheck[n] == symbol)
            return yytable_value_is_error(yytable[n]) ? 0 : yytable[n];
    }
    return -yydefact[state];
}

bool parser_shift(ParserStack *s, int token) {
    yysymbol_kind_t symbol = YYTRANSLATE(token);
    int next = action(s->state[s->depth - 1], symbol);
    while (next < 0 && s->depth < PARSER_STACK) {
        s->depth -= yyr2[-next];
        s->first[s->depth] = yyr2[-next] ? s->first[s->depth] : s->shifted;
        int left = yyr1[-next] - YYNTOKENS;
        int top = s->state[s->depth - 1], n = yypgoto[left] + top;
        bool found = n >= 0 && n <= YYLAST && yycheck[n] == top;
        s->state[s->depth++] = found ? yytable[n] : yydefgoto[left];
        next = action(s->state[s->depth - 1], symbol);
    }
    if (next <= 0 || s->depth == PARSER_STACK)
        return false;
    s->first[s->depth] = s->shifted++;
    s->state[s->depth++] = next;
    return true;
}

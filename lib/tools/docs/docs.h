/* SPDX-License-Identifier: MIT */
/* The documentation of the names and messages of the language: for `star doc`,
 * hover, completion. Texts without an owner named here are of the tables that
 * they stand in, and valid for ever.
 *
 *     unsigned at = 0;
 *     Docs d;
 *     while (docs_next("minimum", &at, &d))
 *         printf("%s\n", d.heading);
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_DOCS_H
#define STAR_TOOLS_DOCS_H

#include <stdbool.h>

#include "debug/profile.h"

enum { DOCS_HEADING = 400, DOCS_FORMULA = STAR_FORMULA_ROOM };

typedef enum DocsKind {
    DOCS_PROCEDURE, /* of a unit of the library, also functions */
    DOCS_PRIMITIVE, /* an operation of the STAR-machine */
    DOCS_REQUIRED,  /* a procedure or function of Pascal */
    DOCS_WORD,      /* of the language: types and constants too */
    DOCS_UNIT       /* of the library */
} DocsKind;

/* One thing that a name means. */
typedef struct Docs {
    DocsKind kind;
    const char *name;           /* as its table has it */
    char heading[DOCS_HEADING]; /* MINIMUM(T: table; X: slice; var Y: slice), as
                                   its unit has it; X and Y; of a word, of
                                   what is required and of a unit "" */
    const char *text;           /* `length` bytes: sentences; of a procedure
                                   lines, as they stand in the comment before
                                   it, of a unit as in its first one; of what
                                   is required the heading too */
    int length;
    const char *unit;           /* of a procedure; else NULL */
    char formula[DOCS_FORMULA]; /* the operations of a call, "3 SIZE(T)"; "":
                                   none but those that the text tells */
    bool kernel;                /* may stand in for the procedure's body */
} Docs;

/* The next thing that a name means, whatever its case, beginning with *at = 0;
 * false if there is none. */
bool docs_next(const char *name, unsigned *at, Docs *out);

/* Name k, from 0, of a kind, NULL behind the last one: the basic procedures,
 * which every program knows; else all names that a program can write. */
const char *docs_name(DocsKind kind, int k);

/* Unit k, from 0, of the library, NULL behind the last one. */
const char *docs_unit(int k);

/* Procedure or function k, from 0, that unit `unit` has for programs; NULL
 * behind the last one. */
const char *docs_procedure(int unit, int k);

/* The next thing, beginning with *at = 0, whose name, unit or text has all the
 * words of a text, or words that begin so, whatever their case; false if there
 * is none. */
bool docs_search(const char *query, unsigned *at, Docs *out);

/* The name most like one that means nothing; NULL: there is none. */
const char *docs_similar(const char *name);

/* ---- Messages ---- */

/* All that is known of a message by its code. */
typedef struct DocsMessage {
    const char *code; /* index-range */
    int exit;         /* the command's exit status; 0: a warning's */
    const char *sentence, *explanation;
    const char *mistake, *correction; /* programs, without their headings, with
                                         and without the mistake; or NULL */
} DocsMessage;

/* Message k, from 0; that with a code. False: there is none. */
bool docs_message_at(int k, DocsMessage *out);
bool docs_message(const char *code, DocsMessage *out);

/* ---- Formulas ---- */

/* For a profile: the operations of a call of a procedure of the library, which
 * is in a file with this text; Docs.formula, or else the bound in the comment
 * before its heading, such as "at most 10 n + 5 m". NULL: it has neither, or
 * the file is none of the library's. */
StarFormulaOf docs_formula_in;

#endif

/* SPDX-License-Identifier: MIT */
/* Error recovery: the inside of parser_diagnose, shared by its files.
 *
 *     if a = 1 x := 2         token 4, x, is the error
 *              ^
 *              a correction: at 4, 0 removed, inserts {then} */
#ifndef STAR_ERROR_RECOVERY_H
#define STAR_ERROR_RECOVERY_H

#include "syntax/parser.h"

/* A token of the text; only names and words have a `name`. */
typedef struct RecoveryToken {
    int kind;
    int read; /* the kind that the text has: */
    PARSE_STYPE value;
    StarSpan span;
    Name name;
    bool label;  /* a name that was declared as a label */
    bool starts; /* a name that the lexer found to begin the statements */
} RecoveryToken;

/* A correction: from token `at` on, `inserts` tokens replace `removed` ones.
 * A cost below 0 stands for no correction. */
typedef struct Correction {
    int at, removed;
    int inserts, insert[2];
    int cost;
} Correction;

/* The text's tokens and the error at hand. */
typedef struct Diagnosis {
    Lexer *lexer;
    RecoveryToken *token; /* the last is the end of the file */
    int count;
    int known;          /* messages that the lexer gave */
    int error;          /* the token that cannot stand where it does */
    ParserStack before; /* the state in which it was found */
    ParserStack trial; /* scratch state of recovery_accepts and of the search */
    Token *corrected;  /* the tokens that were shifted, in their order */
    uint32_t room;
} Diagnosis;

/* Shifts a token, which the correction then has: of the text, or of a kind
 * that is left out there; false, and an unusable stack, if it cannot stand. */
bool recovery_shift(Diagnosis *diagnosis, ParserStack *stack,
                    const RecoveryToken *token);
bool recovery_insert(Diagnosis *diagnosis, ParserStack *stack, int kind);

/* True if a token could stand in the place of the error. */
bool recovery_accepts(Diagnosis *diagnosis, int kind);

/* The reserved word of a token kind if a name is a misspelling of it, else
 * NULL. */
const char *recovery_word(Name name, int kind);

/* True if a token is the first of its line. */
bool recovery_begins_line(const Diagnosis *diagnosis, int at);

/* True for the name of a primitive or another predeclared procedure. */
bool recovery_predeclared(Name name);

/* error_recovery_message.c: reports the error in the words of its
 * correction. */
void recovery_report(Diagnosis *diagnosis, const Correction *correction);

/* Reports an error that a correction of a token or two cannot express; returns
 * the token to continue with, or -1 if the error is no such one. */
int recovery_known_fault(Diagnosis *diagnosis);

/* error_recovery_foreign.c: the same for constructs of other languages. */
int recovery_foreign(Diagnosis *diagnosis);

#endif

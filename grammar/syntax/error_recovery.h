/* What is wrong with a sequence of tokens, and how it could be mended: the
 * inside of parser_diagnose. */
#ifndef STAR_REPAIR_H
#define STAR_REPAIR_H

#include "syntax/parser.h"

/* A token of the text; `name` of names and words only. */
typedef struct RepairToken {
    int kind;
    StarSpan span;
    Name name;
    bool label;  /* a name that was declared as a label */
    bool starts; /* a name that the lexer found to begin the statements */
} RepairToken;

/* From token `at` on, `removed` tokens give way to `inserts` others. The
 * cost is negative for none. */
typedef struct Repair {
    int at, removed;
    int inserts, insert[2];
    int cost;
} Repair;

typedef struct Diagnosis {
    Lexer *lexer;
    RepairToken *token; /* the last is the end of the file */
    int count;
    int known;          /* messages that the lexer gave */
    int error;          /* the token that cannot stand where it does */
    ParserStack before; /* the state in which it was found */
    ParserStack trial;  /* room for whoever tries something */
} Diagnosis;

/* Whether a token could stand in the place of the error. */
bool repair_accepts(Diagnosis *diagnosis, int kind);

/* The word that a token stands for, if a name is almost it, else NULL. */
const char *repair_word(Name name, int kind);

/* Whether a token is the first of its line. */
bool recovery_begins_line(const Diagnosis *diagnosis, int at);

/* Whether a name is that of a primitive or another predeclared procedure. */
bool repair_predeclared(Name name);

/* error_recovery_message.c: says what is wrong, as the repair shows it. */
void repair_report(Diagnosis *diagnosis, const Repair *repair);

/* A fault that no change of a token or two mends: says what it is and returns
 * the token to go on with, or -1. */
int repair_known_fault(Diagnosis *diagnosis);

/* error_recovery_foreign.c: the same for what other languages write. */
int repair_foreign(Diagnosis *diagnosis);

#endif

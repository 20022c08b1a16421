/* SPDX-License-Identifier: MIT */
/* A program that grows: the entries at a prompt, or those through star.h. Each
 * entry is compiled and run at once; its declarations stay.
 *
 * An entry is one of
 *     x + 1                        an expression, whose value is kept
 *     uses a; var X: slice(8);     declarations,
 *     SET(X); writeln(X)           statements, the last ';' may be missing,
 *     var n: integer; n := 2; n    or declarations, statements, an expression,
 *                                  as far as they are there
 *     program p; ... end.          a program: its block runs
 *
 * A new declaration hides an old one of its name; what was compiled before
 * keeps the old one. Only a procedure that is declared again with parameters
 * and a result of the same types takes the place of the old one: earlier
 * procedures call it from then on. Labels end with their entry, and forward
 * procedures have their bodies in it. A library unit is there from its first
 * use on.
 *
 * An entry that does not compile, or fails before its statements begin, as in
 * the size of an array, leaves the session as it was. One that fails in its
 * statements leaves the variables as they are then. */
#ifndef STAR_SESSION_H
#define STAR_SESSION_H

#include "compile.h"
#include "machine.h"

typedef struct StarSession StarSession;

/* A session whose entries run on the machine, which runs nothing else while
 * the session is there; NULL without memory, raised in its account. The
 * options stay the caller's and may change between entries: `count`, say.
 * Of an entry without declarations nothing is left when the next one begins,
 * but for its text if the session may be `saved`. */
StarSession *star_session_new(StarMachine *machine,
                              const StarCompileOptions *options, bool saved);

/* Frees a session, before its machine; NULL is allowed. */
void star_session_free(StarSession *session);

/* True if a text is the beginning of an entry that could continue in a next
 * line: it lacks the end of a comment, a bracket, an `end`, a body, an
 * operand. Of a text with a mistake: if a program, procedure or compound
 * statement that it begins has not ended, so that what is typed of it next is
 * no entry of its own. */
bool star_session_open(StarSession *session, const char *text, size_t length);

/* Says in which row of a larger text, as messages count them, the entries that
 * follow begin; 1 at first. */
void star_session_row(StarSession *session, int row);

/* Compiles and runs an entry; messages show `name` as its file. Returns
 * STAR_OK or the status of the first error. */
StarStatus star_session_enter(StarSession *session, const char *name,
                              const char *text, size_t length);

/* The same in pieces, as star_machine_begin, _advance and _end do it. If
 * `begin` fails, all is done. */
StarStatus star_session_begin(StarSession *session, const char *name,
                              const char *text, size_t length);
bool star_session_advance(StarSession *session, int64_t steps);
StarStatus star_session_end(StarSession *session);

/* Calls a procedure that an entry, or a unit that one uses, has declared, as
 * star_machine_call does: nothing is compiled. Messages as of an entry. */
StarStatus star_session_call(StarSession *session, const StarProc *proc,
                             const StarCell *args);

/* Frees unreachable declarations: hidden variables that no procedure uses,
 * hidden procedures that no procedure calls. star_session_enter does so itself
 * when enough memory was used, or when an entry has no room otherwise. */
void star_session_gc(StarSession *session);

/* The messages of the last entry: those of the compiler, or what went wrong
 * in the run, perhaps behind warnings. Valid until the next entry. */
const StarReport *star_session_reports(const StarSession *session, int *count);

/* Compiled texts and all entries' sources, for messages and for `dis`. The
 * program's procedure 0 is the last entry; its frame is that of the globals:
 * cell k of star_session_cells is described by proc[0].cell[k]. */
const StarProgram *star_session_program(const StarSession *session);
StarCell *star_session_cells(const StarSession *session);

/* The cell with the value of the last entry, if that was an expression and
 * went well; else -1. Its number in proc[0]; valid until the next entry. */
int star_session_value(const StarSession *session);

/* True if the last entry ran, perhaps not to its end; an entry that did not
 * compile has left nothing. */
bool star_session_ran(const StarSession *session);

/* The session as a program, which does what all entries did, in their order,
 * writes their values, and leaves the same variables and procedures; valid
 * until the next entry. NULL if it is not sure that one does: *why says which
 * entry is to blame. `path` is where its units are looked up. */
const char *star_session_save(StarSession *session, const char *path,
                              const char **why);

typedef enum StarSymbolKind {
    STAR_SYMBOL_CONSTANT,
    STAR_SYMBOL_TYPE,
    STAR_SYMBOL_VARIABLE,
    STAR_SYMBOL_PROCEDURE, /* or a function */
    STAR_SYMBOL_PRIMITIVE, /* predeclared */
    STAR_SYMBOL_REQUIRED   /* predeclared: a row of builtins.def */
} StarSymbolKind;

/* A name and what it means now. */
typedef struct StarSymbol {
    const char *name; /* as it was declared */
    StarSymbolKind kind;
    const char *type;     /* as text; of a procedure its heading; valid until
                             the next symbol. "" without memory */
    int cell;             /* of a variable, as above; else -1 */
    const StarProc *proc; /* of a procedure, or NULL */
    bool sized;           /* a variable of slices, words or tables whose
                             declaration gives their size */
    bool own;             /* declared by an entry, not predeclared or of a
                             unit */
    StarSpan span;        /* of the declaration, if it is not predeclared */
} StarSymbol;

/* The next of all visible names, the newest first, beginning with *at = 0;
 * false if there is none. */
bool star_session_next(StarSession *session, uint32_t *at, StarSymbol *symbol);

/* Finds the symbol of a name in any case; false if there is none. */
bool star_session_find(StarSession *session, const char *name,
                       StarSymbol *symbol);

/* The type of an expression as text, without running it; NULL, with reports,
 * if it is none. */
const char *star_session_type(StarSession *session, const char *text,
                              size_t length);

#endif

/* SPDX-License-Identifier: MIT */
/* The prompt, for its files. */
#ifndef STAR_CLI_REPL_H
#define STAR_CLI_REPL_H

#include "load.h"
#include "report/value_format.h"
#include "repl/transcript.h"
#include "tools/entries.h"
#include "tools/values/meanings.h"

/* The operands of :limit. */
#define REPL_LIMITS "[steps|memory|time [N]]"

typedef struct Repl {
    Options options;
    Loaded loaded;
    StarCompileOptions compile;
    StarSession *session;
    Meanings meanings; /* of its variables */
    Argument value;    /* of the last entry, as that of a parameter */
    StarParam param;
    const char *drawing; /* a file where it is drawn, "" the terminal; NULL: it
                            is shown as it is */
    int number;          /* of the last entry */
    int status;          /* to exit with: of the first entry that failed */
    bool left;           /* :quit was said */
    bool pasted;   /* what is taken has several lines that came at once, */
    int row;       /* the next entry of it begins in this one, */
    bool numbered; /* an entry of it has its number, */
    bool failed;   /* and something of it failed */
    char *file;    /* that :reload loads */
    char *seen;    /* the text of the file that was entered last, or NULL: */
    bool known;    /* the file is the same, whose warnings are known */
    char *last;    /* entry, for :edit, or NULL */
    char *history; /* the file of it, or NULL */
    Transcript transcript, input; /* of all entries; what one has read */
    const TranscriptEntry *again; /* what is entered once more, or NULL, */
    size_t taken;                 /* and how much of its input was read */
} Repl;

/* Enters a text, shows its messages and its value. */
StarStatus repl_enter(Repl *repl, const char *name, const char *text,
                      size_t length);

/* The same with the next entry's number as its name. */
StarStatus repl_enter_next(Repl *repl, const char *text, size_t length);

/* Shows the messages of the last entry. */
void repl_reports(Repl *repl);

/* Notes the exit status of what failed, unless something did before. */
void repl_failed(Repl *repl, int status);

/* Tells of an error in a command; of the result of one that succeeded. */
void repl_say(Repl *repl, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void repl_note(Repl *repl, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns the format of values on standard output. */
StarValueFormat repl_value_format(const Repl *repl);

/* The value of the last entry, which is the session's, as an argument, with
 * those of the call that gives it its meaning; how many they are. NULL: it has
 * none, or one that no argument can have. */
const Argument *repl_value(Repl *repl, unsigned *count);

/* repl_plot.c: draws the value of the last entry, or says why not. */
StarStatus repl_draw(Repl *repl);

/* repl_commands.c: a line that begins with ':'. */
void repl_command(Repl *repl, char *line);

/* Does what a line `quit`, `exit`, `help`, `help NAME`, `?` or `? NAME` asks
 * for; false if it is none, or if the name is declared. */
bool repl_word(Repl *repl, const char *line, size_t length);

/* repl_edit.c: has a text, or a file unless it is NULL, edited by the user's
 * editor. Returns the text to be freed, of the file ""; NULL after a message.
 */
char *repl_edit(Repl *repl, const char *text, const char *path);

/* The names of all commands, and of all limits; NULL behind the last. */
const char *repl_command_name(int number);
const char *repl_limit_name(int number);

/* Returns the text behind the name of a command that takes a FILE or an ENTRY,
 * as `kind` says; NULL if it takes something else. */
const char *repl_argument(const char *line, const char *kind);

/* repl_complete.c: a LineComplete whose context is the Repl. */
void repl_complete(void *repl, const char *line, size_t begin,
                   const char *word);

/* Enters a file, perhaps a session; it must be one if `session`. */
void repl_load(Repl *repl, const char *path, bool session);

/* repl_save.c: writes a program that does what all entries did, or else what
 * they were. */
void repl_save(Repl *repl, const char *path);

/* Notes an entry that ran; enters the entries of a session, whose text is
 * changed. */
void repl_note_entry(Repl *repl, const char *name, const char *text,
                     size_t length, StarStatus status);
void repl_replay(Repl *repl, const char *path, char *text, size_t length);

/* repl_history.c: entries of former sessions can be recalled, from now on; and
 * one more, which is kept for later sessions. */
void repl_recall(Repl *repl);
void repl_remember(Repl *repl, const char *entry);

#endif

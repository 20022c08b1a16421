/* SPDX-License-Identifier: MIT */
/* The only file that knows GNU readline. Its callbacks leave the waiting to
 * us, so that Ctrl-C can end it. */
#include "repl/line_edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

#include "stop.h"

enum { NAMES = 1000 };

static struct {
    LineComplete *complete;
    void *context;
    bool done;
    char *line;
    const char *word;  /* that is being completed, */
    char *name[NAMES]; /* what it may become, for readline to free, */
    char *kind[NAMES]; /* and of what kind; a name behind the last */
    int names, given;  /* is NULL */
    char *above;       /* of the list; or NULL */
    bool files;
} edit;

static void got(char *line) {
    edit.line = line;
    edit.done = true;
    rl_callback_handler_remove();
}

/* ---- Completion ---- */

void line_offer(const char *name, const char *kind) {
    if (edit.names == NAMES ||
        strncasecmp(name, edit.word, strlen(edit.word)) != 0)
        return;
    for (int k = 0; k < edit.names; k++)
        if (strcasecmp(edit.name[k], name) == 0)
            return;
    edit.name[edit.names] = strdup(name);
    edit.kind[edit.names] = strdup(kind);
    if (edit.name[edit.names] != NULL && edit.kind[edit.names] != NULL)
        edit.names++;
}

void line_offer_above(const char *text) {
    free(edit.above);
    edit.above = text != NULL ? strdup(text) : NULL;
}

void line_offer_files(void) {
    edit.files = true;
}

static char *next(const char *word, int state) {
    (void)word;
    if (state == 0)
        edit.given = 0;
    return edit.given < edit.names ? edit.name[edit.given++] : NULL;
}

static char **attempt(const char *word, int begin, int end) {
    (void)end;
    rl_attempted_completion_over = 1;
    while (edit.names > 0)
        free(edit.kind[--edit.names]);
    line_offer_above(NULL);
    edit.files = false;
    edit.word = word;
    edit.complete(edit.context, rl_line_buffer, (size_t)begin, word);
    if (edit.files)
        return rl_completion_matches(word, rl_filename_completion_function);
    rl_completion_append_character = '\0';
    return rl_completion_matches(word, next);
}

static const char *kind_of(const char *name) {
    for (int k = 0; k < edit.names && !edit.files; k++)
        if (strcmp(edit.name[k], name) == 0)
            return edit.kind[k];
    return "";
}

/* A line for each: the name and its kind. */
static void show(char **match, int count, int longest) {
    rl_crlf();
    if (edit.above != NULL)
        fprintf(rl_outstream, "%s\n", edit.above);
    for (int k = 1; k <= count; k++)
        fprintf(rl_outstream, "%-*s  %s\n", longest, match[k],
                kind_of(match[k]));
    rl_forced_update_display();
}

/* Files are words up to a blank. */
static char *breaks(void) {
    static char names[] = " \t\n;,:=()[]+-*/<>^.'{}@\"", files[] = " \t\n";
    return rl_line_buffer[0] == ':' && strpbrk(rl_line_buffer, " \t") != NULL &&
                   strpbrk(rl_line_buffer, "(;") == NULL
               ? files
               : names;
}

bool line_edit_open(LineComplete *complete, void *context) {
    edit.complete = complete;
    edit.context = context;
    rl_readline_name = "star";
    rl_catch_signals = 0;
    if (complete == NULL)
        rl_bind_key('\t', rl_insert);
    else
        rl_attempted_completion_function = attempt;
    rl_completion_word_break_hook = breaks;
    rl_completion_display_matches_hook = show;
    rl_initialize();
    rl_variable_bind("completion-ignore-case", "on");
    rl_variable_bind("show-all-if-ambiguous", "on");
    return true;
}

/* ---- Lines ---- */

/* The shell has had the terminal. */
static void show_again(void) {
    rl_deprep_terminal();
    rl_prep_terminal(1);
    rl_forced_update_display();
}

/* Behind what was typed, before readline lets the terminal go: that moves the
 * cursor to the beginning of the line. */
static void end_interrupted(void) {
    fputs("^C", rl_outstream);
    rl_free_line_state();
    rl_callback_sigcleanup();
    rl_callback_handler_remove();
    fputs("\n", rl_outstream);
}

/* For readline, \001 and \002 stand around what takes no columns. */
static void install(const char *prompt, bool colour) {
    char text[80];
    snprintf(text, sizeof text, "\001\033[1;34m\002%s\001\033[0m\002", prompt);
    rl_callback_handler_install(colour ? text : prompt, got);
}

LineEnd line_edit_read(const char *prompt, bool colour, char **line) {
    edit.done = false;
    edit.line = NULL;
    rl_reset_screen_size();
    install(prompt, colour);
    while (!edit.done && stop_wait(STDIN_FILENO, show_again))
        rl_callback_read_char();
    *line = edit.line;
    if (edit.done && edit.line != NULL)
        return LINE_READ;
    if (!edit.done)
        end_interrupted();
    else if (strcmp(rl_variable_value("enable-bracketed-paste"), "on") != 0)
        fputs("\n", rl_outstream); /* else readline has ended the line */
    fflush(rl_outstream);
    return edit.done ? LINE_OVER : LINE_INTERRUPTED;
}

bool line_remember(const char *entry) {
    const HIST_ENTRY *last = history_get(history_base + history_length - 1);
    const bool new = last == NULL || strcmp(last->line, entry) != 0;
    if (new)
        add_history(entry);
    return new;
}

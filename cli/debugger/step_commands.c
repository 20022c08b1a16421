/* SPDX-License-Identifier: MIT */
/* The commands of star step: one table. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "tools/similar.h"
#include "debugger/step.h"
#include "stop.h"

/* ---- Running ---- */

static void start(Step *s) {
    fflush(stdout);
    stop_begin(s->loaded->machine);
}

/* Says what is to be told of a way, and where it has led. */
static void finish(Step *s, unsigned told) {
    stop_end();
    if (told & DEBUG_MEMORY)
        printf("There is no memory to go back any further.\n");
    if (debug_settle(&s->debug))
        printf("Stopped.\n");
    if (told & DEBUG_NOTHING)
        printf("There is nothing of the kind before, as far back as step "
               "%" PRId64 ".\n",
               star_history_first(s->debug.history));
    if (told & DEBUG_WALL)
        printf("What is before step %" PRId64 " cannot be undone: a file was "
               "used.\n",
               star_history_first(s->debug.history));
    step_show(s);
}

/* ---- Commands ---- */

static bool number(const char *text, int64_t low, int64_t *value) {
    char *end;
    errno = 0;
    *value = strtoll(text, &end, 10);
    if (end != text && *end == '\0' && errno == 0 && *value >= low)
        return true;
    printf("'%s': expected a number from %" PRId64 " on.\n", text, low);
    return false;
}

static bool count(const char *text, int64_t *value) {
    *value = 1;
    return *text == '\0' || number(text, 1, value);
}

static bool is_over(const Step *s) {
    const StarWhen when = star_history_now(s->debug.history)->when;
    if (when == STAR_PAUSED)
        return false;
    printf(when == STAR_ENDED ? "The program has ended; back goes back.\n"
                              : "The program has failed; back goes back.\n");
    return true;
}

static void do_step(Step *s, const char *text) {
    int64_t times;
    if (!count(text, &times) || is_over(s))
        return;
    start(s);
    finish(s, debug_step(&s->debug, times));
}

static void do_next(Step *s, const char *text) {
    int64_t times;
    if (!count(text, &times) || is_over(s))
        return;
    start(s);
    finish(s, debug_next(&s->debug, times));
}

static void do_finish(Step *s, const char *text) {
    const unsigned depth = star_history_depth(s->debug.history);
    (void)text;
    if (depth > 1 && !is_over(s)) {
        start(s);
        finish(s, debug_out(&s->debug, depth - 1));
    } else if (depth == 1) {
        printf("This is the program's block; continue runs to the end.\n");
    }
}

static void do_continue(Step *s, const char *text) {
    (void)text;
    if (is_over(s))
        return;
    start(s);
    finish(s, debug_out(&s->debug, 0));
}

static void do_back(Step *s, const char *text) {
    int64_t times;
    if (!count(text, &times))
        return;
    start(s);
    const unsigned told = debug_back(&s->debug, times);
    if (!(told & DEBUG_NOTHING)) {
        finish(s, told);
        return;
    }
    stop_end();
    printf(star_history_first(s->debug.history) == 0
               ? "This is the beginning.\n"
               : "Further back nothing can be undone: a file was used.\n");
}

static void do_rback(Step *s, const char *text) {
    (void)text;
    start(s);
    finish(s, debug_back_out(&s->debug, star_history_depth(s->debug.history)));
}

static void do_reverse(Step *s, const char *text) {
    (void)text;
    start(s);
    finish(s, debug_back_out(&s->debug, 0));
}

static void do_to(Step *s, const char *text) {
    int64_t line;
    if (!number(text, 1, &line) || is_over(s))
        return;
    start(s);
    finish(s, debug_to(&s->debug, line < INT32_MAX ? (int)line : INT32_MAX));
}

static void do_goto(Step *s, const char *text) {
    int64_t steps;
    if (!number(text, 0, &steps))
        return;
    start(s);
    finish(s, debug_go(&s->debug, steps));
}

static void do_until(Step *s, const char *text) {
    DebugPlace place;
    StarVariable v;
    const char *wrong;
    if (is_over(s))
        return;
    if (!debug_find(&s->debug, text, &place, &v, &wrong)) {
        printf("%s: %s.\n", text, wrong);
        return;
    }
    start(s);
    const unsigned told = debug_until(&s->debug, &place, &v);
    finish(s, told);
    if (told & DEBUG_GONE)
        printf("%s has gone.\n", text);
}

static void show_break(const Step *s, int k) {
    const DebugBreak *b = &s->debug.point[k];
    printf("%d: %s:%d%s%s\n", k + 1,
           s->loaded->program->sources.file[b->at.file].path, b->line,
           b->condition[0] != '\0' ? " if " : "", b->condition);
}

/* A line of the present file, or that where a procedure begins; 0: neither. */
static int break_line(const Step *s, const char **text, uint32_t *file) {
    char name[DEBUG_CONDITION], *end;
    const long line = strtol(*text, &end, 10);
    const size_t length = strcspn(*text, " \t");
    if (end != *text) {
        *text = end;
        return line > 0 && line <= INT32_MAX ? (int)line : 0;
    }
    if (length >= sizeof name)
        return 0;
    memcpy(name, *text, length);
    name[length] = '\0';
    *text += length;
    return debug_procedure(&s->debug, name, file);
}

static void do_break(Step *s, const char *text) {
    uint32_t file = debug_span(&s->debug).file;
    const char *wrong = NULL, *condition = NULL, *end = text;
    if (*text == '\0') {
        for (int k = 0; k < s->debug.points; k++)
            show_break(s, k);
        return;
    }
    const int line = break_line(s, &end, &file);
    end += strspn(end, " \t");
    if (strncmp(end, "if ", 3) == 0)
        condition = end + 3 + strspn(end + 3, " \t");
    if (line < 1 || (*end != '\0' && condition == NULL)) {
        printf("expected break LINE or break PROCEDURE, perhaps with if NAME = "
               "CONSTANT behind.\n");
        return;
    }
    switch (debug_break(&s->debug, file, line, condition, &wrong)) {
    case DEBUG_SET: show_break(s, s->debug.points - 1); break;
    case DEBUG_NO_STATEMENT:
        printf("No statement begins at line %d or behind.\n", line);
        break;
    case DEBUG_NO_CONDITION:
        printf("%.*s: %s.\n", DEBUG_CONDITION - 1, condition, wrong);
        break;
    case DEBUG_FULL:
        printf("There are %d breakpoints already.\n", DEBUG_BREAKS);
    }
}

static void do_delete(Step *s, const char *text) {
    int64_t k;
    if (*text == '\0')
        s->debug.points = 0;
    else if (!number(text, 1, &k))
        return;
    else if (k > s->debug.points)
        printf("There is no breakpoint %" PRId64 ".\n", k);
    else
        debug_delete(&s->debug, (int)k);
}

static void show_value(void *step, const StarVariable *v) {
    step_print(step, v->name, v);
}

/* A variable, else an expression of them. */
static void do_print(Step *s, const char *text) {
    DebugPlace place;
    StarVariable v;
    const char *wrong;
    if (debug_find(&s->debug, text, &place, &v, &wrong))
        step_print(s, text, &v);
    else if (debug_is_place(&s->debug, text))
        printf("%s: %s.\n", text, wrong);
    else if (!debug_evaluate(&s->debug, text, show_value, s))
        printf("%s: %s.\n", text, s->debug.error.text);
}

static void do_vars(Step *s, const char *text) {
    (void)text;
    step_variables(s);
}

static void do_memory(Step *s, const char *text) {
    (void)text;
    step_memory(s);
}

static void do_where(Step *s, const char *text) {
    (void)text;
    step_where(s);
}

static void do_list(Step *s, const char *text) {
    int64_t line = 0;
    if (*text == '\0' || number(text, 1, &line))
        step_list(s, line < INT32_MAX ? (int)line : 0);
}

static void do_output(Step *s, const char *text) {
    enum { SHOWN = 2000 };
    StarEscape out = {.sink = message_sink, .context = stdout};
    const char *bytes;
    const size_t length = star_history_output(s->debug.history, SHOWN, &bytes);
    (void)text;
    star_escape(&out, bytes, length);
    if (length > 0 && bytes[length - 1] != '\n')
        printf("\n");
}

static void do_help(Step *s, const char *text);

/* A command may be shortened: the first that begins so is meant. */
static const struct {
    const char *name, *arguments, *sentence;
    void (*run)(Step *, const char *);
} table[] = {
    {"step", "[N]", "runs one statement or condition, or N", do_step},
    {"next", "[N]", "the same over calls", do_next},
    {"back", "[N]", "goes back one statement or condition, or N", do_back},
    {"continue", "", "runs to a breakpoint or to the end", do_continue},
    {"finish", "", "runs out of this call", do_finish},
    {"rback", "", "goes back over calls, or out of this one", do_rback},
    {"rcontinue", "", "goes back to a breakpoint or to the beginning",
     do_reverse},
    {"to", "LINE", "runs to a line of this file", do_to},
    {"goto", "STEP", "goes to a step, forward or back", do_goto},
    {"until", "NAME", "runs until a variable or a part of it changes",
     do_until},
    {"break", "[LINE|PROCEDURE [if NAME = CONSTANT]]",
     "sets a breakpoint, or lists them; also <>, <, <=, >, >=", do_break},
    {"delete", "[N]", "takes away a breakpoint, or all", do_delete},
    {"print", "EXPRESSION",
     "shows a variable, a part of it, an expression: X, a[2], r.field, i + k",
     do_print},
    {"vars", "", "lists the variables of this call and of the program",
     do_vars},
    {"memory", "", "shows slices and tables, with > at active rows", do_memory},
    {"where", "", "lists the calls", do_where},
    {"list", "[LINE]", "shows the program around here, or around a line",
     do_list},
    {"output", "", "shows what the program has written so far", do_output},
    {"help", "", "lists the commands", do_help},
    {"quit", "", "ends", NULL},
};

enum { COMMANDS = sizeof table / sizeof *table };

static void do_help(Step *s, const char *text) {
    (void)s;
    (void)text;
    for (int k = 0; k < COMMANDS; k++)
        printf("  %s%s%s\n      %s\n", table[k].name,
               *table[k].arguments ? " " : "", table[k].arguments,
               table[k].sentence);
    printf("A command may be shortened: the first that begins so is meant. "
           "An empty line\nrepeats the last one.\n");
}

bool step_command(Step *s, const char *line) {
    line += strspn(line, " \t");
    const size_t length = strcspn(line, " \t");
    Similar similar = similar_to(line, length);
    for (int k = 0; k < COMMANDS && length > 0; k++) {
        if (strncmp(table[k].name, line, length) == 0) {
            const char *rest = line + length + strspn(line + length, " \t");
            if (table[k].run == NULL)
                return false;
            if (*table[k].arguments == '\0' && *rest != '\0')
                printf("%s takes nothing behind it, found '%s'.\n",
                       table[k].name, rest);
            else
                table[k].run(s, rest);
            return true;
        }
        similar_consider(&similar, table[k].name);
    }
    printf("There is no command '%.*s'%s; help lists them.\n", (int)length,
           line, similar_text(&similar, ""));
    return true;
}

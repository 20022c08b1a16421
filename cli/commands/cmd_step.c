/* SPDX-License-Identifier: MIT */
/* step: a program forward and back, and call --step. */
#include <ctype.h>
#include <string.h>
#include <unistd.h>

#include "commands/command.h"
#include "repl/line.h"
#include "message.h"
#include "debugger/step.h"

enum { MAX_COMMAND_BYTES = 200, WIDTH = 80 };

/* Blanks at the end do not count, and no command is so long. */
static void copy_line(char *to, const char *text, size_t length) {
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        length--;
    length = length < MAX_COMMAND_BYTES ? length : MAX_COMMAND_BYTES - 1;
    memcpy(to, text, length);
    to[length] = '\0';
}

/* An empty line is the last command again. */
static void converse(Step *s) {
    char command[MAX_COMMAND_BYTES] = "", line[MAX_COMMAND_BYTES];
    const char *text;
    size_t length;
    bool more = true;
    while (more) {
        fflush(stdout);
        const LineEnd end = line_read("(star) ", s->colour, &text, &length);
        if (end == LINE_OVER)
            break;
        if (end == LINE_INTERRUPTED)
            continue;
        copy_line(line, text, length);
        if (line[strspn(line, " \t")] != '\0') {
            line_remember(line);
            memcpy(command, line, sizeof line);
        }
        if (command[0] != '\0')
            more = step_command(s, command);
    }
}

int step_through(Loaded *l, const StarProc *proc, const StarCell *args,
                 bool *ended) {
    Step s = {.loaded = l, .colour = l->options->colour, .width = WIDTH};
    const StarStatus begun =
        star_history_begin(l->history, l->program, proc, args);
    if (begun != STAR_OK) {
        star_history_end(l->history);
        return message_memory(l->options->style);
    }
    debug_open(&s.debug, l->history, l->program);
    line_open(NULL, NULL);
    step_show(&s);
    converse(&s);
    line_close();
    debug_close(&s.debug);
    fflush(stdout);
    const StarWhen when = star_history_now(l->history)->when;
    *ended = when == STAR_ENDED;
    const StarStatus status = star_history_end(l->history);
    return when == STAR_FAILED || when == STAR_ENDED ? star_status_exit(status)
                                                     : 0;
}

int cmd_step(const Options *o) {
    Loaded l;
    bool ended;
    int status = load_open(&l, o, "step", o->operand[0]);
    if (status == 0)
        status = load_takes(&l, "step") ? step_through(&l, NULL, NULL, &ended)
                                        : EXIT_USAGE;
    load_close(&l);
    return status;
}

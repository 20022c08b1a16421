/* SPDX-License-Identifier: MIT */
/* run, profile, check and dis. */
#include <string.h>

#include "commands/command.h"
#include "commands/watch.h"
#include "bytecode/disasm.h"
#include "report/escape.h"
#include "load.h"
#include "message.h"
#include "ranks/ranks_option.h"
#include "stop.h"
#include "tools/check.h"

static int run(Loaded *l, const char *command) {
    if (!load_takes(l, command))
        return EXIT_USAGE;
    stop_begin(l->machine);
    star_machine_run(l->machine, l->program);
    stop_end();
    return ranks_option_compare(
        l->options, star_machine_backend(l->machine),
        load_finish(l, star_machine_report(l->machine)));
}

static int run_as(const char *command, const Options *given) {
    Options o = *given;
    Loaded l;
    int status = ranks_option_open(&o);
    if (status != 0)
        return status;
    status = load_open(&l, &o, command, o.operand[0]);
    if (status == 0)
        status = run(&l, command);
    load_close(&l);
    return ranks_option_close(status);
}

/* Until Ctrl-C. All files of the command line and the program's units are
 * looked at. */
static int run_watched(const Options *o) {
    int status = 0;
    while (status != star_status_exit(STAR_INTERRUPTED)) {
        Watch w = {0};
        Loaded l;
        for (int k = 0; k < o->operands; k++)
            watch_file(&w, o->operand[k]);
        printf("---- %s\n", o->operand[0]);
        fflush(stdout);
        status = load_open(&l, o, "run", o->operand[0]);
        for (uint32_t k = 1; l.program && k < l.program->sources.count; k++)
            watch_file(&w, l.program->sources.file[k].path);
        if (status == 0)
            status = run(&l, "run");
        load_close(&l);
        if (status != star_status_exit(STAR_INTERRUPTED))
            watch_wait(&w);
        watch_free(&w);
    }
    return status;
}

static int watch(const Options *o) {
    if (o->given & OPTION(SESSION))
        return message_usage("run", MSG_WATCH_SESSION());
    return strcmp(o->operand[0], "-") == 0
               ? message_usage("run", MSG_WATCH_INPUT())
               : run_watched(o);
}

int cmd_run(const Options *o) {
    const bool ranks = o->given & OPTION(RANKS);
    if (ranks && o->given & (OPTION(SESSION) | OPTION(WATCH)))
        return message_usage("run", MSG_RANKS_ALONE());
    if (!ranks && o->given & OPTION(RANKS_FROM))
        return message_usage("run", MSG_RANKS_FROM());
    if (o->given & OPTION(WATCH))
        return watch(o);
    if (!(o->given & OPTION(SESSION)))
        return run_as("run", o);
    if (o->operands > 1)
        return message_usage("run", MSG_SESSION_FILE(o->operand[1]));
    if (o->strict)
        return message_usage("run", MSG_SESSION_STRICT());
    return cmd_session(o);
}

int cmd_profile(const Options *o) {
    return run_as("profile", o);
}

/* For each loop of the source, in its order, its plan or why it has none. */
static void explain_loops(const StarProgram *p) {
    StarEscape out = {.sink = message_sink, .context = stdout};
    for (uint32_t k = 0; k < p->notes; k++) {
        const StarLoopNote *n = &p->note[k];
        StarPlace loop = star_source_place(&p->sources, n->loop);
        StarPlace at = star_source_place(&p->sources, n->at);
        star_escape(&out, loop.path, strlen(loop.path));
        printf(":%d:%d: ", loop.row, loop.column);
        if (n->fused)
            printf("runs as one operation:\n%s", n->text);
        else
            printf("stays a loop: %d:%d: %s\n", at.row, at.column, n->text);
    }
}

int cmd_check(const Options *o) {
    Loaded l;
    int status = load_open(&l, o, "check", o->operand[0]);
    if (status == 0 && o->given & OPTION(EXPLAIN))
        explain_loops(l.program);
    if (status == 0 && check_foretells_end(l.program))
        status = star_status_exit(STAR_INDEX);
    load_close(&l);
    return status;
}

int cmd_dis(const Options *o) {
    Loaded l;
    int status = load_open(&l, o, "dis", o->operand[0]);
    StarEscape out = {.sink = message_sink, .context = stdout};
    if (status == 0)
        star_disassemble(l.program, star_escape, &out);
    load_close(&l);
    return status;
}

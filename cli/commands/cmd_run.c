/* SPDX-License-Identifier: MIT */
/* run, profile, check and dis. */
#include <string.h>

#include "commands/command.h"
#include "bytecode/disasm.h"
#include "report/escape.h"
#include "load.h"
#include "message.h"
#include "stop.h"
#include "tools/check.h"

static int run(Loaded *l, const char *command) {
    if (!load_takes(l, command))
        return EXIT_USAGE;
    stop_begin(l->machine);
    star_machine_run(l->machine, l->program);
    stop_end();
    return load_finish(l, star_machine_report(l->machine));
}

static int run_as(const char *command, const Options *o) {
    Loaded l;
    int status = load_open(&l, o, command, o->operand[0]);
    if (status == 0)
        status = run(&l, command);
    load_close(&l);
    return status;
}

int cmd_run(const Options *o) {
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

/* One line for each loop of the source, in its order. */
static void explain_loops(const StarProgram *p) {
    StarEscape out = {.sink = message_sink, .context = stdout};
    for (uint32_t k = 0; k < p->notes; k++) {
        const StarLoopNote *n = &p->note[k];
        StarPlace loop = star_source_place(&p->sources, n->loop);
        StarPlace at = star_source_place(&p->sources, n->at);
        star_escape(&out, loop.path, strlen(loop.path));
        printf(":%d:%d: ", loop.row, loop.column);
        if (n->fused)
            printf("runs as one operation: %s\n", n->text);
        else
            printf("runs as written: %d:%d: %s\n", at.row, at.column, n->text);
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

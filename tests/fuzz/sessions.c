/* SPDX-License-Identifier: MIT */
/* Target sessions: lines up to the first NUL, entered as at a prompt, where an
 * entry goes on while it is open; what follows is the input. Two sessions, of
 * loops as one operation and as written, by the best kernels and the plainest,
 * must agree after each entry, until a limit ends one. */
#include <string.h>

#include "fuzz.h"
#include "session/session.h"

typedef struct Side {
    FuzzRun run;
    StarCompileOptions options;
    StarSession *session;
    StarStatus status; /* of the last entry */
} Side;

static void open(Side *s, FuzzParts parts, bool plain) {
    StarMachine *machine =
        fuzz_machine(&s->run, plain ? STAR_ISA_PORTABLE : STAR_ISA_BEST);
    s->options = (StarCompileOptions){.plain = plain, .count = true};
    s->session = star_session_new(machine, &s->options, plain);
    FUZZ_CHECK(s->session != NULL);
    s->run.in = parts.rest;
    s->run.left = parts.size;
}

static void enter(Side *s, const char *text, size_t length) {
    const StarStyle style = {.form = STAR_FULL};
    const StarReport *report;
    StarSymbol symbol;
    uint32_t at = 0;
    int count;
    s->run.length = 0;
    s->status = star_session_enter(s->session, "entry", text, length);
    FUZZ_CHECK(s->status != STAR_BYTECODE);
    report = star_session_reports(s->session, &count);
    for (int k = 0; k < count; k++)
        star_report_write(&report[k],
                          &star_session_program(s->session)->sources, style,
                          fuzz_sink, NULL);
    while (star_session_next(s->session, &at, &symbol) && symbol.own)
        fuzz_sink(NULL, symbol.type, strlen(symbol.type));
}

static bool is_limit(StarStatus status) {
    return star_status_exit(status) == star_status_exit(STAR_MEMORY);
}

/* Whether to go on. */
static bool enter_both(Side side[2], const char *text, size_t length) {
    for (int k = 0; k < 2; k++)
        enter(&side[k], text, length);
    if (is_limit(side[0].status) || is_limit(side[1].status))
        return false;
    FUZZ_CHECK(side[0].status == side[1].status);
    FUZZ_CHECK(side[0].run.length == side[1].run.length &&
               memcmp(side[0].run.out, side[1].run.out, side[0].run.length) ==
                   0);
    return true;
}

static void run_sessions(const uint8_t *data, size_t size) {
    static Side side[2];
    const FuzzParts parts = fuzz_split(data, size);
    const char *text = parts.text, *end = text + parts.length;
    bool more = true;
    for (int k = 0; k < 2; k++)
        open(&side[k], parts, k > 0);
    for (const char *line = text; more && line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        line = stop != NULL ? stop + 1 : end;
        if (line < end &&
            star_session_open(side[0].session, text, (size_t)(line - text)))
            continue;
        more = enter_both(side, text, (size_t)(line - text));
        text = line;
    }
    for (int k = 0; k < 2; k++)
        star_session_free(side[k].session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_frees(run_sessions, data, size);
}

/* SPDX-License-Identifier: MIT */
/* star_exhaust EVERY PROGRAM...: compiles and runs each program again and
 * again, each time without another one of the allocations that it makes, first
 * without this one only, then without all from this one on; where EVERY is not
 * 1, without each of so many, from another one on in each program and way, for
 * programs have most of them in common. It must end with
 * STAR_MEMORY and part of its output, or, where memory makes it only faster,
 * as it does with all of it; and leave no memory in use.
 *
 * A program's input stands in comments { input: text }, as in tests/lang. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile.h"
#include "interp/exec.h"
#include "memory/spares.h"

enum { MOST = 1 << 20 };

/* A text that is appended to or read. */
typedef struct Text {
    char byte[MOST];
    size_t length, at;
} Text;

typedef struct Work {
    const char *path;
    Text source, input, output, whole; /* whole: the output with all memory */
    StarMachine *machine;
    StarMem *mem;
} Work;

static void die(const Work *w, const char *what) {
    fprintf(stderr, "%s: %s, allocation %lld%s\n", w->path, what,
            (long long)(w->mem ? w->mem->fail_at : 0),
            w->mem && w->mem->fail_on ? " and all after it" : "");
    exit(1);
}

/* ---- The program ---- */

static bool take(void *context, const char *text, size_t length) {
    Text *out = &((Work *)context)->output;
    if (length > MOST - out->length)
        return false;
    memcpy(out->byte + out->length, text, length);
    out->length += length;
    return true;
}

static size_t give(void *context, char *text, size_t most) {
    Text *in = &((Work *)context)->input;
    size_t length = in->length - in->at;
    length = length < most ? length : most;
    memcpy(text, in->byte + in->at, length);
    in->at += length;
    return length;
}

static void read_input(Work *w) {
    static const char mark[] = "{ input:";
    w->input.length = 0;
    for (const char *at = w->source.byte; (at = strstr(at, mark)) != NULL;) {
        at += sizeof mark - 1;
        at += *at == ' ';
        const size_t n = strcspn(at, "}\n");
        const size_t length = n > 0 && at[n - 1] == ' ' ? n - 1 : n;
        memcpy(w->input.byte + w->input.length, at, length);
        w->input.length += length;
        w->input.byte[w->input.length++] = '\n';
    }
}

static void read_program(Work *w, const char *path) {
    FILE *file = fopen(path, "rb");
    w->path = path;
    if (file == NULL)
        die(w, "cannot be read");
    w->source.length = fread(w->source.byte, 1, MOST - 1, file);
    w->source.byte[w->source.length] = '\0';
    fclose(file);
    read_input(w);
}

/* ---- Running it ---- */

static void drop(void *context, const char *text, size_t length) {
    (void)context, (void)text, (void)length;
}

/* Compiles and runs it; nothing is left of the last run's input and output. */
static StarStatus run(Work *w) {
    const StarCompileOptions options = {.plain = false};
    const StarStyle style = {.colour = false};
    StarStatus status = STAR_MEMORY;
    StarProgram *p = star_compile(w->mem, &options, w->path, w->source.byte,
                                  w->source.length);
    w->input.at = w->output.length = 0;
    w->machine->io.console.in = w->machine->io.console.in_end;
    w->machine->io.console.after_table = false;
    if (p == NULL)
        return status;
    for (int k = 0; k < p->reports; k++)
        star_report_write(&p->report[k], &p->sources, style, drop, NULL);
    if (p->errors > 0)
        status = p->report[0].status;
    else
        status = star_machine_run(w->machine, p);
    if (p->errors == 0 && status != STAR_OK)
        star_report_write(star_machine_report(w->machine), &p->sources, style,
                          drop, NULL);
    star_program_free(p);
    return status;
}

/* Ends as with all memory, or for the want of it. */
static void check(const Work *w, StarStatus status, StarStatus whole,
                  bool failed) {
    const bool same = status == whole && w->output.length == w->whole.length;
    if (!same && !(failed && status == STAR_MEMORY))
        die(w, star_status_name(status));
    if (w->output.length > w->whole.length ||
        memcmp(w->output.byte, w->whole.byte, w->output.length) != 0)
        die(w, "another output");
}

/* The allocations first, first + every, ...; returns how many were tried. */
static int64_t exhaust(Work *w, bool all_after, int64_t first, int64_t every) {
    const size_t used = w->mem->used;
    bool failed = true;
    int64_t k = first, tried = 0;
    w->mem->fail_on = false;
    w->mem->fail_at = 0;
    const StarStatus whole = run(w);
    w->whole = w->output;
    w->mem->fail_on = all_after;
    for (; failed; k += every, tried++) {
        w->mem->count = 0;
        w->mem->fail_at = k;
        const StarStatus status = run(w);
        failed = w->mem->count >= k;
        check(w, status, whole, failed);
        if (!star_keeps(0) && w->mem->used != used)
            die(w, "memory in use");
    }
    return tried - 1;
}

int main(int argc, char **argv) {
    static Work w;
    const StarOptions options = {.write = take, .read = give, .context = &w};
    const int64_t every = argc > 1 ? atoll(argv[1]) : 0;
    if (every < 1) {
        fprintf(stderr, "usage: star_exhaust EVERY PROGRAM...\n");
        return 2;
    }
    for (int k = 2; k < argc; k++) {
        StarError error;
        read_program(&w, argv[k]);
        w.machine = star_machine_new(&options, &error);
        if (w.machine == NULL)
            die(&w, error.text);
        w.mem = star_machine_backend(w.machine)->mem;
        run(&w);
        exhaust(&w, false, k % every + 1, every);
        printf(
            "%s: %lld allocations\n", w.path,
            (long long)exhaust(&w, true, (k + every / 2) % every + 1, every));
        star_machine_free(w.machine);
        w.mem = NULL;
    }
    return 0;
}

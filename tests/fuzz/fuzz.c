/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <string.h>

#include "interp/exec.h"
#include "memory/spares.h"

/* A machine for each instruction set, when there was need for it. */
static StarMachine *made[STAR_ISA_AVX512 + 1];

void fuzz_sink(void *context, const char *text, size_t length) {
    volatile char last;
    (void)context;
    for (size_t i = 0; i < length; i++)
        last = text[i];
    (void)last;
}

/* In every form. */
static void show(const StarReport *report, const StarSources *sources) {
    for (int form = STAR_FULL; form <= STAR_JSON; form++)
        star_report_write(report, sources,
                          (StarStyle){.form = (StarReportForm)form}, fuzz_sink,
                          NULL);
}

StarProgram *fuzz_compile(StarBackend *be, const StarCompileOptions *options,
                          const char *text, size_t length) {
    StarProgram *p = star_compile(be->mem, options, "fuzz.star", text, length);
    if (p == NULL) {
        FUZZ_CHECK(be->mem->error->status == STAR_MEMORY);
        return NULL;
    }
    for (int k = 0; k < p->reports; k++)
        show(&p->report[k], &p->sources);
    FUZZ_CHECK(p->errors > 0 || p->verified);
    if (p->errors == 0)
        return p;
    star_program_free(p);
    return NULL;
}

FuzzParts fuzz_split(const uint8_t *data, size_t size) {
    const uint8_t *end = size > 0 ? memchr(data, '\0', size) : NULL;
    const size_t length = end != NULL ? (size_t)(end - data) : size;
    const size_t taken = end != NULL ? length + 1 : size;
    return (FuzzParts){(const char *)data, length, data + taken, size - taken};
}

static bool take(void *context, const char *text, size_t length) {
    FuzzRun *run = context;
    if (length > FUZZ_OUTPUT - run->length)
        return false;
    memcpy(run->out + run->length, text, length);
    run->length += length;
    return true;
}

static size_t give(void *context, char *text, size_t most) {
    FuzzRun *run = context;
    const size_t length = run->left < most ? run->left : most;
    if (length > 0)
        memcpy(text, run->in, length);
    run->in += length;
    run->left -= length;
    return length;
}

/* Files of this machine are not for programs like these. */
static StarPermit may_open(void *context, const char *path) {
    (void)context, (void)path;
    return STAR_PERMIT_NONE;
}

StarMachine *fuzz_machine(FuzzRun *run, StarIsaLevel isa) {
    const StarOptions limits = {.max_memory = 1 << 22,
                                .max_steps = 20000,
                                .max_depth = 500,
                                .isa = isa,
                                .may_open = may_open,
                                .write = take,
                                .read = give,
                                .context = run};
    StarError error;
    if (made[isa] == NULL)
        made[isa] = star_machine_new(&limits, &error);
    FUZZ_CHECK(made[isa] != NULL);
    made[isa]->io.console.in = made[isa]->io.console.in_end;
    made[isa]->io.console.after_table = false;
    return made[isa];
}

/* In use by all machines; 0 in builds that keep what is freed. */
static size_t used(void) {
    size_t bytes = 0;
    for (int k = 0; k <= STAR_ISA_AVX512 && !star_keeps(0); k++)
        bytes += made[k] != NULL ? made[k]->mem.used : 0;
    return bytes;
}

int fuzz_frees(FuzzTarget *target, const uint8_t *data, size_t size) {
    size_t before = used();
    target(data, size);
    if (used() != before) {
        before = used();
        target(data, size);
        FUZZ_CHECK(used() == before);
    }
    return 0;
}

StarStatus fuzz_run(StarMachine *machine, const StarProgram *p) {
    StarStatus status;
    if (p->name == NULL)
        return STAR_OK;
    status = star_machine_run(machine, p);
    FUZZ_CHECK(status != STAR_BYTECODE);
    if (status != STAR_OK)
        show(star_machine_report(machine), &p->sources);
    return status;
}

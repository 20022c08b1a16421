/* SPDX-License-Identifier: MIT */
#include "example.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile.h"

static void say(void *context, const char *text, size_t length) {
    Example *e = context;
    if (length > sizeof e->said - 1 - e->length)
        length = sizeof e->said - 1 - e->length;
    memcpy(e->said + e->length, text, length);
    e->length += length;
    e->said[e->length] = '\0';
}

static bool discard(void *context, const char *text, size_t length) {
    (void)context;
    (void)text;
    (void)length;
    return true;
}

static size_t input(void *context, char *to, size_t most) {
    static const char key[] = "{ input: ";
    Example *e = context;
    e->at = e->at != NULL ? strstr(e->at, key) : NULL;
    if (e->at == NULL)
        return 0;
    e->at += sizeof key - 1;
    return (size_t)snprintf(to, most, "%.*s\n", (int)strcspn(e->at, " }"),
                            e->at);
}

static void add(Example *e, const StarReport *r, const StarSources *sources) {
    if (e->errors + e->warnings == 0) {
        e->status = r->status;
        if (r->placed)
            e->place = star_source_place(sources, r->span);
        if (r->suggestion != NULL)
            snprintf(e->suggestion, sizeof e->suggestion, "%s", r->suggestion);
    }
    e->errors += r->severity == STAR_ERROR;
    e->warnings += r->severity == STAR_WARNING;
    star_report_write(r, sources, (StarStyle){0}, say, e);
}

static void warn(void *context, const StarReport *r,
                 const StarSources *sources) {
    add(context, r, sources);
}

static void *check(void *pointer) {
    if (pointer == NULL)
        exit(2);
    return pointer;
}

static void try(Example *e, const char *text, bool run, bool strict) {
    StarError error;
    *e = (Example){.text = text, .at = text};
    const StarOptions options = {.max_memory = (size_t)1 << 30,
                                 .warn = warn,
                                 .write = discard,
                                 .read = input,
                                 .context = e};
    StarMachine *m = check(star_machine_new(&options, &error));
    const StarCompileOptions compiling = {.strict = strict};
    StarProgram *p =
        check(star_compile(star_machine_backend(m)->mem, &compiling, "p.star",
                           text, strlen(text)));
    for (int i = 0; i < p->reports; i++)
        add(e, &p->report[i], &p->sources);
    if (run && p->errors == 0 && p->name != NULL &&
        star_machine_run(m, p) != STAR_OK)
        add(e, star_machine_report(m), &p->sources);
    star_program_free(p);
    star_machine_free(m);
}

void example_try(Example *e, const char *text, bool run) {
    try(e, text, run, false);
}

void example_strict(Example *e, const char *text, bool run) {
    try(e, text, run, true);
}

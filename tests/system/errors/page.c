/* SPDX-License-Identifier: MIT */
/* star_errors_page FOLDER: runs the examples of every status and writes
 * docs/reference/errors.md. It fails if a mistake gives another message than
 * its own, or more than one, if a correction gives any, or if a status has
 * neither examples nor a test of its own. Files of the examples go to the
 * folder. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "example.h"

static const struct {
    StarStatus status;
    const char *test;
} elsewhere[] = {{STAR_OK, "everywhere"},
                 {STAR_NESTING, "tests/lang/limits"},
                 {STAR_EXTENSION, "tests/system/errors/standard.c"},
                 {STAR_TOOBIG, "tests/unit/vm/test_machine.c"},
                 {STAR_NOLABEL, "tests/system/command/call.sh"},
                 {STAR_STEPS, "tests/system/command/steps.sh"},
                 {STAR_OUTPUT, "tests/system/command/limits.sh"},
                 {STAR_TIME, "tests/system/command/limits.sh"},
                 {STAR_INTERRUPTED, "tests/system/command/limits.sh"},
                 {STAR_FORBIDDEN, "tests/system/command/safe.sh"},
                 {STAR_SOURCE, "tests/unit/vm/test_report.c"},
                 {STAR_COLUMNSFOUND, "tests/unit/runtime/io/test_lists.c"},
                 {STAR_NAMESALIKE, "tests/system/command/misread.sh"},
                 {STAR_MODEL, "tests/system/command/machine.sh"},
                 {STAR_DEVICE, "tests/system/command/mistakes.sh"},
                 {STAR_GPUPART, "tests/system/plugin/test_part.c"},
                 {STAR_RANKS, "tests/ranks/ranks.sh"},
                 {STAR_MISUSE, "tests/system/library/test_misuse.c"},
                 {STAR_BADPROGRAM, "tests/unit/vm/test_program_bytes.c"},
                 {STAR_BYTECODE, "tests/unit/vm/test_machine.c"}};

static int wrong(StarStatus status, const char *what, const char *found) {
    fprintf(stderr, "%s: %s\n%s", star_status_name(status), what, found);
    return 1;
}

static int without_examples(StarStatus status) {
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (elsewhere[i].status == status)
            return 0;
    return wrong(status, "it has no examples and no test\n", "");
}

static void show_program(const char *title, const char *text) {
    printf("\n%s\n\n```star\n%s```\n", title, text);
}

/* How many bytes are in use depends on the compiler's own structures. */
static void leave_out_bytes(char *said) {
    char *end = strstr(said, " of 1073741824 are in use"), *from = end;
    if (end == NULL)
        return;
    while (from > said && from[-1] >= '0' && from[-1] <= '9')
        from--;
    memmove(from + 3, end, strlen(end) + 1);
    memcpy(from, "...", 3);
}

static int mistake(StarStatus status, Example *e) {
    char text[4000];
    snprintf(text, sizeof text, "program p;\n%s", star_status_mistake(status));
    example_try(e, text, true);
    leave_out_bytes(e->said);
    show_program("This program has the mistake:", text);
    printf("```output\n%s```\n", e->said);
    if (e->errors + e->warnings != 1 || e->status != status)
        return wrong(status, "its mistake says\n", e->said);
    if ((e->errors == 0) != (star_status_exit(status) == 0))
        return wrong(status, "exit status and message disagree\n", e->said);
    return 0;
}

static int correction(StarStatus status, Example *e) {
    char text[4000];
    snprintf(text, sizeof text, "program p;\n%s",
             star_status_correction(status));
    example_try(e, text, true);
    show_program("This one has not:", text);
    return e->errors + e->warnings > 0
               ? wrong(status, "its correction says\n", e->said)
               : 0;
}

static int section(StarStatus status, Example *e) {
    const int exit = star_status_exit(status);
    printf("\n## %s\n\n", star_status_name(status));
    if (exit == 0)
        printf("A warning. ");
    else
        printf("Exit status %d. ", exit);
    printf("%s\n%s\n", star_status_sentence(status),
           star_status_explanation(status));
    if (star_status_mistake(status) == NULL)
        return without_examples(status);
    return mistake(status, e) + correction(status, e);
}

static const char intro[] =
    "# Messages\n\n"
    "Every message ends with its code in brackets; `star explain CODE` shows "
    "what\nstands here. This page is written by `star_errors_page` "
    "(tests/system/errors), which\nruns every program on it.\n\n"
    "With `--diagnostics short` a message is its first line. With "
    "`--diagnostics json`\nit is an object on a line of its own, always with "
    "these members, null where\nthere is nothing to say:\n\n"
    "| member | value |\n|---|---|\n"
    "| `file` `line` `column` `end_line` `end_column` | the place; numbers "
    "from 1, columns in characters, the end behind the last one |\n"
    "| `severity` | `error`, `warning` or `note` |\n"
    "| `code` | as in brackets |\n"
    "| `message` | the first line without the place |\n"
    "| `expected` `found` | what the message says of them, apart |\n"
    "| `suggestion` | the name or word that may have been meant |\n"
    "| `hint` | what to do |\n"
    "| `labels` | a list of places, each with its `message` |\n";

int main(int argc, char **argv) {
    static Example e;
    int failures = 0;
    if (argc != 2 || chdir(argv[1]) != 0)
        return 2;
    fputs(intro, stdout);
    for (int i = 1; i < STAR_STATUS_COUNT; i++)
        failures += section((StarStatus)i, &e);
    return failures > 0;
}

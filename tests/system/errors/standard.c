/* SPDX-License-Identifier: MIT */
/* star_errors_standard FOLDER: compiles the programs of grammar/extensions.def
 * as they are and under --strict, and writes docs/reference/standard.md. It
 * fails if one has a mistake, or if --strict finds another one than extensions,
 * the row's own among them. */
#include <stdio.h>
#include <string.h>

#include "example.h"
#include "extension.h"

static const char intro[] =
    "# ISO 7185\n\n"
    "STAR is Pascal as ISO 7185 defines it, level 1, and what is listed here. "
    "With\n`--strict` these extensions are errors, whose messages name them. A "
    "program of\nthe standard means the same with and without it, but that "
    "with it both sides of\n`and` and `or` on booleans are evaluated, in the "
    "order in which they stand; else\nthe right one is not where the left one "
    "decides. The standard allows either.\n\n"
    "This page is written by `star_errors_standard` (tests/system/errors), "
    "which "
    "compiles\nevery program on it both ways.\n\n"
    "| extension | clause | what ISO 7185 has |\n|---|---|---|\n";

static int wrong(const ExtensionInfo *x, const char *what, const char *said) {
    fprintf(stderr, "%s: %s\n%s", x->name, what, said);
    return 1;
}

static bool names(const char *said, const ExtensionInfo *x) {
    char text[200];
    snprintf(text, sizeof text, "%s is an extension of ISO 7185 [extension]",
             x->name);
    return strstr(said, text) != NULL;
}

static int count(const char *text, const char *what) {
    int n = 0;
    while ((text = strstr(text, what)) != NULL) {
        text += strlen(what);
        n++;
    }
    return n;
}

static int section(const ExtensionInfo *x, Example *e) {
    example_try(e, x->program, false);
    if (e->errors > 0)
        return wrong(x, "without --strict its program says\n", e->said);
    example_strict(e, x->program, false);
    printf("\n## %c%s\n\n```star\n%s```\n```output\n%s```\n",
           x->name[0] >= 'a' && x->name[0] <= 'z' ? x->name[0] - 'a' + 'A'
                                                  : x->name[0],
           x->name + 1, x->program, e->said);
    if (!names(e->said, x))
        return wrong(x, "with --strict its program says\n", e->said);
    if (count(e->said, ": error: ") != count(e->said, " [extension]\n"))
        return wrong(x, "it has another mistake\n", e->said);
    return 0;
}

int main(int argc, char **argv) {
    static Example e;
    int failures = 0;
    (void)argv;
    if (argc != 2)
        return 2;
    fputs(intro, stdout);
    for (int i = 0; i < EXTENSION_COUNT; i++)
        printf("| %s | %s | %s |\n", extensions[i].name, extensions[i].clause,
               extensions[i].rule);
    for (int i = 0; i < EXTENSION_COUNT; i++)
        failures += section(&extensions[i], &e);
    return failures > 0;
}

/* SPDX-License-Identifier: MIT */
/* star_errors_fixes BASES/ LIST...: the programs with a mistake of every
 * status, and those of the lists (edits.h). Each correction that a message has
 * is made: fails if the message is there again, or there are more than before,
 * for more than 2 % of them, or if fewer than 400 messages have one. */
#include <stdio.h>
#include <string.h>

#include "compile.h"
#include "edits.h"

enum { TEXT = EDITS_TEXT + 1000 };

static int made, failures;

static StarProgram *compile(StarMem *mem, const char *text) {
    static const StarCompileOptions options = {0};
    return star_compile(mem, &options, "p.star", text, strlen(text));
}

static bool is_there(const StarProgram *p, const StarReport *r) {
    for (int i = 0; i < p->reports; i++)
        if (p->report[i].status == r->status &&
            p->report[i].span.start == r->span.start &&
            strcmp(p->report[i].text, r->text) == 0)
            return true;
    return false;
}

static void correct(StarMem *mem, const char *text, const StarReport *r,
                    int before) {
    char corrected[TEXT];
    const StarSpan at = r->fix.span;
    snprintf(corrected, sizeof corrected, "%.*s%s%s", (int)at.start, text,
             r->fix.text, text + at.end);
    StarProgram *p = compile(mem, corrected);
    made++;
    if (p == NULL || p->errors > before || is_there(p, r)) {
        failures++;
        printf("\n%s [%s]\n'%s' for '%.*s' does not correct it:\n%s\n", r->text,
               star_status_name(r->status), r->fix.text,
               (int)(at.end - at.start), text + at.start, corrected);
    }
    star_program_free(p);
}

static void try(const char *text) {
    StarError error;
    StarMem mem;
    star_mem_init(&mem, &error, (size_t)1 << 28);
    StarProgram *p = compile(&mem, text);
    for (int i = 0; p != NULL && i < p->reports; i++)
        if (p->report[i].fix.text != NULL)
            correct(&mem, text, &p->report[i], p->errors + (p->errors == 0));
    star_program_free(p);
}

int main(int argc, char **argv) {
    static Edits edits;
    char text[TEXT];
    if (argc < 2)
        return 2;
    for (int status = 0; status < STAR_STATUS_COUNT; status++)
        if (star_status_mistake((StarStatus)status) != NULL) {
            snprintf(text, sizeof text, "program p;\n%s",
                     star_status_mistake((StarStatus)status));
            try(text);
        }
    for (int i = 2; i < argc; i++) {
        edits_open(&edits, argv[i], argv[1]);
        while (edits_next(&edits))
            try(edits.text);
        edits_close(&edits);
    }
    printf("%d corrections made, %d correct nothing\n", made, failures);
    return 50 * failures > made || made < 400;
}

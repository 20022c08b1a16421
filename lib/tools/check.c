/* SPDX-License-Identifier: MIT */
#include "tools/check.h"

#include <stdio.h>

static void more(int count, const char *what, CheckTake *take, void *context) {
    char text[80];
    const StarReport report = {.severity = STAR_NOTE, .text = text};
    if (count == 0)
        return;
    snprintf(text, sizeof text, "and %d more %s%s", count, what,
             count == 1 ? "" : "s");
    take(context, &report, NULL);
}

void check_messages(const StarProgram *p, CheckTake *take, void *context) {
    int told[] = {0, 0};
    for (int i = 0; i < p->reports; i++) {
        take(context, &p->report[i], &p->sources);
        told[p->report[i].severity]++;
    }
    more(p->errors - told[STAR_ERROR], "error", take, context);
    more(p->warnings - told[STAR_WARNING], "warning", take, context);
}

static const char *part(const char *text) {
    return *text != '\0' ? text : NULL;
}

StarReport check_error(StarSeverity severity, const StarError *error) {
    return (StarReport){.severity = severity,
                        .status = error->status,
                        .text = error->text,
                        .expected = part(error->expected),
                        .found = part(error->found),
                        .hint = part(error->hint)};
}

bool check_foretells_end(const StarProgram *p) {
    for (int k = 0; k < p->reports; k++)
        if (p->report[k].status == STAR_CONSTANTINDEX ||
            p->report[k].status == STAR_CONSTANTSIZE)
            return true;
    return false;
}

/* SPDX-License-Identifier: MIT */
/* doc: what the language says of a name; explain: what it says of the code of
 * a message. */
#include <string.h>

#include "commands/command.h"
#include "commands/doc.h"
#include "message.h"
#include "tools/docs.h"
#include "tools/similar.h"
#include "wrap.h"

/* ---- Names ---- */

/* Its heading and the comment before it. */
static void show_procedure(const Docs *d) {
    printf("%s\n    ", d->heading);
    for (int k = 0; k < d->length; k++)
        if (d->text[k] == '\n')
            printf("\n  "); /* after the two blanks that are there */
        else
            putchar(d->text[k]);
    if (d->formula[0] != '\0')
        printf("\n    Operations: %s.%s", d->formula,
               d->kernel ? " A kernel stands in for the body." : "");
    printf("\n    In the unit %s.\n", d->unit);
}

static void show(const Docs *d) {
    switch (d->kind) {
    case DOCS_PROCEDURE: show_procedure(d); break;
    case DOCS_PRIMITIVE: printf("%s\n    %s\n", d->heading, d->text); break;
    case DOCS_REQUIRED: printf("%s\n", d->text); break;
    case DOCS_WORD: printf("%s\n    %s\n", d->name, d->text); break;
    }
}

static void unknown(const char *name) {
    DocsMessage m;
    const char *best = docs_similar(name);
    if (docs_message(name, &m))
        message_usage("doc", MSG_NAMES_A_MESSAGE(name));
    else if (best != NULL)
        message_usage("doc", MSG_NOTHING_KNOWN_BUT(name, best));
    else
        message_usage("doc", MSG_NOTHING_KNOWN(name));
}

bool doc_show(const char *name) {
    unsigned at = 0;
    int found = 0;
    Docs d;
    for (; docs_next(name, &at, &d); found++)
        show(&d);
    if (found == 0)
        unknown(name);
    return found > 0;
}

/* Writes the names of a kind, on a new line where the old one is full. */
static void list(const char *heading, DocsKind kind) {
    const char *name;
    int column = 0;
    fputs(heading, stdout);
    for (int k = 0; (name = docs_name(kind, k)) != NULL; k++) {
        const int length = (int)strlen(name) + 1;
        if (column + length > 78)
            column = 0;
        printf(column > 0 ? " %s" : "\n    %s", name);
        column = column > 0 ? column + length : length + 3;
    }
    printf("\n");
}

int cmd_doc(const Options *o) {
    if (o->operands > 0)
        return doc_show(o->operand[0]) ? 0 : EXIT_USAGE;
    list("Operations on slices, words and tables:", DOCS_PRIMITIVE);
    list("Procedures of the library:", DOCS_PROCEDURE);
    list("Functions and procedures of Pascal, input and output:",
         DOCS_REQUIRED);
    list("Words of the language, its types and constants:", DOCS_WORD);
    return 0;
}

/* ---- Messages ---- */

static void program(const char *heading, const char *text) {
    printf("\n%s\n\n    program p;\n", heading);
    while (*text != '\0') {
        int length = (int)strcspn(text, "\n");
        printf("    %.*s\n", length, text);
        text += length + 1;
    }
}

static int explain(const DocsMessage *m) {
    printf("[%s] ", m->code);
    if (m->exit == 0)
        printf("is a warning\n\n");
    else
        printf("is an error, exit status %d\n\n", m->exit);
    wrap_text(0, m->sentence);
    wrap_text(0, m->explanation);
    if (m->mistake != NULL) {
        program("This program has the mistake:", m->mistake);
        program("This one has not:", m->correction);
    }
    return 0;
}

static int no_code(const char *name) {
    Similar similar = similar_to(name, strlen(name));
    DocsMessage m;
    for (int k = 0; docs_message_at(k, &m); k++)
        similar_consider(&similar, m.code);
    return message_usage("explain",
                         MSG_NO_MESSAGE(name, similar_text(&similar, "")));
}

int cmd_explain(const Options *o) {
    DocsMessage m;
    if (o->operands > 0)
        return docs_message(o->operand[0], &m) ? explain(&m)
                                               : no_code(o->operand[0]);
    for (int k = 0; docs_message_at(k, &m); k++)
        printf("%-24s %s\n", m.code, m.sentence);
    return 0;
}

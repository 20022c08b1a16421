/* SPDX-License-Identifier: MIT */
/* doc: what the language says of a name; explain: what it says of the code of
 * a message. */
#include <ctype.h>
#include <string.h>

#include "commands/command.h"
#include "commands/doc.h"
#include "message.h"
#include "tools/docs/docs.h"
#include "tools/similar.h"
#include "wrap.h"

/* ---- Names ---- */

/* A line of a comment, from behind its two blanks on; returns its length. */
static int line_at(const Docs *d, int at) {
    int n = 0;
    while (at + n < d->length && d->text[at + n] != '\n')
        n++;
    return n;
}

/* Paragraphs that a narrow terminal would break; what is laid out in columns
 * begins with blanks, and stays. */
static void narrow_lines(const Docs *d) {
    char paragraph[2000] = "";
    for (int at = 0, n; at < d->length; at += n + 1) {
        at += at > 0 && d->text[at] == ' ' ? 2 : 0;
        n = line_at(d, at);
        const bool flows = n > 0 && d->text[at] != ' ';
        const size_t used = strlen(paragraph);
        if (flows)
            snprintf(paragraph + used, sizeof paragraph - used, "%.*s ", n,
                     d->text + at);
        if (!flows || at + n >= d->length) {
            if (*paragraph != '\0')
                wrap_text(4, paragraph);
            *paragraph = '\0';
        }
        if (!flows)
            printf(n > 0 ? "    %.*s\n" : "\n", n, d->text + at);
    }
}

/* All lines but the first have two blanks already. */
static void lines(const Docs *d) {
    if (wrap_width() < WRAP_COLUMNS) {
        narrow_lines(d);
        return;
    }
    printf("    ");
    for (int k = 0; k < d->length; k++)
        if (d->text[k] == '\n')
            printf(k + 1 < d->length && d->text[k + 1] == '\n' ? "\n" : "\n  ");
        else
            putchar(d->text[k]);
    printf("\n");
}

/* A heading of several lines has them where there is room. */
static void heading(const Docs *d) {
    if (wrap_width() < WRAP_COLUMNS)
        wrap_text(0, d->heading);
    else
        printf("%s\n", d->heading);
}

static void show_procedure(const Docs *d) {
    heading(d);
    lines(d);
    if (d->formula[0] != '\0')
        printf("    Operations: %s.%s\n", d->formula,
               d->kernel ? " A kernel stands in for the body." : "");
    printf("    In the unit %s.\n", d->unit);
}

static void names(int unit) {
    const char *name;
    int column = 0;
    for (int k = 0; (name = docs_procedure(unit, k)) != NULL; k++)
        wrap_name(&column, name);
    printf("\n");
}

static void show_unit(const Docs *d) {
    int k = 0;
    while (strcmp(docs_unit(k), d->name) != 0)
        k++;
    printf("unit %s\n", d->name);
    lines(d);
    printf("\n");
    names(k);
}

static void show(const Docs *d) {
    switch (d->kind) {
    case DOCS_PROCEDURE: show_procedure(d); break;
    case DOCS_PRIMITIVE:
        heading(d);
        wrap_text(4, d->text);
        break;
    case DOCS_REQUIRED: wrap_text(0, d->text); break;
    case DOCS_WORD:
        printf("%s\n", d->name);
        wrap_text(4, d->text);
        break;
    case DOCS_UNIT: show_unit(d); break;
    }
}

static void unknown(const char *name) {
    DocsMessage m;
    Similar similar = similar_to(name, strlen(name));
    const char *best = docs_similar(name);
    if (best != NULL)
        similar_consider(&similar, best);
    options_consider(&similar);
    if (docs_message(name, &m))
        message_usage("doc", MSG_NAMES_A_MESSAGE(name));
    else
        message_usage("doc",
                      MSG_NOTHING_KNOWN(name, similar_text(&similar, "")));
}

/* The first sentence of a comment, on one line; returns its length. A point
 * within parentheses ends none: (A. Sh. Nepomniaschaya). */
static int first_sentence(const Docs *d, char *to, int room) {
    int n = 0, depth = 0;
    for (int k = 0; k < d->length && n < room - 1; k++) {
        const bool blank = isspace((unsigned char)d->text[k]);
        depth += (d->text[k] == '(') - (d->text[k] == ')');
        if (!blank && depth == 0 && n > 1 && to[n - 1] == ' ' &&
            to[n - 2] == '.' && isupper((unsigned char)d->text[k]))
            break;
        if (!blank || (n > 0 && to[n - 1] != ' '))
            to[n++] = blank ? ' ' : d->text[k];
    }
    return n;
}

/* What a search has found: its name, where it is, and what it is in short. */
static void show_found(const Docs *d) {
    char text[400];
    text[first_sentence(d, text, sizeof text)] = '\0';
    if (d->kind == DOCS_PROCEDURE)
        printf("%s, unit %s\n", d->name, d->unit);
    else
        printf("%s%s\n", d->kind == DOCS_UNIT ? "unit " : "", d->name);
    wrap_text(4, text);
}

/* Not of the language, but of the command. */
static int show_option(const char *name) {
    const OptionSet option = options_find(name);
    if (option == 0)
        return 0;
    options_help(option);
    puts("An option of the command: star --help.");
    return 1;
}

static int search(const char *words) {
    unsigned at = 0;
    int found = 0;
    Docs d;
    for (; docs_search(words, &at, &d); found++)
        show_found(&d);
    return found;
}

bool doc_show(const char *name) {
    unsigned at = 0;
    int found = 0;
    Docs d;
    for (; docs_next(name, &at, &d); found++)
        show(&d);
    if (found == 0)
        found = show_option(name) + search(name);
    if (found == 0)
        unknown(name);
    return found > 0;
}

static void list(const char *heading, DocsKind kind) {
    const char *name;
    int column = 0;
    puts(heading);
    for (int k = 0; (name = docs_name(kind, k)) != NULL; k++)
        wrap_name(&column, name);
    printf("\n");
}

/* The units but basic, whose procedures stand before. */
static void list_units(void) {
    int column = 0;
    puts("Units of the library:");
    for (int k = 0; docs_unit(k) != NULL; k++)
        wrap_name(&column, docs_unit(k));
    printf("\n");
    for (int k = 0; docs_unit(k) != NULL; k++)
        if (strcmp(docs_unit(k), "basic") != 0) {
            printf("Of the unit %s:\n", docs_unit(k));
            names(k);
        }
}

int cmd_doc(const Options *o) {
    char words[400] = "";
    for (int k = 0; k < o->operands; k++) {
        const size_t length = strlen(words);
        snprintf(words + length, sizeof words - length, "%s%s",
                 k > 0 ? " " : "", o->operand[k]);
    }
    if (o->operands > 0)
        return doc_show(words) ? 0 : EXIT_USAGE;
    list("Operations on slices, words and tables:", DOCS_PRIMITIVE);
    list("Procedures of the library:", DOCS_PROCEDURE);
    list("Functions and procedures of Pascal, input and output:",
         DOCS_REQUIRED);
    list("Words of the language, its types and constants:", DOCS_WORD);
    list_units();
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

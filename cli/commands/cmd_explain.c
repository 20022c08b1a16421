/* explain: what the table of statuses says about the code of a message. */
#include <string.h>

#include "commands/command.h"
#include "message.h"
#include "tools/similar.h"
#include "status/status.h"

/* A paragraph, broken into lines. */
static void paragraph(const char *text) {
    int column = 0;
    while (*text != '\0') {
        int length = (int)strcspn(text, " ");
        if (column > 0 && column + 1 + length > 78) {
            putchar('\n');
            column = 0;
        }
        column += printf("%s%.*s", column > 0 ? " " : "", length, text);
        text += length + (text[length] == ' ');
    }
    putchar('\n');
}

static void program(const char *heading, const char *text) {
    printf("\n%s\n\n    program p;\n", heading);
    while (*text != '\0') {
        int length = (int)strcspn(text, "\n");
        printf("    %.*s\n", length, text);
        text += length + 1;
    }
}

static int explain(StarStatus status) {
    const char *explanation = star_status_explanation(status);
    const int exit = star_status_exit(status);
    printf("[%s] ", star_status_name(status));
    if (exit == 0)
        printf("is a warning\n\n");
    else
        printf("is an error, exit status %d\n\n", exit);
    paragraph(star_status_sentence(status));
    paragraph(explanation);
    if (star_status_mistake(status) != NULL) {
        program("This program has the mistake:", star_status_mistake(status));
        program("This one has not:", star_status_mend(status));
    }
    return 0;
}

static int unknown(const char *name) {
    Similar similar = similar_to(name, strlen(name));
    for (int i = 1; i < STAR_STATUS_COUNT; i++)
        similar_consider(&similar, star_status_name((StarStatus)i));
    return message_usage("explain", "no message has the code '%s'%s", name,
                         similar_text(&similar, ""));
}

int cmd_explain(const Options *o) {
    if (o->operands > 0) {
        StarStatus status = star_status_find(o->operand[0]);
        return status != STAR_OK ? explain(status) : unknown(o->operand[0]);
    }
    for (int i = 1; i < STAR_STATUS_COUNT; i++)
        printf("%-24s %s\n", star_status_name((StarStatus)i),
               star_status_sentence((StarStatus)i));
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* star_errors_clauses TABLE: compiles under --strict, and runs, programs that
 * ISO 7185 refuses. A row of the table is the clause, a tab, the code of the
 * first error, a tab, and the program, in which \n is the end of a line; in a
 * row whose code is `ok` a program of the standard, which gives no error. Rows
 * that begin with # are comments. To see what a program gives, put ? for the
 * code. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "example.h"
#include "runner.h"

/* Writes the ends of lines over their two characters. */
static void break_lines(char *text) {
    char *to = text;
    for (; *text != '\0'; text++)
        if (text[0] == '\\' && text[1] == 'n') {
            *to++ = '\n';
            text++;
        } else {
            *to++ = *text;
        }
    *to = '\0';
}

/* The first error's code; none in a run that ends well. */
static const char *code_of(const Example *e) {
    static char code[40];
    const char *error = strstr(e->said, ": error: ");
    const char *bracket = error;
    size_t line = error != NULL ? strcspn(error, "\n") : 0;
    if (error == NULL)
        return "ok";
    for (const char *at = error; at < error + line; at++)
        if (*at == '[')
            bracket = at;
    snprintf(code, sizeof code, "%.*s", (int)strcspn(bracket + 1, "]\n"),
             bracket + 1);
    return code;
}

static int row(char *clause, int number) {
    static Example e;
    char *code = strchr(clause, '\t');
    char *program = code != NULL ? strchr(code + 1, '\t') : NULL;
    if (program == NULL) {
        fprintf(stderr, "row %d has too few columns\n", number);
        return 1;
    }
    *code++ = *program++ = '\0';
    break_lines(program);
    example_strict(&e, program, true);
    if (strcmp(code, code_of(&e)) == 0)
        return 0;
    fprintf(stderr, "row %d, clause %s: expected %s, found %s\n%s\n%s\n",
            number, clause, code, code_of(&e), program, e.said);
    return 1;
}

int main(int argc, char **argv) {
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    int failures = 0, number = 0, rows = 0;
    if (file == NULL)
        return 2;
    char *text = runner_contents(file);
    for (char *line = text, *end; *line != '\0'; line = end) {
        end = line + strcspn(line, "\n");
        if (*end == '\n')
            *end++ = '\0';
        number++;
        if (line[0] == '\0' || line[0] == '#')
            continue;
        rows++;
        failures += row(line, number);
    }
    fclose(file);
    free(text);
    fprintf(stderr, "%d of %d programs are refused as they should be\n",
            rows - failures, rows);
    return failures > 0;
}

/* SPDX-License-Identifier: MIT */
#include "wrap.h"

#include <langinfo.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MIN_COLUMNS = 20, ROWS = 40 };

/* 0: it is not known. */
static int terminal_columns(void) {
    struct winsize size = {0};
    return isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0
               ? size.ws_col
               : 0;
}

int wrap_width(void) {
    const int columns = terminal_columns();
    if (columns == 0 || columns > WRAP_COLUMNS)
        return WRAP_COLUMNS;
    return columns > MIN_COLUMNS ? columns : MIN_COLUMNS;
}

ValuePage wrap_page(bool safe) {
    const int columns = terminal_columns();
    setlocale(LC_CTYPE, "");
    return (ValuePage){.width = columns > 0 ? columns : WRAP_COLUMNS,
                       .height = ROWS,
                       .utf8 = isatty(STDOUT_FILENO) && !safe &&
                               strcmp(nl_langinfo(CODESET), "UTF-8") == 0};
}

void wrap_text(int indent, const char *text) {
    const int width = wrap_width();
    int column = 0;
    while (*text != '\0') {
        const int length = (int)strcspn(text, " \n");
        if (column > 0 && column + 1 + length > width) {
            putchar('\n');
            column = 0;
        }
        column += column > 0 ? printf(" %.*s", length, text)
                             : printf("%*s%.*s", indent, "", length, text);
        text += length;
        text += strspn(text, " \n");
    }
    putchar('\n');
}

void wrap_name(int *column, const char *name) {
    const int length = (int)strlen(name);
    const bool first = *column == 0 || *column + 1 + length > wrap_width();
    if (first && *column > 0)
        putchar('\n');
    *column = first ? 0 : *column;
    *column += printf(first ? "    %s" : " %s", name);
}

/* SPDX-License-Identifier: MIT */
/* Programs mean the same in a process whose numbers have commas, and its own
 * numbers keep them. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <star.h>

static char written[100];

static bool to_text(void *context, const char *text, size_t length) {
    (void)context;
    strncat(written, text, length);
    return true;
}

static size_t one_line(void *context, char *text, size_t most) {
    (void)context;
    return (size_t)snprintf(text, most, "2.75\n");
}

static int wrong(const char *what, const char *found) {
    printf("%s: '%s'\n", what, found);
    return 1;
}

int main(void) {
    const StarConfig config = {.write = to_text, .read = one_line};
    char own[10];
    double product;
    if (setlocale(LC_ALL, "") == NULL || strtod("1,5", NULL) != 1.5)
        return wrong("the locale", setlocale(LC_ALL, NULL));
    Star *s = star_open(&config);
    if (star_enter(s, "e",
                   "proc P(y: real); begin writeln(y:4:2) end; "
                   "var x: single; readln(x); writeln(x:4:2)",
                   0) ||
        star_call(s, "P", (StarValue[]){star_real(0.5)}, 1) ||
        star_enter(s, "e", "1.5 * 3", 0) || star_get_real(s, "", &product))
        return wrong("the message", star_message(s));
    if (product != 4.5 || strcmp(written, "2.75\n0.50\n") != 0)
        return wrong("written", written);
    star_set_real(s, "x", -2.5e300);
    if (strstr(star_message(s), "x: -2.5e+300") == NULL)
        return wrong("the message", star_message(s));
    snprintf(own, sizeof own, "%.1f", product);
    if (strcmp(own, "4,5") != 0)
        return wrong("our own", own);
    star_close(s);
    return 0;
}

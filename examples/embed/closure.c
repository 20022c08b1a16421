/* SPDX-License-Identifier: MIT */
/* The transitive closure of a graph: a procedure in STAR, its table from C,
 * and what comes of a mistake. */
#include <star.h>
#include <stdio.h>

static const char text[] =
    "var P: table;\n"
    "proc CLOSE(n: integer; var P: table);\n"
    "  var X: slice(P); v, w: word(P); i, k: integer;\n"
    "begin\n"
    "  for k := 1 to n do begin\n"
    "    X := COL(k, P); w := ROW(k, P);\n"
    "    while SOME(X) do begin\n"
    "      i := STEP(X); v := ROW(i, P); v := v or w; ROW(i, P) := v\n"
    "    end\n"
    "  end\n"
    "end;\n";

int main(void) {
    unsigned char row[4] = {0x2, 0x4, 0x8, 0x0}; /* 1 -> 2 -> 3 -> 4 */
    Star *star = star_open(NULL);
    StarValue argument[] = {star_integer(4), star_variable("P")};
    if (star_enter(star, "closure", text, 0) ||
        star_set_bits(star, "P", 4, 4, row, 1) ||
        star_call(star, "CLOSE", argument, 2) ||
        star_get_bits(star, "P", 4, 4, row, 1)) {
        fprintf(stderr, "%s\n", star_message(star));
        return 1;
    }
    printf("%x %x %x %x\n", row[0], row[1], row[2], row[3]);
    argument[0].integer = 5; /* there is no column 5 */
    if (star_call(star, "CLOSE", argument, 2) == STAR_CODE_FAILED)
        printf("%s\n", star_message(star));
    star_close(star);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* star_generate SEED [SIZE] prints a program of about SIZE statements. */
#include <stdlib.h>

#include "generate.h"

int main(int argc, char **argv) {
    if (argc < 2) {
        fputs("star_generate SEED [SIZE]\n", stderr);
        return 2;
    }
    gen_program(stdout, strtoull(argv[1], NULL, 10),
                argc > 2 ? atoi(argv[2]) : 0);
    return 0;
}

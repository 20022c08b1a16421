/* SPDX-License-Identifier: MIT */
/* star_plink_bed NAME CARRIER DOUBLE CARRIER0 DOUBLE0: writes the genotypes of
 * cases and controls, of which the four files have a row of 0 and 1 for each
 * position, as NAME.bed, NAME.bim and NAME.fam for PLINK. A byte of .bed has
 * four persons, the first one in its lowest bits:
 *
 *     copies     0  1  2
 *     two bits  11 10 00        rows begin with a byte of their own */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLANES = 4 };

static FILE *opened(const char *name, const char *more, const char *mode) {
    char path[4096];
    snprintf(path, sizeof path, "%s%s", name, more);
    FILE *file = fopen(path, mode);
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    return file;
}

/* The characters of the next row, without its end; -1 behind the last one. */
static long next_row(FILE *file, char **row, size_t *room) {
    const long length = getline(row, room, file);
    return length > 0 && (*row)[length - 1] == '\n' ? length - 1 : length;
}

static void write_persons(const char *name, long cases, long controls) {
    FILE *file = opened(name, ".fam", "w");
    for (long k = 1; k <= cases + controls; k++)
        fprintf(file, "%ld %ld 0 0 1 %d\n", k, k, k <= cases ? 2 : 1);
    fclose(file);
}

static void write_row(FILE *bed, char *const row[PLANES], long cases,
                      long controls) {
    unsigned byte = 0;
    for (long k = 0; k < cases + controls; k++) {
        const int plane = k < cases ? 0 : 2;
        const long at = k < cases ? k : k - cases;
        const unsigned code = row[plane + 1][at] == '1' ? 0
                              : row[plane][at] == '1'   ? 2
                                                        : 3;
        byte |= code << k % 4 * 2;
        if (k % 4 == 3 || k + 1 == cases + controls) {
            putc((int)byte, bed);
            byte = 0;
        }
    }
}

int main(int argc, char **argv) {
    FILE *plane[PLANES];
    char *row[PLANES] = {NULL};
    size_t room[PLANES] = {0};
    long length[PLANES], position = 0;
    if (argc != 2 + PLANES) {
        fprintf(stderr, "usage: star_plink_bed NAME "
                        "CARRIER DOUBLE CARRIER0 DOUBLE0\n");
        return 2;
    }
    for (int k = 0; k < PLANES; k++)
        plane[k] = opened(argv[2 + k], "", "r");
    FILE *bed = opened(argv[1], ".bed", "w"),
         *bim = opened(argv[1], ".bim", "w");
    fwrite("\x6c\x1b\x01", 1, 3, bed);
    for (;; position++) {
        for (int k = 0; k < PLANES; k++)
            length[k] = next_row(plane[k], &row[k], &room[k]);
        if (length[0] < 0)
            break;
        if (length[1] != length[0] || length[3] != length[2]) {
            fprintf(stderr, "row %ld: the planes differ\n", position + 1);
            return 1;
        }
        if (position == 0)
            write_persons(argv[1], length[0], length[2]);
        write_row(bed, row, length[0], length[2]);
        fprintf(bim, "1 %ld 0 %ld A B\n", position + 1, position + 1);
    }
    for (int k = 0; k < PLANES; k++) {
        fclose(plane[k]);
        free(row[k]);
    }
    return fclose(bed) != 0 || fclose(bim) != 0;
}

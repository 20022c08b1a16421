/* SPDX-License-Identifier: MIT */
/* replay CORPUS MUTANTS: gives a target every file of a folder, then mutants
 * of them: the same in every run, and without libFuzzer. Each input is first
 * written to the file that is named first, where it is found if the target ends
 * the process. */
#include <dirent.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "temporary.h"

enum { MOST = 1 << 16 };

typedef struct Input {
    uint8_t byte[MOST];
    size_t size;
} Input;

typedef struct Corpus {
    Input *file;
    size_t files;
} Corpus;

static uint64_t state = 1;

static size_t below(size_t limit) {
    state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t x = state;
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return limit == 0 ? 0 : (size_t)((x ^ x >> 31) % limit);
}

/* ---- Mutants ---- */

/* Replaces `cut` bytes from `at` on. */
static void replace(Input *in, size_t at, size_t cut, const uint8_t *by,
                    size_t size) {
    if (in->size - cut + size > MOST)
        return;
    memmove(in->byte + at + size, in->byte + at + cut, in->size - at - cut);
    memmove(in->byte + at, by, size);
    in->size = in->size - cut + size;
}

/* Some bytes from anywhere in the corpus take the place of some bytes. */
static void splice(Input *in, const Corpus *c) {
    const Input *from = &c->file[below(c->files)];
    const size_t at = below(in->size + 1), start = below(from->size);
    const size_t most = below(2) ? 8 : 100;
    size_t cut = below(most), size = below(most);
    cut = cut < in->size - at ? cut : in->size - at;
    size = size < from->size - start ? size : from->size - start;
    replace(in, at, below(2) ? cut : 0, from->byte + start, size);
}

static void number(Input *in) {
    static const char *const extreme[] = {"0",
                                          "1",
                                          "-1",
                                          "64",
                                          "65",
                                          "255",
                                          "65536",
                                          "2147483648",
                                          "9223372036854775807",
                                          "9223372036854775808",
                                          "1e400"};
    const char *by = extreme[below(sizeof extreme / sizeof *extreme)];
    size_t at = below(in->size), cut = 0;
    while (at < in->size && (in->byte[at] < '0' || in->byte[at] > '9'))
        at++;
    while (at + cut < in->size && in->byte[at + cut] >= '0' &&
           in->byte[at + cut] <= '9')
        cut++;
    if (cut > 0)
        replace(in, at, cut, (const uint8_t *)by, strlen(by));
}

static void mutate(Input *in, const Corpus *c) {
    const size_t at = below(in->size), rest = in->size - at;
    switch (below(5)) {
    case 0:
        if (in->size > 0)
            in->byte[at] = (uint8_t)below(256);
        break;
    case 1:
        replace(in, at, below(rest < 32 ? rest + 1 : 32), in->byte, 0);
        break;
    case 2: number(in); break;
    default: splice(in, c);
    }
}

/* ---- The corpus ---- */

static int visible(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static void read_file(Input *in, const char *folder, const char *name) {
    char path[4096];
    FILE *file;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "rb");
    FUZZ_CHECK(file != NULL);
    in->size = fread(in->byte, 1, MOST, file);
    FUZZ_CHECK(!ferror(file));
    fclose(file);
}

static Corpus read_corpus(const char *folder) {
    struct dirent **entry;
    const int files = scandir(folder, &entry, visible, alphasort);
    Corpus c;
    FUZZ_CHECK(files > 0);
    c = (Corpus){calloc((size_t)files, sizeof *c.file), (size_t)files};
    FUZZ_CHECK(c.file != NULL);
    for (size_t k = 0; k < c.files; k++) {
        read_file(&c.file[k], folder, entry[k]->d_name);
        free(entry[k]);
    }
    free(entry);
    return c;
}

static void try(const Input *in, const char *path) {
    FILE *file = fopen(path, "wb");
    FUZZ_CHECK(file != NULL &&
               fwrite(in->byte, 1, in->size, file) == in->size &&
               fclose(file) == 0);
    uint8_t *exact = malloc(in->size);
    FUZZ_CHECK(exact != NULL || in->size == 0);
    if (in->size > 0)
        memcpy(exact, in->byte, in->size);
    FUZZ_CHECK(LLVMFuzzerTestOneInput(exact, in->size) == 0);
    free(exact);
}

int main(int argc, char **argv) {
    static Input mutant;
    char path[TEMPORARY_PATH], name[32];
    FUZZ_CHECK(argc == 3);
    Corpus c = read_corpus(argv[1]);
    snprintf(name, sizeof name, "replay.%ld", (long)getpid());
    temporary_path(path, name);
    printf("the input: %s\n", path);
    fflush(stdout);
    for (size_t k = 0; k < c.files; k++)
        try(&c.file[k], path);
    for (long left = atol(argv[2]); left > 0; left--) {
        mutant = c.file[below(c.files)];
        for (size_t changes = 1 + below(6); changes > 0; changes--)
            mutate(&mutant, &c);
        try(&mutant, path);
    }
    printf("%zu files and %s mutants\n", c.files, argv[2]);
    unlink(path);
    free(c.file);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* Targets mtx, text, csv, gr, edges, bits and gzip: any file is read into a
 * table, in a layout that depends on it, or refused and the table is left
 * alone; and it is a file of values, or none. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bits_checksum.h"
#include "fuzz.h"
#include "io/records/fields.h"
#include "io/formats/matrix.h"
#include "memory/spares.h"
#include "values/names.h"

enum { MEMORY = 1 << 24 };

/* A backend, and a file without a folder. */
typedef struct Work {
    StarError error;
    StarMem mem;
    StarBackend be;
    int fd;
    char path[32];
} Work;

static Work *work(void) {
    static Work w;
    if (w.path[0] == '\0') {
        star_mem_init(&w.mem, &w.error, MEMORY);
        FUZZ_CHECK(star_cpu_open(&w.be, &w.mem, STAR_ISA_BEST) == STAR_OK);
        w.fd = memfd_create("table", 0);
        FUZZ_CHECK(w.fd >= 0);
        snprintf(w.path, sizeof w.path, "/proc/self/fd/%d", w.fd);
    }
    return &w;
}

static void load(Work *w, StarFormat format, unsigned choice) {
    StarTable *table = star_table_new(&w->be, STAR_UNSIZED);
    FUZZ_CHECK(table != NULL);
    const size_t used = w->mem.used;
    const StarStatus status = star_table_load(
        &w->be, table,
        &(StarTableFile){.path = w->path,
                         .format = format,
                         .layout =
                             (StarGraphLayout)(choice % STAR_LAYOUT_COUNT),
                         .kind = (StarTableKind)(choice / 7 % 3),
                         .columns = choice % 5 == 0 ? "from,to,km" : NULL,
                         .bits = choice % 23});
    FUZZ_CHECK(star_object_valid(&table->head));
    if (status != STAR_OK) {
        FUZZ_CHECK(status == STAR_FORMAT || status == STAR_MEMORY);
        FUZZ_CHECK(table->head.sizing == STAR_UNSIZED && table->rows == 0);
        /* Builds with assertions keep no buffers for later. */
        FUZZ_CHECK(w->mem.used == used || star_keeps(0));
    }
    star_object_free(&w->be, &table->head);
    star_names_free_all(w->be.names);
    w->be.names = NULL;
}

/* Gives a file of bits of one block the checksums that it needs, so that what
 * else is wrong is found. */
static void seal(const Work *w, size_t size) {
    enum { HEADER = 512, MOST = 1 << 14 };
    static uint64_t word[MOST];
    const ssize_t got = pread(w->fd, word, sizeof word, 0);
    const size_t words = size / 8;
    if (words < HEADER || words > MOST)
        return;
    FUZZ_CHECK(got == (ssize_t)size);
    word[HEADER - 1] = bits_checksum(word, HEADER - 1, 0);
    if (words > HEADER)
        word[words - 1] = bits_checksum(word + HEADER, words - HEADER - 1, 0);
    FUZZ_CHECK(pwrite(w->fd, word, size, 0) == (ssize_t)size);
}

static StarStatus take(void *context, const char *text, size_t length) {
    (void)context;
    FUZZ_CHECK(strlen(text) <= length);
    return STAR_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Work *w = work();
    FUZZ_CHECK(ftruncate(w->fd, 0) == 0);
    FUZZ_CHECK(pwrite(w->fd, data, size, 0) == (ssize_t)size);
    unsigned choice = 0;
    for (size_t k = 0; k < size; k++)
        choice += data[k];
    load(w, STAR_FORMAT_TABLE, choice);
    if (STAR_FORMAT_TABLE == STAR_FORMAT_BITS) {
        seal(w, size);
        load(w, STAR_FORMAT_TABLE, choice);
    }
    load(w, STAR_FORMAT_AUTO, STAR_LAYOUT_ADJACENCY);
    int64_t rows, cols;
    const StarStatus status =
        star_fields_read(&w->mem, w->path, take, NULL, &rows, &cols);
    FUZZ_CHECK(status == STAR_OK || status == STAR_FORMAT);
    return 0;
}

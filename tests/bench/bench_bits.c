/* SPDX-License-Identifier: MIT */
/* Files of the format bits beside plain read and write of as many bytes, 1 MiB
 * a call: what the medium gives. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "io/formats/matrix.h"
#include "values/table.h"

enum { COLS = 1024, BLOCK = 1 << 20, REPETITIONS = 5 };

/* 2^20 rows are 128 MiB. */
static const int64_t all_rows = INT64_C(8) << 20;

typedef struct Bits {
    StarBackend *be;
    StarTable *table;
    bool cold; /* what is read is not in the cache of the system */
    char *block;
} Bits;

static const char ours[] = "bench_bits.bits", plain[] = "bench_bits.plain";

/* Has a file leave the cache. */
static void forget(const char *path) {
    const int fd = open(path, O_RDONLY);
    posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
    close(fd);
}

/* A file that is new: to free an old one takes time too. */
static double write_ours(void *context, int64_t times) {
    Bits *b = context;
    double took = 0;
    for (; times > 0; times--) {
        unlink(ours);
        const double start = bench_now();
        if (star_table_save(b->be, b->table, ours, STAR_FORMAT_BITS) != STAR_OK)
            return -1;
        took += bench_now() - start;
    }
    return took;
}

static int64_t bytes_of(const StarTable *t) {
    return 8 * t->cols * t->image[STAR_COLUMNS].stride;
}

/* Flushed, as ours is. */
static double write_plain(void *context, int64_t times) {
    Bits *b = context;
    const char *from = (const char *)b->table->image[STAR_COLUMNS].word;
    double took = 0;
    for (; times > 0; times--) {
        unlink(plain);
        const double start = bench_now();
        const int fd = open(plain, O_WRONLY | O_CREAT | O_EXCL, 0666);
        bool good = fd >= 0;
        for (int64_t at = 0; at < bytes_of(b->table) && good; at += BLOCK) {
            const int64_t left = bytes_of(b->table) - at;
            const size_t some = left < BLOCK ? (size_t)left : BLOCK;
            good = write(fd, from + at, some) == (ssize_t)some;
        }
        good = good && fsync(fd) == 0;
        if (close(fd) != 0 || !good)
            return -1;
        took += bench_now() - start;
    }
    return took;
}

static double read_ours(void *context, int64_t times) {
    Bits *b = context;
    double took = 0;
    for (; times > 0; times--) {
        StarTable *t = star_table_new(b->be, STAR_UNSIZED);
        if (b->cold)
            forget(ours);
        const double start = bench_now();
        const bool good =
            t != NULL &&
            star_table_load(b->be, t, &(StarTableFile){.path = ours}) ==
                STAR_OK;
        took += bench_now() - start;
        star_object_free(b->be, (StarObject *)t);
        if (!good)
            return -1;
    }
    return took;
}

static double read_plain(void *context, int64_t times) {
    const Bits *b = context;
    double took = 0;
    for (; times > 0; times--) {
        ssize_t some;
        if (b->cold)
            forget(plain);
        const double start = bench_now();
        const int fd = open(plain, O_RDONLY);
        if (fd < 0)
            return -1;
        do
            some = read(fd, b->block, BLOCK);
        while (some > 0);
        close(fd);
        took += bench_now() - start;
        if (some < 0)
            return -1;
    }
    return took;
}

static bool row(const BenchOptions *o, Bits *b, const char *what, bool writes) {
    BenchSide side[] = {
        {.run = writes ? write_ours : read_ours, .context = b},
        {.run = writes ? write_plain : read_plain, .context = b}};
    const double bytes = (double)bytes_of(b->table);
    char more[64];
    if (!bench_measure(o, side, 2, REPETITIONS, 0.05))
        return false;
    snprintf(more, sizeof more, "%7.0f%8.0f%8.0f", bytes / 1e6,
             bytes / side[0].time / 1e6, bytes / side[1].time / 1e6);
    bench_print(o, &(BenchRow){.what = what,
                               .ours = side[0].time,
                               .peer = side[1].time,
                               .most = 1.25,
                               .more = more});
    return true;
}

/* Random bits, so that no medium can make them fewer. */
static bool fill(Bits *b, int64_t rows) {
    StarCell arg[] = {{.i = 0}, {.i = 1}, {.r = 0.5}, {.i = STAR_COLUMNS}};
    b->block = malloc(BLOCK);
    b->table = bench_table(b->be, rows, COLS);
    arg[0].table = b->table;
    return b->block != NULL && b->table != NULL &&
           star_prim_run(b->be, STAR_PRIM_TRANDOM, arg, NULL) == STAR_OK;
}

int bench_bits(const BenchOptions *o) {
    BenchMachine m;
    bool good = bench_open(&m, "");
    Bits b = {.be = m.be};
    bench_head(o, "bits: a table to a file and back", "C",
               "     MB    MB/s  C MB/s");
    good = good && fill(&b, bench_size(o, all_rows, 256)) &&
           row(o, &b, "written, on the disk", true);
    b.cold = true;
    good = good && row(o, &b, "read, from the disk", false);
    b.cold = false;
    good = good && row(o, &b, "read, from the cache", false);
    unlink(ours);
    unlink(plain);
    if (!good)
        bench_fail(BENCH_FILE, "%s", m.be->mem->error->text);
    star_object_free(m.be, (StarObject *)b.table);
    free(b.block);
    bench_close(&m);
    return good ? 0 : BENCH_FILE;
}

/* SPDX-License-Identifier: MIT */
/* Readers of tables beside plain C: fgets and strtol, or getc, into the same
 * kind of matrix. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "io/formats/matrix.h"
#include "io/writer.h"

enum { VERTICES = 10000, GAP = 131, SIDE = 5000, LINE = 256, QUICK = 10 };

/* What a file looks like. */
typedef struct Form {
    const char *what, *extension;
    StarGraphLayout layout;
    const char *heading, *before; /* the arcs, each arc */
    int sizes; /* how often the number of vertices ends the heading */
    int first; /* the least number of a vertex */
    bool weights;
    bool shuffled;         /* the arcs are in no order */
    const char *separator; /* of a matrix */
} Form;

typedef struct Arc {
    uint32_t from, to; /* from 0 */
} Arc;

typedef struct File {
    StarBackend *be;
    const Form *form;
    int64_t vertices, side; /* of a graph; of a matrix */
    Arc *arc;
    int64_t arcs;
    uint64_t *matrix; /* the peer's */
    double size;
    char path[32];
} File;

/* ---- Writing ---- */

/* The next of the vertices that arcs lead to. */
static int64_t next(uint64_t *state, int64_t j) {
    return j + 1 + (int64_t)(bench_random(state) % GAP);
}

/* The same in every call. */
static bool draw_arcs(File *f) {
    const int64_t most = f->vertices * f->vertices / 64;
    uint64_t state = BENCH_SEED;
    f->arcs = 0;
    f->arc = malloc((size_t)most * sizeof *f->arc);
    for (int64_t i = 0; i < f->vertices && f->arc != NULL; i++)
        for (int64_t j = next(&state, -1); j < f->vertices && f->arcs < most;
             j = next(&state, j))
            f->arc[f->arcs++] = (Arc){(uint32_t)i, (uint32_t)j};
    for (int64_t k = f->arcs - 1; k > 0 && f->form->shuffled; k--) {
        Arc *other = &f->arc[bench_random(&state) % (uint64_t)(k + 1)];
        const Arc arc = f->arc[k];
        f->arc[k] = *other;
        *other = arc;
    }
    return f->arc != NULL;
}

static void write_arcs(StarWriter *w, const File *f) {
    const Form *form = f->form;
    star_writer_text(w, form->heading);
    for (int k = 0; k < form->sizes; k++)
        star_writer_number(w, f->vertices, ' ');
    if (form->sizes > 0)
        star_writer_number(w, f->arcs, '\n');
    for (int64_t k = 0; k < f->arcs; k++) {
        const int64_t i = f->arc[k].from, j = f->arc[k].to;
        star_writer_text(w, form->before);
        star_writer_number(w, i + form->first, ' ');
        star_writer_number(w, j + form->first, form->weights ? ' ' : '\n');
        if (form->weights)
            star_writer_number(w, i * j % 1000, '\n');
    }
}

static void write_matrix(StarWriter *w, const File *f) {
    uint64_t state = BENCH_SEED;
    for (int64_t i = 0; i < f->side; i++)
        for (int64_t j = 0; j < f->side; j++) {
            star_writer_text(w, bench_random(&state) % 2 ? "1" : "0");
            star_writer_text(w, j + 1 < f->side ? f->form->separator : "\n");
        }
}

static StarStatus write_file(File *f) {
    StarWriter w;
    if (!draw_arcs(f))
        return star_raise(f->be->mem->error, STAR_MEMORY, "no memory");
    STAR_TRY(star_writer_open(&w, f->be->mem, f->path));
    if (f->form->separator != NULL)
        write_matrix(&w, f);
    else
        write_arcs(&w, f);
    return star_writer_close(&w);
}

/* ---- Reading ---- */

static double run_star(void *context, int64_t times) {
    File *f = context;
    const double start = bench_now();
    for (; times > 0; times--) {
        StarTable *table = star_table_new(f->be, STAR_UNSIZED);
        if (table == NULL ||
            star_table_load(
                f->be, table,
                &(StarTableFile){.path = f->path, .layout = f->form->layout}) !=
                STAR_OK) {
            star_object_free(f->be, (StarObject *)table);
            return -1;
        }
        star_object_free(f->be, &table->head);
    }
    return bench_now() - start;
}

static void set(File *f, int64_t i, int64_t j, int64_t n) {
    f->matrix[i * ((n + 63) / 64) + j / 64] |= UINT64_C(1) << j % 64;
}

static void read_arcs(File *f, FILE *from) {
    const Form *form = f->form;
    const size_t skip = strlen(form->before);
    char line[LINE], *at;
    bool begun = form->heading[0] == '\0';
    while (fgets(line, sizeof line, from) != NULL) {
        if (!begun) { /* the last line of the heading has the number */
            begun = line[0] != '%';
            continue;
        }
        const int64_t i = strtol(line + skip, &at, 10) - form->first;
        const int64_t j = strtol(at, &at, 10) - form->first;
        if (i >= 0 && i < f->vertices && j >= 0 && j < f->vertices)
            set(f, i, j, f->vertices);
    }
}

static void read_matrix(File *f, FILE *from) {
    int64_t i = 0, j = 0;
    for (int c; (c = getc_unlocked(from)) != EOF;) {
        if (c == '1' && i < f->side && j < f->side)
            set(f, i, j, f->side);
        j = c == '\n' ? 0 : j + (c == '0' || c == '1');
        i += c == '\n';
    }
}

static double run_peer(void *context, int64_t times) {
    File *f = context;
    const double start = bench_now();
    for (; times > 0; times--) {
        FILE *from = fopen(f->path, "rb");
        f->matrix = calloc((size_t)(f->vertices * star_words(f->vertices)),
                           sizeof *f->matrix);
        if (from != NULL && f->matrix != NULL) {
            if (f->form->separator != NULL)
                read_matrix(f, from);
            else
                read_arcs(f, from);
        }
        const bool good = f->matrix != NULL && from != NULL;
        free(f->matrix);
        if (from != NULL)
            fclose(from);
        if (!good)
            return -1;
    }
    return bench_now() - start;
}

/* Only where the lines end. */
static double run_scan(void *context, int64_t times) {
    File *f = context;
    static const size_t room = 1 << 16;
    char buffer[1 << 16];
    const double start = bench_now();
    volatile int64_t lines = 0;
    for (; times > 0; times--) {
        FILE *from = fopen(f->path, "rb");
        size_t got;
        if (from == NULL)
            return -1;
        setvbuf(from, NULL, _IONBF, 0);
        f->size = 0;
        while ((got = fread(buffer, 1, room, from)) > 0) {
            f->size += (double)got;
            for (const char *p = buffer, *end = buffer + got;
                 (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++)
                lines++;
        }
        fclose(from);
    }
    return bench_now() - start;
}

/* ---- The table ---- */

#define MTX "%%MatrixMarket matrix coordinate integer general\n"
#define GR "p sp "

static const Form forms[] = {
    {"mtx", "mtx", STAR_LAYOUT_ADJACENCY, MTX, "", 2, 1, true, false, NULL},
    {"mtx, no order", "mtx", STAR_LAYOUT_ADJACENCY, MTX, "", 2, 1, true, true,
     NULL},
    {"mtx, weight, the same", "mtx", STAR_LAYOUT_WEIGHT, MTX, "", 2, 1, true,
     true, NULL},
    {"gr", "gr", STAR_LAYOUT_ADJACENCY, GR, "a ", 1, 1, true, false, NULL},
    {"gr, no order", "gr", STAR_LAYOUT_ADJACENCY, GR, "a ", 1, 1, true, true,
     NULL},
    {"gr, weight", "gr", STAR_LAYOUT_WEIGHT, GR, "a ", 1, 1, true, false, NULL},
    {"gr.gz", "gr.gz", STAR_LAYOUT_ADJACENCY, GR, "a ", 1, 1, true, false,
     NULL},
    {"edges", "edges", STAR_LAYOUT_ADJACENCY, "", "", 0, 0, false, false, NULL},
    {"edges, no order", "edges", STAR_LAYOUT_ADJACENCY, "", "", 0, 0, false,
     true, NULL},
    {"csv", "csv", STAR_LAYOUT_ADJACENCY, "", "", 0, 0, false, false, ","},
    {"text", "txt", STAR_LAYOUT_ADJACENCY, "", "", 0, 0, false, false, ""},
};

/* Bytes a second, in millions. */
static double speed(double size, double time) {
    return size / time / 1e6;
}

static bool measure(const BenchOptions *o, StarBackend *be, const Form *form,
                    double *plain_size) {
    enum { REPETITIONS = 5 };
    const bool zipped = strstr(form->extension, ".gz") != NULL;
    File f = {.be = be,
              .form = form,
              .vertices = bench_size(o, VERTICES, QUICK),
              .side = bench_size(o, SIDE, QUICK)};
    BenchSide side[] = {{.run = run_star, .context = &f},
                        {.run = run_scan, .context = &f},
                        {.run = run_peer, .context = &f}};
    char more[64];
    snprintf(f.path, sizeof f.path, "bench_readers.%s", form->extension);
    bool good = write_file(&f) == STAR_OK &&
                bench_measure(o, side, zipped ? 2 : 3, REPETITIONS, 0.05);
    unlink(f.path);
    free(f.arc);
    if (!good)
        return false;
    if (!zipped)
        *plain_size = f.size;
    snprintf(more, sizeof more, "%7.1f%8.0f%8.0f", *plain_size / 1e6,
             speed(*plain_size, side[0].time), speed(f.size, side[1].time));
    bench_print(o, &(BenchRow){.what = form->what,
                               .ours = side[0].time,
                               .peer = zipped ? 0 : side[2].time,
                               .limit = *plain_size / 200e6,
                               .more = more});
    return true;
}

int bench_readers(const BenchOptions *o) {
    BenchMachine m;
    double size = 0;
    bool good = bench_open(&m, "");
    bench_head(o, "readers: files in the cache of the system, on one core", "C",
               "     MB    MB/s  memchr");
    for (size_t k = 0; k < sizeof forms / sizeof *forms && good; k++)
        good = measure(o, m.be, &forms[k], &size);
    const StarStatus status = good ? STAR_OK : STAR_OPEN;
    if (!good)
        bench_fail(star_status_exit(status), "%s", m.be->mem->error->text);
    bench_close(&m);
    return star_status_exit(status);
}

/* SPDX-License-Identifier: MIT */
#include "io_test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/reader.h"

static int least_descriptor(void) {
    int fd = open("/", O_RDONLY);
    assert_true(fd >= 0);
    close(fd);
    return fd;
}

int io_setup(void **state) {
    IoTest *t = calloc(1, sizeof *t);
    assert_non_null(t);
    star_mem_init(&t->mem, &t->error, (size_t)1 << 30);
    assert_int_equal(star_cpu_open(&t->be, &t->mem, STAR_ISA_BEST), STAR_OK);
    temporary_path(t->folder, "io_test.XXXXXX");
    assert_non_null(mkdtemp(t->folder));
    t->fd = least_descriptor();
    *state = t;
    return 0;
}

int io_teardown(void **state) {
    IoTest *t = *state;
    if (t->table != NULL)
        star_object_free(&t->be, &t->table->head);
    t->be.ops.close(&t->be);
    assert_int_equal(t->mem.used, 0);
    assert_int_equal(least_descriptor(), t->fd);
    assert_int_equal(rmdir(t->folder), 0);
    free(t);
    return 0;
}

static const char *path_of(IoTest *t, const char *name) {
    snprintf(t->path, sizeof t->path, "%s/%s", t->folder, name);
    return t->path;
}

void io_write(IoTest *t, const char *name, const char *text, size_t length) {
    FILE *file = fopen(path_of(t, name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

char *io_read(IoTest *t, const char *name) {
    FILE *file = fopen(path_of(t, name), "rb");
    char *text = calloc(1, 4096);
    assert_non_null(file);
    assert_non_null(text);
    assert_true(fread(text, 1, 4095, file) < 4095);
    fclose(file);
    return text;
}

void io_remove(IoTest *t, const char *name) {
    assert_int_equal(unlink(path_of(t, name)), 0);
}

void io_progress(IoTest *t) {
    StarReader r;
    int64_t last = 0;
    struct stat file;
    assert_int_equal(stat(t->path, &file), 0);
    assert_int_equal(star_reader_open(&r, &t->mem, t->path, NULL), STAR_OK);
    assert_int_equal(star_work_inspect(&t->mem).total, file.st_size);
    while (star_reader_has(&r, 1)) {
        star_reader_skip_line(&r);
        assert_true(star_work_inspect(&t->mem).done >= last);
        last = star_work_inspect(&t->mem).done;
    }
    assert_int_equal(last, file.st_size);
    assert_int_equal(star_reader_close(&r, STAR_OK), STAR_OK);
    assert_int_equal(star_work_inspect(&t->mem).total, 0);
}

static void new_table(IoTest *t) {
    if (t->table != NULL)
        star_object_free(&t->be, &t->table->head);
    t->table = star_table_new(&t->be, STAR_UNSIZED);
    assert_non_null(t->table);
}

StarStatus io_load_again(IoTest *t) {
    new_table(t);
    t->warning.status = STAR_OK;
    StarStatus status =
        star_table_load(&t->be, t->table,
                        &(StarTableFile){.path = t->path,
                                         .layout = t->layout,
                                         .bits = t->bits,
                                         .decimals = t->decimals,
                                         .kind = t->kind,
                                         .columns = t->columns,
                                         .compact = t->compact,
                                         .image = t->image,
                                         .warning = &t->warning});
    assert_true(star_object_valid(&t->table->head));
    return status;
}

StarStatus io_load(IoTest *t, const char *name, const char *text,
                   size_t length) {
    io_write(t, name, text, length);
    StarStatus status = io_load_again(t);
    io_remove(t, name);
    return status;
}

/* Fails with the message of the library. */
static void succeed(IoTest *t, StarStatus status) {
    if (status != STAR_OK)
        fail_msg("%s", t->error.text);
}

void io_good(IoTest *t, const char *name, const char *text, const char *rows) {
    char seen[256] = "";
    size_t used = 0;
    succeed(t, io_load(t, name, text, strlen(text)));
    for (int64_t i = 1; i <= t->table->rows; i++) {
        if (i > 1)
            seen[used++] = ' ';
        for (int64_t j = 1; j <= t->table->cols; j++)
            seen[used++] = (char)('0' + io_get(t->table, i, j));
        assert_true(used < sizeof seen);
    }
    assert_string_equal(seen, rows);
}

void io_bad(IoTest *t, const char *name, const char *text,
            const char *message) {
    assert_int_equal(io_load(t, name, text, strlen(text)), STAR_FORMAT);
    assert_int_equal(t->error.status, STAR_FORMAT);
    assert_int_equal(strncmp(t->error.text, t->path, strlen(t->path)), 0);
    assert_string_equal(t->error.text + strlen(t->path) + 1, message);
    if (t->error.found[0] != '\0') {
        assert_non_null(strstr(message, t->error.expected));
        assert_non_null(strstr(message, t->error.found));
    }
    assert_int_equal(t->table->rows, 0);
}

int io_get(const StarTable *table, int64_t i, int64_t j) {
    const StarImage *image = &table->image[STAR_COLUMNS];
    int64_t line = j - 1, bit = i - 1;
    if (!image->valid) {
        image = &table->image[STAR_ROWS];
        line = i - 1;
        bit = j - 1;
    }
    return (int)(image->word[line * image->stride + bit / 64] >> bit % 64 & 1);
}

StarTable *io_random(IoTest *t, int64_t rows, int64_t cols) {
    StarTable *table = star_table_new(&t->be, STAR_UNSIZED);
    uint64_t seed = 1;
    assert_non_null(table);
    succeed(t, star_table_size(&t->be, table, rows, cols));
    StarImage *image = &table->image[STAR_COLUMNS];
    assert_true(image->valid);
    for (int64_t j = 0; j < cols; j++)
        for (int64_t i = 0; i < rows; i++) {
            uint64_t one = seed >> 60 == 0;
            image->word[j * image->stride + i / 64] |= one << i % 64;
            seed = seed * UINT64_C(6364136223846793005) + 1;
        }
    return table;
}

static void assert_equal_tables(const StarTable *a, const StarTable *b) {
    assert_int_equal(a->rows, b->rows);
    assert_int_equal(a->cols, b->cols);
    for (int64_t i = 1; i <= a->rows; i++)
        for (int64_t j = 1; j <= a->cols; j++)
            if (io_get(a, i, j) != io_get(b, i, j))
                fail_msg("(%lld, %lld) differs", (long long)i, (long long)j);
}

void io_round_trips(IoTest *t, const char *name) {
    static const int64_t sizes[][2] = {{0, 0},    {1, 1},      {63, 64},
                                       {64, 63},  {65, 65},    {1, 8192},
                                       {8192, 3}, {8192, 8192}};
    const bool square = strstr(name, ".gr") || strstr(name, ".edges");
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        if (square && sizes[k][0] != sizes[k][1])
            continue;
        StarTable *table = io_random(t, sizes[k][0], sizes[k][1]);
        path_of(t, name);
        succeed(t, star_table_save(&t->be, table, t->path, STAR_FORMAT_AUTO));
        succeed(t, io_load_again(t));
        assert_equal_tables(table, t->table);
        star_object_free(&t->be, &table->head);
    }
    io_remove(t, name);
}

void io_load_without_memory(IoTest *t, const char *name, const char *text) {
    io_write(t, name, text, strlen(text));
    for (int all_after = 0; all_after < 2; all_after++) {
        StarStatus status = STAR_MEMORY;
        for (int64_t k = 1; status != STAR_OK; k++) {
            new_table(t);
            size_t used = t->mem.used;
            t->mem.count = 0;
            t->mem.fail_at = k;
            t->mem.fail_on = all_after;
            status = star_table_load(&t->be, t->table,
                                     &(StarTableFile){.path = t->path,
                                                      .compact = t->compact,
                                                      .kind = t->kind,
                                                      .columns = t->columns,
                                                      .image = t->image,
                                                      .warning = &t->warning,
                                                      .layout = t->layout,
                                                      .bits = t->bits});
            t->mem.fail_on = false;
            t->mem.fail_at = 0;
            if (status != STAR_OK) {
                assert_int_equal(status, STAR_MEMORY);
                assert_int_equal(t->mem.used, used);
                assert_int_equal(t->table->rows, 0);
            }
            assert_true(k < 100);
        }
    }
    io_remove(t, name);
}

/* SPDX-License-Identifier: MIT */
/* Calls of the system that fail, or during which the run is stopped, at a
 * moment of which no file can make sure. */
/* For off64_t and cookies. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/file.h"
#include "io/open.h"
#include "io/writer.h"
#include "io_test.h"

/* ---- The calls ---- */

/* What becomes of a call: an errno, or one of these. */
enum { STOPS = -1, OTHER_INODE = -2, OTHER_DEVICE = -3 };

static const char *call; /* the one that waits, or NULL */
static int good_ones;    /* calls of it that go well before */
static int becomes;
static StarMem *stopped; /* the run that it stops, too; or NULL */

static void fail_at(const char *name, int after, int fault) {
    call = name;
    good_ones = after;
    becomes = fault;
    stopped = NULL;
}

static void stop_at(const char *name, int after, int fault, StarMem *mem) {
    fail_at(name, after, fault);
    stopped = mem;
}

/* True if it is the one that waits, which waits no longer. */
static bool is_due(const char *name) {
    if (call == NULL || strcmp(name, call) != 0 || good_ones-- > 0)
        return false;
    call = NULL;
    if (stopped != NULL)
        star_stop(stopped, STAR_INTERRUPTED);
    return true;
}

static bool fails(const char *name) {
    if (!is_due(name) || becomes < 0)
        return false;
    errno = becomes;
    return true;
}

#define WRAP(type, name, failed, formals, actuals)            \
    type __real_##name formals;                               \
    type __wrap_##name formals;                               \
    type __wrap_##name formals {                              \
        return fails(#name) ? failed : __real_##name actuals; \
    }

WRAP(int, sync_file_range, -1, (int fd, off_t a, off_t n, unsigned how),
     (fd, a, n, how))
WRAP(int, ftruncate, -1, (int fd, off_t n), (fd, n))
WRAP(int, fstat, -1, (int fd, struct stat *s), (fd, s))
WRAP(int, flock, -1, (int fd, int how), (fd, how))
WRAP(int, unlink, -1, (const char *path), (path))
WRAP(off_t, lseek, -1, (int fd, off_t at, int how), (fd, at, how))
WRAP(ssize_t, pread, -1, (int fd, void *to, size_t size, off_t at),
     (fd, to, size, at))
WRAP(FILE *, tmpfile, NULL, (void), ())
WRAP(FILE *, fopencookie, NULL,
     (void *file, const char *mode, cookie_io_functions_t how),
     (file, mode, how))

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...) {
    return fails("open") ? -1 : __real_open(path, flags, 0666);
}

/* The descriptor is gone even so. */
int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_close(int fd) {
    const int status = __real_close(fd);
    return fails("close") ? -1 : status;
}

/* Announcing what will be needed does not count. */
int __real_madvise(void *at, size_t n, int how);
int __wrap_madvise(void *at, size_t n, int how);
int __wrap_madvise(void *at, size_t n, int how) {
#ifdef MADV_POPULATE_READ
    if (how == MADV_POPULATE_READ && fails("madvise"))
        return -1;
#endif
    return __real_madvise(at, n, how);
}

/* Another file may have come in the place of the one of this name. */
int __real_lstat(const char *path, struct stat *s);
int __wrap_lstat(const char *path, struct stat *s);
int __wrap_lstat(const char *path, struct stat *s) {
    const int status = __real_lstat(path, s);
    if (!is_due("lstat"))
        return status;
    s->st_ino += becomes == OTHER_INODE;
    s->st_dev += becomes == OTHER_DEVICE;
    errno = becomes;
    return becomes > 0 ? -1 : status;
}

/* ---- The disk ---- */

/* A file system may have no such call: fsync does it all then. */
IO_TEST(test_disk) {
    static const int none[] = {ENOSYS, EINVAL, ESPIPE, EPERM, EINTR};
    io_write(t, "a", "", 0);
    StarDisk d = {.mem = &t->mem, .file = open(t->path, O_WRONLY)};
    for (size_t k = 0; k < sizeof none / sizeof *none; k++) {
        fail_at("sync_file_range", 0, none[k]);
        assert_int_equal(star_disk_sync(&d), 0);
    }
    fail_at("sync_file_range", 0, EIO);
    assert_int_equal(star_disk_sync(&d), EIO);
    assert_int_equal(lseek(d.file, 3 * STAR_DISK_PIECE, SEEK_SET),
                     3 * STAR_DISK_PIECE);
    fail_at("sync_file_range", 1, EIO);
    assert_int_equal(star_disk_written(&d), EIO);
    assert_int_equal(star_disk_written(&d), 0);
    assert_int_equal(d.begun, 3 * STAR_DISK_PIECE);
    close(d.file);
    io_remove(t, "a");
}

/* The run is stopped during each call in turn. */
IO_TEST(test_disk_stopped) {
    enum { PIECES = 2, CALLS = 1 + PIECES + 1 };
    io_write(t, "a", "", 0);
    StarDisk d = {.mem = &t->mem,
                  .file = open(t->path, O_WRONLY),
                  .begun = PIECES * STAR_DISK_PIECE};
    for (int k = 0; k < CALLS; k++) {
        stop_at("sync_file_range", k, STOPS, &t->mem);
        assert_int_equal(star_disk_sync(&d), EINTR);
        assert_null(call);
        star_stop(&t->mem, STAR_OK);
    }
    assert_int_equal(star_disk_sync(&d), 0);
    close(d.file);
    io_remove(t, "a");
}

/* ---- Opening and reading ---- */

static void opens(int fd, int fault) {
    assert_null(call);
    if (fault != 0)
        assert_int_equal(errno, fault);
    assert_int_equal(fd >= 0, fault == 0);
    if (fd >= 0)
        close(fd);
}

IO_TEST(test_open_read) {
    char far[PATH_MAX + 100];
    io_write(t, "a", "abcd", 4);
    fail_at("open", 0, EINTR);
    opens(star_open_read(&t->mem, t->path, NULL), 0);
    stop_at("open", 0, EINTR, &t->mem);
    opens(star_open_read(&t->mem, t->path, NULL), EINTR);
    star_stop(&t->mem, STAR_OK);
    fail_at("fstat", 0, EIO);
    opens(star_open_read(&t->mem, t->path, strrchr(t->path, '/') + 1), EIO);
    memset(far, '/', sizeof far);
    strcpy(far + PATH_MAX, "a");
    opens(star_open_read(&t->mem, far, far + PATH_MAX), ENAMETOOLONG);
    io_remove(t, "a");
}

IO_TEST(test_open_write) {
    StarMem *mem = &t->mem;
    io_write(t, "a", "abcd", 4);
    fail_at("ftruncate", 0, EIO);
    opens(star_open_write_alone(mem, t->path, O_TRUNC), EIO);
    stop_at("ftruncate", 0, EINTR, mem);
    opens(star_open_write_alone(mem, t->path, O_TRUNC), EINTR);
    star_stop(mem, STAR_OK);
    fail_at("fstat", 0, EIO);
    opens(star_open_write_alone(mem, t->path, O_TRUNC), EIO);
    opens(star_open_write_alone(mem, t->path, 0), 0);
    char *text = io_read(t, "a");
    assert_string_equal(text, "abcd");
    free(text);
    fail_at("ftruncate", 0, EINTR);
    opens(star_open_write_alone(mem, t->path, O_TRUNC), 0);
    text = io_read(t, "a");
    assert_string_equal(text, "");
    free(text);
    /* As a pipe without a reader, which this is not; nor what is gone. */
    fail_at("open", 0, ENXIO);
    opens(star_open_write_alone(mem, t->path, 0), ENXIO);
    io_remove(t, "a");
    fail_at("open", 0, ENXIO);
    opens(star_open_write_alone(mem, t->path, 0), ENXIO);
}

IO_TEST(test_read_at) {
    char text[4];
    io_write(t, "a", "abcd", 4);
    const int fd = open(t->path, O_RDONLY);
    fail_at("pread", 0, EINTR);
    assert_int_equal(star_read_at(&t->mem, fd, 0, text, 4), 0);
    assert_memory_equal(text, "abcd", 4);
    stop_at("pread", 0, EINTR, &t->mem);
    assert_int_equal(star_read_at(&t->mem, fd, 0, text, 4), EINTR);
    star_stop(&t->mem, STAR_OK);
    close(fd);
    io_remove(t, "a");
}

/* A mapped file of which a page cannot be read, where the system has such a
 * call. */
IO_TEST(test_mapped) {
    enum { ROW_COUNT = 65536, COL_COUNT = 4100 };
    t->mem.maps = true;
    t->table = star_table_new(&t->be, STAR_UNSIZED);
    assert_int_equal(star_table_size(&t->be, t->table, ROW_COUNT, COL_COUNT),
                     STAR_OK);
    io_write(t, "a.bits", "", 0);
    assert_int_equal(
        star_table_save(&t->be, t->table, t->path, STAR_FORMAT_BITS), STAR_OK);
    fail_at("madvise", 1, EFAULT);
    const StarStatus status = io_load_again(t);
    if (call == NULL) {
        assert_int_equal(status, STAR_OPEN);
        assert_non_null(strstr(t->error.text, "Input/output error"));
    }
    call = NULL;
    io_remove(t, "a.bits");
}

/* ---- Files of programs ---- */

static StarFile *new_file(IoTest *t, const char *path) {
    StarFile *f = star_file_new(&t->be);
    assert_non_null(f);
    assert_int_equal(star_file_shape(&t->be, f, STAR_FILE_CHAR, NULL), STAR_OK);
    f->external = path != NULL;
    f->path = path;
    return f;
}

static void put(IoTest *t, StarFile *f, char c) {
    f->buffer.i = c;
    assert_int_equal(star_file_put(&t->be, f), STAR_OK);
}

static void refused(const IoTest *t, StarStatus status, StarStatus expected,
                    const char *text) {
    assert_null(call);
    assert_int_equal(status, expected);
    assert_string_equal(t->error.text, text);
}

IO_TEST(test_named_file) {
    char message[TEMPORARY_PATH + 100];
    io_write(t, "a", "x", 1);
    StarFile *f = new_file(t, t->path);
    fail_at("fstat", 0, EIO);
    assert_int_equal(star_file_reset(&t->be, f), STAR_OK);
    assert_null(call);
    assert_int_equal(star_file_rewrite(&t->be, f), STAR_OK);
    put(t, f, 'y');
    fail_at("close", 0, EIO);
    snprintf(message, sizeof message, "cannot write %s: Input/output error",
             t->path);
    refused(t, star_file_close(&t->be, f), STAR_WRITE, message);
    star_object_free(&t->be, &f->head);
    io_remove(t, "a");
}

IO_TEST(test_temporary_file) {
    int64_t ended;
    StarFile *f = new_file(t, NULL);
    fail_at("tmpfile", 0, ENOSPC);
    refused(t, star_file_rewrite(&t->be, f), STAR_OPEN,
            "cannot open a temporary file: No space left on device");
    fail_at("fopencookie", 0, ENOMEM);
    refused(t, star_file_rewrite(&t->be, f), STAR_MEMORY,
            "no memory to open a temporary file");
    assert_int_equal(star_file_rewrite(&t->be, f), STAR_OK);
    put(t, f, 'x');
    fail_at("lseek", 0, EIO);
    refused(t, star_file_reset(&t->be, f), STAR_OPEN,
            "cannot read a temporary file: Input/output error");
    assert_int_equal(star_file_reset(&t->be, f), STAR_OK);
    assert_int_equal(star_file_eof(&t->be, f, &ended), STAR_OK);
    assert_int_equal(ended, 0);
    assert_int_equal(f->buffer.i, 'x');
    star_object_free(&t->be, &f->head);
}

/* ---- Writers ---- */

/* The name of a temporary file is another's, as it seems: the next one is
 * taken, and that file is left alone. */
IO_TEST(test_other_names) {
    static const struct {
        const char *call;
        int becomes;
    } cases[] = {
        {"flock", EWOULDBLOCK},  {"lstat", ENOENT}, {"lstat", OTHER_INODE},
        {"lstat", OTHER_DEVICE}, {"unlink", EPERM},
    };
    io_good(t, "a.txt", "01\n", "01");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        if (strcmp(cases[k].call, "unlink") == 0)
            io_write(t, ".b.star0", "", 0);
        io_write(t, "b", "old", 3);
        fail_at(cases[k].call, 0, cases[k].becomes);
        assert_int_equal(
            star_table_save(&t->be, t->table, t->path, STAR_FORMAT_TEXT),
            STAR_OK);
        assert_null(call);
        char *text = io_read(t, "b");
        assert_string_equal(text, "01\n");
        free(text);
        io_remove(t, "b");
        io_remove(t, ".b.star0");
    }
}

/* Of what is written to directly the call that closes it counts too, unless
 * another fault came before. */
IO_TEST(test_device) {
    StarWriter w;
    assert_int_equal(star_writer_open(&w, &t->mem, "/dev/null"), STAR_OK);
    fail_at("close", 0, EIO);
    refused(t, star_writer_close(&w), STAR_WRITE,
            "cannot write /dev/null: Input/output error");
    assert_int_equal(star_writer_open(&w, &t->mem, "/dev/null"), STAR_OK);
    w.fault = ENOSPC;
    fail_at("close", 0, EIO);
    refused(t, star_writer_close(&w), STAR_WRITE,
            "cannot write /dev/null: No space left on device");
}

IO_TEST(test_writer) {
    StarWriter w;
    char far[PATH_MAX], message[TEMPORARY_PATH + 100];
    io_write(t, "a", "old", 3);
    snprintf(message, sizeof message, "cannot write %s: Input/output error",
             t->path);
    assert_int_equal(star_writer_open(&w, &t->mem, t->path), STAR_OK);
    fail_at("lseek", 1, EIO);
    star_writer_seek(&w, 100);
    star_writer_seek(&w, 0);
    star_writer_text(&w, "new");
    refused(t, star_writer_close(&w), STAR_WRITE, message);
    /* What was raised before stays. */
    assert_int_equal(star_writer_open(&w, &t->mem, t->path), STAR_OK);
    star_writer_text(&w, "new");
    refused(t, star_writer_end(&w, STAR_WRITE), STAR_WRITE, message);
    char *text = io_read(t, "a");
    assert_string_equal(text, "old");
    free(text);
    io_remove(t, "a");
    memset(far, 'a', sizeof far);
    far[sizeof far - 1] = '\0';
    assert_int_equal(star_writer_open(&w, &t->mem, far), STAR_WRITE);
    assert_int_equal(errno, ENAMETOOLONG);
}

/* ---- Objects for which there is no memory ---- */

static size_t read_rows(void *context, char *text, size_t most) {
    size_t *left = context;
    const size_t length = *left < most ? *left : most;
    memcpy(text, "01\n10\n", length);
    *left -= length;
    return length;
}

/* What is done with a table of two rows, a slice, a text, which has two rows
 * more, and a file; its allocation k fails. */
typedef struct Objects {
    StarBackend *be;
    StarTable *table;
    StarBits *line;
    StarConsole *text;
    StarFile *file;
    const char *path;
} Objects;

static StarStatus load_line(const Objects *o) {
    return star_read_line(o->text, o->be, o->line);
}
static StarStatus load_table(const Objects *o) {
    return star_read_table(o->text, o->be, o->table);
}
static StarStatus show_table(const Objects *o) {
    return star_write_table(o->text, o->be, o->table, STAR_NO_WIDTH);
}
static StarStatus put_table(const Objects *o) {
    return star_file_write_object(o->be, o->file, &o->table->head);
}
static StarStatus save_line(const Objects *o) {
    return star_bits_save(o->be, o->line, o->path);
}

/* With memory of its own, in which no objects wait for others to be used again.
 */
static StarStatus without(IoTest *t, StarStatus work(const Objects *),
                          int64_t k) {
    static StarConsole text;
    StarError error;
    StarMem mem;
    StarBackend be;
    size_t left = 6;
    star_mem_init(&mem, &error, (size_t)1 << 30);
    assert_int_equal(star_cpu_open(&be, &mem, STAR_ISA_BEST), STAR_OK);
    text = (StarConsole){.error = &error, .read = read_rows, .context = &left};
    const Objects o = {.be = &be,
                       .table = star_table_new(&be, STAR_UNSIZED),
                       .line = star_bits_new(&be, STAR_UNSIZED),
                       .text = &text,
                       .file = star_file_new(&be),
                       .path = t->path};
    assert_int_equal(star_table_size(&be, o.table, 2, 2), STAR_OK);
    assert_int_equal(star_bits_size(&be, o.line, 2), STAR_OK);
    assert_int_equal(star_file_shape(&be, o.file, STAR_FILE_CHAR, NULL),
                     STAR_OK);
    assert_int_equal(star_file_rewrite(&be, o.file), STAR_OK);
    mem.count = 0;
    mem.fail_at = k;
    const StarStatus status = work(&o);
    mem.fail_at = 0;
    star_object_free(&be, &o.file->head);
    star_object_free(&be, &o.line->head);
    star_object_free(&be, &o.table->head);
    be.ops.close(&be);
    assert_int_equal(mem.used, 0);
    return status;
}

IO_TEST(test_objects) {
    static const struct {
        StarStatus (*work)(const Objects *);
        int64_t least; /* allocations */
    } cases[] = {{load_line, 1},
                 {load_table, 3},
                 {show_table, 1},
                 {put_table, 1},
                 {save_line, 2}};
    io_write(t, "a", "", 0);
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        int64_t k = 1;
        for (StarStatus s; (s = without(t, cases[n].work, k)) != STAR_OK; k++)
            assert_int_equal(s, STAR_MEMORY);
        assert_true(k > cases[n].least);
    }
    io_remove(t, "a");
}

TEST_MAIN

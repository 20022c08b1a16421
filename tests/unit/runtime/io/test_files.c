/* SPDX-License-Identifier: MIT */
/* The common part of the formats: choosing one, opening and writing files. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/disk.h"
#include "io/open.h"
#include "io_test.h"

IO_TEST(test_formats) {
    static const char mtx[] =
        "%%MatrixMarket matrix coordinate pattern general\n1 2 1\n1 2\n";
    assert_string_equal(star_format_name(STAR_FORMAT_TEXT), "text");

    io_good(t, "a.txt", mtx, "01");
    io_good(t, "a.graph", mtx, "01");
    io_good(t, "a", "01\n", "01");
    io_good(t, "a.graph", "01\n", "01");
    io_bad(t, "a.Mtx", "01\n", "1:1: expected %%MatrixMarket, found '01'");
    StarTableFile file = {.path = t->path, .format = STAR_FORMAT_TEXT};
    io_write(t, "a.mtx", "01\n", 3);
    assert_int_equal(star_table_load(&t->be, t->table, &file), STAR_OK);
    io_remove(t, "a.mtx");
    io_bad(t, "a.table", "0x\n", "1:2: expected 0 or 1, found 'x'");
    assert_non_null(strstr(t->error.hint, "no format ends in .table"));
    io_write(t, "a.table", "01\n0x\n", 6);
    assert_int_equal(star_table_load(&t->be, t->table, &file), STAR_FORMAT);
    assert_string_equal(t->error.hint, "");
    io_remove(t, "a.table");
}

/* The last error is this one, after "cannot ... " and the path. */
static void assert_refused(const IoTest *t, StarStatus status,
                           StarStatus expected, const char *verb,
                           const char *path, const char *reason) {
    char message[TEMPORARY_PATH + 200];
    snprintf(message, sizeof message, "cannot %s %s: %s", verb, path, reason);
    assert_int_equal(status, expected);
    assert_string_equal(t->error.text, message);
}

IO_TEST(test_unreadable) {
    StarTable *table = star_table_new(&t->be, STAR_UNSIZED);
    assert_non_null(table);
    assert_refused(
        t,
        star_table_load(&t->be, table, &(StarTableFile){.path = "no/such.mtx"}),
        STAR_OPEN, "open", "no/such.mtx", "No such file or directory");
    assert_refused(
        t, star_table_load(&t->be, table, &(StarTableFile){.path = t->folder}),
        STAR_OPEN, "read", t->folder, "Is a directory");
    star_object_free(&t->be, &table->head);
}

IO_TEST(test_saved) {
    struct stat file;
    char *text;
    io_good(t, "a.txt", "0100\n1001\n", "0100 1001");
    io_write(t, "b", "old", 3);
    assert_int_equal(chmod(t->path, 0640), 0);
    assert_int_equal(
        star_table_save(&t->be, t->table, t->path, STAR_FORMAT_AUTO), STAR_OK);
    assert_int_equal(stat(t->path, &file), 0);
    assert_int_equal(file.st_mode & 0777, 0640);
    assert_int_equal(star_work_inspect(&t->mem).total, 0);
    io_progress(t);
    text = io_read(t, "b");
    assert_string_equal(text, "0100\n1001\n");
    free(text);
    io_remove(t, "b");
}

/* A symbolic link stays one. */
IO_TEST(test_link) {
    char path[TEMPORARY_PATH + 10];
    struct stat link;
    io_good(t, "a.txt", "01\n", "01");
    io_write(t, "file", "old", 3);
    snprintf(path, sizeof path, "%s/link", t->folder);
    assert_int_equal(symlink("file", path), 0);
    assert_int_equal(star_table_save(&t->be, t->table, path, STAR_FORMAT_AUTO),
                     STAR_OK);
    assert_int_equal(lstat(path, &link), 0);
    assert_true(S_ISLNK(link.st_mode));
    char *text = io_read(t, "file");
    assert_string_equal(text, "01\n");
    free(text);
    io_remove(t, "file");
    io_remove(t, "link");
}

/* The temporary file of "b" goes by another name where something stands that is
 * not known to be left behind by who was killed; that is removed. */
IO_TEST(test_left_behind) {
    enum { LEFT, LOCKED, LINKED, LINK, FOLDER, PIPE, KINDS };
    char path[TEMPORARY_PATH + 10], other[TEMPORARY_PATH + 10];
    io_good(t, "a.txt", "01\n", "01");
    snprintf(path, sizeof path, "%s/.b.star0", t->folder);
    snprintf(other, sizeof other, "%s/other", t->folder);
    for (int kind = 0; kind < KINDS; kind++) {
        int fd = -1;
        io_write(t, "other", "", 0);
        if (kind == FOLDER) {
            assert_int_equal(mkdir(path, 0700), 0);
        } else if (kind == LINK) {
            assert_int_equal(symlink("other", path), 0);
        } else if (kind == LINKED) {
            assert_int_equal(link(other, path), 0);
        } else if (kind == PIPE) {
            assert_int_equal(mkfifo(path, 0600), 0);
            fd = open(path, O_RDONLY | O_NONBLOCK);
            assert_true(fd >= 0);
        } else {
            fd = open(path, O_CREAT | O_WRONLY, 0600);
            assert_true(fd >= 0);
        }
        if (kind == LOCKED)
            assert_int_equal(flock(fd, LOCK_EX), 0);
        io_write(t, "b", "old", 3);
        assert_int_equal(
            star_table_save(&t->be, t->table, t->path, STAR_FORMAT_AUTO),
            STAR_OK);
        char *text = io_read(t, "b");
        assert_string_equal(text, "01\n");
        free(text);
        io_remove(t, "b");
        io_remove(t, "other");
        if (fd >= 0)
            close(fd);
        assert_int_equal(kind == FOLDER ? rmdir(path) : unlink(path),
                         kind == LEFT ? -1 : 0);
    }
}

IO_TEST(test_read_at) {
    char text[4];
    io_write(t, "a", "abcd", 4);
    const int fd = open(t->path, O_RDONLY);
    assert_true(fd >= 0);
    assert_int_equal(star_read_at(&t->mem, fd, 1, text, 3), 0);
    assert_memory_equal(text, "bcd", 3);
    assert_int_equal(star_read_at(&t->mem, fd, 1, text, 4), EIO);
    assert_int_equal(star_read_at(&t->mem, -1, 0, text, 4), EBADF);
    close(fd);
    io_remove(t, "a");
}

IO_TEST(test_line) {
    StarBits *line = star_bits_new(&t->be, STAR_UNSIZED);
    assert_non_null(line);
    assert_int_equal(star_bits_size(&t->be, line, 67), STAR_OK);
    memset(line->word, 0, 16);
    line->word[0] = 2;
    line->word[1] = 4;
    io_write(t, "x", "", 0);
    assert_int_equal(star_bits_save(&t->be, line, t->path), STAR_OK);
    char *text = io_read(t, "x");
    assert_string_equal(text, "010000000000000000000000000000000000000000"
                              "0000000000000000000000001\n");
    free(text);
    io_remove(t, "x");
    star_object_free(&t->be, &line->head);
}

/* Saving while files may have so many bytes says that this is too large. */
static void assert_too_large(IoTest *t, StarTable *table, rlim_t bytes) {
    struct rlimit old, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small = old;
    small.rlim_cur = bytes;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    StarStatus status =
        star_table_save(&t->be, table, t->path, STAR_FORMAT_AUTO);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_refused(t, status, STAR_WRITE, "write", t->path, "File too large");
}

/* A file that cannot be written as a whole stays as it was. */
IO_TEST(test_too_large) {
    static const char *const names[] = {"a.txt", "a.csv", "a.mtx"};
    StarTable *table = io_random(t, 1000, 1000);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        io_write(t, names[k], "old", 3);
        assert_too_large(t, table, 100000);
        char *text = io_read(t, names[k]);
        assert_string_equal(text, "old");
        free(text);
        io_remove(t, names[k]);
    }
    star_object_free(&t->be, &table->head);
}

/* Where no name is free for the file beside it, it stays as it was. */
IO_TEST(test_no_name) {
    enum { NAMES = 100 };
    char path[TEMPORARY_PATH + 20];
    io_good(t, "a.txt", "01\n", "01");
    for (int k = 0; k < NAMES; k++) {
        snprintf(path, sizeof path, "%s/.b.star%d", t->folder, k);
        assert_int_equal(mkdir(path, 0700), 0);
    }
    io_write(t, "b", "old", 3);
    assert_refused(t,
                   star_table_save(&t->be, t->table, t->path, STAR_FORMAT_TEXT),
                   STAR_WRITE, "write", t->path, "File exists");
    for (int k = 0; k < NAMES; k++) {
        snprintf(path, sizeof path, "%s/.b.star%d", t->folder, k);
        assert_int_equal(rmdir(path), 0);
    }
    char *text = io_read(t, "b");
    assert_string_equal(text, "old");
    free(text);
    io_remove(t, "b");
}

/* A large file, given up, leaves nothing behind; then it is written, twice,
 * with ends at, before and behind the end of a piece. */
IO_TEST(test_large) {
    struct stat file;
    for (int64_t more = -1; more <= 1; more++) {
        StarTable *table = io_random(t, 1, 2 * STAR_DISK_PIECE - 1 + more);
        io_write(t, "a.txt", "old", 3);
        assert_too_large(t, table, STAR_DISK_PIECE + 500000);
        assert_int_equal(stat(t->path, &file), 0);
        assert_int_equal(file.st_size, 3);
        for (int time = 0; time < 2; time++) {
            assert_int_equal(
                star_table_save(&t->be, table, t->path, STAR_FORMAT_AUTO),
                STAR_OK);
            assert_int_equal(stat(t->path, &file), 0);
            assert_int_equal(file.st_size, 2 * STAR_DISK_PIECE + more);
        }
        io_remove(t, "a.txt");
        star_object_free(&t->be, &table->head);
    }
}

IO_TEST(test_unwritable) {
    char path[TEMPORARY_PATH + 10];
    io_good(t, "a.txt", "01\n", "01");
    assert_refused(
        t, star_table_save(&t->be, t->table, "no/such.mtx", STAR_FORMAT_AUTO),
        STAR_WRITE, "write", "no/such.mtx", "No such file or directory");
    assert_refused(
        t, star_table_save(&t->be, t->table, t->folder, STAR_FORMAT_TEXT),
        STAR_WRITE, "write", t->folder, "Is a directory");
    if (access("/dev/full", W_OK) == 0)
        assert_refused(
            t, star_table_save(&t->be, t->table, "/dev/full", STAR_FORMAT_TEXT),
            STAR_WRITE, "write", "/dev/full", "No space left on device");
    if (geteuid() == 0) /* who may write anywhere */
        return;
    snprintf(path, sizeof path, "%s/b.txt", t->folder);
    assert_int_equal(chmod(t->folder, 0500), 0);
    StarStatus status =
        star_table_save(&t->be, t->table, path, STAR_FORMAT_AUTO);
    assert_int_equal(chmod(t->folder, 0700), 0);
    assert_refused(t, status, STAR_WRITE, "write", path, "Permission denied");
    io_write(t, "b.txt", "old", 3);
    assert_int_equal(chmod(t->path, 0400), 0);
    assert_refused(t, star_table_save(&t->be, t->table, path, STAR_FORMAT_AUTO),
                   STAR_WRITE, "write", path, "Permission denied");
    io_remove(t, "b.txt");
}

IO_TEST(test_without_memory) {
    StarTable *table = io_random(t, 10, 10);
    io_write(t, "a.txt", "old", 3);
    for (int all_after = 0; all_after < 2; all_after++) {
        StarStatus status = STAR_MEMORY;
        for (int64_t k = 1; status != STAR_OK; k++) {
            t->mem.count = 0;
            t->mem.fail_at = k;
            t->mem.fail_on = all_after;
            status = star_table_save(&t->be, table, t->path, STAR_FORMAT_AUTO);
            t->mem.fail_on = false;
            t->mem.fail_at = 0;
            assert_true(status == STAR_OK || status == STAR_MEMORY);
            assert_true(k < 10);
        }
    }
    io_remove(t, "a.txt");
    star_object_free(&t->be, &table->head);
}

TEST_MAIN

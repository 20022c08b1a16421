/* SPDX-License-Identifier: MIT */
/* star_calls: programs that save, load and write files by libstar, again and
 * again in one process, each time with another system call that fails, it
 * alone, it and all behind it, or each k-th: with EIO, ENOSPC, EINTR, or half
 * of what was to be written or read. After each run a saved file must be the
 * new one, or, if the run ended with an error, the old one, bit for bit; what
 * is loaded must be whole; no file, descriptor or memory is left. Prints the
 * number of runs. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <star.h>

enum { MOST = 1 << 23 };

/* A call in four fails so; the last two only where bytes are moved. */
static const int faults[] = {EIO, ENOSPC, EINTR, 0};
enum { FAULTS = sizeof faults / sizeof *faults };

/* Which calls fail. */
enum { THIS, FROM_HERE, EACH_KTH, WAYS };
static const char *const ways[] = {"alone", "and all behind it",
                                   "and each k-th"};

static long calls, fail_at; /* 0: none fails */
static int fault, way;
static const char *failed; /* the name of the last call that failed */
static bool no_owner;      /* fstat failed */

static bool fails(const char *name) {
    calls++;
    if (fail_at == 0 || (fault == 0 && name[0] != '+') ||
        (way == THIS        ? calls != fail_at
         : way == FROM_HERE ? calls < fail_at
                            : calls % fail_at != 0))
        return false;
    failed = name;
    no_owner |= strcmp(name, "fstat") == 0;
    errno = fault;
    return true;
}

#define WRAP(type, name, formals, actuals)                      \
    type __real_##name formals;                                 \
    type __wrap_##name formals;                                 \
    type __wrap_##name formals {                                \
        return fails(#name) ? (type)-1 : __real_##name actuals; \
    }
#define MOVE(name, formals, all, half)                     \
    ssize_t __real_##name formals;                         \
    ssize_t __wrap_##name formals;                         \
    ssize_t __wrap_##name formals {                        \
        if ((fault == 0 && size < 2) || !fails("+" #name)) \
            return __real_##name all;                      \
        return fault != 0 ? -1 : __real_##name half;       \
    }

WRAP(int, fsync, (int fd), (fd))
WRAP(int, rename, (const char *a, const char *b), (a, b))
WRAP(int, ftruncate, (int fd, off_t n), (fd, n))
WRAP(int, fchmod, (int fd, mode_t m), (fd, m))
WRAP(int, flock, (int fd, int how), (fd, how))
WRAP(int, access, (const char *path, int how), (path, how))
WRAP(int, fstat, (int fd, struct stat *s), (fd, s))
WRAP(int, stat, (const char *path, struct stat *s), (path, s))
WRAP(off_t, lseek, (int fd, off_t at, int how), (fd, at, how))
WRAP(int, sync_file_range, (int fd, off_t a, off_t n, unsigned how),
     (fd, a, n, how))
MOVE(read, (int fd, void *to, size_t size), (fd, to, size), (fd, to, size / 2))
MOVE(write, (int fd, const void *from, size_t size), (fd, from, size),
     (fd, from, size / 2))
MOVE(pread, (int fd, void *to, size_t size, off_t at), (fd, to, size, at),
     (fd, to, size / 2, at))

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    return fails("open") ? -1 : __real_open(path, flags, mode);
}

/* The descriptor is gone even so. */
int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_close(int fd) {
    const bool failing = fails("close");
    const int status = __real_close(fd);
    errno = failing ? fault : errno;
    return failing ? -1 : status;
}

/* ---- Programs ---- */

/* The file that a program writes, or NULL; what it prints if all is well. */
static const struct {
    const char *name, *file, *text;
} programs[] = {
#define SAVE(file, n)                                                 \
    {                                                                 \
        "save " file, file,                                           \
            "var T: table(" #n ", " #n "); begin RANDOM(T, 7, 0.3); " \
            "save(T, '" file "') end"                                 \
    }
#define LOAD(file)                                                             \
    {                                                                          \
        "load " file, NULL,                                                    \
            "var T: table; i, n: integer; begin load(T, '" file "'); n := 0; " \
            "for i := 1 to SIZE(T) do n := n + i * NUMB(COL(i, T)); "          \
            "writeln(n) end"                                                   \
    }
    SAVE("kept.mtx", 140),
    SAVE("kept.gr.gz", 140),
    SAVE("kept.csv", 140),
    SAVE("kept.txt", 140),
    SAVE("kept.bits", 140),
    SAVE("new.mtx", 140),
    SAVE("kept_large.txt", 2000),
    SAVE("kept_large.bits", 3000),
    SAVE("kept_large.mtx", 1200),
    SAVE("kept_large.gr.gz", 1000),
    SAVE("kept.edges", 140),
    SAVE("new_large.csv", 1500),
    LOAD("from.mtx"),
    LOAD("from.gr.gz"),
    LOAD("from.csv"),
    LOAD("from.txt"),
    LOAD("from.bits"),
    LOAD("from_large.txt"),
    LOAD("from_large.mtx"),
    LOAD("from_large.gr.gz"),
};
enum { PROGRAMS = sizeof programs / sizeof *programs };

typedef struct Bytes {
    char byte[MOST];
    size_t length;
} Bytes;

static size_t in_use;
static Bytes said;

static void *allocate(void *context, size_t bytes) {
    (void)context;
    in_use += bytes;
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

static void release(void *context, void *block, size_t bytes) {
    (void)context;
    in_use -= bytes;
    free(block);
}

static bool take(void *context, const char *text, size_t length) {
    (void)context;
    if (said.length + length > MOST)
        return false;
    memcpy(said.byte + said.length, text, length);
    said.length += length;
    return true;
}

static bool may_open(void *context, const char *path) {
    (void)context, (void)path;
    return true;
}

static const StarConfig config = {.write = take,
                                  .may_open = may_open,
                                  .allocate = allocate,
                                  .release = release};

static void die(const char *program, const char *what, Star *star) {
    fprintf(stderr, "%s, call %ld %s, %s, fails with %s: %s%s%s\n", program,
            fail_at, ways[way], failed != NULL ? failed : "none",
            failed != NULL && fault != 0 ? strerror(fault) : "half", what,
            star != NULL ? ": " : "", star != NULL ? star_message(star) : "");
    exit(1);
}

/* Of the run that goes on. */
static int running;

static void late(int signal) {
    (void)signal;
    die(programs[running].name, "it does not end", NULL);
}

/* ---- Files ---- */

static bool get(const char *path, Bytes *b) {
    FILE *file = fopen(path, "rb");
    b->length = 0;
    if (file == NULL)
        return false;
    b->length = fread(b->byte, 1, MOST, file);
    fclose(file);
    return true;
}

static void put(const char *path, const Bytes *b) {
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(b->byte, 1, b->length, file) != b->length ||
        fclose(file) != 0)
        abort();
}

static bool same(const Bytes *a, const Bytes *b) {
    return a->length == b->length && memcmp(a->byte, b->byte, a->length) == 0;
}

static int entries(const char *folder) {
    int n = 0;
    DIR *dir = opendir(folder);
    while (readdir(dir) != NULL)
        n++;
    closedir(dir);
    return n;
}

/* ---- Runs ---- */

static StarCode run(int p) {
    Star *star = star_open(&config);
    said.length = calls = 0;
    running = p;
    alarm(20);
    failed = NULL;
    no_owner = false;
    const StarCode code = star_enter(star, "p", programs[p].text, 0);
    const long at = fail_at;
    fail_at = 0;
    if (code != STAR_CODE_OK && code != STAR_CODE_FILE)
        die(programs[p].name, "another code", star);
    if (code == STAR_CODE_FILE && failed == NULL)
        die(programs[p].name, "a fault of its own", star);
    star_close(star);
    fail_at = at;
    if (in_use != 0)
        die(programs[p].name, "memory is left", NULL);
    return code;
}

static long try_all(int p) {
    static Bytes old, new, out, now;
    char other[64];
    const char *file = programs[p].file, *name = programs[p].name;
    const bool keeps = file != NULL && strncmp(file, "kept", 4) == 0;
    long runs = 0;
    strcpy(old.byte, "0 an old file\n");
    old.length = strlen(old.byte);
    fail_at = 0;
    if (run(p) != STAR_CODE_OK || (file != NULL && !get(file, &new)))
        die(name, "fails without a fault", NULL);
    memcpy(&out, &said, sizeof out);
    const long most = calls;
    if (getenv("SHOW") != NULL)
        fprintf(stderr, "%s: %ld calls\n", name, most);
    for (int f = 0; f < FAULTS * WAYS; f++)
        for (fail_at = 1; fail_at <= most; fail_at++) {
            const long at = fail_at;
            fault = faults[f % FAULTS];
            way = f / FAULTS;
            /* What is tried again until it is not interrupted has no end. */
            if (fault == EINTR && (way == FROM_HERE || at == 1) && way != THIS)
                continue;
            if (keeps)
                put(file, &old);
            else if (file != NULL)
                unlink(file);
            const int files = entries("."),
                      open_ones = entries("/proc/self/fd");
            const StarCode code = run(p);
            fail_at = at;
            runs++;
            if (entries("/proc/self/fd") != open_ones)
                die(name, "a descriptor is left", NULL);
            const bool there = file != NULL && get(file, &now);
            if (code == STAR_CODE_OK &&
                (file != NULL ? !there || !same(&now, &new)
                              : !same(&said, &out)))
                die(name, "no error, but something else", NULL);
            if (code != STAR_CODE_OK && file != NULL &&
                (there != keeps || (keeps && !same(&now, &old))))
                die(name, "an error, but not the old file", NULL);
            /* Who cannot ask whose a new file is leaves it to the next one,
             * which takes the first such name. */
            if (no_owner) {
                fail_at = 0;
                run(p);
                fail_at = at;
                for (int k = 1; way != THIS && file != NULL && k < 100; k++) {
                    snprintf(other, sizeof other, ".%s.star%d", file, k);
                    unlink(other);
                }
            }
            const int made = !keeps && file != NULL && get(file, &now);
            if (entries(".") != files + made)
                die(name, "a file is left", NULL);
            if (code != STAR_CODE_OK && fault == EINTR && getenv("SHOW"))
                printf("%s: EINTR of %s\n", name, failed);
        }
    return runs;
}

int main(int argc, char *argv[]) {
    (void)argv;
    /* In memory, where fsync takes no time. */
    char folder[] = "/dev/shm/star_calls_XXXXXX";
    long runs = 0;
    signal(SIGALRM, late);
    if (mkdtemp(folder) == NULL || chdir(folder) != 0)
        return 1;
    for (int p = 0; p < PROGRAMS; p++) {
        static Bytes b;
        char name[32];
        if (programs[p].file == NULL ||
            strncmp(programs[p].file, "kept", 4) != 0)
            continue;
        snprintf(name, sizeof name, "from%s", programs[p].file + 4);
        run(p);
        get(programs[p].file, &b);
        put(name, &b);
    }
    for (int p = 0; p < PROGRAMS; p++)
        if (argc == 1 || strstr(programs[p].name, "large") == NULL)
            runs += try_all(p);
    printf("%ld runs with a failing call, 0 torn, 0 left\n", runs);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* Targets dap and lsp: a text up to the first NUL, which is the file p.star;
 * what follows is what an editor sends. If that begins with '{' each line is a
 * message, whose length is put before it, so that what is behind the framing is
 * reached; else the bytes go as they are. A server ends with the input, with
 * status 0, 1 or 2, and leaves nothing. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include "dap/dap.h"
#include "fuzz.h"
#include "lsp/lsp.h"
#include "temporary.h"

/* The files that sessions see, and where they read and write. */
typedef struct Place {
    char folder[TEMPORARY_PATH];
    int home, at, in, out; /* home: where the fuzzer has its files */
    FILE *messages;
} Place;

static Place place;

static int delete (const char *path, const struct stat *status, int kind,
                   struct FTW *ftw) {
    (void)status, (void)kind, (void)ftw;
    return remove(path);
}

static void leave(void) {
    nftw(place.folder, delete, 8, FTW_DEPTH | FTW_PHYS);
}

static void enter(void) {
    if (place.messages == NULL) {
        temporary_path(place.folder, "star-fuzz-XXXXXX");
        FUZZ_CHECK(mkdtemp(place.folder) != NULL);
        atexit(leave);
        setenv("XDG_STATE_HOME", place.folder, 1);
        place.home = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        place.at = open(place.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        place.in = memfd_create("editor", MFD_CLOEXEC);
        place.out = open("/dev/null", O_WRONLY | O_CLOEXEC);
        place.messages = fopen("/dev/null", "w");
    }
    FUZZ_CHECK(place.home >= 0 && place.at >= 0 && place.in >= 0 &&
               place.out >= 0);
    FUZZ_CHECK(place.messages != NULL && fchdir(place.at) == 0);
    FUZZ_CHECK(ftruncate(place.in, 0) == 0 &&
               lseek(place.in, 0, SEEK_SET) == 0);
}

static void put(int file, const void *bytes, size_t length) {
    FUZZ_CHECK(write(file, bytes, length) == (ssize_t)length);
}

static void put_program(const FuzzParts *parts) {
    const int file = openat(place.at, "p.star",
                            O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    FUZZ_CHECK(file >= 0);
    put(file, parts->text, parts->length);
    close(file);
}

static void put_lines(const uint8_t *at, const uint8_t *end) {
    while (at < end) {
        const uint8_t *line = memchr(at, '\n', (size_t)(end - at));
        const size_t length = (size_t)((line != NULL ? line : end) - at);
        FUZZ_CHECK(dprintf(place.in, "Content-Length: %zu\r\n\r\n", length) >
                   0);
        put(place.in, at, length);
        at += length + (line != NULL);
    }
}

/* libFuzzer has a timer of its own, on the same signal; messages would fill its
 * log. */
static void serve(void) {
    static const Options options = {.safe = true,
                                    .max_steps = 100000,
                                    .max_memory = 1 << 26,
                                    .max_depth = 500};
    const struct itimerval none = {.it_value = {0, 0}};
    struct sigaction action;
    struct itimerval timer;
    FILE *messages = stderr;
    sigaction(SIGALRM, NULL, &action);
    setitimer(ITIMER_REAL, &none, &timer);
    stderr = place.messages;
    const int status = STAR_FUZZ_SERVE(&options, place.in, place.out);
    stderr = messages;
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
    FUZZ_CHECK(status >= 0 && status <= 2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const FuzzParts parts = fuzz_split(data, size);
    enter();
    put_program(&parts);
    if (parts.size > 0 && parts.rest[0] == '{')
        put_lines(parts.rest, parts.rest + parts.size);
    else
        put(place.in, parts.rest, parts.size);
    FUZZ_CHECK(lseek(place.in, 0, SEEK_SET) == 0);
    serve();
    FUZZ_CHECK(fchdir(place.home) == 0);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* The history of the prompt, while sessions are killed at any moment: of its
 * entries each is there whole or not at all. The command is this program's
 * argument; the number of kills is $KILLS, 20 if it is not set. */
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "test.h"
#include "pty.h"
#include "temporary.h"

/* Bytes of the longest entry; of a history from which on it is cut when a
 * session begins. */
enum { LONGEST = 3000, MOST = 1 << 20 };

static const char *star;
static char folder[TEMPORARY_PATH], path[TEMPORARY_PATH + 40];

typedef struct Found {
    int first, last; /* numbers of entries */
    int parts;       /* 1: an entry without an end comes last */
    long bytes;
} Found;

/* Entry number n, and its length. */
static size_t entry(char text[LONGEST + 40], int n) {
    const int more = (int)((int64_t)n * 7919 % LONGEST);
    size_t length = (size_t)snprintf(text, 20, "%d {", n);
    for (int k = 0; k < more; k++)
        text[length++] = (char)('a' + (n + k) % 26);
    return length + (size_t)sprintf(text + length, "} %d\n", n);
}

/* Reads the history, in which numbers rise. */
static Found inspect(void) {
    static char text[4 * MOST], wanted[LONGEST + 40];
    FILE *from = fopen(path, "rb");
    Found f = {0};
    assert_non_null(from);
    f.bytes = (long)fread(text, 1, sizeof text, from);
    fclose(from);
    for (const char *at = text, *end; at < text + f.bytes; at = end + 1) {
        end = memchr(at, '\n', (size_t)(text + f.bytes - at));
        if (end == NULL) {
            f.parts = 1;
            break;
        }
        const int number = atoi(at);
        const size_t length = entry(wanted, number);
        assert_true(number > f.last);
        assert_int_equal(end + 1 - at, length);
        assert_memory_equal(at, wanted, length);
        f.first = f.first > 0 ? f.first : number;
        f.last = number;
    }
    return f;
}

/* Adds entries up to so many bytes, as other sessions do. */
static void add(int *number, long bytes) {
    char text[LONGEST + 40];
    FILE *to = fopen(path, "ab");
    assert_non_null(to);
    while (ftell(to) < bytes)
        fwrite(text, 1, entry(text, ++*number), to);
    assert_int_equal(fclose(to), 0);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Types entries, each behind a prompt, for some time and kills the session. */
static void type_and_kill(int *number, double seconds) {
    const char *const command[] = {star, "repl", NULL};
    char text[LONGEST + 40], answer[65536];
    size_t length = 0, sent = 0;
    Pty p;
    pty_open(&p, command, folder, "xterm", 80);
    for (const double end = now() + seconds; now() < end;) {
        struct pollfd wait = {.fd = p.fd, .events = POLLIN};
        wait.events |= sent < length ? POLLOUT : 0;
        poll(&wait, 1, 1);
        if (wait.revents & POLLIN) {
            const ssize_t got = read(p.fd, answer, sizeof answer - 1);
            answer[got > 0 ? got : 0] = '\0';
            if (sent == length && strstr(answer, "star> ") != NULL) {
                sent = 0;
                length = entry(text, ++*number);
            }
        }
        if (wait.revents & POLLOUT) {
            const size_t some = length - sent < 512 ? length - sent : 512;
            const ssize_t put = write(p.fd, text + sent, some);
            sent += put > 0 ? (size_t)put : 0;
        }
    }
    assert_int_equal(kill(p.pid, SIGKILL), 0);
    assert_int_equal(waitpid(p.pid, NULL, 0), p.pid);
    close(p.fd);
}

TEST(every_entry_is_whole) {
    const char *wanted = getenv("KILLS");
    const int kills = wanted != NULL ? atoi(wanted) : 20;
    int number = 0, parts = 0, cuts = 0, entries = 0;
    add(&number, MOST);
    for (int k = 0; k < kills; k++) {
        const Found old = inspect();
        type_and_kill(&number, (double)(k * 7919 % 600) / 1e4);
        const Found new = inspect();
        if (new.first != old.first) {
            assert_true(old.bytes > MOST && new.bytes > MOST / 3);
            cuts++;
        }
        assert_true(new.last >= old.last);
        entries += new.last > old.last;
        parts += new.parts;
        if (new.parts == 0 && k % 2 == 0)
            add(&number, MOST + 1);
    }
    printf("of %d kills %d behind new entries, %d behind a cut, %d in an "
           "entry\n",
           kills, entries, cuts, parts);
}

/* Makes the folder of the history. */
static int set_up(void **state) {
    static const char *const part[] = {"/.local", "/state", "/star"};
    (void)state;
    temporary_path(folder, "star_kills_XXXXXX");
    if (mkdtemp(folder) == NULL)
        return 1;
    strcpy(path, folder);
    for (int k = 0; k < 3; k++)
        if (mkdir(strcat(path, part[k]), 0700) != 0)
            return 1;
    strcat(path, "/history");
    return 0;
}

static int tear_down(void **state) {
    char command[TEMPORARY_PATH + 20];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    star = argv[1];
    return tests_run(set_up, tear_down);
}

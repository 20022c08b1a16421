/* SPDX-License-Identifier: MIT */
/* For memmem. */
#define _GNU_SOURCE
#include "pty.h"

#include <poll.h>
#include <pty.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { SECONDS = 30 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void pty_open(Pty *p, const char *const *command, const char *folder,
              const char *term, int columns) {
    const struct winsize size = {.ws_row = 24,
                                 .ws_col = (unsigned short)columns};
    *p = (Pty){.fd = -1};
    p->pid = forkpty(&p->fd, NULL, NULL, &size);
    assert_true(p->pid >= 0);
    if (p->pid == 0) {
        /* A test in the background inherits that they are ignored. */
        signal(SIGINT, SIG_DFL);
        signal(SIGQUIT, SIG_DFL);
        signal(SIGHUP, SIG_DFL);
        setenv("TERM", term, 1);
        setenv("HOME", folder, 1);
        setenv("LC_ALL", "C.UTF-8", 1);
        setenv("INPUTRC", "/dev/null", 1);
        unsetenv("XDG_STATE_HOME");
        if (chdir(folder) == 0)
            execv(command[0], (char *const *)command);
        _exit(127);
    }
}

/* True if a character of the output is text: CSI and OSC sequences, other
 * escapes and carriage returns are not. */
static bool is_text(Pty *p, unsigned char c) {
    enum { TEXT, BEGIN, CSI, OSC };
    if (p->raw)
        return true;
    switch (p->escape) {
    case BEGIN:
        p->escape = c == '[' ? CSI : c == ']' ? OSC : TEXT;
        return false;
    case CSI:
        if (c >= 0x40 && c <= 0x7e)
            p->escape = TEXT;
        return false;
    case OSC:
        if (c == '\a')
            p->escape = TEXT;
        return false;
    default: break;
    }
    if (c == '\033') {
        p->escape = BEGIN;
        p->escapes = true;
    }
    if (c == '\r')
        p->returned = true;
    if (c == '\033' || c == '\r' || c == '\a')
        return false;
    p->overwrites += p->returned && c != '\n';
    p->returned = false;
    return true;
}

static void keep(Pty *p, const char *text, size_t length) {
    if (p->length + length + 1 > p->room) {
        p->room = 2 * (p->length + length + 1);
        p->text = realloc(p->text, p->room);
        assert_non_null(p->text);
    }
    for (size_t k = 0; k < length; k++)
        if (is_text(p, (unsigned char)text[k]))
            p->text[p->length++] = text[k];
    p->text[p->length] = '\0';
}

/* Reads what comes within so many milliseconds; false at the end. */
static bool more(Pty *p, int milliseconds) {
    struct pollfd wait = {.fd = p->fd, .events = POLLIN};
    char text[65536];
    if (poll(&wait, 1, milliseconds) <= 0)
        return true;
    const ssize_t got = read(p->fd, text, sizeof text);
    if (got > 0)
        keep(p, text, (size_t)got);
    return got > 0;
}

/* The terminal takes little at a time while its echo is not read. */
void pty_send_bytes(Pty *p, const char *text, size_t length) {
    const double end = now() + SECONDS;
    while (length > 0 && now() < end) {
        struct pollfd wait = {.fd = p->fd, .events = POLLIN | POLLOUT};
        poll(&wait, 1, 1000);
        if (wait.revents & POLLIN)
            more(p, 0);
        if (wait.revents & POLLOUT) {
            const ssize_t put = write(p->fd, text, length < 512 ? length : 512);
            text += put > 0 ? put : 0;
            length -= put > 0 ? (size_t)put : 0;
        }
    }
    assert_int_equal(length, 0);
}

void pty_send(Pty *p, const char *text) {
    pty_send_bytes(p, text, strlen(text));
}

static char *find(const Pty *p, const char *text) {
    return p->text == NULL ? NULL
                           : memmem(p->text + p->seen, p->length - p->seen,
                                    text, strlen(text));
}

double pty_expect(Pty *p, const char *text) {
    const double from = now();
    char *found;
    while ((found = find(p, text)) == NULL && now() < from + SECONDS)
        if (!more(p, 100))
            break;
    found = find(p, text);
    if (found == NULL)
        fail_msg("expected '%s' in '%s'", text,
                 p->text != NULL ? p->text + p->seen : "");
    p->seen = (size_t)(found - p->text) + strlen(text);
    return now() - from;
}

void pty_lacks(const Pty *p, const char *text) {
    if (find(p, text) != NULL)
        fail_msg("did not expect '%s' in '%s'", text, p->text + p->seen);
}

void pty_close(Pty *p, int status) {
    const double end = now() + SECONDS;
    int found = 0;
    while (more(p, 100) && now() < end)
        ;
    if (now() >= end)
        kill(p->pid, SIGKILL);
    waitpid(p->pid, &found, 0);
    close(p->fd);
    free(p->text);
    assert_true(WIFEXITED(found));
    assert_int_equal(WEXITSTATUS(found), status);
}

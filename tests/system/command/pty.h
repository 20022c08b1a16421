/* SPDX-License-Identifier: MIT */
/* A command on a terminal of its own, for tests of what people see. What it
 * writes is kept without escape sequences and carriage returns. */
#ifndef STAR_TESTS_PTY_H
#define STAR_TESTS_PTY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct Pty {
    pid_t pid;
    int fd;
    char *text; /* all that was written, NUL-terminated */
    size_t length, room;
    size_t seen;    /* up to where it was expected */
    int escape;     /* where in an escape sequence the output is */
    bool escapes;   /* whether there were any */
    bool raw;       /* escape sequences are kept, too */
    bool returned;  /* a carriage return came last; */
    int overwrites; /* how often text, not a newline, came behind one */
} Pty;

/* Starts the command in a folder, with TERM=term and HOME=folder, on a
 * terminal of so many columns. */
void pty_open(Pty *pty, const char *const *command, const char *folder,
              const char *term, int columns);

void pty_send(Pty *pty, const char *text);
void pty_send_bytes(Pty *pty, const char *text, size_t length);

/* Waits until a text appears behind what was expected before; fails, and shows
 * what is there, if the command ends or half a minute passes. Returns the
 * seconds that it took. */
double pty_expect(Pty *pty, const char *text);

/* Fails if a text has appeared behind what was expected. */
void pty_lacks(const Pty *pty, const char *text);

/* Waits for the end, and fails unless the status is this one. */
void pty_close(Pty *pty, int status);

#endif

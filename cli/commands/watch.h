/* SPDX-License-Identifier: MIT */
/* Files that are looked at until one of them changes: --watch. */
#ifndef STAR_CLI_WATCH_H
#define STAR_CLI_WATCH_H

#include <stdbool.h>
#include <sys/stat.h>

/* Files as they were; of zeros it has none. */
typedef struct Watch {
    struct Watched {
        char *path;
        struct stat was; /* of zeros: it was not there */
    } * file;
    int files, room;
} Watch;

/* Notes what a file is like now; nothing without memory. */
void watch_file(Watch *watch, const char *path);

/* Waits until one of the files is there and is not what it was. */
void watch_wait(const Watch *watch);

/* Forgets them all. */
void watch_free(Watch *watch);

#endif

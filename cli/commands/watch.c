/* SPDX-License-Identifier: MIT */
#include "commands/watch.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

void watch_file(Watch *w, const char *path) {
    if (w->files == w->room) {
        const int room = 2 * w->room + 4;
        struct Watched *file = realloc(w->file, (size_t)room * sizeof *file);
        if (file == NULL)
            return;
        w->file = file;
        w->room = room;
    }
    struct Watched *f = &w->file[w->files];
    f->path = strdup(path);
    if (f->path == NULL)
        return;
    if (stat(path, &f->was) != 0)
        f->was = (struct stat){0};
    w->files++;
}

/* An editor may put a new file in its place. */
static bool has_changed(const struct Watched *f) {
    struct stat now;
    return stat(f->path, &now) == 0 &&
           (now.st_mtim.tv_sec != f->was.st_mtim.tv_sec ||
            now.st_mtim.tv_nsec != f->was.st_mtim.tv_nsec ||
            now.st_size != f->was.st_size || now.st_ino != f->was.st_ino);
}

void watch_wait(const Watch *w) {
    const struct timespec pause = {.tv_nsec = 100000000};
    bool changed = false;
    while (!changed) {
        nanosleep(&pause, NULL);
        for (int k = 0; k < w->files; k++)
            changed |= has_changed(&w->file[k]);
    }
}

void watch_free(Watch *w) {
    for (int k = 0; k < w->files; k++)
        free(w->file[k].path);
    free(w->file);
    *w = (Watch){0};
}

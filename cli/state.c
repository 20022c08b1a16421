/* SPDX-License-Identifier: MIT */
/* For asprintf. */
#define _GNU_SOURCE
#include "state.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

char *state_path(const char *name) {
    const char *state = getenv("XDG_STATE_HOME"), *user = getenv("HOME");
    char *path = NULL;
    int n = -1;
    if (state != NULL && *state == '/')
        n = asprintf(&path, "%s/star/%s", state, name);
    else if (user != NULL && *user == '/')
        n = asprintf(&path, "%s/.local/state/star/%s", user, name);
    return n > 0 ? path : NULL;
}

/* Makes the folders that a path lacks. */
static void make_folders(char *path) {
    for (char *at = strchr(path + 1, '/'); at != NULL;
         at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
}

static void drop_part(int file) {
    const off_t end = lseek(file, 0, SEEK_END);
    off_t at = end;
    char last;
    while (at > 0 && pread(file, &last, 1, at - 1) == 1 && last != '\n')
        at--;
    if (at < end && ftruncate(file, at) != 0)
        return; /* then the line is joined to the part */
}

/* True if a file has this text. */
static bool has_text(const char *path, const char *text, size_t length) {
    char bytes[4096];
    size_t at = 0, got;
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return false;
    while ((got = fread(bytes, 1, sizeof bytes, file)) > 0 &&
           got <= length - at && memcmp(bytes, text + at, got) == 0)
        at += got;
    fclose(file);
    return got == 0 && at == length;
}

bool state_write(char *path, const char *text, size_t length) {
    if (has_text(path, text, length))
        return true;
    make_folders(path);
    FILE *file = fopen(path, "we");
    if (file == NULL)
        return false;
    const bool put = fwrite(text, 1, length, file) == length;
    return fclose(file) == 0 && put;
}

/* One command at a time, so that their lines do not mix. */
void state_append(char *path, const char *text, size_t length) {
    make_folders(path);
    const int file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        return;
    flock(file, LOCK_EX);
    drop_part(file);
    const ssize_t put = write(file, text, length);
    (void)put;
    close(file);
}

/* SPDX-License-Identifier: MIT */
/* For mkstemps and asprintf. */
#define _GNU_SOURCE
/* :edit, by the user's editor. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "repl/repl.h"

/* False after a message. */
static bool run_editor(Repl *r, const char *path) {
    fflush(stdout);
    setenv("STAR_EDITED", path, 1);
    const int status = system("exec ${VISUAL:-${EDITOR:-vi}} \"$STAR_EDITED\"");
    unsetenv("STAR_EDITED");
    if (status == 0)
        return true;
    repl_say(r, "the editor has failed, status %d",
             status > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 1);
    return false;
}

/* NULL after a message. */
static char *read_back(Repl *r, const char *path) {
    StarMem *mem = star_machine_backend(r->loaded.machine)->mem;
    Files files = {.mem = mem};
    const File *file = files_read(&files, path, NULL);
    char *text = file != NULL ? strdup(file->text) : NULL;
    if (text == NULL)
        repl_say(r, "%s", file != NULL ? strerror(ENOMEM) : mem->error->text);
    files_free(&files);
    return text;
}

/* In a file of its own, which is gone afterwards. */
static char *edit_text(Repl *r, const char *text) {
    char *path, *edited = NULL;
    const int fd = files_temporary(&path, ".star");
    if (path == NULL)
        return NULL;
    const ssize_t put = fd >= 0 ? write(fd, text, strlen(text)) : -1;
    if (fd >= 0)
        close(fd);
    if (put != (ssize_t)strlen(text))
        repl_say(r, "%s: %s", path, strerror(errno));
    else if (run_editor(r, path))
        edited = read_back(r, path);
    if (fd >= 0)
        unlink(path);
    free(path);
    return edited;
}

char *repl_edit(Repl *r, const char *text, const char *path) {
    if (path == NULL)
        return edit_text(r, text);
    return run_editor(r, path) ? strdup("") : NULL;
}

/* SPDX-License-Identifier: MIT */
/* Where tests put their files: in $TMPDIR or /tmp, never into the current
 * folder, which may be the source tree. */
#ifndef STAR_TESTS_TEMPORARY_H
#define STAR_TESTS_TEMPORARY_H

#include <stdio.h>
#include <stdlib.h>

enum { TEMPORARY_PATH = 256 };

/* The path of a name such as mkdtemp takes. */
static inline void temporary_path(char path[TEMPORARY_PATH], const char *name) {
    const char *folder = getenv("TMPDIR");
    if (folder == NULL || *folder == '\0' ||
        snprintf(path, TEMPORARY_PATH, "%s/%s", folder, name) >= TEMPORARY_PATH)
        snprintf(path, TEMPORARY_PATH, "/tmp/%s", name);
}

#endif

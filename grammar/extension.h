/* SPDX-License-Identifier: MIT */
/* The extensions of ISO 7185, which --strict refuses. extensions.def is the
 * list. */
#ifndef STAR_EXTENSION_H
#define STAR_EXTENSION_H

#include "diagnostics.h"

typedef enum Extension {
#define EXTENSION(id, name, clause, rule, program) EXTENSION_##id,
#include "extensions.def"
#undef EXTENSION
    EXTENSION_COUNT
} Extension;

typedef struct ExtensionInfo {
    const char *name;
    const char *clause; /* of ISO 7185 */
    const char *rule;   /* what is there */
    const char *program;
} ExtensionInfo;

extern const ExtensionInfo extensions[EXTENSION_COUNT];

/* Reports the use of an extension if the text is to have none. `subject` is
 * the name that is used, or NULL. */
void extension_used(Diag *diag, Extension extension, StarSpan span,
                    const char *subject);

#endif

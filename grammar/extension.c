/* SPDX-License-Identifier: MIT */
#include "extension.h"

const ExtensionInfo extensions[EXTENSION_COUNT] = {
#define EXTENSION(id, name, clause, rule, program) \
    [EXTENSION_##id] = {name, clause, rule, program},
#include "extensions.def"
#undef EXTENSION
};

void extension_used(Diag *diag, Extension extension, StarSpan span,
                    const char *subject) {
    const ExtensionInfo *x = &extensions[extension];
    if (!diag->strict)
        return;
    diag->extensions++;
    StarReport *r =
        subject != NULL
            ? diag_error(diag, span, MSG_NAME_IS_EXTENSION(subject, x->name))
            : diag_error(diag, span, MSG_EXTENSION(x->name));
    diag_hint(diag, r, "ISO 7185, %s: %s", x->clause, x->rule);
}

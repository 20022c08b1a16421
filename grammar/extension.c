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
    const char *quote = subject != NULL ? "'" : "";
    if (!diag->strict)
        return;
    diag->extensions++;
    StarReport *r = diag_error(
        diag, span, STAR_EXTENSION, "%s%s%s%s%s is an extension of ISO 7185",
        quote, subject ? subject : "", quote, subject ? ": " : "", x->name);
    diag_hint(diag, r, "ISO 7185, %s: %s", x->clause, x->rule);
}

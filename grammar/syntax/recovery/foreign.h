/* SPDX-License-Identifier: MIT */
/* Signs and words of other languages, and what STAR has in their place:
 * error_recovery_foreign.c. */
#ifndef STAR_FOREIGN_H
#define STAR_FOREIGN_H

#include <stddef.h>

#include "syntax/intern.h"

typedef struct ForeignSign {
    const char *spelling;
    int token;        /* that is meant; 0: none */
    const char *hint; /* with $ for a name */
} ForeignSign;

/* The sign that is spelled so; never NULL for what star.l finds. */
const ForeignSign *foreign_sign(const char *text, size_t length);

/* STAR's name of a type that is called otherwise elsewhere, or NULL. */
const char *foreign_type(Name name);

/* The hint for a word of another language, or NULL. */
const char *foreign_word(Name name);

#endif

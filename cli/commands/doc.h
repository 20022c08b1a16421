/* SPDX-License-Identifier: MIT */
/* The documentation of a name. */
#ifndef STAR_CLI_DOC_H
#define STAR_CLI_DOC_H

#include <stdbool.h>

/* Prints what is known about a primitive, a procedure of the library or a
 * required function; else about an option of the command, and what has the
 * words; false after a message if that is nothing. */
bool doc_show(const char *name);

#endif

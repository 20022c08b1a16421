/* SPDX-License-Identifier: MIT */
/* A subset of TOML 1.0, one item a line:
 *
 *     # comment
 *     [table]  [table.name]  [table."name"]
 *     key = "text with \" \\ \n \t"      a basic string
 *     key = -1_000.5e3                   an integer or float
 *
 * No arrays, dates, truth values, literal or multi-line strings, dotted keys,
 * inline tables. */
#ifndef STAR_TOOLS_TOML_H
#define STAR_TOOLS_TOML_H

#include "memory/arena.h"
#include "report/source.h"

typedef struct TomlItem {
    const char *table, *name; /* of its table; "": none */
    const char *key;
    const char *text; /* of a string; else NULL */
    double number;
    StarSpan span, value; /* of the key, of the value */
} TomlItem;

typedef struct Toml {
    Arena *arena;
    const char *text, *end; /* what is read, NUL-terminated */
    const char *at;
    TomlItem *item;
    uint32_t items, room;
    StarSpan wrong; /* where a mistake is */
} Toml;

/* Reads a text, of less than 1 GiB, in an arena, which may be exhausted.
 * STAR_MODEL is raised if it is none of this, or has a key of a table twice. */
StarStatus toml_read(Toml *toml, StarError *error);

#endif

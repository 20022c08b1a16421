/* SPDX-License-Identifier: MIT */
/* A text while it is written: what is wrong with it, and what its names mean,
 * also where it is incomplete. For editors.
 *
 *     Symbols *s = symbols_open(mem, &options, path, text, length);
 *     const SymbolUse *use = s != NULL ? symbols_at(s, offset) : NULL;
 *     SymbolInfo info;
 *     if (use != NULL && use->symbol != NULL) {
 *         symbols_describe(s, use->symbol, &info);
 *         puts(info.heading);
 *     }
 *     symbols_close(s);
 *
 * All that is told of a text is its Symbols', and as it was when they were
 * made.
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_SYMBOLS_H
#define STAR_TOOLS_SYMBOLS_H

#include "tools/check.h"
#include "tools/docs/docs.h"

typedef struct Symbols Symbols;

/* A thing that names mean: declared in the text or a unit, or predeclared. */
typedef struct Decl Symbol;

/* Compiles a text; options->xref is its own. NULL only without memory, raised
 * in the account. Frees what it has; NULL is allowed. */
Symbols *symbols_open(StarMem *mem, const StarCompileOptions *options,
                      const char *path, const char *text, size_t length);
void symbols_close(Symbols *symbols);

/* Its messages, loops and sources; file 0 is the text. */
const StarProgram *symbols_program(const Symbols *symbols);

/* A name in the text. */
typedef struct SymbolUse {
    StarSpan span;
    const Symbol *symbol; /* NULL: a unit, or a field that there is not */
    uint32_t unit;        /* of the name of a unit its file, else 0 */
    bool declares;
} SymbolUse;

/* All names that mean something, in their order. */
const SymbolUse *symbols_uses(const Symbols *symbols, uint32_t *count);

/* The name that an offset is in, or right behind; NULL: none. */
const SymbolUse *symbols_at(const Symbols *symbols, uint32_t offset);

/* True if both are the same thing, perhaps of two texts: declared in the same
 * place of files with the same path, or predeclared with one name. */
bool symbols_same(const Symbols *of_a, const Symbol *a, const Symbols *of_b,
                  const Symbol *b);

typedef enum SymbolKind {
    SYMBOL_CONSTANT,
    SYMBOL_MEMBER, /* a constant of an enumeration */
    SYMBOL_TYPE,
    SYMBOL_VARIABLE,
    SYMBOL_PARAMETER,
    SYMBOL_FIELD,
    SYMBOL_PROCEDURE,
    SYMBOL_FUNCTION,
    SYMBOL_LABEL,
    SYMBOL_PREDECLARED /* a procedure or function */
} SymbolKind;

/* What a symbol is. */
SymbolKind symbols_kind(const Symbol *symbol);

/* The name as it was declared; where that is, with an end of 0 if it is
 * predeclared; and the whole declaration. */
const char *symbols_name(const Symbol *symbol);
StarSpan symbols_span(const Symbol *symbol);
StarSpan symbols_whole(const Symbol *symbol);

/* What a person is told of a symbol. */
typedef struct SymbolInfo {
    char heading[DOCS_HEADING]; /* var X: slice(T), proc P(n: integer) */
    char size[80];              /* "8 components", if that is known, or "" */
    const char *comment;        /* what the text has beside it, without its
                                   signs; `length` bytes, or NULL */
    int length;
    char formula[DOCS_FORMULA]; /* of a procedure of the library, or "" */
    const char *unit;           /* the path of its file if that is not the
                                   text, or NULL */
} SymbolInfo;

/* Describes a symbol. The comment is the text's, or a table's. */
void symbols_describe(const Symbols *symbols, const Symbol *symbol,
                      SymbolInfo *out);

/* ---- Around a place ---- */

typedef void SymbolsTake(void *context, const Symbol *symbol);

/* Tells of all that a name at an offset could mean: behind the '.' of a record
 * its fields, else what is declared around it, inner before outer; nothing
 * twice, and nothing that is hidden. */
void symbols_visible(const Symbols *symbols, uint32_t offset, SymbolsTake *take,
                     void *context);

/* True behind the '.' of a record. */
bool symbols_in_record(const Symbols *symbols, uint32_t offset);

/* The call whose parentheses an offset is in, and the number of its argument
 * there, from 0; NULL: there is none, or nothing is known of what it calls. */
const Symbol *symbols_call(const Symbols *symbols, uint32_t offset,
                           int *argument);

/* The place of parameter n in a heading, from 0, in bytes; false: it has not so
 * many. */
bool symbols_parameter(const char *heading, int n, int *start, int *end);

/* True if a symbol may be an argument of a call as to its type: of a slice
 * where one is needed, for example; also where the call is of something else
 * than a primitive or a procedure. */
bool symbols_fits(const Symbol *symbol, const Symbol *call, int argument);

/* ---- The outline ---- */

/* The first declaration of the text (NULL), or within one of its procedures,
 * and the one behind another, in their order; NULL: none. */
const Symbol *symbols_first(const Symbols *symbols, const Symbol *within);
const Symbol *symbols_next(const Symbol *symbol);

#endif

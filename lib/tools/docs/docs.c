/* SPDX-License-Identifier: MIT */
#include "tools/docs/docs.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "builtins.h"
#include "prim_heading.h"
#include "primitives/primitives.h"
#include "tools/docs/docs_parts.h"
#include "tools/similar.h"

static const struct {
    const char *name, *sentence;
} words[] = {
#define WORD(name, sentence) {name, sentence},
#include "syntax/words.def"
#undef WORD
};

enum { WORDS = sizeof words / sizeof *words };

/* ---- Primitives ---- */

static void primitive(const StarPrimInfo *prim, Docs *d) {
    *d = (Docs){.kind = DOCS_PRIMITIVE,
                .name = prim->name,
                .text = prim->sentence,
                .length = (int)strlen(prim->sentence)};
    prim_heading(prim, d->heading, sizeof d->heading);
}

static bool has_word(const StarPrimInfo *prim) {
    return prim->kind < STAR_INTERNAL;
}

/* True if a program can write a primitive by its name: an internal one only
 * if another has the same. */
static bool has_name(const StarPrimInfo *prim) {
    for (int i = 0; i < STAR_PRIM_COUNT; i++)
        if (has_word(&star_prims[i]) &&
            strcmp(star_prims[i].name, prim->name) == 0)
            return true;
    return false;
}

/* ---- Procedures of the library ---- */

static int length_of(const char *heading) {
    int n = 0, depth = 0;
    for (; depth > 0 || heading[n] != ';'; n++)
        depth += (heading[n] == '(') - (heading[n] == ')');
    return n;
}

/* The text of a comment from behind its brace on. */
static int comment_length(const char *comment) {
    const int length = (int)strcspn(comment, "}");
    return length - (comment[length - 1] == ' ');
}

/* Its heading and the comment before it. */
static void procedure(const StarUnit *unit, const char *name, Docs *d) {
    const char *heading = docs_heading(unit, name), *comment = heading;
    while (*comment != '{')
        comment--;
    comment += 2;
    const StarPrim prim = star_prim_procedure(name);
    *d = (Docs){.kind = DOCS_PROCEDURE,
                .name = name,
                .text = comment,
                .length = comment_length(comment),
                .unit = unit->name};
    snprintf(d->heading, sizeof d->heading, "%.*s", length_of(heading),
             heading);
    if (prim < STAR_PRIM_COUNT) {
        docs_formula(name, d->formula);
        d->kernel = star_prims[prim].kind == STAR_NATIVE;
    }
}

/* The comment that it begins with. */
static void unit(const StarUnit *u, Docs *d) {
    *d = (Docs){.kind = DOCS_UNIT,
                .name = u->name,
                .text = u->text + 2,
                .length = comment_length(u->text + 2)};
}

/* ---- All ---- */

static void sentence(DocsKind kind, const char *name, const char *text,
                     Docs *d) {
    *d = (Docs){
        .kind = kind, .name = name, .text = text, .length = (int)strlen(text)};
}

/* Where something is documented: of a procedure the unit too. */
typedef struct Place {
    DocsKind kind;
    int unit;
    unsigned k;
} Place;

/* Place number `at`, in the order of the procedures, the primitives, the
 * required names, the words and the units. Returns its name, "" where there is
 * nothing; NULL behind the last one. */
static const char *place(unsigned at, Place *p) {
    const StarUnit *u;
    for (u = star_units; u->name != NULL; u++)
        for (unsigned k = 0; u->procedure[k] != NULL; k++)
            if (at-- == 0) {
                *p = (Place){DOCS_PROCEDURE, (int)(u - star_units), k};
                return u->procedure[k];
            }
    *p = (Place){.kind = DOCS_PRIMITIVE, .k = at};
    if (at < STAR_PRIM_COUNT)
        return has_name(&star_prims[at]) ? star_prims[at].name : "";
    *p = (Place){.kind = DOCS_REQUIRED, .k = at -= STAR_PRIM_COUNT};
    if (at < BUILTIN_COUNT)
        return builtins[at].name;
    *p = (Place){.kind = DOCS_WORD, .k = at -= BUILTIN_COUNT};
    if (at < WORDS)
        return words[at].name;
    *p = (Place){.kind = DOCS_UNIT, .k = at -= WORDS};
    return at < (unsigned)(u - star_units) ? star_units[at].name : NULL;
}

static void document(const Place *p, Docs *d) {
    const StarUnit *u = &star_units[p->unit];
    switch (p->kind) {
    case DOCS_PROCEDURE: procedure(u, u->procedure[p->k], d); break;
    case DOCS_PRIMITIVE: primitive(&star_prims[p->k], d); break;
    case DOCS_REQUIRED:
        sentence(DOCS_REQUIRED, builtins[p->k].name, builtins[p->k].sentence,
                 d);
        break;
    case DOCS_WORD:
        sentence(DOCS_WORD, words[p->k].name, words[p->k].sentence, d);
        break;
    case DOCS_UNIT: unit(&star_units[p->k], d); break;
    }
}

bool docs_next(const char *name, unsigned *at, Docs *d) {
    const char *known;
    Place p;
    while ((known = place((*at)++, &p)) != NULL)
        if (*known != '\0' && strcasecmp(known, name) == 0) {
            document(&p, d);
            return true;
        }
    return false;
}

static const char *primitive_name(int k) {
    for (int i = 0; i < STAR_PRIM_COUNT; i++)
        if (has_word(&star_prims[i]) && k-- == 0)
            return star_prims[i].name;
    return NULL;
}

/* All but that for the library alone. */
static const char *required_name(int k) {
    k += k >= BUILTIN_FAIL;
    return k < BUILTIN_COUNT ? builtins[k].name : NULL;
}

const char *docs_name(DocsKind kind, int k) {
    switch (kind) {
    case DOCS_PROCEDURE: return star_basic[k];
    case DOCS_PRIMITIVE: return primitive_name(k);
    case DOCS_REQUIRED: return required_name(k);
    default: return k < WORDS ? words[k].name : NULL;
    }
}

const char *docs_unit(int k) {
    return star_units[k].name;
}

const char *docs_procedure(int unit, int k) {
    return star_units[unit].procedure[k];
}

const char *docs_similar(const char *name) {
    const char *known;
    Place p;
    Similar similar = similar_to(name, strlen(name));
    for (unsigned at = 0; (known = place(at, &p)) != NULL; at++)
        if (*known != '\0')
            similar_consider(&similar, known);
    return similar.best;
}

/* ---- Search ---- */

/* True if a text has a word that begins so. */
static bool has(const char *text, size_t length, const char *word, size_t n) {
    for (size_t k = 0; k + n <= length; k++)
        if ((k == 0 || !isalnum((unsigned char)text[k - 1])) &&
            strncasecmp(text + k, word, n) == 0)
            return true;
    return false;
}

/* A plural finds the singular too. */
static bool matches(const Docs *d, const char *query) {
    const char *unit = d->unit != NULL ? d->unit : "";
    bool found = false;
    while (*(query += strspn(query, " ")) != '\0') {
        const size_t length = strcspn(query, " ");
        const size_t n = length - (length > 3 && query[length - 1] == 's');
        if (!has(d->name, strlen(d->name), query, n) &&
            !has(unit, strlen(unit), query, n) &&
            !has(d->text, (size_t)d->length, query, n))
            return false;
        found = true;
        query += length;
    }
    return found;
}

bool docs_search(const char *query, unsigned *at, Docs *d) {
    const char *known;
    Place p;
    while ((known = place((*at)++, &p)) != NULL)
        if (*known != '\0') {
            document(&p, d);
            if (matches(d, query))
                return true;
        }
    return false;
}

/* ---- Messages ---- */

static void message(StarStatus status, DocsMessage *m) {
    *m = (DocsMessage){.code = star_status_name(status),
                       .exit = star_status_exit(status),
                       .sentence = star_status_sentence(status),
                       .explanation = star_status_explanation(status),
                       .mistake = star_status_mistake(status),
                       .correction = star_status_correction(status)};
}

bool docs_message_at(int k, DocsMessage *out) {
    if (k >= STAR_STATUS_COUNT - 1)
        return false;
    message((StarStatus)(k + 1), out);
    return true;
}

bool docs_message(const char *code, DocsMessage *out) {
    const StarStatus status = star_status_find(code);
    if (status != STAR_OK)
        message(status, out);
    return status != STAR_OK;
}

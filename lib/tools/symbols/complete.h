/* SPDX-License-Identifier: MIT */
/* What could be written at a place of an entry: for a prompt, a notebook.
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_COMPLETE_H
#define STAR_TOOLS_COMPLETE_H

#include "session/session.h"
#include "tools/docs/docs.h"

/* Takes a name, perhaps twice, and what it is: keyword, variable, unit ... It
 * is valid until this returns. Which of them begin like a word is the front
 * end's to say. */
typedef void CompleteOffer(void *context, const char *name, const char *kind);

/* Offers what may stand behind the first `begin` bytes of an entry: behind
 * `NUMB(` slices and words, and functions that give one, in other calls what
 * fits the parameter; behind `var X:` types, behind `uses` units; elsewhere all
 * that the session knows. */
void complete_entry(StarSession *session, const char *text, size_t begin,
                    CompleteOffer *offer, void *context);

/* The heading of what is called there, around that place: NAME(T: table; ...);
 * false: of nothing known. */
bool complete_call(StarSession *session, const char *text, size_t begin,
                   char heading[DOCS_HEADING]);

/* The same of a name; false: it has no parameters. */
bool complete_heading(StarSession *session, const char *name,
                      char heading[DOCS_HEADING]);

/* Offers all names of which something is known. */
void complete_names(StarSession *session, CompleteOffer *offer, void *context);

#endif

/* SPDX-License-Identifier: MIT */
/* What a notebook shows beside what star.h has: pictures, completion, counts,
 * traces. It is of libstar_notebook, which has star.h too; the kernel of
 * tools/jupyter calls it. Texts are written in pieces, and lists of results as
 * JSON. What fails says so by star_message. */
#ifndef STAR_NOTEBOOK_H
#define STAR_NOTEBOOK_H

#include "star.h"

typedef void NotebookWrite(void *context, const char *text, size_t length);

/* ---- Values ----
 *
 * `name` is a variable's, or "" for the value of the last entry. */

/* Writes a value as the prompt shows it, on at most so many columns and rows;
 * what is larger is elided in the middle. */
STAR_API StarCode notebook_text(Star *star, const char *name, int columns,
                                int rows, NotebookWrite *write, void *context);

typedef enum NotebookPicture {
    NOTEBOOK_MATRIX, /* of tables, slices, words, arrays of two dimensions */
    NOTEBOOK_GRAPH,  /* of tables that are square */
    NOTEBOOK_BARS,   /* of arrays of one dimension, rows of tables */
    NOTEBOOK_USUAL   /* bars of arrays of one dimension, else a matrix */
} NotebookPicture;

/* Writes a value as SVG with a title of letters, digits and blanks, drawn as
 * star call --plot does. STAR_CODE_MISUSED, perhaps without a message: values
 * of its type cannot be drawn so; STAR_CODE_FAILED: this one is too large. */
STAR_API StarCode notebook_draw(Star *star, const char *name, const char *title,
                                NotebookPicture picture, NotebookWrite *write,
                                void *context);

/* Elements of a side that share a square in a picture of so many. */
STAR_API int64_t notebook_shared(int64_t elements);

/* The most vertices of a graph that is drawn. */
STAR_API int64_t notebook_vertices(void);

/* Has what the entry that goes on has written so far given to StarConfig.write,
 * by this thread, which is another one than the entry's. */
STAR_API void notebook_show(Star *star);

/* ---- Names ---- */

/* Writes what may stand behind the first `begin` bytes of an entry, a line for
 * each: a name, a blank, and what it is. */
STAR_API StarCode notebook_complete(Star *star, const char *text, size_t begin,
                                    NotebookWrite *write, void *context);

/* Writes all that the language and its library know of a name, a line each:
 * {"name", "heading", "text", "unit", "formula"}; nothing if that is none. */
STAR_API void notebook_explain(const char *name, NotebookWrite *write,
                               void *context);

/* ---- Counts ---- */

/* The next entry, compiled to count its steps (StarConfig.max_steps), counts
 * its operations as the prompt's :count does; with `bodies` procedures of the
 * library count what their bodies do. */
STAR_API StarCode notebook_count(Star *star, bool bodies);

/* Ends that; writes {"steps", "operations", "bits", "formulas"}, the last one
 * being lines of text. */
STAR_API void notebook_counted(Star *star, NotebookWrite *write, void *context);

/* ---- Traces ----
 *
 * How an entry ran, as a page of star trace. The entries before it run again in
 * a session of their own, so that it begins with the same variables. */

typedef struct NotebookTrace NotebookTrace;

/* A session with the limits and the files of a handle, which is not used by
 * others until notebook_trace_close; NULL without memory. */
STAR_API NotebookTrace *notebook_trace_open(Star *star);
STAR_API void notebook_trace_close(NotebookTrace *trace);

/* Enters a text again, with the `given` bytes that it read then. */
STAR_API StarCode notebook_trace_enter(NotebookTrace *trace, const char *name,
                                       const char *text, size_t length,
                                       const char *input, size_t given);

/* Enters the last one, and writes the page of its last `most` statements, also
 * if it fails. STAR_CODE_REFUSED: it does not compile; _STOPPED, _LIMIT:
 * nothing was written. */
STAR_API StarCode notebook_trace_page(NotebookTrace *trace, const char *name,
                                      const char *text, size_t length,
                                      const char *input, size_t given,
                                      int64_t most, NotebookWrite *write,
                                      void *context);

/* Ends what goes on; for any thread. */
STAR_API void notebook_trace_stop(NotebookTrace *trace);

#endif

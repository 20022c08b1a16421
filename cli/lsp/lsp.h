/* SPDX-License-Identifier: MIT */
/* What editors ask while a program is written, by the Language Server
 * Protocol. */
#ifndef STAR_CLI_LSP_H
#define STAR_CLI_LSP_H

#include "options.h"

/* Serves one editor, between two descriptors, which stay the caller's, to its
 * end; returns an exit status after a message. */
int lsp_serve(const Options *options, int in, int out);

/* The same message by message, for who cannot wait: begins, NULL without
 * memory; takes the next message, false behind the last; ends. */
typedef struct LspServer LspServer;
LspServer *lsp_begin(const Options *options, int in, int out);
bool lsp_take(LspServer *server);
int lsp_end(LspServer *server);

#endif

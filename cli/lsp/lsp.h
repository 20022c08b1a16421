/* SPDX-License-Identifier: MIT */
/* What editors ask while a program is written, by the Language Server
 * Protocol. */
#ifndef STAR_CLI_LSP_H
#define STAR_CLI_LSP_H

#include "options.h"

/* Serves one editor, between two descriptors, which stay the caller's, to its
 * end; returns an exit status after a message. */
int lsp_serve(const Options *options, int in, int out);

#endif

/* SPDX-License-Identifier: MIT */
/* What editors ask while a program is written, by the Language Server Protocol
 * on standard input and output. */
#ifndef STAR_CLI_LSP_H
#define STAR_CLI_LSP_H

#include "options.h"

/* Serves one editor, to its end; returns an exit status after a message. */
int lsp_serve(const Options *options);

#endif

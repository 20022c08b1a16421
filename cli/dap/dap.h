/* SPDX-License-Identifier: MIT */
/* The debugger of editors: what star step does, by the Debug Adapter
 * Protocol. */
#ifndef STAR_CLI_DAP_H
#define STAR_CLI_DAP_H

#include "options.h"

/* Serves one session, between two descriptors, which stay the caller's, to
 * its end; returns an exit status after a message. */
int dap_serve(const Options *options, int in, int out);

/* The same message by message, for who cannot wait, as lsp.h has it; a way that
 * is begun is gone to its end. */
typedef struct Dap Dap;
Dap *dap_begin(const Options *options, int in, int out);
bool dap_take(Dap *dap);
int dap_end(Dap *dap);

#endif

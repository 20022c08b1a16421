/* SPDX-License-Identifier: MIT */
/* The servers of editors for a Worker, which cannot wait for a message: it puts
 * one into standard input and calls. A module serves one editor. */
#include <unistd.h>

#include "dap/dap.h"
#include "lsp/lsp.h"
#include "message.h"

/* Begins: the debugger, or the language server. */
bool server_begin(bool debugger);

/* Takes the message that was put there; false: it was the last. */
bool server_next(void);

static LspServer *lsp;
static Dap *dap;

bool server_begin(bool debugger) {
    static Options options;
    char *words[] = {"star", NULL};
    message_begin(1, words);
    if (options_parse(&options, 1, words) != 0)
        return false;
    if (debugger)
        dap = dap_begin(&options, STDIN_FILENO, STDOUT_FILENO);
    else
        lsp = lsp_begin(&options, STDIN_FILENO, STDOUT_FILENO);
    return dap != NULL || lsp != NULL;
}

bool server_next(void) {
    return dap != NULL ? dap_take(dap) : lsp_take(lsp);
}

/* SPDX-License-Identifier: MIT */
/* lsp: a language server for editors. */
#include <unistd.h>

#include "commands/command.h"
#include "lsp/lsp.h"

int cmd_lsp(const Options *o) {
    return lsp_serve(o, STDIN_FILENO, STDOUT_FILENO);
}

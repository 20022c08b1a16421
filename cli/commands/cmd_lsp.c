/* SPDX-License-Identifier: MIT */
/* lsp: a language server for editors. */
#include "commands/command.h"
#include "message.h"

#if STAR_HAVE_JANSSON
#include <unistd.h>

#include "lsp/lsp.h"

int cmd_lsp(const Options *o) {
    return lsp_serve(o, STDIN_FILENO, STDOUT_FILENO);
}
#else
int cmd_lsp(const Options *o) {
    (void)o;
    return message_usage("lsp", MSG_NO_JANSSON());
}
#endif

/* SPDX-License-Identifier: MIT */
/* dap: a debugger for editors. */
#include "commands/command.h"
#include "message.h"

#if STAR_HAVE_JANSSON
#include <unistd.h>

#include "dap/dap.h"

int cmd_dap(const Options *o) {
    return dap_serve(o, STDIN_FILENO, STDOUT_FILENO);
}
#else
int cmd_dap(const Options *o) {
    (void)o;
    return message_usage("dap", MSG_NO_JANSSON());
}
#endif

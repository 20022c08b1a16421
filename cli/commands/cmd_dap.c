/* SPDX-License-Identifier: MIT */
/* dap: a debugger for editors. */
#include <unistd.h>

#include "commands/command.h"
#include "dap/dap.h"

int cmd_dap(const Options *o) {
    return dap_serve(o, STDIN_FILENO, STDOUT_FILENO);
}

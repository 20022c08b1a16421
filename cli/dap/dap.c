/* SPDX-License-Identifier: MIT */
#include "dap/dap.h"

#include <string.h>
#include <unistd.h>

#include "message.h"
#include "wire/wire.h"

int dap_serve(const Options *o) {
    Wire wire;
    WireGot got;
    json_t *message;
    (void)o;
    wire_open(&wire, STDIN_FILENO, STDOUT_FILENO);
    while ((got = wire_read(&wire, &message)) == WIRE_MESSAGE) {
        const char *command =
            json_string_value(json_object_get(message, "command"));
        const bool ends = command != NULL && strcmp(command, "disconnect") == 0;
        json_decref(message);
        if (ends)
            break;
    }
    const int status = got == WIRE_MESSAGE || got == WIRE_END
                           ? 0
                           : message_usage("dap", MSG_EDITOR_INPUT(wire.wrong));
    wire_close(&wire);
    return status;
}

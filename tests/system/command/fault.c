/* SPDX-License-Identifier: MIT */
/* star devices in a star with a fault of ours. */
#include "commands/command.h"

int cmd_devices(const Options *options) {
    (void)options;
    return star_status_exit(STAR_BYTECODE);
}

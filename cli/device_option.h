/* SPDX-License-Identifier: MIT */
/* The device that programs run on. */
#ifndef STAR_CLI_DEVICE_H
#define STAR_CLI_DEVICE_H

#include "device.h"
#include "machine.h"
#include "options.h"

/* Returns StarOptions.attach for --device: NULL for the processor alone. */
DeviceAttach *device_option(const Options *options);

/* Frees a machine, but for one whose device is being opened: the process ends
 * sooner than that is done, by device_option_end. Output is flushed before. */
void device_option_free(StarMachine *machine);
void device_option_end(int status);

/* Why there is none; what `why` gets has the text. */
const char *device_option_none(StarError *why);

/* Prints a line for each device, or that there is none. */
void device_option_list(void);

#endif

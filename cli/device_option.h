/* The device that programs run on. */
#ifndef STAR_CLI_DEVICE_H
#define STAR_CLI_DEVICE_H

#include "machine.h"
#include "options.h"

/* What --device asks for, for StarOptions: NULL for the processor alone. */
typedef StarStatus DeviceAttach(StarBackend *be, void *context);
DeviceAttach *device_attach(const Options *options);

/* Frees a machine, but for one whose device is being opened: the process ends
 * sooner than that is done, by device_end. Output is flushed before. */
void device_free(StarMachine *machine);
void device_end(int status);

/* Whether star was built with the GPU part. */
bool device_built(void);

/* Prints a line for each device, or that there is none. */
void device_list(void);

#endif

/* SPDX-License-Identifier: MIT */
/* devices: what programs can run on. */
#include "commands/command.h"
#include "device_option.h"
#include "load.h"

int cmd_devices(const Options *o) {
    StarIsaLevel best = STAR_ISA_PORTABLE;
    printf("cpu: ");
    for (int i = STAR_ISA_PORTABLE; i <= STAR_ISA_AVX512; i++)
        if (star_isa_available((StarIsaLevel)i)) {
            best = (StarIsaLevel)i;
            printf("%s%s", i > STAR_ISA_PORTABLE ? ", " : "",
                   star_isa_name(best));
        }
    printf("; chosen: %s; threads: %u\n", star_isa_name(best), load_threads(o));
    device_option_list();
    return 0;
}

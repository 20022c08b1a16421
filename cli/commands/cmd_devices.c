/* SPDX-License-Identifier: MIT */
/* devices: what programs can run on. */
#include "commands/command.h"
#include "device_option.h"
#include "load.h"

int cmd_devices(const Options *o) {
    printf("cpu: ");
    for (int i = STAR_ISA_PORTABLE; i <= STAR_ISA_AVX512; i++)
        if (star_isa_available((StarIsaLevel)i))
            printf("%s%s", i > STAR_ISA_PORTABLE ? ", " : "",
                   star_isa_name((StarIsaLevel)i));
    printf("; chosen: %s; threads: %u\n", star_isa_name(star_isa_best()),
           load_threads(o));
    printf("machine code by stencils: %s\n",
           star_machine_has_jit() ? "x86-64" : "none");
    device_option_list();
    return 0;
}

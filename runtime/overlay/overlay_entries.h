/* SPDX-License-Identifier: MIT */
/* entry[]: a kernel for each primitive that calls
 *
 *     static StarStatus run(StarBackend *be, StarPrim prim, StarCell *arg)
 *
 * of the file that includes this behind it. A call through a pointer would take
 * small primitives longer. */
#define PRIM(id, name, class, cost, ranks, signature, sentence)  \
    static StarStatus run_##id(StarBackend *be, StarCell *arg) { \
        return run(be, STAR_PRIM_##id, arg);                     \
    }
#include "primitives.def"
#undef PRIM

static StarKernel *const entry[STAR_PRIM_COUNT] = {
#define PRIM(id, name, class, cost, ranks, signature, sentence) run_##id,
#include "primitives.def"
#undef PRIM
};

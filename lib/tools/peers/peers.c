/* SPDX-License-Identifier: MIT */
#include "tools/peers/peers.h"

#include <dlfcn.h>

#include "partition/ranks.h"

const char *peers_open(Peers *p, const char *library) {
    *p = (Peers){.library = dlopen(library, RTLD_NOW | RTLD_GLOBAL)};
    if (p->library == NULL)
        return dlerror();
    StarTransportOpen *open =
        (StarTransportOpen *)(uintptr_t)dlsym(p->library, "star_transport");
    return open == NULL           ? "it has no star_transport"
           : !open(&p->transport) ? "the processes find no others"
           : p->transport.version != STAR_TRANSPORT_VERSION
               ? "it is of another version"
               : NULL;
}

StarStatus peers_attach(const Peers *p, StarBackend *be, int64_t from) {
    return star_ranks_attach(be, &p->transport,
                             from > 0 ? from : STAR_RANKS_FROM);
}

StarStatus peers_compare(StarBackend *be) {
    return star_ranks_compare(be);
}

/* The library stays: MPI's may have threads. */
bool peers_close(Peers *p, double seconds, int *status) {
    const StarTransport *t = &p->transport;
    if (!t->finish(t->state, seconds, status))
        return false;
    t->close(t->state);
    return true;
}

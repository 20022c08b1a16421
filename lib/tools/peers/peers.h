/* SPDX-License-Identifier: MIT */
/* The processes that run a program together, each a part of its rows.
 *
 * For front ends in this tree, which link star_tools; not in libstar. */
#ifndef STAR_TOOLS_PEERS_H
#define STAR_TOOLS_PEERS_H

#include "backend.h"
#include "partition/transport.h"

typedef struct Peers {
    StarTransport transport;
    void *library;
} Peers;

/* Opens the transport in a library, by its absolute path, and so finds the
 * other processes. NULL, or why there are none. */
const char *peers_open(Peers *peers, const char *library);

/* Lets slices and tables of at least so many rows, or 0 for the usual number,
 * be divided: for StarOptions.attach. */
StarStatus peers_attach(const Peers *peers, StarBackend *be, int64_t from);

/* At the end of a run: STAR_RANKS, raised in the backend's error, unless all
 * have done the same. */
StarStatus peers_compare(StarBackend *be);

/* Leaves the others, when all have come, or after so many seconds: then it is
 * false, and they should be ended by transport.abandon. The status of this rank
 * becomes that of the first one, or STAR_STATUS_UNKNOWN. */
bool peers_close(Peers *peers, double seconds, int *status);

#endif

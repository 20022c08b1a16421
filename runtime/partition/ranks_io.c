/* SPDX-License-Identifier: MIT */
#include "partition/ranks_io.h"

#include "partition/ranks_internal.h"

StarPartition star_ranks_partition(const StarMem *mem) {
    return mem->ranks != NULL ? mem->ranks->partition : (StarPartition){0, 1};
}

bool star_ranks_first(const StarMem *mem) {
    return star_ranks_partition(mem).rank == 0;
}

void star_ranks_bytes(const StarMem *mem, void *bytes, size_t size) {
    if (mem->ranks != NULL && size > 0) {
        const StarTransport *t = mem->ranks->transport;
        t->broadcast(t->state, bytes, size, 0);
    }
}

int64_t star_ranks_number(const StarMem *mem, int64_t number) {
    star_ranks_bytes(mem, &number, sizeof number);
    return number;
}

bool star_ranks_join(const StarMem *mem, StarReduction how, int64_t *value,
                     size_t count) {
    if (mem->ranks == NULL)
        return true;
    const StarTransport *t = mem->ranks->transport;
    return t->reduce(t->state, how, value, count);
}

int star_ranks_fault(const StarMem *mem, int fault) {
    int64_t greatest = fault;
    return star_ranks_join(mem, STAR_REDUCE_MAX, &greatest, 1) ? (int)greatest
                                                               : fault;
}

bool star_ranks_all(const StarMem *mem, bool good) {
    int64_t all = good;
    return star_ranks_join(mem, STAR_REDUCE_MIN, &all, 1) && all != 0;
}

StarStatus star_ranks_lost(const StarMem *mem) {
    const StarPartition p = star_ranks_partition(mem);
    return star_raise(mem->error, MSG_RANKS_LOST(p.rank, p.ranks));
}

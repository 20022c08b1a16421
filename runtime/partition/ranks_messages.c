/* SPDX-License-Identifier: MIT */
/* The messages of the ranks, and how they notice that they are not alike: each
 * has a hash of the primitives that it ran with their scalars. A minimum or a
 * maximum has it with it; other messages compare it at intervals. */
#include "partition/ranks_io.h"
#include "partition/ranks_internal.h"

/* Messages from one comparison to the next. */
enum { INTERVAL = 16 };

/* Values of a comparison: the greatest hash, and the least by its negative. */
enum { HASHES = 2 };

static StarStatus lost(Ranks *r) {
    return star_ranks_lost(r->be->mem);
}

void ranks_note(Ranks *r, int64_t number) {
    const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
    const uint64_t x = (r->hash ^ (uint64_t)number) * factor;
    r->hash = x ^ x >> 29;
}

static void set_hashes(const Ranks *r, int64_t *value) {
    value[0] = (int64_t)(r->hash >> 1);
    value[1] = -value[0];
}

/* `value`: the maxima, or with their signs the minima, over all ranks. */
static StarStatus check(Ranks *r, const int64_t *value) {
    r->messages = 0;
    if (value[0] == -value[1])
        return STAR_OK;
    return star_raise(r->be->mem->error, MSG_RANKS_DIFFER(r->partition.ranks));
}

StarStatus ranks_compare(Ranks *r) {
    int64_t value[HASHES];
    set_hashes(r, value);
    if (!r->transport->reduce(r->transport->state, STAR_REDUCE_MAX, value,
                              HASHES))
        return lost(r);
    return check(r, value);
}

/* Before a message that cannot have the hash with it. */
static StarStatus count(Ranks *r) {
    return ++r->messages >= INTERVAL ? ranks_compare(r) : STAR_OK;
}

StarStatus ranks_reduce(Ranks *r, StarReduction how, int64_t *value,
                        size_t number) {
    const StarTransport *t = r->transport;
    if (number == 1 && (how == STAR_REDUCE_MIN || how == STAR_REDUCE_MAX)) {
        int64_t both[1 + HASHES] = {*value};
        set_hashes(r, both + 1);
        if (!t->reduce(t->state, how, both, 1 + HASHES))
            return lost(r);
        *value = both[0];
        return check(r, both + 1);
    }
    STAR_TRY(count(r));
    return t->reduce(t->state, how, value, number) ? STAR_OK : lost(r);
}

StarStatus ranks_broadcast(Ranks *r, uint64_t *word, int64_t words, int root) {
    const StarTransport *t = r->transport;
    STAR_TRY(count(r));
    return t->broadcast(t->state, word, (size_t)words * sizeof *word, root)
               ? STAR_OK
               : lost(r);
}

StarStatus ranks_gather_words(Ranks *r, uint64_t *all, const size_t *first) {
    const StarTransport *t = r->transport;
    STAR_TRY(count(r));
    return t->gather(t->state, all, first) ? STAR_OK : lost(r);
}

StarStatus ranks_gather_each(Ranks *r, uint64_t *all, int64_t words) {
    for (int k = 0; k <= r->partition.ranks; k++)
        r->first[k] = (size_t)(k * words);
    return ranks_gather_words(r, all, r->first);
}

StarStatus ranks_exchange(Ranks *r, const uint64_t *out, const size_t *sent,
                          uint64_t *in, const size_t *got) {
    const StarTransport *t = r->transport;
    STAR_TRY(count(r));
    return t->exchange(t->state, out, sent, in, got) ? STAR_OK : lost(r);
}

StarStatus ranks_agree(Ranks *r, StarStatus status) {
    int64_t worst = status == STAR_OK ? 0 : status == STAR_DECLINED ? 1 : 2;
    STAR_TRY(ranks_reduce(r, STAR_REDUCE_MAX, &worst, 1));
    if (status != STAR_OK && status != STAR_DECLINED)
        return status;
    return worst == 0   ? STAR_OK
           : worst == 1 ? STAR_DECLINED
                        : star_raise(r->be->mem->error, MSG_RANKS_FAILED());
}

/* SPDX-License-Identifier: MIT */
/* KLEENE: all ranks have the whole array, and processors divide the work. */
#include "cpu/solvers/kleene.h"
#include "partition/ranks_internal.h"

/* A rank without memory is no failure: all decline. */
static StarStatus agree(void *state, StarStatus status) {
    const StarStatus all =
        ranks_agree(state, status == STAR_MEMORY ? STAR_DECLINED : status);
    return status == STAR_OK ? all : status;
}

static StarStatus broadcast(void *state, uint64_t *word, int64_t words,
                            int root) {
    return ranks_broadcast(state, word, words, root);
}

static StarStatus gather(void *state, uint64_t *all, const size_t *first) {
    return ranks_gather_words(state, all, first);
}

/* Arrays of so many numbers as divided slices have components, at least: with
 * n^2 numbers, n^3 sums, and messages of some n / 32 rows. */
StarStatus ranks_kleene(Ranks *r, StarPrim prim, StarCell *arg) {
    const StarTeam team = {r,     r->partition.rank, r->partition.ranks,
                           agree, broadcast,         gather};
    const int64_t n = arg[0].i;
    return r->apart || n == 0 || n < r->from / n
               ? ranks_reference(r, prim, arg)
               : star_kleene_share(r->be, arg, &team);
}

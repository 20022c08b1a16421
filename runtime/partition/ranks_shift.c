/* SPDX-License-Identifier: MIT */
/* SHIFT of divided bit vectors by less than a part: each rank needs the first
 * or last words of its neighbour,
 *
 *     up     y | own ........ | edge |       z := these bits from k on
 *     down   | edge | own ........ | y       z := these bits from -k on
 *
 * and all gather these edges, which are a few words. */
#include "partition/ranks_internal.h"

#include <string.h>

#include "cpu/bit_copy.h"
#include "cpu/cpu.h"

/* A shift of this rank's part, m words, with edges of e words. */
typedef struct Shift {
    uint64_t *z;
    const uint64_t *y;
    int64_t m, e, k;
    bool down;
} Shift;

/* Gathers the edges of all ranks, e words each; a part that is shorter has
 * zeros behind it. */
static StarStatus gather_edges(Ranks *r, const Shift *s, uint64_t *edges) {
    uint64_t *own = edges + r->partition.rank * s->e;
    const int64_t n = s->m < s->e ? s->m : s->e;
    memset(own, 0, (size_t)s->e * sizeof *own);
    memcpy(own, s->down ? s->y + s->m - n : s->y, (size_t)n * sizeof *own);
    return ranks_gather_each(r, edges, s->e);
}

/* The words of the part beside the border, and the neighbour's, make those
 * words of the result; `both` is room for 2 e words. */
static void shift_part(const Ranks *r, const Shift *s, const uint64_t *edge,
                       uint64_t *both) {
    const int64_t n = s->m < s->e ? s->m : s->e;
    const size_t bytes = sizeof *both;
    memset(both, 0, 2 * (size_t)s->e * bytes);
    if (s->down) {
        if (edge != NULL)
            memcpy(both, edge, (size_t)s->e * bytes);
        memcpy(both + s->e, s->y, (size_t)n * bytes);
        star_shift(r->be, s->z, s->m, s->y, s->m, -s->k);
        star_bit_copy_move(s->z, n, both, s->e + n, 64 * s->e - s->k);
    } else {
        memcpy(both, s->y + s->m - n, (size_t)n * bytes);
        if (edge != NULL)
            memcpy(both + n, edge, (size_t)s->e * bytes);
        star_shift(r->be, s->z, s->m, s->y, s->m, s->k);
        star_bit_copy_move(s->z + s->m - n, n, both, n + s->e, s->k);
    }
}

static StarStatus run(Ranks *r, const Shift *s, uint64_t *edges, bool last) {
    const int own = r->partition.rank, from = s->down ? own - 1 : own + 1;
    const bool none = from < 0 || from >= r->partition.ranks;
    STAR_TRY(gather_edges(r, s, edges));
    if (s->m > 0)
        shift_part(r, s,
                   none || (last && !s->down) ? NULL : edges + from * s->e,
                   edges + r->partition.ranks * s->e);
    return STAR_OK;
}

/* On the host. A result that is the operand too, and long shifts, go by whole
 * operands. */
StarStatus ranks_shift(Ranks *r, StarPrim prim, StarCell *arg) {
    StarBits *z = arg[0].bits;
    const StarRowRange part = star_partition_part(&r->partition, z->length);
    const int64_t k = arg[3].i;
    StarBits to, from;
    if (z == arg[1].bits ||
        k / 64 + 2 > star_partition_chunk(&r->partition, z->length) / 64)
        return ranks_reference(r, prim, arg);
    STAR_TRY(ranks_bits(r, arg[1].bits, STAR_READ, &from));
    STAR_TRY(ranks_bits(r, z, STAR_OVERWRITE, &to));
    STAR_TRY(ranks_on_host(r, &from.head, STAR_READ));
    STAR_TRY(ranks_on_host(r, &to.head, STAR_OVERWRITE));
    const Shift s = {to.word,    from.word, star_words(to.length),
                     k / 64 + 2, k,         arg[2].i != 0};
    const size_t words = (size_t)((r->partition.ranks + 2) * s.e);
    uint64_t *edges = star_mem_alloc_raw(r->be->mem, words, sizeof *edges);
    if (edges == NULL)
        return STAR_MEMORY;
    const StarStatus status = run(r, &s, edges, part.high == z->length);
    star_mem_free(r->be->mem, edges, words, sizeof *edges);
    if (status == STAR_OK && to.length % 64 != 0)
        to.word[s.m - 1] &= star_last_mask(to.length);
    STAR_TRY(status);
    return ranks_written(r, &z->head);
}

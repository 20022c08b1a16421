/* SPDX-License-Identifier: MIT */
/* Primitives whose components depend on those of other ranks.
 *
 * PREFIX_OR and PREFIX_XOR: each rank's part, and a bit of each rank before it.
 *
 * COMPRESS and EXPAND, of bit vectors and of the columns of tables: packed
 * components are divided as all are,
 *
 *     X            | 0 1 1 0 1 1 | 0 0 1 0 0 1 | 1 0 0 0 0 0 |
 *     Y            | . a b . c d | . . e . . f | g . . . . . |
 *     packed       | a b c d e f | g 0 0 0 0 0 | 0 0 0 0 0 0 |
 *
 * so that a rank has, of the packed ones, those from the number of ones of the
 * ranks before it on. What others are to have goes to them alone. Words of a
 * message stand where those of the packed components do. */
#include "partition/ranks_internal.h"

#include <string.h>

#include "cpu/bit_copy.h"
#include "cpu/simd/simd.h"

/* ---- Prefixes ---- */

/* *last := the last component of this rank's part, 0 if it has none. */
static StarStatus last_of(Ranks *r, const StarBits *z, uint64_t *last) {
    StarBits part;
    STAR_TRY(ranks_bits(r, z, STAR_READ, &part));
    StarCell own[] = {{.i = 0}, {.bits = &part}, {.i = part.length}};
    if (part.length > 0)
        STAR_TRY(ranks_call(r, STAR_PRIM_GET, own));
    *last = (uint64_t)own[0].i;
    return STAR_OK;
}

/* Components are c op those of the part, where c, the prefix before it, is 0,
 * which changes nothing, or 1. */
StarStatus ranks_prefix(Ranks *r, StarPrim prim, StarCell *arg) {
    const bool parity = prim == STAR_PRIM_PREFIX_XOR;
    const size_t ranks = (size_t)r->partition.ranks;
    STAR_TRY(ranks_local(r, prim, arg));
    uint64_t *last = star_mem_alloc(r->be->mem, ranks, sizeof *last), c = 0;
    if (last == NULL)
        return STAR_MEMORY;
    StarStatus status = last_of(r, arg[0].bits, &last[r->partition.rank]);
    if (status == STAR_OK)
        status = ranks_gather_each(r, last, 1);
    for (int k = 0; k < r->partition.rank; k++)
        c = parity ? c ^ last[k] : c | last[k];
    star_mem_free(r->be->mem, last, ranks, sizeof *last);
    if (status != STAR_OK || c == 0)
        return status;
    StarBits part;
    StarCell own[] = {{.bits = &part}, {.bits = &part}};
    STAR_TRY(ranks_bits(r, arg[0].bits, STAR_CHANGE, &part));
    return ranks_call(r, parity ? STAR_PRIM_NOT : STAR_PRIM_SET, own);
}

/* ---- Packing ---- */

/* This rank's words of a bit vector, or of the columns of a table, where the
 * host has them. */
typedef struct Part {
    uint64_t *word;
    int64_t vectors, stride, length, words;
} Part;

static StarStatus part_of(Ranks *r, StarCell arg, StarAccess access,
                          Part *part) {
    const StarTable *t = arg.table;
    StarBits bits;
    StarTable table;
    if (t->head.kind == STAR_BIT_VECTOR) {
        STAR_TRY(ranks_bits(r, arg.bits, access, &bits));
        STAR_TRY(ranks_on_host(r, &bits.head, access));
        *part = (Part){bits.word, 1, 0, bits.length, star_words(bits.length)};
        return STAR_OK;
    }
    STAR_TRY(access == STAR_READ
                 ? star_table_need(r->be, arg.table, STAR_COLUMNS)
                 : star_table_fresh(r->be, arg.table, STAR_COLUMNS));
    STAR_TRY(ranks_table(r, t, STAR_COLUMNS, access, &table));
    STAR_TRY(ranks_on_host(r, &table.head, access));
    const StarImage *image = &table.image[STAR_COLUMNS];
    *part = (Part){image->word, t->cols, image->stride, table.rows,
                   star_words(table.rows)};
    return STAR_OK;
}

static uint64_t *vector_of(const Part *part, int64_t v) {
    return part->word + v * part->stride;
}

/* COMPRESS or EXPAND of one vector, on the host. */
static StarStatus run_vector(Ranks *r, StarPrim prim, uint64_t *z,
                             const Part *x, uint64_t *y) {
    const StarBits of = {.head = {STAR_BIT_VECTOR, STAR_FIXED},
                         .length = x->length};
    StarBits line[] = {of, of, of};
    StarCell own[] = {
        {.bits = &line[0]}, {.bits = &line[1]}, {.bits = &line[2]}};
    line[0].word = z;
    line[1].word = x->word;
    line[2].word = y;
    return x->length > 0 ? ranks_call(r, prim, own) : STAR_OK;
}

/* The messages of one primitive. Rank k has the packed components from
 * before[k] to before[k + 1] by its ones, and by the partition some others. */
typedef struct Pack {
    Ranks *r;
    Part x;
    int64_t rows, vectors;
    uint64_t *before;   /* ranks + 1 numbers */
    size_t *sent, *got; /* words: see StarTransport.exchange */
    uint64_t *out, *in; /* the words */
    uint64_t *line;     /* one vector of the part, and a word */
} Pack;

/* Words from..to-1 of the packed components of rank k by its ones that are rank
 * owner's by the partition. */
typedef struct Words {
    int64_t from, to;
} Words;

static Words words_of(const Pack *p, int k, int owner) {
    const StarPartition *of = &p->r->partition;
    int64_t low = star_partition_first(of, p->rows, owner);
    int64_t high = star_partition_first(of, p->rows, owner + 1);
    const int64_t a = (int64_t)p->before[k], z = (int64_t)p->before[k + 1];
    low = low > a ? low : a;
    high = high < z ? high : z;
    return low < high ? (Words){low / 64, star_words(high)} : (Words){0, 0};
}

/* Words that rank k has for, or gets from, each owner; and this rank, by the
 * partition, from or for each rank. */
static void plan_words(const Pack *p, bool compress) {
    const int own = p->r->partition.rank;
    size_t *by_ones = compress ? p->sent : p->got;
    size_t *by_parts = compress ? p->got : p->sent;
    for (int k = 0; k < p->r->partition.ranks; k++) {
        const Words a = words_of(p, own, k), b = words_of(p, k, own);
        by_ones[k + 1] = by_ones[k] + (size_t)(p->vectors * (a.to - a.from));
        by_parts[k + 1] = by_parts[k] + (size_t)(p->vectors * (b.to - b.from));
    }
}

/* before := the numbers of ones, added up. */
static StarStatus count_ones(const Pack *p) {
    Ranks *r = p->r;
    const int ranks = r->partition.ranks;
    p->before[r->partition.rank] =
        (uint64_t)r->be->isa->count(p->x.word, p->x.words);
    STAR_TRY(ranks_gather_each(r, p->before, 1));
    for (int k = ranks; k > 0; k--)
        p->before[k] = p->before[k - 1];
    p->before[0] = 0;
    for (int k = 1; k <= ranks; k++)
        p->before[k] += p->before[k - 1];
    return STAR_OK;
}

/* Each vector is packed, and its words are put where they belong. */
static StarStatus compress(const Pack *p, StarCell *arg, const Part *y) {
    Ranks *r = p->r;
    const int own = r->partition.rank, ranks = r->partition.ranks;
    const int64_t before = (int64_t)p->before[own];
    Part z;
    for (int64_t v = 0; v < p->vectors; v++) {
        STAR_TRY(
            run_vector(r, STAR_PRIM_COMPRESS, p->line, &p->x, vector_of(y, v)));
        for (int k = 0; k < ranks; k++) {
            const Words w = words_of(p, own, k);
            const int64_t n = w.to - w.from;
            star_bit_copy_move(p->out + p->sent[k] + v * n, n, p->line,
                               p->x.words, 64 * w.from - before);
        }
    }
    STAR_TRY(ranks_exchange(r, p->out, p->sent, p->in, p->got));
    STAR_TRY(part_of(r, arg[0], STAR_OVERWRITE, &z));
    const int64_t low = star_partition_first(&r->partition, p->rows, own) / 64;
    for (int64_t v = 0; v < p->vectors && z.words > 0; v++) {
        memset(vector_of(&z, v), 0, (size_t)z.words * sizeof *z.word);
        for (int k = 0; k < ranks; k++) {
            const Words w = words_of(p, k, own);
            const uint64_t *in = p->in + p->got[k] + v * (w.to - w.from);
            for (int64_t i = w.from; i < w.to; i++)
                vector_of(&z, v)[i - low] |= *in++;
        }
    }
    return ranks_written(r, arg[0].object);
}

/* The words of a vector that came from all owners stand one behind the other.
 */
static StarStatus expand(const Pack *p, StarCell *arg, const Part *y) {
    Ranks *r = p->r;
    const int own = r->partition.rank, ranks = r->partition.ranks;
    const int64_t low = star_partition_first(&r->partition, p->rows, own) / 64;
    const int shift = (int)(p->before[own] % 64);
    Part z;
    for (int k = 0; k < ranks; k++) {
        const Words w = words_of(p, k, own);
        uint64_t *out = p->out + p->sent[k];
        for (int64_t v = 0; v < p->vectors; v++, out += w.to - w.from)
            if (w.from < w.to)
                memcpy(out, vector_of(y, v) + w.from - low,
                       (size_t)(w.to - w.from) * sizeof *out);
    }
    STAR_TRY(ranks_exchange(r, p->out, p->sent, p->in, p->got));
    STAR_TRY(part_of(r, arg[0], STAR_OVERWRITE, &z));
    for (int64_t v = 0; v < p->vectors; v++) {
        int64_t n = 0;
        for (int k = 0; k < ranks; k++) {
            const Words w = words_of(p, own, k);
            const int64_t m = w.to - w.from;
            if (m > 0)
                memcpy(p->line + n, p->in + p->got[k] + v * m,
                       (size_t)m * sizeof *p->line);
            n += m;
        }
        star_bit_copy_move(p->line, p->x.words, p->line, n, shift);
        STAR_TRY(
            run_vector(r, STAR_PRIM_EXPAND, vector_of(&z, v), &p->x, p->line));
    }
    return ranks_written(r, arg[0].object);
}

static StarStatus pack(Pack *p, StarPrim prim, StarCell *arg) {
    const bool is_compress =
        prim == STAR_PRIM_COMPRESS || prim == STAR_PRIM_TCOMPRESS;
    const int ranks = p->r->partition.ranks;
    StarMem *mem = p->r->be->mem;
    Part y;
    STAR_TRY(part_of(p->r, arg[1], STAR_READ, &p->x));
    STAR_TRY(part_of(p->r, arg[2], STAR_READ, &y));
    p->vectors = y.vectors;
    STAR_TRY(count_ones(p));
    plan_words(p, is_compress);
    const size_t words[] = {p->sent[ranks], p->got[ranks],
                            (size_t)p->x.words + 1};
    uint64_t **const room[] = {&p->out, &p->in, &p->line};
    StarStatus status = STAR_OK;
    for (int k = 0; k < 3 && status == STAR_OK; k++) {
        *room[k] = star_mem_alloc_raw(mem, words[k], sizeof **room[k]);
        status = *room[k] == NULL ? STAR_MEMORY : STAR_OK;
    }
    if (status == STAR_OK)
        status = (is_compress ? compress : expand)(p, arg, &y);
    for (int k = 0; k < 3; k++)
        star_mem_free(mem, *room[k], words[k], sizeof **room[k]);
    return status;
}

StarStatus ranks_pack(Ranks *r, StarPrim prim, StarCell *arg) {
    const size_t n = (size_t)r->partition.ranks + 1;
    size_t *first = star_mem_alloc(r->be->mem, 3 * n, sizeof *first);
    if (first == NULL)
        return STAR_MEMORY;
    Pack p = {.r = r, .rows = arg[1].bits->length};
    p.sent = first;
    p.got = first + n;
    p.before = (uint64_t *)(first + 2 * n);
    const StarStatus status = pack(&p, prim, arg);
    star_mem_free(r->be->mem, first, 3 * n, sizeof *first);
    return status;
}

/* SPDX-License-Identifier: MIT */
/* Rows and columns of divided tables, and procedures of the library whose
 * results are made of those of all ranks. */
#include "partition/ranks_internal.h"

#include <string.h>

#include "cpu/cpu.h"
#include "cpu/simd/simd.h"

/* ---- Rows and columns ---- */

/* The image by which vectors in direction `dir` are read and written. */
static int chosen(const StarTable *t, int dir) {
    return t->image[dir].valid ? dir : !dir;
}

/* The rank that has a row gives it to all. */
static StarStatus read_row(Ranks *r, StarCell *arg, StarTable *part) {
    StarBits *w = arg[0].bits;
    const StarTable *t = arg[2].table;
    const int64_t i = ranks_own_row(r, t->rows, arg[1].i);
    StarCell own[] = {arg[0], {.i = i}, {.table = part}};
    w->first = 0;
    STAR_TRY(ranks_whole(r, arg[0].object, STAR_OVERWRITE));
    if (i > 0)
        STAR_TRY(ranks_call(r, STAR_PRIM_ROW, own));
    STAR_TRY(star_object_sync(r->be, arg[0].object, STAR_CHANGE));
    return ranks_broadcast(
        r, w->word, star_words(w->length),
        star_partition_owner(&r->partition, t->rows, arg[1].i - 1));
}

/* ROW, COL. */
StarStatus ranks_read(Ranks *r, StarPrim prim, StarCell *arg) {
    StarTable *t = arg[2].table;
    const int dir = prim == STAR_PRIM_ROW ? STAR_ROWS : STAR_COLUMNS;
    StarTable part;
    StarBits z;
    StarCell own[] = {{.bits = &z}, arg[1], {.table = &part}};
    STAR_TRY(star_table_choose(r->be, t, dir, false));
    STAR_TRY(ranks_table(r, t, chosen(t, dir), STAR_READ, &part));
    if (prim == STAR_PRIM_ROW)
        return read_row(r, arg, &part);
    STAR_TRY(ranks_bits(r, arg[0].bits, STAR_OVERWRITE, &z));
    STAR_TRY(ranks_call(r, prim, own));
    return ranks_written(r, arg[0].object);
}

/* SETROW, SETCOL. */
StarStatus ranks_write(Ranks *r, StarPrim prim, StarCell *arg) {
    StarTable *t = arg[0].table;
    const bool row = prim == STAR_PRIM_SETROW;
    const int dir = row ? STAR_ROWS : STAR_COLUMNS;
    const int64_t i = row ? ranks_own_row(r, t->rows, arg[1].i) : arg[1].i;
    StarTable part;
    StarBits x;
    StarCell own[] = {
        {.table = &part}, {.i = i}, {.bits = row ? arg[2].bits : &x}};
    STAR_TRY(row ? ranks_whole(r, arg[2].object, STAR_READ)
                 : ranks_bits(r, arg[2].bits, STAR_READ, &x));
    STAR_TRY(star_table_choose(r->be, t, dir, true));
    STAR_TRY(ranks_table(r, t, chosen(t, dir), STAR_CHANGE, &part));
    if (own[1].i > 0)
        STAR_TRY(ranks_call(r, prim, own));
    return ranks_divide_table(r, t);
}

/* ---- Whole tables ---- */

/* The words between the vectors are those of other ranks. */
static void copy_vectors(const Ranks *r, const StarTable *z, const StarTable *x,
                         int dir) {
    const int64_t words = star_words(star_table_length(x, dir));
    for (int64_t k = 0; k < star_table_vectors(x, dir); k++)
        r->be->isa->copy(z->image[dir].word + k * z->image[dir].stride,
                         x->image[dir].word + k * x->image[dir].stride, words);
}

/* As the kernel: by the columns, if they are valid. */
StarStatus ranks_copy_table(Ranks *r, StarPrim prim, StarCell *arg) {
    StarTable *to = arg[0].table, *from = arg[1].table;
    const int dir = chosen(from, STAR_COLUMNS);
    StarTable x, z;
    StarCell own[] = {{.table = &z}, {.table = &x}};
    if (to == from)
        return STAR_OK;
    STAR_TRY(star_table_fresh(r->be, to, dir));
    STAR_TRY(ranks_table(r, from, dir, STAR_READ, &x));
    STAR_TRY(ranks_table(r, to, dir, STAR_OVERWRITE, &z));
    if (r->apart)
        STAR_TRY(ranks_call(r, prim, own));
    else
        copy_vectors(r, &z, &x, dir);
    star_table_mark_as(to, from);
    return ranks_divide_table(r, to);
}

StarStatus ranks_adjoin(Ranks *r, StarPrim prim, StarCell *arg) {
    StarTable *to = arg[0].table, *from = arg[2].table;
    const int dir = chosen(from, STAR_COLUMNS);
    StarTable z, t;
    StarBits y;
    StarCell own[] = {{.table = &z}, {.bits = &y}, {.table = &t}};
    STAR_TRY(star_table_fresh(r->be, to, dir));
    STAR_TRY(ranks_table(r, from, dir, STAR_READ, &t));
    STAR_TRY(ranks_bits(r, arg[1].bits, STAR_READ, &y));
    STAR_TRY(ranks_table(r, to, dir, STAR_OVERWRITE, &z));
    STAR_TRY(ranks_call(r, prim, own));
    return ranks_divide_table(r, to);
}

/* RANDOM, TRANDOM: in the block, on the host. A word before the rank's, which
 * is out of date, may be made too. Rows are made of tiles, which do not end
 * where the parts do. */
StarStatus ranks_random(Ranks *r, StarPrim prim, StarCell *arg) {
    const StarRowRange part =
        star_partition_part(&r->partition, ranks_rows(arg[0].object));
    const int64_t first = part.low / 64, end = star_words(part.high);
    StarTable *t = arg[0].table;
    if (prim == STAR_PRIM_RANDOM) {
        const StarBits *y = arg[0].bits;
        const StarTable column = {
            .rows = y->length, .cols = 1, .image = {{.word = y->word}}};
        const RanksBlock block = ranks_vector(y);
        STAR_TRY(r->be->ops.sync_to_host(r->be, block.at, STAR_FORGET));
        STAR_TRY(ranks_claim(r, &block));
        star_random_columns(r->be, &column, first, end, arg[1], arg[2]);
        arg[0].bits->first = 0;
        return ranks_loaded(r, &block);
    }
    if (arg[3].i != 0)
        return ranks_reference(r, prim, arg);
    STAR_TRY(star_table_fresh_only(r->be, t, STAR_COLUMNS));
    const RanksBlock block = ranks_image(t, STAR_COLUMNS);
    STAR_TRY(ranks_claim(r, &block));
    star_random_columns(r->be, t, first, end, arg[1], arg[2]);
    return t->cols > 0 ? ranks_loaded(r, &block) : STAR_OK;
}

/* ---- Results of all ranks ---- */

/* key[0..] := row i of this rank's part. */
static StarStatus copy_row(Ranks *r, StarTable *part, int64_t i,
                           uint64_t *key) {
    StarBits *row = star_bits_new(r->be, STAR_ELASTIC);
    StarCell own[] = {{.bits = row}, {.i = i}, {.table = part}};
    if (row == NULL)
        return STAR_MEMORY;
    StarStatus status = star_bits_size(r->be, row, part->cols);
    if (status == STAR_OK)
        status = ranks_call(r, STAR_PRIM_ROW, own);
    if (status == STAR_OK)
        status = star_object_sync(r->be, &row->head, STAR_READ);
    if (status == STAR_OK)
        memcpy(key, row->word, (size_t)star_words(row->length) * sizeof *key);
    star_object_free(r->be, &row->head);
    return status;
}

/* The rows of a rank that the kernel left, one of which all have the same
 * number: word 0 is 1 and the number stands behind it; or all is 0. */
static StarStatus key_of(Ranks *r, const StarTable *t, const StarBits *z,
                         uint64_t *key) {
    StarBits part;
    StarTable own;
    StarCell first[] = {{.i = 0}, {.bits = &part}};
    memset(key, 0, (size_t)(1 + star_words(t->cols)) * sizeof *key);
    STAR_TRY(ranks_bits(r, z, STAR_READ, &part));
    STAR_TRY(ranks_table(r, t, STAR_COLUMNS, STAR_READ, &own));
    STAR_TRY(ranks_call(r, STAR_PRIM_FND, first));
    key[0] = first[0].i > 0;
    return key[0] ? copy_row(r, &own, first[0].i, key + 1) : STAR_OK;
}

/* Less than 0, 0 or more as a key comes before another: the first digit, which
 * is the lowest bit, counts most. */
static int order(const uint64_t *a, const uint64_t *b, int64_t words) {
    for (int64_t k = 0; k < words; k++) {
        const uint64_t other = a[k] ^ b[k];
        if (other != 0)
            return (a[k] & (other & -other)) == 0 ? -1 : 1;
    }
    return 0;
}

/* True if no rank with rows has a better key than this one. */
static bool is_best(const Ranks *r, const uint64_t *keys, int64_t words,
                    bool greatest) {
    const uint64_t *own = keys + r->partition.rank * words;
    bool best = true;
    for (int k = 0; k < r->partition.ranks; k++) {
        const uint64_t *key = keys + k * words;
        const int o = key[0] == 0 ? 0 : order(key + 1, own + 1, words - 1);
        best &= greatest ? o <= 0 : o >= 0;
    }
    return best;
}

/* Gathers the keys; the rows of ranks that have not the best are cleared. */
static StarStatus keep_best(Ranks *r, const StarTable *t, StarBits *z,
                            uint64_t *keys, bool greatest) {
    const int64_t words = 1 + star_words(t->cols);
    STAR_TRY(key_of(r, t, z, keys + r->partition.rank * words));
    StarBits part;
    StarCell own[] = {{.bits = &part}};
    STAR_TRY(ranks_gather_each(r, keys, words));
    if (is_best(r, keys, words, greatest))
        return STAR_OK;
    STAR_TRY(ranks_bits(r, z, STAR_OVERWRITE, &part));
    return ranks_call(r, STAR_PRIM_CLR, own);
}

/* MIN, MAX. */
StarStatus ranks_extreme(Ranks *r, StarPrim prim, StarCell *arg) {
    const StarTable *t = arg[0].table;
    const size_t words =
        (size_t)r->partition.ranks * (size_t)(1 + star_words(t->cols));
    STAR_TRY(ranks_local(r, prim, arg));
    uint64_t *keys = star_mem_alloc_raw(r->be->mem, words, sizeof *keys);
    if (keys == NULL)
        return STAR_MEMORY;
    const StarStatus status =
        keep_best(r, t, arg[2].bits, keys, prim == STAR_PRIM_MAX);
    star_mem_free(r->be->mem, keys, words, sizeof *keys);
    return status;
}

/* SUMV, DOTV. The whole sum must fit. */
StarStatus ranks_sum(Ranks *r, StarPrim prim, StarCell *arg) {
    const StarTable *t = arg[1].table;
    const int64_t more = prim == STAR_PRIM_DOTV ? arg[2].table->cols : 0;
    if (!star_sum_fits(t->rows, t->cols + more))
        return STAR_DECLINED;
    STAR_TRY(ranks_local(r, prim, arg));
    return ranks_reduce(r, STAR_REDUCE_SUM, &arg[0].i, 1);
}

/* Each rank's rows make a Z of their own; their union is added to Z. */
static StarStatus scatter_to(Ranks *r, StarCell *arg, StarBits *z) {
    StarTable t;
    StarBits y;
    StarCell clear[] = {{.bits = z}};
    StarCell own[] = {{.bits = &y}, {.table = &t}, {.bits = z}};
    STAR_TRY(ranks_table(r, arg[1].table, STAR_COLUMNS, STAR_READ, &t));
    STAR_TRY(ranks_bits(r, arg[0].bits, STAR_READ, &y));
    STAR_TRY(star_bits_size(r->be, z, arg[2].bits->length));
    STAR_TRY(ranks_call(r, STAR_PRIM_CLR, clear));
    STAR_TRY(ranks_agree(r, ranks_call(r, STAR_PRIM_SCATTER, own)));
    STAR_TRY(star_object_sync(r->be, &z->head, STAR_CHANGE));
    STAR_TRY(ranks_reduce(r, STAR_REDUCE_OR, (int64_t *)z->word,
                          (size_t)star_words(z->length)));
    StarCell both[] = {arg[2], arg[2], {.bits = z}};
    STAR_TRY(star_object_sync(r->be, arg[2].object, STAR_CHANGE));
    return ranks_call(r, STAR_PRIM_OR, both);
}

StarStatus ranks_scatter(Ranks *r, StarPrim prim, StarCell *arg) {
    (void)prim;
    STAR_TRY(star_table_need(r->be, arg[1].table, STAR_COLUMNS));
    StarBits *z = star_bits_new(r->be, STAR_ELASTIC);
    if (z == NULL)
        return STAR_MEMORY;
    const StarStatus status = scatter_to(r, arg, z);
    star_object_free(r->be, &z->head);
    return status;
}

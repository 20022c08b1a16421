/* SPDX-License-Identifier: MIT */
/* Which blocks are divided, and how they become whole. */
#include "partition/ranks_internal.h"

#include <string.h>

/* Words of a block that are gathered at once, if it has several vectors. */
enum { PANEL = 1 << 20 };

/* ---- The memory of parts ---- */

/* The word of a vector where rank k begins. */
static int64_t begins(const Ranks *r, const RanksBlock *b, int k) {
    const int64_t row = star_partition_first(&r->partition, b->rows, k);
    return b->row_words > 0 ? row * b->row_words : star_words(row);
}

/* Words of a vector of the part: the same on all ranks, so that they have as
 * much memory. */
static int64_t part_vector(const Ranks *r, const RanksBlock *b) {
    const int64_t rows = star_partition_chunk(&r->partition, b->rows);
    return b->row_words > 0 ? rows * b->row_words : star_words(rows);
}

static size_t part_words(const Ranks *r, const RanksBlock *b) {
    return (size_t)(b->vectors * part_vector(r, b));
}

static void release_part(Ranks *r, const RanksBlock *b) {
    if (b->part != NULL)
        r->overlay.ops.release(r->be, b->part, part_words(r, b));
}

/* ---- The entries ---- */

/* The entry of a block, or NULL. */
static RanksBlock *lookup(const Ranks *r, const uint64_t *at) {
    return star_blocks_find(&r->blocks, at);
}

RanksBlock *ranks_find(const Ranks *r, const uint64_t *at) {
    RanksBlock *b = lookup(r, at);
    return b != NULL && !b->whole ? b : NULL;
}

/* True if a block has still the vectors that its entry says: a slice may change
 * its length in its memory. */
static bool has_shape(const RanksBlock *b, const RanksBlock *block) {
    return b->rows == block->rows && b->vectors == block->vectors &&
           b->stride == block->stride && b->row_words == block->row_words;
}

/* The entry of a block, which is whole and has no part if it is a new one; NULL
 * without memory. */
static RanksBlock *insert(Ranks *r, const RanksBlock *block) {
    const int64_t before = r->blocks.count;
    RanksBlock *b = star_blocks_insert(&r->blocks, r->be->mem, block->at);
    if (b == NULL || (r->blocks.count == before && has_shape(b, block)))
        return b;
    r->be->resident += r->blocks.count - before;
    release_part(r, b);
    const size_t bytes = b->bytes, counted = b->counted;
    *b = *block;
    b->bytes = bytes;
    b->counted = counted;
    b->whole = true;
    b->one = RANKS_UNKNOWN;
    return b;
}

static void erase(Ranks *r, RanksBlock *b) {
    star_blocks_erase(&r->blocks, b);
    r->be->resident--;
}

/* Counts what is about to be freed, or will be by others. */
static void count_rest(const Ranks *r, const RanksBlock *b) {
    star_mem_taken(r->be->mem, b->bytes - b->counted);
}

void ranks_close_blocks(Ranks *r) {
    for (int64_t k = 0; k < r->blocks.places; k++) {
        const RanksBlock *b = star_blocks_at(&r->blocks, k);
        if (b == NULL)
            continue;
        release_part(r, b);
        count_rest(r, b);
    }
    r->be->resident -= r->blocks.count;
    star_blocks_free(&r->blocks, r->be->mem);
}

/* ---- Objects ---- */

RanksBlock ranks_vector(const StarBits *x) {
    return (RanksBlock){.at = x->word, .rows = x->length, .vectors = 1};
}

RanksBlock ranks_image(const StarTable *t, int dir) {
    const StarImage *image = &t->image[dir];
    return (RanksBlock){.at = image->word,
                        .rows = t->rows,
                        .vectors = dir == STAR_COLUMNS ? t->cols : 1,
                        .stride = dir == STAR_COLUMNS ? image->stride : 0,
                        .row_words = dir == STAR_ROWS ? image->stride : 0};
}

StarStatus ranks_divide_bits(Ranks *r, const StarBits *x) {
    const RanksBlock block = ranks_vector(x);
    return x->length > 0 ? ranks_divide(r, &block) : STAR_OK;
}

StarStatus ranks_divide_table(Ranks *r, const StarTable *t) {
    for (int dir = STAR_COLUMNS; dir <= STAR_ROWS; dir++) {
        const RanksBlock block = ranks_image(t, dir);
        if (t->image[dir].valid && t->rows > 0 && t->cols > 0)
            STAR_TRY(ranks_divide(r, &block));
    }
    return STAR_OK;
}

bool ranks_is_divided(const Ranks *r, const StarObject *object) {
    const StarTable *t = (const StarTable *)object;
    if (object->kind == STAR_BIT_VECTOR)
        return ranks_find(r, ((const StarBits *)object)->word) != NULL;
    return (t->image[STAR_COLUMNS].valid &&
            ranks_find(r, t->image[STAR_COLUMNS].word) != NULL) ||
           (t->image[STAR_ROWS].valid &&
            ranks_find(r, t->image[STAR_ROWS].word) != NULL);
}

bool ranks_is_large(const Ranks *r, int64_t rows, int64_t cols) {
    enum { MANY = 1 << 14 }; /* with 2^20 rows 2 GiB */
    return rows >= r->from ||
           (double)rows * (double)cols >= (double)MANY * (double)r->from;
}

/* ---- What is counted ----
 *
 * A new block of pages has no memory until it is written:
 *
 *     new                       a share: its size by the ranks
 *     this rank's words used    those, and the pages that they share
 *     all of it used            all, from then on: the pages stay */

static StarStatus count_up_to(Ranks *r, RanksBlock *b, size_t bytes) {
    bytes = bytes < b->bytes ? bytes : b->bytes;
    if (bytes <= b->counted)
        return STAR_OK;
    if (!star_mem_take(r->be->mem, bytes - b->counted))
        return STAR_MEMORY;
    b->counted = bytes;
    return STAR_OK;
}

uint64_t *ranks_new(Ranks *r, size_t bytes) {
    const size_t share = bytes / (size_t)r->partition.ranks;
    if (!star_mem_take(r->be->mem, share))
        return NULL;
    uint64_t *at = star_mem_reserve(r->be->mem, bytes);
    const RanksBlock block = {.at = at};
    RanksBlock *b = at != NULL ? insert(r, &block) : NULL;
    if (b != NULL) {
        b->bytes = bytes;
        b->counted = share;
        return at;
    }
    if (at != NULL) {
        star_mem_taken(r->be->mem, bytes);
        star_mem_free(r->be->mem, at, bytes, 1);
    }
    star_mem_give(r->be->mem, share);
    return NULL;
}

/* The same on all ranks, so that none has an error alone. */
static size_t own_bytes(const Ranks *r, const RanksBlock *b) {
    enum { PAGE = 4096 };
    return (size_t)b->vectors * (8 * (size_t)part_vector(r, b) + PAGE);
}

StarStatus ranks_claim(Ranks *r, const RanksBlock *block) {
    RanksBlock *b = lookup(r, block->at);
    const int64_t at = begins(r, block, r->partition.rank);
    const int64_t words = begins(r, block, r->partition.rank + 1) - at;
    if (b != NULL && b->counted < b->bytes)
        STAR_TRY(count_up_to(r, b, own_bytes(r, block)));
    if (!r->apart && block->at != NULL && (b == NULL || b->rows == 0))
        for (int64_t v = 0; v < block->vectors; v++)
            star_mem_enlarge(block->at + v * block->stride + at,
                             8 * (size_t)words);
    return STAR_OK;
}

StarStatus ranks_claim_all(Ranks *r, const uint64_t *at) {
    RanksBlock *b = lookup(r, at);
    return b != NULL ? count_up_to(r, b, b->bytes) : STAR_OK;
}

/* ---- Words of this rank ---- */

static StarStatus sync_below(Ranks *r, uint64_t *at, StarAccess access) {
    return r->overlay.ops.sync_to_host != NULL
               ? r->overlay.ops.sync_to_host(r->be, at, access)
               : STAR_OK;
}

/* Copies the rank's words between the block and the part. */
static StarStatus copy_part(Ranks *r, const RanksBlock *b, bool back) {
    const int64_t at = begins(r, b, r->partition.rank);
    const int64_t words = begins(r, b, r->partition.rank + 1) - at;
    const int64_t vector = part_vector(r, b);
    STAR_TRY(sync_below(r, b->at, back ? STAR_OVERWRITE : STAR_READ));
    STAR_TRY(sync_below(r, b->part, back ? STAR_READ : STAR_OVERWRITE));
    for (int64_t v = 0; v < b->vectors; v++) {
        uint64_t *own = b->at + v * b->stride + at;
        uint64_t *part = b->part + v * vector;
        memcpy(back ? own : part, back ? part : own,
               (size_t)words * sizeof *own);
    }
    return STAR_OK;
}

/* The entry of a block, with a part. */
static StarStatus give_part(Ranks *r, const RanksBlock *block,
                            RanksBlock **entry) {
    RanksBlock *b = insert(r, block);
    if (b == NULL)
        return STAR_MEMORY;
    if (b->part == NULL)
        b->part = r->be->ops.alloc(r->be, part_words(r, b), true);
    *entry = b;
    return b->part != NULL ? STAR_OK : STAR_MEMORY;
}

StarStatus ranks_part(Ranks *r, const RanksBlock *block, StarAccess access,
                      uint64_t **word, int64_t *stride) {
    RanksBlock *b;
    STAR_TRY(give_part(r, block, &b));
    if (!b->valid && access != STAR_OVERWRITE) {
        STAR_TRY(copy_part(r, b, false));
        b->valid = true;
    }
    *word = b->part;
    *stride = part_vector(r, b);
    return STAR_OK;
}

StarStatus ranks_divide(Ranks *r, const RanksBlock *block) {
    RanksBlock *b = insert(r, block);
    if (b == NULL)
        return STAR_MEMORY;
    b->whole = false;
    b->valid = true;
    b->one = RANKS_UNKNOWN;
    b->messages = 0;
    return STAR_OK;
}

StarStatus ranks_loaded(Ranks *r, const RanksBlock *block) {
    RanksBlock *b;
    if (r->apart) {
        STAR_TRY(give_part(r, block, &b));
        STAR_TRY(copy_part(r, b, false));
    }
    return ranks_divide(r, block);
}

void ranks_forget(Ranks *r, const uint64_t *at) {
    RanksBlock *b = lookup(r, at);
    if (b != NULL) {
        release_part(r, b);
        count_rest(r, b);
        erase(r, b);
    }
}

/* ---- Files ---- */

bool star_ranks_part(const StarBackend *be, int64_t rows, int64_t cols,
                     StarRowRange *part) {
    const Ranks *r = be->mem->ranks;
    if (r == NULL || rows == 0 || !ranks_is_large(r, rows, cols))
        return false;
    *part = star_partition_part(&r->partition, rows);
    return true;
}

bool star_ranks_own_rows(StarBackend *be, const StarTable *t, int dir) {
    Ranks *r = be->mem->ranks;
    const RanksBlock *b = r != NULL ? ranks_find(r, t->image[dir].word) : NULL;
    return b != NULL && (b->part == NULL || copy_part(r, b, true) == STAR_OK);
}

StarStatus star_ranks_divide(StarBackend *be, const StarTable *t) {
    for (int dir = STAR_COLUMNS; dir <= STAR_ROWS; dir++) {
        const RanksBlock block = ranks_image(t, dir);
        if (t->image[dir].valid && t->rows > 0 && t->cols > 0)
            STAR_TRY(ranks_loaded(be->mem->ranks, &block));
    }
    return STAR_OK;
}

/* ---- Gathering ---- */

/* Gathers `vectors` vectors, of which those of a rank stand together. */
static StarStatus gather_words(Ranks *r, const RanksBlock *b, int64_t vectors,
                               uint64_t *all) {
    for (int k = 0; k <= r->partition.ranks; k++)
        r->first[k] = (size_t)(vectors * begins(r, b, k));
    return ranks_gather_words(r, all, r->first);
}

/* Copies the words of rank k between `vectors` vectors and the panel, where
 * those of a rank stand together. */
static void move(const Ranks *r, const RanksBlock *b, uint64_t *from,
                 int64_t vectors, uint64_t *panel, int k, bool back) {
    const int64_t at = begins(r, b, k), n = begins(r, b, k + 1) - at;
    for (int64_t v = 0; v < vectors; v++) {
        uint64_t *part = panel + vectors * at + v * n;
        uint64_t *vector = from + v * b->stride + at;
        memcpy(back ? vector : part, back ? part : vector,
               (size_t)n * sizeof *part);
    }
}

static StarStatus gather_panel(Ranks *r, const RanksBlock *b, uint64_t *from,
                               int64_t vectors, uint64_t *panel) {
    const int own = r->partition.rank;
    move(r, b, from, vectors, panel, own, false);
    STAR_TRY(gather_words(r, b, vectors, panel));
    for (int k = 0; k < r->partition.ranks; k++)
        if (k != own)
            move(r, b, from, vectors, panel, k, true);
    return STAR_OK;
}

static StarStatus gather_vectors(Ranks *r, const RanksBlock *b) {
    const int64_t words = star_words(b->rows);
    int64_t most = words < PANEL ? PANEL / words : 1;
    most = most < b->vectors ? most : b->vectors;
    StarStatus status = STAR_OK;
    uint64_t *panel = star_mem_alloc_raw(r->be->mem, star_size_of(most * words),
                                         sizeof *panel);
    if (panel == NULL)
        return STAR_MEMORY;
    for (int64_t v = 0; v < b->vectors && status == STAR_OK; v += most)
        status =
            gather_panel(r, b, b->at + v * b->stride,
                         b->vectors - v < most ? b->vectors - v : most, panel);
    star_mem_free(r->be->mem, panel, (size_t)(most * words), sizeof *panel);
    return status;
}

/* Words in wrong places would be a wrong result: all ranks must mean the same
 * block. */
static StarStatus gather(Ranks *r, RanksBlock b) {
    ranks_note(r, b.rows);
    ranks_note(r, b.vectors);
    ranks_note(r, b.row_words);
    STAR_TRY(ranks_compare(r));
    if (b.part != NULL)
        STAR_TRY(copy_part(r, &b, true));
    return b.vectors == 1 ? gather_words(r, &b, 1, b.at)
                          : gather_vectors(r, &b);
}

StarStatus ranks_sync(Ranks *r, uint64_t *at, StarAccess access) {
    RanksBlock *b = lookup(r, at);
    if (b == NULL)
        return STAR_OK;
    if (access != STAR_FORGET || r->phase == RANKS_BELOW)
        STAR_TRY(count_up_to(r, b, b->bytes));
    if (!b->whole && access < STAR_OVERWRITE)
        STAR_TRY(gather(r, *b));
    if (b->part == NULL && b->counted == b->bytes) {
        erase(r, b);
        return STAR_OK;
    }
    b->whole = true;
    if (access != STAR_READ) {
        b->valid = false;
        b->one = RANKS_UNKNOWN;
    }
    return STAR_OK;
}

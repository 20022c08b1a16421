/* SPDX-License-Identifier: MIT */
/* Which blocks are divided, and how they become whole. */
#include "partition/ranks_internal.h"

#include <string.h>

/* Words of a block that are gathered at once, if it has several vectors. */
enum { PANEL = 1 << 20 };

/* ---- The hash table ---- */

static int64_t place_of(const Ranks *r, const uint64_t *at) {
    const uint64_t h = (uint64_t)(uintptr_t)at / 64;
    return (int64_t)(h * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (r->places - 1);
}

static RanksBlock *slot(const Ranks *r, const uint64_t *at) {
    int64_t k = place_of(r, at);
    while (r->block[k].at != NULL && r->block[k].at != at)
        k = (k + 1) & (r->places - 1);
    return &r->block[k];
}

RanksBlock *ranks_find(const Ranks *r, const uint64_t *at) {
    RanksBlock *b = r->blocks > 0 && at != NULL ? slot(r, at) : NULL;
    return b != NULL && b->at != NULL ? b : NULL;
}

static StarStatus grow(Ranks *r) {
    enum { LEAST = 64 };
    const Ranks old = *r;
    const int64_t places = old.places > 0 ? 2 * old.places : LEAST;
    RanksBlock *block =
        star_mem_alloc(r->be->mem, star_size_of(places), sizeof *block);
    if (block == NULL)
        return STAR_MEMORY;
    r->block = block;
    r->places = places;
    for (int64_t k = 0; k < old.places; k++)
        if (old.block[k].at != NULL)
            *slot(r, old.block[k].at) = old.block[k];
    star_mem_free(r->be->mem, old.block, (size_t)old.places, sizeof *block);
    return STAR_OK;
}

StarStatus ranks_divide(Ranks *r, const RanksBlock *block) {
    if (2 * (r->blocks + 1) > r->places)
        STAR_TRY(grow(r));
    RanksBlock *b = slot(r, block->at);
    r->blocks += b->at == NULL;
    *b = *block;
    b->one = RANKS_UNKNOWN;
    b->messages = 0;
    r->be->resident = r->blocks;
    return STAR_OK;
}

/* Moves up the entries that probed past the slot that becomes empty. */
void ranks_forget(Ranks *r, const uint64_t *at) {
    const RanksBlock *b = ranks_find(r, at);
    const int64_t mask = r->places - 1;
    if (b == NULL)
        return;
    int64_t hole = b - r->block;
    for (int64_t k = (hole + 1) & mask; r->block[k].at != NULL;
         k = (k + 1) & mask)
        if (((k - place_of(r, r->block[k].at)) & mask) >= ((k - hole) & mask)) {
            r->block[hole] = r->block[k];
            hole = k;
        }
    r->block[hole] = (RanksBlock){.at = NULL};
    r->be->resident = --r->blocks;
}

void ranks_close_blocks(Ranks *r) {
    star_mem_free(r->be->mem, r->block, (size_t)r->places, sizeof *r->block);
    r->block = NULL;
    r->places = r->blocks = r->be->resident = 0;
}

/* ---- Objects ---- */

RanksBlock ranks_image(const StarTable *t, int dir) {
    const StarImage *image = &t->image[dir];
    return (RanksBlock){.at = image->word,
                        .rows = t->rows,
                        .vectors = dir == STAR_COLUMNS ? t->cols : 1,
                        .stride = dir == STAR_COLUMNS ? image->stride : 0,
                        .row_words = dir == STAR_ROWS ? image->stride : 0};
}

StarStatus ranks_divide_bits(Ranks *r, const StarBits *x) {
    const RanksBlock block = {.at = x->word, .rows = x->length, .vectors = 1};
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

/* ---- Files ---- */

bool star_ranks_part(const StarBackend *be, int64_t rows, StarRowRange *part) {
    const Ranks *r = be->mem->ranks != NULL ? be->device : NULL;
    if (r == NULL || rows == 0 || rows < r->from)
        return false;
    *part = star_partition_part(&r->partition, rows);
    return true;
}

bool star_ranks_is_divided(const StarBackend *be, const StarTable *t, int dir) {
    return be->mem->ranks != NULL &&
           ranks_find(be->device, t->image[dir].word) != NULL;
}

StarTable star_ranks_view(const StarBackend *be, const StarTable *t, int dir) {
    return ranks_table(be->device, t, dir);
}

StarStatus star_ranks_divide(StarBackend *be, const StarTable *t) {
    return ranks_divide_table(be->device, t);
}

/* ---- Gathering ---- */

/* The word of a vector where rank k begins. */
static int64_t begins(const Ranks *r, const RanksBlock *b, int k) {
    const int64_t row = star_partition_first(&r->partition, b->rows, k);
    return b->row_words > 0 ? row * b->row_words : star_words(row);
}

/* Gathers `vectors` vectors, of which those of a rank stand together. */
static StarStatus gather(Ranks *r, const RanksBlock *b, int64_t vectors,
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
    STAR_TRY(gather(r, b, vectors, panel));
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
StarStatus ranks_gather(Ranks *r, const RanksBlock *block) {
    const RanksBlock b = *block;
    ranks_note(r, b.rows);
    ranks_note(r, b.vectors);
    ranks_note(r, b.row_words);
    STAR_TRY(ranks_compare(r));
    STAR_TRY(b.vectors == 1 ? gather(r, &b, 1, b.at) : gather_vectors(r, &b));
    ranks_forget(r, b.at);
    return STAR_OK;
}

/* SPDX-License-Identifier: MIT */
/* Kernels of stdlib/relations.star: the rows of tables as records, by a hash
 * table of the different ones.
 *
 *     slot   tag | row         rows of Y, from the last to the first
 *            ---------         so that a slot has the first row of a record,
 *      0     free              `next` the row that comes behind each,
 *      1     h5  |  3 ──> 8    and `count` how many there are from it on
 *      2     h1  |  1
 *
 * Rows are read as words (the image of rows), 64 at a time: their hashes, their
 * slots and the rows there are fetched by three loops, so that the processor
 * waits for many words of memory at once. */
#include <string.h>

#include "cpu/bit_copy.h"
#include "cpu/cpu.h"
#include "values/table.h"

enum { TILE_ROWS = 64 };

/* Rows of a table that take part. */
typedef struct Records {
    const uint64_t *row;
    int64_t stride, words, rows;
    const uint64_t *in;
} Records;

/* The rows of a table by their contents. A slot is 0, or a hash in its upper
 * half and 1 + the row, from 0, in its lower one. */
typedef struct Index {
    StarMem *mem;
    Records of;
    uint64_t *slot;
    size_t slots;    /* a power of 2 */
    uint32_t *next;  /* 1 + the next row of the same record; 0: none */
    uint32_t *count; /* of the rows that are in a slot */
} Index;

/* The hashes of a tile of rows. */
typedef struct Tile {
    uint32_t hash[TILE_ROWS];
    uint64_t rows; /* bit k: row k of the tile takes part */
    int64_t first;
} Tile;

static StarStatus records(StarBackend *be, StarTable *t, const StarBits *in,
                          Records *out) {
    STAR_TRY(star_table_need(be, t, STAR_ROWS));
    *out = (Records){.row = t->image[STAR_ROWS].word,
                     .stride = t->image[STAR_ROWS].stride,
                     .words = star_words(t->cols),
                     .rows = t->rows,
                     .in = in->word};
    return t->rows < UINT32_MAX ? STAR_OK : STAR_DECLINED;
}

static const uint64_t *row_of(const Records *r, int64_t k) {
    return r->row + k * r->stride;
}

static uint32_t hash_of(const Records *r, int64_t k) {
    const uint64_t *row = row_of(r, k);
    uint64_t h = 0;
    for (int64_t w = 0; w < r->words; w++) {
        h = (h ^ row[w]) * 0x9e3779b97f4a7c15;
        h ^= h >> 32;
    }
    return (uint32_t)(h * 0xff51afd7ed558ccd >> 32);
}

static bool equal(const Records *a, int64_t i, const Records *b, int64_t j) {
    return a->words == 0 || memcmp(row_of(a, i), row_of(b, j),
                                   (size_t)a->words * sizeof(uint64_t)) == 0;
}

static uint64_t *slot_at(const Index *x, uint32_t hash) {
    return &x->slot[hash & (x->slots - 1)];
}

/* Computes the hashes of a tile, and fetches its slots and the rows in them. */
static void begin_tile(const Index *x, const Records *r, int64_t first,
                       Tile *tile) {
    tile->first = first;
    tile->rows = r->in[first / 64];
    for (uint64_t in = tile->rows; in != 0; in &= in - 1) {
        const int k = __builtin_ctzll(in);
        tile->hash[k] = hash_of(r, first + k);
        __builtin_prefetch(slot_at(x, tile->hash[k]));
    }
    for (uint64_t in = tile->rows; in != 0; in &= in - 1) {
        const uint64_t slot = *slot_at(x, tile->hash[__builtin_ctzll(in)]);
        if (slot != 0)
            __builtin_prefetch(row_of(&x->of, (uint32_t)slot - 1));
    }
}

/* The slot of a record, or the free one where it belongs. */
static uint64_t *find(const Index *x, const Records *r, int64_t k,
                      uint32_t hash) {
    uint64_t *slot = slot_at(x, hash);
    while (*slot != 0 && (*slot >> 32 != hash ||
                          !equal(r, k, &x->of, (int64_t)(uint32_t)*slot - 1)))
        if (++slot == x->slot + x->slots)
            slot = x->slot;
    return slot;
}

static void insert(Index *x, int64_t k, uint32_t hash) {
    uint64_t *slot = find(x, &x->of, k, hash);
    if (x->next != NULL) {
        const uint32_t after = (uint32_t)*slot;
        x->next[k] = after;
        x->count[k] = after > 0 ? x->count[after - 1] + 1 : 1;
    }
    *slot = (uint64_t)hash << 32 | (uint32_t)(k + 1);
}

static void close_index(Index *x) {
    const size_t rows = (size_t)x->of.rows;
    star_mem_free(x->mem, x->slot, x->slots, sizeof *x->slot);
    star_mem_free(x->mem, x->next, rows, sizeof *x->next);
    star_mem_free(x->mem, x->count, rows, sizeof *x->count);
}

/* Makes the index of records; with `chains`, of all rows of each. */
static StarStatus open_index(StarBackend *be, const Records *of, bool chains,
                             Index *x) {
    const size_t rows = (size_t)of->rows;
    const int64_t words = star_words(of->rows);
    int64_t in = 0;
    for (int64_t w = 0; w < words; w++)
        in += __builtin_popcountll(of->in[w]);
    *x = (Index){.mem = be->mem, .of = *of, .slots = 64};
    while (x->slots < 2 * (size_t)in)
        x->slots *= 2;
    x->slot = star_mem_alloc(be->mem, x->slots, sizeof *x->slot);
    if (chains && rows > 0) {
        x->next = star_mem_alloc_raw(be->mem, rows, sizeof *x->next);
        x->count = star_mem_alloc_raw(be->mem, rows, sizeof *x->count);
    }
    if (x->slot == NULL ||
        (chains && rows > 0 && (x->next == NULL || x->count == NULL))) {
        close_index(x);
        return STAR_MEMORY;
    }
    for (int64_t w = words - 1; w >= 0; w--) {
        Tile tile;
        if (star_stopped(be->mem) != STAR_OK)
            break;
        begin_tile(x, of, 64 * w, &tile);
        for (uint64_t rest = tile.rows; rest != 0;) {
            const int k = 63 - __builtin_clzll(rest);
            rest ^= UINT64_C(1) << k;
            insert(x, tile.first + k, tile.hash[k]);
        }
    }
    return STAR_OK;
}

/* Z := bits that were made in scratch memory, as Z may be an operand. */
static StarStatus give(StarBits *z, const uint64_t *bits) {
    if (z->length > 0)
        memcpy(z->word, bits, (size_t)star_words(z->length) * sizeof *bits);
    z->first = 0;
    return STAR_OK;
}

CPU_KERNEL(MEMBERS) {
    StarBits *z = arg[4].bits;
    const int64_t words = star_words(z->length);
    Records r, of;
    Index x;
    STAR_TRY(records(be, arg[0].table, arg[1].bits, &r));
    STAR_TRY(records(be, arg[2].table, arg[3].bits, &of));
    uint64_t *found = star_cpu_scratch(be, (size_t)words + 1);
    if (found == NULL)
        return star_native_done(be, STAR_MEMORY);
    STAR_TRY(star_native_done(be, open_index(be, &of, false, &x)));
    for (int64_t w = 0; w < words && star_stopped(be->mem) == STAR_OK; w++) {
        Tile tile;
        begin_tile(&x, &r, 64 * w, &tile);
        found[w] = 0;
        for (uint64_t in = tile.rows; in != 0; in &= in - 1) {
            const int k = __builtin_ctzll(in);
            const uint64_t *slot = find(&x, &r, tile.first + k, tile.hash[k]);
            found[w] |= (uint64_t)(*slot != 0) << k;
        }
    }
    close_index(&x);
    return give(z, found);
}

CPU_KERNEL(DISTINCT) {
    StarBits *z = arg[2].bits;
    const size_t words = (size_t)star_words(z->length);
    Records of;
    Index x;
    STAR_TRY(records(be, arg[0].table, arg[1].bits, &of));
    uint64_t *first = star_cpu_scratch(be, words + 1);
    if (first == NULL)
        return star_native_done(be, STAR_MEMORY);
    STAR_TRY(star_native_done(be, open_index(be, &of, false, &x)));
    memset(first, 0, words * sizeof *first);
    for (size_t s = 0; s < x.slots; s++)
        if (x.slot[s] != 0) {
            const uint32_t k = (uint32_t)x.slot[s] - 1;
            first[k / 64] |= UINT64_C(1) << k % 64;
        }
    close_index(&x);
    return give(z, first);
}

/* ---- Pairs ---- */

/* The row of the index, from 1, that is the first partner of each row, 0 if
 * there is none; returns the number of pairs. */
static int64_t partners(const StarBackend *be, const Index *x, const Records *r,
                        uint32_t *first) {
    const int64_t words = star_words(r->rows);
    int64_t pairs = 0;
    for (int64_t w = 0; w < words && star_stopped(be->mem) == STAR_OK; w++) {
        Tile tile;
        begin_tile(x, r, 64 * w, &tile);
        for (uint64_t in = tile.rows; in != 0; in &= in - 1) {
            const int k = __builtin_ctzll(in);
            const uint64_t *slot = find(x, r, tile.first + k, tile.hash[k]);
            first[tile.first + k] = (uint32_t)*slot;
            pairs += *slot != 0 ? x->count[(uint32_t)*slot - 1] : 0;
        }
    }
    return pairs;
}

static int digits_of(int64_t rows) {
    return rows > 0 ? 64 - __builtin_clzll((uint64_t)rows) : 0;
}

/* Row e of a table of numbers of b digits. */
static void put_number(const StarTable *t, int64_t e, uint64_t number, int b) {
    const StarImage *rows = &t->image[STAR_ROWS];
    rows->word[e * rows->stride] = star_bit_copy_reverse(number) >> (64 - b);
}

/* Makes a table of that size whose rows may be written. */
static StarStatus shape(StarBackend *be, StarTable *t, int64_t rows, int b) {
    STAR_TRY(star_table_shape(be, t, rows, b, STAR_ROWS));
    return star_table_fresh(be, t, STAR_ROWS);
}

static StarStatus write_pairs(StarBackend *be, const Index *x, const Records *r,
                              const uint32_t *first, int64_t pairs,
                              const StarCell *arg) {
    const int left = digits_of(r->rows), right = digits_of(x->of.rows);
    const int64_t rows = r->rows;
    int64_t e = 0;
    StarStatus status = shape(be, arg[4].table, pairs, left);
    if (status == STAR_OK)
        status = shape(be, arg[5].table, pairs, right);
    for (int64_t k = 0; k < rows && status == STAR_OK && e < pairs; k++)
        for (uint32_t j = first[k]; j != 0; j = x->next[j - 1], e++) {
            put_number(arg[4].table, e, (uint64_t)k + 1, left);
            put_number(arg[5].table, e, j, right);
        }
    return status;
}

/* Tables of a fixed size are left to the body, whose message tells of it. */
CPU_KERNEL(JOIN) {
    const StarTable *p = arg[4].table, *q = arg[5].table;
    Records r, of;
    Index x;
    if (p == q || p->head.sizing == STAR_FIXED || q->head.sizing == STAR_FIXED)
        return STAR_DECLINED;
    STAR_TRY(records(be, arg[0].table, arg[1].bits, &r));
    STAR_TRY(records(be, arg[2].table, arg[3].bits, &of));
    const size_t rows = (size_t)r.rows;
    STAR_TRY(star_native_done(be, open_index(be, &of, true, &x)));
    uint32_t *first = star_mem_alloc(be->mem, rows + 1, sizeof *first);
    StarStatus status = STAR_MEMORY;
    if (first != NULL) {
        const int64_t pairs = partners(be, &x, &r, first);
        status = write_pairs(be, &x, &r, first, pairs, arg);
        star_mem_free(be->mem, first, rows + 1, sizeof *first);
    }
    close_index(&x);
    return status;
}

/* ---- Rows by their numbers ---- */

static uint64_t number_at(const StarImage *rows, int64_t e, int64_t b) {
    return b == 0 ? 0
                  : star_bit_copy_reverse(rows->word[e * rows->stride]) >>
                        (64 - b);
}

CPU_KERNEL(TAKE) {
    StarTable *t = arg[0].table, *n = arg[1].table, *f = arg[2].table;
    const int64_t rows = n->rows, b = n->cols, words = star_words(t->cols);
    if (f == t || f == n || b > 64 || t->head.sizing == STAR_UNSIZED ||
        (f->head.sizing == STAR_FIXED &&
         (f->rows != rows || f->cols != t->cols)))
        return STAR_DECLINED;
    STAR_TRY(star_table_need(be, n, STAR_ROWS));
    const StarImage *numbers = &n->image[STAR_ROWS];
    for (int64_t e = 0; e < rows; e++)
        if (number_at(numbers, e, b) - 1 >= (uint64_t)t->rows)
            return STAR_DECLINED;
    STAR_TRY(star_table_need(be, t, STAR_ROWS));
    STAR_TRY(star_table_shape(be, f, rows, t->cols, STAR_ROWS));
    STAR_TRY(star_table_fresh(be, f, STAR_ROWS));
    const StarImage *from = &t->image[STAR_ROWS], *to = &f->image[STAR_ROWS];
    for (int64_t e = 0; e < rows; e++) {
        if (e + 16 < rows)
            __builtin_prefetch(from->word +
                               (int64_t)(number_at(numbers, e + 16, b) - 1) *
                                   from->stride);
        const uint64_t *row =
            from->word + (int64_t)(number_at(numbers, e, b) - 1) * from->stride;
        for (int64_t w = 0; w < words; w++)
            to->word[e * to->stride + w] = row[w];
    }
    return STAR_OK;
}

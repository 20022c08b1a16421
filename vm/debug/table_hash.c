/* SPDX-License-Identifier: MIT */
#include "debug/table_hash.h"

#include <assert.h>
#include <string.h>

#include "interp/exec.h"

/* ---- Sums ---- */

/* The sum of a table or array with fewer words is not cached. */
enum { MIN_CACHED_WORDS = 512 };

/* Returns the part of word w of row k in a sum. */
static inline uint64_t share(int64_t k, int64_t w, uint64_t word) {
    uint64_t x = ((uint64_t)k << 32) + (uint64_t)w;
    if (word == 0)
        return 0;
    x = word ^ x * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 33) * UINT64_C(0xff51afd7ed558ccd);
    x = (x ^ x >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ x >> 33;
}

/* Sums row k; if only the columns are valid, it is gathered piece by piece. */
static uint64_t sum_row(const StarIsa *isa, const StarTable *t, int64_t k) {
    enum { WORDS = 8, BITS = 64 * WORDS };
    const StarImage *rows = &t->image[STAR_ROWS];
    const StarImage *columns = &t->image[STAR_COLUMNS];
    const int64_t n = star_words(t->cols);
    uint64_t piece[WORDS], sum = 0;
    for (int64_t w = 0; w < n; w++) {
        const int64_t j = 64 * w;
        if (!rows->valid && w % WORDS == 0)
            isa->gather(piece, columns->word + j * columns->stride,
                        t->cols - j < BITS ? t->cols - j : BITS,
                        columns->stride, k / 64, (int)(k % 64));
        sum += share(k, w,
                     rows->valid ? rows->word[k * rows->stride + w]
                                 : piece[w % WORDS]);
    }
    return sum;
}

/* Sums word w of all rows: 64 columns, which are transposed tile by tile. */
static uint64_t sum_columns(const StarIsa *isa, const StarTable *t, int64_t w) {
    const StarImage *rows = &t->image[STAR_ROWS];
    const StarImage *columns = &t->image[STAR_COLUMNS];
    const int64_t j = 64 * w, wide = t->cols - j < 64 ? t->cols - j : 64;
    uint64_t tile[STAR_TILE], sum = 0;
    for (int64_t k = 0; k < t->rows; k++) {
        const int64_t left = t->rows - k;
        if (!rows->valid && k % STAR_TILE == 0)
            isa->transpose(
                tile, 1, columns->word + j * columns->stride + k / 64,
                columns->stride, wide, left < STAR_TILE ? left : STAR_TILE);
        sum += share(k, w,
                     rows->valid ? rows->word[k * rows->stride + w]
                                 : tile[k % STAR_TILE]);
    }
    return sum;
}

/* Word k of the elements of an array; the last one may be a part of one. */
static uint64_t sum_word(const char *elements, size_t bytes, int64_t k) {
    const size_t from = 8 * (size_t)k;
    uint64_t word = 0;
    if (bytes - from >= sizeof word)
        memcpy(&word, elements + from, sizeof word);
    else
        memcpy(&word, elements + from, bytes - from);
    return share(0, k, word);
}

static uint64_t sum_part(const StarIsa *isa, const StarSum *s, bool columns,
                         int64_t part) {
    return s->bytes > 0 ? sum_word(s->of, s->bytes, part)
           : columns    ? sum_columns(isa, s->of, part)
                        : sum_row(isa, s->of, part);
}

static uint64_t sum_all(const StarIsa *isa, const StarSum *s) {
    const StarTable *t = s->of;
    const bool columns = s->bytes == 0 && !t->image[STAR_ROWS].valid;
    const int64_t parts = s->bytes > 0 ? (int64_t)((s->bytes + 7) / 8)
                          : columns    ? star_words(t->cols)
                                       : t->rows;
    uint64_t sum = 0;
    for (int64_t part = 0; part < parts; part++)
        sum += sum_part(isa, s, columns, part);
    return sum;
}

/* ---- The cache of sums ---- */

static bool is_same(const StarSum *a, const StarSum *b) {
    return a->of == b->of && a->bytes == b->bytes && a->rows == b->rows &&
           a->cols == b->cols;
}

static StarSum *find(StarTableHash *h, const void *of, size_t bytes) {
    for (int k = 0; k < STAR_TABLE_HASHES; k++)
        if (h->sum[k].of == of && h->sum[k].bytes == bytes)
            return &h->sum[k];
    return NULL;
}

static void forget(StarTableHash *h, StarSum *s) {
    h->tables -= s->of != NULL && s->bytes == 0;
    h->arrays -= s->bytes > 0;
    *s = (StarSum){0};
}

static uint64_t sum_of(StarTableHash *h, const StarIsa *isa, StarSum new) {
    StarSum *s = find(h, new.of, new.bytes);
    if (s == NULL)
        s = &h->sum[h->next++ % STAR_TABLE_HASHES];
    if (!is_same(s, &new)) {
        forget(h, s);
        h->tables += new.bytes == 0;
        h->arrays += new.bytes > 0;
        *s = new;
        s->sum = sum_all(isa, s);
    }
    if (s->open)
        s->sum += sum_part(isa, s, s->columns, s->part);
    s->open = false;
    assert(s->sum == sum_all(isa, s));
    return s->sum;
}

uint64_t star_table_hash(StarTableHash *h, const StarIsa *isa,
                         const StarTable *t) {
    const StarSum new = {.of = t, .rows = t->rows, .cols = t->cols};
    return t->rows * star_words(t->cols) < MIN_CACHED_WORDS
               ? sum_all(isa, &new)
               : sum_of(h, isa, new);
}

uint64_t star_table_hash_array(StarTableHash *h, const StarArray *a) {
    const StarSum new = {.of = a->data, .bytes = star_array_bytes(a)};
    if (a->count == 0)
        return 0;
    return new.bytes < 8 * MIN_CACHED_WORDS ? sum_all(NULL, &new)
                                            : sum_of(h, NULL, new);
}

void star_table_hash_forget(StarTableHash *h) {
    memset(h->sum, 0, sizeof h->sum);
    h->tables = h->arrays = 0;
}

static void forget_arrays(StarTableHash *h) {
    for (int k = 0; k < STAR_TABLE_HASHES && h->arrays > 0; k++)
        if (h->sum[k].bytes > 0)
            forget(h, &h->sum[k]);
}

/* Opens a sum before a part of it changes. If another part is open already, no
 * caller has asked for the sum in between, and the sum is dropped. */
static void change(StarTableHash *h, const StarIsa *isa, StarSum *s,
                   bool columns, int64_t part) {
    if (s->open && s->columns == columns && s->part == part)
        return;
    if (s->open) {
        forget(h, s);
        return;
    }
    s->sum -= sum_part(isa, s, columns, part);
    s->open = true;
    s->columns = columns;
    s->part = part;
}

static void change_vector(StarTableHash *h, const StarIsa *isa,
                          const StarTouch *x) {
    const StarTable *t = x->table;
    StarSum *s = find(h, t, 0);
    if (s == NULL || x->number < 1 ||
        x->number > (x->column ? t->cols : t->rows))
        return;
    if (s->rows != t->rows || s->cols != t->cols)
        forget(h, s);
    else
        change(h, isa, s, x->column,
               x->column ? (x->number - 1) / 64 : x->number - 1);
}

/* An array may be a part of another one. */
static void change_element(StarTableHash *h, const void *element) {
    for (int k = 0; k < STAR_TABLE_HASHES && h->arrays > 0; k++) {
        StarSum *s = &h->sum[k];
        const size_t from = (size_t)((uintptr_t)element - (uintptr_t)s->of);
        if (from < s->bytes)
            change(h, NULL, s, false, (int64_t)(from / 8));
    }
}

/* ---- Instructions ---- */

/* True if an opcode names a row or column; *writes if the table is operand a.
 */
static bool names(unsigned op, bool *writes) {
    const StarPrim prim = star_op_runs(op);
    *writes = prim == STAR_PRIM_SETROW || prim == STAR_PRIM_SETCOL;
    return *writes || prim == STAR_PRIM_ROW || prim == STAR_PRIM_COL;
}

bool exec_tracks_writes(unsigned op) {
    const StarOpOperand a = star_op_form(op).operand[0];
    bool writes;
    return names(op, &writes) || star_ops[op].changes != STAR_CHANGES_NOTHING ||
           star_operand_is(a, STAR_CELL_TABLE);
}

static void track_vector(StarMachine *m, const StarInstr *at, const StarCell *R,
                         bool writes) {
    StarTableHash *h = m->debug.hashes;
    const StarPrim prim = star_op_runs(at->op);
    const StarTouch x = {R[writes ? at->a : at->c].table,
                         prim == STAR_PRIM_COL || prim == STAR_PRIM_SETCOL,
                         R[at->b].i};
    if (writes)
        change_vector(h, m->be.isa, &x);
    if (h->touched != NULL)
        h->touched(h->context, &x);
}

static void track_store(StarTableHash *h, const StarInstr *at,
                        const StarCell *R) {
    const StarArray *a = R[at->a].array;
    if (at->op == STAR_OP_STORE) {
        change_element(h, R[at->a].ref);
        return;
    }
    uint64_t k = (uint64_t)R[at->b].i - (uint64_t)a->dim[0].low;
    if (at->op >= STAR_OP_STI2) {
        const uint64_t l = (uint64_t)R[at->c].i - (uint64_t)a->dim[1].low;
        if (k >= (uint64_t)a->dim[0].count || l >= (uint64_t)a->dim[1].count)
            return;
        k = k * (uint64_t)a->dim[1].count + l;
    }
    if (k < (uint64_t)a->count)
        change_element(h, (const char *)a->data +
                              k * (star_array_bytes(a) / (uint64_t)a->count));
}

/* True if all that changes are scalars of an array. */
static bool is_plain(const StarInstr *at, const StarCell *R) {
    if (star_ops[at->op].changes != STAR_CHANGES_ARRAY)
        return false;
    if (at->op == STAR_OP_NEWARR)
        return at->b != STAR_ELEM_OBJECT;
    return !star_operand_is(star_op_form(at->op).operand[1], STAR_CELL_ARRAY) ||
           R[at->b].array->element != STAR_ELEM_OBJECT;
}

void exec_track_writes(StarMachine *m, const StarInstr *at, const StarCell *R) {
    const uint8_t changes = star_ops[at->op].changes;
    StarTableHash *h = m->debug.hashes;
    bool writes;
    if (h->tables + h->arrays == 0 && h->touched == NULL)
        return;
    if (names(at->op, &writes)) {
        track_vector(m, at, R, writes);
    } else if (changes == STAR_CHANGES_ELEMENT) {
        if (h->arrays > 0)
            track_store(h, at, R);
    } else if (changes == STAR_CHANGES_NOTHING) {
        StarSum *s = find(h, R[at->a].table, 0);
        if (s != NULL)
            forget(h, s);
    } else if (is_plain(at, R)) {
        forget_arrays(h);
    } else {
        star_table_hash_forget(h);
    }
}

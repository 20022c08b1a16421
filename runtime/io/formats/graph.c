/* SPDX-License-Identifier: MIT */
#include "io/formats/graph.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cpu/simd/simd.h"
#include "io/records/csv_fields.h"

enum {
    FIRST_ROOM = 1024,      /* keys */
    STOP_INTERVAL = 1 << 16 /* arcs between two checks of star_stopped */
};

static const int64_t max_weight = INT64_C(999999999999999999);

/* Bits of a number, at least 0. */
static int64_t width(int64_t number) {
    return number == 0 ? 0 : 64 - __builtin_clzll((uint64_t)number);
}

/* A number as `bits` components of a row: the most significant comes first,
 * and component 1 is bit 0. */
static uint64_t reversed(uint64_t number, int64_t bits) {
    static const uint64_t mask[] = {UINT64_C(0x5555555555555555),
                                    UINT64_C(0x3333333333333333),
                                    UINT64_C(0x0f0f0f0f0f0f0f0f)};
    for (int k = 0; k < 3; k++)
        number =
            (number >> (1 << k) & mask[k]) | ((number & mask[k]) << (1 << k));
    return __builtin_bswap64(number) >> (64 - bits);
}

void star_graph_lay_out(StarGraph *g, StarGraphLayout layout) {
    g->layout = layout;
    g->weighted = layout == STAR_LAYOUT_WEIGHT || layout == STAR_LAYOUT_WEIGHTS;
    g->arcs.kept[STAR_ARC_WEIGHT] = g->weighted;
}

void star_graph_keep_less(StarGraph *g) {
    const StarGraphLayout l = g->layout;
    const bool both = l == STAR_LAYOUT_ADJACENCY || l == STAR_LAYOUT_WEIGHTS;
    g->arcs.kept[STAR_ARC_FROM] = both || l == STAR_LAYOUT_LEFT;
    g->arcs.kept[STAR_ARC_TO] = both || l == STAR_LAYOUT_RIGHT;
}

void star_graph_open(StarGraph *g, StarBackend *be, StarTable *table,
                     StarGraphLayout layout, int64_t bits) {
    *g = (StarGraph){.be = be,
                     .table = table,
                     .bits = bits,
                     .base = 1,
                     .arcs = {.mem = be->mem, .kept = {true, true}},
                     .in_order = {true, true}};
    star_graph_lay_out(g, layout);
    g->max = max_weight;
    for (int k = 0; k < STAR_GRAPH_PENDING; k++)
        g->pending[k].word = &g->nothing;
    if (bits > 0 && (INT64_C(1) << bits) - 2 < max_weight)
        g->max = (INT64_C(1) << bits) - 2;
}

/* ---- Vertices without arcs ---- */

/* Makes room for the vertices that have an arc. */
static StarStatus see_none(StarGraph *g) {
    g->n = g->rows > g->cols ? g->rows : g->cols;
    g->seen = star_mem_alloc(g->be->mem, (size_t)star_words(g->n), 8);
    return g->seen != NULL ? STAR_OK : STAR_MEMORY;
}

/* ---- Adding ---- */

/* Called before arc k; at intervals returns the status of star_stopped. */
static StarStatus check_stop(const StarGraph *g, int64_t k) {
    return k % STOP_INTERVAL == 0 ? star_stopped(g->be->mem) : STAR_OK;
}

/* Gives the table its size; an image may then be written by the host, or its
 * part of it by each rank. */
static StarStatus shape(const StarGraph *g, int64_t rows, int64_t cols,
                        int dir) {
    STAR_TRY(star_table_shape(g->be, g->table, rows, cols, dir));
    return g->by_parts ? STAR_OK
                       : star_object_sync(g->be, &g->table->head, STAR_CHANGE);
}

StarStatus star_graph_size(StarGraph *g, int64_t rows, int64_t cols, int dir) {
    g->rows = rows;
    g->cols = cols;
    if (g->layout != STAR_LAYOUT_ADJACENCY || g->compact)
        return STAR_OK;
    if (g->counts_idle && g->listed && rows == cols && g->seen == NULL)
        STAR_TRY(see_none(g));
    if (g->named > 0)
        dir = g->named - 1;
    STAR_TRY(shape(g, rows, cols, dir));
    g->image = &g->table->image[dir];
    g->by_rows = dir == STAR_ROWS;
    return STAR_OK;
}

StarStatus star_graph_wait(StarGraph *g, int64_t from, int64_t to,
                           int64_t weight) {
    if (from > INT32_MAX || to > INT32_MAX)
        return star_raise(g->be->mem->error,
                          MSG_MATRIX_TOO_LARGE((int64_t)INT32_MAX + 1));
    return star_arcs_add(&g->arcs, (uint32_t)from, (uint32_t)to, weight);
}

void star_graph_move(StarGraph *g, const uint32_t *place) {
    for (int p = STAR_ARC_FROM; p <= STAR_ARC_TO; p++)
        for (int64_t k = 0; k < g->arcs.count && g->arcs.kept[p]; k++) {
            uint32_t *end = star_arcs_at(&g->arcs, (StarArcPart)p, k);
            *end = place[*end];
        }
}

void star_graph_label(StarGraph *g, StarNames *names, uint32_t *place) {
    g->label_new = !star_names_keep(&g->be->names, &names, place);
    g->label = names;
}

/* ---- Arcs that come once ---- */

/* The number of an arc, from 1, row by row. */
static uint64_t key_of(const StarGraph *g, int64_t from, int64_t to) {
    return (uint64_t)from * (uint64_t)g->cols + (uint64_t)to + 1;
}

/* The first place of a key in the hash table, from the upper bits of a product,
 * so that a larger table has the keys in the same order. */
static uint64_t *first_place(const StarGraph *g, uint64_t key) {
    const int shift = __builtin_clzll(g->once_room) + 1;
    return g->once + (key * UINT64_C(0x9e3779b97f4a7c15) >> shift);
}

/* Puts a key into the hash table, `at` being where the search begins; whether
 * it was there. */
static bool put_key(const StarGraph *g, uint64_t *at, uint64_t key) {
    while (*at != 0 && *at != key)
        at = at + 1 < g->once + g->once_room ? at + 1 : g->once;
    const bool again = *at == key;
    *at = key;
    return again;
}

/* The same for keys that are pending, as star_graph_put and star_graph_push
 * for an image. */
static void put_pending(StarGraph *g, const StarPending *p) {
    if (p->bit != 0 && put_key(g, p->word, p->bit) && g->again.line == 0)
        g->again = *p;
}

static void push_key(StarGraph *g, StarPending p) {
    StarPending *place = &g->pending[g->pushed++ % STAR_GRAPH_PENDING];
    p.word = first_place(g, p.bit);
    __builtin_prefetch(p.word, 1);
    put_pending(g, place);
    *place = p;
}

void star_graph_settle(StarGraph *g) {
    for (int k = 0; k < STAR_GRAPH_PENDING; k++, g->pushed++) {
        StarPending *p = &g->pending[g->pushed % STAR_GRAPH_PENDING];
        if (g->once != NULL)
            put_pending(g, p);
        else
            star_graph_put(g, p);
        *p = (StarPending){.word = &g->nothing};
    }
}

/* Moves the keys to a hash table twice as wide, in their order. */
static StarStatus widen(StarGraph *g) {
    uint64_t *old = g->once;
    const size_t room = g->once_room;
    StarStatus status = STAR_OK;
    uint64_t *fresh = star_mem_alloc(g->be->mem, 2 * room, sizeof *fresh);
    if (fresh == NULL)
        return STAR_MEMORY;
    star_graph_settle(g);
    g->once = fresh;
    g->once_room = 2 * room;
    for (size_t k = 0; k < room && status == STAR_OK; k++) {
        status = check_stop(g, (int64_t)k);
        if (old[k] != 0)
            put_key(g, first_place(g, old[k]), old[k]);
    }
    star_mem_free(g->be->mem, old, room, sizeof *old);
    return status;
}

/* The arcs so far are in no order any more: their keys come into a hash
 * table. */
static StarStatus begin_keys(StarGraph *g) {
    size_t room = FIRST_ROOM;
    while (room / 4 * 3 <= (size_t)g->arcs.count)
        room *= 2;
    g->once = star_mem_alloc(g->be->mem, room, sizeof *g->once);
    if (g->once == NULL)
        return STAR_MEMORY;
    g->once_room = room;
    for (int64_t k = 0; k < g->arcs.count; k++) {
        const uint32_t from = star_arcs_from(&g->arcs, k);
        STAR_TRY(check_stop(g, k));
        push_key(g, (StarPending){
                        .bit = key_of(g, from, star_arcs_to(&g->arcs, k))});
    }
    return STAR_OK;
}

/* Keeps the hash table at most 3/4 full: fresh memory costs more than some
 * keys that are passed over. */
static StarStatus room_for_key(StarGraph *g) {
    if (g->once == NULL)
        return begin_keys(g);
    return g->once_room / 4 * 3 > (size_t)g->arcs.count ? STAR_OK : widen(g);
}

/* True if all arcs so far and this one come row by row, or column by column. */
static bool goes_on(StarGraph *g, uint64_t by_rows, uint64_t by_cols) {
    const uint64_t key[] = {by_rows, by_cols};
    for (int k = 0; k < 2; k++) {
        g->in_order[k] &= key[k] > g->last[k];
        g->last[k] = key[k];
    }
    return g->in_order[0] || g->in_order[1];
}

/* Adds an arc to the list; (i, j) is looked for among the keys if there is no
 * order. */
static StarStatus list_once(StarGraph *g, StarPending p, int64_t i, int64_t j,
                            int64_t weight) {
    p.bit = key_of(g, i, j);
    if (!goes_on(g, p.bit, (uint64_t)j * (uint64_t)g->rows + (uint64_t)i + 1)) {
        STAR_TRY(room_for_key(g));
        push_key(g, p);
    }
    STAR_TRY(star_graph_wait(g, p.from, p.to, weight));
    return g->symmetric && i != j ? star_graph_wait(g, p.to, p.from, weight)
                                  : STAR_OK;
}

StarStatus star_graph_add_once(StarGraph *g, int64_t from, int64_t to,
                               int64_t weight, int64_t line, int64_t column) {
    const bool upper = g->symmetric && from < to;
    const int64_t i = upper ? to : from, j = upper ? from : to;
    StarPending p = {.from = (uint32_t)from,
                     .to = (uint32_t)to,
                     .line = line,
                     .column = column};
    if (g->image == NULL)
        return list_once(g, p, i, j, weight);
    if (g->seen != NULL) {
        star_graph_see(g, i);
        star_graph_see(g, j);
    }
    p.word = star_graph_word(g, i, j, &p.bit);
    star_graph_push(g, p);
    return g->symmetric && i != j ? star_graph_add(g, j, i, weight) : STAR_OK;
}

StarStatus star_graph_value(StarGraph *g, StarReader *r, bool *nonzero,
                            int64_t *weight) {
    int64_t value;
    if (g->weighted) {
        STAR_TRY(star_reader_weight(r, g->max, g->decimals, weight));
        *nonzero = *weight != 0;
        return STAR_OK;
    }
    const unsigned char *end = star_reader_digits(r, &value);
    if (end == NULL)
        return star_reader_real(r, nonzero);
    *nonzero = value != 0;
    r->at = end;
    return STAR_OK;
}

StarStatus star_graph_value_checked(StarGraph *g, StarReader *r, bool *nonzero,
                                    int64_t *weight) {
    int64_t value;
    if (!g->weighted || star_reader_digits(r, &value) != NULL)
        return star_graph_value(g, r, nonzero, weight);
    star_reader_blanks(r);
    star_reader_has(r, STAR_READER_WINDOW);
    StarCsvField f = {.text = r->at, .line = r->line};
    f.column = star_reader_column(r);
    while (f.text[f.length] == '+' || f.text[f.length] == '.' ||
           (f.text[f.length] >= '0' && f.text[f.length] <= '9'))
        f.length++;
    return (f.text[f.length] | 0x20) != 'e' &&
                   star_number_is_thousand(f.text, f.length, g->decimals)
               ? star_csv_thousand(&(StarCsv){.r = r}, &f)
               : star_graph_value(g, r, nonzero, weight);
}

void star_graph_note(StarError *note, StarStatus status, const char *format,
                     ...) {
    const StarError before = *note;
    va_list args;
    *note = (StarError){.status = status};
    va_start(args, format);
    vsnprintf(note->text, sizeof note->text, format, args);
    va_end(args);
    const size_t used = strlen(note->text);
    if (before.status != STAR_OK)
        snprintf(note->text + used, sizeof note->text - used, "; %s",
                 before.text);
}

/* ---- The vertices ---- */

static StarStatus see_arcs(StarGraph *g) {
    if (g->seen == NULL)
        STAR_TRY(see_none(g));
    for (int64_t k = 0; k < g->arcs.count; k++) {
        STAR_TRY(check_stop(g, k));
        star_graph_see(g, star_arcs_from(&g->arcs, k));
        star_graph_see(g, star_arcs_to(&g->arcs, k));
    }
    return STAR_OK;
}

/* Counts the vertices without an arc. If there are so many vertices that most
 * have none whatever the arcs are, `idle` is a lower bound, and no memory is
 * needed for them. */
static StarStatus count_idle(StarGraph *g) {
    g->n = g->rows > g->cols ? g->rows : g->cols;
    g->idle = g->n - 2 * g->arcs.count;
    if (g->seen == NULL && g->n / 4 > g->arcs.count)
        return STAR_OK;
    STAR_TRY(see_arcs(g));
    g->idle = g->n - g->be->isa->count(g->seen, star_words(g->n));
    return STAR_OK;
}

static StarStatus number_rows(StarGraph *g) {
    StarNames *names =
        star_names_count_up(g->be->mem, g->path, g->base, g->rows);
    if (names == NULL)
        return STAR_MEMORY;
    star_graph_label(g, names, NULL);
    return STAR_OK;
}

static StarStatus put_number(StarNames *names, int64_t number) {
    char digits[24];
    uint32_t v;
    const int length = snprintf(digits, sizeof digits, "%" PRId64, number);
    return star_names_put(names, digits, (size_t)length, &v);
}

static StarStatus put_seen(const StarGraph *g, StarNames *names) {
    for (int64_t w = 0; w < star_words(g->n); w++) {
        STAR_TRY(check_stop(g, w));
        for (uint64_t rest = g->seen[w]; rest != 0; rest &= rest - 1)
            STAR_TRY(
                put_number(names, 64 * w + __builtin_ctzll(rest) + g->base));
    }
    return STAR_OK;
}

/* Gives the vertices that have an arc their numbers of the file as names. */
static StarStatus name_seen(StarGraph *g) {
    StarNames *names = star_names_new(g->be->mem, g->path);
    if (names == NULL)
        return STAR_MEMORY;
    StarStatus status = put_seen(g, names);
    const size_t room = (size_t)star_names_count(names);
    uint32_t *place = star_mem_alloc_raw(g->be->mem, room, sizeof *place);
    if (place == NULL)
        status = STAR_MEMORY;
    if (status == STAR_OK)
        star_graph_label(g, names, place);
    else
        star_names_free(names);
    star_mem_free(g->be->mem, place, room, sizeof *place);
    return status;
}

/* Words of `seen` for which the vertices before them are counted. */
enum { COUNTED = 8 };

/* The place, from 0, of a vertex among those that have an arc; `before` has so
 * many before each COUNTED words. */
static uint32_t place_of(const StarGraph *g, const uint32_t *before,
                         uint32_t v) {
    uint32_t place = before[v / 64 / COUNTED];
    for (uint32_t w = v / 64 / COUNTED * COUNTED; w < v / 64; w++)
        place += (uint32_t)__builtin_popcountll(g->seen[w]);
    const uint64_t lower = (UINT64_C(1) << v % 64) - 1;
    return place + (uint32_t)__builtin_popcountll(g->seen[v / 64] & lower);
}

/* Gives the ends of all arcs their places. */
static StarStatus renumber(StarGraph *g, uint32_t *before) {
    uint32_t count = 0;
    for (int64_t w = 0; w < star_words(g->n); w++) {
        if (w % COUNTED == 0)
            before[w / COUNTED] = count;
        count += (uint32_t)__builtin_popcountll(g->seen[w]);
        STAR_TRY(check_stop(g, w));
    }
    for (int64_t k = 0; k < g->arcs.count; k++) {
        uint32_t *from = star_arcs_at(&g->arcs, STAR_ARC_FROM, k);
        uint32_t *to = star_arcs_at(&g->arcs, STAR_ARC_TO, k);
        STAR_TRY(check_stop(g, k));
        *from = place_of(g, before, *from);
        *to = place_of(g, before, *to);
    }
    g->rows = g->cols = count;
    g->compact = false; /* it is done */
    return STAR_OK;
}

/* Only vertices with an arc count. */
static StarStatus make_compact(StarGraph *g) {
    STAR_TRY(see_arcs(g));
    STAR_TRY(name_seen(g));
    if (g->layout == STAR_LAYOUT_NAMES)
        return STAR_OK;
    const size_t room = (size_t)(star_words(g->n) / COUNTED + 1);
    uint32_t *before = star_mem_alloc_raw(g->be->mem, room, sizeof *before);
    if (before == NULL)
        return STAR_MEMORY;
    const StarStatus status = renumber(g, before);
    star_mem_free(g->be->mem, before, room, sizeof *before);
    return status;
}

/* A matrix that is not square is no graph's, unless a layout makes it one. */
static StarStatus settle_vertices(StarGraph *g) {
    if (g->label != NULL) { /* those of a list, all of which have an arc */
        g->compact = false;
        return STAR_OK;
    }
    if (g->compact || g->layout == STAR_LAYOUT_NAMES)
        return make_compact(g);
    if (g->numbered)
        STAR_TRY(number_rows(g));
    const bool graph = g->layout != STAR_LAYOUT_ADJACENCY || g->rows == g->cols;
    const bool counts = g->counts_idle && g->listed && graph;
    g->counts_idle = false; /* the arcs that follow are the same */
    return counts ? count_idle(g) : STAR_OK;
}

/* ---- The table ---- */

static StarStatus make_adjacency(StarGraph *g) {
    const int64_t arcs = g->arcs.count;
    g->arcs.count = 0;
    STAR_TRY(star_graph_size(g, g->rows, g->cols, STAR_ROWS));
    for (int64_t k = 0; k < arcs; k++) {
        STAR_TRY(check_stop(g, k));
        uint64_t bit, *word = star_graph_word(g, star_arcs_from(&g->arcs, k),
                                              star_arcs_to(&g->arcs, k), &bit);
        *word |= bit;
    }
    return STAR_OK;
}

/* As many bits as the largest weight plus 1 needs: all ones are free. */
static int64_t weight_bits(const StarGraph *g) {
    return g->bits > 0 ? g->bits : width(g->arcs.largest + 1);
}

/* The number in row k, from 0, of a table of numbers. */
static int64_t number(const StarGraph *g, int64_t k) {
    switch (g->layout) {
    case STAR_LAYOUT_LEFT: return star_arcs_from(&g->arcs, k) + INT64_C(1);
    case STAR_LAYOUT_RIGHT: return star_arcs_to(&g->arcs, k) + INT64_C(1);
    case STAR_LAYOUT_WEIGHT: return star_arcs_weight(&g->arcs, k);
    case STAR_LAYOUT_NAMES: return star_names_number(g->label, k);
    default: return k + 1;
    }
}

/* Numbers in binary, as columns: a tile of rows at a time. */
static StarStatus make_numbers(StarGraph *g, int64_t rows, int64_t bits) {
    uint64_t tile[STAR_TILE];
    STAR_TRY(shape(g, rows, bits, STAR_COLUMNS));
    const StarImage *image = &g->table->image[STAR_COLUMNS];
    for (int64_t k = 0; k < rows; k += STAR_TILE) {
        const int64_t some = rows - k < STAR_TILE ? rows - k : STAR_TILE;
        STAR_TRY(check_stop(g, k));
        for (int64_t i = 0; i < some; i++)
            tile[i] = reversed((uint64_t)number(g, k + i), bits);
        g->be->isa->transpose(image->word + k / 64, image->stride, tile, 1,
                              some, bits);
    }
    return STAR_OK;
}

/* Replaces the number at bit `at` of a row by the minimum of itself and a
 * weight; a number begins with its most significant bit. */
static void put_min(uint64_t *row, int64_t at, int64_t bits, int64_t weight) {
    const uint64_t ones = ~UINT64_C(0) >> (64 - bits);
    const uint64_t value = reversed((uint64_t)weight, bits);
    const int shift = (int)(at % 64), in_first = 64 - shift;
    uint64_t *word = row + at / 64;
    uint64_t old = word[0] >> shift;
    if (bits > in_first)
        old |= word[1] << in_first;
    if ((int64_t)reversed(old & ones, bits) <= weight)
        return;
    word[0] = (word[0] & ~(ones << shift)) | value << shift;
    if (bits > in_first)
        word[1] = (word[1] & ~(ones >> in_first)) | value >> in_first;
}

static StarStatus make_weights(StarGraph *g, int64_t n) {
    const int64_t bits = weight_bits(g), length = n * bits;
    STAR_TRY(shape(g, n, length, STAR_ROWS));
    const StarImage *image = &g->table->image[STAR_ROWS];
    for (int64_t i = 0; i < n; i++) {
        uint64_t *row = image->word + i * image->stride;
        const int64_t words = star_words(length);
        STAR_TRY(star_stopped(g->be->mem));
        memset(row, 0xff, (size_t)words * sizeof *row);
        row[words - 1] &= star_last_mask(length);
    }
    for (int64_t k = 0; k < g->arcs.count; k++) {
        const int64_t from = star_arcs_from(&g->arcs, k);
        const int64_t to = star_arcs_to(&g->arcs, k);
        STAR_TRY(check_stop(g, k));
        put_min(image->word + to * image->stride, from * bits, bits,
                star_arcs_weight(&g->arcs, k));
    }
    return STAR_OK;
}

/* A number has a digit, also 0. */
static StarStatus make_names(StarGraph *g) {
    const int64_t count = star_names_count(g->label);
    const int64_t last = count > 0 ? number(g, count - 1) | 1 : 0;
    return make_numbers(g, count, width(last));
}

static StarStatus make(StarGraph *g) {
    star_graph_settle(g);
    STAR_TRY(settle_vertices(g));
    const int64_t n = g->rows > g->cols ? g->rows : g->cols;
    switch (g->layout) {
    case STAR_LAYOUT_ADJACENCY:
        return g->image != NULL ? STAR_OK : make_adjacency(g);
    case STAR_LAYOUT_WEIGHTS: return make_weights(g, n);
    case STAR_LAYOUT_NAMES: return make_names(g);
    case STAR_LAYOUT_CODE: return make_numbers(g, n, width(n));
    case STAR_LAYOUT_WEIGHT:
        return make_numbers(g, g->arcs.count, weight_bits(g));
    default: return make_numbers(g, g->arcs.count, width(n));
    }
}

StarStatus star_graph_close(StarGraph *g, StarStatus status) {
    if (status == STAR_OK)
        status = make(g);
    star_mem_free(g->be->mem, g->seen, (size_t)star_words(g->n), 8);
    star_arcs_free(&g->arcs);
    star_mem_free(g->be->mem, g->once, g->once_room, sizeof *g->once);
    return status;
}

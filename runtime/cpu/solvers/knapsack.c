/* SPDX-License-Identifier: MIT */
/* KNAPSACK, KNAPSACK_ITEMS and SUBSETSUM.
 *
 * Two rows of the table alternate: two items make one row from the other, and
 * threads share a row. Cells before a row are minus infinity. With the items
 * up to some number, cells from their weight on hold their value; and cells
 * that the items after them cannot lift to the capacity are not needed:
 *
 *     0          low                  high          capacity
 *     | not needed | made from the row before | all have the value so far |
 *
 * Cells go in groups of 64, so a few are made from cells that are not needed;
 * what they hold is as small as in any row. */
#include "cpu/cpu.h"

#include "cpu/simd/simd.h"

enum { GROUP = 64, MASK = 16 };

typedef struct Item {
    int64_t w, v;
    int64_t number;    /* in the arrays, from 0 */
    int64_t low, high; /* of the row that it makes */
    int64_t mask;      /* where its masks begin, if cell 0 had one */
} Item;

typedef struct Job {
    StarBackend *be;
    Item *item; /* those that may be taken, and one without weight and value */
    int64_t items, capacity;
    int64_t pad;   /* cells before a row */
    int64_t cells; /* of a row */
    bool small;    /* they have 32 bits, else 64 */
    char *memory, *row[2];
    uint16_t *took; /* masks of 16 cells that are made; NULL: not wanted */
    int64_t masks;
    int64_t work;     /* cells that are made, in all rows */
    const Item *pair; /* at present, and cells of it */
    int64_t from, to;
} Job;

static int64_t up(int64_t n) {
    return (n + GROUP - 1) / GROUP * GROUP;
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static size_t size(const Job *job) {
    return job->small ? sizeof(int32_t) : sizeof(int64_t);
}

/* ---- The items ---- */

static bool may_take(const Job *job, int64_t w, int64_t v) {
    return w <= job->capacity && v > 0;
}

/* True if the body accepts arrays and capacity, and neither a sum of values nor
 * the number of all cells is too large. */
static bool count_items(Job *job, const StarArray *w, const StarArray *v) {
    int64_t total = 0;
    if (w->dim[0].low != v->dim[0].low || job->capacity < 0 ||
        job->capacity > INT64_MAX / GROUP)
        return false;
    for (int64_t i = 0; i < w->count; i++) {
        if (w->ints[i] < 0 || v->ints[i] == STAR_UNDEFINED_INT)
            return false;
        if (may_take(job, w->ints[i], v->ints[i])) {
            job->items++;
            if (__builtin_add_overflow(total, v->ints[i], &total))
                return false;
        }
    }
    job->small = total <= INT32_MAX;
    job->cells = up(job->capacity + 1);
    return !__builtin_mul_overflow(job->items + 1, job->cells, &total);
}

static void list_items(Job *job, const StarArray *w, const StarArray *v) {
    const int64_t capacity = job->capacity;
    Item *item = job->item;
    int64_t n = 0, weight = 0;
    for (int64_t i = 0; i < w->count; i++)
        if (may_take(job, w->ints[i], v->ints[i])) {
            weight = smaller(weight + w->ints[i], capacity);
            item[n++] = (Item){.w = w->ints[i],
                               .v = v->ints[i],
                               .number = i,
                               .high = up(weight + 1)};
        }
    item[n] = (Item){.high = up(weight + 1)};
    weight = 0;
    for (int64_t i = n; i >= 0; i--) {
        item[i].low = (capacity - weight) / GROUP * GROUP;
        weight = smaller(weight + item[i].w, capacity);
    }
    for (int64_t i = 0; i < n; i += 2) {
        const Item *pair = item + i;
        const int64_t cells = pair[1].high - pair[0].low;
        job->work += cells > 0 ? cells : 0;
        for (int64_t k = i; k < i + 2 && cells > 0; k++) {
            item[k].mask = job->masks - pair[0].low / MASK;
            job->masks += cells / MASK;
        }
        if (job->pad < pair[0].w + pair[1].w)
            job->pad = pair[0].w + pair[1].w;
    }
    job->pad = up(job->pad);
}

/* ---- The rows ---- */

static void set_cells(const Job *job, char *row, int64_t from, int64_t to,
                      int64_t value) {
    int32_t *small = (void *)row;
    int64_t *large = (void *)row;
    for (int64_t j = from; j < to; j++)
        if (job->small)
            small[j] = (int32_t)value;
        else
            large[j] = value;
}

static size_t row_bytes(const Job *job) {
    size_t bytes;
    return star_size_mul((uint64_t)(job->pad + job->cells), size(job), &bytes)
               ? bytes
               : SIZE_MAX;
}

static bool make_rows(Job *job) {
    const size_t row = row_bytes(job);
    job->memory = star_mem_alloc(job->be->mem, 2, row);
    for (size_t r = 0; r < 2 && job->memory != NULL; r++) {
        job->row[r] = job->memory + r * row + (size_t)job->pad * size(job);
        set_cells(job, job->row[r], -job->pad, 0,
                  job->small ? INT32_MIN : INT64_MIN);
    }
    return job->memory != NULL;
}

static uint16_t *mask(const Job *job, const Item *item, int64_t cell) {
    return job->took + (item->mask + cell / MASK);
}

static void part(void *context, int number, int parts) {
    const Job *job = context;
    const StarIsa *isa = job->be->isa;
    const Item *p = job->pair;
    const int64_t groups = (job->to - job->from) / GROUP;
    const int64_t from = job->from + groups * number / parts * GROUP;
    const int64_t n = job->from + groups * (number + 1) / parts * GROUP - from;
    const size_t at = (size_t)from * size(job);
    const int64_t w[2] = {p[0].w, p[1].w}, v[2] = {p[0].v, p[1].v};
    const int32_t small[2] = {(int32_t)v[0], (int32_t)v[1]};
    uint16_t *took[2], **wanted = NULL;
    if (job->took != NULL) {
        took[0] = mask(job, &p[0], from);
        took[1] = mask(job, &p[1], from);
        wanted = took;
    }
    if (job->small)
        isa->pack32((void *)(job->row[1] + at), (void *)(job->row[0] + at), n,
                    w, small, wanted);
    else
        isa->pack64((void *)(job->row[1] + at), (void *)(job->row[0] + at), n,
                    w, v, wanted);
}

/* Makes the row of a pair, some cells between two checks of star_stopped. */
static StarStatus make_row(Job *job, const Item *pair) {
    enum { CELLS = 1 << 21 };
    char *old = job->row[0];
    job->pair = pair;
    for (int64_t at = pair[0].low; at < pair[1].high; at = job->to) {
        job->from = at;
        job->to = smaller(pair[1].high, at + CELLS);
        star_parallel(&job->be->threads, part, job, job->to - at);
        star_work_add(job->be->mem, job->to - at);
        STAR_TRY(star_stopped(job->be->mem));
    }
    job->row[0] = job->row[1];
    job->row[1] = old;
    return STAR_OK;
}

/* Leaves the last row in row[0]. */
static StarStatus make_table(Job *job) {
    int64_t value = 0, high = 0;
    star_work(job->be->mem, job->work);
    for (int64_t i = 0; i < job->items; i += 2) {
        const Item *pair = job->item + i;
        set_cells(job, job->row[0], high, pair[1].high, value);
        high = pair[1].high;
        value += pair[0].v + pair[1].v;
        STAR_TRY(make_row(job, pair));
    }
    set_cells(job, job->row[0], high, job->cells, value);
    return STAR_OK;
}

/* The value of the last row at the capacity. */
static int64_t best(const Job *job) {
    return job->small ? ((int32_t *)(void *)job->row[0])[job->capacity]
                      : ((int64_t *)(void *)job->row[0])[job->capacity];
}

/* Marks the items of the best choice, from the last on. */
static void choose(const Job *job, StarBits *x) {
    int64_t j = job->capacity;
    for (int64_t k = 0; k < star_words(x->length); k++)
        x->word[k] = 0;
    x->first = 0;
    for (int64_t i = job->items - 1; i >= 0; i--) {
        const Item *p = &job->item[i];
        if (j >= job->item[i | 1].high || *mask(job, p, j) >> j % MASK & 1) {
            x->word[p->number / 64] |= UINT64_C(1) << p->number % 64;
            j -= p->w;
        }
    }
}

/* x NULL: the value only. Declines without memory: the body needs less. */
static StarStatus solve(StarBackend *be, StarCell *arg, StarBits *x) {
    Job job = {.be = be, .capacity = arg[2].i};
    StarMem *mem = be->mem;
    StarStatus status = STAR_MEMORY;
    if (!count_items(&job, arg[0].array, arg[1].array))
        return STAR_DECLINED;
    const size_t items = (size_t)job.items + 1;
    job.item = star_mem_alloc(mem, items, sizeof *job.item);
    if (job.item != NULL) {
        list_items(&job, arg[0].array, arg[1].array);
        if (x != NULL)
            job.took = star_mem_alloc_raw(mem, star_size_of(job.masks),
                                          sizeof *job.took);
        if ((x == NULL || job.took != NULL) && make_rows(&job))
            status = make_table(&job);
    }
    if (status == STAR_OK) {
        arg[3].ref->i = best(&job);
        if (x != NULL)
            choose(&job, x);
    }
    star_mem_free(mem, job.memory, 2, row_bytes(&job));
    star_mem_free(mem, job.took, (size_t)job.masks, sizeof *job.took);
    star_mem_free(mem, job.item, items, sizeof *job.item);
    return star_native_done(be, status);
}

CPU_CALL(KNAPSACK, solve(be, arg, NULL))
CPU_CALL(KNAPSACK_ITEMS, solve(be, arg, arg[4].bits))

/* ---- Sums ---- */

/* Marks x and those moved up by w, n words of x being in use. */
static StarStatus spread(StarBackend *be, uint64_t *x, int64_t n, int64_t w) {
    enum { WORDS = 1 << 18 };
    const int64_t lowest = w / 64;
    for (int64_t to = n; to > lowest + 1; to -= WORDS) {
        const int64_t from = to - WORDS;
        be->isa->spread(x, from > lowest ? from : lowest + 1, to, w);
        STAR_TRY(star_stopped(be->mem));
    }
    if (lowest < n)
        x[lowest] |= x[0] << w % 64;
    return STAR_OK;
}

CPU_KERNEL(SUBSETSUM) {
    const StarArray *w = arg[0].array;
    StarBits *bits = arg[1].bits;
    const int64_t words = star_words(bits->length);
    int64_t top = words;
    for (int64_t i = 0; i < w->count; i++)
        if (w->ints[i] < 0)
            return STAR_DECLINED;
    star_work(be->mem, w->count);
    while (top > 0 && bits->word[top - 1] == 0)
        top--;
    top *= 64; /* no mark from here on */
    for (int64_t i = 0; i < w->count && top > 0; i++) {
        if (w->ints[i] < bits->length) {
            top = smaller(top + w->ints[i], words * 64);
            STAR_TRY(spread(be, bits->word, star_words(top), w->ints[i]));
        }
        star_work_at(be->mem, i + 1);
    }
    if (words > 0)
        bits->word[words - 1] &= star_last_mask(bits->length);
    return STAR_OK;
}

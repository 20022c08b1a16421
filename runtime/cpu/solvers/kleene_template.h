/* SPDX-License-Identifier: MIT */
/* The stages of the Kleene star for numbers of TYPE: kleene_types.c includes
 * this once for each, with
 *
 *     NAME(name)        the name for this type
 *     OUTER             the type outside, which TYPE has room for
 *     INFINITE          epsilon outside, up to its sign
 *     LOWEST, LEAST     epsilon inside, where times is +, and the least number
 *                       that is not epsilon
 *     magnitude(v)      an integer, BITS, that grows with that of v
 *     NAME(limit)(job)  the greatest of weights whose sums need no check
 *     CHECKED           the greatest of those with checks; 0: none
 *     is_undefined(v)   besides
 */

typedef struct NAME(Ring) {
    OUTER epsilon; /* outside */
    TYPE lowest;   /* inside */
    TYPE least, unit;
    bool minus; /* numbers change their sign */
} NAME(Ring);

/* The numbers of the job's semiring. */
static inline NAME(Ring) NAME(ring_of)(const Job *job) {
    switch (job->ring) {
    case STAR_MAXPLUS: return (NAME(Ring)){-INFINITE, LOWEST, LEAST, 0, false};
    case STAR_MINPLUS: return (NAME(Ring)){INFINITE, LOWEST, LEAST, 0, true};
    case STAR_MAXMIN:
        return (NAME(Ring)){-INFINITE, -INFINITE, -INFINITE, INFINITE, false};
    default: return (NAME(Ring)){0, 0, 0, 1, false};
    }
}

/* From outside and back. 0 - v and v + 0 make no -0 of a zero. */
static inline TYPE NAME(in)(NAME(Ring) ring, OUTER v) {
    const TYPE inside = ring.minus ? 0 - (TYPE)v : (TYPE)v + 0;
    return v == ring.epsilon ? ring.lowest : inside;
}

/* From inside back to outside: all that is below `least` is epsilon. */
static inline OUTER NAME(out)(NAME(Ring) ring, TYPE v) {
    const OUTER other = (OUTER)(ring.minus ? 0 - v : v);
    return v < ring.least ? ring.epsilon : other;
}

/* Row i of the matrix outside; strip s of that inside, where row i is at i *
 * width. */
static inline OUTER *NAME(row_of)(const Job *job, int64_t i) {
    return (OUTER *)job->a + i * job->n;
}
static inline TYPE *NAME(strip_of)(const Job *job, int64_t s) {
    return (TYPE *)job->w + s * job->rows * job->width;
}

/* The first `count` numbers become `value`. */
static void NAME(set)(TYPE *to, TYPE value, int64_t count) {
    for (int64_t j = 0; j < count; j++)
        to[j] = value;
}

/* ---- Inspection of the numbers ---- */

/* Task: marks the arcs of row i, and sets `great` if sums must be checked;
 * declines if the body must raise an error. */
static void NAME(inspect)(Job *job, int64_t i, int part) {
    const NAME(Ring) ring = NAME(ring_of)(job);
    const OUTER *row = NAME(row_of)(job, i);
    uint64_t *arcs = job->arcs + i * job->words;
    BITS max = 0;
    int bad = 0;
    (void)part;
    for (int64_t j = 0; j < job->n; j += 64) {
        const int64_t count = job->n - j < 64 ? job->n - j : 64;
        uint8_t some[64] = {0};
        for (int64_t k = 0; k < count; k++) {
            const OUTER v = row[j + k];
            const BITS m = v == ring.epsilon ? 0 : magnitude(v);
            some[k] = v != ring.epsilon;
            bad |= is_undefined(v);
            max = m > max ? m : max;
        }
        arcs[j / 64] = star_kleene_bits(some);
    }
    if (job->ring == STAR_BOOLEAN)
        for (int64_t j = 0; j < job->n; j++)
            bad |= row[j] != 0 && row[j] != 1;
    arcs[i / 64] &= ~(UINT64_C(1) << i % 64);
    if (max > NAME(limit)(job))
        atomic_store(&job->great, true);
    if (bad || (max > NAME(limit)(job) && max > CHECKED) ||
        (job->ring != STAR_BOOLEAN && NAME(in)(ring, row[i]) > ring.unit))
        star_kleene_decline(job);
}

/* ---- Acyclic graphs ---- */

/* Task: packs the factors of a group, epsilon at and above the diagonal. Rows
 * behind the last are never read; they repeat the group's first row. */
static void NAME(pack)(Job *job, int64_t group, int part) {
    enum { ROWS = STAR_TILE_ROWS };
    const NAME(Ring) ring = NAME(ring_of)(job);
    const int64_t first = ROWS * group;
    TYPE *x = (TYPE *)job->x + first * job->rows;
    const OUTER *row[ROWS];
    (void)part;
    for (int r = 0; r < ROWS; r++)
        row[r] = NAME(row_of)(
            job, job->order[first + r < job->n ? first + r : first]);
    for (int64_t k = 0; k < first + ROWS; k++)
        for (int r = 0; r < ROWS; r++)
            x[ROWS * k + r] = k < job->n && k < first + r
                                  ? row[r][job->order[k]]
                                  : ring.epsilon;
    for (int64_t k = 0; k < ROWS * (first + ROWS); k++)
        x[k] = NAME(in)(ring, (OUTER)x[k]);
}

/* Multiplies each row r of the rows c, complete but for their numbers products,
 * into those below it. */
static void NAME(triangle)(const Job *job, TYPE *c, const TYPE *x) {
    for (int r = 0; r < STAR_TILE_ROWS - 1; r++)
        job->tile(c, x + STAR_TILE_ROWS * r, c + r * job->width, 1);
}

/* Strip s of W = E + X W, X below the diagonal. */
static void NAME(solve)(Job *job, int64_t s, int part) {
    enum { ROWS = STAR_TILE_ROWS };
    const NAME(Ring) ring = NAME(ring_of)(job);
    const int64_t width = job->width, left = s * width;
    const int64_t first = left / ROWS;
    TYPE *w = NAME(strip_of)(job, s);
    (void)part;
    for (int64_t g = first; g < job->groups && star_kleene_goes_on(job); g++) {
        TYPE *c = w + ROWS * g * width;
        const TYPE *x = (const TYPE *)job->x + g * ROWS * job->rows;
        NAME(set)(c, ring.lowest, ROWS * width);
        for (int64_t i = ROWS * g; i < ROWS * (g + 1); i++)
            if (i >= left && i < left + width && i < job->n)
                c[(i - ROWS * g) * width + i - left] = ring.unit;
        job->tile(c, x + ROWS * ROWS * first, w + ROWS * first * width,
                  ROWS * (g - first));
        NAME(triangle)(job, c, x + ROWS * ROWS * g);
    }
    star_work_add(job->be->mem, (job->strips - s) * (job->strips - s));
}

/* ---- Graphs with circuits ---- */

/* Task: converts row i to numbers inside, one piece in each strip; what lies
 * behind the matrix is `lowest`. */
static void NAME(fill)(Job *job, int64_t i, int part) {
    const NAME(Ring) ring = NAME(ring_of)(job);
    const int64_t width = job->width;
    (void)part;
    for (int64_t s = 0; s < job->strips; s++) {
        TYPE *w = NAME(strip_of)(job, s) + i * width;
        int64_t count = job->n - s * width < width ? job->n - s * width : width;
        const OUTER *row = NULL;
        if (i < job->n)
            row = NAME(row_of)(job, i) + s * width;
        else
            count = 0;
        for (int64_t j = 0; j < count; j++)
            w[j] = NAME(in)(ring, row[j]);
        NAME(set)(w + count, ring.lowest, width - count);
    }
    if (i < job->n)
        NAME(strip_of)(job, i / width)[i * width + i % width] = ring.unit;
}

/* Copies the rows of the block in a strip; rows up to the end of a group are
 * epsilon. */
static void NAME(take_block)(const Job *job, int64_t s, TYPE *to) {
    const int64_t size = star_kleene_block(job), width = job->width;
    const TYPE *w = NAME(strip_of)(job, s) + job->block * width * width;
    memcpy(to, w, (size_t)(size * width) * sizeof *to);
    NAME(set)(to + size * width, NAME(ring_of)(job).lowest,
              STAR_TILE_ROWS * width);
}

/* The iterations of the block on itself make block_rows, and block_left
 * epsilon. */
static void NAME(diagonal)(Job *job) {
    enum { ROWS = STAR_TILE_ROWS };
    const int64_t size = star_kleene_block(job), width = job->width;
    TYPE *d = job->room, *pivots = job->block_rows;
    NAME(set)(job->block_left, NAME(ring_of)(job).lowest,
              (width + ROWS) * width);
    NAME(take_block)(job, job->block, d);
    for (int64_t k = 0; k < size; k++) {
        memcpy(pivots + k * width, d + k * width, (size_t)width * sizeof *d);
        for (int64_t i = 0; i < size; i += ROWS) {
            TYPE x[ROWS];
            for (int r = 0; r < ROWS; r++)
                x[r] = d[(i + r) * width + k];
            job->tile(d + i * width, x, pivots + k * width, 1);
        }
    }
}

/* Task: the iterations of the block on a group of rows of its strip. Their
 * factors of each iteration are saved in x; those of rows in the block, below
 * the diagonal, in block_left too. */
static void NAME(panel)(Job *job, int64_t group, int part) {
    enum { ROWS = STAR_TILE_ROWS };
    const int64_t size = star_kleene_block(job), width = job->width;
    const int64_t top = job->block * width;
    TYPE *c = NAME(strip_of)(job, job->block) + ROWS * group * width;
    TYPE *x = (TYPE *)job->x + ROWS * group * width;
    const TYPE *rows = job->block_rows;
    (void)part;
    for (int64_t k = 0; k < size; k++) {
        for (int r = 0; r < ROWS; r++)
            x[ROWS * k + r] = c[r * width + k];
        job->tile(c, x + ROWS * k, rows + k * width, 1);
    }
    for (int64_t r = 0; r < ROWS; r++) {
        const int64_t i = ROWS * group + r - top;
        if (i <= 0 || i >= size)
            continue;
        TYPE *left = (TYPE *)job->block_left + i / ROWS * ROWS * width;
        for (int64_t k = 0; k < i; k++)
            left[ROWS * k + i % ROWS] = x[ROWS * k + r];
    }
}

/* Task: the iterations of the block on a strip: first the rows of the block,
 * each as it is before its iteration, then all rows. */
static void NAME(update)(Job *job, int64_t s, int part) {
    enum { ROWS = STAR_TILE_ROWS };
    const int64_t size = star_kleene_block(job), width = job->width;
    TYPE *w = NAME(strip_of)(job, s);
    TYPE *rows =
        (TYPE *)((char *)job->room + (size_t)part * star_kleene_room(job));
    if (s == job->block)
        return;
    NAME(take_block)(job, s, rows);
    for (int64_t i = 0; i < size; i += ROWS) {
        const TYPE *left = (const TYPE *)job->block_left + i * width;
        job->tile(rows + i * width, left, rows, i);
        NAME(triangle)(job, rows + i * width, left + ROWS * i);
    }
    if (job->max_sum > 0)
        star_kleene_note_rows(job, s, rows);
    for (int64_t g = 0; g < job->groups && star_kleene_goes_on(job); g++)
        job->tile(w + ROWS * g * width, (const TYPE *)job->x + ROWS * g * width,
                  rows, size);
}

/* True if a circuit weighs more than the unit, so that there is no star. */
static bool NAME(diverges)(const Job *job) {
    const int64_t width = job->width;
    const TYPE unit = NAME(ring_of)(job).unit;
    for (int64_t i = 0; i < job->n; i++)
        if (NAME(strip_of)(job, i / width)[i * width + i % width] > unit)
            return true;
    return false;
}

/* Makes the first `end` numbers of w the maximum of themselves and c + r. A
 * path that is better begins with the same vertex as that of r. */
static void NAME(improve)(TYPE *w, uint32_t *first, TYPE c, const TYPE *r,
                          const uint32_t *first_of_r, TYPE lowest,
                          int64_t end) {
    for (int64_t j = 0; j < end; j++) {
        const bool better = r[j] != lowest && c + r[j] > w[j];
        w[j] = better ? c + r[j] : w[j];
        first[j] = better ? first_of_r[j] : first[j];
    }
}

/* Finds a circuit better than the unit, through *at and *by, if there is one
 * and nothing stops the search: first[i * n + j] is the vertex before j on the
 * best path from i. */
static bool NAME(find_circuit)(Job *job, uint32_t *first, int64_t *at,
                               int64_t *by) {
    const NAME(Ring) ring = NAME(ring_of)(job);
    const int64_t n = job->n;
    TYPE *w = job->w;
    for (int64_t i = 0; i < n; i++) {
        const OUTER *row = NAME(row_of)(job, i);
        for (int64_t j = 0; j < n; j++) {
            w[i * n + j] = i == j ? ring.unit : NAME(in)(ring, row[j]);
            first[i * n + j] = (uint32_t)i;
        }
    }
    star_work(job->be->mem, n);
    for (int64_t k = 0; k < n && star_kleene_goes_on(job); k++) {
        star_work_at(job->be->mem, k);
        for (int64_t i = 0; i < n; i++) {
            const TYPE c = w[i * n + k], back = w[k * n + i];
            if (i == k || c == ring.lowest)
                continue;
            const bool found = back != ring.lowest && c + back > ring.unit;
            NAME(improve)(w + i * n, first + i * n, c, w + k * n, first + k * n,
                          ring.lowest, found ? i : n);
            *at = i;
            *by = k;
            if (found)
                return true;
        }
    }
    return false;
}

/* ---- Results ---- */

/* Task: converts row i back, its vertices in the order of the program. */
static void NAME(put)(Job *job, int64_t i, int part) {
    const NAME(Ring) ring = NAME(ring_of)(job);
    const int64_t width = job->width;
    const int64_t strips = job->acyclic ? i / width + 1 : job->strips;
    TYPE *numbers =
        (TYPE *)((char *)job->room + (size_t)part * star_kleene_room(job));
    OUTER *row = NAME(row_of)(job, job->order[i]);
    for (int64_t s = 0; s < strips; s++)
        memcpy(numbers + s * width, NAME(strip_of)(job, s) + i * width,
               (size_t)width * sizeof *numbers);
    NAME(set)(numbers + strips * width, ring.lowest,
              (job->strips - strips) * width);
    for (int64_t j = 0; j < job->n; j++)
        numbers[j] = NAME(out)(ring, numbers[j]);
    for (int64_t j = 0; j < job->n; j++)
        row[j] = (OUTER)numbers[job->place[j]];
}

/* Task: writes row i of the closure as numbers 0 and 1. */
static void NAME(put_bits)(Job *job, int64_t i, int part) {
    const uint64_t *bits = job->arcs + i * job->words;
    OUTER *row = NAME(row_of)(job, i);
    (void)part;
    for (int64_t j = 0; j < job->n; j++)
        row[j] = (OUTER)(bits[j / 64] >> j % 64 & 1);
    row[i] = 1;
}

/* SPDX-License-Identifier: MIT */
/* Shifts of bit vectors, shared among the threads of a backend. */
#include <string.h>

#include "cpu/bit_copy.h"
#include "cpu/cpu.h"
#include "cpu/simd/parallel.h"

/* Blocks of a bit vector that is shifted in place. */
enum { BLOCKS = STAR_MAX_THREADS };

typedef struct Shift {
    const StarMem *mem;
    uint64_t *z;
    const uint64_t *y;
    int64_t m, n, k;
    uint64_t *edge; /* see below */
    int64_t over;
} Shift;

/* A piece takes less than a millisecond; then the program may end. */
static void words(const Shift *s, int64_t at, int64_t end) {
    enum { PIECE = 1 << 17 };
    for (int64_t next; at < end && star_stopped(s->mem) == STAR_OK; at = next) {
        next = end - at < PIECE ? end : at + PIECE;
        star_bit_copy_move(s->z + at, next - at, s->y, s->n, s->k + 64 * at);
    }
}

static void apart_part(void *context, int part, int parts) {
    const Shift *s = context;
    words(s, s->m / parts * part,
          part + 1 == parts ? s->m : s->m / parts * (part + 1));
}

/* ---- In its own place ----
 *
 *          | block b ........ e-1 | e ... e+q          q = k div 64
 *     edge of b:              e-1   e ... e+q          over = q + 2 words
 *
 * Words of a block come from itself but for the last q + 1, which come from
 * words that another thread may have changed by then: these are saved before.
 */

static int64_t end_of(const Shift *s, int64_t block) {
    return block + 1 == BLOCKS ? s->m : s->m / BLOCKS * (block + 1);
}

static void save_part(void *context, int part, int parts) {
    const Shift *s = context;
    for (int64_t b = part; b < BLOCKS - 1; b += parts)
        memcpy(s->edge + b * s->over, s->y + end_of(s, b) - 1,
               (size_t)s->over * sizeof *s->edge);
}

static void move_part(void *context, int part, int parts) {
    const Shift *s = context;
    for (int64_t b = part; b < BLOCKS; b += parts) {
        const int64_t saved = b + 1 == BLOCKS ? 0 : s->over - 1;
        const int64_t end = end_of(s, b) - saved;
        words(s, s->m / BLOCKS * b, end);
        star_bit_copy_move(s->z + end, saved, s->edge + b * s->over, s->over,
                           s->k % 64);
    }
}

void star_shift(StarBackend *be, uint64_t *z, int64_t m, const uint64_t *y,
                int64_t n, int64_t k) {
    Shift s = {be->mem, z, y, m, n, k, NULL, k / 64 + 2};
    if (!star_is_parallel(be, m)) {
        words(&s, 0, m);
    } else if (z != y) {
        star_parallel(&be->threads, apart_part, &s, 2 * m);
    } else {
        if (s.over <= m / BLOCKS)
            s.edge = star_cpu_scratch(be, BLOCKS * (size_t)s.over);
        if (s.edge == NULL) {
            words(&s, 0, m);
            return;
        }
        star_parallel(&be->threads, save_part, &s, BLOCKS * s.over);
        star_parallel(&be->threads, move_part, &s, 2 * m);
    }
}

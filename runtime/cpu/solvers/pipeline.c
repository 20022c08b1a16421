/* SPDX-License-Identifier: MIT */
/* SDP and SDP32. All methods give the same table, so the kernel has one, and
 * computes the duration of the method that is named, the last result of the
 * procedure, by a formula. If an element does not fit, the body fills the
 * table again. */
#include "cpu/cpu.h"

#include "cpu/simd/simd.h"

/* SDPMETHOD of the unit. */
enum { SEQUENTIAL, TOURNAMENT, PIPELINE, PFOLD, TWO_BY_TWO };

typedef struct Problem {
    StarArray *st;
    const int64_t *a;
    int64_t k;
    int op;
} Problem;

/* True, at intervals, if the run shall end. The kernel then declines, and the
 * body ends the run. */
static bool ends(const StarBackend *be, int64_t i) {
    enum { STOP_CHECK = 1 << 18 };
    return i % STOP_CHECK == STOP_CHECK - 1 && star_stopped(be->mem) != STAR_OK;
}

static bool are_offsets(const StarBackend *be, const Problem *q) {
    for (int64_t s = 0; s < q->k; s++)
        if (q->a[s] <= 0 || (s > 0 && q->a[s] >= q->a[s - 1]) || ends(be, s))
            return false;
    return q->k > 0 && q->a[0] <= q->st->count;
}

static bool is_pfold(const StarBackend *be, const Problem *q, int64_t p) {
    for (int64_t s = 0; s < q->k; s++)
        if (p > q->a[s] / (q->k - s) || ends(be, s))
            return false;
    return p > 0;
}

/* True if the given elements are defined and legal for the operation. */
static bool are_given(const StarBackend *be, const Problem *q) {
    const bool bits = q->op >= STAR_SDP_AND && q->op <= STAR_SDP_XOR;
    for (int64_t i = 0; i < q->a[0]; i++) {
        const int64_t x = star_array_get(q->st, i).i;
        if (x == STAR_UNDEFINED_INT || (bits && x < 0) || ends(be, i))
            return false;
    }
    return true;
}

/* Fills the table, some 50 us of work between two checks of star_stopped. The
 * first cells come alone: the kernel has a faster method for cells that have
 * enough cells before them. */
static StarStatus fill(StarBackend *be, const Problem *q) {
    enum { FIRST = 64, WORK = 1 << 16 };
    const int64_t end = q->st->count - q->a[0];
    const int64_t piece = WORK / q->k < FIRST ? FIRST : WORK / q->k;
    star_work(be->mem, end);
    for (int64_t i = 0, n; i < end; i += n) {
        const int64_t at = q->a[0] + i;
        n = i == 0 ? FIRST : piece;
        if (n > end - i)
            n = end - i;
        if (q->st->element == STAR_ELEM_LONG
                ? !be->isa->sdp32(q->st->longs + at, i, n, q->a, q->k, q->op)
                : !be->isa->sdp64(q->st->ints + at, i, n, q->a, q->k, q->op))
            return STAR_DECLINED;
        star_work_at(be->mem, i + n);
        STAR_TRY(star_stopped(be->mem));
    }
    return STAR_OK;
}

static int64_t duration_of(const Problem *q, int64_t method, int64_t p) {
    const int64_t n = q->st->count - q->a[0];
    int64_t levels = 0;
    if (n == 0)
        return 0;
    while (INT64_C(1) << levels < q->k)
        levels++;
    switch (method) {
    case SEQUENTIAL: return n * q->k;
    case TOURNAMENT: return n * (1 + levels);
    case PIPELINE: return n + q->k - 1;
    case TWO_BY_TWO: return 2 * (n - 1 + (q->k + 1) / 2);
    default: return (n + p - 1) / p + q->k - 1;
    }
}

static Problem problem(const StarCell *arg) {
    const StarArray *a = arg[1].array;
    return (Problem){
        .st = arg[0].array, .a = a->ints, .k = a->count, .op = (int)arg[2].i};
}

/* The elements of ST must have the kernel's width: numbers of 32 bits in cells
 * of 64 would overflow unnoticed. In a tournament, partial sums and products
 * differ, so that others may overflow. */
bool star_sdp_takes(StarBackend *be, const StarCell *arg, StarElement element,
                    int64_t *duration) {
    const Problem q = problem(arg);
    const int64_t method = arg[3].i;
    if (q.st->element != element || q.st->data == arg[1].array->data ||
        !are_offsets(be, &q) || !are_given(be, &q) ||
        (method == PFOLD && !is_pfold(be, &q, arg[4].i)) ||
        (method == TOURNAMENT &&
         (q.op == STAR_SDP_ADD || q.op == STAR_SDP_MUL)))
        return false;
    *duration = duration_of(&q, method, arg[4].i);
    return true;
}

static StarStatus sdp(StarBackend *be, StarCell *arg, StarElement element) {
    const Problem q = problem(arg);
    int64_t duration;
    if (!star_sdp_takes(be, arg, element, &duration))
        return STAR_DECLINED;
    STAR_TRY(fill(be, &q));
    arg[5].ref->i = duration;
    return STAR_OK;
}

CPU_CALL(SDP, sdp(be, arg, STAR_ELEM_INT))
CPU_CALL(SDP32, sdp(be, arg, STAR_ELEM_LONG))

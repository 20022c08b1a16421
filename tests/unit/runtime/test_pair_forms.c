/* SPDX-License-Identifier: MIT */
/* Pair loops as products: with hooks in plain C, beside each pair by itself. */
#include "plan/pair_forms.h"

#include <string.h>

#include "plain_pairs.h"
#include "test.h"

enum { ROWS = 700, COLUMNS = 130, T = 0, U, N, CELLS };

static StarCell R[CELLS];
static uint64_t vector[U + 1][ROWS]; /* a word each */

/* What the hooks gave, and saw. */
static struct {
    int64_t *room[64];
    int rooms, products;
    bool plain; /* products are made, else as many pairs as there are pass */
    StarPairRange last;
} hooks;

static StarStatus side(void *context, const StarPlanOp *s, StarPairRange range,
                       StarPairSide *to) {
    (void)context, (void)range;
    *to = (StarPairSide){vector[s->operand->cell], 1, 1};
    return STAR_OK;
}

static StarStatus zeros(void *context, int64_t n, int64_t **to) {
    (void)context;
    assert_true(hooks.rooms < 64);
    *to = hooks.room[hooks.rooms++] = calloc((size_t)n, sizeof **to);
    assert_non_null(*to);
    return STAR_OK;
}

static StarStatus all(void *context, int64_t length, StarPairSide *to) {
    static const uint64_t ones = ~UINT64_C(0);
    (void)context;
    assert_int_equal(length, 64);
    *to = (StarPairSide){&ones, 0, 1};
    return STAR_OK;
}

static StarStatus ones(void *context, const StarPairSide *x,
                       StarPairRange range, int64_t factor, int64_t *sum) {
    (void)context;
    for (int64_t i = range.from; i < range.to; i++)
        sum[i] += factor * __builtin_popcountll(x->word[i * x->stride]);
    return STAR_OK;
}

static StarStatus product(void *context, const StarPairs *p,
                          StarPairsFound *found) {
    StarPairsFound unused = {0, 0}, *to = found != NULL ? found : &unused;
    (void)context;
    hooks.products++;
    hooks.last = p->rows;
    if (hooks.plain)
        plain_pairs(p, to);
    else
        to->count =
            (p->rows.to - p->rows.from) * (p->columns.to - p->columns.from);
    return STAR_OK;
}

static StarStatus fetch(void *context, uint64_t *to, const uint64_t *from,
                        int64_t words) {
    (void)context;
    memcpy(to, from, (size_t)words * sizeof *to);
    return STAR_OK;
}

static void release(void *context) {
    (void)context;
    while (hooks.rooms > 0)
        free(hooks.room[--hooks.rooms]);
}

static const StarPairHooks hook = {NULL, side,    all,   zeros,
                                   ones, product, fetch, release};

/* ---- Loops ---- */

#define OF(use_, cell_)                               \
    .fuse = {.length = 1, .operands = 1, .depth = 1}, \
    .operand = (const StarPlanOperand[]) {            \
        { STAR_PLAN_##use_, cell_ }                   \
    }
#define SUM(x_, y_)                 \
    {.op = STAR_PLAN_PAIR_X, x_}, { \
        .op = STAR_PLAN_PAIR_Y, y_  \
    }
#define NO_SIDE .fuse.length = 0
#define TERM(factor_, scalar_, sum_)                                     \
    {                                                                    \
        .op = STAR_PLAN_PAIR_TERM, .factor = factor_, .scalar = scalar_, \
        .sum = sum_                                                      \
    }
#define NUMBER(factor_) TERM(factor_, STAR_NO_CELL, STAR_NO_SUM)
#define SUMS(factor_, sum_) TERM(factor_, STAR_NO_CELL, sum_)
#define IF(relation_) \
    { .op = STAR_PLAN_PAIR_IF, .relation = STAR_PAIR_##relation_ }
#define ADD \
    { .op = STAR_PLAN_PAIR_ADD, .target = N }

/* Of both sides, of one, and of the other. */
#define FIVE_SUMS                                                      \
    SUM(OF(OUTER_ROW, T), OF(ROW, U)), SUM(OF(OUTER_ROW, T), NO_SIDE), \
        SUM(OF(OUTER_ROW, U), NO_SIDE), SUM(NO_SIDE, OF(ROW, T)),      \
        SUM(NO_SIDE, OF(ROW, U))

static const StarPlanOp counts[] = {
    FIVE_SUMS,   SUMS(3, 0), TERM(-1, N, STAR_NO_SUM),
    IF(GREATER), ADD,        NUMBER(5),
    ADD,         SUMS(1, 0), ADD,
    SUMS(2, 1),  ADD,        SUMS(-1, 4),
    ADD};
static const StarPlanOp counts_more[] = {
    FIVE_SUMS,     SUMS(3, 0), SUMS(1, 1),   SUMS(-1, 2), SUMS(1, 3),
    SUMS(-1, 4),   SUMS(0, 4), IF(NOT_LESS), SUMS(1, 0),  NUMBER(-9),
    IF(DIFFERENT), NUMBER(2),  ADD};
static const StarPlanOp counts_all[] = {FIVE_SUMS, SUMS(1, 0), NUMBER(1), ADD};
static const StarPlanOp checked[] = {FIVE_SUMS,   SUMS(1, 0),
                                     NUMBER(-12), IF(GREATER),
                                     SUMS(1, 1),  ADD,
                                     SUMS(1, 3),  {.op = STAR_PLAN_PAIR_FITS},
                                     SUMS(1, 3),  {.op = STAR_PLAN_PAIR_FITS}};
static const StarPlanOp finds[] = {
    FIVE_SUMS,    SUMS(2, 0),
    SUMS(-1, 3),  IF(GREATER),
    SUMS(1, 2),   NUMBER(-30),
    IF(NOT_LESS), {.op = STAR_PLAN_PAIR_WRITES, .target = N}};

#define PLAN(ops_) \
    { .ops = sizeof ops_ / sizeof *ops_, .op = ops_, .sums = 5 }
static const StarPlan plan[] = {PLAN(counts), PLAN(counts_more),
                                PLAN(counts_all), PLAN(checked), PLAN(finds)};
enum { FINDS = 4 };

/* The same for one pair: whether it passes; adds to the totals if it does. */
static bool pair(const StarPlan *p, int64_t i, int64_t j, int64_t *total) {
    int64_t form = 0;
    int adds = 0;
    for (int k = 2 * p->sums; k < p->ops; k++) {
        const StarPlanOp *s = &p->op[k], *x = &p->op[2 * s->sum];
        uint64_t both = ~UINT64_C(0);
        if (s->op == STAR_PLAN_PAIR_IF &&
            !plain_passes((StarPairRelation)s->relation, form))
            return false;
        if (s->op == STAR_PLAN_PAIR_ADD)
            total[adds++] += form;
        if (s->op != STAR_PLAN_PAIR_TERM) {
            form = 0;
            continue;
        }
        if (s->sum != STAR_NO_SUM && x->fuse.length > 0)
            both &= vector[x->operand->cell][i];
        if (s->sum != STAR_NO_SUM && x[1].fuse.length > 0)
            both &= vector[x[1].operand->cell][j];
        form += s->factor * (s->scalar != STAR_NO_CELL ? R[N].i : 1) *
                (s->sum != STAR_NO_SUM ? __builtin_popcountll(both) : 1);
    }
    return true;
}

static void begin(void) {
    static StarTable table[U + 1];
    uint64_t seed = 1;
    for (int t = T; t <= U; t++) {
        table[t] = (StarTable){
            .head = {STAR_TABLE, STAR_FIXED}, .rows = ROWS, .cols = 64};
        R[t].table = &table[t];
        for (int i = 0; i < ROWS; i++) {
            seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
            vector[t][i] = seed ^ seed >> 29;
        }
    }
    R[N].i = 50;
    hooks.products = 0;
    hooks.plain = true;
}

static void compare(const StarPlan *p, StarPairArea area) {
    static uint64_t bits[ROWS * (COLUMNS / 64 + 1)];
    const int64_t words = star_words(area.columns.to - area.columns.from);
    int64_t total[STAR_PAIR_TOTALS], wanted[STAR_PAIR_TOTALS] = {0};
    const bool find = p == &plan[FINDS];
    for (int k = 0; k < STAR_PAIR_TOTALS; k++)
        total[k] = 7;
    area.bits = find ? bits : NULL;
    area.total = find ? NULL : total;
    assert_int_equal(star_pair_forms(&hook, p, R, &area), STAR_OK);
    assert_int_equal(hooks.rooms, 0);
    for (int64_t i = area.rows.from; i < area.rows.to; i++)
        for (int64_t j = area.columns.from; j < area.columns.to; j++) {
            const int64_t at = j - area.columns.from;
            const uint64_t word =
                bits[(i - area.rows.from) * words + at / 64] >> at % 64;
            const bool passes = j - i >= area.low && j - i <= area.high &&
                                pair(p, i, j, wanted);
            if (find)
                assert_int_equal(word & 1, passes);
        }
    if (!find)
        assert_memory_equal(total, wanted, sizeof wanted);
}

TEST(pairs_of_all_bands) {
    static const int64_t low[] = {INT64_MIN, -2, 0, 90},
                         high[] = {INT64_MAX, 100, 3, -1};
    static const StarPairRange rows[] = {{3, 4}, {0, 9}, {2, 40}, {1, ROWS}};
    begin();
    for (size_t p = 0; p < sizeof plan / sizeof *plan; p++)
        for (int r = 0; r < 4; r++)
            for (int k = 0; k < 16; k++)
                compare(&plan[p], (StarPairArea){.rows = rows[r],
                                                 .columns = {5, COLUMNS},
                                                 .low = low[k / 4],
                                                 .high = high[k % 4]});
}

/* Bits of so many pairs are kept at a time: here of one row; and of a band of
 * 128, of which are three. */
TEST(panels_of_wide_rows) {
    const StarPlanOp op[] = {SUM(OF(OUTER_ROW, T), OF(ROW, U)), SUMS(1, 0),
                             IF(GREATER), NUMBER(3), ADD};
    const StarPlan wide = {.ops = sizeof op / sizeof *op, .op = op, .sums = 1};
    int64_t total[STAR_PAIR_TOTALS];
    StarPairArea area = {.rows = {2, 5},
                         .columns = {0, INT64_C(1) << 28},
                         .low = INT64_MIN,
                         .high = INT64_MAX,
                         .total = total};
    begin();
    hooks.plain = false;
    assert_int_equal(star_pair_forms(&hook, &wide, R, &area), STAR_OK);
    assert_int_equal(hooks.products, 3);
    assert_int_equal(hooks.last.from, 4);
    assert_int_equal(hooks.last.to, 5);
    assert_int_equal(total[0], 3 * 3 * (INT64_C(1) << 28));
    assert_int_equal(total[1], 0);
    area.columns.to = INT64_C(1) << 21;
    area.low = 0;
    area.high = 5;
    assert_int_equal(star_pair_forms(&hook, &wide, R, &area), STAR_OK);
    assert_int_equal(hooks.products, 4);
    assert_int_equal(hooks.last.from, 2);
    assert_int_equal(total[0], 3 * 3 * 8);
}

TEST_MAIN

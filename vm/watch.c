#include "watch.h"

#include <assert.h>
#include <string.h>

#include "exec.h"

/* ---- Sums of bits ---- */

/* Words of a table whose sum is not worth keeping. */
enum { SMALL = 512 };

/* What word w of row k adds to the sum of a table. */
static inline uint64_t share(int64_t k, int64_t w, uint64_t word) {
    uint64_t x = ((uint64_t)k << 32) + (uint64_t)w;
    if (word == 0)
        return 0;
    x = word ^ x * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 33) * UINT64_C(0xff51afd7ed558ccd);
    x = (x ^ x >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ x >> 33;
}

/* Row k; a row that crosses the columns is gathered piece by piece. */
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

/* Word w of all rows: 64 columns, which are turned tile by tile. */
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

static uint64_t sum_part(const StarIsa *isa, const StarTable *t, bool columns,
                         int64_t part) {
    return columns ? sum_columns(isa, t, part) : sum_row(isa, t, part);
}

static uint64_t sum_all(const StarIsa *isa, const StarTable *t) {
    const bool columns = !t->image[STAR_ROWS].valid;
    const int64_t parts = columns ? star_words(t->cols) : t->rows;
    uint64_t sum = 0;
    for (int64_t part = 0; part < parts; part++)
        sum += sum_part(isa, t, columns, part);
    return sum;
}

/* ---- Sums that are kept ---- */

static StarSum *find(StarWatch *w, const StarTable *t) {
    for (int k = 0; k < STAR_WATCH_TABLES; k++)
        if (w->sum[k].table == t)
            return &w->sum[k];
    return NULL;
}

uint64_t star_watch_sum(StarWatch *w, const StarIsa *isa, const StarTable *t) {
    StarSum *s = find(w, t);
    if (t->rows * star_words(t->cols) < SMALL)
        return sum_all(isa, t);
    if (s == NULL)
        s = &w->sum[w->next++ % STAR_WATCH_TABLES];
    if (s->table != t || s->rows != t->rows || s->cols != t->cols)
        *s = (StarSum){t, t->rows, t->cols, sum_all(isa, t), false, false, 0};
    if (s->open)
        s->sum += sum_part(isa, t, s->columns, s->part);
    s->open = false;
    assert(s->sum == sum_all(isa, t));
    return s->sum;
}

void star_watch_forget(StarWatch *w) {
    memset(w->sum, 0, sizeof w->sum);
}

static void forget(StarWatch *w, const StarTable *t) {
    StarSum *s = find(w, t);
    if (s != NULL)
        s->table = NULL;
}

/* Before a line changes: its part leaves the sum until that is asked for. Who
 * does not ask between two lines does not need the sum. */
static void change(StarWatch *w, const StarIsa *isa, const StarTouch *x) {
    const StarTable *t = x->table;
    StarSum *s = find(w, t);
    if (s == NULL || x->number < 1 ||
        x->number > (x->column ? t->cols : t->rows))
        return;
    const int64_t part = x->column ? (x->number - 1) / 64 : x->number - 1;
    if (s->open && s->columns == x->column && s->part == part)
        return;
    if (s->open || s->rows != t->rows || s->cols != t->cols) {
        s->table = NULL;
        return;
    }
    s->sum -= sum_part(isa, t, x->column, part);
    s->open = true;
    s->columns = x->column;
    s->part = part;
}

/* ---- Instructions ---- */

/* Those that name a line; the letter of the table. */
static char names(unsigned op) {
    switch (op) {
    case STAR_OP_ROWT:
    case STAR_OP_PRIM + STAR_PRIM_ROW:
    case STAR_OP_PRIM + STAR_PRIM_COL: return 'c';
    case STAR_OP_SETROWT:
    case STAR_OP_PRIM + STAR_PRIM_SETROW:
    case STAR_OP_PRIM + STAR_PRIM_SETCOL: return 'a';
    default: return '\0';
    }
}

/* Those that may change tables in arrays, records and files. */
static bool is_large(unsigned op) {
    switch (op) {
    case STAR_OP_NEWARR:
    case STAR_OP_CLONE:
    case STAR_OP_ACOPY:
    case STAR_OP_PACK:
    case STAR_OP_UNPACK:
    case STAR_OP_RCLONE:
    case STAR_OP_RCOPY:
    case STAR_OP_VARIANT:
    case STAR_OP_REFER:
    case STAR_OP_SELECT:
    case STAR_OP_RESET:
    case STAR_OP_FGET:
    case STAR_OP_FPUT: return true;
    default: return false;
    }
}

bool exec_watches(unsigned op) {
    char letters[8];
    return names(op) != '\0' || is_large(op) ||
           star_op_info(op, letters).operands[0] == 't';
}

void exec_watch(StarMachine *m, const StarInstr *at, const StarCell *R) {
    StarWatch *w = m->watch;
    const char named = names(at->op);
    if (is_large(at->op))
        star_watch_forget(w);
    else if (named == '\0')
        forget(w, R[at->a].table);
    if (named == '\0')
        return;
    const StarTouch x = {R[named == 'a' ? at->a : at->c].table,
                         at->op == STAR_OP_PRIM + STAR_PRIM_COL ||
                             at->op == STAR_OP_PRIM + STAR_PRIM_SETCOL,
                         R[at->b].i};
    if (named == 'a')
        change(w, m->be.isa, &x);
    if (w->touched != NULL)
        w->touched(w->context, &x);
}

/* SPDX-License-Identifier: MIT */
/* The operands of a primitive as the processor's kernel gets them: of those
 * with the rows, this rank's part; the others whole. */
#include "partition/ranks_internal.h"

static StarRowRange part_of(const Ranks *r, int64_t rows) {
    return star_partition_part(&r->partition, rows);
}

StarBits ranks_bits(const Ranks *r, const StarBits *x) {
    const StarRowRange part = part_of(r, x->length);
    const int64_t length = part.high - part.low, words = star_words(length);
    const int64_t first = x->first - part.low / 64;
    return (StarBits){.head = {STAR_BIT_VECTOR, STAR_FIXED},
                      .length = length,
                      .first = first < 0       ? 0
                               : first < words ? first
                                               : words,
                      .word = x->word != NULL ? x->word + part.low / 64 : NULL};
}

/* No kernel may build the other image: it would be the part's. */
StarTable ranks_table(const Ranks *r, const StarTable *t, int dir) {
    const StarRowRange part = part_of(r, t->rows);
    StarTable view = *t;
    view.rows = part.high - part.low;
    view.transpose_threshold = INT64_MAX;
    view.image[!dir] = (StarImage){.word = NULL};
    if (view.image[dir].word != NULL)
        view.image[dir].word += dir == STAR_COLUMNS
                                    ? part.low / 64
                                    : part.low * view.image[dir].stride;
    return view;
}

/* Has the parts of an object of an earlier operand, if it is the same: kernels
 * compare. */
static StarObject *known(const RanksView *view, int count,
                         const StarObject *object) {
    for (int k = 0; k < count; k++)
        if (view[k].of == object)
            return view[k].part.object;
    return NULL;
}

void ranks_view(const Ranks *r, RanksView *view, int count, int dir,
                StarCell *arg) {
    RanksView *v = &view[count];
    v->of = arg->object;
    v->part.object = known(view, count, v->of);
    if (v->part.object == NULL && v->of->kind == STAR_TABLE) {
        v->table = ranks_table(r, arg->table, dir);
        v->part.table = &v->table;
    } else if (v->part.object == NULL) {
        v->bits = ranks_bits(r, arg->bits);
        v->part.bits = &v->bits;
    }
    *arg = v->part;
}

StarStatus ranks_written(Ranks *r, StarObject *object) {
    if (object->kind == STAR_TABLE)
        return ranks_divide_table(r, (StarTable *)object);
    ((StarBits *)object)->first = 0;
    return ranks_divide_bits(r, (StarBits *)object);
}

int64_t ranks_own_row(const Ranks *r, int64_t rows, int64_t i) {
    const StarRowRange part = part_of(r, rows);
    return i > part.low && i <= part.high ? i - part.low : 0;
}

StarStatus ranks_call(Ranks *r, StarPrim prim, StarCell *arg) {
    r->local = true;
    const StarStatus status = r->overlay.kernel[prim](r->be, arg);
    r->local = false;
    return status;
}

/* SPDX-License-Identifier: MIT */
/* The operands of a primitive as the kernel of the backend below gets them: of
 * those with the rows, this rank's part; the others whole. */
#include "partition/ranks_internal.h"

static StarRowRange part_of(const Ranks *r, int64_t rows) {
    return star_partition_part(&r->partition, rows);
}

/* A view of memory elsewhere owns no words, but a device asks how many there
 * are. */
StarStatus ranks_bits(Ranks *r, const StarBits *x, StarAccess access,
                      StarBits *view) {
    const StarRowRange part = part_of(r, x->length);
    const RanksBlock block = ranks_vector(x);
    const int64_t length = part.high - part.low, words = star_words(length);
    const int64_t first = x->first - part.low / 64;
    int64_t room;
    *view =
        (StarBits){.head = {STAR_BIT_VECTOR, STAR_FIXED},
                   .length = length,
                   .first = first < 0       ? 0
                            : first < words ? first
                                            : words,
                   .word = x->word != NULL ? x->word + part.low / 64 : NULL};
    STAR_TRY(ranks_claim(r, &block));
    if (!r->apart || x->word == NULL)
        return STAR_OK;
    STAR_TRY(ranks_part(r, &block, access, &view->word, &room));
    view->capacity = (size_t)room;
    return STAR_OK;
}

/* No kernel may build the other image: it would be the part's. */
StarStatus star_ranks_view(StarBackend *be, const StarTable *t, int dir,
                           StarTable *view) {
    const StarRowRange part = part_of(be->mem->ranks, t->rows);
    const RanksBlock block = ranks_image(t, dir);
    *view = *t;
    view->rows = part.high - part.low;
    view->transpose_threshold = INT64_MAX;
    view->image[!dir] = (StarImage){.word = NULL};
    if (view->image[dir].word != NULL)
        view->image[dir].word += dir == STAR_COLUMNS
                                     ? part.low / 64
                                     : part.low * view->image[dir].stride;
    return ranks_claim(be->mem->ranks, &block);
}

StarStatus ranks_table(Ranks *r, const StarTable *t, int dir, StarAccess access,
                       StarTable *view) {
    const RanksBlock block = ranks_image(t, dir);
    StarImage *image = &view->image[dir];
    int64_t stride;
    STAR_TRY(star_ranks_view(r->be, t, dir, view));
    if (!r->apart || image->word == NULL)
        return STAR_OK;
    STAR_TRY(ranks_part(r, &block, access, &image->word, &stride));
    if (dir == STAR_COLUMNS)
        image->stride = stride;
    return STAR_OK;
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

StarStatus ranks_view(Ranks *r, RanksView *view, int count, int dir,
                      StarAccess access, StarCell *arg) {
    RanksView *v = &view[count];
    v->of = arg->object;
    v->part.object = known(view, count, v->of);
    if (v->part.object == NULL && v->of->kind == STAR_TABLE) {
        STAR_TRY(ranks_table(r, arg->table, dir, access, &v->table));
        v->part.table = &v->table;
    } else if (v->part.object == NULL) {
        STAR_TRY(ranks_bits(r, arg->bits, access, &v->bits));
        v->part.bits = &v->bits;
    }
    *arg = v->part;
    return STAR_OK;
}

StarStatus ranks_whole(Ranks *r, StarObject *object, StarAccess access) {
    r->phase = RANKS_WHOLE;
    const StarStatus status = star_object_sync(r->be, object, access);
    r->phase = RANKS_HOST;
    return status;
}

StarStatus ranks_on_host(Ranks *r, StarObject *part, StarAccess access) {
    r->phase = RANKS_LOCAL;
    const StarStatus status = star_object_sync(r->be, part, access);
    r->phase = RANKS_HOST;
    return status;
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
    r->phase = RANKS_LOCAL;
    const StarStatus status = r->overlay.ops.kernel[prim](r->be, arg);
    r->phase = RANKS_HOST;
    return status;
}

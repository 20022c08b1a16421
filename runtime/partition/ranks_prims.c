/* SPDX-License-Identifier: MIT */
/* Which primitives run on divided operands, and those that run on each rank's
 * rows alone. */
#include "partition/ranks_internal.h"

/* Rows have the letter r where a signature has it, else n. */
static uint8_t with_letter(const StarOperand *o, char letter) {
    uint8_t set = 0;
    for (int k = 0; k < STAR_MAX_OPERANDS; k++)
        if (star_sig_has_bits(o[k].kind) && o[k].size[0] == letter)
            set |= (uint8_t)(1 << k);
    return set;
}

uint8_t ranks_row_operands(const StarOperand operand[STAR_MAX_OPERANDS]) {
    const uint8_t set = with_letter(operand, 'r');
    return set != 0 ? set : with_letter(operand, 'n');
}

/* Prepares an operand that is not written. */
static StarStatus prepare_read(Ranks *r, StarPrim prim, int k, StarCell arg) {
    if ((r->rows[prim] >> k & 1) == 0)
        return ranks_whole(r, arg.object, STAR_READ);
    return r->overlay.operand[prim][k].kind == STAR_SIG_TABLE
               ? star_table_need(r->be, arg.table, STAR_COLUMNS)
               : STAR_OK;
}

static StarStatus prepare_write(Ranks *r, StarPrim prim, int k, StarCell arg) {
    const StarOperand *o = &r->overlay.operand[prim][k];
    if (o->kind != STAR_SIG_TABLE)
        return STAR_OK;
    return o->access == STAR_CHANGE
               ? star_table_own(r->be, arg.table, STAR_COLUMNS)
               : star_table_fresh(r->be, arg.table, STAR_COLUMNS);
}

/* Prepares the operands, those that are written last. */
static StarStatus prepare(Ranks *r, StarPrim prim, const StarCell *arg) {
    const StarOperand *o = r->overlay.operand[prim];
    for (int written = 0; written < 2; written++)
        for (int k = 0; k < STAR_MAX_OPERANDS; k++)
            if (star_sig_has_bits(o[k].kind) &&
                (o[k].access != STAR_READ) == written)
                STAR_TRY(written ? prepare_write(r, prim, k, arg[k])
                                 : prepare_read(r, prim, k, arg[k]));
    return STAR_OK;
}

/* A number that it gives is that of this rank's rows. Where it declines the
 * results are what they were, or nothing: they are divided then too, so that
 * all ranks agree. */
StarStatus ranks_local(Ranks *r, StarPrim prim, StarCell *arg) {
    const StarOperand *o = r->overlay.operand[prim];
    RanksView view[STAR_MAX_OPERANDS];
    StarCell own[STAR_MAX_OPERANDS];
    int views = 0;
    STAR_TRY(prepare(r, prim, arg));
    for (int k = 0; k < STAR_MAX_OPERANDS && o[k].letter != 0; k++)
        own[k] = arg[k];
    for (int over = 0; over < 2; over++)
        for (int k = 0; k < STAR_MAX_OPERANDS; k++)
            if ((r->rows[prim] >> k & 1) &&
                (o[k].access == STAR_OVERWRITE) == over)
                STAR_TRY(ranks_view(r, view, views++, STAR_COLUMNS,
                                    (StarAccess)o[k].access, &own[k]));
    const StarStatus status = ranks_call(r, prim, own);
    if (star_operand_is_scalar_result(&o[0]))
        arg[0] = own[0];
    for (int k = 0; k < STAR_MAX_OPERANDS; k++)
        if ((r->rows[prim] >> k & 1) && o[k].access != STAR_READ)
            STAR_TRY(ranks_written(r, arg[k].object));
    return status;
}

/* If the kernel declines on some rank, it does on all. */
static StarStatus checked(Ranks *r, StarPrim prim, StarCell *arg) {
    return ranks_agree(r, ranks_local(r, prim, arg));
}

/* All of X is read by each rank. */
static StarStatus gather(Ranks *r, StarPrim prim, StarCell *arg) {
    return arg[0].object == arg[2].object ? ranks_reference(r, prim, arg)
                                          : checked(r, prim, arg);
}

/* An operand that is the result too keeps its value until all ranks have a
 * sum. */
static StarStatus add(Ranks *r, StarPrim prim, StarCell *arg) {
    StarTable *to = arg[3].table;
    if (to != arg[0].table && arg[3].object != arg[1].object)
        return checked(r, prim, arg);
    StarTable *sum = star_table_new(r->be, STAR_ELASTIC);
    if (sum == NULL)
        return STAR_MEMORY;
    StarCell own[] = {arg[0], arg[1], arg[2], {.table = sum}};
    StarStatus status = star_table_size(r->be, sum, to->rows, to->cols);
    if (status == STAR_OK)
        status = checked(r, prim, own);
    for (int dir = 0; dir < 2 && status == STAR_OK; dir++) {
        const StarImage image = to->image[dir];
        to->image[dir] = sum->image[dir];
        sum->image[dir] = image;
    }
    star_object_free(r->be, &sum->head);
    return status;
}

static StarStatus fuse(Ranks *r, StarPrim prim, StarCell *arg) {
    StarBits view[STAR_FUSE_MAX_OPERANDS + 2];
    StarCell own[STAR_FUSE_MAX_OPERANDS + 2] = {{.bits = &view[0]}, arg[1]};
    for (int k = 2; k < arg[1].fuse->operands + 2; k++) {
        STAR_TRY(ranks_bits(r, arg[k].bits, STAR_READ, &view[k]));
        own[k].bits = &view[k];
    }
    STAR_TRY(ranks_bits(r, arg[0].bits, STAR_OVERWRITE, &view[0]));
    STAR_TRY(ranks_call(r, prim, own));
    return ranks_written(r, arg[0].object);
}

/* A component i of all is i - low of the part; one before it is 1, one behind
 * it the last. */
static StarStatus mask(Ranks *r, StarPrim prim, StarCell *arg) {
    const StarRowRange part =
        star_partition_part(&r->partition, arg[0].bits->length);
    int64_t a = arg[2].i, z = arg[3].i;
    StarBits view;
    STAR_TRY(ranks_bits(r, arg[0].bits, STAR_OVERWRITE, &view));
    a = a > part.low ? a - part.low : 1;
    z = (z < part.high ? z : part.high) - part.low;
    StarCell own[] = {{.bits = &view},
                      {.bits = &view},
                      {.i = z < a ? 1 : a},
                      {.i = z < a ? 0 : z}};
    STAR_TRY(ranks_call(r, prim, own));
    return ranks_written(r, arg[0].object);
}

/* The column `ranks` of primitives.def. */
#define RANKS_WHOLE NULL, false
#define RANKS_ROWS ranks_local, true
#define RANKS_GET ranks_get, false
#define RANKS_PUT ranks_put, false
#define RANKS_FIRST ranks_first, false
#define RANKS_ONLY_FIRST ranks_first, true
#define RANKS_COUNT ranks_count, true
#define RANKS_TEST ranks_test, false
#define RANKS_EQUAL ranks_differ, true
#define RANKS_MASK mask, true
#define RANKS_SHIFT ranks_shift, true
#define RANKS_PREFIX ranks_prefix, true
#define RANKS_PACK ranks_pack, true
#define RANKS_FUSE fuse, true
#define RANKS_RANDOM ranks_random, true
#define RANKS_ROW ranks_read, false
#define RANKS_COL ranks_read, true
#define RANKS_SETROW ranks_write, false
#define RANKS_SETCOL ranks_write, true
#define RANKS_ADJ ranks_adjoin, true
#define RANKS_TCOPY ranks_copy_table, true
#define RANKS_EXTREME ranks_extreme, true
#define RANKS_GATHER gather, true
#define RANKS_SCATTER ranks_scatter, true
#define RANKS_CLOSURE ranks_closure, true
#define RANKS_KLEENE ranks_kleene, true
#define RANKS_SUM ranks_sum, true
#define RANKS_ADD add, true

const RanksPrim ranks_prim[STAR_PRIM_COUNT] = {
#define PRIM(id, name, class, cost, ranks, signature, sentence) {RANKS_##ranks},
#include "primitives.def"
#undef PRIM
};

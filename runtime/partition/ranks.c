/* SPDX-License-Identifier: MIT */
/* The backend of several ranks, above that of the processor or of a device:
 * every primitive enters here. */
#include "partition/ranks_internal.h"

/* ---- Memory ---- */

/* A device's part is memory of its own, and its blocks are counted by it; a
 * kernel of whole blocks writes all of a new one. */
static uint64_t *alloc(StarBackend *be, size_t words, bool zero) {
    Ranks *r = be->mem->ranks;
    enum { LINE = 64 }; /* of which blocks below are multiples */
    size_t bytes;
    if (r->apart || r->phase != RANKS_HOST ||
        !star_size_mul(words, sizeof(uint64_t), &bytes) ||
        !star_size_add(bytes, LINE - 1, &bytes) ||
        !star_mem_is_pages(be->mem, bytes / LINE * LINE))
        return r->overlay.ops.alloc(be, words, zero);
    return ranks_new(r, bytes / LINE * LINE);
}

static void forget(StarBackend *be, uint64_t *block) {
    Ranks *r = be->mem->ranks;
    ranks_forget(r, block);
    if (r->overlay.ops.forget != NULL)
        r->overlay.ops.forget(be, block);
}

static void release(StarBackend *be, uint64_t *block, size_t words) {
    Ranks *r = be->mem->ranks;
    ranks_forget(r, block);
    r->overlay.ops.release(be, block, words);
}

static StarStatus sync_to_host(StarBackend *be, uint64_t *at,
                               StarAccess access) {
    Ranks *r = be->mem->ranks;
    if (r->phase != RANKS_LOCAL)
        STAR_TRY(ranks_sync(r, at, access));
    return r->phase != RANKS_WHOLE && r->overlay.ops.sync_to_host != NULL
               ? r->overlay.ops.sync_to_host(be, at, access)
               : STAR_OK;
}

/* Both images of a divided table have the same rows: each rank transposes its
 * own. */
static StarStatus transpose(StarBackend *be, StarTable *t, int dir) {
    Ranks *r = be->mem->ranks;
    if (ranks_find(r, t->image[!dir].word) == NULL) {
        STAR_TRY(ranks_claim_all(r, t->image[dir].word));
        return r->overlay.ops.transpose(be, t, dir);
    }
    const RanksBlock block = ranks_image(t, dir);
    StarTable part, to;
    STAR_TRY(ranks_table(r, t, !dir, STAR_READ, &part));
    STAR_TRY(ranks_table(r, t, dir, STAR_OVERWRITE, &to));
    part.image[dir] = to.image[dir];
    r->phase = RANKS_LOCAL;
    const StarStatus status = r->overlay.ops.transpose(be, &part, dir);
    r->phase = RANKS_HOST;
    return status == STAR_OK ? ranks_divide(r, &block) : status;
}

/* ---- Primitives ---- */

StarStatus ranks_reference(Ranks *r, StarPrim prim, StarCell *arg) {
    r->phase = RANKS_WHOLE;
    StarStatus status = star_overlay_sync(r->be, &r->overlay, prim, arg);
    r->phase = RANKS_BELOW;
    if (status == STAR_OK)
        status = r->overlay.ops.kernel[prim](r->be, arg);
    r->phase = RANKS_HOST;
    return status;
}

int64_t ranks_rows(const StarObject *object) {
    return object->kind == STAR_TABLE ? ((const StarTable *)object)->rows
                                      : ((const StarBits *)object)->length;
}

/* True if the primitive runs on parts: an operand is divided, or long; or it is
 * one on arrays that has such a form. */
static bool is_for_parts(const Ranks *r, StarPrim prim, const StarCell *arg) {
    const RanksPrim *p = &ranks_prim[prim];
    const int operands =
        prim == STAR_PRIM_FUSE ? arg[1].fuse->operands + 2 : STAR_MAX_OPERANDS;
    if (p->run == NULL || (prim != STAR_PRIM_FUSE && r->rows[prim] == 0))
        return p->run != NULL;
    for (int k = 0; k < operands; k++)
        if (prim == STAR_PRIM_FUSE ? k != 1 : r->rows[prim] >> k & 1) {
            const StarObject *object = arg[k].object;
            const int64_t rows = ranks_rows(object);
            const int64_t cols = object->kind == STAR_TABLE
                                     ? ((const StarTable *)object)->cols
                                     : 0;
            if (rows > 0 && ((p->always && ranks_is_large(r, rows, cols)) ||
                             ranks_is_divided(r, object)))
                return true;
        }
    return false;
}

/* Adds a primitive with its scalars to the hash. */
static void note(Ranks *r, StarPrim prim, const StarCell *arg, bool results) {
    const StarOperand *o = r->overlay.operand[prim];
    ranks_note(r, prim);
    for (int k = 0; k < STAR_MAX_OPERANDS && o[k].letter != 0; k++)
        if ((o[k].kind == STAR_SIG_SCALAR || o[k].kind == STAR_SIG_REAL) &&
            star_operand_is_scalar_result(&o[k]) == results)
            ranks_note(r, arg[k].i);
}

static StarStatus run(StarBackend *be, StarPrim prim, StarCell *arg) {
    Ranks *r = be->mem->ranks;
    note(r, prim, arg, false);
    const StarStatus status = is_for_parts(r, prim, arg)
                                  ? ranks_prim[prim].run(r, prim, arg)
                                  : ranks_reference(r, prim, arg);
    if (status == STAR_OK)
        note(r, prim, arg, true);
    return status;
}

#include "overlay/overlay_entries.h"

/* ---- Attaching ---- */

static void close(StarBackend *be) {
    Ranks *r = be->mem->ranks;
    r->transport->heed(r->transport->state, NULL);
    ranks_close_blocks(r);
    star_overlay_detach(be, &r->overlay);
    be->mem->ranks = NULL;
    star_mem_free(be->mem, r->first, (size_t)r->partition.ranks + 1,
                  sizeof *r->first);
    star_mem_free(be->mem, r, 1, sizeof *r);
    be->ops.close(be);
}

static void attach(StarBackend *be, Ranks *r) {
    star_overlay_attach(be, &r->overlay, entry);
    for (int p = 0; p < STAR_PRIM_COUNT; p++)
        r->rows[p] = ranks_row_operands(r->overlay.operand[p]);
    be->ops.close = close;
    be->ops.alloc = alloc;
    be->ops.release = release;
    be->ops.forget = forget;
    be->ops.sync_to_host = sync_to_host;
    be->ops.transpose = transpose;
    be->ops.run_loop = ranks_run_loop;
    be->ops.run_pairs = ranks_run_pairs;
    be->ops.run_region = NULL;
}

StarStatus star_ranks_attach(StarBackend *be, const StarTransport *t,
                             int64_t from) {
    Ranks *r = star_mem_alloc(be->mem, 1, sizeof *r);
    if (r == NULL)
        return STAR_MEMORY;
    r->first =
        star_mem_alloc_raw(be->mem, (size_t)t->ranks + 1, sizeof *r->first);
    if (r->first == NULL) {
        star_mem_free(be->mem, r, 1, sizeof *r);
        return STAR_MEMORY;
    }
    r->be = be;
    r->blocks.size = sizeof(RanksBlock);
    r->transport = t;
    r->partition = (StarPartition){t->rank, t->ranks};
    r->from = from;
    r->apart = be->device != NULL;
    be->mem->ranks = r;
    be->mem->maps = false; /* all but rank 0 have no file */
    t->heed(t->state, &be->mem->stop);
    attach(be, r);
    return STAR_OK;
}

StarStatus star_ranks_compare(StarBackend *be) {
    return ranks_compare(be->mem->ranks);
}

/* SPDX-License-Identifier: MIT */
/* The backend of several ranks, above that of the processor: every primitive
 * enters here. */
#include "partition/ranks_internal.h"

#include "cpu/cpu.h"

/* ---- Memory ---- */

static void release(StarBackend *be, uint64_t *block, size_t words) {
    Ranks *r = be->device;
    ranks_forget(r, block);
    r->host.release(be, block, words);
}

static StarStatus sync_to_host(StarBackend *be, uint64_t *at,
                               StarAccess access) {
    Ranks *r = be->device;
    const RanksBlock *block = r->local ? NULL : ranks_find(r, at);
    if (block != NULL && access != STAR_OVERWRITE)
        return ranks_gather(r, block);
    if (block != NULL)
        ranks_forget(r, at);
    return STAR_OK;
}

/* Both images of a divided table have the same rows: each rank transposes its
 * own. */
static StarStatus transpose(StarBackend *be, StarTable *t, int dir) {
    Ranks *r = be->device;
    if (ranks_find(r, t->image[!dir].word) == NULL)
        return r->host.transpose(be, t, dir);
    StarTable part = ranks_table(r, t, !dir);
    part.image[dir] = ranks_table(r, t, dir).image[dir];
    const RanksBlock block = ranks_image(t, dir);
    STAR_TRY(r->host.transpose(be, &part, dir));
    return ranks_divide(r, &block);
}

/* ---- Primitives ---- */

/* The access to an operand. */
static StarAccess access_of(StarPrim prim, const StarOperand *o) {
    const bool overwrites = prim == STAR_PRIM_SET || prim == STAR_PRIM_CLR ||
                            prim == STAR_PRIM_RANDOM ||
                            prim == STAR_PRIM_TRANDOM;
    return overwrites ? STAR_OVERWRITE : (StarAccess)o->access;
}

/* Operands that are read first, then the results. */
static StarStatus operands_sync(Ranks *r, StarPrim prim, const StarCell *arg) {
    const StarOperand *o = r->operand[prim];
    for (int results = 0; results < 2; results++)
        for (int k = 0; k < STAR_MAX_OPERANDS; k++) {
            const StarAccess access = access_of(prim, &o[k]);
            if (star_sig_has_bits(o[k].kind) &&
                (access == STAR_OVERWRITE) == results)
                STAR_TRY(ranks_whole(r, arg[k], access));
        }
    return STAR_OK;
}

static StarStatus fuse_sync(Ranks *r, const StarCell *arg) {
    for (int k = 0; k < arg[1].fuse->operands; k++)
        STAR_TRY(ranks_whole(r, arg[2 + k], STAR_READ));
    return ranks_whole(r, arg[0], STAR_OVERWRITE);
}

/* The primitives that read only sizes, which the objects themselves have. */
static bool asks_size(StarPrim prim) {
    return prim == STAR_PRIM_LENGTH || prim == STAR_PRIM_ROWS ||
           prim == STAR_PRIM_SIZE;
}

StarStatus ranks_reference(Ranks *r, StarPrim prim, StarCell *arg) {
    if (r->blocks > 0 && !asks_size(prim))
        STAR_TRY(prim == STAR_PRIM_FUSE ? fuse_sync(r, arg)
                                        : operands_sync(r, prim, arg));
    return r->host.kernel[prim](r->be, arg);
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
            if (ranks_rows(object) > 0 &&
                (p->always && ranks_rows(object) >= r->from))
                return true;
            if (ranks_rows(object) > 0 && ranks_is_divided(r, object))
                return true;
        }
    return false;
}

/* Adds a primitive with its scalars to the hash. */
static void note(Ranks *r, StarPrim prim, const StarCell *arg, bool results) {
    const StarOperand *o = r->operand[prim];
    ranks_note(r, prim);
    for (int k = 0; k < STAR_MAX_OPERANDS && o[k].letter != 0; k++)
        if ((o[k].kind == STAR_SIG_SCALAR || o[k].kind == STAR_SIG_REAL) &&
            star_operand_is_scalar_result(&o[k]) == results)
            ranks_note(r, arg[k].i);
}

static StarStatus run(StarBackend *be, StarPrim prim, StarCell *arg) {
    Ranks *r = be->device;
    note(r, prim, arg, false);
    const StarStatus status = is_for_parts(r, prim, arg)
                                  ? ranks_prim[prim].run(r, prim, arg)
                                  : ranks_reference(r, prim, arg);
    if (status == STAR_OK)
        note(r, prim, arg, true);
    return status;
}

/* ---- Entries ---- */

#define PRIM(id, name, class, signature, sentence)               \
    static StarStatus run_##id(StarBackend *be, StarCell *arg) { \
        return run(be, STAR_PRIM_##id, arg);                     \
    }
#include "primitives.def"
#undef PRIM

static StarKernel *const entry[STAR_PRIM_COUNT] = {
#define PRIM(id, name, class, signature, sentence) run_##id,
#include "primitives.def"
#undef PRIM
};

/* ---- Attaching ---- */

static void close(StarBackend *be) {
    Ranks *r = be->device;
    void (*const close_host)(StarBackend *) = r->host.close;
    be->release = r->host.release;
    be->sync_to_host = NULL;
    be->device = NULL;
    be->mem->ranks = NULL;
    ranks_close_blocks(r);
    star_mem_free(be->mem, r, 1, sizeof *r);
    close_host(be);
}

static void attach(StarBackend *be, Ranks *r) {
    for (int p = 0; p < STAR_PRIM_COUNT; p++) {
        star_signature(star_prims[p].signature, r->operand[p]);
        r->rows[p] = ranks_row_operands(r->operand[p]);
        r->host.kernel[p] =
            be->kernel[p] != NULL ? be->kernel[p] : star_reference[p];
        if (r->host.kernel[p] != NULL)
            be->kernel[p] = entry[p];
    }
    r->host.close = be->close;
    r->host.release = be->release;
    r->host.transpose = be->transpose;
    r->host.run_loop = be->run_loop;
    r->host.run_pairs = be->run_pairs;
    be->close = close;
    be->release = release;
    be->sync_to_host = sync_to_host;
    be->transpose = transpose;
    be->run_loop = ranks_run_loop;
    be->run_pairs = ranks_run_pairs;
    be->device = r;
}

StarStatus star_ranks_attach(StarBackend *be, const StarTransport *t,
                             int64_t from) {
    Ranks *r = star_mem_alloc(be->mem, 1, sizeof *r);
    if (r == NULL)
        return STAR_MEMORY;
    r->be = be;
    r->transport = t;
    r->partition = (StarPartition){t->rank, t->ranks};
    r->from = from;
    be->mem->ranks = t;
    attach(be, r);
    return STAR_OK;
}

StarStatus star_ranks_compare(StarBackend *be) {
    return ranks_compare(be->device);
}

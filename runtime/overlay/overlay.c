/* SPDX-License-Identifier: MIT */
#include "overlay/overlay.h"

#include "primitives/reference.h"

/* ---- Attaching ---- */

void star_overlay_attach(StarBackend *be, StarOverlay *overlay,
                         StarKernel *const entry[STAR_PRIM_COUNT]) {
    overlay->ops = be->ops;
    for (int p = 0; p < STAR_PRIM_COUNT; p++) {
        star_signature(star_prims[p].signature, overlay->operand[p]);
        if (overlay->ops.kernel[p] == NULL)
            overlay->ops.kernel[p] = star_reference[p];
        if (overlay->ops.kernel[p] != NULL)
            be->ops.kernel[p] = entry[p];
    }
}

void star_overlay_detach(StarBackend *be, const StarOverlay *overlay) {
    be->ops = overlay->ops;
}

/* ---- What the backend below uses ---- */

static StarStatus fuse_sync(StarBackend *be, const StarCell *arg) {
    for (int k = 0; k < arg[1].fuse->operands; k++)
        STAR_TRY(star_object_sync(be, arg[2 + k].object, STAR_READ));
    return star_object_sync(be, arg[0].object, STAR_OVERWRITE);
}

StarStatus star_overlay_sync(StarBackend *be, const StarOverlay *overlay,
                             StarPrim prim, const StarCell *arg) {
    const StarOperand *o = overlay->operand[prim];
    if (be->resident == 0 || star_prim_asks_size(prim))
        return STAR_OK;
    if (prim == STAR_PRIM_FUSE)
        return fuse_sync(be, arg);
    for (int results = 0; results < 2; results++)
        for (int k = 0; k < STAR_MAX_OPERANDS; k++) {
            const StarAccess access = star_prim_overwrites(prim)
                                          ? STAR_OVERWRITE
                                          : (StarAccess)o[k].access;
            if (star_sig_has_bits(o[k].kind) &&
                (access == STAR_OVERWRITE) == results)
                STAR_TRY(star_object_sync(be, arg[k].object, access));
        }
    return STAR_OK;
}

StarStatus star_overlay_sync_loop(StarBackend *be, const StarPlan *loop,
                                  const StarCell *R) {
    for (int k = 0; k < loop->ops && be->resident > 0; k++) {
        const StarPlanOp *s = &loop->op[k];
        if (star_plan_writes_object(s))
            STAR_TRY(star_object_sync(be, R[s->target].object, STAR_CHANGE));
        for (int i = 0; i < s->fuse.operands; i++)
            STAR_TRY(
                star_object_sync(be, R[s->operand[i].cell].object, STAR_READ));
    }
    return STAR_OK;
}

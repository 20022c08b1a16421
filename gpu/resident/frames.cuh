/* SPDX-License-Identifier: MIT */
/* Frames, references and arrays of the resident interpreter. */
#ifndef STAR_RESIDENT_FRAMES_CUH
#define STAR_RESIDENT_FRAMES_CUH

#include "resident/unit.cuh"

/* The pool at the beginning. */
DEVICE Pool pool_of(const ResidentJob *job, ResidentObject *object, int64_t objects) {
    Pool p;
    p.object = object;
    p.given = job->given;
    p.room = job->object_room;
    p.objects = objects;
    p.arena = job->arena;
    p.words = job->arena_words;
    p.used = 0;
    p.freed = 0;
    return p;
}

/* ---- Frames ---- */

/* The number of the cell that a reference of the machine means, or -1. */
DEVICE int64_t cell_of(const Unit *u, int64_t reference) {
    const uint64_t at = (uint64_t)(reference - u->job->stack) / sizeof(int64_t);
    return at < (uint64_t)u->job->cell_room ? (int64_t)at : -1;
}

/* The frame `levels` out from one, or -1. */
DEVICE int64_t outward(const Unit *u, int64_t base, int levels) {
    ROLLED for (; levels > 0 && base >= 0; levels--) base = cell_of(u, u->cell[base]);
    return base;
}

/* True if there is room for a call with its frame at cell `base`. */
DEVICE bool may_call(const Unit *u, const ResidentProc *p, int64_t base, int32_t calls,
                     int64_t depth) {
    const ResidentJob *job = u->job;
    return p->runs & (calls < RESIDENT_CALLS) & (depth < job->depth_room) &
           (job->stack_room - base >= job->frame_most) &
           (base + p->cells + p->room <= job->cell_room);
}

/* Begins a call that may be: makes what it owns. The body of a procedure with a kernel, which needs
 * that, is the host's to begin. False: the host does it. */
DEVICE bool call_proc(Unit *u, const ResidentProc *p, int64_t base, int64_t back, int32_t calls) {
    const ResidentJob *job = u->job;
    const int owned = p->native ? 0 : p->owned;
    if (u->objects + owned > job->object_room)
        return false;
    ROLLED for (int k = 0; k < owned; k++) {
        const ResidentOwn own = job->own[p->own + k];
        u->cell[base + own.cell] = own.none ? 0 : make_object(u->pool, own.kind, own.sizing);
    }
    if (owned > 0)
        u->objects = (int)u->pool->objects;
    sync_warp();
    u->call[calls].back = (int32_t)back;
    u->call[calls].base = (int32_t)base;
    u->call[calls].proc = p;
    u->call[calls].owned = owned;
    sync_warp();
    return true;
}

/* Frees what a call made. */
DEVICE void leave_proc(Unit *u, const ResidentCall *c) {
    ROLLED for (int k = c->owned > 0 ? c->proc->lasting : 0; k < c->owned; k++)
        free_object(u->pool, u->cell[c->base + u->job->own[c->proc->own + k].cell]);
}

/* ---- Arrays ---- */

/* The position of an element of an array of one or two dimensions; -1 if the index is out of
 * bounds, or the device has no elements. */
DEVICE int64_t element_of(Unit *u, int64_t number, int dims, int64_t i, int64_t j,
                          ResidentObject **array) {
    ResidentObject *a = object_of(u, number);
    *array = a;
    if (a == NULL || a->word[0] == NULL || a->kind != STAR_ARRAY) {
        u->end = RESIDENT_ARRAY;
        return -1;
    }
    const uint64_t k = (uint64_t)i - (uint64_t)a->stride[0];
    if (k >= (uint64_t)a->size[0])
        return -1;
    if (dims == 1)
        return (int64_t)k;
    const uint64_t l = (uint64_t)j - (uint64_t)a->stride[1];
    return l < (uint64_t)a->size[1] ? (int64_t)(k * (uint64_t)a->size[1] + l) : -1;
}

/* *value := an element, as a cell has it; false: it is not there, or has no value. */
DEVICE bool load(Unit *u, int element, int64_t number, int dims, int64_t i, int64_t j,
                 int64_t *value) {
    ResidentObject *a;
    const int64_t k = element_of(u, number, dims, i, j, &a);
    if (k < 0)
        return false;
    before_across(u, a);
    const void *at = a->word[0];
    union {
        double real;
        int64_t bits;
    } x;
    switch (element) {
    case STAR_ELEM_INT: *value = ((const int64_t *)at)[k]; return *value != STAR_UNDEFINED_INT;
    case STAR_ELEM_REAL:
        *value = ((const int64_t *)at)[k];
        return (uint64_t)*value != STAR_UNDEFINED_REAL;
    case STAR_ELEM_BYTE: *value = ((const uint8_t *)at)[k]; return *value != UINT8_MAX;
    case STAR_ELEM_SHORT: *value = ((const int16_t *)at)[k]; return *value != INT16_MIN;
    case STAR_ELEM_LONG: *value = ((const int32_t *)at)[k]; return *value != INT32_MIN;
    default:
        x.real = ((const float *)at)[k];
        *value = x.bits;
        return ((const int32_t *)at)[k] != STAR_UNDEFINED_SINGLE;
    }
}

/* An element := a value, as a cell has it. */
DEVICE bool store(Unit *u, int element, int64_t number, int dims, int64_t i, int64_t j,
                  int64_t value) {
    ResidentObject *a;
    const int64_t k = element_of(u, number, dims, i, j, &a);
    if (k < 0)
        return false;
    before_write(u, a);
    if (owns(0)) {
        void *at = a->word[0];
        union {
            int64_t bits;
            double real;
        } x;
        x.bits = value;
        switch (element) {
        case STAR_ELEM_INT:
        case STAR_ELEM_REAL: ((int64_t *)at)[k] = value; break;
        case STAR_ELEM_BYTE: ((uint8_t *)at)[k] = (uint8_t)value; break;
        case STAR_ELEM_SHORT: ((int16_t *)at)[k] = (int16_t)value; break;
        case STAR_ELEM_LONG: ((int32_t *)at)[k] = (int32_t)value; break;
        default: ((float *)at)[k] = (float)x.real;
        }
    }
    sync_warp();
    a->written = u->barriers;
    a->changed = 1;
    sync_warp();
    return true;
}

#endif

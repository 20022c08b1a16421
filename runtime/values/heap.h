/* SPDX-License-Identifier: MIT */
/* The variables that new makes: records, found by pointers that can tell
 * when what they point to is gone; and references, also to variants. */
#ifndef STAR_HEAP_H
#define STAR_HEAP_H

#include "values/object.h"

/* A place for one variable at a time. Each has its own generation, which a
 * pointer to it holds in its upper half, above the number of the slot. */
typedef struct StarHeapSlot {
    StarRecord *record;
    uint32_t generation;
    uint32_t held; /* references to the variable that exist now */
    uint32_t next; /* in a list of slots */
} StarHeapSlot;

/* A reference to a dynamic variable, to a field of a variant, or to the buffer
 * of a file. */
typedef struct StarHold {
    StarObject *object; /* the record or the file; NULL: the slot */
    uint32_t number;    /* of the slot or the field */
} StarHold;

/* A reference exists while a with statement or a var parameter stands for
 * the variable or a part of it: it cannot be disposed of, nor can the file of
 * a buffer be altered. While pins are set, a caller may be reading an object of
 * it, so its memory is freed later. */
typedef struct StarHeap {
    StarHeapSlot *slot;
    uint32_t slots, room;
    uint32_t free;  /* list of slots without a variable */
    uint32_t dead;  /* list of slots whose memory is to be freed */
    StarHold *hold; /* the references, in the order of time */
    uint32_t holds, pins, hold_room;
} StarHeap;

#define STAR_NO_SLOT UINT32_MAX

/* Makes a heap without variables, which needs no memory. */
void star_heap_init(StarHeap *heap);

/* Frees all variables. */
void star_heap_free(StarBackend *be, StarHeap *heap);

/* Makes a record, which the heap then owns, a variable. */
StarStatus star_heap_new(StarBackend *be, StarHeap *heap, StarRecord *record,
                         int64_t *pointer);

/* Disposes of the variable, which new made with variants for `tied` parts. */
StarStatus star_heap_dispose(StarBackend *be, StarHeap *heap, int64_t pointer,
                             unsigned tied);

/* Notes a reference to the variable that the pointer points to. */
StarStatus star_heap_hold(StarBackend *be, StarHeap *heap, int64_t pointer);

/* Notes a reference to a field, in a variant that is or becomes active. */
StarStatus star_heap_refer(StarBackend *be, StarHeap *heap, StarRecord *record,
                           unsigned field);

/* Notes a reference to the buffer of a file. */
StarStatus star_heap_buffer(StarBackend *be, StarHeap *heap, StarFile *file);

/* Goes back to the first `holds` references, and to so many pins. */
void star_heap_keep(StarBackend *be, StarHeap *heap, uint32_t holds,
                    uint32_t pins);

/* Says why a pointer points to no variable. */
StarStatus star_heap_refuse(StarBackend *be, int64_t pointer, const char *name);

#include "values/heap_find.h"

#endif

/* SPDX-License-Identifier: MIT */
/* The variables of pointers, for heap.h and the text of programs that are
 * built.
 */
#ifndef STAR_HEAP_FIND_H
#define STAR_HEAP_FIND_H

#define STAR_NIL_POINTER INT64_C(0)

/* The variable, or NULL: the pointer is nil or dangling. */
static inline StarRecord *star_heap_find(const StarHeap *heap,
                                         int64_t pointer) {
    uint32_t k = (uint32_t)pointer;
    return k < heap->slots && heap->slot[k].generation == pointer >> 32
               ? heap->slot[k].record
               : NULL;
}

/* True if a pointer is nil or points to a variable. */
static inline bool star_heap_live(const StarHeap *heap, int64_t pointer) {
    uint32_t k = (uint32_t)pointer;
    return pointer == STAR_NIL_POINTER ||
           (k < heap->slots && heap->slot[k].generation == pointer >> 32);
}

#endif

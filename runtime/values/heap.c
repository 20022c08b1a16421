/* SPDX-License-Identifier: MIT */
#include "values/heap.h"

#include "backend.h"
#include "values/kinds.h"

void star_heap_init(StarHeap *heap) {
    *heap = (StarHeap){.free = STAR_NO_SLOT, .dead = STAR_NO_SLOT};
}

void star_heap_free(StarBackend *be, StarHeap *heap) {
    for (uint32_t k = 0; k < heap->slots; k++)
        star_object_free(be, (StarObject *)heap->slot[k].record);
    star_mem_free(be->mem, heap->slot, heap->room, sizeof *heap->slot);
    star_mem_free(be->mem, heap->hold, heap->hold_room, sizeof *heap->hold);
    star_heap_init(heap);
}

/* Makes room for one more. */
static StarStatus grow(StarBackend *be, void **array, uint32_t count,
                       uint32_t *room, size_t size) {
    const uint32_t more = *room ? 2 * *room : 16;
    void *block;
    if (count < *room)
        return STAR_OK;
    if (more <= *room)
        return star_raise(be->mem->error, MSG_VARIABLES_FULL(count));
    block = star_mem_move(be->mem, *array, count, *room, more, size);
    if (block == NULL)
        return STAR_MEMORY;
    *array = block;
    *room = more;
    return STAR_OK;
}

StarStatus star_heap_new(StarBackend *be, StarHeap *heap, StarRecord *record,
                         int64_t *pointer) {
    uint32_t k = heap->free;
    if (k == STAR_NO_SLOT) {
        void *slots = heap->slot;
        STAR_TRY(
            grow(be, &slots, heap->slots, &heap->room, sizeof *heap->slot));
        heap->slot = slots;
        k = heap->slots++;
        heap->slot[k].generation = 1;
    } else {
        heap->free = heap->slot[k].next;
    }
    heap->slot[k].record = record;
    heap->slot[k].held = 0;
    *pointer = (int64_t)heap->slot[k].generation << 32 | k;
    return STAR_OK;
}

/* Frees the memory of a variable that is gone. A slot whose generations are
 * used up rests. */
static void bury(StarBackend *be, StarHeap *heap, uint32_t k) {
    StarHeapSlot *slot = &heap->slot[k];
    star_object_free(be, (StarObject *)slot->record);
    slot->record = NULL;
    if (slot->generation == INT32_MAX)
        return;
    slot->next = heap->free;
    heap->free = k;
}

StarStatus star_heap_dispose(StarBackend *be, StarHeap *heap, int64_t pointer,
                             unsigned tied) {
    StarHeapSlot *slot = &heap->slot[(uint32_t)pointer];
    if (slot->held > 0)
        return star_raise(be->mem->error, MSG_VARIABLE_IN_USE());
    if (slot->record->tied != tied)
        return star_raise(be->mem->error,
                          MSG_TIED_OTHER_COUNT(slot->record->tied, tied));
    slot->generation++;
    if (heap->pins == 0) {
        bury(be, heap, (uint32_t)pointer);
    } else {
        slot->next = heap->dead;
        heap->dead = (uint32_t)pointer;
    }
    return STAR_OK;
}

static StarStatus push(StarBackend *be, StarHeap *heap, StarHold reference) {
    void *hold = heap->hold;
    STAR_TRY(
        grow(be, &hold, heap->holds, &heap->hold_room, sizeof *heap->hold));
    heap->hold = hold;
    heap->hold[heap->holds++] = reference;
    return STAR_OK;
}

StarStatus star_heap_hold(StarBackend *be, StarHeap *heap, int64_t pointer) {
    STAR_TRY(push(be, heap, (StarHold){NULL, (uint32_t)pointer}));
    heap->slot[(uint32_t)pointer].held++;
    return STAR_OK;
}

StarStatus star_heap_refer(StarBackend *be, StarHeap *heap, StarRecord *record,
                           unsigned field) {
    STAR_TRY(star_record_access(be, record, field, true));
    STAR_TRY(push(be, heap, (StarHold){&record->head, field}));
    star_record_refer(record, field, 1);
    return STAR_OK;
}

StarStatus star_heap_buffer(StarBackend *be, StarHeap *heap, StarFile *file) {
    STAR_TRY(push(be, heap, (StarHold){(StarObject *)file, 0}));
    star_file_refer(file, 1);
    return STAR_OK;
}

static void release(StarHeap *heap, StarHold reference) {
    StarObject *object = reference.object;
    if (object == NULL)
        heap->slot[reference.number].held--;
    else if (object->kind == STAR_FILE)
        star_file_refer((StarFile *)object, -1);
    else
        star_record_refer((StarRecord *)object, reference.number, -1);
}

void star_heap_keep(StarBackend *be, StarHeap *heap, uint32_t holds,
                    uint32_t pins) {
    while (heap->holds > holds)
        release(heap, heap->hold[--heap->holds]);
    heap->pins = pins;
    while (pins == 0 && heap->dead != STAR_NO_SLOT) {
        uint32_t k = heap->dead;
        heap->dead = heap->slot[k].next;
        bury(be, heap, k);
    }
}

StarStatus star_heap_refuse(StarBackend *be, int64_t pointer,
                            const char *name) {
    if (pointer == STAR_NIL_POINTER)
        return star_raise(be->mem->error, MSG_POINTER_NIL(name));
    return star_raise(be->mem->error, MSG_POINTER_DANGLING(name));
}

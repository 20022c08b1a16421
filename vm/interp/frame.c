/* SPDX-License-Identifier: MIT */
/* Objects that frames own: made when a procedure is called, freed when it
 * returns. */
#include "interp/exec.h"

/* Unsized; arrays, and records without a layout here, are made by their
 * instructions. */
static StarStatus make(StarMachine *m, const StarProc *proc, StarCell *cell) {
    for (unsigned k = proc->made; k < proc->owned; k++) {
        const StarCellInfo *info = &proc->cell[proc->own[k]];
        StarCell *own = &cell[proc->own[k]];
        StarSizing sizing = (StarSizing)info->sizing;
        if (info->kind == STAR_CELL_BITS)
            own->bits = star_bits_new(&m->be, sizing);
        else if (info->kind == STAR_CELL_TABLE)
            own->table = star_table_new(&m->be, sizing);
        else if (info->kind == STAR_CELL_STRING)
            own->string = star_string_new(&m->be, sizing);
        else if (info->kind == STAR_CELL_SET)
            own->set = star_set_new(&m->be, sizing);
        else if (info->kind == STAR_CELL_RECORD && info->layout == NULL)
            continue;
        else if (info->kind == STAR_CELL_RECORD)
            STAR_TRY(star_record_new(&m->be, info->layout, &own->record));
        else if (info->kind == STAR_CELL_FILE)
            own->file = star_file_new(&m->be);
        else if (info->name != NULL)
            own->array = star_array_view(&m->be); /* empty until NEWARR */
        else
            continue;
        if (own->object == NULL)
            return STAR_MEMORY;
    }
    exec_device_check(m); /* a record may have been copied */
    return STAR_OK;
}

StarStatus exec_own(StarMachine *m, const StarProc *proc, StarCell *cell) {
    for (unsigned k = proc->made; k < proc->owned; k++)
        cell[proc->own[k]].object = NULL;
    return m->program->code[proc->entry].op == STAR_OP_NATIVE && !proc->function
               ? STAR_OK
               : make(m, proc, cell);
}

StarStatus exec_declined(StarMachine *m, StarCell *cell) {
    const StarProc *proc = m->frame[m->depth - 1].proc;
    return proc->function ? STAR_OK : make(m, proc, cell);
}

void exec_leave(StarMachine *m) {
    const Frame *frame = &m->frame[m->depth - 1];
    if (m->heap.holds > frame->holds) /* left by goto or an error */
        star_heap_keep(&m->be, &m->heap, frame->holds, frame->pins);
    for (unsigned k = frame->proc->lasting; k < frame->proc->owned; k++)
        star_object_free(&m->be, frame->cell[frame->proc->own[k]].object);
}

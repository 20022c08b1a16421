/* SPDX-License-Identifier: MIT */
/* Objects that frames own: made when a procedure is called, freed when it
 * returns. */
#include "interp/exec.h"

/* Arrays without a name, and records without a layout here, are made by their
 * instructions. */
static bool is_made(const StarCellInfo *info) {
    return info->kind == STAR_CELL_RECORD  ? info->layout != NULL
           : info->kind == STAR_CELL_ARRAY ? info->name != NULL
                                           : true;
}

bool exec_makes(const StarProc *proc) {
    for (unsigned k = proc->made; k < proc->owned; k++)
        if (is_made(&proc->cell[proc->own[k]]))
            return true;
    return false;
}

/* Unsized; arrays are empty until their instructions. */
static StarStatus make(StarMachine *m, const StarCellInfo *info,
                       StarCell *own) {
    const StarSizing sizing = (StarSizing)info->sizing;
    own->object = NULL;
    if (info->kind == STAR_CELL_BITS)
        own->bits = star_bits_new(&m->be, sizing);
    else if (!is_made(info))
        return STAR_OK;
    else if (info->kind == STAR_CELL_TABLE)
        own->table = star_table_new(&m->be, sizing);
    else if (info->kind == STAR_CELL_STRING)
        own->string = star_string_new(&m->be, sizing);
    else if (info->kind == STAR_CELL_SET)
        own->set = star_set_new(&m->be, sizing);
    else if (info->kind == STAR_CELL_RECORD)
        return star_record_new(&m->be, info->layout, &own->record);
    else if (info->kind == STAR_CELL_FILE)
        own->file = star_file_new(&m->be);
    else
        own->array = star_array_none();
    return own->object != NULL ? STAR_OK : STAR_MEMORY;
}

/* Those behind one that could not be made are not there. */
static StarStatus make_all(StarMachine *m, const StarProc *proc,
                           StarCell *cell) {
    StarStatus status = STAR_OK;
    for (unsigned k = proc->made; k < proc->owned; k++) {
        const uint16_t own = proc->own[k];
        if (status == STAR_OK)
            status = make(m, &proc->cell[own], &cell[own]);
        else
            cell[own].object = NULL;
    }
    exec_device_check(m); /* a record may have been copied */
    return status;
}

StarStatus exec_own(StarMachine *m, const StarProc *proc, StarCell *cell) {
    if (m->program->code[proc->entry].op != STAR_OP_NATIVE || proc->function)
        return make_all(m, proc, cell);
    for (unsigned k = proc->made; k < proc->owned; k++)
        cell[proc->own[k]].object = NULL;
    return STAR_OK;
}

StarStatus exec_declined(StarMachine *m, StarCell *cell) {
    const StarProc *proc = m->frame[m->depth - 1].proc;
    return proc->function ? STAR_OK : make_all(m, proc, cell);
}

void exec_leave(StarMachine *m) {
    const Frame *frame = &m->frame[m->depth - 1];
    if (m->heap.holds > frame->holds) /* left by goto or an error */
        star_heap_keep(&m->be, &m->heap, frame->holds, frame->pins);
    for (unsigned k = frame->proc->lasting; k < frame->proc->owned; k++)
        star_object_free(&m->be, frame->cell[frame->proc->own[k]].object);
}

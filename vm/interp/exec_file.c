/* Files, and where input and output go. */
#include "io/file.h"

#include "interp/exec.h"

#define A (R[at->a])
#define B (R[at->b])

StarConsole *exec_to(StarMachine *m) {
    StarConsole *c = m->to;
    m->to = &m->console;
    return c;
}

StarConsole *exec_from(StarMachine *m) {
    StarConsole *c = m->from;
    m->from = &m->console;
    return c;
}

/* A program's parameter is the file that the command line names, if it
 * does. */
static void bind(const StarMachine *m, StarFile *f, unsigned number) {
    f->external = true;
    f->path = number < m->files ? m->file[number] : NULL;
}

/* Not inlined: only here is something for a stack protector. */
__attribute__((noinline)) static StarStatus
buffer(StarMachine *m, StarFile *f, StarCell *to, bool reads, bool object) {
    StarCell *cell;
    STAR_TRY(star_file_buffer(&m->be, f, reads, &cell));
    if (object)
        *to = *cell;
    else
        to->ref = cell;
    return STAR_OK;
}

static StarStatus run(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarBackend *be = &m->be;
    switch (at->op) {
    case STAR_OP_NEWFILE:
        return star_file_shape(be, A.file, at->b, R[at->c].object);
    case STAR_OP_STDFILE:
        star_file_standard(A.file, &m->console, at->b == 0);
        return STAR_OK;
    case STAR_OP_BIND: bind(m, A.file, at->b); return STAR_OK;
    case STAR_OP_FCLOSE: return star_file_close(be, A.file);
    case STAR_OP_RESET: return star_file_reset(be, A.file);
    case STAR_OP_REWRITE: return star_file_rewrite(be, A.file);
    case STAR_OP_FGET: return star_file_get(be, A.file);
    case STAR_OP_FPUT: return star_file_put(be, A.file);
    case STAR_OP_FBUF: return buffer(m, B.file, &A, at->c, false);
    case STAR_OP_FBUFO: return buffer(m, B.file, &A, at->c, true);
    case STAR_OP_FEOF: return star_file_eof(be, B.file, &A.i);
    case STAR_OP_TO:
        return star_file_text(be, A.file, STAR_FILE_WRITE, false, &m->to);
    case STAR_OP_FHOLD: return star_heap_buffer(be, &m->heap, A.file);
    default:
        return star_file_text(be, A.file, STAR_FILE_READ,
                              at[1].op == STAR_OP_EOLN, &m->from);
    }
}

/* The message names the file's variable. */
StarStatus exec_file(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarStatus status = run(m, at, R);
    bool second = at->op == STAR_OP_FBUF || at->op == STAR_OP_FBUFO ||
                  at->op == STAR_OP_FEOF;
    m->mem.outside |= (second ? B : A).file->stream != NULL;
    if (status != STAR_OK)
        star_subject(&m->error, exec_name(m, at, second ? at->b : at->a), NULL);
    return status;
}

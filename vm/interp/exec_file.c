/* SPDX-License-Identifier: MIT */
/* Files, and where input and output go. */
#include "io/file.h"

#include "interp/cells.h"

StarConsole *exec_to(StarMachine *m) {
    StarConsole *c = m->io.to;
    m->io.to = &m->io.console;
    return c;
}

StarConsole *exec_from(StarMachine *m) {
    StarConsole *c = m->io.from;
    m->io.from = &m->io.console;
    return c;
}

/* After an instruction on the file in a cell: a message names its variable. */
static StarStatus done(StarMachine *m, const StarInstr *at, const StarCell *R,
                       uint16_t cell, StarStatus status) {
    m->mem.outside |= R[cell].file->stream != NULL;
    if (status != STAR_OK)
        star_subject(&m->error, exec_name(m, at, cell), NULL);
    return status;
}

EXEC_CALL(NEWFILE, done(m, at, R, at->a,
                        star_file_shape(&m->be, A.file, at->b, C.object)))

StarStatus exec_STDFILE(StarMachine *m, const StarInstr *at, StarCell *R) {
    star_file_standard(A.file, &m->io.console, at->b == 0);
    return done(m, at, R, at->a, STAR_OK);
}

/* A program's parameter is the file that the command line names, if it
 * does. */
StarStatus exec_BIND(StarMachine *m, const StarInstr *at, StarCell *R) {
    A.file->external = true;
    A.file->path = at->b < m->io.files ? m->io.file[at->b] : NULL;
    return done(m, at, R, at->a, STAR_OK);
}

EXEC_CALL(FCLOSE, done(m, at, R, at->a, star_file_close(&m->be, A.file)))
EXEC_CALL(RESET, done(m, at, R, at->a, star_file_reset(&m->be, A.file)))
EXEC_CALL(REWRITE, done(m, at, R, at->a, star_file_rewrite(&m->be, A.file)))
EXEC_CALL(FPUT, done(m, at, R, at->a, star_file_put(&m->be, A.file)))

StarStatus exec_FGET(StarMachine *m, const StarInstr *at, StarCell *R) {
    return exec_function(m,
                         done(m, at, R, at->a, star_file_get(&m->be, A.file)));
}

StarStatus exec_FBUF(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarFile *f = B.file;
    A.ref = &f->buffer;
    return exec_function(
        m, done(m, at, R, at->b, star_file_buffer(&m->be, f, at->c)));
}

StarStatus exec_FBUFO(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarFile *f = B.file;
    A.object = f->buffer.object;
    return done(m, at, R, at->b, star_file_buffer(&m->be, f, at->c));
}

EXEC_CALL(FHOLD,
          done(m, at, R, at->a, star_heap_buffer(&m->be, &m->heap, A.file)))
EXEC_CALL(FEOF, done(m, at, R, at->b, star_file_eof(&m->be, B.file, &A.i)))
EXEC_CALL(TO, done(m, at, R, at->a,
                   star_file_text(&m->be, A.file, STAR_FILE_WRITE, false,
                                  &m->io.to)))

StarStatus exec_FROM(StarMachine *m, const StarInstr *at, StarCell *R) {
    const bool eoln = at[1].op == STAR_OP_EOLN;
    return done(
        m, at, R, at->a,
        star_file_text(&m->be, A.file, STAR_FILE_READ, eoln, &m->io.from));
}

/* SPDX-License-Identifier: MIT */
/* Instructions that write, read, load and save. */
#include <stdio.h>
#include <string.h>

#include "interp/cells.h"
#include "io/formats/matrix.h"
#include "values/table.h"

static int64_t width(const StarCell *R, uint16_t cell) {
    return cell == STAR_NO_CELL ? STAR_NO_WIDTH : R[cell].i;
}

EXEC_CALL(WRITEI, star_write_integer(exec_to(m), A.i, width(R, at->b)))
EXEC_CALL(WRITER,
          star_write_real(exec_to(m), A.r, width(R, at->b), width(R, at->c)))
EXEC_CALL(WRITEC, star_write_char(exec_to(m), (char)A.i, width(R, at->b)))
EXEC_CALL(WRITEB, star_write_text(exec_to(m), A.i ? "true" : "false",
                                  A.i ? 4 : 5, width(R, at->b)))

StarStatus exec_WRITES(StarMachine *m, const StarInstr *at, StarCell *R) {
    StarConsole *c = exec_to(m);
    STAR_TRY(exec_check_string(m, at, at->a, A.string));
    return star_write_text(c, A.string->text, A.string->length,
                           width(R, at->b));
}

StarStatus exec_WRITEL(StarMachine *m, const StarInstr *at, StarCell *R) {
    const StarStatus status =
        star_write_line(exec_to(m), A.bits, width(R, at->b));
    return status == STAR_NOSIZE ? exec_unsized(m, at) : status;
}

StarStatus exec_WRITET(StarMachine *m, const StarInstr *at, StarCell *R) {
    const StarStatus status =
        star_write_table(exec_to(m), &m->be, A.table, width(R, at->b));
    return status == STAR_NOSIZE ? exec_unsized(m, at) : status;
}

EXEC_CALL(READI, star_read_integer(exec_from(m), &A.i))
EXEC_CALL(READR, star_read_real(exec_from(m), &A.r))
EXEC_CALL(READC, star_read_char(exec_from(m), &A.i))
EXEC_CALL(READS, star_read_string(exec_from(m), &m->be, A.string))
EXEC_CALL(READL, star_read_line(exec_from(m), &m->be, A.bits))
EXEC_CALL(READT, star_read_table(exec_from(m), &m->be, A.table))

enum { PATH = 4096, COLUMNS = 1024 };

/* The path of a file, and the end of it that came from the program, if no link
 * may be followed there; else NULL. */
typedef struct Path {
    char text[PATH];
    const char *strange;
} Path;

static StarStatus may_open(StarMachine *m, Path *path, bool read) {
    const StarPermit may =
        m->io.may_open == NULL
            ? STAR_PERMIT_ANY
            : m->io.may_open(m->io.console.context, path->text);
    if (may == STAR_PERMIT_ANY)
        path->strange = NULL;
    if (may == STAR_PERMIT_ANY || (may == STAR_PERMIT_BENEATH && read))
        return STAR_OK;
    return may == STAR_PERMIT_NONE
               ? star_raise(&m->error, MSG_OPEN_FORBIDDEN(path->text))
               : star_raise(&m->error, MSG_WRITE_FORBIDDEN(path->text));
}

/* Makes the path of a file to be read or written: one that is relative begins
 * at the machine's folder. */
static StarStatus file_path(StarMachine *m, const StarString *name, bool read,
                            Path *path) {
    const char *folder = m->io.folder != NULL ? m->io.folder : "";
    const char *slash = "/";
    if (*folder == '\0' || (name->length > 0 && name->text[0] == '/'))
        folder = slash = "";
    const size_t before = strlen(folder) + strlen(slash);
    const size_t length = (size_t)name->length;
    if (before + length >= PATH || length == 0 ||
        memchr(name->text, '\0', length) != NULL)
        return star_raise(&m->error, MSG_NO_FILE_NAME(name->length));
    snprintf(path->text, PATH, "%s%s%.*s", folder, slash, (int)length,
             name->text);
    path->strange = path->text + before;
    return may_open(m, path, read);
}

static bool is_end(int layout) {
    return layout == STAR_LAYOUT_LEFT || layout == STAR_LAYOUT_RIGHT;
}

/* Edges have no direction: either end may be called left. */
bool exec_fits_layout(const StarTable *t, int needed) {
    const int layout = t->layout - 1;
    return layout < 0 || layout == needed || needed == STAR_LAYOUT_COUNT ||
           (is_end(layout) && is_end(needed));
}

/* Tables whose vertices have no names agree with all others. */
bool exec_other_vertices(const StarInstr *at, const StarCell *R,
                         uint16_t pair[2]) {
    const StarNames *first = NULL;
    if (at->op == STAR_OP_NATIVE)
        at += 1 + at->c;
    for (; at->op == STAR_OP_LAYOUT; at++) {
        const StarNames *names = R[at->a].table->names;
        if (names == NULL)
            continue;
        pair[first != NULL] = at->a;
        if (first == NULL)
            first = names;
        else if (!star_names_agree(first, names))
            return true;
    }
    return false;
}

static StarStatus same_vertices(StarMachine *m, const StarInstr *at,
                                const StarCell *R) {
    const StarCellInfo *cell = m->frame[m->depth - 1].proc->cell;
    uint16_t pair[2];
    if (!exec_other_vertices(at, R, pair))
        return STAR_OK;
    return exec_wrong_vertices(m, cell[pair[0]].name, R[pair[0]].table->names,
                               cell[pair[1]].name, R[pair[1]].table->names);
}

/* Weights that are those of a file still. */
static bool is_weights(StarMachine *m, StarTable *t) {
    const int layout = star_table_layout(&m->be, t);
    return layout == STAR_LAYOUT_WEIGHTS || layout == STAR_LAYOUT_WEIGHT;
}

/* Of the weights in table a and those behind it. */
static StarStatus same_scale(StarMachine *m, const StarInstr *at,
                             const StarCell *R) {
    const StarCellInfo *cell = m->frame[m->depth - 1].proc->cell;
    for (const StarInstr *k = at + 1; k->op == STAR_OP_LAYOUT; k++)
        if (A.table->decimals != R[k->a].table->decimals &&
            is_weights(m, A.table) && is_weights(m, R[k->a].table))
            return star_raise(
                &m->error, MSG_OTHER_SCALE(cell[at->a].name, cell[k->a].name));
    return STAR_OK;
}

StarStatus exec_LAYOUT(StarMachine *m, const StarInstr *at, StarCell *R) {
    const StarProc *proc = m->frame[m->depth - 1].proc;
    STAR_TRY(same_vertices(m, at, R));
    STAR_TRY(same_scale(m, at, R));
    if (exec_fits_layout(A.table, at->b))
        return STAR_OK;
    const int layout = star_table_layout(&m->be, A.table);
    return layout < 0 ? STAR_OK
                      : exec_wrong_layout(m, proc->cell[at->a].name, layout,
                                          proc->name, at->b);
}

StarStatus exec_load(StarMachine *m, const StarInstr *at, StarCell *R) {
    const bool wide = at->c / STAR_LAYOUT_WIDE % 2 != 0;
    const StarString *columns = R[at[1].b].string;
    char text[COLUMNS];
    const int64_t bits = wide ? R[at[1].a].i : 0;
    StarError warning = {.status = STAR_OK};
    Path path;
    if (wide && (bits < 1 || bits > STAR_WEIGHT_BITS))
        return star_raise(&m->error, MSG_WEIGHT_BITS(STAR_WEIGHT_BITS, bits));
    STAR_TRY(exec_check_string(m, at, at->b, B.string));
    STAR_TRY(file_path(m, B.string, true, &path));
    snprintf(text, sizeof text, "%.*s", (int)columns->length, columns->text);
    const StarTableFile file = {
        .path = path.text,
        .strange = path.strange,
        .layout = (StarGraphLayout)(at->c % STAR_LAYOUT_COMPACT),
        .kind = (StarTableKind)(at->c / STAR_LAYOUT_KIND % 4),
        .columns = at->c / STAR_LAYOUT_COLUMNS % 2 != 0 ? text : NULL,
        .bits = bits,
        .decimals = at->c / STAR_LAYOUT_SCALE,
        .compact = at->c / STAR_LAYOUT_COMPACT % 2 != 0,
        .image = at->c / STAR_LAYOUT_IMAGE % 4,
        .warning = &warning};
    STAR_TRY(star_table_load(&m->be, A.table, &file));
    exec_warn(m, at, &warning);
    return STAR_OK;
}

StarStatus exec_FSAVE(StarMachine *m, const StarInstr *at, StarCell *R) {
    Path path;
    STAR_TRY(exec_check_string(m, at, at->b, B.string));
    STAR_TRY(file_path(m, B.string, false, &path));
    return star_table_save(&m->be, A.table, path.text, (StarFormat)at->c);
}

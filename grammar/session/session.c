/* SPDX-License-Identifier: MIT */
/* Each entry is a block within the one before it, so that its names hide
 * theirs, at level 0; its statements become procedure 0 of the same program,
 * in a frame whose first cells are the globals. */
#include "session/session_inside.h"

#include <string.h>

/* A garbage collection is due when so many bytes more are in use. */
enum { GC_BYTES = 1000000 };

/* ---- Going on and going back ---- */

static Extent extent_of(const StarProgram *p) {
    return (Extent){p->length, p->constants, p->plans, p->notes};
}

static void cut(StarProgram *p, const Extent *to) {
    while (p->constants > to->constants)
        star_constant_free(p->arena.mem, &p->constant[--p->constants]);
    p->length = to->length;
    p->plans = to->plans;
    p->notes = to->notes;
}

/* The frame as it is between entries. */
static void rest(StarSession *s) {
    Routine *r = &s->globals;
    for (int own = 0; own < 2; own++)
        for (int k = 0; k < KINDS; k++)
            r->pool[own][k].count = r->pool[own][k].used = 0;
    r->cells = s->cells;
    r->owned = s->owned;
    r->made = r->lasting = (uint16_t)s->owned;
    r->arguments = r->holds = r->pins = 0;
}

/* Frees the tree of the last entry: nothing refers to it. */
static void forget(StarSession *s) {
    StarProgram *p = s->c.program;
    arena_release(&s->trees, s->from);
    star_source_cut(&p->sources, s->before.files);
    p->name = NULL;
    if (p->procs > 0)
        p->proc[0].name = "program";
}

/* Drops the last entry but for the declarations that stay. */
static void settle(StarSession *s) {
    StarProgram *p = s->c.program;
    star_machine_settle(s->machine, p);
    arena_free(&s->scratch);
    cut(p, &s->extent);
    rest(s);
    s->value = -1;
    s->ran = s->wants_room = false;
    s->c.diag.count = s->c.diag.errors = s->c.diag.warnings = 0;
    if (!s->stays)
        forget(s);
    s->stays = true;
}

/* Procedure 0, the last entry, becomes an empty one. */
void star_session_gc(StarSession *s) {
    StarProgram *p = s->c.program;
    settle(s);
    session_gc(s);
    rest(s);
    s->extent = extent_of(p);
    p->proc[0] = (StarProc){.name = p->proc[0].name,
                            .entry = p->length,
                            .end = p->length,
                            .cells = (uint16_t)s->cells,
                            .own = s->globals.own,
                            .owned = (uint16_t)s->owned,
                            .made = (uint16_t)s->owned,
                            .lasting = (uint16_t)s->owned,
                            .cell = s->globals.cell};
    s->collected = p->arena.mem->used;
}

/* Collections are rare enough to cost a fraction of the work between them, and
 * frequent enough to leave half of the memory up to the limit free. */
static bool is_due(const StarSession *s) {
    const StarMem *mem = s->c.program->arena.mem;
    const size_t before = s->collected;
    const size_t room = mem->limit > before ? (mem->limit - before) / 2 : 0;
    const size_t more = before + GC_BYTES < room ? before + GC_BYTES : room;
    return mem->used > before && mem->used - before > more;
}

static void begin(StarSession *s) {
    Compiler *c = &s->c;
    StarProgram *p = c->program;
    settle(s);
    s->stays = false;
    s->from = arena_mark(&s->trees);
    s->before = (Before){s->extent,
                         p->procs,
                         p->sources.count,
                         c->units,
                         c->sema.scope.entries,
                         c->sema.scope.block};
    c->blocks = c->sema.visible.units = 0;
    c->depth = 0;
    c->emit.r = &s->globals;
    c->emit.renewals = 0;
    c->emit.pointers = NULL;
    c->emit.constants = s->extent.constants;
}

/* The entry leaves no trace but its text, for the messages. */
static void undo(StarSession *s) {
    Compiler *c = &s->c;
    StarProgram *p = c->program;
    const Scope *scope = &c->sema.scope;
    while (c->emit.renewals > 0) {
        const Renewal *old = &c->emit.renewed[--c->emit.renewals];
        p->proc[old->number] = old->proc;
    }
    p->procs = s->before.procs;
    c->units = s->before.units;
    scope_cut(&c->sema.scope, s->before.entries, s->before.block);
    c->sema.scope.view = scope_program;
    for (uint32_t k = 0; k < scope->entries; k++) {
        Decl *d = scope->entered[k];
        d->uses.is_for = false;
        if (d->uses.threat != NULL &&
            d->uses.threat->span.file >= s->before.files)
            d->uses.threat = NULL;
    }
    s->extent = s->before.extent;
    s->value = -1;
    s->stays = false;
    if (p->procs > 0)
        p->proc[0].owned = p->proc[0].made = p->proc[0].lasting =
            (uint16_t)s->owned;
}

/* A hidden variable is unreachable unless a procedure uses it. */
static void release(StarSession *s, const Decl *hidden) {
    StarCell *cell = star_machine_globals(s->machine);
    if (hidden == NULL || hidden->kind != DECL_VAR || !hidden->scope.entry ||
        hidden->uses.captured || !type_object(hidden->type))
        return;
    star_object_free(star_machine_backend(s->machine),
                     cell[hidden->cell].object);
    cell[hidden->cell].object = NULL;
}

/* No instruction of a later entry is where one of these leads to. */
static void forget_labels(StarSession *s) {
    StarProgram *p = s->c.program;
    for (uint32_t k = s->before.extent.length; k < s->extent.length; k++)
        if (p->code[k].op == STAR_OP_GOTO && p->code[k].a == 0)
            p->code[k].b = p->code[k].c = UINT16_MAX;
}

/* The declarations of the entry stay; its labels do not. */
static void keep(StarSession *s, const Block *last) {
    forget_labels(s);
    for (Decl *d = last->decls; d != NULL; d = d->next)
        if (d->kind == DECL_LABEL)
            scope_hide(d);
        else
            release(s, d->scope.shadowed);
    s->owned = s->globals.lasting;
    s->cells = s->more_cells;
}

/* ---- Compiling and running ---- */

/* True if the verifier accepts the code of the entry. */
static bool verify(const StarSession *s) {
    const StarProgram *p = s->c.program;
    const Emit *e = &s->c.emit;
    StarError error;
    StarMem mem = star_mem_beside(p->arena.mem, &error);
    bool passed = star_verify_proc(p, 0, &mem) == STAR_OK &&
                  star_verify_more(p, s->before.procs, &mem) == STAR_OK;
    for (uint32_t k = 0; k < e->renewals && passed; k++)
        passed = star_verify_proc(p, e->renewed[k].number, &mem) == STAR_OK;
    return passed;
}

static void compile(StarSession *s, Expr *value) {
    Compiler *c = &s->c;
    StarProgram *p = c->program;
    compiler_emit(c);
    emit_routines(&c->emit, c->block, (int)c->blocks);
    s->extent = extent_of(p);
    s->more_cells = s->globals.cells;
    Cell cell = emit_run(&c->emit, c->block, (int)c->blocks, value);
    s->value = value != NULL ? (int)cell : -1;
    p->verified = c->diag.errors == 0 && verify(s);
}

static void add_report(StarSession *s, const StarReport *report) {
    Diag *d = &s->c.diag;
    d->report[d->count++] = *report;
}

static StarStatus refuse(StarSession *s) {
    const Diag *d = &s->c.diag;
    const StarStatus stopped = star_machine_expect_none(s->machine);
    int k = 0;
    undo(s);
    compiler_drop_guesses(&s->c.diag);
    while (d->report[k].severity != STAR_ERROR)
        k++;
    s->wants_room = stopped == STAR_OK && d->report[k].status == STAR_TOOBIG;
    return d->report[k].status;
}

static StarStatus report(StarSession *s, StarStatus status) {
    if (status != STAR_OK) {
        s->value = -1;
        add_report(s, star_machine_report(s->machine));
    }
    return status;
}

/* Other values than objects are read. */
static bool is_known(const StarSession *s) {
    const StarObject *object;
    if (s->entry.value == NULL || !type_object(s->entry.value->type))
        return true;
    object = star_machine_globals(s->machine)[s->value].object;
    return object != NULL && object->sizing != STAR_UNSIZED;
}

static StarStatus begin_run(StarSession *s, const Block *last) {
    if (s->saved)
        session_note(s);
    s->ran = true;
    s->last = last;
    star_machine_begin(s->machine, s->c.program, NULL, NULL);
    return STAR_OK;
}

static StarStatus end_run(StarSession *s) {
    const StarStatus status = star_machine_end(s->machine);
    if (star_machine_begun(s->machine))
        keep(s, s->last);
    else
        undo(s);
    if (s->saved)
        session_noted(s, status, status != STAR_OK || is_known(s));
    return report(s, status);
}

static StarStatus enter(StarSession *s, const char *name, const char *text,
                        size_t length) {
    Expr *value = NULL;
    const Block *last = session_read(s, name, text, length, &value);
    if (last != NULL)
        compile(s, value);
    return s->c.diag.errors > 0 ? refuse(s) : begin_run(s, last);
}

/* Ends an entry whose memory was exhausted: the arena has jumped here. */
static StarStatus exhausted(StarSession *s) {
    const StarStatus why = star_machine_expect_none(s->machine);
    const StarReport report = {.severity = STAR_ERROR,
                               .status = why != STAR_OK ? why : STAR_MEMORY,
                               .text = s->c.program->arena.mem->error->text};
    undo(s);
    s->c.diag.count = 0;
    add_report(s, &report);
    s->wants_room = why == STAR_OK && !s->ran;
    return report.status;
}

void session_guard(StarSession *s, jmp_buf *jump) {
    s->scratch.exhausted = s->trees.exhausted = jump;
    s->c.program->arena.exhausted = jump;
}

static StarStatus try_to_enter(StarSession *s, const char *name,
                               const char *text, size_t length) {
    jmp_buf jump;
    star_machine_expect(s->machine);
    begin(s);
    session_guard(s, &jump);
    if (setjmp(jump) != 0)
        return exhausted(s);
    return enter(s, name, text, length);
}

StarStatus star_session_begin(StarSession *s, const char *name,
                              const char *text, size_t length) {
    if (is_due(s))
        star_session_gc(s);
    StarStatus status = try_to_enter(s, name, text, length);
    if (s->wants_room) {
        star_session_gc(s);
        status = try_to_enter(s, name, text, length);
    }
    return status;
}

bool star_session_advance(StarSession *s, int64_t steps) {
    return star_machine_advance(s->machine, steps);
}

StarStatus star_session_end(StarSession *s) {
    jmp_buf jump;
    session_guard(s, &jump);
    return setjmp(jump) != 0 ? exhausted(s) : end_run(s);
}

StarStatus star_session_enter(StarSession *s, const char *name,
                              const char *text, size_t length) {
    STAR_TRY(star_session_begin(s, name, text, length));
    star_session_advance(s, INT64_MAX);
    return star_session_end(s);
}

/* An empty entry, in whose place the procedure is called. */
StarStatus star_session_call(StarSession *s, const StarProc *proc,
                             const StarCell *args) {
    Block nothing = {0}, *block = &nothing;
    jmp_buf jump;
    star_machine_expect(s->machine);
    begin(s);
    session_guard(s, &jump);
    if (setjmp(jump) != 0)
        return exhausted(s);
    emit_run(&s->c.emit, &block, 1, NULL);
    return report(s, star_machine_call(s->machine, s->c.program, proc, args));
}

/* ---- Making one ---- */

/* The first entry opens input and output. */
static StarStatus open(StarSession *s) {
    Compiler *c = &s->c;
    jmp_buf jump;
    session_guard(s, &jump);
    if (setjmp(jump) != 0)
        return STAR_MEMORY;
    c->scratch = &s->scratch;
    compiler_open(c);
    c->diag.report =
        arena_alloc(c->emit.arena, DIAG_MAX + 1, sizeof *c->diag.report);
    c->emit.arena = c->sema.arena = c->diag.arena = &s->trees;
    c->sema.session = c->sema.found.heap = c->sema.found.dispose = true;
    for (int k = 0; k < 2; k++)
        c->sema.scope.standard[k]->uses.used = true;
    begin(s);
    emit_globals(&c->emit, &s->globals);
    STAR_TRY(enter(s, "session", "", 0));
    star_session_advance(s, INT64_MAX);
    return end_run(s);
}

static StarStatus make(StarSession *s, StarMachine *machine,
                       const StarCompileOptions *options, bool saved) {
    StarMem *mem = star_machine_backend(machine)->mem;
    *s = (StarSession){.machine = machine,
                       .collected = mem->used,
                       .saved = saved,
                       .stays = true,
                       .row = 1,
                       .trees = {.mem = mem},
                       .scratch = {.mem = mem}};
    s->c = (Compiler){.program = compiler_program(mem), .options = options};
    if (s->c.program == NULL)
        return STAR_MEMORY;
    s->c.program->grows = true;
    return open(s);
}

StarSession *star_session_new(StarMachine *machine,
                              const StarCompileOptions *options, bool saved) {
    StarMem *mem = star_machine_backend(machine)->mem;
    StarSession *s = star_mem_alloc(mem, 1, sizeof *s);
    if (s == NULL || make(s, machine, options, saved) == STAR_OK)
        return s;
    star_session_free(s);
    return NULL;
}

void star_session_free(StarSession *s) {
    if (s == NULL)
        return;
    StarProgram *p = s->c.program;
    arena_free(&s->scratch);
    if (p != NULL && p->procs > 0)
        star_machine_forget(s->machine, p);
    star_program_free(p);
    arena_free(&s->trees);
    star_mem_free(star_machine_backend(s->machine)->mem, s, 1, sizeof *s);
}

void star_session_row(StarSession *s, int row) {
    s->row = row;
}

/* ---- Results ---- */

const StarReport *star_session_reports(const StarSession *s, int *count) {
    *count = s->c.diag.count;
    return s->c.diag.report;
}

const StarProgram *star_session_program(const StarSession *s) {
    return s->c.program;
}

StarCell *star_session_cells(const StarSession *s) {
    return star_machine_globals(s->machine);
}

int star_session_value(const StarSession *s) {
    return s->value;
}

static const char *type_of(StarSession *s, const char *text, size_t length) {
    Compiler *c = &s->c;
    const Expr *x = session_expression(s, text, length);
    if (c->diag.errors > 0) {
        refuse(s);
        return NULL;
    }
    undo(s);
    return type_name(c->emit.arena, x->type);
}

const char *star_session_type(StarSession *s, const char *text, size_t length) {
    jmp_buf jump;
    begin(s);
    session_guard(s, &jump);
    if (setjmp(jump) != 0) {
        exhausted(s);
        return NULL;
    }
    return type_of(s, text, length);
}

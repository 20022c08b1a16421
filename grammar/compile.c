/* SPDX-License-Identifier: MIT */
#include "compiler.h"

#include <stdio.h>
#include <string.h>

#include "library.h"
#include "syntax/parser.h"
#include "syntax/recovery/doubt.h"

static Module *load(Compiler *c, const char *path, const char *text,
                    size_t length, bool library);

static bool loaded(Compiler *c, Name unit) {
    for (uint32_t i = 0; i < c->units; i++)
        if (c->unit[i] == unit)
            return true;
    c->unit = arena_grow(&c->program->arena, c->unit, c->units, &c->unit_room,
                         sizeof *c->unit);
    c->unit[c->units++] = unit;
    return false;
}

static const StarUnit *unit_of_library(const char *name) {
    const StarUnit *u = star_units;
    while (u->name != NULL && strcmp(u->name, name) != 0)
        u++;
    return u->name != NULL ? u : NULL;
}

/* The library's unit that has this text, wherever it was read. */
static const StarUnit *unit_with(const char *text, size_t length) {
    const StarUnit *u = star_units;
    while (u->name != NULL &&
           (u->length != length || memcmp(u->text, text, length) != 0))
        u++;
    return u->name != NULL ? u : NULL;
}

/* Notes that a unit of the library is loaded; true if it was already. Its name
 * here differs from those of the program's units. */
static bool library_loaded(Compiler *c, const StarUnit *u, char path[64]) {
    snprintf(path, 64, "stdlib/%s.star", u->name);
    return loaded(c, names_intern(&c->names, path, strlen(path)));
}

/* The library is STAR, also under --strict. */
static void load_library(Compiler *c, const StarUnit *u) {
    const bool strict = c->diag.strict;
    char path[64];
    c->diag.strict = false;
    if (!library_loaded(c, u, path))
        load(c, path, u->text, u->length, true);
    c->diag.strict = strict;
}

/* The unit basic is there if a name of it is, or may be in blocks that are not
 * read yet. */
static void use_basic(Compiler *c, bool named) {
    for (const char *const *name = star_basic; *name != NULL; name++)
        if (named || names_find(&c->names, *name, strlen(*name)) != NULL) {
            load_library(c, unit_of_library("basic"));
            return;
        }
}

/* The library's unit whose name is almost this one, or NULL. */
static const char *similar_unit(Name name) {
    const char *best = NULL;
    int most = strlen(name) < 4 ? 1 : 2;
    for (const StarUnit *u = star_units; u->name != NULL; u++) {
        const int distance = names_distance(name, u->name, most);
        if (distance <= most) {
            best = u->name;
            most = distance - 1;
        }
    }
    return best;
}

/* The library's units use one another. A unit of the program hides one of the
 * library, a program does not. */
static void use(Compiler *c, const Decl *d, const char *from, bool library) {
    const StarUnit *ours = unit_of_library(d->name);
    StarUnitText text = {0};
    StarStatus found = STAR_UNIT;
    if (library) {
        load_library(c, ours);
        return;
    }
    for (int k = 0; k < c->depth; k++)
        if (c->opened[k] == d->name) {
            diag_error(&c->diag, d->span, MSG_UNITS_IN_CIRCLE(d->spelled));
            return;
        }
    if (loaded(c, d->name))
        return;
    if (c->options->find != NULL)
        found = c->options->find(c->options->context, d->name, from, &text);
    if (found == STAR_MEMORY)
        longjmp(*c->program->arena.exhausted, 1);
    if (found != STAR_OK && text.why != NULL) {
        diag_error(&c->diag, d->span, MSG_UNIT_UNUSABLE(d->spelled, text.why));
        return;
    }
    if (ours != NULL &&
        (found != STAR_OK ||
         parser_is_program(c->emit.arena, &c->names, text.text, text.length))) {
        load_library(c, ours);
        return;
    }
    if (found != STAR_OK) {
        StarReport *r = diag_error(&c->diag, d->span, MSG_NO_UNIT(d->spelled));
        diag_suggest(r, similar_unit(d->name));
        if (r->suggestion == NULL)
            diag_hint(&c->diag, r,
                      "a unit stands in the file %s.star beside "
                      "the one that uses it",
                      d->name);
        return;
    }
    if (c->depth == COMPILER_DEPTH) {
        diag_error(&c->diag, d->span, MSG_UNITS_NESTED(COMPILER_DEPTH));
        return;
    }
    c->opened[c->depth++] = d->name;
    const Module *m = load(c, text.path, text.text, text.length, false);
    c->depth--;
    if (m != NULL && m->program)
        diag_error(&c->diag, d->span, MSG_UNIT_IS_PROGRAM(d->spelled));
}

uint32_t compiler_source(Compiler *c, const char *path, const char *text,
                         size_t length) {
    uint32_t file;
    if (star_source_add(&c->program->sources, path, text, length, &file) !=
        STAR_OK)
        longjmp(*c->program->arena.exhausted, 1);
    return file;
}

static uint64_t bit_of(const StarUnit *u) {
    return (uint64_t)1 << (u - star_units);
}

/* A program's declarations are invisible to its units, and those of units to
 * the library. */
static ScopeView view_of(const Compiler *c, const Module *m,
                         const StarUnit *u) {
    uint64_t sees;
    if (u == NULL)
        return c->depth == 0 ? scope_program : scope_units;
    sees = bit_of(u) | bit_of(unit_of_library("basic"));
    for (const Decl *d = m->uses; d != NULL; d = d->next)
        sees |= bit_of(unit_of_library(d->name));
    return (ScopeView){bit_of(u), sees};
}

/* Notes which file each of the units is, by its path: FOLDER/NAME.star. */
static void note_units(Compiler *c, const Module *m) {
    const StarSources *sources = &c->program->sources;
    for (const Decl *d = m->uses; d != NULL; d = d->next)
        for (uint32_t k = 1; k < sources->count; k++) {
            const char *path = sources->file[k].path;
            const char *slash = strrchr(path, '/');
            const char *name = slash != NULL ? slash + 1 : path;
            const size_t length = strlen(d->name);
            if (strncmp(name, d->name, length) == 0 &&
                strcmp(name + length, ".star") == 0)
                xref_unit(c->sema.xref, d->span, k);
        }
}

/* A file with the text of a unit of the library is that unit. */
void compiler_check(Compiler *c, Module *m, uint32_t file) {
    StarProgram *p = c->program;
    const StarSource *source = &p->sources.file[file];
    const char *path = source->path, *text = source->text;
    const StarUnit *ours = unit_with(text, source->length);
    char name[64];
    p->sources.file[file].library = ours != NULL;
    if (ours != NULL)
        library_loaded(c, ours, name);
    use_basic(c, ours != NULL && ours->basic && c->lazy);
    for (const Decl *d = m->uses; d != NULL; d = d->next)
        use(c, d, path, ours != NULL);
    if (file == 0 && c->sema.xref != NULL)
        note_units(c, m);
    c->sema.module.text = text;
    c->sema.module.library = ours != NULL;
    c->sema.module.entry = c->sema.session && c->depth == 0 && ours == NULL;
    c->sema.module.lazy = ours != NULL && c->lazy;
    c->sema.scope.view = view_of(c, m, ours);
    sema_module(&c->sema, m);
    c->sema.scope.view = scope_program;
    c->block =
        arena_grow(&p->arena, c->block, c->blocks, &c->room, sizeof *c->block);
    c->block[c->blocks++] = m->block;
}

/* Checks a text with syntax errors, as it was corrected: what is in doubt is
 * not told. */
static void check_corrected(Compiler *c, Module *m, uint32_t file,
                            const Doubt *doubt) {
    Diag told = c->diag;
    c->diag = (Diag){.arena = told.arena, .strict = told.strict};
    compiler_check(c, m, file);
    for (int i = 0; i < c->diag.count; i++) {
        const StarReport *r = &c->diag.report[i];
        if (r->severity == STAR_ERROR &&
            (r->span.file != file || !doubt_has(doubt, r)))
            diag_add(&told, r);
    }
    c->diag = told;
    diag_sort(&c->diag, file);
}

/* A unit of the library has only names where only the procedures that are
 * called are needed. */
static Module *parse(Compiler *c, uint32_t file, bool names, Doubt *doubt) {
    StarProgram *p = c->program;
    const StarSource *source = &p->sources.file[file];
    const StarSpan all = {file, 0, (uint32_t)source->length};
    *doubt = (Doubt){0};
    return names ? parser_names_run(c->emit.arena, &c->diag, &c->names,
                                    source->text, all)
                 : parser_run(c->emit.arena, &c->diag, &c->names, source->text,
                              all, doubt);
}

/* Parses a file, loads and checks what it uses, then checks it. */
static Module *load(Compiler *c, const char *path, const char *text,
                    size_t length, bool library) {
    const uint32_t file = compiler_source(c, path, text, length);
    Doubt doubt;
    Module *m = parse(c, file, c->lazy && library, &doubt);
    if (m == NULL)
        return NULL;
    if (file == 0)
        c->lazy = m->program && !c->options->whole;
    c->sema.called = c->options->whole;
    if (doubt.errors)
        check_corrected(c, m, file, &doubt);
    else
        compiler_check(c, m, file);
    return m;
}

/* For front ends: the text, and the names that stand around its statements. */
static void note_text(Compiler *c, const Module *m) {
    const Scope *scope = &c->sema.scope;
    Xref *x = c->sema.xref;
    x->module = m;
    for (uint32_t k = 0; k < scope->entries; k++)
        sema_named(&c->sema, scope->entered[k]);
    x->visible_count = scope->entries;
    x->visible = arena_alloc(x->arena, scope->entries, sizeof *x->visible);
    for (uint32_t k = 0; k < scope->entries; k++)
        x->visible[k] = scope->entered[k];
}

/* Where there are errors, what seems unused may be used by what could not
 * be understood. */
void compiler_drop_guesses(Diag *d) {
    int kept = 0;
    d->warnings = 0;
    for (int i = 0; i < d->count; i++) {
        StarReport *r = &d->report[i];
        if (r->severity == STAR_WARNING && r->status != STAR_BRACES)
            continue;
        d->warnings += r->severity == STAR_WARNING;
        d->report[kept++] = *r;
    }
    d->count = kept;
}

/* Bytecode that the verifier refuses is an error of the compiler. It stays
 * unmarked, so that the machine verifies it again and reports the error. */
static void verify(Compiler *c) {
    StarError error;
    StarMem mem = star_mem_beside(c->program->arena.mem, &error);
    if (c->diag.errors == 0)
        c->program->verified =
            star_verify_compiled(c->program, &mem) == STAR_OK;
}

StarProgram *compiler_program(StarMem *mem) {
    StarProgram *p = star_mem_alloc(mem, 1, sizeof *p);
    if (p == NULL)
        return NULL;
    p->arena.mem = p->sources.mem = mem;
    return p;
}

void compiler_open(Compiler *c) {
    StarProgram *p = c->program;
    c->diag.arena = c->names.arena = &p->arena;
    sema_init(&c->sema, &p->arena, &c->diag, &c->names);
    c->emit = (Emit){.arena = &p->arena,
                     .lasting = &p->arena,
                     .scratch = c->scratch,
                     .diag = &c->diag,
                     .program = p,
                     .types = &c->sema.types,
                     .standard = c->sema.scope.standard};
}

void compiler_emit(Compiler *c) {
    Emit *e = &c->emit;
    e->optimize = !c->options->plain;
    e->heap = c->sema.found.heap;
    e->dispose = c->sema.found.dispose;
    e->count = c->options->count;
    e->watched = c->options->watched;
    e->loops = c->options->loops || c->options->xref != NULL;
    e->natives = c->program->natives = !c->options->bodies;
    e->charges = c->program->charges =
        e->natives && (e->count || c->options->profiled);
}

static void compile(Compiler *c, const char *path, const char *text,
                    size_t length) {
    StarProgram *p = c->program;
    compiler_open(c);
    c->diag.strict = c->options->strict;
    if (c->options->xref != NULL) {
        c->sema.xref = c->options->xref;
        *c->sema.xref = (Xref){.arena = &p->arena};
    }
    const Module *m = load(c, path, text, length, false);
    c->diag.strict = false;
    if (c->sema.xref != NULL)
        note_text(c, m);
    if (m != NULL && c->diag.errors == 0)
        sema_finish(&c->sema);
    if (m != NULL && c->diag.errors == 0) {
        compiler_emit(c);
        p->name = m->name;
        p->files = m->files;
        emit_program(&c->emit, c->block, (int)c->blocks);
        verify(c);
    }
    if (c->diag.errors > 0)
        compiler_drop_guesses(&c->diag);
    p->report = c->diag.report;
    p->reports = c->diag.count;
    p->errors = c->diag.errors;
    p->warnings = c->diag.warnings;
}

/* False if the memory did not suffice. Predeclared types stay with the program,
 * whose xref names them. */
static bool try_compile(StarProgram *p, Arena *scratch,
                        const StarCompileOptions *options, const char *path,
                        const char *text, size_t length) {
    jmp_buf exhausted;
    p->arena.exhausted = scratch->exhausted = &exhausted;
    if (setjmp(exhausted) != 0)
        return false;
    Compiler *c = arena_alloc(&p->arena, 1, sizeof *c);
    c->program = p;
    c->options = options;
    c->scratch = scratch;
    compile(c, path, text, length);
    return true;
}

StarProgram *star_compile(StarMem *mem, const StarCompileOptions *options,
                          const char *path, const char *text, size_t length) {
    StarProgram *p = compiler_program(mem);
    Arena scratch = {.mem = mem};
    const bool made =
        p != NULL && try_compile(p, &scratch, options, path, text, length);
    arena_free(&scratch);
    if (made)
        return p;
    star_program_free(p);
    return NULL;
}

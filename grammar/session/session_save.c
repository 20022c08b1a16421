/* A session as one program: the declarations of all entries, then their
 * statements. Every name means there what it meant in its entry:
 *
 * What another declaration hides gets a name that nothing else has. A size or
 * a bound that was computed becomes the number that it was. Where a procedure
 * has taken the place of another, each statement calls what stood there then:
 * all that calls the procedure is written once more, behind it.
 *
 *     proc p; begin 1 end               proc p_1; begin 1 end
 *     proc q; begin p end               proc q_1; begin p_1 end
 *     q                                 proc p; begin 2 end
 *     proc p; begin 2 end               proc q; begin p end
 *     q                                 begin q_1; q end.
 *
 * What nothing calls, and nobody could call any more, is left out. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "session/session_save.h"

const SessionEntry *save_entry(const Save *v) {
    return &v->session->entries[v->at];
}

const StarSource *save_source(const Save *v, uint32_t entry) {
    const uint32_t file = v->session->entries[entry].file;
    return &v->session->c.program->sources.file[file];
}

void save_refuse(Save *v, uint32_t entry, const char *why) {
    if (v->why == NULL)
        v->why =
            arena_printf(v->arena, "%s %s", save_source(v, entry)->path, why);
}

static bool is_routine(const Decl *d) {
    return d->kind == DECL_PROC;
}

/* ---- Edits ---- */

static void add_edit(Save *v, StarSpan span, const char *text, bool name) {
    v->edit =
        arena_grow(v->arena, v->edit, v->edits, &v->edit_room, sizeof *v->edit);
    v->edit[v->edits++] = (Edit){span.start, span.end, text, name};
}

/* Keeps the spelling of a name that stays. */
static void rename_at(Save *v, StarSpan span, const char *text,
                      const char *name) {
    const size_t length = span.end - span.start;
    if (name != NULL && (strlen(name) != length ||
                         strncasecmp(text + span.start, name, length) != 0))
        add_edit(v, span, name, true);
}

static bool note_size(void *session, const Type *t, int number) {
    StarSession *s = session;
    const StarCell *global = star_machine_globals(s->machine);
    t->size[number]->integer = global[t->cell + number].i;
    return false;
}

void session_note_sizes(StarSession *s, const Block *block) {
    const SaveSizes sizes = {note_size, s};
    for (const Decl *d = block->decls; d != NULL; d = d->next)
        if (d->kind == DECL_VAR || d->kind == DECL_TYPE)
            save_sizes(&sizes, d->type);
}

static bool edit_size(void *save, const Type *t, int number) {
    Save *v = save;
    const Expr *x = t->size[number];
    if (x->span.file == save_entry(v)->file)
        add_edit(v, x->span,
                 arena_printf(v->arena, "%lld", (long long)x->integer), false);
    return false;
}

static int by_place(const void *a, const void *b) {
    const Edit *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    if (x->end != y->end)
        return x->end > y->end ? -1 : 1;
    return x->name - y->name;
}

/* Those of an entry's text, as of now. */
static void find_edits(Save *v, uint32_t entry) {
    const SessionEntry *e = &v->session->entries[entry];
    const Naming *n = v->session->c.sema.naming;
    const char *text = save_source(v, entry)->text;
    const SaveSizes sizes = {edit_size, v};
    v->edits = 0;
    for (uint32_t k = e->namings; k < e->namings_end; k++)
        if (n[k].decl->entry)
            rename_at(v, n[k].span, text, save_name(v, n[k].decl));
    for (uint32_t k = 0; k < v->items; k++) {
        const Item *item = &v->item[k];
        const Decl *d = item->decl;
        if (item->entry != entry)
            continue;
        rename_at(v, d->span, text, save_name(v, d));
        if (item->body != NULL)
            rename_at(v, item->body->span, text, save_name(v, d));
        if (d->kind == DECL_VAR || d->kind == DECL_TYPE)
            save_sizes(&sizes, d->type);
        if (is_routine(d) && save_name(v, d) == NULL) {
            add_edit(v, d->text, "", false);
            if (item->body != NULL)
                add_edit(v, item->body->text, "", false);
        }
    }
    if (v->edits > 0)
        qsort(v->edit, v->edits, sizeof *v->edit, by_place);
}

/* ---- The text ---- */

void save_put(Save *v, const char *text, size_t length) {
    for (size_t k = 0; k < length; k++) {
        v->text =
            arena_grow(v->arena, v->text, v->length, &v->room, sizeof *v->text);
        v->text[v->length++] = text[k];
    }
}

void save_put_text(Save *v, const char *text) {
    save_put(v, text, strlen(text));
}

/* A piece of the entry whose edits were found. */
static void put_piece(Save *v, const char *text, uint32_t from, uint32_t to) {
    for (uint32_t k = 0; k < v->edits; k++) {
        const Edit *e = &v->edit[k];
        if (e->start < from || e->end > to)
            continue;
        save_put(v, text + from, e->start - from);
        save_put_text(v, e->text);
        from = e->end;
    }
    save_put(v, text + from, to - from);
}

static void mark(Save *v) {
    v->mark =
        arena_grow(v->arena, v->mark, v->marks, &v->mark_room, sizeof *v->mark);
    v->mark[v->marks++] = (Place){v->length, v->at};
}

/* The units that the entries use, each once. */
static void put_units(Save *v) {
    const StarSession *s = v->session;
    Names known = {.arena = v->arena};
    for (uint32_t e = 0; e < s->count; e++)
        for (const Decl *d = s->entries[e].module->uses;
             d != NULL && s->entries[e].begun; d = d->next)
            if (names_find(&known, d->name, strlen(d->name)) == NULL) {
                save_put_text(v, known.count == 0 ? "uses " : ", ");
                save_put_text(v, d->spelled);
                names_intern(&known, d->name, strlen(d->name));
            }
    if (known.count > 0)
        save_put_text(v, ";\n");
}

/* Where a declaration ends, but for its ';', which an entry may lack. */
static uint32_t end_of(const Decl *d) {
    return d->kind == DECL_PROC    ? d->block->end.end
           : d->kind == DECL_LABEL ? d->span.end
           : d->kind == DECL_CONST ? d->value->span.end
                                   : d->typex->span.end;
}

/* Whether what stands before a version in the text calls it. */
static bool is_called_before(const Save *v, uint32_t number) {
    for (uint32_t k = 0; k < v->versions; k++) {
        const Version *caller = &v->version[k];
        if (caller->entry != v->at || !caller->needed ||
            (v->item[caller->item].entry != v->at && k >= number))
            continue;
        for (uint32_t c = 0; c < caller->calls; c++)
            if (v->call[caller->first + c] == number)
                return true;
    }
    return false;
}

static void put_heading(Save *v, uint32_t number) {
    const Item *item = &v->item[v->version[number].item];
    const Decl *d = item->decl;
    const char *text = save_source(v, item->entry)->text;
    if (item->body == NULL && !is_called_before(v, number))
        return;
    find_edits(v, item->entry);
    put_piece(v, text, d->text.start, d->body);
    save_put_text(v, " forward;\n");
}

static void put_body(Save *v, uint32_t number) {
    const Item *item = &v->item[v->version[number].item];
    const Decl *d = item->decl;
    const char *text = save_source(v, item->entry)->text;
    find_edits(v, item->entry);
    if (item->body != NULL) {
        put_piece(v, text, item->body->text.start, end_of(d));
    } else if (!is_called_before(v, number)) {
        put_piece(v, text, d->text.start, end_of(d));
    } else {
        save_put_text(v, d->function ? "function " : "procedure ");
        save_put_text(v, save_name(v, d));
        save_put_text(v, ";");
        put_piece(v, text, d->body, end_of(d));
    }
    save_put_text(v, ";\n");
}

/* What calls something new stands behind it. */
static void put_callers(Save *v, void (*put_it)(Save *, uint32_t)) {
    for (uint32_t k = 0; k < v->versions; k++)
        if (v->version[k].entry == v->at && v->version[k].needed &&
            v->item[v->version[k].item].entry != v->at)
            put_it(v, k);
}

/* The last one, which may be known by an earlier declaration. */
static const Decl *last_of(const Save *v, const Decl *d) {
    while (d != NULL && d->next != NULL)
        d = d->next;
    for (uint32_t k = 0; k < v->items; k++)
        if (d != NULL && v->item[k].body == d)
            return v->item[k].decl;
    return d;
}

static void put_own(Save *v) {
    const SessionEntry *e = save_entry(v);
    const Decl *last = last_of(v, e->module->block->decls);
    const char *text = save_source(v, v->at)->text;
    const uint32_t begun = v->length;
    uint32_t from = e->module->declarations, k;
    if (last == NULL || !e->begun)
        return;
    find_edits(v, v->at);
    from += (uint32_t)strspn(text + from, " \t\r\n");
    if (is_routine(last) && save_name(v, last) == NULL) {
        put_piece(v, text, from, e->module->statements);
    } else {
        put_piece(v, text, from, end_of(last));
        save_put_text(v, ";");
    }
    for (k = begun; k < v->length && strchr(" \t\r\n", v->text[k]) != NULL;)
        k++;
    if (k == v->length)
        v->length = begun; /* it was all left out */
    else
        save_put_text(v, "\n");
}

static void put_declarations(Save *v) {
    save_rewind(v);
    for (v->at = 0; v->at < v->session->count; v->at++) {
        save_enter(v);
        mark(v);
        put_callers(v, put_heading);
        put_own(v);
        put_callers(v, put_body);
    }
}

/* ---- Statements ---- */

/* An assignment fails before it changes something. */
static bool fails_whole(const SessionEntry *e, const Stmt *st) {
    const bool stopped = e->status == STAR_INTERRUPTED ||
                         e->status == STAR_TIME || e->status == STAR_STEPS;
    return save_harmless(st) ||
           (st->kind == STMT_ASSIGN && !stopped && !save_effect(st->target) &&
            !save_effect(st->value));
}

static bool is_at(const SessionEntry *e, StarSpan span) {
    return e->stopped.file == e->file && e->stopped.start >= span.start &&
           e->stopped.end <= span.end;
}

static const Stmt *first_of(const SessionEntry *e) {
    const Block *b = e->module->block;
    return b->body != NULL ? b->body->body : NULL;
}

static bool has_labels(const SessionEntry *e) {
    const Decl *d = e->module->block->decls;
    while (d != NULL && d->kind != DECL_LABEL)
        d = d->next;
    return d != NULL;
}

/* The statement before which the entry ended, NULL if all were run; false: no
 * program does what was done. */
static bool find_end(const SessionEntry *e, const Stmt **end) {
    const Stmt *first = first_of(e), *st = first;
    *end = NULL;
    if (e->status == STAR_OK)
        return true;
    if (e->value != NULL && is_at(e, e->value->span) && !save_effect(e->value))
        return true;
    while (st != NULL && !is_at(e, st->span))
        st = st->next;
    const bool whole = st != NULL && fails_whole(e, st);
    *end = whole ? st : first;
    return !has_labels(e) &&
           (whole || (save_all_harmless(first) && !save_effect(e->value)));
}

static bool can_write(const Expr *x) {
    const int kind = x->type->kind;
    return kind == TYPE_TEXT ||
           (kind <= STAR_TYPE_TABLE && kind != STAR_TYPE_ENUM);
}

static bool is_lost(const Expr *x) {
    return !can_write(x) && x->type->kind != STAR_TYPE_ENUM && save_effect(x);
}

static void put_value(Save *v) {
    const SessionEntry *e = save_entry(v);
    const Expr *x = e->value;
    const bool writes = can_write(x);
    if (!writes && !save_effect(x))
        return;
    save_put_text(v, writes ? "  writeln(" : "  writeln(ord(");
    put_piece(v, save_source(v, v->at)->text, x->span.start, x->span.end);
    save_put_text(v, writes ? ");\n" : "));\n");
}

static void put_entry(Save *v) {
    const SessionEntry *e = save_entry(v);
    const char *text = save_source(v, v->at)->text;
    const Stmt *end;
    find_end(e, &end);
    find_edits(v, v->at);
    for (const Stmt *st = first_of(e); st != end; st = st->next) {
        save_put_text(v, "  ");
        put_piece(v, text, st->span.start, st->span.end);
        save_put_text(v, ";\n");
    }
    if (e->value != NULL && e->known)
        put_value(v);
}

static void put_statements(Save *v) {
    save_put_text(v, "begin\n");
    save_rewind(v);
    for (v->at = 0; v->at < v->session->count; v->at++) {
        save_enter(v);
        mark(v);
        put_entry(v);
    }
}

/* The labels that procedures may name are those of no statements. */
static void put_labels(Save *v) {
    for (uint32_t k = 0; k < v->items; k++)
        if (v->item[k].decl->kind == DECL_LABEL)
            save_put_text(v,
                          arena_printf(v->arena, "  %s:;\n", v->item[k].name));
}

static void insert(Save *v, uint32_t at, const char *text) {
    const size_t length = strlen(text);
    save_put(v, text, length);
    memmove(v->text + at + length, v->text + at, v->length - length - at);
    memcpy(v->text + at, text, length);
}

static void put_values(Save *v) {
    const uint32_t declared = v->length;
    save_put_text(v, "begin\n");
    save_put_values(v);
    put_labels(v);
    if (v->sizer != NULL)
        insert(v, declared,
               arena_printf(v->arena,
                            "procedure %s(r, c: integer; var T: table(r, c));"
                            "\nbegin end;\n",
                            v->sizer));
}

/* ---- The whole ---- */

/* Why no statements do what an entry did, or NULL. */
static const char *why_values(const SessionEntry *e) {
    const Stmt *end;
    if (session_sizes_change(e->module->block))
        return "computes a size by what may change something";
    if (!find_end(e, &end))
        return "failed, perhaps within changes that a program cannot repeat";
    return e->value != NULL && is_lost(e->value)
               ? "has a value that cannot be written"
               : NULL;
}

/* What was entered as a file is none of the library's units. */
static void check_entries(Save *v) {
    for (v->at = 0; v->at < v->session->count; v->at++) {
        const SessionEntry *e = save_entry(v);
        const Decl *d = e->module->block->decls;
        const char *values = why_values(e);
        if (d != NULL && d->name[0] != '\0' && !d->entry && e->begun)
            save_refuse(v, v->at,
                        "is a unit of the library: 'uses' makes it known");
        if (e->module->files > 0)
            save_refuse(v, v->at,
                        "is a program with files of the command line");
        if (values != NULL && v->values == NULL)
            v->values = arena_printf(v->arena, "%s %s",
                                     save_source(v, v->at)->path, values);
    }
}

/* The compiler has the last word. */
static void check_program(Save *v, const char *path) {
    const StarSession *s = v->session;
    StarBackend *be = s->c.program->be;
    StarProgram *p = star_compile(be, s->c.options, path, v->text, v->length);
    const StarReport *r = p != NULL ? p->report : NULL;
    uint32_t k = 0;
    if (p == NULL)
        v->why = "there is no memory for the program";
    while (r != NULL && p->errors > 0 && r->severity != STAR_ERROR)
        r++;
    if (r != NULL && p->errors > 0) {
        while (k + 1 < v->marks && v->mark[k + 1].start <= r->span.start)
            k++;
        save_refuse(
            v, v->mark[k].entry,
            arena_printf(v->arena, "does not fit a program: %s", r->text));
    }
    star_program_free(p);
}

static void write(Save *v, const char *path) {
    save_find(v);
    save_put_text(v, "program session;\n");
    if (v->values != NULL)
        save_put_text(v, "{ The values that variables had, not the statements "
                         "that gave them. }\n");
    put_units(v);
    put_declarations(v);
    if (v->values != NULL)
        put_values(v);
    else
        put_statements(v);
    save_put_text(v, "end.\n");
    if (v->why == NULL)
        check_program(v, path);
    save_put(v, "", 1);
}

static const char *save(StarSession *s, const char *path, size_t *length,
                        const char **why) {
    Save *v = arena_alloc(&s->scratch, 1, sizeof *v);
    v->session = s;
    v->arena = v->fresh.arena = &s->scratch;
    check_entries(v);
    if (v->why == NULL)
        write(v, path);
    *why = v->why != NULL ? v->why : v->values;
    if (v->why != NULL)
        return NULL;
    *length = v->length - 1;
    return v->text;
}

const char *star_session_save(StarSession *s, const char *path, size_t *length,
                              const char **why) {
    jmp_buf jump;
    arena_free(&s->scratch);
    session_guard(s, &jump);
    *why = "its entries were not kept";
    if (!s->saved)
        return NULL;
    *why = "there is no memory for the program";
    return setjmp(jump) == 0 ? save(s, path, length, why) : NULL;
}

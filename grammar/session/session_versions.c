/* Declarations of a session, what procedures are from which entry on, and
 * their names in a program. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "session/session_save.h"

#define NONE UINT32_MAX

static bool is_routine(const Decl *d) {
    return d->kind == DECL_PROC;
}

static void add_item(Save *v, Decl *d, uint32_t entry) {
    const bool renews = is_routine(d) && d->renewed != NULL;
    v->item =
        arena_grow(v->arena, v->item, v->items, &v->item_room, sizeof *v->item);
    d->item = v->items;
    v->item[v->items++] =
        (Item){.decl = d,
               .entry = entry,
               .class = renews          ? v->item[d->renewed->item].class
                        : is_routine(d) ? v->classes++
                                        : NONE};
}

/* The bodies of forward declarations have lost their names. */
static void find_bodies(Save *v, uint32_t entry, uint32_t first) {
    const Decl *d = v->session->entries[entry].module->block->decls;
    for (; d != NULL; d = d->next)
        for (uint32_t k = first; k < v->items && d->name[0] == '\0'; k++)
            if (is_routine(v->item[k].decl) &&
                strcasecmp(v->item[k].decl->spelled, d->spelled) == 0)
                v->item[k].body = d;
}

static void find_items(Save *v) {
    const StarSession *s = v->session;
    const Scope *scope = &s->c.sema.scope;
    uint32_t at = 0;
    for (uint32_t e = 0; e < s->count; e++) {
        const uint32_t first = v->items;
        for (; at < scope->entries; at++) {
            Decl *d = scope->entered[at];
            if (d->entry && d->span.file > s->entries[e].file)
                break;
            if (d->entry)
                add_item(v, d, e);
        }
        find_bodies(v, e, first);
    }
}

static bool within(StarSpan part, StarSpan whole) {
    return part.start >= whole.start && part.end <= whole.end;
}

static bool stands_in(StarSpan span, const Item *item) {
    return within(span, item->decl->text) ||
           (item->body != NULL && within(span, item->body->text));
}

/* ---- Versions ---- */

static void add_version(Save *v, uint32_t item) {
    v->version = arena_grow(v->arena, v->version, v->versions, &v->version_room,
                            sizeof *v->version);
    v->now[v->item[item].class] = v->versions;
    v->version[v->versions++] = (Version){.item = item, .entry = v->at};
}

/* Calls `visit` for each class of procedures that an item calls. */
static bool each_call(Save *v, const Item *item,
                      bool (*visit)(Save *, uint32_t class)) {
    const SessionEntry *e = &v->session->entries[item->entry];
    const Naming *n = v->session->c.sema.naming;
    for (uint32_t k = e->namings; k < e->namings_end; k++)
        if (n[k].decl->entry && is_routine(n[k].decl) &&
            stands_in(n[k].span, item) &&
            visit(v, v->item[n[k].decl->item].class))
            return true;
    return false;
}

/* Whether the class has a new version from this entry on, which takes the
 * place of another. */
static bool is_new(Save *v, uint32_t class) {
    const Version *now = &v->version[v->now[class]];
    return now->entry == v->at && (v->item[now->item].entry != v->at ||
                                   v->item[now->item].decl->renewed != NULL);
}

static bool is_any_new(const Save *v, uint32_t first) {
    for (uint32_t k = first; k < v->versions; k++)
        if (v->item[v->version[k].item].decl->renewed != NULL)
            return true;
    return false;
}

/* What calls something new is new, too. */
static void add_callers(Save *v) {
    bool more = true;
    while (more) {
        more = false;
        for (uint32_t class = 0; class < v->classes; class ++) {
            const uint32_t now = v->now[class];
            if (now == NONE || v->version[now].entry == v->at ||
                !each_call(v, &v->item[v->version[now].item], is_new))
                continue;
            add_version(v, v->version[now].item);
            more = true;
        }
    }
}

static bool note_call(Save *v, uint32_t class) {
    v->call =
        arena_grow(v->arena, v->call, v->calls, &v->call_room, sizeof *v->call);
    v->call[v->calls++] = v->now[class];
    return false;
}

/* What the entry's own text calls outside of procedures. */
static void need_calls(Save *v, uint32_t first) {
    const SessionEntry *e = save_entry(v);
    const Naming *n = v->session->c.sema.naming;
    for (uint32_t k = e->namings; k < e->namings_end; k++) {
        bool inside = !n[k].decl->entry || !is_routine(n[k].decl);
        for (uint32_t i = first; i < v->items && !inside; i++)
            inside = v->item[i].entry == v->at && is_routine(v->item[i].decl) &&
                     stands_in(n[k].span, &v->item[i]);
        if (!inside)
            v->version[v->now[v->item[n[k].decl->item].class]].needed = true;
    }
}

void save_rewind(Save *v) {
    for (uint32_t k = 0; k < v->classes; k++)
        v->now[k] = NONE;
}

static void find_versions(Save *v) {
    uint32_t item = 0;
    v->now = arena_alloc(v->arena, v->classes + 1, sizeof *v->now);
    save_rewind(v);
    for (v->at = 0; v->at < v->session->count; v->at++) {
        const uint32_t first = v->versions, own = item;
        for (; item < v->items && v->item[item].entry == v->at; item++)
            if (is_routine(v->item[item].decl))
                add_version(v, item);
        if (is_any_new(v, first))
            add_callers(v);
        for (uint32_t k = first; k < v->versions; k++) {
            v->version[k].first = v->calls;
            each_call(v, &v->item[v->version[k].item], note_call);
            v->version[k].calls = v->calls - v->version[k].first;
        }
        if (v->values == NULL)
            need_calls(v, own);
    }
}

/* Versions call older ones, or such of their entry. */
static void need_all(Save *v) {
    bool more = true;
    while (more) {
        more = false;
        for (uint32_t k = v->versions; k-- > 0;)
            for (uint32_t c = 0; c < v->version[k].calls; c++) {
                Version *called = &v->version[v->call[v->version[k].first + c]];
                more |= v->version[k].needed && !called->needed;
                called->needed |= v->version[k].needed;
            }
    }
}

/* ---- Names ---- */

bool save_is_visible(const Save *v, const Decl *d) {
    return scope_find(&v->session->c.sema.scope, d->name) == d;
}

const char *save_fresh_name(Save *v, const char *like) {
    char *base = arena_text(v->arena, like, strlen(like));
    for (char *c = base; *c != '\0'; c++)
        if (*c == '-')
            *c = '_';
    for (int k = 1;; k++) {
        const char *name = arena_printf(v->arena, "%s_%d", base, k);
        const size_t length = strlen(name);
        if (names_find(&v->session->c.names, name, length) == NULL &&
            names_find(&v->fresh, name, length) == NULL) {
            names_intern(&v->fresh, name, length);
            return name;
        }
    }
}

static const char *label_name(Save *v, const Item *item) {
    int k = atoi(item->decl->name);
    for (int tried = 0; v->label[k] && tried < 10000; tried++)
        k = (k + 1) % 10000;
    if (v->label[k])
        save_refuse(v, item->entry, "declares a label, and all are taken");
    v->label[k] = true;
    return arena_printf(v->arena, "%d", k);
}

/* The variables that stand in procedures. */
static void find_used(Save *v) {
    const Naming *n = v->session->c.sema.naming;
    for (uint32_t k = 0; k < v->versions; k++) {
        const Item *item = &v->item[v->version[k].item];
        const SessionEntry *e = &v->session->entries[item->entry];
        for (uint32_t i = e->namings; i < e->namings_end; i++)
            if (v->version[k].needed && n[i].decl->entry &&
                n[i].decl->kind == DECL_VAR && stands_in(n[i].span, item))
                v->item[n[i].decl->item].used = true;
    }
}

static void give_names(Save *v) {
    for (uint32_t k = 0; k < v->items; k++) {
        Item *item = &v->item[k];
        const Decl *d = item->decl;
        if (is_routine(d) && save_is_visible(v, d))
            v->version[v->now[item->class]].needed = true;
        else if (d->kind == DECL_LABEL)
            item->name = label_name(v, item);
        else if (!is_routine(d))
            item->name = save_is_visible(v, d) ? d->spelled
                                               : save_fresh_name(v, d->spelled);
    }
    need_all(v);
    find_used(v);
    for (uint32_t k = 0; k < v->versions; k++) {
        Version *version = &v->version[k];
        const Item *item = &v->item[version->item];
        if (version->needed)
            version->name =
                v->now[item->class] == k && save_is_visible(v, item->decl)
                    ? item->decl->spelled
                    : save_fresh_name(v, item->decl->spelled);
    }
}

/* NULL: of what is left out. */
const char *save_name(const Save *v, const Decl *d) {
    const Item *item = &v->item[d->item];
    return is_routine(d) ? v->version[v->now[item->class]].name : item->name;
}

/* Whether a declaration stands outside of entries, and of all procedures. */
static bool is_foreign(const Decl *d) {
    return !d->entry && d->level == 0 && d->owner == NULL &&
           d->kind != DECL_PARAM && d->kind != DECL_BOUND &&
           d->kind != DECL_FIELD && d->kind != DECL_LABEL;
}

/* Whether a place of the entry is in the program. */
static bool is_written(const Save *v, StarSpan span) {
    const Module *m = save_entry(v)->module;
    return v->values == NULL ||
           (m->block->decls != NULL && span.start < m->statements);
}

/* A name of a unit or of the language means the same to the end. */
static void check_foreign(Save *v) {
    const Naming *n = v->session->c.sema.naming;
    for (v->at = 0; v->at < v->session->count; v->at++)
        for (uint32_t k = save_entry(v)->namings;
             k < save_entry(v)->namings_end; k++)
            if (is_foreign(n[k].decl) && is_written(v, n[k].span) &&
                !save_is_visible(v, n[k].decl))
                save_refuse(
                    v, v->at,
                    arena_printf(v->arena,
                                 "uses '%s', which means something else "
                                 "since a later entry",
                                 n[k].decl->spelled));
}

void save_enter(Save *v) {
    for (uint32_t k = 0; k < v->versions; k++)
        if (v->version[k].entry == v->at)
            v->now[v->item[v->version[k].item].class] = k;
}

void save_find(Save *v) {
    find_items(v);
    find_versions(v);
    give_names(v);
    check_foreign(v);
}

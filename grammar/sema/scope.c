/* SPDX-License-Identifier: MIT */
#include "sema/scope.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "builtins.h"
#include "library.h"

const ScopeView scope_program = {(uint64_t)1 << 63, UINT64_MAX};
const ScopeView scope_units = {(uint64_t)1 << 62, UINT64_MAX >> 1};

uint32_t scope_enter(Scope *s) {
    uint32_t outer = s->block;
    s->block = s->entries;
    return outer;
}

void scope_hide(Decl *d) {
    *names_meaning(d->name) = d->scope.shadowed;
}

void scope_cut(Scope *s, uint32_t entries, uint32_t block) {
    while (s->entries > entries)
        scope_hide(s->entered[--s->entries]);
    s->block = block;
}

void scope_leave(Scope *s, uint32_t outer) {
    scope_cut(s, s->block, outer);
}

Decl *scope_add(Scope *s, Decl *d) {
    Decl **meaning = names_meaning(d->name);
    for (uint32_t i = s->block; i < s->entries && *meaning != NULL; i++)
        if (s->entered[i] == *meaning)
            return *meaning;
    s->entered = arena_grow(s->arena, s->entered, s->entries, &s->room,
                            sizeof *s->entered);
    s->entered[s->entries++] = d;
    d->scope.shadowed = *meaning;
    d->scope.module = s->view.module;
    *meaning = d;
    return NULL;
}

static Decl *visible(const Scope *s, Decl *d) {
    while (d != NULL && (d->scope.module & s->view.sees) == 0)
        d = d->scope.shadowed;
    return d;
}

Decl *scope_find(const Scope *s, Name name) {
    return visible(s, *names_meaning(name));
}

Decl *scope_outside(const Scope *s, const Decl *d) {
    return visible(s, d->scope.shadowed);
}

/* True if a name of this kind can stand where it is used. */
static bool fits(const Decl *d, ScopeUse use) {
    switch (use) {
    case SCOPE_TYPE: return d->kind == DECL_TYPE;
    case SCOPE_CALL:
        return d->kind == DECL_PROC || d->kind == DECL_PRIM ||
               d->kind == DECL_BUILTIN ||
               (d->type != NULL && type_bits(d->type));
    default: return d->kind != DECL_PRIM && d->kind != DECL_BUILTIN;
    }
}

static bool same_letters(const char *a, const char *b) {
    int count[256] = {0}, sum = 0;
    for (; *a != '\0'; a++)
        count[(unsigned char)*a]++;
    for (; *b != '\0'; b++)
        count[(unsigned char)*b]--;
    for (int i = 0; i < 256; i++)
        sum += abs(count[i]);
    return sum == 0;
}

/* The name that is like another one best so far. */
typedef struct Similar {
    const char *name;
    const char *best; /* as it is spelled, or NULL */
    int unlike;
} Similar;

/* Letters that changed places count less, another first letter more, and a
 * name of another kind most; of short names, two changes leave little. */
static void consider(Similar *s, const char *other, const char *spelled,
                     bool fit) {
    size_t length = strlen(s->name);
    int most = length < 3 ? 1 : 2;
    int distance = names_distance(s->name, other, most);
    bool first = s->name[0] == other[0];
    if (distance > most || (size_t)distance >= length ||
        (distance == 2 && length < 5 && !(fit && first)) ||
        (distance == 2 && length < 4 && !same_letters(s->name, other)))
        return;
    int unlike =
        4 * distance + 2 * !fit + !first + !same_letters(s->name, other);
    if (unlike < s->unlike) {
        s->best = spelled;
        s->unlike = unlike;
    }
}

/* The library's names are not declared where none of them is used. */
static void consider_library(Similar *s) {
    char name[40];
    for (const char *const *basic = star_basic; *basic != NULL; basic++) {
        size_t length = 0;
        for (; (*basic)[length] != '\0' && length < sizeof name - 1; length++)
            name[length] = (char)tolower((unsigned char)(*basic)[length]);
        name[length] = '\0';
        consider(s, name, *basic, true);
    }
}

const char *scope_similar(const Scope *s, Name name, ScopeUse use) {
    Similar similar = {name, NULL, INT_MAX};
    for (uint32_t i = s->entries; i-- > 0;) {
        const Decl *d = s->entered[i];
        if (!d->uses.undeclared &&
            (use == SCOPE_TYPE) == (d->kind == DECL_TYPE) &&
            scope_find(s, d->name) == d)
            consider(&similar, d->name, d->spelled, fits(d, use));
    }
    if (use == SCOPE_CALL)
        consider_library(&similar);
    return similar.best;
}

static Decl *predeclare(Scope *s, DeclKind kind, const char *name) {
    Name id = names_intern(s->names, name, strlen(name));
    Decl *d = ast_decl(s->arena, kind, id, (StarSpan){0});
    d->spelled = name;
    d->uses.used = d->uses.read = d->uses.assigned = true;
    scope_add(s, d);
    return d;
}

static void predeclare_type(Scope *s, Type *type) {
    predeclare(s, DECL_TYPE, type->name)->type = type;
}

static void predeclare_constant(Scope *s, const char *name, Type *type,
                                int64_t value) {
    Decl *d = predeclare(s, DECL_CONST, name);
    d->type = type;
    d->value = ast_expr(s->arena, EXPR_INTEGER, (StarSpan){0});
    d->value->integer = value;
    d->value->type = type;
    d->value->constant = true;
}

void scope_init(Scope *s, Arena *arena, Names *names, Types *t) {
    *s = (Scope){
        .arena = arena, .names = names, .view = {UINT64_MAX, UINT64_MAX}};
    predeclare_type(s, &t->integer);
    predeclare_type(s, &t->real);
    predeclare_type(s, &t->single);
    predeclare_type(s, &t->boolean);
    predeclare_type(s, &t->character);
    predeclare_type(s, &t->string);
    predeclare_type(s, &t->slice);
    predeclare_type(s, &t->word);
    predeclare_type(s, &t->table);
    predeclare_type(s, &t->textfile);
    for (int k = 0; k < 2; k++) {
        Decl *d = predeclare(s, DECL_VAR, k == 0 ? "input" : "output");
        d->type = &t->textfile;
        d->uses.used = false; /* which makes it a file */
        s->standard[k] = d;
    }
    predeclare_constant(s, "false", &t->boolean, 0);
    predeclare_constant(s, "true", &t->boolean, 1);
    predeclare_constant(s, "maxint", &t->integer, INT64_MAX);
    predeclare_constant(s, "up", &t->direction, 0);
    predeclare_constant(s, "down", &t->direction, 1);
    for (int i = 0; i < STAR_PRIM_COUNT; i++)
        if (star_prims[i].kind == STAR_FUNCTION ||
            star_prims[i].kind == STAR_PROCEDURE)
            predeclare(s, DECL_PRIM, star_prims[i].name)->number = (uint16_t)i;
    for (int i = 0; i < BUILTIN_COUNT; i++)
        if (i != BUILTIN_FAIL)
            predeclare(s, DECL_BUILTIN, builtins[i].name)->number = (uint16_t)i;
    s->view = scope_program;
    scope_enter(s);
}

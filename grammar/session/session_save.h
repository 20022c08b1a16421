/* Sessions as programs: what the files of session_save.c share. */
#ifndef STAR_SESSION_SAVE_H
#define STAR_SESSION_SAVE_H

#include "session/session_inside.h"

/* A declaration of an entry. */
typedef struct Item {
    const Decl *decl;
    const Decl *body; /* of what was declared forward */
    uint32_t entry;
    uint32_t class;   /* of a procedure: those that took each other's place
                         have one */
    const char *name; /* of what is no procedure */
    bool used;        /* by a procedure that is needed */
} Item;

/* What a class is from an entry on. */
typedef struct Version {
    uint32_t item, entry;
    uint32_t first, calls; /* versions that it calls */
    const char *name;
    bool needed;
} Version;

/* What stands for a piece of a source: a name, or a number that a name may
 * have been. */
typedef struct Edit {
    uint32_t start, end;
    const char *text;
    bool name;
} Edit;

/* Where in the program a piece of an entry begins. */
typedef struct Place {
    uint32_t start, entry;
} Place;

typedef struct Save {
    StarSession *session;
    Arena *arena;
    uint32_t at; /* the entry that is being looked at */
    Item *item;
    uint32_t items, item_room;
    Version *version;
    uint32_t versions, version_room;
    uint32_t *call;
    uint32_t calls, call_room;
    uint32_t *now; /* the version of each class */
    uint32_t classes;
    Names fresh;
    bool label[10000]; /* that are taken */
    Edit *edit;
    uint32_t edits, edit_room;
    char *text;
    uint32_t length, room;
    Place *mark;
    uint32_t marks, mark_room;
    const char *sizer;  /* the procedure that gives tables their sizes, or
                           NULL: none needs it so far */
    const char *values; /* why it has values in place of statements, or NULL */
    const char *why;    /* it cannot be done, or NULL */
} Save;

/* Says why an entry cannot be saved; the first reason counts. */
void save_refuse(Save *save, uint32_t entry, const char *why);

/* The entry that is being looked at, and the source of one. */
const SessionEntry *save_entry(const Save *save);
const StarSource *save_source(const Save *save, uint32_t entry);

/* Appends to the program. */
void save_put(Save *save, const char *text, size_t length);
void save_put_text(Save *save, const char *text);

/* session_values.c: gives the variables their values, by statements. */
void save_put_values(Save *save);

/* session_versions.c: finds the items, the versions and their names. */
void save_find(Save *save);

/* The versions are from now on those of the first entry; of the one that is
 * being looked at. */
void save_rewind(Save *save);
void save_enter(Save *save);

/* What a declaration is called in this entry; NULL: it is left out. */
const char *save_name(const Save *save, const Decl *decl);

/* Whether the name of a declaration means it now; a name that nothing has. */
bool save_is_visible(const Save *save, const Decl *decl);
const char *save_fresh_name(Save *save, const char *like);

/* session_effects.c: whether an expression may change something; whether a
 * statement, or a list of them, changes no variable, whatever happens. */
bool save_effect(const Expr *expr);
bool save_harmless(const Stmt *statement);
bool save_all_harmless(const Stmt *list);

/* What is to be done with each size that a type computes; true: no more. */
typedef struct SaveSizes {
    bool (*visit)(void *context, const Type *type, int number);
    void *context;
} SaveSizes;

/* Calls `visit` for each size that a type computes, as long as it returns
 * false; whether it did so to the end. */
bool save_sizes(const SaveSizes *sizes, const Type *type);

#endif

/* The session as a program.
 *
 * An entry's declarations join those before them, unless statements came in
 * between that they may depend on, or they declare a name anew: then a
 * procedure begins, in which the rest of the session stands, and which is
 * called behind the statements so far. */
#define _GNU_SOURCE /* for strcasestr */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "io/writer.h"
#include "repl.h"

struct ReplEntry {
    ReplEntry *next;
    StarParts parts;
    size_t end;     /* of the text, but for comments */
    uint8_t kind;   /* StarTypeKind of an expression */
    bool value;     /* it is one */
    bool depends;   /* the declarations name a variable of the session */
    int procedures; /* that it declares, */
    char *names;    /* and all that it declares, "label" for labels: a blank
                       before each and behind the last, in lower case */
    char text[];
};

/* ---- Entries ---- */

static void add_name(ReplEntry *e, const char *name) {
    const size_t old = e->names != NULL ? strlen(e->names) : 0;
    char *names = realloc(e->names, old + strlen(name) + 3);
    if (names == NULL)
        return;
    e->names = names;
    char *to = names + old;
    if (old == 0)
        *to++ = ' ';
    for (; *name != '\0'; name++)
        *to++ = (char)tolower((unsigned char)*name);
    memcpy(to, " ", 2);
}

/* Whether an entry declares a name, which has a blank before and behind. */
static bool declares(const ReplEntry *e, const char *name) {
    return e->names != NULL && strstr(e->names, name) != NULL;
}

/* The last character of the comment or of the quoted text that begins at
 * text[k], or k. */
static size_t piece(const char *text, size_t k, bool *comment) {
    const char *close = text[k] == '{'                    ? "}"
                        : strncmp(text + k, "(*", 2) == 0 ? "*)"
                        : strncmp(text + k, "/*", 2) == 0 ? "*/"
                        : strncmp(text + k, "//", 2) == 0 ? "\n"
                        : text[k] == '\''                 ? "'"
                                                          : NULL;
    const char *found = close != NULL ? strstr(text + k + 1, close) : NULL;
    *comment = close != NULL && *close != '\'';
    return found != NULL ? (size_t)(found - text) + strlen(close) - 1 : k;
}

/* The next name of a text, outside comments and quotes, from *at on. */
static bool next_name(const char *text, size_t end, size_t *at, char name[64]) {
    size_t k = *at, n = 0;
    bool comment;
    while (k < end && !isalpha((unsigned char)text[k]) && text[k] != '_')
        k = piece(text, k, &comment) + 1;
    for (; k < end && (isalnum((unsigned char)text[k]) || text[k] == '_'); k++)
        if (n < 63)
            name[n++] = text[k];
    name[n] = '\0';
    *at = k;
    return n > 0;
}

/* Where the first `length` bytes of a text end but for comments and a point. */
static size_t end_of(const char *text, size_t length) {
    size_t end = 0;
    bool comment;
    for (size_t k = 0; k < length; k++) {
        const size_t last = piece(text, k, &comment);
        if (!comment && !isspace((unsigned char)text[k]))
            end = last + 1;
        k = last;
    }
    return end > 0 && text[end - 1] == '.' ? end - 1 : end;
}

static void look(Repl *r, ReplEntry *e, uint32_t file) {
    size_t at = e->parts.declarations;
    bool routines = false;
    char name[64];
    uint32_t k = 0;
    StarSymbol s;
    while (star_session_next(r->session, &k, &s))
        if (s.own && s.span.file == file) {
            add_name(e, s.name);
            e->procedures += s.kind == STAR_SYMBOL_PROCEDURE;
        }
    while (next_name(e->text, e->parts.statements, &at, name)) {
        routines |= strncasecmp(name, "proc", 4) == 0 ||
                    strcasecmp(name, "function") == 0;
        if (!routines && strcasecmp(name, "label") == 0)
            add_name(e, "label");
        if (star_session_find(r->session, name, &s) && s.own &&
            s.kind == STAR_SYMBOL_VARIABLE && s.span.file != file)
            e->depends = true;
    }
}

void repl_log(Repl *r, uint32_t file) {
    const StarProgram *p = star_session_program(r->session);
    const StarSource *source = &p->sources.file[file];
    const int value = star_session_value(r->session);
    ReplEntry *e = malloc(sizeof *e + source->length + 1);
    if (e == NULL)
        return;
    *e = (ReplEntry){.value = value >= 0,
                     .parts = star_session_parts(r->session)};
    memcpy(e->text, source->text, source->length + 1);
    e->end = end_of(e->text, source->length);
    if (e->value)
        e->kind = p->proc[0].cell[value].type->kind;
    look(r, e, file);
    if (r->last != NULL)
        r->last->next = e;
    else
        r->first = e;
    r->last = e;
}

void repl_forget(Repl *r) {
    while (r->first != NULL) {
        ReplEntry *e = r->first;
        r->first = e->next;
        free(e->names);
        free(e);
    }
}

/* ---- The program ---- */

/* A text under construction; to NULL: there was no memory. */
typedef struct Text {
    FILE *to;
    char *text;
    size_t length;
} Text;

static void open_text(Text *t) {
    t->to = open_memstream(&t->text, &t->length);
}

static void put(Text *t, const char *text, size_t length) {
    if (t->to != NULL)
        fwrite(text, 1, length, t->to);
}

static void puts_to(Text *t, const char *text) {
    put(t, text, strlen(text));
}

/* A piece without blanks and line ends around it, and without ';' behind. */
static void put_trimmed(Text *t, const char *text, size_t from, size_t to) {
    while (from < to && isspace((unsigned char)text[from]))
        from++;
    while (to > from &&
           (isspace((unsigned char)text[to - 1]) || text[to - 1] == ';'))
        to--;
    put(t, text + from, to - from);
}

static bool is_blank(const char *text, size_t from, size_t to) {
    while (from < to && isspace((unsigned char)text[from]))
        from++;
    return from >= to;
}

/* The units that the entries use, each once. */
static void put_units(Text *t, const ReplEntry *e) {
    char all[4000] = ",", name[64], quoted[70];
    for (; e != NULL; e = e->next) {
        size_t at = 0;
        bool uses = false;
        while (next_name(e->text, e->parts.declarations, &at, name)) {
            snprintf(quoted, sizeof quoted, ",%s,", name);
            if (uses && strcasestr(all, quoted) == NULL &&
                strlen(all) + strlen(quoted) < sizeof all)
                strcat(all, quoted + 1);
            uses |= strcasecmp(name, "uses") == 0;
        }
    }
    if (all[1] == '\0')
        return;
    all[strlen(all) - 1] = '\0';
    puts_to(t, "uses ");
    puts_to(t, all + 1);
    puts_to(t, ";\n");
}

/* A value is written, if it is one that can be. */
static void put_value(Text *t, const ReplEntry *e) {
    if (e->kind > STAR_TYPE_TABLE || e->kind == STAR_TYPE_ENUM)
        return;
    puts_to(t, "  writeln(");
    put_trimmed(t, e->text, e->parts.value, e->end);
    puts_to(t, ");\n");
}

/* Whether a procedure is all that an entry declares and does. */
static bool is_procedure(const ReplEntry *e) {
    return e->procedures == 1 && e->names != NULL &&
           is_blank(e->text, e->parts.statements, e->end);
}

static bool same_procedure(const ReplEntry *a, const ReplEntry *b) {
    return is_procedure(a) && is_procedure(b) &&
           strcmp(a->names, b->names) == 0;
}

/* The entry that declares the procedure last that this one declares. */
static const ReplEntry *renewed(const ReplEntry *e) {
    const ReplEntry *last = e;
    for (const ReplEntry *k = e->next; k != NULL; k = k->next)
        if (same_procedure(e, k))
            last = k;
    return last;
}

/* Whether an earlier entry stands for this one. */
static bool is_renewal(const Repl *r, const ReplEntry *e) {
    for (const ReplEntry *k = r->first; k != e; k = k->next)
        if (same_procedure(k, e))
            return true;
    return false;
}

/* Whether an earlier entry declares one of the names. */
static bool declared(const Repl *r, const ReplEntry *e) {
    char name[70];
    for (const char *at = e->names; at != NULL && at[1] != '\0';
         at = strchr(at + 1, ' ')) {
        snprintf(name, sizeof name, "%.*s ", (int)strcspn(at + 1, " ") + 1, at);
        for (const ReplEntry *k = r->first; k != e; k = k->next)
            if (declares(k, name))
                return true;
    }
    return false;
}

/* A program under construction: its text up to the statements, and those of
 * each procedure that it is nested in. */
enum { LEVELS = 200 };

typedef struct Draft {
    const Repl *repl;
    bool renew; /* a procedure that was declared anew stands where it was first
                 */
    bool begun; /* the newest procedure has statements */
    int level;
    Text text, statements[LEVELS];
} Draft;

static void add_declarations(Draft *d, const ReplEntry *e) {
    const ReplEntry *now = d->renew ? renewed(e) : e;
    const bool again = declared(d->repl, e);
    const size_t end = end_of(now->text, now->parts.statements);
    char heading[40];
    if (is_blank(now->text, now->parts.declarations, end) ||
        (d->renew && is_renewal(d->repl, e)))
        return;
    if ((again || (d->begun && e->depends)) && d->level + 1 < LEVELS) {
        snprintf(heading, sizeof heading, "procedure session_%d;\n",
                 ++d->level);
        puts_to(&d->text, heading);
        open_text(&d->statements[d->level]);
        d->begun = false;
    }
    put_trimmed(&d->text, now->text, now->parts.declarations, end);
    puts_to(&d->text, ";\n");
}

static void add_statements(Draft *d, const ReplEntry *e) {
    Text *to = &d->statements[d->level];
    const size_t end = e->value ? end_of(e->text, e->parts.value) : e->end;
    if (is_blank(e->text, e->parts.statements, end))
        return;
    puts_to(to, "  ");
    put_trimmed(to, e->text, e->parts.statements, end);
    puts_to(to, ";\n");
    d->begun = true;
}

static char *close_text(Text *t) {
    if (t->to != NULL)
        fclose(t->to);
    return t->text;
}

/* The statements of the innermost procedure come first. */
static void add_blocks(Draft *d) {
    char call[40];
    for (int k = d->level; k >= 0; k--) {
        char *statements = close_text(&d->statements[k]);
        snprintf(call, sizeof call, "  session_%d\n", k + 1);
        puts_to(&d->text, "begin\n");
        puts_to(&d->text, statements != NULL ? statements : "");
        puts_to(&d->text, k < d->level ? call : "");
        puts_to(&d->text, k > 0 ? "end;\n" : "end.\n");
        free(statements);
    }
}

/* NULL without memory; the caller frees it. */
static char *program(const Repl *r, bool renew) {
    Draft d = {.repl = r, .renew = renew};
    open_text(&d.text);
    open_text(&d.statements[0]);
    puts_to(&d.text, "program session;\n");
    put_units(&d.text, r->first);
    for (const ReplEntry *e = r->first; e != NULL; e = e->next) {
        add_declarations(&d, e);
        add_statements(&d, e);
        if (e->value) {
            put_value(&d.statements[d.level], e);
            d.begun = true;
        }
    }
    add_blocks(&d);
    return close_text(&d.text);
}

/* Whether the text is a program, else why not. */
static bool compiles(Repl *r, const char *text, char why[200]) {
    StarProgram *p = star_compile(star_machine_backend(r->loaded.machine),
                                  &r->compile, "session", text, strlen(text));
    const bool good = p != NULL && p->errors == 0;
    snprintf(why, 200, "%s", p == NULL ? "no memory" : "");
    for (int k = 0; p != NULL && k < p->reports && *why == '\0'; k++)
        if (p->report[k].severity == STAR_ERROR)
            snprintf(why, 200, "%s", p->report[k].text);
    star_program_free(p);
    return good;
}

static void write_file(Repl *r, const char *path, const char *text) {
    StarMem *mem = star_machine_backend(r->loaded.machine)->mem;
    StarWriter w;
    StarStatus status = star_writer_open(&w, mem, path);
    if (status == STAR_OK) {
        star_writer_text(&w, text);
        status = star_writer_close(&w);
    }
    if (status == STAR_OK)
        return;
    repl_failed(r, star_status_exit(status));
    repl_say(r, "%s", mem->error->text);
}

void repl_save(Repl *r, const char *path) {
    char why[200] = "no memory";
    bool good = false;
    char *text = NULL;
    for (int k = 0; k < 2 && !good; k++) {
        free(text);
        text = program(r, k == 0);
        good = text != NULL && compiles(r, text, why);
    }
    if (good)
        write_file(r, path, text);
    else
        repl_say(r, "the session cannot be saved as one program: %s", why);
    free(text);
}

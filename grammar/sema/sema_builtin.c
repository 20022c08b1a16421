/* SPDX-License-Identifier: MIT */
/* Calls of the required procedures and functions. */
#include <stdio.h>
#include <string.h>

#include "builtins.h"
#include "io/formats/matrix.h"
#include "io/records/arc_columns.h"
#include "sema/sema.h"

static Expr *arguments(const Expr *call) {
    return call->kind == EXPR_CALL ? call->args : NULL;
}

static const char *called(const Expr *call) {
    return builtins[call->number].name;
}

static void too_few(Sema *s, Expr *e) {
    const char *needed =
        e->number == BUILTIN_LOAD || e->number == BUILTIN_SAVE
            ? "a table and a file's name"
        : e->number >= BUILTIN_RESET && e->number <= BUILTIN_PUT ? "a file"
        : e->number == BUILTIN_PACK || e->number == BUILTIN_UNPACK
            ? "two arrays and an index"
        : e->number == BUILTIN_NAMEOF   ? "a number and a table"
        : e->number == BUILTIN_NUMBEROF ? "a name and a table"
        : e->number == BUILTIN_FAIL     ? "a code, a text, a number and a text"
                                        : "one argument";
    sema_mismatch(s, e, MSG_ARGUMENTS_MISSING(called(e), needed));
}

/* The only argument, checked; NULL after a report. */
static Expr *single(Sema *s, Expr *e) {
    Expr *a = arguments(e);
    for (Expr *p = a; p != NULL; p = p->next)
        sema_expr(s, p, NULL);
    if (a == NULL || a->next != NULL) {
        sema_mismatch(s, e, MSG_ONE_ARGUMENT(called(e)));
        return NULL;
    }
    if (a->type->kind == TYPE_ERROR) {
        e->type = a->type;
        return NULL;
    }
    return a;
}

static void wrong_type(Sema *s, Expr *e, const Expr *arg, const char *wanted) {
    sema_mismatch(
        s, e,
        MSG_ARGUMENT_TYPE(called(e), wanted, type_name(s->arena, arg->type)));
}

static void numeric(Sema *s, Expr *e, Expr *a) {
    if (!type_numeric(a->type))
        wrong_type(s, e, a, "a number");
    else
        e->type = type_host(a->type);
}

static void real_function(Sema *s, Expr *e, Expr *a) {
    if (sema_argument(s, a, &s->types.real, called(e)))
        e->type = &s->types.real;
}

static void ordinal(Sema *s, Expr *e, Expr *a) {
    if (!type_ordinal(a->type)) {
        wrong_type(s, e, a, "an ordinal value");
        return;
    }
    if (e->number == BUILTIN_ORD) {
        e->type = &s->types.integer;
        e->constant = a->constant;
        e->integer = a->integer;
    } else {
        e->type = type_host(a->type);
    }
}

/* NAMEOF(v, T) and NUMBEROF(s, T). */
static void vertex_function(Sema *s, Expr *e) {
    const bool names = e->number == BUILTIN_NAMEOF;
    Type *text = &s->types.string, *number = &s->types.integer;
    Expr *a = arguments(e), *table = a != NULL ? a->next : NULL;
    if (table == NULL || table->next != NULL) {
        too_few(s, e);
        return;
    }
    sema_expr(s, a, names ? NULL : text);
    sema_expr(s, table, NULL);
    if (!sema_argument(s, a, names ? number : text, called(e)) ||
        table->type->kind == TYPE_ERROR)
        return;
    if (table->type->kind == STAR_TYPE_TABLE)
        e->type = names ? text : number;
    else
        wrong_type(s, e, table, "a table");
}

static void function(Sema *s, Expr *e) {
    if (e->number == BUILTIN_NAMEOF || e->number == BUILTIN_NUMBEROF) {
        vertex_function(s, e);
        return;
    }
    Expr *a = single(s, e);
    if (a == NULL)
        return;
    switch (e->number) {
    case BUILTIN_ABS:
    case BUILTIN_SQR: numeric(s, e, a); break;
    case BUILTIN_TRUNC:
    case BUILTIN_ROUND:
        if (a->type->kind == STAR_TYPE_REAL)
            e->type = &s->types.integer;
        else
            wrong_type(s, e, a, "a real");
        break;
    case BUILTIN_ODD:
        if (sema_argument(s, a, &s->types.integer, "odd"))
            e->type = &s->types.boolean;
        break;
    case BUILTIN_CHR:
        if (sema_argument(s, a, &s->types.integer, "chr"))
            e->type = &s->types.character;
        e->constant = a->constant && a->integer >= 0 && a->integer <= 255;
        e->integer = a->integer;
        break;
    case BUILTIN_ORD:
    case BUILTIN_SUCC:
    case BUILTIN_PRED: ordinal(s, e, a); break;
    default: real_function(s, e, a);
    }
}

static void write_value(Sema *s, Expr *value) {
    sema_expr(s, value, NULL);
    int kind = type_host(value->type)->kind;
    if (kind == STAR_TYPE_ENUM) {
        StarReport *r = sema_mismatch(s, value, MSG_ENUMERATION_WRITTEN());
        diag_hint(s->diag, r, "write ord(x), or a text for each value");
    } else if (kind == STAR_TYPE_RECORD || kind == STAR_TYPE_SET ||
               kind == STAR_TYPE_POINTER || kind == STAR_TYPE_FILE ||
               (kind == STAR_TYPE_ARRAY && !type_chars(value->type))) {
        bool chars = kind == STAR_TYPE_ARRAY &&
                     value->type->element->kind == STAR_TYPE_CHAR;
        StarReport *r = sema_mismatch(
            s, value, MSG_TYPE_WRITTEN(type_name(s->arena, value->type)));
        if (chars)
            diag_hint(s->diag, r, "a packed array [1..n] of char can");
    } else if (type_chars(value->type)) {
        sema_strict_text(s, value->type, value->span);
        value->convert = CONVERT_STRING;
    }
}

/* The arguments behind a text that may come first. */
static Expr *behind_text(Sema *s, Expr *e, bool output) {
    Expr *a = arguments(e);
    if (a == NULL || !sema_names_file(s, a)) {
        sema_strict_file(s, output, e->span);
        return a;
    }
    sema_expr(s, a, NULL);
    sema_is_file(s, a, true);
    return a->next;
}

/* reset, rewrite, get and put of a file; eof, eoln and page of one, which is
 * a text but for eof, or of none. */
static void file_argument(Sema *s, Expr *e, bool needed, bool text) {
    Expr *f = arguments(e);
    if (f == NULL && needed) {
        too_few(s, e);
    } else if (f == NULL) {
        sema_strict_file(s, e->number == BUILTIN_PAGE, e->span);
    } else {
        sema_variable(s, f);
        sema_is_file(s, f, text);
        if (f->next != NULL)
            diag_error(s->diag, e->span, MSG_ONE_FILE(called(e)));
    }
}

static void write_arguments(Sema *s, Expr *e) {
    Expr *first = behind_text(s, e, true);
    for (Expr *a = first; a != NULL; a = a->next) {
        if (a->kind != EXPR_FORMAT) {
            write_value(s, a);
            continue;
        }
        write_value(s, a->left);
        sema_integer(s, a->right);
        if (a->third == NULL)
            continue;
        sema_integer(s, a->third);
        if (a->left->type->kind != STAR_TYPE_REAL &&
            a->left->type->kind != TYPE_ERROR)
            diag_error(s->diag, a->third->span, MSG_DECIMALS_WITHOUT_REAL());
    }
    if (e->number == BUILTIN_WRITE && first == NULL)
        too_few(s, e);
}

static void read_arguments(Sema *s, Expr *e) {
    Expr *first = behind_text(s, e, false);
    for (Expr *a = first; a != NULL; a = a->next) {
        bool component;
        sema_lvalue(s, a);
        component = a->meaning == MEANS_COMPONENT ||
                    (a->meaning == MEANS_PRIM && type_bits(a->type));
        Type *t = type_host(a->type);
        if (t->kind == STAR_TYPE_BOOLEAN || t->kind == STAR_TYPE_ENUM ||
            t->kind == STAR_TYPE_ARRAY || t->kind == STAR_TYPE_RECORD ||
            t->kind == STAR_TYPE_SET || t->kind == STAR_TYPE_POINTER ||
            t->kind == STAR_TYPE_FILE)
            sema_mismatch(s, a, MSG_TYPE_READ(type_name(s->arena, t)));
        else if (component && type_bits(a->type))
            diag_error(s->diag, a->span, MSG_PART_READ());
    }
    if (e->number == BUILTIN_READ && first == NULL)
        too_few(s, e);
}

/* One of the arrays of pack or unpack. */
static bool is_array(Sema *s, Expr *e, Expr *a, bool packed) {
    if (a->type->kind == TYPE_ERROR)
        return false;
    if (a->type->kind == STAR_TYPE_ARRAY && a->type->packed == packed)
        return true;
    sema_mismatch(s, a, MSG_ARRAY_NEEDED(called(e), packed));
    return false;
}

/* pack(a, i, z) and unpack(z, a, i): z is packed. */
static void pack_arguments(Sema *s, Expr *e) {
    Expr *first = arguments(e), *second = first ? first->next : NULL;
    Expr *third = second ? second->next : NULL;
    bool packs = e->number == BUILTIN_PACK;
    if (third == NULL || third->next != NULL) {
        too_few(s, e);
        return;
    }
    Expr *a = packs ? first : second, *z = packs ? third : first;
    Expr *i = packs ? second : third;
    sema_expr(s, first, NULL);
    sema_variable(s, packs ? third : second);
    sema_expr(s, i, NULL);
    if (!is_array(s, e, a, false) || !is_array(s, e, z, true))
        return;
    sema_fit(s, i, type_host(a->type->index), "an index");
    if (a->type->element != z->type->element)
        diag_error(s->diag, e->span,
                   MSG_ELEMENT_TYPES(type_name(s->arena, a->type->element),
                                     type_name(s->arena, z->type->element)));
}

/* The third argument of load and save is a word of its own, also where a
 * declaration has that name: its number in a list from `first` on becomes
 * `integer`. */
static void choice(Sema *s, Expr *a, const char *(*name)(int), int first, int n,
                   StarStatus status, const char *what) {
    a->type = &s->types.integer;
    for (int i = first; i < n && a->kind == EXPR_NAME; i++)
        if (strcmp(a->name, name(i)) == 0) {
            a->integer = i;
            return;
        }
    char list[2 * STAR_ERROR_PART];
    int used = 0;
    for (int i = first; i < n; i++)
        used += snprintf(list + used, sizeof list - (size_t)used, "%s%s",
                         i == first   ? ""
                         : i == n - 1 ? " or "
                                      : ", ",
                         name(i));
    StarReport *r =
        diag_error(s->diag, a->span, MSG_UNKNOWN_CHOICE(status, what));
    diag_hint(s->diag, r, "write %s", list);
}

static const char *image_name(int k) {
    return k == STAR_COLUMNS ? "columns" : "rows";
}

void sema_image(Sema *s, Expr *word) {
    choice(s, word, image_name, STAR_COLUMNS, STAR_ROWS + 1, STAR_ARGUMENT,
           "image");
    word->kind = EXPR_INTEGER;
    word->constant = true;
}

/* Behind the layouts stand the words that may stand behind them or in front. */
enum { COMPACT, COLUMNS, ROWS, MATRIX, ARCS, WORDS };
static const char *const words[] = {"compact", "columns", "rows", "matrix",
                                    "arcs"};

static const char *layout_name(int k) {
    return k < STAR_LAYOUT_COUNT ? star_layout_name((StarGraphLayout)k)
                                 : words[k - STAR_LAYOUT_COUNT];
}

static const char *format_name(int k) {
    return star_format_name((StarFormat)k);
}

static bool is_word(const Expr *a, const char *word) {
    return a->kind == EXPR_NAME && strcmp(a->name, word) == 0;
}

static bool is_scale(const Expr *a) {
    return a->kind == EXPR_CALL && a->args != NULL && is_word(a->left, "scale");
}

static bool is_option(const Expr *a) {
    return is_word(a, words[COMPACT]) || is_word(a, words[COLUMNS]) ||
           is_word(a, words[ROWS]) || is_scale(a);
}

/* Takes a word that may stand here; returns the argument behind it. */
static Expr *option(Sema *s, Expr *how, Expr *a, const char *word, int number) {
    if (a == NULL || !is_word(a, word))
        return a;
    a->type = &s->types.integer;
    how->integer += number;
    return a->next;
}

/* arcs('from,to,km') becomes the name arcs; the text is kept beside it. Weights
 * are the layout of three columns. */
static void columns_argument(Sema *s, Expr *how, Expr *named) {
    Expr *text = named->args;
    sema_expr(s, text, &s->types.string);
    named->kind = EXPR_NAME;
    named->name = named->left->name;
    named->args = named->left = NULL;
    how->third = text;
    const int count =
        text->next == NULL && text->kind == EXPR_TEXT && text->constant
            ? star_columns_count(text->text)
            : 0;
    if (count == 0)
        diag_error(s->diag, text->span, MSG_COLUMNS_ARGUMENT());
    how->integer += STAR_LAYOUT_COLUMNS;
    if (count == STAR_COLUMN_ROLES)
        how->integer += STAR_LAYOUT_WEIGHTS;
}

/* Takes matrix, arcs or arcs('...') in front of a layout; returns the argument
 * behind it. */
static Expr *kind_argument(Sema *s, Expr *how) {
    const bool named = how->kind == EXPR_CALL && how->args != NULL &&
                       is_word(how->left, words[ARCS]);
    how->integer = 0;
    if (named)
        columns_argument(s, how, how);
    if (!is_word(how, words[MATRIX]) && !is_word(how, words[ARCS]))
        return how;
    how->type = &s->types.integer;
    how->integer +=
        STAR_LAYOUT_KIND *
        (is_word(how, words[ARCS]) ? STAR_TABLE_ARCS : STAR_TABLE_MATRIX);
    return how->next;
}

/* Takes scale(10), scale(100), ... of weights; returns the argument behind. */
static Expr *scale_argument(Sema *s, Expr *how, Expr *a) {
    if (a == NULL || !is_scale(a))
        return a;
    const int64_t layout = how->integer % STAR_LAYOUT_COMPACT;
    const Expr *number = a->args;
    int64_t scale = 1;
    int decimals = 0;
    sema_integer(s, a->args);
    for (; scale < number->integer && decimals < STAR_MOST_DECIMALS; decimals++)
        scale *= 10;
    if (!number->constant || number->next != NULL || decimals == 0 ||
        number->integer != scale ||
        (layout != STAR_LAYOUT_WEIGHTS && layout != STAR_LAYOUT_WEIGHT))
        diag_error(s->diag, a->span, MSG_SCALE_ARGUMENT(STAR_MOST_DECIMALS));
    a->type = &s->types.integer;
    how->integer += decimals * STAR_LAYOUT_SCALE;
    return a->next;
}

/* Behind the file's name load has perhaps what the file is, then a layout,
 * weights perhaps their width, then perhaps compact, an image and a scale,
 * which are added to the layout's number. Without a layout it is adjacency, or
 * what columns say. Returns the arguments behind these. */
static Expr *layout_arguments(Sema *s, Expr *how) {
    Expr *layout = kind_argument(s, how), *next, *image;
    if (layout == NULL)
        return NULL;
    const int64_t before = layout == how ? 0 : how->integer;
    if (!is_scale(layout))
        choice(s, layout, layout_name, 0, STAR_LAYOUT_COUNT + WORDS,
               STAR_LAYOUT, "layout");
    next = layout->next;
    if (is_option(layout)) {
        how->integer = before;
        next = layout;
    } else {
        how->integer = before - before % STAR_LAYOUT_COMPACT + layout->integer;
    }
    if (is_word(layout, star_layout_name(STAR_LAYOUT_WEIGHTS)) &&
        next != NULL && !is_option(next)) {
        sema_integer(s, next);
        how->integer += STAR_LAYOUT_WIDE;
        how->right = next;
        next = next->next;
    }
    next = option(s, how, next, words[COMPACT], STAR_LAYOUT_COMPACT);
    image = option(s, how, next, words[COLUMNS], STAR_LAYOUT_IMAGE);
    if (image == next)
        image = option(s, how, next, words[ROWS], 2 * STAR_LAYOUT_IMAGE);
    return scale_argument(s, how, image);
}

static void file_arguments(Sema *s, Expr *e) {
    Expr *table = arguments(e), *file = table ? table->next : NULL;
    const bool load = e->number == BUILTIN_LOAD;
    if (file == NULL) {
        too_few(s, e);
        return;
    }
    if (load)
        sema_variable(s, table);
    else
        sema_expr(s, table, NULL);
    sema_argument(s, table, &s->types.table, called(e));
    sema_expr(s, file, NULL);
    sema_argument(s, file, &s->types.string, "a file's name");
    Expr *how = file->next;
    if (how == NULL)
        return;
    if (!load)
        choice(s, how, format_name, STAR_FORMAT_AUTO + 1, STAR_FORMAT_COUNT,
               STAR_FILEFORMAT, "format");
    if (load && layout_arguments(s, how) != NULL)
        diag_error(s->diag, e->span, MSG_LOAD_ARGUMENTS(called(e)));
    else if (!load && how->next != NULL)
        diag_error(s->diag, e->span, MSG_SAVE_ARGUMENTS(called(e)));
}

/* The variables that a message names, as {x} or {=x}, are read. */
static void names_in_message(Sema *s, const Expr *text) {
    const char *at = text->text, *end = at + text->length;
    while ((at = memchr(at, '{', (size_t)(end - at))) != NULL) {
        const char *close = memchr(at, '}', (size_t)(end - at));
        at += at[1] == '=' ? 2 : 1;
        const Name name = close == NULL
                              ? NULL
                              : names_find(s->names, at, (size_t)(close - at));
        Decl *d = name == NULL ? NULL : scope_find(&s->scope, name);
        if (d == NULL || (d->kind != DECL_VAR && d->kind != DECL_PARAM)) {
            diag_error(s->diag, text->span, MSG_UNKNOWN_VARIABLE());
            return;
        }
        d->uses.used = d->uses.read = true;
        at = close;
    }
}

/* fail('code', 'text') and fail('code', 'text', 'hint'): the code becomes its
 * number. */
static void fail_arguments(Sema *s, Expr *e) {
    Expr *code = arguments(e);
    int k = 1;
    if (code == NULL || code->next == NULL || code->kind != EXPR_TEXT) {
        too_few(s, e);
        return;
    }
    while (k < STAR_STATUS_COUNT &&
           strcmp(star_status_name((StarStatus)k), code->text) != 0)
        k++;
    code->type = &s->types.integer;
    code->integer = k;
    if (k == STAR_STATUS_COUNT)
        diag_error(s->diag, code->span, MSG_UNKNOWN_CODE());
    for (Expr *a = code->next; a != NULL; a = a->next) {
        if (a->kind == EXPR_TEXT)
            names_in_message(s, a);
        sema_expr(s, a, &s->types.string);
        sema_fit(s, a, &s->types.string, called(e));
    }
}

bool sema_builtin_value(unsigned number) {
    return number <= BUILTIN_PRED || number == BUILTIN_EOF ||
           number == BUILTIN_EOLN || number == BUILTIN_NAMEOF ||
           number == BUILTIN_NUMBEROF;
}

void sema_builtin(Sema *s, Expr *e, bool statement) {
    e->meaning = MEANS_BUILTIN;
    e->number = e->decl->number;
    e->type = &s->types.error;
    const bool value = sema_builtin_value(e->number);
    switch (e->number) {
    case BUILTIN_WRITE:
    case BUILTIN_WRITELN: write_arguments(s, e); break;
    case BUILTIN_READ:
    case BUILTIN_READLN: read_arguments(s, e); break;
    case BUILTIN_PAGE: file_argument(s, e, false, true); break;
    case BUILTIN_RESET:
    case BUILTIN_REWRITE:
    case BUILTIN_GET:
    case BUILTIN_PUT:
        file_argument(s, e, true, false);
        sema_changes(s, 0);
        break;
    case BUILTIN_PACK:
    case BUILTIN_UNPACK: pack_arguments(s, e); break;
    case BUILTIN_LOAD:
    case BUILTIN_SAVE: file_arguments(s, e); break;
    case BUILTIN_FAIL: fail_arguments(s, e); break;
    case BUILTIN_NEW:
    case BUILTIN_DISPOSE: sema_new(s, e, e->number == BUILTIN_DISPOSE); break;
    case BUILTIN_EOF:
    case BUILTIN_EOLN:
        e->type = &s->types.boolean;
        file_argument(s, e, false, e->number == BUILTIN_EOLN);
        break;
    default: function(s, e);
    }
    if (statement && value)
        diag_error(s->diag, e->span, MSG_RESULT_UNUSED(called(e)));
    else if (!statement && !value)
        sema_hint_no_value(
            s, diag_error(s->diag, e->span, MSG_PROCEDURE_AS_VALUE(called(e))),
            e);
    if (!value)
        e->type = statement ? &s->types.none : &s->types.error;
}

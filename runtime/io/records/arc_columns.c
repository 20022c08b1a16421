/* SPDX-License-Identifier: MIT */
#include "io/records/arc_columns.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { NAME = 256, LIST = 160 };

/* ---- What a user says ---- */

typedef struct Said {
    char name[NAME];
    int number; /* from 1; 0: it is a name */
} Said;

/* Takes a name up to a comma or the end; what is behind it, NULL if it is
 * none. */
static const char *take_name(const char *text, Said *said) {
    const bool quoted = *text == '"';
    size_t length = 0;
    for (text += quoted; *text != '\0' && length + 1 < NAME; text++) {
        if (quoted && *text == '"' && *++text != '"')
            break;
        if (!quoted && *text == ',')
            break;
        said->name[length++] = *text;
    }
    said->name[length] = '\0';
    said->number = 0;
    if (!quoted && length < 7 && strspn(said->name, "0123456789") == length)
        for (size_t k = 0; k < length; k++)
            said->number = said->number * 10 + (said->name[k] - '0');
    return length > 0 && (*text == ',' || *text == '\0') ? text : NULL;
}

/* How many there are; 0 if they are wrong. */
static int take_names(const char *text, Said said[STAR_COLUMN_ROLES]) {
    int count = 0;
    while (count < STAR_COLUMN_ROLES) {
        text = take_name(text, &said[count++]);
        if (text == NULL)
            return 0;
        if (*text == '\0')
            return count >= 2 ? count : 0;
        text++;
    }
    return 0;
}

int star_columns_count(const char *text) {
    Said said[STAR_COLUMN_ROLES];
    const int count = take_names(text, said);
    for (int k = 1; k < count; k++)
        if ((said[k].number == 0) != (said[0].number == 0))
            return 0;
    return count;
}

/* ---- Names of columns ---- */

/* Pairs, then weights. */
static const char *const pairs[][2] = {{"from", "to"},
                                       {"source", "target"},
                                       {"u", "v"},
                                       {"src", "dst"},
                                       {"start", "end"}};
static const char *const weights[] = {"weight", "w",        "km",
                                      "cost",   "distance", "length"};
enum {
    PAIRS = sizeof pairs / sizeof *pairs,
    WEIGHTS = sizeof weights / sizeof *weights
};

/* A list of the columns' names for a message. */
static const char *list(const StarCsvRecord *first, char text[LIST]) {
    size_t used = 0;
    for (size_t k = 0; k < first->count && used + 40 < LIST; k++)
        used += (size_t)snprintf(text + used, LIST - used, "%s%.24s",
                                 k > 0 ? ", " : "",
                                 (const char *)first->field[k].text);
    if (used + 40 >= LIST)
        snprintf(text + used, LIST - used, ", ...");
    return text;
}

/* Lets a message be of the first record: its line; returns its column. */
static int64_t place(const StarCsv *csv, const StarCsvRecord *first) {
    csv->r->line = first->field[0].line;
    return first->field[0].column;
}

/* The column of a name in letters of either case: -1 if there is none, -2 if
 * there are several. */
static int find(const StarCsvRecord *first, const char *name) {
    int at = -1;
    for (size_t k = 0; k < first->count; k++)
        if (strcasecmp((const char *)first->field[k].text, name) == 0)
            at = at == -1 ? (int)k : -2;
    return at;
}

/* ---- Finding ---- */

static StarStatus by_number(StarColumns *c, const StarCsv *csv,
                            const StarCsvRecord *first, int role, int number) {
    if ((size_t)number > first->count)
        return star_reader_wrong(csv->r, place(csv, first),
                                 MSG_NO_COLUMN_NUMBER(number, first->count));
    c->at[role] = number - 1;
    return STAR_OK;
}

static StarStatus by_name(StarColumns *c, const StarCsv *csv,
                          const StarCsvRecord *first, int role,
                          const char *name) {
    char names[LIST];
    c->at[role] = find(first, name);
    if (c->at[role] == -2)
        return star_reader_wrong(csv->r, place(csv, first),
                                 MSG_COLUMN_AGAIN(name));
    if (c->at[role] == -1)
        return star_reader_wrong(csv->r, place(csv, first),
                                 MSG_NO_COLUMN(name, list(first, names)));
    return STAR_OK;
}

static StarStatus as_said(StarColumns *c, const StarCsv *csv,
                          const StarCsvRecord *first, const char *text) {
    Said said[STAR_COLUMN_ROLES];
    const int count = take_names(text, said);
    c->named = said[0].number == 0;
    for (int k = 0; k < count; k++)
        STAR_TRY(c->named ? by_name(c, csv, first, k, said[k].name)
                          : by_number(c, csv, first, k, said[k].number));
    return STAR_OK;
}

/* The only pair of usual names; false if there is none, or more than one. */
static bool find_pair(StarColumns *c, const StarCsvRecord *first) {
    int found = 0;
    for (int k = 0; k < PAIRS; k++) {
        const int from = find(first, pairs[k][0]),
                  to = find(first, pairs[k][1]);
        if (from == -1 || to == -1)
            continue;
        if (from == -2 || to == -2)
            return false;
        c->at[STAR_COLUMN_FROM] = from;
        c->at[STAR_COLUMN_TO] = to;
        found++;
    }
    return found == 1;
}

static bool find_weight(StarColumns *c, const StarCsvRecord *first) {
    int found = 0;
    for (int k = 0; k < WEIGHTS; k++) {
        const int at = find(first, weights[k]);
        if (at == -2)
            return false;
        if (at >= 0)
            c->at[STAR_COLUMN_WEIGHT] = at;
        found += at >= 0;
    }
    return found == 1;
}

static StarStatus by_usual_names(StarColumns *c, const StarCsv *csv,
                                 const StarCsvRecord *first, bool weighted) {
    char names[LIST];
    c->named = c->found = true;
    if (!find_pair(c, first)) {
        star_reader_wrong(csv->r, place(csv, first),
                          MSG_COLUMNS_UNKNOWN(list(first, names)));
        return star_hint(csv->r->mem->error,
                         first->count == 2
                             ? "write :arcs(FROM,TO) with their names, or "
                               ":arcs(1,2)"
                             : "write :arcs(FROM,TO,WEIGHT) with their names, "
                               "or :arcs(1,2,3)");
    }
    if (!weighted || find_weight(c, first) || first->count == 2)
        return STAR_OK;
    star_reader_wrong(csv->r, place(csv, first),
                      MSG_WEIGHTS_UNKNOWN(list(first, names)));
    return star_hint(csv->r->mem->error,
                     "write :arcs(%.20s,%.20s,WEIGHT) with its name",
                     (const char *)first->field[c->at[STAR_COLUMN_FROM]].text,
                     (const char *)first->field[c->at[STAR_COLUMN_TO]].text);
}

static bool is_number(const StarCsvField *f) {
    return star_number_is_real(f->text, f->length);
}

static bool has_text(const StarCsvRecord *first) {
    for (size_t k = 0; k < first->count; k++)
        if (first->field[k].length > 0 && !is_number(&first->field[k]))
            return true;
    return false;
}

/* A comment may be an arc: it has as many fields as the first one, and numbers
 * where that has, and no usual names. */
static bool may_be_arc(const StarColumns *c, const StarCsvRecord *comment,
                       const StarCsvRecord *first) {
    StarColumns usual;
    if (comment->count != first->count || find_pair(&usual, comment))
        return false;
    for (int role = 0; role < STAR_COLUMN_ROLES; role++) {
        const int k = c->at[role];
        if (k >= 0 &&
            (comment->field[k].length == 0 ||
             (is_number(&first->field[k]) && !is_number(&comment->field[k]))))
            return false;
    }
    return true;
}

/* The first arc is lost if it begins like a comment. */
static StarStatus check_comment(const StarColumns *c, const StarCsv *csv,
                                const StarCsvRecord *first) {
    const char *text = csv->comment;
    StarCsvRecord comment;
    if (*text == '\0' || text[1] == ' ' || text[1] == '\t')
        return STAR_OK;
    StarStatus status = star_csv_comment(csv, &comment);
    if (status == STAR_OK && may_be_arc(c, &comment, first)) {
        csv->r->line = csv->comment_line;
        star_reader_wrong(csv->r, 1, MSG_COMMENT_OR_NAME(*text));
        status =
            star_hint(csv->r->mem->error,
                      "put a blank behind the %c of a comment, or the name "
                      "in quotation marks",
                      *text);
    }
    star_csv_record_free(&comment);
    return status;
}

/* Numbers of columns say that the first record is an arc; usual names, or a
 * weight that is no number, say that it is not. */
static StarStatus check_first(const StarColumns *c, const StarCsv *csv,
                              const StarCsvRecord *first) {
    const int weight = c->at[STAR_COLUMN_WEIGHT];
    StarColumns usual;
    char names[LIST];
    if (!find_pair(&usual, first) &&
        (weight < 0 || is_number(&first->field[weight])))
        return check_comment(c, csv, first);
    star_reader_wrong(csv->r, place(csv, first),
                      MSG_COLUMNS_ARE_NAMES(list(first, names)));
    return star_hint(csv->r->mem->error,
                     "write :arcs(FROM,TO,WEIGHT) with names of columns");
}

/* A list without names: FROM TO, or FROM TO WEIGHT. */
static StarStatus by_order(StarColumns *c, const StarCsv *csv,
                           const StarCsvRecord *first) {
    char names[LIST];
    c->at[STAR_COLUMN_FROM] = 0;
    c->at[STAR_COLUMN_TO] = 1;
    c->at[STAR_COLUMN_WEIGHT] = first->count == 3 ? 2 : -1;
    if (first->count == 2 || first->count == 3)
        return check_comment(c, csv, first);
    star_reader_wrong(csv->r, place(csv, first),
                      MSG_COLUMNS_UNKNOWN(list(first, names)));
    return star_hint(csv->r->mem->error,
                     "write :arcs(1,2,3) with the numbers of the columns");
}

StarStatus star_columns_find(StarColumns *c, const StarCsv *csv,
                             const StarCsvRecord *first, const char *text,
                             bool weighted) {
    *c = (StarColumns){.count = first->count, .at = {-1, -1, -1}};
    if (text != NULL) {
        STAR_TRY(as_said(c, csv, first, text));
        return c->named ? STAR_OK : check_first(c, csv, first);
    }
    return has_text(first) ? by_usual_names(c, csv, first, weighted)
                           : by_order(c, csv, first);
}

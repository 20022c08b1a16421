/* SPDX-License-Identifier: MIT */
/* Breakpoints: on lines, on procedures, on data. The editor sends all of a kind
 * at once; those before go. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dap/dap_parts.h"
#include "message.h"

static char *copy(const char *text) {
    return text != NULL && *text != '\0' ? strdup(text) : NULL;
}

/* ---- Counts of hits ---- */

/* True if so many hits are what a text wants: 5, = 5, > 5, >= 5, < 5, <= 5,
 * % 5; *valid is false if it is none of these. */
static bool counts(const char *text, int64_t hits, bool *valid) {
    char op[3] = "", rest;
    long long n;
    *valid = sscanf(text, " %2[=<>%]%lld %c", op, &n, &rest) == 2 ||
             sscanf(text, " %lld %c", &n, &rest) == 1;
    if (!*valid)
        return false;
    switch (op[0]) {
    case '>': return op[1] == '=' ? hits >= n : hits > n;
    case '<': return op[1] == '=' ? hits <= n : hits < n;
    case '%': return n > 0 && hits % n == 0;
    default: return hits == n;
    }
}

/* ---- To set them ---- */

static void free_break(DapBreak *b) {
    free(b->condition);
    free(b->count);
    free(b->log);
}

/* Deletes those on lines of a file, or those on procedures. */
static void clear(Dap *d, bool procedures, uint32_t file) {
    for (int k = d->debug.points; k-- > 0;)
        if (d->at[k].procedure == procedures &&
            (procedures || d->debug.point[k].at.file == file)) {
            free_break(&d->at[k]);
            debug_delete(&d->debug, k + 1);
            memmove(&d->at[k], &d->at[k + 1],
                    (size_t)(d->debug.points - k) * sizeof *d->at);
        }
}

void dap_breaks_free(Dap *d) {
    while (d->debug.points > 0)
        free_break(&d->at[--d->debug.points]);
    while (d->debug.datas > 0)
        free(d->data[--d->debug.datas].text);
}

static json_t *unverified(Dap *d, const char *why) {
    return json_pack("{s:i, s:b, s:o}", "id", ++d->ids, "verified", 0,
                     "message", wire_text(why, strlen(why)));
}

/* Sets one; a condition that Debug does not take is an expression, which is
 * evaluated where it stops. */
static json_t *set(Dap *d, uint32_t file, int line, const json_t *wanted,
                   bool procedure) {
    const char *count = dap_text(wanted, "hitCondition"), *wrong;
    bool valid = true, expression = false;
    if (count != NULL && *count != '\0')
        counts(count, 0, &valid);
    if (!valid)
        return unverified(d, MSG_NO_COUNT());
    char *condition = copy(dap_text(wanted, "condition"));
    DebugSet done = debug_break(&d->debug, file, line, condition, &wrong);
    if (done == DEBUG_NO_CONDITION) {
        if (!debug_may_hold(&d->debug, condition)) {
            free(condition);
            return unverified(d, d->debug.error.text);
        }
        expression = true;
        done = debug_break(&d->debug, file, line, NULL, &wrong);
    }
    if (done != DEBUG_SET) {
        free(condition);
        return unverified(d, done == DEBUG_FULL ? MSG_BREAKS_FULL()
                                                : MSG_NO_STATEMENT());
    }
    const int k = d->debug.points - 1;
    d->at[k] = (DapBreak){.id = ++d->ids,
                          .procedure = procedure,
                          .condition = expression ? condition : NULL,
                          .count = copy(count),
                          .log = copy(dap_text(wanted, "logMessage"))};
    if (!expression)
        free(condition);
    return json_pack("{s:i, s:b, s:i, s:o}", "id", d->at[k].id, "verified", 1,
                     "line", d->debug.point[k].line - 1 + d->base, "source",
                     dap_source_of(d, d->debug.point[k].at.file));
}

/* The file that a source names, as DebugBreak has it; false: none. */
static bool file_of(const Dap *d, const json_t *source, uint32_t *file) {
    const StarSources *all = &d->loaded.program->sources;
    const int64_t reference = dap_number(source, "sourceReference", 0);
    const char *text = dap_text(source, "path");
    char wanted[PATH_MAX], path[PATH_MAX];
    *file = (uint32_t)reference - 1;
    if (reference > 0)
        return reference <= all->count;
    if (text == NULL || realpath(text, wanted) == NULL)
        return false;
    for (*file = 0; *file < all->count; ++*file)
        if (!all->file[*file].library &&
            realpath(all->file[*file].path, path) != NULL &&
            strcmp(path, wanted) == 0)
            return true;
    return false;
}

/* The line from 1 that a breakpoint is wanted on; 0: there is no such. */
static int line_of(const Dap *d, const json_t *wanted) {
    const int64_t line = dap_number(wanted, "line", -1);
    return line < d->base       ? 0
           : line < INT_MAX - 1 ? (int)line + 1 - d->base
                                : INT_MAX;
}

json_t *dap_set_lines(Dap *d, const json_t *arguments, const char **wrong) {
    const json_t *list = json_get(arguments, "breakpoints");
    json_t *out = json_array();
    uint32_t file;
    const bool known = file_of(d, json_get(arguments, "source"), &file);
    (void)wrong;
    if (known)
        clear(d, false, file);
    for (size_t k = 0; k < json_size(list); k++) {
        const json_t *one = json_at(list, k);
        json_append(out, !known ? unverified(d, MSG_NOT_OF_PROGRAM())
                                : set(d, file, line_of(d, one), one, false));
    }
    return json_pack("{s:o}", "breakpoints", out);
}

json_t *dap_set_procedures(Dap *d, const json_t *arguments,
                           const char **wrong) {
    const json_t *list = json_get(arguments, "breakpoints");
    json_t *out = json_array();
    (void)wrong;
    clear(d, true, 0);
    for (size_t k = 0; k < json_size(list); k++) {
        const json_t *one = json_at(list, k);
        const char *name = dap_text(one, "name");
        uint32_t file;
        const int line =
            name != NULL ? debug_procedure(&d->debug, name, &file) : 0;
        json_append(out, line > 0 ? set(d, file, line, one, true)
                                  : unverified(d, MSG_NO_SUCH_PROCEDURE()));
    }
    return json_pack("{s:o}", "breakpoints", out);
}

/* ---- Data ---- */

/* The identity of data is its frame and its place: "0:X(3)". */
static json_t *identity(const DebugPlace *place, const char *text) {
    return json_print("%u:%s", place->frame, text);
}

json_t *dap_data_info(Dap *d, const json_t *arguments, const char **wrong) {
    const char *name = dap_text(arguments, "name"), *why = MSG_NO_PARTS();
    const DapParts *parts =
        dap_parts_at(d, dap_number(arguments, "variablesReference", 0));
    char *text = name == NULL    ? NULL
                 : parts != NULL ? dap_part_place(parts, name)
                                 : strdup(name);
    const int64_t frame = dap_frame(d, arguments);
    DebugPlace place;
    StarVariable v;
    (void)wrong;
    const bool found =
        text != NULL &&
        (parts != NULL
             ? debug_find_in(&d->debug, parts->frame, text, &place, &v, &why)
         : frame >= 0
             ? debug_find_in(&d->debug, (unsigned)frame, text, &place, &v, &why)
             : debug_find(&d->debug, text, &place, &v, &why));
    json_t *body =
        found ? json_pack("{s:o, s:s, s:[s]}", "dataId", identity(&place, text),
                          "description", text, "accessTypes", "write")
              : json_pack("{s:n, s:o}", "dataId", "description",
                          wire_text(why, strlen(why)));
    free(text);
    return body;
}

static json_t *set_data(Dap *d, const char *identified) {
    const char *colon = identified != NULL ? strchr(identified, ':') : NULL;
    const char *wrong = MSG_NO_PARTS();
    DebugPlace place;
    StarVariable v;
    char *text = colon != NULL ? strdup(colon + 1) : NULL;
    if (text == NULL ||
        !debug_find_in(&d->debug, (unsigned)strtoul(identified, NULL, 10), text,
                       &place, &v, &wrong)) {
        free(text);
        return unverified(d, wrong);
    }
    if (!debug_break_data(&d->debug, &place)) {
        free(text);
        return unverified(d, MSG_BREAKS_FULL());
    }
    /* The text stays: the place has its parts there. */
    d->data[d->debug.datas - 1] = (DapData){++d->ids, text};
    return json_pack("{s:i, s:b}", "id", d->ids, "verified", 1);
}

json_t *dap_set_data(Dap *d, const json_t *arguments, const char **wrong) {
    const json_t *list = json_get(arguments, "breakpoints");
    json_t *out = json_array();
    (void)wrong;
    while (d->debug.datas > 0)
        free(d->data[--d->debug.datas].text);
    for (size_t k = 0; k < json_size(list); k++)
        json_append(out, set_data(d, dap_text(json_at(list, k), "dataId")));
    return json_pack("{s:o}", "breakpoints", out);
}

/* ---- Where one is hit ---- */

/* Writes a text with the values of expressions in braces. */
static void write_log(Dap *d, const char *text) {
    DapString line = {0};
    for (;;) {
        const size_t plain = strcspn(text, "{");
        const char *end = strchr(text + plain, '}');
        dap_add(&line, text, plain);
        text += plain;
        if (*text == '\0' || end == NULL)
            break;
        char *expression = strndup(text + 1, (size_t)(end - text) - 1);
        bool failed;
        json_t *value =
            expression != NULL ? dap_expression(d, expression, &failed) : NULL;
        dap_add(&line, json_string_value(value), json_string_length(value));
        json_decref(value);
        free(expression);
        text = end + 1;
    }
    dap_add(&line, text, strlen(text));
    dap_add(&line, "\n", 1);
    dap_say(d, "console", line.text, line.length);
    free(line.text);
}

/* A condition that cannot be evaluated stops the run, which says why. */
static bool holds(Dap *d, const char *condition) {
    bool failed;
    json_t *value = dap_expression(d, condition, &failed);
    const bool stops = failed || strcmp(json_string_value(value), "true") == 0;
    if (failed) {
        json_t *text =
            json_print("%s: %s\n", condition, json_string_value(value));
        dap_say(d, "stderr", json_string_value(text), json_string_length(text));
        json_decref(text);
    }
    json_decref(value);
    return stops;
}

bool dap_breaks(Dap *d, bool back) {
    DapBreak *b = &d->at[d->debug.hit - 1];
    bool valid;
    if (b->condition != NULL && !holds(d, b->condition))
        return false;
    if (back)
        return b->log == NULL;
    b->hits++;
    if (b->count != NULL && !counts(b->count, b->hits, &valid))
        return false;
    if (b->log != NULL)
        write_log(d, b->log);
    return b->log == NULL;
}

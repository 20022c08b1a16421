/* SPDX-License-Identifier: MIT */
/* Texts that grow, and the values of variables in them: trace.c has their
 * form. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/value_format.h"
#include "debug/trace_parts.h"
#include "values/names.h"

/* Words of the largest table that is drawn, 4096 x 4096. Those of more than a
 * million components are drawn until a trace has so many bytes of them: where
 * statements write whole tables it would grow without end. Columns of other
 * values. */
enum {
    MAX_VALUE_WORDS = 1 << 18,
    MANY_WORDS = 1 << 14,
    MAX_BYTES_OF_MANY = 1 << 25,
    MAX_NAMES = 1000,
    NAME_BYTES = 64, /* of a name that is shown */
    WIDTH = 160,
    ARRAY_WIDTH = 1 << 13 /* elements of an array have a grid */
};

/* ---- Texts ---- */

void trace_add(void *text, const char *bytes, size_t length) {
    TraceText *t = text;
    if (length > t->room - t->length) {
        const size_t more = 2 * t->room + length + 256;
        char *moved =
            star_mem_move(t->mem, t->bytes, t->length, t->room, more, 1);
        if (moved == NULL)
            return;
        t->bytes = moved;
        t->room = more;
    }
    if (length > 0)
        memcpy(t->bytes + t->length, bytes, length);
    t->length += length;
}

Out trace_out(TraceText *t) {
    return (Out){trace_add, t};
}

void trace_drop(TraceText *t) {
    star_mem_free(t->mem, t->bytes, t->room, 1);
    *t = (TraceText){.mem = t->mem};
}

const Out *trace_next(const TraceText *t, const Out *out) {
    if (t->length > 0)
        report_put(out, ",");
    return out;
}

const char *trace_string(TraceText *t) {
    trace_add(t, "", 1);
    return t->mem->error->status == STAR_OK ? t->bytes : "";
}

/* ---- Values ---- */

static void digits(const Out *out, const StarInspection *l, int64_t k) {
    char text[65];
    size_t n = 0;
    for (int64_t j = 0; j < l->cols; j += 4) {
        const uint64_t word = l->bits[k * star_words(l->cols) + j / 64];
        const unsigned four = word >> j % 64 & 15;
        text[n++] = "084c2a6e195d3b7f"[four];
        if (n == 64 || j + 4 >= l->cols) {
            report_put(out, "%.*s", (int)n, text);
            n = 0;
        }
    }
}

static bool same_row(const StarInspection *a, int64_t i,
                     const StarInspection *b, int64_t k) {
    const int64_t n = star_words(a->cols);
    return memcmp(a->bits + i * n, b->bits + k * n, (size_t)n * 8) == 0;
}

static void whole(const Out *out, const StarInspection *l) {
    report_put(out, "%" PRId64 "x%" PRId64 "%s", l->rows, l->cols,
               l->bits == NULL && l->rows > 0 && l->cols > 0 ? "?" : ":");
    for (int64_t k = 0; k < l->rows && l->bits != NULL; k++) {
        report_put(out, k > 0 ? "," : "");
        if (k == 0 || !same_row(l, k - 1, l, k))
            digits(out, l, k);
    }
}

/* A few components by their numbers, or the row. */
static void row_change(const Out *out, const StarInspection *was,
                       const StarInspection *l, int64_t k) {
    const int64_t n = star_words(l->cols);
    int64_t changed = 0;
    for (int64_t w = k * n; w < k * n + n; w++)
        changed += __builtin_popcountll(was->bits[w] ^ l->bits[w]);
    report_put(out, "%" PRId64, k);
    if (changed * 8 > l->cols) {
        report_put(out, ":");
        digits(out, l, k);
        return;
    }
    for (int64_t w = 0; w < n; w++)
        for (uint64_t x = was->bits[k * n + w] ^ l->bits[k * n + w]; x != 0;
             x &= x - 1)
            report_put(out, ".%" PRId64, 64 * w + __builtin_ctzll(x));
}

static void changes(const Out *out, const StarInspection *was,
                    const StarInspection *l) {
    const char *before = "~";
    for (int64_t k = 0; k < l->rows; k++)
        if (!same_row(was, k, l, k)) {
            report_put(out, "%s", before);
            row_change(out, was, l, k);
            before = ";";
        }
}

static bool is_sized(const StarVariable *v) {
    const StarObject *x = v->value.object;
    return x != NULL && x->sizing != STAR_UNSIZED;
}

static void bits(const Out *out, const StarVariable *v,
                 const StarInspection *was, const StarInspection *l) {
    if (!is_sized(v)) {
        report_put(out, "null");
        return;
    }
    report_put(out, "\"");
    if (l->bits != NULL && was->bits != NULL && was->rows == l->rows &&
        was->cols == l->cols)
        changes(out, was, l);
    else
        whole(out, l);
    report_put(out, "\"");
}

static bool is_array(const StarVariable *v) {
    return v->type->kind == STAR_TYPE_ARRAY;
}

static void words(StarBackend *be, const StarVariable *v, TraceText *text) {
    const StarValueFormat how = {.width = is_array(v) ? ARRAY_WIDTH : WIDTH,
                                 .utf8 = !is_array(v)};
    star_value_format_short(be, &how, v->type, v->value, trace_add, text);
}

/* A text of ASCII has as many characters in a page as bytes here. */
static bool is_ascii(const TraceText *text) {
    for (size_t k = 0; k < text->length; k++)
        if ((unsigned char)text->bytes[k] >= 0x80)
            return false;
    return true;
}

/* What is between the beginning and the end that two texts share. */
static void difference(StarTrace *t, const Out *out, const TraceText *was,
                       const TraceText *now) {
    const size_t most = was->length < now->length ? was->length : now->length;
    TraceText middle = {.mem = &t->mem};
    size_t head = 0, tail = 0;
    while (head < most && was->bytes[head] == now->bytes[head])
        head++;
    while (tail < most - head && was->bytes[was->length - 1 - tail] ==
                                     now->bytes[now->length - 1 - tail])
        tail++;
    trace_add(&middle, now->bytes + head, now->length - head - tail);
    report_put(out, "[%zu,", head);
    report_string(out, trace_string(&middle));
    report_put(out, ",%zu]", tail);
    trace_drop(&middle);
}

static void others(StarTrace *t, const Out *out, TraceTrack *track,
                   const StarVariable *v) {
    TraceText text = {.mem = &t->mem};
    words(star_machine_backend(star_history_machine(t->history)), v, &text);
    if (track->text.length > 0 && is_ascii(&track->text) && is_ascii(&text)) {
        difference(t, out, &track->text, &text);
    } else {
        report_string(out, trace_string(&text));
        text.length -= t->mem.error->status == STAR_OK;
    }
    trace_drop(&track->text);
    track->text = text;
    if (!is_array(v))
        trace_drop(&track->text);
}

/* ---- Names ---- */

/* Those of the rows of a table, unless they are 1, 2, ...; or NULL. */
static const StarNames *names_of(const StarVariable *v) {
    const StarTable *t = v->value.table;
    if (v->type->kind != STAR_TYPE_TABLE || t == NULL || t->names == NULL ||
        t->rows > MAX_NAMES || star_names_count(t->names) != t->rows ||
        star_names_are_indices(t->names))
        return NULL;
    return t->names;
}

void trace_names(const Out *out, const StarNames *names) {
    if (names == NULL)
        return;
    report_put(out, ",\"names\":[");
    for (int64_t k = 0; k < star_names_count(names); k++) {
        StarNameRoom room;
        size_t length = 0;
        const char *name = star_names_get(names, k, room, &length);
        char text[NAME_BYTES];
        snprintf(text, sizeof text, "%.*s",
                 (int)(length < sizeof text ? length : sizeof text), name);
        report_put(out, k > 0 ? "," : "");
        report_string(out, text);
    }
    report_put(out, "]");
}

void star_trace_names(const StarVariable *v, StarSink *sink, void *context) {
    trace_names(&(Out){sink, context}, names_of(v));
}

StarStatus trace_follow(StarTrace *t, TraceTrack *track,
                        const StarVariable *v) {
    StarInspection now = {0};
    const Out out = trace_out(&track->values);
    const StarNames *names = names_of(v);
    track->renamed |= !star_names_agree(names, track->names);
    track->names = track->renamed ? NULL : names != NULL ? names : track->names;
    if (track->seen &&
        star_variable_sum(t->history, v) == track->inspection.sum)
        return STAR_OK;
    const size_t before = track->values.length;
    STAR_TRY(star_inspect(t->history, &t->mem, v,
                          t->bytes_of_many < MAX_BYTES_OF_MANY ? MAX_VALUE_WORDS
                                                               : MANY_WORDS,
                          &now));
    report_put(trace_next(&track->values, &out), "[%" PRId64 ",", t->stops);
    if (star_variable_bits(v))
        bits(&out, v, &track->inspection, &now);
    else
        others(t, &out, track, v);
    report_put(&out, "]");
    if (now.bits != NULL && now.words > MANY_WORDS)
        t->bytes_of_many += track->values.length - before;
    star_inspect_free(&t->mem, &track->inspection);
    track->inspection = now;
    track->seen = true;
    return STAR_OK;
}

StarStatus star_trace_value(StarBackend *be, StarMem *mem,
                            const StarVariable *v, StarSink *sink,
                            void *context) {
    const Out out = {sink, context};
    StarInspection now = {0};
    TraceText text = {.mem = mem};
    if (star_variable_bits(v)) {
        if (is_sized(v))
            STAR_TRY(star_object_sync(be, v->value.object, STAR_READ));
        STAR_TRY(star_inspect_bits(be, mem, v, MAX_VALUE_WORDS, &now));
        bits(&out, v, &(StarInspection){0}, &now);
    } else {
        words(be, v, &text);
        report_string(&out, trace_string(&text));
    }
    star_inspect_free(mem, &now);
    trace_drop(&text);
    return mem->error->status;
}

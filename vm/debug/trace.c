/* SPDX-License-Identifier: MIT */
/* The data that the page's script reads:
 *
 *     files   [{path, text}]
 *     spans   [[file, row, column, last row, last column]], from 0, 1, 1
 *     at      for each stop the number of a span, -1: the end
 *     steps   for each stop the steps since the one before
 *     first   statements before the first stop
 *     calls   [{name, depth, site, from, to, vars}]: a frame, from stop `from`
 *             on up to stop `to`, exclusive, that the statement with the span
 *             number `site` has called; vars [{name, type, kind, cell, param,
 *             owner, h, names}], the number of a parameter, from 1, the owner
 *             [depth, cell] of a var parameter's variable, and the names of
 *             the vertices that a table's rows are, if they have some
 *     active  values of the slice of active rows
 *     touched [[stop, [[depth, variable, "r" or "c", number], ...]]]
 *     output  [[stop, text]]: what came since the stop before
 *     formulas {name: text}: the documented operations of procedures
 *     end     {when, text}
 *
 * Values, h and active, are [[stop, value], ...] for the stops where they
 * changed; a var parameter has none but those of its owner. A value is a text,
 * of an array also [k, text, m]: the first k and the last m characters of the
 * value before, and what is between them; or, of slices, words and tables, null
 * without one, "RxC?" if it is too large, "RxC:" and rows of hexadecimal
 * digits, the first component uppermost, with commas between and nothing for a
 * row as the one before; or what changed: "~" and rows "R:digits" or "R.C.C",
 * the components that changed, with semicolons between, all from 0. */
#include <inttypes.h>
#include <string.h>

#include "debug/trace_parts.h"

/* Bytes of output that are shown of one statement. */
enum { MAX_OUTPUT_BYTES = 1 << 14 };

/* ---- Frames ---- */

static void drop_tracks(StarTrace *t, TraceCall *c) {
    for (unsigned k = 0; k < c->tracks; k++) {
        star_inspect_free(&t->mem, &c->track[k].inspection);
        trace_drop(&c->track[k].text);
        trace_drop(&c->track[k].values);
    }
    star_mem_free(&t->mem, c->track, c->tracks, sizeof *c->track);
}

const char *star_trace_kind(const StarType *type) {
    return type->kind == STAR_TYPE_SLICE   ? "slice"
           : type->kind == STAR_TYPE_WORD  ? "word"
           : type->kind == STAR_TYPE_TABLE ? "table"
                                           : "";
}

static void type_text(StarTrace *t, const Out *out, const StarType *type) {
    TraceText text = {.mem = &t->mem};
    star_type_write(type, trace_add, &text);
    report_string(out, trace_string(&text));
    trace_drop(&text);
}

/* The number of the parameter that a variable is, from 1, or 0. One that is
 * passed by value may have a cell of its own, of the same name. */
static unsigned param_of(const StarProc *proc, const char *name) {
    for (unsigned k = 0; k < proc->params; k++)
        if (strcmp(proc->param[k].name, name) == 0)
            return k + 1;
    return 0;
}

/* Writes the newest frame, which ends at this stop. */
static void close_call(StarTrace *t) {
    TraceCall *c = &t->call[--t->calls];
    const Out out = trace_out(&t->ended);
    report_put(trace_next(&t->ended, &out), "{\"name\":");
    report_string(&out, c->proc->name);
    report_put(&out,
               ",\"depth\":%zu,\"site\":%zu,\"from\":%" PRId64
               ",\"to\":%" PRId64 ",\"vars\":[",
               t->calls, c->number, c->from, t->stops);
    for (unsigned k = 0; k < c->tracks; k++) {
        TraceTrack *x = &c->track[k];
        const StarCellInfo *info = &c->proc->cell[x->number];
        report_put(&out, "%s{\"name\":", k > 0 ? "," : "");
        report_string(&out, info->name);
        report_put(&out, ",\"type\":");
        type_text(t, &out, info->type);
        report_put(&out,
                   ",\"kind\":\"%s\",\"cell\":%u,\"param\":%u,"
                   "\"owner\":[%u,%u],\"h\":[",
                   star_trace_kind(info->type), x->number,
                   param_of(c->proc, info->name), x->owner, x->cell);
        trace_add(&t->ended, x->values.bytes, x->values.length);
        report_put(&out, "]");
        trace_names(&out, x->names);
        report_put(&out, "}");
    }
    report_put(&out, "]}\n");
    drop_tracks(t, c);
}

static StarStatus grow(StarTrace *t, void **list, size_t used, size_t *room,
                       size_t size) {
    if (used < *room)
        return STAR_OK;
    void *more =
        star_mem_move(&t->mem, *list, used, *room, 2 * used + 16, size);
    if (more == NULL)
        return STAR_MEMORY;
    *list = more;
    *room = 2 * used + 16;
    return STAR_OK;
}

static bool is_drawn(const StarVariable *v) {
    return star_variable_bits(v) || v->type->kind == STAR_TYPE_ARRAY;
}

/* A var parameter is another name of a variable, perhaps of one that the caller
 * knows by another name. */
static void find_owner(const StarTrace *t, const StarView *view,
                       TraceTrack *track) {
    const StarVariable x = star_variable_now(view, track->number);
    track->owner = (unsigned)t->calls;
    track->cell = track->number;
    if (view->proc->cell[track->number].own || !is_drawn(&x))
        return;
    for (unsigned d = (unsigned)t->calls; d-- > 0;) {
        const StarView outer = star_history_frame(t->history, d);
        for (unsigned k = 0; k < t->call[d].tracks; k++) {
            const TraceTrack *other = &t->call[d].track[k];
            const StarVariable y = star_variable_now(&outer, other->number);
            if (is_drawn(&y) && y.value.object == x.value.object) {
                track->owner = other->owner;
                track->cell = other->cell;
                return;
            }
        }
    }
}

static bool same_span(StarSpan a, StarSpan b) {
    return a.file == b.file && a.start == b.start && a.end == b.end;
}

/* The number of a span, the newest ones first: loops repeat theirs. */
static StarStatus number_of(StarTrace *t, StarSpan span, size_t *number) {
    for (size_t k = t->spans; k-- > 0;)
        if (same_span(t->span[k], span)) {
            *number = k;
            return STAR_OK;
        }
    STAR_TRY(
        grow(t, (void **)&t->span, t->spans, &t->span_room, sizeof *t->span));
    *number = t->spans;
    t->span[t->spans++] = span;
    return STAR_OK;
}

static StarStatus open_call(StarTrace *t, const StarView *v, StarSpan site) {
    STAR_TRY(
        grow(t, (void **)&t->call, t->calls, &t->call_room, sizeof *t->call));
    TraceCall c = {.proc = v->proc, .site = site, .from = t->stops};
    for (unsigned k = 0; k < v->proc->cells; k++)
        c.tracks += star_is_variable(v->proc, k);
    c.track = star_mem_alloc(&t->mem, c.tracks, sizeof *c.track);
    if (c.track == NULL && c.tracks > 0)
        return STAR_MEMORY;
    if (t->calls > 0)
        STAR_TRY(number_of(t, site, &c.number));
    TraceTrack *track = c.track;
    for (unsigned k = 0; k < v->proc->cells; k++)
        if (star_is_variable(v->proc, k))
            *track++ = (TraceTrack){
                .number = k, .text.mem = &t->mem, .values.mem = &t->mem};
    for (unsigned k = 0; k < c.tracks; k++)
        find_owner(t, v, &c.track[k]);
    t->call[t->calls++] = c;
    return STAR_OK;
}

static StarStatus follow_frames(StarTrace *t) {
    const unsigned depth = star_history_depth(t->history);
    StarSpan site = {0};
    bool same = true;
    for (unsigned d = 0; d < depth; d++) {
        const StarView v = star_history_frame(t->history, d);
        same = same && d < t->calls && t->call[d].proc == v.proc &&
               same_span(t->call[d].site, site);
        while (!same && t->calls > d)
            close_call(t);
        if (d == t->calls)
            STAR_TRY(open_call(t, &v, site));
        site = v.span;
        for (unsigned k = 0; k < t->call[d].tracks; k++) {
            TraceTrack *track = &t->call[d].track[k];
            const StarVariable x = star_variable_now(&v, track->number);
            if (track->owner == d)
                STAR_TRY(trace_follow(t, track, &x));
        }
    }
    while (t->calls > depth)
        close_call(t);
    return STAR_OK;
}

/* ---- Stops ---- */

static StarStatus follow_active(StarTrace *t) {
    static const StarType slice = {.kind = STAR_TYPE_SLICE};
    StarVariable v = {.type = &slice};
    v.value.bits = (StarBits *)star_inspect_active(t->history);
    return trace_follow(t, &t->active, &v);
}

/* Where the table is a variable; a call that has begun since the last stop is
 * left out. */
static void touch(void *trace, const StarTouch *x) {
    StarTrace *t = trace;
    const Out out = trace_out(&t->touch);
    const unsigned depth = star_history_depth(t->history);
    for (size_t d = t->calls < depth ? t->calls : depth; d-- > 0;) {
        const StarView view = star_history_frame(t->history, (unsigned)d);
        const TraceCall *c = &t->call[d];
        for (unsigned k = 0; k < c->tracks && c->proc == view.proc; k++) {
            const TraceTrack *track = &c->track[k];
            const StarVariable v = star_variable_now(&view, track->number);
            if (v.value.table != x->table || v.type->kind != STAR_TYPE_TABLE)
                continue;
            report_put(trace_next(&t->touch, &out),
                       "[%u,%u,\"%s\",%" PRId64 "]", track->owner, track->cell,
                       x->column ? "c" : "r", x->number);
            return;
        }
    }
}

static bool same_text(const TraceText *a, const TraceText *b) {
    return a->length == b->length &&
           (a->length == 0 || memcmp(a->bytes, b->bytes, a->length) == 0);
}

/* Notes the rows and columns that the statement of the last stop touched. */
static void follow_touched(StarTrace *t) {
    const Out out = trace_out(&t->touched);
    const TraceText before = t->named;
    if (!same_text(&before, &t->touch)) {
        report_put(trace_next(&t->touched, &out), "[%" PRId64 ",[",
                   t->stops - 1);
        trace_add(&t->touched, t->touch.bytes, t->touch.length);
        report_put(&out, "]]");
    }
    t->named = t->touch;
    t->touch = before;
    t->touch.length = 0;
}

/* A byte 0 would end the text. */
static void follow_output(StarTrace *t, const StarMoment *now) {
    const Out out = trace_out(&t->output);
    const int64_t more = now->written - t->last.written;
    TraceText text = {.mem = &t->mem};
    const char *bytes;
    if (more <= 0)
        return;
    const size_t length = star_history_output(
        t->history, more < MAX_OUTPUT_BYTES ? (size_t)more : MAX_OUTPUT_BYTES,
        &bytes);
    trace_add(&text, bytes, length);
    for (size_t k = 0; k < text.length; k++)
        if (text.bytes[k] == '\0')
            text.bytes[k] = ' ';
    report_put(trace_next(&t->output, &out), "[%" PRId64 ",", t->stops);
    report_string(&out, trace_string(&text));
    report_put(&out, "]");
    trace_drop(&text);
}

static StarStatus stop(StarTrace *t) {
    const StarMoment *now = star_history_now(t->history);
    const Out at = trace_out(&t->at), steps = trace_out(&t->steps);
    const unsigned depth = star_history_depth(t->history);
    size_t span = 0;
    if (t->stops > 0)
        follow_touched(t);
    if (depth > 0 && now->when != STAR_ENDED)
        STAR_TRY(number_of(t, star_history_frame(t->history, depth - 1).span,
                           &span));
    if (t->stops == 0)
        t->first = now->statements;
    report_put(trace_next(&t->at, &at), "%lld",
               now->when == STAR_ENDED || depth == 0 ? -1LL : (long long)span);
    report_put(trace_next(&t->steps, &steps), "%" PRId64,
               now->steps - t->last.steps);
    STAR_TRY(follow_frames(t));
    STAR_TRY(follow_active(t));
    follow_output(t, now);
    t->last = *now;
    t->stops++;
    return STAR_OK;
}

static bool any(void *context) {
    (void)context;
    return true;
}

static StarStatus go_on(StarTrace *t, int64_t most) {
    STAR_TRY(stop(t));
    while (t->last.when == STAR_PAUSED && t->last.statements < most &&
           !star_history_blocked(t->history)) {
        const StarStatus status = star_history_forward(t->history, any, NULL);
        const StarMoment *now = star_history_now(t->history);
        if (now->statements > t->last.statements || now->when == STAR_ENDED)
            STAR_TRY(stop(t));
        t->last.when = now->when;
        STAR_TRY(status);
    }
    return STAR_OK;
}

/* From here to the end, or up to so many statements. */
static StarStatus record(StarTrace *t, int64_t most) {
    star_history_touched(t->history, touch, t);
    const StarStatus status = go_on(t, most);
    star_history_touched(t->history, NULL, NULL);
    if (t->stops > 0)
        follow_touched(t);
    return status;
}

/* ---- Opening and closing ---- */

static void each_text(StarTrace *t, void act(StarTrace *, TraceText *)) {
    TraceText *const text[] = {&t->at,      &t->steps,        &t->ended,
                               &t->touched, &t->output,       &t->touch,
                               &t->named,   &t->active.values};
    for (size_t k = 0; k < sizeof text / sizeof *text; k++)
        act(t, text[k]);
}

static void set_memory(StarTrace *t, TraceText *text) {
    text->mem = &t->mem;
}

static void free_text(StarTrace *t, TraceText *text) {
    (void)t;
    trace_drop(text);
}

StarTrace *star_trace_new(StarHistory *h, int64_t most, StarError *error) {
    StarMem own = {.error = error, .limit = SIZE_MAX};
    StarTrace *t = star_mem_alloc(&own, 1, sizeof *t);
    if (t == NULL)
        return NULL;
    star_mem_init(&t->mem, &t->error, SIZE_MAX);
    t->history = h;
    t->most = most;
    each_text(t, set_memory);
    return t;
}

void star_trace_free(StarTrace *t) {
    StarMem own = {0};
    if (t == NULL)
        return;
    while (t->calls > 0)
        drop_tracks(t, &t->call[--t->calls]);
    star_mem_free(&t->mem, t->call, t->call_room, sizeof *t->call);
    star_mem_free(&t->mem, t->span, t->span_room, sizeof *t->span);
    star_inspect_free(&t->mem, &t->active.inspection);
    each_text(t, free_text);
    star_mem_free(&own, t, 1, sizeof *t);
}

void star_trace_formulas(StarTrace *t, StarFormulaOf *formula) {
    t->formula = formula;
}

StarStatus star_trace_run(StarTrace *t) {
    if (star_history_outside(t->history))
        STAR_TRY(record(t, t->most));
    return star_history_go(t->history, INT64_MAX);
}

/* Back to the first statement that is shown, and to the end again. */
static StarStatus repeat(StarTrace *t) {
    const StarMoment *now = star_history_now(t->history);
    if (now->when == STAR_CUT)
        STAR_TRY(star_history_go(t->history, now->steps - 1));
    const StarMoment end = *now;
    t->first = end.statements > t->most ? end.statements - t->most : 0;
    STAR_TRY(star_history_statement(t->history, t->first));
    return record(t, end.when == STAR_PAUSED ? end.statements : INT64_MAX);
}

/* Ends all frames that are open. */
static StarStatus close_all(StarTrace *t) {
    while (t->calls > 0)
        close_call(t);
    return t->error.status != STAR_OK ? STAR_MEMORY : STAR_OK;
}

StarStatus star_trace_page(StarTrace *t, StarSink *sink, void *context) {
    const Out out = {sink, context};
    if (t->stops == 0)
        STAR_TRY(repeat(t));
    STAR_TRY(close_all(t));
    trace_write(t, &out);
    return STAR_OK;
}

/* To the statement with this number, or as near as it goes. */
static StarStatus go_to(StarTrace *t, int64_t first) {
    const StarMoment *now = star_history_now(t->history);
    t->first = first;
    if (now->when == STAR_CUT)
        STAR_TRY(star_history_go(t->history, now->steps - 1));
    STAR_TRY(star_history_statement(t->history, first));
    return now->when == STAR_PAUSED
               ? STAR_OK
               : star_history_go(t->history, now->steps - 1);
}

StarStatus star_trace_data(StarTrace *t, int64_t first, StarSink *sink,
                           void *context) {
    const Out out = {sink, context};
    STAR_TRY(go_to(t, first));
    STAR_TRY(record(t, first + t->most - 1));
    STAR_TRY(close_all(t));
    trace_write_data(t, &out);
    return STAR_OK;
}

/* What the page's script reads:
 *
 *     files   [{path, text}]
 *     spans   [[file, row, column, last row, last column]], from 0, 1, 1
 *     at      for each stop the number of a span, -1: the end
 *     steps   for each stop the steps since the one before
 *     first   statements before the first stop
 *     calls   [{name, depth, from, to, vars}]: a frame, from stop `from` on up
 *             to stop `to`, exclusive; vars [{name, type, kind, cell, owner,
 *             h}], the owner [depth, cell] of a var parameter's variable
 *     active  values of the slice of active rows
 *     touched [[stop, [[depth, variable, "r" or "c", number], ...]]]
 *     output  [[stop, text]]: what came since the stop before
 *     end     {when, text}
 *
 * Values, h and active, are [[stop, value], ...] for the stops where they
 * changed. A value is a text or, of slices, words and tables, null without
 * one, "RxC?" if it is too large, "RxC:" and rows of hexadecimal digits, the
 * first component uppermost, with commas between and nothing for a row as
 * the one before; or what changed: "~" and rows "R:digits" or "R.C.C", the
 * components that changed, with semicolons between, all from 0. */
#include "trace.h"

#include <inttypes.h>
#include <string.h>

#include "look.h"
#include "page.h"
#include "picture.h"
#include "report_out.h"

/* Words of the largest table that is drawn; columns of other values; bytes of
 * output that are shown of one statement. */
enum { MOST_WORDS = 1 << 14, WIDTH = 160, MOST_OUTPUT = 1 << 14 };

typedef struct Text {
    StarMem *mem;
    bool lacks; /* memory: then it is of no use */
    size_t length, room;
    char *bytes;
} Text;

/* A variable: what it was at the last stop, and its values so far. */
typedef struct Track {
    bool seen;
    unsigned owner, cell; /* the outermost frame that knows the same slice,
                             word or table, and its cell there */
    StarLook look;
    Text values;
} Track;

typedef struct Call {
    const StarProc *proc;
    StarSpan site; /* of the call */
    int64_t from;
    Track *track;  /* one for each cell; those without a name stay empty */
} Call;

struct StarTrace {
    StarMem mem;
    StarError error;
    StarHistory *history;
    int64_t most;
    int64_t stops, first;
    StarMoment last; /* the stop before */
    StarSpan *span;
    size_t spans, span_room;
    Call *call;
    size_t calls, call_room;
    Track active;
    Text at, steps, ended, touched, output;
    Text touch, named; /* by the statement of the last stop, the one before */
};

/* ---- Texts ---- */

static void add(void *text, const char *bytes, size_t length) {
    Text *t = text;
    if (length > t->room - t->length && !t->lacks) {
        const size_t more = 2 * t->room + length + 256;
        char *moved =
            star_mem_move(t->mem, t->bytes, t->length, t->room, more, 1);
        t->lacks = moved == NULL;
        t->bytes = t->lacks ? t->bytes : moved;
        t->room = t->lacks ? t->room : more;
    }
    if (t->lacks || length == 0)
        return;
    memcpy(t->bytes + t->length, bytes, length);
    t->length += length;
}

static Out out_of(Text *t) {
    return (Out){add, t};
}

static void drop(Text *t) {
    star_mem_free(t->mem, t->bytes, t->room, 1);
    *t = (Text){.mem = t->mem};
}

/* Begins one more element of a list. */
static const Out *next(const Text *t, const Out *out) {
    if (t->length > 0)
        report_put(out, ",");
    return out;
}

/* ---- Values ---- */

static void digits(const Out *out, const StarLook *l, int64_t k) {
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

static bool same_row(const StarLook *a, int64_t i, const StarLook *b,
                     int64_t k) {
    const int64_t n = star_words(a->cols);
    return memcmp(a->bits + i * n, b->bits + k * n, (size_t)n * 8) == 0;
}

static void whole(const Out *out, const StarLook *l) {
    report_put(out, "%" PRId64 "x%" PRId64 "%s", l->rows, l->cols,
               l->bits == NULL && l->rows > 0 && l->cols > 0 ? "?" : ":");
    for (int64_t k = 0; k < l->rows && l->bits != NULL; k++) {
        report_put(out, k > 0 ? "," : "");
        if (k == 0 || !same_row(l, k - 1, l, k))
            digits(out, l, k);
    }
}

/* A few components by their numbers, or the row. */
static void row_change(const Out *out, const StarLook *was, const StarLook *l,
                       int64_t k) {
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

static void changes(const Out *out, const StarLook *was, const StarLook *l) {
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

static void bits(const Out *out, const StarVariable *v, const StarLook *was,
                 const StarLook *l) {
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

static void words(StarTrace *t, const Out *out, const StarVariable *v) {
    const StarPicture how = {.width = WIDTH, .utf8 = true};
    Text text = {.mem = &t->mem};
    StarBackend *be = star_machine_backend(star_history_machine(t->history));
    star_picture_short(be, &how, v->type, v->value, add, &text);
    add(&text, "", 1);
    report_string(out, text.lacks ? "" : text.bytes);
    drop(&text);
}

/* Notes a variable if it has changed. */
static StarStatus follow(StarTrace *t, Track *track, const StarVariable *v) {
    StarLook look = {0};
    const Out out = out_of(&track->values);
    if (track->seen && star_variable_sum(t->history, v) == track->look.sum)
        return STAR_OK;
    STAR_TRY(star_look(t->history, &t->mem, v, MOST_WORDS, &look));
    report_put(next(&track->values, &out), "[%" PRId64 ",", t->stops);
    if (star_variable_bits(v))
        bits(&out, v, &track->look, &look);
    else
        words(t, &out, v);
    report_put(&out, "]");
    star_look_free(&t->mem, &track->look);
    track->look = look;
    track->seen = true;
    return STAR_OK;
}

/* ---- Frames ---- */

static void drop_tracks(StarTrace *t, Call *c) {
    for (unsigned k = 0; k < c->proc->cells; k++) {
        star_look_free(&t->mem, &c->track[k].look);
        drop(&c->track[k].values);
    }
    star_mem_free(&t->mem, c->track, c->proc->cells, sizeof *c->track);
}

static const char *kind_of(const StarType *type) {
    return type->kind == STAR_TYPE_SLICE   ? "slice"
           : type->kind == STAR_TYPE_WORD  ? "word"
           : type->kind == STAR_TYPE_TABLE ? "table"
                                           : "";
}

static void type_text(StarTrace *t, const Out *out, const StarType *type) {
    Text text = {.mem = &t->mem};
    star_type_write(type, add, &text);
    add(&text, "", 1);
    report_string(out, text.lacks ? "" : text.bytes);
    drop(&text);
}

/* Writes the newest frame, which ends at this stop. */
static void close_call(StarTrace *t) {
    Call *c = &t->call[--t->calls];
    const Out out = out_of(&t->ended);
    const char *before = "";
    report_put(next(&t->ended, &out), "{\"name\":");
    report_string(&out, c->proc->name);
    report_put(&out,
               ",\"depth\":%zu,\"from\":%" PRId64 ",\"to\":%" PRId64
               ",\"vars\":[",
               t->calls, c->from, t->stops);
    for (unsigned k = 0; k < c->proc->cells; k++) {
        const StarCellInfo *info = &c->proc->cell[k];
        const Text *values = &c->track[k].values;
        if (values->length == 0)
            continue;
        report_put(&out, "%s{\"name\":", before);
        report_string(&out, info->name);
        report_put(&out, ",\"type\":");
        type_text(t, &out, info->type);
        report_put(&out,
                   ",\"kind\":\"%s\",\"cell\":%u,\"owner\":[%u,%u],"
                   "\"h\":[",
                   kind_of(info->type), k, c->track[k].owner,
                   c->track[k].cell);
        add(&t->ended, values->bytes, values->length);
        report_put(&out, "]}");
        before = ",";
    }
    report_put(&out, "]}\n");
    drop_tracks(t, c);
}

static StarStatus grow(StarTrace *t, void **list, size_t used, size_t *room,
                       size_t size) {
    if (used < *room)
        return STAR_OK;
    void *more = star_mem_move(&t->mem, *list, used, *room, 2 * used + 16,
                               size);
    if (more == NULL)
        return STAR_MEMORY;
    *list = more;
    *room = 2 * used + 16;
    return STAR_OK;
}

static StarStatus open_call(StarTrace *t, const StarView *v, StarSpan site) {
    STAR_TRY(grow(t, (void **)&t->call, t->calls, &t->call_room,
                  sizeof *t->call));
    Track *track = star_mem_alloc(&t->mem, v->proc->cells, sizeof *track);
    if (track == NULL)
        return STAR_MEMORY;
    for (unsigned k = 0; k < v->proc->cells; k++)
        track[k].values.mem = &t->mem;
    t->call[t->calls++] = (Call){v->proc, site, t->stops, track};
    return STAR_OK;
}

static bool same_span(StarSpan a, StarSpan b) {
    return a.file == b.file && a.start == b.start && a.end == b.end;
}

/* A var parameter is another name of a variable. */
static void find_owner(const StarTrace *t, Track *track, const StarVariable *x,
                       unsigned depth, unsigned cell) {
    track->owner = depth;
    track->cell = cell;
    for (unsigned d = 0; d < depth && star_variable_bits(x); d++) {
        const StarView view = star_history_frame(t->history, d);
        for (unsigned k = 0; k < view.proc->cells; k++) {
            StarVariable v;
            if (star_variable(&view, k, &v) && star_variable_bits(&v) &&
                v.value.object == x->value.object) {
                track->owner = d;
                track->cell = k;
                return;
            }
        }
    }
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
        for (unsigned k = 0; k < v.proc->cells; k++) {
            StarVariable x;
            Track *track = &t->call[d].track[k];
            if (!star_variable(&v, k, &x))
                continue;
            if (!track->seen)
                find_owner(t, track, &x, d, k);
            STAR_TRY(follow(t, track, &x));
        }
    }
    while (t->calls > depth)
        close_call(t);
    return STAR_OK;
}

/* ---- Stops ---- */

/* The number of a span, the newest ones first: loops repeat theirs. */
static StarStatus number_of(StarTrace *t, StarSpan span, size_t *number) {
    for (size_t k = t->spans; k-- > 0;)
        if (same_span(t->span[k], span)) {
            *number = k;
            return STAR_OK;
        }
    STAR_TRY(grow(t, (void **)&t->span, t->spans, &t->span_room,
                  sizeof *t->span));
    *number = t->spans;
    t->span[t->spans++] = span;
    return STAR_OK;
}

static StarStatus follow_active(StarTrace *t) {
    static const StarType slice = {.kind = STAR_TYPE_SLICE};
    StarVariable v = {.type = &slice};
    v.value.line = (StarLine *)star_look_active(t->history);
    return follow(t, &t->active, &v);
}

/* Where the table is a variable, in the outermost frame; a call that has begun
 * since the last stop is left out. */
static void touch(void *trace, const StarTouch *x) {
    StarTrace *t = trace;
    const Out out = out_of(&t->touch);
    const unsigned depth = star_history_depth(t->history);
    for (unsigned d = 0; d < t->calls && d < depth; d++) {
        const StarView view = star_history_frame(t->history, d);
        for (unsigned k = 0; k < view.proc->cells; k++) {
            StarVariable v;
            if (!star_variable(&view, k, &v) || v.value.table != x->table ||
                v.type->kind != STAR_TYPE_TABLE)
                continue;
            report_put(next(&t->touch, &out), "[%u,%u,\"%s\",%" PRId64 "]", d,
                       k, x->column ? "c" : "r", x->number);
            return;
        }
    }
}

static bool same_text(const Text *a, const Text *b) {
    return a->length == b->length &&
           (a->length == 0 || memcmp(a->bytes, b->bytes, a->length) == 0);
}

/* What the statement of the last stop has touched. */
static void follow_touched(StarTrace *t) {
    const Out out = out_of(&t->touched);
    const Text before = t->named;
    if (!same_text(&before, &t->touch)) {
        report_put(next(&t->touched, &out), "[%" PRId64 ",[", t->stops - 1);
        add(&t->touched, t->touch.bytes, t->touch.length);
        report_put(&out, "]]");
    }
    t->named = t->touch;
    t->touch = before;
    t->touch.length = 0;
}

/* A byte 0 would end the text. */
static void follow_output(StarTrace *t, const StarMoment *now) {
    const Out out = out_of(&t->output);
    const int64_t more = now->written - t->last.written;
    Text text = {.mem = &t->mem};
    const char *bytes;
    if (more <= 0)
        return;
    const size_t length = star_history_output(
        t->history, more < MOST_OUTPUT ? (size_t)more : MOST_OUTPUT, &bytes);
    add(&text, bytes, length);
    add(&text, "", 1);
    for (size_t k = 0; k < length && !text.lacks; k++)
        if (text.bytes[k] == '\0')
            text.bytes[k] = ' ';
    report_put(next(&t->output, &out), "[%" PRId64 ",", t->stops);
    report_string(&out, text.lacks ? "" : text.bytes);
    report_put(&out, "]");
    drop(&text);
}

static StarStatus stop(StarTrace *t) {
    const StarMoment *now = star_history_now(t->history);
    const Out at = out_of(&t->at), steps = out_of(&t->steps);
    const unsigned depth = star_history_depth(t->history);
    size_t span = 0;
    if (t->stops > 0)
        follow_touched(t);
    if (depth > 0 && now->when != STAR_ENDED)
        STAR_TRY(number_of(
            t, star_history_frame(t->history, depth - 1).span, &span));
    if (t->stops == 0)
        t->first = now->statements;
    report_put(next(&t->at, &at), "%lld",
               now->when == STAR_ENDED || depth == 0 ? -1LL
                                                     : (long long)span);
    report_put(next(&t->steps, &steps), "%" PRId64,
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

StarTrace *star_trace_new(StarHistory *h, int64_t most, StarError *error) {
    StarMem own = {.error = error, .limit = SIZE_MAX};
    StarTrace *t = star_mem_alloc(&own, 1, sizeof *t);
    if (t == NULL)
        return NULL;
    star_mem_init(&t->mem, &t->error, SIZE_MAX);
    t->history = h;
    t->most = most;
    Text *const text[] = {&t->at,    &t->steps,  &t->ended,
                          &t->touch, &t->named,  &t->touched,
                          &t->output, &t->active.values};
    for (size_t k = 0; k < sizeof text / sizeof *text; k++)
        text[k]->mem = &t->mem;
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
    star_look_free(&t->mem, &t->active.look);
    Text *const text[] = {&t->at,    &t->steps,  &t->ended,
                          &t->touch, &t->named,  &t->touched,
                          &t->output, &t->active.values};
    for (size_t k = 0; k < sizeof text / sizeof *text; k++)
        drop(text[k]);
    star_mem_free(&own, t, 1, sizeof *t);
}

StarStatus star_trace_run(StarTrace *t) {
    if (star_history_outside(t->history))
        STAR_TRY(record(t, t->most));
    return star_history_go(t->history, INT64_MAX);
}

static bool is_early(void *trace) {
    const StarTrace *t = trace;
    return star_history_now(t->history)->statements <= t->first;
}

/* Back to the first statement that is shown, and to the end again. */
static StarStatus repeat(StarTrace *t) {
    const StarMoment *now = star_history_now(t->history);
    bool found;
    if (now->when == STAR_CUT)
        STAR_TRY(star_history_go(t->history, now->steps - 1));
    const StarMoment end = *now;
    t->first = end.statements > t->most ? end.statements - t->most : 0;
    STAR_TRY(star_history_back(t->history, is_early, t, &found));
    return record(t, end.when == STAR_PAUSED ? end.statements : INT64_MAX);
}

/* ---- The page ---- */

static void put(const Out *out, const Text *text) {
    if (text->length > 0)
        out->sink(out->context, text->bytes, text->length);
}

static const StarSources *sources(const StarTrace *t) {
    return &star_history_program(t->history)->sources;
}

static void put_sources(const StarTrace *t, const Out *out) {
    const StarSources *s = sources(t);
    report_put(out, "\"files\":[");
    for (uint32_t k = 0; k < s->count; k++) {
        bool shown = k == 0;
        for (size_t j = 0; j < t->spans; j++)
            shown |= t->span[j].file == k;
        report_put(out, k > 0 ? ",\n{\"path\":" : "\n{\"path\":");
        report_string(out, s->file[k].path);
        report_put(out, ",\"text\":");
        report_string(out, shown ? s->file[k].text : "");
        report_put(out, "}");
    }
    report_put(out, "],\n\"spans\":[");
    for (size_t j = 0; j < t->spans; j++) {
        const StarSpan x = t->span[j];
        const StarPlace from = star_source_place(s, x);
        const StarPlace to =
            star_source_place(s, (StarSpan){x.file, x.end, x.end});
        report_put(out, "%s[%u,%d,%d,%d,%d]", j > 0 ? "," : "", x.file,
                   from.row, from.column, to.row, to.column);
    }
    report_put(out, "]");
}

static void put_end(const StarTrace *t, const Out *out) {
    static const char *const when[] = {"paused", "cut", "failed", "ended"};
    const StarReport *r =
        star_machine_report(star_history_machine(t->history));
    report_put(out, ",\n\"first\":%" PRId64 ",\"end\":{\"when\":\"%s\"",
               t->first, when[t->last.when]);
    report_put(out, ",\"text\":");
    report_string(out, t->last.when == STAR_FAILED ? r->text : NULL);
    report_put(out, "}}\n");
}

static void put_data(StarTrace *t, const Out *out) {
    const struct {
        const char *name;
        const Text *text;
    } list[] = {{"at", &t->at},           {"steps", &t->steps},
                {"calls", &t->ended},     {"active", &t->active.values},
                {"touched", &t->touched}, {"output", &t->output}};
    report_put(out, "{");
    put_sources(t, out);
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        report_put(out, ",\n\"%s\":[", list[k].name);
        put(out, list[k].text);
        report_put(out, "]");
    }
    put_end(t, out);
}

/* Nothing in a string may look like the end of the script. */
static void hide_tags(void *out, const char *text, size_t length) {
    const Out *to = out;
    for (size_t k = 0, n; k < length; k += n) {
        const char *tag = memchr(text + k, '<', length - k);
        n = tag == NULL ? length - k : (size_t)(tag - text) - k;
        to->sink(to->context, text + k, n);
        if (tag != NULL) {
            to->sink(to->context, "\\u003c", 6);
            n++;
        }
    }
}

StarStatus star_trace_page(StarTrace *t, StarSink *sink, void *context) {
    Out out = {sink, context};
    const Out data = {hide_tags, &out};
    if (t->stops == 0)
        STAR_TRY(repeat(t));
    while (t->calls > 0)
        close_call(t);
    const Text *const text[] = {&t->at,      &t->steps,  &t->ended,
                                &t->touched, &t->output, &t->active.values};
    for (size_t k = 0; k < sizeof text / sizeof *text; k++)
        if (text[k]->lacks)
            return STAR_MEMORY;
    sink(context, star_page_head, strlen(star_page_head));
    put_data(t, &data);
    sink(context, star_page_tail, strlen(star_page_tail));
    return STAR_OK;
}

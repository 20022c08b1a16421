/* SPDX-License-Identifier: MIT */
/* Shows a run on standard output. */
#include <inttypes.h>
#include <string.h>

#include "message.h"
#include "debugger/step.h"
#include "tools/values/values.h"

/* Rows that changed of a table, lines around the present one, columns of the
 * numbers of lines, calls. */
enum { ROWS = 4, AROUND = 5, NUMBER = 5, CALLS = 10 };

static const char *lit(const Step *s) {
    return s->colour ? "\033[1;33m" : "";
}

static const char *plain(const Step *s) {
    return s->colour ? "\033[0m" : "";
}

/* ---- The program ---- */

static const StarSources *sources(const Step *s) {
    return &s->loaded->program->sources;
}

static void put_line(const Step *s, const StarPlace *p, const char *mark) {
    StarEscape out = {.sink = message_sink, .context = stdout};
    printf("%s%*d | ", mark, NUMBER - (int)strlen(mark), p->row);
    star_escape(&out, p->line, (size_t)p->length);
    printf("%s\n", *mark != '\0' ? plain(s) : "");
}

/* The line with the statement, which is underlined. */
static void put_statement(const Step *s, StarSpan span) {
    const StarPlace p = star_source_place(sources(s), span);
    const StarPlace end = star_source_place(
        sources(s), (StarSpan){span.file, span.end, span.end});
    const int last = end.row == p.row ? end.column : p.length + 1;
    put_line(s, &p, "");
    printf("%*s | ", NUMBER, "");
    for (int k = 1; k < p.column; k++)
        putchar(k <= p.length && p.line[k - 1] == '\t' ? '\t' : ' ');
    printf("%s^", lit(s));
    for (int k = p.column + 1; k < last; k++)
        putchar('~');
    printf("%s\n", plain(s));
}

void step_list(Step *s, int line) {
    const StarSpan here = debug_span(&s->debug);
    const int row = star_source_place(sources(s), here).row;
    const int first = (line > 0 ? line : row) - AROUND;
    StarSpan span;
    for (int k = first < 1 ? 1 : first; k <= first + 2 * AROUND; k++)
        if (star_source_line(sources(s), here.file, k, &span)) {
            const StarPlace p = star_source_place(sources(s), span);
            put_line(s, &p, k == row ? ">" : "");
        }
}

void step_where(Step *s) {
    const unsigned depth = star_history_depth(s->debug.history);
    for (unsigned k = depth; k-- > 0;) {
        const StarView v = star_history_frame(s->debug.history, k);
        const StarPlace p = star_source_place(sources(s), v.span);
        if (depth > 2 * CALLS && k == depth - 1 - CALLS) {
            printf("  ... %u more calls ...\n", depth - 2 * CALLS);
            k = CALLS;
            continue;
        }
        printf("  %s%s at %s:%d\n", k == 0 ? "program " : "", v.proc->name,
               p.path, p.row);
    }
}

/* ---- Values ---- */

static StarValueFormat value_format_of(const Step *s) {
    return (StarValueFormat){.width = s->width,
                             .height = STAR_VALUE_FORMAT_HEIGHT,
                             .across = true,
                             .colour = s->colour};
}

static StarBackend *backend(const Step *s) {
    return star_machine_backend(s->loaded->machine);
}

static void put_short(const Step *s, const StarVariable *v, int used) {
    StarValueFormat how = value_format_of(s);
    how.width = how.width - used > 20 ? how.width - used : 20;
    star_value_format_short(backend(s), &how, v->type, v->value, message_sink,
                            stdout);
}

static void put_variable(const Step *s, const StarVariable *v) {
    printf("  %s = ", v->name);
    put_short(s, v, (int)strlen(v->name) + 5);
    printf("\n");
}

void step_print(Step *s, const char *name, const StarVariable *v) {
    const StarValueFormat how = value_format_of(s);
    StarValueFormat marked = how;
    if (v->type->kind == STAR_TYPE_TABLE && v->value.object != NULL) {
        const StarBits *active = star_inspect_active(s->debug.history);
        if (active != NULL && active->length == v->value.table->rows)
            marked.mark = active;
        marked.names = value_row_names(backend(s), v->value.table);
    }
    if (star_variable_bits(v) || v->type->kind == STAR_TYPE_ARRAY)
        printf("%s =\n", name);
    else
        printf("%s = ", name);
    star_value_format(backend(s), &marked, v->type, v->value, NULL,
                      message_sink, stdout);
}

static void put_frame(Step *s, unsigned number) {
    const StarView view = star_history_frame(s->debug.history, number);
    printf("%s%s:\n", number == 0 ? "program " : "", view.proc->name);
    for (unsigned k = 0; k < view.proc->cells; k++) {
        StarVariable v;
        if (debug_variable(&view, k, &v))
            put_variable(s, &v);
    }
}

void step_variables(Step *s) {
    const unsigned depth = star_history_depth(s->debug.history);
    if (depth > 1)
        put_frame(s, depth - 1);
    if (depth > 0)
        put_frame(s, 0);
}

void step_memory(Step *s) {
    enum { PANELS = 16 };
    StarPanel panel[PANELS];
    StarValueFormat how = value_format_of(s);
    const int panels = debug_memory(&s->debug, panel, PANELS);
    how.mark = star_inspect_active(s->debug.history);
    if (panels == 0)
        printf("There are no slices and tables here.\n");
    else
        star_value_format_memory(backend(s), &how, panel, panels, message_sink,
                                 stdout);
}

/* ---- What changed ---- */

/* A row of a look as a word. */
static void put_row(const Step *s, const StarInspection *l, int64_t k) {
    static const StarType word = {.kind = STAR_TYPE_WORD};
    StarBits line = {.head = {STAR_BIT_VECTOR, STAR_FIXED},
                     .length = l->cols,
                     .word = l->bits + k * star_words(l->cols)};
    const StarVariable v = {.type = &word, .value = {.bits = &line}};
    printf("    row %" PRId64 " = ", k + 1);
    put_short(s, &v, 20);
    printf("\n");
}

static void put_rows(const Step *s, const char *name, const StarInspection *was,
                     const StarInspection *now) {
    const size_t width = (size_t)star_words(now->cols);
    int64_t rows = 0;
    printf("  %s%s%s, %" PRId64 " x %" PRId64 ":\n", lit(s), name, plain(s),
           now->rows, now->cols);
    for (int64_t k = 0; k < now->rows; k++)
        if (memcmp(was->bits + (size_t)k * width, now->bits + (size_t)k * width,
                   width * 8) != 0 &&
            rows++ < ROWS)
            put_row(s, now, k);
    if (rows > ROWS)
        printf("    and %" PRId64 " more row%s\n", rows - ROWS,
               rows - ROWS == 1 ? "" : "s");
}

/* Of a new call the parameters are shown. */
static void put_change(void *context, const StarVariable *v,
                       const StarInspection *was, const StarInspection *now) {
    const Step *s = context;
    if (was == NULL) {
        put_variable(s, v);
        return;
    }
    if (v->type->kind == STAR_TYPE_TABLE && was->bits != NULL &&
        now->bits != NULL && was->rows == now->rows && was->cols == now->cols) {
        put_rows(s, v->name, was, now);
        return;
    }
    printf("  %s%s%s = ", lit(s), v->name, plain(s));
    put_short(s, v, (int)strlen(v->name) + 5);
    printf("\n");
}

/* Output that does not end with a line gets one. */
static void end_output(Step *s) {
    const StarMoment *now = star_history_now(s->debug.history);
    const char *text;
    if (now->written > s->written &&
        star_history_output(s->debug.history, 1, &text) == 1 && *text != '\n')
        printf("\n");
    if (now->written > s->written)
        s->written = now->written;
}

void step_show(Step *s) {
    const StarMoment *now = star_history_now(s->debug.history);
    const unsigned depth = star_history_depth(s->debug.history);
    end_output(s);
    if (now->when == STAR_ENDED)
        printf("The program has ended after %" PRId64 " steps.\n", now->steps);
    if (now->when == STAR_FAILED)
        star_report_write(star_machine_report(s->loaded->machine), sources(s),
                          (StarStyle){.form = STAR_FULL, .colour = s->colour},
                          message_sink, stdout);
    if (now->when == STAR_PAUSED) {
        const StarPlace p =
            star_source_place(sources(s), debug_span(&s->debug));
        printf("%s:%d: step %" PRId64 ", in %s\n", p.path, p.row, now->steps,
               star_history_frame(s->debug.history, depth - 1).proc->name);
        put_statement(s, debug_span(&s->debug));
    }
    debug_changes(&s->debug, put_change, s);
    if (star_history_blocked(s->debug.history))
        printf("Here it ended or failed, having used a file: it cannot go on "
               "from here.\n");
}

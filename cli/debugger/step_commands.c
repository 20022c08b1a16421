/* The commands of star step: one table. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "tools/similar.h"
#include "debugger/step.h"
#include "stop.h"

/* ---- Running ---- */

/* What a run is to stop at. */
typedef struct Goal {
    const Step *step;
    unsigned depth; /* no more calls than these */
    uint32_t file;  /* this line, if it is not 0 */
    int line;
    bool breaks;            /* where a breakpoint is */
    const StepPlace *place; /* where this one is no more `sum` */
    uint64_t sum;
    bool gone;
} Goal;

static bool at_line(const Step *s, uint32_t file, int line) {
    const StarSpan span = step_span(s);
    return span.file == file &&
           star_source_place(&s->loaded->program->sources, span).row == line;
}

static bool at_break(const Step *s) {
    const char *wrong;
    for (int k = 0; k < s->points; k++) {
        const StepBreak *b = &s->point[k];
        if (at_line(s, b->file, b->line) &&
            (b->condition[0] == '\0' || step_holds(s, b->condition, &wrong)))
            return true;
    }
    return false;
}

static bool has_changed(Goal *g) {
    const char *wrong;
    StarVariable v;
    g->gone = !step_value(g->step, g->place, &v, &wrong);
    return g->gone || star_variable_sum(g->step->history, &v) != g->sum;
}

static bool reached(void *goal) {
    Goal *g = goal;
    const Step *s = g->step;
    if (g->breaks && at_break(s))
        return true;
    if (g->place != NULL)
        return has_changed(g);
    if (g->line > 0)
        return at_line(s, g->file, g->line);
    return !g->breaks && star_history_depth(s->history) <= g->depth;
}

/* What ends a way that was stopped: the beginning of the statement. */
static void finish(Step *s, StarStatus status) {
    stop_end();
    if (status == STAR_MEMORY)
        printf("There is no memory to go back any further.\n");
    if (star_history_now(s->history)->when != STAR_CUT)
        return;
    printf("Stopped.\n");
    star_history_go(s->history, star_history_now(s->history)->steps - 1);
}

static void start(Step *s) {
    fflush(stdout);
    stop_begin(s->loaded->machine);
}

static void advance(Step *s, Goal *g) {
    start(s);
    finish(s, star_history_forward(s->history, reached, g));
    step_show(s);
}

static void retreat(Step *s, Goal *g) {
    bool found = true;
    start(s);
    finish(s, star_history_back(s->history, reached, g, &found));
    if (!found)
        printf("There is nothing of the kind before, as far back as step "
               "%" PRId64 ".\n",
               star_history_first(s->history));
    step_show(s);
}

static void move(Step *s, int64_t steps) {
    const int64_t first = star_history_first(s->history);
    start(s);
    finish(s, star_history_go(s->history, steps));
    if (steps < first && first > 0)
        printf("What is before step %" PRId64 " cannot be undone: a file was "
               "used.\n",
               first);
    step_show(s);
}

/* ---- Commands ---- */

static bool number(const char *text, int64_t low, int64_t *value) {
    char *end;
    errno = 0;
    *value = strtoll(text, &end, 10);
    if (end != text && *end == '\0' && errno == 0 && *value >= low)
        return true;
    printf("'%s': expected a number from %" PRId64 " on.\n", text, low);
    return false;
}

static bool count(const char *text, int64_t *value) {
    *value = 1;
    return *text == '\0' || number(text, 1, value);
}

static bool is_over(const Step *s) {
    const StarWhen when = star_history_now(s->history)->when;
    if (when == STAR_PAUSED)
        return false;
    printf(when == STAR_ENDED ? "The program has ended; back goes back.\n"
                              : "The program has failed; back goes back.\n");
    return true;
}

static unsigned depth(const Step *s) {
    return star_history_depth(s->history);
}

static void repeat(Step *s, const char *text, unsigned most) {
    int64_t times;
    if (!count(text, &times) || is_over(s))
        return;
    StarStatus status = STAR_OK;
    start(s);
    for (; times > 0 && status == STAR_OK; times--) {
        Goal g = {.step = s, .depth = most};
        status = star_history_forward(s->history, reached, &g);
    }
    finish(s, status);
    step_show(s);
}

static void do_step(Step *s, const char *text) {
    repeat(s, text, UINT32_MAX);
}

static void do_next(Step *s, const char *text) {
    repeat(s, text, depth(s));
}

static void do_finish(Step *s, const char *text) {
    Goal g = {.step = s, .depth = depth(s) - 1};
    (void)text;
    if (depth(s) > 1 && !is_over(s))
        advance(s, &g);
    else if (depth(s) == 1)
        printf("This is the program's block; continue runs to the end.\n");
}

static void do_continue(Step *s, const char *text) {
    Goal g = {.step = s, .breaks = true};
    (void)text;
    if (!is_over(s) && s->points > 0)
        advance(s, &g);
    else if (s->points == 0 && !is_over(s))
        move(s, INT64_MAX);
}

static void do_back(Step *s, const char *text) {
    const StarMoment *now = star_history_now(s->history);
    int64_t times;
    if (!count(text, &times))
        return;
    const int64_t first = star_history_first(s->history);
    for (; times > 1 && now->steps > first; times--)
        star_history_go(s->history, now->steps - 1);
    if (now->steps > first || now->when != STAR_PAUSED)
        move(s, now->steps - 1);
    else
        printf(first == 0 ? "This is the beginning.\n"
                          : "Further back nothing can be undone: a file was "
                            "used.\n");
}

static void do_rback(Step *s, const char *text) {
    Goal g = {.step = s, .depth = depth(s)};
    (void)text;
    retreat(s, &g);
}

static void do_reverse(Step *s, const char *text) {
    Goal g = {.step = s, .breaks = true};
    (void)text;
    if (s->points > 0)
        retreat(s, &g);
    else
        move(s, 0);
}

static void do_to(Step *s, const char *text) {
    Goal g = {.step = s, .file = step_span(s).file};
    int64_t line;
    if (!number(text, 1, &line) || is_over(s))
        return;
    g.line = line < INT32_MAX ? (int)line : INT32_MAX;
    advance(s, &g);
}

static void do_goto(Step *s, const char *text) {
    int64_t steps;
    if (number(text, 0, &steps))
        move(s, steps);
}

static void do_until(Step *s, const char *text) {
    StepPlace place;
    StarVariable v;
    const char *wrong;
    Goal g = {.step = s, .place = &place};
    if (is_over(s))
        return;
    if (!step_find(s, text, &place, &v, &wrong)) {
        printf("%s: %s.\n", text, wrong);
        return;
    }
    g.sum = star_variable_sum(s->history, &v);
    advance(s, &g);
    if (g.gone)
        printf("%s has gone.\n", text);
}

static void show_break(const Step *s, int k) {
    const StepBreak *b = &s->point[k];
    printf("%d: %s:%d%s%s\n", k + 1,
           s->loaded->program->sources.file[b->file].path, b->line,
           b->condition[0] != '\0' ? " if " : "", b->condition);
}

/* The first line, from this one on, where a statement begins. */
static int statement_at(const Step *s, uint32_t file, int line) {
    const StarProgram *p = s->loaded->program;
    int best = 0;
    for (uint32_t k = 0; k < p->length; k++) {
        if (p->code[k].op != STAR_OP_STEPS || p->span[k].file != file)
            continue;
        const int row = star_source_place(&p->sources, p->span[k]).row;
        if (row >= line && (best == 0 || row < best))
            best = row;
    }
    return best;
}

static void do_break(Step *s, const char *text) {
    StepBreak b = {.file = step_span(s).file};
    const char *wrong = NULL;
    char *end;
    const long line = strtol(text, &end, 10);
    if (*text == '\0') {
        for (int k = 0; k < s->points; k++)
            show_break(s, k);
        return;
    }
    end += strspn(end, " \t");
    const bool condition = strncmp(end, "if ", 3) == 0;
    if (line < 1 || line > INT32_MAX || (*end != '\0' && !condition)) {
        printf("expected break LINE, or break LINE if NAME = CONSTANT.\n");
        return;
    }
    b.line = statement_at(s, b.file, (int)line);
    if (condition) {
        snprintf(b.condition, sizeof b.condition, "%s",
                 end + 3 + strspn(end + 3, " \t"));
        step_fits(s, b.file, b.line, b.condition, &wrong);
    }
    if (b.line == 0)
        printf("No statement begins at line %ld or behind.\n", line);
    else if (wrong != NULL)
        printf("%s: %s.\n", b.condition, wrong);
    else if (s->points == STEP_BREAKS)
        printf("There are %d breakpoints already.\n", STEP_BREAKS);
    else {
        s->point[s->points++] = b;
        show_break(s, s->points - 1);
    }
}

static void do_delete(Step *s, const char *text) {
    int64_t k;
    if (*text == '\0') {
        s->points = 0;
    } else if (number(text, 1, &k)) {
        if (k > s->points) {
            printf("There is no breakpoint %" PRId64 ".\n", k);
            return;
        }
        s->points--;
        memmove(&s->point[k - 1], &s->point[k],
                (size_t)(s->points - (k - 1)) * sizeof *s->point);
    }
}

static void do_print(Step *s, const char *text) {
    StepPlace place;
    StarVariable v;
    const char *wrong;
    if (step_find(s, text, &place, &v, &wrong))
        step_print(s, text, &v);
    else
        printf("%s: %s.\n", text, wrong);
}

static void do_vars(Step *s, const char *text) {
    (void)text;
    step_variables(s);
}

static void do_memory(Step *s, const char *text) {
    (void)text;
    step_memory(s);
}

static void do_where(Step *s, const char *text) {
    (void)text;
    step_where(s);
}

static void do_list(Step *s, const char *text) {
    int64_t line = 0;
    if (*text == '\0' || number(text, 1, &line))
        step_list(s, line < INT32_MAX ? (int)line : 0);
}

static void do_output(Step *s, const char *text) {
    enum { SHOWN = 2000 };
    StarEscape out = {.sink = message_sink, .context = stdout};
    const char *bytes;
    const size_t length = star_history_output(s->history, SHOWN, &bytes);
    (void)text;
    star_escape(&out, bytes, length);
    if (length > 0 && bytes[length - 1] != '\n')
        printf("\n");
}

static void do_help(Step *s, const char *text);

/* A command may be shortened: the first that begins so is meant. */
static const struct {
    const char *name, *arguments, *sentence;
    void (*run)(Step *, const char *);
} table[] = {
    {"step", "[N]", "runs one statement or condition, or N", do_step},
    {"next", "[N]", "the same over calls", do_next},
    {"back", "[N]", "goes back one statement or condition, or N", do_back},
    {"continue", "", "runs to a breakpoint or to the end", do_continue},
    {"finish", "", "runs out of this call", do_finish},
    {"rback", "", "goes back over calls, or out of this one", do_rback},
    {"rcontinue", "", "goes back to a breakpoint or to the beginning",
     do_reverse},
    {"to", "LINE", "runs to a line of this file", do_to},
    {"goto", "STEP", "goes to a step, forward or back", do_goto},
    {"until", "NAME", "runs until a variable or a part of it changes",
     do_until},
    {"break", "[LINE [if NAME = CONSTANT]]",
     "sets a breakpoint, or lists them; also <>, <, <=, >, >=", do_break},
    {"delete", "[N]", "takes away a breakpoint, or all", do_delete},
    {"print", "NAME", "shows a variable or a part: X, X(1), a[2], r.field",
     do_print},
    {"vars", "", "lists the variables of this call and of the program",
     do_vars},
    {"memory", "", "shows slices and tables, with > at active rows", do_memory},
    {"where", "", "lists the calls", do_where},
    {"list", "[LINE]", "shows the program around here, or around a line",
     do_list},
    {"output", "", "shows what the program has written so far", do_output},
    {"help", "", "lists the commands", do_help},
    {"quit", "", "ends", NULL},
};

enum { COMMANDS = sizeof table / sizeof *table };

static void do_help(Step *s, const char *text) {
    (void)s;
    (void)text;
    for (int k = 0; k < COMMANDS; k++)
        printf("  %s%s%s\n      %s\n", table[k].name,
               *table[k].arguments ? " " : "", table[k].arguments,
               table[k].sentence);
    printf("A command may be shortened: the first that begins so is meant. "
           "An empty line\nrepeats the last one.\n");
}

bool step_command(Step *s, const char *line) {
    line += strspn(line, " \t");
    const size_t length = strcspn(line, " \t");
    Similar similar = similar_to(line, length);
    for (int k = 0; k < COMMANDS && length > 0; k++) {
        if (strncmp(table[k].name, line, length) == 0) {
            const char *rest = line + length + strspn(line + length, " \t");
            if (table[k].run == NULL)
                return false;
            if (*table[k].arguments == '\0' && *rest != '\0')
                printf("%s takes nothing behind it, found '%s'.\n",
                       table[k].name, rest);
            else
                table[k].run(s, rest);
            return true;
        }
        similar_consider(&similar, table[k].name);
    }
    printf("There is no command '%.*s'%s; help lists them.\n", (int)length,
           line, similar_text(&similar, ""));
    return true;
}

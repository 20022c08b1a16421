/* SPDX-License-Identifier: MIT */
#include "tools/debug/debug.h"

#include <stdio.h>
#include <string.h>

#include "tools/debug/debug_parts.h"

void debug_open(Debug *d, StarHistory *history, const StarProgram *program) {
    *d = (Debug){.history = history, .program = program};
    star_mem_init(&d->mem, &d->error, SIZE_MAX);
}

StarSpan debug_span(const Debug *d) {
    const unsigned depth = star_history_depth(d->history);
    return depth > 0 ? star_history_frame(d->history, depth - 1).span
                     : (StarSpan){0};
}

/* ---- To go on and back ---- */

/* The condition at which a run stops, beside breakpoints. */
typedef struct Goal {
    Debug *debug;
    unsigned depth;          /* no more calls than these */
    StarSpan line;           /* in it, if it is not empty */
    const DebugPlace *place; /* where this one is no more `sum` */
    uint64_t sum;
    bool gone;
} Goal;

static bool is_in(StarSpan here, StarSpan line) {
    return here.file == line.file && here.start >= line.start &&
           here.start < line.end;
}

static uint64_t data_sum(Debug *d, const DebugData *data) {
    const char *wrong;
    StarVariable v;
    if (data->place.frame >= star_history_depth(d->history) ||
        star_history_frame(d->history, data->place.frame).proc != data->proc ||
        !debug_value(d, &data->place, &v, &wrong))
        return 0;
    const uint64_t sum = star_variable_sum(d->history, &v);
    return sum != 0 ? sum : 1;
}

/* The breakpoint that holds here, as debug->hit. */
static int at_break(Debug *d) {
    const StarSpan here = debug_span(d);
    const char *wrong;
    for (int k = 0; k < d->points; k++) {
        const DebugBreak *b = &d->point[k];
        if (is_in(here, b->at) &&
            (b->condition[0] == '\0' || debug_holds(d, b->condition, &wrong)))
            return k + 1;
    }
    for (int k = 0; k < d->datas; k++)
        if (data_sum(d, &d->data[k]) != d->data[k].sum)
            return -(k + 1);
    return 0;
}

static bool has_changed(Goal *g) {
    const char *wrong;
    StarVariable v;
    g->gone = !debug_value(g->debug, g->place, &v, &wrong);
    return g->gone || star_variable_sum(g->debug->history, &v) != g->sum;
}

static bool is_at(Goal *g) {
    if (g->place != NULL)
        return has_changed(g);
    if (g->line.end > 0)
        return is_in(debug_span(g->debug), g->line);
    return star_history_depth(g->debug->history) <= g->depth;
}

/* On a way back the last pause that this holds for is where it ends. */
static bool reached(void *goal) {
    Goal *g = goal;
    const int hit = at_break(g->debug);
    if (hit == 0 && !is_at(g))
        return false;
    g->debug->hit = hit;
    return true;
}

static unsigned told(StarStatus status) {
    return status == STAR_MEMORY ? DEBUG_MEMORY : 0;
}

/* What the data breakpoints are to differ from. */
static void begin(Debug *d) {
    d->hit = 0;
    for (int k = 0; k < d->datas; k++)
        d->data[k].sum = data_sum(d, &d->data[k]);
}

static unsigned advance(Debug *d, Goal *g) {
    begin(d);
    return told(star_history_forward(d->history, reached, g));
}

static unsigned retreat(Debug *d, Goal *g) {
    bool found = true;
    begin(d);
    const unsigned all =
        told(star_history_back(d->history, reached, g, &found));
    return all | (found ? 0 : DEBUG_NOTHING);
}

static unsigned repeat(Debug *d, int64_t times, unsigned depth) {
    StarStatus status = STAR_OK;
    begin(d);
    for (; times > 0 && status == STAR_OK && d->hit == 0; times--) {
        Goal g = {.debug = d, .depth = depth};
        status = star_history_forward(d->history, reached, &g);
    }
    return told(status);
}

unsigned debug_step(Debug *d, int64_t times) {
    return repeat(d, times, UINT32_MAX);
}

unsigned debug_next(Debug *d, int64_t times) {
    return repeat(d, times, star_history_depth(d->history));
}

unsigned debug_out(Debug *d, unsigned depth) {
    Goal g = {.debug = d, .depth = depth};
    return depth > 0 || d->points + d->datas > 0 ? advance(d, &g)
                                                 : debug_go(d, INT64_MAX);
}

unsigned debug_to(Debug *d, int line) {
    Goal g = {.debug = d};
    return star_source_line(&d->program->sources, debug_span(d).file, line,
                            &g.line)
               ? advance(d, &g)
               : debug_go(d, INT64_MAX);
}

unsigned debug_until(Debug *d, const DebugPlace *place, const StarVariable *v) {
    Goal g = {
        .debug = d, .place = place, .sum = star_variable_sum(d->history, v)};
    const unsigned all = advance(d, &g);
    return all | (g.gone ? DEBUG_GONE : 0);
}

unsigned debug_go(Debug *d, int64_t steps) {
    d->hit = 0;
    const int64_t first = star_history_first(d->history);
    const unsigned all = told(star_history_go(d->history, steps));
    return all | (steps < first && first > 0 ? DEBUG_WALL : 0);
}

unsigned debug_back(Debug *d, int64_t times) {
    const StarMoment *now = star_history_now(d->history);
    const int64_t first = star_history_first(d->history);
    StarStatus status = STAR_OK;
    d->hit = 0;
    for (; times > 1 && now->steps > first && status == STAR_OK; times--)
        status = star_history_go(d->history, now->steps - 1);
    if (status != STAR_OK)
        return told(status);
    if (now->steps > first || now->when != STAR_PAUSED)
        return debug_go(d, now->steps - 1);
    return DEBUG_NOTHING;
}

unsigned debug_back_out(Debug *d, unsigned depth) {
    Goal g = {.debug = d, .depth = depth};
    return depth > 0 || d->points + d->datas > 0 ? retreat(d, &g)
                                                 : debug_go(d, 0);
}

bool debug_settle(Debug *d) {
    const StarMoment *now = star_history_now(d->history);
    if (now->when != STAR_CUT)
        return false;
    star_history_go(d->history, now->steps - 1);
    return true;
}

/* ---- Breakpoints ---- */

/* The first line, from this one on, where a statement begins. */
static bool statement_at(const StarProgram *p, uint32_t file, int line,
                         DebugBreak *out) {
    const StarSpan *best = NULL;
    if (!star_source_line(&p->sources, file, line, &out->at))
        return false;
    for (uint32_t k = 0; k < p->length; k++)
        if (p->code[k].op == STAR_OP_STEPS && p->span[k].file == file &&
            p->span[k].start >= out->at.start &&
            (best == NULL || p->span[k].start < best->start))
            best = &p->span[k];
    if (best == NULL)
        return false;
    out->line = star_source_place(&p->sources, *best).row;
    return star_source_line(&p->sources, file, out->line, &out->at);
}

int debug_procedure(const Debug *d, const char *name, uint32_t *file) {
    const StarProgram *p = d->program;
    for (uint32_t k = p->procs; k-- > 1;)
        for (uint32_t i = p->proc[k].entry;
             i < p->proc[k].end && strcasecmp(p->proc[k].name, name) == 0; i++)
            if (p->code[i].op == STAR_OP_STEPS) {
                *file = p->span[i].file;
                return star_source_place(&p->sources, p->span[i]).row;
            }
    return 0;
}

DebugSet debug_break(Debug *d, uint32_t file, int line, const char *condition,
                     const char **wrong) {
    DebugBreak b = {.line = 0};
    *wrong = NULL;
    if (!statement_at(d->program, file, line, &b))
        return DEBUG_NO_STATEMENT;
    if (condition != NULL && strlen(condition) >= sizeof b.condition) {
        *wrong = "the condition is too long";
        return DEBUG_NO_CONDITION;
    }
    if (condition != NULL) {
        snprintf(b.condition, sizeof b.condition, "%s", condition);
        if (!debug_fits(d, file, b.line, b.condition, wrong))
            return DEBUG_NO_CONDITION;
    }
    if (d->points == DEBUG_BREAKS)
        return DEBUG_FULL;
    d->point[d->points++] = b;
    return DEBUG_SET;
}

void debug_delete(Debug *d, int k) {
    d->points--;
    memmove(&d->point[k - 1], &d->point[k],
            (size_t)(d->points - (k - 1)) * sizeof *d->point);
}

bool debug_break_data(Debug *d, const DebugPlace *place) {
    if (d->datas == DEBUG_DATA)
        return false;
    const StarView view = star_history_frame(d->history, place->frame);
    d->data[d->datas++] = (DebugData){.place = *place, .proc = view.proc};
    return true;
}

/* SPDX-License-Identifier: MIT */
#include "tools/debug.h"

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

/* The condition at which a run stops. */
typedef struct Goal {
    const Debug *debug;
    unsigned depth; /* no more calls than these */
    uint32_t file;  /* this line, if it is not 0 */
    int line;
    bool breaks;             /* where a breakpoint is */
    const DebugPlace *place; /* where this one is no more `sum` */
    uint64_t sum;
    bool gone;
} Goal;

static bool at_line(const Debug *d, uint32_t file, int line) {
    const StarSpan span = debug_span(d);
    return span.file == file &&
           star_source_place(&d->program->sources, span).row == line;
}

static bool at_break(const Debug *d) {
    const char *wrong;
    for (int k = 0; k < d->points; k++) {
        const DebugBreak *b = &d->point[k];
        if (at_line(d, b->file, b->line) &&
            (b->condition[0] == '\0' || debug_holds(d, b->condition, &wrong)))
            return true;
    }
    return false;
}

static bool has_changed(Goal *g) {
    const char *wrong;
    StarVariable v;
    g->gone = !debug_value(g->debug, g->place, &v, &wrong);
    return g->gone || star_variable_sum(g->debug->history, &v) != g->sum;
}

static bool reached(void *goal) {
    Goal *g = goal;
    const Debug *d = g->debug;
    if (g->breaks && at_break(d))
        return true;
    if (g->place != NULL)
        return has_changed(g);
    if (g->line > 0)
        return at_line(d, g->file, g->line);
    return !g->breaks && star_history_depth(d->history) <= g->depth;
}

static unsigned told(StarStatus status) {
    return status == STAR_MEMORY ? DEBUG_MEMORY : 0;
}

static unsigned advance(Debug *d, Goal *g) {
    return told(star_history_forward(d->history, reached, g));
}

static unsigned retreat(Debug *d, Goal *g) {
    bool found = true;
    const unsigned all =
        told(star_history_back(d->history, reached, g, &found));
    return all | (found ? 0 : DEBUG_NOTHING);
}

static unsigned repeat(Debug *d, int64_t times, unsigned depth) {
    StarStatus status = STAR_OK;
    for (; times > 0 && status == STAR_OK; times--) {
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

unsigned debug_finish(Debug *d) {
    Goal g = {.debug = d, .depth = star_history_depth(d->history) - 1};
    return advance(d, &g);
}

unsigned debug_continue(Debug *d) {
    Goal g = {.debug = d, .breaks = true};
    return d->points > 0 ? advance(d, &g) : debug_go(d, INT64_MAX);
}

unsigned debug_to(Debug *d, int line) {
    Goal g = {.debug = d, .file = debug_span(d).file, .line = line};
    return advance(d, &g);
}

unsigned debug_until(Debug *d, const DebugPlace *place, const StarVariable *v) {
    Goal g = {
        .debug = d, .place = place, .sum = star_variable_sum(d->history, v)};
    const unsigned all = advance(d, &g);
    return all | (g.gone ? DEBUG_GONE : 0);
}

unsigned debug_go(Debug *d, int64_t steps) {
    const int64_t first = star_history_first(d->history);
    const unsigned all = told(star_history_go(d->history, steps));
    return all | (steps < first && first > 0 ? DEBUG_WALL : 0);
}

unsigned debug_back(Debug *d, int64_t times) {
    const StarMoment *now = star_history_now(d->history);
    const int64_t first = star_history_first(d->history);
    StarStatus status = STAR_OK;
    for (; times > 1 && now->steps > first && status == STAR_OK; times--)
        status = star_history_go(d->history, now->steps - 1);
    if (status != STAR_OK)
        return told(status);
    if (now->steps > first || now->when != STAR_PAUSED)
        return debug_go(d, now->steps - 1);
    return DEBUG_NOTHING;
}

unsigned debug_back_over(Debug *d) {
    Goal g = {.debug = d, .depth = star_history_depth(d->history)};
    return retreat(d, &g);
}

unsigned debug_back_to_break(Debug *d) {
    Goal g = {.debug = d, .breaks = true};
    return d->points > 0 ? retreat(d, &g) : debug_go(d, 0);
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
static int statement_at(const StarProgram *p, uint32_t file, int line) {
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
    DebugBreak b = {.file = file};
    b.line = statement_at(d->program, file, line);
    *wrong = NULL;
    if (b.line == 0)
        return DEBUG_NO_STATEMENT;
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

/* SPDX-License-Identifier: MIT */
/* Profiles as text. */
#include "debug/profile.h"

#include "debug/profile_sum.h"
#include "report/report_out.h"

/* Characters of a source line that are shown. */
enum { SHOWN = 60 };

/* ---- Tables ---- */

static double ms(int64_t nanoseconds) {
    return (double)nanoseconds / 1e6;
}

static void primitive_table(const Out *out, const ProfileSum *s) {
    report_put(out, "\n%-14s %8s %10s %9s %12s %10s\n", "primitive", "calls",
               "operations", "time, ms", "bits", "each, us");
    for (uint32_t k = 0; k < s->primitives; k++) {
        const ProfileRow *r = &s->primitive[k];
        report_put(out, "%-14s %8lld %10lld %9.3f %12lld %10.3f\n", r->name,
                   (long long)r->calls, (long long)r->self.operations,
                   ms(r->self.ticks), (long long)r->self.bits,
                   (double)r->self.ticks / 1e3 / (double)r->calls);
    }
}

static const char *formula_of(const ProfileRow *r, StarFormulaOf *formula,
                              char room[STAR_FORMULA_ROOM]) {
    return formula != NULL ? formula(r->name, r->file, room) : NULL;
}

static void procedure_table(const Out *out, const ProfileSum *s,
                            StarFormulaOf *formula) {
    report_put(out, "\n%-14s %8s %10s %9s %12s | %10s %9s\n", "procedure",
               "calls", "operations", "time, ms", "bits", "with calls",
               "time, ms");
    for (uint32_t k = 0; k < s->procedures; k++) {
        char room[STAR_FORMULA_ROOM];
        const ProfileRow *r = &s->procedure[k];
        const char *text = formula_of(r, formula, room);
        report_put(out, "%-14s %8lld %10lld %9.3f %12lld | %10lld %9.3f%s%s\n",
                   r->name, (long long)r->calls, (long long)r->self.operations,
                   ms(r->self.ticks), (long long)r->self.bits,
                   (long long)r->total.operations, ms(r->total.ticks),
                   text != NULL ? " | documented for each call: " : "",
                   text != NULL ? text : "");
    }
}

static void formulas(const Out *out, const ProfileSum *s,
                     StarFormulaOf *formula) {
    for (uint32_t k = 0; k < s->procedures; k++) {
        char room[STAR_FORMULA_ROOM];
        const ProfileRow *r = &s->procedure[k];
        const char *text = formula_of(r, formula, room);
        if (text != NULL && r->total.operations > 0)
            report_put(out,
                       "    %s: %lld call%s, operations: %lld, documented for "
                       "each call: %s\n",
                       r->name, (long long)r->calls, r->calls == 1 ? "" : "s",
                       (long long)r->total.operations, text);
    }
}

static void bits_table(const Out *out, const ProfileSum *s) {
    const char *path = NULL;
    for (uint32_t k = 0; k < s->lines; k++) {
        const ProfileRow *r = &s->line[k];
        const StarPlace *p = &r->place;
        if (p->path != path)
            report_put(out, "\n%8s %10s %9s %12s  line | %s\n", "times",
                       "operations", "time, ms", "bits", p->path);
        path = p->path;
        report_put(out, "%8lld %10lld %9.3f %12lld %5d | %.*s\n",
                   (long long)r->calls, (long long)r->self.operations,
                   ms(r->self.ticks), (long long)r->self.bits, p->row,
                   p->length < SHOWN ? p->length : SHOWN, p->line);
    }
}

static void tables(const Out *out, const StarProfile *p, const ProfileSum *s,
                   StarFormulaOf *formula) {
    const double clock = (double)p->empty * p->tick;
    report_put(out,
               "%lld operations of the STAR-machine, %lld bits moved, "
               "%.3f ms, %lld instructions\n",
               (long long)s->all.operations, (long long)s->all.bits,
               ms(s->all.ticks), (long long)s->all.runs);
    report_put(out,
               "the clock's own %.3f ms are left out, %.1f ns an instruction: "
               "times may be wrong by that\n",
               clock * (double)s->all.runs / 1e6, clock);
    report_put(out,
               "%.3f ms of waiting, for a processor or a file, are in the "
               "times\n",
               ms(p->waited_ns));
    primitive_table(out, s);
    procedure_table(out, s, formula);
    bits_table(out, s);
}

/* ---- JSON ---- */

static void counts(const Out *out, const StarCount *c) {
    report_put(out,
               "\"instructions\": %lld, \"operations\": %lld, "
               "\"bits\": %lld, \"ns\": %lld",
               (long long)c->runs, (long long)c->operations, (long long)c->bits,
               (long long)c->ticks);
}

static void place(const Out *out, const StarPlace *p) {
    report_put(out, "\"file\": ");
    report_string(out, p->path);
    report_put(out, ", \"line\": %d, ", p->row);
}

static void name(const Out *out, const char *text) {
    report_put(out, "\"name\": ");
    report_string(out, text);
    report_put(out, ", ");
}

static void json(const Out *out, const StarProfile *p, const ProfileSum *s,
                 StarFormulaOf *formula) {
    report_put(out, "{\"clock_ns\": %.3f, \"waited_ns\": %lld,\n",
               (double)p->empty * p->tick, (long long)p->waited_ns);
    report_put(out, "\"total\": {");
    counts(out, &s->all);
    report_put(out, "},\n\"primitives\": [");
    for (uint32_t k = 0; k < s->primitives; k++) {
        report_put(out, "%s\n{", k > 0 ? "," : "");
        name(out, s->primitive[k].name);
        report_put(out, "\"calls\": %lld, ", (long long)s->primitive[k].calls);
        counts(out, &s->primitive[k].self);
        report_put(out, "}");
    }
    report_put(out, "],\n\"procedures\": [");
    for (uint32_t k = 0; k < s->procedures; k++) {
        char room[STAR_FORMULA_ROOM];
        const char *text = formula_of(&s->procedure[k], formula, room);
        report_put(out, "%s\n{", k > 0 ? "," : "");
        name(out, s->procedure[k].name);
        if (text != NULL) {
            report_put(out, "\"documented\": ");
            report_string(out, text);
            report_put(out, ", ");
        }
        place(out, &s->procedure[k].place);
        report_put(out, "\"calls\": %lld, ", (long long)s->procedure[k].calls);
        counts(out, &s->procedure[k].self);
        report_put(out, ", \"with_calls\": {");
        counts(out, &s->procedure[k].total);
        report_put(out, "}}");
    }
    report_put(out, "],\n\"lines\": [");
    for (uint32_t k = 0; k < s->lines; k++) {
        report_put(out, "%s\n{", k > 0 ? "," : "");
        place(out, &s->line[k].place);
        report_put(out, "\"times\": %lld, ", (long long)s->line[k].calls);
        counts(out, &s->line[k].self);
        report_put(out, "}");
    }
    report_put(out, "]}\n");
}

/* ---- Stacks ---- */

static void stack(const Out *out, const Chain *chain) {
    int depth = 0;
    for (const Chain *c = chain; c != NULL; c = c->caller)
        depth++;
    for (; depth > 0; depth--) {
        const Chain *c = chain;
        for (int k = 1; k < depth; k++)
            c = c->caller;
        report_put(out, "%s;", c->proc->name);
    }
}

/* A row for each line of each chain. */
static void folded(const Out *out, const StarProfile *p, const ProfileSum *s,
                   Arena *arena) {
    int last = 0;
    for (uint32_t k = 0; k < p->program->length; k++)
        last = s->line_of[k] > last ? s->line_of[k] : last;
    int64_t *ticks = arena_alloc(arena, (size_t)last + 1, sizeof *ticks);
    for (const Chain *c = p->chain[0]; c != NULL; c = profile_next(c)) {
        const uint32_t first = c->proc->entry;
        for (uint32_t k = first; k < c->proc->end; k++)
            ticks[s->line_of[k]] += c->count[k - first].ticks;
        for (uint32_t k = first; k < c->proc->end; k++) {
            int64_t *t = &ticks[s->line_of[k]];
            const long long ns = (long long)((double)*t * p->tick);
            *t = 0;
            if (ns == 0)
                continue;
            stack(out, c);
            const StarPlace at =
                star_source_place(&p->program->sources, p->program->span[k]);
            report_put(out, "%s:%d %lld\n", at.path, at.row, ns);
        }
    }
}

StarStatus star_profile_write(const StarMachine *m, StarProfileForm form,
                              StarFormulaOf *formula, StarSink *sink,
                              void *context) {
    const Out out = {sink, context};
    const StarProfile *p = m->debug.profile;
    StarError *error = p != NULL ? p->mem.error : NULL;
    StarMem own = star_mem_beside(&m->mem, error);
    jmp_buf exhausted;
    Arena arena = {.mem = &own, .exhausted = &exhausted};
    if (p == NULL || p->chain == NULL)
        return STAR_OK;
    if (setjmp(exhausted) != 0) {
        arena_free(&arena);
        return STAR_MEMORY;
    }
    const ProfileSum sum = profile_sum(p, &arena);
    if (form == STAR_PROFILE_TABLES)
        tables(&out, p, &sum, formula);
    else if (form == STAR_PROFILE_FORMULAS)
        formulas(&out, &sum, formula);
    else if (form == STAR_PROFILE_JSON)
        json(&out, p, &sum, formula);
    else
        folded(&out, p, &sum, &arena);
    arena_free(&arena);
    return STAR_OK;
}

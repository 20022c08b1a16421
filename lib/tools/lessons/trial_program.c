/* SPDX-License-Identifier: MIT */
/* The input on which a solution goes wrong as a program, to be stepped. */
#include <inttypes.h>

#include "tools/lessons/lessons.h"
#include "values/table.h"

static void put_bits(const Out *out, const uint64_t *bits, int64_t length) {
    report_put(out, "'");
    for (int64_t k = 0; k < length; k++)
        report_put(out, "%d", (int)(bits[k / 64] >> k % 64 & 1));
    report_put(out, "'");
}

static bool has_size(const StarParam *p, StarCell value) {
    const StarObject *object = value.object;
    return p->type->kind != STAR_TYPE_INTEGER && object->sizing != STAR_UNSIZED;
}

static void put_declaration(const Out *out, const StarParam *p,
                            StarCell value) {
    report_put(out, "  %s: ", p->name);
    star_type_write(p->type, out->sink, out->context);
    if (has_size(p, value) && p->type->kind == STAR_TYPE_TABLE)
        report_put(out, "(%" PRId64 ", %" PRId64 ")", value.table->rows,
                   value.table->cols);
    else if (has_size(p, value))
        report_put(out, "(%" PRId64 ")", value.bits->length);
    report_put(out, ";\n");
}

static void put_rows(StarBackend *be, const Out *out, const char *name,
                     const StarTable *t) {
    for (int64_t k = 0; k < t->rows && t->cols > 0; k++) {
        const uint64_t *row = star_table_vector(be, t, STAR_ROWS, k);
        report_put(out, "  ROW(%" PRId64 ", %s) := ", k + 1, name);
        put_bits(out, row, t->cols);
        report_put(out, ";\n");
    }
}

static StarStatus put_value(const Grade *g, const Out *out, const StarParam *p,
                            StarCell value) {
    StarBackend *be = star_machine_backend(g->machine);
    if (p->type->kind == STAR_TYPE_INTEGER) {
        if (value.i != STAR_UNDEFINED_INT)
            report_put(out, "  %s := %" PRId64 ";\n", p->name, value.i);
        return STAR_OK;
    }
    if (!has_size(p, value))
        return STAR_OK;
    STAR_TRY(star_object_sync(be, value.object, STAR_READ));
    if (p->type->kind == STAR_TYPE_TABLE) {
        STAR_TRY(star_table_need(be, value.table, STAR_ROWS));
        put_rows(be, out, p->name, value.table);
    } else if (value.bits->length > 0) {
        report_put(out, "  %s := ", p->name);
        put_bits(out, value.bits->word, value.bits->length);
        report_put(out, ";\n");
    }
    return STAR_OK;
}

StarStatus grade_program(const Grade *g, StarSink *sink, void *context) {
    const Out out = {sink, context};
    const StarProc *proc = g->trial.wanted;
    const StarCell *value = g->trial.value[TRIAL_GIVEN];
    report_put(&out, "program watch; %s\nvar\n", g->own->sources.file[0].text);
    for (unsigned k = 0; k < proc->params; k++)
        put_declaration(&out, &proc->param[k], value[k]);
    report_put(&out, "begin\n");
    for (unsigned k = 0; k < proc->params; k++)
        STAR_TRY(put_value(g, &out, &proc->param[k], value[k]));
    report_put(&out, "  %s(", proc->name);
    for (unsigned k = 0; k < proc->params; k++)
        report_put(&out, "%s%s", k > 0 ? ", " : "", proc->param[k].name);
    report_put(&out, ")\nend.\n");
    return STAR_OK;
}

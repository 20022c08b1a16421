/* SPDX-License-Identifier: MIT */
/* A profile by the model of a machine, as text. */
#include <math.h>

#include "tools/json.h"
#include "tools/model/model_parts.h"

/* Characters of a source line that are shown. */
enum { SHOWN = 60 };

/* What operations take together. */
typedef struct Price {
    int64_t operations;
    double cycles;
    double energy; /* pJ, but for the power */
    double lanes;  /* cycles, times the part of the lanes that have rows */
} Price;

typedef struct Bill {
    const Model *model;
    Price all, cost[STAR_COSTS];
    double here;           /* ns that the run took */
    int64_t rows, columns; /* of the largest operands */
    StarShape bad;         /* one that a formula has no value for, */
    const char *formula;   /* this one; NULL: none */
    uint32_t lines;
    const char *path; /* of the line before */
    Out out;
} Bill;

static void add(Price *to, const Price *x) {
    to->operations += x->operations;
    to->cycles += x->cycles;
    to->energy += x->energy;
    to->lanes += x->lanes;
}

/* The value of a formula; where it has none, *bill says so. */
static double value(Bill *bill, const char *formula, const StarShape *s) {
    const double x = model_value(bill->model, formula, s->rows, s->columns);
    if (isfinite(x) && x >= 0)
        return x;
    bill->formula = formula;
    bill->bad = *s;
    return 0;
}

static Price price_of(Bill *bill, const StarShape *s) {
    const Model *m = bill->model;
    const ModelCost *cost = &m->cost[s->cost];
    const double lanes =
        m->name[MODEL_ROWS].value * m->name[MODEL_ARRAYS].value;
    const double passes = model_passes(m, s->rows);
    Price p = {.operations = s->count};
    if (s->prim != STAR_PRIM_COUNT && m->prim[s->prim].cycles != NULL)
        cost = &m->prim[s->prim];
    p.cycles = value(bill, cost->cycles, s) * (double)s->count;
    if (m->energy)
        p.energy = value(bill, cost->energy, s) * (double)s->count;
    if (star_costs[s->cost].lanes && passes > 0)
        p.lanes = p.cycles * (double)s->rows / (passes * lanes);
    return p;
}

/* The price of a line, and the kind that takes most of its cycles. */
static Price line_price(Bill *bill, const StarLineShapes *line,
                        StarCost *most) {
    Price all = {0}, cost[STAR_COSTS] = {0};
    for (uint32_t k = 0; k < line->shapes; k++) {
        const Price p = price_of(bill, &line->shape[k]);
        add(&cost[line->shape[k].cost], &p);
        add(&all, &p);
    }
    *most = line->shapes > 0 ? line->shape[0].cost : STAR_COST_CONTROL;
    for (int k = 0; k < STAR_COSTS; k++)
        if (cost[k].cycles > cost[*most].cycles)
            *most = (StarCost)k;
    return all;
}

static void sum_line(void *context, const StarLineShapes *line) {
    Bill *bill = context;
    bill->here += (double)line->ns;
    for (uint32_t k = 0; k < line->shapes; k++) {
        const StarShape *s = &line->shape[k];
        const Price p = price_of(bill, s);
        add(&bill->cost[s->cost], &p);
        add(&bill->all, &p);
        if (s->rows > bill->rows)
            bill->rows = s->rows;
        if (s->columns > bill->columns)
            bill->columns = s->columns;
    }
}

/* ---- Units ---- */

/* In microseconds, or in cycles if the model has no clock. */
static double time_of(const Model *m, double cycles) {
    return m->clock ? cycles / m->name[MODEL_CLOCK].value * 1e6 : cycles;
}

/* In nJ, with that of the power. */
static double energy_of(const Model *m, const Price *p) {
    return p->energy / 1e3 + m->power * time_of(m, p->cycles) * 1e3;
}

static double part(double of, double all) {
    return all > 0 ? of / all : 0;
}

/* ---- Tables ---- */

static void amounts(const Bill *bill, const Price *p) {
    const Model *m = bill->model;
    report_put(&bill->out, "%12lld %14.3f %7.1f", (long long)p->operations,
               time_of(m, p->cycles), 100 * part(p->cycles, bill->all.cycles));
    if (m->energy)
        report_put(&bill->out, " %14.3f", energy_of(m, p));
    report_put(&bill->out, " %11.1f", 100 * part(p->lanes, p->cycles));
}

static void heading(const Bill *bill) {
    const Model *m = bill->model;
    report_put(&bill->out, "%12s %14s %7s", "operations",
               m->clock ? "time, us" : "cycles", "share");
    if (m->energy)
        report_put(&bill->out, " %14s", "energy, nJ");
    report_put(&bill->out, " %11s", "occupancy");
}

static void table_line(void *context, const StarLineShapes *line) {
    Bill *bill = context;
    const StarPlace *at = &line->place;
    StarCost most;
    const Price p = line_price(bill, line, &most);
    if (at->path != bill->path) {
        report_put(&bill->out, "\n");
        heading(bill);
        report_put(&bill->out, " %-10s  line | %s\n", "most", at->path);
    }
    bill->path = at->path;
    amounts(bill, &p);
    report_put(&bill->out, " %-10s %5d | %.*s\n", star_costs[most].name,
               at->row, at->length < SHOWN ? at->length : SHOWN, at->line);
}

static void table_begin(const Bill *bill) {
    const Model *m = bill->model;
    const double passes = model_passes(m, bill->rows);
    report_put(&bill->out, "%s\n", m->title);
    report_put(&bill->out, "%.3f %s", time_of(m, bill->all.cycles),
               m->clock ? "us" : "cycles");
    if (m->energy)
        report_put(&bill->out, ", %.3f nJ", energy_of(m, &bill->all));
    report_put(&bill->out, ", occupancy %.1f %%; here %.3f us\n",
               100 * part(bill->all.lanes, bill->all.cycles), bill->here / 1e3);
    report_put(
        &bill->out,
        "the longest operand has %lld rows: %.0f pass%s of %.0f lanes; "
        "the widest table %lld columns: %.0f fit a lane\n\n",
        (long long)bill->rows, passes, passes == 1 ? "" : "es",
        m->name[MODEL_ROWS].value * m->name[MODEL_ARRAYS].value,
        (long long)bill->columns,
        floor(part(m->name[MODEL_COLUMNS].value, (double)bill->columns)));
    report_put(&bill->out, "%-11s", "cost");
    heading(bill);
    report_put(&bill->out, "\n");
    for (int k = 0; k < STAR_COSTS; k++)
        if (bill->cost[k].operations > 0) {
            report_put(&bill->out, "%-11s", star_costs[k].name);
            amounts(bill, &bill->cost[k]);
            report_put(&bill->out, "\n");
        }
}

/* ---- JSON ---- */

static void members(const Bill *bill, const Price *p) {
    const Model *m = bill->model;
    report_put(&bill->out, "\"operations\": %lld, \"cycles\": %.17g",
               (long long)p->operations, p->cycles);
    if (m->clock)
        report_put(&bill->out, ", \"us\": %.17g", time_of(m, p->cycles));
    if (m->energy)
        report_put(&bill->out, ", \"nJ\": %.17g", energy_of(m, p));
    report_put(&bill->out, ", \"occupancy\": %.17g", part(p->lanes, p->cycles));
}

static void json_line(void *context, const StarLineShapes *line) {
    Bill *bill = context;
    StarCost most;
    const Price p = line_price(bill, line, &most);
    report_put(&bill->out, "%s\n{\"file\": ", bill->lines++ > 0 ? "," : "");
    report_string(&bill->out, line->place.path);
    report_put(&bill->out, ", \"line\": %d, \"most\": \"%s\", \"ns\": %lld, ",
               line->place.row, star_costs[most].name, (long long)line->ns);
    members(bill, &p);
    report_put(&bill->out, "}");
}

static void json_begin(const Bill *bill) {
    bool more = false;
    report_put(&bill->out, "{\"machine\": ");
    report_string(&bill->out, bill->model->title);
    report_put(&bill->out,
               ", \"rows\": %lld, \"columns\": %lld, \"passes\": %.0f, "
               "\"ns\": %.0f,\n\"total\": {",
               (long long)bill->rows, (long long)bill->columns,
               model_passes(bill->model, bill->rows), bill->here);
    members(bill, &bill->all);
    report_put(&bill->out, "},\n\"costs\": [");
    for (int k = 0; k < STAR_COSTS; k++)
        if (bill->cost[k].operations > 0) {
            report_put(&bill->out, "%s\n{\"name\": \"%s\", ", more ? "," : "",
                       star_costs[k].name);
            members(bill, &bill->cost[k]);
            report_put(&bill->out, "}");
            more = true;
        }
    report_put(&bill->out, "],\n\"lines\": [");
}

StarStatus model_write(const Model *model, const StarMachine *machine,
                       bool json, StarSink *sink, void *context) {
    Bill bill = {.model = model, .out = {sink, context}};
    STAR_TRY(star_profile_shapes(machine, sum_line, &bill));
    if (bill.formula != NULL)
        return star_raise(model->mem->error,
                          MSG_MODEL_VALUE(bill.formula,
                                          (long long)bill.bad.rows,
                                          (long long)bill.bad.columns));
    if (json)
        json_begin(&bill);
    else
        table_begin(&bill);
    STAR_TRY(
        star_profile_shapes(machine, json ? json_line : table_line, &bill));
    if (json)
        report_put(&bill.out, "]}\n");
    return STAR_OK;
}

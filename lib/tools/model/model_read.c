/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "library.h"
#include "tools/model/model_parts.h"
#include "tools/model/toml.h"

const char *model_text(const char *name, size_t *length) {
    for (const StarUnit *m = star_machines; m->name != NULL; m++)
        if (strcmp(m->name, name) == 0) {
            *length = m->length;
            return m->text;
        }
    return NULL;
}

const char *model_name(int k) {
    return star_machines[k].name;
}

double model_passes(const Model *m, int64_t rows) {
    return ceil((double)rows /
                (m->name[MODEL_ROWS].value * m->name[MODEL_ARRAYS].value));
}

static double value(const Model *m, const char *formula, int64_t rows,
                    int64_t columns, FormulaError *error) {
    FormulaName name[MODEL_NAMES];
    memcpy(name, m->name, sizeof name);
    name[MODEL_R].value = (double)rows;
    name[MODEL_C].value = (double)columns;
    name[MODEL_P].value = model_passes(m, rows);
    return formula_value(formula, name, m->names, error);
}

double model_value(const Model *m, const char *formula, int64_t rows,
                   int64_t columns) {
    FormulaError error;
    return value(m, formula, rows, columns, &error);
}

/* ---- Reading ---- */

typedef struct Reading {
    Model *model;
    Toml toml;
    StarError *error;
} Reading;

static StarStatus wrong(Reading *r, const TomlItem *i, const char *expected) {
    r->toml.wrong = i->span;
    return star_raise(r->error, MSG_MODEL_FORM(expected));
}

/* A number of at least `least`. */
static StarStatus number(Reading *r, const TomlItem *i, double least,
                         double *out) {
    if (i->text != NULL || i->number < least) {
        r->toml.wrong = i->value;
        return star_raise(r->error, MSG_MODEL_NUMBER(i->key, least));
    }
    *out = i->number;
    return STAR_OK;
}

static StarStatus text(Reading *r, const TomlItem *i, const char **out) {
    if (i->text == NULL || *i->text == '\0') {
        r->toml.wrong = i->value;
        return star_raise(r->error, MSG_MODEL_TEXT(i->key));
    }
    *out = i->text;
    return STAR_OK;
}

/* Keeps the source's text of a number too: a formula. */
static StarStatus formula(Reading *r, const TomlItem *i, const char **out) {
    if (i->text == NULL)
        *out = arena_printf(r->toml.arena, "%.17g", i->number);
    else
        STAR_TRY(text(r, i, out));
    return STAR_OK;
}

static StarStatus machine_item(Reading *r, const TomlItem *i) {
    Model *m = r->model;
    const char *source;
    if (strcmp(i->key, "name") == 0)
        return text(r, i, &m->title);
    if (strcmp(i->key, "source") == 0)
        return text(r, i, &source);
    if (strcmp(i->key, "power") == 0)
        return number(r, i, 0, &m->power);
    for (int k = MODEL_ROWS; k < MODEL_CONSTANTS; k++)
        if (strcmp(i->key, m->name[k].name) == 0) {
            m->clock |= k == MODEL_CLOCK;
            return number(r, i, 1, &m->name[k].value);
        }
    return wrong(r, i,
                 "name, source, rows, columns, arrays, clock or power in "
                 "[machine]");
}

static StarStatus constant_item(Reading *r, const TomlItem *i) {
    Model *m = r->model;
    const char *source;
    if (strcmp(i->key, "source") == 0)
        return text(r, i, &source);
    if (strcmp(i->key, "value") != 0)
        return wrong(r, i, "value or source of a constant");
    for (int k = 0; k < m->names; k++)
        if (strcmp(m->name[k].name, i->name) == 0)
            return wrong(r, i, "a constant with a name of its own");
    if (m->names == MODEL_NAMES)
        return wrong(r, i, "at most 40 constants");
    m->name[m->names].name = i->name;
    return number(r, i, -INFINITY, &m->name[m->names++].value);
}

/* The formulas of a kind of cost or of a primitive; NULL: it is neither. */
static ModelCost *cost_of(Model *m, const char *name) {
    for (int k = 0; k < STAR_COSTS; k++)
        if (strcmp(star_costs[k].name, name) == 0)
            return &m->cost[k];
    for (int k = 0; k < STAR_PRIM_COUNT; k++)
        if (star_prims[k].cost != STAR_COST_NONE &&
            strcmp(star_prims[k].name, name) == 0)
            return &m->prim[k];
    return NULL;
}

static StarStatus cost_item(Reading *r, const TomlItem *i) {
    ModelCost *cost = cost_of(r->model, i->name);
    const char *source;
    if (cost == NULL)
        return wrong(r, i, "a kind of cost or a primitive in [cost.NAME]");
    if (strcmp(i->key, "cycles") == 0)
        return formula(r, i, &cost->cycles);
    if (strcmp(i->key, "energy") == 0)
        return formula(r, i, &cost->energy);
    if (strcmp(i->key, "source") == 0)
        return text(r, i, &source);
    return wrong(r, i, "cycles, energy or source of a cost");
}

static StarStatus take(Reading *r, const TomlItem *i) {
    const bool named = *i->name != '\0';
    if (strcmp(i->table, "machine") == 0 && !named)
        return machine_item(r, i);
    if (strcmp(i->table, "constant") == 0 && named)
        return constant_item(r, i);
    if (strcmp(i->table, "cost") == 0 && named)
        return cost_item(r, i);
    return wrong(r, i, "[machine], [constant.NAME] or [cost.NAME] before it");
}

/* ---- Checks of the whole ---- */

/* True if the table of an item has a key. */
static bool has(const Reading *r, const TomlItem *i, const char *key) {
    for (uint32_t k = 0; k < r->toml.items; k++) {
        const TomlItem *x = &r->toml.item[k];
        if (strcmp(x->key, key) == 0 && strcmp(x->table, i->table) == 0 &&
            strcmp(x->name, i->name) == 0)
            return true;
    }
    return false;
}

/* Computes a formula once, where its names can be named. */
static StarStatus check_formula(Reading *r, const TomlItem *i) {
    FormulaError error = {0};
    if (i->text == NULL)
        return STAR_OK;
    const double x = value(r->model, i->text, 1, 1, &error);
    if (error.expected != NULL) {
        const uint32_t at = i->value.start + 1 + (uint32_t)error.at;
        r->toml.wrong =
            (StarSpan){0, at, at + (uint32_t)(error.length ? error.length : 1)};
        return star_raise(r->error, MSG_MODEL_FORM(error.expected));
    }
    if (!isfinite(x) || x < 0) {
        r->toml.wrong = i->value;
        return star_raise(r->error, MSG_MODEL_VALUE(i->text, 1LL, 1LL));
    }
    return STAR_OK;
}

static StarStatus check_item(Reading *r, const TomlItem *i) {
    const bool cost = strcmp(i->table, "cost") == 0;
    if (!has(r, i, "source"))
        return wrong(r, i, "a source in its table");
    if (cost && !has(r, i, "cycles"))
        return wrong(r, i, "cycles in its table");
    if (cost && r->model->energy && !has(r, i, "energy"))
        return wrong(r, i, "energy in all costs or in none");
    return cost && strcmp(i->key, "source") != 0 ? check_formula(r, i)
                                                 : STAR_OK;
}

/* The keys of [machine] without which there is no model. */
static const char *missing(const Model *m) {
    if (m->title == NULL)
        return "name";
    for (int k = MODEL_ROWS; k < MODEL_CLOCK; k++)
        if (m->name[k].value == 0)
            return m->name[k].name;
    return NULL;
}

static StarStatus check(Reading *r) {
    Model *m = r->model;
    const char *key = missing(m);
    r->toml.wrong = (StarSpan){0, 0, 1};
    if (key != NULL)
        return star_raise(r->error, MSG_MODEL_NO_KEY(key));
    for (int k = 0; k < STAR_COSTS; k++)
        if (m->cost[k].cycles == NULL)
            return star_raise(
                r->error,
                MSG_MODEL_NO_COST(star_costs[k].name, star_costs[k].sentence));
    m->energy = m->cost[0].energy != NULL;
    for (int k = 0; k < STAR_COSTS; k++)
        m->energy |= m->cost[k].energy != NULL;
    for (uint32_t k = 0; k < r->toml.items; k++)
        STAR_TRY(check_item(r, &r->toml.item[k]));
    return STAR_OK;
}

static StarStatus read_all(Reading *r) {
    STAR_TRY(toml_read(&r->toml, r->error));
    for (uint32_t k = 0; k < r->toml.items; k++)
        STAR_TRY(take(r, &r->toml.item[k]));
    return check(r);
}

static void begin(Model *m, StarMem *mem) {
    static const char *const known[MODEL_CONSTANTS] = {
        "r", "c", "p", "rows", "columns", "arrays", "clock"};
    *m = (Model){.mem = mem, .arena = {.mem = mem}};
    for (int k = 0; k < MODEL_CONSTANTS; k++)
        m->name[k].name = known[k];
    m->names = MODEL_CONSTANTS;
}

StarStatus model_read(StarMem *mem, const char *source, size_t length,
                      Model **out, StarSpan *at) {
    Model *m = star_mem_alloc(mem, 1, sizeof *m);
    jmp_buf exhausted;
    *out = NULL;
    if (m == NULL)
        return STAR_MEMORY;
    begin(m, mem);
    m->arena.exhausted = &exhausted;
    if (setjmp(exhausted) != 0) {
        model_free(m);
        return STAR_MEMORY;
    }
    Reading r = {m, {.arena = &m->arena}, mem->error};
    r.toml.text = arena_text(&m->arena, source, length);
    r.toml.end = r.toml.text + length;
    const StarStatus status = read_all(&r);
    *at = r.toml.wrong;
    if (status != STAR_OK)
        model_free(m);
    else
        *out = m;
    return status;
}

void model_free(Model *m) {
    if (m == NULL)
        return;
    StarMem *mem = m->mem;
    arena_free(&m->arena);
    star_mem_free(mem, m, 1, sizeof *m);
}

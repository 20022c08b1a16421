/* SPDX-License-Identifier: MIT */
#include "debug/inspect.h"

#include <string.h>

#include "interp/exec.h"
#include "debug/table_hash.h"

/* ---- Variables ---- */

static bool is_object(const StarType *t) {
    switch (t->kind) {
    case STAR_TYPE_STRING:
    case STAR_TYPE_SLICE:
    case STAR_TYPE_WORD:
    case STAR_TYPE_TABLE:
    case STAR_TYPE_ARRAY:
    case STAR_TYPE_RECORD:
    case STAR_TYPE_FILE: return true;
    case STAR_TYPE_SET: return !t->small;
    default: return false;
    }
}

/* An object passed by value has a cell of its own behind the argument's. */
static bool is_copied(const StarProc *proc, unsigned k) {
    const StarCellInfo *info = &proc->cell[k];
    if (!is_object(info->type) || info->own)
        return false;
    for (unsigned j = k + 1; j < proc->cells; j++)
        if (proc->cell[j].own && proc->cell[j].name == info->name)
            return true;
    return false;
}

bool star_is_variable(const StarProc *proc, unsigned k) {
    const StarCellInfo *info = &proc->cell[k];
    return info->name != NULL && info->type != NULL &&
           info->type->kind != STAR_TYPE_ROUTINE && !is_copied(proc, k);
}

StarVariable star_variable_now(const StarView *view, unsigned k) {
    const StarCellInfo *info = &view->proc->cell[k];
    StarCell value = view->cell[k];
    if (info->kind == STAR_CELL_REF && !is_object(info->type))
        value = *value.ref;
    return (StarVariable){info->name, info->type, value};
}

bool star_inspect_variable(const StarView *view, unsigned k,
                           StarVariable *out) {
    if (!star_is_variable(view->proc, k))
        return false;
    *out = star_variable_now(view, k);
    return true;
}

const StarHeap *star_history_heap(const StarHistory *h) {
    return &star_history_inside(h)->heap;
}

bool star_variable_bits(const StarVariable *v) {
    return v->type->kind == STAR_TYPE_SLICE ||
           v->type->kind == STAR_TYPE_WORD || v->type->kind == STAR_TYPE_TABLE;
}

/* ---- Sums ---- */

static uint64_t mix(uint64_t sum, uint64_t value) {
    sum = (sum ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 29;
}

static uint64_t mix_words(uint64_t sum, const uint64_t *word, int64_t n) {
    for (int64_t k = 0; k < n; k++)
        sum = mix(sum, word[k]);
    return sum;
}

static uint64_t mix_bytes(uint64_t sum, const char *from, size_t n) {
    uint64_t word = 0;
    for (; n >= sizeof word; n -= sizeof word, from += sizeof word) {
        memcpy(&word, from, sizeof word);
        sum = mix(sum, word);
    }
    word = 0;
    memcpy(&word, from, n);
    return mix(sum, word);
}

static uint64_t mix_object(const StarMachine *m, uint64_t sum,
                           const StarObject *object);

static uint64_t mix_table(const StarMachine *m, uint64_t sum,
                          const StarTable *t) {
    sum = mix(mix(sum, (uint64_t)t->rows), (uint64_t)t->cols);
    return mix(sum, star_table_hash(m->debug.hashes, m->be.isa, t));
}

static uint64_t mix_array(const StarMachine *m, uint64_t sum,
                          const StarArray *a) {
    if (a->count == 0)
        return sum;
    if (a->element != STAR_ELEM_OBJECT)
        return mix(sum, star_table_hash_array(m->debug.hashes, a));
    for (int64_t k = 0; k < a->count; k++)
        sum = mix_object(m, sum, a->objects[k]);
    return sum;
}

/* As deep as types are nested. */
static uint64_t mix_record(const StarMachine *m, uint64_t sum,
                           const StarRecord *r) {
    for (unsigned k = 0; k < r->layout->fields; k++) {
        const unsigned kind = r->layout->field[k].kind;
        if (kind >= STAR_FIELD_OBJECT)
            sum = mix_object(m, sum, r->cell[k].object);
        else if (kind != STAR_FIELD_COUNT)
            sum = mix(sum, r->cell[k].raw);
    }
    return sum;
}

static uint64_t mix_object(const StarMachine *m, uint64_t sum,
                           const StarObject *object) {
    const StarCell x = {.object = (void *)object};
    if (object == NULL)
        return mix(sum, 1);
    sum = mix(sum, object->sizing == STAR_UNSIZED);
    switch (object->kind) {
    case STAR_BIT_VECTOR:
        sum = mix(sum, (uint64_t)x.bits->length);
        return mix_words(sum, x.bits->word, star_words(x.bits->length));
    case STAR_TABLE: return mix_table(m, sum, x.table);
    case STAR_ARRAY: return mix_array(m, sum, x.array);
    case STAR_STRING:
        return x.string->length == 0
                   ? sum
                   : mix_bytes(sum, x.string->text, (size_t)x.string->length);
    case STAR_RECORD: return mix_record(m, sum, x.record);
    case STAR_SET:
        for (int64_t k = 0; k < x.set->words; k++)
            if (x.set->word[k] != 0)
                sum =
                    mix(mix(sum, (uint64_t)(x.set->first + k)), x.set->word[k]);
        return sum;
    default: return sum;
    }
}

uint64_t star_variable_sum(const StarHistory *h, const StarVariable *v) {
    return is_object(v->type)
               ? mix_object(star_history_inside(h), 0, v->value.object)
               : mix(0, v->value.raw);
}

/* ---- Earlier values ---- */

static void copy_rows(const StarTable *t, uint64_t *to) {
    const StarImage *rows = &t->image[STAR_ROWS];
    const int64_t width = star_words(t->cols);
    for (int64_t k = 0; k < t->rows; k++)
        memcpy(to + k * width, rows->word + k * rows->stride,
               (size_t)width * sizeof *to);
}

static int64_t tile(int64_t left) {
    return left < STAR_TILE ? left : STAR_TILE;
}

/* Transposes the image of columns, tile by tile. */
static void transpose_columns(const StarIsa *isa, const StarTable *t,
                              uint64_t *to) {
    const StarImage *columns = &t->image[STAR_COLUMNS];
    const int64_t width = star_words(t->cols);
    for (int64_t j = 0; j < t->cols; j += STAR_TILE)
        for (int64_t k = 0; k < t->rows; k += STAR_TILE)
            isa->transpose(to + k * width + j / 64, width,
                           columns->word + j * columns->stride + k / 64,
                           columns->stride, tile(t->cols - j),
                           tile(t->rows - k));
}

static void fill(const StarIsa *isa, const StarVariable *v,
                 StarInspection *out) {
    const StarTable *t = v->value.table;
    if (v->type->kind != STAR_TYPE_TABLE)
        memcpy(out->bits, v->value.bits->word, out->words * sizeof *out->bits);
    else if (t->image[STAR_ROWS].valid)
        copy_rows(t, out->bits);
    else
        transpose_columns(isa, t, out->bits);
}

static void measure(const StarVariable *v, StarInspection *out) {
    out->rows = out->cols = 0;
    if (!star_variable_bits(v) || v->value.object == NULL)
        return;
    if (v->type->kind == STAR_TYPE_TABLE) {
        out->rows = v->value.table->rows;
        out->cols = v->value.table->cols;
    } else {
        out->rows = 1;
        out->cols = v->value.bits->length;
    }
}

StarStatus star_inspect_bits(const StarBackend *be, StarMem *mem,
                             const StarVariable *v, size_t max_words,
                             StarInspection *out) {
    size_t words;
    measure(v, out);
    if (!star_size_mul((uint64_t)out->rows, (uint64_t)star_words(out->cols),
                       &words) ||
        words > max_words)
        words = 0;
    if (words != out->words) {
        star_mem_free(mem, out->bits, out->words, sizeof *out->bits);
        out->words = 0;
        out->bits =
            words > 0 ? star_mem_alloc(mem, words, sizeof *out->bits) : NULL;
        if (words > 0 && out->bits == NULL)
            return STAR_MEMORY;
        out->words = words;
    }
    if (words > 0)
        fill(be->isa, v, out);
    return STAR_OK;
}

StarStatus star_inspect(const StarHistory *h, StarMem *mem,
                        const StarVariable *v, size_t max_words,
                        StarInspection *out) {
    out->sum = star_variable_sum(h, v);
    return star_inspect_bits(&star_history_inside(h)->be, mem, v, max_words,
                             out);
}

void star_inspect_free(StarMem *mem, StarInspection *out) {
    star_mem_free(mem, out->bits, out->words, sizeof *out->bits);
    *out = (StarInspection){0};
}

/* ---- The statement that comes ---- */

/* Behind the last instruction before the next statement or condition. */
static const StarInstr *end_of(const StarMachine *m) {
    const StarProc *proc = m->frame[m->depth - 1].proc;
    const StarInstr *end = m->program->code + proc->end;
    const StarInstr *at = m->at + 1;
    while (at < end && at->op != STAR_OP_STEPS)
        at++;
    return at;
}

static const StarCell *cells(const StarMachine *m) {
    return m->frame[m->depth - 1].cell;
}

/* The parameter of a procedure that is its mask, or -1. */
static int mask_of(const StarProc *proc) {
    for (int k = 0; k < proc->params; k++)
        if (proc->param[k].type->kind == STAR_TYPE_SLICE && !proc->param[k].var)
            return k;
    return -1;
}

/* The first slice that a call passes by value. */
static const StarBits *passed(const StarMachine *m) {
    const StarInstr *end = end_of(m), *call = m->at;
    while (call < end && call->op != STAR_OP_CALL)
        call++;
    if (call == end)
        return NULL;
    const StarProc *callee = &m->program->proc[star_instr_bc(*call)];
    const int k = mask_of(callee);
    const unsigned to =
        call->a + (callee->level >= 2) + callee->function + (unsigned)k;
    for (const StarInstr *at = m->at; at < call && k >= 0; at++)
        if (at->op == STAR_OP_MOVE && at->a == to)
            return cells(m)[at->b].bits;
    return NULL;
}

/* The first slice that was passed by value, which has a cell of its own. */
static const StarBits *received(const StarMachine *m) {
    const StarProc *proc = m->frame[m->depth - 1].proc;
    const int p = mask_of(proc);
    for (unsigned k = 0; k < proc->cells && p >= 0; k++)
        if (proc->cell[k].own && proc->cell[k].name == proc->param[p].name)
            return cells(m)[k].bits;
    return NULL;
}

/* The slice of the innermost loop that goes back while it has ones. */
static const StarBits *responding(const StarMachine *m) {
    const StarProc *proc = m->frame[m->depth - 1].proc;
    const StarInstr *end = m->program->code + proc->end;
    if (m->at[1].op == STAR_OP_JZERO)
        return cells(m)[m->at[1].a].bits;
    for (const StarInstr *at = m->at; at < end; at++)
        if (at->op == STAR_OP_JSOME && at + 1 + (int16_t)at->c <= m->at)
            return cells(m)[at->a].bits;
    return NULL;
}

const StarBits *star_inspect_active(const StarHistory *h) {
    const StarMachine *m = star_history_inside(h);
    const StarBits *line;
    if (star_history_now(h)->when != STAR_PAUSED)
        return NULL;
    line = passed(m);
    if (line == NULL)
        line = responding(m);
    return line != NULL ? line : received(m);
}

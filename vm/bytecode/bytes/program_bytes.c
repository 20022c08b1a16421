/* SPDX-License-Identifier: MIT */
#include "bytecode/bytes/program_bytes.h"

#include <string.h>

#include "bytecode/bytes/codec.h"
#include "io/formats/matrix.h"
#include "io/gzip.h"
#include "values/roles.h"

/* The bytes of the least of each. */
enum {
    SPAN = 12,
    INSTR = 8,
    CELL = 27,
    PARAM = 22,
    DIM = 16,
    PROC = 36,
    CONSTANT = 14,
    OPERAND = 3,
    PLAN_OPERATION = 1,
    PLAN = 3,
    NOTE = 29
};

/* ---- Sources ---- */

static StarStatus add_source(StarSources *sources, const char *path,
                             const uint8_t *text, size_t length, bool library) {
    uint32_t file;
    STAR_TRY(star_source_add(sources, path, (const char *)text, length, &file));
    sources->file[file].library = library;
    return STAR_OK;
}

static void source(Codec *c, StarSources *to, StarSource *s) {
    const char *path = s->path;
    uint32_t length = (uint32_t)s->length;
    const void *text = s->text;
    codec_text(c, &path);
    codec_flag(c, &s->library);
    codec_u32(c, &length);
    codec_check(c,
                path != NULL && length <= STAR_MAX_SOURCE &&
                    length <= c->size - c->at,
                "a source is longer than what is left");
    if (!c->reads)
        codec_bytes(c, &text, length);
    else if (add_source(to, path, c->byte + c->at, length, s->library) !=
             STAR_OK)
        longjmp(*c->arena->exhausted, 1);
    else
        c->at += length;
}

static void sources(Codec *c, StarSources *s) {
    uint32_t count = s->count;
    codec_u32(c, &count);
    for (uint32_t k = 0; k < count; k++) {
        StarSource file = c->reads ? (StarSource){.path = NULL} : s->file[k];
        source(c, s, &file);
    }
}

/* ---- Code ---- */

static void instr(Codec *c, StarInstr *in) {
    codec_u16(c, &in->op);
    codec_u16(c, &in->a);
    codec_u16(c, &in->b);
    codec_u16(c, &in->c);
}

static void dim(Codec *c, StarDim *d) {
    codec_i64(c, &d->low);
    codec_i64(c, &d->count);
}

static void param(Codec *c, StarParam *p) {
    bool dims = p->dim != NULL;
    codec_text(c, &p->name);
    codec_type(c, &p->type);
    codec_type(c, &p->of);
    codec_flag(c, &p->var);
    codec_flag(c, &p->number);
    codec_u16(c, &p->size[0]);
    codec_u16(c, &p->size[1]);
    codec_u16(c, &p->strips);
    codec_kind(c, &p->layout, STAR_LAYOUT_COUNT);
    codec_kind(c, &p->role, STAR_ROLE_COUNT - 1);
    codec_kind(c, &p->element, STAR_ELEM_OBJECT);
    codec_kind(c, &p->dims, STAR_MAX_DIMS);
    codec_kind(c, &p->open, p->dims);
    codec_flag(c, &dims);
    if (dims)
        CODEC_EACH(c, StarDim, p->dim, p->dims, DIM, dim);
    codec_check(c, p->name != NULL && p->type != NULL && p->of != NULL,
                "a parameter has no name or no type");
}

static void cell(Codec *c, StarCellInfo *i) {
    codec_kind(c, &i->kind, STAR_CELL_FILE);
    codec_kind(c, &i->sizing, STAR_ELASTIC);
    codec_flag(c, &i->own);
    codec_text(c, &i->name);
    codec_type(c, &i->type);
    codec_span(c, &i->span);
    codec_layout(c, &i->layout);
}

/* A frame holds its link, its result and its parameters, whose sizes are such;
 * what it owns are objects. */
static void check_frame(const Codec *c, const StarProc *p) {
    codec_check(c, p->params + (p->level >= 2) + p->function <= p->cells,
                "a procedure has more parameters than cells");
    for (uint16_t k = 0; k < p->owned && c->reads; k++)
        codec_check(c,
                    p->own[k] < p->cells &&
                        p->cell[p->own[k]].kind >= STAR_CELL_BITS,
                    "a frame owns what is no object");
    for (uint16_t k = 0; k < p->params && c->reads; k++)
        codec_check(c,
                    p->param[k].size[0] <= p->params &&
                        p->param[k].size[1] <= p->params,
                    "the size of a parameter is none of its procedure");
}

/* `made` and `lasting` are of sessions. */
static void proc(Codec *c, StarProc *p) {
    codec_text(c, &p->name);
    codec_u32(c, &p->entry);
    codec_u32(c, &p->end);
    codec_u16(c, &p->cells);
    codec_u16(c, &p->arguments);
    codec_u16(c, &p->owned);
    codec_u16(c, &p->level);
    codec_flag(c, &p->function);
    codec_kind(c, &p->instance, 3);
    codec_u16(c, &p->params);
    codec_span(c, &p->span);
    CODEC_EACH(c, StarCellInfo, p->cell, p->cells, CELL, cell);
    CODEC_EACH(c, uint16_t, p->own, p->owned, 2, codec_u16);
    CODEC_EACH(c, StarParam, p->param, p->params, PARAM, param);
    check_frame(c, p);
}

static void check_procs(const Codec *c, StarProgram *p) {
    codec_check(c, p->procs > 0 && p->proc[0].level == 0,
                "there is no procedure 0 at level 0");
    for (uint32_t k = 0; k < p->procs && c->reads; k++) {
        const StarProc *q = &p->proc[k];
        const uint32_t cells = (uint32_t)q->cells + q->arguments;
        codec_check(c, k == 0 || (q->name != NULL && q->level > 0),
                    "a procedure has no name, or level 0");
        if (cells > p->frame_most)
            p->frame_most = cells;
    }
}

/* ---- What instructions refer to ---- */

static void bits(Codec *c, StarConstant *k) {
    StarBits *line = k->cell.bits;
    const size_t length = codec_number(c, c->reads ? 0 : line->length, 8);
    const size_t words = length / 64 + (length % 64 != 0);
    codec_check(c, words <= (c->size - c->at) / 8,
                "a constant is longer than what is left");
    if (c->reads)
        line = k->cell.bits = star_constant_line(c->arena->mem, length);
    if (line == NULL)
        longjmp(*c->arena->exhausted, 1);
    for (size_t i = 0; i < words; i++) {
        const uint64_t word = codec_number(c, line->word[i], 8);
        if (c->reads)
            line->word[i] = word;
    }
}

static void string(Codec *c, StarConstant *k) {
    const StarString *s = k->cell.string;
    const size_t length = codec_number(c, c->reads ? 0 : s->length, 8);
    const void *text = c->reads ? NULL : s->text;
    if (!c->reads) {
        codec_bytes(c, &text, length);
        return;
    }
    codec_check(c, length <= c->size - c->at,
                "a constant is longer than what is left");
    k->cell.string = star_constant_string(
        c->arena->mem, (const char *)c->byte + c->at, length);
    if (k->cell.string == NULL)
        longjmp(*c->arena->exhausted, 1);
    c->at += length;
}

static void constant(Codec *c, StarConstant *k) {
    codec_kind(c, &k->kind, STAR_CELL_STRING);
    codec_kind(c, &k->type, STAR_TYPE_FILE);
    codec_names(c, &k->names);
    if (k->kind == STAR_CELL_BITS)
        bits(c, k);
    else if (k->kind == STAR_CELL_STRING)
        string(c, k);
    else
        k->cell.raw = codec_number(c, k->cell.raw, 8);
    codec_check(c,
                k->kind == STAR_CELL_INT || k->kind == STAR_CELL_REAL ||
                    k->kind == STAR_CELL_BITS || k->kind == STAR_CELL_STRING,
                "a constant is of no such kind");
}

/* Each is the program's at once, which frees it. */
static void constants(Codec *c, StarProgram *p) {
    uint32_t count = p->constants;
    codec_u32(c, &count);
    StarConstant *made = codec_room(c, count, sizeof *made, CONSTANT);
    if (made != NULL)
        p->constant = made;
    for (uint32_t k = 0; k < count; k++) {
        StarConstant one = made ? (StarConstant){.kind = 0} : p->constant[k];
        StarConstant *at = made ? &made[k] : &one;
        if (made != NULL)
            p->constants = k + 1;
        constant(c, at);
        codec_check(
            c, at->kind != STAR_CELL_BITS || star_object_valid(at->cell.object),
            "a constant has bits past its end");
    }
}

static void plan_operand(Codec *c, StarPlanOperand *o) {
    codec_u8(c, &o->use);
    codec_u16(c, &o->cell);
}

static void expression(Codec *c, StarPlanOp *s) {
    const void *code = s->fuse.code;
    codec_u16(c, &s->fuse.length);
    codec_u16(c, &s->fuse.operands);
    codec_u16(c, &s->fuse.depth);
    codec_bytes(c, &code, s->fuse.length);
    s->fuse.code = code;
    CODEC_EACH(c, StarPlanOperand, s->operand, s->fuse.operands, OPERAND,
               plan_operand);
}

/* A field of an operation, by its letter in plan.def. */
static void field(Codec *c, StarPlanOp *s, char letter) {
    switch (letter) {
    case 'L':
    case 'm':
    case 'T':
    case 'I':
    case 'w': codec_u16(c, &s->target); break;
    case 'J': codec_u16(c, &s->beside); break;
    case 'i': codec_u16(c, &s->scalar); break;
    case 'v': codec_u8(c, &s->use); break;
    case 'e':
    case 'c':
    case 'x': expression(c, s); break;
    case 's':
        codec_u8(c, &s->term);
        codec_i64(c, &s->factor);
        if (s->term == STAR_PLAN_ONES)
            expression(c, s);
        break;
    case 'o': codec_u8(c, &s->apply); break;
    case 'b': codec_flag(c, &s->bit); break;
    case 'l': codec_flag(c, &s->last); break;
    case 'n': codec_u16(c, &s->body); break;
    case 'u': codec_u32(c, &s->fuel); break;
    case 'f': codec_i64(c, &s->factor); break;
    case 'k': codec_u8(c, &s->sum); break;
    case 'd': codec_u8(c, &s->stricter); break;
    default: codec_u8(c, &s->relation);
    }
}

static void plan_op(Codec *c, StarPlanOp *s) {
    codec_u8(c, &s->op);
    codec_check(c, s->op < STAR_PLAN_OPS, "a plan has an unknown operation");
    for (const char *l = star_plan_letters[s->op]; *l != '\0'; l++)
        field(c, s, *l);
}

static void bound(Codec *c, StarPlanBound *b) {
    codec_u16(c, &b->cell);
    codec_i64(c, &b->offset);
}

static void plan(Codec *c, StarPlan *p) {
    codec_u8(c, &p->space);
    codec_u16(c, &p->ops);
    CODEC_EACH(c, StarPlanOp, p->op, p->ops, PLAN_OPERATION, plan_op);
    if (!star_plan_is_pairs(p->space))
        return;
    codec_u16(c, &p->sums);
    codec_u16(c, &p->row);
    codec_u16(c, &p->column);
    bound(c, &p->from);
    bound(c, &p->to);
}

static void note(Codec *c, StarLoopNote *n) {
    codec_span(c, &n->loop);
    codec_span(c, &n->at);
    codec_flag(c, &n->fused);
    codec_text(c, &n->text);
    codec_check(c, n->text != NULL, "a note has no text");
}

/* ---- The program ---- */

/* Cells, when their types are known. */
static void check_cells(const Codec *c, const StarProgram *p) {
    for (uint32_t k = 0; k < p->procs; k++)
        for (uint16_t i = 0; i < p->proc[k].cells; i++) {
            const StarCellInfo *cell = &p->proc[k].cell[i];
            codec_check(c, codec_cell_fits(cell->kind, cell->type),
                        "a cell is not for values of its type");
        }
}

static void program(Codec *c, StarProgram *p) {
    codec_text(c, &p->name);
    codec_u32(c, &p->files);
    codec_flag(c, &p->natives);
    codec_flag(c, &p->charges);
    sources(c, &p->sources);
    codec_u32(c, &p->length);
    CODEC_EACH(c, StarInstr, p->code, p->length, INSTR + SPAN, instr);
    CODEC_EACH(c, StarSpan, p->span, p->length, SPAN, codec_span);
    codec_layouts(c, p);
    codec_u32(c, &p->procs);
    CODEC_EACH(c, StarProc, p->proc, p->procs, PROC, proc);
    check_procs(c, p);
    constants(c, p);
    codec_u32(c, &p->plans);
    CODEC_EACH(c, StarPlan, p->plan, p->plans, PLAN, plan);
    codec_u32(c, &p->notes);
    CODEC_EACH(c, StarLoopNote, p->note, p->notes, NOTE, note);
    codec_types(c);
    check_cells(c, p);
}

/* ---- The header ---- */

static const uint8_t magic[] = {'S', 'T', 'A', 'R', 'P', 'R', 'O', 'G'};

enum { VERSION = 8, TABLES = 12, LENGTH = 16, CHECKSUM = 24 };

static uint32_t add_name(uint32_t sum, const char *name) {
    return star_gzip_checksum(sum, name, strlen(name) + 1);
}

/* Of the tables that give numbers in instructions their meaning. */
static uint32_t tables(void) {
    uint32_t sum = 0;
    for (unsigned k = 0; k < STAR_OP_COUNT; k++) {
        const char *operands = star_ops[k].operands;
        sum = add_name(sum, star_ops[k].name);
        sum = add_name(sum, operands != NULL
                                ? operands
                                : star_prims[k - STAR_OP_PRIM].signature);
    }
    for (unsigned k = 0; k < STAR_STATUS_COUNT; k++)
        sum = add_name(sum, star_status_name((StarStatus)k));
    return sum;
}

static uint32_t checksum(const uint8_t *bytes, size_t size) {
    return star_gzip_checksum(star_gzip_checksum(0, bytes, CHECKSUM),
                              bytes + STAR_BYTES_HEADER,
                              size - STAR_BYTES_HEADER);
}

static void put(Codec *c, size_t at, uint64_t number, unsigned bytes) {
    const size_t end = c->at;
    c->at = at;
    codec_number(c, number, bytes);
    c->at = end;
}

static uint64_t get(const uint8_t *byte, size_t at, unsigned bytes) {
    Codec c = {.reads = true,
               .byte = (uint8_t *)(uintptr_t)byte,
               .at = at,
               .size = at + bytes};
    return codec_number(&c, 0, bytes);
}

static StarStatus check_header(StarError *error, const uint8_t *bytes,
                               size_t size) {
    const size_t known = size < sizeof magic ? size : sizeof magic;
    if (size == 0 || memcmp(bytes, magic, known) != 0)
        return star_raise(error, MSG_NOT_STORED());
    if (size < STAR_BYTES_HEADER)
        return star_raise(error, MSG_STORED_CUT_OFF(size));
    const unsigned version = (unsigned)get(bytes, VERSION, 4);
    if (version != STAR_BYTES_VERSION)
        return star_raise(error,
                          MSG_STORED_VERSION(version, STAR_BYTES_VERSION));
    if (get(bytes, TABLES, 4) != tables())
        return star_raise(error, MSG_STORED_ELSEWHERE());
    const uint64_t length = get(bytes, LENGTH, 8);
    if (length != size - STAR_BYTES_HEADER)
        return star_raise(error,
                          MSG_STORED_LENGTH(size - STAR_BYTES_HEADER, length));
    if (get(bytes, CHECKSUM, 4) != checksum(bytes, size))
        return star_raise(error, MSG_STORED_CHECKSUM());
    return STAR_OK;
}

/* ---- Writing ---- */

static void write(Codec *c, const StarProgram *p) {
    StarProgram copy = *p;
    const void *start = magic;
    codec_bytes(c, &start, sizeof magic);
    codec_number(c, STAR_BYTES_VERSION, 4);
    codec_number(c, tables(), 4);
    codec_number(c, 0, 8);
    codec_number(c, 0, 4);
    program(c, &copy);
    put(c, LENGTH, c->at - STAR_BYTES_HEADER, 8);
    put(c, CHECKSUM, checksum(c->byte, c->at), 4);
}

/* True if the memory sufficed. */
static bool try_to_write(Codec *c, const StarProgram *p) {
    jmp_buf jump;
    c->arena->exhausted = &jump;
    if (setjmp(jump) != 0)
        return false;
    write(c, p);
    uint8_t *exact = star_mem_move(c->mem, c->byte, c->at, c->size, c->at, 1);
    if (exact == NULL)
        return false;
    c->byte = exact;
    c->size = c->at;
    return true;
}

StarStatus star_program_write(const StarProgram *p, StarMem *mem,
                              uint8_t **bytes, size_t *size) {
    Arena arena = {.mem = mem};
    Codec c = {.mem = mem, .arena = &arena, .sources = &p->sources};
    *bytes = NULL;
    *size = 0;
    if (p->errors > 0 || p->grows)
        return star_raise(
            mem->error,
            MSG_NO_BYTE_FORM(p->grows ? "a session" : "a program with errors"));
    const bool done = try_to_write(&c, p);
    arena_free(&arena);
    if (done) {
        *bytes = c.byte;
        *size = c.size;
        return STAR_OK;
    }
    star_mem_free(mem, c.byte, c.size, 1);
    return mem->error->status;
}

/* ---- Reading ---- */

static void read(Codec *c, StarProgram *p) {
    program(c, p);
    codec_check(c, c->at == c->size, "the program ends before its bytes do");
}

static bool try_to_read(Codec *c, StarProgram *p) {
    jmp_buf jump;
    c->arena->exhausted = &jump;
    if (setjmp(jump) != 0)
        return false;
    read(c, p);
    return true;
}

static bool verify(StarProgram *p) {
    StarError *error = p->arena.mem->error, why;
    StarMem mem = star_mem_beside(p->arena.mem, &why);
    const StarStatus status = star_verify(p, &mem);
    p->verified = status == STAR_OK;
    if (status == STAR_MEMORY)
        *error = why;
    else if (!p->verified)
        star_raise(error, MSG_STORED_CODE(why.text));
    return p->verified;
}

StarProgram *star_program_read(StarMem *mem, const uint8_t *bytes,
                               size_t size) {
    if (check_header(mem->error, bytes, size) != STAR_OK)
        return NULL;
    StarProgram *p = star_mem_alloc(mem, 1, sizeof *p);
    if (p == NULL)
        return NULL;
    p->arena.mem = p->sources.mem = mem;
    Codec c = {.reads = true,
               .byte = (uint8_t *)(uintptr_t)bytes,
               .at = STAR_BYTES_HEADER,
               .size = size,
               .arena = &p->arena,
               .sources = &p->sources};
    if (try_to_read(&c, p) && verify(p))
        return p;
    star_program_free(p);
    return NULL;
}

/* SPDX-License-Identifier: MIT */
/* A walk over primitives.def: runs a primitive on two backends, with random
 * operands that come from its signature, and compares all that it left. */
#ifndef STAR_WALK_H
#define STAR_WALK_H

#include "star_test.h"

#include "primitives/primitives.h"
#include "values/table.h"

/* A case: the sizes its letters stand for, the contents of operands, and
 * which operand is the result too (0: none). */
typedef struct Case {
    StarPrim prim;
    int64_t n, rows, cols;
    int64_t a, z; /* a range within n */
    StarFill fill;
    int alias;
    uint64_t seed;
} Case;

/* The operands of a case in one backend. */
typedef struct Operands {
    StarCell arg[STAR_MAX_OPERANDS];
    StarObject *object[STAR_MAX_OPERANDS]; /* owned */
} Operands;

static inline int64_t size_of(const Case *c, char letter) {
    switch (letter) {
    case 'r': return c->rows;
    case 'c': return c->cols;
    case '#': return c->z - c->a + 1;
    case 'e': return c->n / 2 * 2;
    default: return c->n;
    }
}

/* A table that is valid as columns, as rows or as both. */
static inline StarTable *table_of(StarTest *t, const Case *c) {
    StarTable *table = star_table_new(&t->be, STAR_UNSIZED);
    const int64_t images = star_random(t, 3);
    assert_ok(t, star_table_size(&t->be, table, c->rows, c->cols));
    for (int64_t j = 0; j < c->cols; j++)
        star_fill(t, star_table_vector(&t->be, table, STAR_COLUMNS, j), c->rows,
                  c->fill);
    if (images > 0)
        assert_ok(t, star_table_need(&t->be, table, STAR_ROWS));
    if (images > 1)
        assert_ok(t, star_table_own(&t->be, table, STAR_ROWS));
    return table;
}

/* A line with its cursor as far as it may be. */
static inline StarBits *line_of(StarTest *t, int64_t length, StarFill fill) {
    StarBits *line = star_line_random(t, length, fill);
    while (line->first < star_words(length) && line->word[line->first] == 0)
        line->first++;
    return line;
}

/* A result before it is computed: unsized, with the right size and old
 * contents, or of any size. */
static inline StarObject *result_of(StarTest *t, const Case *c,
                                    const StarOperand *o) {
    const int64_t kind = star_random(t, 3);
    const int64_t n = size_of(c, o->size[0]);
    StarSizing sizing = kind == 0 ? STAR_UNSIZED : STAR_ELASTIC;
    if (o->letter == 'T') {
        StarTable *table = star_table_new(&t->be, sizing);
        if (kind == 2)
            assert_ok(t, star_table_size(&t->be, table, c->rows, c->cols));
        return &table->head;
    }
    if (kind == 1)
        return &line_of(t, n, c->fill)->head;
    StarBits *line = star_bits_new(&t->be, sizing);
    if (kind == 2)
        assert_ok(t, star_bits_size(&t->be, line, star_random(t, 100)));
    return &line->head;
}

static inline StarCell operand_of(StarTest *t, const Case *c,
                                  const StarOperand *o) {
    StarCell cell = {.i = 0};
    switch (o->letter) {
    case 'i': cell.i = 1 + star_random(t, size_of(c, o->size[0])); break;
    case 'a': cell.i = c->a; break;
    case 'z': cell.i = c->z; break;
    case 'b':
    case 'd': cell.i = star_random(t, 2); break;
    case 'k': cell.i = star_random(t, 2 * c->n + 2); break;
    case 'p': cell.r = (double)star_random(t, 9) / 8; break;
    case 'I':
    case 'B': break;
    case 't':
    case 'm': cell.table = table_of(t, c); break;
    case 'l':
    case 's':
    case 'w':
    case 'u': cell.bits = line_of(t, size_of(c, o->size[0]), c->fill); break;
    default: cell.object = result_of(t, c, o); break;
    }
    return cell;
}

static inline bool is_object(char letter) {
    return strchr("iazbdkpIB", letter) == NULL;
}

static inline void build(StarTest *t, const Case *c, Operands *all) {
    StarOperand o[STAR_MAX_OPERANDS];
    const int count = star_signature(star_prims[c->prim].signature, o);
    memset(all, 0, sizeof *all);
    t->seed = c->seed;
    for (int k = 0; k < count; k++) {
        all->arg[k] = operand_of(t, c, &o[k]);
        if (is_object(o[k].letter))
            all->object[k] = all->arg[k].object;
    }
    if (c->alias > 0) {
        all->arg[0] = all->arg[c->alias];
        all->arg[0].bits->head.sizing = STAR_ELASTIC;
    }
}

static inline void discard(StarTest *t, Operands *all) {
    for (int k = 0; k < STAR_MAX_OPERANDS; k++)
        star_free(t, all->object[k]);
}

static inline void assert_table_equal(StarTest *t, StarTable *x, StarTest *u,
                                      StarTable *y) {
    assert_true(star_object_valid(&x->head));
    assert_true(star_object_valid(&y->head));
    assert_int_equal(x->rows, y->rows);
    assert_int_equal(x->cols, y->cols);
    for (int dir = STAR_COLUMNS; dir <= STAR_ROWS; dir++) {
        const int64_t n = star_words(star_table_length(x, dir));
        assert_ok(t, star_table_need(&t->be, x, dir));
        assert_ok(u, star_table_need(&u->be, y, dir));
        for (int64_t i = 0; n > 0 && i < star_table_vectors(x, dir); i++)
            assert_memory_equal(star_table_vector(&t->be, x, dir, i),
                                star_table_vector(&u->be, y, dir, i),
                                (size_t)n * 8);
    }
}

static inline void walk_case(StarTest *t, StarTest *reference, const Case *c) {
    StarOperand o[STAR_MAX_OPERANDS];
    const int count = star_signature(star_prims[c->prim].signature, o);
    Operands x, y;
    build(t, c, &x);
    build(reference, c, &y);
    const StarStatus status = star_prim_run(&t->be, c->prim, x.arg, NULL);
    assert_int_equal(status,
                     star_prim_run(&reference->be, c->prim, y.arg, NULL));
    for (int k = 0; k < count; k++)
        if (is_object(o[k].letter))
            assert_ok(t, star_object_sync(&t->be, x.arg[k].object, STAR_READ));
    for (int k = 0; status == STAR_OK && k < count; k++)
        if (!is_object(o[k].letter))
            assert_int_equal(x.arg[k].i, y.arg[k].i);
        else if (strchr("tmT", o[k].letter) != NULL)
            assert_table_equal(t, x.arg[k].table, reference, y.arg[k].table);
        else
            assert_line_equal(x.arg[k].bits, y.arg[k].bits);
    discard(t, &x);
    discard(reference, &y);
}

/* True if operand k can be the result too: it is read and of its kind. */
static inline bool can_be_result(const StarOperand *o, int k) {
    return k == 0 || (o[0].letter == 'L' && o[k].letter == 'l') ||
           (o[0].letter == 'T' && o[k].letter == 't');
}

/* True if an index of a case has something to select from. */
static inline bool has_indices(const Case *c, const StarOperand *o, int count) {
    for (int k = 0; k < count; k++)
        if (o[k].letter == 'i' && size_of(c, o[k].size[0]) == 0)
            return false;
    return true;
}

/* One primitive, all contents and aliases, at one size. */
static inline void walk_size(StarTest *t, StarTest *reference, StarPrim prim,
                             int64_t n, int64_t rows, int64_t cols) {
    StarOperand o[STAR_MAX_OPERANDS];
    const int count = star_signature(star_prims[prim].signature, o);
    for (int fill = 0; fill < (n > 10000 ? 1 : STAR_FILLS); fill++)
        for (int alias = 0; alias < count; alias++) {
            Case c = {.prim = prim,
                      .n = n,
                      .rows = rows,
                      .cols = cols,
                      .fill = (StarFill)fill,
                      .alias = alias};
            c.seed = star_random_bits(t);
            c.a = 1 + star_random(t, n + 1);
            c.z = c.a - 1 + star_random(t, n - c.a + 2);
            if (star_random(t, 4) == 0)
                c.a = 1, c.z = n;
            if (can_be_result(o, alias) && has_indices(&c, o, count)) {
                const uint64_t seed = t->seed;
                walk_case(t, reference, &c);
                t->seed = seed;
            }
        }
}

static inline bool has_table(StarPrim prim) {
    return strpbrk(star_prims[prim].signature, "tmT") != NULL;
}

/* ---- Expressions ---- */

enum { OPERANDS = 8, CODE = 700 };

/* An expression: how many operands it has, how many of them are pushed before
 * the first operator, 0 for any number, and which one is the result too (0:
 * none). */
typedef struct FuseCase {
    int64_t n;
    int operands, deep, alias;
} FuseCase;

/* Random code that leaves one value. */
static inline StarFuse random_fuse(StarTest *t, uint8_t code[CODE],
                                   const FuseCase *c) {
    StarFuse fuse = {.operands = (uint16_t)c->operands, .code = code};
    int left = c->deep > 0 ? c->deep : 1 + (int)star_random(t, 12), top = 0;
    while (left > 0 || top > 1) {
        uint8_t *next = &code[fuse.length++];
        const bool push =
            left > 0 && (c->deep > 0 || top < 2 || star_random(t, 2) == 0);
        if (push) {
            *next = (uint8_t)(STAR_FUSE_OPERAND + star_random(t, c->operands));
            left--;
            top++;
        } else {
            *next = (uint8_t)star_random(t, STAR_FUSE_NOT);
            top--;
        }
        if (top > fuse.depth)
            fuse.depth = (uint16_t)top;
        if (star_random(t, 4) == 0 && fuse.length < CODE - 350)
            code[fuse.length++] = STAR_FUSE_NOT;
    }
    return fuse;
}

static inline void walk_fuse(StarTest *t, StarTest *reference,
                             const FuseCase *c) {
    uint8_t code[CODE];
    const StarFuse fuse = random_fuse(t, code, c);
    StarCell x[2 + OPERANDS] = {{.bits = NULL}, {.fuse = &fuse}};
    StarCell y[2 + OPERANDS] = {{.bits = NULL}, {.fuse = &fuse}};
    for (int k = 2; k < 2 + c->operands; k++) {
        x[k].bits = star_line_random(t, c->n, STAR_FILL_RANDOM);
        y[k].bits = star_bits_new(&reference->be, STAR_UNSIZED);
        assert_ok(t,
                  star_object_copy(&reference->be, y[k].object, x[k].object));
    }
    x[0].bits = star_bits_new(&t->be, STAR_ELASTIC);
    y[0].bits = star_bits_new(&reference->be, STAR_UNSIZED);
    StarBits *own[] = {x[0].bits, y[0].bits};
    if (c->alias > 0)
        x[0] = x[1 + c->alias], y[0] = y[1 + c->alias];
    assert_ok(t, star_prim_run(&t->be, STAR_PRIM_FUSE, x, NULL));
    assert_ok(reference,
              star_prim_run(&reference->be, STAR_PRIM_FUSE, y, NULL));
    for (int k = 0; k < 2 + c->operands; k++)
        if (k != 1) {
            assert_ok(t, star_object_sync(&t->be, x[k].object, STAR_READ));
            assert_line_equal(x[k].bits, y[k].bits);
        }
    for (int k = 2; k < 2 + c->operands; k++) {
        star_free(t, x[k].object);
        star_free(reference, y[k].object);
    }
    star_free(t, own[0]);
    star_free(reference, own[1]);
}

#endif

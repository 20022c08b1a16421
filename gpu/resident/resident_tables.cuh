/* SPDX-License-Identifier: MIT */
/* The primitives on tables and the basic procedures of the resident interpreter, as those of
 * resident_bits.cuh. */
#ifndef STAR_RESIDENT_TABLES_CUH
#define STAR_RESIDENT_TABLES_CUH

#include "kernels/columns.cuh"
#include "resident/resident_bits.cuh"

/* ---- Tables ---- */

/* A table with rows and columns; else NULL. */
DEVICE ResidentObject *table_of(const Unit *u, int64_t number) {
    ResidentObject *t = object_of(u, number);
    return t != NULL && t->size[0] > 0 && t->size[1] > 0 ? t : NULL;
}

/* The number of vectors of image d, and their length. */
DEVICE int64_t vectors_of(const ResidentObject *t, int d) {
    return t->size[d == STAR_COLUMNS];
}
DEVICE int64_t length_of(const ResidentObject *t, int d) {
    return t->size[d != STAR_COLUMNS];
}

/* True if a table has image d. Where it has only the other one, the host is asked for it. */
DEVICE bool wants(Unit *u, const ResidentObject *t, int d) {
    if (t != NULL && t->word[d] == NULL && t->word[!d] != NULL) {
        u->end = RESIDENT_IMAGE;
        u->wanted[0] = t - u->object;
        u->wanted[1] = d;
    }
    return t != NULL && t->word[d] != NULL;
}

/* True if vector d of a table may be gathered from the other image, or scattered there: it is
 * short, or this is not done often. Else the host is asked for image d. */
DEVICE bool may_cross(Unit *u, ResidentObject *t, int d) {
    enum { SHORT = 64, OFTEN = 8 };
    const int64_t n = length_of(t, d);
    if (t->word[!d] == NULL)
        return false;
    if (n <= SHORT)
        return true;
    const int32_t times = t->crossed[d] + 1;
    sync_warp();
    t->crossed[d] = times;
    return (times <= OFTEN && n / 64 <= THREADS) || wants(u, t, d);
}

/* z := vector i, from 1, of image d. */
DEVICE bool get_vector(Unit *u, int64_t to, int64_t i, int64_t from, int d) {
    ResidentObject *t = table_of(u, from), *o = object_of(u, to);
    if (t == NULL || (uint64_t)i - 1 >= (uint64_t)vectors_of(t, d) ||
        (t->word[0] == NULL && t->word[1] == NULL) || !fits(o, length_of(t, d)))
        return false;
    const int64_t words = words_of(length_of(t, d));
    uint64_t *z = o->word[0];
    if (t->word[d] != NULL) {
        const uint64_t *x = t->word[d] + (i - 1) * t->stride[d], *y = x;
        if (is_long(u, words))
            return false;
        before_write(u, o);
        WORDWISE(a);
        wrote_bits(u, o, 0, -1);
        t->crossed[!d] = 0; /* this image is read, too */
        return true;
    }
    if (!may_cross(u, t, d))
        return false;
    before_across(u, t);
    before_write(u, o);
    const uint64_t *at = t->word[!d] + ((i - 1) >> 6);
    const int64_t stride = t->stride[!d], n = length_of(t, d);
    /* the lanes of the warp that owns a word gather it */
    const int64_t behind = BEHIND(words);
    ROLLED for (int64_t first = FIRST + THREAD - LANE; first < behind; first += THREADS)
        ROLLED for (int64_t w = first; w < first + LANES && w < behind; w++) {
        uint64_t bits = 0;
        ROLLED for (int b = LANE; b < 64; b += LANES) if (64 * w + b < n) bits |=
            (at[(64 * w + b) * stride] >> ((i - 1) & 63) & 1) << b;
        bits = warp_or(bits);
        if (w == first + LANE)
            z[w] = bits;
    }
    wrote_bits(u, o, 0, -1);
    return true;
}

/* Vector i, from 1, of image d := x. */
DEVICE bool set_vector(Unit *u, int64_t to, int64_t i, int64_t from, int d) {
    ResidentObject *t = table_of(u, to), *o = bits_of(u, from);
    if (t == NULL || o == NULL || (uint64_t)i - 1 >= (uint64_t)vectors_of(t, d) ||
        o->size[0] != length_of(t, d) || (t->word[0] == NULL && t->word[1] == NULL))
        return false;
    const int64_t words = words_of(o->size[0]), n = o->size[0];
    const uint64_t *x = o->word[0], *y = x;
    if (t->word[d] != NULL) {
        if (is_long(u, words))
            return false;
        before_write(u, t);
        uint64_t *z = t->word[d] + (i - 1) * t->stride[d];
        WORDWISE(a);
        wrote_image(u, t, d);
        return true;
    }
    if (!may_cross(u, t, d))
        return false;
    before_across(u, o);
    before_write(u, t);
    const int64_t at = (i - 1) >> 6, stride = t->stride[!d];
    const int32_t crossed = t->crossed[d];
    const uint64_t one = (uint64_t)1 << ((i - 1) & 63);
    if (warp_owns(at))
        ROLLED for (int64_t k = LANE; k < n; k += LANES) {
            uint64_t *word = t->word[!d] + k * stride + at;
            *word = bit_at(x, k) != 0 ? *word | one : *word & ~one;
        }
    wrote_image(u, t, !d);
    t->crossed[d] = crossed; /* who scatters one vector mostly scatters all */
    return true;
}

/* z := vectors of so many words. */
DEVICE void copy_vectors(uint64_t *z, int64_t z_stride, const uint64_t *x, int64_t x_stride,
                         int64_t vectors, int64_t words) {
    OWN_WORDS(w, words)
    ROLLED for (int64_t k = 0; k < vectors; k += COLUMNS) {
        uint64_t v[COLUMNS];
        for (int b = 0; b < COLUMNS; b++)
            v[b] = x[(k + b < vectors ? k + b : vectors - 1) * x_stride + w];
        for (int b = 0; b < COLUMNS; b++)
            if (k + b < vectors)
                z[(k + b) * z_stride + w] = v[b];
    }
}

/* T := U, in an image that both have. */
DEVICE bool copy_table(Unit *u, int64_t to, int64_t from) {
    const ResidentObject *p = table_of(u, from);
    ResidentObject *o = table_of(u, to);
    if (p == NULL || o == NULL || o == p || o->size[0] != p->size[0] || o->size[1] != p->size[1] ||
        p->layout || o->layout)
        return false;
    const int d =
        p->word[STAR_COLUMNS] != NULL && o->word[STAR_COLUMNS] != NULL ? STAR_COLUMNS : STAR_ROWS;
    if (p->word[d] == NULL || o->word[d] == NULL)
        return false;
    const int64_t words = words_of(length_of(p, d)), vectors = vectors_of(p, d);
    if (is_long(u, words * vectors))
        return false;
    before_write(u, o);
    copy_vectors(o->word[d], o->stride[d], p->word[d], p->stride[d], vectors, words);
    wrote_image(u, o, d);
    return true;
}

/* ---- Basic procedures ---- */

/* The columns of a table of so many rows. */
DEVICE ResidentObject *columns_of(Unit *u, int64_t number) {
    ResidentObject *t = table_of(u, number);
    return wants(u, t, STAR_COLUMNS) && !is_long(u, words_of(t->size[0]) * t->size[1]) ? t : NULL;
}

/* A table, or a word that is the row of all rows. */
DEVICE Columns operand(const ResidentObject *f, bool same) {
    const Columns c = {f->word[same ? 0 : STAR_COLUMNS], same ? 0 : f->stride[STAR_COLUMNS], same};
    return c;
}

/* True if the second operand, a table or a word, has as many columns as t. */
DEVICE bool other_fits(const ResidentObject *t, const ResidentObject *f, bool same) {
    return f != NULL &&
           (same ? f->size[0] == t->size[1] : f->size[0] == t->size[0] && f->size[1] == t->size[1]);
}

enum { EQUAL_ROWS, LESS_ROWS, GREATER_ROWS };

/* The rows of x, or all if that is 0, where t is equal to, less, and greater than the other
 * operand; a result that is 0 is not wanted. */
DEVICE bool compare(Unit *u, int64_t table, int64_t other, bool same, int64_t in, int64_t equals,
                    int64_t lesser, int64_t greater) {
    const bool all = in == 0;
    const int64_t result[3] = {equals, lesser, greater};
    const ResidentObject *t = columns_of(u, table);
    ResidentObject *f = same ? bits_of(u, other) : columns_of(u, other);
    const ResidentObject *x = all ? NULL : bits_of(u, in);
    ResidentObject *z[3];
    if (t == NULL || !other_fits(t, f, same) || (!all && (x == NULL || x->size[0] != t->size[0])))
        return false;
    for (int k = 0; k < 3; k++) {
        z[k] = result[k] != 0 ? object_of(u, result[k]) : NULL;
        if (result[k] != 0 && (z[k] == f || !fits(z[k], t->size[0])))
            return false;
    }
    if (z[LESS_ROWS] != NULL && z[LESS_ROWS] == z[GREATER_ROWS])
        return false;
    if (same)
        before_across(u, f);
    for (int k = 0; k < 3; k++)
        if (z[k] != NULL)
            before_write(u, z[k]);
    const int64_t words = words_of(t->size[0]), cols = t->size[1];
    const Columns a = operand(t, false), c = operand(f, same);
    OWN_WORDS(w, words) {
        const uint64_t rows = x != NULL        ? x->word[0][w]
                              : w == words - 1 ? last_mask(t->size[0])
                                               : ~(uint64_t)0;
        uint64_t less;
        const uint64_t equal = columns_compare(a, c, cols, w, rows, &less);
        if (z[EQUAL_ROWS] != NULL)
            z[EQUAL_ROWS]->word[0][w] = equal;
        if (z[LESS_ROWS] != NULL)
            z[LESS_ROWS]->word[0][w] = less;
        if (z[GREATER_ROWS] != NULL)
            z[GREATER_ROWS]->word[0][w] = rows & ~equal & ~less;
    }
    for (int k = 0; k < 3; k++)
        if (z[k] != NULL)
            wrote_bits(u, z[k], 0, -1);
    return true;
}

/* z := the rows of x with the least or the greatest row of t: 64 columns at a time, the first of
 * which is the highest bit of a value. */
DEVICE bool extreme(Unit *u, int64_t table, int64_t in, int64_t to, bool greatest) {
    const ResidentObject *t = columns_of(u, table), *x = bits_of(u, in);
    ResidentObject *z = object_of(u, to);
    const uint64_t flip = greatest ? ~(uint64_t)0 : 0;
    if (t == NULL || x == NULL || x->size[0] != t->size[0] || !fits(z, t->size[0]))
        return false;
    const int64_t words = words_of(t->size[0]), cols = t->size[1];
    before_write(u, z);
    ROLLED for (int64_t from = 0; from < cols; from += 64, x = z) {
        const int64_t some = cols - from < 64 ? cols - from : 64;
        Columns c = operand(t, false);
        c.word += from * c.stride;
        uint64_t best = ~(uint64_t)0;
        OWN_WORDS(w, words) {
            const uint64_t value = columns_least(c, some, w, x->word[0][w], flip, best);
            best = value < best ? value : best;
        }
        best = reduce(u, best, false);
        OWN_WORDS(w, words) {
            uint64_t rows = x->word[0][w];
            ROLLED for (int64_t j = 0; j < some && rows != 0; j += SHORT_COLUMNS) {
                uint64_t v[SHORT_COLUMNS];
                for (int b = 0; b < SHORT_COLUMNS; b++)
                    v[b] = column_word(c, j + b < some ? j + b : some - 1, w) ^ flip;
                for (int b = 0; b < SHORT_COLUMNS && j + b < some; b++)
                    rows &= ~(v[b] ^ -(best >> (63 - (j + b)) & 1));
            }
            z->word[0][w] = rows;
        }
    }
    wrote_bits(u, z, 0, -1);
    return true;
}

/* Rows x of s := those of the other operand; the others stay if `keeps`, else they become 0. */
DEVICE bool merge(Unit *u, int64_t to, int64_t other, bool same, int64_t in, bool keeps) {
    ResidentObject *s = columns_of(u, to);
    ResidentObject *f = same ? bits_of(u, other) : columns_of(u, other);
    const ResidentObject *x = bits_of(u, in);
    if (s == NULL || !other_fits(s, f, same) || x == NULL || x->size[0] != s->size[0])
        return false;
    if (s == f)
        return true;
    if (same)
        before_across(u, f);
    before_write(u, s);
    const Columns c = operand(f, same);
    OWN_WORDS(w, words_of(s->size[0]))
    columns_merge(s->word[STAR_COLUMNS], s->stride[STAR_COLUMNS], c, s->size[1], w, x->word[0][w],
                  keeps);
    wrote_image(u, s, STAR_COLUMNS);
    return true;
}

/* s := t + f, or t - f, on the rows of x, 0 elsewhere, in two passes: if a row
 * does not fit the columns nothing is changed. */
DEVICE bool add(Unit *u, int64_t table, int64_t other, bool same, int64_t in, int64_t to,
                bool minus) {
    const ResidentObject *t = columns_of(u, table), *x = bits_of(u, in);
    ResidentObject *f = same ? bits_of(u, other) : columns_of(u, other), *s = columns_of(u, to);
    const uint64_t flip = minus ? ~(uint64_t)0 : 0;
    if (t == NULL || s == NULL || !other_fits(t, f, same) || x == NULL ||
        x->size[0] != t->size[0] || s->size[0] != t->size[0] || s->size[1] != t->size[1])
        return false;
    if (same)
        before_across(u, f);
    const Columns a = operand(t, false), c = operand(f, same);
    uint64_t over = 0;
    ROLLED for (int pass = 0; pass < 2; pass++) {
        OWN_WORDS(w, words_of(t->size[0]))
        over |= columns_add(pass == 1 ? s->word[STAR_COLUMNS] : NULL, s->stride[STAR_COLUMNS], a, c,
                            t->size[1], w, x->word[0][w], flip);
        if (pass == 0 && reduce(u, over != 0, true) != 0)
            return false;
        if (pass == 0)
            before_write(u, s);
    }
    wrote_image(u, s, STAR_COLUMNS);
    return true;
}

/* TCOPY1, strip j of h columns of t to f, and TCOPY2, t to the strip of f. */
DEVICE bool strip(Unit *u, int64_t from, int64_t j, int64_t h, int64_t to, bool back) {
    ResidentObject *t = table_of(u, from), *f = table_of(u, to);
    if (!wants(u, t, STAR_COLUMNS) || !wants(u, f, STAR_COLUMNS) || t == f ||
        t->size[0] != f->size[0] || h < 1 || j < 1 || (back ? t->size[1] : f->size[1]) != h ||
        j > (back ? f->size[1] : t->size[1]) / h)
        return false;
    const int64_t words = words_of(t->size[0]), skip = (j - 1) * h;
    if (is_long(u, words * h))
        return false;
    before_write(u, f);
    const int64_t f_stride = f->stride[STAR_COLUMNS], t_stride = t->stride[STAR_COLUMNS];
    copy_vectors(f->word[STAR_COLUMNS] + (back ? skip * f_stride : 0), f_stride,
                 t->word[STAR_COLUMNS] + (back ? 0 : skip * t_stride), t_stride, h, words);
    wrote_image(u, f, STAR_COLUMNS);
    return true;
}

/* WTRANS: row i of r := the i-th field of h components of w. */
DEVICE bool fields(Unit *u, int64_t from, int64_t h, int64_t to) {
    ResidentObject *w = bits_of(u, from), *r = table_of(u, to);
    if (w == NULL || r == NULL || r->word[STAR_COLUMNS] == NULL || h != r->size[1] ||
        w->size[0] != h * r->size[0] || is_long(u, w->size[0]))
        return false;
    before_across(u, w);
    before_write(u, r);
    const int64_t words = words_of(r->size[0]);
    ROLLED for (int64_t k = 0; k < h; k++) OWN_WORDS(at, words)
        r->word[STAR_COLUMNS][k * r->stride[STAR_COLUMNS] + at] =
        strip_word(w->word[0], k, h, r->size[0], at);
    wrote_image(u, r, STAR_COLUMNS);
    return true;
}

/* BINARY and VALUE. */
DEVICE bool binary(Unit *u, int64_t to, int64_t k, int64_t c) {
    ResidentObject *z = object_of(u, to);
    if (k < 0 || (c < 63 && c > 0 && k >> c != 0) || !fits(z, c))
        return false;
    before_write(u, z);
    OWN_WORDS(w, words_of(c))
    z->word[0][w] = binary_word(k, c, w);
    wrote_bits(u, z, 0, -1);
    return true;
}

/* VALUE of a word that fits. */
DEVICE bool number(Unit *u, int64_t from, int64_t *value) {
    ResidentObject *w = bits_of(u, from);
    if (w == NULL || w->size[0] > 63)
        return false;
    before_across(u, w);
    *value = (int64_t)value_part(w->word[0][0], w->size[0], 0);
    return true;
}

#endif

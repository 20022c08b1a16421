/* SPDX-License-Identifier: MIT */
/* Predeclared functions, one after another, as the language lists them.
 * Arguments are evaluated from left to right; then lines and tables are
 * checked, then numbers. */
#include <string.h>

#include "oracle.h"

enum { MOST = 4 };

typedef struct Call {
    const Node *at, *list; /* the call, its arguments */
    Value arg[MOST];
    int args;
} Call;

static Value boolean(bool b) {
    return value_ordinal(BOOLEAN, b);
}

static Value number(int64_t i) {
    return value_ordinal(INTEGER, i);
}

static Value line_value(Bits bits) {
    return (Value){.kind = LINE, .bits = bits};
}

/* Argument k, a line or a table. */
static Bits sized(const Call *c, int k) {
    Bits bits = value_line(&c->arg[k]);
    if (!bits.sized)
        oracle_fail(c->at, "no-size");
    return bits;
}

static int64_t first_one(const Bits *y) {
    for (int64_t i = 1; i <= y->columns; i++)
        if (y->bit[i - 1])
            return i;
    return 0;
}

static int64_t ones(const Bits *y) {
    int64_t n = 0;
    for (int64_t k = 0; k < y->columns; k++)
        n += y->bit[k];
    return n;
}

/* ---- Slices and words ---- */

static void check_range(const Call *c, int64_t i, int64_t j, int64_t n) {
    if (i < 1 || j > n || j < i - 1)
        oracle_fail(c->at, "index-range");
}

static Value mask(const Call *c) {
    Bits y = sized(c, 0), z = value_bits(1, y.columns);
    int64_t i = c->arg[1].i, j = c->args == 3 ? c->arg[2].i : y.columns;
    check_range(c, i, j, y.columns);
    for (; i <= j; i++)
        z.bit[i - 1] = 1;
    return line_value(z);
}

static Value trim(const Call *c) {
    Bits w = sized(c, 2);
    int64_t i = c->arg[0].i, j = c->arg[1].i;
    check_range(c, i, j, w.columns);
    Bits z = value_bits(1, j - i + 1);
    for (int64_t k = i; k <= j; k++)
        z.bit[k - i] = w.bit[k - 1];
    return line_value(z);
}

static Value rep(const Call *c) {
    Bits w = sized(c, 3);
    int64_t i = c->arg[0].i, j = c->arg[1].i;
    check_range(c, i, j, w.columns);
    Bits v = sized(c, 2), z = value_bits(1, w.columns);
    if (v.columns != j - i + 1)
        oracle_fail(c->at, "size-mismatch");
    for (int64_t k = 1; k <= w.columns; k++)
        z.bit[k - 1] = k >= i && k <= j ? v.bit[k - i] : w.bit[k - 1];
    return line_value(z);
}

/* SHIFT and ROTATE, a component at a time. */
static Value moved(const Call *c, bool around) {
    Bits y = sized(c, 0);
    int64_t n = y.columns, k = c->arg[2].i;
    bool down = c->arg[1].i;
    if (k < 0)
        oracle_fail(c->at, "domain");
    Bits z = value_bits(1, n);
    if (around && n > 0)
        k %= n;
    for (int64_t i = 0; i < n && k <= n; i++) {
        int64_t from = down ? i - k : i + k;
        if (around)
            from = (from + n) % n;
        if (from >= 0 && from < n)
            z.bit[i] = y.bit[from];
    }
    return line_value(z);
}

static Value mirror(const Call *c) {
    Bits y = sized(c, 0), z = value_bits(1, y.columns);
    for (int64_t k = 0; k < y.columns; k++)
        z.bit[k] = y.bit[y.columns - 1 - k];
    return line_value(z);
}

static Value shuffle(const Call *c) {
    Bits y = sized(c, 0);
    if (y.columns % 2 != 0)
        oracle_fail(c->at, "odd-length");
    Bits z = value_bits(1, y.columns);
    for (int64_t k = 0; k < y.columns / 2; k++) {
        z.bit[2 * k] = y.bit[k];
        z.bit[2 * k + 1] = y.bit[y.columns / 2 + k];
    }
    return line_value(z);
}

static Value frst(const Call *c) {
    Bits y = sized(c, 0), z = value_bits(1, y.columns);
    int64_t i = first_one(&y);
    if (i > 0)
        z.bit[i - 1] = 1;
    return line_value(z);
}

/* The or, or the xor, of components up to each. */
static Value prefix(const Call *c, bool parity) {
    Bits y = sized(c, 0), z = value_bits(1, y.columns);
    for (int64_t k = 0; k < y.columns; k++) {
        int before = k > 0 ? z.bit[k - 1] : 0;
        z.bit[k] = (char)(parity ? before != y.bit[k] : before || y.bit[k]);
    }
    return line_value(z);
}

/* The ones of x are the places of the first components: those of y come from
 * there, or go there. */
static Value packed(const Call *c, bool back) {
    Bits x = sized(c, 0), y = sized(c, 1), z = value_bits(1, y.columns);
    if (x.columns != y.columns)
        oracle_fail(c->at, "size-mismatch");
    for (int64_t i = 0, k = 0; i < x.columns; i++)
        if (x.bit[i]) {
            z.bit[back ? i : k] = y.bit[back ? k : i];
            k++;
        }
    return line_value(z);
}

/* ---- Tables ---- */

static Value row(const Call *c) {
    Bits t = sized(c, 1), z = value_bits(1, t.columns);
    int64_t i = c->arg[0].i;
    if (i < 1 || i > t.rows)
        oracle_fail(c->at, "index-range");
    for (int64_t k = 0; k < t.columns; k++)
        z.bit[k] = t.bit[(i - 1) * t.columns + k];
    return line_value(z);
}

static Value col(const Call *c) {
    Bits t = sized(c, 1), z = value_bits(1, t.rows);
    int64_t i = c->arg[0].i;
    if (i < 1 || i > t.columns)
        oracle_fail(c->at, "index-range");
    for (int64_t k = 0; k < t.rows; k++)
        z.bit[k] = t.bit[k * t.columns + i - 1];
    return line_value(z);
}

static Value adj(const Call *c) {
    Bits y = sized(c, 0), t = sized(c, 1);
    if (y.columns != t.rows)
        oracle_fail(c->at, "size-mismatch");
    Bits z = value_bits(t.rows, t.columns + 1);
    for (int64_t i = 0; i < t.rows; i++) {
        char *to = z.bit + i * z.columns;
        to[0] = y.bit[i];
        memcpy(to + 1, t.bit + i * t.columns, (size_t)t.columns);
    }
    return (Value){.kind = TABLE, .bits = z};
}

/* The sum of the numbers in the rows x of t, each times that of r if there is
 * one; programs have small tables. */
static Value sum(const Call *c) {
    const Node *at = c->list;
    for (int k = 0; k < c->args; k++, at = at->next)
        if (!value_line(&c->arg[k]).sized)
            oracle_fail(at, "no-size");
    Bits t = sized(c, 0), r = sized(c, c->args == 3), x = sized(c, c->args - 1);
    int64_t total = 0;
    steps_take(c->args == 3 ? 3 * r.columns * t.columns : 2 * t.columns, c->at);
    if (x.columns != t.rows || (c->args == 3 && r.rows != t.rows))
        oracle_fail(c->at, "size-mismatch");
    for (int64_t i = 0; i < t.rows; i++) {
        int64_t a = 0, b = 0;
        for (int64_t k = 0; k < t.columns; k++)
            a = 2 * a + t.bit[i * t.columns + k];
        for (int64_t k = 0; k < r.columns && c->args == 3; k++)
            b = 2 * b + r.bit[i * r.columns + k];
        total += x.bit[i] * a * (c->args == 3 ? b : 1);
    }
    return number(total);
}

/* ---- Pascal ---- */

static Value square(const Call *c) {
    int64_t i = c->arg[0].i, r;
    if (__builtin_mul_overflow(i, i, &r) || r == INT64_MIN)
        oracle_fail(c->at, "overflow");
    return number(r);
}

static Value chr(const Call *c) {
    if (c->arg[0].i < 0 || c->arg[0].i > 255)
        oracle_fail(c->at, "value-range");
    return value_ordinal(CHARACTER, c->arg[0].i);
}

static Value neighbour(const Call *c, Value v, int64_t step) {
    int64_t most = v.kind == BOOLEAN ? 1 : v.kind == CHARACTER ? 255 : v.most;
    if (v.kind == INTEGER && v.i == (step > 0 ? INT64_MAX : -INT64_MAX))
        oracle_fail(c->at, "overflow");
    v.i += step;
    if (v.kind != INTEGER && (v.i < 0 || v.i > most))
        oracle_fail(c->at, "value-range");
    return v;
}

/* A literal of one character as one. */
static Value ordinal(Value v) {
    return v.kind == TEXT ? value_ordinal(CHARACTER, (unsigned char)v.text[0])
                          : v;
}

/* ---- All of them ---- */

static bool on_lines(const Call *c, const char *name, Value *z) {
    static const char *const unary[] = {"fnd", "numb",    "zero", "some",
                                        "one", "convert", NULL};
    int k = 0;
    while (unary[k] != NULL && strcmp(name, unary[k]) != 0)
        k++;
    if (unary[k] == NULL)
        return false;
    Bits y = sized(c, 0);
    *z = k == 0   ? number(first_one(&y))
         : k == 1 ? number(ones(&y))
         : k == 2 ? boolean(ones(&y) == 0)
         : k == 3 ? boolean(ones(&y) > 0)
         : k == 4 ? boolean(ones(&y) == 1)
                  : line_value(y);
    return true;
}

static bool on_several(const Call *c, const char *name, Value *z) {
    if (strcmp(name, "mask") == 0)
        *z = mask(c);
    else if (strcmp(name, "trim") == 0)
        *z = trim(c);
    else if (strcmp(name, "rep") == 0)
        *z = rep(c);
    else if (strcmp(name, "shift") == 0)
        *z = moved(c, false);
    else if (strcmp(name, "rotate") == 0)
        *z = moved(c, true);
    else if (strcmp(name, "mirror") == 0)
        *z = mirror(c);
    else if (strcmp(name, "shuffle") == 0)
        *z = shuffle(c);
    else if (strcmp(name, "frst") == 0)
        *z = frst(c);
    else if (strcmp(name, "prefix_or") == 0)
        *z = prefix(c, false);
    else if (strcmp(name, "prefix_xor") == 0)
        *z = prefix(c, true);
    else if (strcmp(name, "compress") == 0)
        *z = packed(c, false);
    else if (strcmp(name, "expand") == 0)
        *z = packed(c, true);
    else if (strcmp(name, "row") == 0)
        *z = row(c);
    else if (strcmp(name, "col") == 0)
        *z = col(c);
    else if (strcmp(name, "adj") == 0)
        *z = adj(c);
    else if (strcmp(name, "sumv") == 0 || strcmp(name, "dotv") == 0)
        *z = sum(c);
    else if (strcmp(name, "size") == 0)
        *z = number(sized(c, 0).columns);
    else if (strcmp(name, "length") == 0)
        *z = number(c->arg[0].kind == TABLE ? sized(c, 0).rows
                                            : sized(c, 0).columns);
    else
        return false;
    return true;
}

static bool of_pascal(const Call *c, const char *name, Value *z) {
    Value v = ordinal(c->arg[0]);
    if (strcmp(name, "abs") == 0)
        *z = number(v.i < 0 ? -v.i : v.i);
    else if (strcmp(name, "sqr") == 0)
        *z = square(c);
    else if (strcmp(name, "odd") == 0)
        *z = boolean(v.i % 2 != 0);
    else if (strcmp(name, "ord") == 0)
        *z = number(v.i);
    else if (strcmp(name, "chr") == 0)
        *z = chr(c);
    else if (strcmp(name, "succ") == 0)
        *z = neighbour(c, v, 1);
    else if (strcmp(name, "pred") == 0)
        *z = neighbour(c, v, -1);
    else
        return false;
    return true;
}

static bool constant(const char *name, Value *z) {
    if (strcmp(name, "false") == 0 || strcmp(name, "true") == 0)
        *z = boolean(name[0] == 't');
    else if (strcmp(name, "maxint") == 0)
        *z = number(INT64_MAX);
    else if (strcmp(name, "up") == 0 || strcmp(name, "down") == 0)
        *z = value_ordinal(ENUMERATION, name[0] == 'd');
    else
        return false;
    return true;
}

/* SET, CLR and STEP change their argument. */
static bool in_place(Env *env, const Node *at, const char *name,
                     const Node *args, Value *z) {
    bool step = strcmp(name, "step") == 0;
    if (!step && strcmp(name, "set") != 0 && strcmp(name, "clr") != 0)
        return false;
    Bits *y = &eval_place(env, args)->value.bits;
    if (!y->sized)
        oracle_fail(at, "no-size");
    *z = (Value){0};
    if (step) {
        *z = number(first_one(y));
        if (z->i > 0)
            y->bit[z->i - 1] = 0;
    } else {
        memset(y->bit, name[0] == 's', (size_t)y->columns);
    }
    return true;
}

/* ---- Random numbers ---- */

/* The upper and lower half of a product of 32 bits. */
static uint32_t high(uint32_t a, uint32_t b) {
    return (uint32_t)((uint64_t)a * b >> 32);
}

/* Bit `bit` of block c0..c3 of Philox4x32-10. */
static int philox(uint64_t seed, const uint32_t counter[4], int bit) {
    const uint32_t m0 = 0xD2511F53, m1 = 0xCD9E8D57;
    uint32_t c[4] = {counter[0], counter[1], counter[2], counter[3]};
    for (uint32_t r = 0; r < 10; r++) {
        const uint32_t k0 = (uint32_t)seed + r * 0x9E3779B9;
        const uint32_t k1 = (uint32_t)(seed >> 32) + r * 0xBB67AE85;
        const uint32_t next[4] = {high(m1, c[2]) ^ c[1] ^ k0, m1 * c[2],
                                  high(m0, c[0]) ^ c[3] ^ k1, m0 * c[0]};
        memcpy(c, next, sizeof c);
    }
    return c[bit / 32] >> bit % 32 & 1;
}

/* True if the number of row i, column j is less than p; for small tables. */
static bool random_bit(int64_t seed, int64_t p, int64_t i, int64_t j) {
    int64_t number = 0;
    for (uint32_t digit = 0; digit < 62; digit++) {
        const uint32_t c[4] = {(uint32_t)(i / 128), (uint32_t)j, digit, 0};
        number = 2 * number + philox((uint64_t)seed, c, (int)(i % 128));
    }
    return number < p;
}

/* RANDOM(X, seed, p), and an image, which means nothing here. */
static bool of_random(Env *env, const Node *at, const char *name,
                      const Node *args, Value *z) {
    if (strcmp(name, "random") != 0)
        return false;
    Value *x = &eval_place(env, args)->value;
    const int64_t seed = eval(env, args->next).i;
    const int64_t p = eval(env, args->next->next).i;
    Bits *y = &x->bits;
    if (!y->sized)
        oracle_fail(at, "no-size");
    for (int64_t k = 0; k < y->rows * y->columns; k++)
        y->bit[k] = x->kind == TABLE
                        ? random_bit(seed, p, k / y->columns, k % y->columns)
                        : random_bit(seed, p, k, 0);
    *z = (Value){0};
    return true;
}

/* The number in a row of a table, from 0, or one above `most`. */
static int64_t number_in(const Bits *t, int64_t row, int64_t most) {
    int64_t n = 0;
    for (int64_t k = 0; k < t->columns && n <= most; k++)
        n = 2 * n + t->bit[row * t->columns + k];
    return n;
}

/* GATHER and SCATTER, which take a step for each component of the table. */
static bool by_numbers(Env *env, const Node *at, const char *name,
                       const Node *args, Value *result) {
    const bool gathers = strcmp(name, "gather") == 0;
    if (!gathers && strcmp(name, "scatter") != 0)
        return false;
    Call c = {.at = at, .args = 2};
    c.arg[0] = eval(env, args);
    c.arg[1] = eval(env, args->next);
    Cell *place = eval_place(env, args->next->next);
    const Bits from = sized(&c, 0), t = sized(&c, 1);
    Bits to = gathers ? value_bits(1, t.rows) : place->value.bits;
    const int64_t most = gathers ? from.columns : to.columns;
    steps_take(t.rows * t.columns, at);
    for (int64_t e = 0; e < t.rows; e++) {
        const int64_t n = number_in(&t, e, most);
        if (!gathers && !from.bit[e])
            continue;
        if (n < 1 || n > most)
            oracle_fail(at, "index-range");
        if (gathers)
            to.bit[e] = from.bit[n - 1];
        else
            to.bit[n - 1] = 1;
    }
    Value value = line_value(to);
    if (gathers)
        value_assign(place, &value, at, at);
    *result = (Value){0};
    return true;
}

static void make(Cell *pointer) {
    pointer->value =
        (Value){.kind = POINTER, .element = value_cell(pointer->type->element)};
}

bool prim_call(Env *env, const Node *at, const char *name, const Node *args,
               Value *result) {
    Call c = {.at = at, .list = args};
    if (strcmp(name, "write") == 0 || strcmp(name, "writeln") == 0) {
        print(env, args, strcmp(name, "writeln") == 0);
        *result = (Value){0};
        return true;
    }
    if (strcmp(name, "new") == 0) {
        make(eval_place(env, args));
        *result = (Value){0};
        return true;
    }
    if (constant(name, result) || in_place(env, at, name, args, result) ||
        of_random(env, at, name, args, result) ||
        by_numbers(env, at, name, args, result))
        return true;
    for (; args != NULL && c.args < MOST; args = args->next)
        c.arg[c.args++] = eval(env, args);
    return on_lines(&c, name, result) || on_several(&c, name, result) ||
           of_pascal(&c, name, result);
}

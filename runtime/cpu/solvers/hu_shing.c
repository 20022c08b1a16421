/* SPDX-License-Identifier: MIT */
#include "cpu/solvers/hu_shing.h"

typedef struct Arc {
    int64_t u, v;         /* its vertices, u < v */
    int64_t product;      /* of their weights */
    int64_t base;         /* of the sides below it, less `product` */
    int64_t num, den;     /* its support weight is num / den */
    int32_t left, right;  /* in a heap, the greatest support weight first */
    int32_t heap;         /* of the arcs below it and itself */
    int32_t starts, ends; /* the arc below it at u, and at v */
    int32_t group;        /* the arc that it is in the order with, or 0 */
    bool dropped;         /* it is not in the order */
} Arc;

/* A vertex of the polygon. Vertices are numbered from 1 on, from the one with
 * the least weight, which comes again behind the last. */
typedef struct Vertex {
    int64_t weight;
    int64_t sum;          /* of the products of the sides before it */
    int32_t starts, ends; /* the highest arc that starts, ends here, or 0 */
    int32_t next;         /* vertex of the polygon that is not yet cut */
    int32_t stack;
} Vertex;

typedef struct HuShing {
    int64_t n;        /* vertices */
    int64_t lightest; /* vertex 1 is dimension p[lightest] */
    Vertex *at;
    Arc *arc; /* from 1 on */
    int32_t arcs;
    int32_t *open; /* arcs that are in no other one, in their order */
    int32_t opens;
    int64_t cost, *first, *last;
} HuShing;

/* ---- Heaps ---- */

/* True if the support weight of a is less than that of b. */
static bool is_less(const Arc *a, const Arc *b) {
    __extension__ typedef __int128 Int128;
    return (Int128)a->num * b->den < (Int128)b->num * a->den;
}

/* Skew heaps: a merge goes down the right sides and exchanges the sides. */
static int32_t merge(Arc *arc, int32_t a, int32_t b) {
    int32_t top = 0, *slot = &top;
    while (a != 0 && b != 0) {
        int32_t rest;
        if (is_less(&arc[a], &arc[b])) {
            rest = a;
            a = b;
            b = rest;
        }
        *slot = a;
        slot = &arc[a].left;
        rest = arc[a].right;
        arc[a].right = arc[a].left;
        a = rest;
    }
    *slot = a != 0 ? a : b;
    return top;
}

/* Removes the greatest arc from a's heap and returns it. */
static Arc *take(HuShing *g, Arc *a) {
    Arc *top = &g->arc[a->heap];
    g->at[top->u].starts = top->starts;
    g->at[top->v].ends = top->ends;
    a->heap = merge(g->arc, top->left, top->right);
    a->den += top->den;
    return top;
}

/* ---- Arcs ---- */

/* The products of the sides at the vertex of a's fan, in the polygon between a
 * and the arcs below it. */
static int64_t sides(const HuShing *g, const Arc *a) {
    const Vertex *u = &g->at[a->u], *v = &g->at[a->v];
    if (a->v > g->n)
        return u[0].weight * u[1].weight + v[-1].weight * v[0].weight;
    if (u->weight <= v->weight)
        return u->starts != 0 ? g->arc[u->starts].product
                              : u[0].weight * u[1].weight;
    return v->ends != 0 ? g->arc[v->ends].product : v[-1].weight * v[0].weight;
}

/* Adds the arc u..v above the open arcs that begin at u or behind it. */
static void add_arc(HuShing *g, int32_t u, int32_t v) {
    const int32_t number = ++g->arcs;
    Vertex *from = &g->at[u], *to = &g->at[v];
    const int64_t low = from->weight <= to->weight ? from->weight : to->weight;
    Arc *a = &g->arc[number];
    *a = (Arc){.u = u, .v = v, .product = from->weight * to->weight};
    a->base = a->den = to->sum - from->sum - a->product;
    while (g->opens > 0 && g->arc[g->open[g->opens - 1]].u >= u) {
        const Arc *below = &g->arc[g->open[--g->opens]];
        a->den -= below->base;
        a->heap = merge(g->arc, a->heap, below->heap);
    }
    while (a->heap != 0 && g->arc[a->heap].num / g->arc[a->heap].den >= low)
        take(g, a)->dropped = true;
    a->num = low * (a->den + a->product - sides(g, a));
    while (a->heap != 0 && !is_less(&g->arc[a->heap], a)) {
        Arc *top = take(g, a);
        top->group = number;
        a->num += top->num;
    }
    a->starts = from->starts;
    a->ends = to->ends;
    from->starts = to->ends = number;
    a->heap = merge(g->arc, a->heap, number);
    g->open[g->opens++] = number;
}

/* Reports `done` vertices and arcs, and at intervals returns what star_stopped
 * says. */
static StarStatus check_stop(StarMem *mem, int64_t done) {
    enum { STOP_CHECK = 1 << 12 };
    if (done % STOP_CHECK != 0)
        return STAR_OK;
    star_work_at(mem, done);
    return star_stopped(mem);
}

/* Adds an arc above each vertex that is heavier than one before it and one
 * behind it. */
static StarStatus sweep(HuShing *g, StarMem *mem) {
    int32_t top = 0;
    for (int32_t i = 1; i <= g->n; i++) {
        STAR_TRY(check_stop(mem, i));
        while (top >= 2 && g->at[g->at[top].stack].weight > g->at[i].weight) {
            top--;
            if (top > 1)
                add_arc(g, g->at[top].stack, i);
        }
        g->at[++top].stack = i;
    }
    add_arc(g, 1, (int32_t)g->n + 1);
    return STAR_OK;
}

/* ---- The order ---- */

static int64_t dimension(const HuShing *g, int64_t x) {
    return (x - 1 + g->lightest) % g->n;
}

/* The triangle of three vertices, in their order around the polygon, is a
 * product. */
static void multiply(HuShing *g, int64_t x, int64_t y, int64_t z) {
    int64_t i = dimension(g, x), k = dimension(g, y), j = dimension(g, z);
    while (i > j) {
        const int64_t old = i;
        i = k;
        k = j;
        j = old;
    }
    g->first[k - 1] = i + 1;
    g->last[k - 1] = j;
    g->cost += g->at[x].weight * g->at[y].weight * g->at[z].weight;
}

/* All triangles between an arc of the order and those below it, which meet
 * at the lighter one of its vertices. */
static void fan(HuShing *g, const Arc *a) {
    const int64_t low = g->at[a->u].weight <= g->at[a->v].weight ? a->u : a->v;
    const int64_t end = a->v > g->n ? g->n : a->v;
    int64_t x = low == a->u ? g->at[a->u].next : a->u;
    while (g->at[x].next <= end && g->at[x].next != low) {
        multiply(g, low, x, g->at[x].next);
        x = g->at[x].next;
    }
    g->at[a->u].next = (int32_t)a->v;
}

static StarStatus cut(HuShing *g, StarMem *mem) {
    for (int32_t k = g->arcs; k > 0; k--)
        if (g->arc[k].group != 0)
            g->arc[k].dropped = g->arc[g->arc[k].group].dropped;
    for (int32_t k = 1; k <= g->arcs; k++) {
        STAR_TRY(check_stop(mem, g->n + k));
        if (!g->arc[k].dropped)
            fan(g, &g->arc[k]);
    }
    return STAR_OK;
}

/* Finds the lightest vertex and fills the vertices from it on. */
static void set_vertices(HuShing *g, const int64_t *p) {
    for (int64_t i = 1; i < g->n; i++)
        if (p[i] < p[g->lightest])
            g->lightest = i;
    for (int64_t x = 1; x <= g->n + 1; x++) {
        Vertex *v = &g->at[x];
        v->weight = p[dimension(g, x)];
        v->sum = x == 1 ? 0 : v[-1].sum + v[-1].weight * v->weight;
        v->next = (int32_t)x + 1;
    }
}

bool star_hu_shing_takes(const int64_t *p, int64_t n) {
    int64_t max = 1, sum;
    if (n > STAR_HU_SHING_MAX)
        return false;
    sum = 2 * n;
    for (int64_t i = 0; i <= n; i++)
        if (p[i] > max)
            max = p[i];
    for (int k = 0; k < 3; k++)
        if (__builtin_mul_overflow(sum, max, &sum))
            return false;
    return true;
}

StarStatus star_hu_shing(StarBackend *be, const int64_t *p, int64_t n,
                         int64_t *cost, int64_t *first, int64_t *last) {
    StarMem *mem = be->mem;
    const size_t size = (size_t)n + 3;
    HuShing g = {.n = n + 1, .first = first, .last = last};
    StarStatus status = STAR_MEMORY;
    g.at = star_mem_alloc(mem, size, sizeof *g.at);
    g.arc = star_mem_alloc(mem, size, sizeof *g.arc);
    g.open = star_mem_alloc(mem, size, sizeof *g.open);
    if (g.at != NULL && g.arc != NULL && g.open != NULL) {
        star_work(mem, 2 * g.n);
        set_vertices(&g, p);
        status = sweep(&g, mem);
        if (status == STAR_OK)
            status = cut(&g, mem);
        if (status == STAR_OK)
            *cost = g.cost;
    }
    star_mem_free(mem, g.at, size, sizeof *g.at);
    star_mem_free(mem, g.arc, size, sizeof *g.arc);
    star_mem_free(mem, g.open, size, sizeof *g.open);
    return status;
}

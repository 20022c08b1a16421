/* SPDX-License-Identifier: MIT */
/* star_dimacs_graph NAME: a graph of DIMACS's challenge on cliques that has a
 * definition, as `p edge VERTICES EDGES` and a line `e i j` for each edge.
 *
 *   hamming N-D     words of N bits, joined if they differ in D or more
 *   johnson N-W-D   the same for those with W ones
 *   keller D        vectors of D digits 0..3; joined if they differ in two
 *                   places or more, by 2 modulo 4 in one of them; of these the
 *                   neighbours of 0, as the challenge has them
 *   c-fat N-C       N vertices in a ring of N / (C ln N) parts; joined if their
 *                   parts are the same or neighbours */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = 4096 };

typedef struct Graph {
    bool (*joined)(const struct Graph *g, unsigned u, unsigned v);
    unsigned vertex[MAX]; /* what each stands for */
    int vertices, distance, digits, parts;
} Graph;

static bool far_apart(const Graph *g, unsigned u, unsigned v) {
    return __builtin_popcount(u ^ v) >= g->distance;
}

static bool keller(const Graph *g, unsigned u, unsigned v) {
    int differ = 0;
    bool by_two = false;
    for (int k = 0; k < g->digits; k++, u /= 4, v /= 4) {
        differ += u % 4 != v % 4;
        by_two |= (u - v) % 4 == 2;
    }
    return differ >= 2 && by_two;
}

static bool near_in_ring(const Graph *g, unsigned u, unsigned v) {
    const unsigned parts = (unsigned)g->parts;
    const unsigned by = (u % parts + parts - v % parts) % parts;
    return by <= 1 || by == parts - 1;
}

/* The words below `limit`, with so many ones if that is not negative; of
 * those, with `zero`, the neighbours of 0. */
static void add_words(Graph *g, unsigned limit, int ones, bool zero) {
    for (unsigned u = 0; u < limit && g->vertices < MAX; u++)
        if ((ones < 0 || __builtin_popcount(u) == ones) &&
            (!zero || g->joined(g, u, 0)))
            g->vertex[g->vertices++] = u;
}

static bool define(Graph *g, const char *name) {
    int n, w, c;
    if (sscanf(name, "hamming%d-%d", &n, &g->distance) == 2) {
        g->joined = far_apart;
        add_words(g, 1u << n, -1, false);
    } else if (sscanf(name, "johnson%d-%d-%d", &n, &w, &g->distance) == 3) {
        g->joined = far_apart;
        add_words(g, 1u << n, w, false);
    } else if (sscanf(name, "keller%d", &g->digits) == 1) {
        g->joined = keller;
        add_words(g, 1u << 2 * g->digits, -1, true);
    } else if (sscanf(name, "c-fat%d-%d", &n, &c) == 2) {
        g->joined = near_in_ring;
        g->parts = (int)(n / (c * log(n)));
        add_words(g, (unsigned)n, -1, false);
    }
    return g->vertices > 0;
}

/* Prints the edges, or only counts them. */
static int edges(const Graph *g, bool print) {
    int count = 0;
    for (int i = 1; i < g->vertices; i++)
        for (int j = 0; j < i; j++)
            if (g->joined(g, g->vertex[i], g->vertex[j])) {
                count++;
                if (print)
                    printf("e %d %d\n", i + 1, j + 1);
            }
    return count;
}

int main(int argc, char **argv) {
    static Graph g;
    if (argc != 2 || !define(&g, argv[1])) {
        fprintf(stderr, "usage: star_dimacs_graph NAME\n");
        return 2;
    }
    printf("p edge %d %d\n", g.vertices, edges(&g, false));
    edges(&g, true);
    return 0;
}

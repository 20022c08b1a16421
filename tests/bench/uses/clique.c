/* SPDX-License-Identifier: MIT */
/* star_clique FILE: what examples/maximum_clique.star does, in C: a maximum
 * clique of a graph in DIMACS's format. Then the search is done again as often
 * as the input says. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = 1024, WORDS = MAX / 64 };

typedef struct Set {
    uint64_t word[WORDS];
} Set;

static Set arcs[MAX];
static int order[MAX][MAX], colour[MAX][MAX];
static int n, words, best, steps;

static int first_of(const Set *s) {
    for (int k = 0; k < words; k++)
        if (s->word[k] != 0)
            return 64 * k + __builtin_ctzll(s->word[k]);
    return -1;
}

static void erase(Set *s, int v) {
    s->word[v / 64] &= ~(UINT64_C(1) << v % 64);
}

/* Vertices of p in the order of their colours; only those that a greater clique
 * needs. */
static int colours(const Set *p, int size) {
    Set u = *p, q;
    int m = 0, v;
    for (int k = 1; first_of(&u) >= 0; k++) {
        memcpy(q.word, u.word, (size_t)words * 8);
        while ((v = first_of(&q)) >= 0) {
            erase(&u, v);
            erase(&q, v);
            for (int i = 0; i < words; i++)
                q.word[i] &= ~arcs[v].word[i];
            if (size + k > best) {
                order[size][m] = v;
                colour[size][m++] = k;
            }
        }
    }
    return m;
}

static void expand(Set p, int size) {
    steps++;
    for (int m = colours(&p, size); m > 0 && size + colour[size][m - 1] > best;
         m--) {
        const int v = order[size][m - 1];
        Set q;
        for (int i = 0; i < words; i++)
            q.word[i] = p.word[i] & arcs[v].word[i];
        if (first_of(&q) >= 0)
            expand(q, size + 1);
        else if (size + 1 > best)
            best = size + 1;
        erase(&p, v);
    }
}

static void search(void) {
    Set all = {{0}};
    for (int v = 0; v < n; v++)
        all.word[v / 64] |= UINT64_C(1) << v % 64;
    best = steps = 0;
    expand(all, 0);
}

static int load(const char *name) {
    char text[256];
    int i, j;
    FILE *f = fopen(name, "r");
    if (f == NULL)
        return 0;
    while (fgets(text, sizeof text, f) != NULL)
        if (sscanf(text, "p edge %d", &n) == 1 && n > MAX)
            n = 0;
        else if (sscanf(text, "e %d %d", &i, &j) == 2 && i >= 1 && i <= n &&
                 j >= 1 && j <= n) {
            arcs[i - 1].word[(j - 1) / 64] |= UINT64_C(1) << (j - 1) % 64;
            arcs[j - 1].word[(i - 1) / 64] |= UINT64_C(1) << (i - 1) % 64;
        }
    fclose(f);
    words = (n + 63) / 64;
    return n > 0;
}

int main(int argc, char **argv) {
    int times;
    if (argc != 2 || !load(argv[1])) {
        fprintf(stderr, "usage: star_clique FILE\n");
        return 2;
    }
    search();
    printf("a clique of %d, %d steps\n", best, steps);
    fflush(stdout);
    while (scanf("%d", &times) == 1) {
        for (int k = 0; k < times; k++)
            search();
        printf("%d times %d\n", times, best);
        fflush(stdout);
    }
    return 0;
}

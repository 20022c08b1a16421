/* SPDX-License-Identifier: MIT */
/* The Kleene star of numbers of TYPE against obvious loops: test_kleene.c
 * includes this once for each type, with NAME(name), NUMBER, its StarNumber,
 * and EPSILON, the magnitude of epsilon. */

typedef struct NAME(Ring) {
    TYPE epsilon, unit;
} NAME(Ring);

static NAME(Ring) NAME(ring_of)(StarRing ring) {
    switch (ring) {
    case STAR_MAXPLUS: return (NAME(Ring)){-EPSILON, 0};
    case STAR_MINPLUS: return (NAME(Ring)){EPSILON, 0};
    case STAR_MAXMIN: return (NAME(Ring)){-EPSILON, EPSILON};
    default: return (NAME(Ring)){0, 1};
    }
}

static TYPE NAME(plus)(StarRing ring, TYPE x, TYPE y) {
    return ring == STAR_MINPLUS ? (x < y ? x : y) : x > y ? x : y;
}

static TYPE NAME(times)(StarRing ring, TYPE x, TYPE y) {
    const TYPE epsilon = NAME(ring_of)(ring).epsilon;
    if (x == epsilon || y == epsilon)
        return epsilon;
    return ring < STAR_MAXMIN ? (TYPE)(x + y) : x < y ? x : y;
}

/* Some weight of an arc from vertex j to i, such that no circuit of plus is
 * better than the unit: potentials, less something. */
static TYPE NAME(weight)(StarTest *t, StarRing ring, Graph graph, int64_t i,
                         int64_t j) {
    const int64_t rises = (i * 7919 + 13) % 101 - (j * 7919 + 13) % 101;
    TYPE w;
    if (ring == STAR_BOOLEAN)
        return 1;
    if (graph == TIES)
        return (TYPE)(star_random(t, 3) - (ring < STAR_MAXMIN ? 2 : 0)) *
               (ring == STAR_MINPLUS ? -1 : 1);
    w = (TYPE)((TYPE)rises - 1 - (TYPE)star_random(t, 1000) / (TYPE)7);
    if (is_acyclic(graph))
        w = (TYPE)(w + (TYPE)star_random(t, 90));
    return ring == STAR_MINPLUS ? -w : w;
}

/* Vertices in the order of their labels, so that the arcs of acyclic graphs
 * go from label to greater label. */
static void NAME(draw)(StarTest *t, TYPE *a, int64_t n, StarRing ring,
                       Graph graph) {
    for (int64_t k = 0; k < n; k++)
        for (int64_t l = 0; l < n; l++) {
            const int64_t i = label[k], j = label[l];
            const bool some = has_arc(t, graph, n, k, l);
            a[i * n + j] = some ? NAME(weight)(t, ring, graph, i, j)
                                : NAME(ring_of)(ring).epsilon;
            if (a[i * n + j] == 0) /* may not be -0 */
                a[i * n + j] = 0;
        }
}

/* The paper's method, a row after the other. */
static void NAME(acyclic_star)(TYPE *w, const TYPE *a, int64_t n,
                               StarRing ring) {
    const NAME(Ring) r = NAME(ring_of)(ring);
    for (int64_t k = 0; k < n; k++)
        for (int64_t m = 0; m < n; m++) {
            const int64_t i = label[k], j = label[m];
            TYPE best = i == j ? r.unit : r.epsilon;
            for (int64_t l = 0; l < k; l++)
                best = NAME(plus)(ring, best,
                                  NAME(times)(ring, a[i * n + label[l]],
                                              w[label[l] * n + j]));
            w[i * n + j] = best;
        }
}

static void NAME(floyd)(TYPE *w, const TYPE *a, int64_t n, StarRing ring) {
    memcpy(w, a, (size_t)(n * n) * sizeof *w);
    for (int64_t i = 0; i < n; i++)
        w[i * n + i] = NAME(ring_of)(ring).unit;
    for (int64_t k = 0; k < n; k++)
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < n; j++)
                if (i != k && j != k)
                    w[i * n + j] = NAME(plus)(
                        ring, w[i * n + j],
                        NAME(times)(ring, w[i * n + k], w[k * n + j]));
}

static void NAME(run)(const TYPE *a, const TYPE *w, int64_t n, StarRing ring,
                      int way) {
    const size_t bytes = (size_t)(n * n) * sizeof *a;
    TYPE *own = malloc(bytes + 1);
    StarTest t;
    assert_non_null(own);
    star_test_open(&t, ways[way].level);
    t.be.threads.count = ways[way].threads;
    t.be.threads.grain = 16;
    memcpy(own, a, bytes);
    assert_ok(&t, star_kleene(&t.be, own, n, NUMBER, ring));
    if (n > 0)
        assert_worked(&t.mem);
    if (memcmp(own, w, bytes) != 0)
        fail_msg("number %d, ring %d, n = %d, %s", NUMBER, ring, (int)n,
                 t.be.isa->name);
    star_test_close(&t);
    free(own);
}

static void NAME(check)(StarTest *t, int64_t n, StarRing ring, Graph graph) {
    const size_t count = (size_t)(n * n) + 1;
    TYPE *a = calloc(count, sizeof *a), *w = calloc(count, sizeof *w);
    assert_true(a != NULL && w != NULL);
    draw_labels(t, n);
    NAME(draw)(t, a, n, ring, graph);
    (is_acyclic(graph) ? NAME(acyclic_star) : NAME(floyd))(w, a, n, ring);
    for (int way = 0; way < WAYS; way++)
        if (star_isa_available(ways[way].level))
            NAME(run)(a, w, n, ring, way);
    free(a);
    free(w);
}

static void NAME(check_all)(StarTest *t) {
    static const int16_t sizes[] = {0,  1,  2,  5,   6,   7,   32, 33,
                                    63, 64, 65, 127, 128, 129, 200};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int ring = STAR_MAXPLUS; ring <= STAR_BOOLEAN; ring++)
            for (int graph = 0; graph < GRAPHS; graph++)
                if (sizes[k] < 100 || (ring + graph + (int)k) % 4 == 0)
                    NAME(check)(t, sizes[k], (StarRing)ring, (Graph)graph);
}

/* Element (i, j) of a chain 0 -> 1 -> 2 is `value`: the kernel declines, or
 * says that it diverges. */
static void NAME(declines)(StarTest *t, StarRing ring, int i, int j, TYPE value,
                           StarStatus why) {
    enum { N = 3 };
    const NAME(Ring) r = NAME(ring_of)(ring);
    TYPE a[N * N], before[N * N];
    for (int k = 0; k < N * N; k++)
        a[k] = k / N == k % N + 1 ? 1 : r.epsilon;
    a[i * N + j] = value;
    memcpy(before, a, sizeof a);
    assert_int_equal(star_kleene(&t->be, a, N, NUMBER, ring), why);
    assert_memory_equal(a, before, sizeof a);
}

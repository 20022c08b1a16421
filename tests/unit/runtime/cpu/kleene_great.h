/* SPDX-License-Identifier: MIT */
/* Integers whose sums may overflow: test_kleene.c includes this once for each
 * type, after kleene_checks.h, with CHECKED, the magnitude up to which the
 * kernel itself must know that sums are right. */

/* x + y, which the body would make; the greatest magnitude of all. */
static bool NAME(sum)(StarRing ring, TYPE x, TYPE y, TYPE *sum, TYPE *most) {
    if (__builtin_add_overflow(x, y, sum) || *sum < -EPSILON ||
        *sum == NAME(ring_of)(ring).epsilon)
        return false;
    *most = *sum > *most ? *sum : -*sum > *most ? -*sum : *most;
    return true;
}

/* Row i by way of vertex k; as the body does it. */
static bool NAME(by_way)(StarRing ring, TYPE *row, TYPE x, const TYPE *w,
                         int64_t n, int64_t but, TYPE *most) {
    const TYPE epsilon = NAME(ring_of)(ring).epsilon;
    for (int64_t j = 0; j < n && x != epsilon; j++) {
        TYPE sum;
        if (j == but || w[j] == epsilon)
            continue;
        if (!NAME(sum)(ring, x, w[j], &sum, most))
            return false;
        row[j] = NAME(plus)(ring, row[j], sum);
    }
    return true;
}

static bool NAME(checked_star)(TYPE *w, const TYPE *a, int64_t n, StarRing ring,
                               Graph graph, TYPE *most) {
    const NAME(Ring) r = NAME(ring_of)(ring);
    const bool acyclic = is_acyclic(graph);
    *most = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            w[i * n + j] = i == j ? r.unit : acyclic ? r.epsilon : a[i * n + j];
    for (int64_t l = 0; l < n; l++)
        for (int64_t i = 0; i < n; i++) {
            const int64_t k = acyclic ? label[l] : l;
            if (i != k &&
                !NAME(by_way)(ring, w + i * n, (acyclic ? a : w)[i * n + k],
                              w + k * n, n, acyclic ? n : k, most))
                return false;
        }
    return true;
}

/* How often the kernel made the star, and left it to the body. */
static void NAME(great)(StarTest *t, int64_t n, StarRing ring, Graph graph,
                        TYPE factor, int count[2]) {
    const size_t bytes = (size_t)(n * n) * sizeof(TYPE);
    TYPE *a = malloc(bytes), *w = malloc(bytes), *own = malloc(bytes), most;
    assert_true(a != NULL && w != NULL && own != NULL);
    draw_labels(t, n);
    NAME(draw)(t, a, n, ring, graph);
    for (int64_t k = 0; k < n * n; k++)
        if (a[k] != NAME(ring_of)(ring).epsilon)
            a[k] = (TYPE)(a[k] * factor);
    const bool fits = NAME(checked_star)(w, a, n, ring, graph, &most);
    memcpy(own, a, bytes);
    const StarStatus status = star_kleene(&t->be, own, n, NUMBER, ring);
    if (status == STAR_OK ? !fits : fits && most <= CHECKED)
        fail_msg("number %d, ring %d, n = %d, graph %d: status %d", NUMBER,
                 ring, (int)n, (int)graph, (int)status);
    if (status != STAR_OK)
        assert_int_equal(status, STAR_DECLINED);
    assert_memory_equal(own, status == STAR_OK ? w : a, bytes);
    count[status != STAR_OK]++;
    free(a);
    free(w);
    free(own);
}

/* Weights of `draw` are below 360. */
static void NAME(great_numbers)(StarTest *t) {
    static const int8_t sizes[] = {2, 6, 7, 31, 33, 64, 65};
    int count[2] = {0, 0};
    for (size_t k = 0; k < sizeof sizes; k++)
        for (int graph = CHAIN; graph < GRAPHS; graph++)
            for (int part = 1; part <= 64; part *= 2)
                for (int minus = 0; minus < 2; minus++)
                    NAME(great)(
                        t, sizes[k], minus ? STAR_MINPLUS : STAR_MAXPLUS,
                        (Graph)graph, (TYPE)(CHECKED / 360 / part), count);
    assert_true(count[0] > 20 && count[1] > 20);
}

/* SPDX-License-Identifier: MIT */
/* Expressions on bit vectors, tile by tile: a tile of each operand and
 * intermediate result fits in the first cache together. */
#include "cpu/fuse.h"

#include "cpu/cpu.h"

enum {
    TILE_WORDS = 512,     /* of an operand that are worked on at a time */
    MAX_THREAD_DEPTH = 8, /* places of the stack that a thread has room for */
    MAX_SINGLE_WORDS = 2  /* up to this many words are done one by one */
};

typedef struct Work {
    const StarIsa *isa;
    const StarMem *mem; /* says when to stop */
    const StarFuse *fuse;
    uint64_t *result;
    const uint64_t *const *operand;
    int64_t words;
    bool streaming; /* the result goes past the caches */
} Work;

/* Words at..at+n-1 of the expression, whose last operator writes them. */
static void evaluate(const Work *w, int64_t at, int64_t n,
                     const uint64_t **stack, uint64_t *tile) {
    const int last = w->fuse->length - 1, op = w->fuse->code[last];
    star_fuse_words(w->isa, w->fuse, last, w->operand, at, n, stack, tile);
    const uint64_t *y = op == STAR_FUSE_NOT ? stack[0] : stack[1];
    if (w->streaming)
        w->isa->stream(w->result + at, stack[0], y, n, op);
    else
        star_isa_bits(w->isa, op, w->result + at, stack[0], y, n);
}

/* Words at..end-1. */
static void evaluate_tiles(const Work *w, int64_t at, int64_t end,
                           const uint64_t **stack, uint64_t *tile) {
    for (; at < end && star_stopped(w->mem) == STAR_OK; at += TILE_WORDS)
        evaluate(w, at, end - at < TILE_WORDS ? end - at : TILE_WORDS, stack,
                 tile);
    if (w->streaming)
        star_parallel_fence();
}

static void evaluate_shallow(const Work *w, int64_t at, int64_t end) {
    const uint64_t *stack[MAX_THREAD_DEPTH];
    _Alignas(64) uint64_t tile[MAX_THREAD_DEPTH * TILE_WORDS];
    evaluate_tiles(w, at, end, stack, tile);
}

static void evaluate_part(void *context, int part, int parts) {
    const Work *w = context;
    const int64_t tiles = (w->words + TILE_WORDS - 1) / TILE_WORDS;
    const int64_t end = tiles * (part + 1) / parts * TILE_WORDS;
    evaluate_shallow(w, tiles * part / parts * TILE_WORDS,
                     end < w->words ? end : w->words);
}

/* True if the result is none of the operands. */
static bool is_apart(const StarCell *arg) {
    for (int k = 0; k < arg[1].fuse->operands; k++)
        if (arg[2 + k].bits->word == arg[0].bits->word)
            return false;
    return true;
}

/* On this thread, with room from the heap. */
static StarStatus evaluate_deep(StarBackend *be, const Work *w) {
    const size_t depth = w->fuse->depth;
    uint64_t *tile = star_cpu_scratch(be, depth * (TILE_WORDS + 1));
    if (tile == NULL)
        return STAR_MEMORY;
    evaluate_tiles(w, 0, w->words,
                   (const uint64_t **)(void *)(tile + depth * TILE_WORDS),
                   tile);
    return STAR_OK;
}

static StarStatus evaluate_all(StarBackend *be, StarCell *arg, int64_t words) {
    const StarFuse *fuse = arg[1].fuse;
    const uint64_t *operand[STAR_FUSE_MAX_OPERANDS];
    uint64_t *z = arg[0].bits->word;
    const Work w = {.isa = be->isa,
                    .mem = be->mem,
                    .fuse = fuse,
                    .result = z,
                    .operand = operand,
                    .words = words,
                    .streaming = star_is_streamed(z, words) && is_apart(arg)};
    for (int k = 0; k < fuse->operands; k++)
        operand[k] = arg[2 + k].bits->word;
    if (fuse->depth > MAX_THREAD_DEPTH)
        return evaluate_deep(be, &w);
    if (star_is_parallel(be, words))
        star_parallel(&be->threads, evaluate_part, (void *)&w,
                      fuse->length * words);
    else
        evaluate_shallow(&w, 0, words);
    return STAR_OK;
}

CPU_KERNEL(FUSE) {
    StarBits *z = arg[0].bits;
    const StarFuse *fuse = arg[1].fuse;
    const int64_t words = star_words(z->length);
    uint64_t stack[MAX_THREAD_DEPTH];
    z->first = 0;
    if (fuse->length == 1) {
        StarCell copy[] = {arg[0], arg[2 + fuse->code[0] - STAR_FUSE_OPERAND]};
        return star_cpu_COPY(be, copy);
    }
    if (words <= MAX_SINGLE_WORDS && fuse->depth <= MAX_THREAD_DEPTH)
        for (int64_t at = 0; at < words; at++)
            z->word[at] = star_fuse_word(fuse, arg + 2, at, stack);
    else
        STAR_TRY(evaluate_all(be, arg, words));
    if (z->length % 64 != 0)
        z->word[words - 1] &= star_last_mask(z->length);
    return STAR_OK;
}

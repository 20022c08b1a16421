/* SPDX-License-Identifier: MIT */
#include "cpu/cpu.h"

#include <string.h>
#include <strings.h>

#include "cpu/simd/parallel.h"
#include "cpu/simd/simd.h"
#include "memory/spares.h"

/* ---- Instruction sets ---- */

static const struct {
    const char *name;
    const StarIsa *isa;
} levels[] = {
    [STAR_ISA_BEST] = {"best", NULL},
    [STAR_ISA_PORTABLE] = {"portable", &star_isa_portable},
#ifdef __aarch64__
    [STAR_ISA_NEON] = {"neon", &star_isa_neon},
#else
    [STAR_ISA_NEON] = {"neon", NULL},
#endif
#ifdef __x86_64__
    [STAR_ISA_AVX2] = {"avx2", &star_isa_avx2},
    [STAR_ISA_AVX512] = {"avx512", &star_isa_avx512},
#else
    [STAR_ISA_AVX2] = {"avx2", NULL},
    [STAR_ISA_AVX512] = {"avx512", NULL},
#endif
};

const char *star_isa_name(StarIsaLevel level) {
    return levels[level].name;
}

bool star_isa_parse(const char *name, StarIsaLevel *level) {
    for (int i = STAR_ISA_BEST; i <= STAR_ISA_AVX512; i++)
        if (strcasecmp(name, levels[i].name) == 0) {
            *level = (StarIsaLevel)i;
            return true;
        }
    return false;
}

bool star_isa_available(StarIsaLevel level) {
    switch (level) {
    case STAR_ISA_BEST:
    case STAR_ISA_PORTABLE: return true;
#ifdef __aarch64__
    case STAR_ISA_NEON: return true; /* all have it */
#endif
#ifdef __x86_64__
    case STAR_ISA_AVX2:
        return __builtin_cpu_supports("avx2") &&
               __builtin_cpu_supports("popcnt") &&
               __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    case STAR_ISA_AVX512:
        return star_isa_available(STAR_ISA_AVX2) &&
               __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512vbmi") &&
               __builtin_cpu_supports("avx512vpopcntdq") &&
               __builtin_cpu_supports("gfni") &&
               __builtin_cpu_supports("pclmul");
#endif
    default: return false;
    }
}

StarIsaLevel star_isa_best(void) {
    for (int i = STAR_ISA_AVX512; i > STAR_ISA_PORTABLE; i--)
        if (star_isa_available((StarIsaLevel)i))
            return (StarIsaLevel)i;
    return STAR_ISA_PORTABLE;
}

/* ---- The backend ---- */

/* The words that are allocated for so many. */
static size_t rounded(size_t words) {
    return words == 0 || words > STAR_SMALL_WORDS ? words : (words + 7) / 8 * 8;
}

static uint64_t *alloc(StarBackend *be, size_t words, bool zero) {
    return zero ? star_spare_alloc(be->mem, rounded(words), sizeof(uint64_t))
                : star_spare_alloc_raw(be->mem, rounded(words),
                                       sizeof(uint64_t));
}

static void release(StarBackend *be, uint64_t *block, size_t words) {
    star_spare_free(be->mem, block, rounded(words), sizeof *block);
}

static StarStatus transpose(StarBackend *be, StarTable *t, int dir) {
    const StarImage *from = &t->image[!dir], *to = &t->image[dir];
    star_parallel_transpose(be, to->word, to->stride, from->word, from->stride,
                            star_table_vectors(t, !dir),
                            star_table_length(t, !dir));
    return STAR_OK;
}

static void close(StarBackend *be) {
    StarCpu *cpu = be->state;
    star_backend_close(be);
    if (cpu != NULL) {
        star_mem_free(be->mem, cpu->scratch, cpu->words, sizeof *cpu->scratch);
        star_mem_free(be->mem, cpu->loop_room, cpu->loop_words,
                      sizeof *cpu->loop_room);
    }
    star_mem_free(be->mem, cpu, 1, sizeof *cpu);
    be->state = NULL;
}

uint64_t *star_cpu_scratch(StarBackend *be, size_t words) {
    StarCpu *cpu = be->state;
    cpu->scratch = star_mem_room(be->mem, cpu->scratch, &cpu->words, words,
                                 sizeof *cpu->scratch);
    return cpu->scratch;
}

/* Scalars and single components are as fast in reference.c. */
#define star_cpu_GET NULL
#define star_cpu_PUT NULL
#define star_cpu_LENGTH NULL
#define star_cpu_ROWS NULL
#define star_cpu_SIZE NULL

static StarKernel *const kernels[STAR_PRIM_COUNT] = {
#define PRIM(id, name, class, cost, ranks, signature, sentence) \
    [STAR_PRIM_##id] = star_cpu_##id,
#define NATIVE(id, name, ranks, signature, sentence) \
    [STAR_PRIM_##id] = star_cpu_##id,
#define BODY(id, name, signature, sentence)
#include "primitives.def"
#undef PRIM
};

StarStatus star_cpu_open(StarBackend *be, StarMem *mem, StarIsaLevel level) {
    *be = (StarBackend){.ops = {.close = close,
                                .alloc = alloc,
                                .release = release,
                                .transpose = transpose,
                                .run_loop = star_cpu_run_loop,
                                .run_pairs = star_cpu_run_pairs},
                        .mem = mem};
    if (!star_isa_available(level))
        return star_raise(mem->error,
                          MSG_PROCESSOR_WITHOUT(star_isa_name(level)));
    be->isa = levels[level == STAR_ISA_BEST ? star_isa_best() : level].isa;
    memcpy(be->ops.kernel, kernels, sizeof kernels);
    star_backend_open(be);
    be->state = star_mem_alloc(mem, 1, sizeof(StarCpu));
    return be->state != NULL ? STAR_OK : STAR_MEMORY;
}

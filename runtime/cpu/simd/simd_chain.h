/* SPDX-License-Identifier: MIT */
/* The tiles of the matrix chain in double, which is exact to 2^53, and in
 * int64_t, which notes what is too large. The file that includes this one
 * defines CHAIN_BYTES, of a vector, and CHAIN_ROWS, of a register tile, and
 * those of the macros below that it has something better for. */
#include "cpu/simd/chain.h"

#ifdef __clang__
#define CHAIN_UNROLL _Pragma("unroll")
#else
#define CHAIN_UNROLL _Pragma("GCC unroll 16")
#endif

/* The sum x * y + z. */
#ifndef SUM_REAL
#define SUM_REAL(x, y, z) ((x) * (y) + (z))
#endif
/* The minimum of two vectors that are not negative. */
#ifndef LESS_REAL
#define LESS_REAL(x, y) (VECTOR) CHAIN(pick)((x) < (y), (MASK)(x), (MASK)(y))
#endif
#ifndef LESS_WHOLE
#define LESS_WHOLE(x, y) CHAIN(pick)((x) < (y), (x), (y))
#endif
/* Lane l of x in all lanes. */
#ifndef LANE
#define LANE(x, l) CHAIN(all)((x)[l])
#endif
/* True if some lane of a mask is set. */
#ifndef SOME
static inline bool chain_some(const int64_t *mask, int lanes) {
    int64_t some = 0;
    for (int l = 0; l < lanes; l++)
        some |= mask[l];
    return some != 0;
}
#define SOME(mask) chain_some((const int64_t *)&(mask), LANES)
#endif
/* x stays in one register in all iterations, which compilers may miss. */
#ifndef IN_REGISTER
#define IN_REGISTER(x)
#endif

#define NUMBER double
#define CHAIN(name) chain_real_##name
#define CHAIN_MAX 0x1p1000
#define RELAX(c, a, b, w, q, over)                    \
    do {                                              \
        const VECTOR cost_ = SUM_REAL(w, q, a) + (b); \
        (void)(over);                                 \
        (c) = LESS_REAL(c, cost_);                    \
    } while (0)
#include "cpu/simd/simd_chain_tile.h"
#undef NUMBER
#undef CHAIN
#undef CHAIN_MAX
#undef RELAX

/* Two numbers below 2^63 have a sum below 2^64: bit 63 shows that it is too
 * large. If it is not, so does bit 63 of the sum with a third. */
#define NUMBER int64_t
#define CHAIN(name) chain_whole_##name
#define CHAIN_MAX INT64_MAX
#define RELAX(c, a, b, w, q, over)                                  \
    do {                                                            \
        const CHAIN(Bits) sum_ =                                    \
            (CHAIN(Bits))(b) + (CHAIN(Bits))(w) * (CHAIN(Bits))(q); \
        const CHAIN(Bits) cost_ = (CHAIN(Bits))(a) + sum_;          \
        *(over) |= (VECTOR)(sum_ | cost_);                          \
        (c) = LESS_WHOLE(c, (VECTOR)cost_);                         \
    } while (0)
#include "cpu/simd/simd_chain_tile.h"
#undef NUMBER
#undef CHAIN
#undef CHAIN_MAX
#undef RELAX

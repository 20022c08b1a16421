/* SPDX-License-Identifier: MIT */
/* BINARY and VALUE of stdlib/graph.star: numbers as words and words as
 * numbers. The last component of a word is the lowest digit, so that a word of
 * 64 components has its digits in reverse order. */
#include "cpu/bit_copy.h"
#include "cpu/cpu.h"
#include "cpu/simd/simd.h"

StarStatus star_binary_size(StarBackend *be, StarCell *arg) {
    const int64_t k = arg[1].i, c = arg[2].i;
    if (k < 0 || c < 0 || (c < 63 && k >> c != 0))
        return STAR_DECLINED;
    return star_native_done(be, star_bits_size(be, arg[0].bits, c));
}

CPU_KERNEL(BINARY) {
    const uint64_t digits = star_bit_copy_reverse((uint64_t)arg[1].i);
    const int64_t c = arg[2].i;
    STAR_TRY(star_binary_size(be, arg));
    star_bit_copy_move(arg[0].bits->word, star_words(c), &digits, 1, 64 - c);
    return STAR_OK;
}

CPU_KERNEL(VALUE) {
    const StarBits *w = arg[1].bits;
    const int64_t n = star_words(w->length);
    const int64_t at = be->isa->find(w->word, w->first, n);
    uint64_t digits = 0;
    if (at < n && w->length - 64 * at - __builtin_ctzll(w->word[at]) > 63)
        return STAR_DECLINED;
    star_bit_copy_move(&digits, 1, w->word, n, w->length - 64);
    arg[0].i = (int64_t)star_bit_copy_reverse(digits);
    return STAR_OK;
}

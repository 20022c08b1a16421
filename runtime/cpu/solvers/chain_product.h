/* SPDX-License-Identifier: MIT */
/* A bound of the sums of the matrix chain problem; C and C++. */
#ifndef STAR_CHAIN_PRODUCT_H
#define STAR_CHAIN_PRODUCT_H

#include <stdbool.h>
#include <stdint.h>

/* The greatest product of three of the dimensions p[0..n], n >= 2: it is part
 * of one of the sums. False if it does not fit. */
static inline bool star_chain_product(const int64_t *p, int64_t n,
                                      int64_t *product) {
    int64_t most[3] = {0, 0, 0}; /* in order, the greatest first */
    for (int64_t i = 0; i <= n; i++) {
        int64_t x = p[i];
        for (int k = 0; k < 3; k++)
            if (x > most[k]) {
                const int64_t less = most[k];
                most[k] = x;
                x = less;
            }
    }
    return !__builtin_mul_overflow(most[0], most[1], product) &&
           !__builtin_mul_overflow(*product, most[2], product);
}

#endif

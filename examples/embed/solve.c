/* SPDX-License-Identifier: MIT */
/* The solvers of star.h on memory of C's own: which vertices reach which,
 * shortest paths, the cheapest order of a product. */
#include <star.h>
#include <stdio.h>

int main(void) {
    const int64_t none = STAR_INFINITY64;
    unsigned char row[4] = {0x2, 0x4, 0x8, 0x0}; /* 0 -> 1 -> 2 -> 3 */
    int64_t road[3][3] = {{none, 5, 9}, {5, none, 3}, {9, 3, none}};
    int64_t p[4] = {10, 100, 5, 50}, cost[3][3], split[3][3];
    Star *star = star_open(NULL);
    if (star_solve_closure(star, 4, row, 1) ||
        star_solve_kleene(star, STAR_SEMIRING_MINPLUS, STAR_WEIGHTS_INT64, 3,
                          road, sizeof road[0]) ||
        star_solve_chain(star, 3, p, cost[0], split[0], sizeof cost[0])) {
        fprintf(stderr, "%s\n", star_message(star));
        return 1;
    }
    printf("%x %x %x %x\n", row[0], row[1], row[2], row[3]);
    printf("from 0 to 2: %lld\n", (long long)road[2][0]);
    printf("0..2: %lld, split at %lld\n", (long long)cost[0][2],
           (long long)split[0][2]);
    road[1][1] = -1; /* a circuit that is ever shorter */
    if (star_solve_kleene(star, STAR_SEMIRING_MINPLUS, STAR_WEIGHTS_INT64, 3,
                          road, sizeof road[0]) == STAR_CODE_FAILED)
        printf("%s\n", star_message(star));
    star_close(star);
    return 0;
}

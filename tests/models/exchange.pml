/* SPDX-License-Identifier: MIT */
/* How blocks exchange values on a device, without fences: put_slot and get_slot
 * of gpu/resident/resident.cu. Three blocks make four exchanges. A slot has the
 * halves of a value, each beside the number of the exchange; their stores may
 * be seen in either order. Here the value of a block is the exchange's number.
 *
 * Claims: what a block takes in an exchange was put in that exchange, both
 * halves of it; no block is overtaken, for it would wait for ever.
 *
 * WRONG_SETS: one set of slots in place of two that alternate.
 * WRONG_HALVES: the number of one half alone is looked at. */
#define BLOCKS 3
#define EXCHANGES 4

#ifdef WRONG_SETS
#define SET(number) 0
#else
#define SET(number) ((number) & 1)
#endif

typedef Set {
    byte low[BLOCKS], high[BLOCKS]; /* number and value in one */
}

Set slot[2];

proctype block(byte self) {
    byte number, other, low, high;
    for (number : 1 .. EXCHANGES) {
        if
        :: slot[SET(number)].low[self] = number;
            slot[SET(number)].high[self] = number
        :: slot[SET(number)].high[self] = number;
            slot[SET(number)].low[self] = number
        fi
        for (other : 0 .. BLOCKS - 1) {
            do
            :: low = slot[SET(number)].low[other];
                high = slot[SET(number)].high[other];
                if
#ifdef WRONG_HALVES
                :: low == number -> break
#else
                :: low == number && high == number -> break
#endif
                :: else -> assert(low <= number && high <= number)
                fi
            od
            assert(low == number && high == number)
        }
    }
}

init {
    byte b;
    atomic {
        for (b : 0 .. BLOCKS - 1) {
            run block(b)
        }
    }
    _nr_pr == 1
}

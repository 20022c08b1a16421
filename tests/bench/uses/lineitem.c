/* SPDX-License-Identifier: MIT */
/* star_lineitem ROWS: four columns of TPC-H's table lineitem, as many rows as
 * asked, in CSV. Their distributions are those of the specification, section
 * 4.2.3: an order of 1 to 7 items is dated from 1992-01-01 to 151 days before
 * the end of 1998, and an item is shipped 1 to 121 days later; its price is its
 * quantity, 1 to 50, times that of one of 200,000 parts, and its discount 0 to
 * 10 per cent. The random numbers are not dbgen's. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t seed = 1;

/* One of first..last. */
static int64_t uniform(int64_t first, int64_t last) {
    seed += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t x = seed;
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    x ^= x >> 31;
    return first + (int64_t)(x % (uint64_t)(last - first + 1));
}

/* In cents. */
static int64_t price_of_a_part(void) {
    const int64_t part = uniform(1, 200000);
    return 90000 + part / 10 % 20001 + 100 * (part % 1000);
}

/* So many days behind 1992-01-01. */
static void write_date(int64_t days) {
    struct tm day = {.tm_year = 92, .tm_mday = 1 + (int)days, .tm_hour = 12};
    char text[16];
    if (timegm(&day) != -1 && strftime(text, sizeof text, "%Y-%m-%d", &day) > 0)
        puts(text);
}

int main(int argc, char **argv) {
    const int64_t rows = argc == 2 ? atoll(argv[1]) : 0;
    const int64_t last_order = 2405; /* 1998-08-02 */
    int64_t order = 0, items = 0;
    if (rows < 1) {
        fprintf(stderr, "usage: star_lineitem ROWS\n");
        return 2;
    }
    puts("l_quantity,l_extendedprice,l_discount,l_shipdate");
    for (int64_t k = 0; k < rows; k++, items--) {
        if (items == 0) {
            order = uniform(0, last_order);
            items = uniform(1, 7);
        }
        const int64_t quantity = uniform(1, 50);
        const int64_t price = quantity * price_of_a_part();
        printf("%d,%d.%02d,0.%02d,", (int)quantity, (int)(price / 100),
               (int)(price % 100), (int)uniform(0, 10));
        write_date(order + uniform(1, 121));
    }
    return 0;
}

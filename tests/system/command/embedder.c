/* SPDX-License-Identifier: MIT */
/* What a program in C does with two libraries that star build made: kit, which
 * library.sh has, and graph. */
#define _GNU_SOURCE
#include <graph.h>
#include <kit.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int failures;

#define CHECK(condition)                                  \
    do {                                                  \
        if (!(condition)) {                               \
            printf("%d: not %s\n", __LINE__, #condition); \
            failures++;                                   \
        }                                                 \
    } while (0)

#define DONE(s, call)                                                 \
    do {                                                              \
        if ((call) != STAR_CODE_OK) {                                 \
            printf("%d: %s: %s\n", __LINE__, #call, star_message(s)); \
            failures++;                                               \
        }                                                             \
    } while (0)

#define FAILS(s, call, code, text)                                           \
    do {                                                                     \
        CHECK((call) == (code));                                             \
        if (strstr(star_message(s), text) == NULL) {                         \
            printf("%d: '%s', not '%s'\n", __LINE__, star_message(s), text); \
            failures++;                                                      \
        }                                                                    \
    } while (0)

/* ---- A handle that keeps what is written ---- */

typedef struct Page {
    char text[2000];
    size_t length;
} Page;

static bool to_page(void *context, const char *text, size_t length) {
    Page *page = context;
    if (page->length + length >= sizeof page->text)
        return false;
    memcpy(page->text + page->length, text, length);
    page->length += length;
    page->text[page->length] = '\0';
    return true;
}

static void to_messages(void *context, const char *text, size_t length) {
    to_page(context, text, length);
}

static Star *handle(Page *page) {
    const StarConfig config = {.context = page, .write = to_page};
    *page = (Page){.length = 0};
    Star *s = star_open(&config);
    CHECK(s != NULL);
    return s;
}

/* ---- Values ---- */

static void numbers(Star *s) {
    int64_t n = 0, day = 0;
    bool is = true;
    char letter = '\xe3';
    DONE(s, kit_DOUBLE(s, -21, &n));
    CHECK(n == -42);
    DONE(s, kit_IF_(s, 2.75, &n));
    CHECK(n == 2);
    DONE(s, kit_CLASS(s, 1, &day, &is, &letter));
    CHECK(day == 2 && !is && letter == '\xe4');
    DONE(s, kit_DEEP(s, 5000, &n));
    CHECK(n == 5000);
}

static void arrays(Star *s) {
    int64_t row[3] = {1, 2, 3}, a[2][3] = {{1, 2, 3}, {4, 5, 6}}, b[3][2] = {0};
    char letters[4] = {'a', 'b', 'c', 'd'};
    double x[] = {1.5, 2, -0.5}, sum = 0;
    int64_t n = 0;
    DONE(s, kit_TURN(s, row, letters));
    CHECK(row[0] == 2 && row[1] == 3 && row[2] == 1);
    CHECK(memcmp(letters, "dbca", 4) == 0);
    DONE(s, kit_SCALE(s, x, 3, 2, &sum));
    CHECK(x[0] == 3 && x[1] == 4 && x[2] == -1 && sum == 6);
    DONE(s, kit_TRANSPOSE(s, a[0], 2, 3, b[0], 3, 2));
    DONE(s, kit_LAST(s, "123456789", 9, &n));
    CHECK(n == 9);
    FAILS(s, kit_LAST(s, "1234567890", 10, &n), STAR_CODE_FAILED,
          "10 is outside 0..9");
    CHECK(b[0][0] == 1 && b[0][1] == 4 && b[2][0] == 3 && b[2][1] == 6);
}

static void texts(Star *s) {
    StarText text = {"so", 2}, none = {NULL, 0};
    DONE(s, kit_SAY(s, " it is", &text, &none));
    CHECK(text.length == 8 && memcmp(text.text, "so it is", 8) == 0);
    CHECK(none.text == NULL);
    DONE(s, kit_TWICE(s, "ab", &text));
    CHECK(text.length == 4 && memcmp(text.text, "abab", 4) == 0);
    DONE(s, kit_TWICE(s, "", &text));
    CHECK(text.length == 0 && text.text != NULL);
}

static void bits(Star *s) {
    unsigned char row[2][2] = {{0x05, 0}, {0x80, 0x01}}, line[1] = {0};
    StarMatrix T = {2, 9, row, 2}, X = {1, 7, line, 1}, Y = {0}, none = {0};
    int64_t n = 0;
    DONE(s, kit_ONES(s, &T, &n));
    CHECK(n == 4);
    DONE(s, kit_MARK(s, 7, &X, &Y, &none, &T));
    CHECK(X.bits == line && line[0] == 0x7f);
    CHECK(Y.rows == 1 && Y.columns == 7 && *(uint64_t *)Y.bits == 0x7f);
    CHECK(none.bits == NULL);
    CHECK(T.bits == row && row[1][0] == 0x84 && row[0][0] == 0x05);
    DONE(s, kit_STRIPES(s, 100, &T));
    CHECK(T.rows == 100 && T.columns == 100 && T.stride % 8 == 0);
    for (size_t k = 0; k < 100; k++)
        CHECK(*(uint64_t *)((char *)T.bits + k * T.stride) ==
              (k % 2 ? UINT64_MAX : 0));
    DONE(s, kit_ONES(s, &T, &n)); /* what the handle has */
    CHECK(n == 5000);
    Y = (StarMatrix){0};
    DONE(s, kit_STRIPES(s, 2, &T));
    DONE(s, kit_STRIPES(s, 3, &T));
    DONE(s, kit_MARK(s, 7, &X, &Y, &none, &T)); /* and changes it */
    CHECK(T.rows == 3 && ((unsigned char *)T.bits)[T.stride] == 7);
    DONE(s, kit_MARK(s, 7, &X, &Y, &none, &T));
    CHECK(T.rows == 3 && ((unsigned char *)T.bits)[T.stride] == 7);
    CHECK(*(unsigned char *)Y.bits == 0x7f && X.bits == line);
    DONE(s, kit_STRIPES(s, 0, &T));
    CHECK(T.rows == 0 && T.bits != NULL);
}

static void output(Star *s, const Page *page) {
    DONE(s, kit_PART_2(s));
    DONE(s, kit_ENDS(s, 1));
    DONE(s, kit_ENDS(s, 2));
    CHECK(strcmp(page->text, "a hyphen\nhere\nnot here\nhere\n") == 0);
}

/* ---- Errors ---- */

static void errors(Star *s) {
    int64_t n = 7, row[3] = {1, 2, 3};
    StarMatrix T = {2, 9, &n, 1};
    Page page = {.length = 0};
    DONE(s, kit_FAILS(s, 0, 1));
    FAILS(s, kit_FAILS(s, 2, 2), STAR_CODE_FAILED,
          "kit.star:110:11: error: many: index 4 is outside 1..3");
    CHECK(strcmp(star_error(s), "index-range") == 0);
    star_messages(s, STAR_MESSAGES_FULL, to_messages, &page);
    CHECK(strstr(page.text, "    at := many[k + d]\n") != NULL);
    CHECK(strstr(page.text, "'at' was called here") != NULL);
    FAILS(s, kit_LOST(s), STAR_CODE_FAILED, "count has no value yet");
    FAILS(s, kit_HOLES(s, row), STAR_CODE_FAILED,
          "element 2 of a has no value");
    CHECK(row[0] == 1);
    FAILS(s, kit_FAILS(s, 10, 1), STAR_CODE_FAILED, "d: 10 lies outside 0..9");
    FAILS(s, kit_DOUBLE(s, 1, NULL), STAR_CODE_MISUSED,
          "double: the argument for 'int' is NULL");
    FAILS(s, kit_DEEP(s, 1, NULL), STAR_CODE_MISUSED, "'result' is NULL");
    FAILS(s, kit_DOUBLE(s, INT64_MIN, &n), STAR_CODE_FAILED, "lies outside");
    FAILS(s, kit_ONES(s, &T, &n), STAR_CODE_MISUSED, "need more than 1 bytes");
    FAILS(s, kit_TRANSPOSE(s, row, 0, 1, row, 1, 1), STAR_CODE_MISUSED,
          "'a' cannot have 0 indices");
    FAILS(s, kit_TRANSPOSE(s, row, INT64_MAX / 16, 16, row, 1, 1),
          STAR_CODE_LIMIT, "memory");
    FAILS(NULL, kit_DOUBLE(NULL, 1, &n), STAR_CODE_MISUSED, "no handle");
    CHECK(n == 7);
    numbers(s);
}

static void limits(void) {
    const StarConfig config = {.max_memory = 1 << 22, .max_depth = 100};
    Star *s = star_open(&config);
    int64_t n = 0;
    DONE(s, kit_DEEP(s, 90, &n));
    FAILS(s, kit_DEEP(s, 200, &n), STAR_CODE_LIMIT, "nested more than 100");
    FAILS(s, kit_LARGE(s, 10000), STAR_CODE_LIMIT, "memory");
    DONE(s, kit_LARGE(s, 100));
    star_close(s);
}

/* ---- Two handles, two threads ---- */

static void *calls(void *star) {
    Star *s = star;
    for (int64_t k = 1; k < 200; k++) {
        StarText text;
        int64_t n = 0;
        DONE(s, kit_DEEP(s, k, &n));
        DONE(s, kit_TWICE(s, k % 2 ? "odd" : "even", &text));
        CHECK(n == k && text.length == (k % 2 ? 6 : 8));
    }
    return NULL;
}

static void *interrupt(void *star) {
    for (int k = 0; k < 5; k++) {
        usleep(100000);
        star_interrupt(star);
    }
    return NULL;
}

static void threads(Star *s, Star *other) {
    StarText one, two;
    pthread_t thread;
    pthread_create(&thread, NULL, calls, s);
    calls(other);
    pthread_join(thread, NULL);
    DONE(s, kit_TWICE(s, "1", &one));
    DONE(other, kit_TWICE(other, "2", &two));
    CHECK(memcmp(one.text, "11", 2) == 0 && memcmp(two.text, "22", 2) == 0);
    pthread_create(&thread, NULL, interrupt, s);
    FAILS(s, kit_SPIN(s, 1), STAR_CODE_STOPPED, "was interrupted");
    pthread_join(thread, NULL);
    numbers(s);
}

/* ---- No memory ---- */

static int64_t left, blocks;

static void *take(void *context, size_t bytes) {
    void *block = NULL;
    (void)context;
    if (left-- <= 0 || posix_memalign(&block, 64, bytes) != 0)
        return NULL;
    blocks++;
    return block;
}

static void give(void *context, void *block, size_t bytes) {
    (void)context;
    (void)bytes;
    blocks -= block != NULL;
    free(block);
}

static StarCode some_calls(Star *s) {
    unsigned char row[2][2] = {{5, 0}, {1, 1}}, line[1] = {0};
    StarMatrix T = {2, 9, row, 2}, X = {1, 7, line, 1}, Y = {0}, none = {0};
    StarText text = {"so", 2}, no_text = {NULL, 0};
    int64_t numbers[3] = {1, 2, 3};
    char letters[4] = {'a', 'b', 'c', 'd'};
    StarCode code = kit_MARK(s, 7, &X, &Y, &none, &T);
    if (code == STAR_CODE_OK)
        code = kit_SAY(s, "x", &text, &no_text);
    if (code == STAR_CODE_OK)
        code = kit_TURN(s, numbers, letters);
    return code == STAR_CODE_OK ? kit_STRIPES(s, 70, &T) : code;
}

static void no_memory(void) {
    const StarConfig config = {.allocate = take, .release = give};
    bool done = false;
    for (int64_t k = 0; k < 5000 && !done; k++) {
        left = k;
        Star *s = star_open(&config);
        const StarCode code = s != NULL ? some_calls(s) : STAR_CODE_LIMIT;
        done = code == STAR_CODE_OK;
        if (code != STAR_CODE_OK && code != STAR_CODE_LIMIT)
            printf("%d: %s\n", (int)k, star_message(s));
        CHECK(done || code == STAR_CODE_LIMIT);
        if (s != NULL && !done) {
            left = INT64_MAX;
            DONE(s, some_calls(s));
        }
        star_close(s);
        CHECK(blocks == 0);
    }
    CHECK(done);
}

/* ---- The unit graph ---- */

static void graph(Star *s) {
    unsigned char arcs[] = {2, 4, 1, 8}; /* 1 -> 2 -> 3 -> 1, 4 -> 4 */
    StarMatrix P = {4, 4, arcs, 1}, D = {0}, E = {0}, F = {0}, w = {0};
    int64_t n = 0;
    DONE(s, graph_BITS(s, 1000, &n));
    CHECK(n == 10);
    DONE(s, graph_BINARY(s, 5, 8, &w));
    CHECK(w.rows == 1 && w.columns == 8 && *(unsigned char *)w.bits == 0xa0);
    DONE(s, graph_VALUE(s, &w, &n));
    CHECK(n == 5);
    DONE(s, graph_VERTEX(s, 4, 4));
    FAILS(s, graph_VERTEX(s, 5, 4), STAR_CODE_FAILED, "5");
    DONE(s, graph_LEVELS(s, 4, 1, &P, &D));
    CHECK(D.rows == 4);
    D = (StarMatrix){0};
    DONE(s, graph_DFS(s, 4, &P, &D, &E, &F));
    D = E = F = (StarMatrix){0};
    DONE(s, graph_TOPOLOGICAL(s, 4, &P, &D, &E));
    D = E = (StarMatrix){0};
    DONE(s, graph_COMPONENTS(s, 4, &P, &D, &n));
    CHECK(n == 2);
    D = (StarMatrix){0};
    DONE(s, graph_STRONG(s, 4, &P, &D, &n));
    CHECK(n == 2);
    DONE(s, graph_TRIANGLES(s, 4, &P, &n));
    FAILS(s, graph_TRIANGLES(s, 5, &P, &n), STAR_CODE_FAILED, "P");
}

int main(void) {
    Page page, others;
    Star *s = handle(&page), *other = handle(&others);
    output(s, &page);
    numbers(s);
    arrays(s);
    texts(s);
    bits(s);
    graph(s);
    errors(s);
    threads(s, other);
    star_close(s);
    numbers(other);
    star_close(other);
    limits();
    no_memory();
    return failures != 0;
}

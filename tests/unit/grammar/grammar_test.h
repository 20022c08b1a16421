/* SPDX-License-Identifier: MIT */
/* Shared by the tests of the grammar: a compilation's arena, names and
 * messages. */
#ifndef STAR_GRAMMAR_TEST_H
#define STAR_GRAMMAR_TEST_H

#include "star_test.h"

#include "diagnostics.h"
#include "syntax/intern.h"

typedef struct Fixture {
    StarError error;
    StarMem mem;
    Arena arena;
    Diag diag;
    Names names;
} Fixture;

static inline void fixture_open(Fixture *f) {
    *f = (Fixture){0};
    star_mem_init(&f->mem, &f->error, (size_t)1 << 30);
    f->arena.mem = &f->mem;
    f->diag.arena = f->names.arena = &f->arena;
}

static inline void fixture_close(Fixture *f) {
    arena_free(&f->arena);
    assert_int_equal(f->mem.used, 0);
}

/* Asserts that the k-th message is of this kind, and where it begins. */
static inline void assert_report(const Fixture *f, int k, StarStatus status,
                                 uint32_t start) {
    assert_true(k < f->diag.count);
    assert_string_equal(star_status_name(f->diag.report[k].status),
                        star_status_name(status));
    assert_int_equal(f->diag.report[k].span.start, start);
}

#endif

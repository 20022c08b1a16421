/* SPDX-License-Identifier: MIT */
/* For memfd_create and mremap. */
#define _GNU_SOURCE
/* Files in the place of memory. Where no block is pages of its own there are
 * no maps, and nothing to see but that. */
#include "memory/map.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "test.h"

/* More than two of the pieces in which a file is detached. */
enum { PAGE = 4096, BYTES = (140 << 20) + 100, WHOLE = BYTES - 100 };

/* ---- The system, which may refuse to map a file ---- */

static bool refuses;

void *__real_mmap(void *at, size_t bytes, int may, int how, int file,
                  off_t from);
void *__wrap_mmap(void *at, size_t bytes, int may, int how, int file,
                  off_t from);

void *__real_mremap(void *from, size_t bytes, size_t more, int how, void *to);
void *__wrap_mremap(void *from, size_t bytes, size_t more, int how, void *to);
int __real_madvise(void *from, size_t bytes, int advice);
int __wrap_madvise(void *from, size_t bytes, int advice);
void *__real_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes);

/* Whether it refuses all maps, also without a file; to move some; an advice
 * with this error, 0: it does not; malloc. */
static bool refuses_all, refuses_moves, no_memory;
static int advice_fault;

void *__wrap_mremap(void *from, size_t bytes, size_t more, int how, void *to) {
    if (!refuses_moves)
        return __real_mremap(from, bytes, more, how, to);
    errno = ENOMEM;
    return MAP_FAILED;
}

int __wrap_madvise(void *from, size_t bytes, int advice) {
    const int fault = advice_fault;
    if (fault == 0)
        return __real_madvise(from, bytes, advice);
    advice_fault = fault == EINTR ? 0 : fault;
    errno = fault;
    return -1;
}

void *__wrap_malloc(size_t bytes) {
    return no_memory ? NULL : __real_malloc(bytes);
}

/* What was there may be gone then. */
void *__wrap_mmap(void *at, size_t bytes, int may, int how, int file,
                  off_t from) {
    if (refuses_all) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    if (!refuses || file < 0)
        return __real_mmap(at, bytes, may, how, file, from);
    munmap(at, bytes);
    errno = ENOMEM;
    return MAP_FAILED;
}

/* ---- Blocks ---- */

typedef struct Mapped {
    StarError error;
    StarMem mem;
    FILE *file;
    char *block;
} Mapped;

static int setup(void **state) {
    static Mapped m;
    *state = &m;
    star_mem_init(&m.mem, &m.error, 3 * (size_t)BYTES);
    m.mem.maps = true;
    m.file = tmpfile();
    if (m.file == NULL || ftruncate(fileno(m.file), BYTES + PAGE) != 0 ||
        pwrite(fileno(m.file), "abc", 3, PAGE) != 3 ||
        pwrite(fileno(m.file), "z", 1, WHOLE + PAGE - 1) != 1)
        return -1;
    m.block = star_mem_alloc(&m.mem, BYTES, 1);
    return m.block != NULL ? 0 : -1;
}

static int teardown(void **state) {
    Mapped *m = *state;
    star_mem_free(&m->mem, m->block, BYTES, 1);
    fclose(m->file);
    return m->mem.used == 0 && m->mem.map == NULL ? 0 : -1;
}

static size_t map(Mapped *m, char *block, size_t bytes) {
    return star_map_file(&m->mem, block, bytes, fileno(m->file), PAGE, "name");
}

/* Maps the file; where it must be possible, it is. */
static bool is_mapped(Mapped *m) {
    const size_t mapped = map(m, m->block, BYTES);
#if defined NDEBUG && defined __linux__
    assert_int_equal(mapped, WHOLE);
#endif
    return mapped > 0;
}

static void cut(const Mapped *m) {
    assert_int_equal(ftruncate(fileno(m->file), 0), 0);
}

static int detach(Mapped *m, FILE *file) {
    struct stat found;
    assert_int_equal(fstat(fileno(file), &found), 0);
    return star_map_detach(&m->mem, &found);
}

TEST_WITH(is_the_file, setup, teardown) {
    Mapped *m = *state;
    char seen[4] = "";
    const int fd = fileno(m->file);
    assert_int_equal(map(m, m->block, 8 << 20), 0);
    assert_int_equal(star_map_file(&m->mem, m->block, BYTES, fd, 2 * PAGE, ""),
                     0);
    m->mem.maps = false;
    assert_int_equal(map(m, m->block, BYTES), 0);
    m->mem.maps = true;
    assert_int_equal(m->block[0], 0);
    assert_null(star_map_at(&m->mem, m->block));
    if (!is_mapped(m))
        skip();
    assert_memory_equal(m->block, "abc", 3);
    assert_true(star_map_fetch(m->block, WHOLE));
    m->block[0] = 'A';
    assert_int_equal(pread(fd, seen, 3, PAGE), 3);
    assert_string_equal(seen, "abc");
    assert_null(star_map_at(&m->mem, m->block - 1));
    assert_string_equal(star_map_at(&m->mem, m->block), "name");
    assert_string_equal(star_map_at(&m->mem, m->block + WHOLE - 1), "name");
    assert_null(star_map_at(&m->mem, m->block + WHOLE));
    cut(m);
    assert_false(star_map_fetch(m->block + 8 * PAGE, PAGE));
}

/* What is no file of so many bytes is not mapped. */
TEST_WITH(is_no_file, setup, teardown) {
    Mapped *m = *state;
    int end[2];
    assert_int_equal(pipe(end), 0);
    assert_int_equal(star_map_file(&m->mem, m->block, BYTES, end[0], 0, ""), 0);
    close(end[0]);
    close(end[1]);
    assert_int_equal(star_map_file(&m->mem, m->block, BYTES, -1, 0, ""), 0);
    assert_int_equal(star_map_file(&m->mem, m->block, BYTES, fileno(m->file),
                                   2 * (int64_t)BYTES, ""),
                     0);
    no_memory = true;
    const size_t mapped = map(m, m->block, BYTES);
    no_memory = false;
    assert_int_equal(mapped, 0);
}

/* An advice is taken, or does not matter, unless the file is gone. */
TEST_WITH(is_fetched, setup, teardown) {
    static const int faults[] = {EINTR, EINVAL, ENOSYS, EFAULT};
    Mapped *m = *state;
    if (!is_mapped(m))
        skip();
    star_map_expect(m->block, WHOLE);
    for (int k = 0; k < 4; k++) {
        advice_fault = faults[k];
        const bool fetched = star_map_fetch(m->block, PAGE);
        advice_fault = 0;
        assert_int_equal(fetched, faults[k] != EFAULT);
    }
}

/* Where the file cannot be mapped there is memory. */
TEST_WITH(is_memory_where_maps_are_refused, setup, teardown) {
    Mapped *m = *state;
    refuses = true;
    assert_int_equal(map(m, m->block, BYTES), 0);
    refuses = false;
    assert_null(m->mem.map);
    m->block[0] = 'x';
    m->block[WHOLE - 1] = 'y';
    assert_int_equal(m->block[WHOLE / 2], 0);
}

/* What was there is there without the file, in two blocks of three: the third
 * is of another file. */
TEST_WITH(is_detached, setup, teardown) {
    Mapped *m = *state, other = *m;
    char *second = star_mem_alloc(&m->mem, BYTES, 1);
    char *third = star_mem_alloc(&m->mem, BYTES, 1);
    assert_true(second != NULL && third != NULL);
    other.file = tmpfile();
    assert_non_null(other.file);
    assert_int_equal(ftruncate(fileno(other.file), BYTES + PAGE), 0);
    assert_int_equal(detach(m, m->file), 0);
    if (is_mapped(m)) {
        const size_t used = m->mem.used;
        m->block[1] = 'B';
        assert_int_equal(star_map_file(&m->mem, third, BYTES,
                                       fileno(other.file), PAGE, "other"),
                         WHOLE);
        assert_int_equal(map(m, second, BYTES), WHOLE);
        assert_int_equal(detach(m, m->file), 0);
        cut(m);
        for (int k = 0; k < 2; k++) {
            const char *x = k == 0 ? m->block : second;
            assert_null(star_map_at(&m->mem, x));
            assert_memory_equal(x, k == 0 ? "aBc" : "abc", 3);
            assert_int_equal(x[WHOLE - 1], 'z');
            assert_int_equal(x[WHOLE / 2], 0);
        }
        assert_string_equal(star_map_at(&m->mem, third), "other");
        assert_int_equal(m->mem.used, used);
    }
    star_mem_free(&m->mem, second, BYTES, 1);
    star_mem_free(&m->mem, third, BYTES, 1);
    fclose(other.file);
}

/* Without memory, or when the run shall end, the file is still there. */
TEST_WITH(is_detached_or_not, setup, teardown) {
    Mapped *m = *state;
    struct rlimit before, none;
    if (!is_mapped(m))
        skip();
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    none = before;
    none.rlim_cur = PAGE;
    assert_int_equal(setrlimit(RLIMIT_AS, &none), 0);
    const int fault = detach(m, m->file);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    assert_int_equal(fault, ENOMEM);
    assert_string_equal(star_map_at(&m->mem, m->block), "name");
    refuses_moves = true;
    assert_int_equal(detach(m, m->file), ENOMEM);
    refuses_moves = false;
    const int shm = memfd_create("of another device", 0);
    FILE *other = fdopen(shm, "r");
    assert_non_null(other);
    assert_int_equal(detach(m, other), 0);
    fclose(other);
    assert_string_equal(star_map_at(&m->mem, m->block), "name");
    star_stop(&m->mem, STAR_INTERRUPTED);
    assert_int_equal(detach(m, m->file), EINTR);
    star_stop(&m->mem, STAR_OK);
    assert_memory_equal(m->block, "abc", 3);
    assert_int_equal(detach(m, m->file), 0);
    cut(m);
    assert_memory_equal(m->block, "abc", 3);
    assert_int_equal(m->block[WHOLE - 1], 'z');
}

/* A block whose contents are lost has no file either. */
TEST_WITH(is_vacated, setup, teardown) {
    Mapped *m = *state;
    if (!is_mapped(m))
        skip();
    refuses_all = true;
    assert_false(star_mem_vacate(&m->mem, m->block, BYTES));
    refuses_all = false;
    assert_string_equal(star_map_at(&m->mem, m->block), "name");
    assert_false(star_mem_vacate(&m->mem, m->block, PAGE));
    advice_fault = ENOMEM;
    assert_false(star_mem_vacate(&m->mem, m->block, BYTES));
    advice_fault = 0;
    assert_true(star_mem_vacate(&m->mem, m->block, BYTES));
    assert_null(star_map_at(&m->mem, m->block));
    star_mem_taken(&m->mem, BYTES);
    cut(m);
    m->block[0] = 'x';
    assert_int_equal(m->block[WHOLE - 1], 0);
}

TEST_MAIN

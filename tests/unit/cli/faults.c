/* SPDX-License-Identifier: MIT */
#include "faults.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

int faults_left = -1, faults_next;

void *__real_calloc(size_t count, size_t size);
void *__real_malloc(size_t size);
void *__real_realloc(void *block, size_t size);
ssize_t __real_read(int file, void *to, size_t size);
ssize_t __real_write(int file, const void *from, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_realloc(void *block, size_t size);
ssize_t __wrap_read(int file, void *to, size_t size);
ssize_t __wrap_write(int file, const void *from, size_t size);

static bool is_refused(void) {
    const bool refused = faults_left == 0;
    faults_left -= faults_left > 0;
    return refused;
}

void *__wrap_calloc(size_t count, size_t size) {
    return is_refused() ? NULL : __real_calloc(count, size);
}

void *__wrap_malloc(size_t size) {
    return is_refused() ? NULL : __real_malloc(size);
}

void *__wrap_realloc(void *block, size_t size) {
    return is_refused() ? NULL : __real_realloc(block, size);
}

/* Whether a call fails; else *size becomes what it does. */
static bool fails(size_t *size) {
    const int fault = faults_next;
    faults_next = 0;
    if (fault == FAULTS_PART)
        *size = 1;
    if (fault > 0)
        errno = fault;
    return fault > 0;
}

ssize_t __wrap_read(int file, void *to, size_t size) {
    return fails(&size) ? -1 : __real_read(file, to, size);
}

ssize_t __wrap_write(int file, const void *from, size_t size) {
    return fails(&size) ? -1 : __real_write(file, from, size);
}

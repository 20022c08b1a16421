/* SPDX-License-Identifier: MIT */
/* What Emscripten's C library lacks, or has not for the files of Node.js: there
 * is one thread, and a file is always ready. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>

int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set) {
    (void)pid, (void)size, (void)set;
    errno = ENOSYS;
    return -1;
}

int __sched_cpucount(size_t size, const cpu_set_t *set) {
    (void)size, (void)set;
    return 1;
}

int memfd_create(const char *name, unsigned flags) {
    (void)name, (void)flags;
    errno = ENOSYS;
    return -1;
}

int poll(struct pollfd *fds, nfds_t n, int timeout) {
    (void)timeout;
    for (nfds_t k = 0; k < n; k++)
        fds[k].revents = fds[k].events;
    return (int)n;
}

/* Waits for a file, or a pipe behind it that a signal would write to. */
int ppoll(struct pollfd *fds, nfds_t n, const struct timespec *timeout,
          const sigset_t *mask) {
    (void)timeout, (void)mask;
    for (nfds_t k = 1; k < n; k++)
        fds[k].revents = 0;
    return poll(fds, 1, -1);
}

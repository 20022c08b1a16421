#define _GNU_SOURCE
#include "leave.h"

#include <sched.h>
#include <time.h>
#include <unistd.h>

enum { STACK = 1 << 14 };

/* Files and memory are shared: what is closed here is closed for both, so the
 * other one must be gone. */
static int outlive(void *first) {
    const struct timespec moment = {.tv_nsec = 200000};
    while (getppid() == *(const pid_t *)first)
        nanosleep(&moment, NULL);
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        close(fd);
    _exit(0);
}

void leave(int status) {
    static _Alignas(64) char stack[STACK];
    static pid_t self;
    self = getpid();
    clone(outlive, stack + STACK, CLONE_VM | CLONE_FILES, &self);
    _exit(status);
}

/* SPDX-License-Identifier: MIT */
/* For mmap's flags. */
#define _DEFAULT_SOURCE
#include "translate/stack.h"

#ifdef __EMSCRIPTEN__

StarStatus stack_run(StarMachine *m, void (*function)(void *context),
                     void *context) {
    (void)m;
    function(context);
    return STAR_OK;
}

void stack_free(StarMachine *m) {
    (void)m;
}

#else

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

typedef struct Call {
    void (*function)(void *context);
    void *context;
} Call;

/* makecontext passes numbers of type int. */
static void begin(unsigned high, unsigned low) {
    const Call *call =
        (const Call *)(uintptr_t)((uint64_t)high << 32 | (uint64_t)low);
    call->function(call->context);
}

/* Variables of C for all cells of the machine's stack, in code that was not
 * optimised too, and what each call takes beside. */
static size_t size_of(const StarMachine *m) {
    enum { FOR_CELL = 64, FOR_CALL = 1024, MOST = 1 << 22 };
    const size_t calls = m->max_depth < MOST ? m->max_depth : MOST;
    return (size_t)EXEC_STACK * FOR_CELL + calls * FOR_CALL;
}

static StarStatus make(StarMachine *m) {
    void *stack =
        mmap(NULL, size_of(m), PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED)
        return star_raise(&m->error, MSG_NO_MEMORY());
    mprotect(stack, (size_t)sysconf(_SC_PAGESIZE), PROT_NONE);
    m->c_stack = stack;
    return STAR_OK;
}

void stack_free(StarMachine *m) {
    if (m->c_stack != NULL)
        munmap(m->c_stack, size_of(m));
}

StarStatus stack_run(StarMachine *m, void (*function)(void *context),
                     void *context) {
    Call call = {function, context};
    const uint64_t address = (uintptr_t)&call;
    ucontext_t here, there;
    if (m->c_stack == NULL)
        STAR_TRY(make(m));
    getcontext(&there);
    there.uc_stack.ss_sp = m->c_stack;
    there.uc_stack.ss_size = size_of(m);
    there.uc_link = &here;
    makecontext(&there, (void (*)(void))begin, 2, (unsigned)(address >> 32),
                (unsigned)address);
    swapcontext(&here, &there);
    return STAR_OK;
}

#endif

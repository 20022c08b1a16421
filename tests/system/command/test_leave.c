/* Who waits for a process does not wait for what the kernel clears up. */
#include "leave.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void never(void) {
    abort();
}

/* The status is ours, and all files are closed in the end: those of the child's
 * standard output, and another one. */
static void leaves(void **state) {
    int out[2], held[2], status;
    char byte;
    (void)state;
    assert_int_equal(pipe(out), 0);
    assert_int_equal(pipe(held), 0);
    const pid_t child = fork();
    if (child == 0) {
        atexit(never);
        dup2(out[1], STDOUT_FILENO);
        close(out[1]);
        if (write(STDOUT_FILENO, "x", 1) == 1)
            leave(7);
        abort();
    }
    close(out[1]);
    close(held[1]);
    assert_int_equal(read(out[0], &byte, 1), 1);
    assert_int_equal(read(out[0], &byte, 1), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 7);
    assert_int_equal(read(held[0], &byte, 1), 0);
    close(out[0]);
    close(held[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(leaves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

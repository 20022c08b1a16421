/* What the library does to the process that it is in, and what it bears of
 * it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <star.h>

static bool any(void *context, const char *path) {
    (void)context;
    (void)path;
    return true;
}

static int forks;

static void count_fork(void) {
    forks++;
}

/* A large file is saved without a second process. */
static void test_fork(void **state) {
    char folder[] = "host.XXXXXX", path[sizeof folder + 10];
    assert_non_null(mkdtemp(folder));
    const StarConfig config = {.may_open = any, .folder = folder};
    Star *s = star_open(&config);
    (void)state;
    assert_int_equal(pthread_atfork(count_fork, NULL, NULL), 0);
    assert_int_equal(
        star_enter(s, "e", "var T: table(2500, 2000); save(T, 'large.txt')", 0),
        STAR_CODE_OK);
    assert_int_equal(forks, 0);
    star_close(s);
    snprintf(path, sizeof path, "%s/large.txt", folder);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_fork)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

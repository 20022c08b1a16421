/* SPDX-License-Identifier: MIT */
/* The effects of the library on its process, and of the process on the
 * library. */
#include "embed_test.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "temporary.h"

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
TEST(test_fork) {
    char folder[TEMPORARY_PATH], path[sizeof folder + 10];
    temporary_path(folder, "host.XXXXXX");
    assert_non_null(mkdtemp(folder));
    const StarConfig config = {.may_open = any, .folder = folder};
    Star *s = star_open(&config);
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

/* A run that went well may have warned; the next call has not. */
TEST(test_warning) {
    static const char load[] = "load(T, 'gaps.edges')";
    char folder[TEMPORARY_PATH], path[sizeof folder + 20], text[2000] = "";
    temporary_path(folder, "host.XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/gaps.edges", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("0 9\n", file);
    fclose(file);
    const StarConfig config = {.may_open = any, .folder = folder};
    Star *s = star_open(&config);
    assert_int_equal(star_enter(s, "e", "var T: table;", 0), STAR_CODE_OK);
    assert_int_equal(star_enter(s, "e", load, 0), STAR_CODE_OK);
    star_messages(s, STAR_MESSAGES_SHORT, append, text);
    assert_non_null(strstr(text, "e:1:1: warning: "));
    assert_non_null(strstr(text, " of 10 vertices have no arc [vertex-gaps]"));
    assert_string_equal(star_message(s), "");
    text[0] = '\0';
    assert_int_equal(star_enter(s, "e", "writeln(SIZE(T))", 0), STAR_CODE_OK);
    star_messages(s, STAR_MESSAGES_SHORT, append, text);
    assert_string_equal(text, "");
    star_close(s);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* True if the process has this file mapped. */
static bool is_mapped(const char *path) {
    char line[4096];
    bool found = false;
    FILE *maps = fopen("/proc/self/maps", "r");
    assert_non_null(maps);
    while (fgets(line, sizeof line, maps) != NULL)
        found |= strstr(line, path) != NULL;
    fclose(maps);
    return found;
}

/* A large file is read, unless the host wants it mapped. */
TEST(test_maps) {
#if defined NDEBUG && defined __linux__
    const bool can = true;
#else
    const bool can = false;
#endif
    char folder[TEMPORARY_PATH], path[sizeof folder + 10];
    temporary_path(folder, "host.XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/t.bits", folder);
    for (int k = 0; k < 3; k++) {
        const StarConfig config = {
            .may_open = any, .folder = folder, .maps = k == 2};
        Star *s = star_open(&config);
        const char *text = k == 0 ? "var T: table(20000, 20480);"
                                    "save(T, 't.bits')"
                                  : "var T: table; load(T, 't.bits')";
        assert_int_equal(star_enter(s, "e", text, 0), STAR_CODE_OK);
        assert_int_equal(is_mapped(path), k == 2 && can);
        star_close(s);
        assert_false(is_mapped(path));
    }
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

static size_t sees_code(void *context, char *text, size_t most) {
    *(bool *)context = is_mapped("/memfd:star");
    return (size_t)snprintf(text, most, "7\n");
}

/* Machine code is made where the host wants it. */
TEST(test_machine_code) {
    static const char text[] = "var i, k: integer; k := 0; for i := 1 to 100000"
                               " do k := k + i mod 3; readln(i); k := k + i";
#if defined __x86_64__ && defined __linux__
    const bool can = true;
#else
    const bool can = false;
#endif
    for (int wanted = 0; wanted < 2; wanted++) {
        bool seen = !wanted;
        int64_t k;
        const StarConfig config = {
            .context = &seen, .read = sees_code, .machine_code = wanted};
        Star *s = star_open(&config);
        assert_int_equal(star_enter(s, "e", text, 0), STAR_CODE_OK);
        assert_int_equal(seen, wanted && can);
        assert_int_equal(star_get_integer(s, "k", &k), STAR_CODE_OK);
        assert_int_equal(k, 100007);
        star_close(s);
        assert_false(is_mapped("/memfd:star"));
    }
}

/* Any machine has a processor. */
TEST(test_device) {
    Star *s = star_open(NULL);
    assert_int_equal(star_device(s, (StarDevice)7), STAR_CODE_MISUSED);
    assert_string_equal(star_error(s), "misuse");
    assert_int_equal(star_device(s, STAR_DEVICE_CPU), STAR_CODE_OK);
    assert_computes(s);
    const StarCode code = star_device(s, STAR_DEVICE_CUDA);
    if (code == STAR_CODE_OK) {
        assert_computes(s);
        assert_int_equal(star_device(s, STAR_DEVICE_CPU), STAR_CODE_MISUSED);
    } else {
        assert_int_equal(code, STAR_CODE_DEVICE);
        assert_string_equal(star_error(s), "no-device");
        if (!STAR_GPU)
            assert_string_equal(star_message(s),
                                "star: error: this libstar was built without "
                                "the GPU part [no-device]");
        assert_computes(s);
    }
    star_close(s);
    s = star_open(NULL);
    assert_int_equal(star_device(s, STAR_DEVICE_AUTO), STAR_CODE_OK);
    assert_computes(s);
    star_close(s);
}

TEST_MAIN

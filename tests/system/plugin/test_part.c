/* SPDX-License-Identifier: MIT */
/* libstar whose GPU part is a file of its own, in the folders that the embedder
 * names. test_part PARTS */
#include "../library/embed_test.h"

#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

static const char *parts; /* the folder of their folders */

static void assert_refused(const char *folder, const char *text) {
    const StarConfig config = {.cuda_folder = folder};
    char messages[2000] = "";
    Star *s = star_open(&config);
    assert_fails(s, star_device(s, STAR_DEVICE_CUDA), STAR_CODE_DEVICE,
                 "no-device", text);
    assert_computes(s);
    assert_int_equal(star_device(s, STAR_DEVICE_AUTO), STAR_CODE_OK);
    assert_string_equal(star_message(s), "");
    star_messages(s, STAR_MESSAGES_SHORT, append, messages);
    assert_non_null(strstr(messages, "star: warning: "));
    assert_non_null(strstr(messages, text));
    assert_non_null(strstr(messages, "[no-gpu-part]\n"));
    messages[0] = '\0';
    assert_computes(s);
    star_messages(s, STAR_MESSAGES_SHORT, append, messages);
    assert_string_equal(messages, "");
    star_close(s);
}

TEST(test_refused) {
    static const struct {
        const char *folder, *text;
    } part[] = {{"none", "libstar-cuda.so.1 is missing: it is not in /"},
                {"other", "is of another build of STAR: its build id is "
                          "0123456789ab, needed is "},
                {"foreign", "is not the GPU part of STAR"},
                {"empty", "is not the GPU part of STAR"},
                {"lacking", "undefined symbol: lacking_functions"},
                {"text", "libstar-cuda cannot be opened: "}};
    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        char folder[4000];
        snprintf(folder, sizeof folder, "%s/%s", parts, part[k].folder);
        assert_refused(folder, part[k].text);
    }
    assert_refused("parts", "no absolute path: parts");
    assert_refused("", "no absolute path: ");
    assert_refused(NULL, " is missing: it is not in /");
}

TEST(test_right) {
    char folder[4000];
    const StarConfig config = {.cuda_folder = folder};
    snprintf(folder, sizeof folder, "%s/plain", parts);
    for (int device = STAR_DEVICE_AUTO; device <= STAR_DEVICE_CUDA; device++) {
        char messages[2000] = "";
        Star *s = star_open(&config);
        assert_int_equal(star_device(s, (StarDevice)device), STAR_CODE_OK);
        star_messages(s, STAR_MESSAGES_SHORT, append, messages);
        assert_string_equal(messages, "");
        assert_computes(s);
        star_close(s);
    }
}

/* libstar by a path from a folder that has been left since. */
TEST(test_beside) {
    char folder[4000], here[4000];
    Star *(*open)(const StarConfig *);
    StarCode (*device)(Star *, StarDevice);
    void (*close)(Star *);
    snprintf(folder, sizeof folder, "%s/plain", parts);
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(folder), 0);
    void *library = dlopen("./libstar_part_test_libstar.so", RTLD_NOW);
    if (library == NULL)
        fail_msg("%s", dlerror());
    assert_int_equal(chdir(here), 0);
    *(void **)&open = dlsym(library, "star_open");
    *(void **)&device = dlsym(library, "star_device");
    *(void **)&close = dlsym(library, "star_close");
    Star *s = open(NULL);
    assert_int_equal(device(s, STAR_DEVICE_CUDA), STAR_CODE_OK);
    close(s);
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    parts = argv[1];
    return tests_run(NULL, NULL);
}

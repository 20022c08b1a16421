/* SPDX-License-Identifier: MIT */
/* In the place of star_compile: what is compiled becomes C text, a C compiler
 * makes a library of that, and its functions run in the place of the
 * instructions. STAR_BUILT_LEVEL is an option for the compiler, else -O0. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compile.h"
#include "translate/built.h"
#include "translate/translate.h"

StarProgram *__real_star_compile(StarMem *mem,
                                 const StarCompileOptions *options,
                                 const char *path, const char *text,
                                 size_t length);
StarProgram *__wrap_star_compile(StarMem *mem,
                                 const StarCompileOptions *options,
                                 const char *path, const char *text,
                                 size_t length);

static void fail(const char *what) {
    fprintf(stderr, "through_built: %s\n", what);
    exit(98);
}

static void write_out(void *context, const char *text, size_t length) {
    if (fwrite(text, 1, length, context) != length)
        fail("no file");
}

static void compile(const char *from, const char *to) {
    const char *level = getenv("STAR_BUILT_LEVEL");
    const char *argv[32] = {"cc",      level != NULL ? level : "-O0",
                            "-shared", "-fPIC",
                            "-x",      "c",
                            from,      "-o",
                            to};
    int n = 9, status;
    for (int k = 0; star_translate_options[k] != NULL; k++)
        argv[n++] = star_translate_options[k];
    const pid_t child = fork();
    if (child == 0) {
        execvp("cc", (char **)argv);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
        fail("cc fails");
}

static const BuiltProgram *build(const StarProgram *p, StarMem *mem) {
    char text[] = "/tmp/star-built-XXXXXX", library[sizeof text + 3];
    const int file = mkstemp(text);
    FILE *out = file >= 0 ? fdopen(file, "w") : NULL;
    if (out == NULL ||
        star_translate(p, mem, NULL, 0, false, write_out, out) != STAR_OK ||
        fclose(out) != 0)
        fail("no text");
    snprintf(library, sizeof library, "%s.so", text);
    compile(text, library);
    if (getenv("STAR_BUILT_KEEP") == NULL)
        unlink(text);
    void *handle = dlopen(library, RTLD_NOW);
    unlink(library);
    if (handle == NULL)
        fail(dlerror());
    return dlsym(handle, "star_built");
}

StarProgram *__wrap_star_compile(StarMem *mem,
                                 const StarCompileOptions *options,
                                 const char *path, const char *text,
                                 size_t length) {
    StarProgram *p = __real_star_compile(mem, options, path, text, length);
    if (p != NULL && p->errors == 0 && p->name != NULL && !options->count)
        p->built = build(p, mem);
    return p;
}

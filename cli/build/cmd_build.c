/* SPDX-License-Identifier: MIT */
/* build: a program as an executable, or as a library for C. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands/command.h"
#include "files.h"
#include "io/writer.h"
#include "load.h"
#include "message.h"
#include "tools/build/build.h"

enum { MOST_WORDS = 40 };

/* What is made. */
typedef struct Target {
    char path[FILENAME_MAX];   /* the program, the library or the text */
    bool text;                 /* it is C text */
    bool library;              /* of a library, whose */
    char header[FILENAME_MAX]; /* this is, and its functions begin so: */
    char prefix[FILENAME_MAX];
} Target;

/* -o says what it is, or it is the FILE of FILE.star; false: that would be the
 * same file, or there is no room. */
static bool find_target(const Options *o, Target *to) {
    const char *file = o->operand[0], *end = strrchr(file, '.');
    const char *name = o->output_file != NULL ? o->output_file : file;
    int length = (int)strlen(name);
    if (name == file &&
        (end == NULL || strchr(end, '/') != NULL || end == file))
        return false;
    if (name == file)
        length = (int)(end - file);
    to->text = length > 2 && strncmp(name + length - 2, ".c", 2) == 0;
    to->library = (o->given & OPTION(LIBRARY)) != 0;
    const size_t most = sizeof to->path;
    if (!to->library)
        return snprintf(to->path, most, "%.*s", length, name) < (int)most;
    const int folder = (int)files_folder(name);
    const int base = length - folder - (to->text ? 2 : 0);
    snprintf(to->path, most, "%.*s", base > 0 ? base : 0, name + folder);
    build_prefix(to->path, to->prefix, sizeof to->prefix);
    return base > 0 &&
           snprintf(to->header, most, "%.*s%.*s.h", folder, name, base,
                    name + folder) < (int)most &&
           snprintf(to->path, most, to->text ? "%.*s%.*s.c" : "%.*slib%.*s.so",
                    folder, name, base, name + folder) < (int)most;
}

/* The library beside this command: in its build folder, or installed. */
static const char *library(char *path, size_t size) {
    static const char *const place[] = {"lib/libstar.a", STAR_LIBRARY};
    char self[FILENAME_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    if (strchr(self, '/') != NULL)
        *(strrchr(self, '/') + 1) = '\0';
    for (int k = 0; k < 2; k++) {
        if (snprintf(path, size, "%s%s", self, place[k]) < (int)size &&
            access(path, R_OK) == 0)
            return path;
    }
    message_usage("build", MSG_NO_LIBSTAR(path));
    return NULL;
}

/* Runs the compiler, and returns its exit status as waitpid has it. Ctrl-C ends
 * the compiler, for which this waits. */
static int run(const char *const *argv, int not_found, pid_t *child) {
    const struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct sigaction before;
    int status = 0;
    sigaction(SIGINT, &ignore, &before);
    *child = fork();
    if (*child == 0) {
        sigaction(SIGINT, &before, NULL);
        execvp(argv[0], (char **)argv);
        _exit(not_found);
    }
    while (*child >= 0 && waitpid(*child, &status, 0) < 0 && errno == EINTR)
        ;
    sigaction(SIGINT, &before, NULL);
    return status;
}

static int compile(const char *const *argv) {
    enum { NOT_FOUND = 127 };
    pid_t child;
    const int status = run(argv, NOT_FOUND, &child);
    if (WIFSIGNALED(status))
        return message_usage("build", MSG_COMPILER_ENDED(argv[0])),
               128 + WTERMSIG(status);
    if (child < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND))
        return message_usage("build", MSG_NO_COMPILER(argv[0]));
    if (status != 0)
        message_usage("build",
                      MSG_COMPILER_FAILS(argv[0], WEXITSTATUS(status)));
    return status != 0 ? star_status_exit(STAR_WRITE) : 0;
}

/* Adds words up to NULL; how many there are then. */
static int add(const char **argv, int n, const char *const *word) {
    for (; *word != NULL; word++)
        argv[n++] = *word;
    return n;
}

/* Without names of symbols, that of the text among them, the same library has
 * the same bytes. */
static int link_program(const char *text, const Target *to) {
    const char *cc = getenv("CC");
    char path[FILENAME_MAX];
    const char *lib = library(path, sizeof path);
    const char *argv[MOST_WORDS] = {cc != NULL && *cc ? cc : "cc", "-O3"};
    if (lib == NULL)
        return EXIT_USAGE;
    int n = add(argv, 2, build_options());
    n = add(argv, n,
            (const char *const[]){text, lib, "-o", to->path, "-pthread",
                                  STAR_LIBRARY_NEEDS, NULL});
    if (to->library)
        add(argv, n,
            (const char *const[]){"-shared", "-fPIC", "-s", "-Xlinker",
                                  "-soname", "-Xlinker",
                                  to->path + files_folder(to->path), NULL});
    return compile(argv);
}

static void put(void *writer, const char *text, size_t length) {
    star_writer_bytes(writer, text, length);
}

static void put_nowhere(void *context, const char *text, size_t length) {
    (void)context;
    (void)text;
    (void)length;
}

static int write_file(Loaded *l, const Target *to, const char *path,
                      bool header) {
    StarWriter w;
    StarStatus status = star_writer_open(&w, l->mem, path);
    if (status != STAR_OK)
        return message_error(l->options->style, l->mem->error);
    if (header)
        build_header(l->program, to->prefix, put, &w);
    else
        status = build_text(l->program, l->mem, to->library ? to->prefix : NULL,
                            put, &w);
    status = star_writer_end(&w, status);
    return status != STAR_OK ? message_error(l->options->style, l->mem->error)
                             : 0;
}

static int compile_text(Loaded *l, const Target *to) {
    char *text;
    const int file = files_temporary(&text, ".c");
    int status = star_status_exit(STAR_WRITE);
    if (file >= 0)
        close(file);
    else
        message_usage("build", MSG_NOT_WRITTEN(text != NULL ? text : "",
                                               strerror(errno)));
    if (file >= 0 && (status = write_file(l, to, text, false)) == 0)
        status = link_program(text, to);
    if (file >= 0)
        unlink(text);
    free(text);
    return status;
}

static int build(Loaded *l, const Target *to) {
    const char *path = l->program->sources.file[0].path;
    if (!to->library && l->program->name == NULL)
        return message_usage("build", MSG_UNIT_NOT_BUILT(path));
    if (to->library && !build_header(l->program, to->prefix, put_nowhere, NULL))
        return message_usage("build", MSG_NOTHING_FOR_C(path));
    const int status =
        to->text ? write_file(l, to, to->path, false) : compile_text(l, to);
    return status == 0 && to->library ? write_file(l, to, to->header, true)
                                      : status;
}

int cmd_build(const Options *o) {
    Loaded l;
    Target to;
    if (!find_target(o, &to))
        return message_usage("build", MSG_BUILD_NAME(o->operand[0]));
    int status = load_open(&l, o, "build", o->operand[0]);
    if (status == 0)
        status = build(&l, &to);
    load_close(&l);
    return status;
}

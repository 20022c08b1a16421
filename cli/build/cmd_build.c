/* SPDX-License-Identifier: MIT */
/* build: a program as an executable. */
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

/* The file FILE.star becomes FILE, unless -o says otherwise; NULL: it would be
 * the same file. */
static const char *output(const Options *o, char *room, size_t size) {
    const char *file = o->operand[0], *end = strrchr(file, '.');
    if (o->output_file != NULL)
        return o->output_file;
    if (end == NULL || strchr(end, '/') != NULL || end == file ||
        snprintf(room, size, "%.*s", (int)(end - file), file) >= (int)size)
        return NULL;
    return room;
}

static bool is_text(const char *path) {
    const size_t length = strlen(path);
    return length > 2 && strcmp(path + length - 2, ".c") == 0;
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

static int link_program(const char *text, const char *program) {
    const char *cc = getenv("CC");
    char path[FILENAME_MAX];
    const char *lib = library(path, sizeof path);
    const char *argv[MOST_WORDS] = {cc != NULL && *cc ? cc : "cc", "-O3"};
    int n = 2;
    if (lib == NULL)
        return EXIT_USAGE;
    for (int k = 0; build_options()[k] != NULL; k++)
        argv[n++] = build_options()[k];
    for (const char *const *word =
             (const char *const[]){text, lib, "-o", program, "-pthread",
                                   STAR_LIBRARY_NEEDS, NULL};
         *word != NULL; word++)
        argv[n++] = *word;
    return compile(argv);
}

static void put(void *writer, const char *text, size_t length) {
    star_writer_bytes(writer, text, length);
}

static int write_text(Loaded *l, const char *path) {
    StarWriter w;
    StarStatus status = star_writer_open(&w, l->mem, path);
    if (status == STAR_OK)
        status = star_writer_end(&w, build_text(l->program, l->mem, put, &w));
    return status != STAR_OK ? message_error(l->options->style, l->mem->error)
                             : 0;
}

static int build(Loaded *l, const char *program) {
    char *text;
    if (is_text(program))
        return write_text(l, program);
    const int file = files_temporary(&text, ".c");
    int status = star_status_exit(STAR_WRITE);
    if (file >= 0)
        close(file);
    else
        message_usage("build", MSG_NOT_WRITTEN(text != NULL ? text : "",
                                               strerror(errno)));
    if (file >= 0 && (status = write_text(l, text)) == 0)
        status = link_program(text, program);
    if (file >= 0)
        unlink(text);
    free(text);
    return status;
}

int cmd_build(const Options *o) {
    Loaded l;
    char room[FILENAME_MAX];
    const char *program = output(o, room, sizeof room);
    if (program == NULL)
        return message_usage("build", MSG_BUILD_NAME(o->operand[0]));
    int status = load_open(&l, o, "build", o->operand[0]);
    if (status == 0 && l.program->name == NULL)
        status = message_usage(
            "build", MSG_UNIT_NOT_BUILT(l.program->sources.file[0].path));
    else if (status == 0)
        status = build(&l, program);
    load_close(&l);
    return status;
}

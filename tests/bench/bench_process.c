/* SPDX-License-Identifier: MIT */
#include "bench_process.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

extern char **environ;

BenchProcess bench_process_star(const char *star) {
    return (BenchProcess){.argv = {star, "run", "-"}, .output = ""};
}

bool bench_process_input(BenchProcess *p, const char *text, const char *at) {
    p->input = tmpfile();
    if (p->input == NULL)
        return false;
    for (const char *c = text; *c != '\0'; c++)
        if (*c == '@')
            fputs(at, p->input);
        else
            fputc(*c, p->input);
    return fflush(p->input) == 0 && !ferror(p->input);
}

void bench_process_close(BenchProcess *p) {
    if (p->input != NULL)
        fclose(p->input);
}

/* Starts it; its standard output becomes `out`. */
static bool start(const BenchProcess *p, int out, pid_t *pid) {
    posix_spawn_file_actions_t actions;
    char *argv[sizeof p->argv / sizeof *p->argv];
    int in = fileno(p->input), status = posix_spawn_file_actions_init(&actions);
    if (status != 0)
        return false;
    memcpy(argv, p->argv, sizeof argv);
    if (lseek(in, 0, SEEK_SET) == 0 &&
        posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO) == 0 &&
        posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO) == 0)
        status = posix_spawnp(pid, argv[0], &actions, NULL, argv, environ);
    else
        status = -1;
    posix_spawn_file_actions_destroy(&actions);
    return status == 0;
}

/* Reads all there is; whether it is the text. */
static bool reads(int from, const char *text) {
    const size_t length = strlen(text);
    char buffer[256];
    size_t at = 0;
    bool same = true;
    for (;;) {
        const ssize_t got = read(from, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return same && got == 0 && at == length;
        same = same && (size_t)got <= length - at &&
               memcmp(buffer, text + at, (size_t)got) == 0;
        at += same ? (size_t)got : 0;
    }
}

static double seconds(struct timeval t) {
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

/* Linux counts what the parent had in use at the start as the process's, so
 * its memory is measured before the parent needs much. */
bool bench_process_run(BenchProcess *p) {
    const double began = bench_now();
    struct rusage usage;
    int out[2], status;
    pid_t pid, ended;
    bool good;
    if (pipe(out) != 0)
        return false;
    good = start(p, out[1], &pid);
    close(out[1]);
    if (good) {
        good = reads(out[0], p->output);
        do
            ended = wait4(pid, &status, 0, &usage);
        while (ended < 0 && errno == EINTR);
        p->wall = bench_now() - began;
        p->cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
        p->memory = (double)usage.ru_maxrss * 1024;
        good = good && ended == pid && status == 0;
    }
    close(out[0]);
    return good;
}

double bench_process_cpu(void *process, int64_t times) {
    BenchProcess *p = process;
    double sum = 0;
    for (; times > 0; times--) {
        if (!bench_process_run(p))
            return -1;
        sum += p->cpu;
    }
    return sum;
}

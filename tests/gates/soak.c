/* SPDX-License-Identifier: MIT */
/* star_soak GENERATE SEED SECONDS LINES: random programs in one process for so
 * long, by the library, in a handle that is used on, begun anew or another one.
 * Prints so many lines, each the number of programs that have run, and waits
 * behind each for one of input. Some programs would take hours: each is stopped
 * after a few seconds. */
#define _POSIX_C_SOURCE 200809L
#include <star.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { TEXT = 1 << 20, RESET = 10, CLOSE = 100, MOST_SECONDS = 5 };

static Star *running; /* for the handler */

static void stop(int signal) {
    (void)signal;
    star_interrupt(running);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static size_t generate(const char *generator, long seed, char *text) {
    char command[4096];
    snprintf(command, sizeof command, "%s %ld", generator, seed);
    FILE *from = popen(command, "r");
    const size_t n = from != NULL ? fread(text, 1, TEXT, from) : 0;
    if (from == NULL || pclose(from) != 0 || n == 0) {
        fprintf(stderr, "%s failed\n", command);
        exit(1);
    }
    return n;
}

/* Machine code, threads and counted steps are used in turn. */
static Star *open_handle(long seed) {
    const StarConfig config = {.max_steps = seed % 3 == 0 ? 100000 : 0,
                               .max_output = 1 << 20,
                               .threads = 1 + (uint32_t)(seed % 2),
                               .machine_code = seed % 4 > 0};
    Star *star = star_open(&config);
    if (star == NULL)
        exit(1);
    return star;
}

int main(int argc, char **argv) {
    static char text[TEXT];
    if (argc != 5)
        return 2;
    const long from = atol(argv[2]);
    const double begin = now(), seconds = atof(argv[3]);
    const double step = seconds / atof(argv[4]);
    running = open_handle(from);
    signal(SIGALRM, stop);
    double next = begin + step;
    for (long n = 1; now() < begin + seconds; n++) {
        const size_t length = generate(argv[1], from + n, text);
        alarm(MOST_SECONDS);
        if (star_enter(running, "p.star", text, length) == STAR_CODE_FAULT) {
            fprintf(stderr, "seed %ld: %s\n", from + n, star_message(running));
            return 1;
        }
        alarm(0);
        if (n % RESET == 0)
            star_reset(running);
        if (n % CLOSE == 0) {
            star_close(running);
            running = open_handle(from + n / CLOSE);
        }
        if (now() >= next) {
            printf("%ld\n", n);
            fflush(stdout);
            getchar();
            next += step;
        }
    }
    star_close(running);
    return 0;
}

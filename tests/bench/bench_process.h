/* SPDX-License-Identifier: MIT */
/* Other programs, run as processes and measured. */
#ifndef STAR_BENCH_PROCESS_H
#define STAR_BENCH_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct BenchProcess {
    const char *argv[8]; /* argv[0] is looked up like a command */
    FILE *input;         /* its standard input, from the beginning */
    const char *output;  /* what it must print */
    double wall, cpu;    /* what the last run took, in seconds */
    double memory;       /* and the most memory it had at a time, in bytes */
} BenchProcess;

/* The command star, whose file this is, with a program as its input. */
BenchProcess bench_process_star(const char *star);

/* Sets the text of the standard input, each @ in it being `at`; false if there
 * is no room for it. bench_process_close is needed in any case. */
bool bench_process_input(BenchProcess *process, const char *text,
                         const char *at);
void bench_process_close(BenchProcess *process);

/* Runs a process to its end. False if it cannot be started, fails or prints
 * something else. */
bool bench_process_run(BenchProcess *process);

/* A BenchRun of a process; its time is the processor's. */
double bench_process_cpu(void *process, int64_t times);

#endif

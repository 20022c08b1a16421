/* SPDX-License-Identifier: MIT */
/* What the benchmarks share: measuring, tables of results, machines. Times
 * are in seconds. */
#ifndef STAR_BENCH_H
#define STAR_BENCH_H

#include "compile.h"
#include "device.h"
#include "machine.h"
#include "papers/plot.h"

/* What the command line says. */
typedef struct BenchOptions {
    bool quick; /* small sizes, each side once: results are compared, figures
                   say nothing */
    const char *star;    /* the command that was built beside star-bench */
    const char *file;    /* for checks: a star without checks */
    const char *variant; /* NULL: all */
    DeviceInfo device;   /* to be measured too; "": none */
    Plot *plot;          /* where the benchmarks of papers put their series */
} BenchOptions;

/* The benchmarks. Each prints its table and returns an exit status. */
#define BENCH(name, function, when, plots, variants, sentence) \
    int bench_##function(const BenchOptions *options);
#include "bench.def"
#undef BENCH

/* A size, divided by `by` where it should be small. */
int64_t bench_size(const BenchOptions *options, int64_t size, int64_t by);

/* The exit status of star-bench; 0 if all results were right. */
typedef enum BenchExit {
    BENCH_DIFFERS = 1, /* a side failed or gave another result */
    BENCH_USAGE = 2,
    BENCH_MEMORY = 4,
    BENCH_FILE = 5,
    BENCH_DEVICE = 6
} BenchExit;

/* Says what went wrong; returns the exit status. */
int bench_fail(BenchExit status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- Measuring ---- */

/* Does something `times` times and returns the time it took, or a negative
 * number if it failed. */
typedef double BenchRun(void *context, int64_t times);

/* run_one and run_two: a function by so many threads. */
#define BENCH_ONE_AND_TWO(run)                            \
    static double run_one(void *context, int64_t times) { \
        return run(context, times, 1);                    \
    }                                                     \
    static double run_two(void *context, int64_t times) { \
        return run(context, times, 2);                    \
    }

/* One of those that are compared. */
typedef struct BenchSide {
    BenchRun *run;
    void *context;
    int64_t times; /* as bench_measure found */
    double time;   /* of one; the median */
} BenchSide;

enum { BENCH_SIDES = 5, BENCH_MAX_REPETITIONS = 101 };

/* The time on a clock that only goes forward. */
double bench_now(void);

double bench_median(double *sample, int count);

/* Measures the sides, at most BENCH_SIDES, in turn: `repetitions` times, at
 * most BENCH_MAX_REPETITIONS, each run as often as fills `batch` seconds; once
 * and with one run each if the options ask for a quick measurement. Sets the
 * times of the sides. False if one failed. */
bool bench_measure(const BenchOptions *options, BenchSide *side, int sides,
                   int repetitions, double batch);

/* ---- Tables ---- */

typedef struct BenchRow {
    const char *what;
    double ours, peer;  /* peer 0: there is none */
    bool bytes;         /* they are sizes, not times */
    double most, limit; /* the targets: the most that ours / peer, or ours,
                           may be; 0: there is none */
    const char *more;   /* further columns */
} BenchRow;

/* Text for a time or a size, such as "1.23 ms". */
typedef struct BenchText {
    char text[16];
} BenchText;

BenchText bench_time(double seconds);

/* What follows a title whose sizes are smaller. */
#define BENCH_QUICK "; quick: smaller, not judged"

/* The head of a table: its title, who the peer is, further columns. */
void bench_head(const BenchOptions *options, const char *title,
                const char *peer, const char *more);
void bench_print(const BenchOptions *options, const BenchRow *row);

/* The same for a loop, with two more columns: `plain`, the time when nothing
 * runs as one operation, and its part of the peer's. */
#define BENCH_PLAIN "  unfused  ratio"
void bench_print_loop(const BenchOptions *options, const char *what,
                      double ours, double plain, double peer, double most);

/* ---- Data ---- */

#define BENCH_SEED UINT64_C(88172645463325252)

/* The next of a row of random numbers; the state is not 0. */
uint64_t bench_random(uint64_t *state);

/* ---- Machines ---- */

typedef struct BenchMachine {
    StarMachine *machine;
    StarBackend *be;
    StarProgram *program;
    StarProgram *bodies; /* the same, no kernel for a body or for sweeps */
    StarProgram *plain;  /* the same, no loop as one operation */
} BenchMachine;

/* A machine with a unit compiled in all ways. False after a message;
 * bench_close is needed in any case. */
bool bench_open(BenchMachine *m, const char *unit);

/* The same; `attach` is a device's, or NULL. */
bool bench_open_on(BenchMachine *m, const char *unit, DeviceAttach *attach);
void bench_close(BenchMachine *m);

/* Calls a procedure of one of the programs; returns the time, or a negative
 * number after a message. */
double bench_call(BenchMachine *m, const StarProgram *program, const char *proc,
                  const StarCell *args);

/* A new line of some length, or a table, zeroed; NULL without memory. */
StarBits *bench_line(StarBackend *be, int64_t length);
StarTable *bench_table(StarBackend *be, int64_t rows, int64_t cols);

/* A new array [1..n] in the place of *a, which may be NULL; false without
 * memory. */
bool bench_array(StarBackend *be, StarElement element, int64_t n,
                 StarArray **a);

#endif

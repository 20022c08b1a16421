/* SPDX-License-Identifier: MIT */
/* star-bench: measures the star that was built beside it, on this machine,
 * beside programs that do the same. */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

typedef enum When { ALWAYS, NAMED, FILE_NAMED } When;

typedef struct Bench {
    const char *name;
    const char *sentence;
    int (*run)(const BenchOptions *);
    When when;
    bool plots;
    const char *variants;
} Bench;

static const Bench table[] = {
#define BENCH(name, function, when, plots, variants, sentence) \
    {name, sentence, bench_##function, when, plots, variants},
#include "bench.def"
#undef BENCH
};

enum { BENCHES = sizeof table / sizeof *table };

/* What the command line says beside BenchOptions. */
typedef struct Arguments {
    const char *name; /* NULL: all */
    const char *plot; /* a file, or NULL */
    bool cpu, cuda;   /* --device */
} Arguments;

static int usage(FILE *to) {
    fprintf(to, "usage: star-bench [OPTION...] [NAME [FILE]]\n\n"
                "  --quick            small sizes, in some seconds: results "
                "are compared,\n"
                "                     figures say nothing\n"
                "  --variant NAME     one method of a paper\n"
                "  --plot FILE.svg    draw the benchmark that is named\n"
                "  --device cpu|cuda  without a device; only with one\n\n"
                "benchmarks:\n");
    for (int i = 0; i < BENCHES; i++)
        fprintf(to, "  %-11s %s\n", table[i].name, table[i].sentence);
    return to == stdout ? 0 : BENCH_USAGE;
}

static const Bench *find(const char *name) {
    for (int i = 0; i < BENCHES; i++)
        if (strcmp(name, table[i].name) == 0)
            return &table[i];
    return NULL;
}

/* The benchmarks that draw, in words. */
static int draws_nothing(void) {
    bench_fail(BENCH_USAGE, "--plot goes with the name of a benchmark that "
                            "draws:");
    for (int i = 0; i < BENCHES; i++)
        if (table[i].plots)
            fprintf(stderr, "  %s\n", table[i].name);
    return BENCH_USAGE;
}

/* Whether a word is one of those in `all`, with blanks between. */
static bool is_among(const char *word, const char *all) {
    const size_t length = strlen(word);
    for (; *all != '\0'; all += strcspn(all, " "), all += *all == ' ')
        if (strcspn(all, " ") == length && memcmp(all, word, length) == 0)
            return true;
    return false;
}

/* Whether the options fit the benchmark, or all if it is NULL. */
static int check(const Arguments *a, const BenchOptions *o,
                 const Bench *bench) {
    const char *variants = bench != NULL ? bench->variants : "";
    if (a->plot != NULL && (bench == NULL || !bench->plots))
        return draws_nothing();
    if (bench != NULL && (bench->when == FILE_NAMED) != (o->file != NULL))
        return bench_fail(BENCH_USAGE, "'%s' takes %s FILE", bench->name,
                          o->file != NULL ? "no" : "a");
    if (o->variant != NULL && *variants == '\0')
        return bench_fail(BENCH_USAGE, "--variant goes with chain, chain-huge "
                                       "or pipeline");
    if (o->variant != NULL && !is_among(o->variant, variants))
        return bench_fail(BENCH_USAGE, "--variant '%s': expected one of: %s",
                          o->variant, variants);
    if (a->cuda && device_count() == 0)
        return bench_fail(BENCH_DEVICE, "--device cuda: there is no device");
    return 0;
}

/* A device is looked for when it is to be measured, not before: what that
 * takes would count as memory of the processes that are. */
static int run(const Arguments *a, const Bench *only, BenchOptions *o) {
    int status = 0, ran = 0;
    for (int i = 0; i < BENCHES && status == 0; i++) {
        const Bench *b = &table[i];
        if (only == NULL ? b->when > (o->quick ? NAMED : ALWAYS) : only != b)
            continue;
        if (ran++ > 0)
            printf("\n");
        o->plot->count = 0;
        if ((b->plots || b->when == NAMED) && !a->cpu)
            device_describe(0, &o->device);
        status = b->run(o);
    }
    return status;
}

static int bad_file(const char *path) {
    return bench_fail(BENCH_FILE, "%s: %s", path, strerror(errno));
}

/* Draws behind the run; the file is opened before, so that one that cannot be
 * written is known at once. */
static int run_and_draw(const Arguments *a, const Bench *only,
                        BenchOptions *o) {
    FILE *to = fopen(a->plot, "w");
    int status;
    if (to == NULL)
        return bad_file(a->plot);
    status = run(a, only, o);
    if (status == 0)
        plot_write(o->plot, to);
    if (fflush(to) != 0 && status == 0)
        status = bad_file(a->plot);
    fclose(to);
    return status;
}

/* Takes one option; its exit status if it is the last, else -1. */
static int take(int option, Arguments *a, BenchOptions *o) {
    switch (option) {
    case 'q': o->quick = true; return -1;
    case 'v': o->variant = optarg; return -1;
    case 'p': a->plot = optarg; return -1;
    case 'd':
        a->cpu = strcmp(optarg, "cpu") == 0;
        a->cuda = strcmp(optarg, "cuda") == 0;
        if (a->cpu || a->cuda)
            return -1;
        return bench_fail(BENCH_USAGE, "--device '%s': expected cpu or cuda",
                          optarg);
    case 'h': return usage(stdout);
    default: return usage(stderr);
    }
}

static int arguments(int argc, char **argv, Arguments *a, BenchOptions *o) {
    static const struct option options[] = {
        {"quick", no_argument, NULL, 'q'},
        {"variant", required_argument, NULL, 'v'},
        {"plot", required_argument, NULL, 'p'},
        {"device", required_argument, NULL, 'd'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};
    int option, status = -1;
    while (status < 0 &&
           (option = getopt_long(argc, argv, "", options, NULL)) != -1)
        status = take(option, a, o);
    if (status >= 0)
        return status;
    if (argc - optind > 2)
        return usage(stderr);
    a->name = argv[optind]; /* NULL behind the last */
    if (a->name != NULL)
        o->file = argv[optind + 1];
    return -1;
}

/* The command lies beside this program. */
static bool find_star(char path[PATH_MAX]) {
    static const char name[] = "star";
    const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
    ssize_t folder = length;
    while (folder > 0 && path[folder - 1] != '/')
        folder--;
    if (folder <= 0 || folder + (ssize_t)sizeof name > PATH_MAX)
        return false;
    memcpy(path + folder, name, sizeof name);
    return access(path, X_OK) == 0;
}

int main(int argc, char **argv) {
    Plot plot = {.count = 0};
    BenchOptions o = {.plot = &plot};
    Arguments a = {0};
    const Bench *only = NULL;
    char star[PATH_MAX];
    int status = arguments(argc, argv, &a, &o);
    if (status >= 0)
        return status;
    if (a.name != NULL && (only = find(a.name)) == NULL) {
        bench_fail(BENCH_USAGE, "there is no benchmark '%s'", a.name);
        return usage(stderr);
    }
    status = check(&a, &o, only);
    if (status != 0)
        return status;
    if (!find_star(star))
        return bench_fail(BENCH_FILE, "there is no star beside star-bench");
    o.star = star;
#ifndef NDEBUG
    if (!o.quick)
        fprintf(stderr, "star-bench: this is a debug build: figures of the "
                        "release build are other ones\n");
#endif
    return a.plot == NULL ? run(&a, only, &o) : run_and_draw(&a, only, &o);
}

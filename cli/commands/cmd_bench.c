/* bench: measures this star, on this machine, beside programs that do the
 * same. */
#include <errno.h>
#include <string.h>

#include "bench.h"
#include "commands/command.h"
#include "message.h"
#include "similar.h"

static const struct {
    const char *name;
    const char *sentence;
    int (*run)(const BenchOptions *);
    enum { ALWAYS, NAMED, FILE_NAMED } when;
    bool plots;
    const char *variants;
} table[] = {
#define BENCH(name, function, when, plots, variants, sentence) \
    {name, sentence, bench_##function, when, plots, variants},
#include "bench.def"
#undef BENCH
};

enum { BENCHES = sizeof table / sizeof *table };

static int unknown(const char *name) {
    Similar similar = similar_to(name, strlen(name));
    for (int i = 0; i < BENCHES; i++)
        similar_consider(&similar, table[i].name);
    message_usage("bench", "there is no benchmark '%s'%s", name,
                  similar_text(&similar, ""));
    fprintf(stderr, "benchmarks:\n");
    for (int i = 0; i < BENCHES; i++)
        fprintf(stderr, "  %-11s %s\n", table[i].name, table[i].sentence);
    return EXIT_USAGE;
}

/* The benchmarks that draw, in words. */
static int draws_nothing(void) {
    message_usage("bench", "--plot goes with the name of a benchmark that "
                           "draws:");
    for (int i = 0; i < BENCHES; i++)
        if (table[i].plots)
            fprintf(stderr, "  %s\n", table[i].name);
    return EXIT_USAGE;
}

/* Whether a word is one of those in `all`, with blanks between. */
static bool is_among(const char *word, const char *all) {
    const size_t length = strlen(word);
    for (; *all != '\0'; all += strcspn(all, " "), all += *all == ' ')
        if (strcspn(all, " ") == length && memcmp(all, word, length) == 0)
            return true;
    return false;
}

/* Whether the options fit the benchmark with this name, or all if it is
 * NULL. */
static int check(const Options *o, const char *name) {
    const char *variants = "";
    bool plots = false;
    for (int i = 0; i < BENCHES && name != NULL; i++)
        if (strcmp(name, table[i].name) == 0) {
            plots = table[i].plots;
            variants = table[i].variants;
        }
    if (o->plot != NULL && !plots)
        return draws_nothing();
    if (o->variant != NULL && *variants == '\0')
        return message_usage("bench", "--variant goes with chain, chain-huge "
                                      "or pipeline");
    if (o->variant != NULL && !is_among(o->variant, variants))
        return message_usage("bench", "--variant '%s': expected one of: %s",
                             o->variant, variants);
    if (o->device == DEVICE_CUDA && device_name().text[0] == '\0') {
        message_usage("bench", "--device cuda: %s",
                      device_built() ? "there is no device"
                                     : "this star was built without the GPU "
                                       "part");
        return EXIT_GPU;
    }
    return 0;
}

/* A device is looked for when it is to be measured, not before: what that
 * takes would count as memory of the processes that are. */
static int run(const Options *o, const char *name, BenchOptions *how) {
    int status = 0, ran = 0;
    for (int i = 0; i < BENCHES && status == 0; i++)
        if (name == NULL ? table[i].when <= (how->quick ? NAMED : ALWAYS)
                         : strcmp(name, table[i].name) == 0) {
            if (ran++ > 0)
                printf("\n");
            if ((table[i].when == FILE_NAMED) != (how->file != NULL))
                return message_usage("bench", "'%s' takes %s FILE",
                                     table[i].name, how->file ? "no" : "a");
            how->plot->count = 0;
            if (table[i].plots && o->device != DEVICE_CPU)
                how->device = device_name();
            status = table[i].run(how);
        }
    return ran > 0 ? status : unknown(name);
}

static int bad_file(const char *path) {
    message_usage("bench", "%s: %s", path, strerror(errno));
    return star_status_exit(STAR_WRITE);
}

/* Draws behind the run; the file is opened before, so that one that cannot be
 * written is known at once. */
static int run_and_draw(const Options *o, const char *name, BenchOptions *how) {
    FILE *to = fopen(o->plot, "w");
    int status;
    if (to == NULL)
        return bad_file(o->plot);
    status = run(o, name, how);
    if (status == 0)
        plot_write(how->plot, to);
    if (fflush(to) != 0 && status == 0)
        status = bad_file(o->plot);
    fclose(to);
    return status;
}

int cmd_bench(const Options *o) {
    const char *name = o->operands > 0 ? o->operand[0] : NULL;
    Plot plot = {.count = 0};
    BenchOptions how = {
        .quick = o->given & OPTION(QUICK),
        .file = o->operands > 1 ? o->operand[1] : NULL,
        .variant = o->variant,
        .plot = &plot,
    };
    const int status = check(o, name);
    if (status != 0)
        return status;
#ifndef NDEBUG
    if (!how.quick)
        fprintf(stderr, "star bench: this is a debug build: figures of the "
                        "release build are other ones\n");
#endif
    return o->plot == NULL ? run(o, name, &how) : run_and_draw(o, name, &how);
}

/* bench: measures this star, on this machine, beside programs that do the
 * same. */
#include <string.h>

#include "bench.h"
#include "command.h"
#include "message.h"
#include "similar.h"

static const struct {
    const char *name;
    const char *sentence;
    int (*run)(const BenchOptions *);
    enum { ALWAYS, NAMED, FILE_NAMED } when;
} table[] = {
#define BENCH(name, function, when, sentence) \
    {name, sentence, bench_##function, when},
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

int cmd_bench(const Options *o) {
    const char *name = o->operands > 0 ? o->operand[0] : NULL;
    const BenchOptions how = {
        .quick = o->given & OPTION(QUICK),
        .file = o->operands > 1 ? o->operand[1] : NULL,
    };
    int status = 0, ran = 0;
#ifndef NDEBUG
    if (!how.quick)
        fprintf(stderr, "star bench: this is a debug build: figures of the "
                        "release build are other ones\n");
#endif
    for (int i = 0; i < BENCHES && status == 0; i++)
        if (name == NULL ? table[i].when <= (how.quick ? NAMED : ALWAYS)
                         : strcmp(name, table[i].name) == 0) {
            if (ran++ > 0)
                printf("\n");
            if ((table[i].when == FILE_NAMED) != (how.file != NULL))
                return message_usage("bench", "'%s' takes %s FILE",
                                     table[i].name, how.file ? "no" : "a");
            status = table[i].run(&how);
        }
    return ran > 0 ? status : unknown(name);
}

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
    int (*run)(void); /* NULL: bench_checks, which takes FILE */
    bool named; /* takes so long that it runs only when it is named */
} table[] = {
    {"start", "An empty program, its time and memory.", bench_start, false},
    {"scalar", "Programs without slices, beside Lua and C.", bench_scalar,
     false},
    {"checks", "The same beside the star FILE, built without checks.", NULL,
     true},
    {"primitives", "Operations on slices of 64 to 10^7 bits, beside C.",
     bench_primitives, false},
    {"warshall", "The published transitive closure, beside C.", bench_warshall,
     false},
    {"closure", "CLOSURE of the library on four kinds of graphs, beside C.",
     bench_reach, false},
    {"loops", "Algorithms by loops over slices, beside C.", bench_loops, false},
    {"tables", "Columns of a table that is kept as rows, beside C.",
     bench_tables, false},
    {"readers", "Files of graphs and matrices, beside C.", bench_readers,
     false},
    {"basic", "Procedures of the library on 10^8 rows, beside C.", bench_basic,
     true},
    {"kleene", "The Kleene star, beside its paper and C, in half a minute.",
     bench_kleene, true},
    {"threads", "Long slices and closures on one thread and two, beside C.",
     bench_threads, false},
    {"pipeline", "Tables filled from their first elements, knapsacks, "
                 "beside C.",
     bench_pipeline, true},
    {"chain", "The matrix chain of 1024 to 4096 matrices, beside C.",
     bench_chain, true},
    {"chain-huge", "The matrix chain of 8192 and 16384 matrices.",
     bench_chain_huge, true},
    {"huge", "The closures of 16384 vertices, in minutes.", bench_huge, true},
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
    const char *file = o->operands > 1 ? o->operand[1] : NULL;
    int status = 0, ran = 0;
#ifndef NDEBUG
    fprintf(stderr, "star bench: this is a debug build: figures of the "
                    "release build are other ones\n");
#endif
    for (int i = 0; i < BENCHES && status == 0; i++)
        if (name == NULL ? !table[i].named : strcmp(name, table[i].name) == 0) {
            if (ran++ > 0)
                printf("\n");
            if ((table[i].run == NULL) != (file != NULL))
                return message_usage("bench", "'%s' takes %s FILE",
                                     table[i].name, file ? "no" : "a");
            status = file ? bench_checks(file) : table[i].run();
        }
    return ran > 0 ? status : unknown(name);
}

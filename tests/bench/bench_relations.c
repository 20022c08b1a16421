/* SPDX-License-Identifier: MIT */
/* bench relations: queries on tables in memory, beside SQLite and DuckDB.
 * Theirs come as packages of Python and of npm, so that Node runs it all. */
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "bench.h"

extern char **environ;

int bench_relations(const BenchOptions *o) {
    char script[] = STAR_BENCH_USES "/relations.cjs", node[] = "node",
         quick[] = "--quick", star[4096];
    char *argv[] = {node, script, star, o->quick ? quick : NULL, NULL};
    pid_t pid, ended;
    int status;
    if (snprintf(star, sizeof star, "%s", o->star) >= (int)sizeof star)
        return bench_fail(BENCH_FILE, "%s: the name is too long", o->star);
    fflush(stdout);
    status = posix_spawnp(&pid, node, NULL, NULL, argv, environ);
    if (status == ENOENT) {
        printf("relations: there is no node, which runs it\n");
        return 0;
    }
    if (status != 0)
        return bench_fail(BENCH_FILE, "node: %s", strerror(status));
    do
        ended = waitpid(pid, &status, 0);
    while (ended < 0 && errno == EINTR);
    return ended == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0
               ? 0
               : BENCH_DIFFERS;
}

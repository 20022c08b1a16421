/* SPDX-License-Identifier: MIT */
#include "peers/bench_team.h"

#include <pthread.h>
#include <sched.h>
#include <stddef.h>

typedef struct Second {
    BenchPart *part;
    void *context;
} Second;

static void *work(void *argument) {
    const Second *second = argument;
    second->part(second->context, 1);
    return NULL;
}

bool bench_team(BenchTeam *team, BenchPart *part, void *context) {
    Second second = {part, context};
    pthread_t thread;
    team->arrived = 0;
    if (team->threads > 1 && pthread_create(&thread, NULL, work, &second) != 0)
        return false;
    part(context, 0);
    if (team->threads > 1)
        pthread_join(thread, NULL);
    return true;
}

/* On a busy machine the other one may need this processor. */
void bench_meet(BenchTeam *team, int64_t time) {
    enum { LOOKS = 1000 };
    if (team->threads == 1)
        return;
    team->arrived++;
    for (int look = 0; team->arrived < time * team->threads; look++)
        if (look > LOOKS)
            sched_yield();
#ifdef __x86_64__
        else
            __builtin_ia32_pause();
#endif
}

int64_t bench_begin(const BenchTeam *team, int64_t n, int part) {
    return part == team->threads ? n : n / 8 * part / team->threads * 8;
}

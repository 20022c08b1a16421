/* SPDX-License-Identifier: MIT */
/* The Kleene star. Acyclic graphs by the method of the paper (update of the
 * rows of W in topological order), a tile at a time: in that order the arcs
 * are a matrix X below the diagonal, and W = E + X W is solved from the top,
 * n^3 / 6 sums, each number the maximum of the same sums as in the paper.
 *
 * Graphs with circuits by Floyd's method, a block of iterations k at a time.
 * Iteration k does not change row k and column k, so both are saved as they are
 * before it. Then all iterations of a block are one product,
 *
 *     w[i][j] := the maximum of w[i][j], column k [i] times row k [j]
 *
 * of the same sums as iteration by iteration. Booleans are the closure of
 * bits.
 *
 * Processes of a team divide the strips, whose numbers change by themselves but
 * for those of the block, which one has: it gives this strip to the others. */
#include <stdio.h>

#include "cpu/solvers/closure.h"
#include "cpu/solvers/kleene_job.h"

/* ---- Threads ---- */

typedef struct Stage {
    Job *job;
    Task *task;
    int64_t end;
} Stage;

static void stage_part(void *context, int part, int parts) {
    const Stage *stage = context;
    Job *job = stage->job;
    (void)parts;
    for (int64_t i; (i = atomic_fetch_add(&job->next, 1)) < stage->end &&
                    star_kleene_goes_on(job);)
        stage->task(job, i, part);
}

/* Does tasks from..end - 1, with so much work in numbers. */
static StarStatus range(Job *job, Task *task, int64_t from, int64_t end,
                        int64_t work) {
    Stage stage = {job, task, end};
    job->next = from;
    star_parallel(&job->be->threads, stage_part, &stage, work);
    return (StarStatus)atomic_load(&job->status);
}

static StarStatus each(Job *job, Task *task, int64_t count, int64_t work) {
    return range(job, task, 0, count, work);
}

/* ---- The team ---- */

/* The first strip of process k. That of an acyclic star has the square of the
 * number of strips from it on as work. */
static int64_t first_strip(const Job *job, int k) {
    const int64_t all = job->strips, ranks = job->team->ranks;
    int64_t s = 0;
    if (!job->acyclic)
        return all * k / ranks;
    while (ranks * (all - s) * (all - s) * (all - s) >
           (ranks - k) * all * all * all)
        s++;
    return s;
}

/* Does the tasks of this process's strips. */
static StarStatus each_strip(Job *job, Task *task, int64_t work) {
    const StarTeam *team = job->team;
    if (team == NULL)
        return each(job, task, job->strips, work);
    return range(job, task, first_strip(job, team->rank),
                 first_strip(job, team->rank + 1), work / team->ranks);
}

static int64_t strip_words(const Job *job) {
    return job->rows * (STAR_TILE_WIDTH / (int64_t)sizeof(uint64_t));
}

/* All get the strip of the block. */
static StarStatus share_block(const Job *job) {
    const StarTeam *team = job->team;
    const int64_t words = strip_words(job);
    int owner = 0;
    if (team == NULL)
        return STAR_OK;
    while (first_strip(job, owner + 1) <= job->block)
        owner++;
    return team->broadcast(team->state, (uint64_t *)job->w + job->block * words,
                           words, owner);
}

/* All get all strips. */
static StarStatus share_strips(const Job *job, size_t *first) {
    const StarTeam *team = job->team;
    if (team == NULL)
        return STAR_OK;
    for (int k = 0; k <= team->ranks; k++)
        first[k] = (size_t)(first_strip(job, k) * strip_words(job));
    return team->gather(team->state, job->w, first);
}

/* STAR_OK if all have it. */
static StarStatus agreed(const Job *job, StarStatus status) {
    return job->team == NULL ? status
                             : job->team->agree(job->team->state, status);
}

/* ---- Topological order ---- */

static bool has_arc(const Job *job, int64_t v, const uint64_t *bits,
                    int64_t *from) {
    const uint64_t *row = job->arcs + v * job->words;
    *from = job->be->isa->common(row, bits, *from, job->words);
    return *from < job->words;
}

/* Puts the vertices in an order in which arcs lead forward, by a depth-first
 * search against them; false if there is none. */
static bool sort(Job *job, uint32_t *path, uint32_t *word, uint64_t *unseen,
                 uint64_t *on_path) {
    const int64_t n = job->n;
    int64_t depth = 0, found = 0, from = 0;
    for (int64_t v = 0; v < n; v++)
        unseen[v / 64] |= UINT64_C(1) << v % 64;
    while (found < n) {
        int64_t v = depth > 0 ? (int64_t)path[depth - 1] : -1, k;
        if (v < 0) {
            from = k = job->be->isa->find(unseen, from, job->words);
            v = 64 * k + __builtin_ctzll(unseen[k]);
        } else {
            k = word[v];
            if (!has_arc(job, v, unseen, &k)) {
                on_path[v / 64] ^= UINT64_C(1) << v % 64;
                job->place[v] = (uint32_t)found;
                job->order[found++] = (uint32_t)v;
                depth--;
                continue;
            }
            word[v] = (uint32_t)k;
            v = 64 * k +
                __builtin_ctzll(job->arcs[v * job->words + k] & unseen[k]);
        }
        k = 0;
        if (has_arc(job, v, on_path, &k))
            return false;
        path[depth++] = (uint32_t)v;
        unseen[v / 64] ^= UINT64_C(1) << v % 64;
        on_path[v / 64] ^= UINT64_C(1) << v % 64;
    }
    return true;
}

static StarStatus find_order(Job *job) {
    const size_t n = (size_t)job->n, words = (size_t)job->words;
    StarMem *mem = job->be->mem;
    uint32_t *number = star_mem_alloc(mem, 2 * n, sizeof *number);
    uint64_t *bits = star_mem_alloc(mem, 2 * words, sizeof *bits);
    const bool ok = number != NULL && bits != NULL;
    if (ok)
        job->acyclic = sort(job, number, number + n, bits, bits + words);
    for (int64_t v = 0; ok && !job->acyclic && v < job->n; v++)
        job->order[v] = job->place[v] = (uint32_t)v;
    star_mem_free(mem, bits, 2 * words, sizeof *bits);
    star_mem_free(mem, number, 2 * n, sizeof *number);
    return ok ? STAR_OK : STAR_MEMORY;
}

/* ---- The two methods ---- */

/* The work of a strip is the square of the number of strips from it on. */
static StarStatus solve(Job *job) {
    const int64_t n = job->n, s = job->strips;
    star_work(job->be->mem, s * (s + 1) / 2 * (2 * s + 1) / 3);
    STAR_TRY(each(job, job->stages->pack, job->groups, n * n));
    STAR_TRY(each_strip(job, job->stages->solve, n * n * n));
    return job->max_sum > 0 ? each(job, star_kleene_check, n, n * n) : STAR_OK;
}

static StarStatus iterate(Job *job) {
    const int64_t n = job->n, width = job->width;
    star_work(job->be->mem, job->strips);
    STAR_TRY(each(job, job->stages->fill, job->rows, n * n));
    for (job->block = 0; job->block < job->strips; job->block++) {
        STAR_TRY(share_block(job));
        job->stages->diagonal(job);
        if (job->max_sum > 0)
            star_kleene_note_rows(job, job->block, job->block_rows);
        STAR_TRY(each(job, job->stages->panel, job->groups, n * width * width));
        STAR_TRY(each_strip(job, job->stages->update, n * n * width));
        if (job->max_sum > 0 && !star_kleene_fits(job))
            return STAR_DECLINED;
        const StarStatus status =
            agreed(job, job->stages->diverges(job) ? STAR_DECLINED : STAR_OK);
        if (status == STAR_DECLINED && job->max_sum == 0)
            return STAR_DIVERGENCE;
        STAR_TRY(status);
        star_work_at(job->be->mem, job->block + 1);
    }
    return STAR_OK;
}

/* ---- Memory ---- */

typedef struct Memory {
    void *block;
    size_t bytes;
} Memory;

/* Allocates rows * width numbers; false if there is no memory. The system
 * commits pages when they are written. */
static bool get(Job *job, Memory *m, void **to, int64_t rows, int64_t width) {
    size_t bytes;
    if (!star_size_mul((uint64_t)rows, (uint64_t)width, &bytes) ||
        !star_size_mul(bytes, job->stages->size, &bytes))
        bytes = SIZE_MAX;
    *to = m->block = star_mem_alloc_raw(job->be->mem, bytes, 1);
    m->bytes = bytes;
    return m->block != NULL;
}

static StarStatus star_of_numbers(Job *job) {
    const int64_t width = job->width;
    const int64_t parts = job->be->threads.count;
    const int64_t room =
        (int64_t)(star_kleene_room(job) / job->stages->size) * parts;
    const int64_t block = width + STAR_TILE_ROWS;
    const int64_t ranks = job->team != NULL ? job->team->ranks + 1 : 0;
    Memory m[7] = {{NULL, 0}};
    void *ranges = NULL, *first = NULL;
    StarStatus status = STAR_MEMORY;
    if (get(job, &m[0], &job->w, job->rows, job->strips * width) &&
        get(job, &m[1], &job->x, job->rows, job->acyclic ? job->rows : width) &&
        get(job, &m[2], &job->room, room, 1) &&
        get(job, &m[3], &job->block_rows, block, width) &&
        get(job, &m[4], &job->block_left, block, width) &&
        get(job, &m[5], &ranges, job->max_sum > 0 ? 3 * job->strips : 0,
            width) &&
        get(job, &m[6], &first, ranks, sizeof(size_t)))
        status = STAR_OK;
    status = agreed(job, status);
    job->ranges = ranges;
    if (status == STAR_OK)
        status = job->acyclic ? solve(job) : iterate(job);
    if (status == STAR_OK)
        status = share_strips(job, first);
    if (status == STAR_OK)
        status = each(job, job->stages->put, job->n, job->n * job->n);
    for (int k = 7; k-- > 0;)
        star_mem_free(job->be->mem, m[k].block, m[k].bytes, 1);
    return status;
}

static StarStatus star_of_bits(Job *job) {
    STAR_TRY(star_closure(job->be, job->arcs, job->words, job->n));
    return each(job, job->stages->put_bits, job->n, job->n * job->n);
}

/* In strips of whole vectors. */
static void set_stages(Job *job, const Stages *stages, StarNumber number) {
    job->stages = stages;
    job->tile = job->be->isa->tile[number][job->ring >= STAR_MAXMIN];
    job->width = (int64_t)(STAR_TILE_WIDTH / stages->size);
    job->strips = (job->n + job->width - 1) / job->width;
}

static Job new_job(StarBackend *be, void *a, int64_t n, StarNumber number,
                   StarRing ring) {
    Job job = {.be = be,
               .ring = ring,
               .n = n,
               .words = star_words(n),
               .a = a,
               .groups = (n + STAR_TILE_ROWS - 1) / STAR_TILE_ROWS};
    job.rows = STAR_TILE_ROWS * job.groups;
    set_stages(&job, &star_kleene_stages[number], number);
    return job;
}

/* Sums are checked: of 32 bits by those that the type has, of 64 bits before
 * they come near its bounds. */
static void check_sums(Job *job, StarNumber number) {
    job->max_sum =
        number == STAR_NUMBER_LONG ? INT32_MAX : -STAR_KLEENE_LEAST - 1;
    if (number == STAR_NUMBER_LONG)
        set_stages(job, &star_kleene_wide, STAR_NUMBER_INT);
    job->team = NULL; /* the checks need all strips */
}

static StarStatus close_by(StarBackend *be, void *a, int64_t n,
                           StarNumber number, StarRing ring,
                           const StarTeam *team) {
    Job job = new_job(be, a, n, number, ring);
    job.team = team;
    const size_t words = (size_t)(n * job.words), vertices = (size_t)n;
    StarStatus status = STAR_MEMORY;
    if (n == 0)
        return STAR_OK;
    job.arcs = star_mem_alloc_raw(be->mem, words, sizeof *job.arcs);
    uint32_t *vertex =
        star_mem_alloc_raw(be->mem, vertices, 2 * sizeof *vertex);
    if (job.arcs != NULL && vertex != NULL) {
        job.order = vertex;
        job.place = vertex + n;
        status = each(&job, job.stages->inspect, n, n * n);
    }
    if (status == STAR_OK && ring != STAR_BOOLEAN)
        status = find_order(&job);
    status = agreed(&job, status);
    if (status == STAR_OK && ring == STAR_BOOLEAN)
        status = star_of_bits(&job);
    else if (status == STAR_OK) {
        if (job.great)
            check_sums(&job, number);
        status = star_of_numbers(&job);
    }
    star_mem_free(be->mem, vertex, vertices, 2 * sizeof *vertex);
    star_mem_free(be->mem, job.arcs, words, sizeof *job.arcs);
    return status;
}

StarStatus star_kleene(StarBackend *be, void *a, int64_t n, StarNumber number,
                       StarRing ring) {
    return close_by(be, a, n, number, ring, NULL);
}

/* ---- Circuits that diverge ---- */

/* Appends as much of " -> v" as there is room for. */
static void append(char *text, size_t size, int64_t v) {
    const size_t length = strlen(text);
    snprintf(text + length, size - length, " -> %lld", (long long)v);
}

/* As the body follows the path. */
StarStatus star_kleene_circuit(StarError *error, const uint32_t *first,
                               int64_t n, int64_t i, int64_t k, int64_t low) {
    char path[STAR_ERROR_TEXT] = "";
    int64_t v = i, m = 0;
    do {
        v = first[k * n + v];
        append(path, sizeof path, low + v);
    } while (v != k && ++m < n);
    do {
        v = first[i * n + v];
        append(path, sizeof path, low + v);
    } while (v != i && ++m < n);
    return star_raise(error, MSG_STAR_DIVERGES(low + i, path));
}

StarStatus star_kleene_diverges(StarBackend *be, void *a, int64_t n,
                                StarNumber number, StarRing ring, int64_t low) {
    Job job = new_job(be, a, n, number, ring);
    const size_t cells = (size_t)n * (size_t)n;
    uint32_t *first = star_mem_alloc_raw(be->mem, cells, sizeof *first);
    StarStatus status = STAR_MEMORY;
    int64_t i, k;
    job.w = star_mem_alloc_raw(be->mem, cells, job.stages->size);
    if (first != NULL && job.w != NULL) {
        if (job.stages->find_circuit(&job, first, &i, &k))
            status = star_kleene_circuit(be->mem->error, first, n, i, k, low);
        else
            status = (StarStatus)atomic_load(&job.status);
    }
    star_mem_free(be->mem, job.w, cells, job.stages->size);
    star_mem_free(be->mem, first, cells, sizeof *first);
    return status;
}

/* Declines bounds and elements that the body must check. Small graphs with a
 * divergent circuit are the body's too; for larger ones the kernel finds the
 * circuit. */
StarStatus star_kleene_share(StarBackend *be, StarCell *arg,
                             const StarTeam *team) {
    enum { MIN_CIRCUIT_VERTICES = 200 };
    static const int8_t numbers[] = {[STAR_ELEM_INT] = 1 + STAR_NUMBER_INT,
                                     [STAR_ELEM_REAL] = 1 + STAR_NUMBER_REAL,
                                     [STAR_ELEM_LONG] = 1 + STAR_NUMBER_LONG,
                                     [STAR_ELEM_SINGLE] =
                                         1 + STAR_NUMBER_SINGLE,
                                     [STAR_ELEM_OBJECT] = 0};
    const StarArray *a = arg[1].array;
    const int64_t n = arg[0].i, low = a->dim[0].low;
    const int number = numbers[a->element] - 1;
    const StarRing ring = (StarRing)arg[2].i;
    StarStatus status;
    if (a->dims != 2 || a->dim[0].count != n || a->dim[1].count != n ||
        a->dim[1].low != low || number < 0)
        return STAR_DECLINED;
    status = close_by(be, a->data, n, (StarNumber)number, ring, team);
    if (status == STAR_DIVERGENCE && n < MIN_CIRCUIT_VERTICES)
        return STAR_DECLINED;
    if (status == STAR_DIVERGENCE)
        status =
            star_kleene_diverges(be, a->data, n, (StarNumber)number, ring, low);
    return star_native_done(be, status);
}

CPU_CALL(KLEENE, star_kleene_share(be, arg, NULL))

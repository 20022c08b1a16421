/* SPDX-License-Identifier: MIT */
#include "debug/history.h"

#include <string.h>

#include "interp/exec.h"
#include "debug/snapshot_arena.h"
#include "debug/table_hash.h"

/* Snapshots of the region; steps from one to the next, with more for each page;
 * bytes of the end of the output, in memory. */
enum {
    MAX_SNAPSHOTS = 64,
    MIN_SNAPSHOT_STEPS = 10000,
    STEPS_PER_PAGE = 64,
    MAX_OUTPUT_TAIL = 1 << 22
};

/* A page, which `uses` snapshots share. */
typedef struct Page {
    size_t uses;
    char bytes[STAR_PAGE];
} Page;

typedef struct Snapshot {
    StarMoment at;
    size_t pages, used;
    Page **page; /* NULL: not in use then */
} Snapshot;

/* Bytes number first.. of input or output. */
typedef struct Log {
    int64_t first;
    size_t length, room;
    char *text;
} Log;

struct StarHistory {
    StarMem mem; /* of what is outside the region */
    StarError error;
    StarOptions options; /* of the caller */
    SnapshotArena *region;
    StarAllocator from;
    StarMachine *machine;
    StarTableHash hashes;
    StarMoment now;
    StarStatus status; /* of a run that failed */
    bool begun;
    bool careful; /* the program uses files: checked after each statement */
    int64_t wall; /* steps that cannot be passed again */
    bool stale;   /* went back from beyond it: what the files of the region
                     stand for is no longer so */
    Snapshot snapshot[MAX_SNAPSHOTS + 1]; /* in the order of their steps */
    unsigned snapshots;
    Log out, in;
    int64_t warned; /* statements until the last warning */
};

/* ---- Input and output ---- */

static int64_t end_of(const Log *log) {
    return log->first + (int64_t)log->length;
}

static bool append(StarHistory *h, Log *log, const char *text, size_t length) {
    if (length == 0)
        return true;
    if (length > log->room - log->length) {
        const size_t more = 2 * log->length + length + 1024;
        char *moved =
            star_mem_move(&h->mem, log->text, log->length, log->room, more, 1);
        if (moved == NULL)
            return false;
        log->text = moved;
        log->room = more;
    }
    memcpy(log->text + log->length, text, length);
    log->length += length;
    return true;
}

static void forget_half(Log *log) {
    const size_t half = log->length / 2;
    memmove(log->text, log->text + half, log->length - half);
    log->first += (int64_t)half;
    log->length -= half;
}

/* Output that was written before is not written again. */
static bool write_new(void *history, const char *text, size_t length) {
    StarHistory *h = history;
    const int64_t known = end_of(&h->out) - h->now.written;
    h->now.written += (int64_t)length;
    if (known >= (int64_t)length)
        return true;
    text += known;
    length -= (size_t)known;
    if (!append(h, &h->out, text, length))
        return false;
    if (h->out.length > MAX_OUTPUT_TAIL)
        forget_half(&h->out);
    return h->options.write == NULL ||
           h->options.write(h->options.context, text, length);
}

/* Input that was read before is read from the log. */
static size_t read_again(void *history, char *text, size_t most) {
    StarHistory *h = history;
    size_t known = (size_t)(end_of(&h->in) - h->now.read);
    if (known == 0) {
        known = h->options.read == NULL
                    ? 0
                    : h->options.read(h->options.context, text, most);
        if (!append(h, &h->in, text, known))
            known = 0;
    } else {
        known = known < most ? known : most;
        memcpy(text, h->in.text + h->now.read, known);
    }
    h->now.read += (int64_t)known;
    return known;
}

static StarPermit may_open(void *history, const char *path) {
    StarHistory *h = history;
    return h->options.may_open(h->options.context, path);
}

/* A warning that was given before is not given again. */
static void warn_new(void *history, const StarReport *report,
                     const StarSources *sources) {
    StarHistory *h = history;
    if (h->machine->debug.statements <= h->warned)
        return;
    h->warned = h->machine->debug.statements;
    h->options.warn(h->options.context, report, sources);
}

size_t star_history_output(const StarHistory *h, size_t most,
                           const char **text) {
    const int64_t there = h->now.written - h->out.first;
    const size_t length = there > 0 ? (size_t)there : 0;
    *text = length > most ? h->out.text + (length - most) : h->out.text;
    return length > most ? most : length;
}

/* ---- Opening and closing ---- */

StarHistory *star_history_new(const StarOptions *options, size_t room,
                              StarError *error) {
    StarMem own = {.error = error, .limit = SIZE_MAX};
    StarHistory *h = star_mem_alloc(&own, 1, sizeof *h);
    if (h == NULL)
        return NULL;
    star_mem_init(&h->mem, &h->error, room);
    h->options = *options;
    h->wall = INT64_MAX;
    h->region = snapshot_arena_new();
    h->from =
        (StarAllocator){snapshot_arena_take, snapshot_arena_put, h->region};
    StarOptions mine = *options;
    mine.allocator = &h->from;
    mine.threads = 1;
    mine.attach = NULL;
    mine.may_open = options->may_open != NULL ? may_open : NULL;
    mine.warn = options->warn != NULL ? warn_new : NULL;
    mine.write = write_new;
    mine.read = read_again;
    mine.context = h;
    if (h->region == NULL)
        star_raise(error, MSG_NO_ADDRESSES());
    else
        h->machine = star_machine_new(&mine, error);
    if (h->machine != NULL) {
        h->machine->debug.hashes = &h->hashes;
        return h;
    }
    star_history_free(h);
    return NULL;
}

static void drop(StarHistory *h, unsigned k) {
    Snapshot *c = &h->snapshot[k];
    for (size_t p = 0; p < c->pages; p++)
        if (c->page[p] != NULL && --c->page[p]->uses == 0)
            star_mem_free(&h->mem, c->page[p], 1, sizeof(Page));
    star_mem_free(&h->mem, c->page, c->pages, sizeof(Page *));
    h->snapshots--;
    memmove(c, c + 1, (h->snapshots - k) * sizeof *c);
}

void star_history_free(StarHistory *h) {
    StarMem own = {0};
    if (h == NULL)
        return;
    star_machine_free(h->machine);
    while (h->snapshots > 0)
        drop(h, h->snapshots - 1);
    star_mem_free(&h->mem, h->out.text, h->out.room, 1);
    star_mem_free(&h->mem, h->in.text, h->in.room, 1);
    snapshot_arena_free(h->region);
    star_mem_free(&own, h, 1, sizeof *h);
}

StarMachine *star_history_machine(StarHistory *h) {
    return h->machine;
}

const StarProgram *star_history_program(const StarHistory *h) {
    return h->machine->program;
}

const StarMachine *star_history_inside(const StarHistory *h) {
    return h->machine;
}

const StarMoment *star_history_now(const StarHistory *h) {
    return &h->now;
}

void star_history_touched(StarHistory *h, StarTouched *touched, void *context) {
    h->hashes.touched = touched;
    h->hashes.context = context;
}

bool star_history_outside(const StarHistory *h) {
    return h->careful;
}

int64_t star_history_first(const StarHistory *h) {
    return h->snapshots > 0 ? h->snapshot[0].at.steps : h->now.steps;
}

bool star_history_blocked(const StarHistory *h) {
    return h->now.when == STAR_PAUSED && h->now.steps >= h->wall;
}

/* ---- Copies ---- */

/* True if no byte of a page can matter: it lies in the part of the stack or
 * of the frames behind what was ever used. */
static bool is_unused(const StarHistory *h, const char *page) {
    const StarMachine *m = h->machine;
    const char *cells = (const char *)m->stack_end;
    const char *frames = (const char *)(m->frame + m->depth_end);
    return (page >= cells &&
            page + STAR_PAGE <= (const char *)(m->stack + EXEC_STACK)) ||
           (page >= frames &&
            page + STAR_PAGE <= (const char *)(m->frame + m->max_depth));
}

/* The last snapshot that is not after so many steps; there is one, unless it is
 * -1. */
static int before(const StarHistory *h, int64_t steps) {
    int k = (int)h->snapshots - 1;
    while (k >= 0 && h->snapshot[k].at.steps > steps)
        k--;
    return k;
}

/* Drops a snapshot, not the first, that leaves the least gap, seen from here:
 * gaps grow with the distance. */
static void thin(StarHistory *h) {
    double least = 0;
    unsigned which = 0;
    for (unsigned k = 1; k < h->snapshots; k++) {
        const int64_t from = h->snapshot[k - 1].at.steps;
        const int64_t to = k + 1 < h->snapshots ? h->snapshot[k + 1].at.steps
                                                : h->snapshot[k].at.steps;
        const int64_t distance =
            h->now.steps > from ? h->now.steps - from : from - h->now.steps;
        const double gap = (double)(to - from) / (double)(distance + 1);
        if (which == 0 || gap < least) {
            which = k;
            least = gap;
        }
    }
    drop(h, which);
}

static Page *copy_page(StarHistory *h, const char *bytes, const Snapshot *other,
                       size_t number) {
    Page *page =
        other != NULL && number < other->pages ? other->page[number] : NULL;
    if (page == NULL || memcmp(page->bytes, bytes, STAR_PAGE) != 0) {
        page = star_mem_alloc_raw(&h->mem, 1, sizeof *page);
        if (page == NULL)
            return NULL;
        page->uses = 0;
        memcpy(page->bytes, bytes, STAR_PAGE);
    }
    page->uses++;
    return page;
}

/* Fails without memory, and then there is no such snapshot. */
static bool take_snapshot(StarHistory *h) {
    const char *base = (const char *)h->region;
    const int at = before(h, h->now.steps) + 1;
    const size_t pages = snapshot_arena_used(h->region) / STAR_PAGE;
    Snapshot new = {.at = h->now, .pages = pages};
    new.page = star_mem_alloc(&h->mem, pages, sizeof *new.page);
    bool whole = new.page != NULL;
    if (!whole)
        return false;
    for (size_t p = 0; p < pages && whole; p++)
        if (!is_unused(h, base + p * STAR_PAGE)) {
            new.page[p] = copy_page(h, base + p * STAR_PAGE,
                                    at > 0 ? &h->snapshot[at - 1] : NULL, p);
            whole = new.page[p] != NULL;
            new.used++;
        }
    memmove(&h->snapshot[at + 1], &h->snapshot[at],
            (h->snapshots - (unsigned)at) * sizeof new);
    h->snapshot[at] = new;
    h->snapshots++;
    if (!whole)
        drop(h, (unsigned)at);
    return whole;
}

/* A snapshot of this moment: where there is no memory for it, other ones go. */
static StarStatus keep(StarHistory *h) {
    if (h->snapshots == MAX_SNAPSHOTS)
        thin(h);
    while (!take_snapshot(h)) {
        if (h->snapshots == 0)
            return h->error.status;
        if (h->snapshots == 1)
            return STAR_OK;
        thin(h);
    }
    return STAR_OK;
}

static void restore(StarHistory *h, unsigned k) {
    char *base = (char *)h->region;
    const Snapshot *c = &h->snapshot[k];
    for (size_t p = 0; p < c->pages; p++)
        if (c->page[p] != NULL)
            memcpy(base + p * STAR_PAGE, c->page[p]->bytes, STAR_PAGE);
    star_table_hash_forget(&h->hashes);
    h->now = c->at;
    h->stale = h->wall != INT64_MAX;
}

/* ---- Running ---- */

static int64_t charge(const StarHistory *h) {
    return star_instr_jump(*h->machine->at);
}

/* Takes at most so many steps, fewer if that is the program's limit. */
static StarStatus run(StarHistory *h, int64_t steps) {
    StarMachine *m = h->machine;
    const int64_t left = m->fuel.most - h->now.steps;
    const bool limit = h->now.when == STAR_PAUSED && charge(h) > left;
    m->fuel.pauses = !limit;
    m->fuel.left = steps < left ? steps : left;
    const int64_t given = m->fuel.left;
    StarStatus status = exec_go(m);
    if (m->io.console.out > 0 &&
        star_console_flush(&m->io.console) != STAR_OK && status == STAR_OK)
        status = STAR_WRITE;
    h->now.steps += given - m->fuel.left;
    h->now.statements = m->debug.statements;
    h->now.when = status == STAR_OK                        ? STAR_ENDED
                  : status == STAR_STEPS && m->fuel.pauses ? STAR_PAUSED
                  : status == STAR_INTERRUPTED || status == STAR_TIME
                      ? STAR_CUT
                      : STAR_FAILED;
    return status;
}

/* After a statement that used a file there is no way back; where it failed,
 * none forward either. */
static StarStatus check_files_used(StarHistory *h, int64_t from) {
    bool *outside = &h->machine->mem.outside;
    if (!*outside)
        return STAR_OK;
    *outside = false;
    if (h->now.when != STAR_PAUSED) {
        h->wall = from;
        return STAR_OK;
    }
    while (h->snapshots > 1)
        drop(h, h->snapshots - 1);
    if (!take_snapshot(h))
        return h->error.status;
    drop(h, 0);
    return STAR_OK;
}

/* Goes on from a pause, by some steps at most. */
static StarStatus advance(StarHistory *h, int64_t steps) {
    const int k = before(h, h->now.steps);
    const int64_t gap =
        MIN_SNAPSHOT_STEPS + STEPS_PER_PAGE * (int64_t)h->snapshot[k].used;
    const int64_t due = h->snapshot[k].at.steps + gap - h->now.steps;
    const int64_t from = h->now.steps;
    int64_t most = steps < due ? steps : due;
    if (h->careful || most < charge(h))
        most = charge(h);
    const StarStatus status = run(h, most);
    STAR_TRY(check_files_used(h, from));
    if (h->now.when == STAR_CUT)
        return status;
    if (h->now.when != STAR_PAUSED)
        h->status = status;
    else if (h->now.steps - h->snapshot[before(h, h->now.steps)].at.steps >=
             gap)
        return keep(h);
    return STAR_OK;
}

static bool uses_files(const StarProgram *p) {
    for (uint32_t k = 0; k < p->length; k++)
        if (p->code[k].op == STAR_OP_NEWFILE || p->code[k].op == STAR_OP_FSAVE)
            return true;
    return false;
}

/* To the first pause of a run whose beginning went so. */
static StarStatus begin(StarHistory *h, StarStatus status) {
    StarMachine *m = h->machine;
    h->begun = true;
    h->careful = uses_files(m->program);
    h->now.when = STAR_FAILED; /* there is no statement yet */
    h->status = status;
    if (status == STAR_OK)
        h->status = run(h, 0);
    m->mem.outside = false;
    return h->now.when == STAR_PAUSED ? keep(h) : STAR_OK;
}

StarStatus star_history_begin(StarHistory *h, const StarProgram *program,
                              const StarProc *proc, const StarCell *args) {
    return begin(h, exec_begin(h->machine, program, proc, args));
}

StarStatus star_history_take(StarHistory *h) {
    h->now = (StarMoment){0};
    h->out.first = h->in.first = 0;
    h->out.length = h->in.length = 0;
    return begin(h, h->machine->run.status);
}

static bool may_go_on(const StarHistory *h) {
    return h->now.when == STAR_PAUSED && h->now.steps < h->wall;
}

StarStatus star_history_go(StarHistory *h, int64_t steps) {
    const bool cut = h->now.when == STAR_CUT;
    const int64_t last = h->now.steps - cut;
    const int k = before(h, cut && steps > last ? last : steps);
    if (h->snapshots == 0)
        return STAR_OK;
    if (steps < h->now.steps || cut)
        restore(h, k < 0 ? 0 : (unsigned)k);
    else if (may_go_on(h) && h->snapshot[k].at.steps > h->now.steps)
        restore(h, (unsigned)k); /* it was there before */
    while (may_go_on(h) && charge(h) <= steps - h->now.steps)
        STAR_TRY(advance(h, steps - h->now.steps));
    return STAR_OK;
}

/* A statement takes a step at least: so many steps do not pass too many. */
StarStatus star_history_statement(StarHistory *h, int64_t statements) {
    if (h->snapshots == 0)
        return STAR_OK;
    unsigned k = h->snapshots - 1;
    while (k > 0 && h->snapshot[k].at.statements > statements)
        k--;
    if (h->now.when != STAR_PAUSED || h->now.statements > statements ||
        h->snapshot[k].at.steps > h->now.steps)
        restore(h, k);
    while (may_go_on(h) && h->now.statements < statements) {
        const int64_t left = statements - h->now.statements;
        STAR_TRY(advance(h, left > charge(h) ? left : charge(h)));
    }
    return STAR_OK;
}

StarStatus star_history_forward(StarHistory *h, StarWanted *wanted,
                                void *context) {
    while (may_go_on(h)) {
        STAR_TRY(advance(h, charge(h)));
        if (h->now.when == STAR_PAUSED && wanted(context))
            break;
    }
    return STAR_OK;
}

StarStatus star_history_back(StarHistory *h, StarWanted *wanted, void *context,
                             bool *found) {
    const StarMoment start = h->now;
    int64_t end = start.steps, last = -1;
    for (int k = before(h, end - 1); k >= 0 && last < 0;
         k = before(h, end - 1)) {
        const int64_t from = h->snapshot[k].at.steps;
        restore(h, (unsigned)k);
        while (h->now.when == STAR_PAUSED && h->now.steps < end) {
            if (wanted(context))
                last = h->now.steps;
            if (h->now.steps + charge(h) >= end)
                break;
            STAR_TRY(advance(h, charge(h)));
        }
        end = from;
    }
    *found = last >= 0;
    return star_history_go(h, *found ? last : start.steps);
}

/* ---- Looking ---- */

unsigned star_history_depth(const StarHistory *h) {
    return h->machine->depth;
}

StarView star_history_frame(const StarHistory *h, unsigned number) {
    const StarMachine *m = h->machine;
    const Frame *f = &m->frame[number];
    const StarInstr *at =
        h->now.when == STAR_ENDED ? m->program->code + f->proc->end - 1
        : number + 1 == m->depth  ? m->at
                                  : m->frame[number + 1].back - 1;
    return (StarView){f->proc, f->cell,
                      m->program->span[at - m->program->code]};
}

StarStatus star_history_end(StarHistory *h) {
    if (!h->begun)
        return STAR_OK;
    h->begun = false;
    if (h->stale) /* the process closes its files, the region has the rest */
        return STAR_OK;
    return exec_end(h->machine,
                    h->now.when == STAR_FAILED ? h->status : STAR_OK);
}

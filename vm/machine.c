/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "interp/exec.h"
#include "debug/profile.h"
#include "memory/map.h"
#include "translate/stack.h"
#include "translate/stencils/stencils.h"

/* The account of memory grows by so many cells and frames, a page or two. */
enum { MORE_CELLS = 512, MORE_FRAMES = 128 };

/* Calls shown at either end of a long chain. */
enum { SHOWN = 4 };

static void count_operands(StarMachine *m) {
    StarOperand operand[STAR_MAX_OPERANDS];
    for (int p = 0; p < STAR_PRIM_COUNT; p++) {
        m->prims.operands[p] =
            (uint8_t)star_signature(star_prims[p].signature, operand);
        m->prims.scalar[p] = m->prims.operands[p] > 0 &&
                             operand[0].kind == STAR_SIG_SCALAR &&
                             operand[0].access == STAR_OVERWRITE;
    }
}

/* The machine's own memory is not the program's, but what a program touches of
 * the stack is. */
static StarStatus open(StarMachine *m, const StarOptions *o) {
    star_mem_init(&m->mem, &m->error, SIZE_MAX);
    star_machine_bound(m, o->max_steps, o->max_memory);
    m->mem.allocator = o->allocator;
    m->mem.maps = o->maps;
    StarMem own = star_mem_beside(&m->mem, &m->error);
    m->max_depth = o->max_depth ? o->max_depth : STAR_MAX_DEPTH;
    m->max_depth += m->max_depth < UINT32_MAX; /* the program's block */
    m->io.folder = o->folder;
    m->io.may_open = o->may_open;
    m->jit.when = o->jit;
    m->messages.warn = o->warn;
    star_heap_init(&m->heap);
    m->stack = star_mem_alloc_raw(&own, EXEC_STACK, sizeof *m->stack);
    m->frame = star_mem_alloc_raw(&own, m->max_depth, sizeof *m->frame);
    if (m->stack == NULL || m->frame == NULL)
        return STAR_MEMORY;
    m->io.console.error = &m->error;
    m->io.console.write = o->write;
    m->io.console.read = o->read;
    m->io.console.context = o->context;
    m->io.console.mem = &m->mem;
    m->io.console.lock = &m->io.lock;
    m->io.console.quota = &m->io.output;
    m->io.output = (StarQuota){o->max_output, 0, ""};
    count_operands(m);
    STAR_TRY(star_cpu_open(&m->be, &m->mem, o->isa));
    if (o->threads > 0)
        m->be.threads.count =
            o->threads < STAR_MAX_THREADS ? (int)o->threads : STAR_MAX_THREADS;
    return o->attach != NULL ? o->attach(&m->be, o->context) : STAR_OK;
}

StarMachine *star_machine_new(const StarOptions *options, StarError *error) {
    StarMem own = {
        .error = error, .allocator = options->allocator, .limit = SIZE_MAX};
    StarMachine *m = star_mem_alloc(&own, 1, sizeof *m);
    if (m == NULL)
        return NULL;
    pthread_mutex_init(&m->io.lock, NULL);
    if (open(m, options) != STAR_OK) {
        *error = m->error;
        star_machine_free(m);
        return NULL;
    }
    return m;
}

void star_machine_free(StarMachine *m) {
    if (m == NULL)
        return;
    StarMem own = star_mem_beside(&m->mem, NULL);
    stencil_free(&m->jit.code, &m->mem);
    stack_free(m);
    star_machine_profile(m, false);
    star_mem_free(&m->mem, m->mask, m->mask_words, sizeof *m->mask);
    star_mem_free(&m->mem, m->pairs.bits, m->pairs.room, sizeof *m->pairs.bits);
    if (m->be.ops.close != NULL)
        m->be.ops.close(&m->be);
    star_mem_free(&own, m->stack, EXEC_STACK, sizeof *m->stack);
    star_mem_free(&own, m->frame, m->max_depth, sizeof *m->frame);
    pthread_mutex_destroy(&m->io.lock);
    star_mem_free(&own, m, 1, sizeof *m);
}

/* ---- The stack ---- */

static void begin_stack(StarMachine *m, const StarProgram *program) {
    m->depth = m->depth_end = 0;
    m->stack_end = m->stack;
    m->frame_most = program->frame_most;
}

static void end_stack(StarMachine *m) {
    const size_t cells = (size_t)(m->stack_end - m->stack);
    star_mem_give(&m->mem,
                  cells * sizeof *m->stack + m->depth_end * sizeof *m->frame);
}

StarStatus exec_more_stack(StarMachine *m, const StarProc *callee,
                           const StarCell *cell) {
    const int64_t lacking = m->frame_most - (m->stack_end - cell);
    const int64_t left = m->stack + EXEC_STACK - m->stack_end;
    if (m->depth == m->max_depth)
        return exec_too_deep(m, callee);
    if (lacking > left)
        return exec_stack_full(m, callee, EXEC_STACK);
    if (lacking > 0) {
        int64_t more = lacking > MORE_CELLS ? lacking : MORE_CELLS;
        more = more < left ? more : left;
        if (!star_mem_take(&m->mem, (size_t)more * sizeof *m->stack))
            return STAR_MEMORY;
        m->stack_end += more;
    }
    if (m->depth == m->depth_end) {
        const uint32_t rest = m->max_depth - m->depth_end;
        const uint32_t more = rest < MORE_FRAMES ? rest : MORE_FRAMES;
        if (!star_mem_take(&m->mem, more * sizeof *m->frame))
            return STAR_MEMORY;
        m->depth_end += more;
    }
    return STAR_OK;
}

bool star_machine_has_jit(void) {
    return stencil_fit();
}

StarBackend *star_machine_backend(StarMachine *m) {
    return &m->be;
}

void star_machine_stop(StarMachine *m, StarStatus why) {
    if (!__atomic_load_n(&m->run.active, __ATOMIC_SEQ_CST))
        return;
    star_stop(&m->mem, why);
    __atomic_store_n(&m->table,
                     __atomic_load_n(&m->labels.end, __ATOMIC_SEQ_CST),
                     __ATOMIC_SEQ_CST);
    uint32_t *depth_end = __atomic_load_n(&m->run.depth_end, __ATOMIC_SEQ_CST);
    if (depth_end != NULL)
        __atomic_store_n(depth_end, 0, __ATOMIC_SEQ_CST);
}

void star_machine_show(StarMachine *m) {
    star_console_show(&m->io.console);
}

StarWork star_machine_work(const StarMachine *m) {
    return star_work_inspect(&m->mem);
}

const char *star_machine_mapped(const StarMachine *m, const void *address) {
    return star_map_at(&m->mem, address);
}

void star_machine_folder(StarMachine *m, const char *folder) {
    m->io.folder = folder;
}

void star_machine_bound(StarMachine *m, int64_t max_steps, size_t max_memory) {
    m->fuel.most = max_steps ? max_steps : INT64_MAX;
    m->mem.limit = max_memory ? max_memory : SIZE_MAX;
}

int64_t star_machine_steps(const StarMachine *m) {
    return m->fuel.most - m->fuel.left;
}

void star_machine_unoptimised(StarMachine *m, bool loops, bool bodies) {
    m->debug.unoptimised = loops;
    m->debug.bodies = bodies;
}

const StarReport *star_machine_report(const StarMachine *m) {
    return &m->messages.report;
}

static StarSpan span_of(const StarProgram *p, const StarInstr *at) {
    return p->span[at - p->code];
}

static void note(StarMachine *m, StarSpan span, const char *text) {
    StarReport *r = &m->messages.report;
    snprintf(m->messages.note[r->notes], sizeof m->messages.note[0], "%s",
             text);
    r->note[r->notes] = (StarNote){span, m->messages.note[r->notes]};
    r->notes++;
}

/* From the innermost of `depth` calls outward; the middle of a long chain is
 * left out. */
static void call_chain(StarMachine *m, uint32_t depth) {
    char text[80];
    for (uint32_t k = depth; k-- > 1;) {
        const Frame *f = &m->frame[k];
        uint32_t from_top = depth - 1 - k;
        if (from_top >= SHOWN && k > SHOWN) {
            uint32_t left_out = k - SHOWN;
            snprintf(text, sizeof text, "... and %u more calls", left_out);
            note(m, span_of(m->program, f->back - 1), text);
            k = SHOWN + 1;
            continue;
        }
        if (m->run.wanted != NULL && k == 1)
            continue; /* called by no statement */
        snprintf(text, sizeof text, "'%.50s' was called here", f->proc->name);
        note(m, span_of(m->program, f->back - 1), text);
    }
}

/* True if an instruction may jump back over another one, or to it. */
static bool jumps_back(const StarProgram *p, const StarInstr *x,
                       const StarInstr *at) {
    uint32_t to;
    return star_instr_jumps(p->code, (uint32_t)(x - p->code), &to) &&
           p->code + to <= at;
}

/* Adds a note with the loop in which a limit was reached, perhaps by a call. */
static void loop(StarMachine *m, uint32_t depth) {
    const StarInstr *at = m->at, *found = NULL;
    for (uint32_t k = m->depth; at != NULL && found == NULL && k-- > 0;) {
        const StarInstr *end = m->program->code + m->frame[k].proc->end;
        for (const StarInstr *x = at; k < depth && !found && x < end; x++)
            found = jumps_back(m->program, x, at) ? x : NULL;
        at = m->frame[k].back;
        if (at != NULL)
            at--;
    }
    if (found != NULL)
        note(m, span_of(m->program, found), "in this loop");
}

/* Adds a note with the place where a variable is declared. Its name is not
 * copied, so that the address tells it from others of the same name. */
static void declaration(StarMachine *m, const char *name) {
    const StarProgram *p = m->program;
    char text[80];
    for (uint32_t k = 0; k < p->procs && name != NULL; k++)
        for (unsigned c = 0; c < p->proc[k].cells; c++)
            if (p->proc[k].cell[c].name == name) {
                snprintf(text, sizeof text, "'%.50s' is declared here", name);
                note(m, p->proc[k].cell[c].span, text);
                return;
            }
}

static bool in_library(const StarProgram *p, const StarInstr *at) {
    return p->sources.file[span_of(p, at).file].library;
}

/* An error within the library is one of the statement that called it, which
 * becomes the place; the library's line is a note. The frames that are left. */
static uint32_t leave_library(StarMachine *m) {
    const StarProgram *p = m->program;
    const uint32_t outermost = 1 + (m->run.wanted != NULL);
    const StarInstr *at = m->at;
    uint32_t depth = m->depth;
    char text[80];
    while (depth > outermost && in_library(p, at))
        at = m->frame[--depth].back - 1;
    if (depth == m->depth || in_library(p, at))
        return m->depth;
    const char *name = m->frame[depth].proc->name;
    const size_t length = strlen(name);
    const char *said = m->error.text;
    const bool named = strncmp(said, name, length) == 0 && said[length] == ':';
    /* Limits and interrupts are not of the call. */
    if (!named && star_status_exit(m->error.status) == 1)
        snprintf(m->messages.error.text, sizeof m->messages.error.text,
                 "%s: %.*s", name,
                 (int)(sizeof m->messages.error.text - length - 3), said);
    m->messages.report.span = span_of(p, at);
    snprintf(text, sizeof text, "found in '%.50s'",
             m->frame[m->depth - 1].proc->name);
    note(m, span_of(p, m->at), text);
    return depth;
}

static const char *part(const char *text) {
    return text[0] != '\0' ? text : NULL;
}

static void describe(StarMachine *m, StarStatus status) {
    StarReport *r = &m->messages.report;
    if (m->at != NULL)
        exec_blame_argument(m);
    *r = (StarReport){.severity = STAR_ERROR, .status = status};
    m->messages.error = m->error;
    r->text = m->messages.error.text;
    r->expected = part(m->messages.error.expected);
    r->found = part(m->messages.error.found);
    r->hint = part(m->messages.error.hint);
    if (m->at != NULL) {
        r->placed = true;
        r->span = span_of(m->program, m->at);
        const uint32_t depth = leave_library(m);
        if (status == STAR_STEPS)
            loop(m, depth);
        declaration(m, m->messages.error.subject[0]);
        if (m->messages.error.subject[1] != m->messages.error.subject[0])
            declaration(m, m->messages.error.subject[1]);
        call_chain(m, depth);
    }
}

void exec_warn(StarMachine *m, const StarInstr *at, const StarError *e) {
    if (e->status == STAR_OK || m->messages.warn == NULL ||
        m->messages.warnings == EXEC_WARNINGS)
        return;
    for (unsigned k = 0; k < m->messages.warnings; k++)
        if (m->messages.warned[k] == at)
            return;
    m->messages.warned[m->messages.warnings++] = at;
    const StarReport report = {
        .severity = e->status == STAR_COLUMNSFOUND ? STAR_NOTE : STAR_WARNING,
        .status = e->status,
        .placed = true,
        .span = span_of(m->program, at),
        .text = e->text,
        .hint = part(e->hint)};
    m->messages.warn(m->io.console.context, &report, &m->program->sources);
}

/* Whatever failed when the program was to end, that is why it ended. */
static StarStatus stopped(StarMachine *m) {
    return star_stopped(&m->mem) == STAR_TIME
               ? star_raise(&m->error, MSG_TIME_UP())
               : star_raise(&m->error, MSG_INTERRUPTED());
}

void star_machine_expect(StarMachine *m) {
    __atomic_store_n(&m->run.active, true, __ATOMIC_SEQ_CST);
}

StarStatus star_machine_expect_none(StarMachine *m) {
    __atomic_store_n(&m->run.active, false, __ATOMIC_SEQ_CST);
    const StarStatus why =
        star_stopped(&m->mem) != STAR_OK ? stopped(m) : STAR_OK;
    star_stop(&m->mem, STAR_OK);
    return why;
}

/* The constants are the program's, which may be freed now: no device keeps its
 * copies. */
static void forget_constants(StarMachine *m, const StarProgram *p) {
    if (m->be.resident == 0)
        return;
    for (uint32_t k = 0; k < p->constants; k++)
        if (p->constant[k].kind == STAR_CELL_BITS)
            star_object_sync(&m->be, p->constant[k].cell.object, STAR_CHANGE);
}

/* Frees the objects first..end-1 of those that the globals' frame owns. */
static void free_globals(StarMachine *m, const StarProc *globals,
                         unsigned first, unsigned end) {
    for (unsigned k = first; k < end; k++)
        star_object_free(&m->be, m->stack[globals->own[k]].object);
}

/* Of a program that grows, variables stay, those of an entry that began its
 * statements too, and for a while the temporaries of one that went well. */
static void leave(StarMachine *m, StarStatus status) {
    const StarProc *globals = &m->program->proc[0];
    m->run.begun |= status == STAR_OK;
    m->run.rests = m->program->grows && status == STAR_OK;
    if (m->program->grows && m->depth > 0 && !m->run.begun)
        free_globals(m, globals, globals->made, globals->lasting);
    for (; m->depth > m->run.rests; m->depth--)
        exec_leave(m);
    if (!m->program->grows)
        star_heap_free(&m->be, &m->heap);
    else if (m->run.rests)
        star_heap_keep(&m->be, &m->heap, 0, 0);
}

bool star_machine_begun(const StarMachine *m) {
    return m->run.begun;
}

StarCell *star_machine_globals(const StarMachine *m) {
    return m->stack;
}

void star_machine_settle(StarMachine *m, const StarProgram *program) {
    if (m->run.rests)
        free_globals(m, &program->proc[0], program->proc[0].lasting,
                     program->proc[0].owned);
    m->run.rests = false;
}

void star_machine_forget(StarMachine *m, const StarProgram *program) {
    star_machine_settle(m, program);
    free_globals(m, &program->proc[0], 0, program->proc[0].lasting);
    star_heap_free(&m->be, &m->heap);
}

StarStatus exec_begin(StarMachine *m, const StarProgram *program,
                      const StarProc *wanted, const StarCell *args) {
    m->messages.report = (StarReport){.status = STAR_OK};
    stencil_free(&m->jit.code, &m->mem);
    m->program = program;
    m->run.number++;
    m->run.wanted = wanted;
    m->run.arguments = args;
    begin_stack(m, program);
    m->fuel.left = m->fuel.most;
    m->fuel.charged = 0;
    m->debug.statements = 0;
    m->at = NULL;
    m->run.begun = false;
    m->messages.warnings = 0;
    m->io.console.ended = m->io.console.line_open = false;
    m->io.output.written = 0;
    m->mem.files = (StarQuota){m->io.output.most, 0, " to its files"};
    m->io.to = m->io.from = &m->io.console;
    __atomic_store_n(&m->run.active, true, __ATOMIC_SEQ_CST);
    if (!program->verified)
        STAR_TRY(star_verify(program, &m->mem));
    return exec_profile_begin(m);
}

/* Says why a run ended, unless all is well or it only pauses. */
static StarStatus settle(StarMachine *m, StarStatus status) {
    __atomic_store_n(&m->run.active, false, __ATOMIC_SEQ_CST);
    if (status != STAR_OK && star_stopped(&m->mem) != STAR_OK)
        status = stopped(m);
    star_stop(&m->mem, STAR_OK);
    if (status != STAR_OK && !(status == STAR_STEPS && m->fuel.pauses))
        describe(m, status);
    return status;
}

/* Code is made of a program that would else run for a millisecond or more,
 * unless something looks at each instruction. */
static void begin_cold(StarMachine *m) {
    enum { JUMPS = 20000 };
    const bool never = m->jit.when == STAR_JIT_OFF ||
                       m->program->built != NULL || m->debug.profile != NULL ||
                       m->debug.hashes != NULL || m->fuel.pauses;
    m->jit.cold = never || !stencil_fit()        ? 0
                  : m->jit.when == STAR_JIT_AUTO ? JUMPS
                                                 : 1;
}

static StarStatus go(StarMachine *m) {
    if (m->depth == 0)
        begin_cold(m);
    if (m->program->built != NULL && m->depth == 0)
        return exec_built(m);
    const bool warm = m->jit.cold == 1 || m->jit.code.at != NULL;
    const StarStatus status = warm ? STAR_DECLINED : exec_run(m);
    return status == STAR_DECLINED ? exec_stencils(m) : status;
}

StarStatus exec_go(StarMachine *m) {
    __atomic_store_n(&m->run.active, true, __ATOMIC_SEQ_CST);
    return settle(m, go(m));
}

StarStatus exec_end(StarMachine *m, StarStatus status) {
    exec_profile_end(m);
    if (status == STAR_INTERRUPTED || status == STAR_TIME)
        star_stop(&m->mem, status); /* for pipes without a reader */
    leave(m, status);
    stencil_free(&m->jit.code, &m->mem);
    star_stop(&m->mem, STAR_OK);
    end_stack(m);
    forget_constants(m, m->program);
    m->mem.files.most = 0; /* what is saved now is not the program's */
    StarStatus flushed = star_console_flush(&m->io.console);
    if (status == STAR_OK && flushed != STAR_OK) {
        m->at = NULL;
        describe(m, flushed);
    }
    return status != STAR_OK ? status : flushed;
}

void star_machine_begin(StarMachine *m, const StarProgram *program,
                        const StarProc *proc, const StarCell *args) {
    m->run.status = exec_begin(m, program, proc, args);
    m->run.paused = m->run.status == STAR_OK;
    if (m->run.status != STAR_OK)
        m->run.status = settle(m, m->run.status);
}

/* Goes on until no more than `given` steps can be taken; how many were. */
static int64_t advance(StarMachine *m, int64_t given, int64_t left) {
    m->fuel.pauses = given < left;
    m->fuel.left = given;
    m->fuel.lacking = 0;
    m->run.status = exec_go(m);
    m->run.paused = m->run.status == STAR_STEPS && m->fuel.pauses;
    m->fuel.pauses = false;
    return given - (m->fuel.charged != 0 ? m->fuel.kept : m->fuel.left);
}

bool star_machine_advance(StarMachine *m, int64_t steps) {
    const int64_t left = m->fuel.left;
    if (!m->run.paused)
        return false;
    int64_t taken = advance(m, steps < left ? steps : left, left);
    if (m->run.paused && taken == 0) /* a kernel, say, takes more of them */
        taken =
            advance(m, m->fuel.lacking < left ? m->fuel.lacking : left, left);
    m->fuel.left = left - taken;
    return m->run.paused;
}

StarStatus star_machine_end(StarMachine *m) {
    if (m->run.paused) {
        star_stop(&m->mem, STAR_INTERRUPTED);
        m->run.status = settle(m, STAR_INTERRUPTED);
    }
    m->run.paused = false;
    return exec_end(m, m->run.status);
}

StarStatus star_machine_run(StarMachine *m, const StarProgram *program) {
    return star_machine_call(m, program, NULL, NULL);
}

StarStatus star_machine_call(StarMachine *m, const StarProgram *program,
                             const StarProc *proc, const StarCell *args) {
    star_machine_begin(m, program, proc, args);
    star_machine_advance(m, INT64_MAX);
    return star_machine_end(m);
}

void star_machine_files(StarMachine *m, const char *const *file,
                        unsigned files) {
    m->io.file = file;
    m->io.files = files;
}

/* SPDX-License-Identifier: MIT */
/* The virtual machine: memory, a backend, a stack of frames. One machine
 * runs one program at a time; many machines may live in one process. */
#ifndef STAR_MACHINE_H
#define STAR_MACHINE_H

#include "backend.h"
#include "values/object.h"
#include "bytecode/program.h"

/* The files that a program may open by a name that it has. */
typedef enum StarPermit {
    STAR_PERMIT_NONE,
    STAR_PERMIT_BENEATH, /* a regular one beneath the folder, to read it, if no
                            symbolic link leads to it */
    STAR_PERMIT_ANY
} StarPermit;

/* Whether scalar code runs as machine code where there are stencils for that: a
 * program that has run for a while; never, by the interpreter alone. For tests:
 * from its beginning, or so that each instruction leaves the code. */
typedef enum StarJit {
    STAR_JIT_AUTO,
    STAR_JIT_OFF,
    STAR_JIT_ALWAYS,
    STAR_JIT_LEAVES
} StarJit;

/* True where there are stencils, and they fit this build. */
bool star_machine_has_jit(void);

typedef struct StarOptions {
    const StarAllocator *allocator; /* of all memory of the machine and of
                                       programs compiled in its account; it
                                       stays the caller's. NULL: C's own */
    size_t max_memory;  /* bytes of what programs need, compiled, and as
                           values, calls, files; 0: no limit */
    int64_t max_steps;  /* of programs compiled to count them; 0: no
                           limit */
    uint32_t max_depth; /* calls within calls; 0: STAR_MAX_DEPTH */
    size_t max_output;  /* bytes of a run, and as many to all its files
                           together; 0: no limit */
    StarIsaLevel isa;   /* STAR_ISA_BEST: what the processor has */
    /* Lets a device's kernels stand in for those of the processor: what a
     * library for such devices offers. NULL: none. */
    StarStatus (*attach)(StarBackend *be, void *context);
    StarJit jit;        /* when code is made of a program that runs */
    uint32_t threads;   /* that may share work; 0: one. At most
                           STAR_MAX_THREADS do */
    bool maps;          /* a large file of bits may be mapped, which nothing but
                           this machine may then cut off; else it is read */
    const char *folder; /* where load and save find relative paths;
                           NULL: the current one */
    /* Says if load and save may open a file. NULL: any. */
    StarPermit (*may_open)(void *context, const char *path);
    /* Takes a warning about the instruction that was just done; the run goes
     * on, and the warning is valid until this returns. An instruction warns
     * once in a run, so many of them at most. NULL: no warnings. */
    void (*warn)(void *context, const StarReport *report,
                 const StarSources *sources);
    /* Takes output; false if it cannot be written. NULL: discarded. */
    bool (*write)(void *context, const char *text, size_t length);
    /* Gives up to `most` bytes of input; 0 at its end. NULL: no input. */
    size_t (*read)(void *context, char *text, size_t most);
    void *context;
} StarOptions;

enum { STAR_MAX_DEPTH = 10000 };

typedef struct StarMachine StarMachine;

/* A new machine, or NULL with the reason in *error. */
StarMachine *star_machine_new(const StarOptions *options, StarError *error);

/* Frees a machine. Programs that were compiled in its account go first. */
void star_machine_free(StarMachine *machine);

/* The machine's backend, for making arguments; its account of memory, of
 * which programs may be compiled too, and its errors are the machine's. */
StarBackend *star_machine_backend(StarMachine *machine);

/* Names files for the file parameters of programs that run from now on, in
 * the order of their headings; the names stay the caller's. */
void star_machine_files(StarMachine *machine, const char *const *file,
                        unsigned files);

/* Verifies and runs a program. On failure the machine has a report. */
StarStatus star_machine_run(StarMachine *machine, const StarProgram *program);

/* Enters a program's or unit's variables and, in place of its statements,
 * calls a procedure of level 1. There is one cell for each parameter:
 * scalars and objects that stay the caller's; var parameters of scalars are
 * references to cells. Before the words of such a line or table are used,
 * star_object_sync: they may be on a device. */
StarStatus star_machine_call(StarMachine *machine, const StarProgram *program,
                             const StarProc *proc, const StarCell *args);

/* The same in pieces, for a front end with other things to do in between: a
 * procedure, or with NULL the statements of the program. `advance` goes on by
 * so many steps, roughly, of a program compiled to count them, or of another
 * one to its end; true: there is more to do, and the variables of the program's
 * block can be read. `end` leaves all frames; a run that was not at its end
 * fails with STAR_INTERRUPTED. */
void star_machine_begin(StarMachine *machine, const StarProgram *program,
                        const StarProc *proc, const StarCell *args);
bool star_machine_advance(StarMachine *machine, int64_t steps);
StarStatus star_machine_end(StarMachine *machine);

/* A program that grows (grammar/session/session.h) is run once for each entry,
 * which then is its procedure 0: the variables of that stay, also when a
 * procedure is called, and so does the heap. If a run fails before it has begun
 * its statements, the entry's variables are gone. Temporaries of a run that
 * went well stay until star_machine_settle, which comes before procedure 0 is
 * changed; star_machine_forget frees all there is. */
bool star_machine_begun(const StarMachine *machine);
StarCell *star_machine_globals(const StarMachine *machine);
void star_machine_settle(StarMachine *machine, const StarProgram *program);
void star_machine_forget(StarMachine *machine, const StarProgram *program);

/* Asks the machine to end the program that it runs, which takes some
 * milliseconds: the run fails with `why`, STAR_INTERRUPTED or STAR_TIME, what
 * was written is sent, and the machine can run the next one. May be called
 * from any thread or signal handler; does nothing where no program runs. A
 * primitive that was begun is completed; the functions in StarOptions should
 * return soon. */
void star_machine_stop(StarMachine *machine, StarStatus why);

/* A program that grows: from now on star_machine_stop ends the run that
 * follows, of what is being compiled, before it begins. If none follows: no
 * more; STAR_OK, or why it was to end, raised in the backend's error. */
void star_machine_expect(StarMachine *machine);
StarStatus star_machine_expect_none(StarMachine *machine);

/* How far the machine is with a piece of work that may take seconds: a kernel
 * of the library, a file of a table; the total is 0 if there is none. May be
 * called from any thread. */
StarWork star_machine_work(const StarMachine *machine);

/* The path of the mapped file that an address belongs to; NULL if there is
 * none. For a handler of SIGBUS, in any thread. */
const char *star_machine_mapped(const StarMachine *machine,
                                const void *address);

/* From now on load and save find relative paths there, as StarOptions.folder
 * has it; the caller keeps the text. */
void star_machine_folder(StarMachine *machine, const char *folder);

/* From now on, the most steps and bytes, as in StarOptions. */
void star_machine_bound(StarMachine *machine, int64_t max_steps,
                        size_t max_memory);

/* Sends what the program has written so far, which otherwise waits until there
 * is more, or the program reads or ends. May be called from another thread,
 * which then calls StarOptions.write. */
void star_machine_show(StarMachine *machine);

/* The steps that the last run took of a program compiled to count them. */
int64_t star_machine_steps(const StarMachine *machine);

/* Turns optimisations off, or on again, for all later runs: with `loops`, no
 * loop runs as one operation; with `bodies`, procedures of the library run by
 * their bodies and charge the operations of these. */
void star_machine_unoptimised(StarMachine *machine, bool loops, bool bodies);

/* Returns the error of the last run, with its place and the chain of calls;
 * valid until the next run. */
const StarReport *star_machine_report(const StarMachine *machine);

#endif

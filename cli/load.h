/* SPDX-License-Identifier: MIT */
/* A compiled program, with the machine that runs it, for run, check, call and
 * dis. */
#ifndef STAR_CLI_LOAD_H
#define STAR_CLI_LOAD_H

#include "report/escape.h"
#include "files.h"
#include "debug/history.h"
#include "options.h"
#include "tools/model/model.h"

/* What a program reads and writes where that is not the standard streams, for
 * StarOptions. */
typedef struct LoadStreams {
    bool (*write)(void *context, const char *text, size_t length);
    size_t (*read)(void *context, char *text, size_t most);
    void *context;
} LoadStreams;

typedef struct Loaded {
    const Options *options;
    const LoadStreams *streams; /* NULL: the standard ones */
    Files files;
    char *folder;         /* of the program */
    bool watched;         /* between its statements, by step and trace: */
    StarHistory *history; /* then the machine is its; else NULL */
    StarMachine *machine; /* NULL: check and dis run nothing */
    StarError error;
    StarMem own;  /* without a machine, the account of the program */
    StarMem *mem; /* that or the machine's */
    StarProgram *program;
    StarEscape escape; /* of output, with --safe */
    int fault;         /* errno of output that failed */
    int out;           /* where the program writes */
    FILE *input;       /* what it reads first; to it is added what it reads
                          of standard input; or NULL */
    bool profiled;
    Model *model; /* of --machine, or NULL */
    bool open;    /* output ended within a line */
} Loaded;

/* Compiles a file, printing the messages of the compiler; but for the commands
 * check and dis, it opens a machine first, as the options say. Returns 0, or an
 * exit status after a message; load_close is needed in any case. */
int load_open(Loaded *loaded, const Options *options, const char *command,
              const char *path);
void load_close(Loaded *loaded);

/* The same to step through a program with other streams. */
int load_open_with(Loaded *loaded, const Options *options, const char *command,
                   const char *path, const LoadStreams *streams);

/* Gives the machine the files behind the program's name; false after a message
 * if there are too many, or if the file is no program. */
bool load_takes(const Loaded *loaded, const char *command);

/* Opens a machine without a program, which reads by `read`; as above. */
int load_machine(Loaded *loaded, const Options *options, const char *command,
                 size_t (*read)(void *context, char *text, size_t most));

/* Returns the compiler options for the options of the command. */
StarCompileOptions load_compile(Loaded *loaded, const Options *options);

/* The bytes that the options allow a program: by default 80 % of the machine's
 * memory; 0 if that is not known. */
size_t load_memory(const Options *options);

/* The number of threads that the options ask for: by default one for each
 * processor that this process may use. */
uint32_t load_threads(const Options *options);

/* Prints the profile, if there is one, and the error of a run, unless it
 * succeeded or its output has no reader any more; returns the exit status. */
int load_finish(const Loaded *loaded, const StarReport *report);

/* Writes to standard output, for a StarOptions or StarConsole whose context
 * is the Loaded. */
bool load_write(void *loaded, const char *text, size_t length);

#endif

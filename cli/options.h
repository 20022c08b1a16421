/* SPDX-License-Identifier: MIT */
/* The options of the command line: one table reads them and explains
 * them. */
#ifndef STAR_CLI_OPTIONS_H
#define STAR_CLI_OPTIONS_H

#include <stdio.h>

#include "backend.h"
#include "report/report.h"
#include "tools/similar.h"
#include "tools/values/values.h"

typedef enum OptionId {
    OPTION_DEVICE,
    OPTION_ISA,
    OPTION_THREADS,
    OPTION_RANKS,
    OPTION_RANKS_FROM,
    OPTION_OPTIMIZE,
    OPTION_NATIVE,
    OPTION_JIT,
    OPTION_STRICT,
    OPTION_EXPLAIN,
    OPTION_STEPS,
    OPTION_MEMORY,
    OPTION_DEVICE_MEMORY,
    OPTION_DEPTH,
    OPTION_OUTPUT,
    OPTION_TIMEOUT,
    OPTION_SAFE,
    OPTION_PRINT,
    OPTION_MODE,
    OPTION_OUT,
    OPTION_PLOT,
    OPTION_PROFILE,
    OPTION_JSON,
    OPTION_FOLDED,
    OPTION_MACHINE,
    OPTION_STEP,
    OPTION_TRACE,
    OPTION_LAST,
    OPTION_GIF,
    OPTION_OUTPUT_FILE,
    OPTION_LIBRARY,
    OPTION_SESSION,
    OPTION_HINT,
    OPTION_WATCH,
    OPTION_EVAL,
    OPTION_CHECK,
    OPTION_DIAGNOSTICS,
    OPTION_COLOR,
    OPTION_HELP,
    OPTION_VERSION,
    OPTION_COUNT
} OptionId;

typedef enum Device { DEVICE_AUTO, DEVICE_CPU, DEVICE_CUDA } Device;
enum { DEVICE_ALL = -1 };

typedef enum ColourWhen { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER } ColourWhen;

/* A set of options, as a command allows or a user gives it. */
typedef uint64_t OptionSet;

#define OPTION(id) ((OptionSet)1 << OPTION_##id)
/* WebAssembly hears no signals: nothing ends a run from outside. */
#ifdef __EMSCRIPTEN__
#define OPTION_ALL \
    ((((OptionSet)1 << OPTION_COUNT) - 1) & ~(OPTION(TIMEOUT) | OPTION(SAFE)))
#else
#define OPTION_ALL (((OptionSet)1 << OPTION_COUNT) - 1)
#endif

typedef struct Options {
    const char **operand; /* all words that are not options, in order */
    int operands;
    const char **print, **out, **plot; /* as often as they were given */
    const char *output_file;
    const char *eval;    /* entries; NULL: not given */
    const char *trace;   /* a page; NULL: not given */
    const char *gif;     /* a variable; NULL: not given */
    const char *machine; /* a model; NULL: not given */
    int64_t last;        /* 0: not given */
    ValueMode mode;      /* of values that are shown */
    int prints, outs, plots;
    OptionSet given;
    Device device;
    int device_number; /* of DEVICE_CUDA, from 0, or DEVICE_ALL */
    bool plain;
    bool strict;
    bool interpreted; /* no machine code is made of a program */
    bool bodies;      /* no kernels for procedures of the library */
    StarIsaLevel isa;
    StarStyle style; /* of messages */
    ColourWhen colour_when;
    bool colour; /* what goes to standard output may have it */
    bool safe;
    bool quiet;               /* the compiler's messages were shown before */
    uint32_t threads;         /* 0: not given */
    int64_t max_steps;        /* 0: not given */
    size_t max_memory;        /* 0: not given */
    size_t max_device_memory; /* 0: not given */
    uint32_t max_depth;       /* 0: not given */
    size_t max_output;        /* 0: not given */
    uint64_t ranks_from;      /* rows; 0: not given */
    double timeout;           /* seconds; 0: not given */
} Options;

/* The bounds that --safe sets where no option sets others. */
enum {
    SAFE_STEPS = 1000000000,
    SAFE_MEMORY = 1 << 30,
    SAFE_OUTPUT = 1 << 26,
    SAFE_SECONDS = 60
};

/* Reads the command line and, where that leaves it open, from the environment
 * and the standard streams whether they may have colour. Options may stand
 * anywhere; what follows "--" is operands. Returns 0, or an exit status after a
 * message. */
int options_parse(Options *options, int argc, char **argv);
void options_free(Options *options);

/* Sets one option to a value as the command line has it. Returns NULL, or what
 * kind of value the option has. */
const char *options_set(Options *options, OptionId id, const char *value);

/* The name of one of the options that were given but are not in `allowed`,
 * or NULL. */
const char *options_surplus(const Options *options, OptionSet allowed);

/* Prints what each option of a set is for. */
void options_help(OptionSet set);

/* The option with this name, with or without --; the empty set: none. */
OptionSet options_find(const char *name);

/* All names of options are candidates. */
void options_consider(Similar *similar);

#endif

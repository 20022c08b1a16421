/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "wrap.h"

static const struct {
    const char *name;
    const char *value; /* what it takes, or NULL */
    const char *sentence;
} table[OPTION_COUNT] = {
    [OPTION_DEVICE] = {"device", "auto|cpu|cuda",
                       "what computes, cuda:N device N of star devices, "
                       "cuda:all all of them; auto by default"},
    [OPTION_ISA] = {"isa", "portable|neon|avx2|avx512",
                    "instruction set of the CPU; by default its best"},
    [OPTION_THREADS] = {"threads", "N",
                        "threads that share large work, 1 to 64; by default "
                        "one for each processor"},
    [OPTION_RANKS] = {"ranks", NULL,
                      "this process is one of several, started by mpirun, that "
                      "run the program together, each with a part of the rows; "
                      "reading and writing are the first one's"},
    [OPTION_RANKS_FROM] = {"ranks-from", "N",
                           "the least number of rows, or components of a "
                           "slice, that ranks divide; 1048576 by default; and "
                           "tables with 16384 times as many components"},
    [OPTION_OPTIMIZE] = {"optimize", "on|off",
                         "whether loops may run as one operation; on by "
                         "default"},
    [OPTION_NATIVE] = {"native", "on|off",
                       "whether procedures of the library take the steps "
                       "that are documented, by kernels in most cases; off: "
                       "their bodies run, and count what they do"},
    [OPTION_JIT] = {"jit", "auto|off",
                    "whether scalar code of a program that runs for "
                    "milliseconds becomes machine code, where star has it; "
                    "with --safe never"},
    [OPTION_STRICT] = {"strict", NULL,
                       "the program is ISO 7185 Pascal, level 1, and nothing "
                       "else: extensions are errors, and both sides of 'and' "
                       "and 'or' are evaluated"},
    [OPTION_EXPLAIN] = {"explain-loops", NULL,
                        "says of every loop the plan by which it runs as one "
                        "operation, or why it stays a loop"},
    [OPTION_STEPS] = {"max-steps", "N",
                      "statements and primitives that may be executed; no "
                      "limit by default"},
    [OPTION_MEMORY] = {"max-memory", "BYTES[K|M|G]",
                       "memory of the program: its text as compiled, values, "
                       "calls and what kernels, readers and writers need; by "
                       "default 80 % of the machine's"},
    [OPTION_DEVICE_MEMORY] = {"max-device-memory", "BYTES[K|M|G]",
                              "memory of the device; by default all that it "
                              "has"},
    [OPTION_DEPTH] = {"max-depth", "N", "calls within calls; 10000 by default"},
    [OPTION_OUTPUT] = {"max-output", "BYTES[K|M|G]",
                       "what the program may write to its output, and as much "
                       "to all its files together; no limit by default"},
    [OPTION_TIMEOUT] = {"timeout", "SECONDS",
                        "how long the program may run, 0.001 to 1000000; no "
                        "limit by default"},
    [OPTION_SAFE] = {"safe", NULL,
                     "for programs of strangers: they may write only files "
                     "that are named here, 64 MiB to them all together, and "
                     "read these and regular ones beneath the program's "
                     "folder; every limit has a bound, control characters are "
                     "shown as \\xHH"},
    [OPTION_PRINT] = {"print", "NAME",
                      "prints a parameter after the run, NAME:MODE in another "
                      "mode than that of --mode; may be repeated"},
    [OPTION_MODE] = {"mode", &VALUE_MODE_NAMES[1],
                     "how parameters are printed, and what the prompt shows: "
                     "lines by default, a table in a box, which is elided in "
                     "the middle, a list of CSV, an array of JSON, a table of "
                     "Markdown, or bits, whatever they mean"},
    [OPTION_OUT] = {"out", "NAME=FILE",
                    "saves a parameter after the run, in the format of the "
                    "extension"},
    [OPTION_PLOT] =
        {"plot", "NAME=FILE.svg[:matrix|graph|bars]",
         "draws a parameter after the run of star call: the squares "
         "of a table, slice, word or array, the graph of an "
         "adjacency matrix, or bars for the numbers of an array or "
         "in the rows of a table"},
    [OPTION_PROFILE] = {"profile", NULL,
                        "counts what runs and shows it afterwards, as star "
                        "profile does"},
    [OPTION_JSON] = {"json", NULL,
                     "writes the profile as an object of JSON; exercise: an "
                     "object a line for each solution"},
    [OPTION_FOLDED] = {"folded", NULL,
                       "writes the profile as stacks for flame graphs: calls "
                       "and lines with their nanoseconds"},
    [OPTION_MACHINE] = {"machine", "FILE.toml|NAME",
                        "the profile is what the program costs, by line, on a "
                        "machine built for it: in time, energy and occupancy, "
                        "by the model of the file, or one of star's own: "
                        "ambit, avx512, bitsimd, fulcrum, h200, neural_cache, "
                        "star_machine, upmem"},
    [OPTION_STEP] = {"step", NULL,
                     "goes through the procedure forward and back, as star "
                     "step does; exercise: on the input on which it goes "
                     "wrong"},
    [OPTION_TRACE] = {"trace", "FILE.html",
                      "writes a page that shows the procedure's statements one "
                      "by one, as star trace does"},
    [OPTION_LAST] = {"last", "N",
                     "statements and conditions that are kept, up to 1000000; "
                     "the last 10000 by default"},
    [OPTION_GIF] = {"gif", "NAME",
                    "what is written is an animated picture, a GIF, of the "
                    "values of the program's slice, word or table NAME"},
    [OPTION_OUTPUT_FILE] = {"output", "FILE",
                            "what is written, - for standard output; or -o "
                            "FILE"},
    [OPTION_LIBRARY] = {"library", NULL,
                        "makes a shared library of a program or unit and a "
                        "header with a C function for each of its procedures: "
                        "libNAME.so and NAME.h, where -o has NAME; where it "
                        "has NAME.c, C text and header"},
    [OPTION_SESSION] = {"session", NULL,
                        "FILE is a session that :save wrote: enters its "
                        "entries again, each with the input that it read"},
    [OPTION_HINT] = {"hint", NULL,
                     "shows a hint, at each call one more, up to three"},
    [OPTION_WATCH] = {"watch", NULL,
                      "runs or tries FILE whenever it, or a unit that it uses, "
                      "has changed, until Ctrl-C; of exercise, N may be left "
                      "out if its procedure has the name asked for"},
    [OPTION_EVAL] = {"eval", "TEXT",
                     "enters TEXT, with a line for each entry or part of one; "
                     "or -e TEXT; what a program reads is standard input"},
    [OPTION_CHECK] = {"check", NULL,
                      "writes no file, but names those that are not laid out"},
    [OPTION_DIAGNOSTICS] = {"diagnostics", "full|short|json",
                            "how messages look: in full, a line each, or an "
                            "object of JSON a line each"},
    [OPTION_COLOR] = {"color", "auto|always|never",
                      "whether messages in full, and what the prompt shows, "
                      "have colours; auto: on a terminal, unless NO_COLOR is "
                      "set; with --safe never"},
    [OPTION_HELP] = {"help", NULL, "explains a command; or -h"},
    [OPTION_VERSION] = {"version", NULL, "as star version; or -V"},
};

static const char *const forms[] = {"full", "short", "json", NULL};
static const char *const colours[] = {"auto", "always", "never", NULL};

/* Options with a letter. */
static const struct {
    char letter;
    OptionId id;
} letters[] = {{'o', OPTION_OUTPUT_FILE},
               {'e', OPTION_EVAL},
               {'h', OPTION_HELP},
               {'V', OPTION_VERSION}};

enum { LETTERS = sizeof letters / sizeof *letters };

static int unknown(const char *word) {
    const char *name = word + strspn(word, "-");
    Similar similar = similar_to(name, strcspn(name, "="));
    options_consider(&similar);
    return message_usage(NULL,
                         MSG_NO_OPTION(word, similar_text(&similar, "--")));
}

/* The greatest whole number that the option takes; 0: it takes none. */
static uint64_t most_of(OptionId id) {
    switch (id) {
    case OPTION_THREADS: return STAR_MAX_THREADS;
    case OPTION_STEPS:
    case OPTION_RANKS_FROM: return INT64_MAX;
    case OPTION_DEPTH: return INT32_MAX;
    case OPTION_LAST: return 1000000;
    case OPTION_DEVICE_MEMORY: return INT64_MAX;
    case OPTION_MEMORY:
    case OPTION_OUTPUT: return SIZE_MAX;
    default: return 0;
    }
}

/* Numbers of bytes. */
static bool takes_suffixes(OptionId id) {
    return id == OPTION_MEMORY || id == OPTION_DEVICE_MEMORY ||
           id == OPTION_OUTPUT;
}

static int wrong(OptionId id, const char *value) {
    const uint64_t most = most_of(id);
    if (most == 0)
        return message_usage(NULL,
                             MSG_OPTION_VALUE(table[id].name, value,
                                              id == OPTION_TIMEOUT
                                                  ? "0.001 to 1000000 seconds"
                                                  : table[id].value));
    return message_usage(NULL, MSG_OPTION_NUMBER(table[id].name, value, most,
                                                 takes_suffixes(id)));
}

/* A whole number from 1 on, with a suffix K, M or G if they are allowed. */
static bool number(OptionId id, const char *text, uint64_t *out) {
    static const char suffixes[] = "kKmMgG";
    char *end;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    const char *letter = *end ? strchr(suffixes, *end) : NULL;
    if (text[0] < '0' || text[0] > '9' || errno != 0)
        return false;
    if (takes_suffixes(id) && letter != NULL) {
        int shift = 10 * ((int)(letter - suffixes) / 2 + 1);
        if (n > UINT64_MAX >> shift)
            return false;
        n <<= shift;
        end++;
    }
    *out = n;
    return *end == '\0' && n >= 1 && n <= most_of(id);
}

static bool seconds(const char *text, double *out) {
    char *end;
    *out = strtod(text, &end);
    return strspn(text, "0123456789.") == strlen(text) && *end == '\0' &&
           *out >= 0.001 && *out <= 1000000;
}

/* The number of a word in a list; -1: it is none of it. */
static int choice(const char *value, const char *const *list) {
    for (int k = 0; list[k] != NULL; k++)
        if (strcmp(value, list[k]) == 0)
            return k;
    return -1;
}

/* on or off, which sets *off. */
static bool on_off(const char *value, bool *off) {
    *off = strcmp(value, "off") == 0;
    return *off || strcmp(value, "on") == 0;
}

static bool device(const char *value, Options *o) {
    const bool numbered = strncmp(value, "cuda:", 5) == 0;
    const char *digits = value + 5;
    o->device_number = strcmp(value, "cuda:all") == 0 ? DEVICE_ALL : 0;
    if (o->device_number == DEVICE_ALL) {
        o->device = DEVICE_CUDA;
        return true;
    }
    if (numbered && (strspn(digits, "0123456789") != strlen(digits) ||
                     *digits == '\0' || strlen(digits) > 4))
        return false;
    if (numbered)
        o->device_number = atoi(digits);
    o->device = numbered || strcmp(value, "cuda") == 0 ? DEVICE_CUDA
                : strcmp(value, "cpu") == 0            ? DEVICE_CPU
                                                       : DEVICE_AUTO;
    return o->device != DEVICE_AUTO || strcmp(value, "auto") == 0;
}

/* False: the value is none of this option. */
static bool set(Options *o, OptionId id, const char *value) {
    uint64_t n = 0;
    int k;
    if (most_of(id) > 0 && !number(id, value, &n))
        return false;
    switch (id) {
    case OPTION_DEVICE: return device(value, o);
    case OPTION_ISA:
        return star_isa_parse(value, &o->isa) && o->isa != STAR_ISA_BEST;
    case OPTION_NATIVE: return on_off(value, &o->bodies);
    case OPTION_JIT:
        o->interpreted = strcmp(value, "off") == 0;
        return o->interpreted || strcmp(value, "auto") == 0;
    case OPTION_OPTIMIZE: return on_off(value, &o->plain);
    case OPTION_DIAGNOSTICS:
        k = choice(value, forms);
        o->style.form = (StarReportForm)k;
        return k >= 0;
    case OPTION_COLOR:
        k = choice(value, colours);
        o->colour_when = (ColourWhen)k;
        return k >= 0;
    case OPTION_TIMEOUT: return seconds(value, &o->timeout);
    case OPTION_THREADS: o->threads = (uint32_t)n; break;
    case OPTION_RANKS_FROM: o->ranks_from = n; break;
    case OPTION_STEPS: o->max_steps = (int64_t)n; break;
    case OPTION_MEMORY: o->max_memory = (size_t)n; break;
    case OPTION_DEVICE_MEMORY: o->max_device_memory = (size_t)n; break;
    case OPTION_DEPTH: o->max_depth = (uint32_t)n; break;
    case OPTION_LAST: o->last = (int64_t)n; break;
    case OPTION_OUTPUT: o->max_output = (size_t)n; break;
    case OPTION_TRACE: o->trace = value; break;
    case OPTION_GIF: o->gif = value; break;
    case OPTION_MACHINE: o->machine = value; break;
    case OPTION_EVAL: o->eval = value; break;
    case OPTION_SAFE: o->safe = true; break;
    case OPTION_STRICT: o->strict = true; break;
    case OPTION_PRINT: o->print[o->prints++] = value; break;
    case OPTION_MODE:
        o->mode = value_mode_find(value);
        return o->mode < VALUE_MODES;
    case OPTION_OUTPUT_FILE: o->output_file = value; break;
    case OPTION_OUT: o->out[o->outs++] = value; break;
    case OPTION_PLOT: o->plot[o->plots++] = value; break;
    default: break;
    }
    return true;
}

const char *options_set(Options *o, OptionId id, const char *value) {
    return set(o, id, value) ? NULL : table[id].value;
}

/* The option that a word names, by its letter or its name; or OPTION_COUNT. */
static int named(const char *word, const char *name, size_t length) {
    int id = 0;
    if (word[1] != '-') {
        while (id < LETTERS && (word[1] != letters[id].letter || word[2]))
            id++;
        return id < LETTERS ? (int)letters[id].id : OPTION_COUNT;
    }
    while (id < OPTION_COUNT && (strlen(table[id].name) != length ||
                                 memcmp(table[id].name, name, length) != 0))
        id++;
    return id;
}

/* One option; its value stands behind '=' or is the next word, which is
 * then taken. */
static int take(Options *o, char ***word) {
    const char *name = **word + 2;
    size_t length = strcspn(name, "=");
    const int id = named(**word, name, length);
    if (id == OPTION_COUNT)
        return unknown(**word);
    const char *value = name[length] ? name + length + 1 : NULL;
    if (table[id].value == NULL && value != NULL)
        return message_usage(NULL, MSG_OPTION_TAKES_NONE(table[id].name));
    if (table[id].value != NULL && value == NULL) {
        value = *++*word;
        if (value == NULL)
            return message_usage(
                NULL, MSG_OPTION_NEEDS(table[id].name, table[id].value));
    }
    o->given |= (OptionSet)1 << id;
    return set(o, (OptionId)id, value) ? 0 : wrong((OptionId)id, value);
}

/* By the conventions of NO_COLOR and terminfo. */
static bool may_colour(int stream) {
    const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(stream) && (no == NULL || *no == '\0') && terminal != NULL &&
           *terminal != '\0' && strcmp(terminal, "dumb") != 0;
}

static bool has_colour(const Options *o, int stream) {
    return !o->safe && (o->colour_when == COLOUR_ALWAYS ||
                        (o->colour_when == COLOUR_AUTO && may_colour(stream)));
}

static void be_safe(Options *o) {
    o->style.escape = true;
    o->max_steps = o->max_steps ? o->max_steps : SAFE_STEPS;
    o->max_memory = o->max_memory ? o->max_memory : SAFE_MEMORY;
    o->max_output = o->max_output ? o->max_output : SAFE_OUTPUT;
    o->timeout = o->timeout > 0 ? o->timeout : SAFE_SECONDS;
}

int options_parse(Options *o, int argc, char **argv) {
    size_t room = (size_t)argc + 1;
    const char **word = calloc(4 * room, sizeof *word);
    bool ended = false;
    int status = 0;
    *o = (Options){.operand = word};
    if (word == NULL)
        return message_memory(o->style);
    o->print = word + room;
    o->out = word + 2 * room;
    o->plot = word + 3 * room;
    for (char **at = argv + 1; *at != NULL && status == 0; at++)
        if (ended || (*at)[0] != '-' || (*at)[1] == '\0')
            o->operand[o->operands++] = *at;
        else if (strcmp(*at, "--") == 0)
            ended = true;
        else
            status = take(o, &at);
    if (o->safe)
        be_safe(o);
    o->style.colour = has_colour(o, STDERR_FILENO);
    o->colour = has_colour(o, STDOUT_FILENO);
    return status;
}

void options_free(Options *o) {
    free(o->operand);
}

const char *options_surplus(const Options *o, OptionSet allowed) {
    for (int i = 0; i < OPTION_COUNT; i++)
        if (o->given & ~allowed & (OptionSet)1 << i)
            return table[i].name;
    return NULL;
}

void options_help(OptionSet set) {
    for (int i = 0; i < OPTION_COUNT; i++)
        if (set & (OptionSet)1 << i) {
            printf("  --%s%s%s\n", table[i].name, table[i].value ? " " : "",
                   table[i].value ? table[i].value : "");
            wrap_text(6, table[i].sentence);
        }
}

OptionSet options_find(const char *name) {
    name += strncmp(name, "--", 2) == 0 ? 2 : 0;
    for (int i = 0; i < OPTION_COUNT; i++)
        if (strcmp(table[i].name, name) == 0)
            return (OptionSet)1 << i;
    return 0;
}

void options_consider(Similar *similar) {
    for (int i = 0; i < OPTION_COUNT; i++)
        similar_consider(similar, table[i].name);
}

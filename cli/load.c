/* SPDX-License-Identifier: MIT */
/* For sched_getaffinity. */
#define _GNU_SOURCE
#include "load.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device_option.h"
#include "repl/line.h"
#include "message.h"
#include "profile/profile_output.h"
#include "progress.h"
#include "ranks/ranks_option.h"
#include "stop.h"

static void send(void *context, const char *text, size_t length) {
    Loaded *l = context;
    if (length > 0)
        l->open = text[length - 1] != '\n';
    progress_hide(l->open);
    while (length > 0 && l->fault == 0) {
        ssize_t put = write(l->out, text, length);
        if (put < 0 && errno != EINTR)
            l->fault = errno;
        if (put > 0) {
            text += put;
            length -= (size_t)put;
        }
    }
}

bool load_write(void *context, const char *text, size_t length) {
    Loaded *l = context;
    if (l->streams != NULL)
        return l->streams->write(l->streams->context, text, length);
    if (l->options->safe)
        star_escape(&l->escape, text, length);
    else
        send(l, text, length);
    return l->fault == 0;
}

/* What an earlier run of the same program has read. */
static size_t read_kept(const Loaded *l, char *text, size_t most) {
    const ssize_t got =
        l->input != NULL ? read(fileno(l->input), text, most) : 0;
    return got > 0 ? (size_t)got : 0;
}

static void keep(const Loaded *l, const char *text, size_t length) {
    const ssize_t put =
        l->input != NULL ? write(fileno(l->input), text, length) : 0;
    (void)put; /* a full disk: the next run reads less, and differs */
}

/* Reads the bytes that are there, at least one, so that a line that was typed
 * is read at once. */
static size_t read_input(void *context, char *text, size_t most) {
    const size_t kept = read_kept(context, text, most);
    ssize_t got = -1;
    if (kept > 0)
        return kept;
    while (stop_wait(STDIN_FILENO, NULL) &&
           (got = read(STDIN_FILENO, text, most)) < 0 && errno == EINTR)
        ;
    progress_hide(false);
    if (got <= 0)
        return 0;
    keep(context, text, (size_t)got);
    return (size_t)got;
}

/* Reads the input of a debugged program, which shares the terminal with the
 * commands. */
static size_t read_line(void *context, char *text, size_t most) {
    (void)context;
    return line_take(text, most);
}

/* Reads what rank 0 reads. */
static size_t read_first(void *context, char *text, size_t most) {
    return ranks_option_read(read_input, context, text, most);
}

static size_t read_stream(void *context, char *text, size_t most) {
    const Loaded *l = context;
    return l->streams->read(l->streams->context, text, most);
}

/* 80 % of the machine's memory; 0 if that is not known. */
static size_t usual_memory(void) {
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    size_t bytes = 0;
    if (pages > 0 && size > 0)
        star_size_mul((size_t)pages, (size_t)size, &bytes);
    return bytes / 5 * 4;
}

size_t load_memory(const Options *o) {
    return o->max_memory ? o->max_memory : usual_memory();
}

uint32_t load_threads(const Options *o) {
    cpu_set_t set;
    uint32_t count = 1;
    if (o->threads > 0)
        return o->threads;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        count = (uint32_t)CPU_COUNT(&set);
    return count < STAR_MAX_THREADS ? count : STAR_MAX_THREADS;
}

static StarPermit may_open(void *context, const char *path) {
    const Loaded *l = context;
    return files_named(l->options, path) ? STAR_PERMIT_ANY
                                         : STAR_PERMIT_BENEATH;
}

static void warn(void *context, const StarReport *report,
                 const StarSources *sources) {
    const Loaded *l = context;
    message_report(l->options->style, report, sources);
}

static int check_device(const Options *o, const char *command) {
    if (o->device == DEVICE_CUDA && !device_built()) {
        message_usage(command, MSG_NO_CUDA());
        return EXIT_GPU;
    }
    if (!star_isa_available(o->isa))
        return message_usage(command, MSG_NO_ISA(star_isa_name(o->isa)));
    return 0;
}

/* Bytes for copies of the state of a program that goes forward and back. */
static const size_t COPIES = (size_t)256 << 20;

typedef size_t Read(void *context, char *text, size_t most);

/* From now on, what is read and compiled counts there. */
static void take_account(Loaded *l, StarMem *mem) {
    l->mem = mem;
    l->files = (Files){.mem = mem, .options = l->options};
}

static int open_machine(Loaded *l, const Options *o, const char *path,
                        Read *read_text) {
    StarError error;
    size_t folder = files_folder(path);
    l->folder = strndup(path, folder > 1 ? folder - 1 : folder);
    if (l->folder == NULL)
        return message_memory(o->style);
    const StarOptions options = {
        .max_memory = load_memory(o),
        .max_steps = o->max_steps,
        .max_depth = o->max_depth,
        .max_output = o->max_output,
        .isa = o->isa,
        .jit = o->interpreted || o->safe ? STAR_JIT_OFF : STAR_JIT_AUTO,
        .attach = device_option(o),
        .threads = load_threads(o),
        .maps = true,
        .folder = l->folder,
        .may_open = o->safe ? may_open : NULL,
        .warn = warn,
        .write = load_write,
        .read = read_text,
        .context = l};
    if (l->watched) {
        l->history = star_history_new(&options, COPIES, &error);
        l->machine = l->history ? star_history_machine(l->history) : NULL;
    } else {
        l->machine = star_machine_new(&options, &error);
    }
    if (l->machine == NULL)
        return message_error(o->style, &error);
    take_account(l, star_machine_backend(l->machine)->mem);
    stop_mapped(l->machine, o->style);
    return 0;
}

/* For a program that does not run. */
static void open_account(Loaded *l, const Options *o) {
    star_mem_init(&l->own, &l->error, load_memory(o));
    take_account(l, &l->own);
}

/* A profile counts each iteration of a loop unless the options say otherwise;
 * for a machine, what the bodies of the library do. */
StarCompileOptions load_compile(Loaded *l, const Options *o) {
    const bool iterations = l->profiled && !(o->given & OPTION(OPTIMIZE));
    return (StarCompileOptions){.find = files_find,
                                .context = &l->files,
                                .plain = o->plain || l->watched || iterations,
                                .bodies = o->bodies || l->watched ||
                                          o->given & OPTION(MACHINE),
                                .strict = o->strict,
                                .count = o->max_steps > 0 || l->watched,
                                .profiled = l->profiled,
                                .loops = o->given & OPTION(EXPLAIN),
                                .watched = l->watched};
}

/* A procedure that is called alone may be any of those that are used. */
static int compile(Loaded *l, const Options *o, const char *path, bool whole) {
    StarCompileOptions options = load_compile(l, o);
    options.whole = whole;
    const File *file =
        l->text != NULL ? NULL : files_read(&l->files, path, NULL);
    if (file != NULL)
        l->program = star_compile(l->mem, &options, file->path, file->text,
                                  file->length);
    else if (l->text != NULL)
        l->program =
            star_compile(l->mem, &options, path, l->text, strlen(l->text));
    files_free(&l->files);
    if (l->program == NULL)
        return message_error(o->style, l->mem->error);
    if (!o->quiet)
        message_reports(o->style, l->program);
    return l->program->errors > 0 ? star_status_exit(STAR_SYNTAX) : 0;
}

int load_machine(Loaded *l, const Options *o, const char *command,
                 Read *read_text) {
    *l = (Loaded){.options = o,
                  .escape = {.sink = send, .context = l},
                  .out = STDOUT_FILENO};
    int status = check_device(o, command);
    return status != 0 ? status : open_machine(l, o, "", read_text);
}

static bool runs_nothing(const char *command) {
    return strcmp(command, "check") == 0 || strcmp(command, "dis") == 0 ||
           strcmp(command, "build") == 0;
}

static Read *reader(const LoadStreams *streams, bool steps) {
    return streams != NULL     ? read_stream
           : steps             ? read_line
           : ranks_option_on() ? read_first
                               : read_input;
}

static int open_program(Loaded *l, const Options *o, const char *command,
                        const char *path, const char *text,
                        const LoadStreams *streams) {
    const bool steps = strcmp(command, "step") == 0 ||
                       o->given & OPTION(STEP) || streams != NULL;
    *l = (Loaded){.options = o,
                  .text = text,
                  .streams = streams,
                  .escape = {.sink = send, .context = l},
                  .out = STDOUT_FILENO,
                  .watched = strcmp(command, "trace") == 0 || steps ||
                             o->given & OPTION(TRACE),
                  .profiled = profile_output_asked(o, command)};
    int status = check_device(o, command);
    if (status != 0)
        return status;
    stop_after(steps ? 0 : o->timeout);
    if (runs_nothing(command))
        open_account(l, o);
    else
        status = open_machine(l, o, path, reader(streams, steps));
    if (status == 0)
        status = compile(l, o, path, strcmp(command, "call") == 0);
    if (status == 0 && l->profiled)
        status = profile_output_begin(l, command);
    if (status == 0 && l->machine != NULL && !l->watched)
        progress_begin(l->machine, o);
    return status;
}

int load_open(Loaded *l, const Options *o, const char *command,
              const char *path) {
    return open_program(l, o, command, path, NULL, NULL);
}

int load_open_text(Loaded *l, const Options *o, const char *command,
                   const char *path, const char *text) {
    return open_program(l, o, command, path, text, NULL);
}

int load_open_with(Loaded *l, const Options *o, const char *command,
                   const char *path, const LoadStreams *streams) {
    return open_program(l, o, command, path, NULL, streams);
}

bool load_takes(const Loaded *l, const char *command) {
    const Options *o = l->options;
    const unsigned given = (unsigned)o->operands - 1;
    if (l->program->name == NULL) {
        message_usage(command,
                      MSG_UNIT_NOT_RUN(l->program->sources.file[0].path));
        return false;
    }
    if (given > l->program->files && !o->safe) {
        message_usage(command, MSG_SURPLUS_FILE(o->operand[given],
                                                l->program->files, given));
        return false;
    }
    star_machine_files(l->machine, (const char *const *)o->operand + 1, given);
    return true;
}

void load_close(Loaded *l) {
    progress_end();
    stop_mapped(NULL, l->options->style);
    files_free(&l->files);
    model_free(l->model);
    star_program_free(l->program);
    if (l->history != NULL)
        star_history_free(l->history);
    else
        device_option_free(l->machine);
    free(l->folder);
}

int load_finish(const Loaded *l, const StarReport *report) {
    const int profile = l->profiled ? profile_output_write(l) : 0;
    if (report->status != STAR_OK && l->fault != EPIPE)
        message_report(l->options->style, report, &l->program->sources);
    if (l->fault != 0 && l->fault != EPIPE)
        message_usage(NULL, MSG_STANDARD_OUTPUT(strerror(l->fault)));
    const int status =
        star_status_exit(l->fault != 0 ? STAR_WRITE : report->status);
    return status != 0 ? status : profile;
}

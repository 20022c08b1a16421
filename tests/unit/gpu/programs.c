/* SPDX-License-Identifier: MIT */
/* gpu_programs GENERATE FROM COUNT, gpu_programs FILE...: runs random programs,
 * or those of files, which may open none themselves, with every operation on a
 * device, on one that is short of memory, with a CUDA call that fails, with
 * regions that end after one, two and seven instructions, on all devices there
 * are with every vector spread over them, and without counting steps, beside
 * the processor alone, all in this process. Output and end must be the same. */
#define _POSIX_C_SOURCE 200809L
#include "machine_test.h"

#include "backend/cuda_backend.h"
#include "gpu_test.h"

enum { TEXT = 1 << 20, STEPS = 20000 };

typedef struct Run {
    const StarCudaOptions *options; /* NULL: without a device */
    bool counts;                    /* steps, up to STEPS */
    char out[TEXT];
    size_t length;
    StarStatus status;
    char why[512];
    int64_t calls; /* of CUDA's */
} Run;

static bool keep(void *context, const char *text, size_t length) {
    Run *r = context;
    if (r->length + length >= TEXT)
        return false;
    memcpy(r->out + r->length, text, length);
    r->length += length;
    return true;
}

static StarStatus attach(StarBackend *be, void *context) {
    const Run *r = context;
    return star_cuda_attach(be, r->options);
}

static StarPermit none(void *context, const char *path) {
    (void)context, (void)path;
    return STAR_PERMIT_NONE;
}

static void run(Run *r, const char *text) {
    const StarOptions options = {.attach = r->options ? attach : NULL,
                                 .max_steps = r->counts ? STEPS : 0,
                                 .write = keep,
                                 .may_open = none,
                                 .context = r};
    const StarCompileOptions how = {.count = r->counts};
    StarError error;
    StarMachine *machine = star_machine_new(&options, &error);
    if (machine == NULL) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    StarBackend *be = star_machine_backend(machine);
    StarProgram *program =
        star_compile(be->mem, &how, "p.star", text, strlen(text));
    r->length = 0;
    r->status = star_machine_run(machine, program);
    snprintf(r->why, sizeof r->why, "%s",
             r->status != STAR_OK ? star_machine_report(machine)->text : "");
    r->calls = r->options != NULL ? star_cuda_calls(be) : 0;
    star_program_free(program);
    star_machine_free(machine);
}

static void generate(const char *generator, long seed, char *text) {
    char command[4096];
    snprintf(command, sizeof command, "%s %ld", generator, seed);
    FILE *from = popen(command, "r");
    const size_t n = from != NULL ? fread(text, 1, TEXT - 1, from) : 0;
    text[n] = '\0';
    if (from == NULL || pclose(from) != 0 || n == 0) {
        fprintf(stderr, "%s failed\n", command);
        exit(1);
    }
}

static bool equal(const Run *a, const Run *b) {
    return a->status == b->status && a->length == b->length &&
           memcmp(a->out, b->out, a->length) == 0 &&
           strcmp(a->why, b->why) == 0;
}

/* Reads a file; false if it does not fit, or is no program. */
static bool read_file(const char *path, char *text) {
    FILE *from = fopen(path, "r");
    const size_t n = from != NULL ? fread(text, 1, TEXT - 1, from) : 0;
    StarTest t;
    star_test_open(&t, STAR_ISA_BEST);
    text[n] = '\0';
    if (from == NULL || fclose(from) != 0 || n == TEXT - 1)
        return false;
    StarProgram *p = star_compile(&t.mem, &(StarCompileOptions){0}, path, text,
                                  strlen(text));
    const bool good = p != NULL && p->errors == 0 && p->name != NULL;
    star_program_free(p);
    star_test_close(&t);
    return good;
}

/* Runs a program in every way; how many of them differ. */
static int compare(const char *text, const char *name) {
    static StarCudaOptions options[] = {
        {.always = true, .required = true, .fail_at = -1},
        {.always = true, .fail_at = -1, .limit = 1 << 14},
        {.always = true},
        {.always = true, .required = true, .fail_at = -1, .region = 1},
        {.always = true, .required = true, .fail_at = -1, .region = 2},
        {.always = true, .required = true, .fail_at = -1, .region = 7},
        {.always = true,
         .required = true,
         .fail_at = -1,
         .devices = STAR_CUDA_DEVICES,
         .spread_from = 1},
        {.always = true, .required = true, .fail_at = -1}};
    enum { COUNTED = 7, ALL }; /* the last: without counting steps */
    static uint64_t random = 1;
    static Run host, device;
    int differ = 0;
    host.counts = true;
    run(&host, text);
    for (int k = 0; k < (host.status == STAR_OK ? ALL : COUNTED); k++) {
        if (k == 2)
            options[k].fail_at =
                (int64_t)(gpu_random(&random) % (uint64_t)(device.calls + 1));
        device.options = &options[k];
        device.counts = k < COUNTED;
        run(&device, text);
        if (equal(&host, &device))
            continue;
        differ++;
        printf("%s: '%s', on device %d '%s'; %zu and %zu bytes\n", name,
               host.why, k, device.why, host.length, device.length);
    }
    return differ;
}

int main(int argc, char **argv) {
    static char text[TEXT], name[64];
    const bool random = argc == 4 && argv[2][0] >= '0' && argv[2][0] <= '9';
    const long from = random ? atol(argv[2]) : 1;
    const long count = random ? atol(argv[3]) : argc - 1;
    long programs = 0;
    int differ = 0;
    Gpu gpu;
    gpu_test_open(&gpu);
    setvbuf(stdout, NULL, _IOLBF, 0); /* what differs is told at once */
    for (long k = from; k < from + count && differ < 5; k++) {
        snprintf(name, sizeof name, "program %ld", k);
        if (random)
            generate(argv[1], k, text);
        else if (!read_file(argv[k], text))
            continue;
        differ += compare(text, random ? name : argv[k]);
        programs++;
    }
    gpu_close(&gpu);
    printf("%ld programs, %d differ\n", programs, differ);
    return differ != 0 || programs == 0;
}

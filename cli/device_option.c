/* SPDX-License-Identifier: MIT */
#include "device_option.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "message.h"
#include "ranks/ranks_option.h"

/* The file of the device's rates: in $XDG_CACHE_HOME/star or ~/.cache/star;
 * NULL if there is no such place. */
static const char *rates_path(void) {
    static char path[FILENAME_MAX];
    const char *cache = getenv("XDG_CACHE_HOME"), *user = getenv("HOME");
    int length = 0;
    if (cache != NULL && cache[0] == '/')
        length = snprintf(path, sizeof path, "%s/star/cuda", cache);
    else if (user != NULL && user[0] == '/')
        length = snprintf(path, sizeof path, "%s/.cache/star/cuda", user);
    return length > 0 && (size_t)length < sizeof path ? path : NULL;
}

static size_t limit; /* of the device's memory; 0: all that it has */

static StarStatus where_it_pays(StarBackend *be, void *context) {
    (void)context;
    return device_auto(be, NULL, limit, rates_path());
}

/* Without files. */
static StarStatus safely(StarBackend *be, void *context) {
    (void)context;
    return device_auto(be, NULL, limit, NULL);
}

static int number;    /* of the device that --device names */
static bool required; /* --device names one */

static StarStatus all(StarBackend *be, void *context) {
    (void)context;
    return device_all(be, NULL, limit);
}

static StarStatus numbered(StarBackend *be, void *context) {
    (void)context;
    return device_only(be, NULL, number, limit);
}

/* Each rank one of its host's, in turn. */
static StarStatus with_ranks(StarBackend *be, void *context) {
    (void)context;
    if (required)
        STAR_TRY(device_only(be, NULL, ranks_option_device(), limit));
    return ranks_option_attach(be);
}

/* Once, however many machines are opened. */
static void warn_if_missed(StarStyle style) {
    static bool warned;
    StarError why = {.status = STAR_OK};
    if (!warned && device_missed(NULL, &why) != STAR_OK)
        message_warning(style, &why);
    warned = true;
}

DeviceAttach *device_option(const Options *o) {
    if (o->device == DEVICE_AUTO)
        warn_if_missed(o->style);
    number = o->device_number;
    required = o->device == DEVICE_CUDA;
    limit = o->max_device_memory;
    return ranks_option_on()         ? with_ranks
           : required                ? number == DEVICE_ALL ? all : numbered
           : o->device == DEVICE_CPU ? NULL
           : o->safe                 ? safely
                                     : where_it_pays;
}

static bool opening; /* a thread opens the device, and goes on */

void device_option_free(StarMachine *machine) {
    opening = machine != NULL && !ranks_option_on() &&
              device_opening(star_machine_backend(machine));
    if (!opening)
        star_machine_free(machine);
}

void device_option_end(int status) {
    if (opening)
        _exit(status);
}

static void list_rates(int device) {
    const char *path = rates_path();
    DeviceRates r;
    if (device_rates(device, path, &r))
        printf("cuda: %d: opened in %.2f s; a launch %.1f us, an answer %.1f "
               "us; to the device %.1f GB/s, back %.1f, its memory %.0f; %s\n",
               device, r.open, r.launch * 1e6, r.scalar * 1e6, r.up / 1e9,
               r.down / 1e9, r.memory / 1e9, path);
    else
        printf("cuda: %d: its rates will be measured when it is first of use\n",
               device);
}

/* The other devices whose memory a device reaches directly. */
static void list_links(const DeviceInfo *d, int count) {
    enum { LINKS = 32 };
    for (int k = 0, some = 0; k < count && k < LINKS; k++)
        if (d->links >> k & 1)
            printf("%s%d", some++ ? ", " : "; linked with ", k);
}

const char *device_option_none(StarError *why) {
    return !device_built()                       ? "not built"
           : device_missed(NULL, why) != STAR_OK ? why->text
                                                 : "no device";
}

void device_option_list(void) {
    const int count = device_count();
    StarError why;
    for (int k = 0; k < count; k++) {
        DeviceInfo d;
        if (device_describe(k, &d))
            printf("cuda: %d: %s, %d multiprocessors, %.1f GiB%s", k, d.name,
                   d.multiprocessors, (double)d.bytes / (1 << 30),
                   k == 0 ? "; chosen" : "");
        list_links(&d, count);
        puts("");
    }
    if (count > 0)
        list_rates(0);
    if (count == 0)
        printf("cuda: %s\n", device_option_none(&why));
}

/* SPDX-License-Identifier: MIT */
/* star.h: handles, entries, messages. */
#include "handle.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *star_version(void) {
    return STAR_VERSION;
}

/* ---- What a machine asks for ----
 *
 * While a function of the embedder's runs, the handle is not to be used. */

static void *allocate(void *context, size_t bytes) {
    Star *s = context;
    s->inside++;
    void *block = s->config.allocate(s->config.context, bytes);
    s->inside--;
    return block;
}

static void release(void *context, void *block, size_t bytes) {
    Star *s = context;
    s->inside++;
    s->config.release(s->config.context, block, bytes);
    s->inside--;
}

static bool write_out(void *context, const char *text, size_t length) {
    Star *s = context;
    if (s->config.write == NULL)
        return true;
    s->inside++;
    const bool written = s->config.write(s->config.context, text, length);
    s->inside--;
    return written;
}

static size_t read_in(void *context, char *text, size_t most) {
    Star *s = context;
    if (s->config.read == NULL)
        return 0;
    s->inside++;
    const size_t got = s->config.read(s->config.context, text, most);
    s->inside--;
    return got < most ? got : most;
}

static StarPermit may_open(void *context, const char *path) {
    Star *s = context;
    if (s->config.may_open == NULL)
        return STAR_PERMIT_NONE;
    s->inside++;
    const bool may = s->config.may_open(s->config.context, path);
    s->inside--;
    return may ? STAR_PERMIT_ANY : STAR_PERMIT_NONE;
}

static void warn(void *context, const StarReport *report,
                 const StarSources *sources) {
    Star *s = context;
    (void)sources;
    if (s->warnings == HANDLE_WARNINGS)
        return;
    HandleWarning *w = &s->warning[s->warnings++];
    snprintf(w->text, sizeof w->text, "%s", report->text);
    snprintf(w->hint, sizeof w->hint, "%s", report->hint ? report->hint : "");
    w->report = *report;
    w->report.text = w->text;
    w->report.hint = report->hint != NULL ? w->hint : NULL;
}

void handle_warn(Star *s, const StarError *error) {
    const StarReport report = {.severity = error->status == STAR_COLUMNSFOUND
                                               ? STAR_NOTE
                                               : STAR_WARNING,
                               .status = error->status,
                               .text = error->text};
    warn(s, &report, NULL);
}

static StarStatus find_unit(void *context, const char *name, const char *from,
                            StarUnitText *out) {
    Star *s = context;
    (void)from;
    if (s->config.unit == NULL)
        return STAR_UNIT;
    out->text = NULL;
    s->inside++;
    const bool found =
        s->config.unit(s->config.context, name, &out->text, &out->length);
    s->inside--;
    if (!found || out->text == NULL)
        return STAR_UNIT;
    snprintf(s->path, sizeof s->path, "%s.star", name);
    out->path = s->path;
    return STAR_OK;
}

/* ---- Handles ---- */

StarMachine *handle_machine(Star *s) {
    const StarConfig *c = &s->config;
    const StarOptions options = {
        .allocator = c->allocate != NULL ? &s->allocator : NULL,
        .max_memory = c->max_memory,
        .max_steps = c->max_steps > 0 ? c->max_steps : 0,
        .max_depth = c->max_depth,
        .max_output = c->max_output,
        .threads = c->threads,
        .maps = c->maps,
        .jit = c->machine_code ? STAR_JIT_AUTO : STAR_JIT_OFF,
        .folder = c->folder,
        .may_open = may_open,
        .warn = warn,
        .write = write_out,
        .read = read_in,
        .context = s};
    return star_machine_new(&options, &s->error);
}

static bool open(Star *s) {
    s->machine = handle_machine(s);
    s->numbers = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return s->machine != NULL && s->numbers != (locale_t)0 &&
           handle_begin(s, __func__, true) == STAR_CODE_OK;
}

/* The account of the handle itself, which its functions cannot be asked for. */
static StarMem own(const StarConfig *c, StarAllocator *allocator,
                   StarError *error) {
    *allocator = (StarAllocator){c->allocate, c->release, c->context};
    return (StarMem){.error = error,
                     .allocator = c->allocate != NULL ? allocator : NULL,
                     .limit = SIZE_MAX};
}

Star *star_open(const StarConfig *config) {
    const StarConfig none = {0}, *c = config != NULL ? config : &none;
    StarAllocator allocator;
    StarError error;
    StarMem mem = own(c, &allocator, &error);
    if ((c->allocate == NULL) != (c->release == NULL))
        return NULL;
    Star *s = star_mem_alloc(&mem, 1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->config = *c;
    s->allocator = (StarAllocator){allocate, release, s};
    s->options = (StarCompileOptions){
        .find = find_unit, .context = s, .count = c->max_steps > 0};
    if (open(s))
        return s;
    star_close(s);
    return NULL;
}

void star_close(Star *s) {
    StarAllocator allocator;
    StarError error;
    if (s == NULL || s->inside > 0)
        return;
    StarMem mem = own(&s->config, &allocator, &error);
    handle_forget_built(s);
    star_session_free(s->session);
    star_machine_free(s->machine);
    if (s->numbers != (locale_t)0)
        freelocale(s->numbers);
    star_mem_free(&mem, s, 1, sizeof *s);
}

static StarCode ready(Star *s) {
    if (s->session == NULL) {
        const locale_t theirs = uselocale(s->numbers);
        s->session = star_session_new(s->machine, &s->options, false);
        uselocale(theirs);
    }
    return s->session != NULL ? STAR_CODE_OK : handle_take(s, STAR_MEMORY);
}

StarCode handle_begin(Star *s, const char *function, bool given) {
    if (s == NULL)
        return STAR_CODE_MISUSED;
    if (s->inside > 0)
        return handle_refuse(s, STAR_CODE_MISUSED,
                             MSG_CALLED_FROM_WITHIN(function));
    s->says = HANDLE_SILENT;
    s->warnings = 0;
    if (!given)
        return handle_refuse(s, STAR_CODE_MISUSED, MSG_NULL_ARGUMENT(function));
    return ready(s);
}

StarCode star_reset(Star *s) {
    HANDLE_BEGIN(s, true);
    star_session_free(s->session);
    s->session = NULL;
    return ready(s);
}

StarCode star_enter(Star *s, const char *name, const char *text,
                    size_t length) {
    HANDLE_BEGIN(s, name != NULL && text != NULL);
    if (length == 0)
        length = strlen(text);
    const locale_t theirs = uselocale(s->numbers);
    const StarStatus status =
        star_session_enter(s->session, name, text, length);
    uselocale(theirs);
    return handle_session(s, status);
}

void star_interrupt(Star *s) {
    if (s == NULL)
        return;
    star_machine_stop(s->machine, STAR_INTERRUPTED);
    if (s->built != NULL)
        star_machine_stop(s->built, STAR_INTERRUPTED);
}

/* ---- Messages ---- */

StarCode handle_session(Star *s, StarStatus status) {
    s->says = HANDLE_SESSION;
    return (StarCode)star_status_exit(status);
}

StarCode handle_refuse(Star *s, StarCode code, StarStatus status,
                       const char *format, ...) {
    StarError error = {.status = status};
    const locale_t theirs = uselocale(s->numbers);
    va_list args;
    va_start(args, format);
    vsnprintf(error.text, sizeof error.text, format, args);
    va_end(args);
    uselocale(theirs);
    s->says = HANDLE_OWN;
    s->error = error;
    return code;
}

StarCode handle_fails(Star *s, StarStatus status) {
    s->says = HANDLE_OWN;
    return (StarCode)star_status_exit(status);
}

StarCode handle_take(Star *s, StarStatus status) {
    if (status == STAR_OK)
        return STAR_CODE_OK;
    s->error = *handle_backend(s)->mem->error;
    return handle_fails(s, status);
}

static const StarReport *reports(const Star *s, StarReport *own, int *count) {
    *own = (StarReport){.severity = STAR_ERROR,
                        .status = s->error.status,
                        .text = s->error.text,
                        .hint = s->error.hint[0] ? s->error.hint : NULL};
    if (s->says == HANDLE_BUILT) {
        const StarReport *r = star_machine_report(s->built);
        *count = r->status != STAR_OK;
        return r;
    }
    *count = s->says == HANDLE_OWN;
    return s->says == HANDLE_SESSION ? star_session_reports(s->session, count)
                                     : own;
}

static const StarReport *first_error(const Star *s, StarReport *own) {
    int count;
    const StarReport *r = reports(s, own, &count);
    for (int k = 0; k < count; k++)
        if (r[k].severity == STAR_ERROR)
            return &r[k];
    return NULL;
}

static const StarSources *sources(const Star *s) {
    static const StarSources none = {0};
    if (s->says == HANDLE_BUILT)
        return &s->program->sources;
    return s->session != NULL ? &star_session_program(s->session)->sources
                              : &none;
}

const char *star_error(const Star *s) {
    if (s == NULL)
        return star_status_name(STAR_MISUSE);
    StarReport own;
    const StarReport *r = first_error(s, &own);
    return r != NULL ? star_status_name(r->status) : "";
}

static void to_message(void *context, const char *text, size_t length) {
    Star *s = context;
    const size_t room = sizeof s->message - 1 - s->length;
    length = length < room ? length : room;
    memcpy(s->message + s->length, text, length);
    s->length += length;
    s->message[s->length] = '\0';
}

const char *star_message(Star *s) {
    if (s == NULL)
        return "there is no handle";
    StarReport own;
    const StarReport *r = first_error(s, &own);
    const StarStyle style = {.form = STAR_SHORT};
    s->length = 0;
    s->message[0] = '\0';
    if (r != NULL)
        star_report_write(r, sources(s), style, to_message, s);
    if (s->length > 0 && s->message[s->length - 1] == '\n')
        s->message[s->length - 1] = '\0';
    return s->message;
}

void star_messages(Star *s, StarMessageForm form,
                   void (*write)(void *context, const char *text,
                                 size_t length),
                   void *context) {
    static const StarReportForm forms[] = {[STAR_MESSAGES_FULL] = STAR_FULL,
                                           [STAR_MESSAGES_SHORT] = STAR_SHORT,
                                           [STAR_MESSAGES_JSON] = STAR_JSON,
                                           [STAR_MESSAGES_COLOUR] = STAR_FULL};
    if (s == NULL || write == NULL || (unsigned)form > STAR_MESSAGES_COLOUR)
        return;
    const StarStyle style = {.form = forms[form],
                             .colour = form == STAR_MESSAGES_COLOUR};
    StarReport own;
    int count;
    const StarReport *r = reports(s, &own, &count);
    s->inside++;
    for (int k = 0; k < s->warnings; k++)
        star_report_write(&s->warning[k].report, sources(s), style, write,
                          context);
    for (int k = 0; k < count; k++)
        star_report_write(&r[k], sources(s), style, write, context);
    s->inside--;
}

/* SPDX-License-Identifier: MIT */
#include "profile/profile_output.h"

#include <string.h>
#include <unistd.h>

#include "message.h"
#include "progress.h"
#include "tools/docs/docs.h"

bool profile_output_asked(const Options *o, const char *command) {
    return strcmp(command, "profile") == 0 ||
           o->given & (OPTION(PROFILE) | OPTION(JSON) | OPTION(FOLDED) |
                       OPTION(MACHINE));
}

/* The text of a model, of a file or, by its name, one that comes with STAR;
 * NULL after a message. */
static const char *text_of(Files *files, const Options *o, const char *command,
                           size_t *length, int *status) {
    const char *text = model_text(o->machine, length);
    if (text != NULL)
        return text;
    if (strpbrk(o->machine, "./") == NULL) {
        Similar similar = similar_to(o->machine, strlen(o->machine));
        for (int k = 0; model_name(k) != NULL; k++)
            similar_consider(&similar, model_name(k));
        *status = message_usage(
            command, MSG_NO_MODEL(o->machine, similar_text(&similar, "")));
        return NULL;
    }
    const File *file = files_read(files, o->machine, NULL);
    if (file == NULL) {
        *status = message_error(o->style, files->mem->error);
        return NULL;
    }
    *length = file->length;
    return file->text;
}

/* A mistake in a model, with its line. */
static int tell(const Options *o, StarMem *mem, const char *text, size_t length,
                StarSpan at) {
    const StarError error = *mem->error;
    StarSources sources = {.mem = mem};
    uint32_t number;
    if (error.status != STAR_MODEL ||
        star_source_add(&sources, o->machine, text, length, &number) != STAR_OK)
        return message_error(o->style, mem->error);
    const StarReport report = {.severity = STAR_ERROR,
                               .status = error.status,
                               .placed = true,
                               .span = at,
                               .text = error.text};
    message_report(o->style, &report, &sources);
    star_source_free(&sources);
    return star_status_exit(error.status);
}

static int read_model(Loaded *l, const char *command) {
    const Options *o = l->options;
    Files files = {.mem = l->mem, .options = o};
    StarSpan at;
    size_t length;
    int status = 0;
    const char *text = text_of(&files, o, command, &length, &status);
    if (text != NULL &&
        model_read(l->mem, text, length, &l->model, &at) != STAR_OK)
        status = tell(o, l->mem, text, length, at);
    files_free(&files);
    return status;
}

int profile_output_begin(Loaded *l, const char *command) {
    const Options *o = l->options;
    int status = 0;
    if (o->given & OPTION(MACHINE) &&
        o->given & (OPTION(FOLDED) | OPTION(OPTIMIZE) | OPTION(NATIVE)))
        return message_usage(command, MSG_MACHINE_COUNTS());
    if (o->given & OPTION(MACHINE))
        status = read_model(l, command);
    l->out = STDERR_FILENO;
    if (status == 0 && star_machine_profile(l->machine, true) != STAR_OK)
        status = message_memory(o->style);
    return status;
}

int profile_output_write(const Loaded *l) {
    const Options *o = l->options;
    StarEscape out = {.sink = message_sink, .context = stdout};
    StarStatus status;
    progress_hide(false);
    if (l->model != NULL)
        status = model_write(l->model, l->machine, o->given & OPTION(JSON),
                             star_escape, &out);
    else
        status = star_profile_write(l->machine,
                                    o->given & OPTION(JSON) ? STAR_PROFILE_JSON
                                    : o->given & OPTION(FOLDED)
                                        ? STAR_PROFILE_FOLDED
                                        : STAR_PROFILE_TABLES,
                                    docs_formula_in, star_escape, &out);
    if (status == STAR_OK)
        return 0;
    return status == STAR_MODEL ? message_error(o->style, l->mem->error)
                                : message_memory(o->style);
}

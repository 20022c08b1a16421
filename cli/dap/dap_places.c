/* SPDX-License-Identifier: MIT */
/* Where the run is: calls, their sources, their variables as scopes. */
#include <string.h>

#include "dap/dap_parts.h"
#include "message.h"

json_t *dap_threads(Dap *d, const json_t *arguments, const char **wrong) {
    (void)d, (void)arguments, (void)wrong;
    return json_pack("{s:[{s:i, s:s}]}", "threads", "id", 1, "name", "program");
}

/* A unit of the library is no file: the editor asks for its text. */
json_t *dap_source_of(const Dap *d, uint32_t file) {
    const StarSource *f = &d->loaded.program->sources.file[file];
    const char *slash = strrchr(f->path, '/');
    const char *name = slash != NULL ? slash + 1 : f->path;
    json_t *source = json_pack("{s:o}", "name", wire_text(name, strlen(name)));
    if (f->library)
        json_set(source, "sourceReference", json_integer((json_int_t)file + 1));
    else
        json_set(source, "path", wire_text(f->path, strlen(f->path)));
    return source;
}

static json_t *frame_of(const Dap *d, unsigned number) {
    const StarSources *all = &d->loaded.program->sources;
    const StarView view = star_history_frame(d->loaded.history, number);
    const StarSpan s = view.span;
    const StarPlace from = star_source_place(all, s);
    const StarPlace to =
        star_source_place(all, (StarSpan){s.file, s.end, s.end});
    const int less = 1 - d->base;
    return json_pack("{s:i, s:s, s:o, s:i, s:i, s:i, s:i}", "id",
                     (int)number + 1, "name", view.proc->name, "source",
                     dap_source_of(d, s.file), "line", from.row - less,
                     "column", from.column - less, "endLine", to.row - less,
                     "endColumn", to.column - less);
}

json_t *dap_stack(Dap *d, const json_t *arguments, const char **wrong) {
    const int64_t depth = star_history_depth(d->loaded.history);
    const int64_t wanted = dap_number(arguments, "startFrame", 0);
    const int64_t start = wanted > 0 ? wanted : 0;
    const int64_t levels = dap_number(arguments, "levels", 0);
    json_t *frames = json_array();
    (void)wrong;
    for (int64_t k = start; k < depth && (levels <= 0 || k - start < levels);
         k++)
        json_append(frames, frame_of(d, (unsigned)(depth - 1 - k)));
    return json_pack("{s:o, s:i}", "stackFrames", frames, "totalFrames",
                     (int)depth);
}

static json_t *scope(Dap *d, const char *name, unsigned frame) {
    return json_pack("{s:s, s:i, s:b}", "name", name, "variablesReference",
                     dap_parts(d, frame, "", false), "expensive", 0);
}

int64_t dap_frame(const Dap *d, const json_t *arguments) {
    const int64_t id = dap_number(arguments, "frameId", 0);
    return id > 0 && id <= star_history_depth(d->loaded.history) ? id - 1 : -1;
}

/* The variables of the call, and those of the program. */
json_t *dap_scopes(Dap *d, const json_t *arguments, const char **wrong) {
    const int64_t frame = dap_frame(d, arguments);
    json_t *scopes = json_array();
    if (frame < 0) {
        *wrong = MSG_NO_FRAME();
    } else {
        if (frame > 0)
            json_append(scopes, scope(d,
                                      star_history_frame(d->loaded.history,
                                                         (unsigned)frame)
                                          .proc->name,
                                      (unsigned)frame));
        json_append(scopes, scope(d, "program", 0));
    }
    return json_pack("{s:o}", "scopes", scopes);
}

json_t *dap_source(Dap *d, const json_t *arguments, const char **wrong) {
    const StarSources *all = &d->loaded.program->sources;
    const int64_t reference =
        dap_number(json_get(arguments, "source"), "sourceReference",
                   dap_number(arguments, "sourceReference", 0));
    if (reference < 1 || reference > all->count) {
        *wrong = MSG_NO_SOURCE();
        return NULL;
    }
    const StarSource *f = &all->file[reference - 1];
    return json_pack("{s:o}", "content", wire_text(f->text, f->length));
}

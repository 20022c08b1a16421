/* SPDX-License-Identifier: MIT */
/* star.h: programs that were built. */
#include "bytecode/bytes/program_bytes.h"
#include "device.h"
#include "handle.h"
#include "translate/built.h"

void handle_forget_built(Star *s) {
    StarMachine *m = s->built;
    handle_forget_call(s);
    s->built = NULL;
    star_program_free(s->program);
    s->program = NULL;
    star_machine_free(m);
}

static StarStatus read_program(Star *s, const BuiltProgram *built) {
    StarMem *mem = star_machine_backend(s->built)->mem;
    if (built->version != BUILT_VERSION)
        return star_raise(&s->error, MSG_OTHER_BUILD());
    s->program = star_program_read(mem, built->bytes, built->size);
    if (s->program == NULL)
        return (s->error = *mem->error).status;
    s->program->built = built;
    return STAR_OK;
}

StarStatus handle_open_built(Star *s, const BuiltProgram *built) {
    if (s->program != NULL && s->program->built == built)
        return STAR_OK;
    handle_forget_built(s);
    s->built = handle_machine(s);
    if (s->built == NULL)
        return s->error.status;
    StarBackend *be = star_machine_backend(s->built);
    if (handle_backend(s)->device == NULL &&
        device_auto(be, s->config.cuda_folder, 0, NULL) != STAR_OK)
        return (s->error = *be->mem->error).status;
    return read_program(s, built);
}

StarCode star_run_built(Star *s, const BuiltProgram *built,
                        const char *const *file, size_t files) {
    HANDLE_BEGIN(s, built != NULL && (files == 0 || file != NULL));
    handle_forget_built(s);
    StarStatus status = handle_open_built(s, built);
    if (status != STAR_OK)
        return handle_fails(s, status);
    if (files > s->program->files)
        return handle_refuse(s, STAR_CODE_MISUSED,
                             MSG_BUILT_FILES(s->program->files, files));
    star_machine_files(s->built, file, (unsigned)files);
    const locale_t theirs = uselocale(s->numbers);
    status = star_machine_run(s->built, s->program);
    uselocale(theirs);
    s->says = HANDLE_BUILT;
    return (StarCode)star_status_exit(status);
}

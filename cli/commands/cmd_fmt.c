/* SPDX-License-Identifier: MIT */
/* fmt: files in the one layout. */
#include <string.h>

#include "commands/command.h"
#include "files.h"
#include "io/writer.h"
#include "message.h"
#include "report/escape.h"
#include "tools/fmt/fmt.h"

/* The exit status if a file is laid out otherwise. */
enum { EXIT_OTHER = 1 };

/* The form of a text is wrong: the compiler comes no further. */
static int complain(const Options *o, StarMem *mem, const File *file) {
    const StarCompileOptions options = {0};
    StarProgram *p =
        star_compile(mem, &options, file->path, file->text, file->length);
    if (p == NULL)
        return message_error(o->style, mem->error);
    message_reports(o->style, p);
    star_program_free(p);
    return star_status_exit(STAR_SYNTAX);
}

static int replace(const Options *o, StarMem *mem, const File *file,
                   const Fmt *f) {
    StarWriter w;
    StarStatus status = star_writer_open(&w, mem, file->path);
    if (status == STAR_OK) {
        star_writer_bytes(&w, f->text, f->length);
        status = star_writer_close(&w);
    }
    return status == STAR_OK ? 0 : message_error(o->style, mem->error);
}

static int name(const File *file) {
    StarEscape out = {.sink = message_sink, .context = stdout};
    star_escape(&out, file->path, strlen(file->path));
    puts("");
    return EXIT_OTHER;
}

/* True if the text came from standard input. */
static bool is_input(const char *path) {
    return strcmp(path, "-") == 0;
}

/* What becomes of a text that is laid out. */
static int finish(const Options *o, StarMem *mem, const char *path,
                  const File *file, const Fmt *f) {
    const bool same = f->length == file->length &&
                      memcmp(f->text, file->text, f->length) == 0;
    if (o->given & OPTION(CHECK))
        return same ? 0 : name(file);
    if (is_input(path))
        message_sink(stdout, f->text, f->length);
    else if (!same)
        return replace(o, mem, file, f);
    return 0;
}

static int lay_out(const Options *o, StarMem *mem, const char *path) {
    Files files = {.mem = mem};
    Fmt f = {0};
    int status;
    const File *file = files_read(&files, path, NULL);
    const StarStatus found = file != NULL
                                 ? fmt_text(mem, file->text, file->length, &f)
                                 : mem->error->status;
    if (found == STAR_OK)
        status = finish(o, mem, path, file, &f);
    else if (found == STAR_SYNTAX)
        status = complain(o, mem, file);
    else
        status = message_error(o->style, mem->error);
    fmt_free(&f);
    files_free(&files);
    return status;
}

int cmd_fmt(const Options *o) {
    StarError error;
    StarMem mem;
    int worst = 0;
    star_mem_init(&mem, &error, SIZE_MAX);
    for (int k = 0; k < o->operands; k++) {
        const int status = lay_out(o, &mem, o->operand[k]);
        worst = status > worst ? status : worst;
    }
    return worst;
}

/* The session as a program in a file. */
#include "io/writer.h"
#include "repl/repl.h"

static void write_file(Repl *r, const char *path, const char *text) {
    StarMem *mem = star_machine_backend(r->loaded.machine)->mem;
    StarWriter w;
    StarStatus status = star_writer_open(&w, mem, path);
    if (status == STAR_OK) {
        star_writer_text(&w, text);
        status = star_writer_close(&w);
    }
    if (status == STAR_OK)
        return;
    repl_failed(r, star_status_exit(status));
    repl_say(r, "%s", mem->error->text);
}

void repl_save(Repl *r, const char *path) {
    const char *why;
    size_t length;
    const char *text = star_session_save(r->session, path, &length, &why);
    if (text == NULL) {
        repl_say(r, "the session cannot be saved as a program: %s", why);
        return;
    }
    write_file(r, path, text);
    if (why != NULL)
        repl_note(r,
                  "the program gives the variables their values, without "
                  "what was done: %s",
                  why);
}

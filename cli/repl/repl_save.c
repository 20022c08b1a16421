/* SPDX-License-Identifier: MIT */
/* The session in a file, as a program or as what was entered. */
#include <string.h>

#include "io/writer.h"
#include "repl/repl.h"

/* A file has two parts: its first line, or all of it, and the rest. */
static void write_file(Repl *r, const char *path, const char *text,
                       const Transcript *rest) {
    StarMem *mem = star_machine_backend(r->loaded.machine)->mem;
    StarWriter w;
    StarStatus status = star_writer_open(&w, mem, path);
    if (status == STAR_OK) {
        star_writer_text(&w, text);
        star_writer_bytes(&w, rest->text, rest->length);
        status = star_writer_close(&w);
    }
    if (status == STAR_OK)
        return;
    repl_failed(r, star_status_exit(status));
    repl_say(r, "%s", mem->error->text);
}

void repl_save(Repl *r, const char *path) {
    char heading[1000];
    const char *why;
    const char *text = star_session_save(r->session, path, &why);
    if (text != NULL) {
        write_file(r, path, text, &(Transcript){0});
        return;
    }
    if (r->transcript.lost) {
        repl_say(r, "there is no memory for what was entered");
        return;
    }
    snprintf(heading, sizeof heading - 1, TRANSCRIPT_HEADING ", no program: %s",
             why);
    heading[strcspn(heading, "\n")] = '\0';
    repl_note(r,
              "%s: what was entered is saved, for :load and star run "
              "--session",
              why);
    strcat(heading, "\n");
    write_file(r, path, heading, &r->transcript);
}

void repl_note_entry(Repl *r, const char *name, const char *text, size_t length,
                     StarStatus status) {
    const bool stopped = status == STAR_INTERRUPTED || status == STAR_TIME ||
                         status == STAR_STEPS;
    const int64_t steps = star_machine_steps(r->loaded.machine);
    r->transcript.lost |= r->input.lost;
    transcript_add(&r->transcript,
                   &(TranscriptEntry){.name = (char *)name,
                                      .name_length = strcspn(name, "\n"),
                                      .text = (char *)text,
                                      .length = length,
                                      .input = r->input.text,
                                      .input_length = r->input.length,
                                      .steps = !stopped    ? 0
                                               : steps > 0 ? steps
                                                           : 1});
}

/* One that was stopped is stopped at the same step. */
static StarStatus enter_again(Repl *r, const TranscriptEntry *e) {
    const Options *o = &r->options;
    StarMachine *m = r->loaded.machine;
    if (e->steps > 0)
        star_machine_bound(m, e->steps, o->max_memory);
    r->again = e;
    r->taken = 0;
    const StarStatus status = repl_enter(r, e->name, e->text, e->length);
    r->again = NULL;
    star_machine_bound(m, o->max_steps, o->max_memory);
    return status;
}

void repl_replay(Repl *r, const char *path, char *text, size_t length) {
    char *at = text, *end = text + length;
    TranscriptEntry e;
    int entries = 0;
    StarStatus status = STAR_OK;
    while (status != STAR_INTERRUPTED && status != STAR_TIME && !r->left &&
           r->loaded.fault == 0 && transcript_next(&at, end, &e)) {
        status = enter_again(r, &e);
        entries++;
    }
    if (at < end && r->loaded.fault == 0)
        repl_say(r, "%s: %s behind %d entries: the rest was not entered", path,
                 status == STAR_INTERRUPTED || status == STAR_TIME
                     ? "stopped"
                     : "a line is none of a session",
                 entries);
}

/* SPDX-License-Identifier: MIT */
/* :plot: the value of an entry, drawn. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/command.h"
#include "message.h"
#include "repl/repl.h"
#include "tools/plot/plot.h"
#include "wrap.h"

static bool is_set(const char *name, const char *to) {
    const char *value = getenv(name);
    return value != NULL && strcmp(value, to) == 0;
}

/* True if the terminal shows pixels. What shares one among windows has the
 * terminal's variables too, but shows none: it is screen or tmux. */
static bool shows_pixels(PlotProtocol *protocol) {
    const char *term = getenv("TERM");
    if (!isatty(STDOUT_FILENO) || term == NULL || strcmp(term, "dumb") == 0 ||
        strncmp(term, "screen", 6) == 0 || strncmp(term, "tmux", 4) == 0)
        return false;
    *protocol = PLOT_KITTY;
    if (getenv("KITTY_WINDOW_ID") != NULL || strcmp(term, "xterm-kitty") == 0)
        return true;
    *protocol = PLOT_ITERM;
    return is_set("TERM_PROGRAM", "iTerm.app") ||
           is_set("TERM_PROGRAM", "WezTerm") || is_set("LC_TERMINAL", "iTerm2");
}

static StarStatus draw_here(const Repl *r, const Argument *a, StarBackend *be) {
    const ValuePage page = wrap_page(r->options.safe);
    PlotProtocol protocol;
    Plot p;
    StarStatus status = plot_open(&p, a, be, PLOT_MATRIX);
    if (status == STAR_OK && !r->options.safe && shows_pixels(&protocol))
        status = plot_pixels(&p, protocol, message_sink, stdout);
    else if (status == STAR_OK)
        plot_dots(&p, page.width, page.utf8, message_sink, stdout);
    plot_close(&p);
    return status;
}

StarStatus repl_draw(Repl *r) {
    StarBackend *be = star_machine_backend(r->loaded.machine);
    char path[PATH_MAX];
    PlotKind kind = PLOT_MATRIX;
    unsigned count;
    const Argument *a = repl_value(r, &count);
    const bool here = *r->drawing == '\0';
    size_t n = 0;
    if (a != NULL && !here)
        n = plot_parse(r->drawing, a->param, &kind);
    if (a != NULL && !here && (n == 0 || n >= sizeof path)) {
        repl_say(r, MSG_PLOT_FILE(r->drawing));
        return STAR_OK;
    }
    if (a == NULL || !plot_fits(a->param, kind)) {
        repl_say(r, MSG_PLOT_UNFIT(a != NULL ? a->param->name : "this",
                                   plot_name(kind)));
        return STAR_OK;
    }
    snprintf(path, sizeof path, "%.*s", (int)n, r->drawing);
    const StarStatus status =
        here ? draw_here(r, a, be) : call_draw(a, be, kind, path);
    if (status != STAR_OK)
        repl_say(r, "%s", be->mem->error->text);
    return status;
}

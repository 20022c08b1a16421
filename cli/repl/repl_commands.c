/* SPDX-License-Identifier: MIT */
/* Lines of the prompt that begin with ':'. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "commands/command.h"
#include "bytecode/disasm.h"
#include "commands/doc.h"
#include "tools/docs/docs.h"
#include "message.h"
#include "debug/profile.h"
#include "repl/repl.h"
#include "tools/similar.h"
#include "stop.h"
#include "wrap.h"

/* The argument is a text without blanks around it. */
typedef void Run(Repl *r, char *argument);

static Run help, doc, type, vars, load, reload, edit, save, time_of, count, dis,
    device, limit, mode, plot, quit;

static const struct {
    const char *name;
    const char *argument;
    bool needed;
    Run *run;
    const char *sentence;
} commands[] = {
    {"help", "[NAME]", false, help,
     "lists these commands; explains one of them, or another name"},
    {"doc", "NAME", true, doc,
     "explains a name of the language, the library or this session"},
    {"type", "EXPR", true, type, "says what type an expression has"},
    {"vars", "", false, vars, "lists the variables with their values"},
    {"load", "FILE", true, load,
     "enters a file: its declarations, and a program's statements; or "
     "the entries of a session that was saved"},
    {"reload", "", false, reload, "enters the same file again"},
    {"edit", "[FILE]", false, edit,
     "opens $VISUAL, $EDITOR or vi on the last entry and enters what is there "
     "then, or on a file and loads it"},
    {"save", "FILE", true, save,
     "writes a program that does what the entries did, or else what they "
     "were"},
    {"time", "ENTRY", true, time_of, "enters it and says how long it took"},
    {"count", "[--native off] ENTRY", true, count,
     "enters it and says how many steps it took and how many operations on "
     "slices: of a procedure of the library those that are documented, or, "
     "with "
     "--native off, what its body takes"},
    {"dis", "[PROC]", false, dis,
     "shows the bytecode of a procedure, or of the last entry"},
    {"device", "", false, device, "shows what programs can run on"},
    {"limit", REPL_LIMITS, false, limit,
     "shows the limits of an entry, or sets one: steps, bytes as in 2G, "
     "seconds; 0 is none"},
    {"mode", "[MODE]", false, mode,
     "shows how values are shown, or sets it, as --mode does"},
    {"plot", "EXPR [FILE.svg]", true, plot,
     "draws a table, slice, word or array: as a picture, or with a dot for "
     "each 1, as the terminal can; or in a file, of which --plot says more"},
    {"quit", "", false, quit, "leaves, as Ctrl-D does"},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

const char *repl_command_name(int number) {
    return number < (int)COMMANDS ? commands[number].name : NULL;
}

/* ---- Names ---- */

static void show_command(int k) {
    printf(":%s%s%s\n", commands[k].name, *commands[k].argument ? " " : "",
           commands[k].argument);
    wrap_text(4, commands[k].sentence);
}

/* The number of the command that begins so, or -1; *several of them may. */
static int find(const char *name, size_t length, bool *several) {
    int found = -1;
    *several = false;
    for (int k = 0; k < (int)COMMANDS; k++) {
        if (strncasecmp(commands[k].name, name, length) != 0)
            continue;
        if (commands[k].name[length] == '\0') {
            *several = false;
            return k;
        }
        *several |= found >= 0;
        found = k;
    }
    return found;
}

static size_t name_length(const char *name) {
    size_t length = 0;
    while (isalpha((unsigned char)name[length]))
        length++;
    return length;
}

const char *repl_argument(const char *line, const char *kind) {
    const char *name = line + 1 + strspn(line + 1, " \t");
    const size_t length = name_length(name);
    bool several;
    const int k = find(name, length, &several);
    return k >= 0 && !several && strcmp(commands[k].argument, kind) == 0
               ? name + length
               : NULL;
}

static void unknown(Repl *r, const char *name, size_t length) {
    Similar similar = similar_to(name, length);
    for (int k = 0; k < (int)COMMANDS; k++)
        similar_consider(&similar, commands[k].name);
    repl_say(r, "there is no command ':%.*s'%s", length < 60 ? (int)length : 60,
             name, similar_text(&similar, ":"));
}

static void ambiguous(Repl *r, const char *name, size_t length) {
    char which[200] = "";
    for (int k = 0; k < (int)COMMANDS; k++)
        if (strncasecmp(commands[k].name, name, length) == 0)
            snprintf(which + strlen(which), sizeof which - strlen(which),
                     "%s:%s", *which ? ", " : "", commands[k].name);
    repl_say(r, "':%.*s' may be %s", (int)length, name, which);
}

/* ---- What they do ---- */

static void help(Repl *r, char *name) {
    bool several;
    int k;
    if (*name == '\0') {
        for (k = 0; k < (int)COMMANDS; k++)
            show_command(k);
        wrap_text(0, "A command's name may be shortened; help and quit need "
                     "no colon. What is no command is a declaration, a "
                     "statement or an expression of STAR.");
        return;
    }
    const bool colon = *name == ':'; /* else it may be another name */
    const size_t length = strlen(name += colon);
    k = find(name, length, &several);
    if (k >= 0 && !several && (colon || commands[k].name[length] == '\0'))
        show_command(k);
    else
        doc(r, name);
}

static const char *kind_of(const StarSymbol *s) {
    static const char *const kinds[] = {
        [STAR_SYMBOL_CONSTANT] = "constant", [STAR_SYMBOL_TYPE] = "type",
        [STAR_SYMBOL_VARIABLE] = "variable", [STAR_SYMBOL_PROCEDURE] = "",
        [STAR_SYMBOL_PRIMITIVE] = "",        [STAR_SYMBOL_REQUIRED] = ""};
    return kinds[s->kind];
}

/* A name that was declared here hides that of the language. */
static void doc(Repl *r, char *name) {
    StarSymbol s;
    const bool known = star_session_find(r->session, name, &s);
    if (known && s.own && s.kind == STAR_SYMBOL_PROCEDURE)
        printf("%s\n", s.type);
    else if (known && s.own)
        printf("%s %s%s%s\n", kind_of(&s), s.name,
               s.kind == STAR_SYMBOL_TYPE ? " = " : ": ", s.type);
    else if (!doc_show(name))
        repl_failed(r, EXIT_USAGE);
}

static void type(Repl *r, char *text) {
    const char *name = star_session_type(r->session, text, strlen(text));
    if (name != NULL) {
        printf("%s\n", name);
    } else {
        repl_reports(r);
        repl_failed(r, star_status_exit(STAR_SYNTAX));
    }
}

static void show_variable(const Repl *r, const StarSymbol *s) {
    enum { MIN_VALUE_COLUMNS = 20 };
    const StarProgram *p = star_session_program(r->session);
    StarValueFormat how = repl_value_format(r);
    const int used = printf("%s: %s = ", s->name, s->type);
    how.width = (how.width > 0 ? how.width : STAR_VALUE_FORMAT_WIDTH) - used;
    how.width = how.width > MIN_VALUE_COLUMNS ? how.width : MIN_VALUE_COLUMNS;
    star_value_format_short(star_machine_backend(r->loaded.machine), &how,
                            p->proc[0].cell[s->cell].type,
                            star_session_cells(r->session)[s->cell],
                            message_sink, stdout);
    printf("\n");
}

/* The oldest first: a session knows the newest first. */
static void vars(Repl *r, char *none) {
    uint32_t at = 0, *place = NULL, places = 0;
    StarSymbol s;
    (void)none;
    while (star_session_next(r->session, &at, &s))
        places += s.kind == STAR_SYMBOL_VARIABLE && s.own;
    place = malloc((places + 1) * sizeof *place);
    if (place == NULL)
        return;
    places = at = 0;
    for (uint32_t before = 0; star_session_next(r->session, &at, &s);
         before = at)
        if (s.kind == STAR_SYMBOL_VARIABLE && s.own)
            place[places++] = before;
    while (places-- > 0)
        if (star_session_next(r->session, &place[places], &s))
            show_variable(r, &s);
    free(place);
}

/* A text that has not changed draws its warnings once. */
static void enter_text(Repl *r, const char *path, const File *file) {
    r->known = r->seen != NULL && strcmp(r->seen, file->text) == 0;
    if (!r->known) {
        free(r->seen);
        r->seen = strdup(file->text);
    }
    repl_enter(r, path, file->text, file->length);
    r->known = false;
}

/* A file is read anew each time. */
void repl_load(Repl *r, const char *path, bool session) {
    StarMachine *machine = r->loaded.machine;
    StarMem *mem = star_machine_backend(machine)->mem;
    Files files = {.mem = mem};
    if (r->options.timeout > 0)
        stop_after(r->options.timeout);
    star_machine_expect(machine);
    const File *file = files_read(&files, path, NULL);
    if (star_machine_expect_none(machine) != STAR_OK)
        file = NULL;
    stop_again();
    if (file == NULL) {
        repl_failed(r, star_status_exit(mem->error->status));
        repl_say(r, "%s", mem->error->text);
    } else if (transcript_is(file->text, file->length)) {
        repl_replay(r, path, file->read, file->length);
    } else if (session) {
        repl_say(r, "%s is no session that :save wrote", path);
    } else {
        enter_text(r, path, file);
    }
    files_free(&files);
}

static void enter_file(Repl *r, const char *path) {
    if (r->options.safe)
        repl_say(r, "with --safe no file is opened");
    else
        repl_load(r, path, false);
}

static void load(Repl *r, char *path) {
    char *copy = strdup(path);
    if (copy != NULL) {
        free(r->file);
        r->file = copy;
        enter_file(r, copy);
    }
}

static void reload(Repl *r, char *none) {
    (void)none;
    if (r->file == NULL)
        repl_say(r, "no file was loaded yet: :load FILE");
    else
        enter_file(r, r->file);
}

/* What was edited can be recalled, and edited again. */
static void edit(Repl *r, char *path) {
    const bool file = *path != '\0';
    char *text = NULL;
    if (r->options.safe)
        repl_say(r, "with --safe no file is opened");
    else
        text = repl_edit(r, r->last != NULL ? r->last : "", file ? path : NULL);
    if (text != NULL && file) {
        load(r, path);
    } else if (text != NULL && text[strspn(text, " \t\r\n")] != '\0') {
        repl_remember(r, text);
        free(r->last);
        r->last = strdup(text);
        repl_enter_next(r, text, strlen(text));
    }
    free(text);
}

static void save(Repl *r, char *path) {
    if (r->options.safe)
        repl_say(r, "with --safe no file is opened");
    else
        repl_save(r, path);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void time_of(Repl *r, char *text) {
    const double from = now();
    if (repl_enter_next(r, text, strlen(text)) != STAR_OK)
        return;
    const double seconds = now() - from;
    if (seconds < 0.001)
        printf("%.1f us\n", seconds * 1e6);
    else if (seconds < 1)
        printf("%.3f ms\n", seconds * 1e3);
    else
        printf("%.3f s\n", seconds);
}

static void count(Repl *r, char *text) {
    static const char option[] = "--native off ";
    const bool bodies = strncmp(text, option, strlen(option)) == 0;
    StarEscape out = {.sink = message_sink, .context = stdout};
    StarMachine *m = r->loaded.machine;
    text += bodies ? strlen(option) : 0;
    if (star_machine_profile(m, true) != STAR_OK) {
        repl_say(r, "no memory to count");
        return;
    }
    star_machine_unoptimised(m, true, bodies);
    const StarStatus status = repl_enter_next(r, text, strlen(text));
    const StarCount c = star_machine_count(m);
    star_machine_unoptimised(m, false, false);
    if (status == STAR_OK) {
        printf("steps: %lld, operations on slices: %lld, bits moved: %lld\n",
               (long long)star_machine_steps(m), (long long)c.operations,
               (long long)c.bits);
        star_profile_write(m, STAR_PROFILE_FORMULAS, docs_formula_in,
                           star_escape, &out);
    }
    star_machine_profile(m, false);
}

static void dis(Repl *r, char *name) {
    const StarProgram *p = star_session_program(r->session);
    StarEscape out = {.sink = message_sink, .context = stdout};
    StarSymbol s = {.proc = &p->proc[0]};
    if (*name != '\0' &&
        (!star_session_find(r->session, name, &s) || s.proc == NULL))
        repl_say(r, "'%.60s' is no procedure of this session", name);
    else
        star_disassemble_proc(p, s.proc, star_escape, &out);
}

static void device(Repl *r, char *none) {
    (void)none;
    cmd_devices(&r->options);
}

static const struct {
    const char *name;
    OptionId option;
} limits[] = {{"steps", OPTION_STEPS},
              {"memory", OPTION_MEMORY},
              {"time", OPTION_TIMEOUT}};

enum { LIMITS = sizeof limits / sizeof *limits };

const char *repl_limit_name(int number) {
    return number < (int)LIMITS ? limits[number].name : NULL;
}

/* As it could be set. */
static void show_limit(const Options *o, int k) {
    const double limit = limits[k].option == OPTION_STEPS ? (double)o->max_steps
                         : limits[k].option == OPTION_MEMORY
                             ? (double)o->max_memory
                             : o->timeout;
    if (limit > 0)
        printf("%s %.15g\n", limits[k].name, limit);
    else
        printf("%s: no limit\n", limits[k].name);
}

static void set_limit(Repl *r, int k, const char *value) {
    Options *o = &r->options, changed = *o;
    const OptionId id = limits[k].option;
    const char *wanted = NULL;
    if (strcmp(value, "0") == 0) {
        changed.max_steps = id == OPTION_STEPS ? 0 : o->max_steps;
        changed.max_memory = id == OPTION_MEMORY ? 0 : o->max_memory;
        changed.timeout = id == OPTION_TIMEOUT ? 0 : o->timeout;
    } else {
        wanted = options_set(&changed, id, value);
    }
    if (wanted != NULL)
        repl_say(r, ":limit %s takes %s, or 0 for no limit, not '%.60s'",
                 limits[k].name, wanted, value);
    else
        *o = changed;
    star_machine_bound(r->loaded.machine, o->max_steps, o->max_memory);
}

/* steps N, memory N, time N: as the options of the command have them. */
static void limit(Repl *r, char *text) {
    const size_t length = strcspn(text, " \t");
    const char *value = text + length + strspn(text + length, " \t");
    int k = 0;
    while (k < LIMITS && strncasecmp(limits[k].name, text, length) != 0)
        k++;
    if (*text == '\0')
        for (k = 0; k < LIMITS; k++)
            show_limit(&r->options, k);
    else if (k == LIMITS)
        repl_say(r, "a limit is steps, memory or time, not '%.*s'",
                 length < 60 ? (int)length : 60, text);
    else if (*value == '\0')
        show_limit(&r->options, k);
    else if (r->options.safe)
        repl_say(r, "with --safe the limits stay as they are");
    else
        set_limit(r, k, value);
}

static void mode(Repl *r, char *name) {
    const ValueMode wanted = value_mode_find(name);
    if (wanted < VALUE_MODES)
        r->options.mode = wanted;
    else if (*name != '\0')
        repl_say(r, MSG_NO_MODE(name));
    else
        printf("%s\n", value_mode_name(r->options.mode));
}

/* The file is the last word, if that is one of SVG. */
static void plot(Repl *r, char *text) {
    char *blank = strrchr(text, ' ');
    char *file = blank != NULL && strstr(blank, ".svg") != NULL ? blank : NULL;
    if (file != NULL && r->options.safe) {
        repl_say(r, "with --safe no file is opened");
        return;
    }
    if (file != NULL)
        *file++ = '\0';
    r->drawing = file != NULL ? file : "";
    repl_enter_next(r, text, strlen(text));
    r->drawing = NULL;
}

static void quit(Repl *r, char *none) {
    (void)none;
    r->left = true;
}

/* ---- A line ---- */

/* True if a text begins with a word that no entry has declared. */
static bool is_free(Repl *r, const char *text, const char *word) {
    const size_t length = strlen(word);
    StarSymbol s;
    return name_length(text) == length &&
           strncasecmp(text, word, length) == 0 &&
           !star_session_find(r->session, word, &s);
}

/* Blanks around a text, and a ';' behind it, do not count. */
static char *trimmed(char *text, size_t length) {
    while (length > 0 && strchr(" \t\r;", text[length - 1]) != NULL)
        text[--length] = '\0';
    return text + strspn(text, " \t");
}

bool repl_word(Repl *r, const char *line, size_t length) {
    char room[80];
    if (length >= sizeof room || memchr(line, '\0', length) != NULL)
        return false;
    memcpy(room, line, length);
    room[length] = '\0';
    char *text = trimmed(room, length);
    const size_t word = *text == '?' ? 1 : name_length(text);
    char *rest = text + word + strspn(text + word, " \t");
    const bool asks = *text == '?' || is_free(r, text, "help");
    if (asks)
        help(r, rest);
    else if (*rest == '\0' &&
             (is_free(r, text, "quit") || is_free(r, text, "exit")))
        r->left = true;
    else
        return false;
    repl_remember(r, text);
    fflush(stdout);
    return true;
}

void repl_command(Repl *r, char *line) {
    char *name = line + 1 + strspn(line + 1, " \t");
    const size_t length = name_length(name);
    size_t end = strlen(name);
    bool several;
    const int k = find(name, length, &several);
    char *argument = name + length + strspn(name + length, " \t\r\n");
    while (end > 0 && isspace((unsigned char)name[end - 1]))
        name[--end] = '\0';
    if (length == 0)
        help(r, "");
    else if (several)
        ambiguous(r, name, length);
    else if (k < 0)
        unknown(r, name, length);
    else if (*argument == '\0' && commands[k].needed)
        repl_say(r, "usage: :%s %s", commands[k].name, commands[k].argument);
    else if (*argument != '\0' && *commands[k].argument == '\0')
        repl_say(r, ":%s takes nothing more", commands[k].name);
    else
        commands[k].run(r, argument);
    fflush(stdout);
}

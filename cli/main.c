/* SPDX-License-Identifier: MIT */
/* The command star: finds out which command is meant, or explains them. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "commands/command.h"
#include "device_option.h"
#include "message.h"
#include "tools/similar.h"
#include "wrap.h"

static int cmd_help(const Options *options);
static int cmd_version(const Options *options);

typedef struct Command {
    const char *name;
    const char *arguments;
    int least, most; /* number of operands */
    OptionSet options;
    const char *sentence;
    const char *examples; /* what follows "star ", each with its newline */
    int (*run)(const Options *options);
} Command;

enum { ANY_NUMBER = 1 << 30 };

#define COMPILE                                                            \
    (OPTION(MEMORY) | OPTION(OPTIMIZE) | OPTION(NATIVE) | OPTION(STRICT) | \
     OPTION(DIAGNOSTICS) | OPTION(COLOR) | OPTION(HELP))
#define RUN                                                             \
    (COMPILE | OPTION(DEVICE) | OPTION(DEVICE_MEMORY) | OPTION(ISA) |   \
     OPTION(THREADS) | OPTION(STEPS) | OPTION(DEPTH) | OPTION(OUTPUT) | \
     OPTION(TIMEOUT) | OPTION(SAFE) | OPTION(JIT))
#define COUNT (OPTION(JSON) | OPTION(FOLDED) | OPTION(MACHINE))
#define TRACE                                                  \
    (RUN & ~(OPTION(OPTIMIZE) | OPTION(NATIVE) | OPTION(JIT) | \
             OPTION(DEVICE) | OPTION(THREADS)))
#define STEP (TRACE & ~(OPTION(TIMEOUT) | OPTION(SAFE)))

static const Command commands[] = {
    {"run", "FILE [ARG...]", 1, ANY_NUMBER,
     RUN | OPTION(SESSION) | OPTION(WATCH) | OPTION(RANKS) | OPTION(RANKS_FROM),
     "runs a program (also: star FILE); FILE - is standard input; the ARGs "
     "name the files of the program's heading",
     "run hello.star\n"
     "run --max-memory 500M --max-depth 100 hello.star\n"
     "run --safe strange.star matrix.mtx\n"
     "run --watch hello.star\n"
     "run --ranks hello.star\n"
     "run --session saved.star\n",
     cmd_run},
    {"repl", "", 0, 0, (RUN & ~OPTION(STRICT)) | OPTION(EVAL) | OPTION(MODE),
     "reads declarations, statements and expressions and runs them at once "
     "(also: star without a command, star -e TEXT)",
     "repl\nrepl --max-steps 1000000 <entries\n"
     "-e \"var X: slice(4); SET(X); NUMB(X)\"\n",
     cmd_repl},
    {"call", "FILE PROC name=value ...", 2, ANY_NUMBER,
     RUN | COUNT | OPTION(PROFILE) | OPTION(PRINT) | OPTION(MODE) |
         OPTION(OUT) | OPTION(PLOT) | OPTION(STEP) | OPTION(TRACE) |
         OPTION(LAST),
     "runs one procedure of a program or unit, with data from files",
     "call warshall.star WARSHALL n=34 P=@karate.mtx --print P\n"
     "call stdlib/graph.star LEVELS P=@links.csv s=Paris --print D --mode "
     "table\n"
     "call warshall.star WARSHALL n=34 P=@karate.mtx --trace warshall.html\n"
     "call stdlib/paths.star FLOYD n=9 h=8 W=@roads.gr:weights:8 "
     "--out W=d.mtx\n"
     "call stdlib/closure.star CLOSURE n=34 P=@karate.mtx "
     "--plot P=graph.svg:graph\n"
     "call unit.star results X=0101 w=@word.txt --out T=result.mtx\n"
     "call unit.star sort a=2,9,3 x=1.5 b=true c=y s='two words' e=green\n"
     "call stdlib/matchain.star MATCHAIN p=2,9,3,1 m=3x3 s=3x3 --print m\n"
     "call stdlib/maxplus.star KLEENE n=2 'A=0,1.5;inf,0' ring=minplus "
     "--out A=A.csv\n",
     cmd_call},
    {"profile", "FILE [ARG...]", 1, ANY_NUMBER, (RUN & ~OPTION(JIT)) | COUNT,
     "runs a program and shows what it did, by primitives, procedures and "
     "lines: operations of the STAR-machine, bits moved, time; the program's "
     "own output goes to standard error; --optimize is off unless given; a "
     "procedure of the library counts what is documented, with --native off "
     "what its body takes",
     "profile warshall.star\n"
     "profile --json sort.star data.txt\n"
     "profile --native off sort.star\n"
     "profile --folded --optimize on slow.star\n"
     "profile --machine ambit warshall.star\n",
     cmd_profile},
    {"compare", "FILE [ARG...]", 1, ANY_NUMBER,
     RUN & ~(OPTION(DEVICE) | OPTION(NATIVE) | OPTION(JIT) | OPTION(OPTIMIZE)),
     "runs a program on the CPU, on a CUDA device if there is one, with the "
     "bodies of the library's procedures, and with loops as they are written: "
     "a line each with its time and 'equal', or the first difference in output "
     "or end from the first run",
     "compare warshall.star\n", cmd_compare},
    {"step", "FILE [ARG...]", 1, ANY_NUMBER, STEP,
     "goes through a program statement by statement, forward and back; help "
     "there lists the commands",
     "step warshall.star\n", cmd_step},
    {"trace", "FILE [ARG...] -o OUT.html", 1, ANY_NUMBER,
     TRACE | OPTION(LAST) | OPTION(GIF) | OPTION(OUTPUT_FILE),
     "runs a program and writes a page that shows its statements one by one, "
     "or a film of one of its tables",
     "trace warshall.star -o warshall.html\n"
     "trace life.star --gif T -o life.gif\n"
     "trace --max-steps 100000 --last 500 endless.star -o end.html\n",
     cmd_trace},
    {"lsp", "", 0, 0, OPTION(MEMORY) | OPTION(STRICT) | OPTION(HELP),
     "serves an editor, which shows what is wrong with a text and what its "
     "names mean, by the Language Server Protocol on standard input and output",
     "lsp\nlsp --strict\n", cmd_lsp},
    {"dap", "", 0, 0, STEP,
     "debugs a program for an editor, forward and back, by the Debug Adapter "
     "Protocol on standard input and output",
     "dap\n", cmd_dap},
    {"check", "FILE", 1, 1, COMPILE | OPTION(EXPLAIN) | OPTION(SAFE),
     "compiles a program or unit without running it",
     "check hello.star\ncheck --explain-loops hello.star\n"
     "check --strict sort.pas\n",
     cmd_check},
    {"build", "FILE [-o PROG]", 1, 1,
     COMPILE | OPTION(OUTPUT_FILE) | OPTION(LIBRARY),
     "makes an executable of a program, which runs as star run FILE does, its "
     "scalar code at the speed of C: translates it to C and compiles that by "
     "cc or $CC, with libstar; without -o, PROG is FILE without .star; where "
     "PROG ends in .c it is the C text; files that PROG names count from the "
     "current folder",
     "build hello.star\nbuild sort.star -o sort\n"
     "build --library stdlib/graph.star -o graph\n",
     cmd_build},
    {"fmt", "FILE...", 1, ANY_NUMBER,
     OPTION(CHECK) | OPTION(DIAGNOSTICS) | OPTION(COLOR) | OPTION(HELP),
     "lays out programs and units in their files, comments and all; FILE - is "
     "standard input, laid out on standard output; a text with mistakes in its "
     "form is left as it is",
     "fmt hello.star\nfmt --check *.star\nfmt - <hello.star\n", cmd_fmt},
    {"dis", "FILE", 1, 1, COMPILE,
     "shows the bytecode and its plans beside the source", "dis hello.star\n",
     cmd_dis},
    {"devices", "", 0, 0, OPTION(HELP), "shows what programs can run on",
     "devices\n", cmd_devices},
    {"version", "", 0, 0, OPTION(HELP),
     "shows the version, for what it was built, the instruction set that it "
     "chooses, and the device (also: star --version)",
     "version\n", cmd_version},
    {"doc", "[NAME|WORD...]", 0, ANY_NUMBER, OPTION(HELP),
     "explains a name of the language or of the library, or a unit; finds what "
     "has some words in its documentation; or lists all names",
     "doc STEP\ndoc graph\ndoc shortest path\n", cmd_doc},
    {"explain", "[CODE]", 0, 1, OPTION(HELP),
     "explains the code of a message with a mistake and its mend, or lists "
     "all",
     "explain index-range\n", cmd_explain},
    {"exercise", "[N [FILE|DIR]]", 0, 2,
     OPTION(MEMORY) | OPTION(STEPS) | OPTION(DEPTH) | OPTION(TIMEOUT) |
         OPTION(JSON) | OPTION(HINT) | OPTION(WATCH) | OPTION(STEP) |
         OPTION(DIAGNOSTICS) | OPTION(COLOR) | OPTION(HELP),
     "lists the exercises, explains one, or tries what you wrote on random "
     "inputs; N is a number, a name, or the file of an exercise of one's own, "
     "and may be left out where the file has an exercise's procedure; of a "
     "folder all solutions are tried, each within limits",
     "exercise\nexercise 3\nexercise sum --hint\nexercise 3 mine.star\n"
     "exercise --watch mine.star\nexercise 3 mine.star --step\nexercise 3 "
     "class/ --json\n"
     "exercise own.star mine.star\n",
     cmd_exercise},
    {"help", "[COMMAND]", 0, 1, OPTION(HELP),
     "explains a command, or lists all with their options", "help\nhelp run\n",
     cmd_help},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void usage_line(FILE *to, const Command *c) {
    fprintf(to, "usage: star %s%s%s%s\n", c->name, *c->arguments ? " " : "",
            c->arguments, c->options & ~OPTION(HELP) ? " [OPTION...]" : "");
}

/* A command line that is longer than a line is broken as the shell allows. */
static void example(const char *words, int length) {
    int column = printf("  star");
    while (length > 0) {
        const int word = (int)strcspn(words, " \n");
        if (column + 1 + word + 2 > wrap_width() && column > 6)
            column = printf(" \\\n     ") - 3;
        column += printf(" %.*s", word, words);
        words += word + 1;
        length -= word + 1;
    }
    putchar('\n');
}

static void examples(const Command *c, int most) {
    const char *at = c->examples;
    for (; *at != '\0' && most > 0; most--) {
        int length = (int)strcspn(at, "\n");
        example(at, length);
        at += length + 1;
    }
}

static int explain(const Command *c) {
    char sentence[600];
    snprintf(sentence, sizeof sentence, "star %s %s.", c->name, c->sentence);
    usage_line(stdout, c);
    wrap_text(0, sentence);
    if (c->options & ~OPTION(HELP)) {
        printf("\noptions:\n");
        options_help(c->options & OPTION_ALL & ~OPTION(HELP));
    }
    printf("\nfor example:\n");
    examples(c, ANY_NUMBER);
    return 0;
}

/* All of it is written at the end, where a failure is told. */
static int explain_all(void) {
    static char room[1 << 16];
    setvbuf(stdout, room, _IOFBF, sizeof room);
    printf("usage: star COMMAND ... [OPTION...], or star FILE\n\n"
           "commands:\n");
    for (int i = 0; i < COMMANDS; i++) {
        printf("  %s%s%s\n", commands[i].name,
               *commands[i].arguments ? " " : "", commands[i].arguments);
        wrap_text(6, commands[i].sentence);
    }
    printf("\noptions:\n");
    options_help(OPTION_ALL);
    printf("\nfor example:\n");
    for (int i = 0; i < COMMANDS; i++)
        examples(&commands[i], 1);
    putchar('\n');
    wrap_text(0, "exit status: 0 success, 1 an error in the running program, "
                 "2 usage, 3 an error in its text, 4 a limit, 5 a file, 6 the "
                 "GPU, 70 a fault of star, 130 Ctrl-C");
    return 0;
}

static const Command *find(const char *name) {
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static int no_command(const char *command, const char *name) {
    Similar similar = similar_to(name, strlen(name));
    for (int i = 0; i < COMMANDS; i++)
        similar_consider(&similar, commands[i].name);
    const char *text = similar_text(&similar, "");
    return command != NULL
               ? message_usage(command, MSG_NO_COMMAND(name, text))
               : message_usage(NULL, MSG_NO_COMMAND_OR_FILE(name, text));
}

static int cmd_help(const Options *o) {
    if (o->operands == 0)
        return explain_all();
    const Command *c = find(o->operand[0]);
    return c != NULL ? explain(c) : no_command("help", o->operand[0]);
}

static int cmd_version(const Options *o) {
    DeviceInfo device;
    StarError why;
    (void)o;
    printf(
        "star " STAR_VERSION "\nengine: " STAR_ENGINE "\nisa: %s\ndevice: %s\n",
        star_isa_name(star_isa_best()),
        device_describe(0, &device) ? device.name : device_option_none(&why));
    return 0;
}

/* True if a word that is no command means a file to run. */
static bool is_file(const char *word) {
    return strcmp(word, "-") == 0 || strpbrk(word, "./") != NULL ||
           access(word, F_OK) == 0;
}

static int try_help(void) {
    if (message_for_people())
        fprintf(stderr, "try: star --help\n");
    return EXIT_USAGE;
}

static int run(const Command *c, const Options *o) {
    const char *surplus = options_surplus(o, c->options & OPTION_ALL);
    if (o->given & OPTION(HELP))
        return explain(c);
    if (surplus != NULL)
        message_usage(c->name, MSG_OPTION_ELSEWHERE(surplus));
    else if (o->operands < c->least)
        message_usage(c->name, MSG_TOO_FEW_WORDS());
    else if (o->operands > c->most)
        message_usage(c->name, MSG_SURPLUS_WORD(o->operand[c->most]));
    else
        return c->run(o);
    if (message_for_people())
        usage_line(stderr, c);
    return EXIT_USAGE;
}

static int dispatch(Options *o) {
    if (o->operands == 0) {
        if (o->given & OPTION(HELP))
            return explain_all();
        if (o->given & OPTION(VERSION))
            return cmd_version(o);
        return run(find("repl"), o);
    }
    const Command *c = find(o->operand[0]);
    if (c == NULL && !is_file(o->operand[0])) {
        no_command(NULL, o->operand[0]);
        return try_help();
    }
    Options rest = *o;
    if (c != NULL) {
        rest.operand++;
        rest.operands--;
    }
    return run(c != NULL ? c : &commands[0], &rest);
}

/* A fault of ours: what to tell us, and where. */
static void ask_for_report(void) {
    static const char text[] = "this is a fault of star " STAR_VERSION
                               "; please report it, with the program and the "
                               "command line, to " STAR_CONTACT;
    static const char with_commit[] =
        "this is a fault of star " STAR_VERSION ", commit " STAR_COMMIT
        "; please report it, with the program and the command line, "
        "to " STAR_CONTACT;
    const bool known = sizeof STAR_COMMIT > 1;
    const StarReport note = {.severity = STAR_NOTE,
                             .text = known ? with_commit : text};
    const StarStyle style = {.form =
                                 message_for_people() ? STAR_SHORT : STAR_JSON};
    message_report(style, &note, NULL);
}

/* Flushes the output; a failure of that is an error like others. */
static int end(int status) {
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    if (errno == 0) { /* it was a write before: one more shows why */
        clearerr(stdout);
        fputc('\n', stdout);
        fflush(stdout);
    }
    if (errno != EPIPE) /* else no one reads */
        message_usage(NULL, MSG_OUTPUT_FAILED(strerror(errno)));
    return status ? status : star_status_exit(STAR_WRITE);
}

int main(int argc, char **argv) {
    Options options;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a limit of the shell, errno will say */
    message_begin(argc, argv);
    int status = options_parse(&options, argc, argv);
    if (status == EXIT_USAGE)
        try_help();
    if (status == 0)
        status = dispatch(&options);
    options_free(&options);
    status = end(status);
    if (status == star_status_exit(STAR_BYTECODE))
        ask_for_report();
    device_option_end(status);
    return status;
}

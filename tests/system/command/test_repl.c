/* SPDX-License-Identifier: MIT */
/* The prompt as people see it: a test for each behaviour. The command is
 * this program's argument; a number behind it asks for so many measurements
 * instead: how long the first prompt and a message take. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"
#include "pty.h"
#include "temporary.h"

static const char *star;
static char folder[TEMPORARY_PATH];

static void open_with(Pty *p, const char *term, int columns,
                      const char *option) {
    const char *const command[] = {star, "repl", option, NULL};
    pty_open(p, command, folder, term, columns);
    pty_expect(p, "star> ");
}

static void open(Pty *p) {
    open_with(p, "xterm", 80, NULL);
}

/* Ctrl-D on an empty line. */
static void leave(Pty *p) {
    pty_send(p, "\004");
    pty_close(p, 0);
}

/* A prompt for the block that it stands in. */
#define prompt(p)                          \
    Pty p __attribute__((cleanup(leave))); \
    open(&p)

/* Types a line, and expects a text behind it and another prompt. */
static void says(Pty *p, const char *line, const char *expected) {
    pty_send(p, line);
    pty_send(p, "\n");
    pty_expect(p, "\n");
    if (*expected != '\0')
        pty_expect(p, expected);
    pty_expect(p, "star> ");
}

static void write_file(const char *name, const char *text) {
    char path[TEMPORARY_PATH + 40];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    fputs(text, to);
    fclose(to);
}

TEST(bare_star_on_a_terminal_is_the_prompt) {
    Pty p;
    const char *const command[] = {star, NULL};
    pty_open(&p, command, folder, "xterm", 80);
    pty_expect(&p, "star> ");
    says(&p, "1 + 2", "3\n");
    leave(&p);
}

TEST(entries_show_their_values) {
    prompt(p);
    says(&p, "var X: slice(3); n: integer;", "");
    says(&p, "SET(X); X(2) := 0; n := NUMB(X)", "");
    says(&p, "X", "1 1\n2 0\n3 1\n");
    says(&p, "n / 4", "0.5\n");
    says(&p, "X = not X", "false\n");
    says(&p, "CONVERT(X)", "123\n101\n");
    says(&p, "writeln('text')", "text\n");
}

TEST(procedures_may_have_several_lines) {
    prompt(p);
    pty_send(&p, "proc twice(var k: integer);\n");
    pty_expect(&p, "    > ");
    pty_send(&p, "begin\n");
    pty_expect(&p, "    > ");
    pty_send(&p, "  k := 2 * k\n");
    pty_expect(&p, "    > ");
    says(&p, "end;", "");
    says(&p, "var k: integer; k := 21; twice(k)", "");
    says(&p, "k", "42\n");
    says(&p, "proc twice(var k: integer); begin k := k + 1 end;", "");
    says(&p, "twice(k)", "");
    says(&p, "k", "43\n");
}

TEST(errors_lose_no_variable) {
    prompt(p);
    says(&p, "var n: integer; n := 7", "");
    says(&p, "n := n div 0", "[division]");
    says(&p, "n := )", "[missing-operand]");
    says(&p, "n := 'x'", "[");
    says(&p, "n", "7\n");
}

TEST(ctrl_c_stops_a_run_and_keeps_the_state) {
    prompt(p);
    says(&p, "var n: integer; n := 7", "");
    pty_send(&p, "while true do n := n\n");
    pty_expect(&p, "\n");
    pty_send(&p, "\003");
    pty_expect(&p, "[interrupted]");
    pty_expect(&p, "star> ");
    says(&p, "n", "7\n");
}

TEST(output_comes_while_a_run_goes_on) {
    Pty p;
    open(&p);
    pty_send(&p, "write('early'); while true do;\n");
    pty_expect(&p, "\nearly");
    pty_lacks(&p, "star> ");
    pty_send(&p, "\003");
    pty_expect(&p, "[interrupted]");
    pty_expect(&p, "star> ");
    leave(&p);
    write_file("early.star", "program p; begin write('early'); "
                             "while true do; end.");
    const char *const command[] = {star, "run", "early.star", NULL};
    pty_open(&p, command, folder, "xterm", 80);
    pty_expect(&p, "early");
    pty_send(&p, "\003");
    pty_expect(&p, "[interrupted]");
    pty_close(&p, 130);
}

TEST(a_line_that_is_typed_for_a_program_ends_its_own) {
    prompt(p);
    says(&p, "var s: string; n: integer;", "");
    pty_send(&p, "write('name? '); readln(s)\n");
    pty_expect(&p, "\nname? ");
    pty_send(&p, "bob\n");
    pty_expect(&p, "bob\nstar> ");
    pty_send(&p, "write('number? '); read(n); n + 1\n");
    pty_expect(&p, "\nnumber? ");
    pty_send(&p, "6\n");
    pty_expect(&p, "6\n7\nstar> ");
    says(&p, "write('open')", "open\n");
}

TEST(ctrl_c_at_the_prompt_clears_the_line) {
    prompt(p);
    pty_send(&p, "nonsense");
    pty_expect(&p, "nonsense");
    const int overwrites = p.overwrites;
    pty_send(&p, "\003");
    pty_expect(&p, "^C\n");
    assert_int_equal(p.overwrites, overwrites); /* no `^Cns> ` */
    pty_expect(&p, "star> ");
    pty_send(&p, "begin\n");
    pty_expect(&p, "    > ");
    pty_send(&p, "\003");
    pty_expect(&p, "star> ");
    says(&p, "1 + 1", "2\n");
}

TEST(words_without_a_colon_are_understood) {
    Pty p;
    open(&p);
    says(&p, "?", ":help [NAME]\n");
    says(&p, "help", ":edit [FILE]\n");
    says(&p, "? STEP", "clears that 1");
    says(&p, "help breadth search", "LEVELS, unit graph");
    says(&p, "var exit: integer; exit := 5", "");
    says(&p, "exit", "5\n");
    pty_send(&p, "quit\n");
    pty_close(&p, 0);
}

TEST(help_has_the_columns_of_the_terminal) {
    Pty p;
    open_with(&p, "xterm", 40, NULL);
    says(&p, ":help count",
         "    enters it and says how many steps it\n"
         "    took and how many operations on\n    slices: of a procedure");
    says(&p, ":doc STEP", "    The same as FND(Y); then clears that\n    1.\n");
    leave(&p);
}

/* The editor is a command; what it leaves is entered, and can be recalled. */
TEST(entries_are_edited) {
    Pty p;
    const char *const command[] = {"/usr/bin/env", "VISUAL=sed -i s/2/40/",
                                   star, "repl", NULL};
    pty_open(&p, command, folder, "xterm", 80);
    pty_expect(&p, "star> ");
    says(&p, "begin writeln(1,\n2) end", "12\n");
    says(&p, ":edit", "140\n");
    says(&p, "\020", "140\n");
    write_file("edited.star", "writeln('line 2')");
    says(&p, ":edit edited.star", "line 40\n");
    says(&p, ":reload", "line 40\n");
    leave(&p);
}

/* An entry of several lines is one of the history, and shown so. */
TEST(an_entry_of_several_lines_is_recalled_whole) {
    prompt(p);
    pty_send(&p, "proc show;\n");
    pty_expect(&p, "    > ");
    pty_send(&p, "begin\n");
    pty_expect(&p, "    > ");
    pty_send(&p, "  writeln('shown')\n");
    pty_expect(&p, "    > ");
    says(&p, "end;", "");
    says(&p, "show", "shown\n");
    pty_send(&p, "\020\020");
    pty_expect(&p, "proc show;\nbegin\n  writeln('shown')\nend;");
    pty_send(&p, "\n");
    pty_expect(&p, "star> ");
    says(&p, "show", "shown\n");
}

TEST(programs_read_what_is_typed) {
    static const char *const terms[] = {"xterm", "dumb"};
    for (int k = 0; k < 2; k++) {
        Pty p;
        open_with(&p, terms[k], 80, NULL);
        pty_send(&p, "var n: integer; readln(n)\n");
        pty_expect(&p, "\n");
        pty_send(&p, "34\n");
        pty_expect(&p, "star> ");
        says(&p, "n + 1", "35\n");
        leave(&p);
    }
}

TEST(a_line_that_was_begun_is_ended_before_the_prompt) {
    prompt(p);
    says(&p, "write('x')", "x\n");
}

TEST(names_are_completed) {
    prompt(p);
    says(&p, "var answer: integer; answer := 42", "");
    says(&p, "ans\t + 1", "43\n");
    says(&p, "ANSW\t", "42\n"); /* names have no case */
    says(&p, ":va\t", "answer: integer = 42\n");
    says(&p, "var erratic, decade: integer; erratic := 3; decade := 10", "");
    says(&p, "err\t + dec\t", "13\n"); /* the grammar's own are no words */
    pty_send(&p, "MA\t");
    pty_expect(&p, "MASK");
    pty_expect(&p, "primitive");
    pty_expect(&p, "MATCH");
    pty_expect(&p, "library");
    pty_expect(&p, "star> MA");
    pty_send(&p, "\003");
    pty_expect(&p, "star> ");
    says(&p, ":limit st\t", "steps: no limit\n");
    says(&p, ":help :lim\t", ":limit [steps");
    says(&p, "uses gr\t; BITS(5)", "3\n"); /* not GREAT */
    write_file("completed.star", "proc loaded; begin writeln('yes') end;\n");
    says(&p, ":load comple\t", "");
    says(&p, "loade\t", "yes\n");
    write_file("hy-phen.star", "writeln('hyphen')");
    says(&p, ":load hy-p\t", "hyphen\n");
}

/* Types the beginning of a line and a tab; the names that are offered. */
static void offers(Pty *p, const char *line, const char *has,
                   const char *lacks) {
    pty_send(p, line);
    pty_send(p, "\t");
    pty_expect(p, "\n");
    if (lacks != NULL)
        pty_lacks(p, lacks);
    pty_expect(p, has);
    if (lacks != NULL)
        pty_lacks(p, lacks);
    pty_expect(p, "star> ");
    if (lacks != NULL)
        pty_lacks(p, lacks);
    pty_send(p, "\003");
    pty_expect(p, "star> ");
}

TEST(what_is_completed_depends_on_what_stands_before) {
    prompt(p);
    says(&p,
         "var qslice, qslice2: slice(8); qword: word(3); qtable: table(2, 3); "
         "qint: integer; qpart: 1..9; qreal: real; qtext: string; "
         "qa: array [1..3] of integer;",
         "");
    says(&p, "function qf: integer; begin qf := 1 end;", "");
    says(&p, "proc qp(n, m: integer; X: slice; var T: table); begin end;", "");
    offers(&p, "NUMB(q", "qslice   variable", "qtable");
    offers(&p, "NUMB(q", "NUMB(Y: slice or word): integer", NULL);
    offers(&p, "qp(1, 2, q", "qp(n, m: integer; X: slice; var T: table)", NULL);
    offers(&p, "MATCH(qtable, qslice, qword, q",
           "MATCH(T: table; X: slice(T); w: word(T); var Z: slice)", NULL);
    offers(&p, "MA", "library    MATCH(T: table; X: slice(T)", NULL);
    offers(&p, "NUMB(q", "qword", "qint");
    offers(&p, "NUMB(qslice and q", "qword", "qint");
    offers(&p, "NUMB(FRST(q", "qslice2", "qreal");
    offers(&p, "NUMB(M", "MASK", "MATCH"); /* a function of a slice */
    offers(&p, "NUMB(", "qslice", "begin");
    offers(&p, "NUMB(", "qslice", "xor  ");
    says(&p, "writeln(SIZE(qt\t):1)", "3\n"); /* one alone is taken */
    says(&p, "LENGTH(qt\t)", "2\n");
    offers(&p, "writeln(LENGTH(q", "qtable", "qint");
    offers(&p, "ROW(q", "qint", "qtable");
    offers(&p, "ROW(q", "qpart", "qreal");
    offers(&p, "qp(1, q", "qf ", "qslice");
    offers(&p, "qp(1, 2, q", "qslice ", "qword");
    says(&p, "qp(1, 2, qslice, qt\t)", "");
    offers(&p, "MATCH(qtable, q", "qslice ", "qword");
    offers(&p, "MATCH((qtable), qslice, M", "MIRROR", "MATCH  ");
    offers(&p, "MATCH(qtable, qslice, qword, q", "qslice ", "qword  ");
    offers(&p, "sqr(q", "qslice", NULL); /* nothing is known of it */
    offers(&p, "qint := q", "qtext", NULL);
    says(&p, "var q2: sli\t(3); NUMB(q2)", "0\n");
    offers(&p, "var q3: ", "table", "begin");
    offers(&p, "proc q4(a: ", "word", "MATCH");
    offers(&p, ":doc DI", "DIJKSTRA", "MATCH");
    offers(&p, ":time NUMB(q", "qslice", "qint");
}

TEST(entries_are_recalled_in_later_sessions) {
    Pty p;
    open(&p);
    pty_send(&p, "begin writeln('one',\n");
    pty_expect(&p, "    > ");
    says(&p, "'two\\n') end", "onetwo\\n\n");
    leave(&p);
    open(&p);
    says(&p, "\020", "onetwo\\n\n");
    leave(&p);
    open_with(&p, "xterm", 80, "--safe");
    /* --safe: history. Strangers learn nothing and leave nothing. */
    pty_send(&p, "\020\n");
    pty_expect(&p, "star> ");
    says(&p, "'secret'", "'secret'\n");
    leave(&p);
    open(&p);
    says(&p, "\020", "onetwo\\n\n");
    leave(&p);
}

/* The history of earlier prompts is a megabyte at most. */
TEST(a_long_history_is_cut) {
    enum { LINES = 60000 };
    char path[TEMPORARY_PATH + 40];
    struct stat about;
    Pty p;
    snprintf(path, sizeof path, "%s/.local/state/star/history", folder);
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    for (int k = 1; k <= LINES; k++)
        fprintf(to, "writeln('\xff%d \\\\')\n", k);
    assert_int_equal(fclose(to), 0);
    open(&p);
    says(&p, "\020", "60000 \\\n");
    leave(&p);
    assert_int_equal(stat(path, &about), 0);
    assert_true(about.st_size > 400000 && about.st_size < 1000000);
    assert_int_equal(about.st_mode & 0777, 0600);
    open(&p);
    says(&p, "\020\020", "59999 \\\n"); /* behind that of the last session */
    leave(&p);
}

/* A session that was killed in a write leaves a part of an entry. */
TEST(a_part_of_an_entry_is_dropped) {
    char path[TEMPORARY_PATH + 40], text[80] = "";
    Pty p;
    snprintf(path, sizeof path, "%s/.local/state/star/history", folder);
    write_file(".local/state/star/history", "writeln('on', 'e')\nwriteln('t");
    open(&p);
    says(&p, "\020", "one\n");
    says(&p, "2 + 3", "5\n");
    leave(&p);
    FILE *from = fopen(path, "r");
    assert_non_null(from);
    text[fread(text, 1, sizeof text - 1, from)] = '\0';
    fclose(from);
    assert_string_equal(text, "writeln('on', 'e')\n2 + 3\n");
}

TEST(what_is_pasted_is_entered_line_by_line) {
    prompt(p);
    pty_send(&p, "\033[200~var n: integer;\nbegin n := 20;\n"
                 "n := n + 1 end\n\n2 * n\nn\033[201~\n");
    pty_expect(&p, "\n42\n");
    pty_expect(&p, "21\nstar> ");
    says(&p, "\020\020", "42\n");
}

/* Its lines are numbered as they were pasted; behind an error nothing runs. */
TEST(a_mistake_in_a_paste_is_one_error) {
    prompt(p);
    says(&p, "var i: integer; i := 1", "");
    pty_send(&p, "\033[200~i := 2;\n\n"
                 "program p;\nvar n: integer;\nbegin\n"
                 "  n := 1\n  n := n + 1;\n  writeln(n)\nend.\n"
                 "nonsense\ni := 3\n\033[201~\n");
    pty_expect(&p, "entry 2:6:");
    pty_expect(&p, "error: ");
    pty_expect(&p, "note: lines 10 to 11 were not entered\n");
    pty_lacks(&p, "error: ");
    pty_expect(&p, "star> ");
    pty_lacks(&p, "error: ");
    says(&p, "i", "2\n");
    pty_send(&p, "\033[200~i := i div 0\ni := 3\033[201~\n");
    pty_expect(&p, "entry 4:1:");
    pty_expect(&p, "note: line 2 was not entered\n");
    pty_expect(&p, "star> ");
    says(&p, "i", "2\n");
    pty_send(&p, "\033[200~:hlep\ni := 3\033[201~\n");
    pty_expect(&p, "note: line 2 was not entered\n");
    pty_expect(&p, "star> ");
    says(&p, "i", "2\n");
    pty_send(&p, "\033[200~i\ni + 40\nnonsense\n\n\033[201~\n");
    pty_expect(&p, "\n2\n42\n");
    pty_expect(&p, "entry 7:3:1: error: ");
    pty_expect(&p, "star> ");
    pty_lacks(&p, "not entered");
}

/* What has a mistake goes on to its end, as what has none. */
TEST(a_mistake_in_a_procedure_is_one_error) {
    static const char *const terms[] = {"xterm", "dumb"};
    for (int k = 0; k < 2; k++) {
        Pty p;
        open_with(&p, terms[k], 80, NULL);
        pty_send(&p, "proc p;\n");
        pty_expect(&p, "    > ");
        pty_send(&p, "begin writeln(1) writeln(2)\n");
        pty_expect(&p, "    > ");
        pty_lacks(&p, "error: ");
        says(&p, "end;", "entry 1:2:");
        says(&p, "p", "'p' is not declared");
        leave(&p);
    }
}

TEST(no_history_is_no_matter) {
    Pty p;
    write_file("file", "");
    char no_folder[TEMPORARY_PATH + 40];
    snprintf(no_folder, sizeof no_folder, "%s/file", folder);
    const char *const command[] = {"/usr/bin/env", "HOME=/dev/null", star,
                                   "repl", NULL};
    pty_open(&p, command, folder, "xterm", 80);
    pty_expect(&p, "star> ");
    says(&p, "1", "1\n");
    leave(&p);
}

TEST(the_line_is_there_again_behind_ctrl_z) {
    int status;
    prompt(p);
    pty_send(&p, "1 + 2");
    pty_expect(&p, "1 + 2");
    kill(p.pid, SIGSTOP);
    assert_int_equal(waitpid(p.pid, &status, WUNTRACED), p.pid);
    assert_true(WIFSTOPPED(status));
    kill(p.pid, SIGCONT);
    pty_expect(&p, "star> 1 + 2");
    says(&p, " + 3", "6\n");
}

TEST(a_dumb_terminal_gets_plain_lines) {
    Pty p;
    open_with(&p, "dumb", 80, NULL);
    says(&p, "1 + 2", "3\n");
    says(&p, "1 div 0", "[division]");
    pty_send(&p, "while true do\n");
    pty_expect(&p, "    > ");
    pty_send(&p, "\003");
    pty_expect(&p, "star> ");
    says(&p, "4", "4\n");
    assert_false(p.escapes);
    leave(&p);
}

TEST(forty_columns_are_enough) {
    Pty p;
    open_with(&p, "xterm", 40, NULL);
    says(&p, "var T: table(2, 100); w: word(100);", "");
    says(&p, "T",
         "          10        20      90       100\n"
         "  1234567890123456789012     01234567890\n"
         "1 0000000000000000000000  …  00000000000\n");
    leave(&p);
}

/* Draws a table whose pictures have 48 rows and 32 columns, with a variable of
 * the environment; the output is kept with its escape sequences. */
static void draw(Pty *p, const char *name, const char *value,
                 const char *term) {
    setenv(name, value, 1);
    open_with(p, term, 80, NULL);
    unsetenv(name);
    says(p, "var T: table(3, 2); COL(2, T) := not COL(2, T)", "");
    p->raw = true;
    pty_send(p, ":plot T\n");
}

/* A row has 16 white pixels and 16 black ones. */
TEST(a_terminal_of_kitty_shows_pictures) {
    static const char *const term[] = {"xterm", "xterm-kitty"};
    for (int k = 0; k < 2; k++) {
        Pty p;
        draw(&p, k == 0 ? "KITTY_WINDOW_ID" : "STAR_TEST", "1", term[k]);
        pty_expect(&p, "\033_Ga=T,q=2,f=24,s=32,v=48,m=1;////");
        pty_expect(&p, "////Gx8nGx8n");
        pty_expect(&p, "Gx8n////");
        pty_expect(&p, "Gx8n\033\\\033_Gm=0;////");
        pty_expect(&p, "Gx8n\033\\\r\n");
        pty_expect(&p, "star> ");
        leave(&p);
    }
}

/* R0lGOD is GIF8, and the last byte a semicolon. */
TEST(a_terminal_of_iterm_shows_pictures) {
    static const char *const set[][2] = {{"TERM_PROGRAM", "iTerm.app"},
                                         {"TERM_PROGRAM", "WezTerm"},
                                         {"LC_TERMINAL", "iTerm2"}};
    for (int k = 0; k < 3; k++) {
        Pty p;
        draw(&p, set[k][0], set[k][1], "xterm");
        pty_expect(&p, "\033]1337;File=inline=1:R0lGODlhIAAwA");
        pty_expect(&p, "\a\r\n");
        pty_expect(&p, "star> ");
        leave(&p);
    }
}

TEST(other_terminals_show_braille) {
    static const char *const term[] = {"xterm", "tmux-256color", "screen"};
    for (int k = 0; k < 3; k++) {
        Pty p;
        draw(&p, k == 0 ? "STAR_TEST" : "KITTY_WINDOW_ID", "1", term[k]);
        pty_expect(&p, "\xe2\xa0\xb8\r\n");
        pty_expect(&p, "star> ");
        leave(&p);
    }
}

TEST(long_lines_and_odd_bytes_do_no_harm) {
    enum { LONG = 1 << 20 };
    static char text[LONG + 1];
    prompt(p);
    says(&p, "'\xff' + 'ab'", "ab'\n");
    memset(text, ' ', LONG);
    memcpy(text, "1 +", 3);
    text[LONG - 1] = '2';
    /* Pasted, as terminals do that. */
    pty_send(&p, "\033[200~");
    pty_send_bytes(&p, text, LONG);
    pty_send(&p, "\033[201~\n");
    pty_expect(&p, "\n3\nstar> ");
}

/* ---- Measurements ---- */

enum { MOST = 10000 };

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void report(const char *what, double *seconds, int n) {
    qsort(seconds, (size_t)n, sizeof *seconds, by_size);
    printf("%-24s median %5.2f ms, longest %5.2f ms\n", what,
           seconds[n / 2] * 1e3, seconds[n - 1] * 1e3);
}

static int measure(int n) {
    static double prompt[MOST], compiling[MOST], running[MOST];
    n = n < MOST ? n : MOST;
    for (int k = 0; k < n; k++) {
        Pty p;
        const char *const command[] = {star, "repl", NULL};
        pty_open(&p, command, folder, "xterm", 80);
        prompt[k] = pty_expect(&p, "star> ");
        pty_send(&p, "x := y\n");
        compiling[k] = pty_expect(&p, "star> ");
        pty_send(&p, "writeln(1 div 0)\n");
        running[k] = pty_expect(&p, "star> ");
        leave(&p);
    }
    report("first prompt", prompt, n);
    report("message of the compiler", compiling, n);
    report("message of a run", running, n);
    return 0;
}

int main(int argc, char **argv) {
    char clean[TEMPORARY_PATH + 10];
    unsetenv("KITTY_WINDOW_ID");
    unsetenv("TERM_PROGRAM");
    unsetenv("LC_TERMINAL");
    temporary_path(folder, "star-repl-XXXXXX");
    if (argc < 2 || mkdtemp(folder) == NULL)
        return 1;
    star = argv[1];
    const int failed =
        argc > 2 ? measure(atoi(argv[2])) : tests_run(NULL, NULL);
    snprintf(clean, sizeof clean, "rm -rf %s", folder);
    return system(clean) == 0 ? failed : 1;
}

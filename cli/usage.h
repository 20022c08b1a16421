/* SPDX-License-Identifier: MIT */
/* The texts of message_usage: mistakes in the command line, which have no code
 * and no status of their own, one macro each with the format and its values.
 * Its parameters name what the text leaves open; `similar` is a suggestion of
 * similar_text. Messages with a status stand behind its row in
 * status/status.def. */
#ifndef STAR_CLI_USAGE_H
#define STAR_CLI_USAGE_H

#include <inttypes.h>

/* The words of a command line. */
#define MSG_NO_COMMAND(name, similar) \
    "there is no command '%s'%s", name, similar
#define MSG_NO_COMMAND_OR_FILE(name, similar) \
    "there is no command and no file '%s'%s", name, similar
#define MSG_TOO_FEW_WORDS() "too few arguments"
#define MSG_SURPLUS_WORD(word) "unexpected '%s'", word
#define MSG_SURPLUS_FILE(word, files, found)                                \
    "'%s': the program's heading has %u file%s, found %u argument%s", word, \
        files, (files) == 1 ? "" : "s", found, (found) == 1 ? "" : "s"

/* Options. */
#define MSG_NO_OPTION(word, similar) "there is no option '%s'%s", word, similar
#define MSG_OPTION_ELSEWHERE(option) "there is no option --%s here", option
#define MSG_OPTION_TAKES_NONE(option) "--%s takes no value", option
#define MSG_OPTION_NEEDS(option, value) \
    "--%s needs a value: --%s %s", option, option, value
#define MSG_OPTION_VALUE(option, found, expected) \
    "--%s '%s': expected %s", option, found, expected
#define MSG_OPTION_NUMBER(option, found, most, suffixes)                  \
    "--%s '%s': expected a whole number from 1 to %" PRIu64 "%s", option, \
        found, most, (suffixes) ? ", as 2G or 500M" : ""
#define MSG_NO_CUDA() "--device cuda: this star was built without the GPU part"
#define MSG_NO_ISA(isa) "--isa %s: this processor has no %s", isa, isa

#define MSG_NO_RANKS(reason) "--ranks: %s", reason
#define MSG_NO_MPI(reason)                                                 \
    "--ranks: %s; no MPI was found when this star was built: install one " \
    "(Debian: openmpi-bin libopenmpi-dev) and build it again, as by "      \
    "cmake --preset release && cmake --build --preset release",            \
        reason
#define MSG_RANKS_ALONE() "--ranks goes with neither --session nor --watch"
#define MSG_RANKS_FROM() "--ranks-from needs --ranks"
#define MSG_RANKS_DEVICE()                                               \
    "with --ranks each rank takes a device of its host: --device cuda, " \
    "without "                                                           \
    "a number"

/* Profiles. */
#define MSG_NO_MODEL(name, similar) \
    "--machine: there is no file and no model '%s'%s", name, similar
#define MSG_MACHINE_COUNTS()                                               \
    "--machine counts what each primitive does: --optimize, --native and " \
    "--folded do not go with it"

/* run and call. */
#define MSG_NO_TEMPORARY(reason) "no temporary file can be made: %s", reason
#define MSG_UNIT_NOT_RUN(path)                                                 \
    "%s is a unit, which has no statements to run; star call runs one of its " \
    "procedures",                                                              \
        path
#define MSG_SESSION_FILE(word) "a session takes no files: unexpected '%s'", word
#define MSG_SESSION_STRICT() "--session has entries that are not --strict"
#define MSG_WATCH_SESSION() "either --session or --watch"
#define MSG_WATCH_INPUT() "--watch needs a file, not standard input"
#define MSG_HAS_NO_PROCEDURE(path, name, similar) \
    "%s has no procedure '%s'%s", path, name, similar
#define MSG_NOT_A_PROCEDURE(name) \
    "%s is a function: call works on procedures", name
#define MSG_NO_SUCH_PARAMETER(length, name, similar) \
    "there is no parameter '%.*s'%s", (int)(length), name, similar
#define MSG_WORD_WITHOUT_VALUE(word) "'%s': expected name=value", word
#define MSG_GIVEN_TWICE(name) "%s is given twice", name
#define MSG_NOT_GIVEN(name) "%s is missing", name
#define MSG_OUT_WITHOUT_FILE(word) "--out '%s': expected NAME=FILE", word
#define MSG_NO_MODE(text) "'%s' is no mode: %s", text, &VALUE_MODE_NAMES[1]
#define MSG_PLOT_WITHOUT_FILE(word)                                          \
    "--plot '%s': expected NAME=FILE.svg, or FILE.svg with :matrix, :graph " \
    "or "                                                                    \
    ":bars behind it",                                                       \
        word
#define MSG_PLOT_FILE(text)                                               \
    "'%s': expected FILE.svg, or FILE.svg with :matrix, :graph or :bars " \
    "behind it",                                                          \
        text
#define MSG_PLOT_NOTHING() \
    ":plot draws the value of an expression: this entry has none"
#define MSG_PLOT_UNFIT(name, kind) "%s cannot be drawn as %s", name, kind

/* trace, and call --trace. */
#define MSG_NO_PAGE() "-o FILE says where the page goes"
#define MSG_PAGE_REPLACES(path) "the page would replace '%s'", path
#define MSG_GIF_UNKNOWN(path, name) \
    "%s has no slice, word or table '%s' outside its procedures", path, name
#define MSG_GIF_EMPTY(name, side)                                          \
    "%s has no value of at most %d rows and columns: there is no picture", \
        name, side
#define MSG_LAST_WITHOUT_TRACE() "--last N is of --trace FILE.html"
#define MSG_STEP_AND_TRACE() "either --step or --trace"

/* exercise. */
#define MSG_NO_EXERCISE(number) \
    "there is no exercise '%s': star exercise lists them", number
#define MSG_NOT_AN_EXERCISE(path)                                           \
    "%s is no exercise: it needs a comment { ... } and a procedure of the " \
    "file's name",                                                          \
        path
#define MSG_EXERCISE_UNKNOWN(path) \
    "%s has no procedure of an exercise: name the exercise too", path
#define MSG_NEITHER_EXERCISE(path)                                           \
    "%s has no procedure of an exercise: name the exercise too; or, if it "  \
    "is one, it needs a comment { ... } and a procedure of the file's name", \
        path
#define MSG_NO_SOLUTIONS(path) "there are no files NAME.star in %s", path
#define MSG_HINT_OR_FILE() "--hint is of an exercise alone: star exercise N"
#define MSG_WATCH_WHAT() "--watch needs a FILE, and goes with no other option"

/* doc and explain. */
#define MSG_NOTHING_KNOWN(name, similar) \
    "nothing is known about '%s'%s", name, similar
#define MSG_NAMES_A_MESSAGE(name) \
    "'%s' is the code of a message: star explain %s", name, name
#define MSG_NO_MESSAGE(code, similar) \
    "no message has the code '%s'%s", code, similar

/* lsp and dap. */
#define MSG_EDITOR_INPUT(wrong) "standard input: %s", wrong

/* What dap answers to requests, texts without values. */
#define MSG_NO_REQUEST() "there is no such request"
#define MSG_NOT_LAUNCHED() "no program was launched"
#define MSG_LAUNCHED_ALREADY() "a program was launched already"
#define MSG_LAUNCH_WITHOUT_PROGRAM() "launch needs program, a file"
#define MSG_LAUNCH_NO_FOLDER() "cwd: there is no such folder"
#define MSG_LAUNCH_NO_INPUT() "input: the file cannot be read"
#define MSG_LAUNCH_FAILED() "the program cannot be run"
#define MSG_RUN_IS_OVER() "the program has ended"
#define MSG_RUN_IS_ON() "the program is running"
#define MSG_NO_FRAME() "there is no such call"
#define MSG_NO_PARTS() "there is no such variable any more"
#define MSG_NO_FAULT() "the program has not failed"
#define MSG_NO_SOURCE() "there is no such source"
#define MSG_NOT_OF_PROGRAM() "the program does not use this file"
#define MSG_NO_STATEMENT() "no statement begins here or behind"
#define MSG_BREAKS_FULL() "there are too many breakpoints"
#define MSG_NO_COUNT() "expected a number of hits, as 5, >= 5 or % 5"
#define MSG_NO_SUCH_PROCEDURE() "there is no such procedure with statements"

/* Standard output fails. */
#define MSG_OUTPUT_FAILED(reason) "the output cannot be written: %s", reason
/* build. */
#define MSG_UNIT_NOT_BUILT(path)                                               \
    "%s is a unit, which has no statements to run: --library makes a library " \
    "of it",                                                                   \
        path
#define MSG_NOTHING_FOR_C(path)                                            \
    "%s declares no procedure that C can call: it can pass numbers, "      \
    "booleans, "                                                           \
    "characters, strings, slices, words, tables, and arrays of the first " \
    "three",                                                               \
        path
#define MSG_BUILD_NAME(path) "%s: where is the program to be? -o PROG", path
#define MSG_NO_COMPILER(cc)                                                  \
    "the C compiler %s cannot be run: install one (Debian: apt install gcc " \
    "libc6-dev), or name it by CC",                                          \
        cc
#define MSG_COMPILER_FAILS(cc, status) \
    "the C compiler %s fails with status %d", cc, status
#define MSG_COMPILER_ENDED(cc) "the C compiler %s was ended by a signal", cc
#define MSG_NO_LIBSTAR(path)                                        \
    "there is no libstar.a at %s: install it (Debian: apt install " \
    "libstar-dev zlib1g-dev)",                                      \
        path
#define MSG_NOT_WRITTEN(path, reason) "%s: %s", path, reason

#define MSG_STANDARD_OUTPUT(reason) "standard output: %s", reason

#endif

/* SPDX-License-Identifier: MIT */
/* A prompt for tests: entries, and what comes of them as text. */
#ifndef STAR_SESSION_TEST_H
#define STAR_SESSION_TEST_H

#include <stdio.h>

#include "machine_test.h"
#include "session/session.h"

typedef struct Prompt {
    StarMachine *machine;
    StarCompileOptions options;
    StarSession *session;
    bool forgets;    /* what the next new session cannot be saved */
    char text[4000]; /* what the last entry wrote, its value, its messages */
    size_t length;
} Prompt;

/* Takes what is written, for a machine's options. */
bool prompt_write(void *prompt, const char *text, size_t length);

/* Opens a session on a machine with these limits, and a unit `half`. */
void prompt_open_limited(Prompt *prompt, const StarOptions *limits);
void prompt_open(Prompt *prompt);

/* A new session on the same machine. */
void prompt_anew(Prompt *prompt);

/* Asserts that nothing stays in use. */
void prompt_close(Prompt *prompt);

/* Enters a text; what came of it. */
const char *prompt_enter(Prompt *prompt, const char *entry);

/* Entries and what comes of them, up to one without a text. */
typedef struct PromptEntry {
    const char *text, *result;
} PromptEntry;

void prompt_check(Prompt *prompt, const PromptEntry *entry);

#define CHECK(...) \
    prompt_check(&p, (const PromptEntry[]){__VA_ARGS__, {NULL, NULL}})

/* The same in a session of their own. */
#define PROMPT(...)         \
    do {                    \
        Prompt p;           \
        prompt_open(&p);    \
        CHECK(__VA_ARGS__); \
        prompt_close(&p);   \
    } while (0)

#endif

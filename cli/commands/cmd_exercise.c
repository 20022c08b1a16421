/* SPDX-License-Identifier: MIT */
/* exercise: shows what stdlib/exercises asks for, and tries a procedure on
 * random inputs beside the one that stands there. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "commands/command.h"
#include "commands/exercise.h"
#include "files.h"
#include "message.h"

/* ---- The exercises ---- */

static bool same(LessonText a, LessonText b) {
    return a.length == b.length && memcmp(a.at, b.at, (size_t)a.length) == 0;
}

static int list(void) {
    Lesson l;
    LessonText group = {"", 0};
    int solved = 0, k = 0;
    for (; lesson_at(k, &l); k++) {
        const bool done = record_solved(&l);
        if (!same(group, l.group))
            printf("%s%.*s\n", k > 0 ? "\n" : "", l.group.length, l.group.at);
        group = l.group;
        printf("%c%3d  %.*s\n", done ? '*' : ' ', l.number, l.title.length,
               l.title.at);
        solved += done;
    }
    printf("\n* solved: %d of %d\n"
           "star exercise N explains one, star exercise N FILE tries what you "
           "wrote\n",
           solved, k);
    return 0;
}

static int explain(const Lesson *l, const char *word) {
    if (l->number > 0)
        printf("%d  ", l->number);
    printf("%.*s\n\n%.*s\n\nWrite this procedure:\n\n  %.*s\n", l->title.length,
           l->title.at, l->text.length, l->text.at, l->heading.length,
           l->heading.at);
    if (l->formula.length > 0)
        printf("\nOperations at most: %.*s\n", l->formula.length,
               l->formula.at);
    printf("\nand try it: star exercise %s FILE\n", word);
    if (l->hint[0].length > 0)
        printf("or ask for a hint: star exercise %s --hint\n", word);
    return 0;
}

/* One more than last time. */
static int hint(const Lesson *l) {
    int all = 0;
    while (all < LESSON_HINTS && l->hint[all].length > 0)
        all++;
    const int seen = record_hints(l);
    const int shown = seen < all ? seen + 1 : all;
    for (int k = 0; k < shown; k++)
        printf("Hint %d of %d: %.*s\n", k + 1, all, l->hint[k].length,
               l->hint[k].at);
    if (all == 0)
        printf("There is no hint.\n");
    if (seen < all)
        record_hint(l);
    return 0;
}

/* ---- Which one ---- */

/* The file of an exercise of one's own, on an account of its own. */
typedef struct Own {
    StarError error;
    StarMem mem;
    Files files;
} Own;

static const File *read_own(Own *own, const Options *o, const char *path,
                            int *status) {
    star_mem_init(&own->mem, &own->error, SAFE_MEMORY);
    own->files.mem = &own->mem;
    const File *file = files_read(&own->files, path, NULL);
    if (file == NULL)
        *status = message_error(o->style, &own->error);
    return file;
}

static bool is_path(const char *word) {
    return strpbrk(word, "./") != NULL;
}

/* Returns an exit status after a message. */
static int find(Own *own, const Options *o, const char *word, Lesson *l) {
    int status = 0;
    if (lesson_find(word, l))
        return 0;
    if (!is_path(word))
        return message_usage("exercise", MSG_NO_EXERCISE(word));
    const File *file = read_own(own, o, word, &status);
    if (file != NULL && !lesson_read(file->path, file->text, file->length, l))
        status = message_usage("exercise", MSG_NOT_AN_EXERCISE(word));
    return status;
}

/* The exercise whose procedure the file has. */
static int find_by_file(Own *own, const Options *o, const char *path,
                        Lesson *l) {
    int status = 0;
    const File *file = read_own(own, o, path, &status);
    if (file != NULL && !lesson_of(file->text, l))
        status = message_usage("exercise", MSG_EXERCISE_UNKNOWN(path));
    return status;
}

/* A file without an exercise before it: one of one's own, or a solution. */
static int find_alone(Own *own, const Options *o, const char *path) {
    Lesson l;
    int status = 0;
    const File *file = read_own(own, o, path, &status);
    if (file == NULL)
        return status;
    if (lesson_read(file->path, file->text, file->length, &l))
        return explain(&l, path);
    if (lesson_of(file->text, &l))
        return exercise_try(o, &l, path);
    return message_usage("exercise", MSG_NEITHER_EXERCISE(path));
}

static int watch(Own *own, const Options *o) {
    Lesson l;
    const bool named = o->operands == 2;
    if (o->operands == 0 || o->given & (OPTION(HINT) | OPTION(JSON)))
        return message_usage("exercise", MSG_WATCH_WHAT());
    const int status = named ? find(own, o, o->operand[0], &l)
                             : find_by_file(own, o, o->operand[0], &l);
    return status != 0 ? status
                       : exercise_watch(o, &l, o->operand[named ? 1 : 0]);
}

static bool is_folder(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static int run(Own *own, const Options *o) {
    const bool hints = o->given & OPTION(HINT);
    Lesson l;
    if (o->given & OPTION(WATCH))
        return watch(own, o);
    if (hints && o->operands != 1)
        return message_usage("exercise", MSG_HINT_OR_FILE());
    if (o->operands == 0)
        return list();
    if (o->operands == 1 && !hints && is_path(o->operand[0]))
        return find_alone(own, o, o->operand[0]);
    const int status = find(own, o, o->operand[0], &l);
    if (status != 0)
        return status;
    if (o->operands == 1)
        return hints ? hint(&l) : explain(&l, o->operand[0]);
    const char *path = o->operand[1];
    return is_folder(path) ? exercise_folder(o, &l, path)
                           : exercise_try(o, &l, path);
}

int cmd_exercise(const Options *o) {
    Own own = {.error = {0}};
    const int status = run(&own, o);
    files_free(&own.files);
    return status;
}

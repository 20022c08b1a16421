/* SPDX-License-Identifier: MIT */
#include "tools/lessons/lesson.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- The comment: title, text, and fields ---- */

static const char *const fields[] = {"Group:", "Hint:", "Read:"};

/* The first line from `at` on, before `end`, that begins with a field; its
 * value stands behind *value. */
static const char *next_field(const char *at, const char *end,
                              const char **value) {
    for (; (at = strchr(at, '\n')) != NULL && at < end; at++)
        for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
            const char *word = at + 1 + strspn(at + 1, " ");
            if (strncmp(word, fields[k], strlen(fields[k])) == 0) {
                *value = word + strlen(fields[k]);
                return at;
            }
        }
    return end;
}

static LessonText between(const char *at, const char *end) {
    while (at < end && isspace((unsigned char)*at))
        at++;
    while (at < end && isspace((unsigned char)end[-1]))
        end--;
    return (LessonText){at, (int)(end - at)};
}

static void take_field(Lesson *l, int *hints, const char *value,
                       const char *end) {
    const LessonText text = between(value, end);
    if (value[-2] == 'p')
        l->group = text;
    else if (value[-2] == 'd')
        l->read = text;
    else if (*hints < LESSON_HINTS)
        l->hint[(*hints)++] = text;
}

static const char *comment(Lesson *l) {
    const char *end = strchr(l->unit, '}'), *value = NULL;
    if (l->unit[0] != '{' || end == NULL)
        return NULL;
    const char *title = l->unit + 1;
    const char *line = title + strcspn(title, "\n");
    l->title = between(title, line < end ? line : end);
    const char *field = next_field(l->unit, end, &value);
    if (line < field)
        l->text = (LessonText){line + 1, between(line, field).length};
    if (l->text.length > 0) /* with the blanks that it begins with */
        l->text.length += (int)strspn(l->text.at, " ");
    for (int hints = 0; field < end;) {
        const char *from = value;
        field = next_field(from, end, &value);
        take_field(l, &hints, from, field);
    }
    return end + 1;
}

/* ---- The procedures ---- */

/* The line "proc NAME(", from its first letter on. */
static const char *find_proc(const char *at, const char *name) {
    const size_t length = strlen(name);
    while ((at = strstr(at, "\nproc ")) != NULL) {
        at += strlen("\nproc ");
        const char *behind = at + length;
        if (strncasecmp(at, name, length) == 0 &&
            !isalnum((unsigned char)*behind) && *behind != '_')
            return at - strlen("proc ");
    }
    return NULL;
}

/* Up to the ';' behind the parameters. */
static LessonText heading(const char *at) {
    int length = 0, depth = 0;
    for (; at[length] != '\0' && (depth > 0 || at[length] != ';'); length++)
        depth += (at[length] == '(') - (at[length] == ')');
    return (LessonText){at, length + (at[length] == ';')};
}

/* "uses graph, random;" gives "uses graph"; what stands behind is returned. */
static const char *uses(Lesson *l, const char *at) {
    at += strspn(at, " \n");
    if (strncmp(at, "uses ", strlen("uses ")) != 0)
        return at;
    const char *end = at + strcspn(at, ";"), *random = strstr(at, ", random");
    if (random != NULL && random < end)
        l->uses = between(at, random);
    else if (strncmp(at, "uses random;", strlen("uses random;")) != 0)
        l->uses = between(at, end);
    return *end != '\0' ? end + 1 : end;
}

/* What BOUND assigns at its end. */
static LessonText formula(const char *bound) {
    const char *end = strstr(bound, "\nend;"), *at = NULL;
    for (const char *next = bound;
         (next = strstr(next, "most := ")) != NULL && next < end;)
        at = next += strlen("most := ");
    return at != NULL ? between(at, end) : (LessonText){bound, 0};
}

static const char *earlier(const char *a, const char *b) {
    return a == NULL || (b != NULL && b < a) ? b : a;
}

static bool procedures(Lesson *l, const char *at) {
    const char *own = find_proc(at, l->name);
    const char *bound = find_proc(at, "bound"), *input = find_proc(at, "input");
    const char *from = uses(l, at), *to = earlier(bound, input);
    if (own == NULL)
        return false;
    l->heading = heading(own);
    l->solution = between(from, to != NULL ? to : l->unit + l->length);
    if (bound != NULL)
        l->formula = formula(bound);
    return true;
}

/* ---- All of it ---- */

static void name_of(Lesson *l, const char *path) {
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const size_t digits = strspn(name, "0123456789");
    if (digits > 0 && name[digits] == '_')
        name += digits + 1;
    size_t length = strcspn(name, ".");
    length = length < LESSON_NAME ? length : LESSON_NAME - 1;
    for (size_t k = 0; k < length; k++)
        l->name[k] = (char)tolower((unsigned char)name[k]);
}

bool lesson_read(const char *path, const char *text, size_t length,
                 Lesson *out) {
    *out = (Lesson){.path = path, .unit = text, .length = length};
    name_of(out, path);
    const char *behind = comment(out);
    return behind != NULL && out->name[0] != '\0' && procedures(out, behind);
}

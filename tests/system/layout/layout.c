/* SPDX-License-Identifier: MIT */
/* star_layout FILE...
 * star_layout --generate STAR_GENERATE FIRST COUNT
 *
 * Lays out each program, and the same program with other blanks and comments:
 * its tokens, its comments and its bytecode stay, and the result does not
 * change again. Prints what went wrong and how many programs were tried. */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytecode/bytes/codec.h"
#include "bytecode/bytes/program_bytes.h"
#include "compile.h"
#include "layout.h"
#include "runner.h"
#include "tools/fmt/fmt.h"

/* ---- Bytecode ---- */

/* In the place of codec_span: no place of the text is written. */
void __wrap_codec_span(Codec *c, StarSpan *span);
void __wrap_codec_span(Codec *c, StarSpan *span) {
    (void)c;
    (void)span;
}

/* A program's bytes, or the codes of its messages. */
typedef struct Outcome {
    uint8_t *bytes;
    size_t size;
    char codes[1000];
    bool library; /* a unit of the library is one by its text alone */
} Outcome;

/* The unit beside the program. Its path is read before the next one is asked
 * for. */
static StarStatus find(void *context, const char *name, const char *from,
                       StarUnitText *out) {
    const char *slash = strrchr(from, '/');
    static char path[4096];
    char **text = context;
    snprintf(path, sizeof path, "%.*s%s.star",
             slash != NULL ? (int)(slash + 1 - from) : 0, from, name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return STAR_UNIT;
    while (*text != NULL) /* a program uses ten units at most */
        text++;
    *text = runner_contents(file);
    fclose(file);
    *out = (StarUnitText){path, *text, strlen(*text), NULL};
    return STAR_OK;
}

static void say_codes(const StarProgram *p, char *codes, size_t room) {
    for (int k = 0; k < p->reports; k++)
        if (p->report[k].severity == STAR_ERROR && strlen(codes) + 50 < room) {
            strcat(codes, star_status_name(p->report[k].status));
            strcat(codes, " ");
        }
}

static Outcome outcome(StarMem *mem, const char *path, const char *text) {
    char *unit[11] = {NULL};
    const StarCompileOptions options = {.find = find, .context = unit};
    Outcome o = {.bytes = NULL};
    StarProgram *p = star_compile(mem, &options, path, text, strlen(text));
    runner_check(p);
    o.library = p->sources.file[0].library;
    say_codes(p, o.codes, sizeof o.codes);
    if (p->errors == 0) {
        const uint32_t sources = p->sources.count;
        p->sources.count = 0;
        star_program_write(p, mem, &o.bytes, &o.size);
        runner_check(o.bytes);
        p->sources.count = sources;
    }
    star_program_free(p);
    for (int k = 0; unit[k] != NULL; k++)
        free(unit[k]);
    return o;
}

static void drop(StarMem *mem, Outcome *o) {
    star_mem_free(mem, o->bytes, o->size, 1);
}

static bool is_same(const Outcome *a, const Outcome *b) {
    return a->library != b->library ||
           (strcmp(a->codes, b->codes) == 0 && a->size == b->size &&
            (a->size == 0 || memcmp(a->bytes, b->bytes, a->size) == 0));
}

/* ---- Layout ---- */

static bool wrong(const char *path, const char *what, const char *text) {
    printf("%s: %s\n%s\n", path, what, text);
    return false;
}

/* True if no line ends with a blank, the last one ends, and all end as the
 * first one of the text does. */
static bool is_clean(const Fmt *f, const char *text) {
    const char *end = strchr(text, '\n');
    const bool crlf = end != NULL && end > text && end[-1] == '\r';
    for (size_t k = 0; k < f->length; k++) {
        const char c = f->text[k], before = k > 0 ? f->text[k - 1] : 'x';
        if ((c == '\r' && (!crlf || f->text[k + 1] != '\n')) ||
            (c == '\n' && (before == '\r') != crlf) ||
            ((c == '\r' || c == '\n') && before == ' '))
            return false;
    }
    return f->length == 0 || f->text[f->length - 1] == '\n';
}

static bool stays(StarMem *mem, const Fmt *f) {
    Fmt again;
    const bool same = fmt_text(mem, f->text, f->length, &again) == STAR_OK &&
                      again.length == f->length &&
                      memcmp(again.text, f->text, f->length) == 0;
    fmt_free(&again);
    return same;
}

/* Lays out a text with this outcome; true if all is as it should be. */
static bool is_right(StarMem *mem, const char *path, const char *text,
                     const Outcome *wanted) {
    Fmt f;
    const StarStatus status = fmt_text(mem, text, strlen(text), &f);
    bool right = true;
    if (status != STAR_OK)
        right = wrong(path, mem->error->text, text);
    else if (!is_clean(&f, text))
        right = wrong(path, "has blanks at ends of lines", f.text);
    else if (!layout_same_tokens(mem, text, f.text))
        right = wrong(path, "has other tokens or comments", f.text);
    else if (!stays(mem, &f))
        right = wrong(path, "changes when it is laid out again", text);
    if (status == STAR_OK && right) {
        Outcome found = outcome(mem, path, f.text);
        right = is_same(wanted, &found) ||
                wrong(path, "has other bytecode", f.text);
        drop(mem, &found);
    }
    fmt_free(&f);
    return right;
}

static bool is_broken(StarMem *mem, const char *text) {
    Fmt f;
    const StarStatus status = fmt_text(mem, text, strlen(text), &f);
    fmt_free(&f);
    return status == STAR_SYNTAX;
}

/* The text as it is, with other blanks, and with other comments too. */
static bool try_text(const char *path, const char *text, uint64_t seed) {
    StarError error;
    StarMem mem;
    star_mem_init(&mem, &error, SIZE_MAX);
    Outcome wanted = outcome(&mem, path, text);
    const bool broken = is_broken(&mem, text);
    bool right = broken
                     ? wanted.bytes == NULL || wrong(path, "is refused", text)
                     : is_right(&mem, path, text, &wanted);
    for (int comments = 0; right && !broken && comments < 2; comments++) {
        char *other = layout_scramble(&mem, text, seed, comments > 0);
        right = is_right(&mem, path, other, &wanted);
        free(other);
    }
    drop(&mem, &wanted);
    if (mem.used > 0)
        right = wrong(path, "memory is left", "");
    return right;
}

static bool try_stream(const char *name, FILE *stream, uint64_t seed) {
    char *text = NULL;
    size_t room = 0;
    runner_check(stream);
    const bool read = getdelim(&text, &room, EOF, stream) >= 0;
    const bool right = !read || try_text(name, text, seed);
    free(text);
    return right;
}

int main(int argc, char **argv) {
    const bool generate = argc == 5 && strcmp(argv[1], "--generate") == 0;
    const long first = generate ? atol(argv[3]) : 1;
    const long count = generate ? atol(argv[4]) : argc - 1;
    long failures = 0;
    for (long k = first; k < first + count; k++) {
        char name[4096];
        snprintf(name, sizeof name, "%s %ld", argv[generate ? 2 : k], k);
        FILE *stream = generate ? popen(name, "r") : fopen(argv[k], "r");
        failures += !try_stream(generate ? name : argv[k], stream, (uint64_t)k);
        if (generate)
            pclose(stream);
        else
            fclose(stream);
    }
    printf("%ld programs, %ld wrong\n", count, failures);
    return failures > 0;
}

/* SPDX-License-Identifier: MIT */
#include "session_test.h"

bool prompt_write(void *context, const char *text, size_t length) {
    Prompt *p = context;
    if (p->length + length >= sizeof p->text)
        return false;
    memcpy(p->text + p->length, text, length);
    p->length += length;
    p->text[p->length] = '\0';
    return true;
}

static void say(Prompt *p, const char *text) {
    prompt_write(p, text, strlen(text));
}

/* A unit of the tests. */
static StarStatus find_unit(void *context, const char *name, const char *from,
                            StarUnitText *out) {
    static const char half[] = "var calls: integer;\n"
                               "function half(n: integer): integer;\n"
                               "begin half := n div 2 end;\n";
    (void)context;
    (void)from;
    *out = (StarUnitText){"half.star", half, sizeof half - 1, NULL};
    return strcmp(name, "half") == 0 ? STAR_OK : STAR_UNIT;
}

void prompt_open_limited(Prompt *p, const StarOptions *limits) {
    StarOptions options = *limits;
    *p = (Prompt){.options = {.find = find_unit, .count = true}};
    options.write = prompt_write;
    options.context = p;
    p->machine = star_test_machine(&options);
    p->session = star_session_new(p->machine, &p->options, !p->forgets);
    assert_non_null(p->session);
}

void prompt_open(Prompt *p) {
    prompt_open_limited(p, &(StarOptions){0});
}

void prompt_anew(Prompt *p) {
    star_session_free(p->session);
    p->session = star_session_new(p->machine, &p->options, !p->forgets);
    assert_non_null(p->session);
}

void prompt_close(Prompt *p) {
    const StarBackend *be = star_machine_backend(p->machine);
    const StarMem *mem = be->mem;
    star_session_free(p->session);
    assert_true(mem->used < 100000); /* the machine's own */
    star_machine_free(p->machine);
}

static void say_value(Prompt *p, int k) {
    const StarProgram *program = star_session_program(p->session);
    const StarCell cell = star_session_cells(p->session)[k];
    char text[100] = "?";
    switch (program->proc[0].cell[k].kind) {
    case STAR_CELL_INT:
        snprintf(text, sizeof text, "%lld", (long long)cell.i);
        break;
    case STAR_CELL_REAL: snprintf(text, sizeof text, "%g", cell.r); break;
    case STAR_CELL_STRING:
        snprintf(text, sizeof text, "%.*s", (int)cell.string->length,
                 cell.string->text);
        break;
    case STAR_CELL_BITS:
        for (int64_t i = 0; i < cell.bits->length && i < 99; i++)
            text[i] = star_bits_get(cell.bits, i + 1) ? '1' : '0';
        text[cell.bits->length < 99 ? cell.bits->length : 99] = '\0';
        break;
    }
    say(p, "= ");
    say(p, text);
}

const char *prompt_enter(Prompt *p, const char *entry) {
    int count;
    p->length = 0;
    p->text[0] = '\0';
    StarStatus status =
        star_session_enter(p->session, "entry", entry, strlen(entry));
    const StarReport *r = star_session_reports(p->session, &count);
    int value = star_session_value(p->session);
    if (value >= 0)
        say_value(p, value);
    for (int k = 0; k < count; k++) {
        say(p, r[k].severity == STAR_ERROR ? "error " : "warning ");
        say(p, star_status_name(r[k].status));
        say(p, ": ");
        say(p, r[k].text);
    }
    assert_int_equal(status == STAR_OK,
                     count == 0 || r[count - 1].severity != STAR_ERROR);
    return p->text;
}

void prompt_check(Prompt *p, const PromptEntry *entry) {
    for (; entry->text != NULL; entry++) {
        const char *result = prompt_enter(p, entry->text);
        if (strcmp(result, entry->result) != 0)
            fail_msg("%s\ngives    %s\nexpected %s", entry->text, result,
                     entry->result);
    }
}

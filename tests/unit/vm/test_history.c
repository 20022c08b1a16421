/* SPDX-License-Identifier: MIT */
/* Runs that go forward and back: what is there after any way to a moment is
 * what was there when it was reached first. */
#include <stdlib.h>

#include "debug/history.h"
#include "machine_test.h"
#include "session/session.h"

static const StarCompileOptions stepping = {
    .plain = true, .bodies = true, .count = true, .watched = true};

enum { ROOM = 1 << 28 };

typedef struct Run {
    StarOptions options;
    StarHistory *history;
    StarProgram *program;
    char out[1000];
    size_t written;
    const char *in;
    int asked;       /* how often input was wanted */
    int64_t stop_at; /* bytes of output that end the run */
} Run;

static bool write_out(void *context, const char *text, size_t length) {
    Run *r = context;
    if (r->written + length < sizeof r->out)
        memcpy(r->out + r->written, text, length);
    r->written += length;
    if (r->stop_at > 0 && (int64_t)r->written >= r->stop_at)
        star_machine_stop(star_history_machine(r->history), STAR_INTERRUPTED);
    return true;
}

/* A byte at a time. */
static size_t read_in(void *context, char *text, size_t most) {
    Run *r = context;
    assert_true(most > 0);
    r->asked++;
    if (*r->in == '\0')
        return 0;
    *text = *r->in++;
    return 1;
}

static void begin(Run *r, size_t room, const char *text) {
    StarError error;
    r->options.write = write_out;
    r->options.read = read_in;
    r->options.context = r;
    r->history = star_history_new(&r->options, room, &error);
    assert_non_null(r->history);
    StarMachine *m = star_history_machine(r->history);
    r->program =
        star_test_compile(star_machine_backend(m)->mem, &stepping, text);
    assert_int_equal(star_history_begin(r->history, r->program, NULL, NULL),
                     STAR_OK);
}

static void end(Run *r, StarStatus wanted) {
    assert_int_equal(star_history_end(r->history), wanted);
    star_program_free(r->program);
    star_history_free(r->history);
}

/* The integer or the line of the program's block with this name. */
static const StarCell *variable(const Run *r, const char *name) {
    const StarView v = star_history_frame(r->history, 0);
    for (unsigned k = 0; k < v.proc->cells; k++)
        if (v.proc->cell[k].name != NULL &&
            strcmp(v.proc->cell[k].name, name) == 0)
            return &v.cell[k];
    fail_msg("no variable %s", name);
    return NULL;
}

/* All that is seen of a moment. */
typedef struct Seen {
    StarMoment at;
    unsigned depth;
    StarSpan span;
    uint64_t sum;
} Seen;

static uint64_t mix(uint64_t sum, uint64_t value) {
    return (sum ^ value) * UINT64_C(0x9e3779b97f4a7c15) + (sum >> 29);
}

static uint64_t sum_of(const Run *r, unsigned frame) {
    const StarView v = star_history_frame(r->history, frame);
    uint64_t sum = 0;
    for (unsigned k = 0; k < v.proc->cells; k++) {
        const StarCellInfo *c = &v.proc->cell[k];
        const StarCell x = v.cell[k];
        if (c->name == NULL)
            continue;
        if (c->kind == STAR_CELL_INT)
            sum = mix(sum, x.raw);
        else if (c->kind == STAR_CELL_BITS)
            for (int64_t w = 0; w < star_words(x.bits->length); w++)
                sum = mix(sum, x.bits->word[w]);
        else if (c->kind == STAR_CELL_STRING)
            for (int64_t b = 0; b < x.string->length; b++)
                sum = mix(sum, (uint64_t)x.string->text[b]);
    }
    return sum;
}

static Seen look(const Run *r) {
    const unsigned depth = star_history_depth(r->history);
    Seen s = {*star_history_now(r->history), depth,
              star_history_frame(r->history, depth - 1).span, 0};
    for (unsigned k = 0; k < depth; k++)
        s.sum = mix(s.sum, sum_of(r, k));
    return s;
}

static void assert_same(const Seen *a, const Seen *b) {
    assert_int_equal(a->at.when, b->at.when);
    assert_int_equal(a->at.steps, b->at.steps);
    assert_int_equal(a->at.statements, b->at.statements);
    assert_int_equal(a->at.written, b->at.written);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->span.start, b->span.start);
    assert_int_equal(a->sum, b->sum);
}

static bool any(void *context) {
    (void)context;
    return true;
}

static const char everything[] =
    "program everything;\n"
    "type link = ^item; item = record value: integer; next: link end;\n"
    "var list, p: link; X, Y: slice(100); w: word; T: table(100, 30);\n"
    "  s: string; i, n, sum: integer;\n"
    "function depth(k: integer): integer;\n"
    "var own: slice(70);\n"
    "begin\n"
    "  own(k + 1) := 1; sum := sum + NUMB(own);\n"
    "  if k = 0 then depth := 0 else depth := 1 + depth(k - 1)\n"
    "end;\n"
    "begin\n"
    "  list := nil; sum := 0; s := ''; readln(n);\n"
    "  for i := 1 to n do begin\n"
    "    new(p); p^.value := i * i; p^.next := list; list := p;\n"
    "    X(i) := 1; Y := X or MASK(X, i, i + 3); w := ROW(i, T);\n"
    "    SET(w); ROW(i, T) := w; s := s + 'x';\n"
    "    if i mod 7 = 0 then read(n)\n"
    "  end;\n"
    "  while list <> nil do begin\n"
    "    sum := sum + list^.value; p := list; list := list^.next;\n"
    "    if sum mod 5 = 0 then dispose(p);\n"
    "    if sum mod 9 = 0 then writeln(sum, ' ', s, depth(sum mod 20))\n"
    "  end;\n"
    "  while true do sum := sum * 2\n"
    "end.\n";

TEST(any_way_leads_to_the_same_moment) {
    enum { MAX_PAUSES = 5000 };
    static Seen seen[MAX_PAUSES];
    Run r = {.in = "40\n13 20 27 34 39 41"};
    int count = 0, asked;
    begin(&r, ROOM, everything);
    do {
        assert_true(count < MAX_PAUSES);
        seen[count++] = look(&r);
        assert_int_equal(star_history_forward(r.history, any, NULL), STAR_OK);
    } while (star_history_now(r.history)->when == STAR_PAUSED);
    assert_int_equal(star_history_now(r.history)->when, STAR_FAILED);
    assert_int_equal(
        star_machine_report(star_history_machine(r.history))->status,
        STAR_OVERFLOW);
    const Seen last = look(&r);
    const size_t written = r.written;
    asked = r.asked;
    srand(1);
    for (int k = 0; k < 2000; k++) {
        const Seen *want = &seen[rand() % count];
        bool found;
        assert_int_equal(star_history_go(r.history, want->at.steps), STAR_OK);
        Seen got = look(&r);
        assert_same(&got, want);
        if (k % 10 == 0) {
            star_history_back(r.history, any, NULL, &found);
            assert_int_equal(found, want != seen);
            got = look(&r);
            assert_same(&got, found ? want - 1 : want);
        }
    }
    assert_int_equal(star_history_go(r.history, INT64_MAX), STAR_OK);
    Seen again = look(&r);
    assert_same(&again, &last);
    assert_int_equal(r.written, written);
    assert_int_equal(r.asked, asked);
    end(&r, STAR_OVERFLOW);
}

static const char counting[] =
    "program counting;\n"
    "var i, a: integer; X: slice(64);\n"
    "begin a := 0; for i := 1 to 100000000 do begin\n"
    "  a := (a * 13 + i) mod 1000003; X(a mod 64 + 1) := 1\n"
    "end end.\n";

/* Also past the number of copies that are kept. */
TEST(back_from_a_million_is_as_a_fresh_run) {
    static const int64_t back[] = {999999, 999990, 500000, 123456, 7, 0};
    Run r = {0};
    begin(&r, ROOM, counting);
    assert_int_equal(star_history_go(r.history, 3000000), STAR_OK);
    for (unsigned k = 0; k < sizeof back / sizeof *back; k++) {
        Run fresh = {0};
        begin(&fresh, ROOM, counting);
        assert_int_equal(star_history_go(r.history, 1000000), STAR_OK);
        assert_int_equal(star_history_go(r.history, back[k]), STAR_OK);
        assert_int_equal(star_history_go(fresh.history, back[k]), STAR_OK);
        const Seen a = look(&r), b = look(&fresh);
        assert_same(&a, &b);
        assert_true(a.at.steps <= back[k] && a.at.steps + 3 > back[k]);
        end(&fresh, STAR_OK);
    }
    end(&r, STAR_OK);
}

/* From anywhere, by copies on both sides; each pause has a statement of its
 * own. */
TEST(a_statement_is_found_by_its_number) {
    static const int64_t numbers[] = {900000, 3, 899999, 450000, 450001, 0, 70};
    Run r = {0};
    begin(&r, ROOM, counting);
    const StarMoment *now = star_history_now(r.history);
    for (unsigned k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        assert_int_equal(star_history_statement(r.history, numbers[k]),
                         STAR_OK);
        assert_int_equal(now->statements, numbers[k]);
        assert_int_equal(now->when, STAR_PAUSED);
        const Seen a = look(&r);
        assert_int_equal(star_history_go(r.history, 0), STAR_OK);
        assert_int_equal(star_history_go(r.history, a.at.steps), STAR_OK);
        const Seen b = look(&r);
        assert_same(&a, &b);
        assert_int_equal(
            star_history_statement(r.history, k % 2 == 0 ? 600000 : numbers[k]),
            STAR_OK);
    }
    end(&r, STAR_OK);
}

/* With room for a few copies of what changes all the time. */
TEST(little_room_is_enough) {
    Run r = {0};
    begin(&r, 3 << 20,
          "program wide;\n"
          "var T: table(2000, 2000); i: integer; X: slice(2000);\n"
          "begin for i := 1 to 100000 do begin\n"
          "  X(i mod 2000 + 1) := i mod 2; COL(i mod 2000 + 1, T) := X\n"
          "end end.\n");
    assert_int_equal(star_history_go(r.history, 300000), STAR_OK);
    const Seen before = look(&r);
    assert_int_equal(star_history_go(r.history, INT64_MAX), STAR_OK);
    assert_int_equal(star_history_now(r.history)->when, STAR_ENDED);
    assert_int_equal(star_history_go(r.history, 300000), STAR_OK);
    const Seen after = look(&r);
    assert_same(&after, &before);
    end(&r, STAR_OK);
}

TEST(no_room_at_all_is_an_error) {
    Run r = {0};
    StarError error;
    r.history = star_history_new(&r.options, 1000, &error);
    StarBackend *be = star_machine_backend(star_history_machine(r.history));
    r.program = star_test_compile(be->mem, &stepping, counting);
    assert_int_equal(star_history_begin(r.history, r.program, NULL, NULL),
                     STAR_MEMORY);
    end(&r, STAR_OK);
}

TEST(a_limit_of_steps_is_a_failure) {
    Run r = {.options.max_steps = 1000};
    begin(&r, ROOM, counting);
    assert_int_equal(star_history_go(r.history, 5000), STAR_OK);
    const StarMoment *now = star_history_now(r.history);
    assert_int_equal(now->when, STAR_FAILED);
    assert_true(now->steps <= 1000 && now->steps + 3 > 1000);
    assert_string_equal(
        star_machine_report(star_history_machine(r.history))->text,
        "the program may take no more than 1000 steps");
    assert_int_equal(star_history_go(r.history, 500), STAR_OK);
    assert_int_equal(now->when, STAR_PAUSED);
    end(&r, STAR_OK);
}

TEST(a_stop_can_be_gone_back_from) {
    Run r = {.stop_at = 30000};
    begin(&r, ROOM,
          "program p; var i: integer;\n"
          "begin i := 0; while true do begin i := i + 1; writeln(i) end end.");
    assert_int_equal(star_history_go(r.history, INT64_MAX), STAR_INTERRUPTED);
    assert_int_equal(star_history_now(r.history)->when, STAR_CUT);
    r.stop_at = 0;
    const int64_t steps = star_history_now(r.history)->steps;
    assert_int_equal(star_history_go(r.history, steps - 1), STAR_OK);
    assert_int_equal(star_history_now(r.history)->when, STAR_PAUSED);
    assert_true(star_history_now(r.history)->steps + 1 >= steps);
    assert_int_equal(star_history_go(r.history, 9), STAR_OK);
    assert_int_equal(variable(&r, "i")->i, 3);
    end(&r, STAR_OK);
}

/* Changes of a file are not undone. */
TEST(files_are_a_wall) {
    Run r = {0};
    begin(&r, ROOM,
          "program p; var f: file of integer; i, j: integer;\n"
          "begin i := 0; i := 1; rewrite(f); i := 2; write(f, i); i := 3;\n"
          "  reset(f); read(f, j); i := 4; read(f, j); i := 5 end.");
    assert_int_equal(star_history_go(r.history, 1), STAR_OK);
    assert_int_equal(star_history_first(r.history), 0);
    assert_int_equal(star_history_go(r.history, 8), STAR_OK);
    assert_int_equal(variable(&r, "i")->i, 3);
    assert_int_equal(star_history_go(r.history, 0), STAR_OK);
    assert_int_equal(star_history_now(r.history)->steps,
                     star_history_first(r.history));
    assert_int_equal(variable(&r, "i")->i, 3);
    assert_int_equal(star_history_go(r.history, INT64_MAX), STAR_OK);
    assert_int_equal(star_history_now(r.history)->when, STAR_FAILED);
    bool found;
    assert_int_equal(star_history_back(r.history, any, NULL, &found), STAR_OK);
    assert_true(found);
    assert_int_equal(variable(&r, "i")->i, 4);
    assert_true(star_history_blocked(r.history));
    assert_int_equal(star_history_go(r.history, INT64_MAX), STAR_OK);
    assert_int_equal(star_history_now(r.history)->when, STAR_PAUSED);
    end(&r, STAR_OK);
}

/* The output's end is kept for whom it interests, not all of it. */
TEST(old_output_is_forgotten) {
    Run r = {0};
    const char *text;
    begin(&r, ROOM,
          "program p; var i: integer;\n"
          "begin for i := 1 to 100000 do writeln(i:60) end.");
    assert_int_equal(star_history_go(r.history, INT64_MAX), STAR_OK);
    assert_int_equal(r.written, 6100000);
    assert_int_equal(star_history_output(r.history, 7, &text), 7);
    assert_memory_equal(text, "100000\n", 7);
    assert_int_equal(star_history_go(r.history, 100), STAR_OK);
    assert_int_equal(star_history_output(r.history, 7, &text), 0);
    assert_int_equal(star_history_go(r.history, INT64_MAX), STAR_OK);
    assert_int_equal(r.written, 6100000);
    end(&r, STAR_OK);
}

/* Before the first statement. */
TEST(an_early_failure_has_no_past) {
    Run r = {.options.max_memory = 1 << 20};
    begin(&r, ROOM,
          "program p; var T: table(100000, 100000); begin T := T end.");
    assert_int_equal(star_history_now(r.history)->when, STAR_FAILED);
    assert_int_equal(star_history_go(r.history, 0), STAR_OK);
    assert_int_equal(star_history_now(r.history)->when, STAR_FAILED);
    assert_int_equal(star_history_first(r.history), 0);
    end(&r, STAR_MEMORY);
}

/* Entry by entry; the history is that of the last one alone. */
TEST(an_entry_is_taken_over) {
    static const char first[] = "var n: integer; n := 5; writeln(n)";
    static const char last[] = "while n < 9 do n := n + 1; writeln(n)";
    Run r = {.in = ""};
    StarError error;
    const char *text;
    r.options.read = read_in;
    r.options.context = &r;
    r.history = star_history_new(&r.options, ROOM, &error);
    assert_non_null(r.history);
    StarSession *s =
        star_session_new(star_history_machine(r.history), &stepping, false);
    assert_int_equal(star_session_enter(s, "first", first, strlen(first)),
                     STAR_OK);
    assert_int_equal(star_session_begin(s, "last", last, strlen(last)),
                     STAR_OK);
    assert_int_equal(star_history_take(r.history), STAR_OK);
    const StarMoment *now = star_history_now(r.history);
    assert_int_equal(now->when, STAR_PAUSED);
    assert_int_equal(now->written, 0);
    assert_int_equal(variable(&r, "n")->i, 5);
    assert_int_equal(star_history_go(r.history, INT64_MAX), STAR_OK);
    assert_int_equal(now->when, STAR_ENDED);
    assert_int_equal(variable(&r, "n")->i, 9);
    assert_int_equal(star_history_output(r.history, 100, &text), 2);
    assert_memory_equal(text, "9\n", 2);
    assert_int_equal(star_history_go(r.history, 0), STAR_OK);
    assert_int_equal(now->when, STAR_PAUSED);
    assert_int_equal(variable(&r, "n")->i, 5);
    assert_int_equal(star_history_go(r.history, INT64_MAX), STAR_OK);
    assert_int_equal(variable(&r, "n")->i, 9);
    assert_int_equal(star_history_end(r.history), STAR_OK);
    star_session_free(s);
    star_history_free(r.history);
}

TEST_MAIN

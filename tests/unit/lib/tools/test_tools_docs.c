/* SPDX-License-Identifier: MIT */
/* The documentation of names and messages, as data. */
#include <stdio.h>

#include "star_test.h"
#include "tools/docs/docs_parts.h"

static Docs only(const char *name) {
    unsigned at = 0;
    Docs d, more;
    assert_true(docs_next(name, &at, &d));
    assert_false(docs_next(name, &at, &more));
    return d;
}

static void assert_begins(const char *text, const char *wanted) {
    if (strncmp(text, wanted, strlen(wanted)) != 0)
        fail_msg("expected %s, found %.60s", wanted, text);
}

TEST(each_kind_has_its_parts) {
    Docs d = only("step");
    assert_int_equal(d.kind, DOCS_PRIMITIVE);
    assert_string_equal(d.name, "STEP");
    assert_string_equal(d.heading, "STEP(Y: slice or word): integer");
    d = only("xor");
    assert_string_equal(d.heading, "X xor Y: slice or word");
    d = only("SQR");
    assert_int_equal(d.kind, DOCS_REQUIRED);
    assert_begins(d.text, "sqr(");
    d = only("slice");
    assert_int_equal(d.kind, DOCS_WORD);
    assert_string_equal(d.heading, "");
    assert_int_equal(d.length, strlen(d.text));
}

TEST(a_procedure_has_its_comment_and_formula) {
    Docs d = only("match");
    assert_int_equal(d.kind, DOCS_PROCEDURE);
    assert_begins(d.heading, "MATCH(");
    assert_int_equal(d.heading[strlen(d.heading) - 1], ')');
    assert_string_equal(d.unit, "basic");
    assert_string_not_equal(d.formula, "");
    assert_true(d.kernel);
    assert_true(d.length > 0 && d.text[d.length - 1] != ' ');
    assert_null(memchr(d.text, '}', (size_t)d.length));
}

/* Without that, a heading would be cut. */
TEST(all_that_has_a_name_is_documented) {
    const char *name;
    for (int kind = DOCS_PROCEDURE; kind <= DOCS_WORD; kind++)
        for (int k = 0; (name = docs_name((DocsKind)kind, k)) != NULL; k++) {
            unsigned at = 0;
            bool found = false;
            Docs d;
            while (docs_next(name, &at, &d)) {
                found |= (int)d.kind == kind;
                assert_true(strlen(d.heading) < DOCS_HEADING - 1);
                assert_true(d.length > 0);
            }
            if (!found)
                fail_msg("%s: nothing of its kind", name);
        }
}

TEST(all_procedures_of_units_are_documented) {
    const char *name;
    int found = 0;
    for (int u = 0; docs_unit(u) != NULL; u++)
        for (int k = 0; (name = docs_procedure(u, k)) != NULL; k++, found++) {
            unsigned at = 0;
            Docs d;
            assert_true(docs_next(name, &at, &d));
            assert_int_equal(d.kind, DOCS_PROCEDURE);
            assert_string_equal(d.unit, docs_unit(u));
            assert_begins(d.heading, name);
            assert_true(strlen(d.heading) < DOCS_HEADING - 1);
            assert_true(d.length > 0);
        }
    assert_true(found > 60);
}

TEST(a_unit_is_documented) {
    const Docs d = only("Graph");
    assert_int_equal(d.kind, DOCS_UNIT);
    assert_string_equal(d.name, "graph");
    assert_begins(d.text, "Graphs without weights");
    assert_int_equal(d.text[d.length - 1], '.');
}

static int found(const char *query, const char *name) {
    unsigned at = 0;
    int times = 0;
    Docs d;
    while (docs_search(query, &at, &d))
        times += strcmp(d.name, name) == 0;
    return times;
}

TEST(words_are_searched) {
    unsigned at = 0;
    Docs d;
    assert_int_equal(found("shortest path", "LEVELS"), 1);
    assert_int_equal(found("  Paths SHORTEST ", "LEVELS"), 1);
    assert_int_equal(found("shortest path", "FLOYD"), 0);
    assert_int_equal(found("shortest path", "paths"), 1);
    assert_int_equal(found("graph breadth", "LEVELS"), 1); /* by its unit */
    assert_int_equal(found("and", "and"), 2); /* the operation and the word */
    assert_int_equal(found("hortest", "LEVELS"), 0);
    assert_false(docs_search("", &at, &d));
    at = 0;
    assert_false(docs_search("path nonsense", &at, &d));
}

TEST(what_means_nothing_has_a_neighbour) {
    unsigned at = 0;
    Docs d;
    assert_false(docs_next("binry", &at, &d));
    assert_string_equal(docs_similar("mtch"), "MATCH");
    assert_string_equal(docs_similar("grahp"), "graph");
    assert_string_equal(docs_similar("djkstra"), "DIJKSTRA");
    assert_null(docs_similar("qqqqqqqq"));
}

TEST(messages_by_number_and_code) {
    DocsMessage m, same;
    int k = 0;
    for (; docs_message_at(k, &m); k++) {
        assert_true(docs_message(m.code, &same));
        assert_string_equal(m.code, same.code);
        assert_true(m.sentence[0] != '\0' && m.explanation[0] != '\0');
        assert_int_equal(m.mistake == NULL, m.correction == NULL);
    }
    assert_true(k > 50);
    assert_false(docs_message_at(k, &m));
    assert_false(docs_message("no-such-code", &m));
    assert_true(docs_message("index-range", &m));
    assert_int_equal(m.exit, 1);
}

TEST(formulas_name_the_parameters) {
    char text[DOCS_FORMULA];
    assert_string_equal(docs_formula("match", text), only("match").formula);
    assert_null(docs_formula("no_such", text));
    for (const StarUnit *u = star_units; u->name != NULL; u++)
        if (strcmp(u->name, "basic") == 0)
            assert_non_null(docs_formula_in("MATCH", u->text, text));
    assert_null(
        docs_formula_in("MATCH", "proc MATCH(T: table); begin end;", text));
}

TEST_MAIN

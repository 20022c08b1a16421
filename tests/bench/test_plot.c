/* SPDX-License-Identifier: MIT */
/* Plots: where points and labels are. */
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "papers/plot.h"

typedef struct Drawn {
    char *text;
    size_t length;
} Drawn;

static Drawn draw(const Plot *p) {
    Drawn d = {NULL, 0};
    FILE *to = open_memstream(&d.text, &d.length);
    assert_non_null(to);
    plot_write(p, to);
    assert_int_equal(fclose(to), 0);
    return d;
}

static void assert_has(const Drawn *d, const char *text, bool wanted) {
    if ((strstr(d->text, text) != NULL) != wanted)
        fail_msg("%s is%s in\n%s", text, wanted ? " not" : "", d->text);
}

TEST(points_stand_by_their_logarithms) {
    static Plot p;
    plot_begin(&p, "n", "three decades in %d", 2);
    PlotSeries *s = plot_series(&p, PLOT_OURS, "ours");
    plot_point(s, 10, 1e-6);
    plot_point(s, 100, 1e-3);
    plot_point(s, 1000, 1);
    Drawn d = draw(&p);
    assert_has(&d, "<title>three decades in 2</title>", true);
    assert_has(&d, "d=\"M74.0 380.0L307.0 214.0L540.0 48.0M", true);
    assert_has(&d, ">10</text>", true);
    assert_has(&d, ">200</text>", true);
    assert_has(&d, ">1000</text>", true);
    assert_has(&d, ">1 us</text>", true);
    assert_has(&d, ">100 ms</text>", true);
    assert_has(&d, ">1 s</text>", true);
    assert_has(&d, ">2 us</text>", false);
    assert_has(&d, "var(", false);
    free(d.text);
}

TEST(kinds_look_different) {
    static Plot p;
    plot_begin(&p, "n", "kinds");
    plot_series(&p, PLOT_OURS, "empty");
    plot_point(plot_series(&p, PLOT_OURS, "ours"), 3e5, 3e-9);
    plot_point(plot_series(&p, PLOT_PAPER, "paper"), 3e5, 3e-9);
    plot_point(plot_series(&p, PLOT_BOUND, "bound"), 3e5, 3e-9);
    Drawn d = draw(&p);
    assert_has(&d, ">empty<", false);
    assert_has(&d, "<g class=\"ours s0\">", true);
    assert_has(&d, "<g class=\"paper s1\">", true);
    assert_has(&d, "<g class=\"bound s2\">", true);
    assert_has(&d, ">2e+05</text>", true);
    assert_has(&d, ">5e+05</text>", true);
    assert_has(&d, ">2 ns</text>", true);
    assert_has(&d, ">5 ns</text>", true);
    free(d.text);
}

TEST(one_point_at_a_power_has_axes) {
    static Plot p;
    plot_begin(&p, "n", "one");
    plot_point(plot_series(&p, PLOT_OURS, "ours"), 100, 1e-12);
    Drawn d = draw(&p);
    assert_has(&d, ">100</text>", true);
    assert_has(&d, ">200</text>", true);
    assert_has(&d, ">1 ps</text>", true);
    assert_has(&d, "nan", false);
    free(d.text);
}

TEST(the_second_axis_may_be_a_number) {
    static Plot p;
    plot_begin(&p, "n", "operations");
    p.number = true;
    plot_point(plot_series(&p, PLOT_OURS, "ours"), 100, 2000);
    Drawn d = draw(&p);
    assert_has(&d, "<text class=\"y\" x=\"66\" y=\"384.0\">2000</text>", true);
    assert_has(&d, " s</text>", false);
    free(d.text);
}

TEST_MAIN

#!/bin/sh
# SPDX-License-Identifier: MIT
# counts_plot.sh COUNTS: draws the columns of counts.txt as SVG: a line for each
# program, its instructions beside those of its first column; the thick one is
# their mean, by the logarithm.
set -eu
export LC_ALL=C
awk '
    function x(k) { return 60 + (columns > 1 ? 640 * (k - 1) / (columns - 1) : 320) }
    function y(ratio) { return 180 - 160 * log(ratio) / log(2) }
    function line(points, style) {
        printf "<polyline points=\"%s\" fill=\"none\" %s/>\n", points, style
    }
    /^#/ { next }
    $1 == "date" {
        columns = NF - 1
        for (k = 1; k <= columns; k++)
            date[k] = $(k + 1)
        next
    }
    {
        first = ""
        for (k = 1; k <= columns; k++)
            if ($(k + 1) != "-") {
                if (first == "")
                    first = $(k + 1)
                value[++count] = log($(k + 1) / first)
                at[count] = k
                of[count] = $1
            }
    }
    END {
        print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 380\" font-family=\"sans-serif\" font-size=\"12\">"
        print "<rect width=\"720\" height=\"380\" fill=\"white\"/>"
        split("0.5 0.7 1 1.4 2", tick, " ")
        for (k = 1; k <= 5; k++)
            printf "<path d=\"M60 %.1fH700\" stroke=\"#ccc\"/><text x=\"52\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
                y(tick[k]), y(tick[k]) + 4, tick[k]
        for (n = 1; n <= count; n++) {
            ratio = exp(value[n])
            ratio = ratio < 0.5 ? 0.5 : ratio > 2 ? 2 : ratio
            point = sprintf("%.1f,%.1f", x(at[n]), y(ratio))
            sum[at[n]] += value[n]
            programs[at[n]]++
            points = of[n] == last ? points " " point : point
            last = of[n]
            if (n == count || of[n + 1] != last)
                line(points, "stroke=\"#69c\" stroke-width=\"1\"")
        }
        points = ""
        for (k = 1; k <= columns; k++) {
            points = points (k > 1 ? " " : "") sprintf("%.1f,%.1f", x(k),
                y(exp(sum[k] / programs[k])))
            if (k == 1 || k == columns || columns < 8)
                printf "<text x=\"%.1f\" y=\"365\" text-anchor=\"%s\">%s</text>\n", x(k),
                    k == 1 ? "start" : k == columns ? "end" : "middle", date[k]
        }
        line(points, "stroke=\"#024\" stroke-width=\"3\"")
        print "</svg>"
    }' "$1"

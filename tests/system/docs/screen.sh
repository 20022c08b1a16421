#!/bin/sh
# SPDX-License-Identifier: MIT
# screen.sh PAGE.md: draws the first session of a page as a terminal, in SVG.
set -eu
awk '
    function escaped(text) {
        gsub(/&/, "\\&amp;", text)
        gsub(/</, "\\&lt;", text)
        gsub(/>/, "\\&gt;", text)
        return text
    }
    /^```/ && inside { exit }
    inside { line[++lines] = $0 }
    /^```repl$/ { inside = 1 }
    END {
        height = 18 * lines + 24
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"560\""
        printf " height=\"%d\" viewBox=\"0 0 560 %d\" role=\"img\">\n",
               height, height
        print "<title>A session at the prompt</title>"
        print "<style>text { font: 14px monospace; white-space: pre;" \
              " fill: #ddd }"
        print ".typed { fill: #fff; font-weight: bold }" \
              " .prompt { fill: #7cb7ff }</style>"
        printf "<rect width=\"560\" height=\"%d\" rx=\"8\"" \
               " fill=\"#1b1f27\"/>\n", height
        for (i = 1; i <= lines; i++) {
            printf "<text x=\"16\" y=\"%d\" xml:space=\"preserve\">",
                   18 * i + 8
            if (match(line[i], /^(star|    )> /))
                printf "<tspan class=\"prompt\">%s</tspan>" \
                       "<tspan class=\"typed\">%s</tspan>",
                       escaped(substr(line[i], 1, 6)),
                       escaped(substr(line[i], 7))
            else
                printf "%s", escaped(line[i])
            print "</text>"
        }
        print "</svg>"
    }' "$1"

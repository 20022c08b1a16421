#!/bin/sh
# SPDX-License-Identifier: MIT
# words.sh TOP: private words in names, comments and docs, by the rows of
# words.txt; prints PLACE: WORD (INSTEAD): TEXT, status 1 if there is one.
#
# A line is read in lower case with its names cut into words: StarTable and
# star_table both are `star table`. Its allowed contexts are taken out before
# the words of a row are searched, and first of all texts that are not ours to
# choose: strings in C, as users' messages and tests' data have their own words,
# and blocks of programs and output in pages. For the same reason a page that is
# made of messages is left out, and so are tests that consist of programs or of
# messages that they expect.
set -eu
cd "$1"
found=$(mktemp)
trap 'rm -f "$found"' EXIT

git ls-files cli lib grammar vm runtime gpu stdlib tools docs tests \
    README.md CONTRIBUTING.md |
    grep -E '\.(c|h|y|l|cu|cuh|def|sh|md|star|txt|cmake)$' |
    grep -vE '^tests/(lang|fuzz|programs|words|misses|tree)|^tests/oracle/pas' |
    grep -vxE 'docs/reference/errors.md|tests/system/errors/(bases|faults).*' |
    xargs awk '
    FILENAME == "tests/words.txt" {
        if (/^#/ || !NF) next
        split($0, cell, / *; */)
        n++
        name[n] = cell[1]
        gsub(/ /, "|", cell[1])
        gsub(/-/, " ", cell[1])
        word[n] = "(^|[^a-z])(" cell[1] ")([^a-z]|$)"
        instead[n] = cell[2]
        where[n] = cell[3] == "" ? "" : "^(" cell[3] ")"
        allowed[n] = cell[4]
        next
    }
    FNR == 1 {
        block = 0
        page = FILENAME ~ /\.md$/
        strings = FILENAME ~ /\.([chyl]|cu|cuh|def)$/
        rows = 0
        for (i = 1; i <= n; i++)
            if (where[i] == "" || FILENAME ~ where[i]) row[++rows] = i
    }
    page && /^ *```/ { block = !block }
    block { next }
    {
        text = $0
        if (strings && text !~ /^ *#/) gsub(/"([^"\\]|\\.)*"/, "\"\"", text)
        while (match(text, /[a-z0-9][A-Z]/))
            text = substr(text, 1, RSTART) " " substr(text, RSTART + 1)
        gsub(/_/, " ", text)
        text = tolower(text)
        for (r = 1; r <= rows; r++) {
            i = row[r]
            if (text !~ word[i]) continue
            rest = text
            if (allowed[i] != "") gsub(allowed[i], "", rest)
            if (rest ~ word[i])
                print FILENAME ":" FNR ": " name[i] " (" instead[i] "): " $0
        }
    }' tests/words.txt >"$found"

cat "$found"
echo "words outside tests/words.txt: $(wc -l <"$found")"
test ! -s "$found"

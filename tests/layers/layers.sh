#!/bin/sh
# SPDX-License-Identifier: MIT
# layers.sh TOP: every header is named by its path from the folder of its
# library, no folder includes one that rules.txt keeps from it, and in runtime,
# gpu and lib no folder includes one that includes it, over any others.
set -eu
cd "$1"
rules=tests/layers/rules.txt
find runtime vm grammar gpu lib cli stdlib tools/site/engine tools/jupyter -type f | sort >"${TMPDIR:-/tmp}/layers.$$"
trap 'rm -f "${TMPDIR:-/tmp}/layers.$$"' EXIT
find runtime vm grammar gpu lib cli tools -name '*.[chly]' -o -name '*.cu' \
    -o -name '*.cuh' | sort | xargs grep -Hn '^ *# *include *"' |
    awk -v rules="$rules" -v files="${TMPDIR:-/tmp}/layers.$$" '
    function begins(text, start) { return index(text, start) == 1 }
    function rule(file,   k, best) {
        for (k in allowed)
            if (begins(file, k "/") && length(k) > length(best)) best = k
        return best
    }
    function may(from, header,   n, k, word, good, out) {
        n = split(allowed[rule(from)], word, " ")
        for (k = 1; k <= n; k++)
            if (begins(word[k], "-")) {
                out = substr(word[k], 2)
                if (header == out || begins(header, out "/")) return 0
            } else if (header == word[k] || begins(header, word[k] "/"))
                good = 1
        return good
    }
    BEGIN {
        while ((getline line < rules) > 0)
            if (line !~ /^#/) {
                name = line; sub(/ .*/, "", name)
                sub(/^[^ ]* */, "", line)
                allowed[name] = line
            }
        while ((getline line < files) > 0) there[line] = 1
        roots = split("runtime vm grammar gpu lib cli stdlib tools/site/engine tools/jupyter", root, " ")
    }
    {
        split($0, part, ":")
        header = $0; sub(/^[^"]*"/, "", header); sub(/".*/, "", header)
        if (header ~ /^star\.tab\.h$/) next # made by bison
        found = ""
        for (k = 1; k <= roots; k++)
            if ((root[k] "/" header) in there) found = root[k] "/" header
        count++
        if (found == "")
            print part[1] ":" part[2] ": " header \
                ": not a path from the folder of a library"
        else if (!may(part[1], found))
            print part[1] ":" part[2] ": " found ": of a folder above"
        else next
        wrong = 1
    }
    END { if (!count) print "no includes found"; exit wrong || !count }'
for root in runtime gpu lib; do
    grep -rH '^ *# *include *"' --include='*.[ch]' --include='*.cu' \
        --include='*.cuh' $root |
        sed -n 's,^\([^:]*\)/[^/:]*:.*"\(.*\)/[^/]*"$,\1 '$root'/\2,p
            s,^\([^:]*\)/[^/:]*:.*"[^/]*"$,\1 '$root',p' | sort -u |
        while read -r from to; do
            [ ! -d "$to" ] || echo "$from $to"
        done | tsort >/dev/null
done

#!/bin/sh
# SPDX-License-Identifier: MIT
# library.sh STAR UNIT...: the page of the library, from the comments of its
# units: all headings; of each unit the first comment, `{ ---- TITLE ---- }`,
# the comments before procedures in capitals, and what star doc knows of
# operations. With PAGE in the environment compares it with that file. To write
# it anew:
#   tests/system/docs/library.sh build/release/star stdlib/*.star >docs/reference/library.md
set -eu
star=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
all() {
    units "$@" >"$work/units"
    printf '# The library\n\n## All headings\n\n'
    awk '
        /^## / { print (n++ ? "\n" : "") "    " $2 }
        /^    (proc|function) / { going = 1 }
        going && /^$/ { going = 0 }
        going { sub(/^    /, ""); print "        " $0 }
    ' "$work/units"
    cat "$work/units"
}
units() {
    for unit; do
        printf '\n## %s\n' "$(basename "$unit" .star)"
        awk -v star="$star" '
            # Whether what opens is closed, so that the heading may end here.
            function whole(text) {
                return gsub(/\(/, "", text) == gsub(/\)/, "", text)
            }
            /^{ ----/ {
                gsub(/^{ -+ | -+ }$/, "")
                printf "\n### %s\n", $0
                next
            }
            /^{/ { comment = ""; reading = 1 }
            reading {
                line = $0
                gsub(/^({ |  )|( })$/, "", line)
                comment = comment line "\n"
                if (/}$/) {
                    reading = 0
                    if (!begun++)
                        printf "\n%s", comment
                }
                next
            }
            /^(proc|function) [A-Z]/ {
                heading = $0
                while (!(heading ~ /;$/ && whole(heading)) && (getline line) > 0)
                    heading = heading "\n    " line
                sub(/;$/, "", heading)
                printf "\n    %s\n\n%s", heading, comment
            }
            /^(adjacency|left|right|weights?) [A-Z][A-Za-z]*;$/ {
                sub(/;$/, "")
                print "Layout of " $2 ": " $1 "."
            }
            /^native/ {
                command = "\"" star "\" doc " $2
                sub(/;$/, "", command)
                while ((command | getline line) > 0)
                    if (sub(/^    Operations: /, "Operations: ", line))
                        print line
                close(command)
            }' "$unit"
    done
}
if [ -n "${PAGE-}" ]; then
    all "$@" | diff "$PAGE" -
else
    all "$@"
fi

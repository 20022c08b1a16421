#!/bin/sh
# SPDX-License-Identifier: MIT
# form.sh STAR TOP: the exercises are forty, five in a group, twelve of them with
# a reference of fifteen statements or more; each has a text of at most five
# lines, three hints, a bound, something to read that is there, and in this
# folder a right and two wrong solutions.
set -eu
. "$(dirname "$0")/../../wrong"
export LC_ALL=C
star=$1
cd "$2"
long=0

# statements FILE: those of the procedures before BOUND: assignments, calls, and
# the words that begin other ones.
statements() {
    sed '1,/}/d; /^proc BOUND/,$d' "$1" | tr '\n' ' ' | sed 's/{[^}]*}//g
        s/\<\(begin\|end\|then\|else\|do\|repeat\|until\)\>/;\1;/g' |
        tr ';' '\n' | grep -cE '^ *((while|if|for) .*|repeat|[A-Z0-9]+\(.*\)|.* := .*) *$'
}

count=0
groups=$(mktemp)
trap 'rm -f "$groups"' EXIT
for file in stdlib/exercises/[0-9]*.star; do
    name=${file##*/}
    number=${name%%_*}
    count=$((count + 1))
    comment=$(sed '/}/q' "$file")
    printf '%s\n' "$comment" | sed -n 's/^  Group: //p' >>"$groups"
    lines=$(printf '%s\n' "$comment" | sed '1d; /^  Group: /,$d' | wc -l)
    [ "$lines" -ge 1 ] && [ "$lines" -le 5 ] || wrong "$name: $lines lines of text"
    [ "$(printf '%s\n' "$comment" | grep -c '^  Hint: ')" = 3 ] ||
        wrong "$name has not three hints"
    read=$(printf '%s\n' "$comment" | sed -n 's/^  Read: \(.*\) }$/\1/p')
    [ -n "$read" ] || wrong "$name has nothing to read"
    # A page of the site, as no package has the files of docs/.
    for page in $(printf '%s\n' "$read" | grep -o 'the page [a-z0-9_/.]*' | cut -d' ' -f3); do
        [ -e "docs/$page.md" ] || wrong "$name: there is no page $page"
    done
    case $read in *.md*) wrong "$name: $read names a file that no package has" ;; esac
    for word in $(printf '%s\n' "$read" | grep -o 'star doc [A-Za-z0-9]*' | cut -d' ' -f3); do
        "$star" doc "$word" >/dev/null || wrong "$name: there is no star doc $word"
    done
    "$star" exercise "$number" | grep -q '^Operations at most: ' ||
        wrong "$name has no bound"
    awk 'length > 80 { exit 1 }' "$file" || wrong "$name has a long line"
    [ "$(find tests/system/exercises -name "${number}_right*" | wc -l)" -ge 1 ] &&
        [ "$(find tests/system/exercises -name "${number}_*" ! -name '*_right*' |
            wc -l)" -ge 2 ] || wrong "$name has too few solutions"
    n=$(statements "$file")
    echo "$n statements: $name"
    [ "$n" -lt 15 ] || long=$((long + 1))
done
[ "$count" = 40 ] || wrong "there are $count exercises"
[ "$(uniq -c "$groups" | awk '$1 == 5' | wc -l)" = 8 ] ||
    wrong 'there are not eight groups of five'
[ "$long" -ge 12 ] || wrong "$long references have fifteen statements or more"
finish

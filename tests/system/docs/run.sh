#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh STAR PAGE.md EXAMPLES: runs every block fenced as star that begins with
# `program NAME;`, as NAME.star, and compares what it prints, messages
# included, with the block fenced as output that follows; without one it must
# print nothing. A block fenced as profile that follows is what star profile
# prints, but for the times and therefore the order. A block that begins with
# the comment `{ NAME.star }` becomes that file. In one fenced as console lines
# that begin with `$ ` are run, when all programs have been; the others are what
# they print. One fenced as `step FILE` is a session of star step, its commands
# behind `(star) `. Files that no block makes are those of EXAMPLES, which
# is the folder examples, too.
set -eu
work=$(mktemp -d)
unset XDG_STATE_HOME XDG_CACHE_HOME NO_COLOR
export HOME="$work/user" CUDA_VISIBLE_DEVICES= # what any machine prints
PATH="$(dirname "$1"):$PATH"
mkdir "$HOME"
trap 'rm -rf "$work"' EXIT
cp "$3"/*.* "$work"
ln -s "$3" "$work/examples"
awk -v dir="$work" '
    /^```/ && file { close(file); file = ""; next }
    /^```star$/ { star = 1; name = ""; next }
    star && /^program/ {
        name = $2
        sub(/[;(].*/, "", name)
        file = dir "/" name ".star"
        print name ".star" > (dir "/programs")
    }
    star && /^{ [a-z0-9_]+\.star }$/ { file = dir "/" $2 }
    { star = 0 }
    /^```output$/ && name { file = dir "/" name ".out"; printf "" > file; next }
    /^```profile$/ && name { file = dir "/" name ".profile"; next }
    /^```console$/ { file = dir "/" ++consoles ".console"; next }
    /^```step / && NF == 2 {
        file = dir "/" ++steps ".step"
        print $2 > (dir "/" steps ".name")
        printf "" > file
        next
    }
    file { print > file }
' "$2"
cd "$work"
status=0

# same EXPECTED WHAT: the file found is as expected.
same() {
    diff "$1" found || {
        echo "$page: $2 differs"
        status=1
    }
}
page=$2

without_times() {
    sed 's/[0-9]*\.[0-9][0-9]*/T/g; s/  */ /g' "$1" | sort
}

touch programs
while read -r program; do
    name=${program%.star}
    [ -f "$name.out" ] || : >"$name.out"
    star run "$program" >found 2>&1 </dev/null || :
    same "$name.out" "$program"
    [ -f "$name.profile" ] || continue
    star profile "$program" >printed 2>messages </dev/null
    without_times printed >found
    without_times "$name.profile" >expected
    same expected "the profile of $program"
done <programs
for console in *.console; do
    [ -f "$console" ] || continue
    sed -n 's/^\$ //p' "$console" | while read -r command; do
        printf '$ %s\n' "$command"
        eval "$command" 2>&1 </dev/null || :
    done >found
    same "$console" "console ${console%.console}"
done
for block in *.step; do
    [ -f "$block" ] || continue
    sed '/^(star) /d' "$block" >expected
    sed -n 's/^(star) //p' "$block" | star step "$(cat "${block%.step}.name")" \
        >found 2>&1 || :
    same expected "step ${block%.step}"
done
exit $status

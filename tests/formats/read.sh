#!/bin/sh
# SPDX-License-Identifier: MIT
# read.sh STAR TOP FOLDER: what an earlier version wrote, and what stays of it, in FOLDER:
# its programs, which read its tables, its sessions, an exercise, and what each
# gives, the codes of messages and the exit status included; operations of the library, of
# which there may be fewer now; lists of options, codes and members of messages, of
# which none may vanish, and of reserved words, which may not be more. With KEEP in the environment writes what is given now instead.
set -eu
. "$(dirname "$0")/../wrong"
export LC_ALL=C
star=$1
top=$2
lists=$(cd "$(dirname "$0")" && pwd)/lists.sh
cd "$3"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# same FILE: what was found is what the file has.
same() {
    [ -z "${KEEP-}" ] || cp "$work/found" "$1"
    diff "$1" "$work/found" >"$work/differ" || wrong "$1 (> is now):
$(cat "$work/differ")"
}

# gives NAME COMMAND...: output, codes and status are those of NAME.expected.
gives() {
    name=$1 input=/dev/null status=0
    shift
    [ ! -e "$name.input" ] || input=$name.input
    "$star" "$@" --diagnostics short <"$input" >"$work/found" 2>"$work/err" ||
        status=$?
    sed -n 's/.*: \(error\): .* \[\([a-z-]*\)\]$/\1 \2/p' "$work/err" \
        >>"$work/found"
    echo "status $status" >>"$work/found"
    same "$name.expected"
}

count=0
for program in programs/*.star; do
    gives "${program%.star}" run "$program"
    count=$((count + 1))
done
gives sessions/program run sessions/program.star
gives sessions/entries run --session sessions/entries.star
for solution in right slow wrong; do
    XDG_STATE_HOME=$work "$star" exercise exercises/twice.star \
        exercises/$solution.star --json | sed 's/, "feedback".*//' >"$work/found"
    same exercises/$solution.expected
done
[ $count -gt 5 ] || wrong "there are only $count programs"

# The library's procedures and the operations of all their calls.
"$star" profile --json programs/graphs.star 2>/dev/null | sed -n '
    s/^{"name": "\([A-Z0-9_]*\)", "documented":.*"with_calls".*"operations": \([0-9]*\),.*/\1 \2/p
' | sort >"$work/found"
[ -z "${KEEP-}" ] || cp "$work/found" operations.txt
join operations.txt "$work/found" >"$work/both"
[ "$(wc -l <"$work/both")" = "$(grep -c . operations.txt)" ] ||
    wrong "operations.txt: there are only $(cat "$work/both")"
while read -r name most now; do
    [ "$now" -le "$most" ] ||
        wrong "$name takes $now operations, in operations.txt $most"
done <"$work/both"

for list in options codes members words; do
    sh "$lists" "$star" "$top" $list >"$work/found"
    [ -z "${KEEP-}" ] || cp "$work/found" $list.txt
    comm -23 $list.txt "$work/found" >"$work/gone"
    [ ! -s "$work/gone" ] || wrong "what $list.txt names is gone:
$(cat "$work/gone")"
    [ "$(wc -l <$list.txt)" -ge 13 ] || wrong "there are too few $list"
done
[ -z "$(comm -13 words.txt "$work/found")" ] || wrong "words that were names are reserved:
$(comm -13 words.txt "$work/found")"
finish

#!/bin/sh
# SPDX-License-Identifier: MIT
# counts.sh STAR COUNTS [--record]: the instructions that a processor executes
# for each program of counts/, by valgrind, which no other work on the machine
# changes. COUNTS, counts.txt, says what the star that was counted was built
# with, and has a column for each day. Where that is the same, more
# than 1 % beyond the last column is an error; elsewhere the counts are
# printed. --record adds a column of today.
set -eu
export LC_ALL=C
star=$(realpath "$1")
counts=$(realpath "$2")
record=${3-}
here=$(cd "$(dirname "$0")" && pwd)
VALGRIND=$(command -v valgrind) || {
    echo 'counts: there is no valgrind: nothing is counted'
    exit 0
}
export VALGRIND
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/counts/*.star "$work"
cd "$work"

# ---- Files ----

# A graph of 1000 vertices and 20,000 arcs in each format, numbers, and a
# program of 5000 lines. The numbers are those of Park and Miller.
awk 'function next_one() { s = s * 16807 % 2147483647; return s }
BEGIN {
    s = 1; n = 1000; m = 20000
    print "p sp", n, m >"thousand.gr"
    print "%%MatrixMarket matrix coordinate integer general" >"thousand.mtx"
    print n, n, m >"thousand.mtx"
    print "from,to,km" >"thousand.csv"
    for (k = 0; k < m; k++) {
        do {
            i = next_one() % n + 1; j = next_one() % n + 1
        } while ((i, j) in arc)
        arc[i, j] = w = next_one() % 1000 + 1
        print "a", i, j, w >"thousand.gr"
        print i, j, w >"thousand.mtx"
        print i - 1 "\t" j - 1 >"thousand.edges"
        print i "," j "," w >"thousand.csv"
        print s >"reading.input"
    }
    for (i = 1; i <= n; i++) {
        row = ""
        for (j = 1; j <= n; j++)
            row = row ((i, j) in arc ? 1 : 0)
        print row >"thousand.txt"
    }
    print "program long;\nvar n: integer; X: slice(8);" >"long.star"
    for (k = 1; k <= 625; k++) {
        print "procedure p" k "(i: integer; var Y: slice(8));" >"long.star"
        print "begin\n  if SOME(Y) and (i > " k ") then" >"long.star"
        print "    Y(i mod 8 + 1) := 1\n  else\n    n := n + i" >"long.star"
        print "end;" >"long.star"
    }
    print "begin\n  n := 0;" >"long.star"
    for (k = 1; k <= 625; k++)
        print "  p" k "(n, X);" >"long.star"
    print "  writeln(n)\nend." >"long.star"
    for (k = 1; k <= 300; k++)
        print "var n" k ": integer\nn" k " := " k ";\nn" k " + 1" >"entries"
}'
gzip -nc thousand.mtx >thousand.mtx.gz
"$star" call show.star SHOW T=@thousand.mtx --out T=thousand.bits >/dev/null

# ---- Counting ----

# Each line: NAME INPUT ARGUMENT...
{
    for program in *.star; do
        name=${program%.star}
        case $name in
        show) ;;
        long)
            echo 'compile /dev/null check long.star'
            echo 'layout /dev/null fmt --check long.star'
            ;;
        reading) echo "$name reading.input run reading.star" ;;
        *) echo "$name /dev/null run $program" ;;
        esac
    done
    echo 'entries entries repl'
    echo 'trace /dev/null trace start.star -o page.html'
    for end in mtx mtx.gz gr edges csv txt bits; do
        echo "read_$end /dev/null call show.star SHOW T=@thousand.$end"
    done
    echo 'read_weights /dev/null call show.star SHOW T=@thousand.gr:weights'
} >programs

# What libc and star choose by the processor is chosen here.
cat >count <<'END_COUNT'
set -f
# shellcheck disable=SC2086
set -- $1
name=$1 input=$2
shift 2
case $1 in
run | call) set -- "$@" --isa avx2 --threads 1 --device cpu ;;
esac
env -i GLIBC_TUNABLES=glibc.cpu.x86_non_temporal_threshold=0xc0000 \
    "$VALGRIND" --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null \
    --log-file="$name.log" ./star "$@" <"$input" >"$name.out" 2>"$name.err" || :
sed -n 's/.* I *refs: *\([0-9,]*\)/\1/p' "$name.log" | tr -d , >"$name.count"
[ -s "$name.count" ] || { cat "$name.err" "$name.log" >&2; exit 255; }
END_COUNT
cp "$star" star
tr '\n' '\0' <programs | xargs -0 -P "$(nproc)" -n 1 sh count
while read -r name rest; do
    echo "$name $(cat "$name.count")"
done <programs | sort >now

# ---- Comparing ----

{
    readelf -p .comment star | sed -n 's/.*\] *//p' | sed 1q |
        sed 's/^/# compiler: /'
    ldd --version | sed -n '1s/^ldd /# libc: /p'
    ./star version | grep -q '^device: not built' && echo '# without the GPU part' ||
        echo '# with the GPU part'
} >built
grep '^#' "$counts" >recorded || :
# The GPU part takes some instructions of each start, its libraries' own.
part=0
if [ "$(sed 's/with the/without the/' built)" = "$(cat recorded)" ] &&
    ! cmp -s built recorded; then
    part=$(awk '$1 == "start" { n = $NF - n } END { print n }' "$counts" now)
    echo "counts: with the GPU part: each less $part of the start"
    cp recorded built
fi
awk -v counts="$counts" -v part="$part" '
    FILENAME == counts { if (!/^#/ && $1 != "date") old[$1] = $NF; next }
    {
        $2 -= part
        before = $1 in old ? old[$1] : "new"
        percent = $1 in old ? 100 * ($2 - before) / before : 0
        note = percent > 1 ? " more" : ""
        printf "%-14s %12d %12s %+7.2f %%%s\n", $1, $2, before, percent, note
        more += percent > 1
        fewer += percent < -1
        seen[$1] = 1
    }
    END {
        for (name in old)
            if (!(name in seen)) { print name ": not counted"; more++ }
        if (more) print "counts: " more " of more than 1 % beyond counts.txt"
        if (fewer) print "counts: " fewer " of more than 1 % less: record them"
        exit more > 0
    }' "$counts" now && status=0 || status=1

[ "$record" != --record ] || {
    {
        cat built
        grep '^date' "$counts" || echo date
        grep -v '^#\|^date' "$counts" || :
    } | awk -v today="$(date +%Y-%m-%d)" '
        NR == FNR { now[$1] = $2; next }
        /^#/ { print; next }
        $1 == "date" { print $0, today; columns = NF - 1; next }
        { print $0, $1 in now ? now[$1] : "-"; delete now[$1] }
        END {
            for (name in now) {
                line = name
                for (k = 0; k < columns; k++)
                    line = line " -"
                print line, now[name] | "sort"
            }
        }' now - >new
    cp new "$counts"
    exit 0
}
cmp -s built recorded || {
    echo 'counts: counted elsewhere, with'
    cat built recorded
    exit 0
}
exit $status

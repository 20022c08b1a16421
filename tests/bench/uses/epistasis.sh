#!/bin/sh
# SPDX-License-Identifier: MIT
# epistasis.sh BUILD [POSITIONS [PERSONS [REPETITIONS]]]: all pairs of so many
# positions, 10000 unless said, of so many persons, 5000, half of them cases, by
# examples/epistasis.star beside PLINK 1.9 (apt-get install plink1.9), each on
# one thread and on two, in turn, 5 times. Seconds are medians, of the whole
# processes: the program makes its data, PLINK reads them. Beside the time
# stands what the threads took of processors, which other work disturbs less.
#
# Both list the pairs whose probability by chance is below 1e-7. PLINK scores
# every pair, the program those that its screen leaves: what it lists must be
# in PLINK's list, with the same score.
set -eu
build=$1 positions=${2:-10000} persons=${3:-5000} repetitions=${4:-5}
here=$(cd "$(dirname "$0")" && pwd)
star=$(cd "$build" && pwd)/star bed=$(cd "$build" && pwd)/tests/bench/star_plink_bed
probability=1e-7
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

pairs=$(awk -v n="$positions" 'BEGIN { printf "%.0f", n * (n - 1) / 2 }')
chance=$(awk -v p="$probability" -v n="$pairs" 'BEGIN { printf "%.9f", p * n }')
sed "s/ positions = [0-9]*; cases = [0-9]*; controls = [0-9]*;/ \
positions = $positions; cases = $((persons / 2)); \
controls = $((persons - persons / 2));/
s/ part = [0-9.]*;/ part = 0.3;/
s/ deviations = [0-9.]*;/ deviations = 4.5;/
s/ chance = [0-9.]*;/ chance = $chance;/" \
    "$here/../../../examples/epistasis.star" >search.star
sed "s/^  MAKE;/&\\
  save(Carrier, 'carrier', text); save(Double, 'double', text);\\
  save(Carrier0, 'carrier0', text); save(Double0, 'double0', text)\\
end./
/^  looked := 0;/,\$d" search.star >data.star

# took NAME COMMAND...: adds its seconds, by the clock and of processors.
took() {
    name=$1
    shift
    start=$(date +%s.%N)
    ("$@" >out 2>&1 </dev/null && times >used)
    tail -n 1 used | awk -v a="$start" -v b="$(date +%s.%N)" '{
        n = split($0, part, /[ms ]+/)
        printf "%.3f %.3f\n", b - a, part[1] * 60 + part[2] + part[3] * 60 + part[4]
    }' >>"$name.took"
}

# middle NAME COLUMN
middle() {
    cut -d ' ' -f "$2" "$1.took" | sort -n | sed -n "$((repetitions / 2 + 1))p"
}

plink=$(command -v plink1.9 || command -v plink || true)
[ -n "$plink" ] || echo 'PLINK is missing: apt-get install plink1.9'
[ -z "$plink" ] || {
    "$star" run data.star 2>/dev/null
    "$bed" data carrier double carrier0 double0
    rm carrier double carrier0 double0
}
for _ in $(seq "$repetitions"); do
    for threads in 1 2; do
        took "star$threads" "$star" run --threads "$threads" search.star
        cp out found
        [ -z "$plink" ] || took "plink$threads" "$plink" --bfile data \
            --fast-epistasis boost --epi1 "$probability" \
            --threads "$threads" --out listed
    done
done

echo "$positions positions, $persons persons, $pairs pairs"
echo 'seconds, medians      time  processors  pairs/s'
for side in star1 star2 ${plink:+plink1 plink2}; do
    awk -v n="$pairs" -v t="$(middle "$side" 1)" -v p="$(middle "$side" 2)" \
        -v side="$side" 'BEGIN {
        name = (side ~ /star/ ? "STAR" : "PLINK") ", " \
               (side ~ /1/ ? "1 thread" : "2 threads")
        printf "%-18s%8.2f%12.2f%9.2g\n", name, t, p, n / t }'
done
tail -n 1 found
[ -z "$plink" ] || awk -v p="$probability" '
    NR == FNR { if (FNR > 1) score[$2 " " $4] = $5; next }
    FNR > 1 && $2 ~ /^[0-9]+$/ {
        found++
        key = $1 " " $2
        if (!(key in score) || (score[key] / $3 - 1) ^ 2 > 1e-9) wrong++
    }
    END {
        for (key in score) listed++
        printf "below %s PLINK lists %d pairs, the program %d of them\n",
               p, listed, found
        if (wrong) print wrong " differ"
        exit wrong > 0
    }' listed.epi.cc found

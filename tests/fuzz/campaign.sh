#!/bin/sh
# SPDX-License-Identifier: MIT
# campaign.sh DIR SECONDS: runs every fuzzer of DIR, build/fuzz/tests/fuzz, for
# so long, on all processors at once, each from its corpus beside this script.
# What a fuzzer adds to its corpus, its messages and its findings stand in
# DIR/campaign/TARGET, so that the next campaign goes on from there. Prints a
# row for each fuzzer: findings are inputs that ended a process, which is then
# started anew. Ends with status 1 if there are findings, or a fuzzer ran nothing.
#
# The fuzzers need no tools and no libraries but libc, libm and libz (dap and
# lsp readline too), so DIR and this folder may be copied to another
# machine.
set -eu
dir=$(cd "$1" && pwd)
seconds=$2
here=$(cd "$(dirname "$0")" && pwd)
cores=$(nproc)
targets=$(cd "$dir" && ls -d fuzz_* | sed 's/^fuzz_//')
count=$(echo "$targets" | wc -l)
until=$(($(date +%s) + seconds))

# one TARGET NUMBER: a process that begins again after each finding.
one() {
    cd "$dir/campaign/$1"
    while left=$((until - $(date +%s))) && [ $left -gt 0 ]; do
        "$dir/fuzz_$1" -dict="$here/star.dict" -timeout=20 -rss_limit_mb=4096 \
            -max_total_time=$left -reload=10 -print_final_stats=1 \
            corpus "$here/corpus/$1" >>"log.$2" 2>&1 || :
    done
    times >"time.$2"
}

# At least one process a target, more while there are processors left.
number=0
while [ $number -lt "$count" ] || [ $number -lt "$cores" ]; do
    for target in $targets; do
        [ $number -lt "$count" ] || [ $number -lt "$cores" ] || break
        mkdir -p "$dir/campaign/$target/corpus"
        [ $number -ge "$count" ] || rm -f "$dir/campaign/$target"/log.*
        one "$target" $number &
        number=$((number + 1))
    done
done
wait

echo '| target | processes | runs | runs/s | edges | findings | CPU s |'
echo '|---|---|---|---|---|---|---|'
status=0
for target in $targets; do
    cd "$dir/campaign/$target"
    # shellcheck disable=SC2010
    findings=$(ls | grep -c '^\(crash\|leak\|timeout\|oom\|slow-unit\)-' || :)
    [ "$findings" = 0 ] || status=1
    cat log.* | awk -v seconds="$seconds" -v findings="$findings" \
        -v target="$target" -v processes="$(ls log.* | wc -l)" \
        -v cpu="$(tail -qn 1 time.* | tr ms ' ' |
            awk '{ t += 60 * ($1 + $3) + $2 + $4 } END { print int(t) }')" '
        /stat::number_of_executed_units/ { runs += $2 }
        / cov: / {
            for (i = 1; i < NF; i++)
                if ($i == "cov:" && $(i + 1) > edges)
                    edges = $(i + 1)
        }
        END {
            printf "| %s | %d | %d | %d | %d | %d | %d |\n", target,
                processes, runs, runs / seconds, edges, findings, cpu
            exit runs == 0
        }' || status=1
done
exit $status

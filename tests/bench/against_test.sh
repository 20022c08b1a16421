#!/bin/sh
# SPDX-License-Identifier: MIT
# against_test.sh TOP: against.sh with programs that print what is wanted.
set -eu
top=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# bench SIDE TIME...: a star-bench whose runs of `slow` say these in turn, the
# last one for ever, and whose other benchmarks take 5 ms.
bench() {
    side=$work/$1
    shift
    for time in "$@"; do echo "$time"; done >"$side.times"
    : >"$side.runs"
    cat >"$side" <<FAKE
#!/bin/sh
echo "\$1" >>"$side.runs"
echo "\$1: a table"
[ "\$1" != slow ] || {
    echo "of 1000   \$(sed 1q "$side.times")  1.00 ms   0.5"
    [ \$(grep -c . "$side.times") = 1 ] || sed -i 1d "$side.times"
    exit 0
}
echo "of 1000   5.00 ms  1.00 ms   0.5"
FAKE
    chmod +x "$side"
}

# gives STATUS RUNS TEXT: against ends so, after so many runs of new's `slow`.
gives() {
    found=0
    sh "$top/tests/bench/against.sh" "$work/old" "$work/new" same slow \
        >"$work/out" 2>&1 || found=$?
    if [ "$found" != "$1" ] || [ "$(grep -cx slow "$work/new.runs")" != "$2" ] ||
        ! grep -q "$3" "$work/out"; then
        cat "$work/out" "$work/new.runs"
        echo "expected status $1, $2 runs and '$3', found $found"
        exit 1
    fi
    [ "$(grep -cx same "$work/new.runs")" = 2 ]
}

bench old '2.00 us'
bench new '2.10 us' '3.00 us'
gives 0 2 '^of 1000  *2000 ns  *2100 ns  *1.05$'
bench old '2.00 us'
bench new '3.00 us' '2500 ns' '0.002 ms'
gives 0 3 ' 1.00$'
bench old '2.00 us'
bench new '3.00 us' '2500 ns'
gives 1 5 'more than 10 % slower: 1$'
grep -q '^of 1000  *5e+06 ns  *5e+06 ns' "$work/out"
printf '#!/bin/sh\nexit 1\n' >"$work/new"
sh "$top/tests/bench/against.sh" "$work/old" "$work/new" slow >"$work/out" 2>&1 &&
    exit 1
grep -q 'status 1' "$work/out"

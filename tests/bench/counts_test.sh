#!/bin/sh
# SPDX-License-Identifier: MIT
# counts_test.sh STAR TOP: counts.sh with a valgrind that counts what it is told.
set -eu
star=$1
top=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
cat >"$work/bin/valgrind" <<'FAKE'
#!/bin/sh
for word in "$@"; do
    case $word in --log-file=*) log=${word#*=} ;; esac
done
n=1,000,000
case $log in start.*) n=$START ;; esac
echo "==1== I   refs:      $n" >"$log"
FAKE
sed -i "2i START=\$(cat $work/start)" "$work/bin/valgrind"
chmod +x "$work/bin/valgrind"
PATH=$work/bin:$PATH
counts=$work/counts.txt

# gives STATUS TEXT [--record]: a run ends so, and says that.
gives() {
    wanted=$1 text=$2 found=0
    shift 2
    sh "$top/tests/bench/counts.sh" "$star" "$counts" "$@" >"$work/out" 2>&1 ||
        found=$?
    if [ "$found" != "$wanted" ] || ! grep -q -- "$text" "$work/out"; then
        cat "$work/out"
        echo "expected status $wanted and '$text', found $found"
        exit 1
    fi
}

: >"$counts"
echo 2,000,000 >"$work/start"
gives 0 '^start  *2000000 ' --record
grep -qx 'start 2000000' "$counts"
echo 2,020,000 >"$work/start"
gives 0 '+1.00 %$'
echo 2,020,001 >"$work/start"
gives 1 '1 of more than 1 % beyond'
echo 1,900,000 >"$work/start"
gives 0 '1 of more than 1 % less' --record
grep -qx 'start 2000000 1900000' "$counts"
echo 2,000,000 >"$work/start"
gives 1 '^start  *2000000  *1900000 .*5.26 % more$'
sh "$top/tests/bench/counts_plot.sh" "$counts" >"$work/plot.svg"
[ "$(grep -c '<polyline' "$work/plot.svg")" -gt 30 ]

# Another compiler: no error. A program that is not counted any more: one.
cp "$counts" "$work/kept"
sed -i 's/^# compiler: .*/# compiler: another/' "$counts"
gives 0 'counted elsewhere'
cp "$work/kept" "$counts"
echo 'gone 5 5' >>"$counts"
gives 1 'gone: not counted'

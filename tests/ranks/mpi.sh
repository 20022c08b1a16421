#!/bin/sh
# SPDX-License-Identifier: MIT
# mpi.sh STAR TOP FOLDER: what tests/ranks/ranks.sh tests, by an MPI; a rank that is
# killed or stopped, and a limit of time. Without libstar-mpi.so beside STAR: 77.
set -eu
star=$1
top=$2
few=$3/libstar_mpi_few.so
[ -e "$(dirname "$star")/libstar-mpi.so" ] && command -v mpirun >/dev/null || {
    echo 'skipped: there is no MPI (Debian: openmpi-bin libopenmpi-dev)'
    exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >long.star <<'END'
program long;
var X, Y: slice(100000); i: integer;
begin
  RANDOM(X, 1, 0.5);
  Y := X;
  for i := 1 to 100000000 do
  begin
    Y := Y xor X;
    if SOME(Y) then X(i mod 1000 + 1) := '1'
  end
end.
END

fail() {
    echo "$*"
    cat out err
    exit 1
}

ranks() {
    count=$1
    shift
    mpirun -n "$count" --oversubscribe --allow-run-as-root "$star" run --ranks \
        --ranks-from 1 "$@"
}

for program in primitives declined number input; do
    cp "$top/tests/ranks/$program.star" .
    program=$program.star
    expected=0
    echo 7 | "$star" run "$program" >expected 2>expected.err || expected=$?
    for count in 1 3; do
        code=0
        echo 7 | ranks "$count" "$program" >out 2>err || code=$?
        [ "$code" = "$expected" ] && cmp out expected ||
            fail "$program, $count ranks: status $code, expected $expected"
        grep -F -f expected.err err >found || :
        cmp found expected.err || fail "$program, $count ranks: messages"
    done
done

# Messages in pieces.
mkdir pieces
cp "$star" pieces/star
cp "$few" pieces/libstar-mpi.so
for program in primitives input; do
    echo 7 | "$star" run "$program.star" >expected 2>err
    whole=$star
    star=$work/pieces/star
    echo 7 | ranks 3 "$program.star" >out 2>err && cmp out expected ||
        fail "$program, in pieces"
    star=$whole
done

# A rank that dies ends the others within 5 seconds.
mpirun -n 3 --oversubscribe --allow-run-as-root "$star" run --ranks \
    --ranks-from 1 long.star >out 2>err &
job=$!
until victim=$(pgrep -P "$job" | tail -1) && [ -n "$victim" ]; do
    sleep 0.1
done
sleep 1
kill -9 "$victim"
from=$(date +%s)
code=0
wait "$job" || code=$?
[ "$code" != 0 ] || fail "a rank was killed: status $code"
[ $(($(date +%s) - from)) -le 5 ] || fail 'a rank was killed: too late'
grep -q 'exited on signal 9' err || fail 'a rank was killed: no message'

code=0
ranks 2 --timeout 1 long.star >out 2>err || code=$?
[ "$code" = 4 ] || fail "--timeout: status $code"
grep -q 'the time for the program is up \[time-limit\]' err || fail '--timeout'

# A rank that is stopped holds no job beyond its limit, nor two seconds more; of
# five runs, for the machine may be busy.
sed "s/i: integer;/i: integer; B: table(1, 1);/
s/  Y := X;/  Y := X; save(B, 'begun.bits');/" long.star >begun.star
stopped() { # NUMBER, from 1
    rm -f begun.bits
    mpirun -n 3 --oversubscribe --allow-run-as-root "$star" run --ranks \
        --ranks-from 1 --timeout 2 begun.star >out 2>err &
    job=$!
    until [ -e begun.bits ] || ! kill -0 "$job"; do
        sleep 0.05
    done
    from=$(date +%s%N)
    sleep 0.5
    kill -STOP "$(pgrep -P "$job" | sed -n "$1"p)"
    code=0
    wait "$job" || code=$?
    took=$((($(date +%s%N) - from) / 1000000))
    [ "$code" = 4 ] && grep -q '\[time-limit\]' err && [ "$took" -le 4000 ]
}
for number in 1 3; do
    stopped $number || stopped $number || stopped $number ||
        stopped $number || stopped $number ||
        fail "rank $((number - 1)) is stopped: status $code, $took ms"
done

# Ranks that do not divide the same: MPI's own errors do not end the run.
code=0
program=$top/tests/ranks/primitives.star
mpirun --oversubscribe --allow-run-as-root -n 1 "$star" run --ranks \
    --ranks-from 1 "$program" : -n 1 "$star" run --ranks --ranks-from 500000 \
    "$program" >out 2>err || code=$?
[ "$code" = 6 ] && grep -qF '[ranks]' err || fail "unlike ranks: status $code"

# No library: the message, and no run.
code=0
cp "$star" star
./star run --ranks long.star >out 2>err || code=$?
[ "$code" = 2 ] && grep -q 'star run: --ranks: ' err || fail 'no library'
! grep -q 'no MPI was found' err || fail 'no library: an MPI was found'
code=0
"$star" run --ranks --device cuda long.star >out 2>err || code=$?
[ "$code" != 0 ] || fail '--device cuda'

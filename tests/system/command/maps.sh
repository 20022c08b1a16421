#!/bin/sh
# SPDX-License-Identifier: MIT
# Files of tables that are mapped: what happens to a table whose file changes.
# Builds that are no Release map none, so that nothing is lost there.
set -eu
. "$(dirname "$0")/common"

cat >make.star <<'END2'
program make;
var T: table(20000, 20480); X: word(20480); Y: slice(20000);
begin
  SET(X);
  SET(Y);
  ROW(1, T) := X;
  COL(20480, T) := Y;
  save(T, 't.bits')
end.
END2
gives 0 run make.star
cp t.bits kept.bits

# --safe: mapped. A file that the program writes, under whichever name, while
# tables have it: they keep their rows, and the file has the new text alone.
cat >again.star <<'END2'
program again(f, g);
var f, g: text; T, U: table; s: string;
begin
  reset(f);
  load(T, 't.bits');
  load(U, 't.bits');
  ROW(2, U) := ROW(1, U);
  rewrite(g);
  writeln(g, 'new');
  writeln(NUMB(ROW(1, T)), ' ', NUMB(ROW(2, T)), ' ', NUMB(ROW(20000, T)));
  writeln(NUMB(ROW(1, U)), ' ', NUMB(ROW(2, U)), ' ', NUMB(ROW(20000, U)));
  COL(20480, T) := COL(1, T) and COL(2, T);
  reset(g);
  readln(g, s);
  writeln(s, ' ', NUMB(COL(20480, U)), ' ', NUMB(COL(20480, T)));
  save(U, 't.bits');
  load(T, 't.bits');
  writeln(NUMB(ROW(1, T)), ' ', NUMB(ROW(2, T)), ' ', NUMB(ROW(3, T)))
end.
END2
ln kept.bits hard.bits
ln -s t.bits link.bits
for name in t.bits hard.bits link.bits; do
    for safe in '' --safe; do
        rm -f t.bits
        cp kept.bits t.bits
        [ $name != hard.bits ] || ln -f t.bits hard.bits
        gives 0 run $safe again.star t.bits $name
        prints '20480 1 1
20480 20480 1
new 20000 1
20480 20480 1'
    done
done

# Another file takes the place of one that is saved: the table keeps the old
# one.
cat >save.star <<'END2'
program save_it;
var T: table;
begin
  load(T, 't.bits');
  ROW(2, T) := ROW(1, T);
  save(T, 't.bits');
  ROW(3, T) := ROW(1, T);
  writeln(NUMB(ROW(2, T)), ' ', NUMB(ROW(3, T)), ' ', NUMB(ROW(20000, T)));
  load(T, 't.bits');
  writeln(NUMB(ROW(2, T)), ' ', NUMB(ROW(3, T)))
end.
END2
cp kept.bits t.bits
gives 0 run save.star
prints '20480 20480 1
20480 1'

release=false
[ "$5" != Release ] || release=true

# cuts STATUS: `command` runs, with its input from a pipe; where it has written
# "loaded", its file is emptied, and it gets a line. Where nothing is mapped, it
# ends well.
cuts() {
    wanted=$1
    rm -f t.bits input
    cp kept.bits t.bits
    mkfifo input
    # shellcheck disable=SC2086
    "$star" $command <input >watched 2>err &
    run=$!
    exec 3>input
    watching=$command
    wait_for loaded
    mapped=false
    ! grep -qF "$PWD/t.bits" /proc/$run/maps || mapped=true
    [ $mapped = $release ] || wrong "expected a map: $release"
    $mapped || wanted=0
    : >t.bits
    echo go >&3
    exec 3>&-
    found=0
    wait $run || found=$?
    mv watched out
    [ "$found" = "$wanted" ] || wrong "expected status $wanted, found $found"
}

# A file that others cut off ends the command by a message that names it.
cat >waits.star <<'END2'
program waits;
var T: table; s: string;
begin
  load(T, 't.bits');
  writeln('loaded');
  readln(s);
  writeln(NUMB(COL(20480, T)))
end.
END2
message='error: cannot read t.bits: the file was cut off'
for option in '' --threads=2 '--safe' '--diagnostics=short'; do
    command="run $option waits.star t.bits"
    [ "$option" = --safe ] || command="run $option waits.star"
    cuts 5
    if $mapped; then
        grep -qF "$message" err || wrong "expected $message"
    else
        shows 20000
    fi
done
finish

#!/bin/sh
# SPDX-License-Identifier: MIT
# stop.sh STAR [DEVICE]: how soon Ctrl-C ends a solver, on a device unless
# another value of --device is given. A program says when it begins to solve;
# each delay behind that, in seconds, is a run of its own. It prints the
# milliseconds from the signal to the end of the command, and its status.
set -eu
star=$1
device=${2:-cuda}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >kleene.star <<'END'
program p;
uses maxplus;
type number = -2147483647..2147483647;
const n = 49152;
var i: integer; A: array [1..n, 1..n] of number;
begin
  for i := 1 to n do A[1, i] := -(i * 7919 mod 1009);
  for i := 2 to n do A[i] := A[1];
  writeln('begin');
  KLEENE(n, A, maxplus)
end.
END
cat >closure.star <<'END'
program p;
uses closure;
const n = 131072;
var i: integer; P: table(n, n); X: slice(n);
begin
  for i := 1 to n div 64 do X(64 * i - 5) := 1;
  for i := 1 to n do
    if i mod 3 <> 1 then COL(i, P) := X else COL(i, P) := SHIFT(X, down, i mod 61);
  writeln('begin');
  CLOSURE(n, P)
end.
END
cat >matchain.star <<'END'
program p;
uses matchain;
const n = 16384;
var i: integer; p: array [0..n] of integer;
    m, s: array [1..n, 1..n] of integer;
begin
  for i := 0 to n do p[i] := 1 + i * 7919 mod 101;
  writeln('begin');
  MATCHAIN(p, m, s)
end.
END

# stopped PROGRAM DELAY
stopped() {
    python3 - "$star" "$device" "$1" "$2" <<'END'
import os, signal, subprocess, sys, time
star, device, name, delay = sys.argv[1:]
output, terminal = os.openpty()  # where a line is written when it ends
run = subprocess.Popen([star, "run", "--device", device, name + ".star"],
                       stdout=terminal, stderr=subprocess.PIPE)
os.read(output, 10)
time.sleep(float(delay))
if run.poll() is None:
    start = time.monotonic()
    run.send_signal(signal.SIGINT)
    run.wait()
    took = "%.0f ms" % (1000 * (time.monotonic() - start))
else:
    took = "had ended"
print("%-9s %4s s: %s, status %d" % (name, delay, took, run.returncode))
END
}

for delay in 0.2 0.6 1.0 1.6 2.4; do
    stopped kleene "$delay"
done
for delay in 0.3 0.6 0.9; do
    stopped closure "$delay"
    stopped matchain "$delay"
done

#!/bin/sh
# SPDX-License-Identifier: MIT
# ranks_solvers.sh STAR [N]: seconds of CLOSURE of N vertices, 16384 by default,
# of KLEENE with N / 8, and of 100 breadth-first searches by loops, by one and two
# threads and by one and two ranks: the median of five differences of a run with
# it and one without, all in turn. Graphs of N vertices: 1 `dense`, half of all
# arcs; 2 `sparse`, two a vertex; 3 `acyclic`, one of ten forward, the vertices
# having random numbers. Weights: 1 `circuits`, one of ten arcs; 2 `forward`.
set -eu
star=$(realpath "$1")
n=${2:-16384}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >closure.star <<END
program p(input, output);
uses basic, closure;
const n = $n;
var P: table(n, n); w, later: word(n); i, kind, times, v: integer;
begin
  read(kind, times);
  case kind of
    1: RANDOM(P, 1, 0.5);
    2: RANDOM(P, 1, 2.0 / n);
    3: RANDOM(P, 1, 0.1)
  end;
  SET(later);
  if kind = 3 then
    for i := 1 to n do begin
      v := i * 7919 mod n + 1;
      later(v) := '0';
      w := ROW(v, P); w := w and later; ROW(v, P) := w
    end;
  if times > 0 then CLOSURE(n, P);
  writeln(NUMB(COL(n, P)))
end.
END
cat >kleene.star <<END
program p(input, output);
uses maxplus;
const n = $((n / 8));
var A: array[1..n, 1..n] of integer; i, j, seed, kind, times: integer;
begin
  read(kind, times);
  seed := 1;
  for i := 1 to n do
    for j := 1 to n do begin
      seed := (seed * 1103515245 + 12345) mod 2147483648;
      if (i <> j) and (seed div 65536 mod 10 = 0) and ((kind = 1) or (i > j))
      then A[i, j] := seed div 1048576
      else A[i, j] := maxint
    end;
  if times > 0 then KLEENE(n, A, minplus);
  writeln(A[n, 1])
end.
END

cat >search.star <<END
program p(input, output);
const n = $n;
var P: table(n, n); front, next, seen: slice(n); i, k, kind, times, sum: integer;
begin
  read(kind, times);
  if kind = 1 then RANDOM(P, 1, 0.5) else RANDOM(P, 1, 4.0 / n);
  sum := 0;
  for k := 1 to 1 + 100 * times do begin
    CLR(front); front(k) := 1; CLR(seen);
    while SOME(front) do begin
      seen := seen or front; CLR(next);
      while SOME(front) do begin
        i := STEP(front); next := next or CONVERT(ROW(i, P))
      end;
      front := next and not seen
    end;
    sum := sum + NUMB(seen)
  end;
  writeln(sum)
end.
END

# seconds INPUT COMMAND...
seconds() {
    input=$1
    shift
    from=$(date +%s.%N)
    echo "$input" | "$@" >out 2>err || {
        cat err >&2
        exit 1
    }
    date +%s.%N | awk -v from="$from" '{ print $1 - from }'
}

# each PROGRAM KIND COMMAND...: the median of five differences, of a run with the
# procedure and one without.
each() {
    program=$1.star
    kind=$2
    shift 2
    for _ in 1 2 3 4 5; do
        without=$(seconds "$kind 0" "$@" "$program")
        seconds "$kind 1" "$@" "$program" |
            awk -v without="$without" '{ printf "%.3f\n", $1 - without }'
    done | sort -g | sed -n 3p
}

ranks='mpirun --oversubscribe --allow-run-as-root'
options='run --ranks --ranks-from 1 --threads 1'
echo '(s) threads 1 threads 2 ranks 1 ranks 2'
for row in 'closure 1 dense' 'closure 2 sparse' 'closure 3 acyclic' \
    'kleene 1 circuits' 'kleene 2 forward' 'search 1 dense' 'search 2 sparse'; do
    # The words are meant to be split.
    # shellcheck disable=SC2086
    set -- $row
    # shellcheck disable=SC2086
    echo "$1 $3 $(each "$1" "$2" "$star" run --threads 1)" \
        "$(each "$1" "$2" "$star" run --threads 2)" \
        "$(each "$1" "$2" $ranks -n 1 "$star" $options)" \
        "$(each "$1" "$2" $ranks -n 2 "$star" $options)"
done

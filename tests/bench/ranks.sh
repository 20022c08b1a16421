#!/bin/sh
# SPDX-License-Identifier: MIT
# ranks.sh STAR [BITS]: microseconds of an iteration on p ranks, by mpirun, and
# what a model says that was fitted to 1, 2 and 3 ranks:
#
#     t(p) = r (V + W / p + B D (p - 1) / p) + M (L ceil(log2 p) + S (r - 1))
#     r = ceil(p / C)
#
# C: processors here; r: ranks on one of them, 1 elsewhere. V: what every rank
# computes; W: what they divide, both by the time of one rank. D: the words that
# an iteration moves; B: the time of a word. M: its messages; L: the latency of
# one; S: the time until the next rank of a processor runs. `reduce` gives L at 2
# ranks and S at 3; `gather` B at 2 or 3, the less, as what else runs adds to it
# only. Then what a reduction takes longer than MPI_Allreduce of 8 bytes, called
# from C; and two ranks beside two threads, for logic and MATCH on slices of BITS,
# 10^9 by default, in turn. Needs an MPI with mpicc, two processors, and 35 BITS
# of memory.
set -eu
star=$(realpath "$1")
bits=${2:-1000000000}
mpirun='mpirun --oversubscribe --allow-run-as-root'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# program SIZE STATEMENT: k iterations of it, k being read.
program() {
    cat <<END
program p(input, output);
uses basic;
var
  T: table($1, 32); X, Y, Z: slice($1); w: word(32); b: boolean;
  i, k: integer;
begin
  read(k);
  RANDOM(X, 2, 0.5); RANDOM(Y, 3, 0.5);
  $3
  for i := 1 to k do begin $2 end;
  writeln(NUMB(Z))
end.
END
}
program 100000 'X(1) := 1; b := SOME(X)' '' >reduce.star
program 64000000 'SET(X); Z := ROTATE(X, up, 1)' '' >gather.star
program "$bits" 'Z := X and not Y or Z' '' >logic.star
program "$bits" 'MATCH(T, X, w, Z)' 'RANDOM(T, 1, 0.5);' >match.star

# seconds COUNT COMMAND...: the least of three runs of so many iterations.
seconds() {
    count=$1
    shift
    for _ in 1 2 3; do
        from=$(date +%s.%N)
        echo "$count" | "$@" >out 2>err || {
            cat err >&2
            exit 1
        }
        date +%s.%N | awk -v from="$from" '{ print $1 - from }'
    done | sort -g | head -1
}

# microseconds FEW MANY COMMAND...: of an iteration.
microseconds() {
    few=$1
    many=$2
    shift 2
    echo "$(seconds "$few" "$@") $(seconds "$many" "$@")" |
        awk -v n=$((many - few)) '{ printf "%.3f\n", ($2 - $1) * 1e6 / n }'
}

ranks() {
    p=$1
    program=$2
    shift 2
    microseconds "$@" $mpirun -n "$p" "$star" run --ranks --ranks-from 1 \
        --threads 1 "$program.star"
}

# Iterations take much more time where ranks wait for processors.
reductions() {
    [ "$1" -gt "$(nproc)" ] && echo 41000 || echo 2001000
}

many=$((100000000000 / bits + 2))
for p in 1 2 3 4 5; do
    echo "$p $(ranks $p reduce 1000 "$(reductions $p)") $(ranks $p gather 5 1005)" \
        "$(ranks $p logic 2 "$many") $(ranks $p match 2 "$many")"
done | awk -v C="$(nproc)" '
    function steps(p,   s) { for (s = 0; 2 ^ s < p; s++); return s }
    function ranks(p, here) { return here ? int((p + C - 1) / C) : 1 }
    # Every rank rotates the whole slice.
    function local(k, p) { return t[k, 1] / (k == "gather" ? 1 : p) }
    function model(k, p, here,   r) {
        r = ranks(p, here)
        return r * (local(k, p) + words[k] * B * (p - 1) / p) + \
            messages[k] * (L * steps(p) + S * (r - 1))
    }
    # What a time has more than the model says so far.
    function left(k, p,   x) {
        x = t[k, p] - model(k, p, 1)
        return x > 0 ? x : 0
    }
    function word_time(p) {
        return left("gather", p) / (ranks(p, 1) * words["gather"] * (p - 1) / p)
    }
    function least(x, y) { return x < y ? x : y }
    BEGIN {
        split("reduce gather logic match", name, " ")
        messages["reduce"] = 1; messages["gather"] = 2; words["gather"] = 1e6
        print "ranks", "reduce", "gather", "logic", "match", "(us)"
    }
    { print; for (k = 1; k <= 4; k++) t[name[k], $1] = $(k + 1) }
    END {
        L = left("reduce", 2)
        S = ranks(3, 1) > 1 ? left("reduce", 3) / (ranks(3, 1) - 1) : 0
        B = least(word_time(2), word_time(3))
        printf "L = %.2f us, S = %.2f us, B = %.3g us a word\n", L, S, B
        n = split("3 4 5 64 1024", at, " ")
        for (j = 1; j <= n; j++) {
            printf "%d model", at[j]
            for (k = 1; k <= 4; k++)
                printf " %.1f", model(name[k], at[j], at[j] < 6)
            print ""
        }
    }'

cat >allreduce.c <<'END'
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
int main(void) {
    enum { TIMES = 100000 };
    int64_t value = 1, most;
    int rank;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double from = 0;
    for (int i = -TIMES / 10; i < TIMES; i++) {
        if (i == 0)
            from = MPI_Wtime();
        MPI_Allreduce(&value, &most, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%.3f\n", (MPI_Wtime() - from) * 1e6 / TIMES);
    MPI_Finalize();
}
END
mpicc -O2 allreduce.c -o allreduce
one=$(ranks 1 reduce 1000 2001000)
for p in 2 3; do
    for _ in 1 2 3; do
        $mpirun -n $p ./allreduce
    done | sort -g | head -1 >out
    echo "reduction, $p ranks: MPI_Allreduce $(cat out) us," \
        "$(ranks $p reduce 1000 "$(reductions $p)") us here, $one us of it by one rank"
done

for program in logic match; do
    for _ in 1 2 3; do
        microseconds 2 "$many" "$star" run --threads 2 "$program.star" >>threads
        ranks 2 "$program" 2 "$many" >>two
    done
    echo "$program: two threads $(sort -g threads | head -1) us," \
        "two ranks $(sort -g two | head -1) us"
    rm threads two
done

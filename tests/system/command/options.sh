#!/bin/sh
# SPDX-License-Identifier: MIT
set -eu
. "$(dirname "$0")/common"

cat >depth.star <<'END'
program depth;
function down(n: integer): integer;
begin
  if n = 1 then
    down := 1
  else
    down := 1 + down(n - 1)
end;
begin
  writeln(down(20))
end.
END
gives 0 run --max-depth 21 depth.star
prints 20
gives 0 run --max-depth=20 depth.star
prints 20
gives 4 run depth.star --max-depth 19
says depth-limit
gives 2 run depth.star --max-depth 0
says 0
gives 2 run depth.star --max-depth many
says many

# 8,000,000 components take a million bytes.
cat >memory.star <<'END'
program memory;
var X: slice(8000000);
begin
  writeln(NUMB(X))
end.
END
gives 0 run --max-memory 2M memory.star
prints 0
gives 4 run --max-memory 900000 memory.star
says memory-limit
gives 0 run --max-device-memory 1M memory.star
prints 0
gives 2 run --max-device-memory 0 memory.star
says 'from 1 to 9223372036854775807, as 2G or 500M'

# Memory that is disposed of is free again; the rest counts until the end of
# the program.
cat >heap.star <<'END'
program heap;
type r = record a: array[1..1000] of integer; s: string end;
var p: ^r; i: integer;
function last: string;
begin
  last := p^.s;
  dispose(p)
end;
begin
  for i := 1 to 2000 do begin
    new(p);
    p^.s := 'x';
    if HERE = '' then writeln('empty')
  end
end.
END
sed 's/HERE/last/' heap.star >freed.star
sed 's/HERE/p^.s + last/' heap.star >pinned.star
sed 's/HERE/p^.s/; /dispose/d' heap.star >kept.star
gives 0 run --max-memory 1M freed.star
gives 0 run --max-memory 1M pinned.star
gives 4 run --max-memory 1M kept.star
says memory-limit
gives 2 run --max-memory -1 memory.star
says -1

gives 0 devices
isas=
for isa in portable neon avx2 avx512; do
    if grep -q "$isa" out; then
        isas="$isas $isa"
    fi
done
for isa in $isas; do
    gives 0 run --isa "$isa" "$top/examples/life.star"
    cmp "$top/examples/life.expected" out || wrong "expected the same with $isa"
done
gives 2 run --isa nosuch depth.star
says nosuch

# What a statement of the prompt does not say of a variable, one before may have.
cat >entries <<'END'
var x, i, s, t: integer;
x := -7;
s := 0; t := 0;
for i := 1 to 30000 do begin s := s + x div 2; t := t + x mod 5 end;
writeln(s, t);
END
for jit in auto off; do
    gives 0 run --jit $jit depth.star
    prints 20
    "$star" repl --jit $jit <entries >out 2>err
    command="star repl --jit $jit"
    prints -9000090000
done
gives 2 run --jit on depth.star
says "--jit 'on': expected auto|off"
gives 2 check --jit off depth.star

gives 0 run --threads 3 depth.star
prints 20
for threads in 0 65 many; do
    gives 2 run --threads "$threads" depth.star
    says "$threads"
done

# A number that no option takes.
gives 2 trace depth.star --last 0
says "--last '0': expected a whole number from 1 to 1000000"
gives 2 run --max-memory 2X depth.star
says 'from 1 to 18446744073709551615, as 2G or 500M'
gives 2 run --timeout 0 depth.star
says 'expected 0.001 to 1000000 seconds'

gives 0 run --device cpu depth.star
prints 20
gives 0 run --device auto depth.star
prints 20
gives 0 run --device cuda --device auto depth.star
prints 20
gives 2 run --device abacus depth.star
says abacus
for value in cuda: cuda:x cuda:-1 cuda:1x cuda:12345 cuda:al cuda:alls; do
    gives 2 run --device $value depth.star
    says "$value"
done
for value in cuda:1 cuda:all; do
    gives 0 run --device $value --device cpu depth.star
    prints 20
done

command='star run - <depth.star'
"$star" run - <depth.star >out 2>err || wrong 'expected success'
prints 20
finish

#!/bin/sh
# SPDX-License-Identifier: MIT
set -eu
. "$(dirname "$0")/common"

cat >good.star <<'END'
program good;
var n: integer;
begin
  n := 0;
  writeln(1 div n)
end.
END
gives 0 check good.star
prints ''

cat >bad.star <<'END'
program bad;
begin
  writeln(x);
  writeln(y)
end.
END
gives 3 check bad.star
says "bad.star:3:11: error: 'x' is not declared [undeclared]"
says "bad.star:4:11: error: 'y' is not declared [undeclared]"

cat >unit.star <<'END'
proc unused;
begin
end;
END
gives 0 check unit.star
prints ''

cat >warned.star <<'END'
program warned;
var n: integer;
begin
end.
END
gives 0 check warned.star
says 'warned.star:2:5: warning:'

# Errors that end every run that comes to them.
cat >ends.star <<'END'
program ends;
var X: slice(8);
begin
  X := '101';
  writeln(X)
end.
END
gives 1 check ends.star
says 'ends.star:4:8: warning: X has 8 components, '\''101'\'' has 3'

for example in "$top"/examples/*.star; do
    gives 0 check "$example"
    prints ''
done
gives 5 check missing.star
says missing.star

# Nothing runs: no machine and no backend is opened.
star=$4
gives 0 check --explain-loops "$top/examples/warshall.star"
gives 1 check ends.star
gives 3 check bad.star
gives 0 dis good.star
gives 99 run good.star
finish

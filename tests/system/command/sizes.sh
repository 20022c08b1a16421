#!/bin/sh
# SPDX-License-Identifier: MIT
# Sizes that are known before the run: check names the same ones as the run
# that comes there, and its status is the run's.
set -eu
. "$(dirname "$0")/common"

# sizes: the numbers of the first message in err that the text tells of sizes.
sizes() {
    sed -n "s/.*s\.star:9:[0-9]*: $1: \(.*\) \[.*/\1/p; t" err | head -n 1 |
        numbers
}

# Texts of expressions in the message, as in '101', a[2], TRIM(2, 5, X), have none.
numbers() {
    sed "s/'[^']*'//g; s/([^)]*)//g; s/\[[^]]*\]//g; s/[^0-9-][^0-9-]*/ /g"
}

# STATEMENT | the numbers that both messages name.
while IFS="|" read -r statement both; do
    statement=$(echo "$statement" | sed 's/ *$//')
    cat >s.star <<END
program s;
const three = '101'; type r = record Y: slice(3) end;
var X: slice(8); Y: slice(3); v: word(4); Z: slice; e: slice(0);
  T: table(2, 5); U: table(3, 5); b: boolean; k: r; a: array [1..2] of slice(8);
procedure q(S: table; Y: slice(S)); begin b := SOME(Y) end;
procedure p(n: integer; var Y: slice(n)); begin b := SOME(Y) end;
procedure z1(S: table(3, 5); var Y: slice(4)); begin b := SOME(Y) end;
begin
$statement
end.
END
    gives 1 check --diagnostics short s.star
    command="$statement"
    grep -q 's.star:9:.*\[constant-' err || wrong 'expected a warning'
    early=$(sizes warning)
    gives 1 run --diagnostics short s.star
    command="$statement"
    # A parameter's size is checked in its procedure, a range named with it.
    late=$(sed -n 's/^[^:]*:[0-9:]*: error: \(.*\) \[.*/\1/p' err | head -n 1 |
        numbers)
    [ "$(echo $early)" = "$(echo $both)" ] || wrong "check names $early"
    for size in $both; do
        case " $late " in
        *" $size "*) ;;
        *) wrong "run names $late" ;;
        esac
    done
done <<'END'
X := '101'                      | 8 3
X := three                      | 8 3
X := Y                          | 8 3
X := k.Y                        | 8 3
a[2] := Y                       | 8 3
k.Y := X                        | 3 8
X := not Y                      | 8 3
X := X and Y                    | 8 3
X := X xor not Y                | 8 3
X := Y or '11'                  | 3 2
X := (X and X) or (Y and Y)     | 8 3
b := X = Y                      | 8 3
b := X <> '101'                 | 8 3
Z := X xor Y                    | 8 3
e := '1'                        | 0 1
ROW(1, T) := v                  | 5 4
ROW(1, T) := '0110'             | 5 4
COL(1, T) := Y                  | 2 3
ROW(3, T) := '01101'            | 3 1 2
v := ROW(1, T)                  | 4 5
X := COL(1, T)                  | 8 2
Y := COL(6, U)                  | 6 1 5
Y(4) := 1                       | 4 1 3
b := Y(0) = 1                   | 0 1 3
T := U                          | 2 3
X := MASK(X, 3, 9)              | 3 9 1 8
X := MASK(X, 11)                | 11 8 1 8
Y := TRIM(2, 5, X)              | 3 4
Y := TRIM(0, 2, X)              | 0 2 1 8
Y := REP(2, 3, '101', Y)        | 3 2 3 2
Y := SHIFT(Y, up, -1)           | -1
Y := ROTATE(Y, down, -2)        | -2
Y := SHIFT(X, up, 1)            | 3 8
Y := SHUFFLE(Y)                 | 3
Y := MIRROR(X)                  | 3 8
Y := FRST(X)                    | 3 8
v := CONVERT(Y)                 | 4 3
U := ADJ(X, U)                  | 8 3
U := ADJ(Y, U)                  | 5 6
q(T, Y)                         | 2 3
p(4, Y)                         | 4 3
z1(U, Y)                        | 4 3
z1(T, Y)                        | 3 2
MATCH(T, X, '01010', Z)         | 2 8
MATCH(T, '11', v, Z)            | 5 4
END

# It may stand in a part that never runs. Sizes that are not known say nothing.
cat >s.star <<'END'
program s;
const small = true;
var X: slice(8); Y: slice(3); Z: slice; T: table; n: integer;
procedure q(n: integer; A: slice(n)); begin X := A end;
begin
  if not small then X := Y;
  n := 8;
  Z := X;
  X := Z;
  if LENGTH(Z) = 3 then Y := Z;
  q(n, X);
  writeln(X, T = T)
end.
END
sed -i 's/, T = T//; s/ T: table;//' s.star
gives 0 check s.star
[ ! -s err ] || wrong 'expected no warning'
gives 0 run s.star
finish

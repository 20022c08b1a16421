#!/bin/sh
# SPDX-License-Identifier: MIT
# Loops that run as one operation: which do, and that results do not differ.
set -eu
. "$(dirname "$0")/common"

# known_end FILE: the status of check, which may know that runs end.
known_end() {
    if grep -q '{ warning: .*\[constant-' "$1"; then echo 1; else echo 0; fi
}

# same FILE: the same output, exit status and first error without them.
same() {
    "$star" run "$1" <input >out 2>err && found=0 || found=$?
    command="star run --optimize off $1"
    "$star" run --optimize off "$1" <input >out_off 2>err_off &&
        wanted=0 || wanted=$?
    [ "$found" = "$wanted" ] || wrong "expected status $wanted, found $found"
    cmp out_off out || wrong 'expected the same output'
    grep -m 1 ' error: ' err >first || :
    grep -m 1 ' error: ' err_off | cmp - first ||
        wrong 'expected the same error'
}

lang=$top/tests/lang
set -- "$lang"/responders/*.star "$lang"/reductions/*.star \
    "$lang"/dependences/*.star
for file in "$top"/examples/*.star "$@" "$lang"/slices/*.star \
    "$lang"/primitives/*.star "$lang"/sizes/*.star "$lang"/tables/*.star; do
    sed -n 's/.*{ input: \(.*[^ ]\) *}.*/\1/p' "$file" >input
    case $file in
    */unit_*) ;;
    *) same "$file" ;;
    esac
done

# says_so FILE: what check explains of a loop is what the comment before it
# says.
says_so() {
    gives "$(known_end "$1")" check --explain-loops "$1"
    awk '/[{] runs /, /[}]/ { text = text " " $0; next }
        text != "" {
            match($0, /[a-z]/)
            gsub(/ +/, " ", text)
            gsub(/^ [{] | [}]$/, "", text)
            printf "%s:%d:%d: %s\n", FILENAME, NR, RSTART, text
            text = ""
        }' "$1" >wanted
    diff wanted out >difference || wrong "expected$(cat wanted difference)"
}

# In the programs of the language tests it is enough to say which, or nothing.
for file in "$@"; do
    grep -q '{ fused }\|{ as written }' "$file" || continue
    gives "$(known_end "$file")" check --explain-loops "$file"
    sed -n '/{ fused }/=; /{ as written }/=' "$file" >wanted
    grep -F "$file" out | sed 's/^.*\.star:\([0-9]*\):.*/\1/' |
        cmp -s - wanted || wrong 'expected other loops'
    sed -n '/{ fused }/=' "$file" >wanted
    sed -n '/runs as one operation/s/^.*\.star:\([0-9]*\):.*/\1/p' out |
        cmp -s - wanted || wrong "expected as one the loops $(cat wanted)"
done

cat >fused.star <<'END'
program fused;
var T, P: table(70, 70); X, Y, Z, v: slice(70); u, w: word(70);
    i, j, k, n, m: integer;
begin
  n := 0;
  m := 0;
  { runs as one operation: 1 step on all lines at once }
  while SOME(X) do begin
    i := STEP(X);
    u := ROW(i, T) and w;
    ROW(i, T) := not u
  end;
  i := STEP(X);
  { runs as one operation: 2 steps on all lines at once }
  while i > 0 do begin
    Y(i) := 0;
    if Y(i) <> Z(i) then
      Z(i) := Y(i);
    i := STEP(X)
  end;
  { runs as one operation: 1 step on all lines at once }
  for i := 1 to n do
    w := w xor ROW(i, T);
  { runs as one operation: 3 steps on all lines at once }
  for i := m downto 1 do
    if ROW(i, T) = w then
      n := n + i
    else begin
      ROW(i, P) := w;
      m := m - NUMB(COL(i, T))
    end;
  { runs as one operation: 2 steps on all lines at once }
  while SOME(X) do begin
    i := STEP(X);
    v := COL(i, T);
    { runs as one operation: 1 step on all lines at once }
    while SOME(v) do begin
      j := STEP(v);
      n := n + 1
    end
  end;
  { runs as one operation: 3 steps on all lines at once }
  for i := 1 to 70 do begin
    k := NUMB(ROW(i, T));
    if k < m then begin
      m := k;
      n := i
    end;
    if ZERO(ROW(i, T)) then begin
      j := 0;
      w := ROW(i, T)
    end
  end;
  { runs as one operation: 4 steps on all lines at once }
  for i := 1 to 70 do begin
    v := COL(i, T);
    { runs as one operation: 3 steps on all lines at once }
    while SOME(v) do begin
      j := STEP(v);
      if Y(j) = 1 then
        u := u and not ROW(j, T)
      else
        u := u and ROW(j, P);
      if m > j then
        m := j
    end
  end
end.
END
says_so fused.star

cat >rules.star <<'END'
program rules;
type small = 1..70;
var P, Q: table(70, 70); A: array[1..2] of table(70, 70);
    S: array[1..2] of slice(70);
    X, Y, v, w: slice(70); i, j, k, n, m: integer; t: small; c: char;
    b: boolean;

proc elsewhere(var d, e: integer);
var i: integer;
begin
  { runs as written: 13:5: the number of the round is no local variable }
  while SOME(X) do begin
    j := STEP(X);
    COL(j, P) := w
  end;
  { runs as written: 20:5: this scalar lives in another frame }
  while SOME(X) do begin
    i := STEP(X);
    d := d + 1;
    e := e + 1
  end;
  { runs as written: 26:5: this scalar lives in another frame }
  while SOME(X) do begin
    i := STEP(X);
    d := d + 1;
    n := n + 1
  end
end;

begin
  { runs as written: 33:5: the number of the round is a subrange }
  while SOME(X) do begin
    t := STEP(X);
    COL(t, P) := w
  end;
  { runs as written: 37:3: it does not go from responder to responder }
  while n < 5 do begin
    i := STEP(X);
    COL(i, P) := w
  end;
  { runs as written: 42:3: it does not go from responder to responder }
  while SOME(X) do begin
    i := STEP(Y);
    COL(i, P) := w
  end;
  { runs as written: 47:3: it does not go from responder to responder }
  while SOME(X) do begin
    COL(1, P) := w;
    i := STEP(X)
  end;
  { runs as written: 52:7: it does not count integers }
  for c := 'a' to 'z' do
    Y(ord(c) - 96) := 1;
  { runs as written: 55:3: its rounds do nothing that lasts }
  while SOME(X) do begin
    i := STEP(X);
    v := COL(i, P)
  end;
  { runs as written: 60:3: its rounds touch no row, column or component }
  for i := 1 to 70 do
    n := n + i;
  { runs as written: 64:5: only variables may be assigned }
  for i := 1 to 70 do
    S[1](i) := 1;
  { runs as written: 68:5: the rounds themselves are changed }
  while SOME(X) do begin
    i := STEP(X);
    i := i - 1;
    COL(i, P) := w
  end;
  { runs as written: 75:5: the rounds themselves are changed }
  while SOME(X) do begin
    i := STEP(X);
    COL(i, P) := w;
    X := X and w
  end;
  { runs as written: 82:5: the variable is written in two ways, such as by row
    and by column }
  while SOME(X) do begin
    i := STEP(X);
    COL(i, P) := w;
    ROW(i, P) := CONVERT(w)
  end;
  { runs as written: 87:18: a line other than that of the round is read }
  while SOME(X) do begin
    i := STEP(X);
    COL(i, P) := COL(k, P)
  end;
  { runs as written: 92:18: the table is no variable of this block }
  while SOME(X) do begin
    i := STEP(X);
    COL(i, P) := COL(i, A[1])
  end;
  { runs as written: 97:26: the table is written by line and read across }
  while SOME(X) do begin
    i := STEP(X);
    COL(i, P) := CONVERT(ROW(i, P))
  end;
  { runs as written: 102:24: the responders themselves are read }
  while SOME(X) do begin
    i := STEP(X);
    COL(i, P) := w and X
  end;
  { runs as written: 107:8: the responders themselves are read }
  while SOME(X) do begin
    i := STEP(X);
    if X(i) = 0 then
      COL(i, P) := w
  end;
  { runs as written: 116:18: its value may come from before another assignment
    }
  while SOME(X) do begin
    i := STEP(X);
    v := COL(i, P);
    COL(i, P) := w;
    COL(i, Q) := v
  end;
  { runs as written: 121:18: its value comes from an earlier round }
  while SOME(X) do begin
    i := STEP(X);
    COL(i, P) := v;
    v := COL(i, Q)
  end;
  { runs as written: 127:18: this expression has no form on whole tables }
  while SOME(X) do begin
    i := STEP(X);
    COL(i, P) := SHIFT(w, up, 1)
  end;
  { runs as written: 132:13: this is no component of the round }
  while SOME(X) do begin
    i := STEP(X);
    Y(i) := Y(k)
  end;
  { runs as written: 137:13: this is no component of a variable }
  while SOME(X) do begin
    i := STEP(X);
    Y(i) := S[1](i)
  end;
  { runs as written: 143:8: the whole line is written too }
  while SOME(X) do begin
    i := STEP(X);
    Y := Y or COL(i, P);
    if Y(i) = 1 then
      COL(i, Q) := w
  end;
  { runs as written: 149:5: a line other than that of the round is written }
  while SOME(X) do begin
    i := STEP(X);
    COL(k, P) := w
  end;
  { runs as written: 155:5: a component other than that of the round is
    written }
  while SOME(X) do begin
    i := STEP(X);
    Y(k) := 1
  end;
  { runs as written: 160:5: this assignment has no form on whole tables }
  while SOME(X) do begin
    i := STEP(X);
    t := 1
  end;
  { runs as written: 165:10: this term has no form on whole tables }
  while SOME(X) do begin
    i := STEP(X);
    b := not b
  end;
  { runs as written: 171:5: the variable is assigned in several ways }
  while SOME(X) do begin
    i := STEP(X);
    n := n + 1;
    n := i
  end;
  { runs as written: 176:14: this constant is too large }
  while SOME(X) do begin
    i := STEP(X);
    n := n + 2147483648
  end;
  { runs as written: 181:14: this term has no form on whole tables }
  while SOME(X) do begin
    i := STEP(X);
    n := n + m
  end;
  { runs as written: 186:5: a whole object is assigned }
  while SOME(X) do begin
    i := STEP(X);
    P := Q
  end;
  { runs as written: 192:7: rounds counted downward have no conditional values
    }
  for i := 70 downto 1 do begin
    if Y(i) = 1 then
      v := COL(i, P)
  end;
  { runs as written: 197:8: this condition has no form on whole slices }
  while SOME(X) do begin
    i := STEP(X);
    if i > 5 then
      Y(i) := 1
  end;
  { runs as written: 204:5: this inner loop is no loop over responders }
  while SOME(X) do begin
    i := STEP(X);
    { runs as written: 204:5: it does not go from responder to responder }
    while n < i do
      n := n + 1
  end;
  { runs as written: 211:5: rounds counted downward have no inner loops }
  for i := 70 downto 1 do begin
    v := COL(i, P);
    { runs as one operation: 1 step on all lines at once }
    while SOME(v) do begin
      j := STEP(v);
      n := n + 1
    end
  end;
  { runs as written: 222:7: the number of the inner round is used elsewhere }
  while SOME(X) do begin
    i := STEP(X);
    v := COL(i, P);
    { runs as one operation: 1 step on all lines at once }
    while SOME(v) do begin
      i := STEP(v);
      n := n + 1
    end
  end;
  { runs as written: 232:11: the inner responders are not found in each round
    }
  while SOME(X) do begin
    i := STEP(X);
    Y(i) := 1;
    { runs as one operation: 1 step on all lines at once }
    while SOME(v) do begin
      j := STEP(v);
      n := n + 1
    end
  end;
  { runs as written: 244:7: a line other than that of the round is written }
  while SOME(X) do begin
    i := STEP(X);
    v := COL(i, P);
    { runs as one operation: 1 step on all lines at once }
    while SOME(v) do begin
      j := STEP(v);
      COL(j, Q) := w
    end
  end;
  { runs as written: 250:5: this statement has no form on whole slices }
  while SOME(X) do begin
    i := STEP(X);
    write(i)
  end;
  { runs as written: 257:12: this is not what the condition compares }
  while SOME(X) do begin
    i := STEP(X);
    k := NUMB(COL(i, P));
    if k < n then
      n := i
  end;
  { runs as written: 267:7: the variable is assigned in several ways }
  while SOME(X) do begin
    i := STEP(X);
    if Y(i) = 1 then begin
      v := COL(i, P);
      n := n + 1
    end
    else
      n := 5
  end;
  { runs as written: 272:5: a subrange is assigned }
  while SOME(X) do begin
    i := STEP(X);
    if NUMB(COL(i, P)) < t then
      t := NUMB(COL(i, P))
  end;
  { runs as written: 283:10: the component is written around the inner loop }
  while SOME(X) do begin
    i := STEP(X);
    Y(i) := 1;
    v := COL(i, P);
    { runs as one operation: 1 step on all lines at once }
    while SOME(v) do begin
      j := STEP(v);
      if Y(j) = 1 then
        n := n + 1
    end
  end
end.
END
says_so rules.star

cat >pairs.star <<'END'
program pairs;
var A: table(70, 70); v: word(70); i, j, k, s: integer;

proc FOUND(i, j: integer);
begin
  writeln(i, j)
end;

begin
  k := 0;
  { runs as one operation: 1 form of all pairs at once }
  for i := 1 to 70 do begin
    v := ROW(i, A);
    for j := i to 70 do
      k := k + NUMB(v and ROW(j, A))
  end;
  { runs as one operation: 2 forms of all pairs at once }
  for i := 1 to 69 do
    for j := i + 1 to 70 do
      if (NUMB(ROW(i, A) and ROW(j, A)) > 5) and
         (2 * NUMB(ROW(i, A) xor ROW(j, A)) < NUMB(ROW(j, A))) then begin
        k := k + 1;
        s := i
      end;
  { runs as written: 30:9: the body may change what the pairs read }
  for i := 1 to 69 do
    { runs as written: 29:10: this condition has no form on whole slices }
    for j := i + 1 to 70 do
      if NUMB(ROW(i, A) xor ROW(j, A)) < 9 then
        FOUND(i, j);
  { runs as written: 35:10: this product is not linear }
  for i := 1 to 70 do
    { runs as written: 35:10: this condition has no form on whole slices }
    for j := 1 to 70 do
      if NUMB(ROW(i, A)) * NUMB(ROW(j, A)) < s then
        k := k + 1;
  { runs as written: 42:10: this condition compares no sums }
  for i := 1 to 70 do begin
    s := NUMB(ROW(i, A));
    { runs as written: 42:10: this condition has no form on whole slices }
    for j := 1 to 70 do
      if (NUMB(ROW(j, A)) > s) or (k > 3) then
        k := k + 1
  end
end.
END
says_so pairs.star

# repeat N TEXT: the text N times, # being the number.
repeat() {
    awk -v n="$1" -v text="$2" 'BEGIN {
        for (k = 1; k <= n; k++) {
            one = text
            gsub(/#/, k, one)
            print one
        }
    }'
}

# loop BODY: explains a loop with this body. Y1.. and Z1.. are slices, w1..
# are words.
loop() {
    {
        echo 'program p; var X'
        repeat 50 ', Y#, Z#'
        echo ': slice(70); u'
        repeat 50 ', w#'
        echo ': word(70); T: table(70, 70); i: integer; begin'
        echo "while SOME(X) do begin i := STEP(X); $1 end end."
    } >long.star
    gives 0 check --explain-loops long.star
}

# fuses, fuses_not TEXT: what the last one did.
fuses() {
    shows 'runs as one operation'
}
fuses_not() {
    shows 'runs as written'
    shows "$1"
}

loop "$(repeat 24 'Y1(i) := 1;')"
fuses
loop "$(repeat 25 'Y1(i) := 1;')"
fuses_not 'the body is too long'
loop "$(repeat 24 'Y#(i) := 1;')"
fuses
loop "$(repeat 25 'Y#(i) := 1;')"
fuses_not 'too many variables are assigned'
loop "ROW(i, T) := u $(repeat 47 'or u')"
fuses
loop "ROW(i, T) := not u $(repeat 47 'or u')"
fuses
loop 'u := u;'
fuses_not 'its value comes from an earlier round'
loop "u := u $(repeat 48 'or ROW(i, T)')"
fuses
loop "u := u $(repeat 49 'or ROW(i, T)')"
fuses_not 'the expression is too long'
loop "u := u $(repeat 500 'or ROW(i, T)')"
fuses_not 'the expression is too long'
loop "ROW(i, T) := u $(repeat 48 'or u')"
fuses_not 'the expression is too long'
loop "ROW(i, T) := u $(repeat 23 'or w#')"
fuses
loop "ROW(i, T) := u $(repeat 24 'or w#')"
fuses_not 'the expression has too many operands'
assignments=$(repeat 22 'Y#(i) := Z#(i);')
more="then begin $assignments end"
loop "if (Y50(i) = 1) $(repeat 3 'and (Z4#(i) = 1)') $more"
fuses
loop "if (Y50(i) = 1) $(repeat 4 'and (Z4#(i) = 1)') $more"
fuses_not 'the rounds name too many variables'
# A fold of what is the same in all iterations is faster as it is written.
cat >invariant.star <<'END'
program invariant;
var W, X, Y, Z: slice(70); P: table(70, 70); i: integer;
begin
  { runs as written: 5:3: its rounds touch no row, column or component }
  for i := 1 to 20 do
    Z := (X and not Y) xor Z;
  { runs as one operation: 2 steps on all lines at once }
  for i := 1 to 20 do begin
    Z := (X and not Y) xor Z;
    W := W or COL(i, P)
  end;
  writeln(Z, W)
end.
END
says_so invariant.star

# The pairs of TRIANGLES are one operation, which is one product on a device.
gives 0 check --explain-loops "$top/stdlib/graph.star"
line=$(sed -n '/^proc TRIANGLES/,$ { /for j := 1 to n do begin/= }' \
    "$top/stdlib/graph.star")
shows "graph.star:$line:3: runs as one operation: 2 steps"
finish

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
    sed -i '/^    /d' out # the plans are those of tests/unit/grammar
    awk '/[{] (runs|stays) /, /[}]/ { text = text " " $0; next }
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
    grep -q '{ fused }\|{ stays a loop }' "$file" || continue
    gives "$(known_end "$file")" check --explain-loops "$file"
    sed -n '/{ fused }/=; /{ stays a loop }/=' "$file" >wanted
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
  { runs as one operation: }
  while SOME(X) do begin
    i := STEP(X);
    u := ROW(i, T) and w;
    ROW(i, T) := not u
  end;
  i := STEP(X);
  { runs as one operation: }
  while i > 0 do begin
    Y(i) := 0;
    if Y(i) <> Z(i) then
      Z(i) := Y(i);
    i := STEP(X)
  end;
  { runs as one operation: }
  for i := 1 to n do
    w := w xor ROW(i, T);
  { runs as one operation: }
  for i := m downto 1 do
    if ROW(i, T) = w then
      n := n + i
    else begin
      ROW(i, P) := w;
      m := m - NUMB(COL(i, T))
    end;
  { runs as one operation: }
  while SOME(X) do begin
    i := STEP(X);
    v := COL(i, T);
    { runs as one operation: }
    while SOME(v) do begin
      j := STEP(v);
      n := n + 1
    end
  end;
  { runs as one operation: }
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
  { runs as one operation: }
  for i := 1 to 70 do begin
    v := COL(i, T);
    { runs as one operation: }
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
  { stays a loop: 13:5: the loop's variable is not a local variable }
  while SOME(X) do begin
    j := STEP(X);
    COL(j, P) := w
  end;
  { stays a loop: 20:5: this scalar belongs to another procedure }
  while SOME(X) do begin
    i := STEP(X);
    d := d + 1;
    e := e + 1
  end;
  { stays a loop: 26:5: this scalar belongs to another procedure }
  while SOME(X) do begin
    i := STEP(X);
    d := d + 1;
    n := n + 1
  end
end;

begin
  { stays a loop: 33:5: the loop's variable is a subrange }
  while SOME(X) do begin
    t := STEP(X);
    COL(t, P) := w
  end;
  { stays a loop: 37:3: it does not go from responder to responder }
  while n < 5 do begin
    i := STEP(X);
    COL(i, P) := w
  end;
  { stays a loop: 42:3: it does not go from responder to responder }
  while SOME(X) do begin
    i := STEP(Y);
    COL(i, P) := w
  end;
  { stays a loop: 47:3: it does not go from responder to responder }
  while SOME(X) do begin
    COL(1, P) := w;
    i := STEP(X)
  end;
  { stays a loop: 52:7: it does not count integers }
  for c := 'a' to 'z' do
    Y(ord(c) - 96) := 1;
  { stays a loop: 55:3: its iterations do nothing that lasts }
  while SOME(X) do begin
    i := STEP(X);
    v := COL(i, P)
  end;
  { stays a loop: 60:3: its iterations access no row, column or component i }
  for i := 1 to 70 do
    n := n + i;
  { stays a loop: 64:5: an element of an array or of a record is assigned }
  for i := 1 to 70 do
    S[1](i) := 1;
  { stays a loop: 68:5: the loop's variable or its slice is assigned }
  while SOME(X) do begin
    i := STEP(X);
    i := i - 1;
    COL(i, P) := w
  end;
  { stays a loop: 75:5: the loop's variable or its slice is assigned }
  while SOME(X) do begin
    i := STEP(X);
    COL(i, P) := w;
    X := X and w
  end;
  { stays a loop: 82:5: the variable is written in two ways,
    such as by row and by column }
  while SOME(X) do begin
    i := STEP(X);
    COL(i, P) := w;
    ROW(i, P) := CONVERT(w)
  end;
  { stays a loop: 87:18: a row or column other than i is read }
  while SOME(X) do begin
    i := STEP(X);
    COL(i, P) := COL(k, P)
  end;
  { stays a loop: 92:18: the table is an element of an array or record }
  while SOME(X) do begin
    i := STEP(X);
    COL(i, P) := COL(i, A[1])
  end;
  { stays a loop: 97:26: the table is written by row and read by column, or written by column and read by row }
  while SOME(X) do begin
    i := STEP(X);
    COL(i, P) := CONVERT(ROW(i, P))
  end;
  { stays a loop: 102:24: the loop's slice is read in the body }
  while SOME(X) do begin
    i := STEP(X);
    COL(i, P) := w and X
  end;
  { stays a loop: 107:8: the loop's slice is read in the body }
  while SOME(X) do begin
    i := STEP(X);
    if X(i) = 0 then
      COL(i, P) := w
  end;
  { stays a loop: 116:18: its value is
    from before another assignment }
  while SOME(X) do begin
    i := STEP(X);
    v := COL(i, P);
    COL(i, P) := w;
    COL(i, Q) := v
  end;
  { stays a loop: 121:18: its value comes from an earlier iteration }
  while SOME(X) do begin
    i := STEP(X);
    COL(i, P) := v;
    v := COL(i, Q)
  end;
  { stays a loop: 127:18: this expression is no loop operation }
  while SOME(X) do begin
    i := STEP(X);
    COL(i, P) := SHIFT(w, up, 1)
  end;
  { stays a loop: 132:13: a component other than i is read }
  while SOME(X) do begin
    i := STEP(X);
    Y(i) := Y(k)
  end;
  { stays a loop: 137:13: the component is that of an element of an array or record }
  while SOME(X) do begin
    i := STEP(X);
    Y(i) := S[1](i)
  end;
  { stays a loop: 143:8: the component's slice is also written as a whole }
  while SOME(X) do begin
    i := STEP(X);
    Y := Y or COL(i, P);
    if Y(i) = 1 then
      COL(i, Q) := w
  end;
  { stays a loop: 149:5: a row or column other than i is written }
  while SOME(X) do begin
    i := STEP(X);
    COL(k, P) := w
  end;
  { stays a loop: 155:5: a component other
    than i is written }
  while SOME(X) do begin
    i := STEP(X);
    Y(k) := 1
  end;
  { stays a loop: 160:5: this assignment is no loop operation }
  while SOME(X) do begin
    i := STEP(X);
    t := 1
  end;
  { stays a loop: 165:10: this scalar is no loop operation }
  while SOME(X) do begin
    i := STEP(X);
    b := not b
  end;
  { stays a loop: 171:5: the variable is assigned in several ways }
  while SOME(X) do begin
    i := STEP(X);
    n := n + 1;
    n := i
  end;
  { stays a loop: 176:14: this constant is too large }
  while SOME(X) do begin
    i := STEP(X);
    n := n + 2147483648
  end;
  { stays a loop: 181:14: this scalar is no loop operation }
  while SOME(X) do begin
    i := STEP(X);
    n := n + m
  end;
  { stays a loop: 186:5: a whole table, array, record or string is assigned }
  while SOME(X) do begin
    i := STEP(X);
    P := Q
  end;
  { stays a loop: 192:7: a loop that counts
    downward assigns under a condition }
  for i := 70 downto 1 do begin
    if Y(i) = 1 then
      v := COL(i, P)
  end;
  { stays a loop: 197:8: this condition is no loop operation }
  while SOME(X) do begin
    i := STEP(X);
    if i > 5 then
      Y(i) := 1
  end;
  { stays a loop: 204:5: the inner loop is no loop over responders }
  while SOME(X) do begin
    i := STEP(X);
    { stays a loop: 204:5: it does not go from responder to responder }
    while n < i do
      n := n + 1
  end;
  { stays a loop: 211:5: a loop that counts downward has an inner loop }
  for i := 70 downto 1 do begin
    v := COL(i, P);
    { runs as one operation: }
    while SOME(v) do begin
      j := STEP(v);
      n := n + 1
    end
  end;
  { stays a loop: 222:7: the inner loop's variable is used elsewhere }
  while SOME(X) do begin
    i := STEP(X);
    v := COL(i, P);
    { runs as one operation: }
    while SOME(v) do begin
      i := STEP(v);
      n := n + 1
    end
  end;
  { stays a loop: 232:11: no iteration assigns
    the inner loop's slice }
  while SOME(X) do begin
    i := STEP(X);
    Y(i) := 1;
    { runs as one operation: }
    while SOME(v) do begin
      j := STEP(v);
      n := n + 1
    end
  end;
  { stays a loop: 244:7: a row or column other than i is written }
  while SOME(X) do begin
    i := STEP(X);
    v := COL(i, P);
    { runs as one operation: }
    while SOME(v) do begin
      j := STEP(v);
      COL(j, Q) := w
    end
  end;
  { stays a loop: 250:5: this statement is no loop operation }
  while SOME(X) do begin
    i := STEP(X);
    write(i)
  end;
  { stays a loop: 257:12: this is not what the condition compares }
  while SOME(X) do begin
    i := STEP(X);
    k := NUMB(COL(i, P));
    if k < n then
      n := i
  end;
  { stays a loop: 267:7: the variable is assigned in several ways }
  while SOME(X) do begin
    i := STEP(X);
    if Y(i) = 1 then begin
      v := COL(i, P);
      n := n + 1
    end
    else
      n := 5
  end;
  { stays a loop: 272:5: a subrange is assigned }
  while SOME(X) do begin
    i := STEP(X);
    if NUMB(COL(i, P)) < t then
      t := NUMB(COL(i, P))
  end;
  { stays a loop: 283:10: the inner loop reads a slice that the outer loop writes }
  while SOME(X) do begin
    i := STEP(X);
    Y(i) := 1;
    v := COL(i, P);
    { runs as one operation: }
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
  { runs as one operation: }
  for i := 1 to 70 do begin
    v := ROW(i, A);
    for j := i to 70 do
      k := k + NUMB(v and ROW(j, A))
  end;
  { runs as one operation: }
  for i := 1 to 69 do
    for j := i + 1 to 70 do
      if (NUMB(ROW(i, A) and ROW(j, A)) > 5) and
         (2 * NUMB(ROW(i, A) xor ROW(j, A)) < NUMB(ROW(j, A))) then begin
        k := k + 1;
        s := i
      end;
  { stays a loop: 30:9: the body may change what the pairs read }
  for i := 1 to 69 do
    { stays a loop: 29:10: this condition is no loop operation }
    for j := i + 1 to 70 do
      if NUMB(ROW(i, A) xor ROW(j, A)) < 9 then
        FOUND(i, j);
  { stays a loop: 35:10: this product is not linear }
  for i := 1 to 70 do
    { stays a loop: 35:10: this condition is no loop operation }
    for j := 1 to 70 do
      if NUMB(ROW(i, A)) * NUMB(ROW(j, A)) < s then
        k := k + 1;
  { stays a loop: 42:10: the condition of the pairs compares no linear forms }
  for i := 1 to 70 do begin
    s := NUMB(ROW(i, A));
    { stays a loop: 42:10: this condition is no loop operation }
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
    shows 'stays a loop'
    shows "$1"
}

loop "$(repeat 24 'Y1(i) := 1;')"
fuses
loop "$(repeat 25 'Y1(i) := 1;')"
fuses_not 'the body has too many operations'
loop "$(repeat 24 'Y#(i) := 1;')"
fuses
loop "$(repeat 25 'Y#(i) := 1;')"
fuses_not 'too many variables are assigned'
loop "ROW(i, T) := u $(repeat 47 'or u')"
fuses
loop "ROW(i, T) := not u $(repeat 47 'or u')"
fuses
loop 'u := u;'
fuses_not 'its value comes from an earlier iteration'
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
fuses_not 'the iterations name too many variables'
# A reduction of what is the same in all iterations is faster unfused.
cat >invariant.star <<'END'
program invariant;
var W, X, Y, Z: slice(70); P: table(70, 70); i: integer;
begin
  { stays a loop: 5:3: its iterations access no row, column or component i }
  for i := 1 to 20 do
    Z := (X and not Y) xor Z;
  { runs as one operation: }
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
shows "graph.star:$line:3: runs as one operation:"
finish

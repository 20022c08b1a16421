#!/bin/sh
# SPDX-License-Identifier: MIT
# Whatever is nested 200,000 deep ends with one message, on a small stack;
# what stands in a row runs, or is too big.
set -eu
. "$(dirname "$0")/common"

many=200000
# Sanitizers need more of the stack, and longer: more than any limit of a number.
if grep -q __asan_init "$star"; then
    many=70000
    ulimit -s 2048
else
    ulimit -s 256
fi

repeat() {
    [ -z "$1" ] || yes -- "$1" | head -n $many
}

# nested CODE BEFORE OPEN MIDDLE CLOSE AFTER: many of OPEN and of CLOSE.
nested() {
    { echo "$2"; repeat "$3"; echo "$4"; repeat "$5"; echo "$6"; } >deep.star
    gives 3 run --diagnostics short deep.star
    command="$command: $2 $3"
    [ "$(grep -c ': error: ' err)" = 1 ] || wrong 'expected one error'
    grep -q "\[$1\]" err || wrong "expected $1"
}

start='program p; var i: integer; b: boolean;
a: array [1..2] of integer; r: record i: integer end;
begin i := 1; b := true; a[1] := 1;'
number="$start i :="
truth="$start b :="
end='; writeln(i, b, a[1]) end.'
nested nesting "$number" '(' 1 ')' "$end"
nested nesting "$number" '(' 1 '' "$end"
nested nesting "$number" '-(' 1 ')' "$end"
nested missing-operand "$number" '-' 1 '' "$end"
nested nesting "$number 1" '+ (1' '' ')' "$end"
nested nesting "$truth" 'not' b '' "$end"
nested nesting "$truth b" 'and (b' '' ')' "$end"
nested nesting "$truth 1 in" '[' 1 ']' "$end"
nested nesting "$truth 1 in" '[1..' 1 ']' "$end"
nested nesting "$number" 'a[' 1 ']' "$end"
nested nesting "$number" 'sqr(' 1 ')' "$end"
nested nesting "$number a" '[1]' '' '' "$end"
nested nesting "$number r" '.i' '' '' "$end"
nested nesting "$number r" '^' '' '' "$end"
nested nesting "$start" 'begin' 'i := 1' 'end' "$end"
nested nesting "$start" 'begin' '' '' ''
nested nesting "$start" 'if b then' 'i := 1' '' "$end"
nested nesting "$start" 'if b then else if b then' 'i := 1' '' "$end"
nested nesting "$start" 'if b then i := 1 else begin' '' 'end' "$end"
nested nesting "$start" 'if b then if b then else' 'i := 1' '' "$end"
nested nesting "$start" 'while b do' 'b := false' '' "$end"
nested nesting "$start" 'repeat' 'i := 1' 'until b' "$end"
nested nesting "$start" 'for i := 1 to 2 do' 'a[1] := 1' '' "$end"
nested nesting "$start" 'case i of 1:' 'i := 1' 'end' "$end"
nested nesting "$start" 'case i of 1: otherwise' 'i := 1' 'end' "$end"
nested nesting "$start" 'with r do' 'i := 1' '' "$end"
nested syntax 'program p; label 1; begin' '1:' '' '' 'end.'

types='program p; type t ='
last='; begin end.'
nested nesting "$types" 'array [1..2] of' integer '' "$last"
nested nesting "$types" 'packed array [1..2] of' integer '' "$last"
nested nesting "$types" 'record r:' integer 'end' "$last"
nested nesting "$types" 'file of' integer '' "$last"
nested nesting "$types record" 'case boolean of true: (' 'i: integer' ')' \
    "end$last"
nested nesting "$types array [1.." '(' 2 ')' "] of integer$last"
nested nesting 'program p; const c =' '(' 1 ')' "$last"
nested nesting 'program p; const c =' 'not' true '' "$last"
nested missing-operand 'program p; const c =' '-' 1 '' "$last"
nested nesting 'program p; procedure q(var x:' \
    'array [l..h: integer] of' integer '' "); begin end$last"
nested nesting 'program p; procedure q' '(procedure r' '(i: integer)' ')' \
    "; begin end$last"
nested nesting 'program p;' 'procedure q;' 'begin end;' 'begin end;' "$last"
nested nesting 'program p;' 'function q: integer;' 'begin q := 1 end;' \
    'begin q := 1 end;' "$last"

# Types that are nested by their names.
chain() {
    {
        echo 'program p; type t0 = integer;'
        seq $many | awk '{ print $1 - 1, $1 }' |
            sed "s/\\(.*\\) \\(.*\\)/t\\2 = $(echo "$1" | sed 's/@/t\\1/');/"
        echo "var a: t$many; begin new(a) end."
    } >deep.star
    gives 3 run --diagnostics short deep.star
    command="$command: $1"
    [ "$(grep -c 'error: .*\[nesting\]' err)" = 1 ] || wrong 'expected one'
}
chain 'record r: @ end'
chain 'record r: array [1..1] of @ end'
chain 'record case boolean of true: (r: @); false: () end'

# Units, as deep as they may be and deeper.
units() {
    for k in $(seq "$1"); do
        echo "uses u$((k + 1));" >"u$k.star"
    done
    echo 'procedure q; begin end;' >"u$(($1 + 1)).star"
    echo 'program p; uses u1; begin end.' >deep.star
}
units 99
gives 0 run deep.star
for count in 100 20000; do
    units $count
    gives 3 run deep.star
    says 'u100.star:1:6: error: units use one another more than 100 deep'
done

# A comment that is never closed is reported where it begins.
for comment in '{' '(*' '/*'; do
    nested open-comment 'program p;' "$comment" '' '' ''
    says 'deep.star:2:1: '
done
nested open-quote "program p; begin write('" 'open' '' '' ''
says 'deep.star:1:24: '

# row STATUS BEFORE FORM AFTER: many of FORM, with their numbers for @.
row() {
    {
        echo "$2"
        seq $many | sed "s/.*/$(echo "$3" | sed 's/@/\&/g')/"
        echo "$4"
    } >row.star
    gives "$1" run --diagnostics short row.star
    command="$command: $2 $3"
    [ "$(grep -c ': error: ' err)" -le 1 ] || wrong 'expected one error'
}
row 0 "$start" 'i := 1;' 'end.'
row 0 "$start" ';' 'end.'
row 0 "$start" 'begin end;' 'end.'
row 0 "$start" 'if b then i := 1;' 'end.'
row 0 "$start" 'case i of 1: end;' 'end.'
row 0 "$number 1" '+ 1' 'end.'
row 0 "$number 1" '* 1' 'end.'
row 3 "$truth b" 'and b' 'end.'
row 0 "$truth i in [1" ', 1' '] end.'
row 0 'program p; begin write(1' ', 1' ') end.'
row 0 "$start with r" ', r' 'do end.'
row 0 'program p; begin write(1' ", '@'" ') end.'
row 3 "$start" 'if b then i := 1 else' 'end.'
row 3 "$start case i of" '@: i := 1;' 'end end.'
row 3 "$start case i of 0" ', @' ': end end.'
row 0 'program p;' 'const c@ = @;' 'begin end.'
row 0 'program p;' 'type t@ = 1..@;' 'begin end.'
row 3 'program p;' 'var v@: integer;' 'begin end.'
row 0 'program p; type t = (v' ', v@' '); begin end.'
row 3 'program p; type t = record v' ', v@' ': integer end; begin end.'
row 0 'program p; type t = record case i: integer of 0' ', @' \
    ": (); -maxint..-1: (); $((many + 1))..maxint: () end; begin end."
row 0 'program p;' 'procedure p@; begin end;' 'begin end.'
row 3 'program p; procedure q(v' ', v@' ': integer); begin end; begin end.'

# Depth in a run: calls, objects within objects, a list.
cat >run.star <<'END2'
program run;
type
  list = ^node;
  node = record next: list; name: string end;
var first, p: list; i: integer;
function depth(n: integer): integer;
begin
  if n = 0 then depth := 0 else depth := depth(n - 1) + 1
end;
begin
  first := nil;
  for i := 1 to 200000 do begin
    new(p);
    p^.name := 'a';
    p^.next := first;
    first := p
  end;
  writeln(depth(9990))
end.
END2
gives 0 run run.star
prints 9990
{
    echo 'program p; type t0 = record i: integer end;'
    for k in $(seq 125); do
        echo "t$k = record r: array [1..1] of t$((k - 1)) end;"
    done
    echo 'var a, b: t125;'
    echo 'procedure q(c: t125); begin b := c end;'
    echo 'begin a'
    for k in $(seq 125); do
        echo '.r[1]'
    done
    echo '.i := 7; q(a); writeln(b'
    for k in $(seq 125); do
        echo '.r[1]'
    done
    echo '.i) end.'
} >run.star
gives 0 run run.star
prints 7
finish

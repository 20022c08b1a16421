#!/bin/sh
# SPDX-License-Identifier: MIT
# The prompt on a pipe: lines in, results out, nothing else.
set -eu
. "$(dirname "$0")/common"

# enters STATUS [OPTION...]: what is on standard input.
enters() {
    wanted=$1
    shift
    command="star repl $*"
    found=0
    "$star" repl "$@" >out 2>err || found=$?
    [ "$found" = "$wanted" ] || wrong "expected status $wanted, found $found"
}

# No prompt, no escape sequences, the value of an expression as a picture.
enters 0 <<'END'
var X: slice(3); n: integer;

SET(X); X(2) := 0
X
n := NUMB(X)
n * 1.5
END
prints '1 1
2 0
3 1
3.0'

# The status is that of the first entry that failed; the others are entered.
enters 1 <<'END'
1 div 0
nonsense
2
END
[ "$(cat out)" = 2 ] || wrong 'expected 2'
grep -q 'entry 1:1:1: error: .* \[division\]' err || wrong 'expected the place'
grep -q 'entry 2:1:1: error: ' err || wrong 'expected the second place'
printf 'nonsense\n1 div 0\n' >in
enters 3 <in

# One fault is one message.
printf '1e400\n2 + 1e400\n$\n' >in
enters 3 <in
[ "$(grep -c error: err)" = 3 ] || wrong 'expected three messages'
grep -q 'greater than any real' err || wrong 'expected the reason'

# Some editors begin a text with a mark of UTF-8.
printf '\357\273\2771 + 1\n' >in
enters 0 <in
prints 2
printf '\357\273\277:type 1\n' >in
enters 0 <in
prints integer
printf '\357\273\277proc p; begin writeln(7) end;\n' >marked.star
printf ':load marked.star\np\n:save saved.star\n' >in
enters 0 <in
gives 0 run saved.star
prints 7

# Entries end where they are whole, also the last.
printf 'proc p;\nbegin\n  writeln(1)\nend;\np' >in
enters 0 <in
prints 1
printf 'begin' >in
enters 3 <in

# A program's input is the lines behind the one that runs it.
printf 'var n: integer; readln(n)\n34 rest\nn + 1\n' >in
enters 0 <in
prints 35

# Cells have 16-bit numbers; more redeclarations than that leave the session as
# good as new, also a procedure that knows the first variable.
{
    printf 'var x: integer; x := 1\nprocedure old; begin write(x) end\n'
    yes 'var x: integer; Y: slice(9); x := 2; SET(Y)' | head -n 40000
    echo 'old; writeln(x, Y)'
} >in
enters 0 <in
prints 12111111111

# An entry that does not fit is refused at its place, nothing is lost, and names
# that are declared anew make room.
awk 'function names(k, n) {
    printf "v%d", k
    for (n = 1; n < 1000; n++)
        printf ", v%d_%d", k, n
}
BEGIN {
    for (k = 0; k < 33; k++) {
        printf "var "
        names(k)
        printf ": integer; v%d := %d\n", k, k
    }
    print "v0 + v31"
    printf "type t = ("
    names(1)
    print ")"
    print "var v32: array [t] of real; v32[v1] := 0; v0 + v31 + ord(v1_2)"
}' </dev/null >in
enters 3 <in
[ "$(cat out)" = '31
33' ] || wrong 'expected the variables that were there'
grep -q '^entry 33:1:6787: error: this program has too many variables' err ||
    wrong 'expected the place of v32_766'
grep -q 'hint: a session keeps what can be named or is used' err ||
    wrong 'expected the hint'

# A program or procedure with a mistake is one entry up to its end: one message,
# the same as from a file.
awk '/^```star$/ { on = 1; next } /^```/ { on = 0 } on' "$top/README.md" |
    sed 's/or front;/or front/' >levels.star
gives 3 check levels.star
grep -c error: err >errors
[ "$(cat errors)" = 1 ] || wrong 'expected one error in the file'
sed 's/^levels.star:/entry 1:/' err >expected
{
    cat levels.star
    echo 'writeln(7)'
} >in
enters 3 <in
[ "$(cat out)" = 7 ] || wrong 'expected 7'
diff expected err || wrong 'expected the message of the file'

# Limits hold for each entry, and may be changed.
enters 4 --max-steps 100 <<'END'
while true do 
;
1 + 1
:limit steps 1000
:limit
END
shows 2
shows 'steps 1000'
printf ':limit time 0.05\nwhile true do;\n7\n' >in
enters 4 <in
prints_last=$(tail -n 1 out)
[ "$prints_last" = 7 ] || wrong 'expected 7 after the limit'
printf ':limit steps x\n' >in
enters 2 <in
printf ':limit steps 9\n:limit steps 0\n:limit\n' >in
enters 0 <in
shows 'steps: no limit'
printf ':limit time 7\n:limit time 1e-9\n:limit time -1\n:limit\n' >in
enters 2 <in
shows 'time 7'
printf ':limit moon 0\n' >in
enters 2 <in
grep -q "a limit is steps, memory or time, not 'moon'" err ||
    wrong 'expected the names'
printf ':limit steps many\n' >in
enters 2 <in
grep -q ":limit steps takes N, or 0 for no limit, not 'many'" err ||
    wrong 'expected what it takes'
printf ':limit st 7\n:limit st\n:limit m 2K\n:limit mem\n' >in
enters 0 <in
prints 'steps 7
memory 2048'
enters 5 </
grep -q 'standard input: Is a directory' err || wrong 'expected the reason'

# Commands.
cat >unit.star <<'END'
proc hello;
begin
  writeln('hello')
end;
END
enters 0 <<'END'
:load unit.star
hello
:type 1 + 0.5
:doc hello
:q
writeln('not reached')
END
prints 'hello
real
proc hello'
# A file's own files lie beside it, as with run.
mkdir folder
printf '101\n' >folder/in.txt
cat >folder/reads.star <<'END'
program reads;
var T: table;
begin
  load(T, 'in.txt', adjacency);
  save(T, 'out.txt', text);
  write(T)
end.
END
printf ":load folder/reads.star\nload(T, 'folder/in.txt', adjacency)\n" >in
enters 0 <in
prints 101
[ -f folder/out.txt ] || wrong 'expected a file'
printf "var T: table; load(T, 'in.txt', adjacency)\n" >in
enters 5 <in

# Words without a colon, unless they are declared.
printf '?\n' >in
enters 0 <in
shows ':help [NAME]'
printf 'help STEP;\n?reload\nHelp breadth search\n' >in
enters 0 <in
shows 'clears that 1'
shows ':reload'
shows 'LEVELS, unit graph'
# What is no name of the language may be an option of the command.
printf 'help --plot\nhelp profile;\n' >in
enters 0 <in
shows '  --plot NAME=FILE.svg'
shows '  --profile'
printf 'help plott\n' >in
enters 2 <in
says "did you mean 'plot'?"
printf 'var print: integer;\nhelp print\n' >in
enters 0 <in
prints 'variable print: integer'
for word in quit 'exit;' ' Quit ' 'var help: integer; quit := 1'; do
    printf '%s\nwriteln(7)\n' "$word" >in
    case $word in
    var*) enters 3 <in ;;
    *)
        enters 0 <in
        prints ''
        ;;
    esac
done
printf 'var quit, exit, help: integer; quit := 1; help := 2; exit := 3\n%s\n' \
    'quit
exit
help' >in
enters 0 <in
prints '1
3
2'

# An editor.
VISUAL=
EDITOR='sed -i s/1/4/'
export VISUAL EDITOR
printf 'writeln(1)\n:edit\n:edit\n' >in
enters 0 <in
prints '1
4
4'
echo 'writeln(1, 2)' >edited.star
printf ':edit edited.star\n:reload\n' >in
enters 0 <in
prints '42
42'
printf 'write(1)\n:edit\n' >in
EDITOR='truncate -s 0'
enters 0 <in
prints 1
EDITOR=false
enters 2 <in
grep -q 'the editor has failed, status 1' err || wrong 'expected the status'
TMPDIR=/nowhere enters 2 <in
grep -q '/nowhere/star-.*No such file' err || wrong 'expected the reason'
enters 2 --safe <in
grep -q 'with --safe no file is opened' err || wrong 'expected a refusal'

# A file is read anew each time.
command='star repl'
: >out
{
    printf ':load unit.star\nhello\n'
    until grep -q hello out; do sleep 0.1; done
    echo "proc hello; begin writeln('anew') end;" >unit.star
    printf ':reload\nhello\n'
} | "$star" repl >out 2>err
prints 'hello
anew'
printf ':reload\n' >in
enters 2 <in

# One that has not changed draws its warnings once.
printf 'proc p; var a: integer; begin end;\n' >warns.star
printf ':load warns.star\n:reload\n:load hello.star\n:load warns.star\n' >in
echo 'writeln(1)' >hello.star
enters 0 <in
[ "$(grep -c 'never used' err)" = 2 ] || wrong 'expected two warnings'
printf ':load nosuch.star\n' >in
enters 5 <in
grep -q 'cannot open nosuch.star' err || wrong 'expected the name'
printf ':hlep\n' >in
enters 2 <in
grep -q "did you mean ':help'" err || wrong 'expected help'
printf ':l x\n' >in
enters 2 <in
grep -q "':l' may be :load, :limit" err || wrong 'expected both names'
printf ':type\n' >in
enters 2 <in
printf ':quit now\n' >in
enters 2 <in
printf ':help\n' >in
enters 0 <in
for name in help doc type vars load reload edit save time count dis device limit mode plot quit; do
    shows ":$name"
done
printf ':help :load\n:help STEP\n:doc writeln\n' >in
enters 0 <in
shows ':load FILE'
shows 'clears that 1'
printf ':device\n:doc MATCH\n:help device\n' >in
enters 0 <in
shows cpu
shows 'In the unit basic.'
shows ':device'
printf 'proc w-1; begin end;\n:doc W-1\n:dis w-1\n:doc begin\n' >in
enters 0 <in
shows 'proc w-1'
shows 'procedure w-1:'
shows 'begin statement; ...'
printf ':doc nosuchname\n' >in
enters 2 <in
printf ':type nosuch\n' >in
enters 3 <in
printf 'type t = (a, b); var x: t; y: array [1..2] of integer;\n:vars\n:doc x\n:doc t\n' >in
enters 0 <in
prints 'x: t = ?
y: array [1..2] of integer = (?, ?)
variable x: t
type t = (a, b)'

# A profile counts the operations of a loop unfused, also where it is fused.
cat >count <<'END'
var X, Y: slice(1000); i, n: integer;
proc odd_ones; begin n := 0; Y := X; while SOME(Y) do begin i := STEP(Y); X(i) := 0 end end;
SET(X)
:count odd_ones
END
"$star" repl <count >out 2>err || :
shows 'steps: 6005, operations on slices: 3002, bits moved:'
printf ':time 1 +\n 1\n' >in
enters 0 <in
grep -Eq '^[0-9.]+ (us|ms|s)$' out || wrong 'expected a time'
printf 'proc p; begin writeln end;\n:dis p\n1 + 1\n:dis\n:dis q\n' >in
enters 2 <in
shows 'procedure p'
shows HALT

# Lines of blanks are none; a value may need what its calls dispose of.
cat >in <<'END'
type link = ^node; node = record s: slice(3); i: integer end
   
var q: link
function gone: integer; begin dispose(q); gone := 1 end
function sum(s: slice; i: integer): integer; begin sum := NUMB(s) + i end
new(q); q^.s := '111'
sum(q^.s, gone)
END
enters 0 <in
prints 4

# A colon alone is a question; what fails takes no time.
printf ':\n:time nonsense\n' >in
enters 3 <in
shows ':help [NAME]'
grep -Eq '^[0-9.]+ (us|ms|s)$' out && wrong 'expected no time'

# A session that is a program: declarations, then statements.
cat >in <<'END'
const k = 3 // three
var i: integer; X: slice(k); // and
{ from } i := k { on }
proc show; begin writeln('i is ', i:1) end;
label 1; begin 1: i := i + 1; if i < 5 then goto 1 end
i := zzz
uses paths
program more; uses trees; var z: integer; begin z := 7; writeln(z:1) end.
show; SET(X); X // all
var n: integer; readln(n); n * 2 { twice }
21
:save saved.star
END
enters 3 <in
echo 21 >input
command='star run saved.star <input'
"$star" run saved.star <input >out 2>err || wrong 'expected status 0'
[ "$(cat out)" = "7
i is 5
111
42" ] || wrong 'expected the same'

# What a session has declared need not be used in the program.
cat >in <<'END'
var n: integer; unused: slice(3); k: integer; const c = 1; type t = (a, b);
k := 7
proc p(q: integer); begin writeln(k) end;
function f: integer; begin f := 1 end;
:save saved.star
END
enters 0 <in
gives 0 run saved.star
prints ''
gives 0 check saved.star
prints ''

# Entries that no program can have are saved as they were entered: a name that
# is declared anew, a size that depends on statements, a failed entry, a loaded
# program, and an entry that reads.
cat >loaded.star <<'END'
program loaded(output); { uses nothing; }
uses paths; { a comment; } var z: integer;
begin z := 7; writeln('loaded ', z:1) end. { the end }
END
cat >in <<'END'
var n: integer; X: slice(4); // and
n := 5; SET(X)
X; // all
proc show; begin writeln('old ', n) end;
proc both; begin show end;
proc show; begin writeln('new ', n:1) end;
both
n := n div 0
var Y: slice(n);
type c = (red, green); var k: c; k := green
k
var n: string; n := 'begin // {'
n + '';
var m: integer; m := 5; m * 2 { twice }
:load loaded.star
uses trees
begin writeln(LENGTH(Y):1); writeln('end') end.
var j: integer; readln(j); j
34 > rest
:save saved.star
END
enters 1 <in
head -n 1 saved.star >first
[ "$(cat first)" = "star session, no program: entry 6 declares 'show', \
which meant something already" ] || wrong 'expected a reason'
cp out before
gives 1 run --session saved.star
cmp -s out before || wrong 'expected the same output'
printf ':load saved.star\n:save again.star\n' >in
enters 1 <in
cmp -s out before || wrong 'expected the same output'
cmp -s saved.star again.star || wrong 'expected the same session'
printf ':save /dev/null/x\n' >in
enters 5 <in

# Stopped, it stops at the same step.
gives_session() {
    command="star repl $*"
    "$star" repl "$@" <in >out 2>err || :
}
cat >in <<'END'
var n: integer; T: table(2, 3); s: string
n := 1; ROW(2, T) := '101'; s := 'it''s'; while true do n := n + 1
:save saved.star
n
END
gives_session --max-steps 1000
n=$(cat out)
grep -q '^! stopped after 1000 steps$' saved.star || wrong 'expected the steps'
printf ":load saved.star\nwriteln(n:1, ROW(2, T), s)\n" >in
enters 4 <in
[ "$(cat out)" = "${n}101it's" ] || wrong 'expected the same values'
gives 4 run --session saved.star

# A file that is no session, and one that is none from some line on.
echo 'program p; begin end.' >none.star
gives 2 run --session none.star
says 'none.star is no session that :save wrote'
gives 2 run --session saved.star none.star
says 'a session takes no files'
gives 2 run --session --strict saved.star
printf 'star session\n: entry 1\n> 7\nwhat\n: entry 2\n> 8\n' >broken.star
gives 2 run --session broken.star
[ "$(cat out)" = 7 ] || wrong 'expected 7'
grep -q 'a line is none of a session behind 1 entries' err ||
    wrong 'expected a reason'
printf "program p(f); var f: text; begin end.\n:save saved.star\n" >in
enters 0 <in
grep -q 'program with files of the command line' saved.star ||
    wrong 'expected a reason'
echo ':save saved.star' >in
enters 2 --safe <in

# --safe: prompt. Strangers' entries have the limits they were given, and reach no file.
printf ':limit steps 0\n:limit time 0\n:limit memory 0\n:limit\n' >in
enters 2 --safe <in
[ "$(grep -c 'with --safe the limits stay' err)" = 3 ] ||
    wrong 'expected three refusals'
shows 'time 60'
printf ':load unit.star\n' >in
enters 2 --safe <in
grep -q 'with --safe no file is opened' err || wrong 'expected a refusal'
printf 'var t: text;\nvar T: table;\nload(T, '"'unit.star'"')\n' >in
enters 5 --safe <in

# A line of a megabyte, and bytes that are no characters.
awk 'BEGIN { printf "1 +"; for (i = 0; i < 1000000; i++) printf " "; print 2 }' >in
enters 0 <in
prints 3
printf "'\\\\377' = 'x'\n'a\\000b'\n3\n" >in
enters 3 <in
[ "$(tail -n 1 out)" = 3 ] || wrong 'expected 3'

# A session may use the whole library, in whatever order.
cat >in <<'END'
uses matchain, arcs, branchings, closure, graph, maxplus, paths, pipeline, search, trees
uses trees, search, pipeline, paths, maxplus, graph, closure, branchings, arcs, matchain
END
enters 0 <in
tac in >ni
enters 0 <ni

# Ctrl-C ends a session on a pipe, in a run and between entries.
printf 'while true do;\nwriteln(1)\n' >in
for seconds in 1 5 20; do
    found=0
    timeout -s INT --preserve-status $seconds "$star" repl <in >out 2>err ||
        found=$?
    [ "$found" = 130 ] || wrong "expected status 130, found $found"
    [ ! -s err ] || break
done
says interrupted
mkfifo lines
sleep 60 >lines &
found=0
timeout -s INT --preserve-status 1 "$star" repl <lines >out 2>err || found=$?
kill $!
[ "$found" = 130 ] || wrong "expected status 130, found $found"

# A long sum is looked through once.
awk 'BEGIN { printf "1"; for (i = 1; i < 300000; i++) printf "+1"; print "" }' >in
enters 0 <in
prints 300000

# A long entry is not read again at each line.
{
    echo 'program long; var n: integer; begin n := 0;'
    awk 'BEGIN { for (i = 0; i < 20000; i++) print "n := n + (1);" }'
    printf '%s\n' 'writeln(n)' 'end.' 2
} >in
enters 0 <in
prints '20000
2'
finish

#!/bin/sh
# SPDX-License-Identifier: MIT
# For programs of strangers: what SECURITY.md guarantees.
set -eu
. "$(dirname "$0")/common"

mkdir folder
cat >folder/files.star <<'END'
program files;
uses more;
var T: table(1, 3); U: table;
begin
  ROW(1, T) := '101';
  save(T, name, text);
  load(U, name, adjacency);
  write(U)
end.
END

# files NAME: the program that saves and loads this file.
files() {
    printf "const name = '%s';\nproc p; begin end;\n" "$1" >folder/more.star
}

# --safe: writing. A file that is written must be named.
files m.txt
gives 5 run --safe folder/files.star
says 'files.star:6:3: error: the program may not write folder/m.txt [not-allowed]'
gives 5 run --safe folder/files.star m.txt folder/m
says not-allowed
[ ! -e folder/m.txt ] || wrong 'expected no file'
for name in folder/m.txt ./folder/../folder/m.txt "$PWD/folder/m.txt"; do
    gives 0 run --safe folder/files.star other "$name"
    prints 101
done
files ../m.txt
gives 5 run --safe folder/files.star folder/m.txt
says not-allowed
gives 0 run --safe folder/files.star m.txt
prints 101
files "$PWD/m.txt"
gives 5 run --safe folder/files.star
says not-allowed
gives 0 run --safe folder/files.star m.txt
prints 101
gives 0 run folder/files.star
prints 101
gives 2 run folder/files.star m.txt
says 'm.txt'

# Call names files itself.
cat >unit.star <<'END'
proc copy(T: table; var U: table; name: string);
var V: table;
begin
  load(V, name, adjacency);
  if LENGTH(T) = 1 then
    U := V
end;
END
gives 0 call --safe unit.star copy T=@m.txt name=m.txt --print U
prints 101
gives 0 call --safe unit.star copy T=@folder/m.txt name=m.txt --out U=m.txt
gives 0 call --safe unit.star copy T=@folder/m.txt name=m.txt --print U
prints 101
gives 5 call --safe unit.star copy T=@folder/m.txt name=folder/../m.txt
says 'the name is absolute or has a .. in it [not-allowed]'
rm m.txt

# --help says what may be opened, as these tests have it.
gives 0 help run
tr -s ' \n' ' ' <out | grep -qF \
    "may write only files that are named here, 64 MiB to them all together, and \
read these and regular ones beneath the program's folder" ||
    wrong 'expected what --safe lets a program open'

# --safe: reading. A file that is read and not named is a regular one beneath
# the program, to which no symbolic link leads, whatever the way to the program
# itself is.
cat >folder/read.star <<'END'
program reads;
var T: table; name: string;
begin
  read(name);
  load(T, name, adjacency);
  write(T)
end.
END
# reads STATUS NAME ARG...: the program reads this file.
reads() {
    wanted=$1
    name=$2
    shift 2
    command="star run --safe $program $*, reading $name"
    found=0
    printf %s "$name" | "$star" run --safe "$program" "$@" >out 2>err ||
        found=$?
    [ "$found" = "$wanted" ] || wrong "expected status $wanted, found $found"
}
program=folder/read.star
mkdir -p folder/sub/sub
echo 011 >folder/sub/sub/t.txt
cp folder/sub/sub/t.txt folder/t.txt
cp folder/sub/sub/t.txt out.txt
ln -s t.txt folder/link.txt
ln -s ../out.txt folder/outside.txt
ln -s sub folder/sublink
ln -s . folder/sub/here
ln -s /dev/zero folder/zero.txt
mkfifo folder/pipe.txt
ln -s folder byname
for program in folder/read.star byname/read.star "$PWD/folder/read.star"; do
    for name in t.txt ./t.txt sub/sub/t.txt sub//./sub/t.txt; do
        reads 0 "$name"
        prints 011
    done
    for name in link.txt outside.txt sublink/sub/t.txt sub/here/sub/t.txt \
        zero.txt; do
        reads 5 "$name"
        says "$name: a symbolic link leads to it [not-allowed]"
    done
    for name in ../out.txt sub/../t.txt .. "$PWD/folder/t.txt" /dev/zero; do
        reads 5 "$name"
        says 'the name is absolute or has a .. in it [not-allowed]'
    done
    for name in pipe.txt sub . sub/sub; do
        reads 5 "$name"
        says 'it is no regular file [not-allowed]'
    done
    for name in none.txt sub/none.txt t.txt/none; do
        reads 5 "$name"
        says '[cannot-open]'
    done
    # Named files are the user's choice.
    reads 0 link.txt folder/link.txt
    reads 0 outside.txt byname/outside.txt
    reads 0 ../out.txt out.txt
    reads 0 "$PWD/out.txt" ./out.txt
done
cp folder/read.star .
program=read.star
reads 0 folder/t.txt
reads 0 out.txt
reads 5 byname/t.txt
reads 0 byname/t.txt byname/t.txt
echo 01 | "$star" call --safe unit.star copy T=@/dev/stdin name=out.txt \
    --print U >out 2>err || wrong 'expected no error'

# --safe: units, which are such files.
cat >folder/uses.star <<'END'
program uses_it;
uses it;
begin
  writeln(k)
end.
END
rm -rf folder/it.star
echo 'const k = 7; proc p; begin end;' >folder/unit_of_it.star
gives 3 run --safe folder/uses.star
says "there is no unit 'it' [no-unit]"
cp folder/unit_of_it.star folder/it.star
gives 0 run --safe folder/uses.star
prints 7
gives 0 run --safe byname/uses.star
prints 7
ln -sf unit_of_it.star folder/it.star
gives 0 run folder/uses.star
prints 7
gives 0 run --safe folder/uses.star folder/it.star
prints 7
echo 'this is not to be seen' >secret
ln -sf ../secret folder/it.star
for what in run check; do
    gives 3 $what --safe folder/uses.star
    says 'the program may not open folder/it.star: a symbolic link leads to it'
done
echo 'uses it;' | "$star" repl --safe >out 2>err || :
command='star repl --safe'
grep -qF 'not to be seen' out err && wrong 'expected nothing of a file'
for file in /dev/zero /dev/null; do
    ln -sf "$file" folder/it.star
    gives 3 run --safe folder/uses.star
    says 'a symbolic link leads to it [no-unit]'
done
rm folder/it.star
mkfifo folder/it.star
gives 3 run --safe folder/uses.star
says 'it is no regular file [no-unit]'
# One that a program has in place of the library's is no reason to take that.
sed -i 's/uses it/uses basic/' folder/uses.star
mv folder/it.star folder/basic.star
gives 3 run --safe folder/uses.star
says "the unit 'basic' cannot be used: "

# Texts are charged before they are read.
cat >zero.star <<'END'
program zero;
uses endless;
begin
end.
END
ln -s /dev/zero endless.star
for file in zero.star endless.star; do
    command="star run --max-memory 8M $file"
    found=0
    (
        ulimit -v 400000
        # Sanitizers want more addresses than that.
        "$star" --version >out 2>&1 || { : >err; exit 4; }
        "$star" run --threads 1 --max-memory 8M $file >out 2>err
    ) || found=$?
    [ $found = 4 ] || wrong "expected status 4, found $found"
    [ ! -s err ] || says '[memory-limit]'
done

# --safe: terminal. Control characters of ASCII and UTF-8; the rest of UTF-8 is as it is.
cat >control.star <<'END'
program control;
var T: table;
begin
  writeln('a', chr(9), 'b', chr(27), '[2J', chr(127), chr(13));
  write(chr(194));
  writeln(chr(155), 'ä', chr(0));
  load(T, chr(27) + '[2J', adjacency)
end.
END
gives 5 run --safe control.star
[ "$(cat out)" = "$(printf 'a\tb\\x1b[2J\\x7f\\x0d\n\302\\x9bä\\x00')" ] ||
    wrong 'expected escapes'
grep -qF 'cannot open \x1b[2J' err || wrong 'expected an escape in the message'
gives 5 run control.star
grep -q "$(printf '\033')" out || wrong 'expected the character itself'
printf 'proc p(var s: string); begin s := chr(27) end;' >escape.star
gives 0 call --safe escape.star p --print s
prints '\x1b'

# clean FILE: nothing in it controls a terminal: no control characters, no
# bytes that are no UTF-8 and might be such, no marks of direction. A character
# that was cut short stands before a backslash.
clean() {
    if LC_ALL=C grep -qE "$(printf '[\001-\010\013-\037\177]')" "$1" ||
        LC_ALL=C grep -qE "$(printf '\302[\200-\237]')" "$1" ||
        LC_ALL=C grep -qE "$(printf '(^|[\001-\177])[\200-\277]')" "$1" ||
        LC_ALL=C grep -qE "$(printf '\342\200[\216\217\250-\256]')" "$1" ||
        LC_ALL=C grep -qE "$(printf '\342\201[\246-\251]')" "$1" ||
        LC_ALL=C grep -qE "$(printf '\330\234|[\300\301\365-\377]')" "$1" ||
        LC_ALL=C grep -qE \
            "$(printf '\340[\200-\237]|\355[\240-\277]|\360[\200-\217]')" "$1"
    then
        wrong "expected no control characters in $1"
    fi
}

printf "program long; var T: table; begin load(T, 'a%0300d', adjacency) end." 1 >long.star
gives 5 run --safe long.star
says 'File name too long [cannot-open]'

# Bytes that are not to be shown, in all places: text, strings that are written, names
# of files, of the program's and of units, arguments.
for octal in '\033[2J' '\177' '\233' '\302\233' '\340\202\233' '\300\233' \
    '\342\200\256' '\342\201\246' '\342\200\217' '\330\234' '\376' \
    '\360\202\202\233' '\355\240\233' '\367\277'; do
    bad=$(printf "$octal")
    {
        echo 'program strange; var T: table;'
        echo "begin writeln('$bad'); load(T, 'x$bad', adjacency) end."
    } >strange.star
    gives 5 run --safe strange.star
    clean out
    clean err
    for form in full short json; do
        gives 5 run --safe --diagnostics $form strange.star
        clean err
        echo "program strange; var x$bad: integer; begin y := 1 { $bad } end." \
            >wrong.star
        gives 3 run --safe --diagnostics $form wrong.star
        clean err
        cp wrong.star "wrong$bad.star"
        gives 3 check --safe --diagnostics $form "wrong$bad.star"
        clean err
        gives 5 run --safe --diagnostics $form "none$bad.star"
        clean err
    done
    gives 2 run --safe "--x$bad"
    clean err
    gives 0 check strange.star
    gives 0 dis strange.star
    clean out
    {
        echo 'program loop; var T: table(9, 9); i: integer;'
        echo 'begin for i := 1 to 9 do ROW(i, T) := ROW(i, T) end.'
    } >"loop$bad.star"
    gives 0 check --safe --explain-loops "loop$bad.star"
    clean out
    gives 0 run --safe "loop$bad.star"
done
echo "program plain; begin writeln('äöü€𝄞 ～') end." >plain.star
gives 0 run --safe plain.star
prints 'äöü€𝄞 ～'

# --safe: memory, unless there is another bound.
cat >memory.star <<'END'
program memory;
var X: slice(9000000000);
begin
  writeln(LENGTH(X))
end.
END
gives 4 run --safe memory.star
says memory-limit
# The prompt says which.
printf ':limit\n' | "$star" repl --safe >out 2>err
command='star repl --safe, :limit'
prints 'steps 1000000000
memory 1073741824
time 60'
# --safe: output.
cat >output.star <<'END'
program output;
var i: integer; X: slice(65536);
begin
  for i := 1 to 1024 do
    write(X);
  write('!')
end.
END
gives 4 run --safe output.star
[ "$(wc -c <out)" -eq 67108864 ] || wrong 'expected 64 MiB'
gives 0 run --safe --max-output 67108865 output.star
gives 4 run --safe --max-output 1 output.star
# --safe: files.
cat >written.star <<'END'
program written;
var f, g: file of integer; i: integer;
begin
  rewrite(f);
  rewrite(g);
  for i := 1 to 4194304 do
    write(f, i);
  for i := 1 to 4194304 do
    write(g, i);
  write(g, 1)
end.
END
gives 4 run --safe written.star
says 'written.star:10:9: error: the program may write no more than 67108864 bytes to its files [output-limit]'
# --safe: depth.
cat >deep.star <<'END'
program deep;
procedure p(n: integer);
begin
  if n > 1 then p(n - 1)
end;
var n: integer;
begin
  read(n);
  p(n)
end.
END
echo 10000 >out
"$star" run --safe deep.star <out >err 2>&1 || wrong 'expected 10,000 calls'
found=0
echo 10001 | "$star" run --safe deep.star >out 2>err || found=$?
[ $found = 4 ] || wrong "expected status 4, found $found"
says 'calls are nested more than 10000 deep'
# --safe: steps.
cat >steps.star <<'END'
program steps;
var i, n: integer; X: slice(330000000);
begin
  for n := 1 to 2 do
    for i := 1 to LENGTH(X) do
      X(i) := 1
end.
END
gives 4 run --safe steps.star
says 'no more than 1000000000 steps'
gives 0 run --safe --max-steps 2000000000 steps.star

# --safe: code. Without --safe there is some, where this build has it.
cat >warm.star <<'END'
program warm;
procedure P;
var i, k: integer;
begin
  k := 0;
  for i := 1 to 100000 do k := k + i mod 3;
  writeln('warm');
  readln(i);
  writeln(k + i)
end;
begin
  P
end.
END
# code COMMAND ARG...: whether the program, when it is warm, has machine code.
code() {
    mkfifo answer
    "$star" "$@" <answer >out 2>err &
    exec 9>answer
    for _ in $(seq 100); do
        ! grep -q warm out || break
        sleep 0.1
    done
    if grep -q '/memfd:star' /proc/$!/maps; then has=yes; else has=no; fi
    echo 7 >&9
    exec 9>&-
    wait $! || wrong 'expected no error'
    prints 'warm
100007'
    rm answer
    echo "$has" >has
}
if [ -r /proc/self/maps ]; then
    code run --safe warm.star
    [ "$(cat has)" = no ] || wrong 'expected no machine code'
    if "$star" devices | grep -q '^machine code by stencils: x86-64'; then
        for how in 'run warm.star' 'call warm.star P'; do
            # shellcheck disable=SC2086
            code $how
            [ "$(cat has)" = yes ] || wrong 'expected machine code'
        done
    fi
fi

# --safe: private. The user's folders are as they were, and what they hold is not
# used.
mkdir -p user/.local/state/star user/.cache/star
echo "'secret'" >user/.local/state/star/history
find user >before
echo "'other'" | HOME=$PWD/user XDG_STATE_HOME='' XDG_CACHE_HOME='' \
    "$star" repl --safe --device auto >out 2>err || wrong 'expected no error'
HOME=$PWD/user "$star" run --safe --device auto "$top/examples/sieve.star" \
    >out 2>err || wrong 'expected no error'
find user | cmp before - || wrong 'expected no file'
finish

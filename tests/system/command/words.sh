#!/bin/sh
# SPDX-License-Identifier: MIT
# Ways to say what the command shall do: -h and help, -e, a pipe, a line `#!`;
# and how what it says looks: colours, lines.
set -eu
. "$(dirname "$0")/common"

# Help, in lines of 80 columns.
gives 0 --help
cp out help
gives 0 -h
cmp -s help out || wrong 'expected what --help says'
gives 0 help
cmp -s help out || wrong 'expected what --help says'
for name in $(sed -n '/^commands:/,/^$/s/^  \([a-z][a-z]*\).*/\1/p' help); do
    gives 0 "$name" --help
    cp out of_command
    cat out >>help
    gives 0 "$name" -h
    cmp -s of_command out || wrong 'expected what --help says'
    gives 0 help "$name"
    cmp -s of_command out || wrong 'expected what --help says'
done
! awk 'length > 80' help | grep . || wrong 'expected 80 columns'
grep -q '[^ ] \\$' help || wrong 'expected a command line of two lines'
gives 2 help rnu
says "there is no command 'rnu': did you mean 'run'?"
gives 2 run -h=2
says "there is no option '-h=2'"
gives 2 -hh
says "there is no option '-hh'"

# The words of --eval are entered; programs read standard input.
gives 0 -e 'var X: slice(4); SET(X); X(2) := 0; NUMB(X)'
prints 3
gives 0 repl --eval='1 + 2'
prints 3
gives 0 -e 'proc p;
begin
  writeln(7)
end;
p
:type 1.5'
prints '7
real'
gives 0 -e 'program p; begin writeln(8) end.'
prints 8
gives 0 -e ''
prints ''
gives 1 -e '1 div 0
2'
[ "$(cat out)" = 2 ] || wrong 'expected 2'
grep -q 'entry 1:1:1: error: .* \[division\]' err || wrong 'expected the place'
gives 3 -e 'begin'
says "error:"
gives 4 -e 'while true do;' --max-steps 10
says '[step-limit]'
gives 2 -e
says '--eval needs a value: --eval TEXT'
gives 2 check -e 1
says 'there is no option --eval here'
command='star -e TEXT <input'
printf '34\n' >input
"$star" -e 'var n: integer; readln(n); n + 1' <input >out 2>err || wrong 'fails'
prints 35

# Without a command and a terminal, lines are entries.
command='star <input'
printf '1 + 1\nprogram p; begin writeln(8) end.\n' >input
"$star" <input >out 2>err || wrong 'fails'
prints '2
8'
gives 0
prints ''
gives 2 --strict
says 'star repl: there is no option --strict here'

# A program that the shell starts, with its words.
PATH=$(dirname "$star"):$PATH
export PATH
printf '#!/usr/bin/env star\nprogram p(f); var f: text; s: string;\n%s\n' \
    'begin reset(f); readln(f, s); writeln(s); writeln(x) end.' >wrong.star
gives 3 run wrong.star
says 'wrong.star:3:51: error:'
sed 's/; writeln(x)//' wrong.star >prog.star
chmod +x prog.star
command='./prog.star words'
echo of a file >words
./prog.star words >out 2>err || wrong 'fails'
prints 'of a file'
printf '#!/usr/bin/env star\nprogram p; begin end.' >strict.star
gives 0 check --strict strict.star
printf 'program p;\n#! no\nbegin end.' >later.star
gives 3 check later.star

# Colours where they are asked for.
esc=$(printf '\033')
# coloured STATUS OPTION...: the message has colours.
coloured() {
    gives "$@"
    grep -q "$esc" err || wrong 'expected colour'
}
coloured 3 check wrong.star --color always
command='NO_COLOR=1 star check wrong.star --color=always'
NO_COLOR=1 "$star" check wrong.star --color=always >out 2>err || :
grep -q "$esc" err || wrong 'expected colour'
coloured 3 -e x --color always
# --safe: colour.
for option in '--color never' '--color auto' '--safe --color always'; do
    # shellcheck disable=SC2086
    gives 3 check wrong.star $option
    ! grep -q "$esc" err || wrong 'expected no colour'
done
gives 2 run wrong.star --color blue
says "--color 'blue': expected auto|always|never"
if script -qc true /dev/null >/dev/null 2>&1; then
    command='star check --color never on a terminal'
    TERM=xterm NO_COLOR='' \
        script -qc "'$star' check wrong.star --color never" err >/dev/null
    ! grep -q "$esc" err || wrong 'expected no colour'
fi

# --watch runs a program again when it has changed, or a unit of it.
watching='star run --watch main.star'
echo 'proc SAY; begin writeln(1 + 1) end;' >said.star
echo 'program main; uses said; begin SAY; writel end.' >main.star
"$star" run --watch main.star >watched 2>&1 &
watcher=$!
wait_for "'writel' is not declared"
echo 'program main; uses said; begin SAY; writeln(1 div 0) end.' >new.star
mv new.star main.star
wait_for '^2$'
wait_for '\[division\]'
echo 'proc SAY; begin writeln(3) end;' >said.star
wait_for '^3$'
[ "$(grep -c '^---- main.star$' watched)" = 3 ] || wrong 'expected three runs'
kill $watcher
wait $watcher || :
command='star run --watch endless.star'
echo 'program endless; begin writeln(4); while true do end.' >endless.star
found=0
timeout -s INT --preserve-status 1 "$star" run --watch endless.star \
    >out 2>err || found=$?
[ $found = 130 ] || wrong "expected status 130, found $found"
gives 2 run --watch -
says '--watch needs a file, not standard input'
gives 2 run --watch --session prog.star
says 'either --session or --watch'
gives 2 check --watch prog.star
says 'there is no option --watch here'
finish

#!/bin/sh
# SPDX-License-Identifier: MIT
# How messages look: --diagnostics, colour, and what is not shown.
set -eu
. "$(dirname "$0")/common"

printf 'program p;\nvar count: integer;\nbegin cuont := 1 end.\n' >typo.star
printf 'program p;\nvar X: slice(4); i: integer;\nbegin i := 5; writeln(X(i)) end.\n' \
    >index.star

gives 3 check typo.star
says "typo.star:3:7: error: 'cuont' is not declared [undeclared]"
says '     3 | begin cuont := 1 end.'
says "did you mean 'count'?"
printf 'program p; begin writeln(far1); writeln(far2) end.' >far.star
gives 3 check far.star
! grep -q 'did you mean' err || wrong 'expected no undeclared name suggested'
# A width is no name of a parameter.
printf 'program w;\nuses text;\nvar i: integer; s: string;\nbegin\n  STR(i:5, s)\nend.\n' >width.star
gives 3 run width.star
says 'a field width stands only in write and writeln'
! grep -q hint err || wrong 'expected no hint'
gives 3 check typo.star --diagnostics short
[ "$(cat err)" = "typo.star:3:7: error: 'cuont' is not declared [undeclared]" ] ||
    wrong 'expected one line'
gives 3 check typo.star --diagnostics json
[ "$(wc -l <err)" = 1 ] || wrong 'expected one line'
says '"line": 3, "column": 7, "end_line": 3, "end_column": 12'
says '"code": "undeclared"'
says '"suggestion": "count"'
gives 1 run index.star --diagnostics json
says '"expected": "1..4", "found": "5"'
says '"labels": [{"file": "index.star", "line": 2,'
gives 5 run missing.star --diagnostics json
says '{"file": null,'
says '"code": "cannot-open"'
for mistake in 'run --max-steps few typo.star' 'run' 'check typo.star more' \
    'call index.star none' 'nothing' 'run --no-such-option'; do
    # The words are meant to be split.
    # shellcheck disable=SC2086
    for form in '--diagnostics json' --diagnostics=json; do
        gives 2 $mistake $form
        [ "$(wc -l <err)" = 1 ] || wrong 'expected one line'
        says '{"file": null,'
        says '"severity": "error", "code": null'
    done
done
gives 2 run typo.star --diagnostics loud
says 'expected full|short|json'

# Colour is for terminals.
esc=$(printf '\033')
gives 3 check typo.star
! grep -q "$esc" err || wrong 'expected no colour'
if script -qc true /dev/null >/dev/null 2>&1; then
    TERM=xterm NO_COLOR='' script -qc "'$star' check typo.star" err >/dev/null
    grep -q "$esc" err || wrong 'expected colour'
    TERM=xterm NO_COLOR=1 script -qc "'$star' check typo.star" err >/dev/null
    ! grep -q "$esc" err || wrong 'expected no colour with NO_COLOR'
    TERM=dumb NO_COLOR='' script -qc "'$star' check typo.star" err >/dev/null
    ! grep -q "$esc" err || wrong 'expected no colour on a dumb terminal'
fi

# Errors come before warnings when not all are shown.
{
    printf 'program p;\nvar '
    for i in 1 2 3 4 5 6 7 8 9 10; do
        printf 'a%s, b%s, c%s, ' $i $i $i
    done
    printf 'z, y, x, w, v, u, t, s, r, q: integer;\nbegin\n'
} >unused.star
cp unused.star wrong.star
echo 'end.' >>unused.star
echo 'lost := 1 end.' >>wrong.star
gives 0 run unused.star
[ "$(grep -c 'warning:' err)" = 30 ] || wrong 'expected 30 warnings'
says 'star: note: and 10 more warnings'
gives 3 run wrong.star
says "wrong.star:4:1: error: 'lost' is not declared"
[ "$(grep -c 'warning:' err)" = 0 ] || wrong 'expected no warning'
finish

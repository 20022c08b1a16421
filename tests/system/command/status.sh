#!/bin/sh
# SPDX-License-Identifier: MIT
# The exit status tells what went wrong.
set -eu
. "$(dirname "$0")/common"

cat >divide.star <<'END'
program divide;
var n: integer;
begin
  n := 0;
  writeln('before');
  writeln(1 div n)
end.
END
gives 1 run divide.star
[ "$(cat out)" = before ] || wrong "expected the output 'before'"

gives 2 nosuchcommand
says nosuchcommand
gives 2 run
says FILE
gives 2 run divide.star --nosuchoption
says nosuchoption
gives 2 chekc divide.star
says check
printf 'proc q; begin end;' >unit.star
gives 2 run unit.star
says unit

printf 'program p; begin writeln(x) end.' >undeclared.star
gives 3 run undeclared.star
says 'undeclared.star:1:26: error:'

cat >deep.star <<'END'
program deep;
proc down(n: integer);
begin
  down(n + 1)
end;
begin
  down(0)
end.
END
gives 4 run deep.star
says 'depth-limit'

cat >large.star <<'END'
program large;
var T: table(2000000, 2000000);
begin
  writeln(SIZE(T))
end.
END
gives 4 run large.star
says 'memory-limit'

# Sanitizers need more memory than this.
(
    ulimit -v 200000
    "$star" --version >/dev/null 2>&1 || exit 0
    truncate -s 300M endless.star
    gives 4 run endless.star
    says 'memory-limit'
    finish
) || failures=$((failures + 1))

# A fault of ours says what to report, and where: by a star whose devices are
# one.
version=$("$star" --version | sed -n 's/^star //p')
command='star devices, a fault'
found=0
"$3" devices >out 2>err || found=$?
[ "$found" = 70 ] || wrong "expected status 70, found $found"
says "note: this is a fault of star $version"
grep -q 'please report it, .* to ..*' err || wrong 'expected where to report it'

gives 5 run missing.star
says missing.star
gives 5 run .
if ! "$star" devices | grep -q 'cuda: [0-9]'; then
    gives 6 run --device cuda divide.star
    says cuda
fi
if [ -e /dev/full ]; then
    command='star run divide.star >/dev/full'
    found=0
    "$star" run divide.star >/dev/full 2>err || found=$?
    [ "$found" = 5 ] || wrong "expected status 5, found $found"
fi
finish

#!/bin/sh
# SPDX-License-Identifier: MIT
# RANDOM: the program of the page of the language makes the same bits.
set -eu
. "$(dirname "$0")/common"

sed -n '/^def philox/,/^```$/p' "$top/docs/reference/language.md" |
    grep -v '^```' >random.py
[ -s random.py ] || wrong 'expected a program in language.md'
cat >>random.py <<'END2'
for i in range(300):
    print(*(component(-9, 0.3, i, j) for j in range(3)), sep='')
END2
cat >random.star <<'END2'
program p;
var T: table(300, 3);
begin
  RANDOM(T, -9, 0.3);
  write(T)
end.
END2
gives 0 run random.star
cp out star.out
if python3 -c '' 2>no_python; then
    python3 random.py >out 2>err || wrong 'expected success of random.py'
    cmp out star.out || wrong 'expected the bits of random.py'
fi

finish

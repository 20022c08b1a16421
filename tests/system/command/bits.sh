#!/bin/sh
# SPDX-License-Identifier: MIT
# Files of bits: what the page of the formats says of them, with numpy where it
# is, and what is damaged.
set -eu
. "$(dirname "$0")/common"

cat >unit.star <<'END2'
proc copy(T: table; var U: table);
begin
  U := T
end;
proc by_columns(T: table; var U: table(LENGTH(T), SIZE(T)));
var j: integer;
begin
  for j := 1 to SIZE(T) do
    COL(j, U) := COL(j, T)
end;
END2
printf '0110\n1011\n0001\n' >T.txt
gives 0 call unit.star copy T=@T.txt --out U=rows.bits
gives 0 call unit.star by_columns T=@T.txt --out U=columns.bits
for name in rows columns; do
    gives 0 call unit.star copy T=@$name.bits --print U
    prints "$(cat T.txt)"
done
[ "$(wc -c <rows.bits) $(wc -c <columns.bits)" = '4128 4136' ] ||
    wrong 'expected 3 and 4 lines'

# An image that is there after loading is the one that is saved.
for name in rows columns; do
    gives 0 call unit.star copy T=@$name.bits --out U=again.bits
    cmp again.bits $name.bits || wrong "expected $name.bits"
done

# The program of the page reads both.
sed -n '/^```python$/,/^```$/p' "$top/docs/reference/formats.md" |
    grep -v '^```' >read.py
[ -s read.py ] || wrong 'expected a program in formats.md'
cat >>read.py <<'END2'
for row in T if by_rows else T.T:
    print(*row, sep='')
END2
if python3 -c 'import numpy' 2>no_numpy; then
    for name in rows columns; do
        cp $name.bits T.bits
        command="python3 read.py of $name.bits"
        python3 read.py >out 2>err || wrong 'expected success'
        prints "$(cat T.txt)"
    done
fi

# A weightless graph, and damage.
printf '010\n001\n100\n' >P.txt
gives 0 call unit.star copy T=@P.txt --out U=P.bits
gives 0 call unit.star copy T=@P.bits:left --print U
prints "$(printf '01\n10\n11')"
printf '0110' >no.bits
gives 5 call unit.star copy T=@no.bits
says 'no.bits: no file of bits: it does not begin with STARbits'
head -c 4112 rows.bits >cut.bits
gives 5 call unit.star copy T=@cut.bits
says 'cut.bits: the file ends too early'
(head -c 4096 rows.bits; printf '\1'; tail -c +4098 rows.bits) >wrong.bits
gives 5 call unit.star copy T=@wrong.bits
says 'wrong.bits: block 1 of 1 is damaged: its checksum is wrong'

finish

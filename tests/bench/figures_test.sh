#!/bin/sh
# SPDX-License-Identifier: MIT
# figures_test.sh TOP: figures.sh with a page, a commit and a star-bench of its own.
set -eu
figures=$1/tests/bench/figures.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/docs/measurements" "$work/runtime"
cd "$work"
commit() {
    git add docs runtime
    git -c user.name=test -c user.email=test commit -qm "$1"
}
page=docs/measurements/page.md
cat >$page <<'PAGE'
# Page

```text
one: a table
a  1.00 ms

another table of it
```

Text behind it.

```text
two: a table
b  2.00 ms
```
PAGE
cat >bench <<'BENCH'
#!/bin/sh
echo "$1: a table"
echo "c  3.00 ms"
echo "d  4.00 ms"
echo
echo "more"
BENCH
chmod +x bench
echo one >runtime/a.c
git init -q .
commit one

# Only the table that is named changes; the second run has the same result.
for run in 1 2; do
    sh "$figures" "$work" "$work/bench" one >out
    {
        printf '# Page\n\n```text\none: a table\nc  3.00 ms\nd  4.00 ms\n\n'
        printf 'another table of it\n```\n\nMEASURED\n\nText behind it.\n\n'
        printf '```text\ntwo: a table\nb  2.00 ms\n```\n'
    } >expected
    sed "s/^Measured [0-9]* [A-Z][a-z]* [0-9]*, commit $(git rev-parse --short HEAD), .*[^.]\.\$/MEASURED/" \
        $page | diff expected -
done
commit two
sh "$figures" "$work" "$work/bench" two >out
! grep -q 'The code has changed' $page
commit three
echo two >runtime/a.c
sh "$figures" "$work" "$work/bench" two >out
grep -q 'commit [0-9a-f]* and changes, ' $page
commit four
sh "$figures" "$work" "$work/bench" two >out
[ "$(grep -c '^Measured .*\. The code has changed since\.$' $page)" = 1 ]
sh "$figures" "$work" "$work/bench" >out
grep -qx 'figures: two' out
! grep -q 'The code has changed' $page
[ "$(grep -c '^Measured ' $page)" = 2 ]
! sh "$figures" "$work" "$work/bench" three >out 2>&1
grep -q 'no page has a table of three' out

# What fails, or lacks a peer, leaves its table and keeps no other from its own.
sed -i 's/^one: a table/checks: a table/' $page
commit five
cat >bench <<'END'
#!/bin/sh
[ "$1" = two ] || [ "$2" = unchecked ] || exit 2
printf '%s: a table\ne  5.00 ms%s\n' "$1" "${PEER-}"
END
! sh "$figures" "$work" "$work/bench" >out 2>&1
grep -qx 'figures: as they were: checks' out
grep -q '^e  5' $page && grep -q '^c  3' $page
UNCHECKED=unchecked sh "$figures" "$work" "$work/bench" >out 2>&1
[ "$(grep -c '^e  5' $page)" = 2 ]
! PEER='  -' UNCHECKED=unchecked sh "$figures" "$work" "$work/bench" two >out 2>&1
grep -qx 'figures: two: what it is compared with is missing: a - more' out
! grep -q '  -$' $page

# A title alone is no table.
printf '#!/bin/sh\nprintf "%%s: a table\\n\\ne  6.00 ms\\n" "$1"\n' >bench
! sh "$figures" "$work" "$work/bench" two >out 2>&1
grep -qx 'figures: two: no line stands below the title' out
grep -q '^e  5' $page

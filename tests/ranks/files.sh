#!/bin/sh
# SPDX-License-Identifier: MIT
# files.sh STAR FOLDER: files of bits and of text that ranks read and write
# together are those of one process, whole or not at all; and so are the messages
# of bad ones.
set -eu
star=$1
folder=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir apart

fail() {
    echo "$*"
    exit 1
}

options=
argument=
# runs COMMAND PROGRAM: what it prints and the files that it makes, in `out`.
runs() {
    code=0
    "$1" run $options "$2" $argument >out 2>&1 || code=$?
    echo "status $code" >>out
    cksum new* >>out 2>/dev/null || :
    rm -f new*
}

# same PROGRAM RANKS...: on each number of ranks; the last ones do not all see
# the files too.
same() {
    program=$1
    shift
    runs "$star" "$program"
    mv out expected
    for ranks in ${RANKS:-$*}; do
        runs "$folder/star_ranks_$ranks" "$program"
        cmp out expected || fail "$program: $ranks ranks: $(diff out expected)"
    done
    FORKED_FOLDER=apart runs "$folder/star_ranks_$ranks" "$program"
    cmp out expected || fail "$program: $ranks ranks apart"
}

# Images of columns and rows, made by ranks and read into either.
for size in '8192, 1' '8193, 70' '100000, 3' '9000, 300' '40000, 130' \
    '1, 8192' '9, 0' '300, 40'; do
    cat >table.star <<END
program files(output);
var T, U: table($size); R, L: table;

procedure show(T: table);
var i, sum: integer;
begin
  sum := 0;
  for i := 1 to SIZE(T) do
    if (SIZE(T) < 400) or (i mod 97 = 1) then
      sum := (31 * sum + NUMB(COL(i, T)) + FND(COL(i, T))) mod 1000003;
  write(sum, ' ')
end;

begin
  RANDOM(T, 1, 0.01);
  save(T, 'new1.bits', bits);
  load(U, 'new1.bits', adjacency); show(U);
  save(U, 'new2.bits', bits);
  load(U, 'new1.bits', rows); show(U);
  save(U, 'new3.bits', bits);
  load(R, 'new3.bits', adjacency); show(R);
  load(R, 'new3.bits', columns); show(R);
  save(R, 'new4.bits', bits);
  save(R, 'new5.bits', bits);
  save(T, 'new5.bits', bits);
  save(U, 'new6.bits.gz');
  load(R, 'new6.bits.gz', adjacency); show(R);
  load(L, 'new2.bits', left); show(L);
  save(T, 'new7.txt', text);
  save(U, 'new8.csv', csv);
  load(U, 'new7.txt'); show(U);
  load(U, 'new7.txt', columns); show(U);
  load(U, 'new8.csv'); show(U);
  load(U, 'new8.csv', columns); show(U);
  writeln
end.
END
    same table.star 2 5 3
done

# Files that are damaged, cut off, too long, or of another version.
cat >make.star <<'END'
program make(output);
var T: table(100000, 50);
begin
  RANDOM(T, 1, 0.5);
  save(T, 'old.bits', bits)
end.
END
cat >load.star <<'END'
program load1(output);
var T: table; X: slice(100000);
begin
  load(T, 'bad.bits', adjacency);
  X := COL(7, T);
  writeln(NUMB(X), ' ', SIZE(T));
  ROW(99999, T) := ROW(1, T);
  save(T, 'new.bits', bits)
end.
END
"$star" run make.star
size=$(wc -c <old.bits)
put() { # put OFFSET: a byte that is not the old one
    byte=$(od -An -tu1 -j "$1" -N1 bad.bits | tr -d ' ')
    printf "\\$(printf %o $((byte ^ 1)))" |
        dd of=bad.bits bs=1 seek="$1" conv=notrunc 2>/dev/null
}
for bad in none 0 8 16 5000 300000 $((size - 1)) $((size - 40)) cut header longer \
    missing; do
    cp old.bits bad.bits
    case $bad in
    none) ;;
    cut) truncate -s -8 bad.bits ;;
    header) truncate -s 1000 bad.bits ;;
    longer) echo >>bad.bits ;;
    missing) rm bad.bits ;;
    *) put "$bad" ;;
    esac
    cp old.bits apart/bad.bits
    same load.star 2 3
    [ "$bad" = none ] && grep -q 'status 0' expected ||
        { [ "$bad" != none ] && ! grep -q 'status 0' expected; } ||
        fail "$bad: $(cat expected)"
done

# A file whose lines have more room than those in memory.
cat >apart.star <<'END'
program apart(output);
var T: table; i: integer;
begin
  load(T, 'apart.bits');
  for i := 1 to LENGTH(T) do
    if NUMB(ROW(i, T)) > 0 then
      writeln(i, ' ', FND(ROW(i, T)), ' ', NUMB(ROW(i, T)));
  save(T, 'new.bits')
end.
END
at() { # at PLACE OCTAL...
    printf "$2" | dd of=apart.bits bs=1 seek="$1" conv=notrunc 2>/dev/null
}
at 0 'STARbits\002'
at 16 '\310' # rows
at 24 '\003'
at 32 '\001' # lines are rows
at 40 '\010' # words of each
at 4088 '\217\176\333\161\136\145\057\107'
at $((4096 + 64 * 3)) '\005'
at $((4096 + 64 * 150)) '\006'
at $((4096 + 64 * 199)) '\007'
at $((4096 + 64 * 200)) '\004\054\247\140\340\376\003\206'
cp apart.bits apart
same apart.star 2 3 5
grep -q '^200 1 3$' expected || fail "another stride: $(cat expected)"

# Tables with few components of rows that are divided for others' sake.
cat >few.star <<'END'
program few(output);
var T: table(50, 21000); U: table(50, 3);
begin
  RANDOM(T, 1, 0.5);
  COL(1, U) := COL(7, T);
  COL(3, U) := COL(9, T);
  save(U, 'new1.bits');
  COL(1, U) := COL(8, T);
  save(U, 'new2.txt')
end.
END
command=$star
star=$folder/star_ranks_1
options='--ranks-from 64'
same few.star 2 3
grep -q 'status 0' expected || fail "few: $(cat expected)"
star=$command
options=

# A file that a program writes step by step.
cat >steps.star <<'END'
program steps(f);
var f: text; i: integer;
begin
  rewrite(f);
  for i := 1 to 3000 do writeln(f, i)
end.
END
argument=new9.txt
same steps.star 2 3
grep -q 'status 0' expected && grep -q new9 expected ||
    fail "steps: $(cat expected)"
argument=

# Lists of arcs by the names of their ends; the last ranks need not see the file.
awk 'BEGIN {
    srand(1)
    print "from,to,km"
    for (i = 0; i < 900; i++)
        printf "v%d,\"v%d\",%.1f\n", 200 * rand(), 200 * rand(), 30 * rand()
}' >names.csv
cat >names.star <<'END'
program names(output);
uses graph, paths;
var P, W, L, D, F: table; v: integer;
begin
  load(P, 'names.csv', arcs('from,to'));
  load(W, 'names.csv', arcs('from,to,km'), weights, 12, scale(10));
  load(L, 'names.csv', arcs('from,to'), left);
  DIJKSTRA(LENGTH(W), 12, NUMBEROF('v7', P), W, D, F);
  for v := 1 to LENGTH(D) do
    writeln(NAMEOF(v, W), ' ', VALUE(ROW(v, D)), ' ', VALUE(ROW(v, F)));
  for v := 1 to LENGTH(L) do
    if v mod 90 = 0 then writeln(NAMEOF(VALUE(ROW(v, L)), L))
end.
END
same names.star 2 3 5
grep -q 'status 0' expected || fail "names: $(cat expected)"
sed 's/,"v1/,v"1/' names.csv >bad.csv
sed 's/names.csv/bad.csv/; s/v7/w7/' names.star >bad.star
echo 'from,to,km,' >>bad.csv
same bad.star 2 3

# Texts: rows in which blanks, comments and empty lines stand, and mistakes.
cat >text.star <<'END'
program text1(output);
var T: table; i: integer;
begin
  load(T, 'rows.txt');
  write(SIZE(T), ' ', LENGTH(T));
  for i := 1 to LENGTH(T) do
    if i mod 71 = 0 then write(' ', NUMB(ROW(i, T)));
  writeln;
  save(T, 'new.csv')
end.
END
awk 'BEGIN {
    srand(1)
    for (i = 0; i < 1500; i++) {
        if (rand() < 0.1) print "# a comment of " i
        if (rand() < 0.1) print "  \t"
        if (i > 1000 && i < 1200) printf "%*s", 200 * rand(), ""
        for (j = 0; j < 70; j++) printf (rand() < 0.3 ? " %d" : "%d"), rand() < 0.5
        print rand() < 0.1 ? " % so" : ""
    }
}' >good.txt
for bad in none crlf end mark digit short nul first last one none_at_all; do
    case $bad in
    none) cp good.txt rows.txt ;;
    crlf) sed 's/$/\r/' good.txt >rows.txt ;;
    end) printf '%s' "$(cat good.txt)" >rows.txt ;;
    mark) { printf '\357\273\277' && cat good.txt; } >rows.txt ;;
    digit) sed '900s/$/2/; 901s/^/x/' good.txt >rows.txt ;;
    short) sed '1001s/[01]//' good.txt >rows.txt ;;
    nul) tr '%' '\000' <good.txt >rows.txt ;;
    first) sed '1s/^/3/' good.txt >rows.txt ;;
    last) { cat good.txt && printf '0\r'; } >rows.txt ;;
    one) printf '%s' "$(head -c 2000 /dev/zero | tr '\000' 1)" >rows.txt ;;
    none_at_all) printf '# %s\n' one two three >rows.txt ;;
    esac
    cp rows.txt apart
    same text.star 2 5 3
done

# A file that has no parts.
sed "s:'rows.txt':'/dev/null':" text.star >null.star
same null.star 2

# What rank 1 cannot read of its part all ranks read another time, together.
cp old.bits bad.bits
cp good.txt rows.txt
cp old.bits good.txt apart
for at in 1 2 3 4 5 6 7 8 50 51; do
    export FORKED_PREAD=$at
    [ "$at" -gt 8 ] || same text.star 2
    [ "$at" -gt 2 ] && [ "$at" -lt 50 ] || same load.star 2
    unset FORKED_PREAD
done
grep -v save text.star >only.star
grep -v save load.star >bits.star
for at in 1 2 3 4; do
    export FORKED_FSTAT=$at
    same only.star 2
    same bits.star 2
    unset FORKED_FSTAT
done
# Where the file cannot get its size rank 0 writes it alone; or not at all.
export FORKED_FTRUNCATE=1
same load.star 2
export FORKED_FTRUNCATE=2
runs "$folder/star_ranks_2" load.star
grep -q 'status 5' out && grep -q 'new.bits: Input/output error' out &&
    [ ! -e .new.bits.star0 ] || fail "no size: $(cat out)"
unset FORKED_FTRUNCATE

# Numbers that are no bits: of a matrix, or of one if it is square.
yes 1,0,7,0,1 | head -n 200 >wide.csv
yes 1,0,1,0,1 | head -n 200 >bits.csv
head -n 5 wide.csv >square.csv
for file in wide bits square; do
    cp $file.csv apart
    for kind in '' ', matrix'; do
        sed "s/'rows.txt'/'$file.csv'$kind/" text.star >kind.star
        same kind.star 2 3
        status=0
        [ "$file$kind" != wide ] || status=5
        grep -q "status $status" expected ||
            fail "$file$kind: $(cat expected)"
    done
done

# What cannot be written: no folder, a full device, a folder, too much.
cp old.bits bad.bits
for target in none/new.bits /dev/full apart; do
    sed "s:'new.bits':'$target':" load.star >write.star
    same write.star 3
    grep -q 'status 5' expected || fail "$target: $(cat expected)"
done

options='--max-output 500K'
same load.star 3
grep -q 'status 4' expected || fail "$options: $(cat expected)"
options=

# A rank that dies at any message leaves the old file or the new one. The messages
# end with the command, so that two ranks wait for each other at the same time.
sed "s/new.bits/bad.bits/; s/^var/var R: table;/
    s/^begin/begin load(R, 'rows.txt');/" load.star >replace.star
yes 01101 | head -n 200 >rows.txt
"$star" run replace.star >out
cksum <bad.bits >new
cksum <old.bits >old
last=$(mkdir last && cp old.bits last/bad.bits &&
    cp replace.star rows.txt last &&
    FORKED_COUNT=1 "$folder/star_ranks_2" run last/replace.star 2>&1 |
    awk 'END { print $1 + $2 + $3 }')
at=1
while [ "$at" -le "$last" ]; do
    mkdir "$at"
    cp old.bits "$at/bad.bits"
    cp replace.star rows.txt "$at"
    FORKED_DIES=$at timeout 60 "$folder/star_ranks_2" run "$at/replace.star" \
        >"$at/out" 2>&1 && echo 'no status' >"$at/wrong" || : &
    at=$((at + 1))
done
wait
saved=0
while [ "$at" -gt 1 ]; do
    at=$((at - 1))
    cksum <"$at/bad.bits" >now
    [ ! -e "$at/wrong" ] || fail "rank 1 ends at message $at: status 0"
    [ ! -e "$at/.bad.bits.star0" ] || fail "message $at: a file is left behind"
    cmp -s now old || cmp -s now new || fail "message $at: a torn file"
    cmp -s now old || saved=$((saved + 1))
done
[ "$saved" -gt 0 ] && [ "$saved" -lt 6 ] ||
    fail "$saved of $last messages came after the file was saved"

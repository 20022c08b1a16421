#!/bin/sh
# SPDX-License-Identifier: MIT
# Files that are saved are old or new, whatever happens to the process. The
# number of kills is KILLS, 20 if it is not set.
set -eu
. "$(dirname "$0")/common"

cat >save.star <<'END2'
program save_again_and_again;
var Old, New: table;
begin
  load(Old, 'old.txt');
  load(New, 'new.txt');
  while true do begin
    save(New, 'kept.mtx');
    save(New, 'kept.gr.gz');
    save(Old, 'kept.mtx');
    save(Old, 'kept.gr.gz')
  end
end.
END2
cat >once.star <<'END2'
program once;
var T: table;
begin
  load(T, 'old.txt');
  save(T, 'kept.mtx');
  save(T, 'kept.gr.gz')
end.
END2

cat >copy.star <<'END2'
proc copy(T: table; var U: table);
begin
  U := T
end;
END2

# bits SEED: a matrix of 300 x 300.
bits() {
    awk -v seed="$1" 'BEGIN {
        srand(seed)
        for (i = 0; i < 300; i++) {
            line = ""
            for (j = 0; j < 300; j++)
                line = line (rand() < 0.1 ? "1" : "0")
            print line
        }
    }'
}

# The old files, and what the new ones are.
bits 2 >old.txt
gives 0 run once.star
cp kept.mtx new.mtx
cp kept.gr.gz new.gr.gz
mv old.txt new.txt
bits 1 >old.txt
gives 0 run once.star
cp kept.mtx old.mtx
cp kept.gr.gz old.gr.gz

# whole FILE: it is the old or the new one.
whole() {
    cmp -s "kept.$1" "old.$1" || cmp -s "kept.$1" "new.$1" ||
        wrong "kept.$1 is neither old nor new"
}

# pause NUMBER: up to 0.06 s, by the number.
pause() {
    sleep "$(awk -v n="$1" 'BEGIN { printf "%.4f", n * 7919 % 600 / 10000 }')"
}

begun=0
kill=0
while [ "$kill" -lt "${KILLS:-20}" ]; do
    command="kill $kill"
    "$star" run save.star >out 2>err &
    pause "$kill"
    kill -KILL $!
    wait $! 2>/dev/null || :
    whole mtx
    whole gr.gz
    left=$(find . -name '.*.star*' | wc -l)
    [ "$left" -le 2 ] || wrong "$left temporary files"
    begun=$((begun + left))
    kill=$((kill + 1))
done
echo "of $kill kills $begun left temporary files"

# A session that saves itself behind each entry: some first entries, as a
# program.
awk 'BEGIN {
    for (k = 1; k <= 500; k++)
        printf "writeln(%d, \047%0200d\047);\n:save kept.star\n", k, k
}' >entries
# first_entries: prints how many are in kept.star, nothing if it is torn.
first_entries() {
    awk 'NR == 1 { good = $0 == "{ session } program session;"; next }
        NR == 2 { good = good && $0 == "begin"; next }
        ended { good = 0 }
        $0 == "end." { ended = 1; next }
        { k++; good = good && $0 == sprintf("  writeln(%d, \047%0200d\047);", k, k) }
        END { if (good && ended) print k }' kept.star
}
head -n 2 entries | "$star" repl >out 2>err
saves=0
killed=0
while [ "$killed" -lt "${KILLS:-20}" ]; do
    command=":save, kill $killed"
    "$star" repl <entries >out 2>err &
    pause "$killed"
    kill -KILL $!
    wait $! 2>/dev/null || :
    found=$(first_entries)
    [ -n "$found" ] || wrong 'kept.star is no saved session'
    saves=$((saves + ${found:-0}))
    killed=$((killed + 1))
done
echo "of $killed kills of sessions that had saved $saves times"
rm -f .kept.star.star*

# The next save removes what is left.
: >.kept.mtx.star0
gives 0 run once.star
whole mtx
[ -z "$(find . -name '.*.star*')" ] || wrong 'expected no temporary files'

# One that another process is writing stays; what is no file of ours too.
if command -v flock >/dev/null; then
    echo other >.kept.mtx.star0
    mkdir .kept.mtx.star1
    command='save beside another one'
    flock .kept.mtx.star0 "$star" run once.star >out 2>err ||
        wrong 'expected status 0'
    [ "$(cat .kept.mtx.star0)" = other ] || wrong 'expected the other file'
    [ -d .kept.mtx.star1 ] || wrong 'expected the folder'
    rm -r .kept.*
fi

# A full disk, where one can be made.
mkdir disk
if unshare -rm mount -t tmpfs none disk 2>/dev/null; then
    command='save on a full disk'
    # shellcheck disable=SC2016
    unshare -rm sh -c '
        mount -t tmpfs -o size=32k none disk
        echo old >disk/kept.mtx
        "$1" call copy.star copy T=@new.txt --out U=disk/kept.mtx >out 2>err
        echo $? >status
        cp disk/kept.mtx after
        ls -A disk >left' sh "$star"
    [ "$(cat status)" = 5 ] || wrong 'expected status 5'
    grep -q 'cannot write disk/kept.mtx: No space left on device' err ||
        wrong 'expected a full disk'
    [ "$(cat after left)" = "$(printf 'old\nkept.mtx')" ] ||
        wrong 'expected the old file alone'
fi

# A file may not grow: an error, not a signal.
(
    ulimit -f 8
    gives 5 run save.star
    says 'save.star:7:5: error: cannot write kept.mtx: File too large'
    finish
) || failures=$((failures + 1))
whole mtx
[ -z "$(find . -name '.*.star*')" ] || wrong 'expected no temporary files'
finish

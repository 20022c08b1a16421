#!/bin/sh
# SPDX-License-Identifier: MIT
# The command whose GPU part is a file of its own: alone, with its part, and
# with files that are not its part.
# command.sh STAR TOP PARTS PART: PARTS has a folder for each wrong part, and
# that of a driver; PART is the file that belongs to it.
set -eu
. "$(dirname "$0")/../command/common"
parts=$3 part=$4 file=libstar-cuda.so.1
mkdir bin none cache
cp "$star" bin/star
star=$work/bin/star
export XDG_CACHE_HOME="$work/cache" LD_LIBRARY_PATH="$parts/driver"
echo "program p; begin writeln('ran') end." >p.star

# lone TEXT: the command says why, where it shall, and once; it computes.
lone() {
    gives 0 devices
    shows 'cuda: '
    shows "$1"
    gives 0 run p.star
    [ "$(cat out)" = ran ] || wrong 'expected that it ran'
    grep -qF -- "$1" err || wrong "expected $1"
    [ "$(grep -c 'warning: .*\[no-gpu-part\]$' err)" = 1 ] ||
        wrong 'expected to be told once'
    gives 0 run --device cpu p.star
    prints ran
    gives 6 run --device cuda p.star
    says "$1"
    says '[no-device]'
}

lone "$file is missing: it is not in $work/bin or /"
command='star repl'
printf '1 + 1\n:device\n2 + 2\n' | "$star" repl >out 2>err || wrong 'it failed'
[ "$(grep -c no-gpu-part err)" = 1 ] || wrong 'expected to be told once'

# One process opens many machines.
: >watched
watching='star run --watch q.star'
cp p.star q.star
"$star" run --watch q.star >watched 2>err &
watcher=$!
wait_for ran
sed 's/ran/again/' p.star >new.star
mv new.star q.star
wait_for again
kill $watcher
wait $watcher || :
[ "$(grep -c no-gpu-part err)" = 1 ] || wrong 'expected to be told once'

# Not by the folders of other libraries.
LD_LIBRARY_PATH=$parts/plain:$parts/driver
lone "$file is missing"
LD_LIBRARY_PATH=$parts/driver

# Its part from before a change of the sources.
mkdir stale
id=$(grep -aoE '[0-9a-f]{64}' "$part" | head -n 1)
LC_ALL=C sed "s/$id/0123456789ab${id#????????????}/" "$part" >"stale/$file"

for kind in stale other foreign empty lacking text; do
    if [ $kind = stale ]; then cp "stale/$file" bin/
    else cp "$parts/$kind/$file" "bin/$file"; fi
    case $kind in
    stale | other) lone 'another build of STAR: its build id is 0123456789ab, needed' ;;
    foreign | empty) lone "$work/bin/$file is not the GPU part of STAR" ;;
    lacking) lone 'undefined symbol: lacking_functions' ;;
    text) lone "libstar-cuda cannot be opened: $work/bin/$file: " ;;
    esac
    # Without a driver nothing is missed.
    echo 'no library' >none/libcuda.so.1
    LD_LIBRARY_PATH=$work/none
    gives 0 devices
    shows 'cuda: no device'
    gives 0 run p.star
    prints ran
    LD_LIBRARY_PATH=$parts/driver
done

# The pair, from wherever it is called.
cp "$part" "bin/$file"
ln -s "$star" link
for way in "$star" ../link ../bin/star star; do
    command="$way devices"
    (cd none && PATH=$work/bin:$PATH "$way" devices) >out 2>err ||
        wrong 'it failed'
    ! grep -q libstar-cuda out || wrong 'expected its part'
done
gives 0 run p.star
prints ran
unset LD_LIBRARY_PATH
gives 0 devices
if grep -q 'cuda: 0: ' out; then
    shows 'GiB; chosen'
    gives 0 run --device cuda p.star
    prints ran
    gives 0 run --device cuda "$top/examples/warshall.star"
    cmp "$top/examples/warshall.expected" out || wrong 'expected the closure'
else
    gives 6 run --device cuda p.star
    says '[no-device]'
fi
finish

#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh TOP DIST: what must hold of a release that ./dev dist made: the packed
# sources give the same bytes in another folder; the Debian packages hold what
# they should, and install, run and purge in a clean root; the Dockerfile does
# in clean roots what it says.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$1" && pwd) dist=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'wait; rm -rf --one-file-system "$work"' EXIT

again() {
    mkdir "$work/again"
    tar -xzf "$dist"/star-[0-9]*.tar.gz -C "$work/again"
    cd "$work"/again/star-*
    ./dev dist
    diff "$dist/SHA256SUMS" build/dist/SHA256SUMS
}

echo 'packages: the release again, from its sources, while the rest goes on'
(again) >"$work/log" 2>&1 &

echo 'packages: what is in them'
sh "$here/contents.sh" "$dist" "$top"

echo 'packages: a clean root'
. "$here/root.sh"
root_new "$work/clean"
for script in install docker; do
    sh "$here/$script.sh" "$dist" "$work/clean" "$work"
done
wait $! || {
    tail -n 50 "$work/log"
    echo 'packages: the release again: other bytes'
    exit 1
}
echo 'packages: the release again: the same bytes'

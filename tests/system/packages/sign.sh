#!/bin/sh
# SPDX-License-Identifier: MIT
# sign.sh TOP: a release is signed with a key that is made here and thrown away,
# and checked by the commands of docs/howto/packages.md. 77 where minisign is
# missing.
set -eu
command -v minisign >/dev/null || {
    echo 'skipped: there is no minisign (Debian: minisign)'
    exit 77
}
top=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/dist"
cd "$work/dist"
fail() {
    cat "$work/out"
    echo "$*"
    exit 1
}

echo one >star-1.2.3.tar.gz
sha256sum star-1.2.3.tar.gz >SHA256SUMS
unset MINISIGN_KEY
sh "$top/tools/packages/sign.sh" "$work/dist" 1.2.3 >"$work/out" 2>&1
[ ! -e SHA256SUMS.minisig ] && grep -q 'not signed' "$work/out" ||
    fail 'expected no signature without a key'
minisign -G -W -p star.pub -s "$work/key" >"$work/out" 2>&1 || fail 'no key'
MINISIGN_KEY=$work/key sh "$top/tools/packages/sign.sh" "$work/dist" 1.2.3 \
    >"$work/out" 2>&1 </dev/null || fail 'not signed'

# As the page says.
sed -n 's/^    \(minisign -V .*\|sha256sum -c .*\)/\1/p' \
    "$top/docs/howto/packages.md" >"$work/commands"
[ "$(wc -l <"$work/commands")" = 2 ] || fail 'the page has no commands'
sh -e "$work/commands" >"$work/out" 2>&1 || fail 'a good release is refused'
grep -q 'SHA256SUMS of star-1\.2\.3$' "$work/out" || fail 'no file is named'
echo two >star-1.2.3.tar.gz
! sh -e "$work/commands" >"$work/out" 2>&1 || fail 'another file passes'
sha256sum star-1.2.3.tar.gz >SHA256SUMS
! sh -e "$work/commands" >"$work/out" 2>&1 || fail 'other sums pass'

#!/bin/sh
# SPDX-License-Identifier: MIT
# install.sh DIST CLEAN WORK: installs the Debian packages in a copy of a
# clean root, runs what is in them, builds a program against the library as users
# do, and sees that nothing is left when they are purged.
set -eu
dist=$1 root=$3/installed top=$(cd "$(dirname "$0")/../../.." && pwd)
. "$(dirname "$0")/root.sh"
cp -a "$2" "$root"
cp "$dist"/*_all.deb "$dist"/*_"$(dpkg --print-architecture)".deb "$root/root"
rm -f "$root"/root/libstar-cuda*

fail() {
    echo "packages: $*"
    exit 1
}

# quietly COMMAND...: in the root; its output is shown if it fails.
quietly() {
    root_run "$root" "$@" >"$root.log" 2>&1 || {
        tail -n 50 "$root.log"
        fail "$*"
    }
}

. "$top/tests/system/get"
get_example "$top" "$root/root"

# What is in the root, but the records of apt, dpkg, ldconfig and adduser, which
# packages that we depend on call.
listing() {
    (cd "$root" && find . -xdev \( -path ./var/lib/dpkg -o -path ./var/lib/apt \
        -o -path ./var/cache -o -path ./var/log -o -path ./tmp -o -path ./run \) \
        -prune -o ! -name 'ld.so.cache*' ! -path './etc/*-' -print | LC_ALL=C sort)
}

# expect EXPECTED COMMAND...: what a command in the root prints.
expect() {
    expected=$1
    shift
    found=$(root_run "$root" "$@" 2>&1) || fail "$*: $found"
    [ "$found" = "$expected" ] || fail "$*: '$found', expected '$expected'"
}

closure='e c 8 0
closure:6:10: error: P: column index 5 is outside 1..4 [index-range]'

echo 'packages: installing them'
quietly apt-get update
listing >"$root.before"
for line in "$(get_line "$top" '^apt install ./star_')" \
    "$(get_line "$top" '^apt install ./libstar')"; do
    quietly sh -c "cd /root && $line -y --no-install-recommends"
done
expect '' sh -c 'cd /root && star run levels.star | diff levels.expected -'
quietly sh -c 'apt-get install -y --no-install-recommends /root/*.deb'
expect '' sh -c 'cd /usr/share/doc/star/examples &&
    star run warshall.star | diff - warshall.expected'
# Without /proc the command does not know where it is.
expect '' sh -c 'cd /usr/share/doc/star/examples &&
    LD_LIBRARY_PATH=/usr/lib/star mpirun --allow-run-as-root --oversubscribe -n 2 \
        star run --ranks --ranks-from 1 warshall.star 2>/dev/null |
        diff - warshall.expected'
expect 3 python3 -c 'import star; print(star.open().enter("1 + 2"))'
for page in man1/star.1 man5/star.5 man3/star.3 man3/star_open.3 \
    man3/star_set_integer.3 man3/StarConfig.3; do
    root_run "$root" zcat "/usr/share/man/$page.gz" | grep -q '^\.SH NAME' ||
        fail "no manual page $page"
done
for file in etc/bash_completion.d/star usr/share/zsh/vendor-completions/_star \
    usr/share/fish/vendor_completions.d/star.fish; do
    [ -s "$root/$file" ] || fail "no $file"
done

echo 'packages: purging them'
packages=$(root_run "$root" sh -c 'for deb in /root/*.deb; do
    dpkg-deb -f "$deb" Package; done')
# The names are meant to be split.
# shellcheck disable=SC2086
quietly apt-get purge -y --auto-remove $packages
listing | diff "$root.before" - || fail 'purged packages leave files'
! root_run "$root" dpkg-query -l | grep '^rc' || fail 'purged packages stay known'

# bash-completion has a file completions/star, of the archiver of that name.
echo 'packages: beside bash-completion, which is installed before and behind them'
for order in 'bash-completion /root/star_*.deb' '/root/star_*.deb bash-completion'; do
    for package in $order; do
        quietly sh -c "apt-get install -y --no-install-recommends \
            /root/libstar[0-9]*.deb $package"
    done
    expect 'complete -o bashdefault -o default -F _star star' bash -c \
        '. /usr/share/bash-completion/bash_completion && complete -p star'
    quietly apt-get purge -y --auto-remove star 'libstar*' bash-completion
    listing | diff "$root.before" - || fail 'purged packages leave files'
done

echo 'packages: a program with libstar, by CMake and by pkg-config'
quietly sh -c 'apt-get install -y --no-install-recommends cmake gcc make \
    man-db pkgconf /root/*.deb'
expect /usr/share/man/man3/star_open.3.gz man -w star_open
expect "$closure" sh -c 'cmake -S /usr/share/doc/libstar-dev/examples/embed \
    -B /tmp/b >/dev/null && cmake --build /tmp/b >/dev/null && /tmp/b/closure'
expect "$closure" sh -c 'cd /tmp && cc \
    /usr/share/doc/libstar-dev/examples/embed/closure.c \
    $(pkg-config --cflags --libs star) && ./a.out'
expect "$closure" sh -c 'cd /tmp && cc -static \
    /usr/share/doc/libstar-dev/examples/embed/closure.c \
    $(pkg-config --static --cflags --libs star) && ./a.out'

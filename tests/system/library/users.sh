#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the examples against what is installed in STAR in the ways that users
# do, and sees to the versions: by find_package and, where that is installed,
# by pkg-config, shared and static, in C and in C++.
# users.sh STAR FOLDER CMAKE EXAMPLE CC CXX VERSION
set -eu
here=$(dirname "$0")
star=$1 folder=$2 cmake=$3 example=$4 cc=$5 cxx=$6 version=$7
lib=$(dirname "$(find "$star" -name libstar.so)")
expected='e c 8 0
closure:6:10: error: P: column index 5 is outside 1..4 [index-range]'

fail() {
    echo "$*"
    exit 1
}

solved='e c 8 0
from 0 to 2: 8
0..2: 7500, split at 2
star: error: the star diverges on the circuit 1 -> 1 [divergence]'

# check PROGRAM WAY [OUTPUT]
check() {
    got=$(LD_LIBRARY_PATH=$lib "$1")
    [ "$got" = "${3:-$expected}" ] || fail "$2: $got"
}

# configure SOURCE FOLDER [OPTION...]
configure() {
    from=$1 to=$folder/$2
    shift 2
    CC=$cc CXX=$cxx "$cmake" -S "$from" -B "$to" -DCMAKE_PREFIX_PATH="$star" \
        "$@" >"$folder/log" 2>&1
}

users() {
    configure "$here/users" "$1" -DEXAMPLE="$example" -DWANTED="$2"
}

configure "$example" example || fail "$(cat "$folder/log")"
"$cmake" --build "$folder/example" >/dev/null
check "$folder/example/closure" find_package
check "$folder/example/solve" solve.c "$solved"

interface=${version%%.*}
numbers=${version%-*}
users users "$interface" || fail "$(cat "$folder/log")"
"$cmake" --build "$folder/users" >/dev/null
for user in c_shared c_static cpp_shared cpp_static; do
    check "$folder/users/$user" "find_package, $user"
done
for other in $((interface - 1)).9 $((interface + 1)).0 "$numbers.1"; do
    users other "$other" && fail "find_package takes $version for $other"
done

if command -v pkg-config >/dev/null; then
    PKG_CONFIG_PATH=$lib/pkgconfig
    export PKG_CONFIG_PATH
    # The flags are quoted for a shell.
    eval '"$cc" "$example/closure.c" -o "$folder/by_pkgconfig"' \
        "$(pkg-config --cflags --libs star)"
    check "$folder/by_pkgconfig" pkg-config
    eval '"$cc" "$example/closure.c" -o "$folder/static"' \
        "$(pkg-config --cflags star)" '"$lib/libstar.a"' \
        "$(pkg-config --static --libs-only-l star | sed 's/-lstar//')" -pthread
    check "$folder/static" static
    [ "$(pkg-config --modversion star)" = "$version" ] ||
        fail "pkg-config: $(pkg-config --modversion star)"
fi

if command -v readelf >/dev/null; then
    soname=$(readelf -d "$lib/libstar.so" |
        sed -n 's/.*SONAME.*\[\(.*\)\].*/\1/p')
    [ "$soname" = "libstar.so.$interface" ] || fail "SONAME is $soname"
fi
[ "$(find "$star" -name '*.h')" = "$star/include/star.h" ]

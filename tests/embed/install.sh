#!/bin/sh
# Installs into a folder of its own, which is then moved, and builds the example
# against that in the ways that users do: by find_package and, where that is
# installed, by pkg-config, with the static library too.
# install.sh CMAKE BUILD EXAMPLE CC FOLDER
set -eu
cmake=$1 build=$2 example=$3 cc=$4 folder=$5/installed
rm -rf "$folder"
mkdir -p "$folder"
"$cmake" --install "$build" --prefix "$folder/first" >/dev/null
mv "$folder/first" "$folder/star"
star=$folder/star
lib=$(dirname "$(find "$star" -name libstar.so)")
expected='e c 8 0
closure:6:10: error: P: column index 5 is outside 1..4 [index-range]'

check() {
    got=$(LD_LIBRARY_PATH=$lib "$1")
    [ "$got" = "$expected" ] || {
        echo "$2: $got"
        exit 1
    }
}

"$cmake" -S "$example" -B "$folder/example" -DCMAKE_PREFIX_PATH="$star" \
    -DCMAKE_C_COMPILER="$cc" >/dev/null
"$cmake" --build "$folder/example" >/dev/null
check "$folder/example/closure" find_package

if command -v pkg-config >/dev/null; then
    PKG_CONFIG_PATH=$lib/pkgconfig
    export PKG_CONFIG_PATH
    # The flags are meant to be split.
    # shellcheck disable=SC2046
    "$cc" "$example/closure.c" -o "$folder/by_pkgconfig" \
        $(pkg-config --cflags --libs star)
    check "$folder/by_pkgconfig" pkg-config
    # shellcheck disable=SC2046
    "$cc" "$example/closure.c" -o "$folder/static" \
        $(pkg-config --cflags star) "$lib/libstar.a" \
        $(pkg-config --static --libs-only-l star | sed 's/-lstar//') -pthread
    check "$folder/static" static
fi
[ "$(find "$star" -name '*.h')" = "$star/include/star.h" ]
[ "$(find "$star" -name copyright | wc -l)" = 3 ]

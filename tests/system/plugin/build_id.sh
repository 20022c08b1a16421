#!/bin/sh
# SPDX-License-Identifier: MIT
# The build id is the same in another place, and another one for other sources
# or another compiler.
# build_id.sh TOP CMAKE
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folders='runtime;vm;gpu;lib/device_part'

# id TOP COMPILER
id() {
    "$cmake" -DTOP="$1" -DOUT="$work/id" "-DFOLDERS=$folders" "-DCOMPILER=$2" \
        -P "$top/tools/build/build_id.cmake"
    sed -n 's/.*"\([0-9a-f]\{64\}\)".*/\1/p' "$work/id"
}

top=$1 cmake=$2
mkdir "$work/other" "$work/other/lib"
cp -r "$top/runtime" "$top/vm" "$top/gpu" "$work/other"
cp -r "$top/lib/device_part" "$work/other/lib"
first=$(id "$top" 'GNU;12')
[ -n "$first" ]
[ "$(id "$work/other" 'GNU;12')" = "$first" ]
[ "$(id "$top" 'GNU;13')" != "$first" ]
for file in runtime/backend.h runtime/primitives.def vm/bytecode/region.h \
    gpu/kernels/basic.cu lib/device_part/device_part.h; do
    echo '/* */' >>"$work/other/$file"
    next=$(id "$work/other" 'GNU;12')
    [ "$next" != "$first" ]
    first=$next
done

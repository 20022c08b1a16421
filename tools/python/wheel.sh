#!/bin/sh
# SPDX-License-Identifier: MIT
# wheel.sh BUILD OUT [PACKAGE]: makes the wheel of a package that is in
# BUILD/python, star or star_jupyter, in the folder OUT, and names it. It needs
# setuptools and wheel, and no network. The same BUILD and SOURCE_DATE_EPOCH give
# the same bytes.
set -eu
package=${3:-star}
target=star_python made=$1/python/$package
[ "$package" = star ] || target=$package
if [ ! -f "$made.toml" ] || [ ! -f "$made/__init__.py" ]; then
    cat >&2 <<END
wheel.sh: there is no package $package in $1/python; this makes it:
    cmake $1 && cmake --build $1 --target $target
It takes cffi and numpy of Python (Debian: python3-cffi python3-numpy).
END
    exit 1
fi
top=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
mkdir "$work/python" "$work/wheel"
(cd "$1/python" && tar -chf - "$package" "$package.toml") | (cd "$work/python" && tar -xf -)
cp "$top/tools/python/setup.py" "$top/LICENSE" "$work/python"
cd "$work/python"
mv "$package.toml" pyproject.toml
rm -rf "$package/__pycache__"
strip --strip-unneeded "$package"/*.so*
find . -type f -exec chmod 644 {} +
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$top" log -1 --format=%ct \
    2>/dev/null || echo 946684800)}
export SOURCE_DATE_EPOCH
python3 -B setup.py -q bdist_wheel -d "$work/wheel" >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    exit 1
}
for wheel in "$work"/wheel/*.whl; do
    cp "$wheel" "$out"
    echo "$out/${wheel##*/}"
done

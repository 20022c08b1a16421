#!/bin/sh
# SPDX-License-Identifier: MIT
# pip.sh TOP: `pip install .` and `pip install ./tools/python` in a copy of what git
# tracks, without a network: each builds the library and installs a package that
# works; the copy stays as it is. The archive of the sources has all of them, and the
# first is installed from it. Without a compiler pip shows what is missing.
set -eu
top=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
PATH=/usr/bin:$PATH
export PYTHONDONTWRITEBYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INDEX=1
unset PYTHONPATH

sh "$top/tools/packages/sources.sh" "$top" "$work"
tar -xzf "$work"/star-*.tar.gz -C "$work"
tree=$(echo "$work"/star-*/)
(cd "$tree" && find . -type f | sort >"$work/sources")

(cd "$tree/tools/python" && python3 -c \
    'import backend, sys; backend.build_sdist(sys.argv[1])' "$work")
sdist=$(echo "$work"/star_associative-*.tar.gz)
tar -tzf "$sdist" | sed "s|^[^/]*|.|" | grep -vx ./PKG-INFO | sort |
    diff "$work/sources" -
tar -xOzf "$sdist" --wildcards '*/PKG-INFO' | grep -qx 'Name: star-associative'

# installs WHAT: in an environment that has the system's cffi and numpy.
installs() {
    rm -rf "$work/venv"
    python3 -m venv --system-site-packages "$work/venv"
    "$work/venv/bin/pip" install -q "$1"
    (cd / && "$work/venv/bin/python" -c '
import star
with star.open() as s:
    s.enter("uses closure")
    print(star.__version__, s.CLOSURE(3, [[0, 1, 0], [0, 0, 1], [0, 0, 0]]).sum())') |
        grep -qx '[0-9rc.]* 3'
}
. "$top/tests/system/get"
line=$(get_line "$top" '^pip install .*tar[.]gz$')
cd "$work"
installs "${line#pip install }"
installs "$tree/tools/python"
mkdir "$work/tools"
! env PATH="$work/tools" "$work/venv/bin/pip" wheel -q --no-deps -w "$work" "$tree" \
    >"$work/said" 2>&1
grep -q 'Debian: apt-get install gcc libc6-dev cmake flex bison' "$work/said"
(cd "$tree" && find . -type f | sort | diff "$work/sources" -)
echo 'pip installs the sources, and ./tools/python'

#!/bin/sh
# SPDX-License-Identifier: MIT
# wheel.sh BUILD TOP: the wheel is made twice with the same bytes, wherever it is
# made; it has what the package has, may have its tag, and works in an environment of
# its own, without the network and the tree, which it leaves without a trace. What is
# not built makes no wheel, and pip builds none without the tools: both say what to
# do. Skipped without what it takes.
set -eu
build=$1 top=$2
for module in venv pip scipy; do
    python3 -c "import $module" 2>/dev/null || {
        echo "skipped: Python has no $module (Debian: python3-$module)"
        exit 77
    }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SOURCE_DATE_EPOCH=1700000000 PYTHONDONTWRITEBYTECODE=1
backend=$top/tools/python/backend.py

# refuses TEXT COMMAND...: it fails, and all it says has this text.
refuses() {
    text=$1
    shift
    ! "$@" >"$work/said" 2>&1 || {
        echo "$*: expected a failure"
        exit 1
    }
    grep -qF -- "$text" "$work/said" || {
        echo "$*: expected '$text', found"
        cat "$work/said"
        exit 1
    }
}
mkdir -p "$work/run/python/star" "$work/half/python"
cp -R "$build"/python/star_associative-*.dist-info "$work/half/python"
for tree in run half; do
    refuses "cmake --build $work/$tree --target star_python" \
        python3 "$backend" "$work/$tree" "$work/none"
done

# What pip calls, where there is nothing but Python, and without the library's sources.
mkdir "$work/tools"
python=$(python3 -c 'import sys; print(sys.executable)')
ln -s "$(command -v cc)" "$(command -v cmake)" "$work/tools"
builds() {
    (cd "$2" && env PATH="$1" "$python" -c \
        'import backend, sys; backend.build_wheel(sys.argv[1])' "$work/none")
}
refuses 'Debian: apt-get install flex bison ninja-build' \
    builds "$work/tools" "$top/tools/python"
refuses 'that lacks cc, cmake, flex, bison, ninja, zlib.h' \
    builds "$work/none" "$top/tools/python"
cp -R "$top/tools/python" "$work/copied"
refuses 'pip 21.3 or newer builds it where it is' builds "$PATH" "$work/copied"

python3 "$backend" "$build" "$work/one" >"$work/named"
mkdir -p "$work/elsewhere"
cp -RL "$build/python" "$work/elsewhere"
(umask 077 && touch "$work/elsewhere/python/star/"*.py &&
    python3 "$backend" "$work/elsewhere" "$work/two" >/dev/null)
wheel=$(cat "$work/named")
cmp "$wheel" "$work/two/${wheel##*/}"
case ${wheel##*/} in
star_associative-*-py3-none-manylinux_*.whl) ;;
*)
    echo "${wheel##*/} is not for every Python 3 and Linux"
    exit 1
    ;;
esac
python3 "$top/tests/system/python/manylinux.py" "$wheel"
older=$work/$(echo "${wheel##*/}" | sed 's/manylinux_[0-9_]*_/manylinux_2_17_/')
cp "$wheel" "$older"
refuses 'needs GLIBC_2.34' python3 "$top/tests/system/python/manylinux.py" "$older"

(cd "$build/python" && find star -name '*.pyc' -o ! -type d -print) | sort \
    >"$work/wanted"
python3 -m zipfile -l "$wheel" | awk '$1 ~ /^star\// { print $1 }' | sort \
    >"$work/found"
diff "$work/wanted" "$work/found"

# numpy, cffi and scipy are the system's.
python3 -m venv --system-site-packages "$work/venv"
(cd "$work/venv" && find . ! -name '*.pyc' | sort >"$work/before")
. "$top/tests/system/get"
line=$(get_line "$top" '^pip install .*associative.*whl$')
(cd "$work/one" && export PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1 &&
    PATH=$work/venv/bin:$PATH && $line -q)
get_example "$top" "$work"
cp "$top"/tests/system/python/*.py "$work"
cd "$work"
unset PYTHONPATH
# What is entered has neither a heading nor the point at the end.
sed '1d; s/^end\.$/end/' levels.star | "$work/venv/bin/python" -c '
import star, sys
star.open().enter(sys.stdin.read())' | diff levels.expected -
for part in bits host procedures solvers threads values; do
    "$work/venv/bin/python" -B -W error test_$part.py >"$work/said" 2>&1 || {
        cat "$work/said"
        exit 1
    }
done
"$work/venv/bin/python" - "$work/venv" <<'END'
import sys
from importlib.metadata import metadata
from pathlib import Path
import star
from star.library import lib
package = Path(star.__file__).parent
assert package.is_relative_to(sys.argv[1]), package
maps = Path('/proc/self/maps').read_text()
assert str(package / 'libstar.so') in maps, 'the library is another one'
facts = metadata('star-associative')
assert facts['Version'] == star.__version__, (facts['Version'], star.__version__)
assert facts['License-Expression'] == 'MIT' and facts['Summary'], facts
END
"$work/venv/bin/pip" uninstall -qy --disable-pip-version-check star-associative
(cd "$work/venv" && find . ! -name '*.pyc' | sort | diff "$work/before" -)

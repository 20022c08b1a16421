#!/bin/sh
# SPDX-License-Identifier: MIT
# wheel.sh BUILD TOP: the wheel is made twice with the same bytes, wherever it is
# made; it has what the package has, and works in an environment of its own, without
# the network and the tree. The folder of the sources is not installed, and what is
# not built makes no wheel: both say what to do. Skipped without what it takes.
set -eu
build=$1 top=$2
for module in setuptools wheel venv pip scipy; do
    python3 -c "import $module" 2>/dev/null || {
        echo "skipped: Python has no $module (Debian: python3-$module)"
        exit 77
    }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SOURCE_DATE_EPOCH=1700000000

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
cp -R "$top/tools/python" "$work/sources"
refuses 'sh tools/python/wheel.sh build/release DIR' \
    python3 -m pip install --no-index --no-build-isolation --disable-pip-version-check \
    --target "$work/none" "$work/sources"
mkdir -p "$work/run/python" "$work/half/python"
cp "$build/python/star.toml" "$work/half/python"
for tree in run half; do
    refuses "cmake --build $work/$tree --target star_python" \
        sh "$top/tools/python/wheel.sh" "$work/$tree" "$work/none"
done
sh "$top/tools/python/wheel.sh" "$build" "$work/one" >"$work/named"
mkdir -p "$work/elsewhere"
cp -RL "$build/python" "$work/elsewhere"
(umask 077 && touch "$work/elsewhere/python/star/"*.py &&
    sh "$top/tools/python/wheel.sh" "$work/elsewhere" "$work/two" >/dev/null)
wheel=$(cat "$work/named")
cmp "$wheel" "$work/two/${wheel##*/}"
case ${wheel##*/} in
star-*-py3-none-linux_*.whl) ;;
*)
    echo "${wheel##*/} is not for every Python 3"
    exit 1
    ;;
esac

(cd "$build/python" && find star -name '*.pyc' -o ! -type d -print) | sort \
    >"$work/wanted"
python3 -m zipfile -l "$wheel" | awk '$1 ~ /^star\// { print $1 }' | sort \
    >"$work/found"
diff "$work/wanted" "$work/found"

# numpy, cffi and scipy are the system's.
python3 -m venv --system-site-packages "$work/venv"
"$work/venv/bin/pip" install -q --no-index --disable-pip-version-check "$wheel"
cp "$top"/tests/system/python/*.py "$work"
cd "$work"
unset PYTHONPATH
for part in bits host procedures solvers threads values; do
    "$work/venv/bin/python" -B -W error test_$part.py >"$work/said" 2>&1 || {
        cat "$work/said"
        exit 1
    }
done
"$work/venv/bin/python" - "$work/venv" <<'END'
import sys
from pathlib import Path
import star
from star.library import lib
package = Path(star.__file__).parent
assert package.is_relative_to(sys.argv[1]), package
maps = Path('/proc/self/maps').read_text()
assert str(package / 'libstar.so') in maps, 'the library is another one'
END

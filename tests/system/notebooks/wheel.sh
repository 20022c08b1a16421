#!/bin/sh
# SPDX-License-Identifier: MIT
# wheel.sh BUILD TOP: the wheels of the kernel and of package star, in an
# environment of its own, without the tree: the kernel is installed and runs a
# cell. Skipped without what it takes.
set -eu
build=$1 top=$2
PATH=/usr/bin:$PATH # where Debian's packages are
for module in venv pip ipykernel nbclient; do
    python3 -c "import $module" 2>/dev/null || {
        echo "skipped: Python has no $module (Debian: python3-$module)"
        exit 77
    }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset PYTHONPATH
export SOURCE_DATE_EPOCH=1700000000 HOME="$work" PYDEVD_DISABLE_FILE_VALIDATION=1
python3 -B "$top/tools/python/backend.py" "$build" "$work/one" >"$work/named"
kernel=$(python3 -B "$top/tools/python/backend.py" "$build" "$work/one" star_jupyter)
again=$(python3 -B "$top/tools/python/backend.py" "$build" "$work/two" star_jupyter)
cmp "$kernel" "$again"

# ipykernel, numpy and cffi are the system's.
python3 -m venv --system-site-packages "$work/venv"
. "$top/tests/system/get"
for wheel in associative jupyter; do
    line=$(get_line "$top" "^pip install .*$wheel.*whl\$")
    (cd "$work/one" && export PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1 &&
        PATH=$work/venv/bin:$PATH && $line -q)
done
cd "$work"
"$work/venv/bin/python" -B -m star_jupyter install --prefix "$work/venv" >named
cat >cell.py <<'END'
import sys
from jupyter_client.manager import start_new_kernel
from pygments.lexers import get_lexer_by_name

assert get_lexer_by_name('star-cell').name == 'STAR in notebooks'
manager, client = start_new_kernel(kernel_name='star')
found = []
client.execute_interactive('var n: integer; n := 41; n + 1', timeout=60, output_hook=(
    lambda m: found.append(m['content'].get('data', {}).get('text/plain'))))
client.stop_channels()
manager.shutdown_kernel()
del client
assert '42' in found, found
assert manager.kernel_spec.argv[0] == sys.executable, manager.kernel_spec.argv
assert manager.kernel_spec.env == {}, manager.kernel_spec.env
END
JUPYTER_PATH=$work/venv/share/jupyter XDG_RUNTIME_DIR=$work \
    "$work/venv/bin/python" -B cell.py

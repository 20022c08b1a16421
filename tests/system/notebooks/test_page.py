# SPDX-License-Identifier: MIT
"""docs/howto/notebooks.md, word by word: its commands, its cells, its lists."""
import os
import re
import subprocess

from client import HOME, TOP, Frontend, equal, plain

with open(os.path.join(TOP, 'docs/howto/notebooks.md'), encoding='utf-8') as file:
    page = file.read()


def shown(cell):
    """What a frontend that has no pictures shows; what is too long it does not."""
    text = ''
    for kind, content in cell.messages:
        if kind == 'stream':
            text += content['text']
        elif kind == 'error':
            text += plain('\n'.join(content['traceback'])) + '\n'
        else:
            text += content['data']['text/plain'] + '\n'
    return text


# Jupyter finds the kernel where the page has put it.
path = re.search(r'`\$PWD(/env/share/jupyter)`', page)[1]
os.environ['JUPYTER_PATH'] = HOME + path

# Commands. The packages are those that are tested.
build = os.path.join(HOME, 'build/release')
os.makedirs(build)
os.symlink(os.environ['PYTHONPATH'], os.path.join(build, 'python'))
os.symlink(os.path.join(TOP, 'examples'), os.path.join(HOME, 'examples'))
for command in re.findall(r'^    \$ (.*)', page, re.M):
    done = subprocess.run(command, shell=True, cwd=HOME, check=False,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    printed = f'{HOME}{path}/kernels/star\n' if 'install' in command else ''
    equal((command, done.stdout), (command, printed))

# Cells, in one notebook.
cells = re.findall(r'^In \[(\d+)\]:\n(.*?)(?=^In|\Z|^Out)(?:Out \[\1\]:\n(.*?))?(?=^In|\Z)',
                   ''.join(re.findall(r'^```text\n(.*?)^```', page, re.M | re.S)),
                   re.M | re.S)
assert len(cells) == 10, cells
os.environ['JUPYTER_PATH'] = HOME + '/share/jupyter'
with Frontend() as f:
    for number, code, said in cells:
        cell = f.run(code)
        if said:
            equal(shown(cell), said)
        else:
            equal((number, cell.error['ename']), (number, 'output-limit'))

    # The table has each magic as %help has it.
    rows = re.findall(r'^\| `(%.*?)` \|', page, re.M)
    helped = re.findall(r'^%.*', f.run('%help').text, re.M)
    equal([row.replace('\\|', '|') for row in rows], helped)

# Numbers that the page states.
with open(os.path.join(TOP, 'lib/tools/plot/plot.h'), encoding='ascii') as file:
    most = dict(re.findall(r'(PLOT_\w+) = (\d+)', file.read()))
assert f"at most {most['PLOT_VERTICES']} rows is a graph" in page
assert f"at most {most['PLOT_SQUARES']} squares a side" in page
from star_jupyter import magics, pictures, session  # noqa: E402

assert f'up to {magics.LAST}\nstatements' in page
assert f'{pictures.ROWS} rows of {pictures.COLUMNS} columns' in page
assert f"write {session.LIMITS['max_output']:,} bytes" in page

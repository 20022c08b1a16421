# SPDX-License-Identifier: MIT
"""python3 -m star_jupyter install writes where it is told, and nowhere else."""
import json
import os
import subprocess
import sys

from client import HOME


def install(*options):
    return subprocess.run([sys.executable, '-B', '-m', 'star_jupyter', 'install',
                           *options], capture_output=True, text=True, check=False)


def files(folder):
    return sorted(os.path.relpath(os.path.join(at, name), folder)
                  for at, _, names in os.walk(folder) for name in names)


assert install().returncode == 2  # nowhere
assert install('--user', '--prefix', HOME).returncode == 2
assert files(HOME) == [], files(HOME)

prefix = os.path.join(HOME, 'prefix')
done = install('--prefix', prefix)
assert done.returncode == 0, done.stderr
assert done.stdout == f'{prefix}/share/jupyter/kernels/star\n', done.stdout
assert files(HOME) == ['prefix/share/jupyter/kernels/star/kernel.json'], files(HOME)
with open(f'{prefix}/share/jupyter/kernels/star/kernel.json', encoding='utf-8') as file:
    kernel = json.load(file)
assert kernel['display_name'] == 'STAR', kernel
assert kernel['argv'] == [sys.executable, '-m', 'star_jupyter', '-f',
                          '{connection_file}'], kernel

assert kernel['env'] == {'PYTHONPATH': os.environ['PYTHONPATH']}, kernel['env']

# What is not installed is not, whatever its folder is called.
os.symlink(os.environ['PYTHONPATH'], f'{HOME}/site-packages')
os.environ['PYTHONPATH'] = f'{HOME}/site-packages'
assert install('--prefix', prefix).returncode == 0
with open(f'{prefix}/share/jupyter/kernels/star/kernel.json', encoding='utf-8') as file:
    assert json.load(file)['env'] == kernel['env']
os.remove(f'{HOME}/site-packages')
os.environ['PYTHONPATH'] = kernel['env']['PYTHONPATH']

done = install('--user')
assert done.returncode == 0, done.stderr
assert done.stdout == f'{HOME}/.local/share/jupyter/kernels/star\n', done.stdout
assert len(files(HOME)) == 2, files(HOME)

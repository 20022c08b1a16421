# SPDX-License-Identifier: MIT
"""manylinux.py WHEEL...: whether each may have its tag, manylinux_X_Y of PEP 600: its
libraries need no others than those that every such system has, no symbol of a newer
version, and look in no folders of their own; its list of files is right."""
import base64
import csv
import hashlib
import io
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

# What such systems have; of zlib, which is no part of the C library, the version that the
# first ones with glibc 2.28 have.
LIBRARIES = {'libc.so.6', 'libdl.so.2', 'libm.so.6', 'libpthread.so.0', 'librt.so.1', 'libz.so.1',
             'ld-linux-x86-64.so.2', 'ld-linux-aarch64.so.1'}
ZLIB = (1, 2, 9)


def number(text):
    return tuple(map(int, text.split('.')))


def library(path, glibc):
    """What a shared library needs beyond a system with this glibc."""
    said = subprocess.run(['objdump', '-p', path], check=True, capture_output=True, text=True).stdout
    needed = set(re.findall(r'^ +NEEDED +(\S+)', said, re.M))
    for name in sorted(needed - LIBRARIES):
        yield f'needs {name}'
    for entry in re.findall(r'^ +(R(?:UN)?PATH) ', said, re.M):
        yield f'has {entry}'
    newest = {'GLIBC': glibc, 'ZLIB': ZLIB}
    versions = re.findall(r'^ +0x\w+ 0x\w+ \d+ (\S+)$', said, re.M)
    if needed and not versions:
        yield 'names no versions'
    for version in versions:
        name, _, found = version.rpartition('_')
        if not re.fullmatch(r'[\d.]+', found) or name not in newest or number(found) > newest[name]:
            yield f'needs {version}'


def wheel(path):
    tag = re.search(r'-(py3-none-manylinux_(\d+)_(\d+)_\w+)\.whl$', path.name)
    if not tag:
        return ['its tag is not that of PEP 600']
    wrong = []
    with zipfile.ZipFile(path) as archive, tempfile.TemporaryDirectory() as work:
        info = next(n for n in archive.namelist() if n.endswith('.dist-info/METADATA'))[:-8]
        if f'Tag: {tag[1]}\n' not in archive.read(f'{info}WHEEL').decode():
            wrong.append('WHEEL has another tag')
        if not archive.read(f'{info}licenses/LICENSE'):
            wrong.append('there is no licence')
        rows = list(csv.reader(io.StringIO(archive.read(f'{info}RECORD').decode())))
        if sorted(row[0] for row in rows) != sorted(archive.namelist()):
            wrong.append('RECORD lists other files')
        for name, digest, size in rows:
            data = archive.read(name)
            found = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')
            if digest and (digest, size) != (f'sha256={found}', str(len(data))):
                wrong.append(f'{name} is not as in RECORD')
        libraries = [name for name in archive.namelist() if re.search(r'\.so(\.|$)', name)]
        if not libraries:
            wrong.append('there is no library')
        for name in libraries:
            wrong += [f'{name} {what}' for what in library(
                archive.extract(name, work), (int(tag[2]), int(tag[3])))]
    return wrong


if __name__ == '__main__':
    found = [f'{path}: {what}' for path in sys.argv[1:] for what in wheel(Path(path))]
    print(*found, sep='\n', end='\n' if found else '')
    sys.exit(bool(found))

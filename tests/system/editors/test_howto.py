# SPDX-License-Identifier: MIT
"""test_howto.py STAR TOP: docs/howto/debugging.md, step by step, in an empty
home: its launch.json, what it does and sees, and the names that it lists."""
import json
import os
import re
import shutil
import sys
import tempfile

from dap_client import Client

star, top = map(os.path.abspath, sys.argv[1:])
with open(os.path.join(top, 'docs/howto/debugging.md'), encoding='utf-8') as file:
    page = file.read()

# The names in the table are those that a launch reads, beside the protocol's.
with open(os.path.join(top, 'cli/dap/dap_launch.c'), encoding='utf-8') as file:
    source = file.read()
read = set(re.findall(r'(?:arguments, |json_object_get\(arguments, )"(\w+)"',
                      source)) - {'linesStartAt1', 'noDebug'}
listed = set(re.findall(r'^\| `(\w+)` \|', page, re.M))
assert read == listed, (read, listed)

REQUESTS = {'Continue': 'continue', 'Reverse': 'reverseContinue',
            'Step Back': 'stepBack'}

with tempfile.TemporaryDirectory() as home:
    os.environ['HOME'] = home
    shutil.copy(os.path.join(top, 'examples/warshall.star'), home)
    shutil.copy(os.path.join(top, 'examples/karate.mtx'), home)
    [config] = json.loads(re.search(r'```json\n(.*?)```', page, re.S)[1])[
        'configurations']
    config['program'] = config['program'].replace('${workspaceFolder}', home)
    assert (config['type'], config['request']) == ('star', 'launch')
    client = Client(star, **config)
    rows = re.findall(r'^\| (.*\*.*) \| (.*) \|$', page, re.M)
    assert len(rows) > 8, rows
    for do, shows in rows:
        line = re.search(r'a breakpoint on line (\d+)', do)
        if line:
            client.breaks(config['program'], int(line[1]))
        data = re.search(r'\*Break on Value Change\* of `(.*?)`', do)
        if data:
            client.watch(data[1])
        watched = re.search(r'\*Watch\* `(.*)`', do)
        if watched:
            found = '`' + client.value(watched[1], context='watch') + '`'
        elif do == '*Start Debugging*':
            client.ask('configurationDone')
        else:
            client.ask(REQUESTS[re.search(r'\*([^*]*)\*$', do)[1]])
        if not watched:
            client.event('stopped')
            found = f'line {client.stack()[0]["line"]}'
        assert found == shows, f'{do}: {found}, the page says {shows}'
    client.disconnect()

# SPDX-License-Identifier: MIT
"""A frontend without a window: cells go to a kernel, what comes back is data."""
import atexit
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

TOP = os.path.abspath(f'{__file__}/../../../..')

os.environ['PYDEVD_DISABLE_FILE_VALIDATION'] = '1'
try:
    import ipykernel  # noqa: F401
    import nbclient  # noqa: F401
    from jupyter_client.manager import start_new_kernel
    from jupyter_client.session import json_default
except ModuleNotFoundError as missing:
    print(f'skipped: Python has no {missing.name}')
    sys.exit(77)

# A home of its own, with the kernel in it: as `install --prefix` puts it there.
HOME = tempfile.mkdtemp()
atexit.register(shutil.rmtree, HOME)
os.environ.update(HOME=HOME, JUPYTER_PATH=f'{HOME}/share/jupyter',
                  IPYTHONDIR=f'{HOME}/ipython', XDG_RUNTIME_DIR=HOME)
os.environ.pop('XDG_DATA_HOME', None)
os.environ['PATH'] = os.path.dirname(sys.executable) + ':' + os.environ['PATH']
FOLDER = os.path.join(HOME, 'notebooks')
os.mkdir(FOLDER)


def install():
    subprocess.run([sys.executable, '-B', '-m', 'star_jupyter', 'install', '--prefix',
                    HOME], check=True, stdout=subprocess.DEVNULL)


def plain(text):
    """Without colours."""
    return re.sub('\33\\[[0-9;]*m', '', text)


class Cell:
    """What came of one."""

    def __init__(self, messages, reply):
        self.status = reply['status']
        self.messages = messages
        self.text = ''.join(content['text'] for kind, content in messages
                            if kind == 'stream' and content['name'] == 'stdout')
        self.warnings = ''.join(content['text'] for kind, content in messages
                                if kind == 'stream' and content['name'] == 'stderr')
        self.data = [content['data'] for kind, content in messages
                     if kind in ('execute_result', 'display_data')]
        self.error = next((content for kind, content in messages if kind == 'error'),
                          None)

    @property
    def value(self):
        """The last value or picture as text, or None."""
        return self.data[-1]['text/plain'] if self.data else None

    @property
    def trouble(self):
        return plain('\n'.join(self.error['traceback'])) if self.error else ''


def pack(message):
    """As browsers send it: in ASCII, also halves of characters."""
    return json.dumps(message, default=json_default).encode()


class Frontend:
    def __init__(self, folder=FOLDER):
        install()
        self.manager, self.client = start_new_kernel(kernel_name='star', cwd=folder)
        self.client.session.pack = pack

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.stop_channels()
        self.manager.shutdown_kernel()
        del self.client  # while it can still log

    def run(self, code, given=None, timeout=60, meanwhile=None):
        """Runs a cell, whose program reads the lines `given`; without it the frontend
        has no input. meanwhile() is called once it runs."""
        messages, times = [], []
        lines = list(given or [])

        def take(message):
            kind = message['msg_type']
            if kind == 'status' and meanwhile is not None and not messages:
                messages.append((kind, message['content']))
                meanwhile()
            elif kind not in ('status', 'execute_input'):
                messages.append((kind, message['content']))
                times.append(time.monotonic())

        reply = self.client.execute_interactive(
            code, output_hook=take, timeout=timeout, stop_on_error=False,
            allow_stdin=given is not None,
            stdin_hook=lambda _: self.client.input(lines.pop(0) if lines else '\x04'))
        cell = Cell(messages, reply['content'])
        cell.times = [time.monotonic() - t for t in times]  # before the end
        return cell

    def ask(self, question, *arguments):
        """complete, inspect, is_complete, kernel_info."""
        identity = getattr(self.client, question)(*arguments)
        while True:
            reply = self.client.get_shell_msg(timeout=60)
            if reply['parent_header'].get('msg_id') == identity:
                return reply['content']


def equal(found, wanted):
    assert found == wanted, f'\nfound:\n{found}\nwanted:\n{wanted}'

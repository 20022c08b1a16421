# SPDX-License-Identifier: MIT
"""A small client of star lsp: texts in which a | marks a place, and those of
tests/lang, whole and damaged."""
import glob
import json
import os
import subprocess

LANG = os.path.join(os.path.dirname(__file__), '..', '..', 'lang')
REQUESTS = ['hover', 'completion', 'signatureHelp', 'definition', 'documentHighlight',
            'documentSymbol', 'semanticTokens/full', 'codeLens', 'prepareRename']


class Wrong(Exception):
    """The server refuses a request, or ends."""


class Client:
    def __init__(self, star, *options, env=None):
        self.start(star, *options, env=env)
        self.hello = self.ask('initialize', processId=os.getpid(), rootUri=None,
                              capabilities={})
        self.tell('initialized')

    def start(self, star, *options, env=None):
        self.server = subprocess.Popen([star, 'lsp', *options], env=env,
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = self.version = 0
        self.told = {}  # diagnostics by URI, the last ones

    def send(self, **message):
        body = json.dumps({'jsonrpc': '2.0', **message}).encode()
        self.server.stdin.write(b'Content-Length: %d\r\n\r\n%s' % (len(body), body))
        self.server.stdin.flush()

    def receive(self):
        length = None
        while (line := self.server.stdout.readline()) not in (b'\r\n', b''):
            name, value = line.split(b':')
            if name == b'Content-Length':
                length = int(value)
        if length is None:
            raise Wrong('the server has ended')
        return json.loads(self.server.stdout.read(length))

    def take(self):
        """Takes a message; what is wrong with a text is kept."""
        message = self.receive()
        if message.get('method') == 'textDocument/publishDiagnostics':
            self.told[message['params']['uri']] = message['params']
        return message

    def tell(self, method, **params):
        self.send(method=method, params=params)

    def ask(self, method, **params):
        self.number += 1
        self.send(id=self.number, method=method, params=params)
        while (message := self.take()).get('id') != self.number:
            pass
        if 'error' in message:
            raise Wrong(message['error']['message'])
        return message['result']

    # ---- Texts ----

    def open(self, text, uri='file:///tmp/mine.star'):
        self.version += 1
        self.tell('textDocument/didOpen', textDocument={
            'uri': uri, 'languageId': 'star', 'version': self.version, 'text': text})
        return uri

    def change(self, uri, changes):
        self.version += 1
        self.tell('textDocument/didChange', contentChanges=changes,
                  textDocument={'uri': uri, 'version': self.version})

    def diagnostics(self, uri):
        """What is wrong with the text as it is now: later ones tell of it too."""
        while self.told.get(uri, {}).get('version') != self.version:
            self.take()
        return self.told[uri]['diagnostics']

    def at(self, method, marked, **params):
        """Asks about the place of the | in a text, which is opened."""
        before, _, behind = marked.partition('|')
        uri = self.open(before + behind)
        return self.ask('textDocument/' + method, textDocument={'uri': uri},
                        position=position(before), **params)

    def about(self, method, text, **params):
        uri = self.open(text)
        return self.ask('textDocument/' + method, textDocument={'uri': uri}, **params)

    def end(self):
        self.ask('shutdown')
        self.tell('exit')
        return self.wait()

    def wait(self):
        """Ends the input; the exit status."""
        self.server.stdin.close()
        self.server.stdout.read()
        self.server.stdout.close()
        return self.server.wait()


def position(before):
    """The place behind a text, in UTF-16."""
    lines = before.split('\n')
    return {'line': len(lines) - 1, 'character': len(lines[-1].encode('utf-16-le')) // 2}


def offset(text, place):
    line = text.split('\n')[:place['line'] + 1]
    units = line[-1].encode('utf-16-le')[:2 * place['character']]
    return sum(len(s) + 1 for s in line[:-1]) + len(units.decode('utf-16-le'))


def piece(text, span):
    """The part of a text that a range means."""
    return text[offset(text, span['start']):offset(text, span['end'])]


def edited(text, edits):
    """The text after edits, which do not overlap."""
    for edit in sorted(edits, key=lambda e: -offset(text, e['range']['start'])):
        start, end = (offset(text, edit['range'][k]) for k in ('start', 'end'))
        text = text[:start] + edit['newText'] + text[end:]
    return text


def texts():
    for path in sorted(glob.glob(LANG + '/**/*.star', recursive=True)):
        with open(path, 'rb') as file:
            yield 'file://' + os.path.abspath(path), file.read().decode(errors='replace')


def damaged(text, rng):
    """Cuts the text off, or leaves out, doubles or replaces a piece."""
    at = rng.randrange(len(text) + 1)
    end = min(len(text), at + rng.randrange(20))
    return rng.choice([text[:at], text[:at] + text[end:], text[:end] + text[at:],
                       text[:at] + rng.choice(['(', "'", '{', 'end', ';', '.', ':=', '\U0001d54a',
                                               'begin ', '\0', '[', 'var ', '1..']) + text[end:]])

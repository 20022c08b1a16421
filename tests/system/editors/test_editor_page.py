# SPDX-License-Identifier: MIT
"""test_editor_page.py STAR TOP: what docs/howto/editor.md says is shown of an example, row
by row."""
import json
import os
import re
import sys

from lsp_client import Client, Wrong, position

star, top = map(os.path.abspath, sys.argv[1:])
with open(os.path.join(top, 'docs/howto/editor.md'), encoding='utf-8') as file:
    page = file.read()
with open(os.path.join(top, 'examples/warshall.star'), encoding='utf-8') as file:
    TEXT = file.read()
URI = 'file://' + os.path.join(top, 'examples/warshall.star')
client = Client(star)


def line(number):
    """The offset where a line begins."""
    return sum(len(s) for s in TEXT.splitlines(True)[:number - 1])


def name(match):
    """The place of a name in a line, the first and the second group."""
    at = line(int(match[2]))
    return position(TEXT[:at + re.search(rf'\b{re.escape(match[1])}\b', TEXT[at:]).start()])


def ask(method, text=TEXT, **params):
    client.open(text, URI)
    return client.ask('textDocument/' + method, textDocument={'uri': URI}, **params)


def hover(m):
    return ask('hover', position=name(m))['contents']['value']


def definition(m):
    return f"line {ask('definition', position=name(m))['range']['start']['line'] + 1}"


def references(m):
    found = ask('references', position=name(m), context={'includeDeclaration': True})
    return f'{len(found)} places'


def rename(m):
    try:
        found = ask('rename', position=name(m), newName=m[3])
    except Wrong as refusal:
        return str(refusal)
    return f"{len(found['changes'][URI])} places change"


def written(m):
    """Asks behind something that is written behind a line: the call, or names."""
    at = line(int(m[2]) + 1)
    text = TEXT[:at] + m[1] + TEXT[at:]
    place = position(text[:at + len(m[1])])
    if m[3] is None:
        signature = ask('signatureHelp', text, position=place)['signatures'][0]
        start, end = signature['parameters'][0]['label']
        return signature['label'] + ' ' + signature['label'][start:end]
    found = ask('completion', text, position=place)['items']
    fit = [item['label'] for item in found if item['sortText'] == '0']
    assert len(fit) == 3, fit
    return ' '.join(fit)


def mistake(m):
    at = TEXT.index(m[2], line(int(m[3])))
    client.open(TEXT[:at] + m[1] + TEXT[at + len(m[2]):], URI)
    found = client.diagnostics(URI)[0]
    fixes = client.ask('textDocument/codeAction', textDocument={'uri': URI},
                       range=found['range'], context={'diagnostics': [found]})
    return found['message'] + fixes[0]['title']


def lens(m):
    return ' '.join(f['command']['title'] for f in ask('codeLens')
                    if f['range']['start']['line'] == int(m[1]) - 1)


ROWS = [(r'\*Hover\* over `(.*)` in line (\d+)', hover),
        (r'\*Go to Definition\* of `(.*)` in line (\d+)', definition),
        (r'\*Find All References\* of `(.*)` in line (\d+)', references),
        (r'\*Rename\* `(.*)` in line (\d+) to `(.*)`', rename),
        (r'Write `(.*)` behind line (\d+)(, ask for names)?', written),
        (r'Write `(.*)` for `(.*)` in line (\d+)', mistake),
        (r'Look above line (\d+)', lens)]

tried = 0
for do, shown in re.findall(r'^\| (.*?) \| (.*) \|$', page, re.M):
    for pattern, what in ROWS:
        match = re.fullmatch(pattern, do)
        if match is None:
            continue
        found = what(match)
        for text in re.findall(r'`(.*?)`', shown) or [shown]:
            assert text in found, f'{do}: {found}, the page says {text}'
        tried += 1
assert tried == page.count('\n| ') - 1, (tried, 'rows are tried')
assert client.end() == 0

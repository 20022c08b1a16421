# SPDX-License-Identifier: MIT
"""Completion, inspection, and whether a cell is whole."""
from client import Frontend, equal


def completed(code):
    reply = f.ask('complete', code, len(code))
    equal(reply['status'], 'ok')
    start = reply['cursor_start']
    assert all(m.lower().startswith(code[start:].lower()) for m in reply['matches'])
    types = reply['metadata']['_jupyter_types_experimental']
    equal([t['text'] for t in types], reply['matches'])
    return {t['text']: t['type'] for t in types}


def inspected(code, at=None):
    reply = f.ask('inspect', code, len(code) if at is None else at)
    equal(reply['found'], bool(reply['data']))
    return reply['data'].get('text/plain', '')


with Frontend() as f:
    f.run('var flag: slice(4); weight: table(4, 3); n: integer;'
          'proc MINE(k: integer; var Y: slice); begin Y(k) := 1 end;')

    # By what stands before: anything, slices, types, units, magics.
    equal(completed('fl'), {'flag': 'variable'})
    equal(completed('n := 1; MI')['MINE'], 'procedure')
    assert {'while', 'with'} <= set(completed('w')), completed('w')
    found = completed('NUMB(')
    assert 'flag' in found and 'weight' not in found, found
    found = completed('MINE(1, ')
    assert 'flag' in found and 'n' not in found, found
    equal(completed('var X: sl'), {'slice': 'type'})
    equal(completed('n := 1;\nvar i: integer;\n  Y: ta'), {'table': 'type'})
    equal(completed('uses clo'), {'closure': 'unit'})
    equal(completed('n := 1\n%co'), {'count': 'magic'})
    equal(completed('%'), dict.fromkeys(
        ('count', 'device', 'help', 'plot', 'reset', 'trace'), 'magic'))
    equal(completed('%count fl'), {'flag': 'variable'})
    # Cursors that are nowhere.
    equal(f.ask('complete', 'fl', 99)['cursor_end'], 2)
    equal(f.ask('complete', 'fl', -9)['cursor_start'], 0)
    equal(inspected('flag', 99), inspected('flag', -9))
    # Names that the cell itself declares, before it has run.
    equal(completed('var fresh: integer;\nfr')['fresh'], 'cell')

    # What was entered, with its value; the language and its library; a call.
    equal(inspected('flag'), 'variable flag: slice(4)\n1 0\n2 0\n3 0\n4 0')
    equal(inspected('n := weight', 7).splitlines()[0], 'variable weight: table(4, 3)')
    equal(inspected('MINE'), 'proc MINE(k: integer; var Y: slice)')
    equal(inspected('NUMB'), 'NUMB(Y: slice or word): integer\n    Number of ones in Y.')
    equal(inspected('NUMB( '), inspected('NUMB'))
    equal(inspected('n := NUMB(MASK(flag, 1, 2) '), inspected('NUMB'))
    text = inspected('closure')
    assert 'In the unit closure.' in text and 'Operations: ' in text, text
    equal(inspected('nothing_of_the_kind'), '')
    equal(inspected(''), '')

    # Whether Enter ends the cell.
    for code, status in (('n := 2', 'complete'), ('if n = 2 then', 'incomplete'),
                         ('begin n := 3', 'incomplete'), ('n := := 2', 'complete'),
                         ('proc P;\nbegin', 'incomplete'), ('%device', 'complete')):
        equal((code, f.ask('is_complete', code)['status']), (code, status))

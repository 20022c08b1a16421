# SPDX-License-Identifier: MIT
"""%trace: the page of star trace, of an entry with the variables that there are."""
import html
import json
import re

from client import Frontend, equal


def trace_of(cell):
    """The data of the page that is shown."""
    shown = cell.data[-1]['text/html']
    assert shown.startswith('<iframe sandbox="allow-scripts" srcdoc="'), shown[:100]
    page = html.unescape(re.search('srcdoc="(.*?)"', shown, re.S)[1])
    assert page.startswith('<!DOCTYPE html>') and 'openViewer' in page
    return json.loads(re.search(r'<script [^>]*id="data"[^>]*>(.*?)</script>', page,
                                re.S)[1])


def names(data):
    return [call['name'] for call in data['calls']]


with Frontend() as f:
    equal(f.run('%trace').trouble, 'error: nothing was entered yet')
    f.run('var n: integer; X: slice(4);\n'
          'proc HALVE(var n: integer); begin n := n div 2 end;\nn := 40')

    # A line, which is also run in the session; its places are the cell's.
    cell = f.run('X(2) := 1;\n%trace HALVE(n); writeln(n)')
    equal((cell.status, cell.text), ('ok', '20\n'))
    data = trace_of(cell)
    equal(data['end']['when'], 'ended')
    assert any(name.lower() == 'halve' for name in names(data)), names(data)
    equal(f.run('n').value, '20')
    variables = {v['name']: v for c in data['calls'] if c['depth'] == 0
                 for v in c['vars']}
    equal(variables['n']['h'][0][1], '40')  # as it was before the entry
    equal(variables['n']['h'][-1][1], '20')
    equal(''.join(text for _, text in data['output']), '20\n')

    # The last entry; a whole cell; what is declared again.
    f.run('n := 1; n := 2')
    equal(len(trace_of(f.run('%trace'))['at']), 2 + 1)
    f.run('var n: integer;')
    cell = f.run('%%trace --last 3\nn := 0;\nwhile n < 9 do\n  n := n + 1')
    equal(len(trace_of(cell)['at']), 3 + 1)
    equal(f.run('n').value, '9')
    for last in (0, 1000001):
        equal(f.run(f'%trace --last {last} n := 1').trouble,
              f'error: %trace: N is from 1 to 1000000, not {last}')
    equal(f.run('n').value, '9')

    # A comment may have anything in it.
    f.run('{ \0 } n := 4; n := 5')
    equal(len(trace_of(f.run('%trace'))['at']), 2 + 1)
    f.run('n := { \0 } 6')
    cell = f.run('%trace n := n + 1')
    equal((cell.status, f.run('n').value), ('ok', '7'))

    # What was read is read again.
    f.run('readln(n)', given=['123'])
    cell = f.run('%trace readln(n); n := n + 1', given=['7'])
    equal(trace_of(cell)['end']['when'], 'ended')
    equal(f.run('n').value, '8')

    # A run that fails is shown up to there; a text that does not compile is not.
    cell = f.run('%trace n := 3; n := n div 0')
    equal(trace_of(cell)['end']['when'], 'failed')
    assert 'division' in cell.warnings, cell.warnings
    cell = f.run('%trace n := nothing')
    equal((cell.error['ename'], cell.data), ('undeclared', []))
    equal(f.run('n').value, '3')

    # Entries that failed fail again, and leave the same behind.
    f.run('n := 6; n := n div 0')
    f.run('var k: integer; A: array [1..k] of integer; n := 7')
    cell = f.run('%trace n := n + 1')
    equal(trace_of(cell)['end']['when'], 'ended')
    variables = [v for c in trace_of(cell)['calls'] if c['depth'] == 0
                 for v in c['vars'] if v['name'] == 'n']
    equal([h[1] for h in variables[-1]['h']], ['6', '7'])
    equal(f.run('n').value, '7')

    # An entry that was stopped cannot run again as it did.
    f.run("while true do writeln('on and on')")
    cell = f.run('%trace n := 1')
    assert 'was stopped: %reset forgets it' in cell.trouble, cell.trouble
    f.run('%reset')
    equal(trace_of(f.run('var n: integer;\n%trace n := 1'))['end']['when'], 'ended')

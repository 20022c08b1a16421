# SPDX-License-Identifier: MIT
"""Cells as entries: values, output, input, warnings, errors with their colours."""
import os

from client import FOLDER, Frontend, equal

with Frontend() as f:
    info = f.ask('kernel_info')
    equal(info['language_info']['name'], 'star')
    equal(info['language_info']['file_extension'], '.star')
    assert info['banner'].startswith('STAR '), info['banner']

    # What is declared stays; the last expression is the value; places are those of
    # the cell.
    equal(f.run('').status, 'ok')
    equal(f.run('{ no more than this }').status, 'ok')
    cell = f.run('var n: integer; X: slice(3);\nn := 20;\nn + 1')
    equal((cell.status, cell.value, cell.error), ('ok', '21', None))
    equal(f.run('n').value, '20')
    equal(f.run("'text'").value, "'text'")
    equal(f.run('n / 8').value, '2.5')
    cell = f.run('n := 1')
    equal((cell.status, cell.data, cell.text), ('ok', [], ''))
    equal(f.run("writeln('n = ', n); n").text, 'n = 1\n')
    equal(f.run('writeln(2);\n%device\nwriteln(3)').text, '2\ncpu\n3\n')

    # What is written comes while the cell runs.
    cell = f.run("writeln('early'); for n := 1 to 400000000 do X(1) := 1; writeln('late')")
    equal([content['text'] for _, content in cell.messages], ['early\n', 'late\n'])
    assert cell.times[0] > cell.times[1] + 0.1, cell.times

    # A cell that is not to be shown.
    messages = []
    f.client.execute_interactive('n := 5; n', silent=True,
                                 output_hook=lambda m: messages.append(m['msg_type']))
    equal([kind for kind in messages if kind != 'status'], [])
    equal(f.run('n').value, '5')

    # Errors: the code, the text, and the place with a caret and a hint in colour.
    cell = f.run('n := 1;\nn := nn')
    equal((cell.status, cell.error['ename']), ('error', 'undeclared'))
    equal(cell.error['evalue'], "'nn' is not declared")
    assert '\33[1;31merror:\33[0m' in '\n'.join(cell.error['traceback'])
    lines = cell.trouble.splitlines()
    assert lines[0].endswith(":2:6: error: 'nn' is not declared [undeclared]"), lines
    assert lines[0].startswith('cell '), lines
    equal(lines[1:3], ['     2 | n := nn', '       |      ^~'])
    equal(lines[3], "       hint: did you mean 'n'?")
    equal(f.run('n').value, '5')  # nothing of it was run
    cell = f.run('n := 7; n := n div 0')
    equal(cell.error['ename'], 'division')
    equal(f.run('n').value, '7')
    cell = f.run('%reset\nvar k: integer;\nk := j')
    assert ':3:6: error' in cell.trouble, cell.trouble
    equal(f.run('k').status, 'error')

    # Halves of characters.
    cell = f.run("writeln('a\ud800b')")
    equal((cell.status, cell.text), ('ok', 'a\ufffdb\n'))
    equal(f.run('k := \udfff').status, 'error')
    equal(f.ask('is_complete', "begin writeln('\ud800')")['status'], 'incomplete')
    equal(f.ask('complete', '\ud800 wri', 5)['status'], 'ok')
    equal(f.ask('inspect', '\ud800', 1)['found'], False)

    # Warnings do not stop a cell.
    cell = f.run('proc P;\nvar i: integer;\nbegin\nend;')
    equal((cell.status, cell.error), ('ok', None))
    assert 'unused-variable' in cell.warnings, cell.warnings
    assert '\33[' in cell.warnings, cell.warnings

    # Input: from the frontend, where that has some; the end of it.
    cell = f.run('var a, b: integer; readln(a); readln(b); a + b', given=['40', '2'])
    equal(cell.value, '42')
    cell = f.run("var s: string; readln(s); s", given=['a\ud800b'])
    equal(cell.value, "'a\ufffdb'")
    equal(f.run('eof', given=[]).value, 'true')
    cell = f.run('readln(a)')
    equal((cell.status, cell.error['ename']), ('error', 'end-of-input'))

    # Files: those of the folder of the notebook, and no others.
    with open(os.path.join(FOLDER, 'small.txt'), 'w', encoding='ascii') as file:
        file.write('10\n01\n')
    with open(os.path.join(FOLDER, 'mine.star'), 'w', encoding='ascii') as file:
        file.write('function TWO: integer; begin TWO := 2 end;')
    equal(f.run("var T: table; load(T, 'small.txt'); T").value, '  12\n1 10\n2 01')
    equal(f.run('uses mine; TWO').value, '2')
    equal(f.run("load(T, '/etc/passwd')").status, 'error')
    equal(f.run("load(T, '../small.txt')").status, 'error')

    # What is written is limited.
    cell = f.run("while true do writeln('again and again')")
    equal((cell.status, cell.error['ename']), ('error', 'output-limit'))
    assert 3_900_000 < len(cell.text) <= 4_000_000, len(cell.text)

# SPDX-License-Identifier: MIT
"""test_dap.py STAR: star dap by what an editor sends."""
import os
import sys
import tempfile
import time
import unittest

from dap_client import Client

STAR = os.path.abspath(sys.argv.pop(1))

ONE = '''program one;
var i: integer; X: slice(4); T: table(4, 6);
proc ONE(k: integer; var Y: slice);
begin Y(k) := 1 end;
begin
  CLR(X);
  for i := 1 to 4 do
    ONE(i, X);
  COL(2, T) := X;
  writeln(X);
  CLR(X)
end.
'''

ENDLESS = '''program endless;
var i: integer;
begin
  i := 0;
  while true do
    i := i + 1
end.
'''


class Dap(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.clients = []

    def tearDown(self):
        for client in self.clients:
            client.process.kill()
            client.process.wait()
            for pipe in (client.process.stdin, client.process.stdout,
                         client.process.stderr):
                pipe.close()

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        return path

    def client(self, *options, **launch):
        client = Client(STAR, *options, **launch)
        self.clients.append(client)
        return client

    def launch(self, text, *options, **launch):
        """A program that has stopped at its first statement."""
        self.path = self.write('test.star', text)
        client = self.client(*options, program=self.path, stopOnEntry=True,
                             **launch)
        client.ask('configurationDone')
        client.stops('entry')
        return client

    # ---- To go on and back ----

    def test_steps_go_over_into_and_out_of_calls_both_ways(self):
        c = self.launch(ONE)
        for line in 7, 7, 8, 7, 8:
            c.go('next', 'step', line)
        c.go('stepIn', 'step', 4)
        self.assertEqual([f['name'] for f in c.stack()], ['ONE', 'one'])
        self.assertEqual(c.value('k'), '2')
        c.go('stepOut', 'step', 7)
        self.assertEqual(c.value('X'), "'1100'")
        c.go('stepBack', 'step', 8)
        self.assertEqual(c.value('X'), "'1000'")
        c.go('stepIn', 'step', 4)
        c.go('stepBack', 'step', 8)
        c.go('reverseContinue', 'entry', 6)
        c.go('stepBack', 'step', 6)
        c.ask('continue')
        c.ends()
        self.assertEqual(c.output, {'stdout': '1111\n'})

    def test_a_program_runs_to_its_end_without_breakpoints(self):
        c = self.client(program=self.write('a.star', ONE))
        c.ask('configurationDone')
        c.ends()
        self.assertEqual(c.output, {'stdout': '1111\n'})

    def test_the_end_may_be_a_stop_to_go_back_from(self):
        path = self.write('a.star', ONE)
        c = self.client(program=path, stopAtEnd=True)
        c.breaks(path, 10)
        c.ask('configurationDone')
        c.stops('breakpoint', 10)
        c.go('continue', 'end')
        c.go('reverseContinue', 'breakpoint', 10)
        c.go('continue', 'end')
        c.ask('next')
        c.ends()
        self.assertEqual(c.output, {'stdout': '1111\n'})

    def test_without_debugging_nothing_stops(self):
        path = self.write('a.star', ONE)
        c = self.client(program=path, noDebug=True, stopOnEntry=True)
        c.breaks(path, 8)
        c.ask('configurationDone')
        c.ends()
        c = self.client(program=self.write(
            'b.star', 'program b; begin writeln(1 div 0) end.'), noDebug=True)
        c.ask('configurationDone')
        c.ends(1)
        self.assertIn('[division]', c.output['stderr'])

    # ---- Breakpoints ----

    def test_breakpoints_go_to_the_next_statement(self):
        c = self.launch(ONE)
        found = c.breaks(self.path, 3, 8, 99)
        self.assertEqual([(b['verified'], b.get('line')) for b in found],
                         [(True, 4), (True, 8), (False, None)])
        self.assertEqual(found[2]['message'],
                         'no statement begins here or behind')
        body = c.go('continue', 'breakpoint', 8)
        self.assertEqual(body['hitBreakpointIds'], [found[1]['id']])
        c.go('next', 'breakpoint', 4)  # a way over a call ends in it
        c.go('reverseContinue', 'breakpoint', 8)
        self.assertEqual(c.breaks(self.path), [])
        c.ask('continue')
        c.ends()

    def test_conditions_are_constants_or_expressions(self):
        c = self.launch(ONE)
        c.breaks(self.path, {'line': 8, 'condition': 'i = 3'})
        c.go('continue', 'breakpoint', 8)
        self.assertEqual(c.value('i'), '3')
        c.breaks(self.path, {'line': 4, 'condition': 'k * k = 16'})
        c.go('continue', 'breakpoint', 4)
        self.assertEqual(c.value('k'), '4')
        c.go('reverseContinue', 'entry', 6)
        c.breaks(self.path, {'line': 8, 'condition': '(i = 2) or ' * 20 + '(i=3)'})
        c.go('continue', 'breakpoint', 8)
        c.breaks(self.path, {'line': 8, 'condition': 'nosuch > 1'})
        c.go('continue', 'breakpoint', 8)
        self.assertIn("nosuch > 1: ", c.output['stderr'])

    def test_what_can_be_no_condition_is_not_verified(self):
        c = self.launch(ONE)
        for text in 'i = ', 'k = ', '1 +', 'i := 3', '(i = 2', 'i = 2)', '$', "'a", '1':
            found = c.breaks(self.path, {'line': 8, 'condition': text})[0]
            self.assertFalse(found['verified'], text)
            self.assertNotEqual(found['message'], '')
        for text in ('k * k = 16', 'nosuch > 1', 'NUMB(X) = 2 // ones', 'X(2) = 1',
                     'i = 1', 'r.x[3]^ = red'):
            found = c.breaks(self.path, {'line': 8, 'condition': text})[0]
            self.assertTrue(found['verified'], text)

    def test_hits_are_counted(self):
        for count, wanted in (('2', [2]), ('= 2', [2]), ('>= 3', [3, 4]),
                              ('> 3', [4]), ('<2', [1]), ('<= 2', [1, 2]),
                              ('%2', [2, 4]), ('% 0', [])):
            c = self.launch(ONE)
            c.breaks(self.path, {'line': 4, 'hitCondition': count})
            for value in wanted:
                c.go('continue', 'breakpoint', 4)
                self.assertEqual(c.value('k'), str(value))
            c.ask('continue')
            c.ends()
        c = self.launch(ONE)
        for count in 'x', '3 4', '=>', '2x':
            found = c.breaks(self.path, {'line': 4, 'hitCondition': count,
                                         'condition': 'k = 1'})
            self.assertEqual(
                found[0]['message'],
                'expected a number of hits, as 5, >= 5 or % 5')

    def test_log_points_write_and_go_on(self):
        c = self.launch(ONE)
        c.breaks(self.path, {'line': 4, 'logMessage': 'k={k}, {k*k}{ {q} {'})
        for line in 7, 7, 8, 7:
            c.go('next', 'step', line)
        self.assertIn('k=1, 1', c.output['console'])
        c.go('reverseContinue', 'entry', 6)
        c.ask('continue')
        c.ends()
        lines = c.output['console'].splitlines()
        self.assertEqual(len(lines), 5)
        self.assertRegex(lines[4], r'^k=4, 16.* \{$')

    def test_procedures_have_breakpoints(self):
        c = self.launch(ONE)
        found = c.ask('setFunctionBreakpoints', breakpoints=[
            {'name': 'one', 'condition': 'k > 2'}, {'name': 'two'},
            {}])['breakpoints']
        self.assertEqual([b['verified'] for b in found], [True, False, False])
        self.assertEqual(found[1]['message'],
                         'there is no such procedure with statements')
        c.breaks(self.path, 10)
        c.go('continue', 'function breakpoint', 4)
        self.assertEqual(c.value('k'), '3')
        c.ask('setFunctionBreakpoints', breakpoints=[])
        c.go('continue', 'breakpoint', 10)

    def test_there_are_so_many_breakpoints(self):
        c = self.launch(ONE)
        found = c.breaks(self.path, *[6] * 101)
        self.assertEqual([b['verified'] for b in found], [True] * 100 + [False])
        self.assertEqual(found[100]['message'],
                         'there are too many breakpoints')
        found = c.watch(*['i'] * 21)
        self.assertEqual([b['verified'] for b in found], [True] * 20 + [False])

    def test_which_statement_wrote_this_bit_last(self):
        c = self.launch(ONE)
        c.breaks(self.path, 9)
        c.go('continue', 'breakpoint', 9)
        c.breaks(self.path)
        found = c.watch('X(3)')
        body = c.go('reverseContinue', 'data breakpoint', 4)
        self.assertEqual(body['text'], 'X(3)')
        self.assertEqual(body['hitBreakpointIds'], [found[0]['id']])
        self.assertEqual((c.value('k'), c.value('X')), ('3', "'1100'"))
        c.go('continue', 'data breakpoint', 7)
        self.assertEqual(c.value('X'), "'1110'")

    def test_data_breakpoints_on_rows_columns_and_variables(self):
        c = self.launch(ONE)
        self.assertEqual(c.value('COL(2, T)'), "'0000'")
        c.watch('COL(2, T)', 'COL(3, T)')
        body = c.go('continue', 'data breakpoint', 10)
        self.assertEqual(body['text'], 'COL(2, T)')
        c.go('reverseContinue', 'data breakpoint', 9)
        c.watch('ROW(4, T)(2)')
        c.go('continue', 'data breakpoint', 10)
        c.watch('X')
        c.go('reverseContinue', 'data breakpoint', 4)
        c.ask('setDataBreakpoints', breakpoints=[])
        c.go('reverseContinue', 'entry', 6)

    def test_data_is_named_by_the_view_of_variables(self):
        c = self.launch(ONE)
        scopes = c.ask('scopes', frameId=1)['scopes']
        program = scopes[0]['variablesReference']
        T = c.variables(program)['T']['variablesReference']
        columns = c.variables(T)['columns']['variablesReference']
        for reference, name, wanted in ((program, 'X', '0:X'),
                                        (T, 'ROW 2', '0:ROW(2, T)'),
                                        (columns, 'COL 6', '0:COL(6, T)')):
            info = c.ask('dataBreakpointInfo', variablesReference=reference,
                         name=name)
            self.assertEqual(info['dataId'], wanted)
            self.assertEqual(info['accessTypes'], ['write'])
        info = c.ask('dataBreakpointInfo', name='q')
        self.assertIsNone(info['dataId'])
        self.assertIn('no such variable', info['description'])
        info = c.ask('dataBreakpointInfo', name='X', frameId=1)
        self.assertEqual(info['dataId'], '0:X')
        found = c.ask('setDataBreakpoints', breakpoints=[
            {'dataId': '7:X'}, {'dataId': 'X'}, {}])['breakpoints']
        self.assertEqual([b['verified'] for b in found], [False] * 3)

    def test_a_variable_that_goes_has_changed(self):
        c = self.launch(ONE)
        c.breaks(self.path, 4)
        c.go('continue', 'breakpoint', 4)
        c.breaks(self.path)
        c.watch('k')
        c.go('continue', 'data breakpoint', 7)
        c.go('reverseContinue', 'data breakpoint', 4)

    # ---- What there is ----

    def test_values_have_parts(self):
        c = self.launch('''program values;
type link = ^item;
     item = record name: string; next: link end;
     colour = (red, green);
var T: table(3, 70); w: word(70); X: slice; a: array[1..2, 0..2] of integer;
    n: array[1..3] of array[1..2] of char; p: link; q: ^real; s: set of colour;
    r: record x, y: real; b: array[2..3] of slice(2) end; e: colour;
begin
  SET(w); ROW(2, T) := w; a[2, 1] := 7; n[3][1] := 'c'; s := [green];
  new(p); p^.name := 'first'; new(p^.next); p^.next^.name := 'second';
  p^.next^.next := nil; new(q); q^ := 0.5; r.y := 1; r.b[3](2) := 1; e := red;
  e := e
end.
''')
        c.breaks(self.path, 12)
        c.go('continue', 'breakpoint', 12)
        v = c.scope(0)
        value = {name: found['value'] for name, found in v.items()}
        self.assertEqual(value['T'], 'table 3 x 70')
        self.assertEqual((value['X'], value['e'], value['s']),
                         ('?', 'red', '[green]'))
        self.assertEqual(v['T']['indexedVariables'], 3)
        self.assertEqual(v['T']['type'], 'table')
        self.assertEqual(v['X']['variablesReference'], 0)
        rows = c.variables(v['T']['variablesReference'])
        self.assertEqual(list(rows), ['columns', 'ROW 1', 'ROW 2', 'ROW 3'])
        bits = c.variables(rows['ROW 2']['variablesReference'], start=60,
                           count=2, filter='indexed')
        self.assertEqual([(n, b['value'], b['evaluateName'])
                          for n, b in bits.items()],
                         [('(61)', '1', 'ROW(2, T)(61)'),
                          ('(62)', '1', 'ROW(2, T)(62)')])
        columns = c.variables(rows['columns']['variablesReference'], start=69)
        self.assertEqual([(n, b['value']) for n, b in columns.items()],
                         [('COL 70', "'010'")])
        self.assertEqual(list(c.variables(v['a']['variablesReference'],
                                          start=4, count=1)), ['[2, 1]'])
        self.assertEqual(
            c.variables(v['n']['variablesReference'])['[3, 1]']['value'],
            "'c'")
        self.assertEqual(c.variables(v['n']['variablesReference'],
                                     filter='named'), {})
        r = c.variables(v['r']['variablesReference'])
        self.assertEqual(list(r), ['x', 'y', 'b'])
        self.assertEqual(
            c.variables(r['b']['variablesReference'])['[3]']['value'], "'01'")
        first = c.variables(v['p']['variablesReference'])['^']
        following = c.variables(first['variablesReference'])['next']
        second = c.variables(following['variablesReference'])['^']
        self.assertEqual(second['evaluateName'], 'p^.next^')
        fields = c.variables(second['variablesReference'])
        self.assertEqual(fields['name']['value'], "'second'")
        self.assertEqual(fields['next']['variablesReference'], 0)
        self.assertEqual(c.value('p^.next^.name'), "'second'")
        self.assertEqual(c.value('q^'), '0.5')

    def test_expressions_are_evaluated(self):
        c = self.launch(ONE)
        c.breaks(self.path, 4)
        c.go('continue', 'breakpoint', 4)
        self.assertEqual(c.value('k + 1'), '2')
        self.assertEqual(c.value('NUMB(X)', context='watch'), '0')
        self.assertEqual(c.value('i', frameId=1), '1')
        self.assertEqual(c.value('T', context='hover'), 'table 4 x 6')
        self.assertIn('1 000000\n', c.value('T', context='repl'))
        self.assertNotEqual(c.ask('evaluate', expression='T')
                            ['variablesReference'], 0)
        self.assertIn('no such variable', c.refused('evaluate',
                                                    expression='q'))
        self.assertIn('no such part', c.refused('evaluate', expression='X(9)'))
        c.refused('evaluate', expression='1 +')
        c.refused('evaluate')

    def test_calls_come_page_by_page(self):
        c = self.launch('''program deep;
procedure down(n: integer);
begin
  if n > 0 then
    down(n - 1)
end;
begin down(50) end.
''')
        c.breaks(self.path, {'line': 4, 'condition': 'n = 0'})
        c.go('continue', 'breakpoint', 4)
        body = c.ask('stackTrace', threadId=1, startFrame=1, levels=2)
        self.assertEqual(body['totalFrames'], 52)
        self.assertEqual([f['id'] for f in body['stackFrames']], [51, 50])
        last = c.ask('stackTrace', startFrame=51)['stackFrames']
        self.assertEqual([(f['name'], f['line']) for f in last], [('deep', 7)])
        scopes = c.ask('scopes', frameId=51)['scopes']
        self.assertEqual([s['name'] for s in scopes], ['down', 'program'])
        n = c.variables(scopes[0]['variablesReference'])['n']['value']
        self.assertEqual(n, '1')
        self.assertEqual(c.value('n', frameId=50), '2')
        self.assertEqual(c.ask('threads')['threads'],
                         [{'id': 1, 'name': 'program'}])

    def test_a_unit_of_the_library_shows_its_text(self):
        c = self.launch('''program least;
uses basic;
var T: table(2, 4); X, Y: slice(2);
begin
  SET(X);
  MIN(T, X, Y)
end.
''')
        c.go('next', 'step', 6)
        c.go('stepIn', 'step')
        source = c.stack()[0]['source']
        self.assertNotIn('path', source)
        text = c.ask('source', source=source, sourceReference=0)['content']
        self.assertIn('MIN', text)
        self.assertEqual(
            c.ask('setBreakpoints', source=source, breakpoints=[{'line': 1}])
            ['breakpoints'][0]['verified'], True)

    def test_lines_may_begin_at_0(self):
        path = self.write('a.star', ONE)
        c = self.client()
        c.ask('initialize', linesStartAt1=False, columnsStartAt1=False)
        c.ask('launch', program=path)
        c.event('initialized')
        self.assertEqual(c.breaks(path, 7)[0]['line'], 7)
        c.ask('configurationDone')
        c.stops('breakpoint', 7)
        self.assertEqual(c.stack()[0]['column'], 4)

    # ---- Output, input, files ----

    def test_output_comes_in_whole_characters(self):
        text = 'ä€😀' * 30000
        c = self.launch("program long; var k: integer; begin\n"
                        "for k := 1 to 10000 do write('ä€😀ä€😀ä€😀');\n"
                        "write(chr(255)) end.")
        c.ask('continue')
        c.ends()
        self.assertEqual(c.output['stdout'], text + '\ufffd')

    def test_output_may_end_within_a_character(self):
        c = self.launch("program cut; begin write('a', chr(226)) end.")
        c.ask('continue')
        c.ends()
        self.assertEqual(c.output['stdout'], 'a\ufffd')

    def test_input_is_a_file_and_files_are_arguments(self):
        self.write('in.txt', '12\n')
        self.write('data.txt', '30\n')
        c = self.launch('program sum(f); var f: text; a, b: integer;\n'
                        'begin read(a); reset(f); read(f, b);\n'
                        'writeln(a + b) end.', cwd=self.folder,
                        input='in.txt', args=['data.txt'])
        c.ask('continue')
        c.ends()
        self.assertEqual(c.output['stdout'], '42\n')

    def test_what_used_a_file_cannot_be_undone(self):
        c = self.launch('program p; var f: file of integer; i: integer;\n'
                        'begin\n  i := 1;\n  rewrite(f);\n  write(f, i);\n'
                        '  i := 2;\n  i := 3\nend.')
        c.breaks(self.path, 7)
        c.go('continue', 'breakpoint', 7)
        c.go('stepBack', 'step', 6)
        c.go('stepBack', 'step', 6)
        c.breaks(self.path)
        c.go('reverseContinue', 'entry', 6)
        self.assertIn('cannot be undone: a file was used',
                      c.output['console'])

    # ---- Ends ----

    def test_an_error_stops_and_can_be_gone_back_from(self):
        c = self.launch('program p; var a: array[1..3] of integer;\n'
                        '  i: integer;\nbegin\n  for i := 1 to 4 do\n'
                        '    a[i] := i\nend.')
        body = c.go('continue', 'exception', 5)
        self.assertEqual(body['description'], 'index-range')
        self.assertIn('4', body['text'])
        info = c.ask('exceptionInfo', threadId=1)
        self.assertEqual(info['exceptionId'], 'index-range')
        self.assertEqual(info['description'], body['text'])
        self.assertIn('test.star:5:', c.output['stderr'])
        self.assertEqual(c.value('i'), '4')
        c.go('stepBack', 'step', 5)
        c.go('stepBack', 'step', 4)
        self.assertEqual(c.refused('exceptionInfo'),
                         'the program has not failed')
        c.go('continue', 'exception', 5)
        c.ask('continue')
        c.ends(1)

    def test_a_limit_is_an_error_too(self):
        c = self.launch(ENDLESS, '--max-steps', '1000')
        body = c.go('continue', 'exception')
        self.assertEqual(body['description'], 'step-limit')
        c.disconnect()

    def test_a_running_program_is_paused(self):
        c = self.launch(ENDLESS)
        c.ask('continue')
        time.sleep(0.1)
        self.assertEqual(c.refused('next'), 'the program is running')
        c.go('pause', 'pause')
        self.assertIn(c.stack()[0]['line'], (5, 6))
        i = int(c.value('i'))
        self.assertGreater(i, 0)
        c.ask('next')
        c.stops('step')
        c.go('reverseContinue', 'entry', 4)
        c.ask('continue')
        time.sleep(0.05)
        found = c.breaks(self.path, {'line': 6, 'condition': 'i > 1000'})
        self.assertTrue(found[0]['verified'])
        c.stops('breakpoint', 6)
        c.disconnect()

    def test_a_way_between_breakpoints_that_do_not_hold_is_paused(self):
        c = self.launch('''program long;
var i, n: integer;
begin
  for i := 1 to 300000 do
    n := i;
  while true do
    n := n * 1
end.
''')
        c.breaks(self.path, 6)
        c.go('continue', 'breakpoint', 6)
        c.breaks(self.path, {'line': 5, 'condition': 'i * i < 0'},
                 {'line': 7, 'condition': 'n * n < 0'})
        for command in 'reverseContinue', 'continue':
            c.ask(command)
            time.sleep(0.5)
            from_ = time.monotonic()
            c.go('pause', 'pause')
            # 0.02 on a machine that is not busy.
            self.assertLess(time.monotonic() - from_, 1)
        c.disconnect()

    def test_a_step_over_a_long_call_survives_messages(self):
        c = self.launch('''program p;
var n: integer;
procedure count;
var i: integer;
begin
  for i := 1 to 2000000 do n := n + 1
end;
begin
  n := 0;
  count;
  n := n
end.
''')
        c.go('next', 'step', 10)
        c.ask('next')
        for _ in range(5):
            time.sleep(0.03)
            c.ask('threads')
        c.stops('step', 11)
        self.assertEqual(c.value('n'), '2000000')
        c.watch('n')
        number = c.request('reverseContinue')
        self.assertTrue(c.response(number)['success'])
        c.ask('threads')
        c.stops('data breakpoint', 6)
        self.assertEqual(c.value('n'), '1999999')
        c.watch()
        c.breaks(self.path, 9)
        c.ask('reverseContinue')
        while not c.events:  # it ends, whatever the editor asks
            time.sleep(0.005)
            c.ask('threads')
        c.stops('breakpoint', 9)

    def test_sessions_end_while_a_program_runs(self):
        c = self.launch(ENDLESS)
        c.ask('continue')
        c.ask('terminate')
        c.ends()
        c = self.launch(ENDLESS)
        c.ask('continue')
        c.disconnect()
        c = self.launch(ENDLESS)
        c.ask('continue')
        c.process.stdin.close()  # the editor is gone
        c.closed()
        c = self.launch(ENDLESS)
        c.ask('terminate')
        c.event('exited')
        c.event('terminated')
        self.assertEqual(c.refused('continue'), 'the program has ended')
        self.assertEqual(c.stack(), [])
        c.disconnect()

    # ---- Mistakes ----

    def test_programs_that_cannot_run(self):
        c = self.client()
        c.ask('initialize')
        self.assertEqual(c.refused('next'), 'no program was launched')
        self.assertEqual(c.refused('launch'), 'launch needs program, a file')
        self.assertEqual(c.refused('launch', program='x', cwd='/no/folder'),
                         'cwd: there is no such folder')
        self.assertEqual(c.refused('launch', program='x', input='/no/file'),
                         'input: the file cannot be read')
        path = self.write('wrong.star', 'program wrong; begin x := 1 end.')
        self.assertRegex(c.refused('launch', program=path),
                         r'wrong\.star:1:22: error: .*\[undeclared\]')
        self.assertIn(' | ', c.output['stderr'])
        self.assertEqual(c.refused('launch', program=path),
                         'a program was launched already')
        c.disconnect()
        for name, text, wanted in (
                ('unit.star', 'proc P(n: integer); begin n := n end;',
                 'is a unit'),
                ('p.star', 'program p; begin end.', 'heading has 0 files')):
            c = self.client()
            self.assertIn(wanted, c.refused(
                'launch', program=self.write(name, text), args=['a']))
            c.disconnect()
        c = self.client()
        self.assertIn('no such file', c.refused(
            'launch', program='/no/file.star').lower())
        c.disconnect()

    def test_requests_that_cannot_be_met(self):
        c = self.launch(ONE)
        for command, wanted, arguments in (
                ('nosuch', 'there is no such request', {}),
                ('scopes', 'there is no such call', {'frameId': 9}),
                ('scopes', 'there is no such call', {}),
                ('variables', 'there is no such variable any more',
                 {'variablesReference': 99}),
                ('source', 'there is no such source', {'sourceReference': 9}),
                ('exceptionInfo', 'the program has not failed', {})):
            self.assertEqual(c.refused(command, **arguments), wanted)
        found = c.breaks('/no/file.star', 1)
        self.assertEqual(found[0]['message'],
                         'the program does not use this file')
        c.disconnect()

    def test_odd_arguments_are_borne(self):
        c = self.launch(ONE)
        odd = [None, 0, -1, 2**62, -2**62, True, '', 'X', [], [1], {}, 1.5]
        names = {
            'setBreakpoints': ['source', 'breakpoints'],
            'setFunctionBreakpoints': ['breakpoints'],
            'setDataBreakpoints': ['breakpoints'],
            'dataBreakpointInfo': ['name', 'variablesReference', 'frameId'],
            'stackTrace': ['startFrame', 'levels'],
            'scopes': ['frameId'],
            'variables': ['variablesReference', 'start', 'count'],
            'evaluate': ['expression', 'frameId', 'context'],
            'source': ['source', 'sourceReference'],
            'initialize': ['linesStartAt1'],
            'launch': ['program', 'args'],
        }
        for command, arguments in names.items():
            for value in odd:
                for extra in odd:
                    c.response(c.request(command, **dict(zip(
                        arguments, [value, extra, value]))))
        for value in odd:
            for k in 'condition', 'hitCondition', 'logMessage', 'line':
                c.breaks(self.path, {'line': 8, k: value})
        c.breaks(self.path)
        c.ask('initialize')
        c.go('next', 'step', 7)
        c.disconnect()

    def test_the_extreme_numbers_are_borne(self):
        c = self.launch('program p; var a: array[-5..-3] of integer; i: integer;\n'
                        'begin\n  i := 1;\n  i := 2\nend.')
        for n in -2**63, -2**63 + 1, -2**31 - 1, 2**31, 2**32 + 1, 2**63 - 1:
            for command, names in (('scopes', ['frameId']),
                                   ('stackTrace', ['startFrame', 'levels']),
                                   ('variables', ['variablesReference', 'start', 'count']),
                                   ('source', ['sourceReference'])):
                for name in names:
                    c.response(c.request(command, **{'levels': 1, **{name: n}}))
            frame = c.ask('stackTrace')['stackFrames'][0]['id']
            scopes = c.ask('scopes', frameId=frame)['scopes']
            reference = scopes[0]['variablesReference']
            c.variables(reference, start=n, count=n)
            self.assertEqual(c.value('i', frameId=n), '?')
            c.ask('dataBreakpointInfo', name='i', frameId=n)
            self.assertEqual(c.refused('evaluate', expression=f'a[{n}]'),
                             'it has no such part now')
            found = c.breaks(self.path, {'line': n})[0]
            self.assertFalse(found['verified'], n)
        c.disconnect()

    def test_an_expression_uses_no_file(self):
        c = self.launch(ONE)
        c.refused('evaluate', expression=f"save(T, '{self.folder}/T.mtx')")
        self.assertEqual(os.listdir(self.folder), ['test.star'])
        c.disconnect()

    def test_messages_that_are_none(self):
        c = self.client()
        c.send(b'Content-Length: 2\r\n\r\n{]')
        c.send(b'Content-Length: 2\r\n\r\n[]')
        c.send(b'Content-Length: 2\r\n\r\n{}')
        c.ask('initialize')
        c.send(b'X\0Y\r\nContent-Length: 2\r\n\r\n{}')
        c.send(b'Length: 2\r\n\r\n{}')
        c.process.stdin.close()
        c.closed(2)
        self.assertIn(b'standard input: the header has no Content-Length',
                      c.process.stderr.read())
        c = self.client()
        c.process.stdin.close()
        c.closed(0)


if __name__ == '__main__':
    unittest.main()

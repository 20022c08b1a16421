# SPDX-License-Identifier: MIT
"""test_lsp.py STAR: star lsp by what an editor sends."""
import ast
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from lsp_client import Client, Wrong, edited, piece, position

STAR = os.path.abspath(sys.argv.pop(1))
TOP = Path(__file__).parents[3]

TEXT = '''program mine;
const n = 4; { vertices }
type pair = record first, second: integer end;
var X, Y: slice(n); T: table(n, 8); w: word(8); i: integer; r: pair;

{ Counts the ones of S. }
proc count(S: slice; var k: integer);
begin
  k := NUMB(S)
end;

begin
  SET(X);
  count(X, i);
  r.first := i;
  Y := X and COL(1, T);
  MATCH(T, X, w, Y);
  while SOME(Y) do begin
    i := STEP(Y);
    writeln(i)
  end;
  for i := 1 to 8 do
    X := X or COL(i, T);
  writeln(X, r.first)
end.
'''


def marked(name, count=1, text=TEXT, behind=0):
    """The text with a | in the count-th place where it has a name."""
    at = -1
    for _ in range(count):
        at = text.index(name, at + 1)
    at += behind
    return text[:at] + '|' + text[at:]


def flat(text):
    return ' '.join(text.split())


class Lsp(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(os.system, f'rm -r {self.folder}')
        self.client = Client(STAR, env={**os.environ, 'XDG_STATE_HOME': self.folder})
        self.addCleanup(self.end)

    def end(self):
        self.assertEqual(self.client.end(), 0)

    def uri(self, name, text):
        """The URI of a file that is there."""
        path = os.path.join(self.folder, name)
        with open(path, 'w') as file:
            file.write(text)
        return 'file://' + path

    # ---- Messages ----

    def messages(self, text):
        return self.client.diagnostics(self.client.open(text))

    def test_mistakes_are_told_as_check_does(self):
        text = 'program p; var count: integer;\nbegin count := 1; write(cuont) end.\n'
        found, = self.messages(text)
        self.assertEqual(piece(text, found['range']), 'cuont')
        self.assertEqual((found['severity'], found['code'], found['source']),
                         (1, 'undeclared', 'star'))
        self.assertEqual(found['message'], "'cuont' is not declared\ndid you mean 'count'?")

    def test_places_that_belong_to_a_mistake(self):
        text = 'program p; var n: integer; n: real;\nbegin end.\n'
        found = self.messages(text)[0]
        place, = found['relatedInformation']
        self.assertEqual(place['message'], "'n' is declared here")
        self.assertEqual(place['location']['range']['start'], position('program p; var '))

    def test_what_is_never_used_is_faded(self):
        found, = self.messages('program p; var n: integer;\nbegin end.\n')
        self.assertEqual((found['severity'], found['tags']), (2, [1]))

    def test_a_change_is_seen_at_once(self):
        c = self.client
        uri = c.open(TEXT)
        self.assertEqual(c.diagnostics(uri), [])
        at = position(TEXT[:TEXT.index('SET(X)')])
        c.change(uri, [{'range': {'start': at, 'end': at}, 'text': 'x := '}])
        self.assertEqual(len(c.diagnostics(uri)), 1)
        end = {'line': at['line'], 'character': at['character'] + 5}
        c.change(uri, [{'range': {'start': at, 'end': end}, 'text': ''}])
        self.assertEqual(c.diagnostics(uri), [])
        c.change(uri, [{'text': 'program'}])
        self.assertEqual(len(c.diagnostics(uri)), 1)

    def test_an_edit_that_ends_before_it_starts_inserts_at_its_start(self):
        c = self.client
        text = 'program p; var n: integer;\nbegin n := 12; writeln(n) end.\n'
        at = text.index('2;')
        for back in 1, 5, at:
            uri = c.open(text)
            c.change(uri, [{'text': 'q', 'range': {
                'start': position(text[:at]), 'end': position(text[:at - back])}}])
            found = c.diagnostics(uri)
            c.open(text[:at] + 'q' + text[at:])
            self.assertEqual(found, c.diagnostics(uri))
            self.assertNotEqual(found, [])

    def test_a_unit_that_was_not_there_is_opened(self):
        c = self.client
        uri = c.open('program p; uses u;\nbegin two end.\n', f'file://{self.folder}/p.star')
        self.assertEqual(c.diagnostics(uri)[0]['code'], 'no-unit')
        unit = c.open('proc two;\nbegin writeln end;\n', f'file://{self.folder}/u.star')
        self.assertEqual(c.diagnostics(unit), [])
        c.ask('textDocument/documentSymbol', textDocument={'uri': uri})
        self.assertEqual(c.told[uri]['diagnostics'], [])

    def test_strict_texts(self):
        c = Client(STAR, '--strict')
        found = c.diagnostics(c.open('program p; var X: slice(3); begin end.\n'))
        self.assertEqual(found[0]['code'], 'extension')
        self.assertEqual(c.end(), 0)

    def test_characters_are_counted_in_utf_16(self):
        for letters in 'a', 'ä', '語', '\U0001d54a\U0001d54a':
            text = f"program p;\nbegin {{ {letters} }} q; writeln('{letters}') end.\n"
            found = self.messages(text)[0]
            self.assertEqual(piece(text, found['range']), 'q')
            c = self.client
            uri = c.open(text)
            end = position(text[:text.index('q;')])
            c.change(uri, [{'range': {'start': {'line': 1, 'character': 6}, 'end': end},
                            'text': 'x'}])
            self.assertIn("'xq'", c.diagnostics(uri)[0]['message'])

    # ---- Corrections ----

    def corrected(self, text):
        c = self.client
        uri = c.open(text)
        found = c.diagnostics(uri)[0]
        fix, = c.ask('textDocument/codeAction', textDocument={'uri': uri},
                     range=found['range'], context={'diagnostics': [found]})
        self.assertEqual((fix['kind'], fix['diagnostics']), ('quickfix', [found]))
        return fix['title'], edited(text, fix['edit']['changes'][uri])

    def test_corrections(self):
        for wrong, title, right in [
                ('var n: integer; begin n = 1 end', "write ':=' for '='",
                 'var n: integer; begin n := 1 end'),
                ('begin writeln(1) writeln end', "write ';' here",
                 'begin writeln(1); writeln end'),
                ('begin if true writeln end', "write 'then' here",
                 'begin if true then writeln end'),
                ('var cuont: integer; begin count := 1 end', "write 'cuont' for 'count'",
                 'var cuont: integer; begin cuont := 1 end'),
                ('begin if 1 != 2 then end', "write '<>' for '!='",
                 'begin if 1 <> 2 then end'),
                ('var a, b: boolean; begin if a&&b then end', "write ' and ' for '&&'",
                 'var a, b: boolean; begin if a and b then end'),
                ('var X: slice(3); begin X := X + X end', "write 'X or X' for 'X + X'",
                 'var X: slice(3); begin X := X or X end'),
                ('var X: slice(3); begin if X then end', "write 'SOME(X)' for 'X'",
                 'var X: slice(3); begin if SOME(X) then end'),
                ('begin if true then writeln; else end', "leave out ';'",
                 'begin if true then writeln else end'),
                ('begin writeln(VALUE(2)) end', "write 'uses graph;' here",
                 '\nuses graph; begin writeln(VALUE(2)) end')]:
            got_title, got = self.corrected(f'program p; {wrong}.\n')
            self.assertEqual(got_title, title)
            self.assertEqual(got.replace('program p;\nuses graph; ',
                                         'program p; \nuses graph; '),
                             f'program p; {right}.\n')

    # ---- Names ----

    def hover(self, *place, **more):
        found = self.client.at('hover', marked(*place, **more))
        return found and found['contents']['value']

    def test_hover(self):
        self.assertEqual(self.hover('count', 2),
                         '```star\nproc count(S: slice; var k: integer)\n```\n'
                         'Counts the ones of S.\n\n')
        self.assertEqual(self.hover('X, i'),
                         '```star\nvar X: slice(n)\n```\n4 components\n\n')
        self.assertEqual(self.hover('T, X'),
                         '```star\nvar T: table(n, 8)\n```\n4 rows, 8 columns\n\n')
        self.assertEqual(self.hover('n); T'),
                         '```star\nconst n = 4\n```\nvertices\n\n')
        match = self.hover('MATCH')
        self.assertIn('proc MATCH(T: table; X: slice(T); w: word(T); var Z: slice)',
                      match)
        self.assertIn('Operations: `SIZE(T)`', match)
        self.assertIn('of `stdlib/basic.star`', match)
        self.assertIn('STEP(Y: slice or word): integer', self.hover('STEP'))
        self.assertIn('```star\nwhile\n', self.hover('while'))
        self.assertIsNone(self.hover('{ Counts', behind=1))

    def test_one_text_everywhere(self):
        """Hover says of a procedure what star doc does, and help of Python."""
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder, 'units.py')
            subprocess.run([sys.executable, '-B', TOP / 'tools/python/units.py', made,
                            *(TOP / 'stdlib').glob('*.star')], check=True)
            functions = [node for node in ast.parse(made.read_text()).body
                         if isinstance(node, ast.FunctionDef) and node.name[0] != '_']
        self.assertGreater(len(functions), 15)
        for function in functions:
            name = function.name.upper()
            text = flat(ast.get_docstring(function).split('\n\nG is a graph')[0])
            self.assertGreater(len(text), 50)
            said = subprocess.run([STAR, 'doc', name], capture_output=True, text=True).stdout
            self.assertIn(text, flat(said))
            unit = re.search(r'In the unit (\w+)\.', said)[1]
            program = f'program p; uses {unit}; begin {name}(1) end.'
            self.assertIn(text, flat(re.sub(r'\\(.)', r'\1', self.hover(name, text=program))))

    def defined(self, *place):
        found = self.client.at('definition', marked(*place))
        return found and piece(TEXT, found['range'])

    def test_definition(self):
        found = self.client.at('definition', marked('count', 2))
        self.assertEqual(found['range']['start'],
                         position(TEXT[:TEXT.index('count(S')]))
        self.assertEqual(self.defined('first', 2), 'first')
        self.assertEqual(self.defined('X, i'), 'X')
        self.assertIsNone(self.defined('writeln'))

    def test_the_library_is_shown(self):
        found = self.client.at('definition', marked('MATCH'))
        path = found['uri'].removeprefix('file://')
        self.assertTrue(path.startswith(self.folder + '/star/stdlib/'))
        with open(path) as file:
            self.assertEqual(piece(file.read(), found['range']), 'MATCH')

    def test_references(self):
        for declaration in True, False:
            found = self.client.at('references', marked('first'),
                                   context={'includeDeclaration': declaration})
            self.assertEqual([piece(TEXT, f['range']) for f in found],
                             ['first'] * (2 + declaration))
        found = self.client.at('documentHighlight', marked('count', 2))
        self.assertEqual(len(found), 2)

    def test_units(self):
        c = self.client
        unit = 'proc two(var n: integer);\nbegin n := 2 end;\n'
        user = 'program p; uses u; var k: integer;\nbegin two(k); write(k) end.\n'
        unit_uri, user_uri = self.uri('u.star', unit), self.uri('user.star', user)
        c.open(user, user_uri)
        self.assertEqual(c.diagnostics(user_uri), [])
        for name, start in ('two', position('proc ')), ('u;', position('')):
            found = c.ask('textDocument/definition', textDocument={'uri': user_uri},
                          position=position(user[:user.index(name)]))
            self.assertEqual((found['uri'], found['range']['start']), (unit_uri, start))
        # What is open counts, not what is stored; a text that uses it is told.
        c.open(unit.replace('two', 'three'), unit_uri)
        while not c.told[user_uri]['diagnostics']:
            c.take()
        self.assertIn("'two'", c.told[user_uri]['diagnostics'][0]['message'])
        c.open(unit.replace('2', '2 2'), unit_uri)
        while "'two'" in (found := c.told[user_uri]['diagnostics'][0])['message']:
            c.take()
        self.assertEqual(piece(user, found['range']), 'u')
        self.assertEqual(found['relatedInformation'][0]['location']['uri'], unit_uri)
        # References and new names go through files that are not open.
        c.open(unit, unit_uri)
        c.tell('textDocument/didClose', textDocument={'uri': user_uri})
        place = {'textDocument': {'uri': unit_uri}, 'position': position('proc t')}
        found = c.ask('textDocument/references', **place,
                      context={'includeDeclaration': True})
        self.assertEqual([f['uri'] for f in found], [unit_uri, user_uri])
        found = c.ask('textDocument/rename', **place, newName='pair')['changes']
        self.assertEqual(edited(unit, found[unit_uri]), unit.replace('two', 'pair'))
        self.assertEqual(edited(user, found[user_uri]), user.replace('two', 'pair'))
        with self.assertRaisesRegex(Wrong, 'another text has this name'):
            c.ask('textDocument/rename', **place, newName='k')

    def test_rename(self):
        c = self.client
        found = c.at('prepareRename', marked('count', 2))
        self.assertEqual(piece(TEXT, found), 'count')
        found = c.at('rename', marked('count', 2), newName='ones')
        changed = edited(TEXT, found['changes']['file:///tmp/mine.star'])
        self.assertEqual(changed, TEXT.replace('count', 'ones'))
        for name, why in [('i', 'would mean another thing'), ('end', 'would mean'),
                          ('writeln', 'would mean'), ('', 'no name'), ('a b', 'no name')]:
            with self.assertRaisesRegex(Wrong, why):
                c.at('rename', marked('count', 2), newName=name)
        for place, why in [('SET', 'predeclared'), ('MATCH', "library's"), (':=', 'no name')]:
            with self.assertRaisesRegex(Wrong, why):
                c.at('prepareRename', marked(place))
        with self.assertRaisesRegex(Wrong, 'the text has mistakes'):
            c.at('rename', marked('count', 2, TEXT + 'x'), newName='ones')

    # ---- While it is written ----

    def offered(self, text):
        found = self.client.at('completion', text)['items']
        return [item['label'] for item in sorted(found, key=lambda i: i['sortText'])]

    def test_completion(self):
        self.assertEqual(self.offered(marked('count', 2, behind=3)), ['count'])
        self.assertEqual(self.offered(marked('.first', behind=1)), ['first', 'second'])
        self.assertEqual(self.offered(TEXT[:TEXT.index('first :=')] + '|'),
                         ['first', 'second'])
        self.assertEqual(self.offered('program p; uses gr|; begin end.'), ['graph'])
        self.assertEqual(self.offered(marked('Counts', behind=2)), [])
        self.assertIn('while', self.offered(marked('while', behind=2)))
        self.assertIn('MATCH', self.offered('program p; begin MAT|'))

    def test_arguments_that_fit_come_first(self):
        for text, fit in ((marked('X, i'), ['X', 'Y']),
                          (TEXT.replace('SET(X)', 'SET(|'), ['X', 'Y', 'w'])):
            found = self.client.at('completion', text)['items']
            self.assertEqual(sorted(i['label'] for i in found if i['sortText'] == '0'), fit)

    def test_signatures(self):
        found = self.client.at('signatureHelp', TEXT.replace('count(X, i)', 'count(X, |)'))
        signature = found['signatures'][0]
        self.assertEqual(found['activeParameter'], 1)
        self.assertEqual(signature['label'], 'proc count(S: slice; var k: integer)')
        self.assertEqual([signature['label'][slice(*p['label'])]
                          for p in signature['parameters']], ['S: slice', 'var k: integer'])
        found = self.client.at('signatureHelp', 'program p; begin MATCH(|')
        self.assertEqual(len(found['signatures'][0]['parameters']), 4)
        self.assertIsNone(self.client.at('signatureHelp', marked('SET')))

    # ---- Beside the text ----

    def test_outline(self):
        found = self.client.about('documentSymbol', TEXT)
        self.assertEqual([s['name'] for s in found],
                         ['n', 'pair', 'X', 'Y', 'T', 'w', 'i', 'r', 'count'])
        self.assertEqual(found[-1]['detail'], 'proc count(S: slice; var k: integer)')
        self.assertEqual(piece(TEXT, found[-1]['range'])[-4:], 'end;')

    def test_semantic_tokens(self):
        provider = self.client.hello['capabilities']['semanticTokensProvider']
        kinds = provider['legend']['tokenTypes']
        text = ('program p; {\U0001d54a} var X: slice(3);\n'
                'function one(k: integer): integer; begin one := k end;\n'
                '{ ä } begin SET(X); writeln(one(1)) end.\n')
        data = self.client.about('semanticTokens/full', text)['data']
        line = start = 0
        found = []
        for k in range(0, len(data), 5):
            start = data[k + 1] + (start if data[k] == 0 else 0)
            line += data[k]
            places = [{'line': line, 'character': c} for c in (start, start + data[k + 2])]
            name = piece(text, {'start': places[0], 'end': places[1]})
            found.append((name, kinds[data[k + 3]], data[k + 4]))
        self.assertEqual([f for f in found if f[1] != 'keyword'], [
            ('X', 'variable', 1), ('slice', 'type', 4), ('one', 'function', 1),
            ('k', 'parameter', 1), ('integer', 'type', 4), ('integer', 'type', 4),
            ('one', 'function', 0), ('k', 'parameter', 0), ('SET', 'function', 4),
            ('X', 'variable', 0), ('writeln', 'function', 4), ('one', 'function', 0)])
        self.assertEqual([f[0] for f in found if f[1] == 'keyword'],
                         ['program', 'var', 'function', 'begin', 'end', 'begin', 'end'])

    def test_formatting(self):
        text = TEXT.replace('  SET(X);', '  SET( X );').replace('w: word', '\tw : word')
        options = {'tabSize': 2, 'insertSpaces': True}
        edits = self.client.about('formatting', text, options=options)
        self.assertEqual(edited(text, edits), TEXT)
        self.assertEqual(self.client.about('formatting', TEXT, options=options), [])
        with self.assertRaisesRegex(Wrong, 'the text has mistakes'):
            self.client.about('formatting', 'program p; begin (', options=options)

    def test_loops_say_how_they_run(self):
        found = self.client.about('codeLens', TEXT)
        self.assertEqual([f['range']['start'] for f in found],
                         [position(TEXT[:TEXT.index(w)]) for w in ('while', 'for i')])
        titles = [f['command']['title'] for f in found]
        self.assertRegex(titles[0], r'^stays a loop: 20:5: ')
        self.assertRegex(titles[1], r'^runs as one operation: ')

    def hints(self, text, span):
        found = self.client.about('inlayHint', text, range=span)
        return edited(text, [{'range': {'start': h['position'], 'end': h['position']},
                              'newText': '<' + h['label'] + '>'} for h in found])

    def test_hints_tell_sizes_and_operations(self):
        whole = {'start': position(''), 'end': position(TEXT)}
        found = self.hints(TEXT, whole).split('\n')
        self.assertEqual(found[3], 'var X<4 components>, Y<4 components>: slice(n); '
                         'T<4 rows, 8 columns>: table(n, 8); w<8 components>: word(8); '
                         'i: integer; r: pair;')
        self.assertRegex(self.hints(TEXT, whole), r'MATCH\(T, X, w, Y\);<operations: .+>\n')
        # Of a part of the text, and none where nothing is known.
        part = {'start': position(TEXT[:TEXT.index('Y: slice')]),
                'end': position(TEXT[:TEXT.index('; T:')])}
        self.assertEqual(self.hints(TEXT, part), TEXT.replace('Y:', 'Y<4 components>:'))
        self.assertEqual(self.hints('program p; begin X(', whole), 'program p; begin X(')
        self.assertEqual(self.client.about('inlayHint', TEXT), [])

    def folds(self, text):
        """The first lines of what can be folded, and the last ones."""
        lines = text.split('\n')
        return sorted((lines[f['startLine']].strip(), lines[f['endLine']].strip(), f['kind'])
                      for f in self.client.about('foldingRange', text))

    def test_folding(self):
        self.assertEqual(self.folds(TEXT), sorted([
            ('proc count(S: slice; var k: integer);', 'k := NUMB(S)', 'region'),
            ('begin', 'k := NUMB(S)', 'region'),
            ('begin', 'writeln(X, r.first)', 'region'),
            ('while SOME(Y) do begin', 'writeln(i)', 'region')]))
        # A text with mistakes has what is there; a comment has no last word.
        self.assertEqual(self.folds('{ a\nb }\nrepeat\n(\n;\nuntil [\nbegin\nend end'),
                         [('repeat', ';', 'region'), ('{ a', 'b }', 'comment')])

    def test_selections_grow(self):
        def selected(marked):
            before, _, behind = marked.partition('|')
            uri = self.client.open(before + behind)
            chain, = self.client.ask('textDocument/selectionRange', textDocument={'uri': uri},
                                     positions=[position(before)])
            found = []
            while chain is not None:
                found.append(piece(before + behind, chain['range']))
                chain = chain.get('parent')
            return found
        body = 'begin\n  k := NUMB(S)\nend'
        declaration = TEXT[TEXT.index('proc count'):TEXT.index('\n\nbegin\n  SET')]
        self.assertEqual(selected(marked('S)\nend')), ['S', '(S)', body, declaration, TEXT])
        self.assertEqual(selected(marked('writeln(i)', behind=2))[:2],
                         ['writeln', TEXT[TEXT.index('begin\n    i :='):TEXT.index(';\n  for')]])
        self.assertEqual(selected('|'), [''])
        self.assertEqual(selected('begin (|'), ['begin ('])

    def test_symbols_of_all_texts(self):
        c = self.client
        c.open('proc one(a: integer); begin end;\n', self.uri('unit_a.star', ''))
        self.uri('unit_b.star', 'var other: integer;\nproc oned; var in_it: char; begin end;\n')
        self.uri('none.txt', 'proc oned; begin end;\n')
        c.open(TEXT, self.uri('mine.star', ''))

        def found(query):
            return sorted((s['name'], s['kind'], s['location']['uri'].split('/')[-1])
                          for s in c.ask('workspace/symbol', query=query))
        self.assertEqual(found('ONE'), [('one', 12, 'unit_a.star'), ('oned', 12, 'unit_b.star')])
        self.assertEqual(found('count'), [('count', 12, 'mine.star')])
        self.assertIn(('pair', 23, 'mine.star'), found(''))
        found, = c.ask('workspace/symbol', query='in_it')
        self.assertEqual(found['containerName'], 'oned')

    # ---- The protocol ----

    def test_what_is_no_request(self):
        c = self.client
        for method in 'textDocument/declaration', 'no/such':
            with self.assertRaises(Wrong):
                c.ask(method, textDocument={'uri': 'file:///none.star'})
        with self.assertRaisesRegex(Wrong, 'not open'):
            c.ask('textDocument/hover', textDocument={'uri': 'file:///none.star'})
        with self.assertRaises(Wrong):
            c.ask('initialize')
        c.tell('$/cancelRequest', id=1)
        c.tell('textDocument/didChange', textDocument={'uri': 'file:///none.star'})
        c.tell('textDocument/didOpen')
        c.send(id=7, result=None)
        c.server.stdin.write(b'Content-Length: 3\r\n\r\n{x}')
        c.server.stdin.flush()
        self.assertEqual(c.receive()['error']['code'], -32700)
        c.send(x=1)
        self.assertEqual(c.receive()['error']['code'], -32600)
        for place in {'line': -1, 'character': -5}, {'line': 1 << 40, 'character': 9}, {}, None:
            uri = c.open(TEXT)
            c.ask('textDocument/hover', textDocument={'uri': uri}, position=place)

    def test_the_order_of_a_session(self):
        c = Client.__new__(Client)
        Client.start(c, STAR)
        with self.assertRaisesRegex(Wrong, 'initialize comes first'):
            c.ask('textDocument/hover')
        c.ask('initialize')
        c.ask('shutdown')
        with self.assertRaises(Wrong):
            c.ask('textDocument/hover')
        c.tell('exit')
        self.assertEqual(c.wait(), 0)
        c = Client(STAR)
        c.tell('exit')
        self.assertEqual(c.wait(), 1)
        self.assertEqual(Client(STAR).wait(), 1)

    def test_too_little_memory_is_told(self):
        c = Client(STAR, '--max-memory', '100K')
        found, = c.diagnostics(c.open(TEXT))
        self.assertEqual(found['code'], 'memory-limit')
        self.assertIsNone(c.at('hover', marked('count')))
        self.assertEqual(c.end(), 0)


if __name__ == '__main__':
    unittest.main()

# SPDX-License-Identifier: MIT
"""measure_lsp.py STAR [LINES]: how long star lsp takes with a text of so many lines,
5000 unless given: milliseconds of 41 keystrokes, the median and the greatest; and what
the processor did for one, also where others had it meanwhile: status 1 if that is more
than 50."""
import os
import statistics
import sys
import time

from lsp_client import Client, position

STAR = os.path.abspath(sys.argv[1])
LINES = int(sys.argv[2]) if len(sys.argv) > 2 else 5000

MOST = 50  # milliseconds of the processor

HEAD = '''program big;
const n = 16;
type pair = record a, b: integer end;
var T: table(n, 8); X, Y: slice(n); i: integer; r: pair;
'''
PROCEDURE = '''
{ Does nothing that is of use: %(k)d. }
proc p%(k)d(T: table; X: slice(T); var Y: slice(T));
var Z: slice(T); i, s: integer; q: pair;
begin
  CLR(Y);
  Z := X;
  s := 0;
  q.a := 1; q.b := 2;
  while SOME(Z) do begin
    i := STEP(Z);
    s := s + q.a * i - q.b;
    Y(i) := 1;
    if s > 10 then
      Y := Y or not X
  end;
  for i := 1 to SIZE(T) do
    Y := Y and (COL(i, T) or X);
  MATCH(T, X, ROW(1, T), Z)%(call)s
end;
'''
END = '''
begin
  SET(X);
  p%(k)d(T, X, Y);
  i := 0; r.a := i;
  writeln(Y, r.a)
end.
'''


def program(lines):
    procedures = (lines - HEAD.count('\n') - END.count('\n')) // PROCEDURE.count('\n')
    text = HEAD
    for k in range(procedures):
        text += PROCEDURE % {'k': k, 'call': f';\n  p{k - 1}(T, Z, Y)' if k > 0 else ''}
    return text + END % {'k': procedures - 1}


def processor(client):
    """Milliseconds that the server has used."""
    with open(f'/proc/{client.server.pid}/stat') as file:
        user, system = file.read().rsplit(')', 1)[1].split()[11:13]
    return 1000 * (int(user) + int(system)) / os.sysconf('SC_CLK_TCK')


def main():
    text = program(LINES)
    client = Client(STAR)
    uri = client.open(text)
    assert client.diagnostics(uri) == [], client.diagnostics(uri)
    place = text.index('s := s + q.a', len(text) // 2)
    at = position(text[:place])

    def key(new, width):
        client.change(uri, [{'text': new, 'range': {
            'start': at, 'end': {'line': at['line'], 'character': at['character'] + width}}}])

    def about(method, **more):
        return lambda: client.ask('textDocument/' + method, textDocument={'uri': uri}, **more)

    behind = {'line': at['line'], 'character': at['character'] + 1}
    tasks = [('messages, text with a mistake', lambda: client.diagnostics(uri), 'x'),
             ('messages, text without', lambda: client.diagnostics(uri), ''),
             ('completion', about('completion', position=behind), 's'),
             ('hover', about('hover', position=behind), ''),
             ('semantic tokens', about('semanticTokens/full'), ''),
             ('outline', about('documentSymbol'), ''),
             ('lenses of loops', about('codeLens'), ''),
             ('references', about('references', position=behind,
                                  context={'includeDeclaration': True}), '')]
    slow = False
    print(f'{len(text.splitlines())} lines, {len(text)} bytes{"median":>16} {"most":>6} processor')
    for name, task, letter in tasks:
        times, used = [], 0
        for _ in range(41):
            start, before = time.perf_counter(), processor(client)
            key(letter, 0)
            task()
            times.append(1000 * (time.perf_counter() - start))
            used += processor(client) - before
            key('', len(letter))
            client.diagnostics(uri)
        print(f'{name:30} {statistics.median(times):6.1f} {max(times):6.1f} {used / len(times):9.1f}')
        slow |= used / len(times) > MOST
    client.end()
    sys.exit(slow)


main()

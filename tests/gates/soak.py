#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""soak.py BUILD [--entries N] [--edits N] [--seconds N] [--seed N]

Entries at one prompt on a pipe, edits in one language server, random programs in
one process, each of them fast and plainly: the memory of each is sampled, and over the
last half of the work it stays as it is, within BOUNDS. A prompt keeps the entries for
:save, and what declarations were compiled from.
"""
import argparse
import pathlib
import random
import signal
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / 'tests/system/editors'))
from lsp_client import REQUESTS, Client, damaged, position, texts  # noqa: E402

# How much the last half may grow: bytes, and for each entry. The larger ones are for
# work whose parts differ: a program or a text may be the largest so far.
BOUNDS = {'prompt': (1 << 20, 64), 'editor': (2 << 20, 0), 'programs': (4 << 20, 0)}
SAMPLES = 200

FIRST = """
var n, i: integer; x: real; s: string; X, Y: slice(100); T: table(20, 100); w: word(100); f: text;
type link = ^node; node = record next: link; Z: slice(70); k: integer end; var p, q: link;
n := 7; i := 1; x := 0.5; s := 'text'; p := nil; q := nil
procedure twice(var k: integer); begin k := 2 * k mod 1000 end;
function more(k: integer): integer; begin more := (k + 1) mod 1000 end;
""".strip().split('\n')

ENTRIES = """
n + N
NUMB(X) * N
X
T
s + 'N'
n := (n + N) mod 1000
n := more(more(n))
twice(n)
X := not X; X(N) := 1
X := not X or Y and not X
for i := 1 to N do n := (n + i) mod 1000
Y := X; while SOME(Y) do begin i := STEP(Y); if i > N then X(i) := 0 end
for i := 1 to 20 do ROW(i, T) := w
w := ROW(1 + N mod 20, T)
s := 'N' + s; if LENGTH(s) > 50 then s := ''
new(p); p^.k := N; p^.next := nil; dispose(p)
begin for i := 1 to N do begin new(p); p^.next := q; q := p end;|while q <> nil do begin p := q; q := q^.next; dispose(p) end end
rewrite(f); writeln(f, n); reset(f); readln(f, n)
x := sqrt(N + x)
MATCH(T, X, w, X)
begin|n := N;|writeln(n)|end
if n > N then|n := 0
nonsense
n := 'x'
wrong(N) := X + 1
$
procedure bad; begin n := 'N' end;
var u: slice(N); v: nosuch;
var z: integer; z := 'N'
const c = N; type t = (a, b, a)
1 div 0
n := n div (n - n)
X(N + 100)
T(N)
var z: slice(N - 100);
:type n + N
:type n + X
:vars
:doc STEP
:time n + N
:dis twice
:limit steps N000
:limit steps 0
:hlep
help MATCH
""".strip().split('\n')

# These take milliseconds.
SLOW = """
n := )
end
procedure bad; begin n := N N end;
uses graph; u := N
'open
""".strip().split('\n')

# Of these something stays.
DECLARATIONS = """
var n: integer; n := N
var z: slice(N);
procedure twice(var k: integer); begin k := (2 * k + N) mod 1000 end;
function more(k: integer): integer; begin more := (k + N) mod 1000 end;
const c = N; type t = (a, b, c2);
program p; uses graph; var z: integer; begin z := N; writeln(z) end.
:load more.star
""".strip().split('\n')


def resident(pid):
    """VmRSS, in bytes."""
    with open(f'/proc/{pid}/status') as file:
        return next(1024 * int(line.split()[1]) for line in file if line.startswith('VmRSS'))


class Memory:
    """What a process has in memory while it works."""

    def __init__(self, name, pid):
        self.name, self.pid, self.samples = name, pid, []

    def look(self, done):
        self.samples.append((done, resident(self.pid)))
        print(self.name, *self.samples[-1], file=sys.stderr, flush=True)

    def grown(self):
        """Bytes over the last half, by the line of least squares."""
        half = self.samples[len(self.samples) // 2:]
        mean = [sum(column) / len(half) for column in zip(*half)]
        slope = sum((a - mean[0]) * (b - mean[1]) for a, b in half) / \
            (sum((a - mean[0]) ** 2 for a, b in half) or 1)
        return slope * (half[-1][0] - half[0][0]), half[-1][0] - half[0][0]

    def report(self, what):
        """A figure, and whether it is good."""
        grown, done = self.grown()
        sizes = [s[1] / 2 ** 20 for s in self.samples]
        slack, each = BOUNDS[self.name]
        good = grown <= slack + each * done
        return good, f'{self.samples[-1][0]} {what} ({sizes[0]:.1f}, ' \
            f'{sizes[len(sizes) // 2]:.1f}, {sizes[-1]:.1f} MiB' \
            f'{"" if good else ": grows"})'


def entry(rng):
    forms, = rng.choices([ENTRIES, SLOW, DECLARATIONS], [97, 2, 1])
    return rng.choice(forms).replace('N', str(rng.randrange(1, 100))).replace('|', '\n')


def prompt(star, count, rng):
    """Chunks of entries, which a pipe has room for, and a mark behind each, which is
    answered: all of them are whole, as the lines behind others would be theirs."""
    with tempfile.TemporaryDirectory() as work:
        pathlib.Path(work, 'more.star').write_text('proc loaded; begin writeln(1) end;\n')
        server = subprocess.Popen([star, 'repl'], cwd=work, stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        memory = Memory('prompt', server.pid)
        done, chunk = 0, max(1, min(200, count // SAMPLES))
        lines = list(FIRST)
        while done < count:
            lines += [entry(rng) for _ in range(chunk)]
            done += chunk
            mark = f'look {done}'
            server.stdin.write('\n'.join(lines + [f"writeln('{mark}')\n"]).encode())
            server.stdin.flush()
            signal.alarm(300)
            while (line := server.stdout.readline()).strip() != mark.encode():
                if not line:
                    sys.exit(f'the prompt has ended before {mark}, status {server.wait()}')
            signal.alarm(0)
            lines = []
            if done % (count // SAMPLES or 1) < chunk:
                memory.look(done)
        server.stdin.close()
        server.stdout.read()
        server.wait()
    return memory.report('entries')


def editor(star, count, rng):
    """Edits of texts of tests/lang, some of which break them; requests between them."""
    client = Client(star)
    memory = Memory('editor', client.server.pid)
    whole = [t for t in texts() if '\r' not in t[1]]
    for done in range(1, count + 1):
        if done % 50 == 1:
            if done > 1:
                client.tell('textDocument/didClose', textDocument={'uri': uri})
            uri, text = rng.choice(whole)
            text = damaged(text, rng) if rng.random() < 0.3 else text
            client.open(text, uri)
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice([0, 0, 0, 1, 5]))
        new = rng.choice(['a', ';', '\n', 'ä', '\U0001d54a', '', 'end', '(', "'"])
        client.change(uri, [{'text': new, 'range': {
            'start': position(text[:at]), 'end': position(text[:end])}}])
        text = text[:at] + new + text[end:]
        if done % 5 == 0:
            client.number += 1
            client.send(id=client.number, method='textDocument/' + rng.choice(REQUESTS),
                        params={'textDocument': {'uri': uri}, 'position': position(text[:at])})
            client.diagnostics(uri)
        if done % (count // SAMPLES or 1) == 0:
            memory.look(done)
    client.end()
    return memory.report('edits')


def programs(build, seconds, rng):
    """star_soak says how many it has run, at times, and waits for an answer."""
    server = subprocess.Popen(
        [build / 'tests/gates/star_soak', str(rng.randrange(10 ** 9)), str(seconds),
         str(SAMPLES)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    memory = Memory('programs', server.pid)
    for line in server.stdout:
        done, errors, stopped = map(int, line.split())
        memory.look(done)
        server.stdin.write(b'\n')
        server.stdin.flush()
    if server.wait() != 0:
        sys.exit(f'star_soak: status {server.returncode}')
    return memory.report(f'programs two ways, {errors} with an error, {stopped} stopped')


def main():
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument('build', type=pathlib.Path)
    options.add_argument('--entries', type=int, default=10 ** 6)
    options.add_argument('--edits', type=int, default=10 ** 5)
    options.add_argument('--seconds', type=int, default=7200)
    options.add_argument('--seed', type=int, default=1)
    o = options.parse_args()
    o.build = o.build.resolve()
    star = str(o.build / 'star')
    parts = [(o.entries, prompt, star), (o.edits, editor, star), (o.seconds, programs, o.build)]
    figures = [part(what, many, random.Random(o.seed)) for many, part, what in parts if many]
    print('; '.join(text for _, text in figures))
    sys.exit(not all(good for good, _ in figures))


if __name__ == '__main__':
    main()

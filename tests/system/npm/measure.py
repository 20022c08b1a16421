# SPDX-License-Identifier: MIT
"""measure.py STAR PACKAGE [RUNS]: the rows of docs/howto/npm.md: the least processor time of
so many runs of the command and of the package's, in turn, each a process of one thread."""
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAMS = (
    ('an empty program', 'program p; begin end.'),
    ('5,000,000 iterations of a loop', '''program p; var n, k: integer; begin
        n := 0; for k := 1 to 5000000 do n := (n * 3 + k) mod 1000003; writeln(n) end.'''),
    ('CLOSURE, 4,000 vertices', '''program p; uses closure; var P: table(4000, 4000);
        begin RANDOM(P, 1, 0.01); CLOSURE(4000, P); writeln(NUMB(ROW(1, P))) end.'''),
    ('KLEENE, 500 x 500 reals', '''program p; uses maxplus;
        var a: array [1..500, 1..500] of real; i, j: integer; begin
        for i := 1 to 500 do for j := 1 to 500 do a[i, j] := (i * 7919 + j * 104729) mod 1009 + 1;
        KLEENE(500, a, minplus); writeln(a[1, 500]:1:1) end.'''))


def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(star, package, runs='5'):
    with tempfile.TemporaryDirectory() as work:
        for name, text in PROGRAMS:
            path = Path(work, 'p.star')
            path.write_text(text)
            least = [min(times) for times in zip(*(
                (seconds([star, 'run', '--threads', '1', path]),
                 seconds(['node', f'{package}/star.cjs', 'run', path])) for _ in range(int(runs))))]
            print('| {} | {:.0f} | {:.0f} |'.format(name, *(1000 * s for s in least)), flush=True)


if __name__ == '__main__':
    main(*sys.argv[1:])

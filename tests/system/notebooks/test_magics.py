# SPDX-License-Identifier: MIT
"""Lines that begin with %, but %plot and %trace: each, and its mistakes."""
import os

from client import Frontend, equal

with Frontend() as f:
    # %help has each of them, and nothing else has.
    text = f.run('%help').text
    for name in ('count', 'device', 'help', 'plot', 'reset', 'trace'):
        assert f'%{name}' in text, text
    for line, wrong in (('%help count', '%help: there is nothing more to say'),
                        ('%nothing', 'there is no %nothing: %help lists what there is'),
                        ('%', "error:")):
        cell = f.run(line)
        equal(cell.status, 'error')
        assert wrong in cell.trouble, (line, cell.trouble)

    # %count, as the prompt's :count.
    f.run('var T: table(1000, 16); X, Z: slice(1000); w: word(16); n: integer;')
    equal(f.run('SET(X);\n%count MATCH(T, X, w, Z)').text,
          'steps: 17, operations on slices: 16, bits moved: 18016\n'
          '    MATCH: 1 call, operations: 16, documented for each call: SIZE(T)\n')
    equal(f.run('%count --native off MATCH(T, X, w, Z)').text.splitlines()[0],
          'steps: 116, operations on slices: 83, bits moved: 116048')
    cell = f.run('%count SIZE(T)')
    equal(cell.value, '16')
    assert cell.text.startswith('steps: '), cell.text
    equal(f.run('%%count\nSET(X);\nCLR(X)').text.splitlines()[0],
          'steps: 4, operations on slices: 2, bits moved: 2000')

    # Against a variable: as text and drawn.
    cell = f.run('%count n=3..6 while n > 0 do begin SET(X); n := n - 1 end')
    equal(cell.value, 'n operations\n3 3\n4 4\n5 5\n6 6')
    picture = cell.data[0]['image/svg+xml']
    assert '<title>operations against n: 4</title>' in picture, picture
    equal(picture.count('<rect'), 1 + 4)
    # Without using more of the machine each time.
    if 'LD_PRELOAD' not in os.environ:
        def memory():
            with open(f'/proc/{f.manager.provisioner.pid}/statm', encoding='ascii') as file:
                return int(file.read().split()[1]) * os.sysconf('SC_PAGE_SIZE')
        for _ in range(20):
            f.run('%count n=1..2 SET(X)')
        before = memory()
        for _ in range(50):
            f.run('%count n=1..2 SET(X)')
        assert memory() - before < 4 << 20, memory() - before
    for line, wrong in (('%count', '%count: an ENTRY is missing'),
                        ('%count n=3..2 SET(X)', 'n gets from 1 to 256 values, not 0'),
                        ('%count n=1..257 SET(X)', 'not 257'),
                        ('%count n=0..99999999999999999999999 SET(X)',
                         'not 100000000000000000000000'),
                        (f'%count n=1..{5000 * "9"} SET(X)', '5000 digits'),
                        ('%count k=1..2 SET(X)', "'k' is not declared"),
                        ('%count n=1..2 SET(Y)', ":1:19: error: 'Y' is not declared"),
                        ('%count X := 1', 'error')):
        cell = f.run(line)
        equal(cell.status, 'error')
        assert wrong in cell.trouble, (line, cell.trouble)
    equal(f.run('%count SET(X)').text.splitlines()[0],
          'steps: 2, operations on slices: 1, bits moved: 1000')

    # %device: one without NVIDIA's driver has none.
    equal(f.run('%device').text, 'cpu\n')
    equal(f.run('%device cpu').text, 'cpu\n')
    cell = f.run('%device gpu')
    equal(cell.trouble, "error: %device: a device is cpu, auto or cuda, not 'gpu'")
    equal(f.run('%device auto').status in ('ok', 'error'), True)

    # %reset.
    equal(f.run('%reset').status, 'ok')
    equal(f.run('n').error['ename'], 'undeclared')
    equal(f.run('%reset n').trouble, 'error: %reset: it forgets all, not some names')

# SPDX-License-Identifier: MIT
"""Values as text and as pictures; what is too large says so."""
import re
from xml.dom import minidom

from client import Frontend, equal


def svg_of(text):
    """The pictures in a piece of HTML, which are well-formed."""
    pictures = re.findall(r'<svg .*?</svg>', text, re.S)
    for picture in pictures:
        minidom.parseString(picture)
    return pictures


def notes(cell):
    return re.findall('<p>(.*?)</p>', cell.data[-1].get('text/html', ''))


with Frontend() as f:
    f.run('var X: slice(8); w: word(4); T: table(4, 4); R: table(2, 3); i: integer;'
          'a: array [2..5] of integer; m: array [1..2, 1..3] of real;'
          "q: record n: integer end; big: table(1000, 70); U: slice; long: slice(700);"
          'many: array [1..300] of integer;')
    cell = f.run("X := MASK(X, 3, 5); w := '0110'; ROW(2, T) := w;\nX")
    equal(cell.value, '1 0\n2 0\n3 1\n4 1\n5 1\n6 0\n7 0\n8 0')
    [picture] = svg_of(cell.data[0]['text/html'])
    assert '<title>X: 8</title>' in picture, picture
    equal(notes(cell), [])

    # A table that is square is a graph too.
    cell = f.run('T')
    equal(cell.value, '  1234\n1 0000\n2 0110\n3 0000\n4 0000')
    matrix, graph = svg_of(cell.data[0]['text/html'])
    assert '<title>T: 4 x 4</title>' in matrix and '<circle' not in matrix
    equal(graph.count('<circle'), 4 + 1)  # vertices, and the arc from 2 to 2
    equal(len(svg_of(f.run('R').data[0]['text/html'])), 1)
    equal(len(svg_of(f.run('w').data[0]['text/html'])), 1)

    # Arrays of numbers: bars, or a matrix; without a value there is no bar.
    [picture] = svg_of(f.run('a[3] := 4; a[4] := -2; a').data[0]['text/html'])
    equal(picture.count('<rect'), 1 + 2)
    for i in range(1, 3):
        for j in range(1, 4):
            f.run(f'm[{i}, {j}] := {i} / {j}')
    [picture] = svg_of(f.run('m').data[0]['text/html'])
    assert '<title>m: 2 x 3</title>' in picture, picture

    # Others are text.
    equal(list(f.run('q.n := 2; q').data[0]), ['text/plain'])
    equal(f.run('2 > 1').data[0], {'text/plain': 'true'})

    # What is large is elided as text, and shares squares as a picture.
    cell = f.run('big')
    assert '… 988 more rows …' in cell.value or '... 988 more rows ...' in cell.value
    equal(notes(cell), ['1000 x 70: a square shows the mean of 4 x 4 components'])
    equal(notes(f.run('long')), ['700: a square shows the mean of 3 components'])
    cell = f.run('var S: table(61, 61); S')
    equal(notes(cell), ['a graph is drawn up to 60 vertices'])
    equal(len(svg_of(cell.data[0]['text/html'])), 1)
    cell = f.run('for i := 1 to 300 do many[i] := i; many')
    assert '256' in notes(cell)[0], notes(cell)
    equal(svg_of(cell.data[0]['text/html']), [])

    # Without a size there is no value.
    equal(f.run('U').data[0], {'text/plain': '?', 'text/html':
                               '<p>no picture: U has no size yet</p>'})

    # %plot: a picture alone, of any of the kinds that fit.
    for line, title in (('%plot T', 'T: 4 x 4'), ('%plot graph T', 'T: 4 x 4'),
                        ('%plot matrix not X', 'not X: 8'), ('%plot bars a', 'a: 4'),
                        ('%plot bars T', 'T: 4')):
        cell = f.run(line)
        equal(sorted(cell.data[0]), ['image/svg+xml', 'text/plain'])
        [picture] = svg_of(cell.data[0]['image/svg+xml'])
        assert f'<title>{title}</title>' in picture, (line, picture)
    for line, wrong in (('%plot', 'an EXPRESSION is missing'),
                        ('%plot graph', "'graph' is not declared"),
                        ('%plot bars X', 'X cannot be drawn as bars'),
                        ('%plot 1 + 1', '1 + 1 cannot be drawn'),
                        ('%plot X := X', 'X := X cannot be drawn'),
                        ('%plot graph S', 'S is drawn with at most 60 vertices'),
                        ('%plot graph R', 'R has 2 rows and 3 columns')):
        cell = f.run(line)
        equal(cell.status, 'error')
        assert wrong in cell.trouble, (line, cell.trouble)

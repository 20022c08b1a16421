/* SPDX-License-Identifier: MIT */
/* Looks at the pictures of views.star: a graph, numbers, a table that is zoomed.
 * What is drawn is asked of the canvas, and of what a screen reader says. */
(async function () {
  const wrong = window.failures;
  const $ = (name) => document.querySelector('.sv-' + name);
  const frame = () => new Promise((r) => setTimeout(r, 60));
  const expect = (what, found, wanted) => {
    if (found !== wanted)
      wrong.push(what + ': expected ' + wanted + ', found ' + found);
  };
  /* Of a table its caption, or of its graph. */
  const captions = (name) => Array.from(document.querySelectorAll('.sv-pictures figcaption'))
    .filter((f) => f.querySelector('b').textContent === name);
  const press = async (name, text) => {
    captions(name).flatMap((f) => Array.from(f.querySelectorAll('button')))
      .find((b) => b.textContent === text && !b.hidden).click();
    await frame();
  };
  const block = (name) => captions(name)[0].closest('figure');
  const told = (name) => Array.from(block(name).querySelectorAll('li'))
    .map((x) => x.textContent).find((x) => x.startsWith('table ' + name));
  const key = async (target, name) => {
    target.dispatchEvent(new KeyboardEvent('keydown',
      {key: name, bubbles: true, cancelable: true}));
    await frame();
  };
  const toLine = async (row) => {
    $('line').value = row;
    await key($('line'), 'Enter');
  };
  const label = (canvas) => canvas.getAttribute('aria-label');
  const at = () => Number($('number').value);
  /* The share of a canvas that is not of its commonest colour. */
  const drawn = (canvas) => {
    const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const pixels = new Uint32Array(data.buffer), counts = new Map();
    pixels.forEach((p) => counts.set(p, (counts.get(p) || 0) + 1));
    return 1 - Math.max(...counts.values()) / pixels.length;
  };
  const pointer = (canvas, type, x, y) => canvas.dispatchEvent(new PointerEvent(
    'pointer' + type, {bubbles: true, pointerId: 1, isPrimary: true,
      clientX: canvas.getBoundingClientRect().left + x,
      clientY: canvas.getBoundingClientRect().top + y}));
  const copy = (canvas) => canvas.toDataURL();
  try {
    await frame();
    HTMLElement.prototype.setPointerCapture = () => {};

    /* The graph, lit as the bits are. */
    await toLine(22);
    await press('P', 'Graph');
    const graph = document.querySelector('.sv-graph canvas');
    expect('graph', /^graph of P, 12 vertices, 24 arcs, active vertices 2, 10\b/
      .test(label(graph)), true);
    expect('graph drawn', drawn(graph) > .02, true);
    expect('pressed', captions('P')[0].querySelector('[aria-pressed=true]').textContent,
      'Graph');
    await press('P', 'Circle');
    const lit = copy(graph);
    await key(document.body, 'n');
    expect('other rows are lit', copy(graph) !== lit, true);
    await toLine(25);
    await key(document.body, 'n');
    expect('a new arc', /new arcs 2 to 2\b/.test(label(graph)), true);
    const round = copy(graph);
    await press('P', 'Forces');
    expect('by forces', copy(graph) !== round, true);
    await press('P', 'Circle');
    expect('in a circle', copy(graph), round);
    graph.focus();
    await key(graph, 'PageDown');
    expect('a vertex', /^Vertex 1: arcs to 2, 6, from 8, 12\.$/
      .test($('live').textContent), true);
    const still = at(), chosen = copy(graph);
    await key(graph, 'ArrowRight');
    expect('the vertex moves', copy(graph) !== chosen, true);
    expect('the statement stays', at(), still);
    await key(graph, 'n');
    expect('letters step', at(), still + 1);
    await key(graph, 'b');
    await key(graph, 'Escape');
    await press('P', 'Circle');
    const side = graph.clientWidth, border = Math.min(40, 14 + side / 20);
    pointer(graph, 'down', side / 2, border);
    pointer(graph, 'move', side / 2 + 60, border + 50);
    pointer(graph, 'up', side / 2 + 60, border + 50);
    await frame();
    expect('dragged', copy(graph) !== round, true);
    await key(graph, 'Escape');
    await key(document.body, 'n');
    await key(document.body, 'b');
    expect('where it was dragged', copy(graph) !== round, true);

    /* Numbers: of a table that is no relation unless they are not wanted. */
    expect('numbers', told('D').endsWith('numbers in its rows 8, 4, 2, 1, 16, 8, 4, 2 and more'),
      true);
    const bits = block('D').querySelector('.sv-bits'), width = bits.clientWidth;
    await press('D', 'Numbers');
    expect('no numbers', bits.clientWidth < width && !/numbers/.test(told('D')), true);
    await press('D', 'Numbers');
    expect('no graph of D', captions('D')[0].textContent.includes('Graph') &&
      !Array.from(captions('D')[0].querySelectorAll('button'))
        .find((b) => b.textContent === 'Graph').hidden, false);

    /* A table that does not fit has an overview and a lens. */
    const large = block('L').querySelector('.sv-bits');
    const overview = block('L').querySelector('.sv-overview');
    const lens = () => /Rows (\d+) to/.exec(label(overview))[1];
    expect('large', /^table L of views, 2000 x 1500, \d+ ones/.test(told('L')), true);
    expect('fits', block('L').clientWidth <= $('pictures').clientWidth &&
      large.clientHeight > 200, true);
    expect('large drawn', drawn(overview) > .005, true);
    const whole = copy(large), top = lens();
    overview.focus();
    await key(overview, '+');
    const closer = copy(large);
    expect('closer', closer !== whole, true);
    await key(overview, 'ArrowDown');
    expect('moved', copy(large) !== closer && lens() > top, true);
    expect('no step', at(), still);
    pointer(overview, 'down', 10, overview.clientHeight - 4);
    pointer(overview, 'up', 10, overview.clientHeight - 4);
    await frame();
    expect('to the end', / of 2000 are/.test(label(overview)) && lens() > 1900, true);
    const end = copy(large);
    pointer(large, 'down', 100, 100);
    pointer(large, 'move', 100, 200);
    pointer(large, 'up', 100, 200);
    await frame();
    expect('dragged bits', copy(large) !== end, true);
    $('number').value = 200;
    $('number').onchange();
    await frame();
    expect('follows what changes', lens() < 1900, true);

    /* Arrays. */
    const array = document.querySelector('.sv-array');
    expect('array', array.textContent, 'a [2..4, 1..2] of integer12' + '2??3??4??');
    await toLine(28);
    expect('an element', document.querySelector('.sv-array td.changed').textContent, '7');
    for (const b of document.querySelectorAll('button, canvas'))
      if (!b.hidden && !(/\w/.test(b.textContent) || b.getAttribute('aria-label') || b.getAttribute('aria-hidden')))
        wrong.push('no name: ' + b.outerHTML);
  } catch (e) {
    wrong.push(String(e.stack));
  }
  document.title = wrong.length === 0 ? 'all is well' : 'WRONG ' + wrong.join('; ');
})();

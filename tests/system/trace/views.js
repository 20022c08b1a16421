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
  const figures = (name) => Array.from(document.querySelectorAll('.sv-pictures figure'))
    .filter((f) => f.querySelector('b').textContent === name);
  const press = async (name, text) => {
    figures(name).flatMap((f) => Array.from(f.querySelectorAll('button')))
      .find((b) => b.textContent === text && !b.hidden).click();
    await frame();
  };
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
    const graph = figures('P')[1].querySelector('canvas');
    expect('graph', /^graph of P, 12 vertices, 24 arcs, active vertices 2, 10\b/
      .test(label(graph)), true);
    expect('graph drawn', drawn(graph) > .02, true);
    expect('pressed', figures('P')[0].querySelector('[aria-pressed=true]').textContent,
      'Graph');
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

    /* Numbers. */
    await press('D', 'Numbers');
    const bars = figures('D')[0].querySelectorAll('canvas')[1];
    expect('numbers', label(bars),
      'numbers in the rows of D: 8, 4, 2, 1, 16, 8, 4, 2 and more');
    expect('bars drawn', drawn(bars) > .1, true);
    expect('no graph of D', figures('D')[0].textContent.includes('Graph') &&
      !Array.from(figures('D')[0].querySelectorAll('button'))
        .find((b) => b.textContent === 'Graph').hidden, false);

    /* A table that does not fit fills its panel and is zoomed. */
    const large = figures('L')[0].querySelector('canvas');
    expect('large', /^table L of views, 2000 x 1500, \d+ ones/.test(label(large)), true);
    expect('fits', large.clientWidth <= $('pictures').clientWidth &&
      large.clientHeight > 200, true);
    const {data: edge} = large.getContext('2d')
      .getImageData(large.width - 1, 0, 1, 14);
    expect('no number is clipped', edge.some((x) => x !== 0), false);
    expect('large drawn', drawn(large) > .005, true);
    const whole = copy(large);
    large.focus();
    await key(large, '+');
    const closer = copy(large);
    expect('closer', closer !== whole, true);
    await key(large, 'ArrowDown');
    expect('moved', copy(large) !== closer, true);
    expect('no step', at(), still);
    await key(large, '0');
    expect('as it fits', copy(large), whole);
    await key(large, 'ArrowLeft');
    expect('an arrow steps where all is seen', at(), still - 1);
    await key(large, 'ArrowRight');
    large.dispatchEvent(new WheelEvent('wheel', {deltaY: -100, cancelable: true}));
    await frame();
    expect('wheel', copy(large) !== whole, true);
    const wheeled = copy(large);
    pointer(large, 'down', 100, 100);
    pointer(large, 'move', 60, 60);
    pointer(large, 'up', 60, 60);
    await frame();
    expect('dragged bits', copy(large) !== wheeled, true);
    await press('L', 'Fit');
    expect('fits again', copy(large), whole);
    for (const b of document.querySelectorAll('button, canvas'))
      if (!b.hidden && !(/\w/.test(b.textContent) || b.getAttribute('aria-label')))
        wrong.push('no name: ' + b.outerHTML);
  } catch (e) {
    wrong.push(String(e.stack));
  }
  document.title = wrong.length === 0 ? 'all is well' : 'WRONG ' + wrong.join('; ');
})();

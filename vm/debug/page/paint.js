/* SPDX-License-Identifier: MIT */
/* A block as a picture. What is drawn of a variable is {rows, cols, row, turned}:
 * a slice stands, so it is its only row, turned. */

function colours() {
  const style = getComputedStyle(root), c = {};
  for (const name of ['bit', 'empty', 'change', 'lit', 'mark', 'soft', 'ink', 'focus',
    'card', 'line'])
    c[name] = style.getPropertyValue('--' + name).trim();
  return c;
}

const bit = (v, i, j) => v.turned ? v.row[0][i] : v.row[i][j];

/* The value before, if it is as large. */
const alike = (v, was) => was && was.row && was.rows === v.rows &&
  was.cols === v.cols ? was : null;

/* 1, 5, 10, 50, ...: every so many rows of `size` pixels have a number that
 * takes `need`. */
function labelStep(size, need) {
  let step = 1;
  while (step * size < need)
    step *= String(step)[0] === '1' ? 5 : 2;
  return step;
}

/* Makes a canvas as large as this, and empty; returns its context. */
function begin(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = width + 'px';
  canvas.style.height = height + 'px';
  const g = canvas.getContext('2d');
  g.scale(ratio, ratio);
  g.font = FONT;
  return g;
}

/* ---- Components ---- */

/* A 1 is filled. What changed has another colour: a 1 that is new is filled with
 * it, a 0 that is new has a frame of it. */
function paintBit(g, x, y, size, one, changed, lit, c) {
  const gap = size >= 12 ? 2 : 1, s = size - gap, r = size >= 16 ? 3 : size >= 12 ? 2 : 0;
  g.beginPath();
  if (changed && !one) {
    g.roundRect(x + 1, y + 1, s - 2, s - 2, r);
    g.fillStyle = c.card;
    g.fill();
    g.strokeStyle = c.change;
    g.lineWidth = 2;
    g.stroke();
    return;
  }
  g.roundRect(x, y, s, s, r);
  g.fillStyle = changed ? c.change : one ? c.bit : c.empty;
  g.globalAlpha = one || !lit ? 1 : .55;
  g.fill();
  g.globalAlpha = 1;
}

/* Of a picture the rows and columns from..from + count, at a place. */
function paintBits(g, p, at, size, rows, cols, c) {
  const {v, lit} = p, was = alike(v, p.was);
  for (let i = rows.from; i < rows.from + rows.count; i++)
    for (let j = cols.from; j < cols.from + cols.count; j++) {
      const one = bit(v, i, j), changed = was !== null && bit(was, i, j) !== one;
      paintBit(g, at.x + (j - cols.from) * size, at.y + (i - rows.from) * size, size,
        one, changed, lit && lit[i], c);
    }
}

/* ---- Around them ---- */

/* Rows that respond are lit across the block. */
function paintLit(g, block, lit, c) {
  g.fillStyle = c.lit;
  for (let i = block.from; i < block.from + block.count; i++)
    if (lit[i])
      g.fillRect(0, block.head + (i - block.from) * block.cell - 1, block.width, block.cell);
}

function paintRowNumbers(g, block, x, lit, c) {
  const step = labelStep(block.cell, 13);
  g.textAlign = 'right';
  g.textBaseline = 'middle';
  for (let i = block.from + 1; i <= block.from + block.count; i++)
    if (i % step === 0 || i === 1) {
      g.fillStyle = lit && lit[i - 1] ? c.ink : c.soft;
      g.fillText(block.names ? block.names[i - 1] : i, x - 7, block.head + (i - .5 - block.from) * block.cell, MOST_NAME);
    }
}

function paintColumnNumbers(g, block, item, c) {
  const step = labelStep(block.cell, DIGIT * String(item.cols).length + 6);
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  g.fillStyle = c.soft;
  for (let j = item.from + 1; j <= item.from + item.count && item.cols > 1; j++)
    if (j % step === 0 || j === 1)
      g.fillText(j, item.x + (j - .5 - item.from) * block.cell - 1, block.head - 8);
}

function paintName(g, p, c) {
  g.fillStyle = p.fresh ? c.change : c.ink;
  g.font = '600 ' + FONT;
  return () => { g.font = FONT; };
}

function paintWords(g, block, item, c) {
  item.words.forEach((p, k) => {
    const y = block.head - block.columns - (item.words.length - k) * (block.cell + 4);
    paintBits(g, {...p, lit: null}, {x: item.x, y}, block.cell, {from: 0, count: 1}, item, c);
    const done = paintName(g, p, c);
    g.textAlign = 'right';
    g.textBaseline = 'middle';
    g.fillText(p.label, item.x - 7, y + block.cell / 2);
    done();
  });
}

function paintSlices(g, block, c) {
  const each = pitch(block.cell);
  block.slices.forEach((p, k) => {
    const x = block.sliceX + k * each, middle = x + (block.cell - 1) / 2;
    paintBits(g, p, {x, y: block.head}, block.cell, block, {from: 0, count: 1}, c);
    const done = paintName(g, p, c);
    g.save();
    g.translate(middle, block.head - 6);
    if (block.upright)
      g.rotate(-Math.PI / 2);
    g.textAlign = block.upright ? 'left' : 'center';
    g.textBaseline = block.upright ? 'middle' : 'alphabetic';
    g.fillText(p.label, 0, 0, MOST_NAME);
    g.restore();
    done();
  });
}

/* The number in each row. */
function paintNumbers(g, block, item, lit, c) {
  const {v} = item.table, was = alike(v, item.table.was), most = largest(v);
  const x = item.x + item.count * block.cell + numbersWide(item) - 6;
  if (labelStep(block.cell, 12) > 1)
    return;
  g.textAlign = 'right';
  g.textBaseline = 'middle';
  for (let i = block.from; i < block.from + block.count; i++) {
    const row = v.row[i], n = numberOf(row);
    const changed = was && was.row[i] !== row && numberText(was.row[i]) !== numberText(row);
    g.fillStyle = changed ? c.change : lit && lit[i] ? c.ink : c.soft;
    g.fillText(n > most && row.length > 3 ? '\u221e' : numberText(row), x,
      block.head + (i - block.from + .5) * block.cell - 1);
  }
}

/* Frames around the rows and columns that the statement names. */
function paintTouched(g, block, item, c) {
  const {cell, head, from, count} = block;
  g.strokeStyle = c.mark;
  g.lineWidth = 2;
  g.beginPath();
  for (const [, , kind, k] of item.table.touched)
    if (kind === 'r' && k > from && k <= from + count)
      g.roundRect(item.x - 2, head + (k - 1 - from) * cell - 2, item.count * cell + 2, cell + 2, 3);
    else if (kind === 'c' && k > item.from && k <= item.from + item.count)
      g.roundRect(item.x + (k - 1 - item.from) * cell - 2, head - 2, cell + 2, count * cell + 2, 3);
  g.stroke();
}

function paintBlock(canvas, block, c) {
  const g = begin(canvas, block.width, block.height), all = picturesOf(block);
  const {lit} = all.find((p) => p.lit) || {};
  if (lit)
    paintLit(g, block, lit, c);
  for (const item of block.items) {
    paintColumnNumbers(g, block, item, c);
    paintWords(g, block, item, c);
    if (item.table === null)
      continue;
    if (item === block.items[0])
      paintRowNumbers(g, block, item.x, lit, c);
    paintBits(g, item.table, {x: item.x, y: block.head}, block.cell, block, item, c);
    if (item.numbers)
      paintNumbers(g, block, item, lit, c);
    paintTouched(g, block, item, c);
  }
  if (block.items.length === 0)
    paintRowNumbers(g, block, block.sliceX, lit, c);
  paintSlices(g, block, c);
}

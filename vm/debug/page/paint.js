/* SPDX-License-Identifier: MIT */
/* Bits as a picture. What is drawn of a variable is {rows, cols, row, turned}: a
 * slice stands, so it is its only row, turned. Of these a box is seen: {sx, sy},
 * the size of a component, {x, y}, the first column and row, from 0 and not
 * whole perhaps, {w, h}, all in pixels of CSS. */

const FONT = '10px sans-serif', DIGIT = 5.8;

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

/* Room for the numbers of rows and columns. */
function margins(v, box) {
  const half = DIGIT * String(v.cols).length / 2 - box.sx / 2;
  return {left: v.rows > 1 ? 8 + 7 * String(v.rows).length : 2,
    top: v.rows > 1 || v.cols > 1 ? 16 : 2,
    right: v.cols > 1 ? Math.ceil(Math.max(2, half + 1)) : 2};
}

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
  return g;
}

/* ---- Components that can be told apart ---- */

function paintCells(g, p, box, at, c) {
  const {v, lit} = p, was = alike(v, p.was), {sx, sy} = box;
  const gap = Math.min(sx, sy) >= 6 ? 1 : 0;
  const first = Math.floor(box.x), end = Math.min(v.cols, Math.ceil(box.x + box.w / sx));
  const last = Math.min(v.rows, Math.ceil(box.y + box.h / sy));
  if (gap === 0) {
    g.fillStyle = c.empty;
    g.fillRect(at.left, at.top, box.w, box.h);
  }
  for (let i = Math.floor(box.y); i < last; i++) {
    const y = at.top + (i - box.y) * sy, on = lit && lit[i];
    if (on) {
      g.fillStyle = c.lit;
      g.fillRect(0, y, at.left + box.w + 2, sy);
    }
    for (let j = first; j < end; j++) {
      const one = bit(v, i, j), other = was && bit(was, i, j) !== one;
      if (!one && !other && (on || gap === 0))
        continue;
      const x = at.left + (j - box.x) * sx;
      g.fillStyle = other ? c.change : one ? c.bit : c.empty;
      if (other && !one && Math.min(sx, sy) - gap > 3) {
        g.strokeStyle = c.change;
        g.lineWidth = 1.5;
        g.strokeRect(x + .75, y + .75, sx - gap - 1.5, sy - gap - 1.5);
      } else {
        g.fillRect(x, y, sx - gap, sy - gap);
      }
    }
  }
}

/* ---- Components as fine as pixels ---- */

/* A colour as a pixel, some of the way from one to another. */
function mixed(from, to, part) {
  const a = parseInt(from.slice(1), 16), b = parseInt(to.slice(1), 16);
  let pixel = 255;
  for (const shift of [0, 8, 16]) {
    const x = a >> shift & 255, y = b >> shift & 255;
    pixel = pixel * 256 + Math.round(x + (y - x) * part);
  }
  return pixel >>> 0;
}

/* The colours of a pixel by how many of its components are ones: a single one is
 * seen. */
const shades = (from, to) => Uint32Array.from({length: 17},
  (_, k) => mixed(from, to, k === 0 ? 0 : .4 + .6 * k / 16));

/* Counts the ones and the changes of row i for each column of pixels. */
function countRow(v, was, i, from, ones, diff) {
  const row = v.turned ? v.row[0] : v.row[i], shift = v.turned ? i : 0;
  const old = !was ? row : v.turned ? was.row[0] : was.row[i];
  for (let x = 0; x < ones.length; x++)
    for (let j = from[x], end = Math.max(j + 1, from[x + 1]); j < end; j++) {
      ones[x] += row[j + shift];
      if (old !== row)
        diff[x] += row[j + shift] ^ old[j + shift];
    }
}

function paintPixels(g, p, box, at, c) {
  const ratio = window.devicePixelRatio || 1, {v, lit} = p, was = alike(v, p.was);
  const w = Math.max(1, Math.round(box.w * ratio)), h = Math.max(1, Math.round(box.h * ratio));
  const image = g.createImageData(w, h), out = new Uint32Array(image.data.buffer);
  const ones = new Uint32Array(w), diff = new Uint32Array(w);
  const from = Int32Array.from({length: w + 1}, (_, x) =>
    Math.min(v.cols - (x < w ? 1 : 0), Math.floor(box.x + x / (box.sx * ratio))));
  const off = shades(c.empty, c.bit), on = shades(c.lit, c.bit);
  const change = mixed(c.change, c.change, 0);
  let done = -1;
  for (let y = 0; y < h; y++) {
    const i = Math.min(v.rows - 1, Math.floor(box.y + y / (box.sy * ratio)));
    const end = Math.min(v.rows, Math.max(i + 1, Math.floor(box.y + (y + 1) / (box.sy * ratio))));
    if (end === i + 1 && done === i) {
      out.copyWithin(y * w, (y - 1) * w, y * w);
      continue;
    }
    ones.fill(0);
    diff.fill(0);
    let active = false;
    for (let k = i; k < end; k++) {
      countRow(v, was, k, from, ones, diff);
      active = active || (lit && lit[k]);
    }
    for (let x = 0; x < w; x++) {
      const all = (end - i) * Math.max(1, from[x + 1] - from[x]);
      out[y * w + x] = diff[x] ? change
        : (active ? on : off)[Math.ceil(16 * ones[x] / all)];
    }
    done = i;
  }
  g.putImageData(image, Math.round(at.left * ratio), Math.round(at.top * ratio));
}

/* ---- Around them ---- */

function paintLabels(g, p, box, at, c) {
  const {v, lit} = p, {sx, sy} = box;
  const down = labelStep(sy, sy < 3 ? 24 : 11);
  const across = labelStep(sx, DIGIT * String(v.cols).length + 3);
  g.font = FONT;
  g.textAlign = 'right';
  g.textBaseline = 'middle';
  const lastRow = Math.min(v.rows, Math.ceil(box.y + box.h / sy));
  for (let i = Math.floor(box.y) + 1; i <= lastRow && v.rows > 1; i++)
    if (i % down === 0 || (i === 1 && down <= 10)) {
      g.fillStyle = lit && lit[i - 1] ? c.ink : c.soft;
      g.fillText(i, at.left - 4, at.top + (i - .5 - box.y) * sy);
    }
  g.textAlign = 'center';
  g.fillStyle = c.soft;
  const lastColumn = Math.min(v.cols, Math.ceil(box.x + box.w / sx));
  for (let j = Math.floor(box.x) + 1; j <= lastColumn && v.cols > 1; j++)
    if (j % across === 0 || (j === 1 && across <= 10))
      g.fillText(j, at.left + (j - .5 - box.x) * sx, 8);
}

/* Rows that are lit, in the margin, where there is no cell to see it. */
function paintLit(g, p, box, at, c) {
  g.fillStyle = c.lit;
  const last = Math.min(p.v.rows, Math.ceil(box.y + box.h / box.sy));
  for (let i = Math.floor(box.y); p.lit && i < last; i++)
    if (p.lit[i])
      g.fillRect(0, at.top + (i - box.y) * box.sy, at.left, Math.max(1, box.sy));
}

/* Frames around the rows and columns that the statement names. */
function paintTouched(g, p, box, at, c) {
  g.strokeStyle = c.mark;
  g.lineWidth = 2;
  for (const [, , kind, k] of p.touched)
    if (kind === 'r' && k >= 1 && k <= p.v.rows)
      g.strokeRect(at.left - 1, at.top + (k - 1 - box.y) * box.sy - 1,
        box.w + 1, box.sy + 1);
    else if (kind === 'c' && k >= 1 && k <= p.v.cols)
      g.strokeRect(at.left + (k - 1 - box.x) * box.sx - 1, at.top - 1,
        box.sx + 1, box.h + 1);
}

function paint(canvas, p, box, c) {
  const {v} = p, at = margins(v, box);
  const g = begin(canvas, at.left + box.w + at.right, at.top + box.h + 2);
  const fine = (v.cols > 1 && box.sx < 3) || (v.rows > 1 && box.sy < 3);
  if (v.rows === 0 || v.cols === 0)
    return;
  if (fine)
    paintLit(g, p, box, at, c);
  g.save();
  g.beginPath();
  g.rect(0, at.top - 2, at.left + box.w + 2, box.h + 4);
  g.clip();
  (fine ? paintPixels : paintCells)(g, p, box, at, c);
  paintTouched(g, p, box, at, c);
  g.restore();
  paintLabels(g, p, box, at, c);
}

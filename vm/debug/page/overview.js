/* SPDX-License-Identifier: MIT */
/* A block that does not fit: all of it, as fine as pixels, and a lens, the part
 * that is drawn with its components. */

const OVERVIEW = {width: 260, slice: 6, alone: 16, gap: 8, most: 4};
const lenses = new Map(); /* by key: {cell, y, x: by item} */
const between = (low, x, high) => Math.max(low, Math.min(high, x));

const sliceWide = (block) => block.items.length === 0 ? OVERVIEW.alone : OVERVIEW.slice;

function kept(block) {
  if (!lenses.has(block.key))
    lenses.set(block.key, {cell: CELL.lens, y: 0, x: []});
  return lenses.get(block.key);
}

/* The scale of the overview: not the same both ways of what is long and narrow. */
function scaleOf(block, r) {
  const cols = block.items.reduce((sum, x) => sum + x.cols, 0);
  const wide = Math.min(OVERVIEW.width, r.width < 480 ? r.width - 8 : .35 * r.width);
  const room = wide - OVERVIEW.gap * block.items.length - sliceWide(block) * block.slices.length;
  return {sx: Math.min(OVERVIEW.most, Math.max(40, room) / Math.max(1, cols)),
    sy: Math.min(OVERVIEW.most, (r.height - 30) / block.rows)};
}

/* How much of the block the lens has: first the rows, then the columns, in turn. */
function lensOf(block, r) {
  const lens = kept(block), {cell} = lens, scale = scaleOf(block, r);
  const over = block.items.reduce((sum, x) => sum + x.cols * scale.sx + OVERVIEW.gap, 0) +
    block.slices.length * sliceWide(block) + 24;
  const width = r.width < 480 ? r.width : r.width - over;
  const spare = width - widthOf(block, cell, block.items.map(() => 0));
  let left = Math.max(4, Math.floor(spare / cell));
  const order = block.items.map((x, k) => k).sort((a, b) => block.items[a].cols - block.items[b].cols);
  const cols = [];
  order.forEach((k, done) => {
    cols[k] = Math.min(block.items[k].cols, Math.max(2, Math.floor(left / (order.length - done))));
    left -= cols[k];
  });
  const rows = Math.min(block.rows, Math.max(4,
    Math.floor((r.height - heightOf(block, cell, 0)) / cell)));
  lens.y = between(0, Math.round(lens.y), block.rows - rows);
  const x = cols.map((n, k) => between(0, Math.round(lens.x[k] || 0), block.items[k].cols - n));
  lens.x = x;
  return {cell, scale, rows, cols, x, y: lens.y};
}

/* ---- What changed is looked at ---- */

/* A row and a column that the statement names, or else where a change is; -1:
 * none. */
function newsOf(p) {
  const {v, touched} = p, was = alike(v, p.was);
  const named = (kind) => (touched.find((t) => t[2] === kind) || [0, 0, 0, 0])[3] - 1;
  const news = {row: named('r'), col: named('c')};
  if (news.row >= 0 || news.col >= 0 || was === null)
    return news;
  if (v.turned)
    return {row: v.row[0].findIndex((b, i) => b !== was.row[0][i]), col: -1};
  news.row = v.row.findIndex((row, i) => row !== was.row[i]);
  if (news.row >= 0)
    news.col = v.row[news.row].findIndex((b, j) => b !== was.row[news.row][j]);
  return news;
}

/* Moves the lens to what is new, if it is out of sight. */
function follow(block) {
  const lens = kept(block), seen = block.lens;
  for (const p of picturesOf(block).filter((q) => q.variable.kind !== 'word')) {
    const {row, col} = newsOf(p), k = block.items.findIndex((x) => x.table === p);
    if (row >= 0 && (row < seen.y || row >= seen.y + seen.rows))
      lens.y = row - (seen.rows >> 1);
    if (col >= 0 && k >= 0 && (col < seen.x[k] || col >= seen.x[k] + seen.cols[k]))
      lens.x[k] = col - (seen.cols[k] >> 1);
    if (row >= 0 || col >= 0)
      return;
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

/* All of a picture in a box {x, y, w, h} of the canvas. */
function paintPixels(g, p, box, c) {
  const ratio = window.devicePixelRatio || 1, {v, lit} = p, was = alike(v, p.was);
  const w = Math.max(1, Math.round(box.w * ratio)), h = Math.max(1, Math.round(box.h * ratio));
  const image = g.createImageData(w, h), out = new Uint32Array(image.data.buffer);
  const ones = new Uint32Array(w), diff = new Uint32Array(w);
  const from = Int32Array.from({length: w + 1}, (_, x) =>
    Math.min(v.cols - (x < w ? 1 : 0), Math.floor(x * v.cols / w)));
  const off = shades(c.empty, c.bit), on = shades(c.lit, c.bit);
  const change = mixed(c.change, c.change, 0);
  let done = -1;
  for (let y = 0; y < h; y++) {
    const i = Math.min(v.rows - 1, Math.floor(y * v.rows / h));
    const end = Math.min(v.rows, Math.max(i + 1, Math.floor((y + 1) * v.rows / h)));
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
  g.putImageData(image, Math.round(box.x * ratio), Math.round(box.y * ratio));
}

/* Where tables and slices are in the overview: [{p, box, item}]. */
function overviewOf(block) {
  const {sx, sy} = block.lens.scale, found = [], h = Math.max(20, block.rows * sy);
  let x = 2;
  for (const item of block.items) {
    const w = Math.max(16, item.cols * sx);
    if (item.table !== null)
      found.push({p: item.table, item, box: {x, y: 2, w, h}});
    x += w + OVERVIEW.gap;
  }
  for (const p of block.slices) {
    found.push({p, item: null, box: {x, y: 2, w: sliceWide(block) - 1, h}});
    x += sliceWide(block);
  }
  return {found, width: x + 2, height: h + 4};
}

function paintOverview(canvas, block, c) {
  const {found, width, height} = overviewOf(block), {lens} = block;
  const g = begin(canvas, width, height);
  for (const {p, box} of found)
    paintPixels(g, p, box, c);
  g.strokeStyle = c.focus;
  g.lineWidth = 2;
  for (const {item, box} of found) {
    const y = box.y + lens.y / block.rows * box.h, h = lens.rows / block.rows * box.h;
    const x = item === null ? 0 : item.from / item.cols, w = item === null ? 1 : item.count / item.cols;
    if (item !== null || block.items.length === 0)
      g.strokeRect(box.x + x * box.w - 1, y - 1, w * box.w + 2, h + 2);
  }
}

/* ---- What the user does with it ---- */

function moveLens(block, rows, cols) {
  const lens = kept(block);
  lens.y += rows;
  lens.x = block.items.map((x, k) => (lens.x[k] || 0) + cols);
  redraw();
}

/* Its middle to a place of the overview. */
function lensTo(block, x, y) {
  const lens = kept(block), {found} = overviewOf(block), [first] = found;
  const at = found.find(({item, box}) => item !== null && x >= box.x - 4 && x <= box.x + box.w + 4);
  lens.y = (y - first.box.y) / first.box.h * block.rows - block.lens.rows / 2;
  if (at)
    lens.x[block.items.indexOf(at.item)] = (x - at.box.x) / at.box.w * at.item.cols - at.item.count / 2;
  redraw();
}

function resizeLens(block, by) {
  const lens = kept(block), cell = between(CELL.least, lens.cell + by, CELL.most);
  lens.y += block.lens.rows * (1 - lens.cell / cell) / 2;
  lens.cell = cell;
  redraw();
}

function lensKey(block, e) {
  const far = e.shiftKey ? 1 : 8;
  const arrow = {ArrowLeft: [0, -far], ArrowRight: [0, far], ArrowUp: [-far, 0],
    ArrowDown: [far, 0], PageUp: [-block.lens.rows, 0], PageDown: [block.lens.rows, 0]}[e.key];
  if (e.ctrlKey || e.altKey || e.metaKey)
    return;
  if (arrow)
    moveLens(block, ...arrow);
  else if (e.key === '+' || e.key === '=' || e.key === '-')
    resizeLens(block, e.key === '-' ? -2 : 2);
  else
    return;
  e.preventDefault();
}

/* `panel.block` is the block as it is. */
function makeLens(panel, overview, bits) {
  let held = null;
  overview.tabIndex = 0;
  overview.setAttribute('role', 'application');
  overview.onkeydown = (e) => lensKey(panel.block, e);
  overview.onpointerdown = (e) => {
    overview.setPointerCapture(e.pointerId);
    held = e.pointerId;
    lensTo(panel.block, e.offsetX, e.offsetY);
  };
  overview.onpointermove = (e) => {
    if (held === e.pointerId)
      lensTo(panel.block, e.offsetX, e.offsetY);
  };
  overview.onpointerup = overview.onpointercancel = () => { held = null; };
  let at = null;
  bits.onpointerdown = (e) => {
    if (panel.block.lens === null)
      return;
    at = {x: e.offsetX, y: e.offsetY};
    bits.setPointerCapture(e.pointerId);
  };
  bits.onpointerup = bits.onpointercancel = () => { at = null; };
  bits.onpointermove = (e) => {
    readOut(panel.block, e);
    if (at === null || panel.block.lens === null)
      return;
    const {cell} = panel.block, dx = Math.trunc((at.x - e.offsetX) / cell);
    const dy = Math.trunc((at.y - e.offsetY) / cell);
    if (dx === 0 && dy === 0)
      return;
    at = {x: at.x - dx * cell, y: at.y - dy * cell};
    moveLens(panel.block, dy, dx);
  };
}

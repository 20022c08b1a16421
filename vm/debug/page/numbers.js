/* SPDX-License-Identifier: MIT */
/* The rows of a table as numbers, as bars beside them. */

const NUMBER_COLUMNS = 63;
const numbers = new WeakMap(); /* of rows */

function numberOf(row) {
  let n = numbers.get(row);
  if (n === undefined) {
    n = row.reduce((sum, b) => 2 * sum + b, 0);
    numbers.set(row, n);
  }
  return n;
}

const numberText = (row) => row.length <= 53 ? String(numberOf(row))
  : String(BigInt('0b' + row.join('')));

/* The longest bar's number. All ones mean infinity where there are others. */
function longest(v) {
  const all = 2 ** v.cols - 1;
  let most = 0;
  for (const row of v.row)
    if (numberOf(row) < all)
      most = Math.max(most, numberOf(row));
  return most || all || 1;
}

function describeNumbers(p) {
  return 'numbers in the rows of ' + p.variable.name + ': ' +
    few(p.v.row.slice(0, 9).map(numberText));
}

/* The rows from..end are one line of pixels, or a bar. */
function paintBar(g, p, from, end, y, height, most, wide, c) {
  const {v} = p, was = alike(v, p.was);
  let best = from, changed = false, active = false;
  for (let i = from; i < end; i++) {
    if (numberOf(v.row[i]) > numberOf(v.row[best]))
      best = i;
    changed = changed || (was && was.row[i] !== v.row[i] &&
      numberText(was.row[i]) !== numberText(v.row[i]));
    active = active || (p.lit && p.lit[i]);
  }
  const n = numberOf(v.row[best]), length = Math.min(1, n / most) * wide;
  const thick = height >= 6 ? height - 1 : height;
  if (active) {
    g.fillStyle = c.lit;
    g.fillRect(0, y, 2 * wide, height);
  }
  g.fillStyle = changed ? c.change : n > most ? c.soft : c.bit;
  g.fillRect(0, y, n > 0 ? Math.max(1, length) : 0, thick);
  if (height >= 9) {
    g.fillStyle = changed ? c.change : active ? c.ink : c.soft;
    g.fillText(numberText(v.row[best]), length + 4, y + height / 2);
  }
}

function paintNumbers(canvas, p, box, c) {
  const {v} = p, at = margins(v, box), most = longest(v);
  const text = box.sy >= 9 ? 6 + 6 * String(2 ** v.cols).length : 2, wide = 110;
  const g = begin(canvas, wide + text, at.top + box.h + 2);
  const pixel = 1 / (window.devicePixelRatio || 1);
  g.font = FONT;
  g.textBaseline = 'middle';
  g.beginPath();
  g.rect(0, at.top, wide + text, box.h);
  g.clip();
  const step = Math.max(1, Math.floor(pixel / box.sy));
  const last = Math.min(v.rows, Math.ceil(box.y + box.h / box.sy));
  for (let i = Math.floor(box.y); i < last; i += step)
    paintBar(g, p, i, Math.min(last, i + step), at.top + (i - box.y) * box.sy,
      Math.max(box.sy * step, pixel), most, wide, c);
}

/* SPDX-License-Identifier: MIT */
/* The data, and the values of variables at each stop. */

const $ = (name) => root.querySelector('.sv-' + name);
let stops, calls, activeAt, total, depth, now = 0;

/* A function that draws once for all that happens at a time. */
function soon(draw) {
  let waiting = false;
  return () => {
    if (waiting)
      return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      if (!signal.aborted)
        draw();
    }, 0);
  };
}

/* Tables and lines are {rows, cols, row}; rows that did not change are shared
 * by the values before and after. */
const FOUR = new Uint8Array(128);
for (let k = 0; k < 16; k++)
  FOUR['0123456789abcdef'.charCodeAt(k)] = k;

function digits(text, cols) {
  const row = new Uint8Array(cols);
  for (let k = 0; k < text.length; k++) {
    const four = FOUR[text.charCodeAt(k)];
    for (let j = 0; j < 4 && 4 * k + j < cols; j++)
      row[4 * k + j] = four >> (3 - j) & 1;
  }
  return row;
}

function whole(text) {
  const [, rows, cols, sign] = /^(\d+)x(\d+)([:?])/.exec(text);
  const value = {rows: +rows, cols: +cols, row: null};
  if (sign === '?')
    return value;
  value.row = [];
  if (value.rows === 0)
    return value;
  for (const part of text.slice(text.indexOf(':') + 1).split(','))
    value.row.push(part === '' && value.row.length > 0
      ? value.row[value.row.length - 1] : digits(part, value.cols));
  return value;
}

/* The value after a change. `own`, if it is given, are the rows that nobody else
 * has: they are changed where they are, and so is the value. */
function changed(before, text, own) {
  const value = own.size > 0 ? before
    : {rows: before.rows, cols: before.cols, row: before.row.slice()};
  for (const part of text.slice(1).split(';')) {
    const [number, hex] = part.split(':');
    const [r, ...toggled] = number.split('.').map(Number);
    if (hex !== undefined)
      value.row[r] = digits(hex, value.cols);
    else if (!own.has(r))
      value.row[r] = value.row[r].slice();
    for (const c of toggled)
      value.row[r][c] ^= 1;
    own.add(r);
  }
  return value;
}

const KEPT = 1 << 27; /* components of a variable's values that are kept */

/* The values of [[stop, text], ...] as they are drawn, made when they are asked
 * for by their numbers: all are kept, or of large ones some, from which the
 * others are made. */
function series(list) {
  const kept = new Map(), recent = [];
  const largest = list.reduce((most, [, text]) => {
    const size = text && /^(\d+)x(\d+):/.exec(text);
    return size ? Math.max(most, size[1] * size[2]) : most;
  }, 1);
  const every = Math.max(1, Math.ceil(list.length * largest / KEPT));
  const keep = (k, value) => {
    kept.set(k, value);
    if (k % every !== 0 && recent.push(k) > 4)
      kept.delete(recent.shift());
  };
  return (k) => {
    let from = k, own = new Set();
    while (!kept.has(from) && list[from][1] !== null && list[from][1][0] === '~')
      from--;
    if (!kept.has(from))
      keep(from, list[from][1] === null ? null : whole(list[from][1]));
    let value = kept.get(from);
    for (let j = from + 1; j <= k; j++) {
      value = changed(value, list[j][1], own);
      if (j % every === 0 || j >= k - 1) {
        keep(j, value);
        own = new Set();
      }
    }
    return value;
  };
}

/* The variable itself, or the one that a var parameter stands for; `levels` has
 * the frames of each depth, the first ones first. */
function owner(levels, call, variable) {
  const [at, cell] = variable.owner;
  if (at === call.depth)
    return variable;
  const list = levels[at].filter((c) => c.from <= call.from);
  return list[list.length - 1].vars.find((v) => v.cell === cell);
}

/* The texts of [[stop, text], ...], where [k, text, m] has the first k and the
 * last m characters of the text before. */
function texts(list) {
  const kept = new Map();
  return (k) => {
    let from = k;
    while (typeof list[from][1] !== 'string' && !kept.has(from))
      from--;
    let text = kept.get(from) || list[from][1];
    for (let j = from + 1; j <= k; j++) {
      const [head, middle, tail] = list[j][1];
      text = text.slice(0, head) + middle + text.slice(text.length - tail);
      if (j % 64 === 0)
        kept.set(j, text);
    }
    return text;
  };
}

/* Value number k of a variable. */
function valueOf(variable, k) {
  const of = variable.of;
  of.values = of.values || (of.kind ? series : texts)(of.h);
  return of.values(k);
}

/* The number of the last entry that is not after a stop, or -1. */
function entry(list, stop) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle][0] <= stop)
      low = middle + 1;
    else
      high = middle;
  }
  return low - 1;
}

function countSteps() {
  const edge = new Int32Array(stops + 1);
  total = [];
  depth = [];
  calls.forEach((c) => { edge[c.from]++; edge[c.to]--; });
  for (let k = 0, steps = 0, alive = 0; k < stops; k++) {
    total.push(steps += data.steps[k]);
    depth.push(alive += edge[k]);
  }
}

/* Takes the data, or those of another window of statements. */
function take(next) {
  const levels = [];
  takeTexts(data, next);
  data = next;
  stops = data.at.length;
  calls = data.calls;
  calls.forEach((c) => (levels[c.depth] = levels[c.depth] || []).push(c));
  levels.forEach((list) => list.sort((a, b) => a.from - b.from));
  for (const call of calls)
    for (const v of call.vars)
      v.of = owner(levels, call, v);
  activeAt = series(data.active);
  countSteps();
}

/* Operations on slices, words and tables up to a stop: a statement is a step, and
 * so is each of its operations. */
const operations = (stop) => total[stop] - stop - data.first;

/* Those of a call, or null: it began before the first stop. */
function operationsOf(call, stop) {
  if (call.depth === 0)
    return operations(stop);
  return call.from === 0 && data.first > 0 ? null
    : operations(stop) - operations(call.from);
}

'use strict';
/* One state for each stop: what is to be done next and what the variables are.
 * The data is described in vm/trace.c. */
(function () {
const $ = (id) => document.getElementById(id);
const data = JSON.parse($('data').textContent);
const stops = data.at.length;
const calls = data.calls;
let now = 0;

/* ---- Values ---- */

/* Tables and lines are {rows, cols, row}; rows that did not change are shared
 * by the values before and after. */
function digits(text, cols) {
  const row = new Uint8Array(cols);
  for (let k = 0; k < text.length; k++) {
    const four = parseInt(text[k], 16);
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

function changed(before, text) {
  const value = {rows: before.rows, cols: before.cols, row: before.row.slice()};
  for (const part of text.slice(1).split(';').filter((p) => p !== '')) {
    const [number, hex] = part.split(':');
    const [r, ...toggled] = number.split('.').map(Number);
    if (hex !== undefined) {
      value.row[r] = digits(hex, value.cols);
    } else {
      value.row[r] = value.row[r].slice();
      for (const c of toggled)
        value.row[r][c] ^= 1;
    }
  }
  return value;
}

/* [[stop, value], ...] with the values as they are drawn. */
function decode(list) {
  let last = null;
  return list.map(([stop, text]) => {
    last = text === null ? null : text[0] === '~' ? changed(last, text)
      : whole(text);
    return [stop, last];
  });
}

/* The frames of each depth, the first ones first. */
const levels = [];
calls.forEach((c) => (levels[c.depth] = levels[c.depth] || []).push(c));
levels.forEach((list) => list.sort((a, b) => a.from - b.from));

/* The variable itself, or the one that a var parameter stands for. */
function owner(call, variable) {
  const [at, cell] = variable.owner;
  if (at === call.depth)
    return variable;
  const list = levels[at].filter((c) => c.from <= call.from);
  return list[list.length - 1].vars.find((v) => v.cell === cell);
}
for (const call of calls)
  for (const v of call.vars)
    v.of = owner(call, v);

function history(variable) {
  const of = variable.of;
  if (!of.values)
    of.values = of.kind ? decode(of.h) : of.h;
  return of.values;
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

const active = decode(data.active);
const total = [], depth = [], edge = new Int32Array(stops + 1);
calls.forEach((c) => { edge[c.from]++; edge[c.to]--; });
for (let k = 0, steps = 0, alive = 0; k < stops; k++) {
  total.push(steps += data.steps[k]);
  depth.push(alive += edge[k]);
}

/* ---- The program ---- */

const keywords = new Set(('and array begin case const div do downto else end ' +
  'file for function goto if in label mod nil not of or packed procedure ' +
  'program record repeat set then to type until var while with proc uses xor ' +
  'slice word table native otherwise forward').split(' '));
const token = /(\{[^}]*\}?|\(\*[\s\S]*?(?:\*\)|$)|\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*)|('[^'\n]*'?)|(\d+(?:\.\d+)?)|([A-Za-z_]\w*)/g;

/* The text of a file as an array of lines, each of pieces [class, text]. */
function coloured(text) {
  const lines = [[]];
  const put = (name, piece) => piece.split('\n').forEach((part, k) => {
    if (k > 0)
      lines.push([]);
    if (part !== '')
      lines[lines.length - 1].push([name, part.replace(/\r$/, '')]);
  });
  let at = 0;
  for (const found of text.matchAll(token)) {
    put('', text.slice(at, found.index));
    put(found[1] ? 'c' : found[2] ? 's' : found[3] ? 'n'
      : keywords.has(found[0].toLowerCase()) ? 'k' : '', found[0]);
    at = found.index + found[0].length;
  }
  put('', text.slice(at));
  if (lines.length > 1 && lines[lines.length - 1].length === 0)
    lines.pop();
  return lines;
}

/* Puts the pieces of a line into an element, columns from..to in a mark. */
function write(element, pieces, from, to) {
  let column = 1, mark = null;
  for (const [name, text] of pieces) {
    let rest = Array.from(text);
    while (rest.length > 0) {
      const inside = column >= from && column < to;
      const edge = column < from ? from : inside ? to : Infinity;
      const part = rest.slice(0, edge - column);
      const span = document.createElement('span');
      span.className = name;
      span.textContent = part.join('');
      if (inside && mark === null)
        mark = element.appendChild(document.createElement('mark'));
      (inside ? mark : element).append(span);
      column += part.length;
      rest = rest.slice(part.length);
    }
  }
}

const lines = data.files.map(() => null);
let shown = -1, marked = [];

function fill(item, file, k, from, to) {
  const text = document.createElement('span');
  write(text, lines[file][k], from, to);
  item.replaceChildren(item.firstChild, text);
}

function open(file) {
  const list = document.createElement('ol');
  lines[file] = lines[file] || coloured(data.files[file].text);
  lines[file].forEach((pieces, k) => {
    const item = document.createElement('li'), number = document.createElement('button');
    number.type = 'button';
    number.tabIndex = -1;
    number.textContent = k + 1;
    number.setAttribute('aria-label', 'go to line ' + (k + 1));
    number.onclick = (e) => toLine(k + 1, e.shiftKey);
    item.append(number);
    list.append(item);
    fill(item, file, k, 0, 0);
  });
  $('source').replaceChildren(list);
  $('path').textContent = data.files[file].path;
  shown = file;
  marked = [];
}

function showProgram() {
  const span = data.spans[data.at[now]];
  if (shown < 0 || (span && span[0] !== shown))
    open(span ? span[0] : 0);
  const items = $('source').firstChild.children;
  for (const k of marked) {
    items[k].className = '';
    items[k].removeAttribute('aria-current');
    fill(items[k], shown, k, 0, 0);
  }
  marked = [];
  if (!span)
    return;
  const [, row, column, last, end] = span;
  fill(items[row - 1], shown, row - 1, column, row === last ? end : 1e9);
  items[row - 1].className = 'here';
  items[row - 1].setAttribute('aria-current', 'step');
  marked.push(row - 1);
  const box = $('source'), item = items[row - 1];
  const y = item.offsetTop - items[0].offsetTop;
  if (y < box.scrollTop + 20 || y > box.scrollTop + box.clientHeight - 50)
    box.scrollTop = y - box.clientHeight / 3;
}

/* ---- The matrix memory ---- */

const alive = () => calls.filter((c) => c.from <= now && now < c.to)
  .sort((a, b) => a.depth - b.depth);

/* A variable now and, if it is in the same frame, at the stop before. */
function values(call, variable) {
  const list = history(variable), k = entry(list, now);
  const value = k < 0 ? null : list[k][1];
  const fresh = k >= 0 && list[k][0] === now && now > call.from;
  return {value, before: fresh && k > 0 ? list[k - 1][1] : value, fresh};
}

function colours() {
  const style = getComputedStyle(document.documentElement);
  const get = (name) => style.getPropertyValue('--' + name).trim();
  return {bit: get('bit'), empty: get('empty'), change: get('change'),
    lit: get('lit'), mark: get('mark'), soft: get('soft'), ink: get('ink')};
}

/* Turned by a quarter, so that slices stand. */
const upright = (v) => v && v.row && {rows: v.cols, cols: 1,
  row: v.cols === 0 ? [] : Array.from(v.row[0], (b) => [b])};

/* The side of a component. */
function side(v) {
  const room = Math.max(120, Math.min(560, document.documentElement.clientWidth - 90));
  const tall = Math.max(240, Math.min(560, window.innerHeight - 300));
  return Math.max(3, Math.min(18, Math.floor(room / Math.max(v.cols, 1)),
    Math.floor(tall / Math.max(v.rows, 1))));
}

function draw(canvas, v, cell, before, lit, touched, c) {
  const wide = v.cols === 1 ? Math.max(cell, 8) : cell;
  const every = cell >= 14 ? 1 : cell >= 7 ? 5 : 10;
  const left = v.rows > 1 ? 8 + 7 * String(v.rows).length : 2, top = v.rows > 1 || v.cols > 1 ? 16 : 2;
  const ratio = window.devicePixelRatio || 1;
  const width = left + v.cols * wide + 2, height = top + v.rows * cell + 2;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  canvas.style.width = width + 'px';
  canvas.style.height = height + 'px';
  const g = canvas.getContext('2d');
  g.scale(ratio, ratio);
  const gap = cell >= 6 ? 1 : 0;
  if (gap === 0) {
    g.fillStyle = c.empty;
    g.fillRect(left, top, v.cols * wide, v.rows * cell);
  }
  for (let i = 0; i < v.rows; i++) {
    const on = lit && lit[i];
    if (on) {
      g.fillStyle = c.lit;
      g.fillRect(0, top + i * cell, width, cell);
    }
    for (let j = 0; j < v.cols; j++) {
      const one = v.row[i][j];
      const other = before && before.row && before.rows === v.rows &&
        before.cols === v.cols && before.row[i][j] !== one;
      if (!one && !other && (on || gap === 0))
        continue;
      g.fillStyle = other ? c.change : one ? c.bit : c.empty;
      const x = left + j * wide, y = top + i * cell;
      if (other && !one && cell - gap > 3) {
        g.strokeStyle = c.change;
        g.lineWidth = 1.5;
        g.strokeRect(x + .75, y + .75, wide - gap - 1.5, cell - gap - 1.5);
      } else {
        g.fillRect(x, y, wide - gap, cell - gap);
      }
    }
  }
  g.fillStyle = c.soft;
  g.font = '10px sans-serif';
  g.textAlign = 'right';
  g.textBaseline = 'middle';
  for (let i = 1; i <= v.rows && v.rows > 1; i++)
    if (i % every === 0 || i === 1) {
      g.fillStyle = lit && lit[i - 1] ? c.ink : c.soft;
      g.fillText(i, left - 4, top + (i - .5) * cell);
    }
  g.textAlign = 'center';
  for (let j = 1; j <= v.cols && v.cols > 1; j++)
    if (j % every === 0 || j === 1) {
      g.fillStyle = c.soft;
      g.fillText(j, left + (j - .5) * wide, 8);
    }
  g.strokeStyle = c.mark;
  g.lineWidth = 2;
  for (const [, , kind, k] of touched)
    if (kind === 'r' && k >= 1 && k <= v.rows)
      g.strokeRect(left - 1, top + (k - 1) * cell - 1, v.cols * wide + 1, cell + 1);
    else if (kind === 'c' && k >= 1 && k <= v.cols)
      g.strokeRect(left + (k - 1) * wide - 1, top - 1, wide + 1, v.rows * cell + 1);
}

const count = (v) => v.row.reduce((n, r) => n + r.reduce((a, b) => a + b, 0), 0);

const sizeText = (kind, v) => kind === 'table' ? v.rows + ' x ' + v.cols
  : String(v.cols);

function few(list) {
  return list.length > 8 ? list.slice(0, 8).join(', ') + ' and more'
    : list.join(', ');
}

/* What a screen reader says of a picture. */
function describe(p, lit) {
  const {variable, value: v, before} = p;
  const name = variable.kind + ' ' + variable.name + ' of ' + p.of + ', ' +
    sizeText(variable.kind, v) + ', ';
  const rows = v.row.map((r, i) => i).filter((i) => before && before.row &&
    before.row.length === v.row.length && before.row[i] !== v.row[i]);
  const text = variable.kind === 'table' ? count(v) + ' ones'
    : v.cols <= 64 ? 'bits ' + Array.from(v.row[0] || []).join('')
      : count(v) + ' ones';
  return name + text +
    (rows.length > 0 && variable.kind === 'table'
      ? ', changed in rows ' + few(rows.map((i) => i + 1)) : '') +
    (lit && variable.kind === 'table'
      ? ', active rows ' + (few(Array.from(lit, (b, i) => b ? i + 1 : 0)
        .filter((i) => i)) || 'none') : '');
}

/* What is to be drawn of a variable, or null. */
function picture(call, variable) {
  const {value, before, fresh} = values(call, variable);
  if (!value || !value.row)
    return null;
  const turn = variable.kind === 'slice' ? upright : (v) => v;
  return {variable, of: call.name, value, v: turn(value), before: fresh ? before : null,
    was: fresh ? turn(before) : null, fresh};
}

function panel(p, cell, lit, touched, c) {
  const {variable, value, v} = p;
  const figure = document.createElement('figure');
  const caption = figure.appendChild(document.createElement('figcaption'));
  const name = caption.appendChild(document.createElement('b'));
  const canvas = figure.appendChild(document.createElement('canvas'));
  const rows = lit && variable.kind !== 'word' && lit.length === v.rows ? lit : null;
  name.textContent = variable.name;
  figure.title = variable.name + ' of ' + p.of;
  if (variable.kind !== 'slice')
    caption.append(' ' + sizeText(variable.kind, value));
  figure.className = p.fresh ? 'changed' : '';
  draw(canvas, v, cell, p.was, rows,
    touched.filter((t) => t[0] === variable.owner[0] &&
      t[1] === variable.owner[1]), c);
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', describe(p, rows));
  return figure;
}

/* Of the innermost frame and of the program's block. What has as many rows
 * stands side by side, with rows of one height. */
function showMemory(frames) {
  const c = colours(), k = entry(active, now), t = entry(data.touched, now);
  const lit = k >= 0 && active[k][1] && active[k][1].row
    ? active[k][1].row[0] || [] : null;
  const touched = t < 0 ? [] : data.touched[t][1];
  const near = frames.filter((f, i) => i === 0 || i === frames.length - 1 ||
    touched.some((x) => x[0] === f.depth));
  const names = new Set(), cell = new Map();
  const order = (p) => p.variable.kind === 'word' ? -1 : p.v.rows;
  const panels = near.reverse().flatMap((f) => f.vars
    .filter((v) => v.kind && !names.has(v.owner + '') && names.add(v.owner + ''))
    .map((v) => picture(f, v)).filter((p) => p)
    .sort((a, b) => (a.variable.kind === 'slice') - (b.variable.kind === 'slice')))
    .sort((a, b) => order(b) - order(a));
  for (const p of panels)
    cell.set(order(p), Math.min(side(p.v), cell.get(order(p)) || 18));
  const shown = panels.map((p) => panel(p, cell.get(order(p)), lit, touched, c));
  if (shown.length === 0) {
    const none = document.createElement('p');
    none.className = 'none';
    none.textContent = 'No slices, words or tables yet.';
    shown.push(none);
  }
  $('panels').replaceChildren(...shown);
}

/* ---- Variables and output ---- */

function textOf(variable, value) {
  if (!variable.kind)
    return value;
  if (!value)
    return 'no size yet';
  if (!value.row)
    return sizeText(variable.kind, value) + ', too large to be shown';
  if (variable.kind === 'table')
    return sizeText('table', value) + ', ' + count(value) + ' ones';
  const bits = Array.from(value.row[0] || []).join('');
  return bits.length > 100 ? bits.slice(0, 80) + '... ' + count(value) + ' ones'
    : bits;
}

const closed = new Set();
let changes = [];

function showFrame(frame, inner) {
  const box = document.createElement('details');
  const head = box.appendChild(document.createElement('summary'));
  const table = box.appendChild(document.createElement('table'));
  head.textContent = frame.depth === 0 ? 'program ' + frame.name : frame.name;
  box.open = !closed.has(frame.depth) && (inner || frame.depth === 0);
  box.ontoggle = () => box.open ? closed.delete(frame.depth)
    : closed.add(frame.depth);
  for (const variable of frame.vars) {
    const {value, fresh} = values(frame, variable);
    const row = table.insertRow(), name = document.createElement('th');
    const button = name.appendChild(document.createElement('button'));
    const cell = document.createElement('td'), text = textOf(variable, value);
    button.type = 'button';
    button.textContent = variable.name;
    button.title = 'type ' + variable.type + '; to the next change';
    button.setAttribute('aria-label', variable.name + ' = ' + text +
      (fresh ? ', changed' : '') + '; to the next change');
    button.dataset.variable = frame.name + ' ' + variable.cell;
    button.onclick = (e) => toChange(frame.name, variable.cell, e.shiftKey);
    cell.textContent = text;
    name.scope = 'row';
    row.append(name, cell);
    row.className = fresh ? 'changed' : '';
    if (fresh && !changes.some((v) => v.of === variable.of))
      changes.push(variable);
  }
  return box;
}

function showVariables(frames) {
  const focus = document.activeElement && document.activeElement.dataset.variable;
  const many = frames.length > 6;
  const some = many ? [frames[0], ...frames.slice(-4)] : frames;
  changes = [];
  const boxes = some.map((f) => showFrame(f, f === frames[frames.length - 1]));
  if (many) {
    const gap = document.createElement('p');
    gap.className = 'none';
    gap.textContent = '... ' + (frames.length - 5) + ' more calls ...';
    boxes.splice(1, 0, gap);
  }
  $('frames').replaceChildren(...boxes.reverse());
  if (focus)
    for (const button of $('frames').querySelectorAll('button'))
      if (button.dataset.variable === focus) {
        button.focus();
        break;
      }
}

function showOutput() {
  const k = entry(data.output, now), parts = data.output.slice(Math.max(0, k - 400), k + 1);
  const fresh = k >= 0 && data.output[k][0] === now && now > 0;
  const old = document.createTextNode(
    (fresh ? parts.slice(0, -1) : parts).map((p) => p[1]).join(''));
  const last = document.createElement('span');
  last.className = 'new';
  last.textContent = fresh ? parts[parts.length - 1][1] : '';
  $('output').replaceChildren(old, last);
  $('output').scrollTop = $('output').scrollHeight;
}

/* ---- The moment ---- */

function statement() {
  const span = data.spans[data.at[now]];
  if (!span)
    return '';
  const pieces = lines[span[0]][span[1] - 1];
  const text = Array.from(pieces.map((p) => p[1]).join(''));
  return text.slice(span[2] - 1, span[1] === span[3] ? span[4] - 1 : undefined)
    .join('');
}

function summary(frames) {
  const span = data.spans[data.at[now]];
  const last = now === stops - 1, when = data.end.when;
  const what = last && when === 'failed' ? 'Failed: ' + data.end.text
    : last && when === 'ended' ? 'The program has ended'
      : last && when === 'cut' ? 'Here the run was stopped' : '';
  const inside = frames.length > 0 ? frames[frames.length - 1].name : '';
  $('live').className = last && when === 'failed' ? 'bad' : '';
  return (span ? 'Line ' + span[1] + (inside ? ' in ' + inside : '') + ': ' +
    statement() + '. ' : '') + (what ? what + '. ' : '') +
    (changes.length > 0 ? 'Changed: ' + changes.map((v) => v.name).join(', ') + '.' : '');
}

function show() {
  const frames = alive(), number = data.first + now;
  showProgram();
  showVariables(frames);
  showMemory(frames);
  showOutput();
  $('slider').value = now;
  $('number').value = number;
  $('slider').setAttribute('aria-valuetext', 'statement ' + number);
  $('counts').textContent = 'of ' + (data.first + stops - 1) + ', ' +
    total[now].toLocaleString('en') + ' steps, ' +
    (total[now] - number).toLocaleString('en') +
    ' operations on slices, words and tables';
  $('live').textContent = summary(frames);
  for (const b of document.querySelectorAll('[data-do]'))
    b.disabled = (now === 0 && /^(first|back)/.test(b.dataset.do)) ||
      (now === stops - 1 && /^(next|over|out|last)/.test(b.dataset.do));
}

let waiting = false;

/* Draws once for all that happens at a time. */
function go(stop) {
  now = Math.max(0, Math.min(stops - 1, stop));
  if (waiting)
    return;
  waiting = true;
  setTimeout(() => { waiting = false; show(); }, 0);
}

function find(wanted, back) {
  for (let k = now + (back ? -1 : 1); k >= 0 && k < stops; k += back ? -1 : 1)
    if (wanted(k))
      return go(k);
  return go(back ? 0 : stops - 1);
}

const moves = {
  first: () => go(0),
  last: () => go(stops - 1),
  next: () => go(now + 1),
  back: () => go(now - 1),
  over: () => find((k) => depth[k] <= depth[now], false),
  backover: () => find((k) => depth[k] <= depth[now], true),
  out: () => find((k) => depth[k] < depth[now], false),
};

function say(text) {
  $('live').textContent = text;
}

function toLine(row, back) {
  const wanted = (k) => data.spans[data.at[k]] &&
    data.spans[data.at[k]][0] === shown && data.spans[data.at[k]][1] === row;
  for (let k = now + (back ? -1 : 1); k >= 0 && k < stops; k += back ? -1 : 1)
    if (wanted(k))
      return go(k);
  return say('Line ' + row + ' is not reached ' + (back ? 'before.' : 'again.'));
}

function toChange(name, cell, back) {
  let best = -1;
  for (const call of calls)
    for (const v of call.name === name ? call.vars : [])
      for (const [k] of v.cell === cell ? v.of.h : [])
        if (k >= call.from && k < call.to && (back ? k < now && k > best
          : k > now && (best < 0 || k < best)))
          best = k;
  return best >= 0 ? go(best)
    : say(back ? 'There is no change before.' : 'It does not change any more.');
}

/* ---- What the user does ---- */

const keys = {
  ArrowRight: 'next', n: 'next', ArrowLeft: 'back', b: 'back',
  ArrowDown: 'over', o: 'over', ArrowUp: 'out', u: 'out',
  Home: 'first', End: 'last',
};

document.addEventListener('keydown', (e) => {
  const type = e.target.type, letter = e.key.length === 1;
  if (e.ctrlKey || e.altKey || e.metaKey || type === 'number' ||
      (e.target.tabIndex === 0 && !letter &&
       /^(source|output)$/.test(e.target.id) && /^(Arrow(Up|Down)|Home|End)/.test(e.key)))
    return;
  if (e.key === 'g' || e.key === 'l') {
    $(e.key === 'g' ? 'number' : 'line').select();
  } else if (keys[e.key]) {
    moves[e.key === 'ArrowDown' && e.shiftKey ? 'backover' : keys[e.key]]();
  } else if (e.key === 'Enter' && e.shiftKey && e.target.dataset.variable) {
    e.target.dispatchEvent(new MouseEvent('click', {shiftKey: true}));
  } else {
    return;
  }
  e.preventDefault();
});

document.querySelectorAll('[data-do]').forEach((b) => {
  b.onclick = () => moves[b.dataset.do]();
});
$('slider').max = stops - 1;
$('slider').oninput = () => go(+$('slider').value);
$('number').min = data.first;
$('number').max = data.first + stops - 1;
$('number').onchange = () => go(+$('number').value - data.first);
$('line').onkeydown = (e) => {
  if (e.key === 'Enter')
    toLine(+$('line').value, e.shiftKey);
};
$('keys').onclick = () => {
  $('help').hidden = !$('help').hidden;
  $('keys').setAttribute('aria-expanded', String(!$('help').hidden));
};
const themes = ['auto', 'light', 'dark'];
$('theme').onclick = () => {
  const root = document.documentElement;
  const next = themes[(themes.indexOf(root.dataset.theme || 'auto') + 1) % 3];
  if (next === 'auto')
    delete root.dataset.theme;
  else
    root.dataset.theme = next;
  $('theme').textContent = 'Colours: ' + next;
  $('theme').setAttribute('aria-label', 'Colours: ' +
    (next === 'auto' ? 'as the system' : next));
  show();
};
matchMedia('(prefers-color-scheme: dark)').onchange = show;
window.onresize = () => go(now);

const title = data.files[0].path.replace(/.*\//, '');
document.title = title + ' - STAR trace';
$('title').textContent = title;
/* A run that failed is looked at from its end. */
now = data.end.when === 'failed' ? stops - 1 : 0;
show();
})();

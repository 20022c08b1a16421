/* SPDX-License-Identifier: MIT */
/* The matrix memory: slices, words and tables as pictures. */

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
  const style = getComputedStyle(root);
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
  $('pictures').replaceChildren(...shown);
}

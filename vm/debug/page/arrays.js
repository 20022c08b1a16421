/* SPDX-License-Identifier: MIT */
/* Arrays of one and two dimensions as grids with their indices. */

const GRID = {rows: 60, cols: 60}; /* the most that are shown */
const ARRAY = /^array ?\[([^\]]*)\] of (?!record|array)/;

const isGrid = (variable) => {
  const found = ARRAY.exec(variable.type);
  return found !== null && found[1].split(',').length <= 2;
};

/* The elements of a text: "(1, 'a, b')", "((1, 2), (3, 4))". */
function elements(text) {
  let at = 0;
  const element = () => {
    const from = at;
    while (at < text.length && text[at] !== ',' && text[at] !== ')')
      at = text[at] === '\'' ? text.indexOf('\'', at + 1) + 1 || text.length : at + 1;
    return text.slice(from, at).trim();
  };
  const list = () => {
    const found = [];
    for (at++; at < text.length && text[at] !== ')';) {
      found.push(text[at] === '(' ? list() : element());
      while (text[at] === ',' || text[at] === ' ')
        at++;
    }
    at++;
    return found;
  };
  return text[0] === '(' ? list() : [];
}

/* The first index of each dimension; NaN: it is no number. */
const lows = (variable) => ARRAY.exec(variable.of.type)[1].split(',')
  .map((range) => range.trim().startsWith('..') ? 1 : parseInt(range, 10));

const indexText = (low, k) => Number.isNaN(low) ? '' : String(low + k);

function gridOf(p) {
  const now = elements(p.value), was = p.before === null ? null : elements(p.before);
  const two = Array.isArray(now[0]), low = lows(p.variable);
  const rows = two ? now : [now], old = was === null ? null : two ? was : [was];
  const make = (tag, text, to) => Object.assign(to.appendChild(document.createElement(tag)),
    {textContent: text});
  const table = document.createElement('table'), head = table.createTHead().insertRow();
  const columns = rows[0].slice(0, GRID.cols);
  if (two)
    make('td', '', head);
  columns.forEach((_, j) => { make('th', indexText(low[two ? 1 : 0], j), head).scope = 'col'; });
  const body = table.createTBody();
  rows.slice(0, GRID.rows).forEach((row, i) => {
    const line = body.insertRow();
    if (two)
      make('th', indexText(low[0], i), line).scope = 'row';
    row.slice(0, GRID.cols).forEach((text, j) => {
      const cell = make('td', text, line);
      const changed = old !== null && (!old[i] || old[i][j] !== text);
      cell.className = (changed ? 'changed' : '') + (text === '?' ? ' none' : '');
    });
  });
  return table;
}

/* A figure of its own, as it is now. */
function arrayFigure(p) {
  const figure = document.createElement('figure'), caption = document.createElement('figcaption');
  const name = caption.appendChild(document.createElement('b'));
  name.textContent = p.variable.name;
  caption.append(' ' + p.variable.of.type.replace(/^array ?/, ''));
  figure.className = 'sv-array' + (p.fresh ? ' changed' : '');
  figure.append(caption, gridOf(p));
  return figure;
}

/* Those of the innermost frame and of the program's block that have a value. */
function arraysOf(frames) {
  const seen = new Set();
  return frames.filter((f, i) => i === 0 || i === frames.length - 1).reverse()
    .flatMap((f) => f.vars.filter((v) => isGrid(v) && !seen.has(v.of) && seen.add(v.of))
      .map((v) => ({variable: v, of: f.name, ...values(f, v)})))
    .filter((p) => p.value && p.value !== '()')
    .map((p) => ({...p, before: p.fresh ? p.before : null}));
}

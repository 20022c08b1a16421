/* SPDX-License-Identifier: MIT */
/* The matrix memory: slices, words and tables as blocks of pictures, and arrays
 * as grids. */

const alive = () => calls.filter((c) => c.from <= now && now < c.to)
  .sort((a, b) => a.depth - b.depth);

/* A variable now and, if it is in the same frame, at the stop before. */
function values(call, variable) {
  const list = variable.of.h, k = entry(list, now);
  const fresh = k >= 0 && list[k][0] === now && now > call.from;
  const before = fresh && k > 0 ? valueOf(variable, k - 1) : null;
  const value = k < 0 ? null : valueOf(variable, k);
  return {value, before: before || value, fresh};
}

/* Turned by a quarter, so that slices stand. */
const upright = (v) => v && v.row &&
  {rows: v.cols, cols: v.rows, row: v.row, turned: true};

/* ---- As text ---- */

const rowOnes = new WeakMap();

function onesOf(row) {
  let n = rowOnes.get(row);
  if (n === undefined) {
    n = 0;
    for (let k = 0; k < row.length; k++)
      n += row[k];
    rowOnes.set(row, n);
  }
  return n;
}

const count = (v) => v.row.reduce((n, r) => n + onesOf(r), 0);

const sizeText = (kind, v) => kind === 'table' ? v.rows + ' x ' + v.cols
  : String(v.cols);

function few(list) {
  return list.length > 8 ? list.slice(0, 8).join(', ') + ' and more'
    : list.join(', ');
}

/* The first ones, by their numbers: as many as few() tells. */
function activeRows(lit) {
  const rows = [];
  for (let i = 0; i < lit.length && rows.length < 9; i++)
    if (lit[i])
      rows.push(i + 1);
  return rows;
}

/* What a screen reader says of a picture. */
function describe(p) {
  const {variable, value: v, before, lit} = p;
  const name = variable.kind + ' ' + variable.name + ' of ' + p.of + ', ' +
    sizeText(variable.kind, v) + ', ';
  const rows = v.row.map((r, i) => i).filter((i) => before && before.row &&
    before.row.length === v.row.length && before.row[i] !== v.row[i]);
  const text = variable.kind === 'table' ? count(v) + ' ones'
    : v.cols <= 64 ? 'bits ' + (v.row[0] || []).join('')
      : count(v) + ' ones';
  const changed = variable.kind === 'table' || rows.length === 0 ? []
    : Array.from(v.row[0]).flatMap((b, i) => b !== before.row[0][i] ? [i + 1] : []);
  return name + text +
    (changed.length > 0 ? ', changed in component' + (changed.length > 1 ? 's ' : ' ') + few(changed) : '') +
    (rows.length > 0 && variable.kind === 'table'
      ? ', changed in rows ' + few(rows.map((i) => i + 1)) : '') +
    (lit && variable.kind === 'table'
      ? ', active rows ' + (few(activeRows(lit)) || 'none') : '');
}

/* ---- Figures: what is drawn of a block, through the run ---- */

const figures = new Map(); /* by the block */

/* Which tables are shown as graphs and numbers, as long as the page is there. */
root.starViews = root.starViews || new Map();

function viewOf(p) {
  if (!root.starViews.has(p.key))
    root.starViews.set(p.key, {graph: options.graph === p.variable.name,
      numbers: isNumbers(p.v)});
  return root.starViews.get(p.key);
}

const make = (tag, to, name) => Object.assign(
  to.appendChild(document.createElement(tag)), {className: name || ''});

function addTool(to, text, title, act) {
  const button = make('button', to);
  button.type = 'button';
  button.textContent = text;
  button.title = title;
  if (!/^\w/.test(text))
    button.setAttribute('aria-label', title);
  button.onclick = act;
  return button;
}

/* Of a block: captions of its tables, the overview, the components, and what a
 * screen reader says of them. */
function makePanel() {
  const figure = document.createElement('figure'), panel = {figure, captions: new Map()};
  figure.className = 'sv-block';
  panel.overview = make('canvas', figure, 'sv-overview');
  panel.side = make('div', figure);
  panel.heads = make('div', panel.side, 'sv-heads');
  panel.bits = make('canvas', panel.side, 'sv-bits');
  panel.bits.setAttribute('aria-hidden', 'true');
  panel.told = make('ul', figure, 'sv-told');
  panel.bits.onpointerleave = () => { $('readout').textContent = ''; };
  makeLens(panel, panel.overview, panel.bits);
  return panel;
}

function panelOf(block) {
  if (!figures.has(block.key))
    figures.set(block.key, makePanel());
  const panel = figures.get(block.key);
  panel.block = block;
  return panel;
}

/* The component under the pointer in words. */
function readOut(block, e) {
  const at = componentAt(block, e.offsetX, e.offsetY);
  if (at === null) {
    $('readout').textContent = '';
    return;
  }
  const {p, i, j} = at, {kind, name} = p.variable;
  const place = kind === 'table' ? i + 1 + ', ' + (j + 1) : kind === 'slice' ? i + 1 : j + 1;
  $('readout').textContent = name + (kind === 'table' ? '[' + place + ']' : '(' + place + ')') +
    (block.names && kind !== 'word' ? ' (' + block.names[i] + ')' : '') + ' = ' + bit(p.v, i, j) + (kind === 'table' && hasNumbers(p.v)
    ? ', row ' + (i + 1) + ' = ' + numberText(p.v.row[i]) : '');
}

/* ---- Captions of tables ---- */

const hasGraph = ({variable, v}) => variable.kind === 'table' && stripOf(v) > 0;

/* It is the program's own, or stands for one. */
const hasFilm = ({variable}) => options.film !== undefined && options.still !== true &&
  variable.owner[0] === 0;

function makeCaption(panel, p) {
  const box = document.createElement('figcaption'), toggle = (name) => () => {
    const view = viewOf(p);
    view[name] = !view[name];
    redraw();
  };
  const caption = {box, name: make('b', box), size: make('span', box)};
  caption.numbers = addTool(box, 'Numbers', 'The number in each row', toggle('numbers'));
  caption.graph = addTool(box, 'Graph', 'The graph of this matrix', toggle('graph'));
  caption.film = addTool(box, 'GIF', 'Save how it changes in this run, as an animated picture',
    () => options.film(caption.of));
  return caption;
}

function press(button, on, shown) {
  button.hidden = !shown;
  button.setAttribute('aria-pressed', String(on));
}

function showCaption(panel, item) {
  const p = item.table, {variable, v} = p, view = viewOf(p);
  if (!panel.captions.has(p.key))
    panel.captions.set(p.key, makeCaption(panel, p));
  const caption = panel.captions.get(p.key);
  caption.name.textContent = variable.name;
  caption.size.textContent = (p.twin ? ' of ' + p.of : '') + ' ' + v.rows + ' \u00d7 ' + v.cols;
  caption.box.className = p.fresh ? 'changed' : '';
  caption.box.style.left = item.left + 'px';
  press(caption.numbers, view.numbers, hasNumbers(v));
  press(caption.graph, view.graph, hasGraph(p));
  caption.film.hidden = !hasFilm(p);
  caption.of = variable.of.name;
  return caption.box;
}

/* ---- Blocks ---- */

function showBlock(block, c) {
  const panel = panelOf(block), {figure, overview, bits, heads, told} = panel;
  const captions = block.items.filter((x) => x.table !== null).map((x) => showCaption(panel, x));
  const last = block.items.filter((x) => x.table !== null).pop();
  replace(heads, captions);
  heads.hidden = captions.length === 0;
  heads.style.minWidth = last === undefined ? '' : last.left + 190 + 'px';
  paintBlock(bits, block, c);
  overview.hidden = block.lens === null;
  bits.style.cursor = block.lens === null ? '' : 'grab';
  bits.style.touchAction = block.lens === null ? '' : 'none';
  if (block.lens !== null) {
    paintOverview(overview, block, c);
    overview.setAttribute('aria-label', 'Overview. Rows ' + (block.from + 1) + ' to ' +
      (block.from + block.count) + ' of ' + block.rows +
      ' are seen; arrows move the lens, plus and minus change its size.');
  }
  told.replaceChildren(...picturesOf(block).map((p) => {
    const item = document.createElement('li');
    item.textContent = describe(p) + (block.items.some((x) => x.table === p && x.numbers)
      ? ', ' + describeNumbers(p) : '');
    return item;
  }));
  return figure;
}

/* ---- Graphs ---- */

const graphs = new Map(); /* by the table */

function makeGraph() {
  const figure = document.createElement('figure'), caption = make('figcaption', figure);
  figure.className = 'sv-graph';
  const graph = {figure, caption, name: make('b', caption), canvas: make('canvas', figure),
    at: [], empty: false, chosen: -1, side: 0, edge: 0, radius: 0};
  const lay = (at) => () => {
    graph.at = at(graph.picture.v);
    redraw();
  };
  caption.append(' as a graph');
  addTool(caption, 'Circle', 'Vertices in a circle', lay((v) => circle(v.rows)));
  addTool(caption, 'Forces', 'Vertices near those that they have an arc to', lay(forced));
  makeMovable(graph);
  return graph;
}

function showGraph(p, r, c) {
  if (!graphs.has(p.key))
    graphs.set(p.key, makeGraph());
  const graph = graphs.get(p.key);
  graph.picture = p;
  graph.name.textContent = p.variable.name;
  paintGraph(graph, p, Math.floor(Math.min(r.height - CAPTION, r.width, 200 + 14 * p.v.rows)), c);
  return graph.figure;
}

/* ---- The moment ---- */

/* What is to be drawn of a variable, or null. */
function picture(frames, call, variable) {
  const {value, before, fresh} = values(call, variable);
  if (!value || !value.row)
    return null;
  const turn = variable.kind === 'slice' ? upright : (v) => v;
  const [depth] = variable.owner;
  const {names} = variable.of;
  return {variable, of: call.name, names: names?.length === value.row.length ? names : undefined, owners: [variable.owner], value, v: turn(value),
    before: fresh ? before : null, was: fresh ? turn(before) : null, fresh,
    key: [frames[depth].name, depth, variable.of.name].join(' ')};
}

const sameBits = (a, b) => a.rows === b.rows && a.cols === b.cols && a.row.every((row, i) =>
  row === b.row[i] || row.every((one, j) => one === b.row[i][j]));

/* Those of the innermost frame and of the program's block; a copy that is as what
 * it was made of is no picture of its own. */
function pictures(frames, touched) {
  const names = new Set(), list = frames.filter((f, i) => i === 0 || i === frames.length - 1 ||
    touched.some((x) => x[0] === f.depth))
    .reverse().flatMap((f) => f.vars
      .filter((v) => v.kind && !names.has(v.owner + '') && names.add(v.owner + ''))
      .map((v) => picture(frames, f, v)).filter((p) => p && p.v.rows > 0 && p.v.cols > 0));
  const outer = [...list].reverse();
  return list.filter((p) => {
    const {name, owner, param} = p.variable;
    const of = param === 0 ? undefined : outer.find((q) => q.variable.name === name &&
      q.variable.owner[0] < owner[0] && sameBits(q.v, p.v));
    of?.owners.push(owner);
    return of === undefined;
  });
}

/* Elements that are there stay there, and so does the focus. */
function replace(box, list) {
  if (box.children.length === list.length &&
      list.every((x, k) => x === box.children[k]))
    return;
  const focus = root.contains(document.activeElement) && document.activeElement;
  box.replaceChildren(...list);
  if (focus && focus !== document.activeElement && box.contains(focus))
    focus.focus({preventScroll: true});
}

const note = document.createElement('p');
note.className = 'none';

/* What is not drawn, or that nothing is there. */
function noteOf(frames, list) {
  const large = frames.flatMap((f) => f.vars.filter((v) => v.kind && v.of === v)
    .map((v) => [v, values(f, v).value]).filter(([, x]) => x && !x.row)
    .map(([v, x]) => v.name + ', ' + sizeText(v.kind, x)));
  note.textContent = large.length > 0 ? 'Too large to be drawn: ' + few(large) + '.'
    : list.length > 0 ? '' : 'No tables, slices, words or arrays yet.';
  return note.textContent === '' ? [] : [note];
}

/* The pictures of a moment, with what is known of their rows. */
function picturesNow(frames) {
  const k = entry(data.active, now), t = entry(data.touched, now);
  const rows = k >= 0 ? activeAt(k) : null;
  const lit = rows && rows.row ? rows.row[0] || [] : null;
  const touched = t < 0 ? [] : data.touched[t][1], list = pictures(frames, touched);
  for (const p of list) {
    const {kind} = p.variable;
    p.lit = lit && kind !== 'word' && lit.length === p.v.rows ? lit : null;
    p.twin = p.of !== frames[frames.length - 1].name &&
      list.some((q) => q !== p && q.variable.name === p.variable.name);
    p.label = p.variable.name + (p.twin ? '\u2032' : '');
    p.touched = touched.filter((x) => p.owners.some(([d, cell]) => x[0] === d && x[1] === cell));
  }
  return list;
}

/* The room of the pictures. */
function room() {
  const box = $('pictures'), top = Math.max(0, box.getBoundingClientRect().top);
  return {width: Math.max(140, box.clientWidth - 4), height: options.height ? options.height()
    : Math.max(240, window.innerHeight - Math.min(top, 340) - 40)};
}

let seen = -1; /* the statement that was drawn last */

function showMemory(frames) {
  const c = colours(), r = room(), list = picturesNow(frames);
  const drawn = list.filter((p) => viewOf(p).graph && hasGraph(p));
  const blocks = spread(blocksOf(list), r), half = {...r, width: r.width / 2 - 12};
  const isDrawn = (block) => drawn.some((p) => block.items.some((x) => x.table === p));
  for (const block of blocks)
    block.room = isDrawn(block) && sizeAt(block, CELL.usual).w <= half.width ? half : r;
  for (const item of blocks.flatMap((b) => b.items))
    item.numbers = item.table !== null && viewOf(item.table).numbers && hasNumbers(item.table.v);
  arrange(blocks, r);
  if (seen !== data.first + now && blocks.some((b) => b.lens !== null)) {
    blocks.filter((b) => b.lens !== null).forEach(follow);
    arrange(blocks, r);
  }
  seen = data.first + now;
  const arrays = arraysOf(frames), shown = blocks.flatMap((b) => [showBlock(b, c),
    ...drawn.filter((p) => b.items.some((x) => x.table === p)).map((p) => showGraph(p, b.room, c))]);
  replace($('pictures'), [...shown, ...arrays.map(arrayFigure),
    ...noteOf(frames, [...list, ...arrays])]);
}

/* The pictures alone. */
const redraw = soon(() => showMemory(alive()));

/* SPDX-License-Identifier: MIT */
/* The matrix memory: slices, words and tables as pictures. */

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
  return name + text +
    (rows.length > 0 && variable.kind === 'table'
      ? ', changed in rows ' + few(rows.map((i) => i + 1)) : '') +
    (lit && variable.kind === 'table'
      ? ', active rows ' + (few(activeRows(lit)) || 'none') : '');
}

/* ---- Panels: what is drawn of a variable, through the run ---- */

const panels = new Map(); /* by the variable */

/* Which of them are shown as graphs and numbers, as long as the page is there. */
root.starViews = root.starViews || new Map();

function viewOf(key) {
  if (!root.starViews.has(key))
    root.starViews.set(key, {graph: false, numbers: false});
  return root.starViews.get(key);
}

function addTool(panel, box, name, text, title, act) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.title = title;
  if (text.length === 1)
    button.setAttribute('aria-label', title);
  button.onclick = act;
  box.append(button);
  panel.tool[name] = button;
}

function addTools(panel) {
  const toggle = (name) => () => {
    panel.view[name] = !panel.view[name];
    redraw();
  };
  const lay = (at) => () => {
    panel.graph.at = at(panel.picture.v);
    redraw();
  };
  const {tools, graph} = panel;
  addTool(panel, tools, 'numbers', 'Numbers', 'The numbers in the rows as bars',
    toggle('numbers'));
  addTool(panel, tools, 'graph', 'Graph', 'The graph of this adjacency matrix',
    toggle('graph'));
  addTool(panel, graph.tools, 'circle', 'Circle', 'Vertices in a circle',
    lay((v) => circle(v.rows)));
  addTool(panel, graph.tools, 'forces', 'Forces',
    'Vertices near those that they have an arc to', lay(forced));
  addTool(panel, tools, 'closer', '+', 'Closer (+)', () => zoomMiddle(panel, 1.5));
  addTool(panel, tools, 'farther', '\u2212', 'Farther (-)',
    () => zoomMiddle(panel, 1 / 1.5));
  addTool(panel, tools, 'all', 'Fit', 'As it fits (0)', () => zoomAll(panel));
}

/* A figure with its caption, and the elements in it. */
function makeFigure() {
  const make = (tag, to) => to.appendChild(document.createElement(tag));
  const figure = document.createElement('figure'), caption = make('figcaption', figure);
  const made = {figure, name: make('b', caption), size: make('span', caption),
    tools: make('span', caption), canvas: make('canvas', figure)};
  made.tools.className = 'sv-tools';
  return made;
}

function makePanel(key) {
  const panel = {...makeFigure(), tool: {}, view: viewOf(key), x: 0, zoom: null};
  panel.numbers = panel.figure.appendChild(document.createElement('canvas'));
  panel.numbers.setAttribute('role', 'img');
  panel.graph = {...makeFigure(), at: [], chosen: -1, side: 0, edge: 0, radius: 0};
  addTools(panel);
  makeZoomable(panel, panel.canvas);
  makeMovable(panel, panel.graph);
  return panel;
}

function panelOf(p) {
  if (!panels.has(p.key))
    panels.set(p.key, makePanel(p.key));
  const panel = panels.get(p.key);
  panel.picture = p;
  return panel;
}

/* ---- The moment ---- */

/* What is to be drawn of a variable, or null. */
function picture(frames, call, variable) {
  const {value, before, fresh} = values(call, variable);
  if (!value || !value.row)
    return null;
  const turn = variable.kind === 'slice' ? upright : (v) => v;
  const [depth, cell] = variable.owner;
  return {variable, of: call.name, value, v: turn(value), before: fresh ? before : null,
    was: fresh ? turn(before) : null, fresh,
    key: [frames[depth].name, depth, cell].join(' ')};
}

/* Those of the innermost frame and of the program's block. */
function pictures(frames, touched) {
  const names = new Set();
  return frames.filter((f, i) => i === 0 || i === frames.length - 1 ||
    touched.some((x) => x[0] === f.depth))
    .reverse().flatMap((f) => f.vars
      .filter((v) => v.kind && !names.has(v.owner + '') && names.add(v.owner + ''))
      .map((v) => picture(frames, f, v)).filter((p) => p)
      .sort((a, b) => (a.variable.kind === 'slice') - (b.variable.kind === 'slice')));
}

function press(button, on, shown) {
  button.hidden = !shown;
  button.setAttribute('aria-pressed', String(on));
}

const hasGraph = ({picture: {variable, v}}) => variable.kind === 'table' &&
  v.rows === v.cols && v.rows > 1 && v.rows <= VERTICES;
const seesGraph = (panel) => panel.view.graph && hasGraph(panel);

function showTools(panel) {
  const {tool, view, picture: {variable, v}} = panel;
  const table = variable.kind === 'table';
  panel.hasNumbers = table && v.rows > 0 && v.cols > 0 && v.cols <= NUMBER_COLUMNS;
  press(tool.graph, view.graph, hasGraph(panel));
  press(tool.numbers, view.numbers, panel.hasNumbers);
  tool.closer.hidden = tool.farther.hidden = tool.all.hidden =
    !panel.zoom || !panel.leads;
}

/* A picture that can be moved takes keys. */
function showCanvas(panel) {
  const {canvas, picture: p} = panel;
  canvas.setAttribute('role', panel.zoom ? 'application' : 'img');
  canvas.setAttribute('aria-label', describe(p) + (panel.zoom
    ? '. Plus, minus and 0 change its size, arrows move it.' : ''));
  if (panel.zoom)
    canvas.tabIndex = 0;
  else
    canvas.removeAttribute('tabindex');
  canvas.style.touchAction = !panel.zoom ? '' : isWhole(panel) ? 'pan-x pan-y' : 'none';
  canvas.style.cursor = panel.zoom && !isWhole(panel) ? 'grab' : '';
}

function showPanel(panel, c) {
  const {picture: p, view} = panel, {variable} = p;
  panel.name.textContent = variable.name;
  panel.size.textContent = (p.twin ? ' of ' + p.of : '') +
    (variable.kind === 'slice' ? '' : ' ' + sizeText(variable.kind, p.value));
  panel.figure.title = variable.name + ' of ' + p.of;
  panel.figure.className = p.fresh ? 'changed' : '';
  showTools(panel);
  paint(panel.canvas, p, panel.box, c);
  showCanvas(panel);
  panel.numbers.hidden = !view.numbers || !panel.hasNumbers;
  if (!panel.numbers.hidden) {
    paintNumbers(panel.numbers, p, panel.box, c);
    panel.numbers.setAttribute('aria-label', describeNumbers(p));
  }
}

/* Graphs stand beside their tables and the slices, before other tables. */
const isBefore = (panel) => seesGraph(panel) || panel.picture.v.cols <= 1;

function figuresOf(group) {
  const graphs = group.filter(seesGraph).map((x) => x.graph.figure);
  return graphs.length === 0 ? group.map((x) => x.figure)
    : [...group.filter(isBefore).map((x) => x.figure), ...graphs,
      ...group.filter((x) => !isBefore(x)).map((x) => x.figure)];
}

function showGraphs(group, r, c) {
  const taken = group.filter(isBefore)
    .reduce((w, panel) => w + panel.figure.offsetWidth + 20, 0);
  for (const panel of group.filter(seesGraph)) {
    const {graph, picture: p} = panel, beside = r.width - taken;
    graph.name.textContent = p.variable.name;
    graph.size.textContent = ' as a graph';
    paintGraph(graph, p, Math.floor(Math.min(r.height, 240 + 14 * p.v.rows,
      beside >= 280 ? beside : r.width)), c);
  }
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
    : list.length > 0 ? '' : 'No slices, words or tables yet.';
  return note.textContent === '' ? [] : [note];
}

/* What has as many rows stands side by side, with rows of one height. */
function showMemory(frames) {
  const c = colours(), k = entry(data.active, now), t = entry(data.touched, now);
  const rows = k >= 0 ? activeAt(k) : null;
  const lit = rows && rows.row ? rows.row[0] || [] : null;
  const touched = t < 0 ? [] : data.touched[t][1];
  const order = (p) => p.variable.kind === 'word' ? -1 : p.v.rows;
  const list = pictures(frames, touched).sort((a, b) => order(b) - order(a));
  const groups = new Map();
  for (const p of list) {
    const {kind, owner} = p.variable, key = kind === 'word' ? p.key : 'rows ' + p.v.rows;
    p.lit = lit && kind !== 'word' && lit.length === p.v.rows ? lit : null;
    p.twin = list.some((q) => q !== p && q.variable.name === p.variable.name);
    p.touched = touched.filter((x) => x[0] === owner[0] && x[1] === owner[1]);
    groups.set(key, [...(groups.get(key) || []), panelOf(p)]);
  }
  const r = room();
  groups.forEach((group, key) => arrange(group, key, r));
  for (const p of list)
    showPanel(panels.get(p.key), c);
  replace($('pictures'),
    [...groups.values()].flatMap(figuresOf).concat(noteOf(frames, list)));
  groups.forEach((group) => showGraphs(group, r, c));
}

/* The pictures alone. */
const redraw = soon(() => showMemory(alive()));

/* SPDX-License-Identifier: MIT */
/* Where pictures are, and which part of them is seen. Those with as many rows
 * stand side by side and show the same ones. */

const LARGEST = 24; /* pixels of a component, zoomed in */
const zooms = new Map(); /* by key: {scale, y}; the scale 0: as it fits */

function zoomOf(key) {
  if (!zooms.has(key))
    zooms.set(key, {scale: 0, y: 0});
  return zooms.get(key);
}

/* The room of the pictures. */
function room() {
  const width = $('pictures').clientWidth;
  return {width: Math.max(140, width - 4),
    height: Math.max(240, Math.min(window.innerHeight - 300, .75 * window.innerHeight - 50)),
    cell: Math.max(18, Math.min(30, Math.floor(width / 40)))};
}

/* The side of a component if all of it is seen; not whole below 1. */
function side(v, r) {
  const at = margins(v, {sx: 10});
  return Math.min(r.cell, (r.width - at.left - at.right) / Math.max(v.cols, 1),
    (r.height - at.top) / Math.max(v.rows, 1));
}

/* The smallest side of a group, one for all, and the one to begin with: a long
 * and narrow table is not drawn as a line. */
function scales(group, r) {
  const tables = group.filter((p) => p.v.cols > 1);
  const beside = group.length - tables.length;
  const width = r.width / (r.width > 700 ? Math.min(2, tables.length || 1) : 1) -
    (beside <= 6 && r.width > 300 ? (margins(group[0].v, {sx: 10}).left + 34) * beside : 0);
  const narrow = {...r, width: Math.max(140, width)};
  const least = Math.min(...group.map((p) => side(p.v, narrow)));
  const cols = Math.max(...group.map((p) => p.v.cols));
  const fit = tables.length > 0 && cols * least < narrow.width / 3
    ? Math.min(3, narrow.width / cols) : least;
  return {least, fit, width: narrow.width};
}

const between = (low, x, high) => Math.max(low, Math.min(high, x));

/* The box of a picture at a scale; few rows or columns do not become lines. */
function boxOf(panel, scale, width, height) {
  const {v} = panel.picture, at = margins(v, {sx: scale});
  const sx = Math.max(scale, Math.min(10, 40 / v.cols));
  const sy = Math.max(scale, Math.min(14, 40 / v.rows));
  const w = Math.min(v.cols * sx, Math.max(100, width - at.left - at.right));
  const h = Math.min(v.rows * sy, height - at.top);
  panel.x = between(0, panel.x, v.cols - w / sx);
  panel.zoom.y = between(0, panel.zoom.y, v.rows - h / sy);
  return {sx, sy, w, h, x: panel.x, y: panel.zoom.y};
}

/* Gives each panel of a group its box, and leaves room for graphs beside it. */
function arrange(group, key, all) {
  const r = all.width >= 560 && group.some(seesGraph)
    ? {...all, width: .45 * all.width} : all;
  const {least, fit, width} = scales(group.map((p) => p.picture), r);
  const zoom = zoomOf(key), cell = Math.floor(least);
  if (cell >= 3) {
    for (const panel of group) {
      const {v} = panel.picture, sx = v.cols === 1 ? Math.max(cell, 8) : cell;
      panel.zoom = null;
      panel.box = {sx, sy: cell, x: 0, y: 0, w: v.cols * sx, h: v.rows * cell};
    }
    return;
  }
  const scale = between(least, zoom.scale || fit, LARGEST);
  for (const panel of group) {
    panel.zoom = zoom;
    panel.leads = panel.picture.v.cols > 1 || group.every((p) => p.picture.v.cols <= 1);
    panel.least = least;
    panel.scale = scale;
    panel.box = boxOf(panel, scale, width, r.height);
  }
}

const isWhole = ({box, picture: {v}}) =>
  box.w >= v.cols * box.sx - .5 && box.h >= v.rows * box.sy - .5;

/* ---- What the user does with them ---- */

/* By a factor, around a place of the canvas; true if that did anything. */
function zoomBy(panel, factor, px, py) {
  const scale = between(panel.least, panel.scale * factor, LARGEST);
  if (scale === panel.scale)
    return false;
  const {box} = panel, {v} = panel.picture, at = margins(v, box);
  const column = box.x + (px - at.left) / box.sx, row = box.y + (py - at.top) / box.sy;
  const sx = Math.max(scale, Math.min(10, 40 / v.cols));
  const sy = Math.max(scale, Math.min(14, 40 / v.rows));
  panel.zoom.scale = scale;
  panel.x = column - (px - at.left) / sx;
  panel.zoom.y = row - (py - at.top) / sy;
  redraw();
  return true;
}

function zoomMiddle(panel, factor) {
  return zoomBy(panel, factor, panel.box.w / 2, panel.box.h / 2);
}

function zoomAll(panel) {
  panel.zoom.scale = 0;
  panel.zoom.y = panel.x = 0;
  redraw();
}

function pan(panel, dx, dy) {
  panel.x += dx / panel.box.sx;
  panel.zoom.y += dy / panel.box.sy;
  redraw();
}

function zoomKey(panel, e) {
  const arrow = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1],
    ArrowDown: [0, 1]}[e.key];
  if (!panel.zoom || e.ctrlKey || e.altKey || e.metaKey)
    return;
  if (e.key === '+' || e.key === '=')
    zoomMiddle(panel, 1.5);
  else if (e.key === '-')
    zoomMiddle(panel, 1 / 1.5);
  else if (e.key === '0')
    zoomAll(panel);
  else if (arrow && !isWhole(panel))
    pan(panel, arrow[0] * panel.box.w / 8, arrow[1] * panel.box.h / 8);
  else
    return;
  e.preventDefault();
}

/* One pointer drags, two zoom. */
function zoomPointers(panel, canvas) {
  const held = new Map();
  const spread = () => {
    const [a, b] = [...held.values()];
    return b && {far: Math.hypot(a.x - b.x, a.y - b.y) || 1,
      x: (a.x + b.x) / 2, y: (a.y + b.y) / 2};
  };
  canvas.onpointerdown = (e) => {
    if (!panel.zoom || e.button !== 0)
      return;
    held.set(e.pointerId, {x: e.offsetX, y: e.offsetY});
    canvas.setPointerCapture(e.pointerId);
  };
  canvas.onpointermove = (e) => {
    const old = held.get(e.pointerId), before = spread();
    if (!old || !panel.zoom)
      return;
    held.set(e.pointerId, {x: e.offsetX, y: e.offsetY});
    if (before)
      zoomBy(panel, spread().far / before.far, before.x, before.y);
    else
      pan(panel, old.x - e.offsetX, old.y - e.offsetY);
  };
  canvas.onpointerup = canvas.onpointercancel = (e) => held.delete(e.pointerId);
}

function makeZoomable(panel, canvas) {
  canvas.addEventListener('wheel', (e) => {
    if (panel.zoom && zoomBy(panel, e.deltaY < 0 ? 1.25 : .8, e.offsetX, e.offsetY))
      e.preventDefault();
  }, {passive: false});
  canvas.onkeydown = (e) => zoomKey(panel, e);
  zoomPointers(panel, canvas);
}

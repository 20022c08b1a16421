/* SPDX-License-Identifier: MIT */
/* A table as a graph: of one n x n an arc leads from vertex i to j where row i has
 * a 1 in column j; of one n x n h the number in row i of strip j, h columns wide,
 * is the weight of an arc from j to i, ones alone are none. */

const VERTICES = 64, WEIGHT_COLUMNS = 16; /* the most that are drawn */
const SETTLED = 96, NEAR = .07; /* vertices in all trials; of the side */

/* The columns of a strip; 0: the table is no graph. */
function stripOf(v) {
  const h = v.cols / v.rows;
  return v.rows < 2 || v.rows > VERTICES || h < 1 || h > WEIGHT_COLUMNS || h % 1 !== 0 ? 0 : h;
}

/* The weight of the arc from vertex i to j, '' of one without; null: none. */
function arcOf(v, i, j) {
  const h = stripOf(v);
  if (h === 1)
    return bit(v, i, j) ? '' : null;
  let weight = 0;
  for (let k = i * h; k < i * h + h; k++)
    weight = 2 * weight + v.row[j][k];
  return i === j || weight === 2 ** h - 1 ? null : weight;
}

/* ---- Where vertices are: {x, y}, both from 0 to 1 ---- */

const circle = (n) => Array.from({length: n}, (_, k) => {
  const turn = 2 * Math.PI * k / n - Math.PI / 2;
  return {x: .5 + .5 * Math.cos(turn), y: .5 + .5 * Math.sin(turn)};
});

/* Into the square, each way as wide as it is. */
function squared(at) {
  const low = {x: Math.min(...at.map((a) => a.x)), y: Math.min(...at.map((a) => a.y))};
  const high = {x: Math.max(...at.map((a) => a.x)), y: Math.max(...at.map((a) => a.y))};
  return at.map((a) => ({x: (a.x - low.x) / (high.x - low.x || 1),
    y: (a.y - low.y) / (high.y - low.y || 1)}));
}

/* How hard a picture is to read: lines that cross, and, worse, vertices on lines of
 * others. */
function faults(at, lines) {
  const side = (a, b, c) => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
  const isOn = (a, b, c) => {
    const x = b.x - a.x, y = b.y - a.y;
    const t = between(0, ((c.x - a.x) * x + (c.y - a.y) * y) / (x * x + y * y || 1), 1);
    return Math.hypot(c.x - a.x - t * x, c.y - a.y - t * y) < NEAR;
  };
  let found = 0;
  lines.forEach(([i, j], n) => {
    const a = at[i], b = at[j];
    found += 3 * at.filter((c, k) => k !== i && k !== j && isOn(a, b, c)).length +
      lines.slice(n + 1).filter(([k, m]) => k !== i && k !== j && m !== i && m !== j &&
        side(a, b, at[k]) !== side(a, b, at[m]) &&
        side(at[k], at[m], a) !== side(at[k], at[m], b)).length;
  });
  return found;
}

/* Vertices repel each other, arcs pull; they begin on a circle, every k-th one
 * beside the one before. */
function settled(n, lines, k) {
  const links = lines.map(([source, target]) => ({source, target})), ring = circle(n);
  const nodes = ring.map((_, i) => {
    const {x, y} = ring[i * k % n];
    return {x: 100 * x + i / n, y: 100 * y};
  });
  d3.forceSimulation(nodes).stop()
    .force('arcs', d3.forceLink(links).distance(40))
    .force('others', d3.forceManyBody().strength(-160))
    .force('room', d3.forceCollide(16))
    .force('x', d3.forceX().strength(.06)).force('y', d3.forceY().strength(.06))
    .tick(300);
  return squared(nodes);
}

/* The best of some beginnings, where lines are so few that they can be told apart. */
function forced(v) {
  const lines = [];
  for (let i = 0; i < v.rows; i++)
    for (let j = i + 1; j < v.rows; j++)
      if ((arcOf(v, i, j) ?? arcOf(v, j, i)) !== null)
        lines.push([i, j]);
  const tries = lines.length > 3 * v.rows ? 1 : Math.ceil(SETTLED / v.rows);
  let best = null, least = Infinity;
  for (let k = 1; k <= tries && least > 0; k++) {
    const at = settled(v.rows, lines, k), found = tries > 1 ? faults(at, lines) : 0;
    if (found < least)
      [best, least] = [at, found];
  }
  return best;
}

/* A graph without arcs is a circle until it has some. */
const usual = (v) => isEmpty(v) ? circle(v.rows) : forced(v);

function isEmpty(v) {
  for (let i = 0; i < v.rows; i++)
    for (let j = 0; j < v.rows; j++)
      if (i !== j && arcOf(v, i, j) !== null)
        return false;
  return true;
}

/* ---- Drawing ---- */

const vertexName = (p, k) => p.names ? p.names[k] : String(k + 1);

/* Where a vertex is in the canvas. */
function place(graph, k) {
  const inner = graph.side - 2 * graph.edge, {x, y} = graph.at[k];
  return {x: graph.edge + x * inner, y: graph.edge + y * inner};
}

function paintLoop(g, graph, k) {
  const {x, y} = place(graph, k), r = graph.radius;
  const out = Math.atan2(y - graph.side / 2, x - graph.side / 2 || .001);
  g.beginPath();
  g.arc(x + Math.cos(out) * r * 1.3, y + Math.sin(out) * r * 1.3, r * .8, 0, 2 * Math.PI);
  g.stroke();
}

/* A line between the edges of two vertices, with the head of an arrow. */
function paintArc(g, graph, {i, j}, head) {
  if (i === j)
    return paintLoop(g, graph, i);
  const a = place(graph, i), b = place(graph, j), r = graph.radius;
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const ux = (b.x - a.x) / far, uy = (b.y - a.y) / far;
  const x = b.x - ux * r, y = b.y - uy * r;
  g.beginPath();
  g.moveTo(a.x + ux * r, a.y + uy * r);
  g.lineTo(x, y);
  g.stroke();
  if (!head)
    return;
  g.setLineDash([]);
  g.beginPath();
  g.moveTo(x, y);
  g.lineTo(x - 7 * ux + 3.5 * uy, y - 7 * uy - 3.5 * ux);
  g.lineTo(x - 7 * ux - 3.5 * uy, y - 7 * uy + 3.5 * ux);
  g.fill();
}

/* The arcs, those that matter last: {i, j, rank}: 0 is one that is there, 1 that
 * of an active vertex, 2 one that has gone, 3 a new one. */
function arcsOf(p) {
  const {v, lit} = p, was = alike(v, p.was), arcs = [];
  for (let i = 0; i < v.rows; i++)
    for (let j = 0; j < v.rows; j++) {
      const now = arcOf(v, i, j), old = was ? arcOf(was, i, j) : now;
      if (now !== null || old !== null)
        arcs.push({i, j, weight: now ?? old,
          rank: now === null ? 2 : now !== old ? 3 : lit && lit[i] ? 1 : 0});
    }
  return arcs.sort((a, b) => a.rank - b.rank);
}

function isSymmetric(v) {
  for (let i = 0; i < v.rows; i++)
    for (let j = 0; j < i; j++)
      if (arcOf(v, i, j) !== arcOf(v, j, i))
        return false;
  return true;
}

function paintArcs(g, graph, p, c) {
  const heads = !isSymmetric(p.v), arcs = arcsOf(p);
  for (const arc of arcs) {
    const {rank} = arc;
    const colour = [c.soft, c.focus, c.change, c.change][rank];
    g.strokeStyle = g.fillStyle = colour;
    g.globalAlpha = rank === 0 && arcs.length > 6 * p.v.rows ? .35 : rank === 0 ? .7 : 1;
    g.lineWidth = rank === 0 ? 1 : 2;
    g.setLineDash(rank === 2 ? [4, 3] : []);
    paintArc(g, graph, arc, heads);
  }
  g.globalAlpha = 1;
  g.setLineDash([]);
  for (const arc of arcs)
    paintWeight(g, graph, arc, heads, c);
}

/* Beside the middle of its arc, of two arcs nearer to where it leads. */
function paintWeight(g, graph, {i, j, weight, rank}, heads, c) {
  if (weight === '' || (!heads && i > j))
    return;
  const a = place(graph, i), b = place(graph, j), part = heads ? .62 : .5;
  const x = a.x + part * (b.x - a.x), y = a.y + part * (b.y - a.y), text = String(weight);
  g.fillStyle = c.card;
  g.beginPath();
  g.roundRect(x - 3.5 * text.length - 3, y - 7.5, 7 * text.length + 6, 15, 4);
  g.fill();
  g.fillStyle = rank > 1 ? c.change : c.ink;
  g.fillText(text, x, y + .5);
}

function paintVertex(g, graph, p, k, c) {
  const {x, y} = place(graph, k), on = p.lit && p.lit[k], r = graph.radius;
  const ring = (radius, colour, width) => {
    g.beginPath();
    g.arc(x, y, radius, 0, 2 * Math.PI);
    g.strokeStyle = colour;
    g.lineWidth = width;
    g.stroke();
  };
  g.beginPath();
  g.arc(x, y, r, 0, 2 * Math.PI);
  g.fillStyle = on ? c.lit : c.card;
  g.fill();
  ring(r, on ? c.focus : c.soft, on ? 2.5 : 1);
  if (p.touched.some((t) => t[3] === k + 1))
    ring(r + 3, c.mark, 2);
  if (graph.chosen === k)
    ring(r + 5, c.focus, 2);
  const name = vertexName(p, k), below = g.measureText(name).width > 2 * r - 2;
  g.lineWidth = 4;
  g.strokeStyle = c.card;
  if (below)
    g.strokeText(name, x, y + r + 9);
  g.fillStyle = c.ink;
  g.fillText(name, x, below ? y + r + 9 : y + .5);
}

function paintGraph(graph, p, side, c) {
  const n = p.v.rows;
  if (graph.at.length !== n || (graph.empty && !isEmpty(p.v))) {
    graph.at = usual(p.v);
    graph.empty = isEmpty(p.v);
    graph.chosen = -1;
  }
  graph.side = side;
  graph.edge = Math.min(40, 14 + side / 20) + (p.names ? 12 : 0);
  const apart = Math.PI * (side - 2 * graph.edge) / n;
  graph.radius = Math.max(6, Math.min(16, .38 * apart));
  const g = begin(graph.canvas, side, side);
  g.font = Math.max(8, Math.min(12, graph.radius)) + 'px sans-serif';
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  paintArcs(g, graph, p, c);
  for (let k = 0; k < n; k++)
    paintVertex(g, graph, p, k, c);
  graph.canvas.setAttribute('aria-label', describeGraph(p));
}

/* ---- As text ---- */

function describeGraph(p) {
  const arcs = arcsOf(p), named = (list) => few(list.map((a) =>
    vertexName(p, a.i) + ' to ' + vertexName(p, a.j)));
  const fresh = arcs.filter((a) => a.rank === 3), gone = arcs.filter((a) => a.rank === 2);
  return 'graph of ' + p.variable.name + ', ' + p.v.rows + ' vertices, ' +
    (arcs.length - gone.length) + ' arcs' +
    (p.lit ? ', active vertices ' + (few(activeRows(p.lit)) || 'none') : '') +
    (fresh.length > 0 ? ', new arcs ' + named(fresh) : '') +
    (gone.length > 0 ? ', arcs that have gone ' + named(gone) : '') +
    '. Page Down chooses a vertex, arrows move it.';
}

function describeVertex(p, k) {
  const to = [], from = [];
  for (let j = 0; j < p.v.rows; j++) {
    if (arcOf(p.v, k, j) !== null)
      to.push(vertexName(p, j));
    if (arcOf(p.v, j, k) !== null)
      from.push(vertexName(p, j));
  }
  return 'Vertex ' + vertexName(p, k) + (p.lit && p.lit[k] ? ', active' : '') +
    ': arcs to ' + (few(to) || 'none') + ', from ' + (few(from) || 'none') + '.';
}

/* ---- What the user does with it ---- */

function moveVertex(graph, k, x, y) {
  const inner = graph.side - 2 * graph.edge;
  graph.at[k] = {x: between(-.03, (x - graph.edge) / inner, 1.03),
    y: between(-.03, (y - graph.edge) / inner, 1.03)};
  redraw();
}

/* The vertex at a place of the canvas, or -1; fingers are less exact. */
function vertexAt(graph, x, y) {
  return graph.at.findIndex((_, k) => {
    const a = place(graph, k);
    return Math.hypot(a.x - x, a.y - y) <= Math.max(12, graph.radius + 2);
  });
}

function graphKey(graph, e) {
  const n = graph.at.length, step = e.shiftKey ? 1 : 10;
  const arrow = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1],
    ArrowDown: [0, 1]}[e.key];
  if (e.ctrlKey || e.altKey || e.metaKey)
    return;
  if (e.key === 'PageDown' || e.key === 'PageUp') {
    graph.chosen = e.key === 'PageDown' ? (graph.chosen + 1) % n
      : (Math.max(graph.chosen, 0) + n - 1) % n;
    say(describeVertex(graph.picture, graph.chosen));
    redraw();
  } else if (e.key === 'Escape' && graph.chosen >= 0) {
    graph.chosen = -1;
    redraw();
  } else if (arrow && graph.chosen >= 0) {
    const {x, y} = place(graph, graph.chosen);
    moveVertex(graph, graph.chosen, x + step * arrow[0], y + step * arrow[1]);
  } else {
    return;
  }
  e.preventDefault();
}

function makeMovable(graph) {
  const {canvas} = graph;
  let held = -1;
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'application');
  canvas.onkeydown = (e) => graphKey(graph, e);
  canvas.onpointerdown = (e) => {
    held = e.button === 0 ? vertexAt(graph, e.offsetX, e.offsetY) : -1;
    if (held < 0)
      return;
    graph.chosen = held;
    canvas.setPointerCapture(e.pointerId);
    say(describeVertex(graph.picture, held));
    redraw();
  };
  canvas.onpointermove = (e) => {
    const over = held >= 0 || vertexAt(graph, e.offsetX, e.offsetY) >= 0;
    canvas.style.cursor = over ? 'grab' : '';
    if (held >= 0)
      moveVertex(graph, held, e.offsetX, e.offsetY);
  };
  canvas.onpointerup = canvas.onpointercancel = () => { held = -1; };
  /* The page does not scroll while a finger drags a vertex. */
  canvas.addEventListener('touchstart', (e) => {
    const box = canvas.getBoundingClientRect(), t = e.touches[0];
    if (vertexAt(graph, t.clientX - box.left, t.clientY - box.top) >= 0)
      e.preventDefault();
  }, {passive: false});
}

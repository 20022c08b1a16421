/* SPDX-License-Identifier: MIT */
/* The moment: what is shown of it, and the ways to others. */

function statement() {
  const span = data.spans[data.at[now]];
  if (!span)
    return '';
  const [file, row] = span;
  lines[file] = lines[file] || coloured(data.files[file].text);
  const pieces = lines[file][row - 1];
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
  $('live').classList.toggle('bad', last && when === 'failed');
  return (span ? 'Line ' + span[1] + (inside ? ' in ' + inside : '') + ': ' +
    statement() + '. ' : '') + (what ? what + '. ' : '') +
    (changes.length > 0 ? 'Changed: ' + changes.map((v) => v.name).join(', ') + '.' : '');
}

/* A place of the program's own text: the statement that is to be done, or the one
 * whose call has led there. */
function ownSpan() {
  const sites = alive().filter((f) => f.depth > 0).map((f) => f.site);
  return [...sites, data.at[now]].reverse().map((k) => data.spans[k])
    .find((span) => span && span[0] === 0);
}

function moment() {
  const [file, row, column, lastRow, lastColumn] = ownSpan() || data.spans[data.at[now]] || [];
  return {stop: now, statement: data.first + now,
    file: file === undefined ? undefined : data.files[file].path,
    row, column, lastRow, lastColumn};
}

/* The numbers of the first and of the last statement there is a way to. */
const firstNumber = () => options.more ? 0 : data.first;
const lastNumber = () => Math.max(options.more && options.total || 0,
  data.first + stops - 1);

/* The operations so far; of a run that is not followed nothing is known. */
function showControls(frames) {
  const number = data.first + now, last = lastNumber(), still = options.still === true;
  $('slider').min = $('number').min = firstNumber();
  $('slider').max = $('number').max = last;
  $('slider').value = $('number').value = number;
  $('slider').setAttribute('aria-valuetext', 'statement ' + number);
  $('counts').textContent = still ? '' : 'of ' + last.toLocaleString('en') + ' \u00b7 ' +
    operations(now).toLocaleString('en') + (operations(now) === 1 ? ' operation' : ' operations');
  $('counts').title = total[now].toLocaleString('en') +
    ' steps: statements, and operations on slices, words and tables';
  $('live').textContent = still ? '' : summary(frames);
  $('slider').disabled = $('number').disabled = $('play').disabled = still;
  for (const b of root.querySelectorAll('[data-do]'))
    b.disabled = still || (number === firstNumber() && /^(first|back)/.test(b.dataset.do)) ||
      (number === last && /^(next|over|out|last)/.test(b.dataset.do));
  showMarks();
}

/* ---- Where the memory changes ---- */

const MARKS = 600;
let marks = new Uint8Array(MARKS), marked = {last: -1, first: -1};

/* Those of the windows so far, along the scrubber. */
function findMarks() {
  const first = firstNumber(), last = lastNumber();
  if (marked.last !== last)
    marks = new Uint8Array(MARKS);
  marked = {last, first: data.first};
  for (const call of calls)
    for (const v of call.vars)
      for (const [stop] of v.kind ? v.h : [])
        if (stop > call.from)
          marks[Math.floor((data.first + stop - first) / (last - first + 1) * MARKS)] = 1;
}

function showMarks() {
  if (marked.last !== lastNumber() || marked.first !== data.first)
    findMarks();
  const canvas = $('marks'), width = canvas.clientWidth - 16, c = colours();
  canvas.width = canvas.clientWidth;
  canvas.height = 7;
  const g = canvas.getContext('2d');
  g.fillStyle = c.change;
  g.globalAlpha = .35;
  for (let k = 0; k < MARKS; k++)
    if (marks[k])
      g.fillRect(8 + k / MARKS * width, 0, Math.max(1, width / MARKS), 7);
}

function show() {
  const frames = alive();
  if (options.program !== false)
    showProgram();
  showVariables(frames);
  showMemory(frames);
  if (!options.still)
    showOutput();
  showControls(frames);
  if (options.onShow)
    options.onShow(moment());
}

const showSoon = soon(show);

function say(text) {
  $('live').textContent = text;
}

/* ---- Windows ---- */

let wanted = null, loading = false;
let errand = 0; /* the newest search: older ones give up */
let size = 0; /* of a window */
let dragging = false; /* the scrubber: a small window answers sooner */

const inside = (number) => number >= data.first && number < data.first + stops;

/* Another window, from statement `first` on or as near as it goes, unless it
 * is not wanted any more when it comes. */
async function load(first, still) {
  size = Math.max(size, stops);
  const next = await options.more(Math.max(0, first), dragging);
  if (!next || signal.aborted || !still())
    return false;
  take(next);
  return true;
}

/* Goes where the user wants to be, which may change meanwhile. */
async function fetchWanted() {
  if (loading)
    return;
  loading = true;
  try {
    while (!inside(wanted)) {
      const number = wanted;
      await load(dragging ? number : number - (Math.max(size, stops) >> 1), () => true);
      if (signal.aborted)
        return;
      if (wanted === number && !inside(number))
        wanted = Math.max(data.first, Math.min(data.first + stops - 1, number));
    }
    now = wanted - data.first;
    showSoon();
  } catch (e) {
    say('The statements there cannot be shown: ' + e.message);
  } finally {
    loading = false;
    wanted = null;
  }
}

function goTo(number) {
  wanted = Math.max(firstNumber(), Math.min(lastNumber(), number));
  if (!inside(wanted) || loading)
    return fetchWanted();
  now = wanted - data.first;
  wanted = null;
  showSoon();
}

/* By a number of stops, from where the user will be. */
const goBy = (n) => goTo((wanted === null ? data.first + now : wanted) + n);

function go(stop) {
  errand++;
  goTo(data.first + stop);
}

/* Searches for a stop k with test(k), in other windows too; `tests` gives the
 * test for the data as it is. Without one: to the end, or none(). */
async function find(tests, back, none) {
  const mine = ++errand, step = back ? -1 : 1;
  try {
    for (;;) {
      const test = tests();
      for (let k = now + step; k >= 0 && k < stops; k += step)
        if (test(k))
          return goTo(data.first + k);
      const edge = back ? data.first : data.first + stops - 1;
      if (!options.more || edge === (back ? firstNumber() : lastNumber()))
        return none ? none() : goTo(edge);
      say('Searching ...');
      if (!await load(back ? edge + 2 - Math.max(size, stops) : edge - 1,
        () => mine === errand))
        return;
      now = Math.max(0, Math.min(stops - 1, edge - data.first));
      showSoon();
      if (back ? data.first >= edge : data.first + stops - 1 <= edge)
        return;
    }
  } catch (e) {
    say('The statements there cannot be searched: ' + e.message);
  }
}

/* ---- Moves ---- */

function byDepth(back, less) {
  const most = depth[now] - (less ? 1 : 0);
  find(() => (k) => depth[k] <= most, back);
}

const moves = {
  first: () => goTo(firstNumber()),
  last: () => goTo(lastNumber()),
  next: () => goBy(1),
  back: () => goBy(-1),
  over: () => byDepth(false, false),
  backover: () => byDepth(true, false),
  out: () => byDepth(false, true),
};

function move(name) {
  errand++;
  play(false);
  moves[name]();
}

function toLine(row, back) {
  const span = data.spans[data.at[now]];
  const file = options.program !== false ? shown : span ? span[0] : 0;
  play(false);
  find(() => (k) => {
    const span = data.spans[data.at[k]];
    return span && span[0] === file && span[1] === row;
  }, back, () => say('Line ' + row + ' is not reached ' +
    (back ? 'before.' : 'again.')));
}

/* The stops where a variable of a procedure gets a value. */
function changesOf(name, cell) {
  const found = new Set();
  for (const call of calls)
    for (const v of call.name === name ? call.vars : [])
      for (const [k] of v.cell === cell ? v.of.h : [])
        if (k >= call.from && k < call.to && (k > 0 || data.first === 0))
          found.add(k);
  return (k) => found.has(k);
}

function toChange(name, cell, back) {
  play(false);
  find(() => changesOf(name, cell), back, () => say(back
    ? 'There is no change before.' : 'It does not change any more.'));
}

/* ---- Playing ---- */

const TICK = 33; /* ms, the shortest one */
let playing = 0;

function tick() {
  const speed = +$('speed').value, ms = Math.max(TICK, 1000 / speed);
  playing = setTimeout(() => {
    if (data.first + now === lastNumber())
      return play(false);
    if (!loading)
      goBy(Math.round(speed * ms / 1000));
    tick();
  }, ms);
}

function play(on) {
  clearTimeout(playing);
  playing = 0;
  $('play').setAttribute('aria-label', on ? 'Pause' : 'Play');
  $('play').setAttribute('aria-pressed', String(on));
  $('live').setAttribute('aria-live', on ? 'off' : 'polite');
  if (!on)
    return;
  errand++;
  if (data.first + now === lastNumber())
    goTo(firstNumber());
  tick();
}

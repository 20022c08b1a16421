/* SPDX-License-Identifier: MIT */
/* The playground: its parts, and what the buttons do. */
import examples from 'star:examples';
import graphs from 'star:graphs';

import {Console} from './console.mjs';
import {$, download, make, plural} from './dom.mjs';
import {Editor} from './editor.mjs';
import {Files} from './files.mjs';
import {fromLink, toLink} from './link.mjs';
import {message} from './messages.mjs';
import {Output} from './output.mjs';
import {Runner} from './runner.mjs';
import {Stepping} from './stepping.mjs';

const PATH = 'program.star', STOPPED = 130, DRAFT = 'star-playground';
const NARROW = matchMedia('(max-width: 60rem)');

const FIRST = `program hello;
var T: table(6, 6); X: slice(T); i: integer;
begin
  for i := 1 to 6 do begin
    X(i) := 1;
    COL(i, T) := X
  end;
  write(T);
  writeln('ones in the last column: ', NUMB(COL(6, T)))
end.
`;

const runner = new Runner(() =>
  new Worker(new URL('worker.js', import.meta.url), {type: 'module'}));
const output = new Output($('output'));

function say(text) {
  $('status').textContent = text;
}

/* ---- What messages say ---- */

const explain = (code) => runner.explain(code);

function showReports(reports, source) {
  const actions = {explain, correct: (report) => {
    if (editor.text === source)
      editor.correct(report);
    else
      say('The program has changed since.');
  }, goTo: (r) => editor.goTo(r.line, r.column)};
  $('messages').hidden = reports.length === 0;
  $('reports').replaceChildren(...reports.map((r) =>
    message(r, {[PATH]: source}, actions)));
}

async function showVariables() {
  const list = await runner.ask('variables') || [];
  const row = (v) => make('tr', {}, make('th', {scope: 'row', textContent: v.name}),
    make('td', {textContent: v.type}), make('td', {textContent: v.value}));
  $('values').hidden = list.length === 0;
  $('variables').replaceChildren(...list.map(row));
}

/* ---- Runs ---- */

function begin(what) {
  say(what);
  $('stop').disabled = false;
  $('run').disabled = $('step').disabled = $('cursor').disabled = true;
}

function allow() {
  $('stop').disabled = true;
  $('run').disabled = $('step').disabled = $('cursor').disabled = false;
}

/* What has come to its end, in a sentence. */
function conclude(end) {
  allow();
  if (end.lost)
    return; /* the restart has said so */
  const errors = end.reports.filter((r) => r.severity === 'error');
  const took = plural(end.steps, 'step') + ', ' + end.seconds.toFixed(2) + ' s';
  say(end.status === STOPPED ? 'Stopped after ' + took +
    (output.full ? ': the output is too long for this page' : '')
    : end.status === 0 ? 'Ended after ' + took
      : errors.length > 0 ? (errors[0].line ? 'Line ' + errors[0].line + ': ' : '') +
        errors[0].message : 'Failed');
}

function add(text) {
  output.add(text);
  if (output.full)
    runner.stop();
}

function prepare(what) {
  stepping.close();
  output.clear();
  showReports([], '');
  $('values').hidden = $('save').disabled = true;
  begin(what);
  writeLink();
}

async function run() {
  if (runner.busy)
    return;
  const source = editor.text;
  prepare('Runs');
  const end = await runner.run(source, $('input').value, add, PATH);
  conclude(end);
  output.draw();
  $('save').disabled = output.length === 0;
  showReports(end.status === STOPPED ? [] : end.reports, source);
  await showVariables();
  if (NARROW.matches)
    $($('messages').hidden ? 'results' : 'messages').scrollIntoView({block: 'nearest'});
}

/* Opens the picture; true if it is there. */
async function open() {
  const source = editor.text;
  prepare('Runs, to be stepped through');
  const end = await runner.step(source, $('input').value, PATH);
  conclude(end);
  showReports(end.reports, source);
  if (end.moment === undefined)
    return false;
  say(plural(end.moment.statements, 'statement') +
    (end.cut ? ' so far' : '') + ', ' + plural(end.moment.steps, 'step'));
  await stepping.open(end.moment);
  return stepping.isOpen;
}

async function step() {
  if (runner.busy)
    return;
  if (!stepping.isOpen || stepping.source !== editor.text) {
    stepping.source = editor.text;
    if (await open())
      $('viewer').querySelector('[data-do=next]').focus();
  } else {
    stepping.move('next');
  }
}

async function toCursor() {
  if (runner.busy)
    return;
  const line = editor.line;
  if (!stepping.isOpen || stepping.source !== editor.text) {
    stepping.source = editor.text;
    if (!await open())
      return;
  }
  stepping.toLine(line);
}

/* ---- Programs ---- */

function take({source, input}) {
  editor.set(source);
  $('input').value = input;
  $('input-box').open = input !== '';
  stepping.close();
}

const current = () => ({source: editor.text, input: $('input').value});

async function writeLink() {
  history.replaceState(null, '', await toLink(current()));
  keepDraft();
}

async function share() {
  await writeLink();
  try {
    await navigator.clipboard.writeText(location.href);
    say('The link is copied: the program is in it');
  } catch {
    say('The link is in the address bar: the program is in it');
  }
}

/* What was not run yet outlives a reload. */
function keepDraft() {
  try {
    localStorage.setItem(DRAFT, JSON.stringify({...current(), hash: location.hash}));
  } catch {
    /* it is not allowed here, and only a convenience */
  }
}

function draft() {
  try {
    const kept = JSON.parse(localStorage.getItem(DRAFT));
    return kept && kept.hash === location.hash ? kept : null;
  } catch {
    return null;
  }
}

async function fromAddress() {
  try {
    return await fromLink(location.hash);
  } catch {
    say('The link is damaged: its program cannot be read');
    return null;
  }
}

/* ---- Colours ---- */

const themes = ['auto', 'light', 'dark'];

function setTheme(theme) {
  if (theme === 'auto')
    delete document.documentElement.dataset.theme;
  else
    document.documentElement.dataset.theme = theme;
  $('theme').textContent = 'Colours: ' + theme;
  stepping.redraw();
}

function nextTheme() {
  const theme = document.documentElement.dataset.theme || 'auto';
  setTheme(themes[(themes.indexOf(theme) + 1) % themes.length]);
}

/* ---- The parts ---- */

const keys = [
  {key: 'Mod-Enter', run: () => { run(); return true; }},
  {key: 'Mod-Shift-Enter', run: () => { runner.stop(); return true; }},
  {key: 'Alt-Enter', run: () => { step(); return true; }},
  {key: 'Alt-Shift-Enter', run: () => { toCursor(); return true; }},
];

let later = 0;
const editor = new Editor($('editor'), {
  path: PATH, keys, explain,
  check: (source) => runner.ask('check', {source, path: PATH}),
  changed() {
    clearTimeout(later);
    later = setTimeout(keepDraft, 500);
  },
});

const stepping = new Stepping({runner, section: $('picture'), root: $('viewer'),
  path: PATH, mark: (place) => editor.mark(place), say});

new Files({runner, list: $('files'), input: $('add'), graphs, say,
  open: (source) => take({source, input: ''})});

const session = new Console({log: $('log'), field: $('entry'), prompt: $('prompt'),
  ask: (...values) => runner.ask(...values), explain,
  forget: () => runner.forget(), after: showVariables,
  async enter(text, put) {
    if (runner.busy)
      return null;
    begin('Runs an entry');
    const end = await runner.enter(text, $('input').value, put);
    allow();
    if (!end.lost)
      say(end.open ? 'The entry goes on in the next line' : '');
    return end;
  }});

runner.onRestart = (why, started, entries) => {
  stepping.close();
  if (!started)
    return say('The engine cannot be started: ' + why);
  say((why === null ? 'The engine did not stop within 2 s and was started anew'
    : 'The engine has failed and was started anew (' + why + ')') +
    (entries > 0 ? '; entries of the console that had ended are entered again' : ''));
  return session.say('The engine was started anew' + (entries > 0
    ? '; entries that had ended are entered again.' : '.'));
};

for (const {name, title} of examples)
  $('examples').append(make('option', {value: name, textContent: title}));
$('examples').onchange = () => {
  const chosen = examples.find((x) => x.name === $('examples').value);
  if (chosen) {
    take({source: chosen.source, input: ''});
    say('Undo brings back what was there');
  }
};
$('run').onclick = run;
$('stop').onclick = () => runner.stop();
$('step').onclick = step;
$('cursor').onclick = toCursor;
$('close').onclick = () => {
  stepping.close();
  $('step').focus();
};
$('share').onclick = share;
$('theme').onclick = nextTheme;
$('save').onclick = () => download('output.txt', output.text);
$('input').oninput = () => keepDraft();
window.addEventListener('hashchange', async () => {
  const program = await fromAddress();
  if (program !== null)
    take(program);
});

take(draft() || await fromAddress() || {source: FIRST, input: ''});
document.body.dataset.ready = 'true';

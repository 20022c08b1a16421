/* SPDX-License-Identifier: MIT */
/* For teachers: a set of exercises as a link, and the results of files. */
import exercises from 'star:lessons';
import paths from 'star:titles';

import {keyOf} from '../learn/progress.mjs';
import {setOf, toSet} from '../learn/set.mjs';
import {$, download, make, plural} from '../play/dom.mjs';
import {Runner, openWorker} from '../play/runner.mjs';
import {setUpTheme} from '../play/theme.mjs';

const runner = new Runner(openWorker);
let owns = []; /* {path, text} of own exercises */
let set = {exercises: [], names: []}; /* the one that is chosen */
let last = Promise.resolve(), waiting = 0; /* what is done, and how much is to be */

/* One after another, as asked for; only then is the link that of the choice. */
function inTurn(act) {
  waiting++;
  $('copy').disabled = true;
  last = last.then(act, act).finally(() => {
    waiting--;
    $('copy').disabled = waiting > 0 || set.names.length === 0;
  });
}

/* ---- The set ---- */

const byName = (name) => exercises.find((e) => e.name === name);

$('choice').append(...paths.map(({title, exercises: names}) => make('fieldset', {},
  make('legend', {textContent: title}), ...names.map((name) => make('label', {},
    make('input', {type: 'checkbox', value: name}), ` ${byName(name).number}. ${byName(name).title}`)))));

async function choose() {
  const chosen = [...$('choice').querySelectorAll(':checked')].map((box) => box.value);
  const hash = await toSet({title: $('name').value, exercises: [...chosen, ...owns]});
  set = await setOf(hash, exercises, runner);
  const none = set.names.length === 0;
  $('set').href = '../learn/' + (none ? '' : hash);
  $('said').textContent = (none ? 'Nothing is chosen yet.' : plural(set.names.length, 'exercise')) +
    (set.missing > 0 ? `, without ${set.missing} of the same name as another` : '');
  showTable();
}

async function addOwn(files) {
  for (const file of files) {
    const unit = {path: file.name, text: await file.text().catch(() => null)};
    const found = unit.text === null ? null : await runner.ask('lesson', unit);
    const why = unit.text === null ? 'cannot be read, or was changed since: choose it again'
      : 'is no exercise: it needs a comment { ... } and a procedure of the file\'s name';
    owns = owns.filter((o) => o.path !== unit.path);
    if (found !== null)
      owns.push(unit);
    const line = make('li', {className: found === null ? 'bad' : '', textContent: found === null
      ? `${file.name} ${why}` : `${found.title} (${file.name})`});
    line.dataset.path = file.name;
    [...$('owns').children].find((l) => l.dataset.path === file.name)?.remove();
    $('owns').append(line);
  }
  await choose();
}

async function copy() {
  try {
    await navigator.clipboard.writeText($('set').href);
    $('said').textContent = 'The link is copied.';
  } catch {
    $('said').textContent = 'The link cannot be copied: open it, and take its address.';
  }
}

/* ---- Results ---- */

const rows = new Map(); /* of each student and file {student, file, grades by keyOf} */

const sorted = () => [...rows].sort(([a], [b]) => a < b ? -1 : 1).map(([, row]) => row);

/* {student, solutions} of a file; a .star file has a solution of each exercise whose
 * procedure it has. */
async function solutionsOf(file) {
  const text = await file.text();
  if (/\.star$/i.test(file.name))
    return {student: file.name.replace(/\.star$/i, ''), solutions: set.names
      .filter((n) => new RegExp(`\\bproc(?:edure)?\\s+${n}\\b`, 'i').test(text))
      .map((exercise) => ({exercise, text}))};
  return JSON.parse(text);
}

async function grade(exercise, text) {
  const end = await runner.grade(exercise, text, 'solution.star');
  const {grade: found} = end;
  return found ? {solved: found.solved, word: found.end, operations: found.operations}
    : {solved: false, word: 'not tried', operations: null};
}

function showTable() {
  if (rows.size === 0)
    return;
  const cell = (g) => g === undefined ? make('td', {textContent: '\u2013'})
    : make('td', {className: g.solved ? 'right' : 'wrong', textContent: g.solved
      ? `\u2713 ${plural(g.operations, 'operation')}` : g.word});
  const head = (text, scope) => make('th', {scope, textContent: text});
  $('table').replaceChildren(make('thead', {}, make('tr', {}, head('Student', 'col'), head('File', 'col'),
    ...set.exercises.map((e) => head(e.title, 'col')), head('Solved', 'col'))),
  make('tbody', {}, ...sorted().map(({student, file, grades}) => make('tr', {}, head(student, 'row'),
    make('td', {textContent: file}), ...set.exercises.map((e) => cell(grades[keyOf(e)])), make('td', {textContent:
      `${set.exercises.filter((e) => grades[keyOf(e)]?.solved).length} of ${set.names.length}`})))));
  $('csv').hidden = false;
}

/* A text that a spreadsheet would take for a formula is none behind '. */
function quoted(text) {
  const plain = text.replace(/^[=+\-@\t\r]/, '\'$&');
  return /[",\r\n]/.test(plain) ? `"${plain.replace(/"/g, '""')}"` : plain;
}

function csv() {
  const lines = [['student', 'file', ...set.names], ...sorted().map(({student, file, grades}) =>
    [student, file, ...set.exercises.map((e) => grades[keyOf(e)]?.word ?? '')])];
  download('results.csv', lines.map((line) => line.map(quoted).join(',') + '\n').join(''));
}

/* Whether there was one to try. */
async function tryAll(file, {student, solutions}) {
  const key = `${student}\n${file.name}`, found = solutions.map(({exercise, text}) =>
    [set.exercises.find((e) => e.name === exercise), String(text)]).filter(([e]) => e !== undefined);
  for (const [e, text] of found)
    rows.set(key, {student, file: file.name, grades: {...rows.get(key)?.grades, [keyOf(e)]: await grade(e, text)}});
  return found.length > 0;
}

async function read(files) {
  const bad = [];
  for (const [k, file] of files.entries()) {
    $('progress').textContent = `Tries ${file.name}, ${k + 1} of ${files.length}`;
    try {
      const had = await solutionsOf(file);
      if (typeof had.student !== 'string' || had.student.trim() === '')
        bad.push(`${file.name} does not say whose it is: it has no student`);
      else if (!await tryAll(file, had))
        bad.push(`${file.name} has no solution of this set`);
    } catch {
      bad.push(`${file.name} is no file of results`);
    }
    showTable();
  }
  $('progress').textContent = [plural(rows.size, 'student'), ...bad].join('; ') + '.';
}

/* The files that were chosen; the same may be chosen again. */
function filesOf(input) {
  const files = [...input.files];
  input.value = '';
  return files;
}

$('choice').onchange = $('name').oninput = () => inTurn(choose);
$('own').onchange = ({target}) => {
  const files = filesOf(target);
  inTurn(() => addOwn(files));
};
$('copy').onclick = copy;
$('files').onchange = ({target}) => {
  const files = filesOf(target);
  inTurn(() => read(files));
};
$('csv').onclick = csv;
setUpTheme();
inTurn(choose);
await last;
document.body.dataset.ready = 'true';

/* SPDX-License-Identifier: MIT */
/* For teachers: a set of exercises as a link, and the results of files. */
import exercises from 'star:lessons';
import paths from 'star:titles';

import {setOf, toSet} from '../learn/set.mjs';
import {$, download, make, plural} from '../play/dom.mjs';
import {Runner, openWorker} from '../play/runner.mjs';
import {setUpTheme} from '../play/theme.mjs';

const runner = new Runner(openWorker);
let owns = []; /* {path, text} of own exercises */
let set = {exercises: [], names: []}; /* the one that is chosen */

/* ---- The set ---- */

const byName = (name) => exercises.find((e) => e.name === name);

$('choice').append(...paths.map(({title, exercises: names}) => make('fieldset', {},
  make('legend', {textContent: title}), ...names.map((name) => make('label', {},
    make('input', {type: 'checkbox', value: name}), ` ${byName(name).number}. ${byName(name).title}`)))));

async function choose() {
  const chosen = [...$('choice').querySelectorAll(':checked')].map((box) => box.value);
  const hash = await toSet({title: $('name').value, exercises: [...chosen, ...owns]});
  const found = await setOf(hash, exercises, runner);
  set = found ?? {exercises: [], names: []};
  $('copy').disabled = found === null;
  $('set').href = '../learn/' + (found === null ? '' : hash);
  $('said').textContent = found === null ? 'Nothing is chosen yet.' : plural(set.names.length, 'exercise');
}

async function addOwn() {
  for (const file of $('own').files) {
    const unit = {path: file.name, text: await file.text()};
    const found = await runner.ask('lesson', unit);
    owns = owns.filter((o) => o.path !== unit.path);
    if (found !== null)
      owns.push(unit);
    $('owns').append(make('li', {className: found === null ? 'bad' : '', textContent: found === null
      ? `${file.name} is no exercise: it needs a comment { ... } and a procedure of the file's name`
      : `${found.title} (${file.name})`}));
  }
  $('own').value = '';
  choose();
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

const rows = new Map(); /* of each student {exercise: grade} */

/* What is in a file, as [student, exercise, text]; a .star file has a solution of
 * each exercise whose procedure it has. */
async function solutionsOf(file) {
  const text = await file.text();
  if (/\.star$/i.test(file.name))
    return set.names.filter((n) => new RegExp(`\\bproc\\s+${n}\\b`, 'i').test(text))
      .map((n) => [file.name.replace(/\.star$/i, ''), n, text]);
  const {student, solutions} = JSON.parse(text);
  return solutions.map((s) => [String(student), String(s.exercise), String(s.text)]);
}

async function grade(exercise, text) {
  const end = await runner.grade(exercise, text, 'solution.star');
  const {grade: found} = end;
  return found ? {solved: found.solved, word: found.end, operations: found.operations}
    : {solved: false, word: 'not tried', operations: null};
}

function showTable() {
  const cell = (g) => g === undefined ? make('td', {textContent: '\u2013'})
    : make('td', {className: g.solved ? 'right' : 'wrong', textContent: g.solved
      ? `\u2713 ${plural(g.operations, 'operation')}` : g.word});
  const head = (text, scope) => make('th', {scope, textContent: text});
  $('table').replaceChildren(make('thead', {}, make('tr', {}, head('Student', 'col'),
    ...set.exercises.map((e) => head(e.title, 'col')), head('Solved', 'col'))),
  make('tbody', {}, ...[...rows].sort().map(([student, grades]) => make('tr', {}, head(student, 'row'),
    ...set.names.map((n) => cell(grades[n])), make('td', {textContent:
      `${set.names.filter((n) => grades[n]?.solved).length} of ${set.names.length}`})))));
  $('csv').hidden = rows.size === 0;
}

const quoted = (text) => /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;

function csv() {
  const lines = [['student', ...set.names], ...[...rows].sort().map(([student, grades]) =>
    [student, ...set.names.map((n) => grades[n]?.word ?? '')])];
  download('results.csv', lines.map((line) => line.map(quoted).join(',') + '\n').join(''));
}

async function read() {
  const files = [...$('files').files], bad = [];
  $('files').value = '';
  for (const [k, file] of files.entries()) {
    $('progress').textContent = `Tries ${file.name}, ${k + 1} of ${files.length}`;
    try {
      const solutions = await solutionsOf(file);
      for (const [student, name, text] of solutions) {
        const exercise = set.exercises.find((e) => e.name === name);
        if (exercise !== undefined)
          rows.set(student, {...rows.get(student), [name]: await grade(exercise, text)});
      }
      if (solutions.length === 0)
        bad.push(`${file.name} has no solution of this set`);
    } catch {
      bad.push(`${file.name} is no file of results`);
    }
    showTable();
  }
  $('progress').textContent = [plural(rows.size, 'student'), ...bad].join('; ') + '.';
}

$('choice').onchange = $('name').oninput = choose;
$('own').onchange = addOwn;
$('copy').onclick = copy;
$('files').onchange = read;
$('csv').onclick = csv;
setUpTheme();
await choose();
document.body.dataset.ready = 'true';

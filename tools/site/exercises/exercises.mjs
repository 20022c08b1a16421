/* SPDX-License-Identifier: MIT */
/* The exercises: one at a time, with an editor and the grader. */
import lessons from 'star:lessons';

import {$, make} from '../play/dom.mjs';
import {Editor} from '../play/editor.mjs';
import {message} from '../play/messages.mjs';
import {Runner} from '../play/runner.mjs';
import {Progress} from './progress.mjs';

const PATH = 'solution.star', STOPPED = 130, HINTS = 3;

const runner = new Runner(() =>
  new Worker(new URL('../play/worker.js', import.meta.url), {type: 'module'}));
const progress = new Progress();
let lesson = lessons[0];

const joined = (text) => text.replace(/\s+/g, ' ').trim();

function say(text) {
  $('status').textContent = text;
}

const explain = (code) => runner.explain(code);

/* ---- What is asked for ---- */

function showProgress() {
  const solved = lessons.filter((l) => progress.of(l.name).solved).length;
  $('solved').textContent = `${solved} of ${lessons.length} solved`;
  for (const option of $('choice').querySelectorAll('option')) {
    const l = lessons.find(({name}) => name === option.value);
    option.textContent = `${l.number}. ${l.title}` +
      (progress.of(l.name).solved ? ' \u2713 solved' : '');
  }
}

function showHints() {
  const seen = progress.of(lesson.name).hints;
  const hints = [lesson.hint1, lesson.hint2, lesson.hint3].slice(0, seen);
  $('hints').replaceChildren(...hints.map((text) => make('li', {textContent: joined(text)})));
  $('hint').disabled = seen >= HINTS;
  $('hint').textContent = `Hint ${Math.min(seen + 1, HINTS)} of ${HINTS}`;
}

/* Its heading, to begin with. */
function draft(l) {
  return progress.of(l.name).text ?? `${l.heading}\nbegin\n  \nend;\n`;
}

function show(l) {
  lesson = l;
  $('choice').value = l.name;
  $('title').textContent = `${l.number}. ${l.title}`;
  $('text').textContent = joined(l.text);
  $('heading').textContent = l.heading;
  $('bound').textContent = `Operations at most: ${l.formula}`;
  editor.set(draft(l));
  $('result').hidden = $('messages').hidden = true;
  $('next').disabled = l === lessons[lessons.length - 1];
  showHints();
  showProgress();
  say('');
  history.replaceState(null, '', '#' + l.name);
}

function hint() {
  const {hints} = progress.of(lesson.name);
  if (hints >= HINTS)
    return;
  progress.set(lesson.name, {hints: hints + 1});
  showHints();
}

function next() {
  const at = lessons.indexOf(lesson) + 1;
  if (at === lessons.length || runner.busy)
    return;
  show(lessons[at]);
  $('title').focus();
}

/* ---- What came of it ---- */

/* Pages as links, and the rest of the line. */
function showRead(solved) {
  $('read').hidden = !solved;
  if (!solved)
    return;
  const parts = joined(lesson.read).split(', ').map((part) => {
    const page = /^the page (.*)$/.exec(part);
    return page === null ? make('code', {textContent: part})
      : make('a', {href: `../${page[1]}.html`, textContent: part});
  });
  $('read').replaceChildren('Read next: ', ...parts.flatMap((p, k) => k === 0 ? [p] : [', ', p]));
}

function showReports(reports, source) {
  const goTo = (r) => editor.goTo(r.line, r.column);
  const correct = (r) => editor.text === source && editor.correct(r);
  $('messages').hidden = reports.length === 0;
  $('reports').replaceChildren(...reports.map((r) =>
    message(r, {[PATH]: source}, {explain, goTo, correct})));
}

const words = {right: 'Solved', over: 'Correct, but with too many operations',
  different: 'Another result', failed: 'Ends with an error', refused: 'Does not compile',
  missing: 'The procedure is missing', function: 'A function, not a procedure',
  heading: 'Another heading'};

function showGrade(end, source) {
  const {grade, reports} = end;
  showReports(end.status === STOPPED ? [] : reports, source);
  $('result').hidden = !grade || grade.feedback === '';
  if (end.status === STOPPED)
    return say('Stopped');
  if (!grade)
    return say(reports[0]?.message ?? 'Failed');
  $('result').className = 'card ' + (grade.solved ? 'right' : 'wrong');
  $('feedback').textContent = grade.feedback;
  if (grade.solved)
    progress.set(lesson.name, {solved: true});
  showRead(grade.solved);
  showProgress();
  return say(words[grade.end] ?? grade.end);
}

async function attempt() {
  if (runner.busy)
    return;
  const source = editor.text;
  say('Tries it');
  $('stop').disabled = false;
  $('try').disabled = $('choice').disabled = true;
  const end = await runner.grade(lesson.name, source, PATH);
  $('stop').disabled = true;
  $('try').disabled = $('choice').disabled = false;
  if (end.lost)
    return; /* the restart has said so */
  showGrade(end, source);
}

/* ---- The parts ---- */

const keys = [
  {key: 'Mod-Enter', run: () => { attempt(); return true; }},
  {key: 'Mod-Shift-Enter', run: () => { runner.stop(); return true; }},
];

const editor = new Editor($('editor'), {
  path: PATH, keys, explain,
  check: (source) => runner.ask('check', {source, path: PATH}),
  changed() {
    if (editor.text !== draft(lesson))
      progress.set(lesson.name, {text: editor.text});
  },
});

runner.onRestart = (why, started) => say(!started
  ? 'The engine cannot be started: ' + why
  : why === null ? 'The engine did not stop within 2 s and was started anew'
    : `The engine has failed and was started anew (${why})`);

const groups = new Map();
for (const l of lessons) {
  if (!groups.has(l.group))
    groups.set(l.group, make('optgroup', {label: l.group}));
  groups.get(l.group).append(make('option', {value: l.name}));
}
$('choice').append(...groups.values());

const named = (word) => lessons.find((l) => l.name === word || String(l.number) === word);

$('choice').onchange = () => show(named($('choice').value));
$('try').onclick = attempt;
$('stop').onclick = () => runner.stop();
$('hint').onclick = hint;
$('next').onclick = next;
document.addEventListener('keydown', (e) => {
  if (!e.altKey || e.ctrlKey || e.metaKey || e.shiftKey || !/^[hn]$/.test(e.key))
    return;
  e.preventDefault();
  (e.key === 'h' ? hint : next)();
});
window.addEventListener('hashchange', () => {
  const l = named(location.hash.slice(1));
  if (l !== undefined && l !== lesson && !runner.busy)
    show(l);
});

show(named(location.hash.slice(1)) ??
  lessons.find((l) => !progress.of(l.name).solved) ?? lessons[0]);
document.body.dataset.ready = 'true';

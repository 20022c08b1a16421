/* SPDX-License-Identifier: MIT */
/* The tutorial: a text, and beside it the program that it is about; at the end of
 * a lesson its exercises. */
import known from 'star:lessons';
import tutorial from 'star:path';

import {Bench} from '../play/bench.mjs';
import {$, make, plural} from '../play/dom.mjs';
import {Runner, openWorker} from '../play/runner.mjs';
import {setUpTheme} from '../play/theme.mjs';
import {Exercise} from './exercise.mjs';
import {handIn, markOf, setOf} from './set.mjs';
import {Progress, keyOf} from './progress.mjs';

const PATH = 'program.star';

const runner = new Runner(openWorker);
const progress = new Progress();

/* Nobody is to do a part of a set, or the lessons, without a word. */
async function taken() {
  let found = null, wrong = '';
  try {
    found = await setOf(location.hash, known, runner);
    if (found?.missing > 0)
      wrong = `${plural(found.missing, 'exercise')} of this set cannot be shown: this site does not ` +
        'know them, or another has the same name. Tell your teacher.';
  } catch {
    wrong = 'The link to this set of exercises is damaged, perhaps cut where it was sent: ask for it ' +
      'again. These are the lessons.';
  }
  $('wrong').textContent = wrong;
  $('wrong').hidden = wrong === '';
  return found?.names.length > 0 ? found : null;
}

/* The lessons, or the set of a teacher that the address has. */
const set = await taken();
const lessons = set === null ? tutorial : [{title: set.title, steps: [], exercises: set.names}];
const exercises = set === null ? known : set.exercises;

const prefix = '#' + (set === null ? '' : set.mark + '/');

/* All pages in their order: {lesson, k, step} or {lesson, k, exercise}; lessons
 * and steps count from 1 in addresses. */
const pages = lessons.flatMap((lesson, n) => [
  ...lesson.steps.map((step, k) => ({lesson, n: n + 1, step, address: `${n + 1}.${k + 1}`})),
  ...lesson.exercises.map((name) => {
    const exercise = exercises.find((e) => e.name === name);
    return {lesson, n: n + 1, exercise, address: name};
  }),
]);

let now = null; /* the page that is shown */

const bench = new Bench({runner, path: PATH,
  changed() {
    if (now?.exercise !== undefined)
      exercise.keep();
  }});

const exercise = new Exercise({bench, runner, progress, solved() {
  $('next').classList.toggle('main', isDone(now));
  showProgress();
}});

/* ---- What is shown ---- */

const titleOf = (page) => page.exercise !== undefined ? page.exercise.title
  : page.step.title ?? page.lesson.title;

const isDone = (page) => page.exercise !== undefined
  ? progress.of(keyOf(page.exercise)).solved : progress.of(page.address).seen === true;

function showProgress() {
  const done = pages.filter(isDone).length, list = pages.filter((p) => p.exercise);
  $('done').firstElementChild.style.width = `${100 * done / pages.length}%`;
  const solved = list.filter(isDone).length;
  $('where').textContent = set !== null ? set.title
    : `Lesson ${now.n} of ${lessons.length}: ${now.lesson.title}`;
  $('list').replaceChildren(...lessons.map((lesson, n) => {
    const own = pages.filter((p) => p.n === n + 1);
    const link = (p) => {
      const a = make('a', {href: prefix + p.address, className: isDone(p) ? 'done' : '',
        ariaCurrent: p === now ? 'page' : null, textContent: titleOf(p)});
      if (p.exercise !== undefined)
        a.dataset.number = p.exercise.number;
      return a;
    };
    const heads = own.filter((p, k) => p.exercise !== undefined || k === 0 || p.step.title !== null);
    return make('section', {}, make('h2', {textContent: set === null ? `${n + 1}. ${lesson.title}` : 'A set of exercises'}),
      make('ul', {}, ...heads.map((p) => make('li', {className: p.exercise ? 'task' : ''}, link(p)))));
  }), make('p', {className: 'soft', textContent: `${solved} of ${list.length} exercises solved`}),
  make('p', {className: 'soft'}, make('a', {href: '../class/', textContent: 'Sets of exercises for a class'})));
}

function showStep({step}) {
  $('text').innerHTML = step.html + (step.source === undefined ? '' : '<p class="try">\u25b8 The ' +
    'program is beside this text, and has run: change it, and run it again; or step through it.</p>') + step.after;
}

async function show(page, focus = true) {
  now = page;
  const task = page.exercise !== undefined;
  $('title').textContent = task ? `Exercise: ${page.exercise.title}` : titleOf(page);
  $('text').hidden = task;
  $('task').hidden = !task;
  $('result').hidden = true;
  document.body.classList.toggle('task', task);
  document.title = titleOf(page) + ' - Learn STAR';
  history.replaceState(null, '', prefix + page.address);
  $('back').disabled = page === pages[0];
  $('next').disabled = page === pages[pages.length - 1];
  $('contents').open = false;
  $('lesson').scrollTop = 0;
  $('next').classList.toggle('main', !task || isDone(page));
  bench.instead = task ? () => exercise.attempt() : null;
  $('run').querySelector('span').textContent = task ? 'Try it' : 'Run';
  if (task)
    exercise.show(page.exercise);
  else
    showStep(page);
  if (!task)
    progress.set(page.address, {seen: true});
  showProgress();
  if (focus) {
    $('title').focus({preventScroll: true});
    window.scrollTo(0, 0);
  }
  if (!task && page.step.source !== undefined) {
    bench.take({source: page.step.source});
    await runner.ending;
    if (now === page)
      await bench.run();
  } else if (!task) {
    bench.take({source: ''});
  }
}

function move(by) {
  const page = pages[pages.indexOf(now) + by];
  if (page !== undefined)
    show(page);
}

/* ---- Where one is ---- */

function atAddress(hash) {
  const word = hash.replace(/^#(set=[\w-]*\/?)?/, '');
  return pages.find((p) => p.address === word) ??
    pages.find((p) => p.exercise !== undefined && String(p.exercise.number) === word);
}

/* The first page that was not seen, or not solved. */
const begin = () => pages.find((p) => !isDone(p)) ?? pages[0];

window.addEventListener('hashchange', () => {
  if (markOf(location.hash) !== (set?.mark ?? ''))
    return location.reload();
  const page = atAddress(location.hash);
  return page !== undefined && page !== now ? show(page) : undefined;
});
document.addEventListener('keydown', (e) => {
  const act = {b: () => move(-1), n: () => move(1), h: () => exercise.hint()}[e.key];
  if (!act || !e.altKey || e.ctrlKey || e.metaKey || e.shiftKey)
    return;
  e.preventDefault();
  act();
});
$('back').onclick = () => move(-1);
$('next').onclick = () => move(1);

runner.onRestart = (why, started) => {
  bench.forget();
  bench.say(!started ? 'The engine cannot be started: ' + why
    : why === null ? 'The engine did not stop within 2 s and was started anew'
      : `The engine has failed and was started anew (${why})`);
};
setUpTheme(() => bench.redraw());
if (set !== null)
  handIn(set, progress);

const shown = show(atAddress(location.hash) ?? begin(), false);
document.body.dataset.ready = 'true';
await shown;

/* SPDX-License-Identifier: MIT */
/* An exercise: what is asked for, hints, and what came of a solution. */
import tutorial from 'star:path';

import {$, make, plural} from '../play/dom.mjs';
import {keyOf} from './progress.mjs';

const STOPPED = 130, HINTS = 3;

const joined = (text) => text.replace(/\s+/g, ' ').trim();

const words = {right: 'Solved', over: 'Correct, but with too many operations',
  different: 'Another result', failed: 'Ends with an error', refused: 'Does not compile',
  missing: 'The procedure is missing', function: 'A function, not a procedure',
  heading: 'Another heading'};

/* A page of the documentation, a lesson where it is one. */
function pageLink(page) {
  const n = parseInt(/^tutorial\/(\d+)/.exec(page)?.[1], 10);
  return make('a', n > 0 ? {href: `../learn/#${n}.1`, textContent: `lesson ${n}, ${tutorial[n - 1].title}`}
    : {href: `../${page}.html`, textContent: page.replace(/.*\//, '').replace(/_/g, ' ')});
}

/* The sentences of what is said that pictures do not show. */
const sentences = (feedback) => feedback.split('\n').filter((line) =>
  / (is wrong in|has no value|has \d|is -?\d).*:$/.test(line)).map((line) => line.replace(/:$/, '.'));

/* The values of a trial as the viewer's data of two moments: what changes from the
 * one that is wanted to the one that is found is marked as changed. */
function pictures({values}) {
  const vars = [];
  const add = (name, v, h) => vars.push({name, type: v.kind || 'integer', kind: v.kind, cell: vars.length,
    param: 0, owner: [0, vars.length], h});
  for (const v of values)
    if (!v.var)
      add(v.name, v, [[0, v.given]]);
  for (const v of values.filter((x) => x.var)) {
    if (v.given !== null && v.given !== '?' && v.given !== v.wanted)
      add(v.name + ' given', v, [[0, v.given]]);
    add(v.name + ' expected', v, [[0, v.wanted]]);
    add(v.name + ' found', v, [[0, v.wanted], [1, v.found]]);
  }
  return {files: [], spans: [], at: [-1, -1], steps: [0, 1], first: 0,
    calls: [{name: 'input', depth: 0, from: 0, to: 2, vars}], active: [], touched: [], output: [],
    formulas: {}, end: {when: 'paused', text: ''}};
}

export class Exercise {
  /* `solved` is called when one is. */
  constructor({bench, runner, progress, solved}) {
    Object.assign(this, {bench, runner, progress, solved});
    $('hint').onclick = () => this.hint();
    $('watch').onclick = () => this.watch();
  }

  /* Its heading, to begin with. */
  draft(e) {
    return this.progress.of(keyOf(e)).text ?? `${e.heading}\nbegin\n  \nend;\n`;
  }

  keep() {
    if (this.bench.text !== this.draft(this.exercise))
      this.progress.set(keyOf(this.exercise), {text: this.bench.text});
  }

  show(e) {
    this.exercise = e;
    this.grade = null;
    $('asked').textContent = joined(e.text);
    $('heading').textContent = e.heading;
    $('bound').textContent = `Operations at most: ${e.formula}.` +
      (e.unit === undefined ? ` In a terminal: star exercise ${e.number} FILE` : '');
    this.bench.take({source: this.draft(e)});
    this.showHints();
  }

  showHints() {
    const e = this.exercise, seen = this.progress.of(keyOf(e)).hints;
    const hints = [e.hint1, e.hint2, e.hint3].slice(0, seen);
    $('hints').replaceChildren(...hints.map((text) => make('li', {textContent: joined(text)})));
    $('hint').disabled = seen >= HINTS;
    $('hint').textContent = `Hint ${Math.min(seen + 1, HINTS)} of ${HINTS}`;
  }

  hint() {
    if ($('task').hidden)
      return;
    const {hints} = this.progress.of(keyOf(this.exercise));
    if (hints < HINTS)
      this.progress.set(keyOf(this.exercise), {hints: hints + 1});
    this.showHints();
  }

  /* ---- What came of it ---- */

  /* Pages as links, and the rest of the line. */
  showRead(solved) {
    $('read').hidden = !solved || this.exercise.read === '';
    const parts = joined(this.exercise.read).split(', ').filter((part) => part !== '').map((part) => {
      const page = /^the page (.*)$/.exec(part);
      return page === null ? make('code', {textContent: part}) : pageLink(page[1]);
    });
    $('read').replaceChildren('Read next: ', ...parts.flatMap((p, k) => k === 0 ? [p] : [', ', p]));
  }

  /* In a sentence, and what there is more to say. */
  verdict(grade) {
    const {end, feedback} = grade;
    if (end === 'right')
      return [`Solved: right on ${plural(grade.inputs, 'input')}, ` +
        `${plural(grade.operations, 'operation')} where the reference takes ${grade.reference}` +
        (grade.most === null ? '.' : ` and ${grade.most} are allowed.`),
      'The reference:\n\n' + feedback.replace(/^[\s\S]*?The reference:\s*/, '')];
    if (grade.values !== undefined)
      return [[words[end] + '.', ...sentences(feedback)].join(' '), ''];
    return [words[end] + '.', feedback.replace(/^[^:\n]*: correct[^\n]*\n+/, '')];
  }

  showGrade(end, source) {
    const {grade, reports} = end, {bench} = this;
    bench.showReports(end.status === STOPPED ? [] : reports, source);
    if (end.status === STOPPED)
      return bench.say('Stopped');
    if (!grade)
      return bench.say('Failed');
    this.grade = grade;
    this.source = source;
    const [sentence, more] = this.verdict(grade);
    $('result').hidden = grade.feedback === '';
    $('result').className = grade.solved ? 'right' : 'wrong';
    $('verdict').textContent = sentence;
    $('watch').hidden = grade.program === undefined;
    $('told').hidden = more === '';
    $('told').textContent = more;
    if (grade.solved)
      this.progress.set(keyOf(this.exercise), {solved: true});
    this.showRead(grade.solved);
    if (grade.values !== undefined)
      bench.view.load(pictures(grade), {still: true, at: 1});
    bench.say(grade.feedback === '' ? words[grade.end]
      : grade.inputs > 0 ? `Tried on ${plural(grade.inputs, 'input')}` : 'Tried');
    $('result').scrollIntoView({block: 'nearest'});
    return this.solved();
  }

  async attempt() {
    const {bench} = this;
    if (bench.busy)
      return;
    const source = bench.text;
    await bench.prepare('Tries it');
    $('result').hidden = true;
    const {exercise} = this, {errand} = bench;
    const end = await this.runner.grade(exercise, source, bench.path);
    bench.allow(true);
    if (!end.lost && exercise === this.exercise && errand === bench.errand)
      this.showGrade(end, source);
  }

  /* Steps through the solution on the input that shows the mistake. */
  async watch() {
    if (this.bench.busy)
      return;
    await this.bench.watch(this.grade.program, this.source);
  }
}

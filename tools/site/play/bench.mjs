/* SPDX-License-Identifier: MIT */
/* A program, its run and its memory: the editor, the viewer of `star trace`, and
 * one row of controls for both. The page has bench.html in it. */
import {openViewer} from 'star:viewer';

import {$, download, make, plural} from './dom.mjs';
import {Editor} from './editor.mjs';
import {message} from './messages.mjs';
import {Output} from './output.mjs';

/* Statements that the viewer has at a time; the fewer, the sooner they are there. */
const STOPPED = 130, WINDOW = 2000, FEW = 8;
const LOOK = 250; /* ms between two looks at the memory while a program runs */
const COLUMN = 400; /* pixels for the memory where panels stand in one column */
const SOON = 1; /* seconds: a run that took no longer is followed at once */

/* Variables as the viewer's data of a run of which nothing else is known. */
function still(name, list) {
  const vars = list.map((v, cell) => ({name: v.name, type: v.type, kind: v.kind, cell,
    names: v.names, param: 0, owner: [0, cell], h: [[0, v.value]]}));
  return {files: [], spans: [], at: [-1], steps: [0], first: 0,
    calls: [{name, depth: 0, from: 0, to: 1, vars}], active: [], touched: [], output: [],
    formulas: {}, end: {when: 'paused', text: ''}};
}

const nameOf = (source) => /\bprogram\s+(\w+)/i.exec(source)?.[1] ?? '';

export class Bench {
  /* Options: `path` of the program, `keys` more of them, `changed` is called after
   * each change of the text, `began` when a run begins, `ended` after it. */
  constructor({runner, path, keys = [], changed = () => {}, began = () => {},
    ended = () => {}}) {
    Object.assign(this, {runner, path, changed, began, ended});
    this.input = '';
    this.errand = 0; /* number of the newest search or run: older ones give up */
    this.followed = null; /* what is stepped through: {source, input, total}, where
                             its text is shown */
    this.following = null; /* a promise: it is being followed */
    this.onShown = () => {};
    this.instead = null; /* what Run does, if that is no run */
    this.lay();
    this.editor = new Editor($('editor'), {
      path, keys: [...this.keys(), ...keys], explain: (code) => runner.explain(code),
      check: (source) => runner.ask('check', {source, path}),
      call: (source, before) => runner.ask('call', {source, before, path}),
      changed: () => this.changed(),
    });
    this.output = new Output($('bench').querySelector('.sv-output'));
    this.view = openViewer($('bench'), still('', []), {program: false, still: true,
      height: () => this.height(), film: (name) => this.film(name),
      onShow: (shown) => this.show(shown)});
    $('bench').querySelector('.sv-panels').classList.remove('sv-bare');
    $('run').onclick = () => this.run();
    $('stop').onclick = () => runner.stop();
    $('step').onclick = () => this.step();
    $('cursor').onclick = () => this.toCursor();
  }

  /* The page's parts among the viewer's. */
  lay() {
    const find = (name) => $('bench').querySelector('.sv-' + name);
    find('row').prepend($('runs'));
    find('program').replaceChildren($('editor'));
    find('panels').prepend($('messages'));
    find('outputs').querySelector('h2').append(make('span', {id: 'status', role: 'status'}));
    $('status').setAttribute('role', 'status');
  }

  /* The room of the memory: its panel, unless that grows with it. */
  height() {
    const [panels, box, pictures] = ['panels', 'memory', 'pictures']
      .map((name) => $('bench').querySelector('.sv-' + name));
    return getComputedStyle(panels).display === 'flex' ? COLUMN
      : Math.max(90, box.clientHeight - (pictures.offsetTop - box.offsetTop) - 12);
  }

  keys() {
    const key = (name, act) => ({key: name, run: () => { act(); return true; }});
    return [key('Mod-Enter', () => this.run()), key('Mod-Shift-Enter', () => this.runner.stop()),
      key('Alt-Enter', () => this.step()), key('Alt-Shift-Enter', () => this.toCursor())];
  }

  get text() { return this.editor.text; }

  say(text) { $('status').textContent = text; }

  /* ---- What is shown ---- */

  /* In place of what was there, which ends if it runs. */
  take({source, input = ''}) {
    this.runner.stop();
    this.editor.set(source);
    this.input = input;
    this.forget();
    this.output.clear();
    this.showReports([], '');
    this.say('');
  }

  /* Nothing is known of a run any more. */
  forget() {
    this.errand++;
    this.followed = null;
    this.editor.mark(null);
    this.view.load(still('', []), {still: true});
  }

  showReports(reports, source) {
    const actions = {explain: (code) => this.runner.explain(code), correct: (report) => {
      if (this.text === source)
        this.editor.correct(report);
      else
        this.say('The program has changed since.');
    }, goTo: (r) => this.editor.goTo(r.line, r.column)};
    const grave = (r) => r.severity === 'error' ? 0 : 1;
    $('messages').hidden = reports.length === 0;
    $('reports').replaceChildren(...[...reports].sort((a, b) => grave(a) - grave(b)).map((r) =>
      message(r, {[this.path]: source}, actions)));
  }

  async showVariables(source) {
    const {errand} = this, list = await this.runner.ask('variables');
    if (list !== null && errand === this.errand)
      this.view.load(still(nameOf(source), list), {still: true});
  }

  /* The statement that is to be done, if it is one of this text. */
  show(shown) {
    this.onShown();
    if (this.followed === null)
      return;
    this.editor.mark(shown.file !== this.path || this.followed.source !== this.text ||
      shown.row > this.editor.lines ? null
      : {line: shown.row, column: shown.column, end_line: shown.lastRow,
        end_column: shown.lastColumn});
  }

  /* ---- Runs ---- */

  allow(on) {
    $('stop').disabled = on;
    $('run').disabled = $('step').disabled = $('cursor').disabled = !on;
  }

  async prepare(what) {
    if (this.following !== null) {
      this.runner.stop();
      await this.following;
    }
    this.forget();
    this.output.clear();
    this.showReports([], '');
    this.say(what);
    this.allow(false);
    this.began();
  }

  /* What has come to its end, in a sentence. */
  conclude(end) {
    this.allow(true);
    if (end.lost)
      return; /* the restart has said so */
    const errors = end.reports.filter((r) => r.severity === 'error');
    const took = end.seconds.toFixed(2) + ' s';
    this.say(end.status === STOPPED ? `Stopped after ${plural(end.steps, 'step')}, ${took}` +
      (this.output.full ? ': the output is too long for this page' : '')
      : end.status === 0 ? 'Ended after ' + took
        : errors[0]?.line ? 'Error in line ' + errors[0].line : 'Failed');
  }

  add(text) {
    this.output.add(text);
    if (this.output.full)
      this.runner.stop();
  }

  get busy() { return this.runner.busy && this.following === null; }

  async run() {
    if (this.busy)
      return;
    if (this.instead !== null) {
      await this.instead();
      return;
    }
    const source = this.text, {input} = this;
    await this.prepare('Runs');
    const {errand} = this, left = () => errand !== this.errand;
    const looks = setInterval(() => this.showVariables(source), LOOK);
    const end = await this.runner.run(source, input, (text) => left() || this.add(text), this.path);
    clearInterval(looks);
    if (left())
      return void this.allow(true);
    this.conclude(end);
    this.output.draw();
    this.showReports(end.status === STOPPED ? [] : end.reports, source);
    if (!end.lost)
      await this.showVariables(source);
    if (!left() && end.status !== STOPPED && end.steps > 0 && end.seconds < SOON && !this.runner.busy) {
      this.following = this.follow(source, input, true);
      await this.following;
    }
    this.ended(end);
  }

  /* Runs it again, so that its moments can be shown: of one that was run what is
   * seen is its end, of another one its beginning. True: it can be stepped. */
  async follow(source, input, ran, text = source) {
    const {errand} = this, end = await this.runner.step(source, input, this.path);
    this.following = null;
    if (errand !== this.errand)
      return void this.allow(true);
    if (!ran) {
      this.conclude(end);
      this.showReports(end.reports, source);
    }
    if (end.moment === undefined || end.status === STOPPED || (ran && end.cut))
      return false;
    const total = end.moment.statements, failed = end.moment.when === 'failed';
    const data = await this.window(ran || failed ? total - WINDOW + 1 : 0);
    if (data === null || errand !== this.errand)
      return false;
    if (!ran)
      this.say(plural(total, 'statement') + (end.cut ? ' so far' : ''));
    this.followed = {source: text, input, total};
    this.view.load(data, {total, at: ran || failed ? total : 0,
      more: (first, soon) => this.window(first, soon ? FEW : WINDOW), onEnd: ran ? () => this.output.draw() : undefined});
    return true;
  }

  /* Saves how a variable changes in the run that is followed. */
  async film(name) {
    this.say(`Makes ${name}.gif`);
    const bytes = await this.runner.ask('film', {name, statements: this.followed.total});
    if (bytes !== null)
      download(name + '.gif', bytes);
    this.say(bytes !== null ? `${name}.gif is saved` : `${name} is too large for a picture`);
  }

  async window(first, most = WINDOW) {
    const data = await this.runner.ask('trace', {first: Math.max(0, first), most});
    if (data !== null)
      this.data = data;
    return data;
  }

  /* ---- Steps ---- */

  /* Whether this program is followed, or can be now. */
  async ready() {
    if (this.following !== null)
      await this.following;
    const {followed, input} = this, source = this.text;
    if (followed !== null && followed.source === source && followed.input === input)
      return 'there';
    await this.prepare('Runs, to be stepped through');
    return await this.follow(source, input, false) ? 'new' : null;
  }

  /* Steps through a program whose lines are those of the text that is shown, from
   * its first call on. */
  async watch(program, text) {
    await this.prepare('Runs, to be stepped through');
    if (!await this.follow(program, '', false, text))
      return;
    const call = this.data.calls.find((c) => c.depth === 1);
    if (call !== undefined)
      this.view.go(call.from);
    await this.focus();
  }

  /* To the button of the next statement, which is enabled once it is drawn. */
  async focus() {
    await new Promise((shown) => { this.onShown = shown; });
    this.onShown = () => {};
    $('bench').querySelector('[data-do=next]').focus();
  }

  get atEnd() { return this.view.now().statement === this.followed.total; }

  async step() {
    if (this.busy)
      return;
    const ready = await this.ready();
    if (ready === 'there')
      this.view.move(this.atEnd ? 'first' : 'next');
    if (ready !== null)
      await this.focus();
  }

  async toCursor() {
    if (this.busy)
      return;
    const {line} = this.editor;
    if (await this.ready() !== null)
      await this.toLine(line);
  }

  /* The number of the next statement at a line of the program, from one on;
   * undefined: there is none, or nobody wants it any more. */
  async find(line, number, errand) {
    let {data} = this;
    while (errand === this.errand) {
      if (number < data.first || number >= data.first + data.at.length)
        data = await this.window(number);
      if (data === null || number >= data.first + data.at.length)
        return undefined;
      const {at, spans, files, first} = data;
      for (; number < first + at.length; number++) {
        const span = spans[at[number - first]];
        if (span && span[1] === line && files[span[0]].path === this.path)
          return number;
      }
      if (number > this.followed.total)
        return undefined;
    }
    return undefined;
  }

  /* To the next time at a line of the program; from its end the first time. */
  async toLine(line) {
    const errand = ++this.errand;
    this.say('Looks for line ' + line);
    const number = await this.find(line, this.atEnd ? 0 : this.view.now().statement + 1, errand);
    if (errand !== this.errand || this.followed === null)
      return;
    const {statement, stop} = this.view.now();
    if (number !== undefined)
      this.view.go(number - (statement - stop));
    this.say(number !== undefined ? 'Line ' + line
      : 'Line ' + line + ' is not reached from here on');
  }

  redraw() {
    this.view.go(this.view.now().stop);
  }
}

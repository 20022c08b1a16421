/* SPDX-License-Identifier: MIT */
/* The picture of a run that is stepped through: the viewer of `star trace`. */
import {fragment, openViewer} from 'star:viewer';

const WINDOW = 2000; /* statements that the viewer has at a time */

export class Stepping {
  /* `mark(place)` marks a place of the program, null none; `say` tells the
   * user something. */
  constructor({runner, section, root, path, mark, say}) {
    Object.assign(this, {runner, section, root, path, mark, say});
    this.view = null;
    this.errand = 0; /* number of the newest search */
  }

  get isOpen() { return this.view !== null; }

  async window(first) {
    const data = await this.runner.ask('trace', {first, most: WINDOW});
    if (data !== null)
      this.data = data;
    return data;
  }

  /* Shows the run that the engine has followed up to a moment. */
  async open(moment) {
    this.close();
    const data = await this.window(0);
    if (data === null)
      return this.say('There is no memory for the picture of this run.');
    this.total = moment.statements;
    this.section.hidden = false;
    document.body.classList.add('steps');
    this.root.innerHTML = fragment;
    this.view = openViewer(this.root, data, {
      program: false, total: moment.statements,
      at: moment.when === 'failed' ? moment.statements : 0,
      more: (first) => this.window(first),
      onShow: (shown) => this.show(shown),
    });
    return undefined;
  }

  show(shown) {
    this.mark(shown.file !== this.path ? null : {line: shown.row,
      column: shown.column, end_line: shown.lastRow, end_column: shown.lastColumn});
  }

  close() {
    this.errand++;
    if (this.view !== null)
      this.view.close();
    this.view = null;
    this.root.replaceChildren();
    this.section.hidden = true;
    document.body.classList.remove('steps');
    this.mark(null);
  }

  move(name) {
    this.view.move(name);
  }

  /* The number of the next statement at a line of the program, from one on;
   * undefined: there is none, or nobody wants it any more. */
  async find(line, number, errand) {
    let data = this.data;
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
      if (number > this.total)
        return undefined;
    }
    return undefined;
  }

  /* To the next time at a line of the program. */
  async toLine(line) {
    const errand = ++this.errand, {statement} = this.view.now();
    this.say('Looks for line ' + line);
    const number = await this.find(line, statement + 1, errand);
    if (errand !== this.errand || !this.isOpen)
      return;
    const {statement: now, stop} = this.view.now();
    if (number !== undefined)
      this.view.go(number - (now - stop));
    this.say(number !== undefined ? 'Line ' + line
      : 'Line ' + line + ' is not reached from here on');
  }

  redraw() {
    if (this.view !== null)
      this.view.go(this.view.now().stop);
  }
}

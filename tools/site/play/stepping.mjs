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
    this.section.hidden = false;
    document.body.classList.add('steps');
    this.root.innerHTML = fragment;
    this.view = openViewer(this.root, data, {
      program: false, total: moment.statements, at: 0,
      more: (first) => this.window(first),
      onShow: (shown) => this.show(shown),
    });
    return undefined;
  }

  show(shown) {
    this.shown = shown;
    this.mark(shown.file !== this.path ? null : {line: shown.row,
      column: shown.column, end_line: shown.lastRow, end_column: shown.lastColumn});
  }

  close() {
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

  /* To the next time at a line of the program. */
  toLine(line) {
    const {at, spans, files} = this.data;
    const isThere = (k) => spans[at[k]] && spans[at[k]][1] === line &&
      files[spans[at[k]][0]].path === this.path;
    for (let k = this.view.now().stop + 1; k < at.length; k++)
      if (isThere(k))
        return this.view.go(k);
    return this.say('Line ' + line + ' is not reached from here on.');
  }

  redraw() {
    if (this.view !== null)
      this.view.go(this.view.now().stop);
  }
}

/* SPDX-License-Identifier: MIT */
/* The heading of what is called, above the arguments that are written: what the
 * cursor is at stands out. Escape closes it, until another call is begun. */
import {StateEffect, StateField} from '@codemirror/state';
import {EditorView, ViewPlugin, keymap, showTooltip} from '@codemirror/view';

import {make} from './dom.mjs';

const DELAY = 80; /* ms after a key */

const setCall = StateEffect.define();

/* A tooltip; what is the same as before stays the same. */
function tooltip(pos, {heading, start, end}, shown) {
  const key = [heading, start].join();
  const create = () => ({dom: make('div', {className: 'cm-call', role: 'note', ariaLabel: 'What is called'},
    heading.slice(0, start), make('b', {textContent: heading.slice(start, end)}), heading.slice(end))});
  return {pos, above: true, key, create: shown?.key === key ? shown.create : create};
}

const field = StateField.define({
  create: () => null,
  update(value, change) {
    for (const e of change.effects)
      if (e.is(setCall))
        return e.value && tooltip(e.value.pos, e.value.call, value);
    return value && {...value, pos: change.changes.mapPos(value.pos)};
  },
  provide: (f) => showTooltip.from(f),
});

/* `call(source, before)` promises {heading, start, end} or null. */
class Asks {
  constructor(view, call) {
    Object.assign(this, {view, call, asked: 0, timer: 0});
  }

  /* Typing opens it; the cursor moves within it. */
  update(change) {
    const typed = change.transactions.some((t) => t.isUserEvent('input.type'));
    const shown = change.state.field(field) !== null;
    if (typed || (shown && (change.docChanged || change.selectionSet))) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.ask(), DELAY);
    }
  }

  async ask() {
    const {state} = this.view, pos = state.selection.main.head, mine = ++this.asked;
    const source = state.doc.toString();
    const found = await this.call(source, source.slice(0, pos));
    if (mine !== this.asked || this.view.state.doc !== state.doc)
      return;
    if (found !== null || this.view.state.field(field) !== null)
      this.view.dispatch({effects: setCall.of(found && {call: found, pos})});
  }

  destroy() { clearTimeout(this.timer); }
}

function close(view) {
  if (view.state.field(field) === null)
    return false;
  view.dispatch({effects: setCall.of(null)});
  return true;
}

export const signature = (call) => [field, ViewPlugin.define((view) => new Asks(view, call)),
  keymap.of([{key: 'Escape', run: close}]), EditorView.domEventHandlers({blur: (e, view) => {
    setTimeout(() => close(view), 0);
  }})];

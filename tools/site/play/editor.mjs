/* SPDX-License-Identifier: MIT */
/* The editor of the program: CodeMirror, with the engine's messages below the
 * text while it is typed, and the mark of the statement that is to be done. */
import {autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap}
  from '@codemirror/autocomplete';
import {defaultKeymap, history, historyKeymap} from '@codemirror/commands';
import {bracketMatching, indentOnInput, indentService} from '@codemirror/language';
import {lintGutter, lintKeymap, linter} from '@codemirror/lint';
import {highlightSelectionMatches, searchKeymap} from '@codemirror/search';
import {EditorState, StateEffect, StateField} from '@codemirror/state';
import {Decoration, EditorView, ViewPlugin, drawSelection, highlightActiveLine, keymap,
  lineNumbers} from '@codemirror/view';

import {indent} from './indent.mjs';
import {completion, star} from './language.mjs';
import {signature} from './signature.mjs';

const DELAY = 300; /* after the last key a text is checked */

/* ---- Places ---- */

/* The offset of a line and a column, which counts characters of Unicode. */
function offset(doc, line, column) {
  if (line > doc.lines)
    return doc.length;
  const at = doc.line(Math.max(1, line));
  let k = 0;
  for (const c of at.text) {
    if (--column < 1)
      break;
    k += c.length;
  }
  return at.from + k;
}

export function range(doc, report) {
  const from = offset(doc, report.line, report.column);
  const to = offset(doc, report.end_line, report.end_column);
  return to > from ? {from, to}
    : {from: Math.max(0, Math.min(from, doc.length - 1)),
      to: Math.min(doc.length, from + 1)};
}

/* ---- Messages ---- */

/* A message with what its code means, asked for once it is looked at. */
function tell(report, explain) {
  const box = document.createElement('div');
  const add = (name, text) => {
    const p = box.appendChild(document.createElement('p'));
    p.className = name;
    p.textContent = text;
    return p;
  };
  add('told', report.message + (report.code ? ' [' + report.code + ']' : ''));
  if (report.hint)
    add('hint', 'Hint: ' + report.hint);
  for (const label of report.labels)
    add('hint', 'Line ' + label.line + ': ' + label.message);
  const why = add('why', '');
  explain(report.code).then((e) => {
    why.textContent = e ? e.explanation : '';
  });
  return box;
}

/* What CodeMirror shows of a message; of those in other files none. */
export function diagnostic(doc, report, explain) {
  const {from, to} = range(doc, report);
  const insert = report.suggestion;
  return {
    from, to,
    severity: report.severity === 'note' ? 'info' : report.severity,
    message: report.message,
    renderMessage: () => tell(report, explain),
    actions: !insert ? [] : [{
      name: 'Write ' + insert,
      apply: (view, a, b) => view.dispatch({changes: {from: a, to: b, insert}}),
    }],
  };
}

/* ---- The statement that is to be done ---- */

const setNow = StateEffect.define();
const nowLine = Decoration.line({class: 'cm-now-line'});
const nowText = Decoration.mark({class: 'cm-now', attributes: {'aria-current': 'step'}});

function marks(doc, place) {
  if (place === null)
    return Decoration.none;
  return Decoration.set([nowLine.range(doc.lineAt(place.from).from),
    nowText.range(place.from, place.to)]);
}

const nowField = StateField.define({
  create: () => Decoration.none,
  update(value, change) {
    for (const e of change.effects)
      if (e.is(setNow))
        return marks(change.state.doc, e.value);
    return change.docChanged ? Decoration.none : value;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/* ---- Brackets and long lines ---- */

const matching = Decoration.mark({class: 'cm-matchingBracket'});

/* The brackets of a comment are none. */
function renderMatch({start, end, matched}, state) {
  const comment = (at) => state.sliceDoc(Math.max(0, at.from - 1), at.to + 1).includes('*');
  return !matched || comment(start) || comment(end) ? []
    : [start, end].map((at) => matching.range(at.from, at.to));
}

/* What does not fit goes on below where its line, or the text of its comment,
 * begins. */
const hanging = ViewPlugin.define((view) => ({
  lines: hangingLines(view),
  update(change) {
    if (change.docChanged || change.viewportChanged)
      this.lines = hangingLines(change.view);
  },
}), {decorations: (plugin) => plugin.lines});

function hangingLines(view) {
  const found = [], {doc} = view.state;
  for (const {from, to} of view.visibleRanges)
    for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
      const n = /^ *((\(\*|\/\*|\{) *)?/.exec(line.text)[0].length;
      if (n > 0)
        found.push(Decoration.line({attributes: {style: `text-indent: -${n}ch; ` +
          `padding-left: calc(${n}ch + 6px)`}}).range(line.from));
      if (line.to >= to || line.number === doc.lines)
        break;
    }
  return Decoration.set(found);
}

/* ---- The editor ---- */

const look = EditorView.theme({
  '&': {height: '100%', backgroundColor: 'var(--card)', color: 'var(--ink)'},
  '.cm-content': {caretColor: 'var(--ink)'},
  '.cm-cursor': {borderLeftColor: 'var(--ink)'},
  '.cm-gutters': {backgroundColor: 'var(--card)', color: 'var(--note)',
    borderRight: '1px solid var(--line)'},
});

export class Editor {
  /* `check(source)` promises reports, `explain(code)` what a code means,
   * `call(source, before)` the call around the end of the text before; `changed` is called after each change, `keys` are more of them. */
  constructor(parent, {check, explain, call, changed, keys, path}) {
    const lint = linter(async (view) => {
      const {doc} = view.state, text = doc.toString();
      const reports = text === this.given ? [] : await check(text);
      return (reports || []).filter((r) => r.file === path)
        .map((r) => diagnostic(doc, r, explain));
    }, {delay: DELAY});
    this.given = ''; /* the text that nobody has typed: nothing is said of it */
    this.view = new EditorView({parent, state: EditorState.create({
      extensions: [
        lineNumbers(), lintGutter(), history(), drawSelection(), EditorView.lineWrapping,
        highlightActiveLine(), bracketMatching({renderMatch}), closeBrackets(), hanging,
        indentOnInput(), indentService.of(indent), signature(call), highlightSelectionMatches(), nowField, star, lint, look,
        autocompletion({override: [completion]}),
        EditorView.contentAttributes.of({'aria-label': 'Program',
          tabindex: '0', spellcheck: 'false', autocapitalize: 'off'}),
        EditorView.updateListener.of((u) => {
          if (u.docChanged)
            changed();
        }),
        keymap.of([...keys, ...closeBracketsKeymap, ...completionKeymap,
          ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
      ],
    })});
  }

  get text() { return this.view.state.doc.toString(); }

  get lines() { return this.view.state.doc.lines; }

  /* The line of the cursor. */
  get line() {
    const {doc, selection} = this.view.state;
    return doc.lineAt(selection.main.head).number;
  }

  /* Undo brings back what was there. */
  set(text) {
    const to = this.view.state.doc.length;
    this.given = text;
    this.view.dispatch({changes: {from: 0, to, insert: text}, selection: {anchor: 0}});
    this.box.scrollTop = 0;
  }

  /* What scrolls the text: the editor, or what it is in, but not the page. */
  get box() {
    const {scrollDOM, dom} = this.view;
    return scrollDOM.scrollHeight > scrollDOM.clientHeight ? scrollDOM : dom.parentElement;
  }

  /* Marks a place, {line, column, end_line, end_column}; null: none. */
  mark(place) {
    const at = place === null ? null : range(this.view.state.doc, place);
    this.view.dispatch({effects: setNow.of(at)});
    if (at === null)
      return;
    const {box} = this, {top, bottom} = this.view.lineBlockAt(at.from);
    if (top < box.scrollTop + 40 || bottom > box.scrollTop + box.clientHeight - 40)
      box.scrollTop = top - box.clientHeight / 3;
  }

  /* Writes what a message suggests. */
  correct(report) {
    const changes = {...range(this.view.state.doc, report), insert: report.suggestion};
    this.view.dispatch({changes});
    this.view.focus();
  }

  goTo(line, column) {
    const at = offset(this.view.state.doc, line, column);
    this.view.dispatch({selection: {anchor: at}, scrollIntoView: true});
    this.view.focus();
  }
}

/* SPDX-License-Identifier: MIT */
/* STAR for CodeMirror, from the words and names that the engine knows:
 * colours, completion and what is said of a name. */
import {HighlightStyle, StreamLanguage, syntaxHighlighting}
  from '@codemirror/language';
import {tags} from '@lezer/highlight';
import {hoverTooltip} from '@codemirror/view';

import language from 'star:words';

const lower = (text) => text.toLowerCase();
/* Words that mean something only where they stand, as `slice`, are names with
 * the kind `word`. */
const words = new Set([...language.words, ...language.names
  .filter((n) => n.kind === 'word').map((n) => n.name)].map(lower));
const known = new Map();
for (const n of language.names)
  if (n.kind !== 'word')
    known.set(lower(n.name), [...(known.get(lower(n.name)) || []), n]);

/* ---- Colours ---- */

const comments = {'{': /^[^}]*\}/, '(*': /^.*?\*\)/, '/*': /^.*?\*\//};

/* Within a comment up to its end, which may be in another line. */
function comment(stream, state) {
  if (stream.match(comments[state.comment]))
    state.comment = null;
  else
    stream.skipToEnd();
  return 'comment';
}

function token(stream, state) {
  if (state.comment !== null)
    return comment(stream, state);
  if (stream.eatSpace())
    return null;
  const opened = stream.match(/^(\{|\(\*|\/\*)/);
  if (opened) {
    state.comment = opened[0];
    return comment(stream, state);
  }
  if (stream.match(/^\/\/.*/))
    return 'comment';
  if (stream.match(/^'([^']|'')*'?/))
    return 'string';
  if (stream.match(/^\d+(\.\d+)?([eE][+-]?\d+)?/))
    return 'number';
  const name = stream.match(/^[A-Za-z_]\w*/);
  if (name)
    return words.has(lower(name[0])) ? 'keyword'
      : known.has(lower(name[0])) ? 'variableName.standard' : 'variableName';
  stream.next();
  return null;
}

const mode = StreamLanguage.define({
  name: 'star',
  startState: () => ({comment: null}),
  copyState: (state) => ({...state}),
  token,
  languageData: {
    commentTokens: {block: {open: '{', close: '}'}},
    closeBrackets: {brackets: ['(', '[', '{', '\'']},
    indentOnInput: /^\s*(begin|else|end|until)\w?$/i,
  },
});

/* By the colours of the page, which know light and dark. */
const colours = HighlightStyle.define([
  {tag: tags.keyword, color: 'var(--word)'},
  {tag: tags.comment, color: 'var(--note)', fontStyle: 'italic'},
  {tag: tags.string, color: 'var(--text)'},
  {tag: tags.number, color: 'var(--number)'},
  {tag: tags.standard(tags.variableName), color: 'var(--number)'},
]);

/* ---- Names ---- */

/* What is known of a name: heading, sentence, unit, number of operations. */
export function describe(name) {
  const box = document.createElement('div');
  box.className = 'about';
  for (const n of known.get(lower(name)) || []) {
    box.appendChild(document.createElement('code')).textContent = n.heading || n.name;
    box.appendChild(document.createElement('p')).textContent =
      [n.text, n.formula && 'Operations: ' + n.formula + '.',
        n.unit && 'Of unit ' + n.unit + '.'].filter((t) => t).join(' ');
  }
  return box;
}

export const isKnown = (name) => known.has(lower(name));

const types = {procedure: 'function', primitive: 'method', required: 'constant'};

const offered = [
  ...[...known.values()].map(([n]) => ({label: n.name, type: types[n.kind],
    detail: n.text ? n.text.split('\n')[0].slice(0, 60) : '',
    info: () => describe(n.name)})),
  ...[...words].map((word) => ({label: word, type: 'keyword'})),
];

/* The names that the program has itself. */
function own(context) {
  const names = new Map();
  for (const [name] of context.state.doc.toString().matchAll(/[A-Za-z_]\w+/g))
    if (!known.has(lower(name)) && !words.has(lower(name)) &&
        !names.has(lower(name)))
      names.set(lower(name), {label: name, type: 'variable'});
  return [...names.values()];
}

function complete(context) {
  const word = context.matchBefore(/[A-Za-z_]\w*/);
  if (word === null && !context.explicit)
    return null;
  if (word !== null && !context.explicit && word.to - word.from < 2)
    return null;
  const here = word === null ? '' : lower(word.text);
  return {from: word === null ? context.pos : word.from, validFor: /^\w*$/,
    options: [...own(context).filter((o) => lower(o.label) !== here), ...offered]};
}

const hover = hoverTooltip((view, at) => {
  const line = view.state.doc.lineAt(at);
  for (const found of line.text.matchAll(/[A-Za-z_]\w*/g)) {
    const from = line.from + found.index, to = from + found[0].length;
    if (from <= at && at <= to && isKnown(found[0]))
      return {pos: from, end: to, above: true,
        create: () => ({dom: describe(found[0])})};
  }
  return null;
});

export const completion = complete;
export const star = [mode, syntaxHighlighting(colours), hover];

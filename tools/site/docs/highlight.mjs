/* SPDX-License-Identifier: MIT */
/* The colours of a program: HTML of a text, with the words of the language. */

const PIECE = /(?<comment>{[^}]*}?|\(\*[^]*?(?:\*\)|$)|\/\/.*|\/\*[^]*?(?:\*\/|$))|(?<string>'(?:[^'\n]|'')*'?)|(?<number>\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b)|(?<word>[a-z_]\w*)/gi;

export function escaped(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/* Whether a word is one of the language; SET( is the operation. */
function isWord(word, words, next) {
  return words.has(word.toLowerCase()) && !(word.toLowerCase() === 'set' && next === '(');
}

export function highlight(text, words) {
  let html = '', at = 0;
  for (const m of text.matchAll(PIECE)) {
    const [kind, piece] = Object.entries(m.groups).find(([, p]) => p !== undefined);
    const end = m.index + piece.length;
    const plain = kind === 'word' && !isWord(piece, words, text[end]);
    html += escaped(text.slice(at, m.index));
    html += plain ? escaped(piece) : `<span class="star-${kind}">${escaped(piece)}</span>`;
    at = end;
  }
  return html + escaped(text.slice(at));
}

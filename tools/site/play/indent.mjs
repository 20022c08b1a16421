/* SPDX-License-Identifier: MIT */
/* Where a line begins: what is open before it says so. */

const TOKEN = /\{[^}]*\}?|\(\*[^]*?(?:\*\)|$)|\/\*[^]*?(?:\*\/|$)|\/\/.*|'(?:[^'\n]|'')*'?|\w+|\S/g;
const COMMENT = /^(\{|\(\*|\/\*|\/\/)/;
const OPEN = ['begin', 'repeat', 'record', 'case'], SOFT = ['do', 'then', 'else'];
const STEP = 2;

/* What is open at the end of a text, as [{word, column}], the column that of the
 * line where it begins; soft is what the next statement alone belongs to. */
class Opened {
  constructor(text) {
    this.frames = [];
    this.last = '';
    for (const found of text.matchAll(TOKEN)) {
      const line = text.slice(text.lastIndexOf('\n', found.index - 1) + 1);
      if (!COMMENT.test(found[0]))
        this.take(found[0].toLowerCase(), line.search(/\S|$/));
    }
  }

  get top() { return this.frames[this.frames.length - 1]; }

  /* Closes the frames within the innermost one of these; false: there is none. */
  closeTo(words) {
    const at = this.frames.findLastIndex((f) => words.includes(f.word));
    if (at >= 0)
      this.frames.length = at + 1;
    return at >= 0;
  }

  take(word, column) {
    const soft = SOFT.includes(this.last) ? this.top : undefined;
    if (OPEN.includes(word)) {
      this.frames.push({word, column: soft?.column ?? column});
    } else if (word === 'end' || word === 'until') {
      if (this.closeTo(word === 'end' ? ['begin', 'record', 'case'] : ['repeat']))
        this.frames.pop();
    } else if (word === 'else') {
      const {column: at} = this.closeTo(['then']) ? this.frames.pop() : {column};
      this.frames.push({word, column: at});
    } else if (SOFT.includes(word)) {
      this.frames.push({word, column: soft?.column ?? column});
    } else if (word === ';') {
      while (SOFT.includes(this.top?.word))
        this.frames.pop();
    }
    this.last = word;
  }

  /* The column of a line that begins with a word, behind one with `before`. */
  column(word, before) {
    if (word === 'end' || word === 'until' || word === 'else') {
      const found = this.closeTo(word === 'else' ? ['then']
        : word === 'end' ? ['begin', 'record', 'case'] : ['repeat']);
      return found ? this.top.column : before;
    }
    if (SOFT.includes(this.last))
      return this.top.column + (word === 'begin' ? 0 : STEP);
    if (OPEN.includes(this.last) || this.last === 'of')
      return (this.top?.column ?? before) + STEP;
    if (['var', 'const', 'type'].includes(this.last))
      return before + STEP;
    if (this.last === ';' && this.top !== undefined)
      return this.top.column + STEP;
    return word === 'begin' && this.top === undefined ? 0 : before;
  }
}

/* For CodeMirror: of a line, or of what is behind a break that is to be. */
export function indent(context, at) {
  const {doc} = context.state, line = doc.lineAt(at), text = doc.sliceString(0, at);
  const before = /(?:^|\n)([ \t]*)\S.*\s*$/.exec(text)?.[1].length ?? 0;
  const rest = context.textAfterPos(at) || line.text.slice(at - line.from);
  return new Opened(text).column(/^\s*(\w*)/.exec(rest)[1].toLowerCase(), before);
}

/* SPDX-License-Identifier: MIT */
/* The console: the session of `star repl`. An entry that lacks something goes
 * on in the next line. */
import {make} from './dom.mjs';
import {describe, isKnown} from './language.mjs';
import {message} from './messages.mjs';
import {Output} from './output.mjs';

const PROMPT = 'star> ', MORE = '    > ', STOPPED = 130;

const HELP = `Declarations, statements and expressions of STAR are run at once;
an expression shows its value. What is declared stays.
:doc NAME  explains a name of the language or the library
:vars      lists the variables with their values
:forget    forgets all that was entered
:clear     empties this console
:help      lists these commands`;

export class Console {
  /* `enter(text, output)` promises the end of an entry; `ask` is the
   * runner's, `explain` what a code means. */
  constructor({log, field, prompt, enter, ask, explain, forget, after}) {
    Object.assign(this, {log, field, prompt, enter, ask, explain, forget, after});
    this.lines = []; /* entered before, for Up and Down */
    this.at = 0;
    this.entry = 0; /* number of the last one */
    field.addEventListener('keydown', (e) => this.onKey(e));
    field.addEventListener('input', () => this.fit());
    this.fit();
  }

  get open() { return this.field.value.includes('\n'); }

  fit() {
    const rows = this.field.value.split('\n').length;
    this.field.rows = Math.min(12, rows);
    this.prompt.textContent = [PROMPT, ...Array(Math.max(0, this.field.rows - 1))
      .fill(MORE)].join('\n');
  }

  onKey(e) {
    const before = this.field.value.slice(0, this.field.selectionStart);
    const behind = this.field.value.slice(this.field.selectionEnd);
    if (e.key === 'Enter' && !e.shiftKey && !e.isComposing) {
      e.preventDefault();
      this.submit();
    } else if (e.key === 'ArrowUp' && !before.includes('\n')) {
      e.preventDefault();
      this.recall(-1);
    } else if (e.key === 'ArrowDown' && !behind.includes('\n')) {
      e.preventDefault();
      this.recall(1);
    } else if (e.key === 'Escape') {
      this.put('');
    }
  }

  put(text) {
    this.field.value = text;
    this.fit();
  }

  recall(by) {
    const at = this.at + by;
    if (at < 0 || at > this.lines.length)
      return;
    this.at = at;
    this.put(this.lines[at] || '');
  }

  say(text, name = 'said') {
    const element = make('pre', {className: name, textContent: text});
    this.log.append(element);
    this.log.scrollTop = this.log.scrollHeight;
    return element;
  }

  remember(text) {
    this.lines.push(text);
    this.at = this.lines.length;
    this.say(text.split('\n').map((line, k) => (k > 0 ? MORE : PROMPT) + line)
      .join('\n'), 'entered');
    this.put('');
  }

  async submit() {
    const text = this.field.value;
    if (this.running || text.trim() === '')
      return;
    if (text.trim().startsWith(':') && !this.open) {
      this.remember(text);
      await this.command(text.trim());
    } else {
      await this.run(text);
    }
  }

  async run(text) {
    const element = make('pre', {className: 'said'}), output = new Output(element);
    this.running = true;
    this.field.readOnly = true;
    const end = await this.enter(text, (piece) => output.add(piece));
    this.running = false;
    this.field.readOnly = false;
    if (end === null)
      return;
    if (end.open) {
      this.put(text + '\n');
      return;
    }
    this.remember(text);
    this.log.append(element);
    output.draw();
    this.conclude(text, end);
  }

  conclude(text, end) {
    const file = 'entry ' + ++this.entry;
    if (end.value)
      this.say(end.value.replace(/\n$/, ''), 'value');
    if (end.status === STOPPED)
      this.say(end.lost ? 'The entry was ended with the engine.' : 'Stopped.');
    else
      for (const report of end.reports)
        this.log.append(message(report, {[file]: text}, {explain: this.explain}));
    this.log.scrollTop = this.log.scrollHeight;
    this.after();
  }

  async command(text) {
    const [, name, argument] = /^:(\w*)\s*(.*)$/.exec(text) || [];
    if (name === 'help' || name === '') {
      this.say(HELP);
    } else if (name === 'doc') {
      if (isKnown(argument))
        this.log.append(describe(argument));
      else
        this.say('Nothing is known of \'' + argument + '\'.');
    } else if (name === 'vars') {
      const list = await this.ask('variables') || [];
      this.say(list.map((v) => v.name + ': ' + v.type + ' = ' + v.value)
        .join('\n') || 'There are no variables.');
    } else if (name === 'forget') {
      await this.forget();
      this.entry = 0;
      this.say('All entries are forgotten.');
    } else if (name === 'clear') {
      this.log.replaceChildren();
    } else {
      this.say('There is no command \':' + name + '\'; :help lists them.');
    }
    this.log.scrollTop = this.log.scrollHeight;
  }
}

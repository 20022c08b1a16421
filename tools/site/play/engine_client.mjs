/* SPDX-License-Identifier: MIT */
/* The engine as an object of JavaScript: engine.h says what its functions do.
 * It runs in a Worker, or in node. */

const KINDS = {run: 0, step: 1};

const parsed = (lines) => lines.split('\n').filter((line) => line !== '')
  .map((line) => JSON.parse(line));

export class Engine {
  /* `create` is what engine.mjs exports, `wasm` the bytes of engine.wasm, or the
   * promise of a response with them, which is compiled as it comes. */
  static open(create, wasm) {
    return new Promise((opened, failed) => {
      const instantiateWasm = (imports, done) => void (wasm instanceof Promise
        ? WebAssembly.instantiateStreaming(wasm, imports) : WebAssembly.instantiate(wasm, imports))
        .then(({instance, module}) => done(instance, module), failed);
      create({print: () => {}, printErr: () => {}, instantiateWasm})
        .then((module) => opened(new Engine(module)), failed);
    });
  }

  constructor(module) {
    this.module = module;
    this.utf8 = new TextEncoder();
  }

  /* Calls with a 0-terminated copy of each text, which is a string or bytes. */
  call(name, ...values) {
    const copies = [];
    const given = values.map((v) => {
      if (typeof v === 'number')
        return v;
      const bytes = typeof v === 'string' ? this.utf8.encode(v) : v;
      const at = this.module._malloc(bytes.length + 1);
      this.module.HEAPU8.set(bytes, at);
      this.module.HEAPU8[at + bytes.length] = 0;
      copies.push(at);
      return at;
    });
    const result = this.module['_engine_' + name](...given);
    copies.forEach((at) => this.module._free(at));
    return result;
  }

  text(name, ...values) {
    return this.module.UTF8ToString(this.call(name, ...values));
  }

  json(name, ...values) {
    return JSON.parse(this.text(name, ...values));
  }

  /* ---- Runs ---- */

  form(form) { this.call('form', form); }
  input(bytes) { this.call('input', bytes, bytes.length); }
  begin(kind, path, text) { return this.call('begin', KINDS[kind], path, text); }
  advance(steps) { return this.call('advance', steps) !== 0; }
  advanceFor(ms) { return this.call('advance_for', ms) !== 0; }
  end() { return this.call('end'); }
  steps() { return this.call('steps'); }
  messages() { return this.text('messages'); }
  variables() { return this.json('variables'); }

  takeOutput() {
    const at = this.call('output'), length = this.call('output_length');
    const bytes = this.module.HEAPU8.slice(at, at + length);
    this.call('output_forget');
    return bytes;
  }

  /* The messages as objects. */
  reports() { return parsed(this.messages()); }
  check(path, text) { return parsed(this.text('check', path, text)); }

  /* The call around a place, of which the text before it is given too. */
  callAt(path, text, before) {
    return this.json('call', path, text, this.utf8.encode(before).length);
  }

  /* ---- Stepping, the console, the language ---- */

  moment() { return this.json('moment'); }

  trace(first, most) {
    const text = this.text('trace', first, most);
    return text === '' ? null : JSON.parse(text);
  }

  film(name, statements) {
    const length = this.call('film', name, statements), at = this.call('answer');
    return length > 0 ? this.module.HEAPU8.slice(at, at + length) : null;
  }

  enter(name, text, whole = false) { return this.call('enter', name, text, Number(whole)); }
  value() { return this.text('value'); }
  forget() { this.call('forget'); }
  words() { return this.json('words'); }
  explain(code) { return this.json('explain', code); }
  tokens(text) { return this.json('tokens', text); }

  /* ---- Exercises ---- */

  lessons() { return this.json('lessons'); }
  lesson(path, text) { return this.json('lesson', path, text); }

  /* `unit` is the text of an exercise of one's own, `name` then its path. */
  grade(name, path, text, unit = '') { return this.call('grade', name, unit, path, text); }

  /* What came of it; null if it was stopped. */
  graded() { return JSON.parse(this.text('graded') || 'null'); }

  /* ---- Files ---- */

  makeFolder(path) { this.module.FS.mkdirTree(path); }
  changeFolder(path) {
    this.makeFolder(path);
    this.module.FS.chdir(path);
  }
  writeFile(path, bytes) { this.module.FS.writeFile(path, bytes); }
  readFile(path) { return this.module.FS.readFile(path); }
  files(folder) {
    return this.module.FS.readdir(folder).filter((n) => n !== '.' && n !== '..');
  }
}

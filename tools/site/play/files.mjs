/* SPDX-License-Identifier: MIT */
/* The engine's files: those of the page, the user's and what programs saved. */
import {download, make, plural} from './dom.mjs';
import {unpacked} from './link.mjs';

const LARGEST = 1 << 29;
const KINDS = /\.(mtx|gr|txt|csv|tsv|edges|bits|star)$/i;

const sizeOf = (n) => n < 2000 ? plural(n, 'byte')
  : n < 2e6 ? Math.round(n / 1000) + ' KB' : Math.round(n / 1e6) + ' MB';

/* What is no program is a unit, and stays a file. */
const isProgram = (bytes) => /\bprogram\b/i.test(new TextDecoder().decode(bytes));

export class Files {
  /* `graphs` is {name: text}; `open(text)` takes a program that was dropped,
   * `say` a sentence for the user. */
  constructor({runner, list, input, graphs, open, say}) {
    Object.assign(this, {runner, list, open, say});
    this.fresh = new Set();
    runner.onFiles = (paths) => {
      for (const path of paths)
        this.fresh.add(path);
      this.show();
    };
    const utf8 = new TextEncoder();
    for (const [name, text] of Object.entries(graphs))
      runner.write(name, utf8.encode(text));
    this.fresh.clear();
    this.show();
    input.onchange = () => this.take([...input.files]).then(() => { input.value = ''; });
    this.watch();
  }

  /* Files may be dropped anywhere. */
  watch() {
    const over = (on) => document.body.classList.toggle('dropping', on);
    document.addEventListener('dragover', (e) => {
      if (!e.dataTransfer || ![...e.dataTransfer.types].includes('Files'))
        return;
      e.preventDefault();
      over(true);
    });
    document.addEventListener('dragleave', (e) => {
      if (e.relatedTarget === null)
        over(false);
    });
    /* Before the editor, which would insert the text. */
    document.addEventListener('drop', (e) => {
      over(false);
      const files = e.dataTransfer ? [...e.dataTransfer.files] : [];
      if (files.length === 0)
        return;
      e.preventDefault();
      e.stopPropagation();
      this.take(files);
    }, true);
  }

  async take(files) {
    for (const file of files)
      try {
        await this.takeOne(file);
      } catch (error) {
        this.say('\'' + file.name + '\' cannot be read: ' + error.message);
      }
  }

  async takeOne(file) {
    const packed = /\.gz$/i.test(file.name), name = file.name.replace(/\.gz$/i, '');
    if (!KINDS.test(name))
      return this.say('\'' + file.name + '\' is no .mtx, .gr, .txt, .csv, .tsv, .edges, .bits or .star file.');
    if (file.size > LARGEST)
      return this.say('\'' + file.name + '\' is too large for this page.');
    let bytes = new Uint8Array(await file.arrayBuffer());
    if (packed)
      bytes = await unpacked(bytes);
    if (/\.star$/i.test(name) && isProgram(bytes)) {
      this.open(new TextDecoder().decode(bytes));
      return this.say('\'' + name + '\' is in the editor; Undo brings back what was there.');
    }
    await this.runner.write(name, bytes);
    return this.say('\'' + name + '\' is there: load(T, \'' + name + '\', adjacency).');
  }

  show() {
    const item = ([path, bytes]) => make('li', {},
      make('button', {type: 'button', textContent: path, title: 'Save ' + path,
        onclick: () => download(path, bytes)}),
      make('span', {className: 'soft', textContent: ' ' + sizeOf(bytes.length) +
        (this.fresh.has(path) ? ', new' : '')}));
    this.list.replaceChildren(...[...this.runner.files].sort().map(item));
  }
}

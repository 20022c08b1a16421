/* SPDX-License-Identifier: MIT */
/* Output as it comes: all is kept, the end is shown, drawn once a frame. */

const SHOWN = 200000; /* characters */
const KEPT = 1 << 26; /* of more a program is to be stopped */

export class Output {
  constructor(element) {
    this.element = element;
    this.clear();
  }

  clear() {
    this.parts = [];
    this.length = 0;
    this.tail = '';
    this.draw();
  }

  get text() { return this.parts.join(''); }
  get full() { return this.length > KEPT; }

  add(text) {
    this.parts.push(text);
    this.length += text.length;
    this.tail = (this.tail + text).slice(-SHOWN);
    if (!this.waiting)
      this.waiting = setTimeout(() => this.draw(), 30);
  }

  draw() {
    clearTimeout(this.waiting);
    this.waiting = 0;
    const hidden = this.length - this.tail.length;
    const element = this.element;
    const atEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 4;
    element.textContent = (hidden > 0 ? '... ' + hidden.toLocaleString('en') +
      ' characters before; Save has them all ...\n' : '') + this.tail;
    if (atEnd)
      element.scrollTop = element.scrollHeight;
  }
}

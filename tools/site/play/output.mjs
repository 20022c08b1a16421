/* SPDX-License-Identifier: MIT */
/* Output as it comes: all is kept, the end is shown, and drawn from time to time. */

const SHOWN = 200000; /* characters, */
const MOVING = 8000; /* while there comes more */
const KEPT = 1 << 26; /* of more a program is to be stopped */

const PAUSE = 30; /* ms */

export class Output {
  constructor(element) {
    this.element = element;
    this.clear();
  }

  clear() {
    this.parts = [];
    this.length = 0;
    this.tail = '';
    this.pause = PAUSE;
    this.draw();
  }

  get text() { return this.parts.join(''); }
  get full() { return this.length > KEPT; }

  add(text) {
    this.parts.push(text);
    this.length += text.length;
    this.tail = (this.tail + text).slice(-SHOWN);
    this.waiting = this.waiting || setTimeout(() => this.draw(MOVING), this.pause);
  }

  /* Long texts take long to lay out: between two drawings there is more time
   * than for them. */
  draw(most = SHOWN) {
    clearTimeout(this.waiting);
    this.waiting = 0;
    const start = performance.now(), {element} = this;
    /* Who has gone to its end stays there. */
    const atEnd = element.scrollTop > 0 &&
      element.scrollTop + element.clientHeight >= element.scrollHeight - 4;
    const text = this.tail.slice(-most), hidden = this.length - text.length;
    element.textContent = (hidden > 0 ? '... ' + hidden.toLocaleString('en') +
      ' characters before ...\n' : '') + text;
    if (atEnd)
      element.scrollTop = element.scrollHeight;
    this.pause = Math.max(PAUSE, 5 * (performance.now() - start));
  }
}

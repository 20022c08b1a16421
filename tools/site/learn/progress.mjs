/* SPDX-License-Identifier: MIT */
/* What was solved, which hints were seen and what was written, in the storage of
 * the browser; where it is not allowed, as long as the page is open. */
const KEY = 'star-exercises';

export class Progress {
  constructor() {
    this.kept = {};
    try {
      this.kept = JSON.parse(localStorage.getItem(KEY)) || {};
    } catch {
      /* nothing is known */
    }
  }

  of(name) {
    return {solved: false, hints: 0, ...this.kept[name]};
  }

  /* Changes members of what is known of an exercise. */
  set(name, change) {
    this.kept[name] = {...this.of(name), ...change};
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      /* it is only a convenience */
    }
  }
}

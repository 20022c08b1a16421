/* SPDX-License-Identifier: MIT */
/* What was solved, which hints were seen and what was written, in the storage of
 * the browser; where it is not allowed, as long as the page is open. */
const KEY = 'star-exercises';

/* What an exercise is kept by: an own one by its text too, for others may have its
 * name. */
export function keyOf({name, unit}) {
  let hash = 0;
  for (const c of unit?.text ?? '')
    hash = Math.imul(hash, 31) + c.codePointAt(0) | 0;
  return unit === undefined ? name : `${name} ${hash}`;
}

export class Progress {
  constructor() {
    this.kept = {};
    try {
      this.kept = JSON.parse(localStorage.getItem(KEY)) || {};
    } catch {
      /* nothing is known */
    }
  }

  /* Of a key, or of a step's address. */
  of(key) {
    return {solved: false, hints: 0, ...this.kept[key]};
  }

  /* Changes members of what is known. */
  set(key, change) {
    this.kept[key] = {...this.of(key), ...change};
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      /* it is only a convenience */
    }
  }
}

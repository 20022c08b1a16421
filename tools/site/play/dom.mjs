/* SPDX-License-Identifier: MIT */
/* Elements in short. */

export const $ = (id) => document.getElementById(id);

/* An element with properties and children. */
export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/* Hands a file to the user. */
export function download(name, bytes) {
  const href = URL.createObjectURL(new Blob([bytes]));
  make('a', {href, download: name.replace(/.*\//, '')}).click();
  setTimeout(() => URL.revokeObjectURL(href), 10000);
}

export const plural = (n, what) =>
  n.toLocaleString('en') + ' ' + what + (n === 1 ? '' : 's');

/* SPDX-License-Identifier: MIT */
/* The cards of the examples: what each is about, and a picture of its memory. */
import {readFileSync, readdirSync} from 'node:fs';
import {basename, join} from 'node:path';

import {escaped} from '../docs/highlight.mjs';
import {themes} from './themes.mjs';

const SIDE = 40; /* components of a picture */
const PIECE = 20000, MOST = 4000000; /* steps of a run */

/* The first sentence of the comment that a program begins with. */
function sentence(source) {
  const [, text] = /^\s*(?:\(\*|\{)\s*([\s\S]*?[.?:])\s/.exec(source) || [, ''];
  return text.replace(/\s+/g, ' ').replace(/:$/, '.');
}

/* ---- Pictures ---- */

function rowsOf(value) {
  const [, rows, cols] = /^(\d+)x(\d+):/.exec(value).map(Number), found = [];
  for (const part of value.slice(value.indexOf(':') + 1).split(','))
    found.push(part === '' && found.length > 0 ? found[found.length - 1]
      : [...part].flatMap((d) => [8, 4, 2, 1].map((b) => parseInt(d, 16) & b ? 1 : 0)).slice(0, cols));
  return {rows, cols, row: found};
}

/* The ones of a picture as one path. */
function drawn({rows, cols, row}) {
  const h = Math.min(rows, SIDE), w = Math.min(cols, SIDE);
  let d = '';
  for (let i = 0; i < h; i++)
    for (let j = 0; j < w; j++)
      if (row[i][j])
        d += `M${j} ${i}h.9v.9h-.9z`;
  return `<svg viewBox="0 0 ${w} ${h}" preserveAspectRatio="xMidYMid meet" aria-hidden="true">` +
    `<rect width="${w}" height="${h}" class="sv-zero-fill"/><path d="${d}"/></svg>`;
}

const onesIn = (v) => v.row.slice(0, SIDE).reduce((n, r) =>
  n + r.slice(0, SIDE).reduce((s, b) => s + b, 0), 0);

/* The table that has most to show, or all slices of one size beside each other. */
function picture(variables) {
  const bits = variables.filter((v) => v.kind !== '' && /^\d+x\d+:./.test(v.value || ''))
    .map((v) => ({...rowsOf(v.value), kind: v.kind}));
  const interest = (v) => {
    const all = Math.min(v.rows, SIDE) * Math.min(v.cols, SIDE), ones = onesIn(v);
    return Math.min(ones, all - ones) / all * Math.sqrt(all);
  };
  const tables = bits.filter((v) => v.kind === 'table' && v.rows * v.cols > 8)
    .sort((a, b) => interest(b) - interest(a));
  if (tables.length > 0 && interest(tables[0]) > 0)
    return drawn(tables[0]);
  const slices = bits.filter((v) => v.kind === 'slice' && onesIn(v) > 0), [first] = slices;
  if (first === undefined)
    return null;
  const same = slices.filter((v) => v.cols === first.cols);
  if (first.cols > SIDE) { /* a long one is folded */
    const long = first.row[0], n = Math.min(SIDE, Math.floor(Math.sqrt(long.length)));
    return drawn({rows: n, cols: n, row: Array.from({length: n}, (_, i) => long.slice(i * n, i * n + n))});
  }
  return drawn({rows: first.cols, cols: same.length,
    row: Array.from({length: first.cols}, (_, i) => same.map((v) => v.row[0][i]))});
}

/* A run up to its end: its picture, or the first lines of what it prints, or of
 * its program. */
function thumbnail(engine, name, source) {
  engine.input('');
  if (engine.begin('run', name + '.star', source) !== 0)
    return '';
  let best = null;
  for (let steps = 0; engine.advance(PIECE) && steps < MOST; steps += PIECE)
    best = picture(engine.variables()) ?? best;
  best = picture(engine.variables()) ?? best;
  engine.end();
  const output = new TextDecoder().decode(engine.takeOutput()).trim() ||
    source.slice(source.search(/^begin/m));
  const lines = output.split('\n').slice(0, 7).map((line) => line.slice(0, 26));
  return best ?? `<pre aria-hidden="true">${escaped(lines.join('\n'))}</pre>`;
}

/* ---- The page ---- */

const title = (name) => name[0].toUpperCase() + name.slice(1).replace(/_/g, ' ');

/* HTML of all cards; what is in no theme is an error. */
export function cards(engine, folder) {
  const names = readdirSync(folder).filter((f) => f.endsWith('.star')).map((f) => basename(f, '.star'));
  const listed = themes.flatMap(([, list]) => list);
  const lost = [...names.filter((n) => !listed.includes(n)), ...listed.filter((n) => !names.includes(n))];
  if (lost.length > 0)
    throw new Error(`examples/themes.mjs and examples/ differ in ${lost}`);
  for (const f of readdirSync(folder).filter((n) => /\.(mtx|gr|clq|csv)$/.test(n)))
    engine.writeFile(f, readFileSync(join(folder, f)));
  return themes.map(([theme, list]) => `<section class="theme" aria-label="${theme}"><h2>${theme}</h2>
<div class="cards">${list.map((name) => {
    const source = readFileSync(join(folder, name + '.star'), 'utf8');
    return `<a class="example" href="../play/#example=${name}">` +
      `<div class="thumb">${thumbnail(engine, name, source)}</div>` +
      `<b>${title(name)}</b><span>${escaped(sentence(source))}</span></a>`;
  }).join('\n')}</div></section>`).join('\n');
}

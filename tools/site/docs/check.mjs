/* SPDX-License-Identifier: MIT */
/* check.mjs SITE: what the pages of the built site refer to is in it, places
 * within pages included, and nothing is fetched from elsewhere. Status 1 and a
 * line for each that is not. */
import {existsSync, readFileSync, readdirSync, statSync} from 'node:fs';
import {dirname, join} from 'node:path';

import {base} from './pages.mjs';

const site = process.argv[2];
const pages = new Map(); /* file -> {text, ids} */

function page(file) {
  if (!pages.has(file)) {
    const text = readFileSync(join(site, file), 'utf8');
    const ids = new Set([...text.matchAll(/\sid="([^"]*)"/g)].map((m) => m[1]));
    pages.set(file, {text, ids});
  }
  return pages.get(file);
}

/* What is wrong with a reference of a file; null if nothing is. */
function fault(reference, tag, from) {
  const address = reference.replace(/&amp;/g, '&');
  if (address.startsWith('data:'))
    return null;
  if (/^[a-z]+:/i.test(address) || address.startsWith('//'))
    return tag === 'a' ? null : 'is elsewhere';
  const [path, place] = address.split('#');
  if (path.startsWith('/') && !path.startsWith(base))
    return `is outside ${base}`;
  let file = path === '' ? from : path.startsWith('/') ? path.slice(base.length)
    : join(dirname(from), path);
  file = decodeURI(file);
  if (file === '' || file.endsWith('/'))
    file += 'index.html';
  if (!existsSync(join(site, file)) || statSync(join(site, file)).isDirectory())
    return 'is not there';
  const read = /^(play|learn)\//.test(file); /* by the page's script */
  if (place === undefined || place === '' || !file.endsWith('.html') || read)
    return null;
  return page(file).ids.has(decodeURIComponent(place)) ? null : 'has no such place';
}

let faults = 0;
const seen = new Set();
for (const file of readdirSync(site, {recursive: true}).filter((f) => f.endsWith('.html')))
  for (const [, tag, reference] of page(file).text
    .matchAll(/<(a|img|script|link|iframe)\b[^>]*?\s(?:href|src)="([^"]*)"/g)) {
    const what = fault(reference, tag, file);
    if (what !== null && !seen.has(file + reference)) {
      seen.add(file + reference);
      console.error(`${file}: ${reference} ${what}`);
      faults++;
    }
  }
console.log(`site: ${pages.size} pages, ${faults === 0 ? 'all links lead somewhere'
  : `${faults} links lead nowhere`}`);
process.exitCode = faults > 0 || pages.size < 50 ? 1 : 0;

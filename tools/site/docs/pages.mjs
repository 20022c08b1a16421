/* SPDX-License-Identifier: MIT */
/* The pages of the site: which file is which page, and the navigation, which is
 * that of docs/README.md and of the indexes that it names. */
import {existsSync, readFileSync, statSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';
import {fileURLToPath} from 'node:url';

export const top = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/* Where the site will stand on its server. */
export const base = process.env.SITE_BASE ?? '/';

export function read(file) {
  return readFileSync(join(top, file), 'utf8');
}

/* Where a file's page stands in the site, as a file of Markdown; the first page of
 * the site is first/. */
export function pageOf(file) {
  if (file === 'README.md')
    return 'readme.md';
  if (file === 'docs/README.md')
    return 'contents.md';
  return file.replace(/^docs\//, '').replace(/README\.md$/, 'index.md');
}

/* The address of a file's page from the top of the site. */
export function addressOf(file) {
  return '/' + pageOf(file).replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html');
}

export function isPage(file) {
  return /^(docs\/(\w+\/)?)?\w+\.md$/.test(file);
}

/* The file that a link of a file leads to, or an error. */
export function target(link, from) {
  const file = normalize(join(dirname(from), decodeURI(link)));
  if (file.startsWith('..') || !existsSync(join(top, file)))
    throw new Error(`${from}: there is no ${link}`);
  return statSync(join(top, file)).isDirectory() ? join(file, 'README.md') : file;
}

/* [{text, file}]: the links of a text to pages, each once. */
function links(text, from) {
  const seen = new Set();
  return [...text.matchAll(/(?<!!)\[([^\]]*)\]\(([^)#\s]+\.md)\)/g)]
    .map(([, words, link]) => ({text: words.replace(/\s+/g, ' '), file: target(link, from)}))
    .filter(({file}) => !seen.has(file) && seen.add(file));
}

function title(file) {
  return /^# (?:Measurements: )?(.*)$/m.exec(read(file))[1].replace(/`/g, '');
}

function item({text, file}) {
  const words = text.replace(/`/g, '');
  return {text: words[0].toUpperCase() + words.slice(1), link: addressOf(file)};
}

function titled({file}) {
  return item({text: title(file), file});
}

/* Pages that an index leads to and that are in its folder. */
function under(index, folder) {
  return links(read(index), index).filter(({file}) => file.startsWith(folder));
}

export function sidebar() {
  const index = 'docs/README.md';
  const lessons = under('docs/tutorial/README.md', 'docs/tutorial/');
  const modules = under('docs/architecture/README.md', 'docs/architecture/');
  const tables = under('docs/explanation/benchmarks.md', 'docs/measurements/');
  const sections = read(index).split(/^## /m).slice(1);
  const groups = sections.map((section) => ({
    text: section.split(/[:\n]/)[0],
    items: links(section, index)
      .filter(({file}) => !/^docs\/(tutorial|architecture)\//.test(file)).map(item),
  }));
  groups[0].items = [{text: 'Ten lessons', file: 'docs/tutorial/README.md'}, ...lessons]
    .map((page, k) => item(k === 0 ? page : {...page, text: `${k}. ${page.text}`}));
  const architecture = {text: 'How it works', file: 'docs/architecture/README.md'};
  return [
    ...groups,
    {text: 'Architecture', items: [architecture, ...modules].map(item)},
    {text: 'Measurements', items: tables.map(titled)},
    {text: 'The project', items: ['CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md']
      .map((file) => titled({file}))},
  ];
}

/* The words of the language: those of the grammar's table, and operators that
 * are operations too. */
export function words() {
  const rows = (file, row) => [...read(file).matchAll(row)].map((m) => m[1]);
  return [...rows('grammar/syntax/words.def', /^WORD\("(\w+)"/gm),
    ...rows('runtime/primitives.def', /^PRIM\(\w+, "(\w+)", OPERATOR/gm)];
}

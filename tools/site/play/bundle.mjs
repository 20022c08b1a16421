#!/usr/bin/env node
/* SPDX-License-Identifier: MIT */
/* bundle.mjs [OUT]: the first page, the lessons, the examples and the playground
 * as static files, in build/site without OUT. The engine has been built by the
 * preset `web`. */
import {copyFileSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync}
  from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import * as esbuild from 'esbuild';

import {cards} from '../examples/cards.mjs';
import {path} from '../learn/lessons.mjs';
import {Engine} from './engine_client.mjs';
import {toLink} from './link.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const top = join(here, '../../..');
const built = join(top, 'build/web/tools/site/engine');
const site = process.argv[2] || join(top, 'build/site');
const viewer = join(top, 'vm/debug/page');
const read = (...path) => readFileSync(join(...path), 'utf8');

/* ---- What the page has of the tree ---- */

/* The words, names and exercises that the engine knows. */
let opened = null;

async function openEngine() {
  globalThis.self = {location: {href: ''}}; /* engine.mjs is for a Worker */
  const {default: create} = await import(join(built, 'engine.mjs'));
  return Engine.open(create, readFileSync(join(built, 'engine.wasm')));
}

const engine = () => opened ??= openEngine();

function graphs() {
  const found = {};
  for (const folder of [join(top, 'examples'), join(here, 'graphs')])
    for (const f of readdirSync(folder).filter((n) => /\.(mtx|gr)$/.test(n)))
      found[f] = read(folder, f);
  return found;
}

/* viewer.js names the rest of its scripts. */
function viewerScript() {
  const script = read(viewer, 'viewer.js')
    .replace(/@(\w+\.js)@/g, (all, name) => read(viewer, name));
  return script + '\nexport {openViewer};\nexport const fragment = ' +
    JSON.stringify(read(viewer, 'viewer.html')) + ';\n';
}

const reach = read(here, '../first/reach.star');

/* The run of the first page, all of it. */
async function firstRun() {
  const e = await engine();
  if (e.begin('step', 'reach.star', reach) !== 0)
    throw new Error(e.messages());
  while (e.advance(10000))
    ;
  e.end();
  return e.trace(0, 10000);
}

const made = {
  words: async () => ({contents: JSON.stringify((await engine()).words()), loader: 'json'}),
  lessons: async () => ({contents: JSON.stringify((await engine()).lessons()), loader: 'json'}),
  graphs: () => ({contents: JSON.stringify(graphs()), loader: 'json'}),
  titles: async () => ({contents: JSON.stringify((await path((await engine()).lessons()))
    .map(({title, exercises}) => ({title, exercises}))), loader: 'json'}),
  path: async () => ({contents: JSON.stringify(await path((await engine()).lessons())), loader: 'json'}),
  first: async () => ({contents: JSON.stringify(await firstRun()), loader: 'json'}),
  viewer: () => ({contents: viewerScript(), loader: 'js'}),
};

const tree = {
  name: 'tree',
  setup(build) {
    build.onResolve({filter: /^star:/}, (file) => ({path: file.path, namespace: 'tree'}));
    build.onLoad({filter: /.*/, namespace: 'tree'},
      (file) => made[file.path.slice('star:'.length)]());
  },
};

/* ---- The folders ---- */

const how = {bundle: true, format: 'esm', target: 'es2022', minify: true,
  legalComments: 'none', logLevel: 'warning'};

/* A page with its parts: a file's text stands where a page has its name between
 * two @; the link to the page itself is marked. */
function page(folder, made) {
  const file = (name) => name === 'viewer.html' ? read(viewer, name)
    : name === 'index.html' ? read(here, '..', folder, name) : read(here, name);
  const parts = (text) => text.replace(/@(\w+\.html)@\n?/g, (all, name) => parts(file(name)))
    .replace(/@(\w+)@/g, (all, name) => made[name] ?? all);
  return parts(read(here, 'page.html'))
    .replace(`<a href="../${folder}/">`, `<a href="../${folder}/" aria-current="page">`)
    .replaceAll('"../', folder === 'first' ? '"./' : '"../');
}

/* `made` has what the page's text names between two @: `title`, `description`, and
 * `kind`, classes of its body. */
async function bundle(folder, made) {
  const out = join(site, folder);
  mkdirSync(out, {recursive: true});
  const contents = read(viewer, 'viewer.css') + read(here, 'play.css') +
    (folder === 'play' ? '' : read(here, '..', folder, folder + '.css'));
  await esbuild.build({...how, entryPoints: [join(here, '..', folder, folder + '.mjs')],
    outfile: join(out, folder + '.js'), plugins: [tree]});
  await esbuild.build({...how, stdin: {loader: 'css', contents}, outfile: join(out, folder + '.css')});
  writeFileSync(join(out, 'index.html'), page(folder, {name: folder, ...made}));
}

/* Where the engine is needed, it begins before the page. */
const worker = '<script type="module" async src="../play/start.js"></script>';

await bundle('play', {worker, kind: 'work', title: 'STAR playground',
  description: 'Write, run and watch STAR programs in the browser'});
await esbuild.build({...how, entryPoints: [join(here, 'worker.mjs')],
  outfile: join(site, 'play/worker.js'), external: ['./engine.mjs']});
await esbuild.build({...how, entryPoints: [join(here, 'start.mjs')], outfile: join(site, 'play/start.js')});
await bundle('learn', {worker, kind: 'work', title: 'Learn STAR',
  description: 'STAR in ten lessons and forty exercises, in the browser'});
await bundle('class', {worker, kind: 'class', title: 'A class - STAR',
  description: 'A set of exercises for a class in a link, and what came of it'});
await bundle('first', {worker: '', kind: 'first', title: 'STAR: one operation, every row',
  description: 'STAR: a language in which one operation works on every row of a memory at once. ' +
    'Learn it in the browser.',
  run: '../play/' + (await toLink({source: reach, input: '', run: true}))});
renameSync(join(site, 'first/index.html'), join(site, 'index.html'));
await bundle('examples', {worker: '', kind: '', title: 'STAR examples',
  description: 'Examples in STAR, by theme, each run in the browser',
  cards: cards(await engine(), join(top, 'examples'))});
for (const file of readdirSync(join(top, 'examples')).filter((f) => f.endsWith('.star')))
  copyFileSync(join(top, 'examples', file), join(site, 'examples', file));
copyFileSync(join(built, 'engine.wasm'), join(site, 'play/engine.wasm'));
await esbuild.build({...how, bundle: false, entryPoints: [join(built, 'engine.mjs')],
  outfile: join(site, 'play/engine.mjs')});

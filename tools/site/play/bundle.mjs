#!/usr/bin/env node
/* SPDX-License-Identifier: MIT */
/* bundle.mjs [OUT]: the playground and the exercises as folders of static files,
 * play/ and exercises/ in build/site without OUT. The engine has been built by
 * the preset `web`. */
import {copyFileSync, mkdirSync, readFileSync, readdirSync}
  from 'node:fs';
import {basename, join} from 'node:path';
import {fileURLToPath} from 'node:url';

import * as esbuild from 'esbuild';

import {Engine} from './engine_client.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const top = join(here, '../../..');
const built = join(top, 'build/web/tools/site/engine');
const site = process.argv[2] || join(top, 'build/site');
const out = join(site, 'play'), exercises = join(site, 'exercises');
const viewer = join(top, 'vm/debug/page');
const read = (...path) => readFileSync(join(...path), 'utf8');

/* ---- What the page has of the tree ---- */

/* The words, names and exercises that the engine knows. */
async function engine() {
  globalThis.self = {location: {href: ''}}; /* engine.mjs is for a Worker */
  const {default: create} = await import(join(built, 'engine.mjs'));
  return Engine.open(create, readFileSync(join(built, 'engine.wasm')));
}

/* The name of a file and the beginning of its comment, up to a full stop. */
function title(name, source) {
  const [, text] = /^\s*(?:\(\*|\{)\s*([\s\S]*?[.?:])\s/.exec(source) || [, ''];
  return name.replace(/_/g, ' ') + (text ? ': ' + text.replace(/\s+/g, ' ')
    .replace(/[.:]$/, '') : '');
}

function examples() {
  const folder = join(top, 'examples');
  return readdirSync(folder).filter((f) => f.endsWith('.star')).sort().map((f) => {
    const name = basename(f, '.star'), source = read(folder, f);
    return {name, title: title(name, source), source};
  });
}

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

const made = {
  words: async () => ({contents: JSON.stringify((await engine()).words()), loader: 'json'}),
  lessons: async () => ({contents: JSON.stringify((await engine()).lessons()), loader: 'json'}),
  examples: () => ({contents: JSON.stringify(examples()), loader: 'json'}),
  graphs: () => ({contents: JSON.stringify(graphs()), loader: 'json'}),
  viewer: () => ({contents: viewerScript(), loader: 'js'}),
};

const tree = {
  name: 'tree',
  setup(build) {
    build.onResolve({filter: /^star:/}, ({path}) => ({path, namespace: 'tree'}));
    build.onLoad({filter: /.*/, namespace: 'tree'},
      ({path}) => made[path.slice('star:'.length)]());
  },
};

/* ---- The folder ---- */

const how = {bundle: true, format: 'esm', target: 'es2022', minify: true,
  legalComments: 'none', logLevel: 'warning'};

for (const folder of [out, exercises])
  mkdirSync(folder, {recursive: true});
await esbuild.build({...how, entryPoints: [join(here, 'play.mjs')],
  outfile: join(out, 'play.js'), plugins: [tree]});
await esbuild.build({...how, entryPoints: [join(here, 'worker.mjs')],
  outfile: join(out, 'worker.js'), external: ['./engine.mjs']});
await esbuild.build({...how, entryPoints: [join(here, '../exercises/exercises.mjs')],
  outfile: join(exercises, 'exercises.js'), plugins: [tree]});
const look = read(viewer, 'viewer.css') + read(here, 'play.css');
for (const [outfile, contents] of [[join(out, 'play.css'), look],
  [join(exercises, 'exercises.css'), look + read(here, '../exercises/exercises.css')]])
  await esbuild.build({...how, stdin: {loader: 'css', contents}, outfile});
copyFileSync(join(here, 'index.html'), join(out, 'index.html'));
copyFileSync(join(here, '../exercises/index.html'), join(exercises, 'index.html'));
copyFileSync(join(built, 'engine.wasm'), join(out, 'engine.wasm'));
copyFileSync(join(built, 'engine.mjs'), join(out, 'engine.mjs'));

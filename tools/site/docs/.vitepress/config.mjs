/* SPDX-License-Identifier: MIT */
/* The documentation as a site: VitePress makes it of the pages in docs/ and of
 * those at the top of the repository. */
import {mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {files, setUp} from '../markdown.mjs';
import {base, pageOf, sidebar, top, words} from '../pages.mjs';

const module = (name) => fileURLToPath(import.meta.resolve(name));

export default {
  title: 'STAR',
  description: 'Pascal with bits by the column: the language of the STAR-machine',
  lang: 'en',
  base,
  head: [['link', {rel: 'icon', href: base + 'icon.svg', type: 'image/svg+xml'}]],
  srcDir: top,
  srcExclude: readdirSync(top, {withFileTypes: true})
    .filter((f) => f.isDirectory() && f.name !== 'docs').map((f) => f.name + '/**'),
  rewrites: (page) => pageOf(page),
  outDir: join(top, 'build/site'),
  // The index of the search has the pages in the order in which they are read:
  // one after the other, it is the same each time.
  buildConcurrency: 1,
  cacheDir: join(top, 'build/vitepress'),
  markdown: {
    html: false,
    config: setUp,
  },
  themeConfig: {
    logoLink: {link: '/', target: '_self'},
    nav: [
      {text: 'Learn', link: '/learn/', target: '_self'},
      {text: 'Examples', link: '/examples/', target: '_self'},
      {text: 'Playground', link: '/play/', target: '_self'},
      {text: 'Docs', link: '/contents.html'},
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    search: {provider: 'local'},
    docFooter: {prev: 'Before', next: 'Next'},
  },
  /* What links lead to beside pages; build.sh copies it. */
  buildEnd: () => {
    mkdirSync(join(top, 'build/vitepress'), {recursive: true});
    writeFileSync(join(top, 'build/vitepress/files'), [...files].map((f) => f + '\n').join(''));
  },
  vite: {
    publicDir: false,
    build: {assetsInlineLimit: 0},
    /* The pages lie beside no node_modules. */
    resolve: {alias: [
      {find: /^vue$/, replacement: module('vue/dist/vue.runtime.esm-bundler.js')},
      {find: 'vue/server-renderer', replacement: module('vue/server-renderer')},
    ]},
    define: {STAR_WORDS: JSON.stringify(words())},
  },
};

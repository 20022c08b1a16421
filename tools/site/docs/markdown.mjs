/* SPDX-License-Identifier: MIT */
/* What the pages have beyond Markdown: blocks of STAR that run, and links that
 * lead from file to file of the repository. */
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, relative} from 'node:path';

import {blocks, fileCommands} from './blocks.mjs';
import {escaped, highlight} from './highlight.mjs';
import {addressOf, base, isPage, read, target, top, words} from './pages.mjs';

const OURS = /^(star|output|repl|profile|ebnf|text|console|step .*)$/;
const language = new Set(words()), FILES = base + 'files/';

/* ---- Links ---- */

/* The files beside the pages that links lead to; the build copies them. */
export const files = new Set();

/* Where a link of a file leads in the site. */
function resolved(href, from) {
  if (/^([a-z]+:|#|\/)/i.test(href))
    return href;
  const [path, place] = href.split('#');
  const file = target(path, from);
  if (isPage(file))
    return addressOf(file) + (place === undefined ? '' : '#' + place);
  files.add(file);
  return FILES + file;
}

function resolveLinks(tokens, from) {
  for (const token of tokens.flatMap((t) => t.children ?? []))
    if (token.type === 'link_open') {
      const href = resolved(token.attrGet('href'), from);
      token.attrSet('href', href);
      if (href.startsWith(FILES))
        token.attrSet('target', '_self'); /* no page, and the base is there */
    }
}

/* ---- Blocks ---- */

/* The files that commands of a page make: {name: text}. */
function made(fences) {
  const folder = mkdtempSync(join(tmpdir(), 'star-page-'));
  try {
    for (const command of fileCommands(fences))
      execFileSync('sh', ['-c', command], {cwd: folder});
    return Object.fromEntries(readdirSync(folder)
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  } finally {
    rmSync(folder, {recursive: true});
  }
}

/* Each fence gets what it is; an output block behind its program stands in the
 * program's. */
function findBlocks(tokens, from) {
  const fences = tokens.filter((t) => t.type === 'fence');
  const all = fences.map((t) => ({info: t.info.trim(), text: t.content}));
  const found = blocks(all, from);
  fences.forEach((token, k) => {
    const block = found[k];
    token.meta = block;
    if (block === null)
      return;
    if (block.files)
      block.files = made(all);
    const next = tokens[tokens.indexOf(token) + 1];
    if (block.kind === 'program' && next?.type === 'fence' && next.info.trim() === 'output') {
      block.output = next;
      next.hidden = true;
    }
  });
}

/* What is typed, behind a prompt, stands out from what comes. */
function typed(text) {
  return escaped(text).replace(/^(\$|star&gt;|   &gt;|\(star\)) .+/gm,
    (line) => `<span class="star-typed">${line}</span>`);
}

function pre(info, text) {
  const html = info === 'star' ? highlight(text, language) : typed(text);
  const kind = info.split(' ')[0];
  const label = kind === 'text' ? '' : kind;
  return `<div class="language-${kind} vp-adaptive-theme"><button title="Copy" class="copy">` +
    `</button><span class="lang">${label}</span><pre v-pre tabindex="0"><code>${html}` +
    '</code></pre></div>\n';
}

function attribute(name, value) {
  if (value === undefined || value === '' || value === false)
    return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return ` ${name}="${escaped(text).replace(/"/g, '&quot;').replace(/\n/g, '&#10;')}"`;
}

function renderBlock(token) {
  const {kind, path, text, files, only, input, output} = token.meta;
  const source = kind === 'step' ? text ?? read('examples/' + path) : '';
  const said = output === undefined ? ''
    : `<template #said>${pre('output', output.content)}</template>`;
  return `<StarBlock kind="${kind}"${attribute('path', path)}${attribute('files', files)}` +
    `${attribute('only', only)}${attribute('input', input)}${attribute('source', source)}>` +
    `<template #code>${pre(token.info.trim(), token.content)}</template>${said}</StarBlock>\n`;
}

export function setUp(md) {
  md.core.ruler.push('star', ({tokens, env}) => {
    const from = relative(top, env.realPath ?? env.path);
    resolveLinks(tokens, from);
    findBlocks(tokens, from);
  });
  md.renderer.rules.code_block = (tokens, k) => pre('text', tokens[k].content);
  /* An exercise that a page names is done where its lesson ends. */
  const code = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (tokens, k, ...rest) => {
    const number = /^star exercise (\d+)$/.exec(tokens[k].content)?.[1];
    const html = code(tokens, k, ...rest);
    return number === undefined ? html
      : `<a href="${base}learn/#${number}" target="_self">${html}</a>`;
  };
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, k, ...rest) => {
    const token = tokens[k], info = token.info.trim();
    if (token.hidden)
      return '';
    if (token.meta !== null)
      return renderBlock(token);
    return OURS.test(info) ? pre(info, token.content) : fence(tokens, k, ...rest);
  };
}

#!/usr/bin/env node
/* SPDX-License-Identifier: MIT */
/* star.mjs run FILE: what `star run FILE` does, by the engine of the site in
 * pieces, so that the command's tests can run on it. The files beside the
 * program are there, and nothing else of the disk. */
import {readFileSync, readdirSync, statSync, writeSync} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';

import {Engine} from '../play/engine_client.mjs';

const FULL = 0, PIECE = 100000, LARGEST = 16 << 20;

/* The files of the program's folder, under their paths; others may come and go
 * there meanwhile. */
function copyFiles(engine, folder) {
  engine.makeFolder(folder);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const s = statSync(path, {throwIfNoEntry: false});
    if (s === undefined || !s.isFile() || s.size >= LARGEST)
      continue;
    try {
      engine.writeFile(path, readFileSync(path));
    } catch (e) {
      if (e.code !== 'ENOENT')
        throw e;
    }
  }
}

function writeAll(to, bytes) {
  for (let at = 0; at < bytes.length;)
    try {
      at += writeSync(to, bytes, at);
    } catch (e) {
      if (e.code !== 'EAGAIN')
        throw e;
    }
}

function run(engine, path) {
  engine.form(FULL);
  copyFiles(engine, resolve(dirname(path)));
  engine.changeFolder(process.cwd());
  engine.input(new Uint8Array(readFileSync(0)));
  let status = engine.begin('run', path, readFileSync(path));
  if (status === 0) {
    while (engine.advance(PIECE))
      writeAll(1, engine.takeOutput());
    status = engine.end();
  }
  writeAll(1, engine.takeOutput());
  writeAll(2, Buffer.from(engine.messages()));
  return status;
}

const [command, path] = process.argv.slice(2);
if (command !== 'run' || path === undefined) {
  console.error(`usage: ${basename(process.argv[1])} run FILE`);
  process.exit(2);
}
/* engine.mjs is for a Worker. */
globalThis.self = {location: {href: ''}};
const built = new URL('../../../build/web/tools/site/engine/', import.meta.url);
const {default: create} = await import(new URL('engine.mjs', built));
const wasm = readFileSync(new URL('engine.wasm', built));
process.exitCode = run(await Engine.open(create, wasm), path);

#!/usr/bin/env node
/* SPDX-License-Identifier: MIT */
/* serve.mjs FOLDER [PORT]: a folder as a site on this machine alone, compressed as
 * other servers do. */
import {createReadStream, statSync} from 'node:fs';
import {createServer} from 'node:http';
import {extname, join, normalize, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {createGzip} from 'node:zlib';

const TYPES = {
  '.css': 'text/css', '.html': 'text/html; charset=utf-8', '.js': 'text/javascript',
  '.json': 'application/json', '.mjs': 'text/javascript', '.png': 'image/png',
  '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.woff2': 'font/woff2',
};

/* The file of an address; null if there is none. */
function fileOf(folder, address) {
  const path = normalize(decodeURIComponent(new URL(address, 'http://localhost').pathname));
  const file = join(folder, path.endsWith('/') ? path + 'index.html' : path);
  const stat = statSync(file, {throwIfNoEntry: false});
  return stat?.isFile() ? file : null;
}

function answer(folder, request, response) {
  let file = null;
  try {
    file = fileOf(folder, request.url);
  } catch { /* an address that cannot be decoded is that of no file */ }
  if (file === null) {
    response.writeHead(404, {'Content-Type': 'text/plain'}).end('There is no such page.\n');
    return;
  }
  const type = TYPES[extname(file)] ?? 'text/plain; charset=utf-8';
  const head = {'Content-Type': type, 'Cache-Control': 'no-cache'};
  const packed = /\bgzip\b/.test(request.headers['accept-encoding']) && !/^(image\/png|font)/.test(type);
  response.writeHead(200, packed ? {...head, 'Content-Encoding': 'gzip'} : head);
  const from = createReadStream(file);
  (packed ? from.pipe(createGzip()) : from).pipe(response);
}

/* The promise of a server; port 0 is any that is free. */
export function serve(folder, port) {
  const server = createServer((request, response) => answer(folder, request, response));
  return new Promise((done, failed) => server.on('error', failed)
    .listen(port, '127.0.0.1', () => done(server)));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder, port] = process.argv.slice(2);
  try {
    const server = await serve(resolve(folder), Number(port ?? 8000));
    console.log(`http://localhost:${server.address().port}/   (Ctrl-C ends it)`);
  } catch (error) {
    console.error(`serve: ${error.code === 'EADDRINUSE' ? `port ${port ?? 8000} is in use;` +
      ' another one may be named' : error.message}`);
    process.exitCode = 1;
  }
}

/* SPDX-License-Identifier: MIT */
/* A web server for a folder of static files, as any would serve it. */
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {extname, join, normalize} from 'node:path';

const types = {'.html': 'text/html', '.js': 'text/javascript',
  '.mjs': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm',
  '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png'};

/* Promises {url, close}. */
export function serve(folder) {
  const server = createServer(async (request, response) => {
    let path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    if (path.endsWith('/'))
      path += 'index.html';
    try {
      const body = await readFile(join(folder, path));
      response.writeHead(200, {'content-type': types[extname(path)] || 'text/plain'});
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve({
    url: 'http://127.0.0.1:' + server.address().port + '/',
    close: () => server.close(),
  })));
}

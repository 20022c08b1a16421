/* SPDX-License-Identifier: MIT */
/* A program and its input in a link: base64url of deflated JSON. */

const MARK = '#code=';

async function through(bytes, transform) {
  const stream = new Blob([bytes]).stream().pipeThrough(transform);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export const unpacked = (bytes) => through(bytes, new DecompressionStream('gzip'));

function toText(bytes) {
  let text = '';
  for (const b of bytes)
    text += String.fromCharCode(b);
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function toBytes(text) {
  const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(plain, (c) => c.charCodeAt(0));
}

/* The fragment of {source, input}, with `run: true` of one that is run when it is
 * opened. */
export async function toLink(program) {
  const bytes = new TextEncoder().encode(JSON.stringify(program));
  return MARK + toText(await through(bytes, new CompressionStream('deflate-raw')));
}

/* {source, input, run}; null if the fragment is none; it throws at one that is
 * damaged. */
export async function fromLink(fragment) {
  if (!fragment.startsWith(MARK))
    return null;
  const bytes = await through(toBytes(fragment.slice(MARK.length)),
    new DecompressionStream('deflate-raw'));
  const {source, input, run} = JSON.parse(new TextDecoder().decode(bytes));
  return {source: String(source), input: String(input || ''), run: run === true};
}

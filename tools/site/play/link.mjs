/* SPDX-License-Identifier: MIT */
/* What is in links: base64url of deflated JSON; a program and its input, or a set
 * of exercises. */

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

export const packed = async (object) => toText(await through(
  new TextEncoder().encode(JSON.stringify(object)), new CompressionStream('deflate-raw')));

/* Throws at what is damaged. */
export const unpackedObject = async (text) => JSON.parse(new TextDecoder().decode(
  await through(toBytes(text), new DecompressionStream('deflate-raw'))));

/* The fragment of {source, input}, with `run: true` of one that is run when it is
 * opened. */
export async function toLink(program) {
  return MARK + await packed(program);
}

/* {source, input, run}; null if the fragment is none; it throws at one that is
 * damaged. */
export async function fromLink(fragment) {
  if (!fragment.startsWith(MARK))
    return null;
  const {source, input, run} = await unpackedObject(fragment.slice(MARK.length));
  return {source: String(source), input: String(input || ''), run: run === true};
}

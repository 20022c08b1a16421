/* SPDX-License-Identifier: MIT */
/* A program as the fragment of a link to the playground: JSON, compressed
 * without a header, in base64url. */
export async function link(source, input) {
  const bytes = new Blob([JSON.stringify({source, input})]).stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  const packed = new Uint8Array(await new Response(bytes).arrayBuffer());
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join('');
  return '#code=' + btoa(letters).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

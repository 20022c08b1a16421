/* SPDX-License-Identifier: MIT */
/* star-associative for pages and Workers. */
import {load} from './star.mjs';

const fetched = async () => {
  const answer = await fetch(new URL('engine.wasm', import.meta.url));
  if (!answer.ok)
    throw new Error(`star-associative: engine.wasm: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
};
const {open, run, check, doc, explain, version} = await load(fetched());

export {Bits, StarError} from './star.mjs';
export {open, run, check, doc, explain, version};

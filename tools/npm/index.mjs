/* SPDX-License-Identifier: MIT */
/* star-associative for Node.js. */
import {readFile} from 'node:fs/promises';

import {load} from './star.mjs';

const {open, run, check, doc, explain, version} =
  await load(readFile(new URL('engine.wasm', import.meta.url)));

export {Bits, StarError} from './star.mjs';
export {open, run, check, doc, explain, version};

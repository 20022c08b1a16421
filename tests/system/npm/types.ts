// SPDX-License-Identifier: MIT
// What index.d.ts allows, and what it does not.
import {Bits, StarError, check, doc, explain, open, run, version} from 'star-associative';
import type {Report, Session, Value} from 'star-associative';

export async function use(): Promise<string> {
  const s: Session = await open({steps: 1000, memory: 2 ** 20});
  const {value, messages} = await s.enter('1 + 1', {signal: AbortSignal.timeout(1000),
    progress: ({steps}) => steps.toFixed(), write: (text) => text.trim()});
  const bits = Bits.of(['01', [1, true]]);
  s.set('T', bits);
  const got: Value = s.get('T');
  const words: BigUint64Array = bits.words, bytes: Uint8Array = bits.bytes;
  const first: Report | undefined = messages[0];
  // @ts-expect-error: limits are numbers
  await open({steps: '1000'});
  // @ts-expect-error: a table is set as bits
  s.set('T', [[0, 1]]);
  // @ts-expect-error: a program is text
  await run(1);
  if (got instanceof Bits)
    return String(got.get(0, 1) + bytes.length + words.length);
  const error = new StarError();
  return value + error.code + version + (first?.message ?? '') + check('').length +
    (doc('STEP')[0].heading ?? '') + (explain('index-range')?.sentence ?? '');
}

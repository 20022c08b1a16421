/* SPDX-License-Identifier: MIT */
/* The editor, by what is typed. */
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {open, setUp, source, write} from './site.mjs';

setUp();

/* Types lines as a person does; the completions that come are not taken. */
async function type(page, lines) {
  for (const [k, line] of lines.entries()) {
    if (k > 0)
      await page.keyboard.press('Enter');
    await page.keyboard.type(line);
    await page.keyboard.press('Escape');
  }
}

const TYPED = `program p;
var i, n: integer;
  X: slice(4);
proc ODD(k: integer; var n: integer);
begin
  if k > 1 then
    n := 1
  else
    n := 2
end;

begin
  n := 0; { begin }
  for i := 1 to 3 do begin
    repeat
      n := n + 1
    until n > i;
    if n > 2 then
      n := 1;
    while n > 5 do begin
      case n of
        1: n := 2;
        2: n := 3
      end
    end
  end;
  endless(n);
  if n > 1 then begin
    n := 2
  end
end.`;

test('a line begins where it belongs, and end comes out by itself', async (t) => {
  const {page, wrong} = await open(t, 'play/');
  await write(page, '');
  await type(page, TYPED.split('\n').map((line) => line.trim()));
  assert.equal(await source(page), TYPED.replace('  X: slice', 'X: slice'));
  assert.deepEqual(wrong, []);
});

test('what is called is above its arguments', async (t) => {
  const {page, wrong} = await open(t, 'play/');
  const call = () => page.evaluate(() => {
    const box = document.querySelector('.cm-call');
    return box && [box.textContent, box.querySelector('b').textContent];
  });
  const shows = (part) => page.waitForFunction((p) =>
    document.querySelector('.cm-call b')?.textContent === p, part);
  await write(page, 'program p;\nvar T: table(2, 3);\nproc MINE(k: integer; var T: table);\nbegin\nend;\nbegin\n  { \u00fc } ');
  await page.keyboard.type('MINE(');
  await shows('k: integer');
  assert.equal((await call())[0], 'proc MINE(k: integer; var T: table)');
  await page.keyboard.type('1, ');
  await shows('var T: table');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await shows('k: integer');
  await page.keyboard.press('Escape');
  assert.equal(await call(), null);
  await page.keyboard.press('End');
  await page.keyboard.type('T); ROW(');
  await shows('i: integer');
  await page.keyboard.type('1, T) := ROW(2, T); ');
  await page.waitForFunction(() => document.querySelector('.cm-call') === null);
  assert.deepEqual(wrong, []);
});

test('a long comment is broken where the editor ends', async (t) => {
  const {page} = await open(t, 'play/');
  await write(page, `program p;\n{ ${'a long comment of many words '.repeat(20)}}\nbegin\n    { ${'and one that begins further right '.repeat(20)}}\nend.\n`);
  const [height, line, over] = await page.evaluate(() => {
    const lines = document.querySelectorAll('.cm-line'), box = document.querySelector('.cm-scroller');
    return [lines[1].offsetHeight, lines[0].offsetHeight, box.scrollWidth - box.clientWidth];
  });
  assert.ok(height > 4 * line, `${height}, ${line}`);
  assert.equal(over, 0);
  const lefts = await page.evaluate(() => {
    const range = document.createRange(), line = document.querySelectorAll('.cm-line')[3];
    range.selectNodeContents(line.querySelector('span'));
    const tops = new Map(); /* of each line its left end */
    for (const {top, left} of range.getClientRects())
      tops.set(top, Math.min(left, tops.get(top) ?? left));
    return [...tops.values()];
  });
  assert.ok(lefts.length > 4 && lefts.every((x, k) => k === 0 ? x < lefts[1] - 9
    : Math.abs(x - lefts[1]) < 2), lefts.join());
});

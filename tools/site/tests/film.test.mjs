/* SPDX-License-Identifier: MIT */
/* A run as an animated picture: as the page saves it, as the command writes it, and
 * as the browser sees it. With STAR both are compared. */
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';

import {followed, open, run, setUp, top} from './site.mjs';

setUp();

/* Of each picture the components that are ones, as rows of text. */
const pictures = (page, bytes, cell) => page.evaluate(async ([data, size]) => {
  const decoder = new ImageDecoder({data: Uint8Array.from(data), type: 'image/gif'}), seen = [];
  await decoder.completed;
  await decoder.tracks.ready;
  for (let k = 0; k < decoder.tracks.selectedTrack.frameCount; k++) {
    const {image} = await decoder.decode({frameIndex: k});
    const w = image.displayWidth, h = image.displayHeight;
    const g = new OffscreenCanvas(w, h).getContext('2d');
    g.drawImage(image, 0, 0);
    const {data: pixels} = g.getImageData(0, 0, w, h);
    const rows = [];
    for (let y = size >> 1; y < h; y += size) {
      let row = '';
      for (let x = size >> 1; x + (size >> 1) < w; x += size)
        row += {39: 1, 194: 1, 241: 0, 244: 0}[pixels[4 * (y * w + x)]] ?? '?';
      rows.push(row);
    }
    seen.push(rows);
  }
  return seen;
}, [[...bytes], cell]);

/* The bytes of the file that a button gives. */
async function saved(page, button, name) {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  assert.equal(file.suggestedFilename(), name);
  return readFileSync(await file.path());
}

/* The pictures of a program's only table. */
async function filmed(page, text, cell) {
  await run(page, text);
  return pictures(page, await saved(page, page.locator('figcaption button:text("GIF")'), 'T.gif'), cell);
}

test('a closure that fills is saved from the page', async (t) => {
  const {page, wrong} = await open(t, 'play/#example=warshall');
  await followed(page);
  const button = page.locator('figcaption', {hasText: /^P /}).locator('button:text("GIF")');
  const bytes = await saved(page, button, 'P.gif'), seen = await pictures(page, bytes, 16);
  const ones = seen.map((rows) => rows.join('').replace(/0/g, '').length);
  assert.ok(seen.length > 20 && ones[0] === 0, ones.join());
  assert.deepEqual(ones, [...ones].sort((a, b) => a - b));
  assert.deepEqual(seen[seen.length - 1], (await page.textContent('.sv-output'))
    .split('paths\n')[1].split('\n').slice(0, 10));
  if (process.env.STAR)
    assert.deepEqual(execFileSync(process.env.STAR, ['trace', '--gif', 'P', '-o', '-',
      join(top, 'examples/warshall.star')], {stdio: ['ignore', 'pipe', 'ignore']}), bytes);
  assert.deepEqual(wrong, []);
});

test('a run that ends with an error is saved as far as it came', async (t) => {
  const {page, wrong} = await open(t, 'play/');
  const seen = await filmed(page, `program fails;
var T: table(2, 4); i: integer;
begin
  for i := 1 to 9 do
    ROW(i, T) := '1010'
end.
`, 16);
  assert.deepEqual(seen.map((rows) => rows.join('')), ['00000000', '10100000', '10101010']);
  assert.deepEqual(wrong, []);
});

/* More codes than there are, and pictures of one pixel. */
test('a large table that changes at random is decoded', async (t) => {
  const {page, wrong} = await open(t, 'play/');
  const seen = await filmed(page, `program noise;
var T: table(300, 200); i, j, s: integer; X: slice(300);
begin
  s := 7;
  for j := 1 to 200 do begin
    for i := 1 to 300 do begin
      s := (s * 75 + 74) mod 65537;
      X(i) := s div 16 mod 2
    end;
    COL(j, T) := X
  end;
  writeln(NUMB(COL(200, T)))
end.
`, 1);
  assert.equal(seen.length, 201);
  assert.equal(seen[200].map((row) => row[199]).filter((b) => b === '1').length,
    Number(await page.textContent('.sv-output')));
  assert.deepEqual(wrong, []);
});

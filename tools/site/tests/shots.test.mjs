/* SPDX-License-Identifier: MIT */
/* Pictures of named states of the site, at three widths, light and dark; each can be
 * read by all. accepted.txt has of each picture that was looked at how bright its
 * parts are: of another one, in more than a hundredth of its parts, it is an error.
 * SHOTS names a folder for the pictures; who has looked at them writes their lines by
 * ACCEPT=1, or with a pattern of their names in place of the 1. */
import assert from 'node:assert/strict';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';

import {clean, followed, goTo, open, run, says, setUp, top, write} from './site.mjs';

const shots = process.env.SHOTS, accept = process.env.ACCEPT;
const LIST = fileURLToPath(new URL('accepted.txt', import.meta.url));
const ACROSS = 16, DOWN = 12, MOST = .01;
const STEP = 8; /* of 256: so much is a line of text more in a part */
const WIDTHS = [[390, 844], [1366, 768], [1920, 1080]], SCHEMES = ['light', 'dark'];
const LARGE = `program large;
var T: table(400, 300); X: slice(T); i: integer;
begin
  for i := 1 to 300 do begin
    X(i) := 1;
    COL(i, T) := X
  end
end.
`;
const RIGHT = readFileSync(join(top, 'tests/system/exercises/tables/16_right.star'), 'utf8');
const WRONG = 'proc DIAGONAL(T: table; var Z: slice);\nbegin\n  Z := COL(1, T)\nend;\n';

setUp();
before(() => shots !== undefined && mkdirSync(shots, {recursive: true}));

/* ---- What the user does ---- */

/* name: [address, what is done there]. */
const STATES = {
  first: ['', async (page) => {
    await page.waitForTimeout(200);
  }],
  lesson: ['learn/#1.1', (page) => says(page, '^Ended')],
  lesson_steps: ['learn/#3.2', async (page) => {
    await says(page, '^Ended');
    await followed(page);
    await goTo(page, 5);
  }],
  contents: ['learn/#2.1', async (page) => {
    await says(page, '^Ended');
    await page.click('#contents summary');
  }],
  exercise: ['learn/#diagonal', (page) => page.click('#hint')],
  exercise_wrong: ['learn/#diagonal', async (page) => {
    await write(page, WRONG);
    await page.click('#run');
    await says(page, '^Tried');
  }],
  exercise_watched: ['learn/#diagonal', async (page) => {
    await write(page, WRONG);
    await page.click('#run');
    await says(page, '^Tried');
    await page.click('#watch');
    await says(page, 'statement');
  }],
  exercise_solved: ['learn/#diagonal', async (page) => {
    await write(page, RIGHT);
    await page.click('#run');
    await says(page, '^Tried');
  }],
  examples: ['examples/', () => {}],
  class: ['class/', (page) => page.check('#choice input[value=last]')],
  play: ['play/#example=warshall', (page) => says(page, '^Ended')],
  play_steps: ['play/#example=floyd', async (page) => {
    await says(page, '^Ended');
    await followed(page);
    await goTo(page, 1100);
  }],
  play_large: ['play/', (page) => run(page, LARGE)],
  play_error: ['play/', async (page) => {
    await write(page, 'program p;\nvar x: integer;\nbegin\n  writln(x)\nend.\n');
    await page.click('#run');
    await page.waitForSelector('#messages:not([hidden])');
  }],
  play_more: ['play/#example=warshall', async (page) => {
    await says(page, '^Ended');
    await followed(page);
    await page.click('#files-box summary');
    await page.click('#input-box summary');
  }],
};

/* ---- What is seen ---- */

/* Of each part of a picture its mean brightness, two hexadecimal digits. */
const brightness = (page, png) => page.evaluate(async ([text, across, down]) => {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], {type: 'image/png'}));
  const {width, height} = image, sum = new Float64Array(across * down), count = new Float64Array(across * down);
  const g = new OffscreenCanvas(width, height).getContext('2d');
  g.drawImage(image, 0, 0);
  const {data} = g.getImageData(0, 0, width, height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x), part = Math.floor(y * down / height) * across + Math.floor(x * across / width);
      sum[part] += .299 * data[at] + .587 * data[at + 1] + .114 * data[at + 2];
      count[part]++;
    }
  return Array.from(sum, (s, k) => Math.round(s / count[k]).toString(16).padStart(2, '0')).join('');
}, [png.toString('base64'), ACROSS, DOWN]);

const accepted = new Map(readFileSync(LIST, 'utf8').split('\n').filter((line) => /^\w/.test(line))
  .map((line) => line.split(' ')));

/* The share of the parts of two pictures that differ. */
function difference(a, b) {
  const [x, y] = [a, b].map((text) => text.match(/../g).map((d) => parseInt(d, 16)));
  return x.filter((v, k) => !(Math.abs(v - y[k]) <= STEP)).length / x.length;
}

async function compare(page, name) {
  const png = await page.screenshot();
  if (shots !== undefined)
    writeFileSync(join(shots, name + '.png'), png);
  const found = await brightness(page, png), wanted = accepted.get(name);
  if (accept && (accept === '1' || new RegExp(accept).test(name)))
    return accepted.set(name, found);
  const part = wanted === undefined ? 1 : difference(found, wanted);
  return assert.ok(part <= MOST, `${name}: ${(100 * part).toFixed(1)} % of its parts are others; look at ` +
    `it, and accept it by ACCEPT=${name} if it is as it should be`);
}

after(() => {
  if (accept)
    writeFileSync(LIST, [...accepted].sort().map((line) => line.join(' ') + '\n').join(''));
});

for (const [state, [address, act]] of Object.entries(STATES))
  for (const [width, height] of WIDTHS)
    for (const colorScheme of SCHEMES)
      test(`${state}, ${width} pixels, ${colorScheme}`, async (t) => {
        const {page, wrong} = await open(t, address,
          {viewport: {width, height}, colorScheme, reducedMotion: 'reduce'});
        await act(page);
        await page.waitForTimeout(200);
        if (state === 'first' && width > 390)
          assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight),
            'it has to be scrolled');
        assert.ok(width === 390 || await page.evaluate(() =>
          [...document.querySelectorAll('.sv-memory')].every((box) => box.scrollHeight <= box.clientHeight)),
        'the memory is cut');
        await compare(page, `${state}-${width}-${colorScheme}`);
        await clean(page, state);
        assert.deepEqual(wrong, []);
      });

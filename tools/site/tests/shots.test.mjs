/* SPDX-License-Identifier: MIT */
/* Pictures of twelve states of the site, at three widths, light and dark; each can
 * be read by all. SHOTS names their folder: pictures of an earlier run, in
 * SHOTS/accepted, are compared with those of this one, and who has looked at what
 * differs copies it there. Without SHOTS they are not kept. */
import assert from 'node:assert/strict';
import {copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';

import {chromium} from 'playwright-core';

import {serve} from '../serve.mjs';

const top = fileURLToPath(new URL('../../..', import.meta.url));
const site = process.env.SITE || join(top, 'build/site'), shots = process.env.SHOTS;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
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
const WRONG = 'proc DIAGONAL(T: table; var Z: slice);\nbegin\n  Z := COL(1, T)\nend;\n';

let server, browser, home;

before(async () => {
  server = await serve(site, 0);
  home = `http://localhost:${server.address().port}/`;
  browser = await chromium.launch({executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
      '--disable-background-networking', '--disable-component-update', '--disable-sync']});
  if (shots !== undefined)
    mkdirSync(join(shots, 'accepted'), {recursive: true});
});

after(async () => {
  await browser?.close();
  server?.close();
});

/* ---- What the user does ---- */

const says = (page, pattern) => page.waitForFunction((p) =>
  document.getElementById('stop').disabled &&
  new RegExp(p).test(document.getElementById('status').textContent), pattern);

async function write(page, text) {
  await page.click('.cm-content');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

async function goTo(page, number) {
  await page.fill('.sv-number', String(number));
  await page.press('.sv-number', 'Enter');
  await page.waitForTimeout(150);
}

async function run(page, text) {
  await write(page, text);
  await page.click('#run');
  await says(page, '.');
  await page.waitForFunction(() => !document.querySelector('.sv-slider').disabled);
}

/* name: [address, what is done there]. */
const STATES = {
  first: ['', async (page) => {
    await page.waitForTimeout(200);
  }],
  lesson: ['learn/#1.1', (page) => says(page, '^Ended')],
  lesson_steps: ['learn/#3.2', async (page) => {
    await says(page, '^Ended');
    await page.waitForFunction(() => !document.querySelector('.sv-slider').disabled);
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
    await says(page, 'Another');
  }],
  exercise_watched: ['learn/#diagonal', async (page) => {
    await write(page, WRONG);
    await page.click('#run');
    await says(page, 'Another');
    await page.click('#watch');
    await says(page, 'statement');
  }],
  examples: ['examples/', () => {}],
  play: ['play/#example=warshall', (page) => says(page, '^Ended')],
  play_steps: ['play/#example=floyd', async (page) => {
    await says(page, '^Ended');
    await page.waitForFunction(() => !document.querySelector('.sv-slider').disabled);
    await goTo(page, 1100);
  }],
  play_large: ['play/', (page) => run(page, LARGE)],
  play_error: ['play/', async (page) => {
    await write(page, 'program p;\nvar x: integer;\nbegin\n  writln(x)\nend.\n');
    await page.click('#run');
    await page.waitForSelector('#messages:not([hidden])');
  }],
};

/* ---- What is seen ---- */

/* The share of the pixels that differ; 1 of pictures of two sizes. */
const difference = (page, a, b) => page.evaluate(async (pictures) => {
  const [x, y] = await Promise.all(pictures.map(async (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], {type: 'image/png'}));
    const g = new OffscreenCanvas(image.width, image.height).getContext('2d');
    g.drawImage(image, 0, 0);
    return g.getImageData(0, 0, image.width, image.height);
  }));
  if (x.width !== y.width || x.height !== y.height)
    return 1;
  const p = new Uint32Array(x.data.buffer), q = new Uint32Array(y.data.buffer);
  return p.reduce((n, pixel, k) => n + (pixel !== q[k]), 0) / p.length;
}, [a, b].map((file) => readFileSync(file).toString('base64')));

async function compare(page, name) {
  const picture = join(shots, name), accepted = join(shots, 'accepted', name);
  writeFileSync(picture, await page.screenshot());
  if (!existsSync(accepted))
    return copyFileSync(picture, accepted);
  const part = await difference(page, picture, accepted);
  return assert.ok(part <= .01, `${name}: ${(100 * part).toFixed(1)} % of the pixels are others; ` +
    `look at it, and copy it to ${accepted} if it is as it should be`);
}

for (const [state, [address, act]] of Object.entries(STATES))
  for (const [width, height] of WIDTHS)
    for (const colorScheme of SCHEMES)
      test(`${state}, ${width} pixels, ${colorScheme}`, async (t) => {
        const context = await browser.newContext({viewport: {width, height}, colorScheme,
          reducedMotion: 'reduce'});
        t.after(() => context.close());
        const page = await context.newPage(), wrong = [];
        page.on('pageerror', (e) => wrong.push(String(e)));
        page.setDefaultTimeout(30000);
        await page.goto(home + address);
        await page.waitForSelector('body[data-ready]');
        await act(page);
        await page.waitForTimeout(200);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <=
          document.documentElement.clientWidth), 'it is wider than the window');
        if (state === 'first' && width > 390)
          assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight),
            'it has to be scrolled');
        if (shots !== undefined)
          await compare(page, `${state}-${width}-${colorScheme}.png`);
        await page.evaluate(axe);
        const {violations} = await page.evaluate(() => window.axe.run(document,
          {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']}));
        assert.deepEqual(violations.map((v) => `${v.id} ${v.nodes.map((n) =>
          n.target + ' ' + n.failureSummary)}`), []);
        assert.deepEqual(wrong, []);
      });

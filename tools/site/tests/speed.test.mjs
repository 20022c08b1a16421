/* SPDX-License-Identifier: MIT */
/* How soon the pages answer, and what they weigh. With FIGURES=1 the table of
 * docs/measurements/site.md is written anew. */
import assert from 'node:assert/strict';
import {readFileSync, writeFileSync} from 'node:fs';
import {createServer, request} from 'node:http';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {gzipSync} from 'node:zlib';

import {at, open, says, setUp, site, top} from './site.mjs';

const RATE = 10e6 / 8, LATENCY = 20, TIMES = 5; /* bytes a second; ms */
const PAGE = join(top, 'docs/measurements/site.md');

setUp();

/* ---- The table ---- */

const rows = [];

/* A row, and an error if it is more than it may be. What else runs on the machine
 * makes times longer, never shorter: the least of several counts. */
function holds(t, what, found, most, unit) {
  t.diagnostic(`${what}: ${found.map((x) => Math.round(x)).join(', ')} ${unit}`);
  const least = Math.min(...found);
  rows.push(`| ${what} | ${Math.round(least)} ${unit} | ${most.toLocaleString('en')} ${unit} |`);
  assert.ok(least > 0 && least <= most, `${what}: ${least} ${unit}, at most ${most}`);
}

after(() => {
  if (process.env.FIGURES)
    writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace(/(\|---.*\n)(\|.*\n)*/,
      (all, line) => line + rows.join('\n') + '\n'));
});

/* ---- A slow line ---- */

/* The site behind a line of RATE, which all answers share. */
async function slowLine(t) {
  let free = 0; /* when the line is */
  const {hostname, port} = new URL(at.home);
  const server = createServer((asked, answer) => {
    request({hostname, port, path: asked.url, headers: asked.headers}, async (from) => {
      await sleep(LATENCY);
      answer.writeHead(from.statusCode, from.headers);
      for await (const piece of from)
        for (let k = 0; k < piece.length; k += 8192) {
          const part = piece.subarray(k, k + 8192);
          free = Math.max(free, performance.now()) + 1000 * part.length / RATE;
          await sleep(free - performance.now());
          answer.write(part);
        }
      answer.end();
    }).end();
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  return `http://localhost:${server.address().port}/`;
}

/* Milliseconds until a page, of which nothing is known yet, shows what is wanted,
 * a function of the page. */
async function cold(home, address, wanted) {
  const context = await at.browser.newContext({viewport: {width: 1366, height: 768}});
  const page = await context.newPage();
  await page.addInitScript(`{
    const look = () => document.body && (${wanted})() ? window.shown = performance.now()
      : setTimeout(look, 5);
    look();
  }`);
  await page.goto(home + address);
  await page.waitForFunction(() => window.shown > 0);
  const found = await page.evaluate(() => window.shown);
  await context.close();
  return found;
}

const shows = (pattern) => `() => ${pattern}.test(document.querySelector('.sv-output')?.textContent)`;

for (const [what, address, wanted] of [
  ['the picture of the first page', '', '() => document.querySelector(".sv-pictures canvas")'],
  ['the output of the first lesson', 'learn/#1.1', shows('/00001111/')],
  ['the output of an example in the playground', 'play/#example=warshall', shows('/[01]{10}/')]])
  test(`${what} is there soon on a cold page at 10 Mbit/s`, async (t) => {
    const home = await slowLine(t), found = [];
    for (let k = 0; k < TIMES; k++)
      found.push(await cold(home, address, wanted));
    holds(t, `${what}, cold, at 10 Mbit/s`, found, 1500, 'ms');
  });

test('a program has its output soon on a warm page', async (t) => {
  const {page} = await open(t, 'play/'), found = [];
  for (let k = 0; k < TIMES; k++) {
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    await page.evaluate(() => new Promise((resolve) => {
      document.getElementById('run').click();
      const look = () => /ones/.test(document.querySelector('.sv-output').textContent)
        ? resolve() : setTimeout(look, 1);
      look();
    }));
    found.push(await page.evaluate(() => performance.now()));
  }
  holds(t, 'the output of the playground, warm', found, 1000, 'ms');
});

/* ---- Weights ---- */

for (const address of ['', 'learn/', 'play/', 'examples/', 'class/'])
  test(`the page /${address} is light`, async (t) => {
    const context = await at.browser.newContext(), page = await context.newPage(), files = new Set();
    t.after(() => context.close());
    page.on('request', (r) => !/^(data|blob):/.test(r.url()) && files.add(new URL(r.url()).pathname));
    await page.goto(at.home + address);
    await page.waitForSelector('body[data-ready]');
    await page.waitForLoadState('networkidle');
    const weight = [...files].reduce((sum, f) =>
      sum + gzipSync(readFileSync(join(site, f.endsWith('/') ? f + 'index.html' : f))).length, 0);
    holds(t, `the page \`/${address}\` and all that it needs, compressed`, [weight / 1000], 700, 'KB');
  });

/* ---- The scrubber ---- */

test('the scrubber answers at once', async (t) => {
  const {page, wrong} = await open(t, 'play/#example=matrix_chain');
  const steps = () => page.evaluate(() => +document.querySelector('.sv-slider').max);
  await says(page, '^Ended');
  /* On a busy machine the run is not followed to its end the first time. */
  for (let k = 0; k < 5 && await steps() < 300000; k++) {
    await page.click('#step');
    await page.waitForFunction(() => document.activeElement.dataset.do === 'next');
  }
  const total = await steps();
  assert.ok(total > 300000, String(total));
  const places = Array.from({length: 20}, (_, k) => 7919 * 4 * (k + 1) % total), tours = [];
  for (let k = 0; k < TIMES; k++)
    tours.push(await page.evaluate(async (numbers) => {
      const slider = document.querySelector('.sv-slider'), times = [];
      const drawn = (number) => new Promise((resolve) => {
        const look = () => document.querySelector('.sv-number').value === String(number)
          ? resolve() : setTimeout(look, 0);
        look();
      });
      for (const number of numbers) {
        const from = performance.now();
        slider.value = number;
        slider.dispatchEvent(new Event('input'));
        await drawn(number);
        times.push(performance.now() - from);
      }
      return times;
    }, places));
  const slowest = Math.max(...places.map((_, k) => Math.min(...tours.map((tour) => tour[k]))));
  holds(t, 'the scrubber over 318,877 statements, the slowest of 20 places', [slowest], 50, 'ms');
  assert.deepEqual(wrong, []);
});

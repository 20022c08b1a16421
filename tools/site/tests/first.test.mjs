/* SPDX-License-Identifier: MIT */
/* The first page and the examples: what moves, where they lead, the search. */
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {open, says, setUp} from './site.mjs';

setUp();

test('the first page shows a search that moves, and leads on', async (t) => {
  const {page, wrong} = await open(t);
  const moment = () => page.evaluate(() => document.getElementById('code').textContent +
    document.querySelector('.sv-told').textContent);
  const seen = new Set();
  for (let k = 0; k < 40 && seen.size < 4; k++) {
    seen.add(await moment());
    await page.waitForTimeout(250);
  }
  assert.ok(seen.size >= 4, [...seen].join('\n'));
  await page.click('#pause');
  const still = await moment();
  await page.waitForTimeout(1500);
  assert.equal(await moment(), still);
  assert.deepEqual(await page.locator('.actions a').allTextContents(),
    ['Run this program', 'Learn in ten lessons', 'All examples']);
  await page.click('.actions a');
  await page.waitForSelector('body[data-ready] #status');
  await says(page, '^Ended');
  assert.match(await page.textContent('.cm-content'), /program reach/);
  assert.deepEqual(wrong, []);
});

test('examples are found by words, and run by a click', async (t) => {
  const {page, wrong} = await open(t, 'examples/');
  const cards = page.locator('.example:visible');
  assert.ok(await cards.count() > 40 && await page.locator('.theme').count() > 5);
  assert.equal(await page.locator('.thumb:not(:has(svg, pre))').count(), 0);
  await page.fill('#search', 'dynamic knapsack');
  assert.deepEqual(await cards.locator('b').allTextContents(), ['Knapsack', 'Knapsack all', 'Pfold knapsack']);
  assert.match(await page.textContent('#found'), /^3 of \d+$/);
  await page.fill('#search', 'nothing of this kind');
  assert.equal(await page.textContent('#found'), 'No example has all of these words.');
  await page.fill('#search', 'warshall1');
  await cards.first().click();
  await page.waitForSelector('body[data-ready] #status');
  await says(page, '^Ended');
  assert.deepEqual(wrong, []);
});

/* SPDX-License-Identifier: MIT */
/* The documentation as a site, in Chromium: every page of build/site, every
 * block that runs, the search. SHOTS names a folder for pictures. */
import assert from 'node:assert/strict';
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {inflateRawSync} from 'node:zlib';

import {chromium} from 'playwright-core';

import {blocks, fences, settled} from '../docs/blocks.mjs';
import {addressOf, isPage, read, sidebar, top} from '../docs/pages.mjs';
import {serve} from '../serve.mjs';

const ARGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic',
  '--no-first-run', '--disable-background-networking', '--disable-component-update',
  '--disable-sync'];
const FAULT = /^\S+:\d+:\d+: (error|warning): /m;
const pages = readdirSync(top, {recursive: false}).concat(
  readdirSync(join(top, 'docs'), {recursive: true}).map((name) => 'docs/' + name))
  .filter(isPage).sort();

let server, browser, page, site;
const wrong = []; /* what the page complained of */

before(async () => {
  server = await serve(join(top, 'build/site'), 0);
  site = `http://localhost:${server.address().port}`;
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ARGS});
  page = await browser.newPage({viewport: {width: 1280, height: 900}});
  page.on('console', (m) => m.type() === 'error' && wrong.push(m.text()));
  page.on('pageerror', (e) => wrong.push(String(e)));
  /* Those that are fetched ahead end with their page. */
  page.on('requestfailed', (r) => r.failure().errorText === 'net::ERR_ABORTED' ||
    wrong.push(`${r.url()} failed`));
  page.on('request', (r) => r.url().startsWith(site) || /^(data|blob):/.test(r.url()) ||
    wrong.push(`${r.url()} is elsewhere`));
});

after(async () => {
  await browser?.close();
  server?.close();
});

async function open(address) {
  wrong.length = 0;
  await page.goto(site + address);
  await page.waitForFunction(() => document.querySelector('#app')?.__vue_app__ !== undefined);
}

/* Runs the block with this number; what is shown at the end. */
async function run(number) {
  const block = page.locator('.star-block').nth(number);
  await block.locator('button', {hasText: 'Run'}).click();
  await block.locator('button', {hasText: 'Run'}).waitFor();
  return block.locator('.star-output pre').textContent();
}

/* Whether the lines are among those found, in this order: the console folds
 * tables at another height than a terminal's prompt. */
function among(lines, found) {
  let at = 0;
  return lines.every((line) => / more rows \.\.\.$/.test(line) ||
    (at = found.indexOf(line, at) + 1) > 0);
}

function compare(block, shown, name) {
  const said = settled(block.said ?? ''), found = settled(shown);
  if (block.kind === 'session')
    assert.ok(among(said.split('\n'), found.split('\n')), `${name}: a session shows\n${shown}`);
  else if (block.only === 'strict')
    assert.doesNotMatch(found, /: error: /, name);
  else if (block.said === undefined)
    assert.doesNotMatch(found, FAULT, name);
  else if (block.only === 'messages')
    assert.ok(found.includes(said), `${name}: expected\n${said}found\n${shown}`);
  else
    assert.equal(found, said, name);
}

let programs = 0, sessions = 0;
for (const file of pages)
  test(file, async () => {
    const text = read(file);
    const all = blocks(fences(text), file).filter((block) => block !== null);
    await open(addressOf(file));
    const title = /^# (.*)$/m.exec(text)[1].replace(/[`\\]/g, '');
    assert.ok((await page.locator('h1').first().textContent()).includes(title));
    assert.equal(await page.locator('.star-block').count(), all.length);
    for (const [k, block] of all.entries())
      if (block.kind !== 'step') {
        compare(block, await run(k), `${file}, block ${k + 1}, ${block.path}`);
        programs += block.kind === 'program';
        sessions += block.kind === 'session';
      }
    assert.deepEqual(wrong, []);
  });

test('all blocks were there', () => {
  assert.ok(programs >= 390, `${programs} programs`);
  assert.ok(sessions >= 4, `${sessions} sessions`);
});

test('the navigation leads to every page', () => {
  const links = new Set(sidebar().flatMap((group) => group.items.map((item) => item.link)));
  for (const file of pages.filter((f) => !/^(docs\/)?README\.md$/.test(f)))
    assert.ok(links.has(addressOf(file)), file);
});

test('a program is edited, run and reset', async () => {
  await open('/tutorial/01_slices.html');
  const block = page.locator('.star-block').first();
  const area = block.locator('textarea');
  await block.locator('button', {hasText: 'Edit'}).click();
  assert.match(await area.inputValue(), /^program first;/);
  await area.fill("program mine; begin writeln('<b>' + '&') end.\n");
  await area.press('Control+Enter');
  await block.locator('.star-note', {hasText: 'steps'}).waitFor();
  assert.equal(await block.locator('.star-output pre').textContent(), '<b>&\n');
  await block.locator('button', {hasText: 'Reset'}).click();
  assert.equal(await area.count(), 0);
  assert.equal(await block.locator('.star-output').count(), 0);
  assert.match(await run(0), /^00001111\n/);
  assert.deepEqual(wrong, []);
});

test('an endless loop is stopped', async () => {
  await open('/tutorial/01_slices.html');
  const block = page.locator('.star-block').first();
  await block.locator('button', {hasText: 'Edit'}).click();
  const area = block.locator('textarea');
  await area.fill('program p; begin writeln(7); while true do end.');
  await block.locator('button', {hasText: 'Run'}).click();
  await page.waitForTimeout(500);
  const from = Date.now();
  await block.locator('button', {hasText: 'Stop'}).click();
  await block.locator('.star-note', {hasText: 'Stopped.'}).waitFor();
  assert.ok(Date.now() - from < 1500);
  assert.match(await block.locator('.star-output pre').textContent(), /^7\n.* \[interrupted\]$/m);
  await area.fill('program p; begin while true do writeln(1) end.');
  await block.locator('button', {hasText: 'Run'}).click();
  await block.locator('.star-note', {hasText: 'longer than a page can show. Stopped.'}).waitFor();
  assert.equal((await block.locator('.star-output pre').textContent()).length, 100000);
  assert.match(await run(1), /^0110\ntrue\n/);
});

test('the search finds warshall', async () => {
  await open('/readme.html');
  await page.keyboard.press('Control+k');
  await page.locator('.VPLocalSearchBox input').fill('warshall');
  const first = page.locator('.VPLocalSearchBox .result').first();
  await first.waitFor();
  assert.ok(await page.locator('.VPLocalSearchBox .result').count() > 3);
  await first.click();
  await page.waitForFunction(() => /warshall/i.test(document.querySelector('main').textContent));
  assert.deepEqual(wrong, []);
});

/* The program that a link has. */
function inLink(address) {
  const bytes = Buffer.from(new URL(address).hash.slice('#code='.length), 'base64url');
  return JSON.parse(inflateRawSync(bytes));
}

test('Step opens the playground with the program', async () => {
  for (const [address, number, begin] of [
    ['/tutorial/03_step.html', 1, 'program '], ['/tutorial/03_step.html', 4, 'program copied'],
    ['/howto/stepping.html', 0, '(* Transitive']]) {
    await open(address);
    await page.locator('.star-block').nth(number).locator('a', {hasText: 'Step'}).click();
    await page.waitForURL('**/play/*');
    const {source, input} = inLink(page.url());
    assert.equal(input, '');
    assert.ok(source.startsWith(begin), source);
    await page.waitForFunction((line) => document.querySelector('#editor').textContent
      .includes(line), source.split('\n')[0]);
    assert.deepEqual(wrong, []);
  }
});

test('an exercise that a lesson names is one click away', async () => {
  await open('/tutorial/03_step.html');
  await page.locator('a[href*="learn/#3"]').first().click();
  await page.waitForSelector('body[data-ready]');
  assert.equal(await page.textContent('#title'), 'Exercise: Sum of numbers');
  assert.deepEqual(wrong, []);
});

const axe = join(top, 'tools/site/node_modules/axe-core/axe.min.js');
const shown = ['/readme.html', '/tutorial/01_slices.html', '/howto/repl.html', '/explanation/algorithms.html'];
for (const width of [390, 1280])
  test(`pages fit ${width} pixels and can be read by all, light and dark`, async () => {
    await page.setViewportSize({width, height: 900});
    for (const scheme of ['light', 'dark'])
      for (const address of shown) {
        await page.emulateMedia({colorScheme: scheme});
        await open(address);
        await run(0);
        assert.ok(await page.evaluate(() =>
          document.documentElement.scrollWidth <= document.documentElement.clientWidth), address);
        await page.addScriptTag({path: axe});
        const {violations} = await page.evaluate(() =>
          window.axe.run({exclude: ['.DocSearch']})); /* VitePress's, whose keys are no text */
        assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target)}`), [],
          `${address} ${scheme}`);
        if (process.env.SHOTS !== undefined)
          await page.screenshot({fullPage: true, path: join(process.env.SHOTS,
            `${address.replace(/\W+/g, '_')}-${scheme}-${width}.png`)});
      }
    assert.deepEqual(wrong, []);
  });

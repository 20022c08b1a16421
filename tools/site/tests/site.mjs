/* SPDX-License-Identifier: MIT */
/* What the tests of the pages share: a server, Chromium, and a page of its own.
 * SITE is what build.sh has made, build/site if it is not set; CHROMIUM the
 * browser. */
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {after, before} from 'node:test';
import {fileURLToPath} from 'node:url';

import {chromium} from 'playwright-core';

import {serve} from '../serve.mjs';

export const top = fileURLToPath(new URL('../../..', import.meta.url));
export const site = process.env.SITE || join(top, 'build/site');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/* The address of the site, and the browser, while tests run. */
export const at = {home: '', browser: null};

export function setUp() {
  let server;
  before(async () => {
    server = await serve(site, 0);
    at.home = `http://localhost:${server.address().port}/`;
    at.browser = await chromium.launch({executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
        '--disable-background-networking', '--disable-component-update', '--disable-sync']});
  });
  after(async () => {
    await at.browser?.close();
    server?.close();
  });
}

/* A page of its own, which is ready. `wrong` gets its errors and warnings, and what
 * it asks of others or sends. */
export async function open(t, address = '', options = {}) {
  const context = await at.browser.newContext({viewport: {width: 1280, height: 800}, ...options});
  const page = await context.newPage(), wrong = [];
  t.after(() => context.close());
  page.setDefaultTimeout(20000);
  page.on('console', (m) => /error|warning/.test(m.type()) && wrong.push(m.text()));
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('request', (r) => {
    if ((!r.url().startsWith(at.home) && !/^(data|blob):/.test(r.url())) ||
        r.method() !== 'GET' || new URL(r.url()).search !== '')
      wrong.push('request ' + r.method() + ' ' + r.url());
  });
  await page.goto(at.home + address);
  await page.waitForSelector('body[data-ready]');
  return {page, wrong, context};
}

/* That all can read it, and that it fits. */
export async function clean(page, where = '') {
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <=
    document.documentElement.clientWidth), where + ' is wider than the window');
  await page.evaluate(axe);
  const {violations} = await page.evaluate(() => window.axe.run(document,
    {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']}));
  assert.deepEqual(violations.map((v) => `${where}: ${v.id} ${v.nodes.map((n) =>
    n.target + ' ' + n.failureSummary)}`), []);
}

/* What runs has ended, and the page says what the pattern wants. */
export const says = (page, pattern) => page.waitForFunction((p) =>
  document.getElementById('stop').disabled &&
  new RegExp(p).test(document.getElementById('status').textContent), pattern);

/* In place of what is in the editor, at once. */
export async function write(page, text) {
  await page.click('.cm-content');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.querySelector('.cm-content').dispatchEvent(new ClipboardEvent('paste',
      {clipboardData: data, bubbles: true, cancelable: true}));
  }, text);
}

export const source = (page) => page.evaluate(() =>
  [...document.querySelectorAll('.cm-line')].map((l) => l.textContent).join('\n'));

/* The run is followed, and the scrubber has its statements. */
export const followed = (page) => page.waitForFunction(() =>
  !document.querySelector('.sv-slider').disabled);

export async function goTo(page, number) {
  await page.fill('.sv-number', String(number));
  await page.press('.sv-number', 'Enter');
  await page.waitForTimeout(60);
}

/* Runs a program until it can be stepped. */
export async function run(page, text) {
  await write(page, text);
  await page.click('#run');
  await says(page, '.');
  await followed(page);
}

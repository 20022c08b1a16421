/* SPDX-License-Identifier: MIT */
/* The lessons in Chromium, and their exercises with the solutions of tests/system/exercises; with
 * STAR what is said of them is compared with what the command says. */
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';

import {at, open as openSite, setUp, top} from './site.mjs';

const star = process.env.STAR;
const folder = join(top, 'tests/system/exercises');

/* [{group, number, name, right, text}], without what the command prints. */
const solutions = readdirSync(folder, {withFileTypes: true}).filter((f) => f.isDirectory())
  .flatMap(({name: group}) => readdirSync(join(folder, group)).map((file) => ({
    group, file, number: Number(file.slice(0, 2)), right: /^\d\d_right/.test(file),
    text: readFileSync(join(folder, group, file), 'utf8').replace(/^\{ prints$[^]*/m, '')})));

let work;

setUp();
before(() => { work = mkdtempSync(join(tmpdir(), 'star-exercises-')); });
after(() => rmSync(work, {recursive: true}));

const open = (t, {fragment = '', ...options} = {}) => openSite(t, 'learn/' + fragment, options);

const text = (page, id) => page.textContent('#' + id);

/* What the command says of a solution. */
function told({number, file, text: source}) {
  const path = join(work, file);
  writeFileSync(path, source);
  try {
    return JSON.parse(execFileSync(star, ['exercise', String(number), path, '--json'],
      {encoding: 'utf8'}));
  } catch (error) {
    return JSON.parse(error.stdout);
  }
}

/* ---- All of them ---- */

test('every solution gets the command\'s words', async (t) => {
  const {page, wrong} = await open(t);
  assert.equal(await page.locator('#list .task').count(), 40);
  assert.equal(await page.locator('#list section').count(), 10);
  await page.evaluate(() => {
    const worker = new Worker('../play/worker.js', {type: 'module'});
    window.grade = (exercise, source) => new Promise((resolve) => {
      worker.onmessage = ({data}) => data.end && resolve(data.end);
      worker.postMessage({id: 1, do: 'grade', exercise, source, path: 'solution.star'});
    });
  });
  const solved = new Set();
  for (const solution of solutions) {
    const {file, number, right} = solution;
    const {grade, status} = await page.evaluate(([name, source]) =>
      window.grade(name, source), [String(number), solution.text]);
    assert.equal(grade.solved, right, file);
    assert.equal(status, right ? 0 : 1, file);
    if (right)
      solved.add(number);
    if (star === undefined)
      continue;
    const wanted = told(solution);
    for (const member of ['end', 'inputs', 'operations', 'reference', 'most', 'size'])
      assert.equal(grade[member], wanted[member], `${file}: ${member}`);
    assert.equal(grade.feedback, wanted.feedback.replaceAll(join(work, file), 'solution.star'),
      file);
  }
  assert.equal(solved.size, 40);
  assert.deepEqual(wrong, []);
});

/* ---- By keyboard ---- */

const focused = (page, selector) => page.evaluate((s) => document.activeElement.matches(s), selector);

async function tabTo(page, selector) {
  for (let k = 0; k < 120 && !await focused(page, selector); k++)
    await page.keyboard.press('Tab');
  assert.ok(await focused(page, selector), selector);
}

/* From the contents. */
async function choose(page, number) {
  const name = await page.evaluate((n) => [...document.querySelectorAll('#list .task a')]
    .find((a) => a.dataset.number === n).textContent, String(number));
  await page.focus('#contents summary');
  await page.keyboard.press('Enter');
  await tabTo(page, `#list .task a[data-number="${number}"]`);
  await page.keyboard.press('Enter');
  await page.waitForFunction((n) => document.getElementById('title').textContent === 'Exercise: ' + n, name);
}

const solvedOf = (page) => page.textContent('#list p');

/* Replaces what is in the editor; completions are not taken. */
async function type(page, source) {
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  for (const line of source.trimEnd().split('\n')) {
    await page.keyboard.insertText(line);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Home'); /* without the indentation */
    await page.keyboard.press('Delete');
  }
}

async function attempt(page) {
  await page.keyboard.press('Control+Enter');
  await page.waitForFunction(() => document.getElementById('stop').disabled &&
    !/^(|Tries it)$/.test(document.getElementById('status').textContent));
  return await page.isHidden('#result') ? text(page, 'status')
    : /^[^.:]*/.exec(await text(page, 'verdict'))[0];
}

const groups = [...new Set(solutions.map((s) => s.group))];
for (const group of groups)
  test(`an exercise of the group ${group} is solved wrongly and rightly by keyboard`, async (t) => {
    const {page, wrong} = await open(t);
    const bad = solutions.find((s) => s.group === group && !s.right);
    const good = solutions.find((s) => s.number === bad.number && s.right);
    await choose(page, bad.number);
    await page.keyboard.press('Alt+h');
    await page.keyboard.press('Alt+h');
    assert.equal(await page.locator('#hints li').count(), 2);
    await tabTo(page, '.cm-content');
    await type(page, bad.text);
    assert.notEqual(await attempt(page), 'Solved');
    await page.waitForSelector('#result.wrong:not([hidden])');
    assert.match(await solvedOf(page), /^0 of 40/);
    await type(page, good.text);
    assert.equal(await attempt(page), 'Solved');
    assert.match(await text(page, 'verdict'), /^Solved: right on 330 inputs/);
    assert.match(await text(page, 'told'), /^The reference:/);
    assert.match(await solvedOf(page), /^1 of 40/);
    assert.match(await text(page, 'read'), /^Read next: /);
    await tabTo(page, '#told');
    const before = await text(page, 'title');
    await page.keyboard.press('Alt+n');
    await page.waitForFunction((title) =>
      document.getElementById('title').textContent !== title, before);
    assert.deepEqual(wrong, []);
  });

/* ---- The page ---- */

test('a lesson is read, its program run and changed, by keyboard', async (t) => {
  const {page, wrong} = await open(t);
  const ended = () => page.waitForFunction(() => document.getElementById('stop').disabled &&
    /^Ended/.test(document.getElementById('status').textContent));
  assert.equal(await text(page, 'title'), 'Slices');
  const titles = new Set();
  for (let k = 0; k < 30; k++) {
    const title = await text(page, 'title');
    titles.add(title);
    if (/^Exercise: Sum of numbers/.test(title))
      break;
    await page.keyboard.press('Alt+n');
    await page.waitForTimeout(150);
  }
  assert.ok(['Exercise: Complement', 'Asking a slice', 'Exercise: The last 1', 'One 1 after the other',
    'Exercise: Sum of numbers'].every((title) => titles.has(title)), [...titles].join());
  await page.goto(at.home + 'learn/#1.1');
  await page.reload();
  await ended();
  assert.match(await page.textContent('.sv-output'), /^00001111\n10100000/);
  assert.match(await page.textContent('.sv-told'), /slice X of first, 8, bits 11110000/);
  await tabTo(page, '.cm-content');
  await type(page, 'program mine;\nvar X: slice(3);\nbegin\n  SET(X);\n  writeln(X)\nend.\n');
  await page.keyboard.press('Control+Enter');
  await page.waitForFunction(() => document.querySelector('.sv-output').textContent === '111\n');
  assert.deepEqual(wrong, []);
});

test('a page is left while its program runs', async (t) => {
  const {page, wrong} = await open(t, {fragment: '#1.1'});
  await tabTo(page, '.cm-content');
  await type(page, 'program p;\nvar k: integer;\nbegin\n  while true do k := 1\nend.\n');
  await page.keyboard.press('Control+Enter');
  await page.waitForFunction(() => !document.getElementById('stop').disabled);
  await choose(page, 2);
  assert.match(await text(page, 'editor'), /proc LAST/);
  await page.waitForFunction(() => document.getElementById('stop').disabled);
  assert.equal(await text(page, 'status'), '');
  assert.equal(await page.locator('.sv-told li').count(), 0);
  await tabTo(page, '.cm-content');
  await page.keyboard.press('Control+Enter');
  await page.waitForFunction(() => /^Tried/.test(document.getElementById('status').textContent));
  assert.deepEqual(wrong, []);
});

test('a failing exercise is watched', async (t) => {
  const {page, wrong} = await open(t, {fragment: '#diagonal'});
  await page.click('.cm-content');
  await type(page, 'proc DIAGONAL(T: table; var Z: slice);\nbegin\n  Z := COL(1, T)\nend;\n');
  assert.equal(await attempt(page), 'Another result');
  assert.match(await text(page, 'verdict'), /^Another result\. Z is wrong in component 2\.$/);
  const told = await page.locator('.sv-told li').allTextContents();
  assert.deepEqual(told, ['table T of input, 2 x 2, 2 ones', 'slice Z expected of input, 2, bits 00',
    'slice Z found of input, 2, bits 01, changed in component 2']);
  await page.click('#watch');
  await page.waitForFunction(() => /statements$/.test(document.getElementById('status').textContent));
  await page.waitForFunction(() => /COL\(1, T\)/.test(document.querySelector('.cm-now-line')?.textContent));
  assert.deepEqual((await page.locator('.sv-told li').allTextContents()).map((s) => s.split(' of ')[0]),
    ['table T']);
  assert.deepEqual(wrong, []);
});

test('on a phone what came of an exercise is in sight', async (t) => {
  const {page} = await open(t, {fragment: '#diagonal', viewport: {width: 390, height: 844}});
  await page.click('.cm-content');
  await type(page, 'proc DIAGONAL(T: table; var Z: slice);\nbegin\n  Z := COL(1, T)\nend;\n');
  await page.evaluate(() => window.scrollTo(0, 9999));
  assert.equal(await attempt(page), 'Another result');
  assert.ok(await page.evaluate(() => {
    const {top, bottom} = document.getElementById('watch').getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  }));
});

test('what was done is there when the page is opened again', async (t) => {
  const {page} = await open(t, {fragment: '#sum'});
  await page.click('#hint');
  await page.click('.cm-content');
  await type(page, solutions.find((s) => s.number === 3 && s.right).text);
  assert.equal(await attempt(page), 'Solved');
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  assert.match(await solvedOf(page), /^1 of 40/);
  assert.equal(await page.locator('#list .task a.done').textContent(), 'Sum of numbers');
  assert.equal(await page.locator('#hints li').count(), 1);
  assert.match(await text(page, 'editor'), /program sums/);
  await page.goto(at.home + 'learn/');
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  assert.equal(await text(page, 'title'), 'Slices'); /* the first that was not seen */
});

test('nothing is said of a text that nobody has typed', async (t) => {
  const {page} = await open(t, {fragment: '#diagonal'});
  await page.waitForTimeout(800);
  assert.equal(await page.locator('.cm-lintRange').count(), 0);
  await page.click('.cm-content');
  await page.keyboard.type(' ');
  await page.waitForSelector('.cm-lintRange-warning');
});

test('messages have their lines, and an endless loop ends', async (t) => {
  const {page, wrong} = await open(t, {fragment: '#last'});
  await page.click('.cm-content');
  await type(page, 'proc LAST(X: slice; var i: integer);\nbegin\n  i := Q\nend;\n');
  assert.equal(await attempt(page), 'Does not compile');
  assert.match(await text(page, 'reports'), /Line 3/);
  assert.ok(await page.isHidden('#result'));
  await type(page, 'proc LAST(X: slice; var i: integer);\nbegin\n  while true do i := 1\nend;\n');
  assert.equal(await attempt(page), 'Ends with an error');
  assert.match(await text(page, 'reports'), /no more than 1000000 steps/);
  await type(page, 'proc LOST(X: slice);\nbegin\nend;\n');
  assert.equal(await attempt(page), 'The procedure is missing');
  assert.match(await text(page, 'told'), /did you mean 'LOST'/);
  assert.deepEqual(wrong, []);
});

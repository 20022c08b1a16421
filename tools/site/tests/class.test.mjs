/* SPDX-License-Identifier: MIT */
/* A teacher's set, a student who does it, and the results; what is sent to others
 * than the site is an error of `open`. */
import assert from 'node:assert/strict';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';

import {at, clean, open, says, setUp, top, write} from './site.mjs';

setUp();

let work;
before(() => { work = mkdtempSync(join(tmpdir(), 'star-class-')); });
after(() => rmSync(work, {recursive: true}));

/* The guide's own exercise, and its solution. */
const guide = readFileSync(join(top, 'docs/howto/class.md'), 'utf8');
const swap = /^\{ swap\.star \}\n([^]*?)^```/m.exec(guide)[1];
const solution = /^proc SWAP[^]*?^end;\n/m.exec(swap)[0];
const LAST = 'proc LAST(X: slice; var i: integer);\nbegin\n  i := 1\nend;\n';

const file = (name, text) => {
  writeFileSync(join(work, name), text);
  return join(work, name);
};

const table = (page) => page.evaluate(() => [...document.querySelectorAll('#table tr')].map((row) =>
  [...row.children].map((cell) => cell.textContent)));

test('a set goes to students in a link, and comes back in files', async (t) => {
  const {page, wrong, context} = await open(t, 'class/');
  await page.fill('#name', 'Week 3: \u00fcber slices');
  await page.check('#choice input[value=last]');
  await page.setInputFiles('#own', [file('swap.star', swap), file('none.star', 'program none;\nbegin\nend.\n')]);
  await page.waitForFunction(() => document.getElementById('said').textContent === '2 exercises');
  assert.deepEqual(await page.locator('#owns li').allTextContents(), ['Exchange (swap.star)',
    'none.star is no exercise: it needs a comment { ... } and a procedure of the file\'s name']);

  /* The student. */
  const student = await context.newPage();
  const link = await page.evaluate(() => document.getElementById('set').href);
  assert.match(link, /\/learn\/#set=[\w-]+$/);
  await student.goto(link);
  await student.waitForSelector('body[data-ready]');
  assert.equal(await student.textContent('#where'), 'Week 3: \u00fcber slices');
  assert.deepEqual(await student.locator('#list .task a').allTextContents(), ['The last 1', 'Exchange']);
  await write(student, LAST);
  await student.click('#run');
  await says(student, 'Another');
  await student.click('#next');
  await student.waitForFunction(() => document.getElementById('title').textContent === 'Exercise: Exchange');
  assert.match(await student.textContent('#asked'), /^Z has the upper half of X below/);
  await write(student, solution);
  await student.click('#run');
  await says(student, 'Solved');
  assert.match(await student.textContent('#verdict'), /right on 330 inputs, 4 operations/);
  await student.reload(); /* the set is still there, and what was written */
  await student.waitForSelector('body[data-ready]');
  assert.equal(await student.textContent('#title'), 'Exercise: Exchange');
  await clean(student, 'the set');
  await student.fill('#student', 'Ada L.');
  const [saved] = await Promise.all([student.waitForEvent('download'), student.click('#hand-in button')]);
  assert.equal(saved.suggestedFilename(), 'Ada_L_.json');
  const result = JSON.parse(readFileSync(await saved.path(), 'utf8'));
  assert.deepEqual(result, {title: 'Week 3: \u00fcber slices', student: 'Ada L.',
    solutions: [{exercise: 'last', text: LAST}, {exercise: 'swap', text: solution}]});

  /* The teacher. */
  await page.setInputFiles('#files', [file('ada.json', JSON.stringify(result)), file('ben.star', solution),
    file('bad.json', '{')]);
  await page.waitForFunction(() => /^2 students/.test(document.getElementById('progress').textContent));
  assert.equal(await page.textContent('#progress'), '2 students; bad.json is no file of results.');
  assert.deepEqual(await table(page), [['Student', 'The last 1', 'Exchange', 'Solved'],
    ['Ada L.', 'different', '\u2713 4 operations', '1 of 2'], ['ben', '\u2013', '\u2713 4 operations', '1 of 2']]);
  const [csv] = await Promise.all([page.waitForEvent('download'), page.click('#csv')]);
  assert.equal(readFileSync(await csv.path(), 'utf8'),
    'student,last,swap\nAda L.,different,right\nben,,right\n');
  await clean(page, 'the class');
  assert.deepEqual(wrong, []);
});

test('a damaged set leaves the lessons', async (t) => {
  const {page, wrong} = await open(t, 'learn/#set=AAAA');
  assert.equal(await page.textContent('#where'), 'Lesson 1 of 10: Slices');
  await page.goto(at.home + 'class/');
  await page.waitForSelector('body[data-ready]');
  assert.ok(await page.isDisabled('#copy'));
  assert.deepEqual(wrong, []);
});

for (const [width, height] of [[390, 844], [1366, 768]])
  for (const colorScheme of ['light', 'dark'])
    test(`the class of ${width} pixels, ${colorScheme}`, async (t) => {
      const {page} = await open(t, 'class/', {viewport: {width, height}, colorScheme});
      await clean(page, 'the class');
    });

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
  await says(student, '^Tried');
  await student.click('#next');
  await student.waitForFunction(() => document.getElementById('title').textContent === 'Exercise: Exchange');
  assert.match(await student.textContent('#asked'), /^Z has the upper half of X below/);
  await write(student, solution);
  await student.click('#run');
  await says(student, '^Tried');
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
  await page.setInputFiles('#files', [file('ada.json', JSON.stringify(result)),
    file('ben.star', solution.replace('proc ', 'procedure ')), file('bad.json', '{')]);
  await page.waitForFunction(() => /^2 students/.test(document.getElementById('progress').textContent));
  assert.equal(await page.textContent('#progress'), '2 students; bad.json is no file of results.');
  assert.deepEqual(await table(page), [['Student', 'File', 'The last 1', 'Exchange', 'Solved'],
    ['Ada L.', 'ada.json', 'different', '\u2713 4 operations', '1 of 2'],
    ['ben', 'ben.star', '\u2013', '\u2713 4 operations', '1 of 2']]);
  const [csv] = await Promise.all([page.waitForEvent('download'), page.click('#csv')]);
  assert.equal(readFileSync(await csv.path(), 'utf8'),
    'student,file,last,swap\nAda L.,ada.json,different,right\nben,ben.star,,right\n');
  await clean(page, 'the class');
  assert.deepEqual(wrong, []);
});

/* What reads a set in the browser. */
const packed = (page, set) => page.evaluate(async (text) => {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}, JSON.stringify(set));

/* The table, when the files were tried. */
async function tried(page, ...files) {
  await page.setInputFiles('#files', files);
  await page.waitForFunction(() => /student/.test(document.getElementById('progress').textContent));
  return table(page);
}

test('names of students are told apart, and no formula', async (t) => {
  const {page, wrong} = await open(t, 'class/');
  const result = (name, student) => file(name, JSON.stringify({title: 'x', student,
    solutions: [{exercise: 'last', text: LAST}]}));
  await page.check('#choice input[value=last]');
  await page.waitForFunction(() => !document.getElementById('copy').disabled);
  const rows = await tried(page, result('a.json', 'Kim'), result('b.json', 'Kim'), result('c.json', '=1+1'),
    result('d.json', 'x\ry'), result('e.json'), file('f.json', '{"student":"F","solutions":[]}'));
  assert.equal(await page.textContent('#progress'), '4 students; e.json does not say whose it is: it has ' +
    'no student; f.json has no solution of this set.');
  assert.deepEqual(rows.map((row) => row.slice(0, 2).join()),
    ['Student,File', '=1+1,c.json', 'Kim,a.json', 'Kim,b.json', 'x\ry,d.json']);
  const [csv] = await Promise.all([page.waitForEvent('download'), page.click('#csv')]);
  assert.equal(readFileSync(await csv.path(), 'utf8'), 'student,file,last\n\'=1+1,c.json,different\n' +
    'Kim,a.json,different\nKim,b.json,different\n"x\ry",d.json,different\n');
  await page.check('#choice input[value=sum]'); /* the table is that of the set */
  await page.waitForFunction(() => document.querySelectorAll('#table thead th').length === 5);
  assert.deepEqual((await table(page))[2], ['Kim', 'a.json', 'different', '\u2013', '0 of 2']);
  assert.deepEqual(wrong, []);
});

test('the link is that of the last choice', async (t) => {
  const {page, wrong} = await open(t, 'class/');
  for (const text of [swap, swap.replace('Exchange', 'Exchange halves')])
    await page.setInputFiles('#own', {name: 'swap.star', mimeType: 'text/plain', buffer: Buffer.from(text)});
  await page.evaluate(() => {
    document.querySelectorAll('#choice input').forEach((box) => box.click());
    document.querySelectorAll('#choice input').forEach((box) => box.value === 'last' || box.click());
  });
  await page.waitForFunction(() => document.getElementById('said').textContent === '2 exercises' &&
    !document.getElementById('copy').disabled);
  assert.deepEqual(await page.locator('#owns li').allTextContents(), ['Exchange halves (swap.star)']);
  await page.goto(await page.evaluate(() => document.getElementById('set').href));
  await page.waitForSelector('body[data-ready]');
  assert.deepEqual(await page.locator('#list .task a').allTextContents(), ['The last 1', 'Exchange halves']);
  await page.goto(at.home + 'class/');
  await page.waitForSelector('body[data-ready]');
  await page.check('#choice input[value=last]');
  await page.setInputFiles('#own', file('last.star', swap.replaceAll('SWAP', 'LAST')));
  await page.waitForFunction(() => document.getElementById('said').textContent ===
    '1 exercise, without 1 of the same name as another');
  assert.deepEqual(wrong, []);
});

test('a link is followed where the lessons are open', async (t) => {
  const {page, wrong} = await open(t, 'learn/');
  const own = (title, text = swap) => ({title, exercises: [{path: 'swap.star', text}]});
  const go = async (set) => {
    const link = '#set=' + await packed(page, set);
    await page.evaluate((hash) => { location.hash = hash; }, link);
    await page.waitForFunction((title) => document.body.dataset.ready &&
      document.getElementById('where').textContent === title, set.title);
  };
  await go(own('first'));
  await write(page, solution);
  await page.click('#run');
  await says(page, '^Tried');
  await go(own('the same in another set'));
  assert.equal(await page.locator('#list a.done').count(), 1);
  await go(own('another of the name', swap.replace('Exchange', 'Other')));
  assert.equal(await page.locator('#list a.done').count(), 0);
  assert.doesNotMatch(await page.textContent('#editor'), /SHIFT/);
  assert.ok(await page.isHidden('#wrong'));
  await go({title: 'some', exercises: ['last', 'lost', 'last', 'sum']});
  assert.match(await page.textContent('#wrong'), /^2 exercises of this set cannot be shown/);
  assert.equal(await page.locator('#list .task').count(), 2);
  await clean(page, 'a set that lacks some');
  await page.evaluate(() => { location.hash = '#1.2'; });
  await page.waitForFunction(() => document.body.dataset.ready &&
    /^Lesson 1/.test(document.getElementById('where').textContent));
  assert.deepEqual(wrong, []);
});

test('a damaged set leaves the lessons, and is told', async (t) => {
  const {page, wrong} = await open(t, 'learn/');
  const whole = await packed(page, {title: 'x', exercises: ['last', 'sum', 'tree']});
  for (const text of ['', 'AAAA', whole.slice(0, -1), whole.slice(0, 20), whole.slice(0, 9) + '%20']) {
    await page.goto(at.home + 'class/');
    await page.goto(at.home + 'learn/#set=' + text);
    await page.waitForSelector('body[data-ready]');
    assert.equal(await page.textContent('#where'), 'Lesson 1 of 10: Slices');
    assert.match(await page.textContent('#wrong'), /^The link to this set of exercises is damaged/, text);
  }
  await page.goto(at.home + 'class/');
  await page.waitForSelector('body[data-ready]');
  assert.ok(await page.isDisabled('#copy'));
  assert.deepEqual(wrong, []);
});

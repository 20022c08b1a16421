/* SPDX-License-Identifier: MIT */
/* The playground in Chromium. With STAR, a command, values are compared with those of
 * `star step`. */
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {readFileSync, readdirSync} from 'node:fs';
import {basename, join} from 'node:path';
import {test} from 'node:test';
import {gzipSync} from 'node:zlib';

import {at, goTo, open as openSite, setUp, source, top, write} from './site.mjs';

const star = process.env.STAR;
const open = (t, {fragment = '', ...options} = {}) => openSite(t, 'play/' + fragment, options);
const expectedOf = (name) => readFileSync(join(top, 'examples', name + '.expected'), 'utf8');

const ENDLESS = `program endless;
var k: integer; X: slice(5);
begin
  k := 0;
  SET(X);
  while true do k := k + 1
end.
`;

/* A division of numbers of 4,000 bits, a kernel of a minute. */
const LONG = `program long;
const n = 20000; c = 4000;
var T, S: table(n, c); X: slice(n); w: word(c); i: integer;
begin
  SET(X); w(c) := 1; w(1) := 1;
  for i := 1 to c do COL(i, T) := X;
  DIVC(T, w, X, S)
end.
`;

setUp();

const status = (page) => page.textContent('#status');
async function ended(page, pattern = /^(Ended|Error|Failed|Stopped)/) {
  await page.waitForFunction((p) => document.getElementById('stop').disabled &&
    new RegExp(p).test(document.getElementById('status').textContent), pattern.source);
}

async function run(page) {
  await page.click('#run');
  await ended(page);
}

const output = (page) => page.evaluate(() => document.querySelector('.sv-output').textContent);

/* An example, which is run at once, as a click on its card does. */
async function example(page, name) {
  await page.goto(at.home + 'play/#example=' + name);
  await page.waitForFunction((n) => document.querySelector('.cm-content') &&
    location.hash.startsWith('#code='), name);
  await ended(page);
}

/* ---- Runs ---- */

test('every example prints what the command prints', async (t) => {
  const {page, wrong} = await open(t);
  const names = readdirSync(join(top, 'examples')).filter((f) => f.endsWith('.star'));
  assert.ok(names.length > 10);
  for (const name of names.map((f) => basename(f, '.star'))) {
    await example(page, name);
    const expected = star
      ? spawnSync(star, ['run', join(top, 'examples', name + '.star')],
        {encoding: 'utf8', input: ''}).stdout // some want a file, and end with an error
      : expectedOf(name);
    assert.equal(await output(page), expected, name);
  }
  assert.deepEqual(wrong, []);
});

test('a program reads its input', async (t) => {
  const {page} = await open(t);
  await write(page, 'program sum;\nvar a, b: integer;\nbegin\nread(a, b);\nwriteln(a + b)\nend.\n');
  await page.click('#input-box summary');
  await page.fill('#input', '20 22\n');
  await run(page);
  assert.equal((await output(page)).trim(), '42');
});

test('what needs too much memory has a message', async (t) => {
  const {page, wrong} = await open(t);
  await write(page, 'program p;\nvar T: table(100000, 100000);\nbegin\n  T := T\nend.\n');
  await run(page);
  assert.match(await page.textContent('#reports'), /memory/);
  assert.deepEqual(wrong, []);
});

test('an engine that cannot be loaded is spoken of', async (t) => {
  const {page} = await open(t);
  await page.route('**/engine.wasm', (route) => route.abort());
  await page.reload();
  await page.waitForFunction(() => /^The engine cannot be started/
    .test(document.getElementById('status').textContent));
});

test('an error while it runs shows the line and the variables', async (t) => {
  const {page, wrong} = await open(t);
  await write(page, 'program p;\nvar i, k: integer;\nbegin\n  i := 7; k := 0;\n  writeln(i div k)\nend.\n');
  await run(page);
  assert.match(await status(page), /^Error in line 5$/);
  assert.match(await page.textContent('#reports'), /'div': division by zero/);
  assert.match(await page.textContent('#reports pre'), /5 \| {3}writeln\(i div k\)\n {5}\| {11}\^~~~~~~/);
  assert.match(await page.textContent('.sv-frames'), /i7/);
  await page.click('#reports summary');
  await page.waitForFunction(() => document.querySelector('#reports details p').textContent.length > 20);
  await page.click('#reports .place');
  assert.ok(await page.evaluate(() => document.activeElement.classList.contains('cm-content')));
  assert.deepEqual(wrong, []);
});

/* ---- Messages while typing ---- */

test('a mistake is underlined, explained and corrected by a click', async (t) => {
  const {page, wrong} = await open(t);
  await write(page, 'program p;\nbegin\n  writln(1)\nend.\n');
  await page.waitForSelector('.cm-lintRange-error');
  assert.equal(await page.textContent('.cm-lintRange-error'), 'writln');
  await page.hover('.cm-lintRange-error');
  await page.waitForFunction(() => /declared before its first use/
    .test(document.querySelector('.cm-diagnostic')?.textContent));
  await page.click('.cm-diagnosticAction');
  assert.match(await source(page), /writeln\(1\)/);
  await page.waitForSelector('.cm-lintRange-error', {state: 'detached'});
  await run(page);
  assert.equal((await output(page)).trim(), '1');
  assert.deepEqual(wrong, []);
});

test('a text is checked while a program runs', async (t) => {
  const {page} = await open(t);
  await write(page, ENDLESS);
  await page.click('#run');
  await page.click('.cm-content');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('x');
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('y');
  await page.waitForSelector('.cm-lintRange-error');
  assert.equal(await status(page), 'Runs');
  await page.click('#stop');
  await ended(page, /^Stopped/);
});

test('names are completed, with their sentences', async (t) => {
  const {page} = await open(t);
  await write(page, 'program p;\nbegin\n  ');
  await page.keyboard.type('NUM');
  await page.waitForSelector('.cm-tooltip-autocomplete');
  await page.waitForFunction(() => /NUMB\(/.test(document.querySelector('.cm-completionInfo')?.textContent));
  await page.waitForTimeout(100);
  await page.keyboard.press('Enter');
  assert.match(await source(page), /NUMB/);
});

/* ---- Links and files ---- */

test('the program is in the link', async (t) => {
  const {page, wrong, context} = await open(t);
  const text = 'program p; { Gruesse, \u043f\u0440\u0438\u0432\u0435\u0442 }\nvar a: integer;\nbegin\n  read(a);\n  writeln(a * a)\nend.';
  await write(page, text);
  await page.click('#input-box summary');
  await page.fill('#input', '12\n');
  await page.click('#share');
  await page.waitForFunction(() => location.hash.startsWith('#code='));
  const url = page.url();
  assert.match(url, /#code=[\w-]+$/);
  await page.evaluate(() => localStorage.clear());
  const other = await context.newPage();
  await other.goto(url);
  await other.waitForSelector('body[data-ready]');
  assert.equal(await source(other), text);
  assert.equal(await other.inputValue('#input'), '12\n');
  await run(other);
  assert.equal((await output(other)).trim(), '144');
  assert.deepEqual(wrong, []);
});

test('a damaged link says so', async (t) => {
  const {page} = await open(t, {fragment: '#code=AAAA'});
  assert.match(await status(page), /damaged/);
});

test('what was not run outlives a reload', async (t) => {
  const {page} = await open(t);
  await write(page, 'program kept;\nbegin\nend.');
  await page.waitForTimeout(700);
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  assert.match(await source(page), /^program kept;/);
});

async function drop(page, list) {
  const data = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const {name, bytes} of files)
      transfer.items.add(new File([Uint8Array.from(bytes)], name));
    return transfer;
  }, list.map(({name, bytes}) => ({name, bytes: [...bytes]})));
  await page.dispatchEvent('.cm-content', 'drop', {dataTransfer: data});
}

test('files are dropped, loaded and saved', async (t) => {
  const {page, wrong} = await open(t);
  const graph = 'p sp 3 2\na 1 2 5\na 2 3 2\n';
  await drop(page, [{name: 'mine.gr', bytes: Buffer.from(graph)},
    {name: 'packed.gr.gz', bytes: gzipSync(graph)}]);
  await page.waitForFunction(() => /packed\.gr/.test(document.getElementById('files').textContent));
  await write(page, `program files;
var T, U, V: table;
begin
  load(T, 'mine.gr', adjacency);
  load(U, 'packed.gr', adjacency);
  load(V, 'towns.gr', adjacency);
  write(T);
  write(U);
  writeln(LENGTH(COL(1, V)));
  save(T, 'out.mtx', mtx)
end.
`);
  await run(page);
  assert.match(await output(page), /^010\n001\n000\n010\n001\n000\n *9\n$/);
  await page.click('#files-box summary');
  const [saved] = await Promise.all([page.waitForEvent('download'),
    page.click('#files button:text("out.mtx")')]);
  assert.match(readFileSync(await saved.path(), 'utf8'), /^%%MatrixMarket[^]*\n3 3 2\n/);
  await drop(page, [{name: 'picture.png', bytes: [1, 2, 3]}]);
  await page.waitForFunction(() => /is no \.mtx/.test(document.getElementById('status').textContent));
  await drop(page, [{name: 'other.star', bytes: Buffer.from('program other; begin end.')}]);
  await page.waitForFunction(() => /program other/.test(document.querySelector('.cm-content').textContent));
  assert.deepEqual(wrong, []);
});

test('vertices have the names of their file', async (t) => {
  const {page, wrong} = await open(t);
  await drop(page, [{name: 'cities.csv', bytes: Buffer.from('from,to\nParis,Rome\nRome,Oslo\n')}]);
  await page.waitForFunction(() => /cities/.test(document.getElementById('files').textContent));
  await write(page, 'program p;\nvar T: table;\nbegin\n  load(T, \'cities.csv\', adjacency)\nend.\n');
  await run(page);
  await page.click('figcaption button:text("Graph")');
  await page.focus('.sv-graph canvas');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await page.waitForFunction(() => document.querySelector('.sv-live').textContent ===
    'Vertex Rome: arcs to Oslo, from Paris.');
  await page.hover('.sv-bits', {position: {x: 75, y: 40}});
  await page.waitForFunction(() => /\(Paris\) = [01]/
    .test(document.querySelector('.sv-readout').textContent));
  assert.deepEqual(wrong, []);
});

/* ---- Stop ---- */

/* Milliseconds from the click on Stop to what the page says. */
const stop = (page) => page.evaluate(() => new Promise((resolve) => {
  const from = performance.now(), says = document.getElementById('status');
  if (document.getElementById('stop').disabled)
    resolve(NaN);
  const look = new MutationObserver(() => {
    if (document.getElementById('stop').disabled) {
      look.disconnect();
      resolve(performance.now() - from);
    }
  });
  look.observe(says, {childList: true, characterData: true, subtree: true});
  document.getElementById('stop').click();
}));

test('an endless loop stops, and its variables are there', async (t) => {
  const {page, wrong} = await open(t);
  await write(page, ENDLESS);
  const times = [];
  for (let n = 0; n < 5; n++) {
    await page.click('#run');
    await page.waitForTimeout(300);
    times.push(await stop(page));
  }
  t.diagnostic('Stop answers within ' + times.map((x) => x.toFixed(0)) + ' ms');
  assert.ok(Math.min(...times) < 50 && Math.max(...times) < 200, String(times));
  assert.match(await status(page), /^Stopped/);
  await page.waitForSelector('.sv-frames tr');
  assert.match(await page.textContent('.sv-frames'), /k\d{4,}X11111/);
  assert.match(await page.textContent('.sv-told'), /slice X of endless, 5, bits 11111/);
  assert.deepEqual(wrong, []);
});

test('endless output stops', async (t) => {
  const {page} = await open(t);
  await write(page, 'program p;\nbegin\n  while true do writeln(\'again and again\')\nend.\n');
  await page.click('#run');
  await page.waitForFunction(() => /again/.test(document.querySelector('.sv-output').textContent));
  const time = await stop(page);
  t.diagnostic('Stop answers within ' + time.toFixed(0) + ' ms');
  assert.ok(time < 200, String(time));
  assert.ok((await output(page)).length < 300000);
  await run(page);
  assert.match(await status(page), /^Stopped after .* too long for this page/);
});

async function enter(page, text) {
  await page.evaluate(() => { document.getElementById('console-box').open = true; });
  await page.fill('#entry', text);
  await page.press('#entry', 'Enter');
  await page.waitForFunction(() => document.getElementById('stop').disabled &&
    !document.getElementById('entry').readOnly);
}

const log = (page) => page.evaluate(() => document.getElementById('log').innerText);

/* The log has, or soon gets, what is wanted. */
async function logs(page, wanted) {
  for (let k = 0; k < 20 && !wanted.test(await log(page)); k++)
    await page.waitForTimeout(100);
  assert.match(await log(page), wanted);
}

test('a long kernel is ended with its engine, and the session restored', async (t) => {
  const {page, wrong} = await open(t);
  await enter(page, 'var a: integer; a := 5');
  await enter(page, 'a := a * 8 + 2');
  await drop(page, [{name: 'mine.gr', bytes: Buffer.from('p sp 2 1\na 1 2 5\n')}]);
  await write(page, LONG);
  await page.click('#run');
  await page.waitForTimeout(1000);
  const time = await stop(page);
  t.diagnostic('ended after ' + time.toFixed(0) + ' ms');
  assert.ok(time > 1900 && time < 2500, String(time));
  assert.match(await status(page), /started anew/);
  assert.match(await source(page), /^program long;/);
  await enter(page, 'a');
  await logs(page, /star> a\n42/);
  await write(page, 'program p;\nvar T: table;\nbegin\n  load(T, \'mine.gr\', adjacency);\n  write(T)\nend.\n');
  await run(page);
  assert.equal(await output(page), '01\n00\n');
  assert.deepEqual(wrong, []);
});

/* ---- The console ---- */

test('the console is a session', async (t) => {
  const {page, wrong} = await open(t);
  await enter(page, 'var X: slice(4); n: integer');
  await enter(page, 'SET(X); n := NUMB(X)');
  await enter(page, 'n * 1.5');
  await logs(page, /star> n \* 1\.5\n6(\.0)?/);
  await enter(page, 'begin');
  assert.equal(await page.inputValue('#entry'), 'begin\n');
  await enter(page, 'begin\n  n := n + 1;\n  writeln(\'now \', n)\nend');
  await logs(page, /star> begin\n {4}> {3}n := n \+ 1;[^]*now\s+5/);
  await enter(page, 'n := m');
  await logs(page, /'m' is not declared/);
  await page.fill('#entry', 'while true do n := n + 1');
  await page.press('#entry', 'Enter');
  await page.waitForTimeout(300);
  assert.ok(await stop(page) < 200);
  await logs(page, /Stopped\.$/);
  await enter(page, 'n > 1000');
  await logs(page, /star> n > 1000\ntrue/);
  await enter(page, 'X');
  await logs(page, /star> X\n1 1\n2 1\n3 1\n4 1/);
  await page.press('#entry', 'ArrowUp');
  assert.equal(await page.inputValue('#entry'), 'X');
  await enter(page, ':doc NUMB');
  await logs(page, /NUMB\(/);
  await enter(page, ':vars');
  await logs(page, /n: integer = \d+/);
  await enter(page, ':forget');
  await enter(page, 'n');
  await logs(page, /'n' is not declared/);
  assert.deepEqual(wrong, []);
});

/* ---- Steps ---- */

/* {frame: {name: value}} and the ones of each table in sight. */
const state = (page) => page.evaluate(() => {
  const frames = {}, ones = {};
  for (const box of document.querySelectorAll('.sv-frames details')) {
    const name = /^(program )?\w+/.exec(box.querySelector('summary').textContent)[0];
    frames[name] = {};
    for (const row of box.querySelectorAll('tr'))
      frames[name][row.querySelector('button').textContent] = row.querySelector('td').textContent;
  }
  for (const picture of document.querySelectorAll('.sv-told li')) {
    const found = /^table (\w+) .*?, (\d+) ones/.exec(picture.textContent);
    if (found)
      ones[found[1]] = +found[2];
  }
  return {frames, ones, line: document.querySelector('.cm-now-line')?.textContent};
});

/* The same of `star step`, whose tables are printed. */
function nativeStates(numbers) {
  const input = numbers.map((n, k) => 'step ' + (n - (k > 0 ? numbers[k - 1] : 0)) +
    '\nvars\nprint P\n').join('') + 'quit\n';
  const text = execFileSync(star, ['step', 'warshall.star'],
    {encoding: 'utf8', input, cwd: join(top, 'examples')});
  return text.split(/^P =\n/m).slice(0, -1).map((part, k) => {
    const frames = {};
    let frame;
    for (const line of part.split('\n')) {
      const head = /^((?:program )?\w+):$/.exec(line), value = /^ {2}(\w+) = (.*)$/.exec(line);
      if (head)
        frame = frames[head[1]] = {};
      else if (value && frame)
        frame[value[1]] = value[2].replace(/^'(.*)'$/, '$1');
    }
    const table = text.split(/^P =\n/m)[k + 1].split('\n')
      .map((line) => /^>? *\d+ ([01]+)$/.exec(line)).filter((found) => found).slice(0, 10);
    return {frames, ones: table.map((found) => found[1]).join('').replace(/0/g, '').length};
  });
}

test('steps through warshall have the states of star step', async (t) => {
  const {page, wrong} = await open(t);
  await example(page, 'warshall');
  await page.click('#step');
  const numbers = [40, 55, 56, 57, 58, 90, 150, 200, 210];
  const forward = [];
  for (const n of numbers) {
    await goTo(page, n);
    forward.push(await state(page));
  }
  assert.notDeepEqual(forward[0], forward[8]);
  for (const [k, n] of [...numbers.entries()].reverse()) {
    await goTo(page, n);
    assert.deepEqual(await state(page), forward[k], 'back to ' + n);
  }
  await goTo(page, 55);
  await page.focus('[data-do=next]');
  await page.keyboard.press('n');
  await page.waitForTimeout(60);
  assert.deepEqual(await state(page), forward[2]);
  await page.keyboard.press('b');
  await page.waitForTimeout(60);
  assert.deepEqual(await state(page), forward[1]);
  await page.click('#step');
  await page.waitForTimeout(60);
  assert.deepEqual(await state(page), forward[2]);
  await goTo(page, 200);
  assert.deepEqual(wrong, []);
  if (!star)
    return t.diagnostic('without STAR nothing is compared with star step');
  for (const [k, {frames, ones}] of nativeStates(numbers).entries()) {
    for (const [name, values] of Object.entries(frames))
      for (const [variable, value] of Object.entries(values))
        if (!value.startsWith('table'))
          assert.equal(forward[k].frames[name][variable], value, numbers[k] + ' ' + name + ' ' + variable);
    if (forward[k].ones.P !== undefined)
      assert.equal(forward[k].ones.P, ones, numbers[k] + ' P');
  }
  assert.ok(forward.some((s) => s.ones.P > 20));
});

test('to cursor goes to the line, also from the editor', async (t) => {
  const {page, wrong} = await open(t);
  await example(page, 'warshall');
  await page.click('.cm-line:nth-child(27)');
  await page.click('#cursor');
  await page.waitForFunction(() => /v := v or w/.test(document.querySelector('.cm-now-line')?.textContent));
  assert.match(await page.textContent('.sv-live'), /^Line 27 in WARSHALL/);
  await page.click('.cm-content');
  await page.keyboard.type(' ');
  assert.equal(await page.locator('.cm-now').count(), 0);
  assert.deepEqual(wrong, []);
});

test('a long run is stepped through in windows, an endless one up to a time', async (t) => {
  const {page, wrong} = await open(t);
  await write(page, 'program p;\nvar k: integer;\nbegin\n  for k := 1 to 20000 do\n    if k = 15000 then writeln(k)\nend.\n');
  await page.click('#step');
  await ended(page, /statements/);
  await goTo(page, 15000);
  await page.waitForFunction(() => document.querySelector('.sv-frames td')?.textContent === '7500');
  await page.click('.cm-line:nth-child(6)');
  await page.click('#cursor');
  await page.waitForFunction(() => /^end/.test(document.querySelector('.cm-now-line')?.textContent) ||
    /not reached/.test(document.getElementById('status').textContent));
  await write(page, ENDLESS);
  await page.click('#step');
  await ended(page, /statements/);
  assert.match(await status(page), /statements so far/);
  assert.deepEqual(wrong, []);
});

test('a program that is stepped through reads its input forward and back', async (t) => {
  const {page} = await open(t);
  await write(page, 'program p;\nvar a, b: integer;\nbegin\n  read(a);\n  read(b);\n  writeln(a * b)\nend.\n');
  await page.click('#input-box summary');
  await page.fill('#input', '6 7\n');
  await page.click('#step');
  await ended(page, /statements/);
  const values = () => page.evaluate(() => [...document.querySelectorAll('.sv-frames td')].map((x) => x.textContent).join());
  for (const [number, expected] of [[2, '6,7'], [1, '6,?'], [3, '6,7'], [1, '6,?']]) {
    await goTo(page, number);
    assert.equal(await values(), expected);
  }
  await goTo(page, 3);
  assert.match(await page.textContent('.sv-output'), /42/);
});

/* The Worker is the documentation's too. */
test('the Worker writes messages into the output where it is asked to', async (t) => {
  const {page} = await open(t);
  const [text, end] = await page.evaluate(() => new Promise((resolve) => {
    const worker = new Worker('worker.js', {type: 'module'}), utf8 = new TextDecoder();
    let all = '';
    worker.onmessage = ({data}) => {
      if (data.output)
        all += utf8.decode(data.output);
      else
        resolve([all, data.end]);
    };
    worker.postMessage({id: 1, do: 'run', form: 'full', path: 'a.star', input: '',
      source: 'program p;\nvar k: integer;\nbegin\n  k := 0;\n  writeln(1);\n  writeln(1 div k)\nend.\n'});
  }));
  assert.match(text, /^ *1\na\.star:6:11: error: 'div': division by zero/);
  assert.deepEqual([end.status, end.reports], [1, []]);
});

/* ---- Keys and colours ---- */

test('everything is done by keyboard', async (t) => {
  const {page} = await open(t);
  await page.focus('.cm-content');
  await page.keyboard.press('Control+Enter');
  await ended(page);
  assert.match(await output(page), /ones in the last column/);
  await page.keyboard.press('Alt+Enter');
  await page.waitForFunction(() => document.activeElement.dataset.do === 'next');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('.sv-number').value === '1');
  const reached = new Set();
  await page.focus('.brand');
  for (let k = 0; k < 60; k++) {
    reached.add(await page.evaluate(() => document.activeElement.id ||
      document.activeElement.className || document.activeElement.dataset.do));
    await page.keyboard.press('Tab');
  }
  for (const id of ['share', 'theme', 'run', 'step', 'cursor'])
    assert.ok(reached.has(id), id + ' of ' + [...reached]);
  assert.ok([...reached].some((x) => /cm-content/.test(x)));
});

test('the colours follow the button', async (t) => {
  const {page} = await open(t);
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.click('#theme');
  assert.equal(await ground(), light);
  await page.click('#theme');
  assert.notEqual(await ground(), light);
});

/* SPDX-License-Identifier: MIT */
/* The package as programs import it: every kind of value both ways, errors, limits,
 * progress, a signal that stops; what index.d.ts lists is there. */
import assert from 'node:assert/strict';
import {test} from 'node:test';

import * as star from 'star-associative';

const {Bits, StarError} = star;

async function fails(work, status, code) {
  const error = await (async () => work())().then(
    () => assert.fail('expected a failure'), (e) => e);
  assert.ok(error instanceof StarError, String(error.stack));
  assert.deepEqual([error.status, error.code], [status, code]);
  return error;
}

test('bits are bytes and words of the same memory', () => {
  const bits = new Bits(2, 65);
  bits.set(1, 64, 1);
  assert.deepEqual([...bits.words], [0n, 0n, 0n, 1n]);
  assert.equal(bits.stride, 16);
  assert.equal(bits.bytes[24], 1);
  bits.bytes[0] = 2;
  assert.deepEqual([bits.get(0, 1), bits.get(0, 0), bits.get(1, 64)], [1, 0, 1]);
  assert.equal(String(Bits.of(['010', [1, 0, true]])), '010\n101');
  assert.throws(() => bits.get(2, 0), RangeError);
  assert.throws(() => bits.get(0, 65), RangeError);
  assert.throws(() => Bits.of(['01', '0']), RangeError);
  assert.throws(() => new Bits(2, 3, new BigUint64Array(3)), RangeError);
  assert.throws(() => new Bits(-1, 3), RangeError);
});

test('each kind of variable is set and got', async () => {
  const s = await star.open();
  await s.enter(`type colour = (red, green);
    var T: table; X: slice; w: word; n: integer; r: real; b: boolean; c: char;
    e: colour; q: string; a: array [1..3] of real; k: array [1..2] of integer`);
  for (const [name, value] of [['n', 7], ['n', 2n ** 62n], ['r', 1.5], ['r', -Infinity],
    ['q', 'naïve'], ['a', Float64Array.of(1, 2.5, 3)], ['k', BigInt64Array.of(5n, -6n)]]) {
    s.set(name, value);
    assert.deepEqual(s.get(name), value, name);
  }
  s.set('r', 2);
  assert.equal(s.get('r'), 2);
  for (const [name, rows] of [['X', ['0110']], ['w', ['1']],
    ['T', ['0'.repeat(64) + '1', '1'.repeat(65)]]]) {
    s.set(name, Bits.of(rows));
    assert.equal(String(s.get(name)), rows.join('\n'), name);
    assert.deepEqual(s.get(name).words, Bits.of(rows).words, name);
  }
  await s.enter(`b := true; c := 'x'; e := green`);
  assert.deepEqual(['b', 'c', 'e'].map((name) => s.get(name)), [true, 'x', 'green']);
  s.set('b', false);
  assert.equal(s.get('b'), false);
  assert.equal(s.describe('T').kind, 'table');
  assert.throws(() => s.set('n', {}), TypeError);
  await fails(() => s.get('nothing'), 2, 'undeclared');
  await fails(() => s.set('T', Bits.of(['01', '10', '11'])), 1, 'size-mismatch');
  s.close();
  assert.throws(() => s.get('n'), /closed/);
});

test('entries stay, and have a value', async () => {
  const s = await star.open();
  await s.enter('uses closure; var P: table');
  s.set('P', Bits.of(['010', '001', '000']));
  const {output, value, messages} = await s.enter("CLOSURE(3, P); writeln('done'); NUMB(ROW(1, P))");
  assert.deepEqual([output, value, messages], ['done\n', '2', []]);
  assert.equal(s.get(''), 2);
  assert.equal(String(s.get('P')), '011\n001\n000');
  const error = await fails(() => s.enter("writeln('before'); writeln(ROW(9, P))", {name: 'mine'}),
    1, 'index-range');
  assert.equal(error.output, 'before\n');
  assert.deepEqual([error.reports[0].file, error.reports[0].line], ['mine', 1]);
  await fails(() => s.enter('n :='), 3, 'missing-operand');
  assert.equal((await s.enter('NUMB(ROW(2, P))')).value, '1');
  s.close();
});

test('sessions share nothing', async () => {
  const [a, b] = await Promise.all([star.open(), star.open()]);
  await Promise.all([a.enter('var n: integer; n := 1'), b.enter('var n: integer; n := 2')]);
  assert.deepEqual([a.get('n'), b.get('n')], [1, 2]);
  a.close();
  assert.equal(b.get('n'), 2);
  b.close();
});

test('limits hold', async () => {
  const endless = "while true do writeln('again')";
  for (const [limits, code] of [[{steps: 1000}, 'step-limit'], [{output: 100}, 'output-limit'],
    [{memory: 2 ** 26}, 'memory-limit'], [{depth: 50}, 'depth-limit']]) {
    const s = await star.open(limits);
    const text = code === 'memory-limit' ? 'var X: slice(2000000000); SET(X)'
      : code === 'depth-limit' ? 'proc AGAIN; begin AGAIN end; AGAIN' : endless;
    await fails(() => s.enter(text), 4, code);
    s.close();
  }
  await fails(() => star.run(`program p; begin ${endless} end.`, {limits: {steps: 1000}}), 4,
    'step-limit');
});

test('a signal stops a run, which tells how far it is', async () => {
  const s = await star.open(), stop = new AbortController();
  await s.enter('var n: integer');
  const steps = [];
  let seen = '';
  const running = fails(() => s.enter("n := 1; writeln('on'); while n > 0 do n := n mod 9 + 1", {
    signal: stop.signal,
    write: (text) => { seen += text; },
    progress: (at) => {
      steps.push(at.steps);
      if (steps.length === 3)
        stop.abort();
    },
  }), 130, 'interrupted');
  assert.throws(() => s.get('n'), /still runs/);
  await running;
  assert.ok(steps.length >= 3 && steps[0] > 0 && steps[0] < steps[2], String(steps));
  assert.equal(seen, 'on\n');
  assert.ok(s.get('n') > 0);
  s.close();
});

test('programs read and write', async () => {
  const text = `program p; var T, U: table; begin load(T, 'in.txt'); save(T, 'out.txt');
    read(U); writeln('ready: ', SIZE(U)) end.`;
  const done = await star.run(text, {input: '01\n10\n11\n', files: {'in.txt': '011\n100\n'}});
  assert.equal(done.output, 'ready: 2\n');
  assert.equal(new TextDecoder().decode(done.readFile('out.txt')), '011\n100\n');
  await fails(() => star.run('program p; begin x := 1 end.', {name: 'mine.star'}), 3, 'undeclared');
  const unit = {'double.star':
    'proc TWICE(n: integer; var m: integer); begin m := 2 * n end;'};
  assert.equal((await star.run(`program p; uses double; var m: integer;
    begin TWICE(21, m); writeln(m) end.`, {files: unit})).output.trim(), '42');
});

test('texts are checked, names and messages explained', () => {
  assert.deepEqual(star.check('program p; begin end.'), []);
  assert.equal(star.check('program p; begin x := 1 end.', 'a.star')[0].file, 'a.star');
  assert.equal(star.doc('closure').find((d) => d.kind === 'procedure').unit, 'closure');
  assert.deepEqual(star.doc('nothing'), []);
  assert.match(star.explain('index-range').sentence, /index/);
  assert.equal(star.explain('nothing'), null);
  assert.match(star.version, /^\d+\.\d+\.\d+(-rc\.\d+)?$/);
});

test('nothing is left in the global object', () => {
  assert.equal('self' in globalThis, false);
});

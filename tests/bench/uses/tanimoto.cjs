// SPDX-License-Identifier: MIT
// node tanimoto.cjs BUILD [N [K]] [--cuda]: the K best of N fingerprints, 10 of 10,000,000 unless
// said: examples/tanimoto.star beside C, on one thread and on two, and how fast these threads read
// the memory of so many fingerprints; with --cuda on a device too. Each side has its fingerprints
// in memory, and all answer in turn.
const fs = require('fs'), path = require('path');
const { folder, measure, program } = require('./sides.cjs');

const names = process.argv.slice(2).filter(name => !name.startsWith('--'));
const [build, n = '10000000', k = '10'] = names;
if (build === undefined) {
  console.error('usage: node tanimoto.cjs BUILD [N [K]] [--cuda]');
  process.exit(2);
}
const example = path.join(folder(), 'tanimoto.star');
fs.writeFileSync(example,
                 fs.readFileSync(path.join(__dirname, '../../../examples/tanimoto.star'), 'utf8')
                   .replace('n = 20000', `n = ${n}`).replace('k = 10', `k = ${k}`));

const ofStar = (name, ...options) =>
  program(name, path.join(build, 'star'), 'run', ...options, example);
const ofC = (name, ...options) =>
  program(name, path.join(build, 'tests/bench/star_tanimoto'), n, k, ...options);

async function main() {
  const all = [];
  for (const threads of ['1', '2']) {
    const on = `, ${threads} thread${threads > 1 ? 's' : ''}`;
    all.push(await ofStar('STAR' + on, '--threads', threads),
             await ofC('C' + on, threads),
             await ofC('reading' + on, threads, 'read'));
  }
  if (process.argv.includes('--cuda'))
    all.push(await ofStar('STAR, device', '--device', 'cuda'));
  for (const side of all)
    side.batch = 5;
  const results = (await measure(all, 11)).filter(found => found !== 'read');
  const bytes = Number(n) * 128, one = number => number.toFixed(1);
  console.log(`the ${k} best of ${n} fingerprints, ${one(bytes / 1e9)} GB\n` +
              'milliseconds, medians      time    least  processors   GB/s  M/s');
  for (const side of all)
    console.log(side.name.padEnd(22) + one(side.time).padStart(9) + one(side.least).padStart(9) +
                one(side.work).padStart(12) + one(bytes / side.time / 1e6).padStart(7) +
                (Number(n) / side.time / 1e3).toFixed(0).padStart(5));
  console.log(results.length === 1 ? 'all find the same' : `results differ: ${results.join(' ')}`);
  process.exitCode = results.length === 1 ? 0 : 1;
}

main();

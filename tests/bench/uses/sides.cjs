// SPDX-License-Identifier: MIT
// What is compared: programs that do their work as often as a line of their input says, and then
// print a line.
const { spawn } = require('child_process');
const fs = require('fs'), os = require('os'), path = require('path'), readline = require('readline');

const now = () => Number(process.hrtime.bigint()) / 1e6;

// Milliseconds that all threads of a process took of processors.
function processor(pid) {
  const tasks = `/proc/${pid}/task`;
  return fs.readdirSync(tasks).reduce((sum, task) =>
    sum + Number(fs.readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6, 0);
}

// A program that has loaded its data and has printed its first line, `said`.
exports.program = async (name, file, ...args) => {
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value: said } = await lines.next();
  return {
    name, said,
    pid: child.pid,
    ask: async times => {
      child.stdin.write(`${times}\n`);
      return (await lines.next()).value.split(' ').pop();
    },
    end: () => child.stdin.end(),
  };
};

// Asks the sides in turn, each side.batch times, and sets side.time, side.least and side.work, in
// milliseconds each: the median, the least, and the median of what processors did. The first round
// is to warm up. Returns the results.
exports.measure = async (sides, rounds) => {
  const results = new Set();
  for (const side of sides)
    side.times = [], side.works = [];
  for (let round = 0; round <= rounds; round++)
    for (const side of sides) {
      const start = now(), before = processor(side.pid);
      results.add(await side.ask(side.batch));
      if (round > 0) {
        side.times.push((now() - start) / side.batch);
        side.works.push((processor(side.pid) - before) / side.batch);
      }
    }
  const sorted = numbers => numbers.sort((a, b) => a - b);
  for (const side of sides) {
    side.time = sorted(side.times)[rounds >> 1], side.least = side.times[0];
    side.work = sorted(side.works)[rounds >> 1];
    side.end();
  }
  return [...results];
};

// The least time of a few times that a side is asked, to choose a batch.
exports.once = async side => {
  let least = Infinity;
  for (let k = 0; k < 5; k++) {
    const start = now();
    await side.ask(1);
    least = Math.min(least, now() - start);
  }
  return least;
};

// A folder that is gone in the end.
exports.folder = () => {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'uses'));
  process.on('exit', () => fs.rmSync(work, { recursive: true }));
  return work;
};

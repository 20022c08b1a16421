// SPDX-License-Identifier: MIT
// node column_scan.cjs BUILD [ROWS] [--cuda]: query 6 of TPC-H on a table of so many rows, 6,001,215
// unless said: examples/column_scan.star beside DuckDB, on one thread and on two, with --cuda
// on a device too. Each side has the data in its memory; all sides answer in turn. Beside the
// time stands what a side's threads took of processors, which other work disturbs less.
// DuckDB is that of npm: npm install @duckdb/node-api in a folder, whose node_modules is
// NODE_PATH then.
const { execFileSync, spawn } = require('child_process');
const fs = require('fs'), os = require('os'), path = require('path'), readline = require('readline');

const ROUNDS = 21, TIMES = 20;
const names = process.argv.slice(2).filter(name => !name.startsWith('--'));
const [build, rows = '6001215'] = names;
if (build === undefined) {
  console.error('usage: node column_scan.cjs BUILD [ROWS] [--cuda]');
  process.exit(2);
}
const star = path.join(build, 'star');
const program = path.join(__dirname, '../../../examples/column_scan.star');
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'column_scan'));
const data = path.join(work, 'lineitem.csv');
process.on('exit', () => fs.rmSync(work, { recursive: true }));

const query = `select sum(l_extendedprice * l_discount) from lineitem
  where l_shipdate >= date '1994-01-01' and l_shipdate < date '1995-01-01'
    and l_discount between 0.05 and 0.07 and l_quantity < 24`;

// Milliseconds of all threads of a process.
function processor(pid) {
  const tasks = `/proc/${pid}/task`;
  return fs.readdirSync(tasks).reduce((sum, task) =>
    sum + Number(fs.readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6, 0);
}

// A side: ask(n) asks n times, and gives the result as text.
async function ofStar(name, ...options) {
  const child = spawn(star, ['run', ...options, program, data],
                      { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    name,
    pid: child.pid,
    ask: async n => {
      child.stdin.write(`${n}\n`);
      return (await lines.next()).value.split(' ').pop();
    },
    end: () => child.stdin.end(),
  };
}

async function ofDuckDB(threads) {
  const { DuckDBInstance } = require('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { threads: `${threads}` });
  const connection = await instance.connect();
  const decimal = 'DECIMAL(15,2)';
  await connection.run(`create table lineitem as select * from read_csv('${data}', columns = {
    'l_quantity': '${decimal}', 'l_extendedprice': '${decimal}', 'l_discount': '${decimal}',
    'l_shipdate': 'DATE'})`);
  const prepared = await connection.prepare(query);
  return {
    name: `DuckDB, ${threads} thread${threads > 1 ? 's' : ''}`,
    pid: process.pid,
    ask: async n => {
      let sum;
      for (let k = 0; k < n; k++)
        sum = (await prepared.runAndReadAll()).getRows()[0][0].toString();
      return sum;
    },
    end: () => {},
  };
}

async function sides() {
  const all = [await ofStar('STAR, 1 thread', '--threads', '1'),
               await ofStar('STAR, 2 threads', '--threads', '2')];
  if (process.argv.includes('--cuda'))
    all.push(await ofStar('STAR, device', '--device', 'cuda'));
  try {
    for (const threads of [1, 2])
      all.push(await ofDuckDB(threads));
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND')
      throw error;
    console.log('DuckDB is missing: npm install @duckdb/node-api, NODE_PATH=.../node_modules');
  }
  return all;
}

async function main() {
  execFileSync(path.join(build, 'tests/bench/star_lineitem'), [rows],
               { stdio: ['ignore', fs.openSync(data, 'w'), 'inherit'] });
  const all = await sides(), results = new Set();
  for (const side of all)
    side.times = [], side.work = [];
  for (let round = 0; round <= ROUNDS; round++)
    for (const side of all) {
      const start = process.hrtime.bigint(), before = processor(side.pid);
      results.add(Number(await side.ask(TIMES)).toFixed(4));
      if (round > 0) // the first is to warm up
        side.times.push(Number(process.hrtime.bigint() - start) / 1e6 / TIMES),
        side.work.push((processor(side.pid) - before) / TIMES);
    }
  console.log(`query 6 of TPC-H, ${rows} rows\n` +
              'milliseconds, medians      time    least  processors');
  for (const side of all) {
    const time = side.times.sort((a, b) => a - b), work = side.work.sort((a, b) => a - b);
    console.log(side.name.padEnd(22) + time[ROUNDS >> 1].toFixed(3).padStart(9) +
                time[0].toFixed(3).padStart(9) + work[ROUNDS >> 1].toFixed(3).padStart(12));
    side.end();
  }
  console.log(results.size === 1 ? `all find ${[...results][0]}`
                                 : `results differ: ${[...results].join(' ')}`);
  process.exitCode = results.size === 1 ? 0 : 1;
}

main();

// SPDX-License-Identifier: MIT
// node column_scan.cjs BUILD [ROWS] [--cuda]: query 6 of TPC-H on a table of so many rows,
// 6,001,215 unless said: examples/column_scan.star beside DuckDB, on one thread and on two, with
// --cuda on a device too. Each side has the data in its memory; all sides answer in turn. Beside
// the time stands what a side's threads took of processors, which other work disturbs less.
// DuckDB is that of npm: npm install @duckdb/node-api in a folder, whose node_modules is
// NODE_PATH then.
const { execFileSync } = require('child_process');
const fs = require('fs'), path = require('path');
const { folder, measure, program } = require('./sides.cjs');

const names = process.argv.slice(2).filter(name => !name.startsWith('--'));
const [build, rows = '6001215'] = names;
if (build === undefined) {
  console.error('usage: node column_scan.cjs BUILD [ROWS] [--cuda]');
  process.exit(2);
}
const data = path.join(folder(), 'lineitem.csv');

const query = `select sum(l_extendedprice * l_discount) from lineitem
  where l_shipdate >= date '1994-01-01' and l_shipdate < date '1995-01-01'
    and l_discount between 0.05 and 0.07 and l_quantity < 24`;

const ofStar = (name, ...options) =>
  program(name, path.join(build, 'star'), 'run', ...options,
          path.join(__dirname, '../../../examples/column_scan.star'), data);

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
    ask: async times => {
      let sum;
      for (let k = 0; k < times; k++)
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
  return all.map(side => Object.assign(side, { batch: 20 }));
}

async function main() {
  execFileSync(path.join(build, 'tests/bench/star_lineitem'), [rows],
               { stdio: ['ignore', fs.openSync(data, 'w'), 'inherit'] });
  const all = await sides(), results = await measure(all, 21);
  console.log(`query 6 of TPC-H, ${rows} rows\n` +
              'milliseconds, medians      time    least  processors');
  for (const side of all)
    console.log(side.name.padEnd(22) + side.time.toFixed(3).padStart(9) +
                side.least.toFixed(3).padStart(9) + side.work.toFixed(3).padStart(12));
  const same = new Set(results.map(Number)).size === 1;
  console.log(same ? `all find ${results[0]}` : `results differ: ${results.join(' ')}`);
  process.exitCode = same ? 0 : 1;
}

main();

// SPDX-License-Identifier: MIT
// node relations.cjs STAR [--quick]: the benchmark `relations` of star-bench. Queries 1, 3, 6 and 14
// of TPC-H on 1,500,000 items, without texts, and joins of a million rows with as many, or a few
// of both: relations.star beside SQLite and DuckDB, one thread each, on the same numbers in
// memory, in turn. All columns are whole numbers; their distributions are those of
// column_scan.cjs. DuckDB is that of npm: npm install @duckdb/node-api in a folder, whose
// node_modules is NODE_PATH then. SQLite is Python's.
const { execFileSync } = require('child_process');
const fs = require('fs'), path = require('path');
const { folder, measure, program } = require('./sides.cjs');

const [star, quick] = process.argv.slice(2);
if (star === undefined) {
  console.error('usage: node relations.cjs STAR [--quick]');
  process.exit(2);
}
const rows = quick === undefined ? 1500000 : 3000;
const data = folder();

const tables = {
  items: ['order_', 'part', 'quantity', 'price', 'discount', 'tax', 'flag', 'status', 'ship'],
  orders: ['customer', 'date'],
  customers: ['segment'],
  parts: ['promo'],
  a: ['v'],
  b: ['v'],
};

const discounted = 'price * (100 - discount)';
const queries = {
  1: [`select count(*), sum(quantity), sum(price), sum(${discounted}),
         sum(${discounted} * (100 + tax)), sum(discount)
       from items where ship <= 2436 group by flag, status order by flag, status`],
  3: [`select o.i, sum(${discounted}) as revenue from customers c, orders o, items l
       where segment = 1 and customer = c.i and order_ = o.i and date < 1169 and ship > 1169
       group by o.i, date order by revenue desc, date, o.i limit 10`],
  6: [`select sum(price * discount) from items where ship >= 731 and ship < 1096
       and discount between 5 and 7 and quantity < 24`],
  14: [`select sum(case when promo = 1 then ${discounted} else 0 end), sum(${discounted})
        from items, parts p where part = p.i and ship >= 1339 and ship < 1369`],
  20: ['drop table if exists pairs',
       'create table pairs as select a.i as j, b.i as k from a join b on a.v = b.v',
       'select count(*) from pairs'],
  21: ['select count(*) from a where v in (select v from b)'],
  22: ['select count(*) from (select min(i) from a group by v)'],
};
const titles = { 1: 'query 1', 3: 'query 3', 6: 'query 6', 14: 'query 14',
                 20: 'join', 21: 'semijoin', 22: 'distinct' };
const target = name => name < 20 ? 1 / 3 : 1.5; // the most of DuckDB's time

// ---- The numbers ----

let seed = 1n;
function uniform(first, last) {
  seed = BigInt.asUintN(64, seed * 6364136223846793005n + 1442695040888963407n);
  return first + Number((seed >> 33n) % BigInt(last - first + 1));
}

function write(name, count, row) {
  const file = fs.openSync(path.join(data, name), 'w');
  let text = `${count}\n`;
  for (let k = 0; k < count; k++) {
    text += `${row(k)}\n`;
    if (text.length > 1 << 16 || k === count - 1) {
      fs.writeSync(file, text);
      text = '';
    }
  }
  fs.closeSync(file);
}

function generate(n) {
  const orders = Math.ceil(n / 4), customers = Math.ceil(n / 40), parts = Math.ceil(n / 30);
  const joined = Math.round(2 * n / 3), dates = [];
  for (let k = 0; k < orders; k++)
    dates.push(uniform(0, 2405));
  write('orders', orders, k => `${uniform(1, customers)} ${dates[k]}`);
  write('customers', customers, () => `${uniform(0, 4)}`);
  write('parts', parts, () => `${uniform(0, 5) === 0 ? 1 : 0}`);
  write('items', n, k => {
    const order = 1 + (k * orders - k * orders % n) / n, part = uniform(1, parts);
    const quantity = uniform(1, 50), ship = dates[order - 1] + uniform(1, 121);
    const price = quantity * (90000 + Math.floor(part / 10) % 20001 + 100 * (part % 1000));
    const status = ship > 1263 ? 1 : 0, flag = ship > 1250 ? 2 : uniform(0, 1);
    return `${order} ${part} ${quantity} ${price} ${uniform(0, 10)} ${uniform(0, 8)} ` +
           `${flag} ${status} ${ship}`;
  });
  const values = quick === undefined ? 1 << 20 : joined; // about as many pairs as rows
  for (const name of ['a', 'b'])
    write(name, joined, () => `${uniform(1, values) - 1}`);
}

// ---- The sides ----

const ofStar = () =>
  program('STAR', star, 'run', '--threads', '1', '--device', 'cpu',
          path.join(__dirname, 'relations.star'),
          ...Object.keys(tables).map(table => path.join(data, table)));

function ofSQLite() {
  execFileSync('python3', ['-c', 'import sqlite3'], { stdio: 'ignore' });
  fs.writeFileSync(path.join(data, 'queries.json'), JSON.stringify({ tables, queries }));
  return program('SQLite', 'python3', path.join(__dirname, 'relations_sqlite.py'), data);
}

async function ofDuckDB() {
  const { DuckDBInstance } = require('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  for (const [name, columns] of Object.entries(tables)) {
    const type = column => column === 'price' ? 'BIGINT' : 'INTEGER';
    const types = columns.map(column => `'${column}': '${type(column)}'`).join(', ');
    await connection.run(`create table ${name} as select row_number() over () as i, * from
      read_csv('${path.join(data, name)}', delim = ' ', skip = 1, header = false,
               columns = {${types}})`);
  }
  return {
    name: 'DuckDB',
    pid: process.pid,
    ask: async line => {
      const [name, times] = line.split(' ');
      let all;
      for (let k = 0; k < times; k++)
        for (const statement of queries[name])
          all = (await connection.runAndReadAll(statement)).getRows();
      return all.map(row => `${row.join(',')};`).join('');
    },
    end: () => {},
  };
}

// The side, or how it is got.
async function peer(of, how) {
  try {
    return await of();
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND' && error.code !== 'ENOENT' && !(error.status > 0))
      throw error;
    return how;
  }
}

// Measures the sides with one query; a line of the table.
async function line(name, all) {
  const sides = all.map(side => ({ ...side, ask: times => side.ask(`${name} ${times}`),
                                   end: () => {} }));
  for (const side of sides) {
    const start = process.hrtime.bigint();
    await side.ask(1);
    const once = Number(process.hrtime.bigint() - start) / 1e6;
    side.batch = Math.max(1, Math.min(20, Math.round(100 / once)));
  }
  const results = await measure(sides, quick === undefined ? 5 : 1);
  const work = wanted => sides.find(side => side.name === wanted)?.work;
  const ratio = work('STAR') / work('DuckDB'), judged = quick === undefined && ratio >= 0;
  const cell = (value, width) => (value >= 0 ? value.toFixed(2) : '-').padStart(width);
  console.log(titles[name].padEnd(10) + ['STAR', 'SQLite', 'DuckDB'].map(
    side => cell(work(side), 10)).join('') + cell(ratio, 8) + cell(target(name), 8) +
    (judged ? ratio <= target(name) ? 'yes' : 'no' : '-').padStart(5));
  if (new Set(results.map(text => text.replace(/;$/, ''))).size !== 1) {
    console.error(`${titles[name]}: results differ: ${results.join(' ')}`);
    process.exitCode = 1;
  }
}

async function main() {
  generate(rows);
  const all = [await ofStar(),
               await peer(ofSQLite, 'SQLite is missing: python3 has no sqlite3'),
               await peer(ofDuckDB, 'DuckDB is missing: npm install @duckdb/node-api, ' +
                                    'NODE_PATH=.../node_modules')];
  const sides = all.filter(side => side.ask !== undefined);
  console.log(`relations: ${rows} items, milliseconds of a processor` +
              (quick === undefined ? '' : '; quick: smaller, not judged') + '\n' +
              ' '.repeat(10) + '      STAR    SQLite    DuckDB   ratio  target  met');
  for (const name in queries)
    await line(name, sides);
  for (const how of all.filter(side => side.ask === undefined))
    console.log(`\n${how}`);
  for (const side of sides)
    side.end();
}

main();

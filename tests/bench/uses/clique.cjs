// SPDX-License-Identifier: MIT
// node clique.cjs BUILD: examples/maximum_clique.star, the same in C, and cliquer on the graphs of
// graphs.txt. Times are those of processors, which other work disturbs less. STAR and C have the
// graph in their memory and search in turn; cliquer's time is that of a process, which reads the
// graph too, less that of one with a graph of one edge. cliquer is Debian's: apt install cliquer,
// or CLIQUER is its command.
const { execFileSync, spawnSync } = require('child_process');
const fs = require('fs'), path = require('path');
const { folder, measure, once, program } = require('./sides.cjs');

const build = process.argv[2], cliquer = process.env.CLIQUER || 'cliquer';
if (build === undefined) {
  console.error('usage: node clique.cjs BUILD');
  process.exit(2);
}
const example = path.join(__dirname, '../../../examples/maximum_clique.star');
const binary = name => path.join(build, 'tests/bench', name);
const work = folder();
const ROUNDS = 9, BATCH_MS = 300;

// Milliseconds of processors that a process takes, of as many as fill a batch, and the result;
// null if there is no such command.
function runCliquer(file, times) {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', `TIMEFORMAT='%3U %3S'
    time for ((k = 0; k < ${times}; k++)); do "${cliquer}" -u -q -q "${file}" || exit; done`],
                                               { encoding: 'utf8' });
  if (status !== 0)
    return null;
  const [user, system] = stderr.trim().split('\n').pop().split(' ').map(Number);
  return { time: 1e3 * (user + system) / times, size: /size=(\d+)/.exec(stdout)[1] };
}

function ofCliquer(file) {
  const one = runCliquer(file, 1);
  return one && runCliquer(file, Math.ceil(10 * BATCH_MS / (one.time + 1)));
}

function file(name, text) {
  const at = path.join(work, name);
  fs.writeFileSync(at, text);
  return at;
}

async function main() {
  const one = file('one', 'p edge 2 1\ne 1 2\n'), base = ofCliquer(one), there = base !== null;
  const text = (number, width = 10) => number.toFixed(3).padStart(width);
  if (!there)
    console.log('cliquer is missing: apt install cliquer, or CLIQUER=.../cliquer');
  console.log('maximum cliques\n' +
              'milliseconds, medians clique   steps      STAR         C   ratio   cliquer');
  for (const line of fs.readFileSync(path.join(__dirname, 'graphs.txt'), 'utf8').trim().split('\n')) {
    const [name, , , size] = line.split(' ');
    const graph = file(name, execFileSync(binary('star_dimacs_graph'), [name]));
    const sides = [await program('STAR', path.join(build, 'star'), 'run', '--threads', '1',
                                 example, graph),
                   await program('C', binary('star_clique'), graph)];
    for (const side of sides)
      side.batch = Math.ceil(BATCH_MS / await once(side));
    const results = await measure(sides, ROUNDS), peer = there ? ofCliquer(graph) : { size };
    if (sides[0].said !== sides[1].said || [...results, peer.size].some(found => found !== size)) {
      console.log(`${name}: ${sides.map(side => side.said)}, cliquer ${peer.size}`);
      process.exitCode = 1;
    }
    const [star, c] = sides.map(side => side.work);
    console.log(name.padEnd(22) + size.padStart(6) + sides[0].said.split(' ')[4].padStart(8) +
                text(star) + text(c) + (star / c).toFixed(2).padStart(8) +
                (there ? text(Math.max(peer.time - base.time, 0)) : ''));
  }
}

main();

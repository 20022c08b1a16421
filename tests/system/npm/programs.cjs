/* SPDX-License-Identifier: MIT */
/* programs.cjs STAR PACKAGE LIST: runs the programs of a list, a path a line, by
 * the command STAR and, all in this process, by the package's; names those whose
 * output, messages or status differ. */
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const {spawnSync} = require('node:child_process');

const [star, folder, list] = process.argv.slice(2);
const create = require(path.resolve(folder, 'command.cjs'));
const wasm = new WebAssembly.Module(fs.readFileSync(path.join(folder, 'command.wasm')));

const {writeSync, readSync, closeSync} = fs;

/* The standard streams of a run are strings; other files are files. */
function run(program, input) {
  const said = {1: [], 2: []};
  let rest = input, status = null;
  fs.writeSync = (fd, bytes, at = 0, length = bytes.length - at, ...more) => {
    if (said[fd] === undefined)
      return writeSync(fd, bytes, at, length, ...more);
    said[fd].push(Buffer.from(bytes.subarray(at, at + length)));
    return length;
  };
  fs.readSync = (fd, bytes, at, length, ...more) => {
    if (fd !== 0)
      return readSync(fd, bytes, at, length, ...more);
    const got = rest.copy(bytes, at, 0, length);
    rest = rest.subarray(got);
    return got;
  };
  fs.closeSync = (fd) => fd > 2 && closeSync(fd);
  const command = {
    thisProgram: 'star',
    arguments: ['run', program],
    instantiateWasm(imports, done) {
      done(new WebAssembly.Instance(wasm, imports), wasm);
      return {};
    },
    onRuntimeInitialized() {
      for (const stream of [0, 1, 2])
        command.FS.streams[stream].tty = false;
    },
    quit(code, thrown) {
      status ??= code;
      throw thrown;
    },
  };
  return create(command).then(
    () => ({status, out: Buffer.concat(said[1]), err: Buffer.concat(said[2])}),
    (e) => ({status: String(e), out: Buffer.concat(said[1]), err: Buffer.concat(said[2])}))
    .finally(() => {
      Object.assign(fs, {writeSync, readSync, closeSync});
      process.removeAllListeners('uncaughtException');
      process.removeAllListeners('unhandledRejection');
    });
}

/* Bytes depend on the size of a pointer. */
const plain = (text) => text.toString().replace(/\d[\d.]* (KiB|MiB|GiB|bytes)/g, 'N');

async function main() {
  const programs = fs.readFileSync(list, 'utf8').split('\n').filter((line) => line !== '');
  let wrong = 0;
  for (const program of programs) {
    const text = fs.readFileSync(program, 'utf8');
    const input = Buffer.from([...text.matchAll(/\{ input: (.*) \}/g)].map((m) => m[1] + '\n')
      .join(''));
    const native = spawnSync(star, ['run', program], {input});
    const found = await run(program, input);
    for (const [what, a, b] of [['status', native.status, found.status],
      ['output', native.stdout.toString(), found.out.toString()],
      ['messages', plain(native.stderr), plain(found.err)]])
      if (a !== b) {
        console.log(`${program}: ${what}: expected ${a}, found ${b}`);
        wrong++;
      }
  }
  console.log(`${programs.length} programs, ${wrong} differences`);
  process.exitCode = wrong > 0 || programs.length === 0 ? 1 : 0;
}

main();

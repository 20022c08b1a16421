#!/usr/bin/env node
/* SPDX-License-Identifier: MIT */
/* The command star, as WebAssembly: its files are Node's, its arguments and its
 * environment those of this process. */
'use strict';
const {readFileSync} = require('node:fs');
const {homedir} = require('node:os');
const {join} = require('node:path');
const {isatty} = require('node:tty');

const command = {
  wasmBinary: readFileSync(join(__dirname, 'command.wasm')),
  thisProgram: 'star',
  arguments: process.argv.slice(2),
  preRun: [() => Object.assign(command.ENV, {HOME: homedir()}, process.env)],
  onRuntimeInitialized() {
    for (const stream of [0, 1, 2])
      command.FS.streams[stream].tty = isatty(stream);
  },
};
require('./command.cjs')(command);

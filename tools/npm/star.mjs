/* SPDX-License-Identifier: MIT */
/* Sessions and programs on the engine: index.d.ts says what they do. */
import create from './engine.mjs';
import {Engine} from './engine_client.mjs';

const SLICE_MS = 20; /* of a run, between two looks at its signal */

export class StarError extends Error {
  constructor(status, reports, output = '') {
    const first = reports.find((r) => r.severity === 'error');
    super(first?.message ?? `star ended with status ${status}`);
    this.name = 'StarError';
    Object.assign(this, {status, reports, output, code: first?.code ?? ''});
  }
}

/* Rows of bits, each of whole words of 64. */
export class Bits {
  constructor(rows, columns, words = null) {
    const stride = Math.ceil(columns / 64);
    if (!Number.isSafeInteger(rows) || !Number.isSafeInteger(columns) || rows < 0 || columns < 0)
      throw new RangeError(`Bits: ${rows} x ${columns} is no size`);
    words ??= new BigUint64Array(rows * stride);
    if (words.length !== rows * stride)
      throw new RangeError(
        `Bits: ${rows} x ${columns} has ${rows * stride} words, and not ${words.length}`);
    Object.assign(this, {rows, columns, words});
    this.bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
    this.stride = 8 * stride;
  }

  /* Of rows, each a string or an array of zeros and ones. */
  static of(rows) {
    const bits = new Bits(rows.length, rows.length > 0 ? rows[0].length : 0);
    rows.forEach((row, r) => {
      if (row.length !== bits.columns)
        throw new RangeError(
          `Bits.of: row ${r} has ${row.length} columns, row 0 has ${bits.columns}`);
      Array.from(row, Number).forEach((one, c) => bits.set(r, c, one));
    });
    return bits;
  }

  place(row, column) {
    if (!(row >= 0 && row < this.rows && column >= 0 && column < this.columns))
      throw new RangeError(
        `Bits: (${row}, ${column}) is outside ${this.rows} x ${this.columns}`);
    return row * this.stride + (column >> 3);
  }

  get(row, column) { return this.bytes[this.place(row, column)] >> (column & 7) & 1; }

  set(row, column, one) {
    const at = this.place(row, column), mask = 1 << (column & 7);
    this.bytes[at] = one ? this.bytes[at] | mask : this.bytes[at] & ~mask;
  }

  toString() {
    return Array.from({length: this.rows}, (_, r) =>
      Array.from({length: this.columns}, (_, c) => this.get(r, c)).join('')).join('\n');
  }
}

/* An engine of a compiled module. engine.mjs is for a Worker, which has a `self`, when it
 * begins. */
async function begin(wasm) {
  const quiet = () => {};
  const instantiateWasm = (imports, done) => {
    WebAssembly.instantiate(wasm, imports).then((instance) => done(instance, wasm));
    return {};
  };
  const worker = 'self' in globalThis;
  if (!worker)
    globalThis.self = {location: {href: ''}};
  const module = create({print: quiet, printErr: quiet, instantiateWasm});
  if (!worker)
    delete globalThis.self;
  return new Engine(await module);
}

/* Lets what waits run: timers and aborts. */
const pause = () => new Promise((go) => { setTimeout(go, 0); });

/* Goes on to the end, or until the signal says so; what is written is told. */
async function finish(engine, {signal, progress, write} = {}) {
  const utf8 = new TextDecoder(), start = Date.now();
  let output = '', more = true;
  const take = (last) => {
    const text = utf8.decode(engine.takeOutput(), {stream: !last});
    output += text;
    if (text !== '')
      write?.(text);
  };
  while (more && !signal?.aborted) {
    more = engine.advanceFor(SLICE_MS);
    take(false);
    progress?.({steps: engine.steps(), milliseconds: Date.now() - start});
    if (more)
      await pause();
  }
  const status = engine.end();
  take(true);
  return {status, output};
}

function setLimits(engine, {memory = 0, steps = 0, depth = 0, output = 0} = {}) {
  engine.call('limits', memory, steps, depth, output);
}

function answer(engine, {status, output}, value = '') {
  const messages = engine.reports();
  if (status !== 0)
    throw new StarError(status, messages, output);
  return {output, value, messages};
}

const bytesOf = (text) => typeof text === 'string' ? new TextEncoder().encode(text) : text;

class Session {
  #engine;
  #busy = false;

  constructor(engine) { this.#engine = engine; }

  #free() {
    if (this.#engine === null)
      throw new Error('star: the session is closed');
    if (this.#busy)
      throw new Error('star: an entry of this session still runs');
    return this.#engine;
  }

  async enter(text, options = {}) {
    const engine = this.#free();
    this.#busy = true;
    try {
      engine.input(bytesOf(options.input ?? ''));
      const status = engine.enter(options.name ?? '<entry>', text, true);
      const ended = status === 0 ? await finish(engine, options) : {status, output: ''};
      const done = answer(engine, ended);
      return {...done, value: engine.value().trimEnd()};
    } finally {
      this.#busy = false;
    }
  }

  /* Calls with room for so many bytes before the last arguments. */
  #with(size, call) {
    const engine = this.#free(), {module} = engine, at = module._malloc(Math.max(size, 8));
    try {
      return call(engine, at, () => module.HEAPU8.buffer);
    } finally {
      module._free(at);
    }
  }

  #try(status) {
    if (status !== 0)
      throw new StarError(status, this.#engine.reports());
  }

  describe(name) {
    const engine = this.#free();
    this.#try(engine.call('describe', name));
    return engine.json('answer');
  }

  get(name) {
    const {kind, element, names} = this.describe(name);
    switch (kind) {
    case 'slice': case 'word': case 'table': return this.#bits(name);
    case 'real': return this.#with(8, (engine, at, heap) => {
      this.#try(engine.call('get_real', name, at));
      return new Float64Array(heap(), at, 1)[0];
    });
    case 'string':
      this.#try(this.#free().call('get_string', name));
      return this.#engine.text('answer');
    case 'array': return this.#array(name, element);
    default: return this.#ordinal(name, kind, names);
    }
  }

  #ordinal(name, kind, names) {
    const n = this.#with(8, (engine, at, heap) => {
      this.#try(engine.call('get_integer', name, at));
      return new BigInt64Array(heap(), at, 1)[0];
    });
    const small = Number.isSafeInteger(Number(n)) ? Number(n) : n;
    return kind === 'boolean' ? n === 1n
      : kind === 'char' ? String.fromCharCode(small)
        : kind === 'enum' ? names[small] : small;
  }

  #bits(name) {
    const size = this.#with(16, (engine, at, heap) => {
      this.#try(engine.call('get_size', name, at));
      return Array.from(new BigInt64Array(heap(), at, 2), Number);
    });
    const bits = new Bits(...size);
    return this.#with(bits.bytes.length, (engine, at, heap) => {
      new Uint8Array(heap(), at, bits.bytes.length).fill(0);
      this.#try(engine.call('get_bits', name, bits.rows, bits.columns, at, bits.stride));
      bits.bytes.set(new Uint8Array(heap(), at, bits.bytes.length));
      return bits;
    });
  }

  #array(name, element) {
    const real = element === 'real', Numbers = real ? Float64Array : BigInt64Array;
    const count = this.#with(8, (engine, at, heap) => {
      this.#try(engine.call('get_count', name, at));
      return new Uint32Array(heap(), at, 1)[0];
    });
    return this.#with(8 * count, (engine, at, heap) => {
      this.#try(engine.call(real ? 'get_reals' : 'get_integers', name, at, count));
      return new Numbers(heap(), at, count).slice();
    });
  }

  set(name, value) {
    const utf8 = new TextEncoder();
    if (value instanceof Bits)
      this.#with(value.bytes.length, (engine, at, heap) => {
        new Uint8Array(heap(), at).set(value.bytes);
        this.#try(engine.call('set_bits', name, value.rows, value.columns, at, value.stride));
      });
    else if (value instanceof BigInt64Array || value instanceof Float64Array)
      this.#with(value.byteLength, (engine, at, heap) => {
        new value.constructor(heap(), at, value.length).set(value);
        this.#try(engine.call(value instanceof Float64Array ? 'set_reals' : 'set_integers', name,
          at, value.length));
      });
    else if (typeof value === 'string')
      this.#try(this.#free().call('set_string', name, value, utf8.encode(value).length));
    else if (typeof value === 'number' && this.describe(name).kind === 'real')
      this.#try(this.#free().call('set_real', name, value));
    else if (typeof value === 'boolean' || typeof value === 'bigint' ||
             Number.isSafeInteger(value))
      this.#with(8, (engine, at, heap) => {
        new BigInt64Array(heap(), at, 1)[0] = BigInt(value);
        this.#try(engine.call('set_integer', name, at));
      });
    else
      throw new TypeError(`${name}: ${String(value)} is no value that STAR has`);
  }

  writeFile(path, bytes) { this.#free().writeFile(path, bytesOf(bytes)); }
  readFile(path) { return this.#free().readFile(path); }

  close() {
    if (this.#engine !== null)
      this.#free().forget();
    this.#engine = null;
  }
}

/* What the package exports, on an engine whose bytes are awaited. */
export async function load(bytes) {
  const wasm = await WebAssembly.compile(await bytes);
  const shared = await begin(wasm);

  async function open(limits) {
    const engine = await begin(wasm);
    setLimits(engine, limits);
    return new Session(engine);
  }

  /* A program is alone on its engine. */
  async function run(text, options = {}) {
    const engine = await begin(wasm);
    setLimits(engine, options.limits);
    for (const [path, content] of Object.entries(options.files ?? {}))
      engine.writeFile(path, bytesOf(content));
    engine.input(bytesOf(options.input ?? ''));
    const status = engine.begin('run', options.name ?? 'program.star', text);
    const {output, messages} =
      answer(engine, status === 0 ? await finish(engine, options) : {status, output: ''});
    return {output, messages, readFile: (path) => engine.readFile(path)};
  }

  return {
    open,
    run,
    check: (text, name = 'program.star') => shared.check(name, text),
    doc: (name) => shared.json('doc', name),
    explain: (code) => shared.explain(code),
    version: shared.text('version'),
  };
}

/* SPDX-License-Identifier: MIT */
/* The page's side of the Worker: jobs and questions as promises, Stop, and
 * what is restored when a Worker had to be ended.
 *
 *     const runner = new Runner(openWorker);
 *     const end = await runner.run(source, input, (text) => ...);
 *     const reports = await runner.ask('check', {source});
 *
 * An end is as worker.mjs says; `lost` is true of what was ended with its
 * Worker, whose variables are gone. A question that was lost so is null. */

const PATIENCE = 2000, FAILURES = 3, STOPPED = 130;

/* That which start.mjs has begun, the first time. */
export function openWorker() {
  const {starWorker} = window;
  window.starWorker = undefined;
  return starWorker ?? new Worker(new URL('../play/worker.js', import.meta.url), {type: 'module'});
}

export class Runner {
  /* `open` makes a Worker. */
  constructor(open) {
    this.open = open;
    this.ids = 0;
    this.asked = new Map(); /* id -> {resolve, output, text} */
    this.entries = []; /* those that came to their end */
    this.files = new Map(); /* path -> bytes: the page's and the programs' */
    this.current = null; /* id of the job */
    this.ending = null; /* the promise of its end */
    this.explained = new Map(); /* code of a message -> what explain promised */
    this.failures = 0; /* of the engine, without anything done between */
    this.onRestart = () => {};
    this.onFiles = () => {};
    this.start();
  }

  start() {
    this.worker = this.open();
    this.worker.onmessage = (e) => this.take(e.data);
    this.worker.onerror = (e) => {
      e.preventDefault();
      this.restart(e.message || 'its files cannot be loaded');
    };
  }

  take(m) {
    const asked = this.asked.get(m.id);
    if (m.crash !== undefined)
      return this.restart(m.crash);
    if (asked === undefined)
      return undefined;
    if (m.output !== undefined)
      return asked.output(asked.decoder.decode(m.output, {stream: true}));
    this.asked.delete(m.id);
    if (m.end === undefined)
      return asked.resolve(m.result);
    return this.finish(m.id, asked, m.end);
  }

  /* Promises what a code of messages means; it is asked for once. */
  explain(code) {
    if (!this.explained.has(code))
      this.explained.set(code, this.ask('explain', {code}));
    return this.explained.get(code);
  }

  finish(id, asked, end) {
    this.failures = 0;
    if (this.current === id) {
      this.current = null;
      clearTimeout(this.timer);
    }
    for (const {path, bytes} of end.files)
      this.files.set(path, bytes);
    if (end.files.length > 0)
      this.onFiles(end.files.map((f) => f.path));
    if (asked.entry !== undefined && !end.open && end.status !== STOPPED)
      this.entries.push(asked.entry);
    asked.resolve(end);
  }

  post(message, more = {}) {
    const id = ++this.ids;
    const promise = new Promise((resolve) => this.asked.set(id,
      {resolve, output: () => {}, decoder: new TextDecoder(), ...more}));
    this.worker.postMessage({id, ...message});
    return {id, promise};
  }

  job(message, more) {
    const {id, promise} = this.post(message, {...more, job: true});
    this.current = id;
    this.ending = promise;
    return promise;
  }

  /* ---- What the page does ---- */

  run(source, input, output, path) {
    return this.job({do: 'run', source, input, path}, {output});
  }

  step(source, input, path) {
    return this.job({do: 'step', source, input, path});
  }

  enter(text, input, output) {
    return this.job({do: 'enter', text, input}, {output, entry: text});
  }

  /* `unit` is {path, text} of an exercise of one's own. */
  grade({name, unit}, source, path) {
    return this.job({do: 'grade', exercise: unit?.path ?? name, unit: unit?.text, source, path});
  }

  ask(what, values = {}) {
    return this.post({do: what, ...values}).promise;
  }

  write(path, bytes) {
    this.files.set(path, bytes);
    this.onFiles([path]);
    return this.ask('write', {path, bytes});
  }

  forget() {
    this.entries = [];
    return this.ask('forget');
  }

  get busy() { return this.current !== null; }

  /* What runs answers at once, unless it is within a long kernel. */
  stop() {
    if (!this.busy || this.stopping === this.current)
      return;
    this.stopping = this.current;
    this.worker.postMessage({do: 'stop', id: this.current});
    this.timer = setTimeout(() => this.restart(null), PATIENCE);
  }

  /* ---- A new Worker ---- */

  /* `why` is null if the user wanted it. */
  restart(why) {
    clearTimeout(this.timer);
    this.worker.terminate();
    const lost = [...this.asked.values()];
    this.asked.clear();
    this.current = null;
    this.failures += why !== null;
    const started = this.failures < FAILURES;
    if (started) {
      this.start();
      this.restore();
    }
    for (const asked of lost)
      asked.resolve(asked.job ? {status: STOPPED, reports: [], steps: 0,
        seconds: 0, value: '', files: [], lost: true} : null);
    this.onRestart(why, started, this.entries.length);
  }

  restore() {
    for (const [path, bytes] of this.files)
      this.ask('write', {path, bytes});
    for (const text of this.entries)
      this.post({do: 'enter', text});
  }
}

/* SPDX-License-Identifier: MIT */
/* The Worker: one engine, and messages.
 *
 *     {id, do: 'run', source, input, path, form}   a job
 *     {id, do: 'step', source, input, path}        a job
 *     {id, do: 'enter', text, input, form}         a job
 *     {id, do: 'grade', exercise, source, path, unit}   a job; unit: the text of
 *                                                  an exercise of one's own
 *     {do: 'stop', id}                             ends that job, or what runs
 *     {id, do: 'trace', first, most}               a question, as are all below
 *     {id, do: 'check', source, path}
 *     {id, do: 'call', source, path, before}       before: the text up to a place
 *     {id, do: 'film', name, statements}           bytes of a GIF, or null
 *     {id, do: 'lesson', path, text}               an exercise of one's own, or null
 *     {id, do: 'explain', code}  'words', 'variables', 'forget'
 *     {id, do: 'write', path, bytes}  {id, do: 'read', path}  'files'
 *
 * A job answers with {id, output: bytes} as it comes, and with {id, end}:
 * {status, reports, steps, seconds, files}, files being what it has saved;
 * of an entry also value and open, of what is stepped moment, and cut if it
 * was not followed to its end, of a solution grade, null if it was stopped. With the form 'full' messages are in the output,
 * where a terminal shows them, and not in the reports. A question
 * answers with {id, result}, also while a job runs. What is wrong with the
 * engine itself is {id, crash: text}; the Worker is of no more use then.
 *
 * Jobs wait for each other. One runs for some milliseconds, then messages are
 * looked at. */
import {Engine} from './engine_client.mjs';

const FULL = 0, JSON_LINES = 2, SLICE = 10, FOLDER = '/star', PATH = 'program.star', STOPPED = 130;
/* Bytes that are sent at once, and of more in a millisecond: a page that has to
 * show more does not come to look at its buttons. */
const FEW = 1 << 16, RATE = 20000;
/* So long a run that is to be stepped is looked at for its end. */
const LOOK = 1000;

let engine;
const waiting = [];
let job = null; /* the message, and what is known of its run */
let known = null; /* variables of the last program, which its end frees */
let entries = 0;
let entered = null; /* the input that entries read, and who reads it */
const seen = new Map(); /* of each file its state when it was last looked at */

/* ---- Files ---- */

const stateOf = (path) => {
  const s = engine.module.FS.stat(path);
  return s.size + ' ' + s.mtime.getTime();
};

const isFile = (path) => {
  const fs = engine.module.FS;
  return fs.isFile(fs.stat(path).mode);
};

/* What the program has written. */
function saved() {
  return engine.files('.').filter((path) => isFile(path) &&
    seen.get(path) !== stateOf(path)).map((path) => {
    seen.set(path, stateOf(path));
    return {path, bytes: engine.readFile(path)};
  });
}

/* ---- Jobs ---- */

const begins = {
  run: (m) => begin(m, 'run'),
  step: (m) => begin(m, 'step'),
  enter(m) {
    if (m.input !== undefined && m.input !== entered) {
      engine.input(engine.utf8.encode(m.input));
      entered = m.input;
    }
    const status = engine.enter('entry ' + (entries + 1), m.text);
    m.open = status === -1;
    entries += !m.open;
    return status;
  },
  grade(m) {
    entered = null;
    return engine.grade(m.exercise, m.path || PATH, m.source, m.unit);
  },
};

function begin(m, kind) {
  entered = null;
  engine.input(engine.utf8.encode(m.input || ''));
  return engine.begin(kind, m.path || PATH, m.source);
}

/* `status` is that of a job that did not begin. */
function finish(status) {
  const m = job;
  known = m.running && m.do === 'run' ? engine.variables() : null;
  const end = {status: m.running ? engine.end() : status, open: m.open,
    steps: engine.steps(), seconds: (performance.now() - m.start) / 1000};
  if (m.do === 'step' && m.running)
    Object.assign(end, {moment: engine.moment(), cut: m.more});
  if (m.do === 'grade')
    end.grade = engine.graded();
  send(m);
  end.reports = m.open || m.form === 'full' ? [] : engine.reports();
  end.value = m.do === 'enter' && end.status === 0 ? engine.value() : '';
  end.files = saved();
  job = null;
  postMessage({id: m.id, end}, end.files.map((f) => f.bytes.buffer));
}

function post(m, output) {
  if (output.length > 0)
    postMessage({id: m.id, output}, [output.buffer]);
}

/* How many bytes of output there were. */
function send(m) {
  const output = engine.takeOutput(), {length} = output;
  post(m, output);
  if (m.form === 'full') {
    const messages = engine.utf8.encode(engine.messages());
    post(m, messages.slice(m.said));
    m.said = messages.length;
  }
  return length;
}

function next() {
  job = waiting.shift() || null;
  if (job === null)
    return;
  job.start = performance.now();
  known = null;
  job.said = 0; /* bytes of its messages */
  engine.form(job.form === 'full' ? FULL : JSON_LINES);
  const status = begins[job.do](job);
  job.running = status === 0;
  send(job);
  if (job.running)
    tick();
  else
    finish(status);
}

function slice() {
  const m = job;
  m.more = engine.advanceFor(SLICE);
  const enough = m.do === 'step' && performance.now() - m.start > LOOK;
  if (!m.more || enough)
    return finish();
  const length = send(m);
  return length < FEW ? tick() : setTimeout(tick, length / RATE);
}

function stop(id) {
  const at = waiting.findIndex((m) => m.id === id);
  if (at >= 0) {
    waiting.splice(at, 1);
    postMessage({id, end: {status: STOPPED, reports: [], steps: 0, seconds: 0,
      value: '', files: []}});
  } else if (job !== null && (id === undefined || id === job.id)) {
    job.stopped = true;
    finish();
  }
}

/* ---- Questions ---- */

const answers = {
  trace(m) {
    const data = engine.trace(m.first, m.most);
    engine.takeOutput(); /* it is in the data */
    return data;
  },
  check(m) {
    engine.form(JSON_LINES);
    const reports = engine.check(m.path || PATH, m.source);
    engine.form(job !== null && job.form === 'full' ? FULL : JSON_LINES);
    return reports;
  },
  call: (m) => engine.callAt(m.path || PATH, m.source, m.before),
  film: (m) => engine.film(m.name, m.statements),
  /* It ends what runs: nothing does when it is asked. */
  lesson: (m) => engine.lesson(m.path, m.text),
  explain: (m) => engine.explain(m.code),
  words: () => engine.words(),
  variables: () => known || engine.variables(),
  forget() {
    engine.forget();
    entries = 0;
    entered = null;
  },
  write(m) {
    const folder = m.path.replace(/[^/]*$/, '');
    if (folder !== '')
      engine.makeFolder(folder);
    engine.writeFile(m.path, m.bytes);
    seen.set(m.path, stateOf(m.path));
  },
  read: (m) => engine.readFile(m.path),
  files: () => engine.files('.').filter(isFile),
};

/* ---- Messages ---- */

/* A way around through the queue of messages, so that others are in it too. */
const around = new MessageChannel();
const tick = () => job !== null && around.port2.postMessage(job.id);

function guarded(id, act) {
  try {
    act();
    if (job === null)
      next();
  } catch (error) {
    postMessage({id: job !== null ? job.id : id, crash: String(error)});
  }
}

/* What was on its way for a job that has ended finds another one, or none. */
around.port1.onmessage = (e) => guarded(e.data, () => {
  if (job !== null && job.id === e.data)
    slice();
});

function take(m) {
  if (m.do === 'stop')
    stop(m.id);
  else if (begins[m.do])
    waiting.push({...m});
  else
    postMessage({id: m.id, result: answers[m.do](m)});
}

async function open() {
  const wasm = fetch(new URL('engine.wasm', import.meta.url));
  const {default: create} = await import('./engine.mjs');
  engine = await Engine.open(create, wasm);
  engine.changeFolder(FOLDER);
}

const opened = open();
onmessage = (e) => opened.then(() => guarded(e.data.id, () => take(e.data)),
  (error) => postMessage({id: e.data.id, crash: String(error)}));

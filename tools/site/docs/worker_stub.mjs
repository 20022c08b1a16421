/* SPDX-License-Identifier: MIT */
/* The Worker of the site where the playground's is not there: of its messages
 * those that the pages send.
 *
 *     {id, do: 'run', source, input, path, form}    a job
 *     {id, do: 'enter', text, form}                 a job: an entry
 *     {do: 'stop', id}                              ends what runs
 *     {id, do: 'write', path, bytes}  'forget'      questions
 *
 * A job answers with {id, output: bytes} as it comes, and with {id, end:
 * {status, reports, steps, seconds, open, value}}, a question with {id, result}.
 * With the form 'full' messages are in the output, where a terminal shows them,
 * and not in the reports. */
import {Engine} from '../play/engine_client.mjs';
import createEngine from './engine.mjs';

const FULL = 0, JSON_LINES = 2, OPEN = -1, SLICE = 10;
const utf8 = new TextEncoder();
let engine = null, stopped = false, entries = 0;

async function open() {
  const wasm = await fetch(new URL('engine.wasm', import.meta.url));
  engine = await Engine.open(createEngine, await wasm.arrayBuffer());
  engine.changeFolder('/star');
}

/* Lets the messages in that have come. */
function breathe() {
  return new Promise((go) => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = go;
    port2.postMessage(null);
  });
}

/* Goes on until the end or a stop, in pieces of 10 ms or so. */
async function advance(put) {
  for (let steps = 1000, more = true; more && !stopped;) {
    const from = performance.now();
    more = engine.advance(steps);
    const took = performance.now() - from;
    steps = Math.max(1000, took < SLICE / 2 ? steps * 2 : took > SLICE ? steps / 2 : steps);
    put();
    await breathe();
  }
}

function begin(m) {
  if (m.do === 'enter')
    return engine.enter('entry ' + (entries + 1), m.text);
  engine.input(utf8.encode(m.input ?? ''));
  return engine.begin('run', m.path ?? 'program.star', m.source);
}

async function run(m) {
  const full = m.form === 'full', start = performance.now();
  let said = 0;
  const post = (output) => output.length > 0 && postMessage({id: m.id, output});
  const put = () => post(engine.takeOutput());
  const putMessages = () => {
    const text = full ? engine.messages() : '';
    post(utf8.encode(text.slice(said)));
    said = text.length;
  };
  stopped = false;
  engine.form(full ? FULL : JSON_LINES);
  let status = begin(m);
  const isOpen = status === OPEN;
  entries += m.do === 'enter' && !isOpen;
  putMessages();
  if (status === 0) {
    await advance(put);
    status = engine.end();
    put();
    putMessages();
  }
  postMessage({id: m.id, end: {status, open: isOpen, reports: full ? [] : engine.reports(),
    steps: engine.steps(), seconds: (performance.now() - start) / 1000,
    value: m.do === 'enter' && status === 0 ? engine.value() : ''}});
}

const answers = {
  write: (m) => engine.writeFile(m.path, m.bytes),
  forget() {
    engine.forget();
    entries = 0;
  },
};

/* Messages wait for the engine, and for the jobs before. */
let ready = open();
onmessage = ({data}) => {
  if (data.do === 'stop')
    stopped = true;
  else
    ready = ready.then(() => answers[data.do] === undefined ? run(data)
      : postMessage({id: data.id, result: answers[data.do](data)}))
      .catch((error) => postMessage({id: data.id, crash: String(error)}));
};

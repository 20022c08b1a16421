/* SPDX-License-Identifier: MIT */
/* The Worker of a page, which runs one thing at a time; play/worker.mjs
 * says what it is told. One that does not answer a stop is ended, and the next run
 * gets a new one. */
const PATIENCE = 2000;

let worker = null, last = 0;
let job = null; /* {id, output, end, ended, timer} of what runs */

function open(url) {
  worker = new Worker(url, {type: 'module'});
  worker.onmessage = ({data: {id, output, end, crash}}) => {
    if (crash !== undefined)
      close(`The engine ended: ${crash}`);
    else if (job === null || id !== job.id)
      return;
    else if (output !== undefined)
      job.output(output);
    else if (end !== undefined)
      finish(end);
  };
  worker.onerror = (e) => {
    e.preventDefault();
    close(`The engine cannot be started: ${e.message || url}.`);
  };
}

function finish(end) {
  const {end: resolve, timer} = job;
  clearTimeout(timer);
  job = null;
  resolve(end);
}

function close(why) {
  worker.terminate();
  worker = null;
  if (job !== null)
    finish({status: 130, reports: [], why});
}

/* Tells the Worker, which is there after this. */
function tell(url, message) {
  if (worker === null)
    open(url);
  const id = ++last;
  worker.postMessage({...message, id, form: 'full'});
  return id;
}

/* Stops what runs; kept when it has ended. */
export async function stop() {
  if (job === null)
    return;
  worker.postMessage({do: 'stop', id: job.id});
  job.timer ??= setTimeout(
    () => close('It did not stop within 2 seconds; the engine begins anew.'), PATIENCE);
  await job.ended;
}

/* Does a job, after a stop of what runs; `output` takes bytes. The promise is of
 * {status, steps, seconds, open, value}, or of {status, why}. */
export async function run(url, message, output) {
  await stop();
  const id = tell(url, message);
  let end;
  const ended = new Promise((resolve) => { end = resolve; });
  job = {id, output, end, ended};
  return ended;
}

/* What has no output: write, forget. */
export async function ask(url, message) {
  await stop();
  tell(url, message);
}

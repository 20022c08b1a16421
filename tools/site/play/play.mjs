/* SPDX-License-Identifier: MIT */
/* The playground: the bench, and around it links, input, files and the console. */
import graphs from 'star:graphs';

import {Bench} from './bench.mjs';
import {Console} from './console.mjs';
import {$} from './dom.mjs';
import {Files} from './files.mjs';
import {fromLink, toLink} from './link.mjs';
import {Runner, openWorker} from './runner.mjs';
import {setUpTheme} from './theme.mjs';

const PATH = 'program.star', DRAFT = 'star-playground';
const NARROW = matchMedia('(max-width: 60rem)');

const FIRST = `program hello;
var T: table(6, 6); X: slice(T); i: integer;
begin
  for i := 1 to 6 do begin
    X(i) := 1;
    COL(i, T) := X
  end;
  write(T);
  writeln('ones in the last column: ', NUMB(COL(6, T)))
end.
`;

const runner = new Runner(openWorker);

let later = 0;
const bench = new Bench({runner, path: PATH,
  changed() {
    clearTimeout(later);
    later = setTimeout(keepDraft, 500);
  },
  began: () => writeLink(),
  ended() {
    if (NARROW.matches)
      $($('messages').hidden ? 'status' : 'messages').scrollIntoView({block: 'center'});
  }});
const say = (text) => bench.say(text);

/* ---- Programs ---- */

function take({source, input}) {
  bench.take({source, input});
  $('input').value = input;
  $('input-box').open = input !== '';
}

const current = () => ({source: bench.text, input: $('input').value});

async function writeLink() {
  history.replaceState(null, '', await toLink(current()));
  keepDraft();
}

async function share() {
  await writeLink();
  try {
    await navigator.clipboard.writeText(location.href);
    say('The link is copied: the program is in it');
  } catch {
    say('The link is in the address bar: the program is in it');
  }
}

/* What was not run yet outlives a reload. */
function keepDraft() {
  try {
    localStorage.setItem(DRAFT, JSON.stringify({...current(), hash: location.hash}));
  } catch {
    /* it is not allowed here, and only a convenience */
  }
}

function draft() {
  try {
    const kept = JSON.parse(localStorage.getItem(DRAFT));
    return kept && kept.hash === location.hash ? kept : null;
  } catch {
    return null;
  }
}

/* That of the address, #code=..., or #example=name, which is run; null: none. */
async function fromAddress() {
  const name = /^#example=(\w+)$/.exec(location.hash)?.[1];
  try {
    if (name === undefined)
      return await fromLink(location.hash);
    const found = await fetch(`../examples/${name}.star`);
    if (found.ok)
      return {source: await found.text(), input: '', run: true};
    say(`There is no example '${name}'`);
  } catch {
    say('The link is damaged: its program cannot be read');
  }
  return null;
}

async function open(program) {
  take(program);
  await runner.ending;
  if (program.run)
    await bench.run();
}

/* ---- The parts ---- */

const panels = $('bench').querySelector('.sv-panels');
panels.querySelector('.sv-program').append($('more'));
$('bench').querySelector('.sv-row').append($('share'));

new Files({runner, list: $('files'), input: $('add'), graphs, say,
  open: (source) => take({source, input: ''})});

const session = new Console({log: $('log'), field: $('entry'), prompt: $('prompt'),
  ask: (...values) => runner.ask(...values), explain: (code) => runner.explain(code),
  forget: () => runner.forget(), after: () => bench.showVariables(''),
  async enter(text, put) {
    if (bench.busy)
      return null;
    await bench.prepare('Runs an entry');
    const end = await runner.enter(text, $('input').value, put);
    bench.allow(true);
    if (!end.lost)
      say(end.open ? 'The entry goes on in the next line' : '');
    return end;
  }});

runner.onRestart = (why, started, entries) => {
  bench.forget();
  if (!started)
    return say('The engine cannot be started: ' + why);
  say((why === null ? 'The engine did not stop within 2 s and was started anew'
    : 'The engine has failed and was started anew (' + why + ')') +
    (entries > 0 ? '; entries of the console that had ended are entered again' : ''));
  return session.say('The engine was started anew' + (entries > 0
    ? '; entries that had ended are entered again.' : '.'));
};

setUpTheme(() => bench.redraw());
$('share').onclick = share;
$('input').oninput = () => {
  bench.input = $('input').value;
  keepDraft();
};
window.addEventListener('hashchange', async () => {
  const program = await fromAddress();
  if (program !== null)
    open(program);
});

const linked = await fromAddress(), damage = $('status').textContent;
const opened = open(linked || draft() || {source: FIRST, input: ''});
if (damage !== '')
  say(damage);
document.body.dataset.ready = 'true';
await opened;

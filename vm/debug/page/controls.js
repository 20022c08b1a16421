/* SPDX-License-Identifier: MIT */
/* What the user does, the beginning and the end. */

const keys = {
  ArrowRight: 'next', n: 'next', ArrowLeft: 'back', b: 'back',
  ArrowDown: 'over', o: 'over', ArrowUp: 'out', u: 'out',
  Home: 'first', End: 'last',
};

/* A field takes its own keys; texts scroll; a picture may have used the key. */
function isTaken(e) {
  const target = e.target;
  return e.defaultPrevented || e.ctrlKey || e.altKey || e.metaKey ||
    target.isContentEditable ||
    (/^(input|textarea|select)$/i.test(target.tagName) && target.type !== 'range') ||
    (e.key === ' ' && /^(button|summary)$/i.test(target.tagName)) ||
    ([$('source'), $('output'), $('help')].includes(target) &&
      /^(Arrow(Up|Down)|Home|End| )/.test(e.key));
}

function onKey(e) {
  if (isTaken(e))
    return;
  if (e.key === 'g')
    $('number').select();
  else if (e.key === 'l')
    toField();
  else if (e.key === 'p' || e.key === ' ')
    play(!playing);
  else if (keys[e.key])
    move(e.key === 'ArrowDown' && e.shiftKey ? 'backover' : keys[e.key]);
  else if (e.key === 'Enter' && e.shiftKey && e.target.dataset.variable)
    e.target.dispatchEvent(new MouseEvent('click', {shiftKey: true}));
  else
    return;
  e.preventDefault();
}

function showHelp(on) {
  $('help').hidden = !on;
  $('keys').setAttribute('aria-expanded', String(on));
}

function toField() {
  showHelp(true);
  $('line').select();
}

/* The keys are those of the moves again once a field has its number. */
function leave(field, act) {
  field.onkeydown = (e) => {
    if (e.key === 'Enter' && field.value !== '')
      act(+field.value, e.shiftKey);
    if (e.key === 'Enter' || e.key === 'Escape')
      $('slider').focus();
  };
}

function toNumber(number) {
  errand++;
  play(false);
  goTo(number);
}

const ended = new AbortController();
const signal = ended.signal;

root.addEventListener('keydown', onKey, {signal});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showSoon, {signal});
window.addEventListener('resize', showSoon, {signal});
/* The pictures' room may change without the window's, as when they are unhidden. */
let roomSize = '';
const observer = new ResizeObserver(() => {
  const size = $('pictures').clientWidth + ' ' + options.height?.();
  if (size !== roomSize)
    redraw();
  roomSize = size;
});
for (const name of ['pictures', 'memory'])
  observer.observe($(name));
signal.addEventListener('abort', () => observer.disconnect());
root.querySelectorAll('[data-do]').forEach((b) => {
  b.onclick = () => move(b.dataset.do);
});
$('slider').oninput = () => {
  dragging = true;
  toNumber(+$('slider').value);
};
$('slider').onchange = () => { dragging = false; };
$('number').onchange = () => toNumber(+$('number').value);
leave($('number'), toNumber);
leave($('line'), toLine);
$('play').onclick = () => play(!playing);
$('keys').onclick = () => showHelp($('help').hidden);
root.classList.add('star-viewer');
$('panels').classList.toggle('sv-bare', options.program === false);

/* Shows the data of another run, with options for it. A run that failed is
 * looked at from its end. */
function begins(next, more = {}) {
  play(false);
  errand++;
  size = now = 0;
  wanted = null;
  Object.assign(options, {more: undefined, total: undefined, at: undefined, still: false}, more);
  marked = {last: -1, first: -1};
  take(next);
  goTo(options.at !== undefined ? options.at
    : data.end.when === 'failed' ? lastNumber() : data.first);
}

begins(data, {...options});
return {
  close: () => { play(false); ended.abort(); },
  go, move, load: begins, play, now: moment,
};

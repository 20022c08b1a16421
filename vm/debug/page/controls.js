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
  if (e.key === 'g' || e.key === 'l')
    $(e.key === 'g' ? 'number' : 'line').select();
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
let roomWidth = 0;
const observer = new ResizeObserver(() => {
  if (roomWidth !== $('pictures').clientWidth)
    redraw();
  roomWidth = $('pictures').clientWidth;
});
observer.observe($('pictures'));
signal.addEventListener('abort', () => observer.disconnect());
root.querySelectorAll('[data-do]').forEach((b) => {
  b.onclick = () => move(b.dataset.do);
});
$('slider').oninput = () => toNumber(+$('slider').value);
$('number').onchange = () => toNumber(+$('number').value);
leave($('number'), toNumber);
leave($('line'), toLine);
$('play').onclick = () => play(!playing);
$('keys').onclick = () => {
  $('help').hidden = !$('help').hidden;
  $('keys').setAttribute('aria-expanded', String(!$('help').hidden));
};
root.classList.add('star-viewer');
$('panels').classList.toggle('sv-bare', options.program === false);

/* A run that failed is looked at from its end. */
take(data);
goTo(options.at !== undefined ? options.at
  : data.end.when === 'failed' ? lastNumber() : data.first);
return {
  close: () => { play(false); ended.abort(); },
  go, move, now: moment,
};

/* SPDX-License-Identifier: MIT */
/* What the user does, the beginning and the end. */

const keys = {
  ArrowRight: 'next', n: 'next', ArrowLeft: 'back', b: 'back',
  ArrowDown: 'over', o: 'over', ArrowUp: 'out', u: 'out',
  Home: 'first', End: 'last',
};

/* A field takes its own keys; the text and the output scroll. */
function isTyped(e) {
  const target = e.target;
  return e.ctrlKey || e.altKey || e.metaKey || target.isContentEditable ||
    (/^(input|textarea|select)$/i.test(target.tagName) && target.type !== 'range') ||
    ((target === $('source') || target === $('output')) &&
      /^(Arrow(Up|Down)|Home|End)/.test(e.key));
}

function onKey(e) {
  if (isTyped(e))
    return;
  if (e.key === 'g' || e.key === 'l') {
    $(e.key === 'g' ? 'number' : 'line').select();
  } else if (keys[e.key]) {
    moves[e.key === 'ArrowDown' && e.shiftKey ? 'backover' : keys[e.key]]();
  } else if (e.key === 'Enter' && e.shiftKey && e.target.dataset.variable) {
    e.target.dispatchEvent(new MouseEvent('click', {shiftKey: true}));
  } else {
    return;
  }
  e.preventDefault();
}

/* The keys are those of the moves again once a field has its number. */
function leave(field, act) {
  field.onkeydown = (e) => {
    if (e.key === 'Enter')
      act(e.shiftKey);
    if (e.key === 'Enter' || e.key === 'Escape')
      $('slider').focus();
  };
}

const ended = new AbortController();
const signal = ended.signal;
const dark = matchMedia('(prefers-color-scheme: dark)');

root.addEventListener('keydown', onKey, {signal});
dark.addEventListener('change', show, {signal});
window.addEventListener('resize', () => go(now), {signal});
root.querySelectorAll('[data-do]').forEach((b) => {
  b.onclick = () => moves[b.dataset.do]();
});
$('slider').max = stops - 1;
$('slider').oninput = () => go(+$('slider').value);
$('number').min = data.first;
$('number').max = data.first + stops - 1;
$('number').onchange = () => go(+$('number').value - data.first);
leave($('number'), () => $('number').onchange());
leave($('line'), (back) => toLine(+$('line').value, back));
$('keys').onclick = () => {
  $('help').hidden = !$('help').hidden;
  $('keys').setAttribute('aria-expanded', String(!$('help').hidden));
};
root.classList.add('star-viewer');
$('panels').classList.toggle('sv-bare', options.program === false);

/* A run that failed is looked at from its end. */
go(options.at !== undefined ? options.at - data.first
  : data.end.when === 'failed' ? stops - 1 : 0);
return {close: () => ended.abort(), go, move: (name) => moves[name](), now: moment};

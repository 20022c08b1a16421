/* SPDX-License-Identifier: MIT */
/* What the user does, and the beginning. */

const keys = {
  ArrowRight: 'next', n: 'next', ArrowLeft: 'back', b: 'back',
  ArrowDown: 'over', o: 'over', ArrowUp: 'out', u: 'out',
  Home: 'first', End: 'last',
};

document.addEventListener('keydown', (e) => {
  const type = e.target.type, letter = e.key.length === 1;
  if (e.ctrlKey || e.altKey || e.metaKey || type === 'number' ||
      (e.target.tabIndex === 0 && !letter &&
       /^(source|output)$/.test(e.target.id) && /^(Arrow(Up|Down)|Home|End)/.test(e.key)))
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
});

document.querySelectorAll('[data-do]').forEach((b) => {
  b.onclick = () => moves[b.dataset.do]();
});
$('slider').max = stops - 1;
$('slider').oninput = () => go(+$('slider').value);
$('number').min = data.first;
$('number').max = data.first + stops - 1;
$('number').onchange = () => go(+$('number').value - data.first);
$('line').onkeydown = (e) => {
  if (e.key === 'Enter')
    toLine(+$('line').value, e.shiftKey);
};
$('keys').onclick = () => {
  $('help').hidden = !$('help').hidden;
  $('keys').setAttribute('aria-expanded', String(!$('help').hidden));
};
const themes = ['auto', 'light', 'dark'];
$('theme').onclick = () => {
  const root = document.documentElement;
  const next = themes[(themes.indexOf(root.dataset.theme || 'auto') + 1) % 3];
  if (next === 'auto')
    delete root.dataset.theme;
  else
    root.dataset.theme = next;
  $('theme').textContent = 'Colours: ' + next;
  $('theme').setAttribute('aria-label', 'Colours: ' +
    (next === 'auto' ? 'as the system' : next));
  show();
};
matchMedia('(prefers-color-scheme: dark)').onchange = show;
window.onresize = () => go(now);

const title = data.files[0].path.replace(/.*\//, '');
document.title = title + ' - STAR trace';
$('title').textContent = title;
/* A run that failed is looked at from its end. */
now = data.end.when === 'failed' ? stops - 1 : 0;
show();

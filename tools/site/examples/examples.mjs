/* SPDX-License-Identifier: MIT */
/* The examples: a search over their cards. */
import {$} from '../play/dom.mjs';
import {setUpTheme} from '../play/theme.mjs';

const cards = [...document.querySelectorAll('.example')];

function search() {
  const words = $('search').value.toLowerCase().split(/\s+/).filter((w) => w !== '');
  let count = 0;
  for (const card of cards) {
    const text = (card.textContent + ' ' + card.closest('section').ariaLabel).toLowerCase();
    card.hidden = !words.every((w) => text.includes(w));
    count += !card.hidden;
  }
  for (const theme of document.querySelectorAll('.theme'))
    theme.hidden = theme.querySelector('.example:not([hidden])') === null;
  $('found').textContent = words.length === 0 ? ''
    : count === 0 ? 'No example has all of these words.' : `${count} of ${cards.length}`;
}

$('search').oninput = search;
setUpTheme();
search();
document.body.dataset.ready = 'true';

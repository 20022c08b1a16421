/* SPDX-License-Identifier: MIT */
/* The first page: a run that was recorded, shown over and over by the viewer. */
import run from 'star:first';
import {openViewer} from 'star:viewer';

import {$} from '../play/dom.mjs';
import {setUpTheme} from '../play/theme.mjs';

const MS = 700, REST = 3000; /* of a statement, and at the end */
const CALM = matchMedia('(prefers-reduced-motion: reduce)');

/* What is done, by the beginning of a statement. */
const WORDS = [['CLR(next)', 'A new level begins.'],
  ['while SOME(front)', 'Rows that respond are lit: the vertices of this level.'],
  ['SOME(front)', 'Rows that respond are lit: the vertices of this level.'],
  ['i := STEP', 'One of them is taken.'],
  ['next := next or', 'All neighbours of it, in one operation.'],
  ['front := next', 'Those that are new, of all rows at once.'],
  ['reached :=', 'They count as reached.']];

const line = (n) => run.files[0].text.split('\n')[n - 1] || '';
const first = run.at.findIndex((span) => span >= 0 && /while SOME/.test(line(run.spans[span][1])));

const view = openViewer($('viewer'), run, {program: false, graph: 'T', at: first,
  height: () => 400,
  onShow({row}) {
    const text = line(row).trim();
    $('code').textContent = text;
    $('what').textContent = (WORDS.find(([begin]) => text.startsWith(begin)) ||
      ['', 'All twelve are reached.'])[1];
  }});

let timer = 0;

function tick() {
  const {stop} = view.now(), last = stop >= run.at.length - 1;
  view.go(last ? first : stop + 1);
  timer = setTimeout(tick, stop + 1 >= run.at.length - 1 ? REST : MS);
}

function play(on) {
  clearTimeout(timer);
  $('pause').textContent = on ? 'Pause' : 'Play';
  $('pause').setAttribute('aria-pressed', String(!on));
  if (on)
    timer = setTimeout(tick, MS);
}

$('pause').onclick = () => play($('pause').textContent === 'Play');
setUpTheme(() => view.go(view.now().stop));
play(!CALM.matches);
document.body.dataset.ready = 'true';

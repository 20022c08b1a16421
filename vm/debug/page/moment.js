/* SPDX-License-Identifier: MIT */
/* The moment: what is shown of it, and the ways to others. */

function statement() {
  const span = data.spans[data.at[now]];
  if (!span)
    return '';
  const pieces = lines[span[0]][span[1] - 1];
  const text = Array.from(pieces.map((p) => p[1]).join(''));
  return text.slice(span[2] - 1, span[1] === span[3] ? span[4] - 1 : undefined)
    .join('');
}

function summary(frames) {
  const span = data.spans[data.at[now]];
  const last = now === stops - 1, when = data.end.when;
  const what = last && when === 'failed' ? 'Failed: ' + data.end.text
    : last && when === 'ended' ? 'The program has ended'
      : last && when === 'cut' ? 'Here the run was stopped' : '';
  const inside = frames.length > 0 ? frames[frames.length - 1].name : '';
  $('live').classList.toggle('bad', last && when === 'failed');
  return (span ? 'Line ' + span[1] + (inside ? ' in ' + inside : '') + ': ' +
    statement() + '. ' : '') + (what ? what + '. ' : '') +
    (changes.length > 0 ? 'Changed: ' + changes.map((v) => v.name).join(', ') + '.' : '');
}

function moment() {
  const [file, row, column, lastRow, lastColumn] = data.spans[data.at[now]] || [];
  return {stop: now, statement: data.first + now,
    file: file === undefined ? undefined : data.files[file].path,
    row, column, lastRow, lastColumn};
}

function show() {
  const frames = alive(), number = data.first + now;
  showProgram();
  showVariables(frames);
  showMemory(frames);
  showOutput();
  $('slider').value = now;
  $('number').value = number;
  $('slider').setAttribute('aria-valuetext', 'statement ' + number);
  $('counts').textContent = 'of ' + (data.first + stops - 1) + ', ' +
    total[now].toLocaleString('en') + ' steps, ' +
    (total[now] - number).toLocaleString('en') +
    ' operations on slices, words and tables';
  $('live').textContent = summary(frames);
  for (const b of root.querySelectorAll('[data-do]'))
    b.disabled = (now === 0 && /^(first|back)/.test(b.dataset.do)) ||
      (now === stops - 1 && /^(next|over|out|last)/.test(b.dataset.do));
  if (options.onShow)
    options.onShow(moment());
}

let waiting = false;

/* Draws once for all that happens at a time. */
function go(stop) {
  now = Math.max(0, Math.min(stops - 1, stop));
  if (waiting)
    return;
  waiting = true;
  setTimeout(() => { waiting = false; show(); }, 0);
}

function find(wanted, back) {
  for (let k = now + (back ? -1 : 1); k >= 0 && k < stops; k += back ? -1 : 1)
    if (wanted(k))
      return go(k);
  return go(back ? 0 : stops - 1);
}

const moves = {
  first: () => go(0),
  last: () => go(stops - 1),
  next: () => go(now + 1),
  back: () => go(now - 1),
  over: () => find((k) => depth[k] <= depth[now], false),
  backover: () => find((k) => depth[k] <= depth[now], true),
  out: () => find((k) => depth[k] < depth[now], false),
};

function say(text) {
  $('live').textContent = text;
}

function toLine(row, back) {
  const wanted = (k) => data.spans[data.at[k]] &&
    data.spans[data.at[k]][0] === shown && data.spans[data.at[k]][1] === row;
  for (let k = now + (back ? -1 : 1); k >= 0 && k < stops; k += back ? -1 : 1)
    if (wanted(k))
      return go(k);
  return say('Line ' + row + ' is not reached ' + (back ? 'before.' : 'again.'));
}

function toChange(name, cell, back) {
  let best = -1;
  for (const call of calls)
    for (const v of call.name === name ? call.vars : [])
      for (const [k] of v.cell === cell ? v.of.h : [])
        if (k >= call.from && k < call.to && (back ? k < now && k > best
          : k > now && (best < 0 || k < best)))
          best = k;
  return best >= 0 ? go(best)
    : say(back ? 'There is no change before.' : 'It does not change any more.');
}

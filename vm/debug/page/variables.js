/* SPDX-License-Identifier: MIT */
/* Variables as text, by frame, and the output so far. */

function textOf(variable, value) {
  if (!variable.kind)
    return value;
  if (!value)
    return 'no size yet';
  if (!value.row)
    return sizeText(variable.kind, value) + ', too large to be shown';
  if (variable.kind === 'table')
    return sizeText('table', value) + ', ' + count(value) + ' ones';
  const bits = Array.from(value.row[0] || []).join('');
  return bits.length > 100 ? bits.slice(0, 80) + '... ' + count(value) + ' ones'
    : bits;
}

const closed = new Set();
let changes = [];

function showFrame(frame, inner) {
  const box = document.createElement('details');
  const head = box.appendChild(document.createElement('summary'));
  const table = box.appendChild(document.createElement('table'));
  head.textContent = frame.depth === 0 ? 'program ' + frame.name : frame.name;
  box.open = !closed.has(frame.depth) && (inner || frame.depth === 0);
  box.ontoggle = () => box.open ? closed.delete(frame.depth)
    : closed.add(frame.depth);
  for (const variable of frame.vars) {
    const {value, fresh} = values(frame, variable);
    const row = table.insertRow(), name = document.createElement('th');
    const button = name.appendChild(document.createElement('button'));
    const cell = document.createElement('td'), text = textOf(variable, value);
    button.type = 'button';
    button.textContent = variable.name;
    button.title = 'type ' + variable.type + '; to the next change';
    button.setAttribute('aria-label', variable.name + ' = ' + text +
      (fresh ? ', changed' : '') + '; to the next change');
    button.dataset.variable = frame.name + ' ' + variable.cell;
    button.onclick = (e) => toChange(frame.name, variable.cell, e.shiftKey);
    cell.textContent = text;
    name.scope = 'row';
    row.append(name, cell);
    row.className = fresh ? 'changed' : '';
    if (fresh && !changes.some((v) => v.of === variable.of))
      changes.push(variable);
  }
  return box;
}

function showVariables(frames) {
  const focus = document.activeElement && document.activeElement.dataset.variable;
  const many = frames.length > 6;
  const some = many ? [frames[0], ...frames.slice(-4)] : frames;
  changes = [];
  const boxes = some.map((f) => showFrame(f, f === frames[frames.length - 1]));
  if (many) {
    const gap = document.createElement('p');
    gap.className = 'none';
    gap.textContent = '... ' + (frames.length - 5) + ' more calls ...';
    boxes.splice(1, 0, gap);
  }
  $('frames').replaceChildren(...boxes.reverse());
  if (focus)
    for (const button of $('frames').querySelectorAll('button'))
      if (button.dataset.variable === focus) {
        button.focus();
        break;
      }
}

function showOutput() {
  const k = entry(data.output, now), parts = data.output.slice(Math.max(0, k - 400), k + 1);
  const fresh = k >= 0 && data.output[k][0] === now && now > 0;
  const old = document.createTextNode(
    (fresh ? parts.slice(0, -1) : parts).map((p) => p[1]).join(''));
  const last = document.createElement('span');
  last.className = 'new';
  last.textContent = fresh ? parts[parts.length - 1][1] : '';
  $('output').replaceChildren(old, last);
  $('output').scrollTop = $('output').scrollHeight;
}

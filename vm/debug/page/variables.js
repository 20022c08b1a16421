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
  const row = value.row[0] || [];
  return row.length > 100 ? row.subarray(0, 80).join('') + '... ' + count(value) + ' ones'
    : row.join('');
}

const closed = new Set();
let changes = [];

/* An argument in the head of its frame. */
function shortText(variable, value) {
  const text = textOf(variable, value);
  return !variable.kind ? text.length > 24 ? text.slice(0, 20) + '...' : text
    : value && (variable.kind === 'table' || text.length > 24)
      ? variable.kind + ' ' + sizeText(variable.kind, value) : text;
}

function headOf(frame) {
  const head = document.createElement('summary');
  const list = frame.vars.filter((v) => v.param).sort((a, b) => a.param - b.param)
    .map((v) => shortText(v, values(frame, v).value));
  const count = document.createElement('small'), n = operationsOf(frame, now);
  const formula = data.formulas && data.formulas[frame.name];
  head.textContent = frame.depth === 0 ? 'program ' + frame.name
    : frame.name + (list.length > 0 ? '(' + list.join(', ') + ')' : '');
  count.textContent = !n ? '' : ' ' + n.toLocaleString('en') +
    (n === 1 ? ' operation' : ' operations');
  if (formula)
    count.textContent += (n ? ',' : '') + ' documented: ' + formula;
  head.append(count);
  return head;
}

function showFrame(frame, inner) {
  const box = document.createElement('details');
  const table = document.createElement('table');
  box.append(headOf(frame), table);
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
  const none = frames.every((f) => f.vars.length === 0);
  const some = none ? [] : many ? [frames[0], ...frames.slice(-4)] : frames;
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

/* At the end of a run that has told all of its output that is what is shown. */
function showOutput() {
  if (options.onEnd && data.first + now === lastNumber())
    return options.onEnd();
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

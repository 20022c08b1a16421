/* SPDX-License-Identifier: MIT */
/* The program: its text, coloured, and the mark of what is to be done. */

const keywords = new Set(('and array begin case const div do downto else end ' +
  'file for function goto if in label mod nil not of or packed procedure ' +
  'program record repeat set then to type until var while with proc uses xor ' +
  'slice word table native otherwise forward').split(' '));
const token = /(\{[^}]*\}?|\(\*[\s\S]*?(?:\*\)|$)|\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*)|('[^'\n]*'?)|(\d+(?:\.\d+)?)|([A-Za-z_]\w*)/g;

/* The text of a file as an array of lines, each of pieces [class, text]. */
function coloured(text) {
  const lines = [[]];
  const put = (name, piece) => piece.split('\n').forEach((part, k) => {
    if (k > 0)
      lines.push([]);
    if (part !== '')
      lines[lines.length - 1].push([name, part.replace(/\r$/, '')]);
  });
  let at = 0;
  for (const found of text.matchAll(token)) {
    put('', text.slice(at, found.index));
    put(found[1] ? 'c' : found[2] ? 's' : found[3] ? 'n'
      : keywords.has(found[0].toLowerCase()) ? 'k' : '', found[0]);
    at = found.index + found[0].length;
  }
  put('', text.slice(at));
  if (lines.length > 1 && lines[lines.length - 1].length === 0)
    lines.pop();
  return lines;
}

/* Puts the pieces of a line into an element, columns from..to in a mark. */
function write(element, pieces, from, to) {
  let column = 1, mark = null;
  for (const [name, text] of pieces) {
    let rest = Array.from(text);
    while (rest.length > 0) {
      const inside = column >= from && column < to;
      const edge = column < from ? from : inside ? to : Infinity;
      const part = rest.slice(0, edge - column);
      const span = document.createElement('span');
      span.className = name;
      span.textContent = part.join('');
      if (inside && mark === null)
        mark = element.appendChild(document.createElement('mark'));
      (inside ? mark : element).append(span);
      column += part.length;
      rest = rest.slice(part.length);
    }
  }
}

let lines = [], shown = -1, here = [];

/* The texts of another window; those that it has too stay as they are. */
function takeTexts(old, next) {
  lines = next.files.map((f, k) =>
    old.files[k] && old.files[k].text === f.text ? lines[k] || null : null);
  if (!lines[shown])
    shown = -1;
}

function fill(item, file, k, from, to) {
  const text = document.createElement('span');
  write(text, lines[file][k], from, to);
  item.replaceChildren(item.firstChild, text);
}

function open(file) {
  const list = document.createElement('ol');
  lines[file] = lines[file] || coloured(data.files[file].text);
  lines[file].forEach((pieces, k) => {
    const item = document.createElement('li'), number = document.createElement('button');
    number.type = 'button';
    number.tabIndex = -1;
    number.textContent = k + 1;
    number.setAttribute('aria-label', 'go to line ' + (k + 1));
    number.onclick = (e) => toLine(k + 1, e.shiftKey);
    item.append(number);
    list.append(item);
    fill(item, file, k, 0, 0);
  });
  $('source').replaceChildren(list);
  $('path').textContent = data.files[file].path;
  shown = file;
  here = [];
}

function showProgram() {
  const span = data.spans[data.at[now]];
  if (shown < 0 || (span && span[0] !== shown))
    open(span ? span[0] : 0);
  const items = $('source').firstChild.children;
  for (const k of here) {
    items[k].className = '';
    items[k].removeAttribute('aria-current');
    fill(items[k], shown, k, 0, 0);
  }
  here = [];
  if (!span)
    return;
  const [, row, column, last, end] = span;
  fill(items[row - 1], shown, row - 1, column, row === last ? end : 1e9);
  items[row - 1].className = 'here';
  items[row - 1].setAttribute('aria-current', 'step');
  here.push(row - 1);
  const box = $('source'), item = items[row - 1];
  const y = item.offsetTop - items[0].offsetTop;
  if (y < box.scrollTop + 20 || y > box.scrollTop + box.clientHeight - 50)
    box.scrollTop = y - box.clientHeight / 3;
}

/* SPDX-License-Identifier: MIT */
/* Where things are in the matrix memory. A block has what belongs to the same
 * rows: tables, right of them slices, one a column, and above a table the words
 * that have a component for each of its columns:
 *
 *              w  1 0 0 1
 *                 1 2 3 4       X  Y
 *              1  . . . .   12  .  .
 *              2  . . . .    7  .  .
 *
 * An item is a table, with its words, or words alone. A block that does not fit
 * has a lens: a part of it is drawn, and all of it as an overview. */

const CELL = {least: 8, usual: 14, most: 28, lens: 12}; /* pixels of a component */
const CAPTION = 26, GAP = 18, DIGIT = 7, FONT = '12px system-ui, sans-serif';

const ruler = document.createElement('canvas').getContext('2d');

function wide(text) {
  ruler.font = '600 ' + FONT;
  return Math.ceil(ruler.measureText(text).width);
}

const MOST_NAME = 110; /* pixels of the name of a row or of a slice */

/* A block with the names of its rows, unless its tables have others, and their
 * room. */
function named(block) {
  const [names, ...others] = block.items.flatMap((x) => x.table?.names ? [x.table.names] : []);
  block.names = others.every((list) => list.join() === names.join()) ? names : undefined;
  block.edge = block.names === undefined ? rowNumbers(block.rows)
    : Math.min(MOST_NAME, Math.max(...names.map(wide))) + 9;
  return block;
}

/* Those with tables first, words alone last. */
function blocksOf(list) {
  const blocks = new Map(), items = [];
  const block = (key, rows) => {
    if (!blocks.has(key))
      blocks.set(key, {key, rows, items: [], slices: []});
    return blocks.get(key);
  };
  const of = (kind) => list.filter((p) => p.variable.kind === kind);
  for (const p of of('table')) {
    const item = {table: p, words: [], cols: p.v.cols};
    block('rows ' + p.v.rows, p.v.rows).items.push(item);
    items.push(item);
  }
  for (const p of of('slice'))
    block('rows ' + p.v.rows, p.v.rows).slices.push(p);
  for (const p of of('word')) {
    let item = items.find((x) => x.cols === p.v.cols);
    if (item === undefined) {
      item = {table: null, words: [], cols: p.v.cols};
      block('words ' + p.v.cols, 0).items.push(item);
      items.push(item);
    }
    item.words.push(p);
  }
  const rank = (b) => b.rows === 0 ? 2 : b.items.length > 0 ? 0 : 1;
  return [...blocks.values()].map(named).sort((a, b) => rank(a) - rank(b) || b.rows - a.rows);
}

/* The pictures of a block, in the order in which they are read. */
const picturesOf = (block) => [...block.items.flatMap((x) =>
  [...(x.table === null ? [] : [x.table]), ...x.words]), ...block.slices];

/* ---- Sizes ---- */

const numbersWide = (item) => item.numbers
  ? DIGIT * Math.max(2, numberText(Array(item.cols).fill(1)).length) + 16 : 0;

const rowNumbers = (rows) => rows > 0 ? DIGIT * String(rows).length + 9 : 0;

/* Numbers or names of rows stand once, at the left of all. */
const gutter = (block, item) => Math.max(item === block.items[0] ? block.edge : 0,
  ...item.words.map((w) => wide(w.label) + 9));

const pitch = (cell) => Math.max(cell + 3, 13);

/* The height of what is above the rows, and whether slices' names stand. */
function headerOf(block, cell) {
  const words = Math.max(0, ...block.items.map((x) => x.words.length));
  const columns = block.items.some((x) => x.cols > 1) ? 16 : 2;
  const names = block.slices.map((p) => wide(p.label));
  const upright = names.some((w, k) => w + (names[k + 1] ?? 0) > 2 * (pitch(cell) - 4));
  const slices = names.length === 0 ? 0 : upright ? Math.min(MOST_NAME, Math.max(...names)) + 10 : 18;
  return {head: Math.max(words * (cell + 4) + columns, slices), columns, upright};
}

const captionOf = (block) => block.items.some((x) => x.table !== null) ? CAPTION : 0;

/* The room of a caption with its buttons. */
const captionWide = ({table: p}) => p === null ? 0 : wide(p.variable.name +
  (p.twin ? ' of ' + p.of : '') + ' ' + p.v.rows + ' x ' + p.v.cols) + 14 +
  (hasNumbers(p.v) ? 70 : 0) + (hasGraph(p) ? 54 : 0) + (hasFilm(p) ? 40 : 0);

/* From an item with so many columns to what is right of it: a caption may stand
 * above slices, but not above that of another table. */
const itemWide = (block, item, cell, cols) => Math.max(
  gutter(block, item) + cols * cell + numbersWide(item) + GAP,
  item === block.items[block.items.length - 1] ? 0 : captionWide(item));

/* With so many columns of each item. */
function widthOf(block, cell, cols) {
  const items = block.items.reduce((sum, x, k) => sum + itemWide(block, x, cell, cols[k]), 0);
  return items + (block.items.length === 0 ? rowNumbers(block.rows) : 0) +
    block.slices.length * pitch(cell);
}

const heightOf = (block, cell, rows) =>
  captionOf(block) + headerOf(block, cell).head + rows * cell + 6;

const sizeAt = (block, cell) => ({w: widthOf(block, cell, block.items.map((x) => x.cols)),
  h: heightOf(block, cell, block.rows)});

const fits = (block, cell, r) => {
  const {w, h} = sizeAt(block, cell);
  return w <= r.width && h <= r.height;
};

/* Tables that have no room side by side stand one below the other. */
function spread(blocks, r) {
  return blocks.flatMap((block) => {
    const parts = [block];
    while (block.items.length > 1 && sizeAt(block, CELL.usual).w > r.width) {
      const item = block.items.pop();
      parts.splice(1, 0, {key: block.key + ' ' + item.table.key, rows: block.rows,
        items: [item], slices: []});
    }
    return parts.map(named);
  });
}

/* Whether blocks with these cells have room, where lines of them are filled. */
function packs(cells, r) {
  let x = 0, y = 0, line = 0;
  for (const [block, cell] of cells) {
    const {w, h} = sizeAt(block, cell);
    if (x > 0 && x + w > r.width) {
      y += line + 16;
      x = line = 0;
    }
    x += w + 24;
    line = Math.max(line, h);
  }
  return y + line <= r.height;
}

/* Gives each block the largest cell with which it fits in the room that it has,
 * and then smaller ones until there is room for all that fit, or usual ones where no
 * cell is so small; the others get a lens. */
function arrange(blocks, r) {
  const cells = new Map();
  for (const block of blocks) {
    let cell = CELL.most;
    while (cell >= CELL.least && !fits(block, cell, block.room))
      cell--;
    if (cell >= CELL.least)
      cells.set(block, cell);
  }
  const limited = (most) => new Map([...cells].map(([block, cell]) => [block, Math.min(cell, most)]));
  let most = CELL.most;
  while (most >= CELL.least && !packs(limited(most), r))
    most--;
  const sizes = limited(most < CELL.least ? CELL.usual : most);
  for (const block of blocks) {
    block.lens = cells.has(block) ? null : lensOf(block, block.room);
    setPlaces(block, sizes.get(block) || block.lens.cell);
  }
}

/* Where the items and slices are, with their parts that are seen: `from` the
 * first row or column, from 0, `count` how many. */
function setPlaces(block, cell) {
  const {head, columns, upright} = headerOf(block, cell), {lens} = block;
  Object.assign(block, {cell, head, columns, upright, from: lens ? lens.y : 0,
    count: lens ? lens.rows : block.rows});
  let x = 0;
  block.items.forEach((item, k) => {
    item.left = x;
    item.x = x + gutter(block, item);
    item.from = lens ? lens.x[k] : 0;
    item.count = lens ? lens.cols[k] : item.cols;
    x += itemWide(block, item, cell, item.count);
  });
  block.sliceX = x + (block.items.length === 0 ? rowNumbers(block.rows) : 0);
  block.width = block.sliceX + block.slices.length * pitch(cell) + 2;
  block.height = head + block.count * cell + 4;
}

/* The component at a place of the canvas: {p, i, j}, from 0; null: none. */
function componentAt(block, x, y) {
  const {cell, head, from, count} = block, i = Math.floor((y - head) / cell);
  const row = i >= 0 && i < count ? from + i : -1;
  for (const item of block.items) {
    const j = Math.floor((x - item.x) / cell);
    if (j < 0 || j >= item.count)
      continue;
    if (row >= 0 && item.table !== null)
      return {p: item.table, i: row, j: item.from + j};
    const k = Math.floor((head - block.columns - y) / (cell + 4));
    if (k >= 0 && k < item.words.length)
      return {p: item.words[item.words.length - 1 - k], i: 0, j: item.from + j};
  }
  const s = Math.floor((x - block.sliceX) / pitch(cell));
  return row >= 0 && s >= 0 && s < block.slices.length
    ? {p: block.slices[s], i: row, j: 0} : null;
}

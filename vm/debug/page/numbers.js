/* SPDX-License-Identifier: MIT */
/* The rows of a table as binary numbers. */

const NUMBER_COLUMNS = 63, USUAL_COLUMNS = 24;
const numbers = new WeakMap(); /* of rows */

function numberOf(row) {
  let n = numbers.get(row);
  if (n === undefined) {
    n = row.reduce((sum, b) => 2 * sum + b, 0);
    numbers.set(row, n);
  }
  return n;
}

const numberText = (row) => row.length <= 53 ? String(row.reduce((sum, b) => 2 * sum + b, 0))
  : String(BigInt('0b' + row.join('')));

/* The largest number. All ones mean infinity where there are others. */
function largest(v) {
  const all = 2 ** v.cols - 1;
  let most = 0;
  for (const row of v.row)
    if (numberOf(row) < all)
      most = Math.max(most, numberOf(row));
  return most || all || 1;
}

const hasNumbers = (v) => v.rows > 0 && v.cols > 1 && v.cols <= NUMBER_COLUMNS;

/* Those of a table that is no relation are shown unless the user does not want
 * them. */
const isNumbers = (v) => hasNumbers(v) && v.rows !== v.cols && v.cols <= USUAL_COLUMNS;

function describeNumbers(p) {
  return 'numbers in its rows ' + few(p.v.row.slice(0, 9).map(numberText));
}

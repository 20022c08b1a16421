/* SPDX-License-Identifier: MIT */
/* Goes through the data of an earlier version, window.earlier, to its end. */
(async function () {
  const wrong = window.failures;
  const $ = (name) => document.querySelector('.sv-' + name);
  const frame = () => new Promise((r) => setTimeout(r, 10));
  const data = window.earlier;
  try {
    await frame();
    for (let k = 0; k < data.at.length; k++) {
      document.body.dispatchEvent(new KeyboardEvent('keydown',
        {key: 'ArrowRight', bubbles: true, cancelable: true}));
      await frame();
    }
    if (Number($('number').value) !== data.at.length - 1)
      wrong.push('ends at ' + $('number').value);
    const output = data.output.map((piece) => piece[1]).join('');
    if ($('output').textContent !== output)
      wrong.push('output: ' + $('output').textContent);
  } catch (e) {
    wrong.push(String(e.stack));
  }
  document.title = wrong.length === 0 ? 'all is well' : 'WRONG ' + wrong.join('; ');
})();

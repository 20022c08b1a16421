/* SPDX-License-Identifier: MIT */
/* Opens a second viewer, whose data comes in windows: it must show what the
 * page does, which has all of it. */
(async function () {
  const wrong = window.failures;
  const frame = (ms = 30) => new Promise((r) => setTimeout(r, ms));
  const expect = (what, found, wanted) => {
    if (found !== wanted)
      wrong.push(what + ': expected ' + wanted + ', found ' + found);
  };
  const whole = document.querySelector('.sv-body');
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = whole.outerHTML;
  const $ = (name) => root.querySelector('.sv-' + name);
  /* A window does not know the operations of calls that began before it. */
  const texts = (body) => JSON.stringify(['live', 'frames', 'counts', 'output']
    .map((name) => body.querySelector('.sv-' + name).textContent)
    .map((text, k) => k === 1 ? text.replace(/ \d+ operations?/g, '') : text));
  const total = JSON.parse(document.getElementById('data').textContent).at.length - 1;
  /* A limit of steps has cut them. */
  window.windows.slice(0, -1).forEach((w) => { w.end = {when: 'paused', text: ''}; });
  let asked = 0, moment = null;
  const more = async (first) => {
    asked++;
    await frame(5);
    return window.windows.filter((w) => w.first <= first).pop() || window.windows[0];
  };
  const number = whole.querySelector('.sv-number');
  const wholeAt = async (n) => {
    number.value = n;
    number.onchange();
    await frame();
  };
  try {
    await frame();
    const view = openViewer(root, window.windows[0],
      {more, total, program: false, onShow: (m) => { moment = m; }});
    await frame();
    expect('first', view.now().statement, 0);
    expect('bare', getComputedStyle($('program')).display, 'none');
    expect('last', $('slider').max, String(total));
    for (const n of [60, 140, 141, 250, total - 1, 20]) {
      view.go(n - view.now().statement + view.now().stop);
      await frame();
      await wholeAt(n);
      expect('statement', moment.statement, n);
      expect('at ' + n, texts(root), texts(whole));
    }
    expect('windows', asked > 3, true);
    for (const move of ['over', 'out', 'backover', 'last', 'first', 'next', 'back']) {
      view.go(130 - view.now().statement + view.now().stop);
      await wholeAt(130);
      view.move(move);
      whole.querySelector('[data-do=' + move + ']').click();
      await frame(60);
      expect(move, texts(root), texts(whole));
    }
    await wholeAt(45);
    view.go(45 - view.now().statement + view.now().stop);
    await frame();
    const line = (body) => {
      body.querySelector('.sv-line').value = 78;
      body.querySelector('.sv-line').dispatchEvent(new KeyboardEvent('keydown',
        {key: 'Enter', cancelable: true}));
    };
    line(whole);
    line(root);
    await frame(100);
    expect('line 78', texts(root), texts(whole));
    view.close();
    const before = view.now().statement;
    root.dispatchEvent(new KeyboardEvent('keydown', {key: 'b'}));
    await frame();
    expect('closed', view.now().statement, before);
  } catch (e) {
    wrong.push(String(e.stack));
  }
  document.title = wrong.length === 0 ? 'all is well' : 'WRONG ' + wrong.join('; ');
})();

/* SPDX-License-Identifier: MIT */
/* Goes through the page of warshall.star as a user does, and leaves in the
 * document what was not as expected. */
(async function () {
  const wrong = window.failures;
  const $ = (name) => document.querySelector('.sv-' + name);
  const frame = () => new Promise((r) => setTimeout(r, 10));
  const expect = (what, found, wanted) => {
    if (found !== wanted)
      wrong.push(what + ': expected ' + wanted + ', found ' + found);
  };
  const button = async (name) => {
    document.querySelector('[data-do=' + name + ']').click();
    await frame();
  };
  const key = async (name, shift, target) => {
    (target || document.body).dispatchEvent(new KeyboardEvent('keydown',
      {key: name, shiftKey: !!shift, bubbles: true, cancelable: true}));
    await frame();
  };
  const head = () => document.querySelector('summary').firstChild.textContent;
  const at = () => Number($('number').value);
  const variable = (name) => Array.from(document.querySelectorAll('.sv-frames tr'))
    .find((r) => r.querySelector('button').textContent === name);
  const value = (name) => variable(name).cells[1].textContent;
  try {
    await frame();
    expect('first', at(), 0);
    expect('line', document.querySelector('.here > button').textContent, '70');
    await button('next');
    expect('inside', head(), 'ARC(1, 2, table 10 x 10)');
    await button('out');
    await key('ArrowLeft');
    expect('back', head(), 'ARC(1, 2, table 10 x 10)');
    await button('first');
    await key('ArrowDown');
    expect('over', head(), 'program closure');
    expect('one arc', value('P'), '10 x 10, 1 ones');
    await key('ArrowDown', true);
    expect('back over', at(), 0);
    $('line').value = 25;
    $('line').dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}));
    await frame();
    expect('to line', /^Line 25 in WARSHALL: i := STEP\(X\)/.test($('live').textContent), true);
    expect('mask', value('X'), '0000100000');
    const told = Array.from(document.querySelectorAll('.sv-block li')).map((x) => x.textContent);
    expect('lit', told[0].endsWith('active rows 5'), true);
    expect('one P', Array.from(document.querySelectorAll('.sv-pictures b'))
      .filter((b) => b.textContent === 'P').length, 1);
    expect('one block', told.map((x) => x.split(' of ')[0]).join(),
      'table P,word w,slice X');
    const bits = document.querySelector('.sv-bits'), point = {bubbles: true, pointerId: 1};
    const at5 = bits.getBoundingClientRect();
    bits.dispatchEvent(new PointerEvent('pointermove', {...point,
      clientX: at5.left + bits.clientWidth - 12, clientY: at5.bottom - 28 * 5.5 - 4}));
    expect('under the pointer', $('readout').textContent, 'X(5) = 1');
    const before = at();
    variable('i').querySelector('button').click();
    await frame();
    expect('next change', value('i'), '5');
    expect('marked', variable('i').className, 'changed');
    variable('i').querySelector('button').dispatchEvent(
      new MouseEvent('click', {shiftKey: true}));
    await frame();
    expect('change before', at() < before, true);
    variable('P').querySelector('button').click();
    await frame();
    expect('changed once', /Changed: P\.$/.test($('live').textContent), true);
    $('number').value = 234;
    $('number').onchange();
    await frame();
    const there = document.body.innerText;
    for (let k = 0; k < 20; k++)
      await key('n');
    for (let k = 0; k < 20; k++)
      await key('b');
    expect('there and back', document.body.innerText, there);
    await new Promise((r) => setTimeout(r, 400));
    expect('link', location.hash, '#statement=234');
    location.hash = '#statement=60';
    await frame();
    await frame();
    expect('linked', at(), 60);
    expect('operations', document.querySelector('summary small').textContent,
      ' 14 operations');
    $('number').focus();
    $('number').value = 61;
    await key('Enter', false, $('number'));
    expect('typed', at(), 61);
    await key('ArrowRight', false, document.activeElement);
    expect('keys after Enter', at(), 62);
    $('line').focus();
    $('line').value = 25;
    await key('Enter', false, $('line'));
    expect('keys after a line', document.activeElement, $('slider'));
    const still = at();
    $('speed').value = 100;
    await key('p');
    expect('plays', $('play').getAttribute('aria-label'), 'Pause');
    await new Promise((r) => setTimeout(r, 200));
    expect('played', at() > still + 3, true);
    await key('ArrowLeft');
    expect('paused', $('play').getAttribute('aria-label'), 'Play');
    $('number').value = 370;
    $('number').onchange();
    $('play').click();
    await new Promise((r) => setTimeout(r, 300));
    expect('played to the end', at() + $('play').getAttribute('aria-label'), '373Play');
    await key('End');
    expect('last', at(), 373);
    expect('end', /The program has ended/.test($('live').textContent), true);
    expect('output', /level 3:  8/.test($('output').textContent), true);
    await key('Home');
    expect('home', at(), 0);
    expect('no output', $('output').textContent, '');
    document.getElementById('theme').click();
    document.getElementById('theme').click();
    expect('theme', document.documentElement.dataset.theme, 'dark');
    $('keys').click();
    expect('help', $('help').hidden, false);
    for (const b of document.querySelectorAll('button, input'))
      if (!(/\w/.test(b.textContent) || b.getAttribute('aria-label') ||
            b.labels.length))
        wrong.push('no name: ' + b.outerHTML);
  } catch (e) {
    wrong.push(String(e.stack));
  }
  document.title = wrong.length === 0 ? 'all is well' : 'WRONG ' + wrong.join('; ');
})();

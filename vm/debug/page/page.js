/* SPDX-License-Identifier: MIT */
/* The page around the viewer: its title, its colours, and #statement=N in its
 * address, a link to what is shown. */
(function () {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($('data').textContent);
  const linked = () => {
    const found = /^#statement=(\d+)$/.exec(location.hash);
    return found ? +found[1] : undefined;
  };
  let timer = 0;
  /* Browsers allow a few changes a second. */
  const link = (moment) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (linked() !== moment.statement)
        history.replaceState(null, '', '#statement=' + moment.statement);
    }, 300);
  };
  const view = openViewer(document.body, data, {at: linked(), onShow: link});
  window.onhashchange = () => {
    if (linked() !== undefined)
      view.go(linked() - data.first);
  };
  /* That of the program's block, which in a session is an entry. */
  const block = data.at.findIndex((span, stop) => span >= 0 &&
    !data.calls.some((c) => c.depth > 0 && c.from <= stop && stop < c.to));
  const file = block < 0 ? 0 : data.spans[data.at[block]][0];
  const title = data.files[file].path.replace(/.*\//, '');
  document.title = title + ' - STAR trace';
  $('title').textContent = title;
  const themes = ['auto', 'light', 'dark'];
  $('theme').onclick = () => {
    const root = document.documentElement;
    const next = themes[(themes.indexOf(root.dataset.theme || 'auto') + 1) % 3];
    if (next === 'auto')
      delete root.dataset.theme;
    else
      root.dataset.theme = next;
    $('theme').textContent = 'Colours: ' + next;
    view.go(view.now().stop);
  };
})();

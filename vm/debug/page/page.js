/* SPDX-License-Identifier: MIT */
/* The page around the viewer: its title and its colours. */
(function () {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($('data').textContent);
  const view = openViewer(document.body, data);
  const title = data.files[0].path.replace(/.*\//, '');
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

/* SPDX-License-Identifier: MIT */
/* The colours of a page: as the system has them, light, or dark. They are those
 * of the documentation too. */
import {$} from './dom.mjs';

const KEY = 'vitepress-theme-appearance', THEMES = ['auto', 'light', 'dark'];

function kept() {
  try {
    const theme = localStorage.getItem(KEY);
    return THEMES.includes(theme) ? theme : 'auto';
  } catch {
    return 'auto'; /* it is not allowed here */
  }
}

/* `changed` draws anew what has its colours from a script. */
export function setUpTheme(changed = () => {}) {
  let theme = kept();
  const show = () => {
    if (theme === 'auto')
      delete document.documentElement.dataset.theme;
    else
      document.documentElement.dataset.theme = theme;
    $('theme').querySelector('span').textContent = theme;
  };
  $('theme').onclick = () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      /* it is for this page alone */
    }
    show();
    changed();
  };
  show();
}

/* SPDX-License-Identifier: MIT */
import DefaultTheme from 'vitepress/theme-without-fonts';

import StarBlock from './StarBlock.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp: ({app}) => app.component('StarBlock', StarBlock),
};

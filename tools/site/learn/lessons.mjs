/* SPDX-License-Identifier: MIT */
/* The path of the tutorial, made when the site is built: of each lesson its steps,
 * a text and the program that it is about, and then its exercises. */
import {readdirSync} from 'node:fs';
import {join, relative} from 'node:path';

import {createMarkdownRenderer} from 'vitepress';

import {setUp} from '../docs/markdown.mjs';
import {read, top} from '../docs/pages.mjs';

const FOLDER = 'docs/tutorial';

/* The exercises of each lesson, by their numbers: first its own. */
const EXERCISES = [[1], [2, 4, 39], [3, 5, 36, 37], [16, 18, 38], [17, 19], [6, 9, 33],
  [7, 8, 10, 20], [11, 12, 13, 14, 15, 40], [21, 22, 23, 24, 25, 26],
  [30, 27, 28, 29, 31, 32, 34, 35]];

const isProgram = (text) => /^program\s/.test(text);

/* A section as [{text, source}], a step for each program; what is behind the last
 * one belongs to it. */
function stepsOf(section) {
  const steps = [];
  let text = '';
  const parts = section.split(/^```star\n([\s\S]*?)^```\n(?:```output\n[\s\S]*?^```\n)?/m);
  parts.forEach((part, k) => {
    if (k % 2 === 0)
      text += part;
    else if (!isProgram(part))
      text += '```text\n' + part + '```\n';
    else {
      steps.push({text, source: part});
      text = '';
    }
  });
  if (text.trim() !== '' && steps.length > 0)
    steps[steps.length - 1].after = text;
  else if (text.trim() !== '')
    steps.push({text});
  return steps;
}

function lesson(md, file, exercises) {
  const path = join(top, FOLDER, file), env = () => ({path, relativePath: relative(top, path)});
  const [, title, body] = /^# \d+\. (.*)\n([\s\S]*)$/.exec(read(join(FOLDER, file)));
  const html = (text) => md.render(text.replace(/^```(repl|output|step .*)$/gm, '```text'), env());
  const steps = [];
  for (const section of body.split(/^(?=## )/m).filter((s) => !/^## Exercise/.test(s))) {
    const heading = /^## (.*)\n/.exec(section)?.[1] ?? null;
    for (const [k, step] of stepsOf(section.replace(/^## .*\n/, '')).entries())
      steps.push({title: k === 0 ? heading : null, html: html(step.text),
        after: step.after === undefined ? '' : html(step.after), source: step.source});
  }
  return {title, steps, exercises};
}

/* [{title, steps: [{title, html, source, after}], exercises: names}]; an exercise
 * that has no lesson is an error. */
export async function path(exercises) {
  const md = await createMarkdownRenderer(top, {html: false, config: setUp}, process.env.SITE_BASE ?? '/');
  const files = readdirSync(join(top, FOLDER)).filter((f) => /^\d\d_/.test(f)).sort();
  const given = EXERCISES.flat().sort((a, b) => a - b);
  if (given.join() !== exercises.map((e) => e.number).join() || files.length !== EXERCISES.length)
    throw new Error('learn/lessons.mjs: the exercises have other numbers');
  const name = (number) => exercises.find((e) => e.number === number).name;
  return files.map((file, k) => lesson(md, file, EXERCISES[k].map(name)));
}

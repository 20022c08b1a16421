/* SPDX-License-Identifier: MIT */
/* A set of exercises in a link, own ones included, and the file with a student's
 * solutions. A set is {title, exercises: [name, or {path, text}]}; the file has
 * {title, student, solutions: [{exercise, text}]}. */
import {$, download} from '../play/dom.mjs';
import {packed, unpackedObject} from '../play/link.mjs';
import {keyOf} from './progress.mjs';

export const toSet = async (set) => '#set=' + await packed(set);

/* What an address has of a set, to compare; '' of one without. */
export const markOf = (hash) => /^#(set=[\w-]*)/.exec(hash)?.[1] ?? '';

/* {mark, title, names, exercises, missing} of an address; null: it has no set; it
 * throws at one that is damaged. `known` are the exercises of STAR; `missing` is how
 * many there are not, or have the name of another. */
export async function setOf(hash, known, runner) {
  const mark = markOf(hash);
  if (mark === '')
    return null;
  const {title, exercises} = await unpackedObject(mark.slice('set='.length)), list = [];
  for (const e of exercises) {
    const own = typeof e === 'object' ? await runner.ask('lesson', e) : null;
    const found = own === null ? known.find((k) => k.name === e) : {...own, unit: e};
    if (found !== undefined && list.every(({name}) => name !== found.name))
      list.push(found);
  }
  return {mark, title: String(title), exercises: list, names: list.map((e) => e.name),
    missing: exercises.length - list.length};
}

/* The form that saves what was written. */
export function handIn(set, progress) {
  $('hand-in').hidden = false;
  $('hand-in').onsubmit = (e) => {
    e.preventDefault();
    const student = $('student').value.trim();
    const solutions = set.exercises.map((e) => ({exercise: e.name, text: progress.of(keyOf(e)).text}))
      .filter(({text}) => text !== undefined);
    download(student.replace(/[^\p{L}\p{N}]+/gu, '_') + '.json',
      JSON.stringify({title: set.title, student, solutions}, null, 1));
  };
}

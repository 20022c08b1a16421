/* SPDX-License-Identifier: MIT */
/* A set of exercises in a link, own ones included, and the file with a student's
 * solutions. A set is {title, exercises: [name, or {path, text}]}; the file has
 * {title, student, solutions: [{exercise, text}]}. */
import {$, download} from '../play/dom.mjs';
import {packed, unpackedObject} from '../play/link.mjs';

export const toSet = async (set) => '#set=' + await packed(set);

/* {mark, title, names, exercises} of an address; null: it has no set, or one that
 * is damaged. `known` are the exercises of STAR. */
export async function setOf(hash, known, runner) {
  const [, text] = /^#set=([\w-]+)/.exec(hash) || [];
  if (text === undefined)
    return null;
  try {
    const {title, exercises} = await unpackedObject(text), found = [];
    for (const e of exercises) {
      const own = typeof e === 'object' ? await runner.ask('lesson', e) : null;
      found.push(own === null ? known.find((k) => k.name === e) : {...own, unit: e});
    }
    const list = found.filter((e) => e !== undefined);
    return list.length === 0 ? null : {mark: 'set=' + text, title: String(title), exercises: list,
      names: list.map((e) => e.name)};
  } catch {
    return null;
  }
}

/* The form that saves what was written. */
export function handIn(set, progress) {
  $('hand-in').hidden = false;
  $('hand-in').onsubmit = (e) => {
    e.preventDefault();
    const student = $('student').value.trim();
    const solutions = set.names.map((name) => ({exercise: name, text: progress.of(name).text}))
      .filter(({text}) => text !== undefined);
    download(student.replace(/[^\p{L}\p{N}]+/gu, '_') + '.json',
      JSON.stringify({title: set.title, student, solutions}, null, 1));
  };
}

/* SPDX-License-Identifier: MIT */
/* What the fenced blocks of a page are, by the rules of tests/system/docs/run.sh
 * and repl.sh, for the pages of the site and for their tests. */

/* Pages that are written by what runs their programs (tests/system/errors): of
 * programs without an output block they say nothing, of others what messages
 * come, on the second one under --strict. */
const ONLY = {'docs/reference/errors.md': 'messages', 'docs/reference/standard.md': 'strict'};

/* The fences of a page: [{info, text}]; the texts end with a new line. */
export function fences(page) {
  const all = [];
  let fence = null;
  for (const line of page.split('\n'))
    if (line.startsWith('```')) {
      if (fence === null)
        all.push(fence = {info: line.slice(3).trim(), text: ''});
      else
        fence = null;
    } else if (fence !== null)
      fence.text += line + '\n';
  return all;
}

/* A block of STAR: its file, and whether it is a program. */
function ofStar(text) {
  const [first, second] = text.split('\n');
  const program = /^program\s+([^\s;(]*)/;
  const file = /^{ ([a-z0-9_]+\.star) }$/.exec(first);
  if (file !== null)
    return program.test(second) ? {kind: 'program', path: file[1], file: true} : null;
  const heading = program.exec(first);
  return heading === null ? null : {kind: 'program', path: heading[1] + '.star'};
}

/* The input that comments of a program name: { input: one }. */
function inputs(text) {
  return [...text.matchAll(/{ input: ([^ }]*)/g)].map((m) => m[1] + '\n').join('');
}

/* The lines behind the prompts of a session, and the whole of it. */
export function entries(text) {
  return text.split('\n').filter((line) => /^(star|    )> /.test(line))
    .map((line) => line.slice(6)).join('\n');
}

/* Commands of a page that make its files: these need nothing of STAR. */
export function fileCommands(all) {
  return all.filter((f) => f.info === 'console').flatMap((f) => f.text.split('\n'))
    .filter((line) => /^\$ (printf|echo) .*>>? ?[a-z0-9_]+\.[a-z]+$/.test(line))
    .map((line) => line.slice(2));
}

/* What `star run FILE` prints in a block of commands; undefined if none does. */
function printed(all, path) {
  for (const fence of all.filter((f) => f.info === 'console')) {
    const parts = ('\n' + fence.text).split('\n$ ');
    const part = parts.find((p) => p.startsWith(`star run ${path}\n`));
    if (part !== undefined)
      return part.slice(part.indexOf('\n') + 1).replace(/([^\n])$/, '$1\n');
  }
}

/* What each fence is: null, or {kind: 'program', path, said, only, files, input},
 * {kind: 'session', said}, {kind: 'step', path, text}: the text of a program of
 * the page, undefined for an example. `said` is what the page says
 * that is printed, undefined if it says nothing; `only`: of messages alone, or
 * under --strict; `files`: it reads files that commands of the page make. A
 * session with commands of the prompt is null: the console has none. */
export function blocks(all, name) {
  let last = null;
  const found = all.map((fence) => {
    if (fence.info === 'star') {
      last = ofStar(fence.text);
      return last && Object.assign(last, {text: fence.text});
    }
    if (fence.info === 'output' && last !== null && !last.file)
      last.said = fence.text;
    if (fence.info === 'repl')
      return /^star> (:|\?|(help|quit|exit)\b)/m.test(fence.text) ? null : {kind: 'session', said: fence.text};
    const step = /^step (\S+)$/.exec(fence.info);
    return step === null ? null : {kind: 'step', path: step[1]};
  });
  for (const block of found.filter((b) => b !== null && b.kind === 'step'))
    block.text = found.find((b) => b?.kind === 'program' && b.path === block.path)?.text;
  for (const block of found.filter((b) => b !== null && b.kind === 'program')) {
    block.files = block.file === true;
    block.only = ONLY[name];
    block.input = inputs(block.text);
    if (block.file)
      block.said = printed(all, block.path);
    else if (block.said === undefined && block.only === undefined)
      block.said = '';
  }
  return found;
}

/* Of what is said, what every run says: how many bytes are in use, and where
 * sizes have 32 bits how many are asked for, depends on the build. */
export function settled(said) {
  return said.replace(/no memory for \d+ x 8 bytes: (\d+|\.\.\.)/g, 'no memory for ...');
}

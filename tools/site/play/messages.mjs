/* SPDX-License-Identifier: MIT */
/* Messages with the line of the source they are about. */
import {make} from './dom.mjs';

/* The line, and below it ^~~~ at the place. */
function excerpt(report, source) {
  const line = source.split('\n')[report.line - 1];
  if (line === undefined)
    return [];
  const text = Array.from(line.replace(/\r$/, ''));
  const last = report.end_line > report.line ? text.length + 1 : report.end_column;
  const number = String(report.line).padStart(4);
  const before = text.slice(0, report.column - 1).map((c) => c === '\t' ? c : ' ');
  const mark = '^' + '~'.repeat(Math.max(0, last - report.column - 1));
  return [make('pre', {textContent: number + ' | ' + text.join('') + '\n     | ' +
    before.join('') + mark})];
}

/* Explains the code when it is opened. */
function explanation(report, explain) {
  const box = make('details', {}, make('summary', {textContent: 'What this means'}));
  const text = box.appendChild(make('p'));
  box.ontoggle = async () => {
    const e = await explain(report.code);
    text.textContent = e ? e.sentence + ' ' + (e.explanation || '') : '';
    if (e && e.mistake && box.childElementCount === 2)
      box.append(make('p', {textContent: 'For example'}),
        make('pre', {textContent: e.mistake}), make('p', {textContent: 'is to be'}),
        make('pre', {textContent: e.correction || ''}));
  };
  return box;
}

/* An element for a report. `sources` is {file: text}; `actions` may have goTo,
 * to a place in the program, correct, by the suggestion, and explain. */
export function message(report, sources, actions) {
  const {goTo, correct, explain} = actions;
  const source = sources[report.file];
  const box = make('div', {className: 'message ' + report.severity});
  const head = box.appendChild(make('p', {className: 'told'}));
  if (report.line && source !== undefined && goTo)
    head.append(make('button', {type: 'button', className: 'place',
      textContent: 'Line ' + report.line, onclick: () => goTo(report)}), ' ');
  else if (report.line)
    head.append(report.file + ':' + report.line + ':' + report.column + ' ');
  head.append(make('b', {textContent: report.severity + ': '}), report.message);
  if (source !== undefined)
    box.append(...excerpt(report, source));
  for (const label of report.labels)
    box.append(make('p', {className: 'hint', textContent:
      (sources[label.file] === undefined ? label.file + ', line ' : 'Line ') +
      label.line + ': ' + label.message}));
  if (report.hint)
    box.append(make('p', {className: 'hint', textContent: 'Hint: ' + report.hint}));
  if (report.suggestion && source !== undefined && correct)
    box.append(make('button', {type: 'button', className: 'correct',
      textContent: 'Write ' + report.suggestion, onclick: () => correct(report)}));
  if (report.code && explain)
    box.append(explanation(report, explain));
  return box;
}

// SPDX-License-Identifier: MIT
// node paint.js FILE...: writes what the grammar makes of texts, as star_tokens
// reads it.
'use strict';
const fs = require('fs');
const path = require('path');
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');

const LETTERS = [['comment', 'c'], ['keyword', 'w'], ['variable', 'n'], ['support', 'n'],
  ['constant.numeric', '1'], ['string', 't']];

function letter(scopes) {
  for (const scope of scopes.slice().reverse())
    for (const [name, one] of LETTERS)
      if (scope.startsWith(name))
        return one;
  return 's';
}

function paint(grammar, text) {
  let state = textmate.INITIAL;
  return text.split('\n').map((line) => {
    const {tokens, ruleStack} = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.map((t) => line.slice(t.startIndex, t.endIndex)
      .replace(/[^ \t\r\f\v]/g, letter(t.scopes))).join('');
  }).join('\n');
}

(async function () {
  const engine = require.resolve('vscode-oniguruma/release/onig.wasm');
  await oniguruma.loadWASM(fs.readFileSync(engine).buffer);
  const file = path.join(__dirname, 'star.tmLanguage.json');
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), file),
  });
  const grammar = await registry.loadGrammar('source.star');
  for (const name of process.argv.slice(2))
    process.stdout.write(`${name}\n${paint(grammar, fs.readFileSync(name, 'latin1'))}`);
})();

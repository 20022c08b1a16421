// SPDX-License-Identifier: MIT
// STAR for tree-sitter: the rules are those of the compiler's grammar, which is
// read here; only the forms of tokens are written again, as in star.l.
const fs = require('fs');
const path = require('path');

const compiler = path.join(__dirname, '../../../grammar/syntax/star.y');
const [declared, ruled] =
    fs.readFileSync(compiler, 'utf8').replace(/\/\*[^]*?\*\//g, '').split('\n%%\n');

// ---- The compiler's rules ----

// What the prompt alone has begins with tokens that no text has.
const UNSPELLED = ['START', 'ENTRY', 'EXPRESSION'];

// The alternatives of each rule, and the symbols of each, without actions.
const rules = {};
for (const [, name, rows] of ruled.replace(/\{0\}/g, '').replace(/\{[^{}]*\}/g, '')
    .matchAll(/^(\w+):\n([^]*?)\n {2};$/gm))
    rules[name] = rows.split(/^ {2}\|/m)
        .map((row) => row.match(/'.'|%?\w+/g).filter((symbol) => symbol !== '%empty'))
        .filter((row) => !row.some((symbol) => UNSPELLED.includes(symbol)));

// A rule of tree-sitter is never empty: where one that may be stands, it may be
// left out instead.
const empty = new Set();
const leftOut = (row) => row[0] === '%prec' || row.every((symbol) => empty.has(symbol));
for (let found = -1; found < empty.size;) {
    found = empty.size;
    for (const [name, rows] of Object.entries(rules))
        if (rows.some(leftOut))
            empty.add(name);
}

// ---- Tokens ----

const spelled = Object.fromEntries(
    [...declared.matchAll(/\b([A-Z]+) "(.*?)"/g)].map(([, name, spelling]) => [name, spelling]));
const inAnyCase = (word) => new RegExp(
    word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`));
const SIGNS = { "'['": ['[', '(.'], "']'": [']', '.)'], "'^'": ['^', '@'] };
const NAMES = { IDENT: 'name', INTEGER: 'integer', REAL: 'real', TEXT: 'text' };

function token_of($, symbol) {
    const spelling = spelled[symbol] ?? symbol[1];
    if (symbol === 'IDENT')
        return choice($.name, alias($._sized, $.name));
    if (symbol in NAMES)
        return $[NAMES[symbol]];
    if (symbol === 'PROCEDURE')
        return alias(choice(inAnyCase('procedure'), inAnyCase('proc')), $.word);
    if (/^[a-z]/.test(spelling))
        return alias(inAnyCase(spelling), $.word);
    return choice(...(SIGNS[symbol] ?? [spelling]));
}

// ---- The rules of tree-sitter ----

// Those that the tree shows; all others are only its parts.
const SHOWN = ['block', 'compound', 'const_def', 'heading', 'hyphenated', 'labelled', 'param',
    'postfix', 'routine', 'section', 'statement', 'type', 'type_def', 'var_decl'];
const named = ($, rule) => $[SHOWN.includes(rule) ? rule : `_${rule}`];

function sequence($, row) {
    const symbols = row.filter((symbol, k) => symbol !== '%prec' && row[k - 1] !== '%prec');
    const parts = symbols.map((symbol) => (symbol in rules ? named($, symbol)
        : token_of($, symbol)));
    const may = (k) => (empty.has(symbols[k]) ? optional(parts[k]) : parts[k]);
    if (!leftOut(row))
        return seq(...parts.map((part, k) => may(k)));
    // One of them is there, and what is behind it may be.
    return choice(...parts.map((part, k) =>
        seq(part, ...parts.slice(k + 1).map((after, n) => may(k + 1 + n)))));
}

// An else belongs to the nearest if.
const alternative = ($, row) => (row.includes('else_body') ? prec.right(sequence($, row))
    : sequence($, row));
const rule = (name) => ($) => choice(...rules[name]
    .filter((row) => row.length > 0 && row[0] !== '%prec').map((row) => alternative($, row)));

module.exports = grammar({
    name: 'star',
    word: ($) => $.name,
    extras: ($) => [/\s/, $.comment],
    rules: {
        source: ($) => optional($._file),
        ...Object.fromEntries(Object.keys(rules).map((name) =>
            [SHOWN.includes(name) ? name : `_${name}`, rule(name)])),
        name: () => /[A-Za-z_][A-Za-z0-9_]*/,
        _sized: () => /([sS][lL][iI][cC][eE]|[wW][oO][rR][dD]|[tT][aA][bB][lL][eE])\{[A-Za-z_][A-Za-z0-9_]*\}/,
        integer: () => /\d+/,
        real: () => /\d+(\.\d+)?([eE][+-]?\d+|[eE][+-]([A-Za-z_][A-Za-z0-9_]*)?)|\d+\.\d+/,
        text: () => /'([^'\n\r]|'')*'?|"[^"\n\r]*"/,
        comment: () => token(choice(
            /(\{|\(\*)([^*}]|\*+[^*)}])*(\**\}|\*+\))?/,
            /\/\*([^*]|\*+[^*\/])*(\*+\/)?/,
            /\/\/[^\n\r]*/,
            /#![^\n\r]*/)),
    },
});

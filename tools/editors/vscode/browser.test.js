// SPDX-License-Identifier: MIT
// The packed extension in a browser: $EXTENSION is its folder. Its Workers are
// threads, vscode is what they ask for, and a client speaks the protocols.
const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const test = require('node:test');
const threads = require('node:worker_threads');

const folder = process.env.EXTENSION;
const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json')));

// What a Worker has in a browser, and no Node.
const prelude = `
const {parentPort} = require('node:worker_threads');
globalThis.self = globalThis;
self.location = {href: ''};
self.postMessage = (data) => parentPort.postMessage(data);
parentPort.on('message', (data) => self.onmessage({data}));
globalThis.process = globalThis.require = undefined;
`;
const workers = [];
globalThis.Worker = class {
    constructor(file) {
        this.thread = new threads.Worker(prelude + fs.readFileSync(file, 'utf8'), { eval: true });
        this.thread.on('message', (data) => this.onmessage?.({ data }));
        workers.push(this);
    }
    postMessage(data) { this.thread.postMessage(data); }
    terminate() { return this.thread.terminate(); }
};
test.after(() => Promise.all(workers.map((worker) => worker.terminate())));

// URIs that only a browser has.
const HOME = 'vscode-vfs://github/me/graphs';
const uri = (text) => ({ path: text.slice(HOME.indexOf('/me')), toString: () => text });
const files = {
    'mine.star': `program mine;
uses own;
var X: slice(4); k: integer;
begin
  SET(X);
  COUNT(X, k);
  writeln(k)
end.
`,
    'own.star': `proc COUNT(X: slice; var k: integer);
begin
  k := NUMB(X)
end;
`,
};
const anything = new Proxy(class {}, {
    get: (target, name) => (name === Symbol.toPrimitive ? () => '' :
        name === 'prototype' ? target.prototype :
        name === 'then' ? undefined : anything),
    apply: () => anything,
    construct: (target, list, made) => (made === anything ? over({}) :
        Reflect.construct(target, list, made)),
});
const over = (own) => new Proxy(own, {
    get: (target, name) => (name in target ? target[name] : anything),
});
const registered = {};
const vscode = over({
    version: '1.95.0',
    Uri: {
        joinPath: (from, name) => (typeof from === 'string' ? path.join(from, name)
            : uri(name === '..' ? from.toString().replace(/\/[^/]*$/, '') : `${from}/${name}`)),
        parse: uri,
    },
    FileType: { File: 1, Directory: 2 },
    EventEmitter: class {
        constructor() { this.event = (heard) => { this.heard = heard; }; }
        fire(what) { this.heard(what); }
    },
    DebugAdapterInlineImplementation: class { constructor(adapter) { this.adapter = adapter; } },
    workspace: over({
        textDocuments: [{ uri: uri(`${HOME}/mine.star`) }], notebookDocuments: [],
        workspaceFolders: undefined,
        fs: {
            readFile: async (file) => (typeof file === 'string' ? fs.readFileSync(file)
                : Buffer.from(files[file.toString().slice(HOME.length + 1)])),
            readDirectory: async () => Object.keys(files).map((name) => [name, 1]),
            stat: async () => ({ size: 100 }),
        },
    }),
    commands: over({ registerCommand: (name, run) => { registered[name] = run; } }),
    debug: {
        startDebugging: async (...given) => { registered.started = given; },
        registerDebugConfigurationProvider: () => {},
        registerDebugAdapterDescriptorFactory: (type, factory) => { registered[type] = factory; },
    },
    window: over({
        activeTextEditor: { document: { uri: uri(`${HOME}/mine.star`), save: async () => true } },
        showErrorMessage: (text) => { throw new Error(text); },
    }),
});
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
const context = { extensionUri: folder, subscriptions: [] };
globalThis.self ??= globalThis;
const extension = require(path.join(folder, manifest.browser));

// ---- The language server ----

function languageServer() {
    const worker = new Worker(path.join(folder, 'server_worker.js'));
    worker.postMessage({ star: { debugger: false,
        wasm: fs.readFileSync(path.join(folder, 'server.wasm')) } });
    const waiting = new Map(), told = [];
    worker.onmessage = ({ data }) => {
        if (data.id === undefined)
            told.push(data);
        else
            waiting.get(data.id)(data.result);
    };
    const tell = (method, params) => worker.postMessage({ jsonrpc: '2.0', method, params });
    let id = 0;
    const ask = (method, params) => new Promise((answered) => {
        waiting.set(++id, answered);
        worker.postMessage({ jsonrpc: '2.0', id, method, params });
    });
    return { ask, tell, told };
}

test('the language server of a browser says what star says', async () => {
    const { ask, tell, told } = languageServer();
    const { serverInfo } = await ask('initialize', { capabilities: {} });
    assert.deepStrictEqual(serverInfo, { name: 'star', version: manifest.version });
    const text = 'program p; uses closure; var P: table(3, 3);\nbegin CLOSURE(3, P); x := 1 end.';
    tell('textDocument/didOpen', { textDocument: { uri: `${HOME}/p.star`, version: 1, text } });
    const place = { textDocument: { uri: `${HOME}/p.star` }, position: { line: 1, character: 8 } };
    const flat = (words) => words.replace(/\\(.)/g, '$1').replace(/\s+/g, ' ');
    const said = flat((await ask('textDocument/hover', place)).contents.value);
    const known = execFileSync(process.env.STAR, ['doc', 'CLOSURE'], { encoding: 'utf8' });
    const comment = flat(known.slice(known.indexOf('\n') + 1, known.indexOf('    Operations:')));
    assert.ok(comment.length > 100 && said.includes(comment.trim()), said);
    const [{ method, params }] = told;
    assert.strictEqual(method, 'textDocument/publishDiagnostics');
    assert.match(params.diagnostics[0].message, /x/);
});

// ---- The debugger ----

test('the debugger of a browser stops, shows and goes back', async () => {
    await extension.activate(context).catch(() => {}); // the client is not under test
    const { adapter } = registered.star.createDebugAdapterDescriptor();
    const heard = [];
    let look = () => {};
    adapter.onDidSendMessage((message) => {
        heard.push(message);
        look();
    });
    const found = (wanted) => new Promise((come) => {
        look = () => {
            const at = heard.findIndex(wanted);
            if (at >= 0) {
                look = () => {};
                come(heard.splice(at, 1)[0]);
            }
        };
        look();
    });
    let seq = 0;
    const ask = (command, given = {}) => {
        adapter.handleMessage({ seq: ++seq, type: 'request', command, arguments: given });
        const mine = seq;
        return found((m) => m.request_seq === mine);
    };
    const event = (name) => found((m) => m.event === name);
    assert.ok((await ask('initialize', { linesStartAt1: true })).body.supportsStepBack);
    const launched = await ask('launch', { program: '/me/graphs/mine.star', cwd: '/me' });
    assert.ok(launched.success, launched.message);
    const source = { path: `${HOME}/mine.star` };
    const { body } = await ask('setBreakpoints', { source, breakpoints: [{ line: 7 }] });
    assert.ok(body.breakpoints[0].verified);
    await ask('configurationDone');
    assert.strictEqual((await event('stopped')).body.reason, 'breakpoint');
    const [frame] = (await ask('stackTrace', { threadId: 1 })).body.stackFrames;
    assert.deepStrictEqual([frame.line, frame.source.path], [7, source.path]);
    const value = async (expression) =>
        (await ask('evaluate', { expression, frameId: frame.id })).body.result;
    assert.strictEqual(await value('k'), '4');
    await ask('stepBack', { threadId: 1 });
    await event('stopped');
    await ask('stepBack', { threadId: 1 });
    await event('stopped');
    const [before] = (await ask('stackTrace', { threadId: 1 })).body.stackFrames;
    assert.ok(before.line < 7);
    await ask('continue', { threadId: 1 });
    await event('stopped');
    await ask('continue', { threadId: 1 });
    assert.match((await found((m) => m.event === 'output' && m.body.category === 'stdout'))
        .body.output, /4/);
    assert.strictEqual((await event('exited')).body.exitCode, 0);
    adapter.dispose();
});

test('the button of a browser runs the program without stops', async () => {
    await registered['star.run']();
    const [, config, { noDebug }] = registered.started;
    assert.ok(noDebug);
    const { adapter } = registered.star.createDebugAdapterDescriptor();
    const heard = [];
    const ended = new Promise((end) => adapter.onDidSendMessage((message) => {
        heard.push(message);
        if (message.event === 'exited')
            end(message.body.exitCode);
    }));
    const ask = (seq, command, given) =>
        adapter.handleMessage({ seq, type: 'request', command, arguments: given });
    ask(1, 'initialize', { linesStartAt1: true });
    ask(2, 'launch', { ...config, noDebug });
    ask(3, 'configurationDone', {});
    assert.strictEqual(await ended, 0);
    assert.ok(heard.some((m) => m.event === 'output' && /4/.test(m.body.output)));
    assert.ok(!heard.some((m) => m.event === 'stopped'));
    adapter.dispose();
});

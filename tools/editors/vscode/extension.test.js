// SPDX-License-Identifier: MIT
// The packed extension, the folder $EXTENSION, with the command $STAR. In the place
// of vscode, what it does not ask for is a class and a function of everything.
const assert = require('node:assert');
const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const Module = require('node:module');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');

if (process.argv[2]) { // the language server
    process.stdin.on('data', (data) => {
        const [, id] = /"id":(\d+)/.exec(data) ?? [];
        const answer = `{"jsonrpc":"2.0","id":${id},"result":{"capabilities":{}}}`;
        fs.appendFileSync(process.argv[2], data);
        if (id !== undefined)
            process.stdout.write(`Content-Length: ${answer.length}\r\n\r\n${answer}`);
    });
    return;
}

const folder = process.env.EXTENSION;
const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json')));

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

// The command, but for a language server that can nothing and notes what it is asked.
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'star-'));
const star = path.join(work, 'star');
const asked = path.join(work, 'asked');
fs.writeFileSync(star, `#!/bin/sh
[ "$1" != lsp ] || exec '${process.execPath}' '${__filename}' '${asked}'
exec '${process.env.STAR}' "$@"
`, { mode: 0o755 });

const seen = { commands: {}, errors: [], tasks: [] };
let panel;
const document = { languageId: 'star', save: async () => true };
const vscode = over({
    version: '1.95.0',
    workspace: over({
        getConfiguration: (name) => over({
            get: (key) => (name === 'star' ? { command: seen.command ?? star }[key] : undefined),
        }),
        textDocuments: [], notebookDocuments: [], workspaceFolders: undefined,
    }),
    debug: {
        registerDebugConfigurationProvider: (type, found) => { seen[type] = found; },
        registerDebugAdapterDescriptorFactory: (type, found) => { seen.adapter = found; },
    },
    DebugAdapterExecutable: class {
        constructor(command, args, options) { Object.assign(this, { command, args, options }); }
    },
    ProcessExecution: class {
        constructor(command, args, options) { Object.assign(this, { command, args, options }); }
    },
    Task: class {
        constructor(definition, scope, name, source, execution) {
            Object.assign(this, { definition, name, execution });
        }
    },
    tasks: over({ executeTask: async (task) => { seen.tasks.push(task); } }),
    commands: over({ registerCommand: (name, run) => { seen.commands[name] = run; } }),
    ColorThemeKind: { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 },
    window: over({
        activeTextEditor: { document },
        activeColorTheme: { kind: 2 },
        visibleTextEditors: [],
        withProgress: (options, run) => run(undefined, seen.token),
        createWebviewPanel: () => (panel = { webview: {} }),
        showErrorMessage: async (text) => { seen.errors.push(text); },
    }),
});
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
const extension = require(path.join(folder, manifest.main));

test.after(async () => {
    await extension.deactivate();
    // A server that ends may still write there; node looks for files once.
    for (let tries = 20; fs.existsSync(work); tries--)
        try {
            fs.rmSync(work, { recursive: true });
        } catch (error) {
            if (tries === 0)
                throw error;
            await new Promise((done) => setTimeout(done, 100));
        }
});

function program(text) {
    document.fileName = path.join(work, 'mine.star');
    fs.writeFileSync(document.fileName, text);
    seen.token = { onCancellationRequested: () => {} };
    seen.errors = [];
    panel = undefined;
}

test('the manifest names files that are packed', () => {
    const { languages, grammars } = manifest.contributes;
    const icon = fs.readFileSync(path.join(folder, manifest.icon));
    assert.deepStrictEqual([icon.readUInt32BE(16), icon.readUInt32BE(20)], [128, 128]);
    const read = (file) => JSON.parse(fs.readFileSync(path.join(folder, file)));
    assert.ok(read(languages[0].configuration).comments);
    assert.strictEqual(read(grammars[0].path).scopeName, grammars[0].scopeName);
});

test('the page of the extension has its picture in it', () => {
    const page = fs.readFileSync(path.join(folder, 'readme.md'), 'utf8');
    const picture = fs.readFileSync(path.join(__dirname, '../../../docs/howto/debugging.png'));
    assert.ok(page.includes(`(data:image/png;base64,${picture.toString('base64')})`));
});

// ---- Snippets ----

// A snippet as it is without a change: $1 and ${1:text}, whose text each further $1
// repeats, ${1|one,two|}, whose first choice counts.
function expanded(body) {
    const values = {};
    const lines = body.join('\n').replace(/\$\{(\d+)\|([^,|]*)[^}]*\}/g, '$${$1:$2}');
    const fill = (text) => text.replace(/\$\{(\d+):([^{}]*)\}|\$(\d+)/g,
        (all, number, value, again) => (again ? values[again] ?? '' : (values[number] = fill(value))));
    return fill(lines);
}

// What a snippet is part of, by its first word: nothing, the declarations or the
// statements of a program.
const STATEMENTS = `program p;
const n = 8;
var i: integer; T: table(n, n); X: slice(T);
begin
  SET(X); i := 1;
`;
const around = { program: (text) => text,
    proc: (text) => `program p;\n${text}\nbegin end.`,
    function: (text) => `program p;\n${text}\nbegin end.` };

for (const [name, { prefix, description, body }] of Object.entries(
    JSON.parse(fs.readFileSync(path.join(folder, manifest.contributes.snippets[0].path)))))
    test(`a snippet that is a program, or a part of one: ${name}`, () => {
        const text = expanded(body);
        const [word] = text.match(/^\w+/);
        const whole = (around[word] ?? ((part) => `${STATEMENTS}${part}\nend.`))(text);
        const { status, stdout, stderr } =
            spawnSync(process.env.STAR, ['check', '-'], { input: whole, encoding: 'utf8' });
        assert.strictEqual(status, 0, `${whole}\n${stdout}${stderr}`);
        assert.ok(prefix.toLowerCase().startsWith(word.toLowerCase()) && description);
    });

// ---- What it registers ----

test('it registers what the manifest contributes', () => {
    extension.activate({ subscriptions: [] });
    assert.deepStrictEqual(Object.keys(seen.commands),
        manifest.contributes.commands.map((c) => c.command));
});

test('the language server is asked to begin', async () => {
    const text = () => (fs.existsSync(asked) ? fs.readFileSync(asked, 'utf8') : '');
    while (!text().includes('"method":"initialize"'))
        await new Promise((done) => setTimeout(done, 20));
    assert.match(text(), /^Content-Length: /);
});

async function adapterAnswers() {
    const { command, args, options } = seen.adapter.createDebugAdapterDescriptor();
    const adapter = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'inherit'] });
    const request = JSON.stringify({ seq: 1, type: 'request', command: 'initialize' });
    adapter.stdin.end(`Content-Length: ${request.length}\r\n\r\n${request}`);
    let text = '';
    for await (const data of adapter.stdout)
        text += data;
    assert.match(text, /"supportsStepBack":true/);
    return command;
}

test('the debug adapter answers', async () => {
    assert.strictEqual(await adapterAnswers(), star);
});

test('the debug adapter answers where there is no star', async () => {
    seen.command = path.join(work, 'none');
    assert.strictEqual(await adapterAnswers(), process.execPath);
    seen.command = undefined;
});

test('the program in the editor is debugged without a configuration', () => {
    const { resolveDebugConfiguration: resolve } = seen.star;
    const wanted = { type: 'star', request: 'launch', name: 'STAR', program: '${file}' };
    assert.deepStrictEqual(resolve(undefined, {}), { ...wanted, stopOnEntry: true });
    assert.deepStrictEqual(resolve(undefined, { noDebug: true }),
        { ...wanted, noDebug: true, stopOnEntry: false });
    const own = { type: 'star', request: 'launch', name: 'x', program: 'x' };
    assert.deepStrictEqual(resolve(undefined, own), own);
    document.languageId = 'c';
    assert.deepStrictEqual(resolve(undefined, {}), {});
    document.languageId = 'star';
});

test('launch has the arguments that the manifest names', () => {
    const { properties } = manifest.contributes.debuggers[0].configurationAttributes.launch;
    const page = fs.readFileSync(path.join(__dirname, '../../../docs/howto/debugging.md'), 'utf8');
    for (const name of Object.keys(properties))
        assert.ok(page.includes(`\`${name}\``), name);
});

test('the button runs the program, where its files are', async () => {
    program('program mine; var n: integer; begin readln(n); writeln(n + 1) end.');
    for (const command of [undefined, path.join(work, 'none')]) {
        seen.command = command;
        await seen.commands['star.run']();
        const { definition, execution } = seen.tasks.pop();
        assert.deepStrictEqual([definition.type], manifest.contributes.taskDefinitions.map((t) => t.type));
        const { stdout, stderr } = spawnSync(execution.command, execution.args,
            { ...execution.options, input: '41\n', encoding: 'utf8' });
        assert.strictEqual(stdout, '42\n', stderr);
    }
    seen.command = undefined;
});

test('a trace is shown, in the colours of the editor', async () => {
    program('program mine; var X: slice(3); begin SET(X); writeln(X) end.');
    await seen.commands['star.trace']();
    assert.match(panel.webview.html, /<html data-theme="dark" lang="en">/);
    assert.match(panel.webview.html, /SET\(X\)/);
    assert.ok(!panel.webview.html.includes(work)); // the name of the file is enough
    vscode.window.activeColorTheme.kind = 4;
    await seen.commands['star.trace']();
    assert.match(panel.webview.html, /<html data-theme="light" /);
});

test('a program that is wrong shows no page but its message', async () => {
    program('program mine; begin x := 1 end.');
    await seen.commands['star.trace']();
    assert.strictEqual(panel, undefined);
    assert.ok(seen.errors.some((text) => /'x' is not declared/.test(text)));
});

test('a trace that is cancelled shows its last statements', async () => {
    program('program mine; begin while true do end.');
    seen.token.onCancellationRequested = (stop) => setTimeout(stop, 500);
    await seen.commands['star.trace']();
    assert.match(panel.webview.html, /while/);
});

// SPDX-License-Identifier: MIT
// STAR in Visual Studio Code in a browser: the language server and the debugger
// are Workers.
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/browser');
const { resolveDebugConfiguration } = require('./launch');

const MOST_FILES = 100, MOST_BYTES = 2 ** 24; // that a program may read

let client;

async function begin(context, debug) {
    const at = (name) => vscode.Uri.joinPath(context.extensionUri, name);
    const worker = new Worker(at('server_worker.js').toString(true));
    const wasm = await vscode.workspace.fs.readFile(at('server.wasm'));
    worker.postMessage({ star: { debugger: debug, wasm } });
    return worker;
}

// ---- The debugger ----

// A message with other names of files.
const renamed = (message, from, to) => JSON.parse(JSON.stringify(message), (name, value) => (
    typeof value === 'string' && value.startsWith(from) ? to + value.slice(from.length) : value));

// The files beside a program, which it may use and read, by their names. Those that
// it writes stay in the Worker.
async function filesBeside(folder) {
    const files = {};
    let bytes = 0;
    for (const [name, type] of await vscode.workspace.fs.readDirectory(folder)) {
        const file = vscode.Uri.joinPath(folder, name);
        if (type !== vscode.FileType.File || Object.keys(files).length === MOST_FILES)
            continue;
        const { size } = await vscode.workspace.fs.stat(file);
        bytes += size;
        if (bytes > MOST_BYTES)
            break;
        files[name] = await vscode.workspace.fs.readFile(file);
    }
    return files;
}

// A path that the editor made of ${file} has lost what comes before it.
function uriOf(program) {
    if (/^[a-z][a-z0-9+.-]+:/.test(program))
        return vscode.Uri.parse(program);
    const open = vscode.workspace.textDocuments.find(({ uri }) => uri.path === program);
    return open?.uri ?? vscode.workspace.workspaceFolders[0].uri.with({ path: program });
}

// Between the editor, whose files are URIs, and the Worker, where they are in
// /work. A program that runs hears nothing until it stops.
class Adapter {
    constructor(context) {
        this.context = context;
        this.sent = new vscode.EventEmitter();
        this.onDidSendMessage = this.sent.event;
        this.last = this.begin();
    }

    async begin() {
        this.worker = await begin(this.context, true);
        this.worker.onmessage = ({ data }) => this.sent.fire(
            this.folder ? renamed(data, '/work/', `${this.folder}/`) : data);
    }

    async launch({ arguments: given }) {
        const program = uriOf(given.program), folder = vscode.Uri.joinPath(program, '..');
        this.folder = folder.toString();
        given.program = program.toString();
        delete given.cwd;
        this.worker.postMessage({ star: { files: await filesBeside(folder) } });
    }

    async send(message) {
        if (message.command === 'launch')
            await this.launch(message);
        this.worker.postMessage(this.folder
            ? renamed(message, `${this.folder}/`, '/work/') : message);
    }

    handleMessage(message) {
        this.last = this.last.then(() => this.send(message)).catch((error) => {
            vscode.window.showErrorMessage(error.message);
        });
    }

    dispose() { this.last.then(() => this.worker?.terminate()); }
}

// ---- Runs ----

// The program in the editor, which writes to the console of the debugger.
async function runProgram() {
    const { document } = vscode.window.activeTextEditor;
    await document.save();
    await vscode.debug.startDebugging(undefined, { type: 'star', request: 'launch', name: 'STAR',
        program: document.uri.toString() }, { noDebug: true });
}

// ---- The extension ----

async function activate(context) {
    const { debug, commands } = vscode;
    context.subscriptions.push(
        commands.registerCommand('star.run', runProgram),
        debug.registerDebugConfigurationProvider('star', { resolveDebugConfiguration }),
        debug.registerDebugAdapterDescriptorFactory('star', {
            createDebugAdapterDescriptor: () =>
                new vscode.DebugAdapterInlineImplementation(new Adapter(context)),
        }));
    client = new LanguageClient('star', 'STAR', { documentSelector: [{ language: 'star' }] },
        await begin(context, false));
    await client.start();
}

function deactivate() {
    return client?.stop();
}

module.exports = { activate, deactivate };

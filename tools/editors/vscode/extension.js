// SPDX-License-Identifier: MIT
// STAR in Visual Studio Code. The command star does the work: its language
// server, its debugger, and its pages of traces.
const { spawn, spawnSync } = require('node:child_process');
const path = require('node:path');
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const { resolveDebugConfiguration } = require('./launch');

let client;

// How star runs with these words: the command, or where there is none, STAR as
// WebAssembly in the editor's own Node.js.
function star(...words) {
    const command = vscode.workspace.getConfiguration('star').get('command');
    if (!spawnSync(command, ['version'], { stdio: 'ignore' }).error)
        return { command, args: words, options: {} };
    return {
        command: process.execPath, args: [path.join(__dirname, 'star.cjs'), ...words],
        options: { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
    };
}

// ---- The debugger ----

function createDebugAdapterDescriptor() {
    const { command, args, options } = star('dap');
    return new vscode.DebugAdapterExecutable(command, args, options);
}

// ---- Runs ----

// The file of the text at hand, with all of it. A new text has its name since.
async function saved() {
    await vscode.window.activeTextEditor.document.save();
    return vscode.window.activeTextEditor.document.fileName;
}

// The program in the editor in a terminal, where it can read, too.
async function runProgram() {
    const file = await saved();
    const { command, args, options } = star('run', '--', path.basename(file));
    const run = new vscode.ProcessExecution(command, args,
        { cwd: path.dirname(file), env: options.env });
    await vscode.tasks.executeTask(new vscode.Task({ type: 'star' }, vscode.TaskScope.Workspace,
        `run ${path.basename(file)}`, 'STAR', run));
}

// ---- Traces ----

// The page that star trace writes of a program, or an error with what it said.
// A program that is cancelled has a page, too.
function trace(file, cancelled) {
    return new Promise((done, failed) => {
        const page = [], said = [];
        const { command, args, options } = star('trace', '-o', '-', '--', path.basename(file));
        const run = spawn(command, args,
            { ...options, cwd: path.dirname(file), stdio: ['ignore', 'pipe', 'pipe'] });
        run.stdout.on('data', (data) => page.push(data));
        run.stderr.on('data', (data) => said.push(data));
        run.on('error', failed);
        run.on('close', () => {
            if (page.length > 0)
                done(Buffer.concat(page).toString());
            else
                failed(new Error(Buffer.concat(said).toString()));
        });
        cancelled.onCancellationRequested(() => run.kill('SIGINT'));
    });
}

// The page has colours for light and dark; here the editor chooses.
function themed(page) {
    const { Light, HighContrastLight } = vscode.ColorThemeKind;
    const kind = vscode.window.activeColorTheme.kind;
    const theme = kind === Light || kind === HighContrastLight ? 'light' : 'dark';
    return page.replace('<html ', `<html data-theme="${theme}" `);
}

async function showTrace() {
    const file = await saved(), name = path.basename(file);
    try {
        const page = await vscode.window.withProgress({
            location: vscode.ProgressLocation.Notification,
            title: `star trace ${name}`, cancellable: true,
        }, (progress, token) => trace(file, token));
        const panel = vscode.window.createWebviewPanel('star.trace', `Trace of ${name}`,
            vscode.ViewColumn.Beside,
            { enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true });
        panel.webview.html = themed(page);
    } catch (error) {
        vscode.window.showErrorMessage(error.message);
    }
}

// ---- The extension ----

function activate(context) {
    const { debug, commands } = vscode;
    context.subscriptions.push(
        debug.registerDebugConfigurationProvider('star', { resolveDebugConfiguration }),
        debug.registerDebugAdapterDescriptorFactory('star', { createDebugAdapterDescriptor }),
        commands.registerCommand('star.run', runProgram),
        commands.registerCommand('star.trace', showTrace));
    client = new LanguageClient('star', 'STAR', star('lsp'),
        { documentSelector: [{ language: 'star' }] });
    client.start().catch((error) => vscode.window.showErrorMessage(
        `star lsp does not start: ${error.message}`));
}

function deactivate() {
    return client?.stop();
}

module.exports = { activate, deactivate };

// SPDX-License-Identifier: MIT
// STAR in Visual Studio Code. The command star does the work: its language
// server, its debugger, and its pages of traces.
const { spawn } = require('node:child_process');
const path = require('node:path');
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

const command = () => vscode.workspace.getConfiguration('star').get('command');

// ---- The debugger ----

// What F5 debugs where no configuration says so: the program in the editor.
function resolveDebugConfiguration(folder, config) {
    const editor = vscode.window.activeTextEditor;
    if (!config.request && editor?.document.languageId === 'star')
        return {
            ...config, type: 'star', request: 'launch', name: 'STAR',
            program: '${file}', stopOnEntry: !config.noDebug,
        };
    return config;
}

function createDebugAdapterDescriptor() {
    return new vscode.DebugAdapterExecutable(command(), ['dap']);
}

// ---- Traces ----

// The page that star trace writes of a program, or an error with what it said.
// A program that is cancelled has a page, too.
function trace(file, cancelled) {
    return new Promise((done, failed) => {
        const page = [], said = [];
        const star = spawn(command(), ['trace', '-o', '-', '--', path.basename(file)],
            { cwd: path.dirname(file), stdio: ['ignore', 'pipe', 'pipe'] });
        star.stdout.on('data', (data) => page.push(data));
        star.stderr.on('data', (data) => said.push(data));
        star.on('error', failed);
        star.on('close', () => {
            if (page.length > 0)
                done(Buffer.concat(page).toString());
            else
                failed(new Error(Buffer.concat(said).toString()));
        });
        cancelled.onCancellationRequested(() => star.kill('SIGINT'));
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
    const { document } = vscode.window.activeTextEditor;
    const name = path.basename(document.fileName);
    await document.save();
    try {
        const page = await vscode.window.withProgress({
            location: vscode.ProgressLocation.Notification,
            title: `star trace ${name}`, cancellable: true,
        }, (progress, token) => trace(document.fileName, token));
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
        commands.registerCommand('star.trace', showTrace));
    client = new LanguageClient('star', 'STAR', { command: command(), args: ['lsp'] },
        { documentSelector: [{ language: 'star' }] });
    client.start().catch((error) => vscode.window.showErrorMessage(
        `star lsp does not start: ${error.message}`));
}

function deactivate() {
    return client?.stop();
}

module.exports = { activate, deactivate };

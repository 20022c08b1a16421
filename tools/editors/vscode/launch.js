// SPDX-License-Identifier: MIT
const vscode = require('vscode');

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

module.exports = { resolveDebugConfiguration };

// SPDX-License-Identifier: MIT
// star lsp, of the command $STAR, by vscode-languageserver-protocol, which VS
// Code's language clients are made of.
const assert = require('node:assert');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const lsp = require('vscode-languageserver-protocol/node');

const uri = 'file:///tmp/ones.star';
const text = fs.readFileSync(path.join(__dirname, 'ones.star'), 'utf8');
const textDocument = { uri };
const call = { textDocument, position: { line: 12, character: 3 } };

// A test of a session, which ends with it.
function session(name, body) {
    test(name, async () => {
        const server = spawn(process.env.STAR, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
        const ended = new Promise((resolve) => server.on('exit', resolve));
        const client = lsp.createProtocolConnection(
            new lsp.StreamMessageReader(server.stdout),
            new lsp.StreamMessageWriter(server.stdin));
        client.listen();
        const { capabilities } = await client.sendRequest(lsp.InitializeRequest.type, {
            processId: process.pid, rootUri: null, capabilities: {} });
        await client.sendNotification(lsp.InitializedNotification.type, {});
        try {
            await body(client, capabilities);
            await client.sendRequest(lsp.ShutdownRequest.type);
            await client.sendNotification(lsp.ExitNotification.type);
            assert.strictEqual(await ended, 0);
        } finally {
            client.dispose();
            server.kill();
        }
    });
}

const open = (client, content = text) =>
    client.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
        textDocument: lsp.TextDocumentItem.create(uri, 'star', 1, content) });

// What is wrong with a text when it is opened.
function diagnostics(client, content) {
    return new Promise((resolve) => {
        client.onNotification(lsp.PublishDiagnosticsNotification.type, resolve);
        open(client, content);
    });
}

session('the capabilities', async (client, can) => {
    assert.strictEqual(can.textDocumentSync.change, lsp.TextDocumentSyncKind.Incremental);
    for (const provided of ['hover', 'definition', 'references', 'documentSymbol',
        'documentFormatting', 'completion', 'signatureHelp', 'rename', 'codeLens', 'codeAction',
        'semanticTokens', 'inlayHint', 'foldingRange', 'selectionRange', 'workspaceSymbol'])
        assert.ok(can[`${provided}Provider`], provided);
});

session('a mistake, and its correction', async (client) => {
    const wrong = text.replace('i := STEP', 'i = STEP');
    const { diagnostics: found } = await diagnostics(client, wrong);
    assert.deepStrictEqual(found.map((d) => [d.code, d.severity, d.range.start]), [
        ['equals-for-assignment', lsp.DiagnosticSeverity.Error, { line: 14, character: 6 }]]);
    const [fix] = await client.sendRequest(lsp.CodeActionRequest.type, {
        textDocument, range: found[0].range, context: { diagnostics: found } });
    assert.strictEqual(fix.kind, lsp.CodeActionKind.QuickFix);
    assert.deepStrictEqual(fix.edit.changes[uri], [
        lsp.TextEdit.replace(found[0].range, ':=')]);
});

session('a text that changes', async (client) => {
    assert.deepStrictEqual((await diagnostics(client, text)).diagnostics, []);
    const told = new Promise((resolve) =>
        client.onNotification(lsp.PublishDiagnosticsNotification.type, resolve));
    await client.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version: 2 },
        contentChanges: [{ range: lsp.Range.create(11, 2, 11, 5), text: 'STE' }] });
    const { version, diagnostics: found } = await told;
    assert.deepStrictEqual([version, found[0].code], [2, 'undeclared']);
});

session('a name', async (client) => {
    await open(client);
    const hover = await client.sendRequest(lsp.HoverRequest.type, call);
    assert.ok(hover.contents.value.includes('proc count(S: slice; var k: integer)'));
    assert.ok(hover.contents.value.includes('Counts the ones of S.'));
    const place = await client.sendRequest(lsp.DefinitionRequest.type, call);
    assert.deepStrictEqual(place.range, lsp.Range.create(5, 5, 5, 10));
    const uses = await client.sendRequest(lsp.ReferencesRequest.type, {
        ...call, context: { includeDeclaration: true } });
    assert.strictEqual(uses.length, 2);
    const edit = await client.sendRequest(lsp.RenameRequest.type, { ...call, newName: 'ones' });
    assert.strictEqual(edit.changes[uri].length, 2);
    await assert.rejects(client.sendRequest(lsp.RenameRequest.type, { ...call, newName: 'i' }),
        /would mean another thing/);
});

session('what is written next', async (client) => {
    await open(client, text.replace('count(X, i)', 'count('));
    const behind = { textDocument, position: { line: 12, character: 8 } };
    const { items } = await client.sendRequest(lsp.CompletionRequest.type, behind);
    const first = items.filter((item) => item.sortText === '0');
    assert.deepStrictEqual(first.map((item) => item.label), ['X']);
    const help = await client.sendRequest(lsp.SignatureHelpRequest.type, behind);
    assert.strictEqual(help.signatures[0].parameters.length, 2);
});

session('beside the text', async (client, can) => {
    await open(client, text.replace('  SET', ' SET'));
    const outline = await client.sendRequest(lsp.DocumentSymbolRequest.type, { textDocument });
    assert.deepStrictEqual(outline.map((s) => s.name), ['n', 'X', 'i', 'count']);
    const { data } = await client.sendRequest(lsp.SemanticTokensRequest.type, { textDocument });
    const { tokenTypes } = can.semanticTokensProvider.legend;
    assert.deepStrictEqual(data.slice(0, 5), [0, 0, 7, tokenTypes.indexOf('keyword'), 0]);
    const [lens] = await client.sendRequest(lsp.CodeLensRequest.type, { textDocument });
    assert.match(lens.command.title, /^stays a loop: 16:5: /);
    const edits = await client.sendRequest(lsp.DocumentFormattingRequest.type, {
        textDocument, options: { tabSize: 2, insertSpaces: true } });
    assert.deepStrictEqual(edits.map((e) => e.newText), ['  SET(X);\n']);
});

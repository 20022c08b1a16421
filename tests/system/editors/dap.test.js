// SPDX-License-Identifier: MIT
// star dap, of the command $STAR, by @vscode/debugadapter-testsupport, the
// client that VS Code's own adapters are tested with.
const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');
const { DebugClient } = require('@vscode/debugadapter-testsupport');

const star = process.env.STAR;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'star-'));
const program = path.join(folder, 'ones.star');
fs.writeFileSync(program, `program ones;
var i: integer; X: slice(4);
proc ONE(k: integer; var Y: slice);
begin Y(k) := 1 end;
begin
  CLR(X);
  for i := 1 to 4 do
    ONE(i, X);
  writeln(X);
  writeln(X(5))
end.
`);
test.after(() => fs.rmSync(folder, { recursive: true }));

// A test of a session, which ends with it.
function session(name, body) {
    test(name, async () => {
        const dc = new DebugClient(star, 'dap', 'star');
        await dc.start();
        try {
            await body(dc);
        } finally {
            await dc.stop();
        }
    });
}

const value = async (dc, expression) =>
    (await dc.evaluateRequest({ expression })).body.result;
const one = { threadId: 1 };

session('the capabilities', async (dc) => {
    const { body } = await dc.initializeRequest();
    for (const can of ['StepBack', 'DataBreakpoints', 'FunctionBreakpoints',
        'ConditionalBreakpoints', 'HitConditionalBreakpoints', 'LogPoints'])
        assert.strictEqual(body[`supports${can}`], true, can);
    await assert.rejects(dc.customRequest('nosuch'), /there is no such request/);
});

session('a stop on entry', async (dc) => {
    await Promise.all([
        dc.configurationSequence(),
        dc.launch({ program, stopOnEntry: true }),
        dc.assertStoppedLocation('entry', { path: program, line: 6 }),
    ]);
});

session('a breakpoint, a step in and out', async (dc) => {
    await dc.hitBreakpoint({ program }, { path: program, line: 8 });
    const step = (request, line, reason = 'step') => Promise.all([
        dc[`${request}Request`](one), dc.assertStoppedLocation(reason, { line }),
    ]);
    await step('stepIn', 4);
    assert.strictEqual(await value(dc, 'k'), '1');
    await step('stepOut', 7);
    await step('next', 8, 'breakpoint');
    await step('stepBack', 7);
});

session('a condition and a procedure', async (dc) => {
    await Promise.all([
        dc.waitForEvent('initialized').then(async () => {
            const { body } = await dc.setFunctionBreakpointsRequest({
                breakpoints: [{ name: 'ONE', condition: 'k = 3' }],
            });
            assert.strictEqual(body.breakpoints[0].verified, true);
            await dc.configurationDoneRequest();
        }),
        dc.launch({ program }),
        dc.assertStoppedLocation('function breakpoint', { line: 4 }),
    ]);
    assert.strictEqual(await value(dc, 'X'), "'1100'");
});

session('which statement wrote this bit last', async (dc) => {
    await dc.hitBreakpoint({ program }, { path: program, line: 9 });
    const [frame] = (await dc.stackTraceRequest(one)).body.stackFrames;
    const [scope] =
        (await dc.scopesRequest({ frameId: frame.id })).body.scopes;
    const { variables } = (await dc.variablesRequest(scope)).body;
    const X = variables.find((v) => v.name === 'X');
    assert.strictEqual(X.value, "'1111'");
    const { body } = await dc.dataBreakpointInfoRequest({
        variablesReference: X.variablesReference, name: '(2)',
    });
    await dc.setDataBreakpointsRequest({ breakpoints: [body] });
    await dc.setBreakpointsRequest(
        { source: { path: program }, breakpoints: [] });
    await Promise.all([
        dc.reverseContinueRequest(one),
        dc.assertStoppedLocation('data breakpoint', { line: 4 }),
    ]);
    assert.strictEqual(await value(dc, 'k'), '2');
    await Promise.all([
        dc.continueRequest(one),
        dc.assertStoppedLocation('data breakpoint', { line: 7 }),
    ]);
});

session('output, an error, and back from it', async (dc) => {
    await Promise.all([
        dc.configurationSequence(),
        dc.launch({ program }),
        dc.assertOutput('stdout', '1111\n'),
        dc.assertStoppedLocation('exception', { line: 10 }),
    ]);
    const { body } = await dc.exceptionInfoRequest(one);
    assert.strictEqual(body.exceptionId, 'index-range');
    await Promise.all([
        dc.stepBackRequest(one),
        dc.assertStoppedLocation('step', { line: 10 }),
    ]);
    await Promise.all([dc.continueRequest(one), dc.waitForEvent('stopped')]);
    await Promise.all([dc.continueRequest(one), dc.waitForEvent('terminated')]);
});

session('a program that cannot run', async (dc) => {
    await dc.initializeRequest();
    await assert.rejects(dc.launchRequest({ program: '/no/file.star' }),
        /No such file/i);
});

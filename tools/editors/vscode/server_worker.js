// SPDX-License-Identifier: MIT
// A server of editors as a Worker, on STAR as WebAssembly. The first message is
// {star: {debugger, wasm}}, those with {star: {files}} bring files, all others are
// the protocol's, both ways.
const create = require('star-server');

const utf8 = new TextEncoder(), text = new TextDecoder();
let server; // the promise of a module
let input = new Uint8Array(0), taken = 0;
let output = [];

// What the server wrote: messages behind their lengths.
function answer() {
    let bytes = Uint8Array.from(output);
    output = [];
    while (bytes.length > 0) {
        const [header, length] =
            /^Content-Length: (\d+)\r\n\r\n/.exec(text.decode(bytes.subarray(0, 60)));
        const end = header.length + Number(length);
        postMessage(JSON.parse(text.decode(bytes.subarray(header.length, end))));
        bytes = bytes.subarray(end);
    }
}

function send(module, message) {
    const body = utf8.encode(JSON.stringify(message));
    const header = utf8.encode(`Content-Length: ${body.length}\r\n\r\n`);
    input = new Uint8Array(header.length + body.length);
    input.set(header);
    input.set(body, header.length);
    taken = 0;
    module._server_next();
    answer();
}

async function begin({ debugger: debug, wasm }) {
    const module = await create({
        instantiateWasm: (imports, done) => {
            WebAssembly.instantiate(wasm, imports)
                .then(({ instance, module: compiled }) => done(instance, compiled));
            return {};
        },
        stdin: () => (taken < input.length ? input[taken++] : null),
        stdout: (byte) => void (byte !== null && output.push(byte & 255)),
        stderr: () => {},
    });
    module.FS.mkdirTree('/work');
    module.FS.chdir('/work');
    module._server_begin(debug ? 1 : 0);
    return module;
}

self.onmessage = async ({ data }) => {
    if (data.star?.wasm) {
        server = begin(data.star);
        return;
    }
    const module = await server;
    if (data.star)
        for (const [name, bytes] of Object.entries(data.star.files))
            module.FS.writeFile(`/work/${name}`, bytes);
    else
        send(module, data);
};

/* SPDX-License-Identifier: MIT */
/* Begins the Worker while the script of its page is still on its way. */
const worker = new Worker(new URL('worker.js', import.meta.url), {type: 'module'});

worker.onerror = () => { window.starWorker = undefined; };
window.starWorker = worker;

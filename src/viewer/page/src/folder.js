// Tells whether the page lies in a folder made by `pathfan export`, marked by folder.html, and
// replaces the server there.

export const inFolder = globalThis.document?.documentElement.dataset.folder !== undefined;

// The message if requests can't be answered.
export const NO_ANSWER = "What this page answers with can't be loaded.";

let worker = null;
let asked = 0;
const waiting = new Map(); // by number: {resolve, reject}

function begin() {
  worker = new Worker("worker.js");
  worker.addEventListener("message", ({ data: { number, status, text } }) => {
    waiting.get(number)?.resolve(new Response(text, { status }));
    waiting.delete(number);
  });
  worker.addEventListener("error", () => {
    for (const { reject } of waiting.values()) reject(new Error("the worker can't be started"));
    waiting.clear();
    worker = null; // the next request tries again
  });
}

let files = null; // of each map, by id: {info, index, picture, source}

// Finds the maps' files; done before any request is answered.
async function findFiles() {
  const response = await fetch("pathfan.json");
  const { maps } = await response.json();
  files = new Map(maps.map((map) => [map.info.id, map]));
}

let found = null;

function send(message, signal) {
  if (!worker) begin();
  const number = asked++;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    signal?.addEventListener("abort", () => {
      waiting.delete(number);
      reject(signal.reason);
    });
    waiting.set(number, { resolve, reject });
    worker.postMessage({ number, ...message }, message.bytes ? [message.bytes] : []);
  });
}

let local = null; // promise of the LocalMaps

// The maps that are made here (local-maps.js).
export function localMaps() {
  local ??= Promise.all([import("./local-maps.js"), find()]).then(([{ LocalMaps }]) => new LocalMaps(send, files));
  local.catch(() => (local = null)); // the next request tries again
  return local;
}

function find() {
  found ??= findFiles().catch((error) => {
    found = null;
    throw error;
  });
  return found;
}

// Whether a request is about maps that are made here.
const isLocal = (address, method) => method !== "GET" ? !/^\/api\/(query|targets)/.test(address) : /^\/api\/(jobs\/|maps\/here-[^/]*\/drawing)/.test(address);

// Like fetch, for addresses of the server's interface.
export async function ask(address, { method = "GET", body, signal } = {}) {
  if (/^blob:/.test(address)) return new Response((await localMaps()).fileAt(address));
  if (isLocal(address, method)) {
    const answered = await (await localMaps()).ask(address, { method, body });
    if (answered) return answered;
  }
  const [response] = await Promise.all([send({ method, address, body }, signal), find()]);
  return response;
}

// Returns the address of a map's file: "picture", "source" or "index".
export const fileOf = (id, kind) => files?.get(id)?.[kind] ?? "";

// Whether the page lies in a folder that `pathfan export` has made, and what takes the place of its
// server there. folder.html says so.

export const inFolder = globalThis.document?.documentElement.dataset.folder !== undefined;

let worker = null;
let asked = 0;
const waiting = new Map(); // by number: {resolve, reject}

const isNothing = { 204: true, 304: true }; // statuses without a body

function begin() {
  worker = new Worker("worker.js");
  worker.addEventListener("message", ({ data: { number, status, text } }) => {
    waiting.get(number)?.resolve(new Response(isNothing[status] ? null : text, { status }));
    waiting.delete(number);
  });
  worker.addEventListener("error", () => {
    for (const { reject } of waiting.values()) reject(new Error("the worker can't be started"));
    waiting.clear();
  });
}

let files = null; // of each map, by id: {index, picture, source}

// Where a map's picture and source lie; read once, before anything else is answered.
async function findFiles() {
  const response = await fetch("pathfan.json");
  const { maps } = await response.json();
  files = new Map(maps.map((map) => [map.info.id, map]));
}

let found = null;

// As fetch, for addresses of the server's interface.
export async function ask(address, { method = "GET", body, signal } = {}) {
  if (!worker) begin();
  await (found ??= findFiles().catch((error) => {
    found = null;
    throw error;
  }));
  const number = asked++;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    signal?.addEventListener("abort", () => {
      waiting.delete(number);
      reject(signal.reason);
    });
    waiting.set(number, { resolve, reject });
    worker.postMessage({ number, method, address, body });
  });
}

// A map's file: "picture" or "source".
export const fileOf = (id, kind) => files?.get(id)?.[kind] ?? "";

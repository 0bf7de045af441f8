// Makes indexes without a server, in a worker: pathfan-build.wasm, fetched when it is first needed.

import { follow, optionsOf, textOf } from "../../../bindings/javascript/builder/builder.js";

let compiled = null; // promise of the WebAssembly.Module

async function fetchModule() {
  const response = await fetch("pathfan-build.wasm").catch(() => null);
  if (!response?.ok) throw new Error("What indexes are made with can't be fetched.");
  return WebAssembly.compile(await response.arrayBuffer());
}

// map, options, onProgress and signal as of buildIndex (index.d.ts of pathfan for JavaScript).
// Returns a promise of the index's bytes.
export async function bake(map, name, options, { onProgress, signal } = {}) {
  const how = optionsOf(options);
  const text = textOf(map);
  compiled ??= fetchModule().catch((error) => {
    compiled = null; // the next build tries again
    throw error;
  });
  const message = { module: await compiled, text, name, options: how };
  signal?.throwIfAborted();
  const { index } = await follow(new Worker("build-worker.js"), message, { onProgress, signal });
  return index;
}

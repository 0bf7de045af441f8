// buildIndex: from a map to an index, in a worker; see index.d.ts.

import { follow, optionsOf, textOf } from './builder.js'
import { moduleOf } from './modules.js'

async function worker() {
  const url = new URL('./build-worker.js', import.meta.url)
  if (!globalThis.process?.versions?.node) return new Worker(url, { type: 'module' })
  const { Worker: Thread } = await import('node:worker_threads')
  return new Thread(url)
}

/** Makes an index: see index.d.ts. */
export async function buildIndex(map, options = {}, { onProgress, signal, module } = {}) {
  signal?.throwIfAborted()
  const how = optionsOf(options)
  const text = textOf(map)
  const compiled = await moduleOf('./pathfan-build.wasm', module)
  const message = { module: compiled, text, name: options.name ?? 'map', options: how }
  return follow(await worker(), message, { onProgress, signal })
}

// buildIndex: from a map to an index, in a worker; see index.d.ts.

import { PathfanError, follow, optionsOf, textOf } from './builder.js'

let compiled // promise of the WebAssembly.Module, shared by all builds

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source
  if (source) return WebAssembly.compile(source)
  const url = new URL('./pathfan-build.wasm', import.meta.url)
  if (url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises')
    return WebAssembly.compile(await readFile(url))
  }
  const answer = await fetch(url)
  if (!answer.ok) throw new PathfanError(1, `${url}: ${answer.status} ${answer.statusText}`)
  return WebAssembly.compile(await answer.arrayBuffer())
}

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
  compiled ??= compile(module).catch((error) => {
    compiled = undefined // the next call tries again
    throw error
  })
  const message = { module: await compiled, text, name: options.name ?? 'map', options: how }
  return follow(await worker(), message, { onProgress, signal })
}

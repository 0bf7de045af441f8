// The package's WebAssembly modules: compiled when they are first needed, each once.

import { PathfanError } from './builder.js'

const compiled = new Map() // by name: a promise of the WebAssembly.Module

async function compile(name, source) {
  if (source instanceof WebAssembly.Module) return source
  if (source) return WebAssembly.compile(source)
  const url = new URL(name, import.meta.url)
  if (url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises')
    return WebAssembly.compile(await readFile(url))
  }
  const answer = await fetch(url)
  if (!answer.ok) throw new PathfanError(1, `${url}: ${answer.status} ${answer.statusText}`)
  return WebAssembly.compile(await answer.arrayBuffer())
}

/** The module of a file beside this one; source, in the first call: it, or its bytes. */
export function moduleOf(name, source) {
  if (!compiled.has(name)) {
    const promise = compile(name, source).catch((error) => {
      compiled.delete(name) // the next call tries again
      throw error
    })
    compiled.set(name, promise)
  }
  return compiled.get(name)
}

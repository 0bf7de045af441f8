// Finds k good, different paths with an index file built by the command pathfan; see README.md.

const STATUS = {
  1: 'io', 2: 'no_memory', 3: 'busy', 10: 'argument', 11: 'limit', 12: 'cancelled',
  20: 'malformed', 30: 'not_index', 31: 'version', 32: 'damaged',
}

// In the order of module_set and module_info in module.c.
const FIELDS = ['paths', 'stretch', 'dissimilarity', 'separation', 'separationShare', 'fill', 'snap',
  'effort', 'maxBoundedStretch', 'minLocalOptimality', 'workLimit', 'maxLoop']
const INFO = ['formatMajor', 'formatMinor', 'vertices', 'polygons', 'components', 'x', 'y', 'width',
  'height', 'bytes']

export class PathfanError extends Error {
  constructor(status, sentence) {
    super(sentence)
    this.name = 'PathfanError'
    this.status = STATUS[status] ?? 'unknown'
  }
}

let compiled // promise of the WebAssembly.Module, shared by all indexes

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source
  if (source) return WebAssembly.compile(source)
  const url = new URL('./pathfan.wasm', import.meta.url)
  if (url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises')
    return WebAssembly.compile(await readFile(url))
  }
  const answer = await fetch(url)
  if (!answer.ok) throw new PathfanError(1, `${url}: ${answer.status} ${answer.statusText}`)
  return WebAssembly.compile(await answer.arrayBuffer())
}

// The module's only working system call reports growth of its memory, which is ignored. Calls on
// files fail: there are none.
const BAD_DESCRIPTOR = 8
const fails = () => BAD_DESCRIPTOR
const IMPORTS = {
  env: { emscripten_notify_memory_growth() {} },
  wasi_snapshot_preview1: { fd_write: fails, fd_read: fails, fd_close: fails, fd_seek: fails },
}

function number(value, what) {
  if (typeof value !== 'number') throw new TypeError(`${what}: must be a number`)
  return value
}

// Checks the type by name, not by class: a buffer may come from another window, or a test's
// sandbox.
function bytesOf(given) {
  if (ArrayBuffer.isView(given)) return new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
  if (/^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(given))) return new Uint8Array(given)
  throw new TypeError('bytes: must be an ArrayBuffer or a view of one')
}

function point(value, what) {
  const [x, y] = Array.isArray(value) || ArrayBuffer.isView(value) ? value : [value?.x, value?.y]
  return [number(x, `${what}.x`), number(y, `${what}.y`)]
}

function valueOf(name, value) {
  if (name === 'effort') {
    if (value !== 'fast' && value !== 'thorough') throw new TypeError('effort: must be fast or thorough')
    return value === 'thorough' ? 1 : 0
  }
  if (name === 'fill') return value ? 1 : 0
  number(value, name)
  // The module would truncate other values: it takes integers, for paths of 32 bits.
  if (name === 'paths' && !(Number.isInteger(value) && value >= 1 && value < 2 ** 31))
    throw new PathfanError(10, 'paths: must be a whole number, 1 to 2147483647')
  if (name === 'workLimit' && !(Number.isInteger(value) && value >= 0 && value < 2 ** 53))
    throw new PathfanError(10, 'workLimit: must be a whole number, 0 or more')
  return value
}

/** Opens an index: see index.d.ts. */
export async function open(bytes, options = {}) {
  compiled ??= compile(options.module).catch((error) => {
    compiled = undefined // the next call tries again
    throw error
  })
  return new Index(await compiled, bytes, options.name ?? 'index')
}

export class Index {
  #calls
  #self

  constructor(module, bytes, name) {
    const data = bytesOf(bytes)
    // Each index has its own memory, freed when the index is unreachable.
    this.#calls = new WebAssembly.Instance(module, IMPORTS).exports
    const calls = this.#calls
    calls._initialize()
    // >>> 0: pointers arrive as signed numbers, up to 4 GB.
    const room = data.length < 2 ** 32 - 2 ** 16 ? calls.module_room(data.length) >>> 0 : 0
    if (!room) throw new PathfanError(2, `${name}: no memory for ${data.length} bytes`)
    new Uint8Array(calls.memory.buffer).set(data, room)
    const text = new TextEncoder().encode(name + '\0')
    const at = calls.malloc(text.length) >>> 0
    if (!at) throw new PathfanError(2, `${name}: no memory`)
    new Uint8Array(calls.memory.buffer).set(text, at)
    this.#self = calls.module_open(room, data.length, at)
    calls.free(at)
    if (!this.#self) throw new PathfanError(calls.module_status(), this.#text(calls.module_error()))
    const info = { map: this.#text(calls.module_source_name(this.#self)) }
    INFO.forEach((key, i) => { info[key] = calls.module_info(this.#self, i) })
    this.info = Object.freeze(info)
  }

  #text(at) {
    const memory = new Uint8Array(this.#calls.memory.buffer)
    at >>>= 0
    return new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)))
  }

  #points(at, count) {
    return new Float64Array(this.#calls.memory.buffer, at >>> 0, 2 * count)
  }

  #check(status) {
    if (status > 0) throw new PathfanError(status, this.#text(this.#calls.module_error()))
    return status
  }

  #open() {
    if (!this.#self) throw new PathfanError(10, 'the index is closed')
    return this.#calls
  }

  paths(from, to, request = {}) {
    // Runs the caller's getters first: they may themselves query or close the index.
    const ends = [...point(from, 'from'), ...point(to, 'to')]
    const fields = { ...request }
    const calls = this.#open(), self = this.#self
    calls.module_begin(self, ...ends)
    for (const [name, value] of Object.entries(fields)) {
      const field = FIELDS.indexOf(name)
      if (field < 0) throw new TypeError(`${name}: no field of a request; these are: ${FIELDS.join(', ')}`)
      if (value !== undefined) calls.module_set(self, field, valueOf(name, value))
    }
    if (fields.separation === 0 && fields.separationShare === undefined)
      calls.module_set(self, FIELDS.indexOf('separationShare'), 0)
    this.#check(calls.module_ask(self))
    const used = this.#points(calls.module_ends(self), 2)
    const answer = {
      outcome: this.#text(calls.module_outcome(self)),
      reason: this.#text(calls.module_reason(self)),
      from: used.slice(0, 2),
      to: used.slice(2, 4),
      paths: [],
    }
    for (let i = 0, count = calls.module_paths(self); i < count; i++)
      answer.paths.push({
        length: calls.module_path_length(self, i),
        points: this.#points(calls.module_path_points(self, i), calls.module_path_count(self, i)).slice(),
        filled: calls.module_path_is_filled(self, i) !== 0,
      })
    return answer
  }

  distance(from, to) {
    const ends = [...point(from, 'from'), ...point(to, 'to')]
    const calls = this.#open()
    const none = this.#check(calls.module_distance(this.#self, ...ends))
    return none ? Infinity : calls.module_length(this.#self)
  }

  nearestFree(at, radius) {
    const where = point(at, 'at')
    const calls = this.#open()
    const none = this.#check(calls.module_nearest(this.#self, ...where, number(radius, 'radius')))
    return none ? null : this.#points(calls.module_nearest_point(this.#self), 1).slice()
  }

  verify() {
    this.#check(this.#open().module_verify(this.#self))
  }

  close() {
    if (this.#self) this.#calls.module_close(this.#self)
    this.#self = 0
  }
}

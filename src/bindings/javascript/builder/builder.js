// Makes indexes by pathfan-build.wasm. A build takes the thread until it is done, so it has a worker
// of its own: `follow` asks one, which `answer`s. build.js does so for the package, the page's
// bake.js for the page.

const STATUS = {
  1: 'io', 2: 'no_memory', 3: 'busy', 10: 'argument', 11: 'limit', 12: 'cancelled',
  20: 'malformed', 30: 'not_index', 31: 'version', 32: 'damaged',
}
const NO_MEMORY = 2

// In the order of builder_set, builder_set_text and builder_report in builder.c.
const NUMBERS = ['agentRadius', 'maxMemory', 'unit', 'wallWidth', 'backgroundRate', 'simplify',
  'skipOthers', 'strict', 'walkable', 'project', 'edges']
const SWITCHES = ['skipOthers', 'strict', 'walkable', 'edges']
const TEXTS = ['passable', 'layers', 'level', 'profile']
const REPORT = ['vertices', 'polygons', 'components', 'skipped', 'vanished', 'seconds']

/** What went wrong, in a sentence; status: a number of pathfan/status.h, and then its name. */
export class PathfanError extends Error {
  constructor(status, sentence) {
    super(sentence)
    this.name = 'PathfanError'
    this.status = STATUS[status] ?? 'unknown'
  }
}

// ---- Maps ----

const encode = (text) => new TextEncoder().encode(text)

function polygonOf(given, kind) {
  const polygon = [...given]
  const rings = polygon.length && (typeof polygon[0][0] === 'number' || 'x' in polygon[0]) ? [polygon] : polygon
  const coordinates = rings.map((ring) => {
    const points = [...ring].map((at) => {
      const [x, y] = 'x' in at ? [at.x, at.y] : at
      if (typeof x !== 'number' || typeof y !== 'number') throw new TypeError('a polygon has points, [x, y]')
      return [x, y]
    })
    return [...points, points[0]]
  })
  return { type: 'Feature', properties: { kind }, geometry: { type: 'Polygon', coordinates } }
}

function cellsOf({ width, height, blocked }) {
  if (!Number.isInteger(width) || !Number.isInteger(height) || blocked?.length !== width * height)
    throw new TypeError('a grid has width, height and as many cells, blocked')
  const head = encode(`type octile\nheight ${height}\nwidth ${width}\nmap\n`)
  const text = new Uint8Array(head.length + (width + 1) * height)
  text.set(head)
  for (let y = 0, at = head.length; y < height; y++) {
    for (let x = 0; x < width; x++) text[at++] = blocked[y * width + x] ? 64 : 46 // @ and .
    text[at++] = 10
  }
  return text
}

/** Returns the text of a map as it is built: bytes; a string; a grid, {width, height, blocked}; or
 * polygons, {obstacles, free}. */
export function textOf(map) {
  if (typeof map === 'string') return encode(map)
  if (ArrayBuffer.isView(map)) return new Uint8Array(map.buffer, map.byteOffset, map.byteLength)
  if (/^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(map))) return new Uint8Array(map)
  if (map?.blocked) return cellsOf(map)
  if (!map?.obstacles && !map?.free) throw new TypeError('map: must be a text, bytes, a grid or polygons')
  const features = ['free', 'obstacles'].flatMap((kind) => [...(map[kind] ?? [])].map((one) => polygonOf(one, kind === 'free' ? kind : 'obstacle')))
  return encode(JSON.stringify({ type: 'FeatureCollection', features }))
}

// ---- Options ----

/** Checks options and returns them as the module takes them. */
export function optionsOf(given = {}) {
  const options = { numbers: [], texts: [], radii: [] }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    if (name === 'agentRadius' && typeof value === 'object') {
      options.radii = [...value].map(Number)
      if (options.radii.length > 8) throw new TypeError('agentRadius: at most 8 radii')
    } else if (name === 'project') {
      if (value !== 'local') throw new TypeError('project: must be local')
      options.numbers.push([NUMBERS.indexOf(name), 1])
    } else if (NUMBERS.includes(name)) {
      if (!SWITCHES.includes(name) && typeof value !== 'number') throw new TypeError(`${name}: must be a number`)
      options.numbers.push([NUMBERS.indexOf(name), Number(value)])
    } else if (TEXTS.includes(name)) options.texts.push([TEXTS.indexOf(name), name === 'layers' ? [...value].join('\n') : String(value)])
    else if (name !== 'name') throw new TypeError(`there is no option ${name}`)
  }
  return options
}

// ---- Builds ----

const BAD_DESCRIPTOR = 8, NO_SYSTEM_CALL = 52
const fails = () => BAD_DESCRIPTOR
const JUMP = new Error('longjmp')

/** Makes an index. module: a WebAssembly.Module; text: of the map, as of textOf; options: as of
 * optionsOf; onProgress({stage, share}): share of the whole build, 0 to 1. Returns {index, report};
 * throws PathfanError. */
export function make(module, text, name, options, onProgress = () => {}) {
  let calls
  const textAt = (at) => {
    const bytes = new Uint8Array(calls.memory.buffer, at >>> 0)
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)))
  }
  const imports = {
    env: {
      emscripten_notify_memory_growth() {},
      _emscripten_throw_longjmp() { throw JUMP },
      builder_progress: (stage, share) => onProgress({ stage: textAt(stage), share }),
    },
    wasi_snapshot_preview1: {
      clock_time_get(clock, precision, at) {
        new DataView(calls.memory.buffer).setBigUint64(at >>> 0, BigInt(Math.round(1e6 * performance.now())), true)
        return 0
      },
      proc_exit(code) { throw new Error(`the module ended with ${code}`) },
    },
  }
  // Calls that may end in longjmp, as libpng's do.
  const invoke = (call, ...values) => {
    const stack = calls.stackSave()
    try {
      return calls.__indirect_function_table.get(call)(...values)
    } catch (error) {
      calls.stackRestore(stack)
      if (error !== JUMP) throw error
      calls.setThrew(1, 0)
    }
  }
  // Files don't exist: calls on them fail.
  for (const { module: from, name: call } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[call] ??= call.startsWith('invoke_') ? invoke : from === 'env' ? () => -NO_SYSTEM_CALL : fails
  calls = new WebAssembly.Instance(module, imports).exports
  calls._initialize()
  const room = (bytes) => {
    const at = bytes.length < 2 ** 32 - 2 ** 16 ? calls.builder_room(bytes.length) >>> 0 : 0
    if (!at) throw new PathfanError(NO_MEMORY, `${name}: no memory for ${bytes.length} bytes`)
    new Uint8Array(calls.memory.buffer).set(bytes, at)
    return at
  }
  calls.builder_begin()
  for (const [number, value] of options.numbers) calls.builder_set(number, value)
  for (const [number, value] of options.texts) calls.builder_set_text(number, room(encode(`${value}\0`)))
  for (const radius of options.radii) calls.builder_add_radius(radius)
  const status = calls.builder_make(room(text), text.length, room(encode(`${name}\0`)))
  if (status) throw new PathfanError(status, textAt(calls.builder_error()))
  const index = new Uint8Array(calls.memory.buffer, calls.builder_index() >>> 0, calls.builder_index_bytes() >>> 0).slice()
  const report = { bytes: index.length }
  REPORT.forEach((key, i) => { report[key] = calls.builder_report(i) })
  return { index, report }
}

// ---- Workers ----

/** In the worker: makes what a message of `follow` asks for; post(message, transferred). */
export function answer({ module, text, name, options }, post) {
  try {
    const made = make(module, text, name, options, (progress) => post({ progress }))
    post(made, [made.index.buffer])
  } catch (error) {
    post({ error: { status: Number(Object.keys(STATUS).find((number) => STATUS[number] === error.status)), message: error.message } })
  }
}

/** Asks a new worker, of browsers or Node, for an index, and ends it afterwards. */
export async function follow(thread, message, { onProgress = () => {}, signal } = {}) {
  const listen = (name, heard) => thread.on ? thread.on(name, heard) : thread.addEventListener(name, heard)
  let stop
  try {
    return await new Promise((resolve, reject) => {
      stop = () => reject(signal.reason)
      if (signal?.aborted) stop()
      signal?.addEventListener('abort', stop, { once: true })
      listen('message', (heard) => {
        const { progress, error, index, report } = thread.on ? heard : heard.data
        if (progress) onProgress(progress)
        else if (error) reject(new PathfanError(error.status, error.message))
        else resolve({ index, report })
      })
      listen('error', (error) => reject(new PathfanError(NO_MEMORY, error.message || "the worker can't be started")))
      thread.postMessage(message)
    })
  } finally {
    signal?.removeEventListener('abort', stop)
    thread.terminate() // also ends a build that is no longer wanted
  }
}

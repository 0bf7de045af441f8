// Finds k good, different paths with an index file built by the command pathfan; see README.md.

import { PathfanError } from './builder.js'
import { moduleOf } from './modules.js'

// In the order of module_set and module_info in module.c.
const FIELDS = ['paths', 'stretch', 'dissimilarity', 'separation', 'separationShare', 'fill', 'snap',
  'effort', 'maxBoundedStretch', 'minLocalOptimality', 'workLimit', 'maxLoop', 'snapAny', 'partial',
  'radius', 'linkFlags', 'fromLevel', 'toLevel']
const INFO = ['formatMajor', 'formatMinor', 'vertices', 'polygons', 'components', 'x', 'y', 'width',
  'height', 'bytes', 'agentRadius']

// In the order of module_leg_number in module.c.
const LEG = ['level', 'length', 'cost', 'first', 'last', 'feature']

// In the order of module_found in module.c, and the numbers of changes in module_change.
const FOUND = ['id', 'closed', 'isDoor', 'corners', 'x', 'y', 'radius', 'isOpening']
const VERBS = { remove: [1, 0], close: [2, 1], open: [2, 0] }

// In the order of module_hit in module.c.
const HIT = ['found', 'from', 'from', 'at', 'at', 'normal', 'normal', 'distance', 'obstacle']

export { buildIndex } from './build.js'
export { PathfanError }

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
  if (name === 'fill' || name === 'snapAny' || name === 'partial') return value ? 1 : 0
  number(value, name)
  // The module would truncate other values: it takes integers, for paths of 32 bits.
  if (name === 'paths' && !(Number.isInteger(value) && value >= 1 && value < 2 ** 31))
    throw new PathfanError(10, 'paths: must be a whole number, 1 to 2147483647')
  if ((name === 'workLimit' || name === 'linkFlags') && !(Number.isInteger(value) && value >= 0 && value < 2 ** 53))
    throw new PathfanError(10, `${name}: must be a whole number, 0 to 2^53 - 1`)
  return value
}

// Reads a change that adds a link.
function linkOf(given) {
  const { link, cost, cost_back: back = cost, level, flags = 0, name, closed = false, ...rest } = given
  if (Object.keys(rest).length) throw new TypeError(`a link has no ${Object.keys(rest)[0]}`)
  if (name !== undefined && typeof name !== 'string') throw new TypeError('name: must be a text')
  const [from, to] = [...link].map((at) => point(at, 'link'))
  const floors = (Array.isArray(level) ? level : [level, level]).map((one) => one === undefined || typeof one === 'string' ? one : String(number(one, 'level')))
  if (!to || floors.length !== 2) throw new TypeError('a link has two points, and one level or two')
  return { kind: 0, on: 1, name, id: 0, link: [closed ? 1 : 0, ...from, ...to, number(cost, 'cost'), back === null ? Infinity : number(back, 'cost_back'), valueOf('linkFlags', flags)], floors }
}

// Reads a change of obstacles: { kind, on, name, id, corners, circle }.
function changeOf(given) {
  const opens = given.kind === 'opening'
  if (given.link !== undefined) return linkOf(given)
  const { closed = !opens, name, circle, polygon, level, ...rest } = given
  if (opens) delete rest.kind
  const verb = Object.keys(rest)[0]
  if (!verb && (circle === undefined) !== (polygon === undefined)) {
    if (name !== undefined && typeof name !== 'string') throw new TypeError('name: must be a text')
    const corners = polygon && Float64Array.from([...polygon].flatMap((at) => point(at, 'polygon')))
    const floor = level === undefined ? undefined : typeof level === 'string' ? level : String(number(level, 'level'))
    return { kind: opens ? 3 : 0, on: closed ? 1 : 0, name, id: 0, corners, floor, circle: circle && [...circle].map((n) => number(n, 'circle')) }
  }
  const which = rest[verb]
  if (!Object.hasOwn(VERBS, verb ?? '') || Object.keys(given).length !== 1)
    throw new TypeError('a change has one of circle, polygon, link, close, open and remove')
  const [kind, on] = VERBS[verb]
  return typeof which === 'string' ? { kind, on, name: which, id: 0 } : { kind, on, id: number(which, verb) }
}

// The snapshot that a request names, in the memory of the index whose calls `of` are; 0: none.
function snapshotOf(obstacles, of) {
  if (obstacles === undefined || obstacles === null) return 0
  if (!(obstacles instanceof Obstacles))
    throw new TypeError('obstacles must be what index.obstacles(changes) returns')
  return obstacles.at(of)
}

/** A snapshot of obstacles: see index.d.ts. */
export class Obstacles {
  #self
  #of

  constructor(self, of, ids) {
    this.#self = self
    this.#of = of
    this.ids = ids
    this.version = of.version(self)
    this.count = of.count(self)
  }

  /** For Index: the snapshot in the memory of the index whose calls these are. */
  at(of) {
    if (of !== this.#of) throw new PathfanError(10, 'obstacles: they are of another index')
    if (!this.#self) throw new PathfanError(10, 'the obstacles are closed')
    return this.#self
  }

  change(changes) { return this.#of.make(this.at(this.#of), changes) }

  get(which) { return this.#of.find(this.at(this.#of), which) }

  all() { return this.#of.ids(this.at(this.#of)).map((id) => this.get(id)) }

  close() {
    if (this.#self) this.#of.release(this.#self)
    this.#self = 0
  }
}

/** Opens an index: see index.d.ts. */
export async function open(bytes, options = {}) {
  const module = await moduleOf('./pathfan.wasm', options.module)
  return new Index(module, bytes, options.name ?? 'index', number(options.radius ?? 0, 'radius'))
}

export class Index {
  #calls
  #self
  #obstacles // what its obstacles ask of it

  constructor(module, bytes, name, radius) {
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
    this.#self = calls.module_open(room, data.length, at, radius)
    calls.free(at)
    if (!this.#self) throw new PathfanError(calls.module_status(), this.#text(calls.module_error()))
    const info = { map: this.#text(calls.module_source_name(this.#self)) }
    INFO.forEach((key, i) => { info[key] = calls.module_info(this.#self, i) })
    info.radii = []
    for (let radius; (radius = calls.module_radii(this.#self, info.radii.length)) > 0;) info.radii.push(radius)
    Object.freeze(info.radii)
    this.info = Object.freeze(info)
    const ignored = []
    while (calls.module_ignored(this.#self, ignored.length)) {
      const [kind, sentence, example] = [0, 1, 2].map((i) => this.#text(calls.module_ignored_text(this.#self, i)))
      ignored.push(Object.freeze({ kind, count: calls.module_ignored_count(this.#self), sentence, example }))
    }
    this.ignored = Object.freeze(ignored)
    this.#obstacles = {
      make: (from, changes) => this.#make(from, changes),
      find: (from, which) => this.#find(from, which),
      version: (of) => calls.module_obstacles_version(of),
      count: (of) => calls.module_obstacles_count(of),
      release: (of) => this.#self && calls.module_release(of),
      ids: (of) => {
        const count = this.#open().module_obstacles_count(of), at = this.#room(8 * count + 8)
        calls.module_obstacles_ids(of, at)
        const ids = [...new Float64Array(calls.memory.buffer, at, count)]
        calls.free(at)
        return ids
      },
    }
  }

  #room(bytes) {
    const at = this.#calls.malloc(bytes) >>> 0
    if (!at) throw new PathfanError(2, 'no memory')
    return at
  }

  // Returns a text in the module's memory, to be freed there; 0 for none.
  #put(text) {
    if (text === undefined) return 0
    const bytes = new TextEncoder().encode(text + '\0')
    if (bytes.indexOf(0) !== bytes.length - 1) throw new PathfanError(10, 'a name holds a zero character')
    const at = this.#room(bytes.length)
    new Uint8Array(this.#calls.memory.buffer).set(bytes, at)
    return at
  }

  #make(from, changes) {
    const read = [...changes].map(changeOf) // runs the caller's getters first
    const calls = this.#open(), self = this.#self
    this.#check(calls.module_list(self, read.length))
    read.forEach(({ kind, on, name, id, corners, circle = [0, 0, 0], floor, link, floors }, i) => {
      const count = corners ? corners.length / 2 : 0, room = count && this.#room(16 * count)
      if (count) new Float64Array(calls.memory.buffer, room, 2 * count).set(corners)
      calls.module_change(self, i, kind, on, this.#put(name), id, room, count, ...circle)
      if (link) this.#check(calls.module_change_link(self, i, ...link, ...floors.map((one) => this.#put(one))))
      if (floor !== undefined) calls.module_change_floor(self, i, this.#put(floor))
    })
    const made = calls.module_make(self, from)
    if (!made) throw new PathfanError(calls.module_status(), this.#text(calls.module_error()))
    return new Obstacles(made, this.#obstacles, read.map((_, i) => calls.module_changed(self, i)))
  }

  #find(from, which) {
    const calls = this.#open(), self = this.#self
    const name = typeof which === 'string' ? this.#put(which) : 0
    const found = calls.module_find(self, from, name, name ? 0 : number(which, 'id'))
    calls.free(name)
    if (!found) return null
    const fact = (key) => calls.module_found(self, FOUND.indexOf(key))
    const corners = fact('corners'), at = calls.module_found_name(self)
    return {
      id: fact('id'),
      name: at ? this.#text(at) : undefined,
      closed: fact('closed') !== 0,
      isDoor: fact('isDoor') !== 0,
      isOpening: fact('isOpening') !== 0,
      ...(corners ? { polygon: this.#points(calls.module_found_corners(self), corners).slice() }
        : { circle: [fact('x'), fact('y'), fact('radius')] }),
    }
  }

  obstacles(changes = []) {
    return this.#make(0, changes)
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
    const { obstacles, ...fields } = request
    const calls = this.#open(), self = this.#self
    calls.module_begin(self, ...ends)
    for (const [name, value] of Object.entries(fields)) {
      const field = FIELDS.indexOf(name), end = ['fromLevel', 'toLevel'].indexOf(name)
      if (end >= 0 && typeof value === 'string') {
        calls.module_floor(self, end, this.#put(value))
        continue
      }
      if (field < 0) throw new TypeError(`${name}: no field of a request; these are: ${FIELDS.join(', ')}`)
      if (value !== undefined) calls.module_set(self, field, valueOf(name, value))
    }
    const among = snapshotOf(obstacles, this.#obstacles)
    if (among) calls.module_keep_out(self, among)
    if (fields.separation === 0 && fields.separationShare === undefined)
      calls.module_set(self, FIELDS.indexOf('separationShare'), 0)
    this.#check(calls.module_ask(self))
    const used = this.#points(calls.module_ends(self), 2)
    const answer = {
      outcome: this.#text(calls.module_outcome(self)),
      reason: this.#text(calls.module_reason(self)),
      from: used.slice(0, 2),
      to: used.slice(2, 4),
      nearest: null,
      partial: calls.module_is_partial(self) !== 0,
      radius: calls.module_radius(self),
      paths: [],
    }
    const nearest = calls.module_nearest_reachable(self)
    if (nearest) answer.nearest = this.#points(nearest, 1).slice()
    for (let i = 0, count = calls.module_paths(self); i < count; i++)
      answer.paths.push({
        length: calls.module_path_length(self, i),
        cost: calls.module_path_cost(self, i),
        points: this.#points(calls.module_path_points(self, i), calls.module_path_count(self, i)).slice(),
        filled: calls.module_path_is_filled(self, i) !== 0,
        legs: Array.from({ length: calls.module_path_legs(self, i) }, (_, leg) => this.#leg(i, leg)),
      })
    return answer
  }

  #leg(path, number) {
    const calls = this.#calls, self = this.#self
    const [kind, name, floor] = [0, 1, 2].map((which) => {
      const at = calls.module_leg_text(self, path, number, which)
      return (at && this.#text(at)) || null
    })
    const numbers = LEG.map((key, which) => [key, calls.module_leg_number(self, path, number, which)])
    return { kind, name, floor, ...Object.fromEntries(numbers) }
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

  #look(question, from, to, obstacles) {
    const numbers = [...point(from, 'from'), ...to]
    const calls = this.#open(), self = this.#self
    this.#check(calls.module_look(self, question, ...numbers, snapshotOf(obstacles, this.#obstacles)))
    return this.#hit()
  }

  #hit() {
    const calls = this.#calls, self = this.#self
    const hit = { outcome: this.#text(calls.module_hit_outcome(self)) }
    HIT.forEach((key, i) => {
      const value = calls.module_hit(self, i)
      if (HIT.indexOf(key) !== HIT.lastIndexOf(key)) (hit[key] ??= []).push(value)
      else hit[key] = key === 'found' ? value !== 0 : value
    })
    return hit
  }

  ray(from, to, obstacles) {
    return this.#look(0, from, point(to, 'to'), obstacles)
  }

  move(from, toward, obstacles) {
    return this.#look(1, from, point(toward, 'toward'), obstacles)
  }

  wall(from, radius = Infinity, obstacles) {
    return this.#look(2, from, [number(radius, 'radius'), 0], obstacles)
  }

  random(from, radius = 0, seed = 0, obstacles) {
    const where = point(from, 'from')
    if (!(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 53)) throw new PathfanError(10, 'seed: must be a whole number, 0 or more')
    const calls = this.#open(), self = this.#self
    const none = this.#check(calls.module_random(self, ...where, number(radius, 'radius'), seed,
      snapshotOf(obstacles, this.#obstacles)))
    return none ? null : this.#points(calls.module_nearest_point(self), 1).slice()
  }

  check(points, obstacles, since = 0) {
    const given = Float64Array.from(points, (value) => number(value, 'points')), count = given.length / 2
    if (!(Number.isInteger(count) && count > 0)) throw new TypeError('points: must be x and y of each point, as in a path')
    if (!(Number.isInteger(since) && since >= 0 && since < 2 ** 53)) throw new PathfanError(10, 'since: must be a version')
    const calls = this.#open(), self = this.#self, among = snapshotOf(obstacles, this.#obstacles)
    const room = this.#room(16 * count)
    new Float64Array(calls.memory.buffer, room, 2 * count).set(given)
    const status = calls.module_check(self, room, count, since, among)
    calls.free(room)
    this.#check(status)
    const leg = calls.module_leg(self)
    return { leg: leg < 0 ? null : leg, stillShortest: calls.module_still_shortest(self) !== 0, hit: this.#hit() }
  }

  verify() {
    this.#check(this.#open().module_verify(this.#self))
  }

  close() {
    if (this.#self) this.#calls.module_close(this.#self)
    this.#self = 0
  }
}

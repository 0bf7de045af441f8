/** A point as [x, y] in map units, or as {x, y}; x points right, y down, on some maps up. */
export type Point = readonly [number, number] | Float64Array | { readonly x: number; readonly y: number }

/** A request; docs/reference.md of pathfan explains each field. */
export interface Request {
  /** How many paths to find, 1 or more. Default 3. */
  paths?: number
  /** No path is longer than this many times the shortest, 1 or more. Default 1.5. */
  stretch?: number
  /** Any two paths differ by at least this share of their length, 0 to 1. Default 0.6. */
  dissimilarity?: number
  /** Parts within this of the other path, map units, count as shared. 0: only points that paths have
   * in common, unless separationShare is given. Default: separationShare alone. */
  separation?: number
  /** The same as a share of the shortest path's length, 0 to 1. Default 0.02; the larger of the two applies. */
  separationShare?: number
  /** If that leaves too few paths, add the best of the rest, marked. Default false. */
  fill?: boolean
  /** Blocked ends move to the nearest free point within this many units from which the other end can
   * be reached. Default 0: never. */
  snap?: number
  /** Snap to the nearest free point, even if no path leads on from there. Default false. */
  snapAny?: boolean
  /** A link can be used if all of its flags are among these bits. Default 0. */
  linkFlags?: number
  /** The ends are points on the floors of these levels or names, and the answer's points on floors. */
  fromLevel?: number | string
  toLevel?: number | string
  /** If the goal is blocked or can't be reached, paths lead to Answer.nearest. Default false. */
  partial?: boolean
  /** Of the agent: the least radius of the index that isn't smaller answers. Default 0: that for which
   * it was opened. */
  radius?: number
  /** 'thorough' tries every vertex where 'fast', the default, finds too few. */
  effort?: 'fast' | 'thorough'
  /** Bound on the bounded stretch of alternatives, 1 or more. Default 0: none. */
  maxBoundedStretch?: number
  /** Bound on the local optimality of alternatives. Default 0: none. */
  minLocalOptimality?: number
  /** No path but the first turns back in plain sight: where two of its points see each other, its
   * part between them is at most this many times their distance. 0: loops are allowed. Default 1.5. */
  maxLoop?: number
  /** The greatest number of look-ups. Default 0: no limit. */
  workLimit?: number
  /** What paths keep out of, made by index.obstacles(). Default: nothing, and all doors are open. */
  obstacles?: Obstacles
}

/** A change of obstacles, as in JSON. N is a name, or the number of the area. With a level, points are
 * on the floor of that level or name. */
export type Change =
  /** Adds an area. closed, default true: paths keep out of it. */
  | { circle: readonly [number, number, number]; name?: string; closed?: boolean; level?: number | string }
  | { polygon: Iterable<Point>; name?: string; closed?: boolean; level?: number | string }
  /** Adds an opening, in which walls are removed. closed, default false: only once it is opened. */
  | { polygon: Iterable<Point>; kind: 'opening'; name?: string; closed?: boolean; level?: number | string }
  | { circle: readonly [number, number, number]; kind: 'opening'; name?: string; closed?: boolean; level?: number | string }
  /** Adds a link from one point to the other. cost_back: in the other direction, null: it is one-way.
   * level: of both ends, or of each. */
  | { link: readonly [Point, Point]; cost: number; cost_back?: number | null; flags?: number; name?: string; closed?: boolean; level?: number | string | readonly [number | string, number | string] }
  | { close: string | number }
  | { open: string | number }
  | { remove: string | number }

/** An area, an opening, or a door of the map. */
export interface Obstacle {
  readonly id: number
  readonly name?: string
  readonly closed: boolean
  readonly isDoor: boolean
  /** Whether it removes walls while it is open. */
  readonly isOpening: boolean
  /** An area has one of the two. polygon: x and y of each corner. */
  readonly circle?: [number, number, number]
  readonly polygon?: Float64Array
}

/** A snapshot of obstacles, which never changes. */
export class Obstacles {
  private constructor()
  /** The number of changes that led to it. */
  readonly version: number
  readonly count: number
  /** The numbers of what each change that made it was about. */
  readonly ids: number[]
  /** Another snapshot, after these changes. Throws PathfanError ('argument', 'limit'): none is made. */
  change(changes: Iterable<Change>): Obstacles
  /** Finds by name or number; null: there is none. */
  get(which: string | number): Obstacle | null
  /** All, by number. */
  all(): Obstacle[]
  /** Frees its memory; otherwise the index does when it is closed or unreachable. */
  close(): void
}

export interface Path {
  /** Map units. */
  length: number
  /** x and y of each point, one after the other: from, corners, to. [Length: 2 x points] */
  points: Float64Array
  /** Whether it was filled in, without regard to the separation. */
  filled: boolean
  /** The cost of walks and links, by which paths are ordered; without links the length. */
  cost: number
  /** Walks and links in order, if the request may use a link; else empty. */
  legs: Leg[]
}

/** A part of a path: a walk or a link. */
export interface Leg {
  kind: 'walk' | 'link' | 'off-road' | 'road' | 'bank' | 'area' | 'border'
  /** Of the link, road or river. */
  name: string | null
  /** Name and level of the floor on which it begins; null and 0 without floors. */
  floor: string | null
  level: number
  /** The length walked, map units. */
  length: number
  cost: number
  /** It runs from this point of the path to `last`. */
  first: number
  last: number
  /** The link's number; -1: none. */
  feature: number
}

export interface Answer {
  outcome: 'ok' | 'no_path' | 'start_blocked' | 'goal_blocked' | 'work_limit'
  /** Why there are fewer paths than requested, if there are. */
  reason: 'complete' | 'no_candidates' | 'rejected' | 'work_limit'
  /** The ends that were used: rounded, perhaps snapped. [Length: 2] */
  from: Float64Array
  to: Float64Array
  /** If the goal is blocked or can't be reached: the reachable point nearest to it; else null. */
  nearest: Float64Array | null
  /** Whether paths lead there, as requested. */
  partial: boolean
  /** If the request had a radius: the one of the index that answered; else 0. */
  radius: number
  /** Shortest first; the first is exactly shortest. */
  paths: Path[]
}

/** Something in the way, or near. */
export interface Hit {
  /** If the start is blocked, nothing is found. */
  outcome: 'ok' | 'start_blocked'
  found: boolean
  /** The point used: rounded. */
  from: [number, number]
  at: [number, number]
  distance: number
  /** Of length 1: from the wall into free space; 0, 0 if nothing was found. */
  normal: [number, number]
  /** The number of the area that it is a side of; 0: a wall of the map. */
  obstacle: number
}

/** Whether a path can still be walked. */
export interface Checked {
  /** The first leg that is blocked, from its point of that number to the next; null: none is. */
  leg: number | null
  /** Whether it is known to be still the shortest: nothing has been opened since. */
  stillShortest: boolean
  /** What is in the way of that leg. */
  hit: Hit
}

export interface Info {
  readonly map: string
  readonly formatMajor: number
  readonly formatMinor: number
  readonly vertices: number
  readonly polygons: number
  readonly components: number
  /** Least coordinates and extent of the map, units. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly bytes: number
  /** The radius of agents that it was opened for, and all that the file holds; 0 and none: built
   * without. */
  readonly agentRadius: number
  readonly radii: readonly number[]
}

/** Contents of the map that have no effect, or contradict each other. */
export interface Ignored {
  readonly kind: string
  readonly count: number
  readonly sentence: string
  /** The first of them, and where it is. */
  readonly example: string
}

/** What went wrong, in a sentence; status as in pathfan/status.h, lower case: 'damaged', 'version'. */
export class PathfanError extends Error {
  readonly status: string
}

export class Index {
  private constructor()
  readonly info: Info
  readonly ignored: readonly Ignored[]
  /** Throws PathfanError ('argument') for a field out of its range. */
  paths(from: Point, to: Point, request?: Request): Answer
  /** A snapshot of the map's doors in their initial state, after these changes. */
  obstacles(changes?: Iterable<Change>): Obstacles
  /** Length of the shortest path; Infinity without one. */
  distance(from: Point, to: Point): number
  /** The free point nearest to one, [x, y], if there is one within a radius; else null. */
  nearestFree(at: Point, radius: number): Float64Array | null
  /** Looks straight to a point, which may lie anywhere: `at` is where a wall is in the way, or the
   * point. Touching a wall is no hit. */
  ray(from: Point, to: Point, obstacles?: Obstacles): Hit
  /** The nearest wall within a radius (default: anywhere): `at` is its nearest point. */
  wall(from: Point, radius?: number, obstacles?: Obstacles): Hit
  /** Moves straight towards a point, and along walls in the way: `at` is where that ends, `distance`
   * how far it goes. */
  move(from: Point, toward: Point, obstacles?: Obstacles): Hit
  /** A point that can be reached: by a path of at most `radius`, 0 (default): by any; with the
   * same probability by area. null: `from` is blocked, or no draw suited. seed: a whole number. */
  random(from: Point, radius?: number, seed?: number, obstacles?: Obstacles): Float64Array | null
  /** Whether a path, as x and y of each point, can still be walked. since: the version of the
   * obstacles that it was requested with. */
  check(points: ArrayLike<number>, obstacles?: Obstacles, since?: number): Checked
  /** Checks every digest and structure. Throws PathfanError ('damaged'). */
  verify(): void
  /** Frees its memory. */
  close(): void
}

/** Opens an index that `pathfan build-index` has made; the bytes are copied. name stands for it in
 * messages. module: pathfan.wasm, compiled or its bytes, where it can't be loaded from beside
 * index.js, as with some bundlers. radius: of an index for several radii of agents, the least that
 * isn't smaller is opened; default the least of all. */
export function open(bytes: ArrayBuffer | SharedArrayBuffer | ArrayBufferView,
  options?: { name?: string; radius?: number; module?: WebAssembly.Module | BufferSource }): Promise<Index>

/** A map: a text, or the bytes of a file, as the command reads (also packed by gzip), or of a PNG,
 * each pixel of which is a cell, blocked if it is darker than half; a grid of cells, row by row,
 * blocked where they aren't 0; or polygons, each a ring of points or a list of rings, of which all but the first are
 * holes. */
export type MapSource = string | ArrayBuffer | SharedArrayBuffer | ArrayBufferView
  | { width: number; height: number; blocked: ArrayLike<number> }
  | { free?: Iterable<Iterable<Point> | Iterable<Iterable<Point>>>; obstacles?: Iterable<Iterable<Point> | Iterable<Iterable<Point>>> }

/** How an index is made; as the options of `pathfan build-index`. */
export interface BuildOptions {
  /** Of the map, in messages and in the index: no path. Default "map". */
  name?: string
  /** Obstacles grow by this much, map units; several, ascending: an index for each, in one. Default 0. */
  agentRadius?: number | Iterable<number>
  /** The characters of free cells. Default ".G". */
  passable?: string
  /** Of the lattice to which polygons are rounded, map units. Default: the finest. */
  unit?: number
  /** Lines are walls of this width. Default: lines are refused. */
  wallWidth?: number
  /** Leave out features that can't be part of a map. Default false: they are refused. */
  skipOthers?: boolean
  /** Refuse a map with contents that have no effect. Default false. */
  strict?: boolean
  /** Polygons without a kind are walkable. Default false: they are obstacles. */
  walkable?: boolean
  /** Read the features of this level. */
  level?: string
  /** How OpenStreetMap tags are read: "foot", "bicycle", "car" or "offroad". */
  profile?: string
  /** "local": degrees become metres. */
  project?: 'local'
  /** Of Tiled: names of the layers that have obstacles. */
  layers?: Iterable<string>
  /** Of a terrain: cost per distance off the roads; how far points may be left out. */
  backgroundRate?: number
  simplify?: number
  /** Store the edges of the visibility graph. Default true. */
  edges?: boolean
  /** Refuse ("limit") a build that needs more bytes. Default 0: what WebAssembly has, 4 GiB. */
  maxMemory?: number
}

export interface BuildReport {
  readonly bytes: number
  readonly vertices: number
  readonly polygons: number
  readonly components: number
  /** Features left out; obstacles that rounding left without an area. */
  readonly skipped: number
  readonly vanished: number
  readonly seconds: number
}

/** Makes the index of a map in a worker: the same bytes that `pathfan build-index` writes on any
 * system. onProgress is called about ten times a second; share is that of the whole build, 0 to 1.
 * signal ends the build at once: the promise is rejected with its reason. module: pathfan-build.wasm,
 * compiled or its bytes, where it can't be loaded from beside build.js. Files that a map names, such
 * as tilesets, aren't looked for. Throws PathfanError: 'malformed' (the map), 'limit', 'argument',
 * 'no_memory'; TypeError for options of other kinds. */
export function buildIndex(map: MapSource, options?: BuildOptions, how?: {
  onProgress?: (progress: { stage: string; share: number }) => void
  signal?: AbortSignal
  module?: WebAssembly.Module | BufferSource
}): Promise<{ index: Uint8Array; report: BuildReport }>

// Answers the server's addresses (docs/openapi.json) out of a folder made by `pathfan export`:
// facts of the maps come from pathfan.json, everything else from the module of the map's index.

import { Module, refusal } from "./module.js";

const OPEN_MAX = 3; // indexes in memory; each has its own memory, freed as a whole

const SIDE_MAX = 256; // of a field's columns or rows: PF_FIELD_SIDE_MAX

const A_MAP = /^\/api\/maps\/([^/]+)$/;
const OF_MAP = /^\/api\/maps\/([^/]+)\/(geometry|terrain|vertices|look|field|vertex\/[^/]+)$/;

// Returns a number of the address, or NaN.
const number = (text) => (text === null || text.trim() === "" ? NaN : Number(text));

// Returns an integer from 1 to most, or null.
const whole = (text, most) => (/^\d+$/.test(text ?? "") && Number(text) >= 1 && Number(text) <= most ? Number(text) : null);

export class Answers {
  // read(name) returns a promise of a file of the folder as an ArrayBuffer; its errors are
  // sentences.
  constructor(read) {
    this.read = read;
    this.open = new Map(); // by id, the most recently used last
    this.made = new Map(); // added maps, by id: {info, bytes}
    this.maps = read("pathfan.json").then((bytes) => JSON.parse(new TextDecoder().decode(bytes)).maps);
    this.compiled = read("pathfan.wasm").then((bytes) => WebAssembly.compile(bytes));
    for (const promise of [this.maps, this.compiled]) promise.catch(() => {}); // told to the request
  }

  // Returns {status, text} like the server.
  async answer(method, address, body) {
    try {
      return await this.find(method, new URL(address, "http://folder"), body);
    } catch (error) {
      return refusal(500, "failed", error.message);
    }
  }

  async find(method, { pathname, searchParams }, body) {
    const asked = `${method} ${pathname}`;
    if (asked === "GET /api/maps") return this.say({ maps: (await this.all()).map(({ info }) => info) });
    if (asked === "POST /api/query") return this.query(JSON.parse(body));
    if (asked === "POST /api/targets") return this.ofMap(JSON.parse(body), (module, request) => module.targets(request));
    const [, whole] = (method === "GET" && A_MAP.exec(pathname)) || [];
    if (whole) return this.withMap(whole, ({ info }) => this.say(info));
    const [, id, part] = (method === "GET" && OF_MAP.exec(pathname)) || [];
    if (id) return this.withModule(id, (module, { info }) => this.part(module, info, part, searchParams));
    return refusal(404, "not_found", "this page has no server: what it draws, builds or stores needs `pathfan view`");
  }

  // All maps, those added first.
  async all() {
    return [...this.made.values(), ...(await this.maps)];
  }

  // Adds a map, or replaces it. about: {id, name, ...} of the server's facts, the rest of which its
  // index tells; they are the answer.
  async add(about, bytes) {
    try {
      const module = new Module(await this.compiled, bytes, about.name, false);
      const info = { ...about, ...JSON.parse(module.facts().text) };
      module.hasDoors = info.doors > 0;
      this.made.set(about.id, { info, bytes });
      this.keep(about.id, Promise.resolve(module));
      return this.say(info);
    } catch (error) {
      return refusal(500, "failed", error.message);
    }
  }

  drop(id) {
    this.made.delete(id);
    this.open.delete(id);
    return { status: 200, text: "{}" };
  }

  say(object) {
    return { status: 200, text: JSON.stringify(object) };
  }

  part(module, info, part, given) {
    const [x, y] = [number(given.get("x")), number(given.get("y"))];
    const isPoint = Number.isFinite(x) && Number.isFinite(y);
    if ((part === "look" || part === "field") && !isPoint) return refusal(400, "bad_request", "x and y must be two finite numbers");
    const sides = ["columns", "rows"].map((name) => whole(given.get(name), SIDE_MAX));
    if (part === "field" && sides.includes(null)) return refusal(400, "bad_request", `columns and rows must be 1 to ${SIDE_MAX}`);
    if ((part === "terrain" || part === "field") && !info.terrain) return refusal(409, "no_terrain", `map '${info.id}' has neither roads nor rivers`);
    if (part === "look") return module.look(x, y);
    if (part === "field") return module.field(x, y, ...sides);
    if (!part.startsWith("vertex/")) return module[part]();
    const vertex = decodeURIComponent(part.slice("vertex/".length));
    return /^\d+$/.test(vertex) ? module.vertex(Number(vertex)) : refusal(404, "no_such_vertex", `there is no vertex '${vertex}'`);
  }

  query(request) {
    for (const name of ["measures", "trace"]) if (name in request && typeof request[name] !== "boolean") return refusal(400, "bad_request", `"${name}" must be true or false`);
    return this.ofMap(request, (module) => module.query(request));
  }

  ofMap(request, use) {
    const { map } = request;
    if (typeof map !== "string") return refusal(400, "bad_request", '"map" must be the id of a map');
    return this.withModule(encodeURIComponent(map), (module) => use(module, request));
  }

  async withMap(part, use) {
    const id = decodeURIComponent(part);
    const found = (await this.all()).find(({ info }) => info.id === id);
    return found ? use(found) : refusal(404, "no_such_map", `there is no map '${id}'`);
  }

  withModule(part, use) {
    return this.withMap(part, async (map) => {
      const module = await this.module(map);
      try {
        return use(module, map);
      } catch (error) {
        this.open.delete(map.info.id); // its memory may be in any state
        throw error;
      }
    });
  }

  // Returns the module of a map's index, loading it if needed; drops the least recently used one.
  module({ info: { id, doors, name }, index, bytes }) {
    const module = this.open.get(id) ?? this.load(id, index ?? name, doors > 0, bytes);
    this.keep(id, module);
    return module;
  }

  keep(id, module) {
    this.open.delete(id);
    this.open.set(id, module);
    if (this.open.size > OPEN_MAX) this.open.delete(this.open.keys().next().value);
  }

  async load(id, index, hasDoors, made) {
    try {
      const [compiled, bytes] = await Promise.all([this.compiled, made ?? this.read(index)]);
      return new Module(compiled, bytes, index, hasDoors);
    } catch (error) {
      this.open.delete(id); // the next request tries again
      throw error;
    }
  }
}

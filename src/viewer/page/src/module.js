// The WebAssembly module of ../module: an index that takes requests as plain values and returns the
// server's JSON.

import { Obstacles, areObstacles } from "./obstacles.js";

// The system calls of the module: the clock, to time queries; growth of memory, which is ignored;
// and files, which don't exist.
const BAD_DESCRIPTOR = 8;
const fails = () => BAD_DESCRIPTOR;

function imports(memory) {
  return {
    env: { emscripten_notify_memory_growth() {} },
    wasi_snapshot_preview1: {
      fd_write: fails,
      fd_read: fails,
      fd_close: fails,
      fd_seek: fails,
      clock_time_get(clock, precision, at) {
        new DataView(memory().buffer).setBigUint64(at >>> 0, BigInt(Math.round(1e6 * performance.now())), true);
        return 0;
      },
      proc_exit(code) {
        throw new Error(`the module ended with ${code}`);
      },
    },
  };
}

// The answer when the module has no memory left for one.
const outOfMemory = { status: 500, text: JSON.stringify({ error: { status: 500, code: "no_memory", message: "out of memory" } }) };

const NUMBER = 0, SWITCH = 1, POINT = 2, WORD = 3; // kinds of module_set
const ROUNDS = 3; // of fields, PF_FIELD_ROUNDS
const TARGETS_MAX = 1024; // PF_TARGETS_MAX
const MEASURES = 1, TRACE = 2; // flags of module_ask

const isNumber = (value) => typeof value === "number";
const areNumbers = (value, count) => Array.isArray(value) && value.length === count && value.every(isNumber);

export function refusal(status, code, message) {
  return { status, text: JSON.stringify({ error: { status, code, message } }) };
}

const notObstacles = () => refusal(400, "bad_request", '"obstacles" must be a list of {"circle": [x, y, r]} and {"polygon": [[x, y], ...]}, also with {"kind": "opening"}, and of {"close": NAME} and {"open": NAME}');
const notAreas = () => refusal(400, "bad_request", '"avoid" must be a list of {"circle": [x, y, r]} and {"polygon": [[x, y], ...]}');

export class Module {
  // compiled: a WebAssembly.Module; bytes: an ArrayBuffer with an index, which has doors or not.
  // Throws an Error if the index can't be opened.
  constructor(compiled, bytes, name, hasDoors) {
    this.hasDoors = hasDoors;
    this.calls = new WebAssembly.Instance(compiled, imports(() => this.calls.memory)).exports;
    this.calls._initialize();
    const room = this.room(bytes.byteLength);
    new Uint8Array(this.calls.memory.buffer).set(new Uint8Array(bytes), room);
    const { status, text } = this.withText(name, (at) => this.said(this.calls.module_open(room, bytes.byteLength, at)));
    if (status !== 200) throw new Error(JSON.parse(text).error.message);
    this.obstacles = new Obstacles(this);
  }

  // Allocates memory and returns its address; >>> 0 because pointers arrive as signed numbers.
  room(bytes) {
    const at = this.calls.module_room(bytes) >>> 0;
    if (!at) throw new Error("out of memory");
    return at;
  }

  // Returns the address of a copy of the text.
  textOf(text) {
    const bytes = new TextEncoder().encode(`${text}\0`);
    const at = this.room(bytes.length);
    new Uint8Array(this.calls.memory.buffer).set(bytes, at);
    return at;
  }

  // Calls `call` with the address of a copy of the text.
  withText(text, call) {
    const at = this.textOf(text);
    try {
      return call(at);
    } finally {
      this.calls.module_free(at);
    }
  }

  said(status) {
    const at = this.calls.module_text() >>> 0;
    if (!at) return status === 200 ? { status, text: "" } : outOfMemory;
    const bytes = this.calls.module_text_bytes() >>> 0;
    return { status, text: new TextDecoder().decode(new Uint8Array(this.calls.memory.buffer, at, bytes)) };
  }

  facts = () => this.said(this.calls.module_facts());
  geometry = () => this.said(this.calls.module_geometry());
  vertices = () => this.said(this.calls.module_vertices());
  terrain = () => this.said(this.calls.module_terrain());
  vertex = (number) => this.said(this.calls.module_vertex(number));
  look = (x, y) => this.said(this.calls.module_look(x, y));
  field = (x, y, columns, rows) => this.said(this.calls.module_field(x, y, columns, rows));

  // body: a parsed request of the API.
  query({ map, measures = true, trace = false, obstacles, ...fields }) {
    for (const end of ["from", "to"]) if (!(end in fields)) return refusal(400, "bad_request", `"${end}" is missing`);
    return this.fields(fields) ?? this.keepOut(obstacles) ?? this.said(this.calls.module_ask((measures ? MEASURES : 0) | (trace ? TRACE : 0)));
  }

  // Answers a request with many targets.
  targets({ map, targets, ...fields }) {
    if (!Array.isArray(targets) || !targets.length || targets.length > TARGETS_MAX || !targets.every((point) => areNumbers(point, 2))) return refusal(400, "bad_request", `"targets" must be a list of 1 to ${TARGETS_MAX} points`);
    if (!("from" in fields)) return refusal(400, "bad_request", '"from" is missing');
    const wrong = this.fields({ ...fields, to: targets[0] });
    if (wrong) return wrong;
    const at = this.room(16 * targets.length);
    new Float64Array(this.calls.memory.buffer, at, 2 * targets.length).set(targets.flat());
    const said = this.said(this.calls.module_targets(at, targets.length));
    this.calls.module_free(at);
    return said;
  }

  // Sets the fields of a request; returns null, or a refusal.
  fields(fields) {
    this.calls.module_begin();
    for (let round = 0; round < ROUNDS; round++) {
      this.calls.module_round(round);
      for (const [name, value] of Object.entries(fields)) {
        const wrong = this.set(name, value, round);
        if (wrong) return wrong;
      }
    }
    return null;
  }

  // Sets the obstacles; returns null, or a refusal. Without a list they are the map's closed doors.
  keepOut(list) {
    if (list && !areObstacles(list)) return notObstacles();
    if (!list && !this.hasDoors) return null;
    try {
      this.calls.module_keep_out(this.obstacles.of(list ?? []));
      return null;
    } catch (refused) {
      if (!refused.status) throw refused;
      return refused;
    }
  }

  // Sets a field; returns null, or a refusal.
  set(name, value, round) {
    const isLast = round === ROUNDS - 1;
    if (name === "avoid") return isLast ? this.avoid(value) : null;
    if (value && typeof value === "object" && !Array.isArray(value)) return isLast ? this.weigh(name, value) : null;
    const give = (kind, a, b, word) =>
      this.withText(name, (at) => this.withText(word, (text) => (this.calls.module_set(at, kind, a, b, text) === 200 ? null : this.said(400))));
    if (isNumber(value)) return give(NUMBER, value, 0, "");
    if (typeof value === "boolean") return give(SWITCH, value ? 1 : 0, 0, "");
    if (areNumbers(value, 2)) return give(POINT, value[0], value[1], "");
    return give(WORD, 0, 0, typeof value === "string" ? value : "");
  }

  weigh(field, weights) {
    for (const [name, weight] of Object.entries(weights)) {
      if (!isNumber(weight)) return refusal(400, "bad_request", `"${field}" must be an object of numbers`);
      const status = this.withText(field, (at) => this.withText(name, (text) => this.calls.module_weight(at, text, weight)));
      if (status !== 200) return this.said(status);
    }
    return null;
  }

  avoid(areas) {
    if (!Array.isArray(areas)) return notAreas();
    for (const { circle, polygon } of areas) {
      let status;
      if (areNumbers(circle, 3) && !polygon) status = this.calls.module_avoid(...circle, 0, 0);
      else if (!circle && Array.isArray(polygon) && polygon.length >= 3 && polygon.every((corner) => areNumbers(corner, 2))) {
        const at = this.room(16 * polygon.length);
        new Float64Array(this.calls.memory.buffer, at, 2 * polygon.length).set(polygon.flat());
        status = this.calls.module_avoid(0, 0, 0, at, polygon.length);
      } else return notAreas();
      if (status !== 200) return this.said(status);
    }
    return null;
  }
}

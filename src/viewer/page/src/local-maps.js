// Maps that are made where there is no server: files opened here, and drawings. Their indexes are made
// in a worker (bake.js), and asked by the one that answers (worker.js). They are gone with the page;
// indexes can be saved.
//
// Answers the addresses of the server's interface that make, change and remove maps.

import { bake } from "./bake.js";
import { mapOf } from "./drawing-map.js";
import { matrixOf, showing } from "./points.js";

const PICTURE = { width: 288, height: 144 }; // CSS pixels

const say = (status, object, headers) => new Response(object === undefined ? null : JSON.stringify(object), { status, headers });
const refuse = (status, code, message) => say(status, { error: { status, code, message } });

// Draws the free space of a map: a blob.
function pictureOf({ width, height, origin: [left, low], is_y_up: isUp }, { polygons }) {
  const scale = Math.min(PICTURE.width / width, PICTURE.height / height);
  const canvas = Object.assign(document.createElement("canvas"), { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) });
  const pen = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  pen.fillStyle = style.getPropertyValue("--blocked");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.setTransform(...matrixOf(showing([left, isUp ? low + height : low], [0, 0], scale, isUp ? -1 : 1)));
  pen.fillStyle = style.getPropertyValue("--free");
  pen.beginPath();
  for (const xy of polygons) {
    for (let i = 0; i < xy.length; i += 2) pen[i ? "lineTo" : "moveTo"](xy[i], xy[i + 1]);
    pen.closePath();
  }
  pen.fill();
  return new Promise((resolve) => canvas.toBlob(resolve));
}

export class LocalMaps {
  // send(message) asks the worker that answers; files: of each map, by id, {picture, source, index}.
  constructor(send, files) {
    this.send = send;
    this.files = files;
    this.maps = new Map(); // by id: {id, name, drawing, version, stop}
    this.jobs = new Map(); // by id: {id, map, state, stage, done, message}
    this.made = 0;
  }

  // Returns a promise of a response; null: the address isn't about such maps.
  ask(address, { method = "GET", body, headers = {} } = {}) {
    const [, , kind, id, part] = address.split("/").map(decodeURIComponent);
    if (kind === "jobs") return this.job(id, method);
    if (kind !== "maps") return null;
    if (method === "POST") return this.add(JSON.parse(body));
    const map = this.maps.get(id);
    if (part === "drawing") return map?.drawing ? this.drawing(map, method, body, headers) : refuse(409, "not_a_drawing", `map '${id}' is not a drawing`);
    return method === "DELETE" && map ? this.remove(map) : null;
  }

  job(id, method) {
    const job = this.jobs.get(id);
    if (!job) return refuse(404, "no_such_job", `there is no job '${id}'`);
    if (method === "DELETE") this.maps.get(job.map)?.stop?.abort();
    return say(200, job);
  }

  // Makes a map of a text or of a drawing.
  async add({ name = "drawing", source, ...drawing }) {
    try {
      const { info } = source === undefined ? await this.draw(name, drawing) : await this.open(name, source);
      return say(201, { map: info, job: null });
    } catch (error) {
      return refuse(400, error.status ?? "failed", error.message);
    }
  }

  // Makes a map of a file's bytes, or a text. file: its name. Throws the builder's errors.
  async open(file, source, { onProgress, signal } = {}) {
    const map = this.next(file.replace(/\.[^.]*$/, "") || "map");
    const index = await bake(source, file.replace(/[/\\]|^\.+/g, "") || "map", {}, { onProgress, signal });
    return this.publish(map, index, new Blob([source]), file);
  }

  async draw(name, drawing) {
    const map = Object.assign(this.next(name), { drawing, version: 1 });
    return this.build(map);
  }

  next(name) {
    return { id: `here-${++this.made}`, name };
  }

  // Makes the index of a map's drawing.
  async build(map, onProgress) {
    const text = mapOf(map.drawing);
    map.stop?.abort(); // an earlier drawing's
    map.stop = new AbortController();
    const index = await bake(text, `${map.id}.geojson`, { agentRadius: map.drawing.agent_radius ?? 0 }, { onProgress, signal: map.stop.signal });
    return this.publish(map, index, new Blob([text]), `${map.name}.geojson`);
  }

  // Has the index asked from now on; returns the map, with the server's facts.
  async publish(map, index, source, file) {
    const blob = new Blob([index]);
    const about = { id: map.id, name: map.name, editable: Boolean(map.drawing), removable: true };
    map.info = await this.told({ add: about, bytes: index.buffer });
    const geometry = await this.told({ method: "GET", address: `/api/maps/${map.id}/geometry` });
    for (const url of Object.values(this.files.get(map.id) ?? {})) URL.revokeObjectURL(url);
    const [picture, text, kept] = [await pictureOf(map.info, geometry), source, blob].map((part) => URL.createObjectURL(part));
    this.files.set(map.id, { picture, source: text, index: kept, name: file });
    map.source = source;
    this.maps.set(map.id, map);
    return map;
  }

  async told(message) {
    const response = await this.send(message);
    const said = await response.json();
    if (!response.ok) throw new Error(said.error.message);
    return said;
  }

  // The file that a map was made of, by its address.
  fileAt(address) {
    return [...this.maps.values()].find(({ id }) => this.files.get(id).source === address)?.source;
  }

  async remove(map) {
    map.stop?.abort();
    for (const url of Object.values(this.files.get(map.id))) URL.revokeObjectURL(url);
    this.files.delete(map.id);
    this.maps.delete(map.id);
    await this.send({ drop: map.id });
    return new Response(null, { status: 204 });
  }

  // The tag of a drawing is the number of its version: nobody else changes it.
  drawing(map, method, body) {
    if (method === "GET") return say(200, map.drawing, { ETag: String(map.version) });
    map.drawing = JSON.parse(body);
    map.version++;
    const job = { id: `h${this.jobs.size + 1}`, map: map.id, state: "running", stage: "", done: 0 };
    this.jobs.set(job.id, job);
    const follow = ({ stage, share }) => Object.assign(job, { stage, done: share });
    const ended = (error) => Object.assign(job, error.name === "AbortError" ? { state: "cancelled" } : { state: "failed", message: error.message });
    this.build(map, follow).then(() => Object.assign(job, { state: "done", done: 1 }), ended);
    return say(202, { job }, { ETag: String(map.version) });
  }
}

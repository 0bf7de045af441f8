// Links that contain a drawing: "#drawn=" and the drawing as JSON, deflated, in base64url. A link
// is complete: the server that the drawing was made on isn't needed.
//
// Links aren't trusted: unpacking is bounded, and the result is checked before anything is drawn.
// The server checks it again.

import { SIDE, RADIUS } from "./drawing.js";
import { bytes, count } from "./words.js";

const LINK_MAX = 32000; // characters that most programs pass on
const UNPACKED_MAX = 4e6; // bytes
const THINGS_MAX = 20000; // the server's limit

const PREFIX = "#drawn=";
const DAMAGED = "This link carries no drawing that can be read: it is cut off or damaged.";

function toText(packed) {
  let text = "";
  for (let i = 0; i < packed.length; i += 8192) text += String.fromCharCode(...packed.subarray(i, i + 8192));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromText(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

// Returns all bytes of a stream; throws once there are more than most.
async function allOf(stream, most = Infinity) {
  const parts = [];
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      reader.cancel().catch(() => {});
      throw new RangeError(`This link unpacks to more than ${bytes(most)}, which no drawing takes.`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

// Returns the fragment of a drawing in the server's form, with its name. Throws a sentence if it
// would be too long.
export async function linkOf(name, lists) {
  const packed = await allOf(new Blob([JSON.stringify({ name, ...lists })]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  const link = `${PREFIX}${toText(packed)}`;
  if (link.length > LINK_MAX) throw new Error(`A link with this drawing would have ${count(link.length)} characters; ${count(LINK_MAX)} are the most that programs pass on. Save it as GeoJSON instead.`);
  return link;
}

// Characters that are invisible or change the text's direction; the server removes them from names
// too.
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const isNumber = (value) => typeof value === "number" && Math.abs(value) <= 1e9;
const isPoint = (point) => Array.isArray(point) && point.length === 2 && point.every(isNumber);
const arePoints = (points, least) => Array.isArray(points) && points.length >= least && points.every(isPoint);
const KINDS = {
  obstacles: ({ rect, polygon }) => (rect ? Array.isArray(rect) && rect.length === 4 && rect.every(isNumber) && rect[2] > 0 && rect[3] > 0 : arePoints(polygon, 3)),
  roads: ({ line, rate }) => arePoints(line, 2) && isNumber(rate) && rate > 0,
  areas: ({ polygon, rate }) => arePoints(polygon, 3) && (rate === null || (isNumber(rate) && rate > 0)),
  rivers: ({ line, cost }) => arePoints(line, 2) && (cost === null || (isNumber(cost) && cost >= 0)),
  bridges: ({ point }) => isPoint(point),
};

function isDrawing(drawing) {
  if (!drawing || typeof drawing !== "object" || !Array.isArray(drawing.obstacles)) return false;
  const { name, width, height, origin = [0, 0], agent_radius = 0, background_rate = 1, attribution = "" } = drawing;
  const within = (value, { min, max }) => isNumber(value) && value >= min && value <= max;
  if (typeof name !== "string" || typeof attribution !== "string" || !within(width, { ...SIDE, min: 1e-9 }) || !within(height, { ...SIDE, min: 1e-9 })) return false;
  if (!isPoint(origin) || !within(agent_radius, RADIUS) || !isNumber(background_rate) || background_rate <= 0) return false;
  const lists = Object.entries(KINDS).map(([list, isOne]) => [drawing[list] ?? [], isOne]);
  if (lists.reduce((sum, [list]) => sum + (list.length ?? 0), 0) > THINGS_MAX) return false;
  return lists.every(([list, isOne]) => Array.isArray(list) && list.every((thing) => thing && typeof thing === "object" && (thing.name === undefined || typeof thing.name === "string") && isOne(thing)));
}

// Returns {name, ...lists} of a fragment, or of text that ends in one. Throws a sentence if there
// is none.
export async function readLink(link) {
  const [, text] = /#drawn=([A-Za-z0-9_-]+)$/.exec(link.trim()) ?? [];
  if (!text) throw new Error(DAMAGED);
  let drawing;
  try {
    const unpacked = await allOf(new Blob([fromText(text)]).stream().pipeThrough(new DecompressionStream("deflate-raw")), UNPACKED_MAX);
    drawing = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(unpacked));
  } catch (error) {
    throw error instanceof RangeError ? error : new Error(DAMAGED);
  }
  if (!isDrawing(drawing)) throw new Error(DAMAGED);
  return { ...drawing, name: drawing.name.replace(UNSEEN, "").trim() || "drawing" };
}

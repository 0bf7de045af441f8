// The settings of a view of a map, for requests and display, and their form in the address's
// fragment, e.g. #map=3&from=12,40&to=80,9.5&k=4&method=index. Only settings that differ from the
// defaults are written.

import { TOOLS } from "./explore-tools.js";
import { fieldsText, listOf, listText, numberOf, viewOf, viewText } from "./fragment.js";
import { METHODS, isSingle } from "./methods.js";
import { rounded } from "./words.js";

// Name, label, hint, and what the layer needs: "index", "plain" (no terrain), "walks" (nor links),
// "unlinked" (no links), "terrain", or "several" (paths).
export const LAYERS = [
  ["corridor", "Corridor", "what lies within the separation of path 1", "several"],
  ["mesh", "Mesh", "the convex cells that free space is cut into"],
  ["sight", "Visibility", "what a corner sees: point at one, click to keep it", "index"],
  ["plateaus", "Plateaus", "the part of each path that made it a candidate", "walks"],
  ["via", "Via nodes", "the corner each path was found through, with its rank; paths joined of two have none", "walks"],
  ["cones", "Cone lists", "the corners that start and goal look up", "index"],
  ["field", "Cost field", "what the cheapest paths to the goal cost from everywhere; contours join places of equal cost, arrows show where paths go", "terrain"],
];

// Whether a layer can be shown on a map; willHaveLayer: whether it ever will be.
export function hasLayer(info, takes) {
  return (takes !== "index" || info.kind === "index") && willHaveLayer(info, takes);
}

export function willHaveLayer(info, takes) {
  if (takes === "several") return !info.terrain || info.kind === "index";
  if (["walks", "unlinked"].includes(takes) && info.links) return false;
  return !takes || takes === "unlinked" || (takes === "terrain") === Boolean(info.terrain);
}

// Numbers: name in requests, key in the fragment, range, default, words. A number with `share` is
// sent as a share under that name, and shown in percent. One that can be `off` may also be 0, which
// sets no bound.
export const NUMBERS = [
  { name: "paths", key: "k", label: "Paths", symbol: "k", min: 1, max: 9, step: 1, initial: 3, hint: "how many to find" },
  { name: "stretch", key: "stretch", label: "Stretch", symbol: "ε", min: 1, max: 3, step: 0.05, initial: 1.5, hint: "no path longer than this times the shortest" },
  { name: "max_loop", key: "max_loop", label: "Loops", symbol: "X", min: 1, max: 4, step: 0.1, initial: 1.5, off: true, hint: "no path but the first turns back in plain sight: between two of its points that see each other it is at most this many times as long as the straight line; empty: loops are allowed" },
  { name: "dissimilarity", key: "dissimilarity", label: "Dissimilarity", symbol: "θ", min: 0, max: 1, step: 0.05, initial: 0.6, hint: "any two paths differ by at least this" },
  { name: "separation", key: "separation", share: "separation_share", label: "Separation", symbol: "W", unit: "%", min: 0, max: 10, step: 0.5, initial: 2, hint: "what runs within this share of the distance of another path counts as shared with it; 0: only what is shared to the point" },
];

export const FILL = { label: "Fill up", hint: "where the separation leaves fewer paths than requested, go on without it; such paths are dashed" };

export function defaults() {
  const settings = { map: null, from: null, to: null, method: "index", compare: "", effort: "fast", fill: false, snap: true, radius: 0, layers: ["corridor"], tools: {}, shown: 0, view: null, level: null };
  for (const number of NUMBERS) settings[number.name] = number.initial;
  return settings;
}

function known(list, value) {
  return list.some(([name]) => name === value);
}

// Reads a fragment, with or without "#"; invalid settings keep their defaults.
export function parse(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const settings = defaults();
  settings.map = fields.get("map");
  for (const end of ["from", "to"]) settings[end] = listOf(fields.get(end), 2)?.slice(0, 2) ?? null;
  if (fields.get("level")) settings.level = Number(fields.get("level"));
  settings.view = viewOf(fields.get("view"));
  for (const number of NUMBERS) settings[number.name] = numberOf(fields.get(number.key), number);
  if (known(METHODS, fields.get("method"))) settings.method = fields.get("method");
  if (known(METHODS, fields.get("compare"))) settings.compare = fields.get("compare");
  if (fields.get("effort") === "thorough") settings.effort = "thorough";
  if (fields.get("fill") === "1") settings.fill = true;
  if (fields.get("snap") === "0") settings.snap = false;
  settings.radius = Math.max(0, Number(fields.get("radius")) || 0);
  if (fields.has("layers")) settings.layers = fields.get("layers").split(",").filter((name) => known(LAYERS, name));
  for (const [name, text] of fields) if (text && TOOLS.some((tool) => (tool.label || tool.undone) && tool.name === name)) settings.tools[name] = text;
  settings.shown = Math.max(0, Math.trunc(Number(fields.get("path")) || 0));
  return settings;
}

// size: of the map's longer side.
export function format(settings, size) {
  const initial = defaults();
  const fields = [["map", encodeURIComponent(settings.map)]];
  const add = (key, value) => fields.push([key, value]);
  for (const end of ["from", "to"]) if (settings[end]) add(end, listText(settings[end], size));
  for (const { name, key } of NUMBERS) if (settings[name] !== initial[name]) add(key, rounded(settings[name], 4));
  if (settings.effort !== initial.effort) add("effort", settings.effort);
  if (settings.method !== initial.method) add("method", settings.method);
  if (settings.compare) add("compare", settings.compare);
  if (settings.fill) add("fill", "1");
  if (!settings.snap) add("snap", "0");
  if (settings.radius) add("radius", settings.radius);
  if (String(settings.layers) !== String(initial.layers)) add("layers", settings.layers.join(","));
  for (const [name, text] of Object.entries(settings.tools)) add(name, encodeURIComponent(text).replace(/%2C|%3B/g, decodeURIComponent));
  if (settings.level !== null) add("level", settings.level);
  if (settings.shown) add("path", settings.shown);
  if (settings.view) add("view", viewText(settings.view, size));
  return `#${fieldsText(fields)}`;
}

// Returns the request of a method with these settings; on terrains `fill` is omitted. All
// methods that find several paths get the same bounds, also those that have none by definition:
// side by side they compare ways of finding paths, not bounds.
export function request(settings, method, reach, { terrain = null, hasAreas = false } = {}) {
  const body = { map: settings.map, from: settings.from, to: settings.to, algorithm: method };
  if (settings.snap) body.snap = reach;
  if (settings.radius) body.radius = settings.radius;
  if (isSingle(method, hasAreas)) return body;
  for (const { name, share } of NUMBERS) body[share ?? name] = settings[name] / (share ? 100 : 1);
  if (settings.fill && !terrain) body.fill = true;
  if (method === "index") body.effort = settings.effort;
  return body;
}

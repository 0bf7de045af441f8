// The things of a drawing. A thing is
//   {rect: [x, y, width, height]} or {polygon: [[x, y], ...]}: an obstacle,
//   {line: [[x, y], ...], rate, bridge, tunnel, oneway}: a road,
//   {line: [[x, y], ...], cost}: a river, cost null if it is never crossed,
//   {point: [x, y]}: a bridge, where a river costs nothing,
//   {polygon: [[x, y], ...], rate}: an area, rate null if it isn't to be walked on,
// with an optional name. It is never changed, only replaced.

import { nearestOn } from "./points.js";

export const KINDS = ["area", "obstacle", "road", "river", "bridge"];

export function kindOf(thing) {
  if (thing.point) return "bridge";
  if (thing.polygon && "rate" in thing) return "area";
  if ("rate" in thing) return "road";
  return "cost" in thing ? "river" : "obstacle";
}

// Returns how many things there are of each kind, [[kind, number], ...].
export function countsOf(things) {
  return KINDS.map((kind) => [kind, things.filter((thing) => kindOf(thing) === kind).length]);
}

export function corners(thing) {
  if (thing.point) return [thing.point];
  if (!thing.rect) return thing.polygon ?? thing.line;
  const [x, y, w, h] = thing.rect;
  return [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
}

// Returns the thing with other corners; not for rectangles.
function withCorners(thing, points) {
  if (thing.point) return { ...thing, point: points[0] };
  return thing.line ? { ...thing, line: points } : { ...thing, polygon: points };
}

export function moved(thing, dx, dy) {
  if (thing.rect) return { ...thing, rect: [thing.rect[0] + dx, thing.rect[1] + dy, thing.rect[2], thing.rect[3]] };
  return withCorners(thing, corners(thing).map(([x, y]) => [x + dx, y + dy]));
}

// Returns the thing with one corner moved; a rectangle's opposite corner stays.
export function reshaped(thing, number, [x, y]) {
  if (thing.rect) return { ...thing, ...rectangle(corners(thing)[(number + 2) % 4], [x, y]) };
  return withCorners(thing, corners(thing).map((old, i) => (i === number ? [x, y] : old)));
}

// Returns the thing with a corner added after corner `number`.
export function bent(thing, number, [x, y]) {
  return withCorners(thing, corners(thing).toSpliced(number + 1, 0, [x, y]));
}

// Returns the thing without a corner, or null if it needs all.
export function straightened(thing, number) {
  const points = corners(thing);
  const least = thing.line ? 2 : 3;
  return thing.rect || thing.point || points.length <= least ? null : withCorners(thing, points.toSpliced(number, 1));
}

// Returns the middles of the sides, at which they can be bent; side i follows corner i.
export function middles(thing) {
  if (thing.rect || thing.point) return [];
  const points = corners(thing);
  const sides = thing.line ? points.length - 1 : points.length;
  return points.slice(0, sides).map(([x, y], i) => {
    const [ax, ay] = points[(i + 1) % points.length];
    return [(x + ax) / 2, (y + ay) / 2];
  });
}

export function rectangle([ax, ay], [bx, by]) {
  return { rect: [Math.min(ax, bx), Math.min(ay, by), Math.abs(ax - bx), Math.abs(ay - by)] };
}

// Whether a thing isn't degenerate: an obstacle's corners aren't all on a line (it may cross
// itself), a line's points aren't all the same.
export function solid(thing) {
  const [[x, y], ...others] = corners(thing);
  if (thing.point) return true;
  if (thing.line) return others.some(([ax, ay]) => ax !== x || ay !== y);
  return others.some(([ax, ay]) => others.some(([bx, by]) => Math.abs((ax - x) * (by - y) - (bx - x) * (ay - y)) > 1e-9));
}

// Returns the point of a river nearest to a point, within reach: {number of the thing, side, at},
// or null.
export function onRiver(things, point, reach) {
  let best = reach;
  let found = null;
  things.forEach((thing, number) => {
    if (kindOf(thing) !== "river") return;
    for (let side = 0; side + 1 < thing.line.length; side++) {
      const { at, far } = nearestOn(point, ...thing.line[side], ...thing.line[side + 1]);
      if (far < best) [best, found] = [far, { number, side, at }];
    }
  });
  return found;
}

// Returns the vertex of a line nearest to a point, within reach, where roads can join, or null.
export function lineEnd(things, [x, y], reach) {
  let best = reach ** 2;
  let found = null;
  for (const { line } of things)
    for (const at of line ?? []) {
      const away = (at[0] - x) ** 2 + (at[1] - y) ** 2;
      if (away < best) [best, found] = [away, at];
    }
  return found;
}

export function thingWords(thing) {
  const kind = kindOf(thing);
  const named = thing.name ? `${thing.name}: ` : "";
  if (kind === "road") return `${named}road, rate ${thing.rate}${thing.bridge ? ", bridge" : ""}${thing.tunnel ? ", tunnel" : ""}${thing.oneway ? ", one-way" : ""}`;
  if (kind === "area") return `${named}area, ${thing.rate === null ? "not to be walked on" : `rate ${thing.rate}`}`;
  if (kind === "river") return `${named}river, ${thing.cost === null ? "never crossed" : `cost ${thing.cost}`}`;
  if (kind === "bridge") return `${named}bridge`;
  return named + (thing.rect ? "rectangle" : `polygon, ${thing.polygon.length} corners`);
}

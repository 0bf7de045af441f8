// Obstacles that paths must avoid, and openings in which the map's walls are removed, as in a
// request: {circle: [x, y, radius]} or {polygon: [[x, y], ...]}, for openings with
// {kind: "opening"}. An area is never changed, only replaced.
//
// As text, the numbers of each area in the form of the command's --avoid:
// "70,70,10;60,9,70,9,65,20"; three numbers are a circle. Those of an opening begin with "o".

import { bent, middles as middlesOf, moved as movedThing, reshaped, straightened } from "./things.js";
import { coordinate, rounded } from "./words.js";

export const AREAS_MAX = 100; // on a map, so that they fit into an address
export const CORNERS_MAX = 1024; // of all polygons together, PATHFAN_AVOID_CORNERS_MAX

// Skips text that can't be read.
export function areasOf(text) {
  const areas = [];
  let room = CORNERS_MAX;
  for (const part of (text ?? "").split(";")) {
    const kind = part.startsWith("o") ? { kind: "opening" } : {};
    const numbers = part.replace(/^o/, "").split(",").map((number) => (number.trim() === "" ? NaN : Number(number)));
    if (!numbers.every(Number.isFinite) || areas.length === AREAS_MAX) continue;
    if (numbers.length === 3 && numbers[2] > 0) areas.push({ circle: numbers, ...kind });
    if (numbers.length < 6 || numbers.length % 2 || numbers.length / 2 > room) continue;
    room -= numbers.length / 2;
    areas.push({ polygon: Array.from({ length: numbers.length / 2 }, (_, i) => numbers.slice(2 * i, 2 * i + 2)), ...kind });
  }
  return areas;
}

export function textOf(areas) {
  return areas.map(({ circle, polygon, kind }) => (kind ? "o" : "") + (circle ?? polygon.flat()).join(",")).join(";");
}

// Rounds to so many decimals that an address can hold the area exactly.
export function tidy(area, decimals) {
  const { circle, polygon } = area;
  const round = (value) => Number(rounded(value, decimals));
  return circle ? { ...area, circle: [...circle.slice(0, 2).map(round), Math.max(round(circle[2]), 10 ** -decimals)] } : { ...area, polygon: polygon.map((point) => point.map(round)) };
}

// Returns the corners of a wall so wide from one point to another; of two equal points, a square.
export function thick([ax, ay], [bx, by], wide) {
  const length = Math.hypot(bx - ax, by - ay);
  const [x, y] = length ? [(wide / 2 / length) * (bx - ax), (wide / 2 / length) * (by - ay)] : [wide / 2, 0];
  const [px, py, qx, qy] = length ? [ax, ay, bx, by] : [ax - x, ay, bx + x, by];
  return [[px + y, py - x], [qx + y, qy - x], [qx - y, qy + x], [px - y, py + x]];
}

export function moved(area, dx, dy) {
  const { circle } = area;
  return circle ? { ...area, circle: [circle[0] + dx, circle[1] + dy, circle[2]] } : movedThing(area, dx, dy);
}

// Returns the points by which the area can be reshaped: a point on the circle, or the corners.
export function grips({ circle, polygon }) {
  return circle ? [[circle[0] + circle[2], circle[1]]] : polygon;
}

// Returns the points at which sides can be bent.
export function bends(area) {
  return area.circle ? [] : middlesOf(area);
}

// Returns the area with one of its grips moved.
export function pulled(area, number, [x, y]) {
  const { circle } = area;
  return circle ? { ...area, circle: [circle[0], circle[1], Math.hypot(x - circle[0], y - circle[1])] } : reshaped(area, number, [x, y]);
}

// With one more corner, after corner `number`; with one less, or null if it needs all.
export { bent };
export const without = (area, number) => (area.circle ? null : straightened(area, number));

// Returns the d attribute of an SVG path.
export function shapeOf({ circle, polygon }) {
  if (!circle) return `M${polygon.map(([x, y]) => `${x} ${y}`).join("L")}Z`;
  const [x, y, r] = circle;
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

const turn = ([ax, ay], [bx, by], [cx, cy]) => Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
const between = (a, b, c) => [0, 1].every((i) => Math.min(a[i], b[i]) <= c[i] && c[i] <= Math.max(a[i], b[i]));

// Whether two segments have a point in common.
function meet(a, b, c, d) {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return (!abc && between(a, b, c)) || (!abd && between(a, b, d)) || (!cda && between(c, d, a)) || (!cdb && between(c, d, b));
}

const simple = new WeakMap(); // by area: checking all pairs of sides at each request is slow

// Whether the library is likely to accept the area; the library decides.
export function isSimple(area) {
  if (!simple.has(area)) simple.set(area, Boolean(area.circle) || !meetsItself(area.polygon));
  return simple.get(area);
}

// Whether two sides of a polygon meet, except neighbours in their common corner.
function meetsItself(polygon) {
  const n = polygon.length;
  const side = (i) => [polygon[i], polygon[(i + 1) % n]];
  for (let i = 0; i < n; i++) {
    const [a, b] = side(i);
    const [, c] = side((i + 1) % n);
    if (turn(a, b, c) === 0 && (a[0] - b[0]) * (c[0] - b[0]) + (a[1] - b[1]) * (c[1] - b[1]) >= 0) return true; // it turns back on itself, or a corner is there twice
    for (let j = i + 2; j < n; j++) if ((j + 1) % n !== i && meet(a, b, ...side(j))) return true;
  }
  return false;
}

// Whether a point is in the area or on its border.
export function holds({ circle, polygon }, [x, y]) {
  if (circle) return Math.hypot(x - circle[0], y - circle[1]) <= circle[2];
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [[ax, ay], [bx, by]] = [polygon[i], polygon[j]];
    if (turn([ax, ay], [bx, by], [x, y]) === 0 && between([ax, ay], [bx, by], [x, y])) return true;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

// size: of the map's longer side.
export function areaWords({ circle, polygon }, size) {
  const words = (value) => coordinate(value, size);
  return circle ? `circle at ${words(circle[0])}, ${words(circle[1])}, radius ${words(circle[2])}` : `polygon of ${polygon.length} corners, the first at ${polygon[0].map(words).join(", ")}`;
}

// The narrowest passages of paths, without a page: clear cases, and a slow twin on grid maps.

import { assert } from "./kit.mjs";
import { Walls, narrowest } from "../../src/viewer/page/src/passages.js";

// Returns the cells of a picture as polygons; "#" is blocked. Cells that touch only at a corner
// aren't joined there.
function cellsOf(rows) {
  const polygons = [];
  rows.forEach((row, y) => [...row].forEach((cell, x) => cell !== "#" && polygons.push([x, y, x + 1, y, x + 1, y + 1, x, y + 1])));
  return polygons;
}
const wallsOf = (rows) => new Walls(cellsOf(rows), Math.max(rows.length, rows[0].length));
const near = (a, b, what) => assert.ok(Math.abs(a - b) < 1e-6, `${what}: ${a}, not ${b}`);

// ---- Cases ----

// Straight through a door of width two, without touching it; also off the middle.
const door = wallsOf(["....#....", "....#....", ".........", ".........", "....#....", "....#...."]);
near(narrowest(door, [[1, 3], [8, 3]]).width, 2, "a door");
near(narrowest(door, [[1, 2.1], [8, 3.9]]).width, 2, "a door, aslant");
// Along the border: the wall at the left is touched, the width is the same.
near(narrowest(door, [[1, 0.5], [4, 2], [5, 2], [8, 0.5]]).width, 2, "round a corner of it");
// Nothing between the walls.
near(narrowest(wallsOf(["....", "....", "...."]), [[0.5, 1.5], [3.5, 1.5]]).width, 3, "an open map is as wide as it is");
assert.equal(narrowest(door, [[1, 3], [1, 3]]), null, "no way, no passage");

// Round a single block: the gap above it is two wide, the one below three; each path sees only its
// own.
const block = wallsOf([".......", ".......", "...#...", ".......", ".......", "......."]);
near(narrowest(block, [[0.5, 2.5], [3, 2], [4, 2], [6.5, 2.5]]).width, 2, "above");
near(narrowest(block, [[0.5, 2.5], [3, 3], [4, 3], [6.5, 2.5]]).width, 3, "below");

// An oblique slit between two corners.
const slit = wallsOf(["......", "......", "##....", "...###", "......", "......"]);
const aslant = narrowest(slit, [[0.5, 0.5], [2, 2], [2, 3], [3, 4], [5, 5]]);
near(aslant.width, 1, "from corner to wall");

// An S-bend between two walls that overlap: the gap between them.
const bend = wallsOf(["....#....", "....#....", "....#....", "....#..#.", "....#..#.", ".......#.", ".......#."]);
near(narrowest(bend, [[1, 1], [4, 5], [5, 5], [7, 3], [8, 3], [8.5, 6]]).width, 1, "the narrower of its gaps");

// A pocket: its mouth, both sides of which are one wall.
const wide = wallsOf(["........", "..####..", "..#..#..", "..#..#..", "..#..#..", "........", "........", "........", "........"]);
near(narrowest(wide, [[4, 7.5], [4, 2.5]]).width, 2, "its mouth");
// An end in a corner of a room: segments that cut off the corner don't count.
near(narrowest(door, [[0.2, 0.2], [4, 2], [5, 2], [8, 1]]).width, 2, "out of a corner");

// Corners that touch: nothing passes through such a point.
const pinch = wallsOf(["..#", "..#", "##.", "##."]);
assert.deepEqual(narrowest(pinch, [[1, 1], [3, 3]]), { width: 0, from: [2, 2], to: [2, 2] });

// ---- Grid maps, by a twin ----

// Tries all pairs of points of walls, an eighth apart, that the path crosses an odd number of
// times.
const STEP = 1 / 8;
function twin(rows, walls, points) {
  const dots = walls.sides.flatMap(([ax, ay, bx, by]) => Array.from({ length: 8 }, (_, i) => [ax + (bx - ax) * i * STEP, ay + (by - ay) * i * STEP]));
  // Moves each corner on the path a hair towards the centres of the free ones among its four cells.
  const isFree = (x, y) => rows[y]?.[x] === ".";
  const off = points.flatMap((p, i) => {
    const [q] = points.slice(i + 1);
    const steps = q ? 2 * 3 * 4 * 5 * 7 : 1; // include all integer points of the way
    const on = Array.from({ length: steps }, (_, k) => (q ? p.map((value, c) => value + ((q[c] - value) * k) / steps) : p));
    return on.flatMap(([x, y], k) => {
      const [cx, cy] = [Math.round(x), Math.round(y)];
      if (Math.hypot(x - cx, y - cy) > 1e-9) return k ? [] : [[x, y]];
      const free = [[0, 0], [-1, 0], [0, -1], [-1, -1]].filter(([dx, dy]) => isFree(cx + dx, cy + dy));
      const middle = [0, 1].map((c) => free.reduce((sum, d) => sum + d[c] + 0.5, 0));
      return [[cx + 1e-5 * middle[0], cy + 1e-5 * middle[1]]];
    });
  });
  const side = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
  const crossings = (a, b) => off.slice(1).filter((q, i) => side(a, b, off[i]) !== side(a, b, q) && side(off[i], q, a) !== side(off[i], q, b)).length;
  let best = Infinity;
  let byEnd = false; // near an end, where another corner's line may just be excluded
  for (let i = 0; i < dots.length; i++)
    for (let j = 0; j < i; j++) {
      const far = Math.hypot(dots[i][0] - dots[j][0], dots[i][1] - dots[j][1]);
      if (!(far > 0 && far < best) || crossings(dots[i], dots[j]) % 2 === 0) continue;
      const [x, y] = [0, 1].map((k) => (dots[i][k] + dots[j][k]) / 2);
      const end = Math.min(...[points[0], points.at(-1)].map((p) => Math.hypot(p[0] - x, p[1] - y))) / (far / 2);
      if (end >= 1) [best, byEnd] = [far, end < 2];
    }
  return { best, byEnd };
}

let seed = 7;
const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;

// Returns a taut path between two points that turns at corners: Dijkstra's algorithm over corners
// that see each other.
function taut(rows, walls, from, to) {
  const blocked = (x, y) => x < 0 || y < 0 || x >= rows[0].length || y >= rows.length || rows[y][x] === "#";
  const sees = (a, b) => {
    const steps = 400;
    for (let i = 1; i < steps; i++) {
      const [x, y] = [a[0] + ((b[0] - a[0]) * i) / steps, a[1] + ((b[1] - a[1]) * i) / steps];
      const e = 1e-7; // the border of a wall is free
      if ([[e, e], [-e, e], [e, -e], [-e, -e]].every(([dx, dy]) => blocked(Math.floor(x + dx), Math.floor(y + dy)))) return false;
      if (Math.abs(x - Math.round(x)) < e && Math.abs(y - Math.round(y)) < e && walls.corners.has(`${Math.round(x)},${Math.round(y)}`)) return false; // the path goes by way of that corner
    }
    return true;
  };
  const nodes = [from, ...[...walls.corners.values()].map(({ at }) => at), to];
  const cost = nodes.map((_, i) => (i ? Infinity : 0));
  const before = [];
  const done = new Set();
  for (;;) {
    const i = nodes.reduce((best, _, k) => (!done.has(k) && cost[k] < (cost[best] ?? Infinity) ? k : best), -1);
    if (i < 0 || cost[i] === Infinity) return null;
    if (i === nodes.length - 1) break;
    done.add(i);
    nodes.forEach((b, k) => {
      const far = Math.hypot(b[0] - nodes[i][0], b[1] - nodes[i][1]);
      if (far > 0 && cost[i] + far < cost[k] - 1e-12 && sees(nodes[i], b)) [cost[k], before[k]] = [cost[i] + far, i];
    });
  }
  const path = [];
  for (let i = nodes.length - 1; i !== undefined; i = before[i]) path.unshift(nodes[i]);
  // Drops points where the path is straight.
  return path.filter((p, i) => !i || i === path.length - 1 || Math.abs((p[0] - path[i - 1][0]) * (path[i + 1][1] - p[1]) - (p[1] - path[i - 1][1]) * (path[i + 1][0] - p[0])) > 1e-9);
}

let compared = 0;
for (let round = 0; round < 700; round++) {
  const rows = Array.from({ length: 7 }, (_, y) => Array.from({ length: 9 }, (_, x) => (random() < 0.2 && x > 0 && x < 8 ? "#" : ".")).join(""));
  const walls = wallsOf(rows);
  const pinched = [...walls.corners.values()].some(({ sides }) => sides.length > 2);
  if (pinched) continue;
  const path = taut(rows, walls, [0.31, 0.5 + Math.floor(6 * random()) + 0.07], [8.63, 0.5 + Math.floor(6 * random()) + 0.11]);
  if (!path) continue;
  const found = narrowest(walls, path);
  const { best: slow, byEnd } = twin(rows, walls, path);
  if (byEnd) continue;
  compared++;
  assert.ok(found && found.width <= slow + 1e-9 && found.width >= slow - 2 * STEP, `${rows.join("\n")}\n${JSON.stringify(path)}: ${JSON.stringify(found)}, the twin ${slow}`);
}
assert.ok(compared >= 10, `maps that were compared: ${compared}`);
console.log(`passages: ${compared} maps as the twin has them`);

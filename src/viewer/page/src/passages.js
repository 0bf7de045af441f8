// The narrowest passage of a path: the shortest segment between two points of walls that the path
// crosses. An agent of a larger diameter can't take this path, nor any other path that passes all
// walls on the same sides. Ends are excluded: a segment doesn't count if an end lies in the circle
// of which it is a diameter. Otherwise the result would only tell how near to a wall an end was
// placed.
//
// A segment between walls that the path crosses an odd number of times is crossed by every such
// path, and nothing wider than its length passes. Whether another wall cuts the segment needn't be
// checked: one of its two parts is then crossed an odd number of times, and shorter. So the passage
// is the shortest segment, of those crossed an odd number of times, from a corner of a wall to the
// nearest point of a side. A taut path touches the corners that it turns at; it is first moved off
// them by a hair, to the free side.

import { nearestOn } from "./points.js";

const HAIR = 1e-7; // of the map's longer side
const ON = 1e-9; // of the same; a nearer corner counts as touched

const cross = (ax, ay, bx, by) => ax * by - ay * bx;

// Walls: the sides that only one cell has, from point to point with free space to their left.
export class Walls {
  // polygons: convex cells, each [x0, y0, x1, ...]; size: of the map.
  constructor(polygons, size) {
    this.size = size;
    const sides = new Map();
    for (const xy of polygons) {
      let area = 0;
      for (let i = 0; i < xy.length; i += 2) {
        const j = (i + 2) % xy.length;
        area += cross(xy[i], xy[i + 1], xy[j], xy[j + 1]);
      }
      for (let i = 0; i < xy.length; i += 2) {
        const j = (i + 2) % xy.length;
        const [a, b] = area > 0 ? [i, j] : [j, i];
        const back = `${xy[b]} ${xy[b + 1]} ${xy[a]} ${xy[a + 1]}`;
        if (!sides.delete(back)) sides.set(`${xy[a]} ${xy[a + 1]} ${xy[b]} ${xy[b + 1]}`, [xy[a], xy[a + 1], xy[b], xy[b + 1]]);
      }
    }
    this.sides = [...sides.values()];
    this.flat = Float64Array.from(this.sides.flat()); // the same, four numbers per side
    this.corners = new Map(); // by position: {at, sides}
    for (const side of this.sides)
      for (const at of [side.slice(0, 2), side.slice(2)]) {
        const key = String(at);
        if (!this.corners.has(key)) this.corners.set(key, { at, sides: [] });
        this.corners.get(key).sides.push(side);
      }
    this.list = [...this.corners.values()];
    this.places = Float64Array.from(this.list.flatMap(({ at }) => at)); // two numbers per corner
  }

  // Returns the side of a line through a corner that has a wall: 1 left, -1 right, 0 both.
  sideOf({ at, sides }, [dx, dy]) {
    const found = new Set();
    for (const side of sides) {
      const isFrom = side[0] === at[0] && side[1] === at[1];
      const [x, y] = isFrom ? [side[2] - at[0], side[3] - at[1]] : [side[0] - at[0], side[1] - at[1]];
      const turn = cross(dx, dy, x, y);
      if (Math.abs(turn) > ON * Math.hypot(x, y) * Math.hypot(dx, dy)) found.add(Math.sign(turn));
      else found.add(dx * (side[2] - side[0]) + dy * (side[3] - side[1]) > 0 ? -1 : 1); // along the line
    }
    return found.size === 1 ? [...found][0] : 0;
  }
}

// Returns the corners inside a segment, not at its ends, in order.
function touched(walls, a, b) {
  const slack = ON * walls.size;
  const [left, right] = [Math.min(a[0], b[0]) - slack, Math.max(a[0], b[0]) + slack];
  const [top, bottom] = [Math.min(a[1], b[1]) - slack, Math.max(a[1], b[1]) + slack];
  const found = [];
  const { places, list } = walls;
  for (let i = 0; i < list.length; i++) {
    const [x, y] = [places[2 * i], places[2 * i + 1]];
    if (x < left || x > right || y < top || y > bottom) continue;
    const corner = list[i];
    const { far, t } = nearestOn(corner.at, ...a, ...b);
    if (far <= slack && Math.hypot(x - a[0], y - a[1]) > slack && Math.hypot(x - b[0], y - b[1]) > slack) found.push({ corner, t });
  }
  return found.sort((one, other) => one.t - other.t).map(({ corner }) => corner);
}

// Returns {line}: the path, moved a hair off the corners that it touches; or {pinch}: a point of it
// with walls on both sides.
function moved(walls, points) {
  const hair = HAIR * walls.size;
  const unit = ([x, y]) => [x / Math.hypot(x, y), y / Math.hypot(x, y)];
  const made = [points[0]];
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b] = [points[i], points[i + 1]];
    const [dx, dy] = unit([b[0] - a[0], b[1] - a[1]]);
    for (const corner of touched(walls, a, b)) {
      const side = walls.sideOf(corner, [dx, dy]);
      if (!side) return { pinch: corner.at };
      made.push([corner.at[0] + side * hair * dy, corner.at[1] - side * hair * dx]);
    }
    if (i + 2 === points.length) made.push(b);
    else {
      const next = unit([points[i + 2][0] - b[0], points[i + 2][1] - b[1]]);
      const inner = [next[0] - dx, next[1] - dy]; // towards the corner that the path turns round
      const long = Math.hypot(...inner);
      made.push(long > ON ? [b[0] - (hair * inner[0]) / long, b[1] - (hair * inner[1]) / long] : b);
    }
  }
  return { line: made };
}

// Whether a polyline crosses a segment an odd number of times.
function isCrossed(line, [ax, ay], [bx, by]) {
  let odd = false;
  const [dx, dy] = [bx - ax, by - ay];
  for (let i = 0; i + 1 < line.length; i++) {
    const [[cx, cy], [ex, ey]] = [line[i], line[i + 1]];
    const [c, e] = [cross(dx, dy, cx - ax, cy - ay), cross(dx, dy, ex - ax, ey - ay)];
    if (c > 0 === e > 0) continue;
    const [a, b] = [cross(ex - cx, ey - cy, ax - cx, ay - cy), cross(ex - cx, ey - cy, bx - cx, by - cy)];
    if (a > 0 !== b > 0) odd = !odd;
  }
  return odd;
}

// Whether a point is in the circle that has a segment as its diameter.
const isBy = ([x, y], [ax, ay], [bx, by]) => (ax - x) * (bx - x) + (ay - y) * (by - y) < 0;

// Returns the squared distance of each corner from a path.
function awayFrom({ places }, path) {
  const away = new Float64Array(places.length / 2).fill(Infinity);
  for (let i = 0; i + 1 < path.length; i++) {
    const [[ax, ay], [bx, by]] = [path[i], path[i + 1]];
    const [dx, dy] = [bx - ax, by - ay];
    const square = dx * dx + dy * dy;
    for (let k = 0; k < away.length; k++) {
      const [x, y] = [places[2 * k] - ax, places[2 * k + 1] - ay];
      const t = Math.min(1, Math.max(0, (x * dx + y * dy) / square));
      const [ex, ey] = [x - t * dx, y - t * dy];
      const far = ex * ex + ey * ey;
      if (far < away[k]) away[k] = far;
    }
  }
  return away;
}

// Returns the passage as {width, from, to}, or null if there is none.
export function narrowest(walls, points) {
  const path = points.filter((point, i) => !i || String(point) !== String(points[i - 1]));
  if (path.length < 2) return null;
  const { pinch, line } = moved(walls, path);
  if (pinch) return { width: 0, from: pinch, to: pinch };
  const away = awayFrom(walls, path);
  const order = Uint32Array.from(away.keys()).sort((a, b) => away[a] - away[b]);
  const { list, flat } = walls;
  let best = null;
  let width = Infinity;
  for (const number of order) {
    if (away[number] >= width * width) break; // and so do all later ones
    const { at } = list[number];
    const [x, y] = at;
    for (let k = 0; k < flat.length; k += 4) {
      const [ax, ay, bx, by] = [flat[k], flat[k + 1], flat[k + 2], flat[k + 3]];
      if ((ax > x + width && bx > x + width) || (ax < x - width && bx < x - width)) continue;
      if ((ay > y + width && by > y + width) || (ay < y - width && by < y - width)) continue;
      const found = nearestOn(at, ax, ay, bx, by);
      if (!(found.far > 0 && found.far < width) || isBy(path[0], at, found.at) || isBy(path.at(-1), at, found.at) || !isCrossed(line, at, found.at)) continue;
      width = found.far;
      best = { width, from: at, to: found.at };
    }
  }
  return best;
}

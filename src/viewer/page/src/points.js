// Points of a map and of the screen. A view {k, x, y, down} shows map point p at
// (k p[0] + x, down k p[1] + y), in CSS pixels. down: 1, or -1 on maps whose y goes up: north is at
// the top.

export const START = { k: 1, x: 0, y: 0, down: 1 }; // before the size of a panel is known

export const toScreen = ({ k, x, y, down }, point) => [k * point[0] + x, down * k * point[1] + y];
export const toMap = ({ k, x, y, down }, at) => [(at[0] - x) / k, (down * (at[1] - y)) / k];

// Returns the view of this scale that shows a map point at a place.
export function showing(point, at, k, down) {
  return { k, x: at[0] - k * point[0], y: at[1] - down * k * point[1], down };
}

// Returns a view as the transform attribute of SVG.
export function transformOf({ k, x, y, down }) {
  return `translate(${x} ${y}) scale(${down < 0 ? `${k} ${-k}` : k})`;
}

// Returns a view as the matrix of a canvas with `ratio` pixels per CSS pixel.
export function matrixOf({ k, x, y, down }, ratio = 1) {
  return [ratio * k, 0, 0, ratio * down * k, ratio * x, ratio * y];
}

// Returns the point of a box, [x, y, width, height], that is nearest to a point.
export function within([left, top, width, height], [x, y]) {
  return [Math.min(left + width, Math.max(left, x)), Math.min(top + height, Math.max(top, y))];
}

// Returns the point of a segment, from a to b, that is nearest to a point: {at, far: how far it is,
// t: its place from 0, at a, to 1}.
export function nearestOn([px, py], ax, ay, bx, by) {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)));
  const at = [ax + t * dx, ay + t * dy];
  return { at, far: Math.hypot(at[0] - px, at[1] - py), t };
}

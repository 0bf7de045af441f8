// Points of a map and of the screen. A view {k, x, y} shows map point p at k p + (x, y), in CSS
// pixels.

export const toScreen = ({ k, x, y }, point) => [k * point[0] + x, k * point[1] + y];
export const toMap = ({ k, x, y }, at) => [(at[0] - x) / k, (at[1] - y) / k];

// Returns the view of this scale that shows a map point at a place.
export function showing(point, at, k) {
  return { k, x: at[0] - k * point[0], y: at[1] - k * point[1] };
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

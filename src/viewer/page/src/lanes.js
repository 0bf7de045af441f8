// Draws paths that run together side by side, like the lines of a metro map: finds the parts that
// each path shares, and how far to shift them.
//
//   routes = lanes(paths);                        once per answer
//   points = shifted(routes[0], step, most);      once per scale
//
// Segments are cut where another path has a point on them; pieces with the same ends are shared.
// Paths are sorted across a shared piece by the side to which they leave each other, so that lines
// cross only where paths do. Paths that never part again are sorted by where they came from.

const ON = 1e-9; // of a segment's length: a nearer point lies on it
const SHARP = 0.02; // sine of the angle below which a bend is ignored
const GENTLE = 0.8; // sine of the angle below which a path can change lanes gradually
const SLOPE = 2; // length of a lane change, times the sideways distance
const FAR = 4; // times the larger shift: corners farther out are cut off

// Numbers the distinct points of all paths, and keeps their coordinates.
class Places {
  constructor() {
    this.numbers = new Map();
    this.at = [];
  }

  number([x, y]) {
    const key = `${x} ${y}`;
    let number = this.numbers.get(key);
    if (number === undefined) this.numbers.set(key, (number = this.at.push([x, y]) - 1));
    return number;
  }
}

// Returns the numbers of the points on a segment between its ends, in order; byX: all points by x.
function between(at, byX, a, b) {
  const [[ax, ay], [bx, by]] = [at[a], at[b]];
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const slack = ON * Math.sqrt(square);
  const [least, most] = [Math.min(ax, bx) - slack, Math.max(ax, bx) + slack];
  let low = 0;
  for (let high = byX.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (at[byX[middle]][0] < least) low = middle + 1;
    else high = middle;
  }
  const found = [];
  for (let i = low; i < byX.length && at[byX[i]][0] <= most; i++) {
    const number = byX[i];
    const [x, y] = [at[number][0] - ax, at[number][1] - ay];
    const along = x * dx + y * dy;
    if (along > 0 && along < square && number !== a && number !== b && Math.abs(x * dy - y * dx) <= ON * square) found.push({ along, number });
  }
  return found.sort((one, other) => one.along - other.along).map(({ number }) => number);
}

// Returns each path as numbers of points, including those of other paths that it passes.
function walksOf(paths, places) {
  const walks = paths.map((path) => path.map((point) => places.number(point)));
  if (walks.length < 2) return walks;
  const { at } = places;
  const byX = at.map((_, number) => number).sort((a, b) => at[a][0] - at[b][0]);
  return walks.map((walk) => walk.flatMap((number, i) => (i ? [...between(at, byX, walk[i - 1], number), number] : [number])));
}

// Returns the angle of the turn from p->q to r; 0: straight on.
function turn(at, p, q, r) {
  const [dx, dy] = [at[q][0] - at[p][0], at[q][1] - at[p][1]];
  const [ex, ey] = [at[r][0] - at[q][0], at[r][1] - at[q][1]];
  return Math.atan2(dx * ey - dy * ex, dx * ex + dy * ey);
}

// Returns the point so many steps from a piece, forward or back in the common direction. A user of
// a piece is {walk, i, ahead}: the piece goes from i to i + 1; ahead: whether the user walks it in
// the common direction.
const onward = ({ walk, i, ahead }, steps, forward) => (ahead === forward ? walk[i + steps] : walk[i + 1 - steps]);

// Compares the turns by which two users of a piece part; 0: they don't part.
function parting(at, a, b, forward) {
  for (let steps = 2; ; steps++) {
    const [next, other] = [onward(a, steps, forward), onward(b, steps, forward)];
    if (next === undefined || other === undefined) return 0;
    if (next === other) continue;
    const [p, q] = [onward(a, steps - 2, forward), onward(a, steps - 1, forward)];
    return turn(at, p, q, next) - turn(at, p, q, other);
  }
}

// Sorts the users of a piece from side to side, in the walking direction of the first.
function sorted(at, users) {
  const first = users[0].ahead;
  const same = users.map((user) => ({ ...user, ahead: user.ahead === first }));
  return same.sort((a, b) => parting(at, a, b, true) || -parting(at, a, b, false) || a.number - b.number);
}

function plain(points) {
  const pieces = Math.max(0, points.length - 1);
  return { points, lane: new Float64Array(pieces), beside: new Uint8Array(pieces).fill(1) };
}

// Returns for each path {points, lane, beside}: its points, and for each piece between two points
// its shift in lanes to the side of larger turns, and the number of paths there.
export function lanes(paths) {
  const places = new Places();
  const walks = walksOf(paths, places);
  const { at } = places;
  const routes = walks.map((walk) => plain(walk.map((number) => at[number])));
  if (paths.length < 2) return routes;
  const pieces = new Map();
  walks.forEach((walk, number) => {
    for (let i = 0; i + 1 < walk.length; i++) {
      const [a, b] = [walk[i], walk[i + 1]];
      const key = Math.min(a, b) * at.length + Math.max(a, b);
      const users = pieces.get(key);
      const user = { number, walk, i, ahead: a < b };
      if (users) users.push(user);
      else pieces.set(key, [user]);
    }
  });
  for (const users of pieces.values()) {
    if (users.length < 2) continue;
    sorted(at, users).forEach(({ number, i, ahead }, place) => {
      routes[number].lane[i] = (place - (users.length - 1) / 2) * (ahead ? 1 : -1);
      routes[number].beside[i] = users.length;
    });
  }
  return routes;
}

// Returns the point where the shifted pieces before and after a point meet; null if they don't, or
// too far away. n, m: unit normals of the pieces.
function meeting([x, y], n, before, m, after) {
  const sine = n[0] * m[1] - n[1] * m[0];
  if (Math.abs(sine) < SHARP) return null;
  const [dx, dy] = [(before * m[1] - after * n[1]) / sine, (after * n[0] - before * m[0]) / sine];
  return Math.hypot(dx, dy) <= FAR * Math.max(Math.abs(before), Math.abs(after)) ? [x + dx, y + dy] : null;
}

// Returns a part of a route between two points of its path; whole: the path's points.
export function part({ points, lane, beside }, whole, first, last) {
  const index = (number) => points.findIndex(([x, y]) => x === whole[number][0] && y === whole[number][1]);
  const [from, to] = [index(first), index(last)];
  return { points: points.slice(from, to + 1), lane: lane.slice(from, to), beside: beside.slice(from, to) };
}

// Returns the points of a route, each piece shifted: a lane is `step` wide, and all lanes of a
// piece together at most `most`.
export function shifted({ points, lane, beside }, step, most) {
  const last = points.length - 1;
  if (last < 1 || lane.every((value) => value === 0)) return points;
  const out = [];
  let before = null; // {normal, shift, direction, length} of the previous piece
  for (let i = 0; i <= last; i++) {
    const at = points[i];
    let piece = null;
    if (i < last) {
      const [dx, dy] = [points[i + 1][0] - at[0], points[i + 1][1] - at[1]];
      const length = Math.hypot(dx, dy);
      const direction = [dx / length, dy / length];
      piece = { direction, length, normal: [-direction[1], direction[0]], shift: lane[i] * Math.min(step, most / beside[i]) };
    }
    const aside = ({ normal, shift }, along = 0, { direction } = { direction: [0, 0] }) => [at[0] + normal[0] * shift + direction[0] * along, at[1] + normal[1] * shift + direction[1] * along];
    if (!before || !piece) out.push(aside(piece ?? before));
    else {
      const bend = Math.abs(before.direction[0] * piece.direction[1] - before.direction[1] * piece.direction[0]);
      const ahead = before.direction[0] * piece.direction[0] + before.direction[1] * piece.direction[1] > 0;
      const change = SLOPE * Math.abs(before.shift - piece.shift);
      if (before.shift === 0 && piece.shift === 0) out.push(at);
      else if (change > 0 && bend < GENTLE && ahead) {
        // Changes lanes gradually.
        out.push(aside(before, -Math.min(change, before.length / 2), before), aside(piece, Math.min(change, piece.length / 2), piece));
      } else if (bend < SHARP && ahead) out.push(aside(piece));
      else {
        const met = meeting(at, before.normal, before.shift, piece.normal, piece.shift);
        if (met) out.push(met);
        else out.push(aside(before), aside(piece));
      }
    }
    before = piece;
  }
  return out;
}

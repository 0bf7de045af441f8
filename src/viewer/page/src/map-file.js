// Map files of the user: MovingAI's .map and GeoJSON. Where a file is made of obstacles that
// can be drawn, it becomes a drawing; otherwise its text goes to the server as it is.

const RECTANGLES_MAX = 4000; // more of them can't be edited sensibly

// Blocked cells as rectangles: runs of a row, joined with the same run of the row above.
function cells(text) {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => line.trim() === "map") + 1;
  const field = (name) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(/\s+/)[1]);
  const [width, height] = [field("width"), field("height")];
  if (!start || !(width > 0) || !(height > 0)) return null;
  const done = [];
  let open = new Map(); // "first last" -> rectangle that reaches the row above
  for (let y = 0; y < height; y++) {
    const row = lines[start + y] ?? "";
    const next = new Map();
    for (let x = 0; x < width; x++) {
      if (".G".includes(row[x] ?? "@")) continue;
      const first = x;
      while (x < width && !".G".includes(row[x] ?? "@")) x++;
      const key = `${first} ${x}`;
      const rect = open.get(key) ?? [first, y, x - first, 0];
      rect[3]++;
      next.set(key, rect);
      open.delete(key);
    }
    done.push(...open.values());
    open = next;
  }
  done.push(...open.values());
  if (done.length > RECTANGLES_MAX) return null;
  return { width, height, obstacles: done.map((rect) => ({ rect })) };
}

// The rectangle that a ring is, or null.
function rectangleOf(ring) {
  const points = ring.slice(0, -1);
  if (points.length !== 4) return null;
  const [xs, ys] = [0, 1].map((i) => [...new Set(points.map((point) => point[i]))].sort((a, b) => a - b));
  if (xs.length !== 2 || ys.length !== 2) return null;
  const straight = points.every((point, i) => (point[0] === points[(i + 1) % 4][0]) !== (point[1] === points[(i + 1) % 4][1]));
  return straight ? [xs[0], ys[0], xs[1] - xs[0], ys[1] - ys[0]] : null;
}

function features(text) {
  const collection = JSON.parse(text);
  const free = [];
  const rings = [];
  for (const feature of collection.features ?? [collection]) {
    const shape = feature.geometry ?? feature;
    const polygons = shape.type === "Polygon" ? [shape.coordinates] : shape.type === "MultiPolygon" ? shape.coordinates : null;
    if (!polygons || polygons.some((polygon) => polygon.length !== 1)) return null; // holes
    (feature.properties?.kind === "free" ? free : rings).push(...polygons.map(([ring]) => ring));
  }
  if (free.length > 1) return null;
  const frame = free.length ? rectangleOf(free[0]) : null;
  if (free.length && (!frame || frame[0] || frame[1])) return null;
  const [width, height] = frame ? frame.slice(2) : [0, 1].map((i) => Math.max(...rings.flat().map((point) => point[i])));
  const least = Math.min(...rings.flat(2));
  if (!(least >= 0) || !(width > 0) || !(height > 0)) return frame && !rings.length ? { width, height, obstacles: [] } : null;
  const obstacles = rings.map((ring) => {
    const rect = rectangleOf(ring);
    return rect ? { rect } : { polygon: ring.slice(0, -1).map(([x, y]) => [x, y]) };
  });
  return { width, height, obstacles };
}

// {name, width, height, obstacles} or {name, source}
export function readMapFile(fileName, text) {
  const name = fileName.replace(/\.[a-z]+$/i, "") || "map";
  let drawing = null;
  try {
    drawing = text.trimStart().startsWith("{") ? features(text) : cells(text);
  } catch {
    drawing = null; // the server says what is wrong with it
  }
  return drawing ? { name, ...drawing } : { name, source: text };
}

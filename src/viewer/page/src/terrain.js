// The areas, roads and rivers of a terrain, as drawn: areas below, then rivers, roads over them,
// bridges and tunnels on top, and rings where rivers can be crossed at no cost.
//
// A road is wider and more coloured the cheaper it is compared with the ground; a river is wider
// the more its crossing costs, and dark if it is never crossed. An area is the more coloured the more
// its rate differs from that of open ground, by its logarithm: green if it is dearer, else yellow, as
// in the command's pictures. Lines that look the same form one
// Path2D: a town has tens of thousands of pieces.

const ROAD = { least: 1.6, most: 5 }; // CSS pixels
const RIVER = { least: 1.6, most: 4.5 };
export const CASING = 1.6; // both edges of a road together, CSS pixels
export const APART = 3.2; // the same of a bridge or tunnel
export const POINT = { outer: 8, inner: 4.8 }; // diameters of a ring
const APART_BY = 20; // approximate CSS pixels between pieces at which lines have these widths
const PIECES_LEAST = 100; // with fewer, lines get no wider
const GROWTH = { power: 0.5, least: 0.45, most: 4 }; // of widths when zooming in
const SHADES = 5; // of roads
const ARROW = { long: 9, wide: 8, every: 110, least: 14 }; // CSS pixels; roads shorter than least have none

function path(pieces) {
  const parts = [];
  for (let i = 0; i < pieces.length; i += 4) {
    // Continues the line if a piece starts where the previous one ends.
    const follows = i && pieces[i] === pieces[i - 2] && pieces[i + 1] === pieces[i - 1];
    parts.push(follows ? `L${pieces[i + 2]} ${pieces[i + 3]}` : `M${pieces[i]} ${pieces[i + 1]}L${pieces[i + 2]} ${pieces[i + 3]}`);
  }
  return parts.join("");
}

// Returns the points; each is stored as a piece from itself to itself.
function points(pieces) {
  return pieces.filter((_, i) => i % 4 < 2).flatMap((x, i, all) => (i % 2 ? [] : [[x, all[i + 1]]]));
}

// Canvases don't draw strokes of length 0, so dots are filled.
function paintDots(context, dots, radius) {
  context.beginPath();
  for (const [x, y] of dots) {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  context.fill();
}

// Returns how much better than the ground a road is, 0 to 1.
export function worth(rate, background) {
  return Math.min(1, Math.max(0, 1 - rate / background));
}

export function roadWidth(rate, background) {
  return ROAD.least + (ROAD.most - ROAD.least) * worth(rate, background);
}

export function roadShade(rate, background) {
  return Math.min(SHADES - 1, Math.floor(SHADES * worth(rate, background)));
}

// dearest: the greatest cost among a map's rivers that can be crossed; cost: null if never crossed.
export function riverWidth(cost, dearest) {
  if (cost === null) return RIVER.most;
  return RIVER.least + (RIVER.most - RIVER.least) * (dearest > 0 ? Math.min(1, cost / dearest) : 0);
}

// Returns the colour of an area, and its opacity, which is full from ten times or a tenth on.
export function areaTint(rate, background) {
  const share = Math.log10(rate / background);
  return { ink: share < 0 ? "cheap" : "dear", opacity: Math.min(1, Math.abs(share)) };
}

// Returns the factor of line widths for a map of this size and number of pieces at this scale:
// lines of a town are close to each other.
export function growth(scale, size, pieces) {
  const pixels = (scale * size) / Math.sqrt(Math.max(pieces, PIECES_LEAST));
  return Math.min(GROWTH.most, Math.max(GROWTH.least, (pixels / APART_BY) ** GROWTH.power));
}

export class Terrain {
  // data: of GET /api/maps/{map}/terrain.
  constructor({ background_rate, lines, areas = [] }) {
    this.background = background_rate;
    this.areas = areas;
    this.lines = lines;
    this.roads = lines.filter(({ kind }) => kind === "road");
    this.rivers = lines.filter(({ kind }) => kind === "river");
    this.bridges = lines.filter(({ kind }) => kind === "bridge");
    this.pieces = lines.reduce((sum, line) => sum + line.pieces.length / 4, 0);
    this.dearest = Math.max(0, ...this.rivers.map(({ cost }) => cost ?? 0));
  }

  // Cells of areas that look the same joined: {ink, opacity, d}.
  get tints() {
    return (this.tintsMade ??= this.makeTints());
  }

  makeTints() {
    const groups = new Map();
    for (const { rate, cell } of this.areas) {
      if (!groups.has(rate)) groups.set(rate, { ...areaTint(rate, this.background), parts: [] });
      groups.get(rate).parts.push(`M${cell.join(" ")}Z`);
    }
    return [...groups.values()].map(({ parts, ...looks }) => ({ ...looks, d: parts.join("") }));
  }

  // Lines that look the same joined, in drawing order: {ink, width, d}; bridges also have {dots}.
  get strokes() {
    return (this.strokesMade ??= this.makeStrokes());
  }

  makeStrokes() {
    const groups = new Map();
    const add = (layer, ink, width, line) => {
      const key = `${layer} ${ink} ${width}`;
      if (!groups.has(key)) groups.set(key, { layer, ink, width, parts: [] });
      groups.get(key).parts.push(path(line.pieces));
    };
    for (const line of this.rivers) add(0, line.cost === null ? "wall" : "river", riverWidth(line.cost, this.dearest), line);
    for (const line of this.roads) {
      const width = roadWidth(line.rate, this.background);
      const shade = `road-${roadShade(line.rate, this.background)}`;
      add(line.apart ? 3 : 1, line.apart ? "apart" : "casing", width + (line.apart ? APART : CASING), line);
      add(line.apart ? 4 : 2, shade, width, line);
    }
    // Within a layer, narrow lines first: main roads cover tracks.
    const lines = [...groups.values()].sort((a, b) => a.layer - b.layer || a.width - b.width).map(({ ink, width, parts }) => ({ ink, width, d: parts.join("") }));
    const dots = this.bridges.flatMap(({ pieces }) => points(pieces));
    const d = dots.map(([x, y]) => `M${x} ${y}h0`).join("");
    return dots.length ? [...lines, { ink: "apart", width: POINT.outer, d, dots }, { ink: "point", width: POINT.inner, d, dots }] : lines;
  }

  growth(scale, size) {
    return growth(scale, size, this.pieces);
  }

  // Returns arrowheads along one-way roads as triangles. scale: CSS pixels per map unit.
  arrows(scale) {
    const parts = [];
    for (const { pieces } of this.roads.filter(({ oneway }) => oneway)) {
      const lengths = [];
      for (let i = 0; i < pieces.length; i += 4) lengths.push(scale * Math.hypot(pieces[i + 2] - pieces[i], pieces[i + 3] - pieces[i + 1]));
      const whole = lengths.reduce((sum, length) => sum + length, 0);
      const every = whole / Math.max(1, Math.round(whole / ARROW.every));
      let next = whole < ARROW.least ? Infinity : every / 2;
      lengths.forEach((length, n) => {
        const [x0, y0, x1, y1] = pieces.slice(4 * n, 4 * n + 4);
        const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length]; // of a CSS pixel
        for (; next < length; next += every) {
          const at = (along, aside) => `${x0 + dx * (next + along) - dy * aside} ${y0 + dy * (next + along) + dx * aside}`;
          parts.push(`M${at(ARROW.long / 2, 0)}L${at(-ARROW.long / 2, ARROW.wide / 2)}L${at(-ARROW.long / 2, -ARROW.wide / 2)}Z`);
        }
        next -= length;
      });
    }
    return parts.join("");
  }

  // Draws on a context in map units; pixel: size of a CSS pixel; scale: CSS pixels per map unit;
  // hasTints: whether areas are coloured.
  paint(context, colours, pixel, scale, size, hasTints = true) {
    const wider = this.growth(scale, size);
    for (const tint of hasTints ? this.tints : []) {
      context.globalAlpha = tint.opacity;
      context.fillStyle = colours.terrain[tint.ink];
      context.fill((tint.path ??= new Path2D(tint.d)));
    }
    context.globalAlpha = 1;
    context.lineCap = context.lineJoin = "round";
    for (const stroke of this.strokes) {
      context.fillStyle = context.strokeStyle = colours.terrain[stroke.ink];
      context.lineWidth = stroke.width * wider * pixel;
      if (stroke.dots) paintDots(context, stroke.dots, context.lineWidth / 2);
      else context.stroke((stroke.path ??= new Path2D(stroke.d)));
    }
    context.fillStyle = colours.terrain.apart;
    context.fill(new Path2D(this.arrows(scale)));
  }
}

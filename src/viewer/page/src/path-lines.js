// The paths of an answer as SVG lines: all of one width, each in its colour with an edge, side by
// side where they run together (lanes.js). One may be brought forward, which greys the others; one
// that is pointed at is wider.
//
// Widths are in CSS pixels, so shifts depend on the scale. Elements are kept from answer to answer:
// during a drag only their attributes change.

import { s, set } from "./dom.js";
import { lanes, part, shifted } from "./lanes.js";
import { colour, dash } from "./palette.js";
import { nearestOn } from "./points.js";

const WIDTH = { least: 3, most: 5, ofCell: 0.8 }; // of a line, CSS pixels; ofCell: of a cell's side
const STRONGER = 2; // added width when chosen or pointed at
const EDGE = 1.25; // on either side
const GAP = 1; // between adjacent lines
const BUNDLE = 30; // the greatest width of all adjacent lines
const EXACT = 100; // per pixel: the steps to which coordinates are rounded, or finer

export function pathData(points) {
  return `M${points.map(([x, y]) => `${x} ${y}`).join("L")}`;
}

// Like pathData, for points that may be empty or an area.
export function outline(points, closed = true) {
  return points.length ? `${pathData(points)}${closed ? "Z" : ""}` : "";
}

// Returns the distance of a point from a line, which may be a point.
function away(point, points) {
  return points.reduce((least, end, i) => Math.min(least, nearestOn(point, ...points[Math.max(0, i - 1)], ...end).far), Infinity);
}

export class PathLines {
  constructor() {
    this.scale = 1;
    this.cell = 0; // side of the map's cells, map units; 0: no cells
    this.paths = [];
    this.routes = [];
    this.drawn = []; // points of each line, as drawn
    this.shown = this.pointed = 0;
    this.items = [];
    this.lines = s("g", {});
    this.offRoad = s("g", {}); // parts of a terrain's way that follow no road
    this.root = s("g", { class: "paths" }, this.lines, this.offRoad);
  }

  // shown: number of the path to bring forward, from 1; 0: none.
  show(paths, shown) {
    if (paths !== this.paths) {
      this.paths = paths;
      this.routes = lanes(paths.map(({ points }) => points));
      while (this.items.length < paths.length) this.items.push(this.make(this.items.length));
      while (this.items.length > paths.length) this.items.pop().root.remove();
      this.draw();
    }
    if (shown !== this.shown) {
      this.shown = shown;
      this.order();
    }
    this.look();
  }

  make(number) {
    const casing = s("path", { class: "casing" });
    const line = s("path", { class: "line", "data-number": number + 1, stroke: colour(number) });
    const root = s("g", { class: "route" }, casing, line);
    this.lines.prepend(root); // so that path 1 is on top
    return { root, casing, line };
  }

  // Puts path 1 on top, and above it the one that is brought forward.
  order() {
    this.lines.append(...this.items.map(({ root }) => root).reverse());
    if (this.items[this.shown - 1]) this.lines.append(this.items[this.shown - 1].root);
  }

  // number: of the path pointed at; 0: none.
  point(number) {
    if (number === this.pointed) return;
    this.pointed = number;
    this.look();
  }

  look() {
    const width = this.width();
    this.items.forEach((item, i) => {
      const number = i + 1;
      const gaps = dash(i, this.paths[i].filled);
      const strong = number === this.shown || number === this.pointed;
      const looks = { class: ["line", this.shown && number !== this.shown && number !== this.pointed && "dim", gaps && "dashed"].filter(Boolean).join(" "), "stroke-width": width + (strong ? STRONGER : 0), "stroke-dasharray": gaps };
      const key = Object.values(looks).join("|");
      if (item.key === key) return;
      item.key = key;
      set(item.line, looks);
      set(item.casing, { "stroke-width": looks["stroke-width"] + 2 * EDGE });
    });
  }

  width() {
    return this.cell ? Math.min(WIDTH.most, Math.max(WIDTH.least, WIDTH.ofCell * this.cell * this.scale)) : WIDTH.most;
  }

  move({ k }) {
    if (k === this.scale) return;
    this.scale = k;
    this.draw();
    this.look();
  }

  aside(route) {
    return shifted(route, (this.width() + GAP) / this.scale, BUNDLE / this.scale);
  }

  draw() {
    const exact = 10 ** Math.ceil(Math.log10(EXACT * this.scale));
    const round = (points) => points.map(([x, y]) => [Math.round(x * exact) / exact, Math.round(y * exact) / exact]);
    this.drawn = this.routes.map((route) => round(this.aside(route)));
    this.items.forEach(({ casing, line }, i) => {
      const d = pathData(this.drawn[i]);
      casing.setAttribute("d", d);
      line.setAttribute("d", d);
    });
    const parts = this.paths.flatMap(({ legs = [] }, number) => legs.filter(({ kind }) => kind !== "road").map(({ first, last }) => this.part(number, first, last)));
    if (parts.length || this.offRoad.firstChild) this.offRoad.replaceChildren(...parts.map((d) => s("path", { class: "off-road", d })));
  }

  // Returns the d attribute of a part of a path, as drawn.
  part(number, first, last) {
    return pathData(this.aside(part(this.routes[number], this.paths[number].points, first, last)));
  }

  // Returns the number of the path nearest to a point, within reach CSS pixels; 0: none.
  nearest(point, reach) {
    let best = reach / this.scale;
    let found = 0;
    this.drawn.forEach((points, i) => {
      const far = away(point, points);
      if (far < best) [best, found] = [far, i + 1];
    });
    return found;
  }
}

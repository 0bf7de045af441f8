// The paths of an answer as SVG lines: all of one width, each in its colour with an edge, side by
// side where they run together (lanes.js). One may be brought forward, which greys the others; one
// that is pointed at is wider.
//
// Of several floors one is shown: parts of paths on others are faded, and links are dashed.
//
// Widths are in CSS pixels, so shifts depend on the scale. Elements are kept from answer to answer:
// during a drag only their attributes change.

import { s, set } from "./dom.js";
import { Floors } from "./floors.js";
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
    this.floors = new Floors([]);
    this.cuts = []; // of each path: its walks and links (floors.js)
    this.strands = []; // walks that are shown: {number: of its path, route, drawn: its points, as drawn}
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
      this.lay();
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

  setFloors(floors) {
    this.floors = floors;
    this.lay();
    this.draw();
  }

  // Lays all walks side by side.
  lay() {
    this.cuts = this.paths.map((path) => this.floors.cut(path));
    const walks = this.cuts.flatMap(({ here }, number) => here.map((points) => ({ number, points })));
    const routes = lanes(walks.map(({ points }) => points));
    this.strands = walks.map(({ number }, i) => ({ number, route: routes[i], drawn: [] }));
  }

  // Returns the points of each walk of a path that is shown.
  walksOf(number) {
    return this.cuts[number]?.here ?? [];
  }

  // Returns the route of each path, its longest walk; of one that isn't shown, without points.
  get routes() {
    const none = { points: [], lane: [], beside: [] };
    return this.paths.map((_, number) => this.strands.filter((strand) => strand.number === number).reduce((best, { route }) => (route.points.length > best.points.length ? route : best), none));
  }

  // Returns the points of each path as drawn; of maps without links, where a path is one walk.
  get drawn() {
    return this.paths.map((_, number) => this.strands.find((strand) => strand.number === number)?.drawn ?? []);
  }

  make(number) {
    const casing = s("path", { class: "casing" });
    const line = s("path", { class: "line", "data-number": number + 1, stroke: colour(number) });
    const away = s("path", { class: "elsewhere", stroke: colour(number) });
    const links = s("path", { class: "link-line", stroke: colour(number) });
    const root = s("g", { class: "route" }, away, casing, line, links);
    this.lines.prepend(root); // so that path 1 is on top
    return { root, casing, line, away, links };
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
      for (const part of [item.away, item.links]) set(part, { "stroke-width": looks["stroke-width"] });
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
    for (const strand of this.strands) strand.drawn = round(this.aside(strand.route));
    this.items.forEach(({ casing, line, away, links }, i) => {
      const d = this.strands.map(({ number, drawn }) => (number === i ? pathData(drawn) : "")).join("");
      casing.setAttribute("d", d);
      line.setAttribute("d", d);
      const { elsewhere, links: jumps } = this.cuts[i] ?? { elsewhere: [], links: [] };
      set(away, { d: elsewhere.map(pathData).join("") || null });
      set(links, { d: jumps.map(pathData).join("") || null });
    });
    const parts = this.paths.flatMap(({ legs = [] }, number) => legs.filter(({ kind }) => !["road", "walk", "link"].includes(kind)).map(({ first, last }) => this.part(number, first, last)));
    if (parts.length || this.offRoad.firstChild) this.offRoad.replaceChildren(...parts.map((d) => s("path", { class: "off-road", d })));
  }

  // Returns the d attribute of a part of a path without links, as drawn.
  part(number, first, last) {
    const { route } = this.strands.find((strand) => strand.number === number);
    return pathData(this.aside(part(route, this.paths[number].points, first, last)));
  }

  // Returns the number of the path nearest to a point, within reach CSS pixels; 0: none.
  nearest(point, reach) {
    let best = reach / this.scale;
    let found = 0;
    for (const { number, drawn } of this.strands) {
      const far = away(point, drawn);
      if (far < best) [best, found] = [far, number + 1];
    }
    return found;
  }
}

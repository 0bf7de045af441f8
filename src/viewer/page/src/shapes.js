// The shapes of a drawing as SVG: areas and obstacles below, then rivers, roads, bridges. Lines look as on
// the map (terrain.js), with some room for the pointer.

import { fill, s, set } from "./dom.js";
import { outline } from "./path-lines.js";
import { APART, CASING, areaTint, growth, riverWidth, roadShade, roadWidth } from "./terrain.js";
import { corners, kindOf } from "./things.js";

const LAYERS = ["area", "obstacle", "river", "road", "bridge"];

// Makes a line whose width grows when zooming in.
function stroke(name, d, width) {
  const line = s("path", { class: name, d });
  line.style.setProperty("--width", width);
  return line;
}

export class Shapes {
  constructor() {
    this.layers = LAYERS.map((name) => s("g", { class: `${name}-shapes` }));
    this.root = s("g", { class: "shapes" }, this.layers);
    this.made = new WeakMap(); // shape by thing
    this.numbers = new WeakMap(); // number of the thing by shape
  }

  // drawing: the current one; selected: a number, or -1.
  show(drawing, selected) {
    const { things, background } = drawing;
    const dearest = Math.max(0, ...things.map((thing) => (kindOf(thing) === "river" ? (thing.cost ?? 0) : 0)));
    const looks = `${background} ${dearest}`;
    if (looks !== this.looks) this.made = new WeakMap();
    this.looks = looks;
    this.looking = { background, dearest };
    this.pieces = things.reduce((sum, { line }) => sum + (line ? line.length - 1 : 0), 0);
    this.size = Math.max(drawing.now.width, drawing.now.height);
    const lists = LAYERS.map(() => []);
    this.root.querySelector(".selected")?.classList.remove("selected");
    things.forEach((thing, number) => {
      const shape = this.shape(thing);
      this.numbers.set(shape, number);
      lists[LAYERS.indexOf(kindOf(thing))].push(shape);
      if (number === selected) shape.classList.add("selected");
    });
    this.layers.forEach((layer, i) => fill(layer, lists[i]));
    this.move(this.scale);
  }

  // Things never change, so shapes are kept and only those of new things are made.
  shape(thing) {
    let shape = this.made.get(thing);
    if (!shape) this.made.set(thing, (shape = this.make(thing)));
    return shape;
  }

  make(thing) {
    const kind = kindOf(thing);
    const { background, dearest } = this.looking;
    const d = kind === "bridge" ? `M${thing.point.join(" ")}h0` : outline(corners(thing), !thing.line);
    if (kind === "obstacle") return s("path", { class: "thing obstacle", d });
    if (kind === "area" && thing.rate === null) return s("path", { class: "thing ground-area closed", d });
    if (kind === "area") {
      const { ink, opacity } = areaTint(thing.rate, background);
      return s("path", { class: `thing ground-area ground-${ink}`, d, "fill-opacity": opacity });
    }
    const room = s("path", { class: "room", d });
    if (kind === "bridge") return s("g", { class: "thing bridge" }, room, s("path", { class: "bridge-edge", d }), s("path", { class: "bridge-mark", d }));
    if (kind === "river") return s("g", { class: "thing river" }, room, stroke(thing.cost === null ? "ground-wall" : "ground-river", d, riverWidth(thing.cost, dearest)));
    const width = roadWidth(thing.rate, background);
    const apart = thing.bridge || thing.tunnel;
    const useless = thing.rate >= background ? " useless" : "";
    return s("g", { class: `thing road${useless}` }, room, stroke(apart ? "ground-apart" : "ground-casing", d, width + (apart ? APART : CASING)), stroke(`ground-road-${roadShade(thing.rate, background)}`, d, width));
  }

  // scale: CSS pixels per map unit.
  move(scale) {
    this.scale = scale;
    if (!scale || !this.pieces) return;
    const wider = growth(scale, this.size, this.pieces).toFixed(2);
    if (wider === this.wider) return;
    this.wider = wider;
    this.root.style.setProperty("--wider", wider);
  }

  // Returns the number of the thing that an element belongs to, or -1.
  number(element) {
    const shape = element.closest(".thing");
    return this.numbers.get(shape) ?? -1;
  }
}

// Drawing over running crowds: the corners of an area to close, the two ends of a flow. Points are
// clicked, or placed by keyboard: arrow keys move the aim, Enter places a point.

import { s, set } from "./dom.js";
import { arrowOf, isCommand } from "./keys.js";
import { within } from "./points.js";
import { coordinate } from "./words.js";

const CLOSE = 10; // CSS pixels from the first or last corner, at which a point ends an area
const STEP = 1 / 100; // of the map's longer side, by one arrow key
const NEEDED = { close: 3, flow: 2 };

export class CrowdTools {
  // Calls drawn(tool, points), and changed() when a tool is taken up or put down.
  constructor(drawn, changed) {
    this.drawn = drawn;
    this.changed = changed;
    this.tool = null; // "close", "flow"
    this.points = [];
    this.panels = [];
    this.aim = s("g", { class: "aim", tabindex: 0, role: "button", "aria-roledescription": "aim that moves", onkeydown: (event) => this.aimKey(event) }, s("circle", { r: 12 }), s("path", { d: "M-18 0H18M0 -18V18" }));
  }

  // All panels show the same sketch.
  setPanels(panels, box) {
    this.panels = panels;
    this.box = box;
    this.size = Math.max(box[2], box[3]);
    this.at = [box[0] + box[2] / 2, box[1] + box[3] / 2];
    for (const panel of panels) {
      panel.svg.addEventListener("click", (event) => this.tool && this.point(panel.pointOf(event)));
      panel.svg.addEventListener("dblclick", () => this.finish());
      panel.svg.addEventListener("pointermove", (event) => this.tool && this.show(panel.pointOf(event)));
    }
    this.show();
  }

  // Takes a tool up, or puts down the one in use.
  toggle(tool) {
    this.tool = this.tool === tool ? null : tool;
    this.points = [];
    this.show();
    this.changed();
    if (this.tool) this.aim.focus({ preventScroll: true });
  }

  point(at) {
    const point = within(this.box, at);
    const near = (other) => other && Math.hypot(...[0, 1].map((i) => point[i] - other[i])) * this.panels[0].view.k < CLOSE;
    const ends = this.tool === "close" && this.points.length >= NEEDED.close && (near(this.points[0]) || near(this.points.at(-1)));
    if (ends) return this.finish();
    if (!near(this.points.at(-1))) this.points.push(point);
    if (this.tool === "flow" && this.points.length === NEEDED.flow) this.finish();
    else this.show(point);
  }

  finish() {
    const { tool, points } = this;
    if (!tool || points.length < NEEDED[tool]) return;
    this.toggle(tool);
    this.drawn(tool, points);
  }

  // pointer: the position of the pointer, shown as the next point.
  show(pointer) {
    const points = this.points.length && pointer ? [...this.points, pointer] : this.points;
    for (const panel of this.panels) {
      panel.showSketch(points, this.tool === "close");
      set(panel.svg, { class: `overlay crowd-overlay${this.tool ? " drawing" : ""}` });
    }
    const parent = this.tool ? this.panels[0]?.above : null;
    if (this.aim.parentNode !== (parent ?? null)) {
      this.aim.remove();
      parent?.append(this.aim);
    }
    this.place();
  }

  // The aim keeps its size when the view moves.
  place() {
    if (!this.tool || !this.panels.length) return;
    set(this.aim, { transform: `translate(${this.panels[0].toScreen(this.at).join(" ")})`, "aria-label": `Aim at ${this.at.map((value) => coordinate(value, this.size)).join(", ")}. Arrow keys move it, Enter puts a point there.` });
  }

  aimKey(event) {
    const step = arrowOf(event, this.panels[0]?.view.down);
    if (isCommand(event) || (!step && event.key !== "Enter")) return;
    event.preventDefault();
    event.stopPropagation();
    if (!step) return this.point(this.at);
    this.at = within(this.box, this.at.map((value, i) => value + step[i] * STEP * this.size));
    this.show(this.at);
  }

  key({ key }) {
    if (key !== "Escape" || !this.tool) return false;
    this.toggle(this.tool);
    return true;
  }
}

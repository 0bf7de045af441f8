// Where one looks: pan and zoom, shared by all panels that show the same map. Panels
// are of one size, so that one transform serves all.

import { select } from "d3-selection";
import { zoom, zoomIdentity } from "d3-zoom";
import { h, iconButton } from "./dom.js";

const MARGIN = 24; // CSS pixels round the map when all of it is shown
const STEP = 1.5; // by a key or a button
const CLOSEST = 120; // CSS pixels per unit, or 60 times the fitting scale if that is more

export class Camera {
  // moved(transform) after each change; filter(event) says which events are its own; all() before
  // all is shown on request.
  constructor(moved, filter, all = () => {}) {
    this.moved = moved;
    this.all = all;
    this.transform = zoomIdentity;
    this.nodes = [];
    this.box = this.home = null;
    this.aside = 0; // CSS pixels at the right under something else
    this.zoom = zoom()
      .filter((event) => !event.target.closest(".handle, .pointer") && !event.button && !(event.ctrlKey && event.type !== "wheel") && filter(event))
      .clickDistance(5)
      .on("zoom", (event) => this.take(event.transform));
  }

  // Listens to an SVG element.
  attach(node) {
    this.nodes.push(node);
    node.__zoom = this.transform;
    select(node).call(this.zoom).on("dblclick.zoom", null);
  }

  detach(node) {
    select(node).on(".zoom", null);
    this.nodes = this.nodes.filter((other) => other !== node);
  }

  take(transform) {
    this.transform = transform;
    for (const node of this.nodes) node.__zoom = transform; // where d3-zoom keeps it
    this.moved(transform);
  }

  // The map's extent, and the size of the panels in CSS pixels, as it was if none is given; home:
  // what is shown at first. Keeps the middle of the view in the middle; the first time, home is
  // shown unless `view` says otherwise.
  frame(box, panel = this.panel, view = null, home = box, aside = 0) {
    if (!panel || panel[0] < 2 || panel[1] < 2) return;
    const before = view ?? (this.panel && !this.isFit() ? this.view() : null);
    const [x, y, width, height] = box;
    this.box = box;
    this.home = home;
    this.panel = panel;
    this.aside = aside;
    const fit = this.fitScale();
    this.zoom
      .scaleExtent([fit / 3, Math.max(CLOSEST, 60 * fit)])
      .extent([[0, 0], panel])
      .translateExtent([[x - width / 2, y - height / 2], [x + 1.5 * width, y + 1.5 * height]]);
    if (before) this.lookAt(before);
    else this.fit();
  }

  fitScale() {
    const [, , width, height] = this.home;
    const [w, h] = this.seen();
    return Math.max(1e-9, Math.min((w - 2 * MARGIN) / width, (h - 2 * MARGIN) / height));
  }

  // Width and height of what isn't hidden.
  seen() {
    return [this.panel[0] - this.aside, this.panel[1]];
  }

  // [x, y, scale]: the map point in the middle of the panel and CSS pixels per unit.
  view() {
    const [w, h] = this.seen();
    const [x, y] = this.transform.invert([w / 2, h / 2]);
    return [x, y, this.transform.k];
  }

  lookAt([x, y, scale]) {
    const [w, h] = this.seen();
    this.take(zoomIdentity.translate(w / 2 - scale * x, h / 2 - scale * y).scale(scale));
  }

  fit() {
    if (!this.panel) return;
    const [x, y, width, height] = this.home;
    this.lookAt([x + width / 2, y + height / 2, this.fitScale()]);
  }

  // A point into the middle.
  seek(point) {
    this.lookAt([...point, this.transform.k]);
  }

  showAll() {
    this.all();
    this.fit();
  }

  // Whether what is free is shown, as at first.
  isFit() {
    const [x, y, width, height] = this.home;
    const view = this.view();
    const fit = this.fitScale();
    return Math.abs(view[2] - fit) < 1e-6 * fit && Math.abs(view[0] - x - width / 2) < 1e-3 * width && Math.abs(view[1] - y - height / 2) < 1e-3 * height;
  }

  by(factor) {
    if (!this.nodes.length || !this.panel) return;
    this.zoom.scaleBy(select(this.nodes[0]), factor);
  }

  // Whether a key was for the view.
  key({ key }) {
    if (key === "+" || key === "=") this.by(STEP);
    else if (key === "-") this.by(1 / STEP);
    else if (key === "0") this.showAll();
    else return false;
    return true;
  }

  // Buttons for what the keys do.
  tools() {
    return h(
      "div",
      { class: "view-tools", role: "group", "aria-label": "View" },
      iconButton("plus", "Zoom in", () => this.by(STEP)),
      iconButton("minus", "Zoom out", () => this.by(1 / STEP)),
      iconButton("fit", "Show all of the map", () => this.showAll()),
    );
  }
}

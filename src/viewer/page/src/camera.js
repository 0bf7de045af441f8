// The view of a map, panned and zoomed, shared by all panels of the map. The panels have one size,
// so one transform serves them all.

import { h, iconButton } from "./dom.js";
import { Gestures } from "./gestures.js";
import { START, showing, toMap } from "./points.js";

const MARGIN = 24; // CSS pixels round the map when the whole map is shown
const STEP = 1.5; // by a key or a button
const FARTHEST = 3; // times the fitting scale, zooming out
const CLOSEST = { pixels: 120, fits: 60 }; // CSS pixels per unit, or times the fitting scale if that is more
const BEYOND = 0.5; // of the map's sides, visible beyond the map

export class Camera {
  // Calls moved(view) after each change (points.js). filter(event, fingers): whether the camera
  // handles an event. all(): called before the whole map is shown on request.
  constructor(moved, filter, all = () => {}) {
    this.moved = moved;
    this.filter = filter;
    this.all = all;
    this.transform = START;
    this.nodes = new Map(); // with the listener for pointer movements on each
    this.box = this.home = null;
    this.down = START.down;
    this.covered = [0, 0]; // CSS pixels at the right, and at the bottom
  }

  // Listens to an SVG element.
  attach(node) {
    this.nodes.set(
      node,
      new Gestures(node, {
        mine: (event, fingers) => Boolean(this.panel) && this.isMine(event, fingers),
        view: () => this.transform,
        bring: (point, at, k) => this.bring(point, at, k),
      }),
    );
  }

  detach(node) {
    this.nodes.get(node)?.end();
    this.nodes.delete(node);
  }

  isMine(event, fingers) {
    const free = event.type === "wheel" || (!event.button && !event.ctrlKey && !event.target.closest(".handle, .pointer"));
    return free && this.filter(event, fingers);
  }

  // Brings a map point to a place, at a scale within the limits.
  bring(point, at, k) {
    const fit = this.fitScale();
    this.take(this.kept(showing(point, at, Math.min(Math.max(CLOSEST.pixels, CLOSEST.fits * fit), Math.max(fit / FARTHEST, k)), this.down)));
  }

  // Moves a view so that no more than BEYOND is visible beyond the map; centred if all of that
  // fits.
  kept(view) {
    const [x, y, width, height] = this.box;
    const along = (from, side, pixels, shift) => {
      const [least, most] = [from - BEYOND * side, from + (1 + BEYOND) * side];
      const before = -shift / view.k - least;
      const behind = (pixels - shift) / view.k - most;
      return shift + view.k * (behind > before ? (before + behind) / 2 : Math.min(0, before) || Math.max(0, behind));
    };
    const top = this.down < 0 ? -y - height : y;
    return { ...view, x: along(x, width, this.panel[0], view.x), y: along(top, height, this.panel[1], view.y) };
  }

  take(transform) {
    this.transform = transform;
    this.moved(transform);
  }

  // Sets the map, by its extent and whether its y goes down (ground.js), the size of the panels in
  // CSS pixels (unchanged if not given), and home, the part shown at first. Keeps the middle of the
  // view; the first time, shows home unless `view` is given.
  frame({ box, down = START.down }, panel = this.panel, view = null, home = box, covered = [0, 0]) {
    if (!panel || panel[0] < 2 || panel[1] < 2) return;
    const before = view ?? (this.panel && !this.isFit() ? this.view() : null);
    this.box = box;
    this.down = down;
    this.home = home;
    this.panel = panel;
    this.covered = covered;
    if (before) this.lookAt(before);
    else this.fit();
  }

  fitScale() {
    const [, , width, height] = this.home;
    const [w, h] = this.seen();
    return Math.max(1e-9, Math.min((w - 2 * MARGIN) / width, (h - 2 * MARGIN) / height));
  }

  // Returns the width and height of the part that isn't covered.
  seen() {
    return this.panel.map((side, i) => side - this.covered[i]);
  }

  // Returns [x, y, scale]: the map point in the middle, and CSS pixels per unit.
  view() {
    const [w, h] = this.seen();
    return [...toMap(this.transform, [w / 2, h / 2]), this.transform.k];
  }

  lookAt([x, y, scale]) {
    const [w, h] = this.seen();
    this.take(showing([x, y], [w / 2, h / 2], scale, this.down));
  }

  fit() {
    if (!this.panel) return;
    const [x, y, width, height] = this.home;
    this.lookAt([x + width / 2, y + height / 2, this.fitScale()]);
  }

  // Centres a point.
  seek(point) {
    this.lookAt([...point, this.transform.k]);
  }

  showAll() {
    this.all();
    this.fit();
  }

  // Whether the view shows home, as at first.
  isFit() {
    const [x, y, width, height] = this.home;
    const view = this.view();
    const fit = this.fitScale();
    return Math.abs(view[2] - fit) < 1e-6 * fit && Math.abs(view[0] - x - width / 2) < 1e-3 * width && Math.abs(view[1] - y - height / 2) < 1e-3 * height;
  }

  by(factor) {
    if (!this.nodes.size || !this.panel) return;
    const middle = this.panel.map((side) => side / 2);
    this.bring(toMap(this.transform, middle), middle, factor * this.transform.k);
  }

  // Handles a key; returns whether it was for the view.
  key({ key }) {
    if (key === "+" || key === "=") this.by(STEP);
    else if (key === "-") this.by(1 / STEP);
    else if (key === "0") this.showAll();
    else return false;
    return true;
  }

  // Buttons for the actions of the keys.
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

// Where one looks: pan and zoom, shared by all panels that show the same map. Panels
// are of one size, so that one transform serves all.

import { h, iconButton } from "./dom.js";
import { Gestures, showing } from "./gestures.js";

const MARGIN = 24; // CSS pixels round the map when all of it is shown
const STEP = 1.5; // by a key or a button
const FARTHEST = 3; // times the fitting scale, out
const CLOSEST = { pixels: 120, fits: 60 }; // CSS pixels per unit, or times the fitting scale if that is more
const BEYOND = 0.5; // of the map's sides that may be seen beyond it

export class Camera {
  // moved(view) after each change, {k, x, y}: map point p is at k p + (x, y); filter(event, fingers)
  // says which events are its own; all() before all is shown on request.
  constructor(moved, filter, all = () => {}) {
    this.moved = moved;
    this.filter = filter;
    this.all = all;
    this.transform = { k: 1, x: 0, y: 0 };
    this.nodes = new Map(); // with what follows the pointer there
    this.box = this.home = null;
    this.aside = 0; // CSS pixels at the right under something else
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

  // A map point to a place, at a scale, as far as that may be.
  bring(point, at, k) {
    const fit = this.fitScale();
    this.take(this.kept(showing(point, at, Math.min(Math.max(CLOSEST.pixels, CLOSEST.fits * fit), Math.max(fit / FARTHEST, k)))));
  }

  // A view, moved so that no more is seen beyond the map than may be; in the middle where all of that is.
  kept(view) {
    const [x, y, width, height] = this.box;
    const along = (from, side, pixels, shift) => {
      const [least, most] = [from - BEYOND * side, from + (1 + BEYOND) * side];
      const before = -shift / view.k - least;
      const behind = (pixels - shift) / view.k - most;
      return shift + view.k * (behind > before ? (before + behind) / 2 : Math.min(0, before) || Math.max(0, behind));
    };
    return { k: view.k, x: along(x, width, this.panel[0], view.x), y: along(y, height, this.panel[1], view.y) };
  }

  take(transform) {
    this.transform = transform;
    this.moved(transform);
  }

  // The map's extent, and the size of the panels in CSS pixels, as it was if none is given; home:
  // what is shown at first. Keeps the middle of the view in the middle; the first time, home is
  // shown unless `view` says otherwise.
  frame(box, panel = this.panel, view = null, home = box, aside = 0) {
    if (!panel || panel[0] < 2 || panel[1] < 2) return;
    const before = view ?? (this.panel && !this.isFit() ? this.view() : null);
    this.box = box;
    this.home = home;
    this.panel = panel;
    this.aside = aside;
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
    const { k, x, y } = this.transform;
    return [(w / 2 - x) / k, (h / 2 - y) / k, k];
  }

  lookAt([x, y, scale]) {
    const [w, h] = this.seen();
    this.take(showing([x, y], [w / 2, h / 2], scale));
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
    if (!this.nodes.size || !this.panel) return;
    const { k, x, y } = this.transform;
    const [w, h] = this.panel;
    this.bring([(w / 2 - x) / k, (h / 2 - y) / k], [w / 2, h / 2], factor * k);
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

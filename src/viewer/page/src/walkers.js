// A tool of the explore view: walkers start at S one after the other and spread over the paths. All
// have speed 1, a map unit per unit of time; a slider, or play, sets the time shown.
//
// They are dots on the lines as drawn, side by side where paths run together: two SVG paths of
// points for each line, whatever the number of walkers.

import { Segments } from "./controls.js";
import { Dock } from "./dock.js";
import { h, icon, put, s, set } from "./dom.js";
import { colour, swatch } from "./palette.js";
import { SHARES, plan } from "./shares.js";
import { length, plural } from "./words.js";

const PLAYED_MS = 12000; // from the first start to the last arrival
const SLIDER = 1000; // of the slider
const FIRST = 0.4; // of the whole time: the time shown at first
const still = matchMedia("(prefers-reduced-motion: reduce)");

// Returns the lengths from the first point of a line to each point.
function along(points) {
  let sum = 0;
  return points.map(([x, y], i) => (sum += i ? Math.hypot(x - points[i - 1][0], y - points[i - 1][1]) : 0));
}

// Returns the point at a part of a line, 0..1; sums: of along().
function pointAt(points, sums, part) {
  const wanted = part * sums.at(-1);
  let i = 1;
  while (i < points.length - 1 && sums[i] < wanted) i++;
  if (points.length < 2) return points[0];
  const t = sums[i] > sums[i - 1] ? (wanted - sums[i - 1]) / (sums[i] - sums[i - 1]) : 0;
  const [a, b] = [points[i - 1], points[i]];
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
}

// The walkers of one panel: dots on its lines, and a table row for each path.
class PanelWalkers {
  constructor(panel, method) {
    this.panel = panel;
    this.dots = s("g", { class: "walkers", "aria-hidden": "true" });
    panel.scaled.append(this.dots);
    this.body = h("tbody", {});
    this.root = h("table", { class: "dock-table", "aria-label": `Walkers on ${method}` }, h("thead", {}, h("tr", {}, ["Path", "Walkers", "There", "First arrives", "Last"].map((name) => h("th", { scope: "col" }, name)))), this.body);
    this.rows = [];
  }

  // Plans anew for the current paths.
  plan(weights) {
    const paths = this.panel.paths ?? [];
    this.lengths = paths.map((path) => path.length);
    Object.assign(this, plan(this.lengths, weights));
    this.marks = paths.map((path, i) => [s("path", { class: "walker-edge" }), s("path", { class: "walker", stroke: colour(i) })]);
    this.dots.replaceChildren(...this.marks.flat());
    this.rows = paths.map((path, i) => {
      const own = this.walkers.filter((walker) => walker.path === i);
      const there = h("td", {});
      const times = own.length ? [own[0].arrival, own.at(-1).arrival].map((time) => length(time, this.lengths[0])) : ["–", "–"];
      const root = h("tr", {}, h("th", { scope: "row" }, swatch(i), ` ${i + 1}`), h("td", {}, String(own.length)), there, times.map((text) => h("td", {}, text)));
      return { root, there, own };
    });
    this.body.replaceChildren(...this.rows.map(({ root }) => root));
  }

  show(time) {
    const { drawn } = this.panel.lines;
    this.marks.forEach((marks, i) => {
      const points = drawn[i];
      if (!points) return;
      const sums = along(points);
      const out = this.rows[i].own.filter(({ start, arrival }) => start <= time && time < arrival);
      const d = out.map(({ start }) => `M${pointAt(points, sums, (time - start) / this.lengths[i]).map((value) => value.toFixed(4)).join(" ")}h0`).join("");
      for (const mark of marks) mark.setAttribute("d", d);
      put(this.rows[i].there, String(this.rows[i].own.filter(({ arrival }) => arrival <= time).length));
    });
  }

  end() {
    this.dots.remove();
  }
}

export class Walkers {
  constructor(view) {
    this.view = view;
    this.part = FIRST;
    this.groups = [];
    this.play = h("button", { type: "button", class: "tool", "aria-label": "Play", title: "Play or pause (Space)", onclick: () => this.setPlaying(!this.playing) }, icon("play"));
    this.slider = h("input", { type: "range", class: "dock-slider", min: 0, max: SLIDER, step: 1, "aria-label": "Time", oninput: () => this.seek(this.slider.valueAsNumber / SLIDER) });
    this.time = h("span", { class: "dock-time figure" });
    this.shares = new Segments("Shares", SHARES, (value) => this.share(value));
    this.tables = h("div", { class: "dock-tables" });
    this.dock = new Dock(view, "walk", h("div", { class: "dock-row" }, this.play, this.slider, this.time), h("div", { class: "dock-row dock-wide" }, h("div", { class: "dock-row" }, h("span", {}, "Shares"), this.shares.root), this.tables));
    this.stilled = () => this.still();
    still.addEventListener("change", this.stilled);
    this.still();
  }

  // Hides play for users who prefer reduced motion.
  still() {
    this.play.hidden = still.matches;
    if (still.matches) this.setPlaying(false);
  }

  get weights() {
    return this.view.settings.tools.walk === "length" ? "length" : "equal";
  }

  share(value) {
    this.view.settings.tools.walk = value === "length" ? "length" : "1";
    this.view.address();
    this.planAll();
  }

  changed() {
    this.shares.show(this.weights);
    const panels = this.view.panels.map(({ panel }) => panel);
    if (panels.length === this.groups.length && panels.every((panel, i) => this.groups[i].panel === panel)) return;
    for (const group of this.groups) group.end();
    this.groups = this.view.panels.map(({ panel, method }) => new PanelWalkers(panel, method));
    this.tables.replaceChildren(...this.groups.map(({ root }) => root));
    this.planAll();
  }

  answered() {
    this.planAll();
  }

  // The shifts of the lanes depend on the scale.
  moved() {
    this.show();
  }

  planAll() {
    for (const group of this.groups) group.plan(this.weights);
    this.show();
  }

  get last() {
    return Math.max(0, ...this.groups.map(({ last }) => last));
  }

  seek(part) {
    this.part = part;
    this.show();
  }

  show() {
    const last = this.last;
    const time = this.part * last;
    for (const group of this.groups) group.show(time);
    const words = `${length(time, last)} of ${length(last)}`;
    put(this.time, last ? `time ${words}` : "nobody walks");
    this.slider.value = Math.round(this.part * SLIDER);
    const there = this.groups.map(({ walkers }) => walkers.filter(({ arrival }) => arrival <= time).length);
    set(this.slider, { "aria-valuetext": `time ${words}, ${there.map((number) => `${plural(number, "walker")} there`).join("; ")}` });
  }

  setPlaying(on) {
    this.playing = on;
    cancelAnimationFrame(this.frame);
    set(this.play, { "aria-label": on ? "Pause" : "Play" });
    this.play.replaceChildren(icon(on ? "pause" : "play"));
    if (!on) return;
    if (this.part >= 1) this.part = 0;
    let before = performance.now();
    const step = (now) => {
      this.part = Math.min(1, this.part + Math.max(0, now - before) / PLAYED_MS);
      before = now;
      this.show();
      if (this.part >= 1) this.setPlaying(false);
      else this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  key({ key }) {
    if (key !== " " || still.matches || document.activeElement?.matches("button, summary, a")) return false;
    this.setPlaying(!this.playing);
    return true;
  }

  end() {
    this.setPlaying(false);
    still.removeEventListener("change", this.stilled);
    for (const group of this.groups) group.end();
    this.dock.end();
  }
}

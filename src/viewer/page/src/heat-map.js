// A tool of the explore view: colours the floor by the number of ways from S to each place, by the
// detour of the shortest way, or by its length. It asks the index's method, with the current
// bounds.
//
// It asks on a coarse grid first, then on finer ones, and starts again when S moves. Targets are
// asked in batches, one after the other; the size of a batch is tuned to take about thirty
// milliseconds, so that other requests don't wait long.

import * as api from "./api.js";
import { Segments } from "./controls.js";
import { Dock } from "./dock.js";
import { h, put, s } from "./dom.js";
import { Grid, gridOf } from "./grid.js";
import { Heat } from "./heat.js";
import { complain } from "./notice.js";
import { mixed, rampOf } from "./palette.js";
import { onTheme } from "./theme.js";
import { count, length, percent, plural, time } from "./words.js";

const KINDS = [
  ["ways", "paths", "how many paths lead there"],
  ["detour", "detour", "length of the shortest path relative to the straight line"],
  ["length", "length", "length of the shortest path"],
];
const LEVELS = [220, 900, 3600, 10800]; // cells, approximately
const WHILE_MOVING = 2; // levels, while S is dragged
const BATCH = { first: 32, least: 8, most: 1024, us: 30000 };
const DETOUR_MOST = 2; // at this detour the colour is darkest
const COLOURS = 5; // --heat-0 to --heat-4 (tools.css)
const PAINT_MS = 120; // between pictures while values arrive

// Returns the place of a value on the ramp. Fewer ways are darker: most of a map has all.
function placeOf(kind, [least, most], value) {
  const part = (value - least) / (most - least);
  return kind === "ways" ? 1 - part : part;
}

export class HeatMap {
  constructor(view) {
    this.view = view;
    this.batch = BATCH.first;
    this.kinds = new Segments("Colour by", KINDS, (value) => this.choose(value));
    this.state = h("span", { class: "figure" });
    this.here = h("span", { class: "figure" });
    this.left = h("span", { class: "fine", hidden: true }, "Obstacles, openings and closed doors don't count here.");
    this.scale = h("div", { class: "heat-scale fine" });
    this.dock = new Dock(view, "heat", h("div", { class: "dock-row" }, h("span", {}, "From S:"), this.kinds.root, this.state, this.left), h("div", { class: "dock-row" }, this.scale, this.here));
    this.stopTheme = onTheme(() => this.paint());
  }

  get kind() {
    const { heat } = this.view.settings.tools;
    return KINDS.some(([name]) => name === heat) ? heat : "ways";
  }

  choose(value) {
    this.view.settings.tools.heat = value;
    this.view.address();
    this.paint();
  }

  changed() {
    this.kinds.show(this.kind);
    this.left.hidden = !("avoid" in this.view.settings.tools || this.view.ground.doors.length);
    this.paint();
    this.ask(true);
  }

  asked(rests) {
    this.ask(rests);
  }

  answered() {
    this.ask(this.rests);
  }

  // The request for all targets, without them; null if it can't be made.
  get body() {
    const { settings, indexed, panels } = this.view;
    if (!indexed || !settings.from) return null;
    const { to, effort, snap, avoid, obstacles, ...rest } = this.view.question("index");
    const answer = panels[0]?.answer;
    if (snap && answer?.from_snapped) rest.from = answer.from; // S is blocked and was moved
    return rest;
  }

  ask(rests) {
    const { body } = this;
    const key = JSON.stringify([body, this.view.ground.generation]);
    this.rests = rests;
    if (!body || key === this.known) {
      if (rests && this.waits) this.waits();
      return;
    }
    this.known = key;
    this.stop?.abort();
    this.stop = new AbortController();
    this.run(body, this.stop.signal).catch((error) => {
      if (!this.over && this.known === key) complain(error);
    });
  }

  async run(body, signal) {
    const { ground } = this.view;
    delete this.dock.root.dataset.done;
    const began = performance.now();
    let asked = 0;
    for (const [level, cells] of LEVELS.entries()) {
      if (level === WHILE_MOVING && !this.rests) await new Promise((go) => (this.waits = go));
      this.waits = null;
      const grid = new Grid(gridOf(ground.width, ground.height, cells), ground.box);
      const points = grid.places;
      const values = { grid, points, paths: [], lengths: [], from: body.from, most: body.paths };
      while (values.paths.length < points.length) {
        const some = points.slice(values.paths.length, values.paths.length + this.batch);
        const answer = await api.targets({ ...body, targets: some }, signal);
        if (signal.aborted) return;
        values.paths.push(...answer.paths);
        values.lengths.push(...answer.length);
        asked += answer.paths.length;
        this.tune(answer);
        this.take(values, level);
        put(this.state, `${count(asked)} targets asked`);
      }
    }
    put(this.state, `${count(asked)} targets in ${time(1000 * (performance.now() - began))}`);
    this.dock.root.dataset.done = "";
  }

  // Sets the batch to the number of targets answered in the time allowed, within limits.
  tune({ paths, time_us: us }) {
    const fits = Math.round((paths.length * BATCH.us) / Math.max(us, 1));
    this.batch = Math.max(BATCH.least, Math.min(BATCH.most, 2 * this.batch, fits));
  }

  // Shows values; a coarser level stays until a finer one is complete.
  take(values, level) {
    const whole = values.paths.length === values.points.length;
    if (level && !whole) return;
    this.heat = values;
    const now = performance.now();
    if (!whole && now - (this.painted ?? 0) < PAINT_MS) return;
    this.painted = now;
    this.paint();
  }

  // Returns the value of a cell, or null.
  value(i, kind = this.kind) {
    const { paths, lengths, points, from } = this.heat;
    if (!paths[i]) return null; // unreachable, or not known yet
    if (kind === "ways") return paths[i];
    if (kind === "length") return lengths[i];
    const straight = Math.hypot(points[i][0] - from[0], points[i][1] - from[1]);
    return straight > 0 ? lengths[i] / straight : 1;
  }

  paint() {
    if (!this.heat || this.over) return;
    const { kind, heat } = this;
    const ramp = rampOf(this.dock.root, "heat", COLOURS);
    const values = heat.points.map((_, i) => this.value(i));
    const longest = Math.max(0, ...heat.lengths.map((value) => value ?? 0));
    const range = { ways: [1, Math.max(2, heat.most)], detour: [1, DETOUR_MOST], length: [0, longest || 1] }[kind];
    const part = (value) => placeOf(kind, range, value);
    const drawn = new Heat(heat.grid, heat.grid.box, values.map((value) => (value === null ? null : part(value))), ramp, kind !== "ways");
    for (const { panel } of this.view.panels) panel.map.setField(drawn);
    this.showScale(range, ramp, values);
  }

  showScale(range, ramp, values) {
    const { kind } = this;
    const sample = (part, words) => h("span", { class: "heat-step" }, s("svg", { class: "heat-sample", viewBox: "0 0 18 12", "aria-hidden": "true" }, s("rect", { width: 18, height: 12, fill: `rgb(${mixed(ramp, part).join(" ")})` })), words);
    if (kind === "ways") {
      const known = values.filter((value) => value !== null);
      const steps = Array.from({ length: range[1] }, (_, i) => i + 1);
      this.scale.replaceChildren(...steps.map((ways) => sample(placeOf(kind, range, ways), `${plural(ways, "path")}: ${percent(known.filter((value) => value === ways).length / (known.length || 1))}`)));
      return;
    }
    const words = (value) => (kind === "detour" ? `${value.toFixed(2)} ×` : length(value, range[1]));
    this.scale.replaceChildren(...[0, 0.25, 0.5, 0.75, 1].map((part) => sample(part, `${words(range[0] + part * (range[1] - range[0]))}${kind === "detour" && part === 1 ? " and more" : ""}`)));
  }

  hovered(point) {
    let words = "";
    if (point && this.heat) {
      const i = this.heat.grid.cell(point);
      const ways = i >= 0 ? this.value(i, "ways") : null;
      if (ways !== null) words = `pointer: ${plural(ways, "path")}, ${length(this.value(i, "length"))} long, ${this.value(i, "detour").toFixed(2)} × the straight line`;
    }
    put(this.here, words);
  }

  end() {
    this.over = true;
    this.stop?.abort();
    this.waits?.();
    this.stopTheme();
    for (const { panel } of this.view.panels) panel.map.setField(null);
    this.dock.end();
  }
}

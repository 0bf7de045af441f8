// One panel: a map with handles and the paths of one answer, and the table below it.
//
//   panel = new Panel({ title, camera, moved, chosen, clicked, resized })
//   panel.setGround(ground); panel.show({ answer, ends, shown, ... })
//
// Paths are picked by distance from the pointer, so that a thin line needn't be hit exactly.
//
// A canvas draws the map; an SVG above it has the interactive parts. Its group `scaled` is in map
// units, everything else in CSS pixels.

import { h, icon, put, s, set } from "./dom.js";
import { AnswerTable } from "./answer-table.js";
import { Handles } from "./handles.js";
import { Layers } from "./layers.js";
import { Legend } from "./legend.js";
import { MapCanvas } from "./map-canvas.js";
import { corridor } from "./palette.js";
import { PathLabels } from "./path-labels.js";
import { PathLines, pathData } from "./path-lines.js";
import { transformOf } from "./points.js";
import { onTheme } from "./theme.js";
import { length, said } from "./words.js";

const NONE = []; // no paths
const WAITING_MS = 400; // delay before waiting for an answer is shown
const REACH = { mouse: 7, touch: 12 }; // CSS pixels from the pointer to a path that it picks

// show() sets the content; wanted: the number of paths requested; reason: why there are no more.
export class Panel {
  // moved(name, point, rests); chosen(number): a row was chosen; clicked(point, event, number of
  // the path there or 0); hovered(point or null); resized([width, height]); reach: the distance at
  // which a path is picked; labels: whether paths have numbers and lengths; folded(on): the table
  // was hidden or shown; null if it can't be; fixed: the ends can't be moved.
  constructor({ title, camera, head, moved, chosen, clicked, hovered, resized, folded = null, reach = REACH, table = true, labels = table, tools = true, fixed = false }) {
    this.title = title;
    this.camera = camera;
    this.map = new MapCanvas();
    this.lines = new PathLines();
    this.labels = labels && new PathLabels();
    this.layers = new Layers((number, first, last) => this.lines.part(number, first, last));
    this.handles = new Handles(moved, (point) => camera.seek(point), fixed);
    this.leg = s("path", { class: "leg-shown", visibility: "hidden" }); // the leg that the table points at
    this.scaled = s("g", { class: "scaled" }, this.layers.lines, this.lines.root, this.leg, this.layers.over);
    this.below = s("g", { class: "below" }); // for drawings: under the paths, in map units
    this.scaled.prepend(this.below);
    this.above = s("g", { class: "above" }); // for drawings: handles of shapes, in CSS pixels
    this.svg = s("svg", { class: "overlay", role: "group", "aria-label": title }, this.scaled, this.above, this.layers.marks, ...(labels ? [this.labels.root] : []), this.handles.root);
    this.screen = h("div", { class: "screen" }, this.map.canvas, this.svg, tools && camera.tools());
    this.table = new AnswerTable(chosen, (number) => this.point(number), title);
    this.legs = null; // the table of terrains
    this.reason = h("p", { class: "reason fine", role: table ? null : "status" });
    this.said = table && h("p", { class: "hidden", role: "status" }); // includes lengths, so that each answer is announced
    this.banner = h("p", { class: "banner", hidden: true });
    this.screen.append(this.banner);
    this.legend = new Legend();
    this.fold = h("button", { type: "button", class: "tool fold", "aria-expanded": "true", "aria-label": "Table of paths", title: "Show or hide the table", onclick: () => this.setFolded(!this.folded) }, icon("down"));
    const answer = h("div", { class: "answer" }, folded && this.fold, this.reason, this.said, table && [this.legend.root, (this.tables = h("div", { class: "table-wrap" }, this.table.root))]);
    this.onFold = folded;
    this.root = h("article", { class: fixed ? "panel fixed" : "panel", "aria-label": title }, head, this.screen, answer);

    this.svg.addEventListener("click", (event) => {
      if (event.target.closest(".handle, .pointer")) return;
      const point = this.pointOf(event);
      clicked(point, event, this.lines.nearest(point, reach[event.pointerType === "touch" ? "touch" : "mouse"]));
    });
    this.svg.addEventListener("pointermove", (event) => {
      const point = this.pointOf(event);
      const held = event.buttons || event.pointerType === "touch"; // dragging an end or the map
      if (!held) this.point(event.target.closest(".handle, .pointer") ? 0 : this.lines.nearest(point, reach.mouse));
      hovered?.(point);
    });
    this.svg.addEventListener("pointerleave", () => {
      this.point(0);
      hovered?.(null);
    });
    camera.attach(this.svg);
    this.moved = () => (this.place = null);
    addEventListener("scroll", this.moved, { capture: true, passive: true });
    this.resizes = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = this.screen;
      this.place = null;
      this.size = [clientWidth, clientHeight];
      this.map.resize(clientWidth, clientHeight);
      set(this.svg, { width: clientWidth, height: clientHeight });
      resized([clientWidth, clientHeight]);
    });
    this.resizes.observe(this.screen);
    this.stopTheme = onTheme(() => this.map.refresh());
  }

  setFolded(on) {
    this.folded = on;
    this.root.classList.toggle("folded", on);
    set(this.fold, { "aria-expanded": String(!on) });
    this.onFold(on);
  }

  pointOf(event) {
    this.place ??= this.svg.getBoundingClientRect(); // cached: each call would force a layout
    return this.handles.toMap([event.clientX - this.place.left, event.clientY - this.place.top]);
  }

  // Highlights the path pointed at on the map or in the table; 0: none.
  point(number) {
    if (number === this.pointed) return;
    this.pointed = number;
    this.lines.point(number);
    this.table.point(number);
    this.svg.classList.toggle("on-path", number > 0);
    this.showLabels();
  }

  setGround(ground) {
    this.lines.cell = ground.cell;
    this.lines.setFloors(ground.floors);
    this.handles.setFloors(ground.floors);
    this.setExtent(ground.box);
    this.map.setGround(ground);
    this.setLegs(ground);
  }

  // Shows what ways lead along, if the map has roads, rivers or links.
  setLegs(ground) {
    this.floors = ground.floors;
    this.legend.setTerrain(ground.terrain, ground.shows);
    if (!ground.shows || this.legs || !this.tables) return;
    this.legs = new ground.shows.LegsTable((leg) => this.showLeg(leg), this.title);
    this.tables.append(this.legs.root);
  }

  setExtent(box) {
    this.handles.box = box;
    this.handles.size = Math.max(box[2], box[3]);
  }

  move(transform) {
    this.view = transform;
    set(this.scaled, { transform: transformOf(transform) });
    this.map.move(this.view);
    this.lines.move(this.view);
    this.layers.move(this.view);
    this.handles.window = this.window();
    this.handles.move(this.view);
    this.placeLabels();
  }

  showLabels() {
    if (!this.labels) return;
    const paths = this.paths ?? [];
    const texts = paths.map((path) => (path.legs ? length(path.cost, paths[0].cost) : length(path.length, paths[0].length)));
    this.labels.show(paths.length > 1 ? this.lines.routes : NONE, texts, this.chosen, this.pointed); // a single path needs no number
  }

  placeLabels() {
    if (!this.labels || !this.view || !this.size) return;
    const toScreen = (point) => this.handles.toScreen(point);
    const ends = Object.values(this.handles.ends).filter(Boolean).map((end) => toScreen(this.handles.seen(end)));
    this.labels.place(toScreen, this.window(), ends, this.layers.labelled.map(toScreen));
  }

  // Returns the visible part of the map, [left, top, right, bottom] in CSS pixels.
  window() {
    return this.size ? [0, 0, ...this.size.map((side, i) => side - this.camera.covered[i])] : null;
  }

  // Sets whether an answer is awaited; shown only after a while. No style depends on the attribute,
  // which changes with each answer.
  setBusy(on) {
    set(this.root, { "aria-busy": on ? "true" : null });
    clearTimeout(this.waits);
    if (on) this.waits = setTimeout(() => this.root.classList.add("waiting"), WAITING_MS);
    else if (this.root.classList.contains("waiting")) this.root.classList.remove("waiting");
  }

  // answer: null before the first request; on: layers; wordsNow: false if showWords() is called
  // later; trouble: why there are no paths, shown prominently; stale: the answer belongs to an
  // earlier request and no newer one can be had.
  show({ answer, ends, shown, on = [], sights = {}, stale = false, wordsNow = true, ...words }) {
    const paths = answer?.paths ?? NONE;
    const chosen = shown <= paths.length ? shown : 0;
    [this.paths, this.chosen, this.answer] = [paths, chosen, answer];
    this.words = { hasCorridor: on.includes("corridor"), ...words };
    this.map.setMesh(on.includes("mesh"));
    this.lines.show(paths, chosen);
    this.layers.show({ on, paths, walks: this.lines.walksOf(0), wide: corridor(answer), shown: chosen, sights });
    const { status } = answer ?? {};
    this.handles.show(ends, answer && { from: answer.from_snapped ? answer.from : null, to: answer.to_snapped ? answer.to : null }, { from: status === "start_blocked", to: status === "goal_blocked" });
    this.root.classList.toggle("faded", stale);
    this.showLabels();
    this.placeLabels();
    if (wordsNow) this.showWords(true);
  }

  // Updates the words; also announces them if it rests.
  showWords(rests) {
    const { paths, chosen, answer } = this;
    const { wanted, reason, hasCorridor, trouble = "" } = this.words;
    this.legend.show(answer, hasCorridor);
    this.legsOf = paths[chosen ? chosen - 1 : 0]; // its legs are shown
    this.table.root.hidden = Boolean(paths[0]?.legs) && wanted === 1;
    this.table.show(paths, chosen, wanted);
    this.legs?.show(this.legsOf?.legs ?? null, this.floors);
    put(this.reason, reason);
    this.banner.hidden = !trouble;
    put(this.banner, trouble);
    if (this.said && rests) put(this.said, trouble || said(paths, reason));
  }

  // Shows a leg of the way; null: none.
  showLeg(leg) {
    const points = leg && this.legsOf?.points.slice(leg.first, leg.last + 1).map(this.floors.seen);
    set(this.leg, { visibility: points?.length ? null : "hidden", d: points?.length ? pathData(points) : null });
  }

  end() {
    clearTimeout(this.waits);
    this.resizes.disconnect();
    removeEventListener("scroll", this.moved, { capture: true });
    this.stopTheme();
    this.camera.detach(this.svg);
    this.handles.end();
    this.map.end();
  }
}

// One panel: a map with handles and the paths of one answer, and the table below it.
//
//   panel = new Panel({ title, camera, moved, chosen, clicked, resized })
//   panel.setGround(ground); panel.show({ answer, ends, shown, ... })
//
// A canvas holds the map; an SVG above it what can be touched. Its group `scaled` is in
// map units, all else in CSS pixels.

import { h, s, set } from "./dom.js";
import { AnswerTable } from "./answer-table.js";
import { Handles } from "./handles.js";
import { Layers } from "./layers.js";
import { Legend } from "./legend.js";
import { LegsTable } from "./legs-table.js";
import { MapCanvas } from "./map-canvas.js";
import { corridor } from "./palette.js";
import { PathLines, pathData } from "./path-lines.js";
import { onTheme } from "./theme.js";

export class Panel {
  // moved(name, point, rests); chosen(number) by its row; clicked(point, event, number of the
  // path there or 0); hovered(point or null); resized([width, height]); fixed: the ends stay
  constructor({ title, camera, head, moved, chosen, clicked, hovered, resized, table = true, tools = true, fixed = false }) {
    this.camera = camera;
    this.map = new MapCanvas();
    this.lines = new PathLines();
    this.layers = new Layers();
    this.handles = new Handles(moved, fixed);
    this.leg = s("path", { class: "leg-shown", visibility: "hidden" }); // the part that the table points at
    this.scaled = s("g", { class: "scaled" }, this.layers.lines, this.lines.root, this.leg, this.layers.over);
    this.below = s("g", { class: "below" }); // for drawings: under the paths, in map units
    this.scaled.prepend(this.below);
    this.above = s("g", { class: "above" }); // for drawings: handles of shapes, CSS pixels
    this.svg = s("svg", { class: "overlay", role: "group", "aria-label": title }, this.scaled, this.above, this.layers.marks, this.handles.root);
    this.screen = h("div", { class: "screen" }, this.map.canvas, this.svg, tools && camera.tools());
    this.table = new AnswerTable(chosen, title);
    this.legs = new LegsTable((leg) => this.showLeg(leg), title);
    this.reason = h("p", { class: "reason fine", role: "status" });
    this.legend = new Legend();
    const answer = h("div", { class: "answer" }, this.reason, table && [this.legend.root, h("div", { class: "table-wrap" }, this.table.root, this.legs.root)]);
    this.root = h("article", { class: fixed ? "panel fixed" : "panel", "aria-label": title }, head, this.screen, answer);

    this.svg.addEventListener("click", (event) => {
      if (event.target.closest(".handle")) return;
      const number = Number(event.target.closest(".line")?.dataset.number ?? 0);
      clicked(this.pointOf(event), event, number);
    });
    if (hovered) {
      this.svg.addEventListener("pointermove", (event) => hovered(this.pointOf(event)));
      this.svg.addEventListener("pointerleave", () => hovered(null));
    }
    camera.attach(this.svg);
    this.resizes = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = this.screen;
      this.map.resize(clientWidth, clientHeight);
      set(this.svg, { width: clientWidth, height: clientHeight });
      resized([clientWidth, clientHeight]);
    });
    this.resizes.observe(this.screen);
    this.stopTheme = onTheme(() => this.map.refresh());
  }

  pointOf(event) {
    const box = this.svg.getBoundingClientRect();
    return this.handles.toMap([event.clientX - box.left, event.clientY - box.top]);
  }

  setGround(ground) {
    this.setExtent(ground.box);
    this.map.setGround(ground);
    this.legend.setGround(ground);
  }

  setExtent(box) {
    this.handles.box = box;
    this.handles.size = Math.max(box[2], box[3]);
  }

  move(transform) {
    const { k, x, y } = transform;
    this.view = { k, x, y };
    set(this.scaled, { transform: `translate(${x} ${y}) scale(${k})` });
    this.map.move(this.view);
    this.layers.move(this.view);
    this.handles.move(this.view);
  }

  // Whether an answer is waited for.
  setBusy(on) {
    set(this.root, { "aria-busy": on ? "true" : null });
  }

  // answer may be null (nothing asked yet); on: layers.
  show({ answer, ends, shown, wanted, on = [], sights = {}, reason }) {
    const paths = answer?.paths ?? [];
    const chosen = shown <= paths.length ? shown : 0;
    this.map.setMesh(on.includes("mesh"));
    this.lines.show(paths, chosen);
    this.layers.show({ on, paths, wide: corridor(answer), shown: chosen, sights });
    this.legend.show(answer, on.includes("corridor"));
    this.legsOf = paths[chosen ? chosen - 1 : 0]; // whose parts are shown
    this.table.root.hidden = Boolean(paths[0]?.legs) && wanted === 1;
    this.table.show(paths, chosen, wanted);
    this.legs.show(this.legsOf?.legs ?? null);
    this.handles.show(ends, answer && { from: answer.from_snapped ? answer.from : null, to: answer.to_snapped ? answer.to : null });
    if (this.reason.textContent !== reason) this.reason.textContent = reason;
  }

  // A part of the way; null: none.
  showLeg(leg) {
    const points = leg && this.legsOf?.points.slice(leg.first, leg.last + 1);
    set(this.leg, { visibility: points?.length ? null : "hidden", d: points?.length ? pathData(points) : null });
  }

  end() {
    this.resizes.disconnect();
    this.stopTheme();
    this.camera.detach(this.svg);
    this.handles.end();
    this.map.end();
  }
}

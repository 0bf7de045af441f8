// One crowd on its map. The ground, densities and agents are drawn on canvases; above them, as SVG,
// everything that can be told apart and touched: closed areas, flows, the sketch.
//
//   panel = new CrowdPanel({ title, camera, head, tools, resized });
//   panel.setGround(ground, cells, side); panel.show(frame, how);

import { CrowdCanvas } from "./crowd-canvas.js";
import { h, s, set } from "./dom.js";
import { MapCanvas } from "./map-canvas.js";
import { colour } from "./palette.js";
import { outline } from "./path-lines.js";
import { START, toMap, toScreen, transformOf } from "./points.js";
import { onTheme } from "./theme.js";

const QUEUE_LEAST = 5; // shorter ones come and go
const QUEUES_MOST = 30;

export class CrowdPanel {
  constructor({ title, camera, head, tools, resized }) {
    this.camera = camera;
    this.map = new MapCanvas();
    this.crowd = new CrowdCanvas();
    this.view = START;
    this.closed = s("g", { class: "closed-areas" });
    this.sketch = s("path", { class: "sketch", hidden: true });
    this.scaled = s("g", { class: "scaled below" }, this.closed, this.sketch);
    this.gateMarks = s("g", { class: "gate-marks" });
    this.flows = s("g", { class: "flow-marks" });
    this.above = s("g", {}); // for tools; in CSS pixels
    this.svg = s("svg", { class: "overlay crowd-overlay", role: "group", "aria-label": title }, this.scaled, this.gateMarks, this.flows, this.above);
    this.screen = h("div", { class: "screen" }, this.map.canvas, this.crowd.canvas, this.svg, tools && camera.tools());
    this.root = h("article", { class: "panel crowd-panel", "aria-label": title }, head, this.screen);
    camera.attach(this.svg);
    this.resizes = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = this.screen;
      this.map.resize(clientWidth, clientHeight);
      this.crowd.resize(clientWidth, clientHeight);
      set(this.svg, { width: clientWidth, height: clientHeight });
      resized([clientWidth, clientHeight]);
    });
    this.resizes.observe(this.screen);
    this.stopTheme = onTheme(() => {
      this.map.refresh();
      this.crowd.refresh();
    });
  }

  // made: the server's description of the crowd: cells, gates.
  setGround(ground, { cells, gates }, side) {
    this.map.setGround(ground);
    this.crowd.setGround(ground.box, cells, side);
    this.gates = gates;
  }

  show(frame, how) {
    this.crowd.show(frame, how);
    this.queues = frame.queues.filter(({ waiting }) => waiting >= QUEUE_LEAST).sort((a, b) => b.waiting - a.waiting).slice(0, QUEUES_MOST);
    this.gateMarks.replaceChildren(...this.queues.map(({ waiting }) => s("g", { class: "gate-mark" }, s("path", {}), s("text", {}, waiting))));
    this.placeQueues();
  }

  // Each gate with a queue as a line, with how many wait.
  placeQueues() {
    (this.queues ?? []).forEach(({ gate }, i) => {
      const [ax, ay, bx, by] = this.gates.slice(4 * gate, 4 * gate + 4);
      const [[px, py], [qx, qy]] = [[ax, ay], [bx, by]].map((at) => this.toScreen(at).map((value) => value.toFixed(1)));
      const [line, text] = this.gateMarks.children[i].children;
      set(line, { d: `M${px} ${py}L${qx} ${qy}` });
      set(text, { x: (Number(px) + Number(qx)) / 2 + 6, y: (Number(py) + Number(qy)) / 2 - 6 });
    });
  }

  // flows: [{from, to}, ...]; closed: polygons.
  showPlan(flows, closed) {
    this.plan = flows;
    this.closed.replaceChildren(...closed.map((polygon) => s("path", { d: outline(polygon) })));
    this.flows.replaceChildren(
      ...flows.flatMap((_, i) => [
        s("g", { class: "flow-mark" }, s("circle", { r: 8, fill: colour(i) }), s("text", { y: 4, "text-anchor": "middle" }, i + 1)),
        s("g", { class: "flow-mark" }, s("rect", { x: -7.5, y: -7.5, width: 15, height: 15, rx: 3, fill: colour(i) }), s("text", { y: 4, "text-anchor": "middle" }, i + 1)),
      ]),
    );
    this.placeFlows();
  }

  // Shows a sketch; closes: whether it is an area.
  showSketch(points, closes) {
    set(this.sketch, { hidden: points.length ? null : "", class: closes ? "sketch" : "sketch open", d: outline(points, closes && points.length > 2) });
  }

  move(view) {
    this.view = view;
    set(this.scaled, { transform: transformOf(view) });
    this.map.move(this.view);
    this.crowd.move(this.view);
    this.placeQueues();
    this.placeFlows();
  }

  placeFlows() {
    (this.plan ?? []).forEach(({ from, to }, i) => {
      for (const [at, number] of [[from, 2 * i], [to, 2 * i + 1]]) set(this.flows.children[number], { transform: `translate(${this.toScreen(at).map((value) => value.toFixed(1)).join(" ")})` });
    });
  }

  toScreen(point) {
    return toScreen(this.view, point);
  }

  pointOf(event) {
    const box = this.svg.getBoundingClientRect();
    return toMap(this.view, [event.clientX - box.left, event.clientY - box.top]);
  }

  end() {
    this.resizes.disconnect();
    this.stopTheme();
    this.camera.detach(this.svg);
    this.map.end();
  }
}

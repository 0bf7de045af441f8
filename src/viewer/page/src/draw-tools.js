// Drawing with the pointer: obstacles are added, selected, moved and reshaped on a panel.

import { fill, s, set } from "./dom.js";
import { corners, moved, rectangle, reshaped, solid } from "./drawing.js";
import { notice } from "./notice.js";

const CLOSE = 10; // CSS pixels to the first corner that close a polygon

function outline(points, closed = true) {
  return points.length ? `M${points.map((point) => point.join(" ")).join("L")}${closed ? "Z" : ""}` : "";
}

export class DrawTools {
  // changed(what): "tool", "selection"
  constructor(panel, drawing, grid, changed) {
    this.panel = panel;
    this.drawing = drawing;
    this.grid = grid;
    this.changed = changed;
    this.tool = "rect";
    this.selected = -1;
    this.points = []; // of the polygon that is being drawn
    this.dragging = null; // ends the drag that goes on
    this.shapes = s("g", {}); // of the obstacles, in their order
    this.made = new WeakMap(); // obstacle: its shape
    this.sketch = s("path", { class: "sketch", hidden: true });
    panel.below.replaceChildren(this.shapes, this.sketch);
    this.grips = panel.above;
    const { svg } = panel;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.hover(event));
    svg.addEventListener("click", (event) => this.click(event));
    svg.addEventListener("dblclick", () => this.finish());
    this.setTool("rect");
  }

  setTool(tool) {
    this.tool = tool;
    this.cancel();
    if (tool !== "select") this.select(-1);
    set(this.panel.svg, { class: `overlay tool-${tool}` });
    this.changed("tool");
  }

  // Whether an event is for panning and zooming.
  pans(event) {
    if (event.type === "wheel" || event.touches?.length > 1) return true;
    return this.tool === "select" && !event.target.closest(".obstacle, .grip");
  }

  at(event) {
    const [x, y] = this.panel.pointOf(event);
    const { width, height } = this.drawing.now;
    const step = event.altKey ? this.grid / 1000 : this.grid;
    const round = (value, most) => Math.min(most, Math.max(0, Math.round(value / step) * step));
    return [round(x, width), round(y, height)].map((value) => Number(value.toFixed(6)));
  }

  down(event) {
    if (event.button || event.target.closest(".handle")) return;
    if (this.dragging) {
      this.dragging(); // a second finger: two zoom
      return;
    }
    const grip = event.target.closest(".grip");
    const shape = event.target.closest(".obstacle");
    if (this.tool === "select") {
      if (grip) this.drag(event, (from, to) => reshaped(this.original, Number(grip.dataset.corner), to));
      else if (shape) {
        this.select([...this.shapes.children].indexOf(shape));
        this.drag(event, (from, to) => moved(this.original, to[0] - from[0], to[1] - from[1]));
      } else this.select(-1);
    } else if (this.tool === "rect") this.drag(event, (from, to) => rectangle(from, to), true);
  }

  click(event) {
    if (this.tool === "polygon" && !event.target.closest(".handle")) this.corner(event);
  }

  // Follows the pointer until it is lifted; make(from, to) is the obstacle as it is then.
  drag(event, make, adds = false) {
    const { svg } = this.panel;
    const from = this.at(event);
    this.original = this.drawing.obstacles[this.selected];
    let last = null;
    event.preventDefault();
    svg.setPointerCapture(event.pointerId);
    const move = (e) => {
      if (e.pointerId !== event.pointerId) return;
      last = make(from, this.at(e));
      this.draft(last);
    };
    const stop = () => {
      this.dragging = null;
      listeners.abort();
      this.draft(null);
    };
    const drop = (e) => {
      if (e.pointerId !== event.pointerId) return;
      stop();
      if (!last || !solid(last)) return;
      if (adds) this.drawing.add(last);
      else if (JSON.stringify(last) !== JSON.stringify(this.original)) this.drawing.replace(this.selected, last);
    };
    this.dragging = stop;
    const listeners = new AbortController();
    const { signal } = listeners;
    svg.addEventListener("pointermove", move, { signal });
    svg.addEventListener("pointerup", drop, { signal });
    svg.addEventListener("pointercancel", (e) => e.pointerId === event.pointerId && stop(), { signal });
  }

  draft(obstacle) {
    set(this.sketch, { hidden: obstacle ? null : "", d: obstacle ? outline(corners(obstacle)) : "" });
  }

  // ---- Polygons ----

  corner(event) {
    const point = this.at(event);
    const [first] = this.points;
    if (first && this.points.length >= 3) {
      const [ax, ay] = this.panel.handles.toScreen(first);
      const [bx, by] = this.panel.handles.toScreen(point);
      if (Math.hypot(ax - bx, ay - by) < CLOSE) return this.finish();
    }
    const last = this.points.at(-1);
    if (!last || last[0] !== point[0] || last[1] !== point[1]) this.points.push(point);
    this.hover(event);
  }

  hover(event) {
    if (!this.points.length) return;
    set(this.sketch, { hidden: null, d: outline([...this.points, this.at(event)], this.points.length > 1) });
  }

  finish() {
    if (!this.points.length) return;
    const polygon = { polygon: this.points };
    this.cancel();
    if (solid(polygon)) this.drawing.add(polygon);
    else notice("A polygon needs three corners that aren't on one line.", "fault");
  }

  cancel() {
    this.points = [];
    this.draft(null);
  }

  // ---- Selection ----

  select(number) {
    if (this.selected === number) return;
    this.selected = number;
    this.show();
    this.changed("selection");
  }

  removeSelected() {
    if (this.selected < 0) return;
    const number = this.selected;
    this.selected = -1;
    this.drawing.remove(number);
    this.changed("selection");
  }

  nudge(dx, dy) {
    const obstacle = this.drawing.obstacles[this.selected];
    if (obstacle) this.drawing.replace(this.selected, moved(obstacle, dx * this.grid, dy * this.grid));
  }

  show() {
    const { obstacles } = this.drawing;
    if (this.selected >= obstacles.length) this.selected = -1;
    this.shapes.querySelector(".selected")?.classList.remove("selected");
    fill(this.shapes, obstacles.map((obstacle) => this.shape(obstacle)));
    this.shapes.children[this.selected]?.classList.add("selected");
    const chosen = obstacles[this.selected];
    this.grips.replaceChildren(...(chosen && this.tool === "select" ? corners(chosen).map((_, corner) => s("rect", { class: "grip", "data-corner": corner, width: 10, height: 10 })) : []));
    this.place();
  }

  // An obstacle is never changed, so neither is its shape: of thousands only the new is made.
  shape(obstacle) {
    let shape = this.made.get(obstacle);
    if (!shape) this.made.set(obstacle, (shape = s("path", { class: "obstacle", d: outline(corners(obstacle)) })));
    return shape;
  }

  // Grips keep their size when the view moves.
  place() {
    const chosen = this.drawing.obstacles[this.selected];
    if (!chosen) return;
    const points = corners(chosen);
    [...this.grips.children].forEach((grip, i) => {
      const [x, y] = this.panel.handles.toScreen(points[i]);
      set(grip, { x: x - 5, y: y - 5 });
    });
  }

  key(event) {
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const large = event.shiftKey ? 10 : 1;
    if (event.key === "Escape" && this.dragging) this.dragging();
    else if (event.key === "Escape") {
      this.cancel();
      this.select(-1);
    } else if (event.key === "Enter" && this.points.length) this.finish();
    else if ((event.key === "Delete" || event.key === "Backspace") && this.selected >= 0) this.removeSelected();
    else if (arrows[event.key] && this.selected >= 0) this.nudge(arrows[event.key][0] * large, arrows[event.key][1] * large);
    else return false;
    return true;
  }
}

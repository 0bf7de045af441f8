// Drawing with the pointer: adds, selects, moves and reshapes things on a panel.

import { s, set } from "./dom.js";
import { followPointer } from "./drag.js";
import { arrowOf, isDelete } from "./keys.js";
import { notice } from "./notice.js";
import { outline } from "./path-lines.js";
import { Shapes } from "./shapes.js";
import { bent, corners, lineEnd, middles, moved, onRiver, rectangle, reshaped, solid, straightened } from "./things.js";

const CLOSE = 10; // CSS pixels to the first corner, closing a polygon, or to a point that a line joins
const RIVER_REACH = 24; // CSS pixels from a click to the river of a new bridge

// Tools that place corners one by one: how many they need, and the message for too few.
const CORNERED = {
  polygon: [3, "A polygon needs three corners that aren't on one line."],
  area: [3, "An area needs three corners that aren't on one line."],
  road: [2, "A road needs two points."],
  river: [2, "A river needs two points."],
};

const CLOSED = ["polygon", "area"];

export class DrawTools {
  // next: the properties of new things, by tool; changed(what): "tool", "selection"
  constructor(panel, drawing, grid, next, changed) {
    this.panel = panel;
    this.drawing = drawing;
    this.grid = grid;
    this.next = next;
    this.changed = changed;
    this.tool = "rect";
    this.selected = -1;
    this.points = []; // of the polygon or line being drawn
    this.dragging = null; // ends the current drag
    this.shapes = new Shapes();
    this.sketch = s("path", { class: "sketch", hidden: true });
    panel.below.replaceChildren(this.shapes.root, this.sketch);
    this.grips = panel.above;
    const { svg } = panel;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.hover(event));
    svg.addEventListener("click", (event) => this.click(event));
    svg.addEventListener("dblclick", () => this.twice());
    this.setTool("rect");
  }

  setTool(tool) {
    this.tool = tool;
    this.cancel();
    if (tool !== "select") this.select(-1);
    set(this.panel.svg, { class: `overlay tool-${tool}` });
    this.changed("tool");
  }

  // Whether an event pans or zooms.
  pans(event, fingers) {
    if (event.type === "wheel" || fingers > 1) return true;
    return this.tool === "select" && !event.target.closest(".thing, .grip");
  }

  // Returns the event's point, on the grid; a line joins a nearby point of another line.
  at(event, meets = false) {
    const point = this.panel.pointOf(event);
    const near = meets && !event.altKey && lineEnd(this.others(), point, CLOSE / this.panel.view.k);
    if (near) return near;
    const [left, top, width, height] = this.drawing.box;
    const step = event.altKey ? this.grid / 1000 : this.grid;
    const round = (value, least, most) => Math.min(most, Math.max(least, Math.round(value / step) * step));
    return [round(point[0], left, left + width), round(point[1], top, top + height)].map((value) => Number(value.toFixed(6)));
  }

  // All things but the selected one: it can't meet itself while it is reshaped.
  others() {
    return this.drawing.things.filter((_, number) => number !== this.selected);
  }

  down(event) {
    if (event.button || event.target.closest(".handle")) return;
    if (this.dragging) {
      this.dragging(); // a second finger: both zoom
      return;
    }
    const grip = event.target.closest(".grip");
    const number = this.shapes.number(event.target);
    this.held = grip?.dataset.corner; // later clicks have the capturing element as target
    if (this.tool === "select") {
      if (grip) this.reshape(event, grip);
      else if (number >= 0) {
        this.select(number);
        this.drag(event, (from, to) => moved(this.original, to[0] - from[0], to[1] - from[1]));
      } else this.select(-1);
    } else if (this.tool === "rect") this.drag(event, (from, to) => rectangle(from, to), true);
  }

  reshape(event, grip) {
    const meets = Boolean(this.drawing.things[this.selected].line);
    const { corner, middle } = grip.dataset;
    if (corner !== undefined) this.drag(event, (from, to) => reshaped(this.original, Number(corner), to), false, meets);
    else this.drag(event, (from, to) => bent(this.original, Number(middle), to), false, meets);
  }

  click(event) {
    if (event.target.closest(".handle")) return;
    if (CORNERED[this.tool]) this.corner(event);
    else if (this.tool === "bridge") this.addBridge(event);
  }

  // A double click finishes a line, or removes a corner.
  twice() {
    const chosen = this.drawing.things[this.selected];
    if (!chosen || this.held === undefined) {
      this.finish();
      return;
    }
    const straighter = straightened(chosen, Number(this.held));
    if (straighter && solid(straighter)) this.drawing.replace(this.selected, straighter);
  }

  // Follows the pointer until it is lifted; make(from, to) returns the thing as it is then.
  drag(event, make, adds = false, meets = false) {
    const from = this.at(event, meets);
    this.original = this.drawing.things[this.selected];
    let last = null;
    const stop = () => {
      this.dragging = null;
      letGo();
      this.draft(null);
    };
    const letGo = followPointer(this.panel.svg, event, {
      moved: (e) => {
        last = make(from, this.at(e, meets));
        this.draft(last);
      },
      dropped: () => {
        stop();
        if (!last || !solid(last)) return;
        if (adds) this.drawing.add(last);
        else if (JSON.stringify(last) !== JSON.stringify(this.original)) this.drawing.replace(this.selected, last);
      },
      cancelled: stop,
    });
    this.dragging = stop;
  }

  draft(thing) {
    const closed = thing && !thing.line;
    set(this.sketch, { hidden: thing ? null : "", class: closed ? "sketch" : "sketch open", d: thing ? (thing.point ? `M${thing.point.join(" ")}h0` : outline(corners(thing), closed)) : "" });
  }

  // ---- Polygons and lines ----

  corner(event) {
    const closes = CLOSED.includes(this.tool);
    const point = this.at(event, !closes);
    const [first] = this.points;
    if (closes && first && this.points.length >= 3) {
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
    const closes = CLOSED.includes(this.tool);
    set(this.sketch, { hidden: null, class: closes ? "sketch" : "sketch open", d: outline([...this.points, this.at(event, !closes)], closes && this.points.length > 1) });
  }

  finish() {
    if (!this.points.length) return;
    const { points, tool } = this;
    const [least, words] = CORNERED[tool];
    const thing = { ...this.next[tool], [CLOSED.includes(tool) ? "polygon" : "line"]: points };
    this.cancel();
    if (points.length >= least && solid(thing)) {
      delete this.next[tool]?.name; // the next one gets its own
      this.drawing.add(thing);
    } else notice(words, "fault");
  }

  addBridge(event) {
    const place = onRiver(this.drawing.things, this.panel.pointOf(event), RIVER_REACH / this.panel.view.k);
    if (place) this.drawing.bridge(place);
    else notice("A bridge lies on a river: click one.", "fault");
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
    const thing = this.drawing.things[this.selected];
    if (thing) this.drawing.replace(this.selected, moved(thing, dx * this.grid, dy * this.grid));
  }

  show() {
    const { things } = this.drawing;
    if (this.selected >= things.length) this.selected = -1;
    this.shapes.show(this.drawing, this.selected);
    const chosen = this.tool === "select" ? things[this.selected] : null;
    const grips = chosen ? corners(chosen).map((_, corner) => s("rect", { class: "grip", "data-corner": corner, width: 10, height: 10 })) : [];
    const bends = chosen ? middles(chosen).map((_, middle) => s("rect", { class: "grip bend", "data-middle": middle, width: 8, height: 8, rx: 4 })) : [];
    this.grips.replaceChildren(...bends, ...grips);
    this.place();
  }

  // Grips keep their size when the view moves.
  place() {
    this.shapes.move(this.panel.view?.k);
    const chosen = this.drawing.things[this.selected];
    if (!chosen) return;
    const points = [...middles(chosen).map((point) => [point, 4]), ...corners(chosen).map((point) => [point, 5])];
    [...this.grips.children].forEach((grip, i) => {
      const [[x, y], half] = [this.panel.handles.toScreen(points[i][0]), points[i][1]];
      set(grip, { x: x - half, y: y - half });
    });
  }

  key(event) {
    const step = arrowOf(event);
    if (event.key === "Escape" && this.dragging) this.dragging();
    else if (event.key === "Escape") {
      this.cancel();
      this.select(-1);
    } else if (event.key === "Enter" && this.points.length) this.finish();
    else if (event.key === "Backspace" && this.points.length) this.points.pop();
    else if (isDelete(event) && this.selected >= 0) this.removeSelected();
    else if (step && this.selected >= 0) this.nudge(...step);
    else return false;
    return true;
  }
}
